//! One project with a file in every language that has symbols: each tool answers in each.

use crate::languages::fixtures;
use crate::support::{ask, mcp::McpClient, project};
use serde_json::json;
use spelunk::domain::Symbol;
use spelunk::lang::{LanguageRole, QueryKind, registry};
use spelunk::workspace::outline::outline;
use std::fs;
use std::path::Path;

#[test]
fn every_tool_answers_in_every_language() {
    let files = files();
    let pairs: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let directory = project(&pairs);
    let mut client = ask::client(directory.path());
    let mut silent = Vec::new();
    for (path, text) in &files {
        let Some(language) = registry().for_source(Path::new(path), text) else { continue };
        let has_symbols = language.query(QueryKind::Symbols).is_some() || language.has_lines();
        if language.config.role != LanguageRole::Code || !has_symbols {
            continue;
        }
        let outline = outline(text, language);
        let symbol = outline.symbols.iter().find(|symbol| is_plain(symbol));
        let symbol = symbol.unwrap_or_else(|| panic!("{path} defines something by name"));
        silent.extend(
            failures(&mut client, path, symbol).iter().map(|tool| format!("{path}: {tool}")),
        );
    }
    assert!(silent.is_empty(), "{silent:#?}");
}

/// The tools whose answers about a symbol do not hold what they must.
fn failures(client: &mut McpClient, path: &str, symbol: &Symbol) -> Vec<&'static str> {
    let name = symbol.name.as_str();
    let target = format!("{path}#{name}");
    let place = format!("{path}:");
    let row = format!(r#""file":"{path}","line":{}"#, symbol.line);
    let questions = [
        ("map_code", json!({ "path": path, "detail": "full", "allowTests": true }), name),
        ("map_code", json!({ "path": path, "detail": "report" }), name),
        ("search", json!({ "query": name, "path": path, "allowTests": true }), path),
        ("extract", json!({ "targets": [target] }), place.as_str()),
        (
            "grep",
            json!({ "pattern": name, "syntax": "literal", "paths": [path], "format": "json" }),
            row.as_str(),
        ),
        ("find_callers", json!({ "symbol": name, "file": path, "wait": 0 }), "accounted for"),
    ];
    questions
        .into_iter()
        .filter(|(tool, arguments, expected)| {
            !client.text(tool, arguments.clone()).contains(expected)
        })
        .map(|(tool, ..)| tool)
        .collect()
}

/// A definition whose name is one word that stands on the line of the definition.
fn is_plain(symbol: &Symbol) -> bool {
    !symbol.is_test
        && !symbol.is_local
        && symbol.name.len() > 2
        && symbol.name.chars().all(|letter| letter.is_alphanumeric() || "_-".contains(letter))
        && symbol.signature.contains(&symbol.name)
}

fn files() -> Vec<(String, String)> {
    fixtures()
        .into_iter()
        .map(|path| {
            let name = path.file_name().expect("a file").to_string_lossy().into_owned();
            (name, fs::read_to_string(path).expect("fixtures are UTF-8"))
        })
        .collect()
}
