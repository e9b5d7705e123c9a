//! The words in a definition of the text tier.

use super::TextFile;
use super::occurrences::Occurrence;
use crate::domain::is_word;
use crate::workspace::indentation;
use rustc_hash::FxHashSet;
use std::ops::Range;

impl TextFile {
    /// Returns the words in a definition that may be called, with whether arguments follow: of an
    /// outline, those behind its header that are no parameters, and what that calls; else those on
    /// the lines below that are indented deeper.
    pub(super) fn words_of(&self, definition: &Occurrence) -> Vec<(Range<usize>, bool)> {
        let Some(end) = self.places.end_of(definition.bytes.start) else {
            return self.words_below(definition);
        };
        let content = &self.text.content;
        let from = definition.bytes.end;
        let header = from..header_end(content, from..end);
        let mut parameters: FxHashSet<&str> = FxHashSet::default();
        let mut words = Vec::new();
        for (word, is_called) in self.words(header.clone()) {
            // Behind these stand types and values.
            let before = content[from..word.start].trim_end();
            let is_set = before.ends_with('=');
            if !is_called && !is_set && !before.ends_with([':', '.', '>']) {
                parameters.insert(&content[word.clone()]);
            } else if is_called && is_set {
                words.push((word, is_called));
            }
        }
        for line in self.text.line_of(header.end)..=self.text.line_count() {
            let Some(range) = self.text.line_range(line).filter(|range| range.start < end) else {
                break;
            };
            let is_other = line != definition.line && self.places.on(line).is_some();
            let head = if is_other { header_end(content, range.clone()) } else { range.start };
            let until = range.end.min(end);
            words.extend(self.words(head.max(header.end).min(until)..until));
        }
        words.retain(|(word, _)| !parameters.contains(&content[word.clone()]));
        words
    }

    /// Returns the words on the lines that are indented deeper than a definition, with whether
    /// arguments follow.
    fn words_below(&self, definition: &Occurrence) -> Vec<(Range<usize>, bool)> {
        let content = &self.text.content;
        let Some(own) = self.text.line(definition.line).and_then(indentation) else {
            return Vec::new();
        };
        let mut words = Vec::new();
        for line in definition.line + 1..=self.text.line_count() {
            let Some(range) = self.text.line_range(line) else { break };
            let Some(depth) = indentation(&content[range.clone()]) else { continue };
            if depth <= own {
                break;
            }
            if self.places.on(line).is_none() {
                words.extend(self.words(range));
            }
        }
        words
    }

    /// Returns the first name of the path before a word where that is a module's: `List` of
    /// `List.map`, in languages in which only those of modules and types begin with a capital.
    pub(super) fn module_before(&self, at: usize) -> Option<&str> {
        let is_of_path = |letter: char| is_word(letter) || matches!(letter, '.' | '\'');
        let before = self.text.content[..at].strip_suffix('.')?;
        let path = &before[before.trim_end_matches(is_of_path).len()..];
        let first = path.split('.').next()?;
        let is_module = first.starts_with(char::is_uppercase);
        (is_module && self.language.config.graph.types_have_capitals).then_some(first)
    }

    fn words(&self, range: Range<usize>) -> Vec<(Range<usize>, bool)> {
        let line = &self.text.content[range.clone()];
        let mut words = Vec::new();
        let mut from = 0;
        while let Some(start) = line[from..].find(is_word).map(|found| from + found) {
            let end = line[start..]
                .find(|character| !is_word(character))
                .map_or(line.len(), |found| start + found);
            from = end;
            let bytes = range.start + start..range.start + end;
            let is_name = !line[start..].starts_with(|first: char| first.is_ascii_digit());
            if is_name && !self.opaque.has(bytes.start) && !is_control(&line[start..end]) {
                words.push((bytes, line[end..].trim_start_matches(['?', '!']).starts_with('(')));
            }
        }
        words
    }
}

/// Returns whether a word is a control-flow keyword in most languages, which brackets may follow.
fn is_control(word: &str) -> bool {
    const WORDS: [&str; 24] = [
        "if", "elif", "elsif", "elseif", "else", "unless", "while", "until", "for", "foreach",
        "switch", "when", "match", "case", "catch", "return", "yield", "and", "or", "not", "in",
        "do", "end", "function",
    ];
    WORDS.contains(&word)
}

/// Returns where a header ends: at the sign before its value, else behind the first brackets, else
/// with its line.
fn header_end(content: &str, range: Range<usize>) -> usize {
    let (bytes, mut depth, mut behind) = (content.as_bytes(), 0_usize, None);
    for at in range.clone() {
        match bytes[at] {
            b'(' | b'[' | b'{' => depth += 1,
            // Of brackets around the header.
            b')' | b']' | b'}' if depth == 0 => return behind.unwrap_or(at),
            b')' | b']' | b'}' => {
                depth -= 1;
                behind = behind.or((depth == 0).then_some(at + 1));
            }
            b'\n' if depth == 0 => return behind.unwrap_or(at),
            b'=' if depth == 0 && !is_of_operator(bytes, at) => return at,
            _ => {}
        }
    }
    behind.unwrap_or(range.end)
}

/// Returns whether a sign is part of a longer one: `==`, `<=`, `=>`.
fn is_of_operator(bytes: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| bytes[before]);
    before.is_some_and(|before| b"=<>!:+-*/|&".contains(&before))
        || bytes.get(at + 1).is_some_and(|after| b"=>".contains(after))
}
