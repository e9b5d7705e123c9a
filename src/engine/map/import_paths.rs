//! Paths that a text imports, read from its statements by their form, without a grammar. What they
//! mean is found by `resolved_imports`.

use crate::domain::{Cancel, is_word};
use memchr::{memchr, memmem, memrchr};

/// A path that a text imports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ImportPath {
    /// As written between quotes: `./a/b`, `example.org/a/b`.
    Quoted(String),
    /// Names in a row, as `a.b.c` or `a::b::c`, with the number of dots before the first.
    Named { dots: usize, names: Vec<String> },
}

/// Words that begin a statement of imports.
const OPENING: [&str; 4] = ["import", "from", "use", "using"];

/// Words before it.
const VISIBILITY: [&str; 6] =
    ["public ", "internal ", "private ", "fileprivate ", "package ", "global "];

/// Words between such a word and the path.
const MODIFIERS: [&str; 10] = [
    "static ",
    "type ",
    "lazy ",
    "function ",
    "const ",
    "struct ",
    "class ",
    "enum ",
    "protocol ",
    "func ",
];

/// Words before a quoted path elsewhere in a line.
const BEFORE_QUOTES: [&str; 3] = ["from ", "require", "import("];

/// Such a word for a path that is relative without saying so.
const RELATIVE: &str = "require_relative";

/// Start of a path that needs no statement.
const ROOTED: &str = "crate::";

/// Beginnings of lines of comments.
const COMMENTS: [&str; 4] = ["//", "*", "/*", "#"];

/// Marks around a path.
const QUOTES: [char; 3] = ['"', '\'', '`'];

/// Maximum number of bytes of a statement, and of a path in one.
const MAX_BYTES: usize = 8192;
const MAX_PATH_BYTES: usize = 256;

/// Maximum number of names in a path. Nobody writes so many, and each beginning of a path is looked
/// up.
pub(super) const MAX_NAMES: usize = 64;

/// Maximum number of statements of a text without an end within [`MAX_BYTES`]. Behind them a
/// statement ends with its line.
const MAX_UNCLOSED: usize = 64;

/// Returns the paths of a text, in the order of the text, those inside of lines last. Stops where
/// [`Cancel::current`] is set.
pub(super) fn import_paths(text: &str) -> Vec<ImportPath> {
    let cancel = Cancel::current();
    let mut paths = Vec::new();
    let mut unclosed = 0;
    let mut at = 0;
    while at < text.len() {
        let end = line_end(text, at);
        let line = text[at..end].trim_start();
        at = end + 1;
        let Some(opened) = opened(line) else { continue };
        if cancel.is_cancelled() {
            return paths;
        }
        let start = end - opened.len();
        let whole = if unclosed < MAX_UNCLOSED { &text[start..] } else { &text[start..end] };
        let length = statement_length(whole).unwrap_or_else(|| {
            unclosed += 1;
            end - start
        });
        statement(&text[start..start + length], &mut paths);
        at = at.max(start + length);
    }
    for before in BEFORE_QUOTES {
        let quoted = behind(text, before).filter_map(|rest| {
            let rest = rest.trim_start_matches(['(', ' ']);
            if rest.starts_with(QUOTES) { quoted(rest).next() } else { None }
        });
        paths.extend(quoted.map(|path| ImportPath::Quoted(path.to_owned())));
    }
    paths.extend(behind(text, RELATIVE).filter_map(|rest| {
        let path = quoted(rest.split(RELATIVE).next()?).next()?;
        Some(ImportPath::Quoted(format!("./{path}")))
    }));
    paths.extend(behind(text, ROOTED).filter_map(|rest| {
        let is_path = |letter: char| is_word(letter) || letter == ':';
        let length = rest.find(|letter| !is_path(letter)).unwrap_or(rest.len());
        // Behind `crate::{` stands a list, which a statement has.
        let names = rest[..length].trim_end_matches(':');
        named(&format!("{ROOTED}{names}")).filter(|_| length > 0)
    }));
    paths.retain(is_written);
    paths
}

/// Returns whether a path is short enough to be one that somebody wrote.
fn is_written(path: &ImportPath) -> bool {
    match path {
        ImportPath::Quoted(path) => {
            path.len() <= MAX_PATH_BYTES && path.matches('/').count() < MAX_NAMES
        }
        ImportPath::Named { names, .. } => names.len() <= MAX_NAMES,
    }
}

fn line_end(text: &str, at: usize) -> usize {
    memchr(b'\n', &text.as_bytes()[at..]).map_or(text.len(), |length| at + length)
}

/// Returns what follows each place of `word` on its line, where that begins a word and its line is
/// no comment.
fn behind<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = &'t str> {
    let is_path = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b':');
    // The line of the place before.
    let (mut line_ends, mut is_comment) = (None, false);
    memmem::find_iter(text.as_bytes(), word).filter_map(move |at| {
        let end = match line_ends {
            Some(end) if at < end => end,
            before => {
                // Behind the line feed of the line before, so that no text is looked through twice.
                let from = before.map_or(0, |end| end + 1);
                let start = memrchr(b'\n', &text.as_bytes()[from..at])
                    .map_or(from, |line_feed| from + line_feed + 1);
                let line = text[start..].trim_start();
                is_comment = COMMENTS.iter().any(|mark| line.starts_with(mark));
                *line_ends.insert(line_end(text, at))
            }
        };
        let is_code = !is_comment && !text[..at].bytes().next_back().is_some_and(is_path);
        is_code.then(|| &text[at + word.len()..end])
    })
}

/// Returns a line without the words that make it visible elsewhere, if it begins a statement of
/// imports.
fn opened(line: &str) -> Option<&str> {
    let is_own_word = |rest: &&str| rest.starts_with([' ', '\t', '(']);
    let line = line.strip_prefix("pub").filter(is_own_word).map_or(line, |rest| {
        let rest = rest.trim_start();
        rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or(rest, |(_, rest)| rest)
    });
    let mut line = line.trim_start();
    if line.starts_with('@') {
        line = line.split_once(' ').map_or("", |(_, rest)| rest.trim_start());
    }
    let line = VISIBILITY.iter().find_map(|word| line.strip_prefix(word)).unwrap_or(line);
    let ends = |rest: &&str| rest.starts_with([' ', '\t', '{', '(', '"', '\'', '*']);
    OPENING
        .into_iter()
        .any(|word| line.strip_prefix(word).as_ref().is_some_and(ends))
        .then_some(line)
}

/// Returns the length of the statement at the start of a text: to the end of the line behind all
/// parentheses, or to a semicolon. `None` if it is too long.
fn statement_length(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, byte) in text.bytes().enumerate().take(MAX_BYTES) {
        match byte {
            b'(' | b'{' => depth += 1,
            b')' | b'}' => depth = depth.saturating_sub(1),
            b';' | b'\n' if depth == 0 => return Some(at),
            _ => {}
        }
    }
    (text.len() <= MAX_BYTES && depth == 0).then_some(text.len())
}

/// Adds the paths of a statement of imports.
fn statement(text: &str, paths: &mut Vec<ImportPath>) {
    if text.contains(['"', '\'']) {
        paths.extend(quoted(text).map(|path| ImportPath::Quoted(path.to_owned())));
        return;
    }
    // Of a line without end the beginning.
    let text = &text[..text.floor_char_boundary(MAX_BYTES)];
    let (word, rest) =
        text.split_at(text.find(|letter: char| !letter.is_alphabetic()).unwrap_or(0));
    let rest = MODIFIERS
        .into_iter()
        .fold(rest.trim(), |rest, word| rest.strip_prefix(word).map_or(rest, str::trim_start));
    // Of another name for a namespace what it stands for.
    let rest = match rest.split_once('=') {
        Some((_, meant)) if word == "using" => meant.trim_start(),
        _ => rest,
    };
    let mut items = Vec::new();
    if word != "from" {
        expand(rest, &mut items);
    } else if let Some((base, names)) = rest.split_once(" import")
        && let base = base.trim()
        && base.len() <= MAX_PATH_BYTES
    {
        let joint = if base.ends_with('.') { "" } else { "." };
        let names = names.trim().trim_start_matches('(').trim_end_matches(')');
        let names = names.split(',').filter_map(|name| name.split_whitespace().next());
        items.extend(names.map(|name| format!("{base}{joint}{name}")));
    }
    paths.extend(items.iter().filter_map(|item| named(item)));
}

/// Adds the paths of a list, whose items may share their start: `a, b::{c, d as e}`.
fn expand(list: &str, items: &mut Vec<String>) {
    let mut prefix = String::new();
    // The lengths of the prefix outside of each list that is open.
    let mut open = Vec::new();
    // Where the item begins; `None` behind a list, which has ended it.
    let mut start = Some(0);
    let ends = list.char_indices().filter(|(_, letter)| matches!(letter, '{' | '}' | ','));
    for (at, mark) in ends.chain([(list.len(), ',')]) {
        let item = start.map_or("", |start| list[start..at].trim());
        if mark == '{' {
            open.push(prefix.len());
            prefix.push_str(item);
        } else if let Some(name) = item.split_whitespace().next()
            && prefix.len() + name.len() <= MAX_PATH_BYTES
        {
            items.push(format!("{prefix}{name}"));
        }
        if mark == '}' {
            prefix.truncate(open.pop().unwrap_or_default());
        }
        start = (mark != '}').then_some(at + 1);
    }
}

/// Returns the names of a path. `None` if it is none: then the text was prose.
fn named(path: &str) -> Option<ImportPath> {
    if path.len() > MAX_PATH_BYTES {
        return None;
    }
    let names = path.trim_start_matches('.');
    let dots = path.len() - names.len();
    let names: Vec<String> =
        names.split([':', '.', '\\']).filter(|name| !name.is_empty()).map(str::to_owned).collect();
    let names: Vec<String> = match names.split_last() {
        Some((last, rest)) if ["*", "_", "self"].contains(&last.as_str()) => rest.to_vec(),
        _ => names,
    };
    let is_name = |name: &String| name.chars().all(is_word);
    (names.iter().all(is_name) && (dots > 0 || !names.is_empty()))
        .then_some(ImportPath::Named { dots, names })
}

/// Returns the quoted strings of a text that end on their line.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| {
        let mut rest = line;
        std::iter::from_fn(move || {
            let start = rest.find(QUOTES)?;
            let mark = &rest[start..=start];
            let (inside, behind) = rest[start + 1..].split_once(mark)?;
            rest = behind;
            Some(inside)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the paths in a notation: `"quoted"`, or names joined by slashes after their dots.
    fn check(text: &str, expected: &[&str]) {
        let shown = |path: ImportPath| match path {
            ImportPath::Quoted(path) => format!("\"{path}\""),
            ImportPath::Named { dots, names } => format!("{}{}", ".".repeat(dots), names.join("/")),
        };
        assert_eq!(
            import_paths(text).into_iter().map(shown).collect::<Vec<_>>(),
            expected,
            "{text}"
        );
    }

    #[test]
    fn statements_with_quotes() {
        check(
            "import { a,\n  b } from './x/y'\nexport * from \"../z\";\n",
            &["\"./x/y\"", "\"./x/y\"", "\"../z\""],
        );
        check(
            "const a = require('./a'), b = await import('./b')\n// from './c'\n",
            &["\"./a\"", "\"./b\""],
        );
        check("require 'a/b'\nrequire_relative \"../c\"\n", &["\"a/b\"", "\"./../c\""]);
        check(
            "import (\n\t\"os\"\n\tx \"example.org/a/b\"\n)\n",
            &["\"os\"", "\"example.org/a/b\""],
        );
    }

    #[test]
    fn statements_with_names() {
        check(
            "import a.b, c as d\nfrom a.b import (\n    c,  d as e,\n)\n",
            &["a/b", "c", "a/b/c", "a/b/d"],
        );
        check("from . import a\nfrom ..b import c\n", &[".a", "..b/c"]);
        check("import static org.a.B.c;\nimport org.a.*;\n", &["org/a/B/c", "org/a"]);
        check("import a.b.{C, D => E}\n", &["a/b/C", "a/b/D"]);
        check(
            "pub(crate) use crate::{\n    a::{self, B},\n    c::D,\n};\nuse x;\n",
            &["crate/a", "crate/a/B", "crate/c/D", "x"],
        );
        check("fn f() -> crate::a::B {}\n", &["crate/a/B"]);
        check(
            "using A.B;\nglobal using static A.C;\nusing D = A.E;\nusing (var x = y()) {\n",
            &["A/B", "A/C", "A/E"],
        );
        check("use App\\{A, B as C};\nuse function App\\f;\n", &["App/A", "App/B", "App/f"]);
        check("@testable import A\npublic import struct B.C\n", &["A", "B/C"]);
    }

    /// Each would end the process, or not end itself, if lists were followed by recursion, or if
    /// the text behind each word were searched for a quote, its line's start or the list's end.
    #[test]
    fn texts_without_end_take_linear_work() {
        let (many, line) = (400_000, 30_000);
        for open in ["use a::", "import ", "use ", "public import "] {
            let text = format!("{open}{}\nimport b\n", "{".repeat(many));
            check(&text, &["b"]);
        }
        check(&format!("x {}", "from require import( crate:: ".repeat(many)), &[]);
        check(&format!("x{}", " from".repeat(many)), &[]);
        check(&format!("{}\"x\"", " require_relative".repeat(many)), &["\"./x\""]);
        check(&"use {\n".repeat(line * 10), &[]);
        check(&format!("import {}\n", ["a"; 65].join(".")), &[]);
        check(&format!("from '{}'\n", ["a"; 65].join("/")), &[]);
        check(&format!("import {}\n", "a".repeat(many)), &[]);
    }

    #[test]
    fn lists_are_followed_inside_each_other() {
        check(
            "use a::{b::{c, d::{e, f}}, g, h::{i}, j};\n",
            &["a/b/c", "a/b/d/e", "a/b/d/f", "a/g", "a/h/i", "a/j"],
        );
        check("use a::{b::{c};\n", &["a/b/c"]);
        check("use a}, b;\n", &["a", "b"]);
    }

    #[test]
    fn a_quote_that_its_line_does_not_close_is_none() {
        check("x from 'a\n'b'\n", &[]);
        check("x from 'a' // from 'b'\n# y from 'c'\n", &["\"a\"", "\"b\""]);
    }

    #[test]
    fn prose_is_no_import() {
        check("from the start\nuse it-all\nimportant = 1\n", &[]);
    }
}
