//! Paths that a text imports, read from its statements by their form, without a grammar. What they
//! mean is found by `resolved_imports`.

use crate::domain::is_word;
use memchr::{memchr, memmem};

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

/// Maximum number of bytes of a statement.
const MAX_BYTES: usize = 8192;

/// Returns the paths of a text, in the order of the text, those inside of lines last.
pub(super) fn import_paths(text: &str) -> Vec<ImportPath> {
    let mut paths = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let end = memchr(b'\n', &text.as_bytes()[at..]).map_or(text.len(), |length| at + length);
        let line = text[at..end].trim_start();
        at = end + 1;
        if let Some(opened) = opened(line) {
            let start = end - opened.len();
            let length = statement_length(&text[start..]);
            statement(&text[start..start + length], &mut paths);
            at = at.max(start + length);
        }
    }
    for before in BEFORE_QUOTES {
        let found = memmem::find_iter(text.as_bytes(), before);
        let paths_after = found.filter(|at| is_code(text, *at)).filter_map(|at| {
            let rest = text[at + before.len()..].trim_start_matches(['(', ' ']);
            quoted(rest).next().filter(|_| rest.starts_with(['"', '\'', '`']))
        });
        paths.extend(paths_after.map(|path| ImportPath::Quoted(path.to_owned())));
    }
    let relative = memmem::find_iter(text.as_bytes(), RELATIVE).filter(|at| is_code(text, *at));
    paths.extend(relative.filter_map(|at| {
        let path = quoted(text[at + RELATIVE.len()..].lines().next()?).next()?;
        Some(ImportPath::Quoted(format!("./{path}")))
    }));
    let rooted = memmem::find_iter(text.as_bytes(), ROOTED).filter(|at| is_code(text, *at));
    paths.extend(rooted.filter_map(|at| {
        let is_path = |letter: char| is_word(letter) || letter == ':';
        let length = text[at..].find(|letter| !is_path(letter)).unwrap_or(text.len() - at);
        // Behind `crate::{` stands a list, which a statement has.
        named(text[at..at + length].trim_end_matches(':')).filter(|_| length > ROOTED.len())
    }));
    paths
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
/// parentheses, or to a semicolon.
fn statement_length(text: &str) -> usize {
    let mut depth = 0usize;
    for (at, byte) in text.bytes().enumerate().take(MAX_BYTES) {
        match byte {
            b'(' | b'{' => depth += 1,
            b')' | b'}' => depth = depth.saturating_sub(1),
            b';' | b'\n' if depth == 0 => return at,
            _ => {}
        }
    }
    let line = memchr(b'\n', text.as_bytes()).unwrap_or(text.len());
    if text.len() <= MAX_BYTES && depth == 0 { text.len() } else { line }
}

/// Adds the paths of a statement of imports.
fn statement(text: &str, paths: &mut Vec<ImportPath>) {
    if text.contains(['"', '\'']) {
        paths.extend(quoted(text).map(|path| ImportPath::Quoted(path.to_owned())));
        return;
    }
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
        expand("", rest, &mut items);
    } else if let Some((base, names)) = rest.split_once(" import") {
        let base = base.trim();
        let joint = if base.ends_with('.') { "" } else { "." };
        let names = names.trim().trim_start_matches('(').trim_end_matches(')');
        let names = names.split(',').filter_map(|name| name.split_whitespace().next());
        items.extend(names.map(|name| format!("{base}{joint}{name}")));
    }
    paths.extend(items.iter().filter_map(|item| named(item)));
}

/// Adds the paths of a list, whose items may share their start: `a, b::{c, d as e}`.
fn expand(prefix: &str, list: &str, items: &mut Vec<String>) {
    let mut depth = 0usize;
    let mut start = 0;
    let ends = list.char_indices().filter(|(_, letter)| match letter {
        '{' => {
            depth += 1;
            false
        }
        '}' => {
            depth = depth.saturating_sub(1);
            false
        }
        letter => *letter == ',' && depth == 0,
    });
    let ends: Vec<usize> = ends.map(|(at, _)| at).chain([list.len()]).collect();
    for end in ends {
        let item = list[start..end].trim();
        start = end + 1;
        match item.split_once('{') {
            Some((head, inner)) => {
                let inner = inner.rsplit_once('}').map_or(inner, |(inner, _)| inner);
                expand(&format!("{prefix}{}", head.trim()), inner, items);
            }
            None => {
                items.extend(item.split_whitespace().next().map(|name| format!("{prefix}{name}")));
            }
        }
    }
}

/// Returns the names of a path. `None` if it is none: then the text was prose.
fn named(path: &str) -> Option<ImportPath> {
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
            let start = rest.find(['"', '\'', '`'])?;
            let mark = &rest[start..=start];
            let (inside, behind) = rest[start + 1..].split_once(mark)?;
            rest = behind;
            Some(inside)
        })
    })
}

/// Returns whether a place is a word of its own, in a line that is no comment.
fn is_code(text: &str, at: usize) -> bool {
    let is_path = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b':');
    let line = text[..at].rsplit('\n').next().unwrap_or_default().trim_start();
    !text.as_bytes()[..at].last().is_some_and(is_path)
        && !["//", "*", "/*", "#"].iter().any(|mark| line.starts_with(mark))
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

    #[test]
    fn prose_is_no_import() {
        check("from the start\nuse it-all\nimportant = 1\n", &[]);
    }
}
