//! Ends of definitions by the braces of the text. Behind a syntax error the grammar may close a
//! type at the end of its first function, or at the end of the file; its braces still show where
//! such a body ends.

use super::collect::{Found, Raw};
use std::ops::Range;

impl Found {
    /// Ends each body that begins with a brace at the brace that closes it.
    pub(super) fn close_by_braces(&mut self, text: &str) {
        let pairs = pairs(text);
        let closing = |open: usize| {
            pairs.binary_search_by_key(&open, |pair| pair.start).ok().map(|at| pairs[at].end)
        };
        for raw in &mut self.definitions {
            let Some(body) = raw.body.clone() else { continue };
            if let Some(end) = closing(body.start)
                && raw.node.end == body.end
            {
                raw.end_at(body.start..end);
            }
        }
    }
}

impl Raw {
    fn end_at(&mut self, body: Range<usize>) {
        let old = std::mem::replace(&mut self.node.end, body.end);
        // Its wrappers end with it, except for a mark.
        if body.end < old || self.outer.end < body.end {
            self.outer.end = body.end;
        }
        self.body = Some(body);
    }
}

/// Returns the ranges of matching braces, including the closing one, by their start. Of the
/// alternatives of a conditional directive the first is read.
fn pairs(text: &str) -> Vec<Range<usize>> {
    let mut scanner =
        Scanner { bytes: text.as_bytes(), at: 0, open: Vec::new(), pairs: Vec::new() };
    while scanner.at < scanner.bytes.len() {
        scanner.step();
    }
    let mut pairs = scanner.pairs;
    pairs.sort_unstable_by_key(|pair| pair.start);
    pairs
}

struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
    open: Vec<usize>,
    pairs: Vec<Range<usize>>,
}

impl Scanner<'_> {
    fn step(&mut self) {
        let rest = &self.bytes[self.at..];
        match rest {
            [b'/', b'/', ..] => self.skip_line(),
            [b'/', b'*', ..] => {
                self.at += memchr::memmem::find(&rest[2..], b"*/").map_or(rest.len(), |end| end + 4)
            }
            [b'R', b'"', ..] if !self.is_behind_word() => self.raw_string(),
            [b'"', ..] => self.quoted(b'"'),
            [b'\'', ..] if !self.is_behind_word() => self.quoted(b'\''),
            [b'#', ..] if self.is_first_on_line() => self.directive(),
            [b'{', ..] => {
                self.open.push(self.at);
                self.at += 1;
            }
            [b'}', ..] => {
                self.at += 1;
                if let Some(open) = self.open.pop() {
                    self.pairs.push(open..self.at);
                }
            }
            _ => self.at += 1,
        }
    }

    fn is_behind_word(&self) -> bool {
        let before = self.at.checked_sub(1).map(|before| self.bytes[before]);
        before.is_some_and(|before| before.is_ascii_alphanumeric() || before == b'_')
    }

    fn is_first_on_line(&self) -> bool {
        let before = self.bytes[..self.at].iter().rev();
        before.take_while(|byte| **byte != b'\n').all(u8::is_ascii_whitespace)
    }

    /// Skips to the next line, over lines that a backslash joins.
    fn skip_line(&mut self) {
        loop {
            let Some(length) = memchr::memchr(b'\n', &self.bytes[self.at..]) else {
                self.at = self.bytes.len();
                return;
            };
            let is_joined = self.bytes[self.at..self.at + length].trim_ascii_end().ends_with(b"\\");
            self.at += length + 1;
            if !is_joined {
                return;
            }
        }
    }

    fn quoted(&mut self, mark: u8) {
        self.at += 1;
        while let Some(byte) = self.bytes.get(self.at) {
            self.at += if *byte == b'\\' { 2 } else { 1 };
            if *byte == mark || *byte == b'\n' {
                return;
            }
        }
    }

    /// Skips `R"mark( … )mark"`.
    fn raw_string(&mut self) {
        let rest = &self.bytes[self.at + 2..];
        let mark = rest.iter().position(|byte| *byte == b'(').filter(|length| *length <= 16);
        let Some(length) = mark else { return self.at += 2 };
        let end = [b")", &rest[..length], b"\""].concat();
        let found = memchr::memmem::find(rest, &end);
        self.at += 2 + found.map_or(rest.len(), |found| found + end.len());
    }

    fn word(&self) -> &[u8] {
        let rest = self.bytes[self.at + 1..].trim_ascii_start();
        let length = rest.iter().position(|byte| !byte.is_ascii_alphabetic()).unwrap_or(rest.len());
        &rest[..length]
    }

    fn directive(&mut self) {
        let is_other = matches!(self.word(), b"else" | b"elif" | b"elifdef" | b"elifndef");
        self.skip_line();
        if !is_other {
            return;
        }
        // Skips the other alternatives, to the end of the condition.
        let mut depth = 1;
        while depth > 0 && self.at < self.bytes.len() {
            let line = &self.bytes[self.at..];
            let indent =
                line.iter().position(|byte| !matches!(byte, b' ' | b'\t')).unwrap_or(line.len());
            if line.get(indent) == Some(&b'#') {
                self.at += indent;
                match self.word() {
                    b"if" | b"ifdef" | b"ifndef" => depth += 1,
                    b"endif" => depth -= 1,
                    _ => {}
                }
            }
            self.skip_line();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let found: Vec<&str> = pairs(text).into_iter().map(|pair| &text[pair]).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn braces_in_text_and_in_other_alternatives_do_not_count() {
        check("f() { { } }", &["{ { } }", "{ }"]);
        check(
            "f() { a(\"}\\\"}\", '}', '\\''); /* } */ // }\n}",
            &["{ a(\"}\\\"}\", '}', '\\''); /* } */ // }\n}"],
        );
        check("f() { R\"x(})x\" 1'000 }", &["{ R\"x(})x\" 1'000 }"]);
        check(
            "#define A {\nf() {\n#if A\n{\n#else\n{\n#if B\n#endif\n{\n#endif\n} }",
            &[
                "{\n#if A\n{\n#else\n{\n#if B\n#endif\n{\n#endif\n} }",
                "{\n#else\n{\n#if B\n#endif\n{\n#endif\n}",
            ],
        );
        check("#define A { \\\n {\nf() { }", &["{ }"]);
        check("} {", &[]);
    }
}
