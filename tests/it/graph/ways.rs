//! Ways by which values reach calls, one a line, in the languages with a grammar and types or
//! values to follow: parameters of closures, patterns, results, elements, aliases. Of each call the
//! answer is certain unless the line says that it is only possible, so that neither a weakness that
//! has gone nor one that has come passes unseen.

use crate::support::{ask, project};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Line behind which calls are judged.
const DASHES: &str = "----";

/// End of a line of which some calls are only possible.
const POSSIBLE: &str = " possible";

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// The number of places where a text has a name as a whole word.
fn mentions(text: &str, name: &str) -> usize {
    let is_whole = |(at, _): &(usize, &str)| {
        !text[..*at].ends_with(is_word) && !text[at + name.len()..].starts_with(is_word)
    };
    text.match_indices(name).filter(is_whole).count()
}

/// The calls of an answer by line: of all of them, and of those that are certain.
fn calls(answer: &Value) -> BTreeMap<usize, (usize, usize)> {
    let mut calls: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    for row in answer["results"].as_array().expect("results") {
        let is_certain = row["certainty"] != "possible";
        for site in row["call_sites"].as_array().expect("call sites") {
            let line = site["line"].as_u64().expect("a line") as usize;
            let (all, certain) = calls.entry(line).or_default();
            *all += 1;
            *certain += usize::from(is_certain);
        }
    }
    calls
}

#[track_caller]
fn check(path: &str, text: &str) {
    let name = if path.ends_with(".go") { "Pkey" } else { "pkey" };
    let directory = project(&[(path, text)]);
    let answer = ask::value(
        directory.path(),
        "find_callers",
        json!({
            "symbol": format!("Index.{name}"),
            "maxResults": 1000,
            "maxTokens": 100_000,
            "wait": 0,
        }),
    );
    let calls = calls(&answer);
    let begin = text.lines().position(|line| line.ends_with(DASHES)).expect("dashes");
    let mut wrong = Vec::new();
    let mut judged = 0;
    for (index, line) in text.lines().enumerate().skip(begin + 1) {
        let wanted = mentions(line, name);
        let (all, certain) = calls.get(&(index + 1)).copied().unwrap_or_default();
        judged += wanted;
        if all != wanted || (certain < wanted) != line.ends_with(POSSIBLE) {
            let number = index + 1;
            wrong.push(format!("{path}:{number}: {certain} certain of {all} of {wanted}: {line}"));
        }
    }
    assert!(judged > 20 && wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

macro_rules! languages {
    ($($test:ident: $file:literal,)*) => {$(
        #[test]
        fn $test() {
            check($file, include_str!(concat!("../../fixtures/receivers/", $file)));
        }
    )*};
}

languages! {
    values_reach_calls_in_cpp: "index.cpp",
    values_reach_calls_in_csharp: "Index.cs",
    values_reach_calls_in_dart: "index.dart",
    values_reach_calls_in_go: "index.go",
    values_reach_calls_in_java: "Index.java",
    values_reach_calls_in_javascript: "index.js",
    values_reach_calls_in_kotlin: "index.kt",
    values_reach_calls_in_php: "index.php",
    values_reach_calls_in_python: "index.py",
    values_reach_calls_in_ruby: "index.rb",
    values_reach_calls_in_rust: "index.rs",
    values_reach_calls_in_scala: "index.scala",
    values_reach_calls_in_swift: "index.swift",
    values_reach_calls_in_typescript: "index.ts",
}
