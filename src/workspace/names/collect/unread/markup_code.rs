//! Code in markup, which no grammar reads: what of it is strings and comments.

use crate::domain::is_word;
use crate::workspace::names::Span;
use memchr::memmem;
use std::ops::Range;

/// What stands for quotes in markup.
const ENTITIES: [&str; 3] = ["&quot", "&apos", "&#"];

/// A piece of code in markup by its parts.
#[derive(Debug, Default)]
pub(super) struct MarkupCode {
    /// Strings and comments. Of a template these are the pieces around the code in it.
    pub(super) texts: Vec<Span>,
    /// What is neither.
    pub(super) code: Vec<Range<usize>>,
    /// False if it is not known of all which of both it is. The rest is in none then.
    pub(super) is_sure: bool,
}

impl MarkupCode {
    /// Reads a range of a text. The work is linear.
    pub(super) fn of(text: &str, range: Range<usize>) -> Self {
        let part = &text[range.clone()];
        if ENTITIES.iter().any(|entity| part.contains(entity)) {
            return Self::default();
        }
        let last_slash = memchr::memrchr(b'/', part.as_bytes()).map(|at| range.start + at);
        Reader {
            bytes: &text.as_bytes()[..range.end],
            start: range.start,
            last_slash,
            at: range.start,
            open: Vec::new(),
            found: Self::default(),
        }
        .read()
    }
}

struct Reader<'t> {
    /// Up to the end of the code.
    bytes: &'t [u8],
    /// Where the code that is not yet recorded begins.
    start: usize,
    last_slash: Option<usize>,
    at: usize,
    /// Braces that are open in the code of each template around it.
    open: Vec<usize>,
    found: MarkupCode,
}

impl Reader<'_> {
    fn read(mut self) -> MarkupCode {
        // What is recorded before the outermost template.
        let mut kept = (0, 0);
        while let Some(&byte) = self.bytes.get(self.at) {
            if self.open.is_empty() {
                kept = (self.found.texts.len(), self.found.code.len());
            }
            if self.step(byte).is_none() {
                if !self.open.is_empty() || matches!(byte, b'`' | b'}') {
                    self.found.texts.truncate(kept.0);
                    self.found.code.truncate(kept.1);
                }
                return self.found;
            }
        }
        if !self.open.is_empty() {
            self.found.texts.truncate(kept.0);
            self.found.code.truncate(kept.1);
            return self.found;
        }
        self.code_until(self.at);
        self.found.is_sure = true;
        self.found
    }

    /// Takes a byte of code, or a text that begins there; `None` if that is not known.
    fn step(&mut self, byte: u8) -> Option<()> {
        match byte {
            b'"' | b'\'' => {
                let end = self.string_end(byte);
                self.text(end)?;
            }
            b'`' => self.template(self.at)?,
            b'{' => {
                if let Some(depth) = self.open.last_mut() {
                    *depth += 1;
                }
                self.at += 1;
            }
            b'}' => match self.open.last_mut() {
                Some(0) => {
                    self.open.pop();
                    self.template(self.at)?;
                }
                Some(depth) => {
                    *depth -= 1;
                    self.at += 1;
                }
                None => self.at += 1,
            },
            b'/' => self.slash()?,
            _ => self.at += 1,
        }
        Some(())
    }

    fn code_until(&mut self, end: usize) {
        if self.start < end {
            self.found.code.push(self.start..end);
        }
    }

    /// Records a text that begins here; without an end the code before it at least.
    fn text(&mut self, end: Option<usize>) -> Option<()> {
        self.code_until(self.at);
        let end = end?;
        self.found.texts.push(Span::new(self.at..end));
        (self.at, self.start) = (end, end);
        Some(())
    }

    /// Returns the end of a string that ends on its line.
    fn string_end(&self, quote: u8) -> Option<usize> {
        let mut at = self.at + 1;
        loop {
            match self.bytes.get(at)? {
                b'\n' => return None,
                b'\\' => at += 2,
                byte if *byte == quote => return Some(at + 1),
                _ => at += 1,
            }
        }
    }

    /// Takes the text of a template up to its end or to code in it.
    fn template(&mut self, start: usize) -> Option<()> {
        let mut at = start + 1;
        let end = loop {
            match self.bytes.get(at) {
                None => break None,
                Some(b'`') => break Some(at + 1),
                Some(b'\\') => at += 2,
                Some(b'$') if self.bytes.get(at + 1) == Some(&b'{') => {
                    self.open.push(0);
                    break Some(at + 2);
                }
                Some(_) => at += 1,
            }
        };
        self.text(end)
    }

    /// Takes a comment or a sign. One of several slashes may begin a regular expression.
    fn slash(&mut self) -> Option<()> {
        let rest = &self.bytes[self.at..];
        if rest.starts_with(b"/*") {
            let end = memmem::find(rest, b"*/").map(|length| self.at + length + 2);
            return self.text(end);
        }
        if rest.starts_with(b"//") {
            let end = memchr::memchr(b'\n', rest).map_or(self.bytes.len(), |end| self.at + end);
            return self.text(Some(end));
        }
        let before = self.bytes[self.start..self.at].trim_ascii_end().last();
        let is_behind_value = before.is_none_or(|byte| {
            !byte.is_ascii() || is_word(char::from(*byte)) || b")]".contains(byte)
        });
        let is_only = self.last_slash == Some(self.at);
        let is_first = before.is_none() && self.found.texts.is_empty();
        if !is_only || !is_behind_value || is_first {
            return self.text(None);
        }
        self.at += 1;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The code has to be in braces where it is known, and the texts in brackets.
    fn check(expected: &str, is_sure: bool) {
        let marks = ['⟨', '⟩', '«', '»'];
        let text = expected.replace(marks, "");
        let found = MarkupCode::of(&text, 0..text.len());
        let code = found.code.iter().map(|range| (range.clone(), '⟨', '⟩'));
        let texts = found.texts.iter().map(|span| (span.range(), '«', '»'));
        let mut marked = text.clone();
        let mut parts: Vec<_> = code.chain(texts).collect();
        parts.sort_unstable_by_key(|(range, ..)| std::cmp::Reverse(range.start));
        for (range, before, behind) in parts {
            marked.insert(range.end, behind);
            marked.insert(range.start, before);
        }
        assert_eq!(marked, expected);
        assert_eq!(found.is_sure, is_sure, "{text}");
    }

    #[test]
    fn strings_end_at_quotes_of_their_own() {
        check("⟨a + ⟩«'b'»⟨ + c⟩", true);
        check("«\"it's \"»⟨ + save(⟩«'x'»⟨) + ⟩«\"it's\"»", true);
        check("«`it's ${»⟨ a({ b: ⟩«`c`»⟨ }) ⟩«} that's`»⟨ + d⟩", true);
        check("⟨a ⟩«/* it's */»⟨ + b ⟩«// don't»", true);
        check("⟨a / 2 + ⟩«'\\'b'»", true);
    }

    #[test]
    fn what_may_be_a_string_or_not_is_neither() {
        check("⟨a + ⟩'b + c", false);
        check("a + `b ${c", false);
        check("⟨a(⟩«'b'») + `${c} 'd", false);
        check("⟨load(⟩/'/) + load(/'/)", false);
        check("a(&quot;b&quot;)", false);
        check("⟨a ⟩/* b", false);
    }
}
