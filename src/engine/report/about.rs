//! The documentation of a file: the first sentence or so of its own documentation comment.

use crate::domain::Outline;
use crate::lang::Language;
use crate::workspace::Text;
use crate::workspace::secrets::masked;

/// Maximum number of lines at the top of a file in which its documentation may begin.
const MAX_LINES: usize = 80;

/// Words that mark a comment as a licence or a tool directive, not documentation.
const NOT_FOR_READERS: [&str; 12] = [
    "copyright",
    "license",
    "licence",
    "spdx",
    "eslint",
    "tslint",
    "@ts-",
    "prettier",
    "istanbul",
    "@jsx",
    "generated",
    "-*-",
];

/// Maximum number of characters shown of a file's documentation.
const MAX_CHARACTERS: usize = 160;

/// Returns the first sentence of a file's documentation, or a short enough beginning of its first
/// paragraph. A comment that documents the first definition is not the file's.
pub(super) fn module_doc(text: &Text, outline: &Outline, language: &Language) -> Option<String> {
    let documented = |line: usize| {
        outline.symbols.iter().any(|symbol| symbol.first_line <= line && line < symbol.line)
    };
    let marks: Vec<&str> = language.config.comments.line.iter().map(String::as_str).collect();
    let mut number = 1;
    while number <= text.line_count().min(MAX_LINES) {
        let line = text.line(number)?.trim();
        let Some(last) = block_at(text, number, line, &marks) else {
            if line.is_empty() || is_passed_over(line) {
                number += 1;
                continue;
            }
            return None;
        };
        let lines: Vec<&str> =
            (number..=last).filter_map(|line| text.line(line)).map(bare).collect();
        let is_for_readers = !lines.iter().any(|line| {
            let line = line.to_lowercase();
            NOT_FOR_READERS.iter().any(|word| line.contains(word))
        });
        if is_for_readers && !documented(number) {
            return beginning(&lines);
        }
        number = last + 1;
    }
    None
}

/// Returns the lines of the first paragraph up to the one that ends a sentence, joined.
fn beginning(lines: &[&str]) -> Option<String> {
    let first = lines.iter().position(|line| line.chars().any(char::is_alphanumeric))?;
    let mut joined = String::new();
    for line in lines[first..].iter().take_while(|line| !line.is_empty()) {
        if !joined.is_empty() {
            joined.push(' ');
        }
        joined.push_str(line);
        if line.ends_with(['.', ':', '!', '?']) {
            break;
        }
    }
    let joined = masked(&joined);
    match joined.char_indices().nth(MAX_CHARACTERS) {
        Some((end, _)) => Some(format!("{}…", &joined[..end])),
        None => Some(joined.into_owned()),
    }
}

/// Returns the last line of a comment or docstring that begins on a line. `marks` start line
/// comments.
fn block_at(text: &Text, first: usize, line: &str, marks: &[&str]) -> Option<usize> {
    const QUOTES: [&str; 2] = ["\"\"\"", "'''"];
    let is_comment =
        |line: &str| !is_passed_over(line) && marks.iter().any(|mark| line.starts_with(mark));
    if is_comment(line) {
        let is_next =
            |number: &usize| text.line(*number).is_some_and(|line| is_comment(line.trim()));
        return (first..=text.line_count()).take_while(is_next).last();
    }
    let (open, close) = if line.starts_with("/*") {
        ("/*", "*/")
    } else {
        let quotes =
            QUOTES.into_iter().find(|quotes| line.trim_start_matches('r').starts_with(quotes))?;
        (quotes, quotes)
    };
    let rest = line.split_once(open).map_or("", |(_, rest)| rest);
    if rest.contains(close) {
        return Some(first);
    }
    (first + 1..=text.line_count())
        .find(|number| text.line(*number).is_some_and(|line| line.contains(close)))
}

/// Returns whether a line may stand above a file's documentation.
fn is_passed_over(line: &str) -> bool {
    ["#!", "#[", "'use strict'", "\"use strict\""].iter().any(|start| line.starts_with(start))
}

/// Returns a line of a comment without its comment marks.
fn bare(line: &str) -> &str {
    let line = line.trim();
    let raw = line.strip_prefix('r').filter(|rest| rest.starts_with(['"', '\'']));
    let line = raw.unwrap_or(line).trim_start_matches(['/', '*', '!', '#', '"', '\'']);
    line.trim_end_matches(['/', '*', '"', '\'']).trim()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::registry;
    use crate::workspace::outline::outline;

    fn check(language: &str, content: &str, expected: Option<&str>) {
        let language = registry().by_name(language).expect("a known language");
        let text = Text::from_content(content);
        let doc = module_doc(&text, &outline(content, language), language);
        assert_eq!(doc.as_deref(), expected, "{content}");
    }

    #[test]
    fn a_file_speaks_for_itself_above_its_first_definition() {
        check("rust", "//! What it is.\n//! More.\n\nfn f() {}\n", Some("What it is."));
        check("rust", "#![allow(x)]\n\n//! What it is.\n", Some("What it is."));
        check("rust", "/// Of f.\nfn f() {}\n", None);
        check("rust", "use a;\n// Not the file's.\n", None);
        check(
            "python",
            "#!/usr/bin/env python\n\"\"\"\nWhat it is.\n\"\"\"\nimport x\n",
            Some("What it is."),
        );
        check("python", "'''What it is.'''\n", Some("What it is."));
        check(
            "go",
            "// Copyright 2020.\n\n// Package x does it.\npackage x\n",
            Some("Package x does it."),
        );
        check(
            "typescript",
            "/* eslint-disable */\n/**\n * What it is.\n */\n\nimport x from 'y';\n",
            Some("What it is."),
        );
        check("typescript", "/** Of f. */\nexport function f() {}\n", None);
        check(
            "python",
            "\"\"\"\nWhat it\nis. And\nmore.\n\nRest.\n\"\"\"\n",
            Some("What it is. And more."),
        );
        check("c", "/* What it is. */\n#include <a.h>\n", Some("What it is."));
        check("c", "#include <a.h>\n/* Not the file's. */\n", None);
    }
}
