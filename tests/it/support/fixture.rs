//! Projects in one string, with the expected answer written beside the code it is about.
//!
//! ```text
//! //- /app.py
//! def hel$0per(): ...
//! //- /web.py
//! def page():
//!     helper()
//!   # ^^^^^^ caller page
//! ```
//!
//! `//- /path` starts a file, `$0` stands in the name that is asked about, and carets in a comment
//! mark a stretch of the line above (`<-` marks the place where the comment itself begins). What
//! follows the carets is what the answer must say of it:
//!
//! - `find_callers`: `caller NAME`; `find_callees`: `callee NAME`, or `callee NAME?` for what is
//!   not in the project
//! - `find_references`: the role; `find_implementations`: `impl`
//!
//! A row that is not sure is marked `[possible]`. What only a language server can know is marked
//! `[lsp]`; syntax must then not claim it, so that a weakness that has gone is noticed.

use super::{ask, project};
use serde_json::{Value, json};
use std::collections::BTreeSet;

struct Fixture {
    files: Vec<(String, String)>,
    target: Value,
    /// "path:line:column label", 1-based.
    expected: BTreeSet<String>,
    /// The same, for what only a language server can know.
    beyond: BTreeSet<String>,
}

/// Asks a tool about the fixture's target and compares its rows with the marks.
#[track_caller]
pub(crate) fn check(tool: &str, text: &str) {
    let fixture = read(text);
    let files: Vec<(&str, &str)> =
        fixture.files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let directory = project(&files);
    let mut arguments = fixture.target.clone();
    arguments["maxResults"] = json!(1000);
    arguments["maxTokens"] = json!(100_000);
    arguments["wait"] = json!(0);
    let answer = ask::value(directory.path(), tool, arguments);
    let found = rows(tool, &answer);
    let known: Vec<&String> = fixture.beyond.intersection(&found).collect();
    let missing: Vec<&String> = fixture.expected.difference(&found).collect();
    let wrong: Vec<&String> = found.difference(&fixture.expected).collect();
    assert!(
        known.is_empty() && missing.is_empty() && wrong.is_empty(),
        "{tool}: missing {missing:#?}, not marked {wrong:#?}, no longer beyond syntax {known:#?}"
    );
}

/// Like [`check`], for one of several questions about a text: `asked` is the target with `$0` in
/// it, and only the marks that end with `mark` hold.
#[track_caller]
pub(crate) fn check_one(tool: &str, text: &str, asked: &str, mark: &str) {
    let is_of = |line: &&str| !line.trim_start().starts_with("//^") || line.ends_with(mark);
    let lines: Vec<&str> = text.lines().filter(is_of).collect();
    let text = lines.join("\n") + "\n";
    check(tool, &text.replacen(&asked.replace("$0", ""), asked, 1));
}

fn read(text: &str) -> Fixture {
    let mut fixture = Fixture {
        files: Vec::new(),
        target: Value::Null,
        expected: BTreeSet::new(),
        beyond: BTreeSet::new(),
    };
    let mut marker = (String::new(), 0, 0);
    for line in text.lines() {
        if let Some(path) = line.trim_start().strip_prefix("//- /") {
            fixture.files.push((path.trim().to_owned(), String::new()));
            continue;
        }
        let Some((path, content)) = fixture.files.last_mut() else {
            assert!(line.trim().is_empty(), "a fixture starts with a file: {line}");
            continue;
        };
        let mut line = line.to_owned();
        if let Some(at) = line.find("$0") {
            line.replace_range(at..at + 2, "");
            let number = content.lines().count() + 1;
            marker = (path.clone(), number, at);
            fixture.target =
                json!({ "file": path.clone(), "line": number, "symbol": word_at(&line, at) });
        }
        if let Some((column, label)) = mark(&line) {
            let above = content.lines().enumerate().filter(|(_, line)| mark(line).is_none()).last();
            let number = above.expect("carets stand below a line").0 + 1;
            // The carets were set below a line that still had its `$0`.
            let is_moved = marker.0 == *path && marker.1 == number && column > marker.2;
            let column = if is_moved { column - 2 } else { column };
            // An implementation is a line; the others are occurrences.
            let place = if label.starts_with("impl") {
                format!("{path}:{number}")
            } else {
                format!("{path}:{number}:{column}")
            };
            match label.strip_suffix("[lsp]") {
                Some(label) => fixture.beyond.insert(format!("{place} {}", label.trim())),
                None => fixture.expected.insert(format!("{place} {label}")),
            };
        }
        content.push_str(&line);
        content.push('\n');
    }
    assert!(!fixture.target.is_null(), "a fixture has a target");
    fixture
}

/// The column (1-based) and the label of a line of carets.
fn mark(line: &str) -> Option<(usize, String)> {
    let start = line.find(|character: char| !character.is_whitespace())?;
    let rest =
        ["//", "#", "--", ";", "%"].iter().find_map(|mark| line[start..].strip_prefix(mark))?;
    let body = rest.trim_start();
    if let Some(label) = body.strip_prefix("<-") {
        return Some((start + 1, label.trim().to_owned()));
    }
    let label = body.trim_start_matches('^');
    let is_mark = label.len() < body.len();
    is_mark.then(|| (line.len() - body.len() + 1, label.trim().to_owned()))
}

fn word_at(line: &str, at: usize) -> String {
    let is_word =
        |character: char| character.is_alphanumeric() || character == '_' || character == '$';
    let start =
        line[..at].rfind(|character: char| !is_word(character)).map_or(0, |before| before + 1);
    let end = line[at..]
        .find(|character: char| !is_word(character))
        .map_or(line.len(), |after| at + after);
    line[start..end].to_owned()
}

/// The rows of an answer, as marks would have them.
fn rows(tool: &str, answer: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let results = answer["results"].as_array().cloned().unwrap_or_else(|| {
        panic!("the target must be one definition: {answer:#}");
    });
    for result in results {
        let possible = if result["certainty"] == "possible" { " [possible]" } else { "" };
        let name = result["name"].as_str().unwrap_or_default();
        let place = |site: &Value| {
            format!(
                "{}:{}:{}",
                site["file"].as_str().unwrap_or_default(),
                site["line"],
                site["column"]
            )
        };
        match tool {
            "find_callers" | "find_callees" => {
                let word = if tool == "find_callers" { "caller" } else { "callee" };
                let is_unknown = result["file"].is_null();
                for site in result["call_sites"].as_array().into_iter().flatten() {
                    let mark = if is_unknown { "?" } else { possible };
                    found.insert(format!("{} {word} {name}{mark}", place(site)));
                }
            }
            "find_references" => {
                let role = result["role"].as_str().unwrap_or_default();
                found.insert(format!("{} {role}{possible}", place(&result)));
            }
            "find_implementations" => {
                found.insert(format!(
                    "{}:{} impl{possible}",
                    result["file"].as_str().unwrap_or_default(),
                    result["line"]
                ));
            }
            other => panic!("no marks are known for {other}"),
        }
    }
    found
}
