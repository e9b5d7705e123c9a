//! Text to tree. Parsing never fails: what a grammar cannot read becomes error nodes, and a text that takes too much work is left
//! unparsed.
//!
//! Nothing in a text may end the process or hold it up. Tree-sitter keeps several readings of an ambiguous text side by side, copies
//! the tokens of an error at each attempt to recover from it, and frees its stack by recursion. So each parse has a bound on what is
//! read, done and allocated, in proportion to the text, and a stack that its recursion cannot exceed. The bounds count and do not
//! time, so that a file has the same answer on every machine.

mod allocation;

use crate::domain::Cancel;
use crate::lang::Language;
use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use tree_sitter::{Node, ParseOptions, ParseState, Parser, Range, Tree};

/// Bytes of a file that are parsed; what follows is not looked at, and the outline says so. At the 10 MB/s of the slowest
/// common grammar this bounds a file's cost to half a second.
pub const MAX_PARSED_BYTES: usize = 4 << 20;

/// What an outline says of a text whose parse was stopped.
pub const TOO_COMPLEX: &str = "not parsed: its syntax takes too much work to read";

/// The parser asks whether to go on after every hundred steps. A healthy parse asks once in forty bytes at
/// most.
const MAX_CALLS_PER_BYTE: usize = 1;
const MIN_CALLS: usize = 10_000;

/// Bytes that the lexer may read, as a multiple of the text. It reads a healthy one little more than once; without the bound, marks
/// that open a comment or a string without end have each of them looked for to the end of the text.
const MAX_READ_PER_BYTE: usize = 32;
const MIN_READ: usize = 64 << 20;
/// Bytes that the lexer gets at a time.
const CHUNK: usize = 4 << 10;

/// Bytes that may be allocated in all, those that are freed again included, and at a time, per byte of text. Healthy texts take 20
/// to 120 in all.
const MAX_ALLOCATED_PER_BYTE: usize = 1 << 10;
const MIN_ALLOCATED: usize = 32 << 20;
const MAX_HELD_PER_BYTE: usize = 192;
const MIN_HELD: usize = 16 << 20;

/// Stack that a parse has: the recursion of tree-sitter goes as deep as its own stack of alternative readings is high, of which each
/// level took a byte of the text at least, and takes 96 bytes in its compiled form.
const STACK_PER_BYTE: usize = 128;
const MIN_STACK: usize = 256 << 10;

thread_local! {
    static PARSER: RefCell<Parser> = RefCell::new(Parser::new());
}

/// What one parse has used of what it may use.
struct Work {
    bytes: usize,
    read: Cell<usize>,
    calls: Cell<usize>,
    allocated_before: usize,
    held_before: isize,
    cancel: Cancel,
}

impl Work {
    fn start(bytes: usize) -> Self {
        allocation::count();
        Self {
            bytes,
            read: Cell::new(0),
            calls: Cell::new(0),
            allocated_before: allocation::requested(),
            held_before: allocation::held(),
            cancel: Cancel::current(),
        }
    }

    fn may_read(&self) -> bool {
        self.read.get() <= MIN_READ + self.bytes * MAX_READ_PER_BYTE
    }

    fn may_go_on(&self) -> bool {
        let allocated = allocation::requested().wrapping_sub(self.allocated_before);
        let held = usize::try_from(allocation::held().wrapping_sub(self.held_before)).unwrap_or(0);
        self.may_read()
            && self.calls.get() <= MIN_CALLS + self.bytes * MAX_CALLS_PER_BYTE
            && allocated <= MIN_ALLOCATED + self.bytes * MAX_ALLOCATED_PER_BYTE
            && held <= MIN_HELD + self.bytes * MAX_HELD_PER_BYTE
            && !self.cancel.is_cancelled()
    }
}

/// The tree of `text`, or `None` where the language has no grammar or the parse was stopped: see [`Cancel::current`].
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
    let read = |offset: usize, work: &Work| {
        let inside = offset.checked_sub(start).and_then(|offset| readable.get(offset..));
        let rest = inside.or(text.as_bytes().get(offset..start)).unwrap_or_default();
        let chunk = &rest[..rest.len().min(CHUNK)];
        work.read.set(work.read.get() + chunk.len());
        // Where no more is to be read the text ends, and the parse with it.
        if work.may_read() { chunk } else { &[] }
    };
    let stack = MIN_STACK + readable.len() * STACK_PER_BYTE;
    stacker::maybe_grow(stack, stack, || {
        PARSER.with_borrow_mut(|parser| {
            parser.set_language(grammar).ok()?;
            parser.set_included_ranges(ranges).ok()?;
            let work = Work::start(readable.len());
            let mut go_on = |_: &ParseState| {
                work.calls.set(work.calls.get() + 1);
                if work.may_go_on() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            let options = ParseOptions::new().progress_callback(&mut go_on);
            let tree = parser.parse_with_options(&mut |offset, _| read(offset, &work), None, Some(options));
            // A stopped parser would resume its old text at the next call.
            parser.reset();
            tree.filter(|_| work.may_read())
        })
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
