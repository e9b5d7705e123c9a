//! Text to tree. Parsing never fails: what a grammar cannot read becomes error nodes, and a grammar that spins is stopped.

use crate::lang::Language;
use std::cell::RefCell;
use std::ops::ControlFlow;
use tree_sitter::{Node, ParseOptions, ParseState, Parser, Range, Tree};

/// Bytes of a file that are parsed; what follows is not looked at, and the outline says so. At the 10 MB/s of the slowest
/// common grammar this bounds a file's cost to half a second.
pub const MAX_PARSED_BYTES: usize = 4 << 20;

/// The parser asks whether to go on after every hundred steps. A healthy parse asks less than once in five bytes; one
/// that asks more often than this is taken to spin. Counting rather than timing keeps the same file's answer the same.
const MAX_CALLS_PER_BYTE: usize = 4;
const MIN_CALLS: usize = 10_000;

thread_local! {
    static PARSER: RefCell<Parser> = RefCell::new(Parser::new());
}

/// The tree of `text`, or `None` where the language has no grammar or the grammar was stopped.
pub fn parse(text: &str, language: &Language) -> Option<Tree> {
    parse_ranges(text, language, &[])
}

/// The tree of some ranges of `text` (all of it where there are none). Positions are those of the whole text.
pub fn parse_ranges(text: &str, language: &Language, ranges: &[Range]) -> Option<Tree> {
    let text = parsed_part(text);
    let tree = parse_once(text, language, ranges, false)?;
    if tree.root_node().has_error() && language.has_patches_on_error() {
        let patched = parse_once(text, language, ranges, true)?;
        let is_better =
            !patched.root_node().has_error() || first_error(patched.root_node()) > first_error(tree.root_node());
        return Some(if is_better { patched } else { tree });
    }
    Some(tree)
}

fn parse_once(text: &str, language: &Language, ranges: &[Range], on_error: bool) -> Option<Tree> {
    let grammar = language.grammar()?;
    let start = ranges.first().map_or(0, |range| range.start_byte.min(text.len()));
    let end = ranges.last().map_or(text.len(), |range| range.end_byte.min(text.len()));
    let readable = language.readable(text.get(start..end).unwrap_or_default(), on_error);
    let mut read = |offset: usize, _| {
        let inside = offset.checked_sub(start).and_then(|offset| readable.get(offset..));
        inside.or(text.as_bytes().get(offset..start)).unwrap_or_default()
    };
    PARSER.with_borrow_mut(|parser| {
        parser.set_language(grammar).ok()?;
        parser.set_included_ranges(ranges).ok()?;
        let most = MIN_CALLS + text.len() * MAX_CALLS_PER_BYTE;
        let mut calls = 0usize;
        let mut go_on = |_: &ParseState| {
            calls += 1;
            if calls > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let options = ParseOptions::new().progress_callback(&mut go_on);
        let tree = parser.parse_with_options(&mut read, None, Some(options));
        // A stopped parser would resume its old text at the next call.
        parser.reset();
        tree
    })
}

/// Where the first error of a node with errors begins. The loose tokens of a broken file are one.
pub fn first_error(node: Node<'_>) -> usize {
    let mut node = node;
    loop {
        let mut cursor = node.walk();
        let is_error = node.is_error();
        let next = node.children(&mut cursor).find(|child| child.has_error() || (is_error && !child.is_named()));
        match next {
            Some(child) if child.child_count() > 0 => node = child,
            Some(child) => return child.start_byte(),
            None => return node.start_byte(),
        }
    }
}

/// The part of a text that is parsed: all of it, or whole lines up to the limit.
pub fn parsed_part(text: &str) -> &str {
    if text.len() <= MAX_PARSED_BYTES {
        return text;
    }
    let end = memchr::memrchr(b'\n', &text.as_bytes()[..MAX_PARSED_BYTES])
        .map_or_else(|| text.floor_char_boundary(MAX_PARSED_BYTES), |newline| newline + 1);
    &text[..end]
}
