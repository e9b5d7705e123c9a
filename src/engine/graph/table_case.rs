//! The case of a table of tests that a place is in, by the string that names it.

use super::project::Unit;
use regex::Regex;
use std::sync::LazyLock;

/// Limit of the bytes before a place in which the case begins, and of the brackets around it.
const MAX_BYTES: usize = 4_000;
const MAX_AROUND: usize = 8;

/// What begins a case: its name, or a field that has it.
static NAME: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r#"(?i)\A\s*(?:(?:\w+\s*:[^"{}]*,\s*)?(?:desc|description|label|name|scenario|test|testName|title)\s*[:=]\s*)?["'`]([^"'`\n]+)["'`]"#,
    )
    .expect("a valid expression")
});

/// What stands before a case that a map has by its name.
static KEY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"["'`]([^"'`\n]+)["'`]\s*:\s*\w*\z"#).expect("a valid expression")
});

/// Returns the name of the case around a place in a test: `{name: "empty", …}`, `{"empty", …}`,
/// `"empty": {…}`, as an element of a list or map.
pub(super) fn case_at(unit: &Unit, at: usize) -> Option<Box<str>> {
    if !unit.facts().class.is_test() {
        return None;
    }
    let text = unit.content();
    let mut inside = open_around(unit, at);
    let mut around = inside.next()?;
    // A case may hold lists of its own.
    let mut outermost = None;
    for outer in inside.take(MAX_AROUND) {
        if text[around..].starts_with('{') && text[outer..].starts_with(['{', '[']) {
            let before = text[..around].trim_end();
            let is_element = before
                .trim_end_matches(|letter: char| {
                    letter.is_alphanumeric() || "_.&*".contains(letter)
                })
                .trim_end()
                .ends_with(['{', '[', ',']);
            let name = match is_element {
                true => NAME.captures(&text[around + 1..]),
                false => KEY.captures(last_bytes(before)),
            };
            outermost = name.and_then(|found| found.get(1)).or(outermost);
        }
        around = outer;
    }
    outermost.map(|name| name.as_str().into())
}

fn last_bytes(text: &str) -> &str {
    &text[text.ceil_char_boundary(text.len().saturating_sub(200))..]
}

/// Returns the brackets that are open at a place, the innermost first.
fn open_around(unit: &Unit, at: usize) -> impl Iterator<Item = usize> + '_ {
    let bytes = unit.content().as_bytes();
    let mut depth = 0_usize;
    (at.saturating_sub(MAX_BYTES)..at).rev().filter(move |place| {
        let is_closing = match bytes[*place] {
            b')' | b']' | b'}' => true,
            b'(' | b'[' | b'{' => false,
            _ => return false,
        };
        if unit.names().is_text(*place) {
            return false;
        }
        match (is_closing, depth) {
            (true, _) => depth += 1,
            (false, 0) => return true,
            (false, _) => depth -= 1,
        }
        false
    })
}
