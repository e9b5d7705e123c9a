//! Truncation of long lines to a window around their first match.

use std::ops::Range;

/// Mark of a truncation.
const MARK: &str = "…";

/// A truncated line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) text: String,
    /// Byte ranges of `text`.
    pub(super) matches: Vec<Range<usize>>,
    pub(super) is_cut: bool,
}

/// Cuts `line` to about `width` characters around its first match. Matches are byte ranges of
/// `line`, ascending.
pub(super) fn window(line: &str, matches: &[Range<usize>], width: usize) -> Window {
    if line.chars().nth(width).is_none() {
        return Window { text: line.to_owned(), matches: matches.to_vec(), is_cut: false };
    }
    let first = matches.first().cloned().unwrap_or(0..0);
    let before = back(line, first.start, width / 4);
    let start = if before <= MARK.len() * 4 { 0 } else { before };
    let end = forward(line, start, width);
    let mut text = String::with_capacity(end - start + 2 * MARK.len());
    if start > 0 {
        text.push_str(MARK);
    }
    let shift = text.len();
    text.push_str(&line[start..end]);
    if end < line.len() {
        text.push_str(MARK);
    }
    let inside = matches.iter().filter(|range| range.start >= start && range.start < end);
    let matches = inside
        .map(|range| range.start - start + shift..range.end.min(end) - start + shift)
        .collect();
    Window { text, matches, is_cut: true }
}

/// Returns the byte offset that many characters before `at`.
fn back(line: &str, at: usize, characters: usize) -> usize {
    line[..at].char_indices().rev().nth(characters.saturating_sub(1)).map_or(0, |(byte, _)| byte)
}

/// Returns the byte offset that many characters after `at`.
fn forward(line: &str, at: usize, characters: usize) -> usize {
    line[at..].char_indices().nth(characters).map_or(line.len(), |(byte, _)| at + byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, found: &str, width: usize, expected: &str) {
        let at = line.find(found).expect("it is in the line");
        let window = window(line, std::slice::from_ref(&(at..at + found.len())), width);
        assert_eq!(window.text, expected);
        if let Some(range) = window.matches.first() {
            assert!(found.starts_with(&window.text[range.clone()]), "{range:?} of {}", window.text);
        }
    }

    #[test]
    fn a_short_line_is_whole_and_a_long_one_shows_its_match() {
        check("let x = 1;", "x", 40, "let x = 1;");
        check(
            &format!("{}needle{}", "a".repeat(100), "b".repeat(100)),
            "needle",
            20,
            "…aaaaaneedlebbbbbbbbb…",
        );
        check(&format!("x{}", "é".repeat(100)), "x", 10, "xééééééééé…");
        check(&format!("{}x", "é".repeat(100)), "x", 12, "…éééx");
        check(&"n".repeat(100), &"n".repeat(100), 10, "nnnnnnnnnn…");
    }
}
