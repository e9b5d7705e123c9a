//! Ranges of comments and strings in languages without a grammar, found by their delimiters alone.

use crate::lang::{CommentMarks, Language, LineRules, QueryKind, registry};
use crate::workspace::FileEntry;
use regex::Regex;
use std::ops::Range;

/// Comments and strings of a text, in ascending order. Code inside a string (`"#{name}"`,
/// `"${name}"`) is in none, and an unterminated quote starts no string.
#[derive(Debug, Default)]
pub(in crate::engine::graph) struct Opaque(Vec<Part>);

#[derive(Debug)]
struct Part {
    range: Range<usize>,
    is_string: bool,
    is_certain: bool,
}

impl Opaque {
    /// Finds the comments and strings of a text by the delimiters of its language.
    pub(in crate::engine::graph) fn of(text: &str, language: &Language) -> Self {
        let markup = language.templates(text).markup;
        if markup.is_empty() {
            return Self::of_code(text, language);
        }
        let readable = language.readable(text);
        let code = std::str::from_utf8(&readable).unwrap_or(text);
        let mut found = Self::of_code(code, language);
        // A template in a string is one with it.
        let apart: Vec<_> = markup.into_iter().filter(|range| !found.has(range.start)).collect();
        let markup = apart.into_iter();
        found.0.extend(markup.map(|range| Part { range, is_string: false, is_certain: true }));
        found.0.sort_unstable_by_key(|part| part.range.start);
        found
    }

    fn of_code(text: &str, language: &Language) -> Self {
        let lines = language.lines();
        Self::find(Scanner {
            text,
            marks: &language.config.comments,
            nests: lines.is_some_and(LineRules::has_nested_comments),
            has_single_quotes: lines.is_some_and(LineRules::has_single_quotes),
            has_double_quotes: lines.is_none_or(LineRules::has_double_quotes),
            has_long_quotes: lines.is_some_and(LineRules::has_long_quotes),
            interpolation: language.config.graph.interpolation.get(),
            at: 0,
            is_doubtful: false,
            parts: Vec::new(),
        })
    }

    fn find(mut scanner: Scanner<'_>) -> Self {
        while scanner.at < scanner.text.len() {
            scanner.step();
        }
        Self(scanner.parts)
    }

    /// Returns whether a byte offset is in a comment or string.
    pub(in crate::engine::graph) fn has(&self, at: usize) -> bool {
        self.part(at).is_some()
    }

    pub(in crate::engine::graph) fn is_string(&self, at: usize) -> bool {
        self.part(at).is_some_and(|part| part.is_string)
    }

    /// Returns whether a byte offset is in what is a comment or string in each dialect of the
    /// language: what precedes it on its line cannot make it anything else.
    pub(in crate::engine::graph) fn is_certain(&self, at: usize) -> bool {
        self.part(at).is_some_and(|part| part.is_certain)
    }

    fn part(&self, at: usize) -> Option<&Part> {
        let before = self.0.partition_point(|part| part.range.start <= at);
        self.0[..before].last().filter(|part| at < part.range.end)
    }
}

/// Returns whether what ends a line in some languages stands before a byte offset on its line, as
/// grammars and ripgrep see lines: what looks like a comment there may be code.
pub(in crate::engine::graph) fn is_behind_line_end(text: &str, at: usize) -> bool {
    const ENDS: [char; 4] = ['\r', '\u{85}', '\u{2028}', '\u{2029}'];
    // Of Java, in source.
    const ESCAPED: [&str; 4] = [r"\u000a", r"\u000A", r"\u000d", r"\u000D"];
    let before = just_before(text, at);
    let line = &before[before.rfind('\n').map_or(0, |end| end + 1)..];
    line.contains(ENDS) || ESCAPED.iter().any(|end| line.contains(end))
}

/// Returns whether an escape that stands for a quote, a star or a stroke precedes a byte offset:
/// in languages that replace escapes before they read words, the comment or string of the offset
/// may have ended there.
pub(in crate::engine::graph) fn is_behind_escaped_end(text: &str, at: usize) -> bool {
    const ENDS: [&str; 6] = ["u0022", "u0027", "u002a", "u002A", "u002f", "u002F"];
    let before = just_before(text, at);
    before.match_indices("u00").any(|(place, _)| {
        before[..place].trim_end_matches('u').ends_with('\\')
            && ENDS.iter().any(|end| before[place..].starts_with(end))
    })
}

/// Returns what precedes a byte offset, as far as it is looked at for each occurrence.
fn just_before(text: &str, at: usize) -> &str {
    const MOST: usize = 4 << 10;
    &text[text.floor_char_boundary(at.saturating_sub(MOST))..at]
}

/// Returns whether a file is code in a language without a grammar for the graph.
pub(in crate::engine::graph) fn is_textual(entry: &FileEntry) -> bool {
    entry
        .language
        .is_some_and(|language| language.is_code() && !language.has_query(QueryKind::Graph))
}

/// Returns whether a file is code of a language without queries of its own by what it holds, where
/// its name is one that languages share: `a.m`.
pub(in crate::engine::graph) fn is_textual_source(entry: &FileEntry, text: &str) -> bool {
    let language = registry().for_source(&entry.path.absolute, text);
    language.is_some_and(|language| language.is_code() && !language.has_query(QueryKind::Graph))
}

struct Scanner<'a> {
    text: &'a str,
    marks: &'a CommentMarks,
    /// True if block comments nest.
    nests: bool,
    has_single_quotes: bool,
    has_double_quotes: bool,
    /// True if a string in double quotes may run over lines.
    has_long_quotes: bool,
    /// Matches further code in strings.
    interpolation: Option<&'a Regex>,
    at: usize,
    /// True if the line so far may mean something else in a dialect, or in a form of literal that
    /// the delimiters do not show.
    is_doubtful: bool,
    parts: Vec<Part>,
}

impl<'a> Scanner<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn step(&mut self) {
        let (rest, marks) = (self.rest(), self.marks);
        for [open, close] in &marks.block {
            // Delimiters that are words are valid only at the beginning of a line: `=begin`,
            // `=pod`.
            if rest.starts_with(open.as_str())
                && (!open.starts_with('=') || self.is_first_on_line())
            {
                let length = self.block_length(open, close);
                // `(*)` is an operator, and what never ends is no comment in every dialect.
                let is_comment = rest[..length].ends_with(close.as_str())
                    && !(open == "(*" && rest.starts_with("(*)"));
                return self.skip(length, is_comment && !self.is_doubtful);
            }
        }
        let mut line_marks = marks.line.iter();
        if let Some(mark) =
            line_marks.find(|mark| rest.starts_with(mark.as_str()) && self.may_comment(mark))
        {
            let is_certain = self.is_certain_comment(mark);
            return self.skip(rest.find('\n').unwrap_or(rest.len()), is_certain);
        }
        match rest.as_bytes()[0] {
            b'"' | b'`' if !self.has_double_quotes => self.code(),
            b'"' if rest.starts_with("\"\"\"") => self.long_string(),
            quote @ (b'"' | b'`') => self.string(quote),
            b'\'' if !self.text[..self.at].ends_with(char::is_alphanumeric) => self.string(b'\''),
            _ => self.code(),
        }
    }

    /// Returns the length of the block comment here.
    fn block_length(&self, open: &str, close: &str) -> usize {
        let rest = self.rest();
        let (mut at, mut depth, mut end) = (open.len(), 1, 0);
        while depth > 0 {
            if end < at {
                let Some(found) = rest[at..].find(close) else { return rest.len() };
                end = at + found;
            }
            let inner = rest[at..end].find(open).filter(|_| self.nests);
            at = inner.map_or(end + close.len(), |inner| at + inner + open.len());
            depth = if inner.is_some() { depth + 1 } else { depth - 1 };
        }
        at
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

    fn is_certain_comment(&self, mark: &str) -> bool {
        let is_ambiguous = self.marks.ambiguous.iter().any(|ambiguous| ambiguous == mark);
        // `#define`, of a preprocessor.
        let is_directive = || {
            let word = self.rest()[mark.len()..].chars().next();
            mark == "#" && word.is_some_and(char::is_alphabetic)
        };
        // `#{name}` in a string of several lines.
        let is_inserted = mark == "#" && self.rest().starts_with("#{");
        let is_comment = match is_ambiguous {
            true => self.is_first_on_line() && !is_directive(),
            false => !self.is_doubtful,
        };
        is_comment && !is_inserted
    }

    fn is_first_on_line(&self) -> bool {
        let before = &self.text[..self.at];
        let line = before.rfind('\n').map_or(before, |newline| &before[newline + 1..]);
        line.chars().all(char::is_whitespace)
    }

    /// Passes a character of code, and notes what may begin a literal: `\;`, `/"/`, `$$`, `{a|`,
    /// `#;`.
    fn code(&mut self) {
        let mut rest = self.rest().chars();
        let (Some(character), after) = (rest.next(), rest.next()) else { return };
        let before = self.text[..self.at].chars().next_back();
        let is_apart =
            |beside: Option<char>| beside.is_none_or(|beside| " \t\r\n|>".contains(beside));
        self.is_doubtful = match character {
            '\n' => false,
            '\\' | '/' | '#' | '"' | '\'' | '`' => true,
            '$' => self.is_doubtful || !after.is_some_and(|after| after.is_ascii_digit()),
            '|' => self.is_doubtful || !is_apart(before) || !is_apart(after),
            '?' => self.is_doubtful || after.is_some_and(|after| "\"';#".contains(after)),
            _ => self.is_doubtful,
        };
        self.at += character.len_utf8();
    }

    fn skip(&mut self, length: usize, is_certain: bool) {
        let range = self.at..self.at + length;
        self.parts.push(Part { range, is_string: false, is_certain });
        self.at += length.max(1);
    }

    fn long_string(&mut self) {
        match self.rest()[3..].find("\"\"\"") {
            Some(found) => self.quoted(found + 6),
            // `""""c` is a quote in quotes, each written twice.
            None => self.string(b'"'),
        }
    }

    fn string(&mut self, quote: u8) {
        let bytes = self.rest().as_bytes();
        let mut at = 1;
        // With a mark before it, a string may have no escapes, so that it ends elsewhere.
        let before = self.text[..self.at].chars().next_back();
        let is_mark = |before: char| before.is_alphanumeric() || "@#\\".contains(before);
        let is_plain = !before.is_some_and(is_mark);
        let is_long = quote == b'"' && self.has_long_quotes && is_plain;
        while at < bytes.len() && (is_long || bytes[at] != b'\n') {
            match bytes[at] {
                b'\\' if bytes.get(at + 1) != Some(&b'\n') => at += 1,
                byte if byte == quote => return self.quoted(at + 1),
                _ => {}
            }
            at += 1;
        }
        self.code();
    }

    /// Adds a string of `length` bytes, without the code interpolated in it.
    fn quoted(&mut self, length: usize) {
        let inside = &self.rest()[..length];
        let is_certain = self.is_certain_string(inside);
        self.is_doubtful |= !is_certain;
        let mut from = 0;
        let start = self.at;
        let mut add = |range: Range<usize>| {
            let range = start + range.start..start + range.end;
            self.parts.push(Part { range, is_string: true, is_certain });
        };
        while let Some(open) = code_in(&inside[from..]).map(|open| from + open) {
            let Some(close) = inside[open..].find(['}', ')']).map(|close| open + close) else {
                break;
            };
            add(from..open);
            from = close;
        }
        add(from..length);
        self.at += length;
    }

    /// Returns whether a string is one in each dialect: without a prefix, which may let it hold
    /// code, without an escaped quote, which ends it where a backslash is no escape, and without
    /// names in braces or behind `$`.
    fn is_certain_string(&self, string: &str) -> bool {
        let quote = &string[..1];
        let before = self.text[..self.at].chars().next_back();
        let has_prefix =
            before.is_some_and(|before| before.is_alphanumeric() || "_$&@%!".contains(before));
        let may_insert = |(at, _): (usize, &str)| {
            string[at + 1..].starts_with(|next: char| next.is_alphabetic() || next == '_')
        };
        // `a.'`, `{1}'`: an operator behind a value.
        let is_behind_value = quote == "'" && before.is_some_and(|before| ".)]}'".contains(before));
        let is_quote = quote == "\"" || quote == "'" && self.has_single_quotes && !is_behind_value;
        is_quote
            && !self.is_doubtful
            && !has_prefix
            && !string.contains(&format!("\\{quote}"))
            && !string.match_indices(['$', '{']).any(may_insert)
            && !self.interpolation.is_some_and(|code| code.is_match(string))
    }
}

/// Returns the offset at which interpolated code begins within a string.
fn code_in(text: &str) -> Option<usize> {
    ["#{", "${", "$(", "\\("].iter().filter_map(|mark| text.find(mark)).min().map(|found| found + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_marks(text: &str, expected: &str, shown: impl Fn(&Opaque, usize) -> bool) {
        let marks = CommentMarks {
            line: vec!["#".to_owned(), "//".to_owned(), ";".to_owned()],
            ambiguous: vec![";".to_owned()],
            block: vec![
                ["=begin".to_owned(), "=end".to_owned()],
                ["/*".to_owned(), "*/".to_owned()],
            ],
            doc: Vec::new(),
            joined_from: None,
        };
        let opaque = Opaque::find(Scanner {
            text,
            marks: &marks,
            nests: true,
            has_single_quotes: true,
            has_double_quotes: true,
            has_long_quotes: false,
            interpolation: None,
            at: 0,
            is_doubtful: false,
            parts: Vec::new(),
        });
        let shown: String = text
            .char_indices()
            .map(|(at, character)| if shown(&opaque, at) { '.' } else { character })
            .collect();
        assert_eq!(shown, expected);
    }

    fn check(text: &str, expected: &str) {
        check_marks(text, expected, Opaque::has);
    }

    fn check_certain(text: &str, expected: &str) {
        check_marks(text, expected, Opaque::is_certain);
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

    #[test]
    fn what_a_dialect_may_read_as_code_is_in_doubt() {
        check_certain("a # b\nc", "a ...\nc");
        check_certain("; a\nb ; c", "...\nb ; c");
        check_certain("'a' # b", "... ...");
        check_certain("\\; a # b\n# c", "\\; a # b\n...");
        check_certain("a /* b /* c */ d */ e", "a ................. e");
        check_certain("f\"{a}\" + 'b'", "f\"{a}\" + 'b'");
        check_certain("'a\\'; b '", "'a\\'; b '");
        check_certain("$$ # $$; b", "$$ # $$; b");
        check_certain("$1 ~ 'b'", "$1 ~ ...");
        check_certain("a | b -> 'c' {x|", "a | b -> ... {x|");
        check_certain("{x|/*|x} b */ c", "{x|/*|x} b */ c");
        check_certain("a / \"b\"", "a / \"b\"");
        check_certain("a.' b '", "a.' b '");
        check_certain("{1}' b '", "{1}' b '");
        check_certain("#{b} c", "#{b} c");
        check_certain("\"\"\"\"c : b", "....c : b");
    }
}
