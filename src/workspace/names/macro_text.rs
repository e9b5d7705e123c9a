//! Names in the text of a macro, which no grammar reads.

use super::Span;
use crate::domain::is_word;
use std::ops::Range;

/// Returns the names in a range of text that stand for themselves: no literals or comments, no
/// members and no parts of other names.
pub(super) fn names(text: &str, range: Range<usize>) -> Vec<Span> {
    let bytes = text.as_bytes();
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii();
    let mut found = Vec::new();
    let mut at = range.start;
    while at < range.end {
        let start = at;
        at = match bytes[at] {
            quote @ (b'"' | b'\'') => literal_end(bytes, at, range.end, quote),
            b'/' if text[at..range.end].starts_with("/*") => {
                text[at..range.end].find("*/").map_or(range.end, |end| at + end + 2)
            }
            b'/' if text[at..range.end].starts_with("//") => {
                memchr::memchr(b'\n', &bytes[at..range.end]).map_or(range.end, |end| at + end)
            }
            byte if is_word(byte) => {
                while at < range.end && is_word(bytes[at]) {
                    at += 1;
                }
                if !byte.is_ascii_digit() && stands_alone(text, &range, start..at) {
                    found.push(Span::new(start..at));
                }
                at
            }
            _ => at + 1,
        };
    }
    found
}

/// Returns the end of a literal, or of the range.
fn literal_end(bytes: &[u8], start: usize, end: usize, quote: u8) -> usize {
    let mut at = start + 1;
    while at < end && bytes[at] != quote {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    end.min(at + 1)
}

/// Returns whether a word is no member of what is before it, and neither made a string nor part of
/// a longer name.
fn stands_alone(text: &str, range: &Range<usize>, word: Range<usize>) -> bool {
    let before = text[range.start..word.start].trim_end();
    let after = text[word.end..range.end].trim_start();
    !before.ends_with(['.', '#']) && !before.ends_with("->") && !after.starts_with("##")
}

/// Returns the identifiers in a part of a text.
pub(super) fn identifiers(text: &str, range: Range<usize>) -> Vec<Span> {
    let mut found = Vec::new();
    let mut at = range.start;
    while let Some(start) = text[at..range.end].find(is_word).map(|offset| at + offset) {
        let end = text[start..range.end]
            .find(|next| !is_word(next))
            .map_or(range.end, |offset| start + offset);
        if !text[start..].starts_with(|first: char| first.is_ascii_digit()) {
            found.push(Span::new(start..end));
        }
        at = end;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let found = names(text, 0..text.len());
        let found: Vec<&str> = found.iter().map(|span| span.of(text)).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn names_of_a_macro_are_those_that_stand_for_themselves() {
        check("load(x, 0x1f, \"of\" 'c') /* by */ // now", &["load", "x"]);
        check("do { a->b.c = Größe(1); } while (0)", &["do", "a", "Größe", "while"]);
        check("pre_##name suffix ## _t #name call \\\n (name)", &["call", "name"]);
        check("\"open", &[]);
    }
}
