//! Ranges of comments and strings in languages without a grammar, found by their delimiters alone.

use crate::lang::{CommentMarks, QueryKind};
use crate::workspace::FileEntry;
use std::ops::Range;

/// Returns the byte ranges of a text that are clearly comment or string, in ascending order. Code
/// inside a string (`"#{name}"`, `"${name}"`) is excluded, and an unterminated quote starts no
/// string.
pub(in crate::engine::graph) fn opaque(text: &str, marks: &CommentMarks) -> Vec<Range<usize>> {
    let mut scanner = Scanner { text, marks, at: 0, opaque: Vec::new() };
    while scanner.at < text.len() {
        scanner.step();
    }
    scanner.opaque
}

/// Returns whether a byte offset is in one of the ranges, which are in ascending order.
pub(in crate::engine::graph) fn is_in(opaque: &[Range<usize>], at: usize) -> bool {
    let before = opaque.partition_point(|range| range.start <= at);
    before.checked_sub(1).is_some_and(|last| at < opaque[last].end)
}

/// Returns whether what ends a line in some languages stands before a byte offset on its line, as
/// grammars and ripgrep see lines: what looks like a comment there may be code.
pub(in crate::engine::graph) fn is_behind_line_end(text: &str, at: usize) -> bool {
    const ENDS: [char; 4] = ['\r', '\u{85}', '\u{2028}', '\u{2029}'];
    // Of Java, in source.
    const ESCAPED: [&str; 4] = [r"\u000a", r"\u000A", r"\u000d", r"\u000D"];
    const LONGEST_LINE: usize = 4 << 10;
    let from = text.floor_char_boundary(at.saturating_sub(LONGEST_LINE));
    let before = &text[from..at];
    let line = &before[before.rfind('\n').map_or(0, |end| end + 1)..];
    line.contains(ENDS) || ESCAPED.iter().any(|end| line.contains(end))
}

/// Returns whether a file is code in a language without a grammar for the graph.
pub(in crate::engine::graph) fn is_textual(entry: &FileEntry) -> bool {
    entry
        .language
        .is_some_and(|language| language.is_code() && !language.has_query(QueryKind::Graph))
}

struct Scanner<'a> {
    text: &'a str,
    marks: &'a CommentMarks,
    at: usize,
    opaque: Vec<Range<usize>>,
}

impl<'a> Scanner<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn step(&mut self) {
        let rest = self.rest();
        for [open, close] in &self.marks.block {
            // Delimiters that are words are valid only at the beginning of a line: `=begin`,
            // `=pod`.
            if rest.starts_with(open.as_str())
                && (!open.starts_with('=') || self.is_first_on_line())
            {
                let inside = open.len();
                let end = rest[inside..]
                    .find(close.as_str())
                    .map_or(rest.len(), |found| inside + found + close.len());
                return self.skip(end);
            }
        }
        let is_line_comment = self
            .marks
            .line
            .iter()
            .any(|mark| rest.starts_with(mark.as_str()) && self.may_comment(mark));
        if is_line_comment {
            return self.skip(rest.find('\n').unwrap_or(rest.len()));
        }
        match rest.as_bytes()[0] {
            b'"' if rest.starts_with("\"\"\"") => self.long_string(),
            quote @ (b'"' | b'`') => self.string(quote),
            b'\'' if !self.text[..self.at].ends_with(|before: char| before.is_alphanumeric()) => {
                self.string(b'\'');
            }
            _ => self.at += rest.chars().next().map_or(1, char::len_utf8),
        }
    }

    /// Returns whether a delimiter that has other uses begins a comment here: `#` behind white
    /// space, `"` at the start of a line.
    fn may_comment(&self, mark: &str) -> bool {
        match mark {
            "#" => self.text[..self.at]
                .chars()
                .next_back()
                .is_none_or(|before| before.is_whitespace() || ";)}".contains(before)),
            "\"" | "*" => self.is_first_on_line(),
            _ => true,
        }
    }

    fn is_first_on_line(&self) -> bool {
        let before = &self.text[..self.at];
        let line = before.rfind('\n').map_or(before, |newline| &before[newline + 1..]);
        line.chars().all(char::is_whitespace)
    }

    fn skip(&mut self, length: usize) {
        self.opaque.push(self.at..self.at + length);
        self.at += length.max(1);
    }

    fn long_string(&mut self) {
        let rest = self.rest();
        let end = rest[3..].find("\"\"\"").map_or(rest.len(), |found| found + 6);
        self.quoted(end);
    }

    fn string(&mut self, quote: u8) {
        let bytes = self.rest().as_bytes();
        let mut at = 1;
        while at < bytes.len() && bytes[at] != b'\n' {
            match bytes[at] {
                b'\\' if bytes.get(at + 1) != Some(&b'\n') => at += 1,
                byte if byte == quote => return self.quoted(at + 1),
                _ => {}
            }
            at += 1;
        }
        self.at += 1;
    }

    /// Adds a string of `length` bytes, without the code interpolated in it.
    fn quoted(&mut self, length: usize) {
        let inside = &self.rest()[..length];
        let mut from = 0;
        while let Some(open) = code_in(&inside[from..]).map(|open| from + open) {
            let Some(close) = inside[open..].find(['}', ')']).map(|close| open + close) else {
                break;
            };
            self.opaque.push(self.at + from..self.at + open);
            from = close;
        }
        self.opaque.push(self.at + from..self.at + length);
        self.at += length;
    }
}

/// Returns the offset at which interpolated code begins within a string.
fn code_in(text: &str) -> Option<usize> {
    ["#{", "${", "$(", "\\("].iter().filter_map(|mark| text.find(mark)).min().map(|found| found + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let marks = CommentMarks {
            line: vec!["#".to_owned(), "//".to_owned()],
            block: vec![
                ["=begin".to_owned(), "=end".to_owned()],
                ["/*".to_owned(), "*/".to_owned()],
            ],
            doc: Vec::new(),
            joined_from: None,
        };
        let opaque = opaque(text, &marks);
        let shown: String = text
            .char_indices()
            .map(|(at, character)| if is_in(&opaque, at) { '.' } else { character })
            .collect();
        assert_eq!(shown, expected);
    }

    #[test]
    fn comments_and_strings_are_told_from_code() {
        check("a # b\nc", "a ...\nc");
        check("a /* b */ c", "a ....... c");
        check("say \"x\" y", "say ... y");
        check("say 'x' y", "say ... y");
        check("say \"a #{b} c\"", "say .....b....");
        check("x.size # '", "x.size ...");
        check("it's b's", "it's b's");
        check("\"open\nb", "\"open\nb");
        check("a#b", "a#b");
        check("=begin\nb\n=end\nc", ".............\nc");
        check("\"\"\"a\nb\"\"\" c", "......... c");
        check("'\\'' é", ".... é");
    }
}
