//! What a test expects of the value that a call gives, where a later line says it: the first that
//! asserts something of the variable to which the value is assigned.

use super::enclosing::caller_at;
use super::project::Unit;
use crate::domain::is_word;
use crate::workspace::names::Span;
use regex::Regex;
use std::sync::LazyLock;

/// Number of lines below a call that are looked at, and the bytes of the longest of them.
const MAX_LINES: usize = 16;
const LONGEST: usize = 400;

/// What begins an assertion, in the libraries for tests of most languages: `assertEquals(`,
/// `expect(`, `require.NoError(`, `.should`, `if got != want`.
static ASSERTION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?x)
        \b (?: assert | is_expected ) \b
        | \b (?: [Aa]ssert | ASSERT | [Ee]xpect | EXPECT | REQUIRE | CHECK | [Vv]erify ) \w* \s* [(.!<]
        | \b (?: require\.\w+ | t\.(?:is|ok|like|deepEqual|equal)\w* ) \s* \(
        | \.should\b | \bshould[A-Z]\w* | \bmust_\w+
        | ^ \s* (?:\}\s*else\s+)? if \b .* [!=]=",
    )
    .expect("a valid expression")
});

/// What stands before a call that is made later, if at all.
static LATER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"=>|->|\b(?:lambda|func|function|fn|fun)\b").expect("it is valid")
});

/// Returns the line, without its indentation, that asserts something of what the call at `name`
/// gives; `None` outside of tests, and where the value goes elsewhere or no line near does.
pub(super) fn expected_of(unit: &Unit, name: Span, line: usize) -> Option<Box<str>> {
    if !unit.facts().class.is_test() {
        return None;
    }
    let text = &unit.text;
    let of_line = text.line_range(line).filter(|range| range.len() <= LONGEST)?;
    let before = text.content.get(of_line.start..name.range().start)?;
    let (variable, value) = assigned(before)?;
    if LATER.is_match(value) {
        return None;
    }
    let end = caller_at(unit, name.range().start).map(|symbol| unit.symbol(symbol).bytes.end);
    let end = end.unwrap_or(text.content.len());
    for below in line + 1..=line + MAX_LINES {
        let range = text.line_range(below).filter(|range| range.start < end)?;
        let next = text.content.get(range.clone()).filter(|next| next.len() <= LONGEST)?;
        let is_code = |at: usize| !unit.names().is_text(range.start + at);
        if !words(next, variable).any(is_code) {
            continue;
        }
        if ASSERTION.find(next).is_some_and(|found| is_code(found.end() - 1)) {
            return Some(next.trim().into());
        }
        // Another value.
        if assigned(next).is_some_and(|(other, _)| other == variable) {
            return None;
        }
    }
    None
}

/// Returns the variable that a line assigns to, of several the first, and what stands behind the
/// sign: `page` of `const page = `, `got` of `got, err := `.
fn assigned(before: &str) -> Option<(&str, &str)> {
    let bytes = before.as_bytes();
    let is_part = |at: Option<usize>| {
        at.and_then(|at| bytes.get(at)).is_some_and(|byte| b"=!<>+-*/|&~".contains(byte))
    };
    let equals = (0..bytes.len()).find(|at| {
        bytes[*at] == b'='
            && !is_part(at.checked_sub(1))
            && !matches!(bytes.get(at + 1), Some(b'=' | b'>' | b'~'))
    })?;
    let left = before[..equals].trim_end_matches([':', ' ', '\t']);
    let first = left.split([',', '(']).next()?.trim_end();
    // Behind the name stands its type: `let page: Page`.
    let first = first.split(": ").next()?.trim_end();
    let start = first
        .rfind(|letter: char| !is_word(letter))
        .map_or(0, |at| at + first[at..].chars().next().map_or(1, char::len_utf8));
    let variable = &first[start..];
    (!variable.is_empty() && variable != "_").then_some((variable, &before[equals + 1..]))
}

/// Returns where a word stands in a line.
fn words<'t>(line: &'t str, word: &'t str) -> impl Iterator<Item = usize> + 't {
    let is_whole = move |at: &usize| {
        !line[..*at].ends_with(is_word) && !line[at + word.len()..].starts_with(is_word)
    };
    line.match_indices(word).map(|(at, _)| at).filter(is_whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_line_assigns_to_is_told() {
        let check = |line: &str, expected: Option<&str>| {
            assert_eq!(assigned(line).map(|(variable, _)| variable), expected, "{line}");
        };
        check("  const page = ", Some("page"));
        check("let page: Page = ", Some("page"));
        check("got, err := ", Some("got"));
        check("final List<String> names = ", Some("names"));
        check("self.page = ", Some("page"));
        check("    auto&& [first, second] = ", Some("first"));
        check("page = await ", Some("page"));
        check("const { data, error } = await ", Some("data"));
        check("if (page == ", None);
        check("items.map(item => ", None);
        check("_ = ", None);
        check("total += ", None);
        check("größe = ", Some("größe"));
        check("expect(", None);
    }
}
