//! Text to tree. Parsing never fails: what a grammar cannot read becomes error nodes, and a grammar that spins is stopped.

use crate::lang::Language;
use std::cell::RefCell;
use std::ops::ControlFlow;
use tree_sitter::{ParseOptions, ParseState, Parser, Range, Tree};

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
    let grammar = language.grammar()?;
    let text = parsed_part(text);
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
        let bytes = text.as_bytes();
        let tree =
            parser.parse_with_options(&mut |offset, _| bytes.get(offset..).unwrap_or_default(), None, Some(options));
        // A stopped parser would resume its old text at the next call.
        parser.reset();
        tree
    })
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
