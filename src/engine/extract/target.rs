//! Parsing of targets: a file, and a place in it.

use crate::lang::registry;
use std::path::Path;

/// A place in a file, in the user's notation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Selector {
    Whole,
    Line(usize),
    /// First and last line, as given.
    Range(usize, usize),
    /// A name, or a qualified name in the language's notation or with `.` or `/`.
    Symbol(String),
}

/// Length up to which a line is read as a target, in bytes; a path is shorter, and so is a name.
const MAX_TARGET_BYTES: usize = 8192;

/// Number of `#` at which a target is split.
const MAX_FRAGMENTS: usize = 64;

/// Returns the possible splits of a target into a path and a place, the likeliest first. A colon,
/// `#`, space or parenthesis may belong to the path, so that only the file system can decide.
pub(super) fn readings(target: &str) -> Vec<(String, Selector)> {
    let target = target.trim();
    let mut readings = Vec::new();
    if target.is_empty() || is_too_long(target) || target.contains('\0') {
        return readings;
    }
    let target = match target.strip_prefix("file://") {
        Some(rest) => decode_uri(rest),
        None if is_url(target) => return readings,
        None => target.to_owned(),
    };
    let mut add = |path: &str, at: Selector| {
        if !path.is_empty() && !readings.iter().any(|(known, _)| known == path) {
            readings.push((path.to_owned(), at));
        }
    };
    add(&target, Selector::Whole);
    if let Some((path, at)) = with_lines(&target) {
        add(path, at);
    }
    if let Some((path, at)) = with_column(&target) {
        add(path, at);
    }
    if let Some((path, at)) = with_parentheses(&target) {
        add(path, at);
    }
    for (hash, _) in target.match_indices('#').take(MAX_FRAGMENTS) {
        let (path, name) = (&target[..hash], &target[hash + 1..]);
        if !name.is_empty() {
            add(path, line_fragment(name).unwrap_or_else(|| Selector::Symbol(name.to_owned())));
        }
    }
    // Traces and messages from Windows have backslashes, also when read elsewhere.
    if !cfg!(windows) && target.contains('\\') {
        let slashed: Vec<_> =
            readings.iter().map(|(path, at)| (path.replace('\\', "/"), at.clone())).collect();
        readings.extend(slashed);
    }
    readings
}

/// Returns the parts of a text that may be a target each: `a.rs:4-5, b.rs:14`.
pub(super) fn each(text: &str) -> Vec<&str> {
    if is_too_long(text) {
        return Vec::new();
    }
    let parts = text.split(|letter: char| letter.is_whitespace() || letter == ',');
    parts.filter(|part| !part.is_empty()).collect()
}

/// Returns whether a text is longer than a file and a place in it.
pub(super) fn is_too_long(target: &str) -> bool {
    target.trim().len() > MAX_TARGET_BYTES
}

/// Returns the target if it is a name: `Stream`, `Stream::connect`, `Stream.connect`; `None` if it
/// looks like a file.
pub(super) fn bare_name(target: &str) -> Option<&str> {
    let name = target.trim();
    let is_part = |part: &str| {
        part.chars()
            .next()
            .is_some_and(|first| first.is_alphabetic() || matches!(first, '_' | '$' | '~'))
            && part.chars().all(|character| {
                character.is_alphanumeric() || matches!(character, '_' | '$' | '~' | '!' | '?')
            })
    };
    let is_name = name.split("::").flat_map(|parts| parts.split('.')).all(is_part);
    (is_name && registry().for_path(Path::new(name)).is_none()).then_some(name)
}

/// Returns the names by which a target of one line may ask for definitions in any file.
pub(super) fn symbols(target: &str) -> Vec<String> {
    if target.trim().lines().count() != 1 {
        return Vec::new();
    }
    if let Some(name) = bare_name(target) {
        return vec![name.to_owned()];
    }
    let named = readings(target).into_iter().filter_map(|(path, at)| match at {
        Selector::Symbol(name) => Some(name),
        Selector::Line(_) | Selector::Range(..) => bare_name(&path).map(str::to_owned),
        Selector::Whole => None,
    });
    named.collect()
}

/// Returns whether a text is a URL, in which `:8080` is not a line.
pub(super) fn is_url(text: &str) -> bool {
    text.find("://")
        .is_some_and(|at| at > 1 && text[..at].bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Parses a line number; one that overflows is past every end.
fn number(digits: &str) -> Option<usize> {
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(usize::MAX))
}

/// Parses `path:12`, `path:12-20`.
fn with_lines(target: &str) -> Option<(&str, Selector)> {
    let (path, lines) = target.trim_end_matches(':').rsplit_once(':')?;
    if let Some(line) = number(lines) {
        return Some((path, Selector::Line(line)));
    }
    let (start, end) = lines.split_once(['-', ','])?;
    Some((path, Selector::Range(number(start)?, number(end)?)))
}

/// Parses `path:12:5`, as compilers write it.
fn with_column(target: &str) -> Option<(&str, Selector)> {
    let (rest, column) = target.trim_end_matches(':').rsplit_once(':')?;
    number(column)?;
    let (path, line) = rest.rsplit_once(':')?;
    Some((path, Selector::Line(number(line)?)))
}

/// Parses `path(12)`, `path(12,5)`.
fn with_parentheses(target: &str) -> Option<(&str, Selector)> {
    let (path, inside) = target.trim_end_matches(':').strip_suffix(')')?.rsplit_once('(')?;
    let line = inside.split(',').next().unwrap_or_default().trim();
    Some((path, Selector::Line(number(line)?)))
}

/// Parses `L12`, `L12-L20`, as code hosts write it.
fn line_fragment(fragment: &str) -> Option<Selector> {
    let line = |text: &str| number(text.strip_prefix('L')?);
    match fragment.split_once('-') {
        Some((start, end)) => {
            Some(Selector::Range(line(start)?, line(end).or_else(|| number(end))?))
        }
        None => line(fragment).map(Selector::Line),
    }
}

/// Returns the path of a `file://` URI: its host left out, `%20` and the like decoded.
pub(super) fn decode_uri(rest: &str) -> String {
    let path = match rest.find('/') {
        Some(at) => &rest[at..],
        None => rest,
    };
    let mut bytes = Vec::with_capacity(path.len());
    let mut left = path.as_bytes();
    while let Some((first, rest)) = left.split_first() {
        let hex = rest.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        match hex.filter(|_| *first == b'%').and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                left = &rest[2..];
            }
            None => {
                bytes.push(*first);
                left = rest;
            }
        }
    }
    let path = String::from_utf8_lossy(&bytes).into_owned();
    // `/C:/x` is a Windows path in a URI.
    match path.as_bytes() {
        [b'/', letter, b':', ..] if letter.is_ascii_alphabetic() => path[1..].to_owned(),
        _ => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(target: &str, path: &str, at: Selector) {
        let readings = readings(target);
        assert!(readings.contains(&(path.to_owned(), at)), "{target}: {readings:?}");
    }

    #[test]
    fn the_forms_of_a_target_are_read() {
        check("src/a.rs", "src/a.rs", Selector::Whole);
        check("src/a.rs:12", "src/a.rs", Selector::Line(12));
        check("src/a.rs:12:", "src/a.rs", Selector::Line(12));
        check("src/a.rs:12:5", "src/a.rs", Selector::Line(12));
        check("src/a.rs:12-20", "src/a.rs", Selector::Range(12, 20));
        check("src/a.rs:20-12", "src/a.rs", Selector::Range(20, 12));
        check("src/a.rs:0", "src/a.rs", Selector::Line(0));
        check("src/a.rs:99999999999999999999999", "src/a.rs", Selector::Line(usize::MAX));
        check("src/a.ts(12,5)", "src/a.ts", Selector::Line(12));
        check("src/a.rs#Stream", "src/a.rs", Selector::Symbol("Stream".into()));
        check("src/a.rs#Stream.connect", "src/a.rs", Selector::Symbol("Stream.connect".into()));
        check("src/a.rs#Stream::connect", "src/a.rs", Selector::Symbol("Stream::connect".into()));
        check("src/a.rs#L12-L20", "src/a.rs", Selector::Range(12, 20));
        check("src/a.rs#L12", "src/a.rs", Selector::Line(12));
    }

    #[test]
    fn paths_may_hold_what_places_are_written_with() {
        check("My Project (1)/a b.rs:3", "My Project (1)/a b.rs", Selector::Line(3));
        check("a#b.rs#f", "a#b.rs", Selector::Symbol("f".into()));
        check("a:b.rs", "a:b.rs", Selector::Whole);
        check(r"C:\x\a.rs:3", r"C:\x\a.rs", Selector::Line(3));
        check(r"src\a.rs:3", "src/a.rs", Selector::Line(3));
        check("file:///x/a%20b.rs:3", "/x/a b.rs", Selector::Line(3));
        check("file:///C:/x/a.rs", "C:/x/a.rs", Selector::Whole);
    }

    #[test]
    fn names_are_told_from_files() {
        for name in
            ["Stream", "Stream.connect", "crate::net::Stream", "_x", "größe", "$el", "empty?"]
        {
            assert_eq!(bare_name(name), Some(name));
        }
        for other in
            ["a.rs", "README.md", "src/Stream", "a b", "", "12", "a:12", "Makefile", "a..b", "x#y"]
        {
            assert_eq!(bare_name(other), None, "{other}");
        }
    }

    #[test]
    fn addresses_are_no_files() {
        assert_eq!(readings("http://localhost:8080"), []);
        assert_eq!(readings("https://example.com/a.rs#L3"), []);
        assert_eq!(readings(" "), []);
    }

    #[test]
    fn a_target_has_a_bounded_number_of_readings() {
        let fragments = readings(&format!("a.py#{}", "x#".repeat(3_000)));
        assert_eq!(fragments.len(), 1 + MAX_FRAGMENTS);
        assert_eq!(readings(&"#".repeat(MAX_TARGET_BYTES + 1)), []);
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_failure(target in ".{0,60}") {
            for (path, _) in readings(&target) {
                prop_assert!(!path.is_empty());
            }
        }

        #[test]
        fn joined_targets_are_split_again(path in "[a-zA-Z0-9_ ()#:.\\-]{0,20}[a-z]\\.rs", first in 1usize..100_000, more in 0usize..1000) {
            let path = path.trim_start();
            prop_assume!(!is_url(path));
            let places = [
                (path.to_owned(), Selector::Whole),
                (format!("{path}:{first}"), Selector::Line(first)),
                (format!("{path}:{first}:7"), Selector::Line(first)),
                (format!("{path}:{first}-{}", first + more), Selector::Range(first, first + more)),
                (format!("{path}#Some.name"), Selector::Symbol("Some.name".into())),
            ];
            for (target, at) in places {
                let found = readings(&target).contains(&(path.to_owned(), at));
                prop_assert!(found, "{} in {}", path, target);
            }
        }
    }
}
