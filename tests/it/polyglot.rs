//! One project with a file in every language that has symbols: each tool answers in each.

use crate::languages::fixtures;
use crate::support::{ask, corpora::corpora, mcp::McpClient, project};
use serde_json::json;
use spelunk::domain::{Symbol, SymbolKind};
use spelunk::lang::{Language, LanguageRole, QueryKind, registry};
use spelunk::workspace::outline::outline;
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn every_tool_answers_in_every_language() {
    check(&files());
}

/// Languages of which the corpus has no file with a definition that is named plainly.
const NO_REAL_FILE: [&str; 25] = [
    "apex",
    "astro",
    "awk",
    "bazel",
    "bicep",
    "blade",
    "cobol",
    "coffeescript",
    "cython",
    "eex",
    "erb",
    "hcl",
    "heex",
    "move",
    "nushell",
    "odin",
    "prisma",
    "puppet",
    "purescript",
    "rego",
    "rescript",
    "shell",
    "sql",
    "svelte",
    "tcl",
];

#[test]
fn every_tool_answers_about_real_files() {
    let files = real_files();
    if files.is_empty() {
        return;
    }
    check(&files);
    let missing: Vec<&str> = registry()
        .all()
        .iter()
        .filter(|language| has_symbols(language))
        .map(|language| language.id)
        .filter(|id| !files.iter().any(|(path, _)| path.starts_with(&format!("{id}/"))))
        .collect();
    assert_eq!(missing, NO_REAL_FILE);
}

fn check(files: &[(String, String)]) {
    let pairs: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let directory = project(&pairs);
    let mut client = ask::client(directory.path());
    let mut silent = Vec::new();
    for (path, text) in files {
        let language = registry().for_source(Path::new(path), text);
        let Some(language) = language.filter(|language| has_symbols(language)) else { continue };
        let symbol = plain_symbol(text, language);
        let symbol = symbol.unwrap_or_else(|| panic!("{path} defines something by name"));
        silent.extend(
            failures(&mut client, path, &symbol).iter().map(|tool| format!("{path}: {tool}")),
        );
    }
    assert!(silent.is_empty(), "{silent:#?}");
}

/// Whether a language of code has definitions.
fn has_symbols(language: &Language) -> bool {
    language.config.role == LanguageRole::Code
        && (language.query(QueryKind::Symbols).is_some() || language.has_lines())
}

/// The tools whose answers about a symbol do not hold what they must.
fn failures(client: &mut McpClient, path: &str, symbol: &Symbol) -> Vec<&'static str> {
    let name = symbol.name.as_str();
    let target = format!("{path}#{name}");
    let place = format!("{path}:");
    let row = format!(r#""file":"{path}","line":{}"#, symbol.line);
    let questions = [
        (
            "map_code",
            json!({ "path": path, "detail": "full", "allowTests": true, "maxTokens": 30_000 }),
            name,
        ),
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

/// A module around all of a file stands for itself only if there is nothing else: maps show what is
/// in it.
fn plain_symbol(text: &str, language: &'static Language) -> Option<Symbol> {
    let mut plain: Vec<Symbol> = outline(text, language).symbols;
    plain.retain(is_plain);
    plain.sort_by_key(|symbol| symbol.kind == SymbolKind::Module);
    plain.into_iter().next()
}

/// A definition whose name is one word that stands on the line of the definition.
fn is_plain(symbol: &Symbol) -> bool {
    !symbol.is_test
        && !symbol.is_local
        && symbol.kind != SymbolKind::Impl
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

/// A real file of each language, from the examples of a highlighter, in a folder of the language.
fn real_files() -> Vec<(String, String)> {
    const LARGEST: usize = 64 << 10;
    let mut taken: Vec<(String, String)> = Vec::new();
    for path in corpora(&["pygments"]).iter().flat_map(|(_, corpus)| examples(corpus)) {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let Some(language) = registry().for_source(&path, &text) else { continue };
        let folder = format!("{}/", language.id);
        let is_taken = taken.iter().any(|(other, _)| other.starts_with(&folder));
        if !is_taken
            && text.len() <= LARGEST
            && has_symbols(language)
            && plain_symbol(&text, language).is_some()
        {
            let name = path.file_name().expect("a file").to_string_lossy();
            taken.push((format!("{folder}{name}"), text));
        }
    }
    taken
}

fn examples(corpus: &Path) -> Vec<PathBuf> {
    let entries = |folder: PathBuf| {
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path())
    };
    let folders = entries(corpus.join("tests/examplefiles"));
    let mut files: Vec<PathBuf> = folders.flat_map(entries).collect();
    // The smallest first.
    files.sort_by_cached_key(|file| (file.metadata().map_or(0, |data| data.len()), file.clone()));
    files
}
