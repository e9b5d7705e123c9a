//! Colours of code, from the language's own query.

use crate::domain::{Highlight, HighlightRole};
use crate::lang::{Capture, Language, QueryKind};
use crate::workspace::parse::parse;
use std::ops::Range;
use tree_sitter::Node;

/// The coloured stretches in a range of a text, in bytes from the range's start. Empty where the language has no colours.
pub fn highlights(text: &str, language: &'static Language, range: Range<usize>) -> Vec<Highlight> {
    let Some(query) = language.query(QueryKind::Highlights) else { return Vec::new() };
    let Some(tree) = parse(text, language) else { return Vec::new() };
    let mut found: Vec<(Range<usize>, HighlightRole)> = Vec::new();
    let touches = |node: Node<'_>| node.start_byte() < range.end && range.start < node.end_byte();
    query.walk(tree.root_node(), text, touches, |matched| {
        let words = matched.captures().filter_map(|(capture, node)| match capture {
            Capture::Word(word) if touches(node) => Some((node.byte_range(), role(word)?)),
            _ => None,
        });
        found.extend(words);
    });
    // Of two captures of one stretch the pattern that stands first in the query was found first; what lies within another
    // stretch gives way, so that a string's parts do not break it up.
    found.sort_by_key(|(bytes, _)| (bytes.start, std::cmp::Reverse(bytes.end)));
    let mut highlights: Vec<Highlight> = Vec::new();
    for (bytes, role) in found {
        let bytes = bytes.start.max(range.start)..bytes.end.min(range.end);
        let is_free = highlights.last().is_none_or(|last| last.bytes.end + range.start <= bytes.start);
        if bytes.start < bytes.end && is_free {
            highlights.push(Highlight { bytes: bytes.start - range.start..bytes.end - range.start, role });
        }
    }
    highlights
}

fn role(word: &str) -> Option<HighlightRole> {
    Some(match word {
        "keyword" => HighlightRole::Keyword,
        "type" => HighlightRole::Type,
        "function" => HighlightRole::Function,
        "string" => HighlightRole::String,
        "number" => HighlightRole::Number,
        "comment" => HighlightRole::Comment,
        "constant" => HighlightRole::Constant,
        _ => return None,
    })
}
