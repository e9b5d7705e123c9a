//! Parsing of text into trees. Parsing never fails: text that a grammar cannot read becomes error
//! nodes, and a text that takes too much work is left unparsed.
//!
//! No text may end the process or stall it. Tree-sitter keeps several readings of an ambiguous text
//! side by side, copies the tokens of an error at each attempt to recover from it, and frees its
//! stack by recursion. So each parse has limits of what is read, done and allocated, in proportion
//! to the text, and a stack that its recursion cannot exceed. The limits are counts, not times, so
//! that a file has the same answer on every machine.

mod allocation;
mod errors;

pub use errors::first_error;

use crate::domain::Cancel;
use crate::lang::{Broken, CommentMarks, Language, LanguageConfig, Place, scanner};
use errors::OutermostErrors;
use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};
use std::ops::{self, ControlFlow};
use tree_sitter::{ParseOptions, ParseState, Parser, Range, Tree};

/// Limit of the bytes of a file that are parsed where the language has none of its own; the rest is
/// ignored, and the outline notes it. At the 10 MB/s of the slowest common grammar this bounds a
/// file's cost to half a second.
pub const MAX_PARSED_BYTES: usize = 4 << 20;

/// Limit of progress callbacks. The parser calls back after every hundred steps, in a healthy parse
/// at most once in forty bytes.
const MAX_CALLS_PER_BYTE: usize = 1;
const MIN_CALLS: usize = 10_000;

/// Limit of the bytes that the lexer reads, as a multiple of the text. It reads a healthy one
/// little more than once; without the limit, each mark that opens a comment or a string without end
/// would be followed to the end of the text.
const MAX_READ_PER_BYTE: usize = 32;
const MIN_READ: usize = 64 << 20;
/// Number of bytes that the lexer gets at a time where it reads on, and where it reads elsewhere: a
/// scanner that asks for its column reads the start of the line again, at each token.
const CHUNK: usize = 4 << 10;
const FIRST_CHUNK: usize = 1 << 7;

/// Limits of allocation per byte of text: in total, including bytes that are freed again, and at a
/// time. Healthy texts take 20 to 120 in total.
const MAX_ALLOCATED_PER_BYTE: usize = 1 << 10;
const MIN_ALLOCATED: usize = 32 << 20;
/// Limit of what is allocated beyond the limit of a grammar's own, in any part of the text.
const MAX_EXCESS: usize = 1 << 20;
const MAX_HELD_PER_BYTE: usize = 192;
const MIN_HELD: usize = 16 << 20;
/// Limit for the largest texts, of which some have nothing but nodes.
const MAX_HELD: usize = 256 << 20;

/// Limit of the levels of the parser's stack, lines of comments aside: a comment between two
/// statements stays on the stack until the next one is read. At the end of a text whose readings
/// are many, each is copied as a whole, in one step, which takes memory quadratic in the levels.
const MAX_LEVELS: usize = 6 << 10;

/// At each error the parser looks through all readings of what it has read, at this number of
/// levels within a quarter of a millisecond. Above it, the levels found at all callbacks together
/// are limited.
const DEEP: usize = 1 << 9;
const MAX_DEEP_PER_BYTE: usize = 2;
const MIN_DEEP: usize = 1 << 20;

/// Number of lines before an error on which its cause is looked for.
const LINES_BEFORE: usize = 3;

/// Limit of the times that patches of as many lines are tried: those that mend nothing once, and
/// the others then.
const MAX_TRIES: usize = 2;

/// Stack of a parse, per byte of text: the recursion of tree-sitter goes as deep as its own stack
/// of alternative readings is high, of which each level took a byte of the text at least, and takes
/// 96 bytes in its compiled form.
const STACK_PER_BYTE: usize = 128;
const MIN_STACK: usize = 256 << 10;

thread_local! {
    static PARSER: RefCell<Parser> = RefCell::new(Parser::new());
}

/// How much more than its limit a parse has lately allocated: what a healthy part has left over is
/// not saved for a later one.
#[derive(Default)]
struct Excess {
    allocated: Cell<usize>,
    limit: Cell<usize>,
    over: Cell<usize>,
}

impl Excess {
    /// Takes both sums since the start of the parse. Returns the bytes over the limit.
    fn add(&self, allocated: usize, limit: usize) -> usize {
        let more = allocated.saturating_sub(self.allocated.replace(allocated));
        let allowed = limit.saturating_sub(self.limit.replace(limit));
        let over = (self.over.get() + more).saturating_sub(allowed);
        self.over.set(over);
        over
    }
}

/// Resources that one parse has used.
struct Work<'a> {
    text: &'a [u8],
    config: &'a LanguageConfig,
    bytes: usize,
    read: Cell<usize>,
    /// End of what the lexer got last.
    read_to: Cell<usize>,
    calls: Cell<usize>,
    allocated_before: usize,
    excess: Excess,
    held_before: isize,
    levels_before: isize,
    comment_lines: OnceCell<usize>,
    deep: Cell<usize>,
    cancel: Cancel,
}

impl<'a> Work<'a> {
    fn start(text: &'a [u8], config: &'a LanguageConfig) -> Self {
        allocation::count();
        let bytes = text.len();
        Self {
            text,
            config,
            bytes,
            read: Cell::new(0),
            read_to: Cell::new(0),
            calls: Cell::new(0),
            allocated_before: allocation::requested(),
            excess: Excess::default(),
            held_before: allocation::held(),
            levels_before: allocation::levels(),
            comment_lines: OnceCell::new(),
            deep: Cell::new(0),
            cancel: Cancel::current(),
        }
    }

    fn may_read(&self) -> bool {
        self.read.get() <= MIN_READ + self.bytes * MAX_READ_PER_BYTE
    }

    /// Whether the parser's stack is one of a text that can be read. Looks at the stack once a
    /// callback.
    fn may_be_deep(&self) -> bool {
        let levels = allocation::levels().wrapping_sub(self.levels_before);
        let levels = usize::try_from(levels).unwrap_or(0);
        if levels <= DEEP {
            return true;
        }
        let comments =
            *self.comment_lines.get_or_init(|| comment_lines(self.text, &self.config.comments));
        let levels = levels.saturating_sub(comments);
        self.deep.set(self.deep.get() + if levels > DEEP { levels } else { 0 });
        levels <= MAX_LEVELS && self.deep.get() <= MIN_DEEP + self.bytes * MAX_DEEP_PER_BYTE
    }

    fn may_allocate(&self) -> bool {
        let allocated = allocation::requested().wrapping_sub(self.allocated_before);
        let is_within =
            |own: usize| self.excess.add(allocated, self.read.get() * own) <= MAX_EXCESS;
        allocated <= MIN_ALLOCATED + self.bytes * MAX_ALLOCATED_PER_BYTE
            && self.config.max_allocated_per_byte.is_none_or(is_within)
    }

    fn may_go_on(&self) -> bool {
        let held = usize::try_from(allocation::held().wrapping_sub(self.held_before)).unwrap_or(0);
        self.may_read()
            && self.calls.get() <= MIN_CALLS + self.bytes * MAX_CALLS_PER_BYTE
            && self.may_allocate()
            && held <= (MIN_HELD + self.bytes * MAX_HELD_PER_BYTE).min(MAX_HELD)
            && self.may_be_deep()
            && !scanner::has_overflowed()
            && !self.cancel.is_cancelled()
    }
}

/// A text that was parsed.
#[derive(Debug)]
pub struct Parsed {
    pub tree: Tree,
    /// Where patches for broken texts were made.
    pub broken: Broken,
}

impl ops::Deref for Parsed {
    type Target = Tree;

    fn deref(&self) -> &Tree {
        &self.tree
    }
}

/// Parses `text`; `None` if the language has no grammar or the parse was stopped: see
/// [`Cancel::current`].
pub fn parse(text: &str, language: &Language) -> Option<Parsed> {
    parse_ranges(text, language, &[])
}

/// Parses some ranges of `text` (all of it if there are none). Positions are those of the whole
/// text.
pub fn parse_ranges(text: &str, language: &Language, ranges: &[Range]) -> Option<Parsed> {
    let text = parsed_part(text, language);
    Source { text, language, ranges, left_out: &[] }.parse()
}

/// Parses `text` but for the insides of some blocks, in a language in which `;` is an empty
/// statement.
pub fn parse_without(
    text: &str,
    language: &Language,
    left_out: &[ops::Range<usize>],
) -> Option<Parsed> {
    let text = parsed_part(text, language);
    Source { text, language, ranges: &[], left_out }.parse()
}

/// What is parsed of a text.
#[derive(Clone, Copy)]
struct Source<'a> {
    text: &'a str,
    language: &'a Language,
    /// All of the text if there are none.
    ranges: &'a [Range],
    left_out: &'a [ops::Range<usize>],
}

impl<'a> Source<'a> {
    fn parse(self) -> Option<Parsed> {
        let first = self.attempt(self.readable())?;
        if first.errors.is_empty() {
            return Some(Parsed { tree: first.tree, broken: Broken::default() });
        }
        Some(self.mend(first))
    }

    /// Returns what the ranges span.
    fn span(self) -> ops::Range<usize> {
        let end = self.text.len();
        let start = self.ranges.first().map_or(0, |range| range.start_byte.min(end));
        let end = self.ranges.last().map_or(end, |range| range.end_byte.min(end));
        start..end.max(start)
    }

    /// Returns the text of the span.
    fn own(self) -> &'a str {
        self.text.get(self.span()).unwrap_or_default()
    }

    /// Returns what is read of the span.
    fn readable(self) -> Cow<'a, [u8]> {
        let mut readable = self.language.readable(self.own());
        for inside in self.left_out {
            // Without a statement, a grammar may take the braces for those of a literal.
            let inside = &mut readable.to_mut()[inside.clone()];
            inside.fill(b' ');
            inside[..1].fill(b';');
        }
        readable
    }

    /// Returns the places that may be patched, what is left out aside, with what is matched in
    /// positions of the whole text.
    fn places(self, readable: &[u8]) -> Vec<Place<'a>> {
        let own = self.own().as_bytes();
        let start = self.span().start;
        let is_blank = |bytes: &[u8]| bytes.trim_ascii().is_empty();
        let mut places = self.language.places_on_error(self.own());
        places.retain(|Place { range, .. }| {
            !is_blank(&readable[range.clone()]) || is_blank(&own[range.clone()])
        });
        for Place { matched, .. } in &mut places {
            *matched = start + matched.start..start + matched.end;
        }
        places
    }

    /// Parses a text with errors again, with the patches for its broken lines, and returns the tree
    /// in which least is broken.
    fn mend(self, first: Attempt<'a>) -> Parsed {
        let plain = first.readable.clone();
        let places = self.places(&plain);
        let (mut best, mut patched) = (first, Broken::default());
        for reach in [None, Some(0), Some(LINES_BEFORE)] {
            let is_file = reach.is_none();
            let mut next = Broken { is_file: is_file || patched.is_file, ..patched.clone() };
            if let Some(reach) = reach {
                best.errors.add_lines(&mut next.lines, reach, self.text);
            }
            for _ in 0..MAX_TRIES {
                let mut readable = plain.clone();
                let made = places.iter().filter(|place| next.lets(place.patch, &place.matched));
                made.for_each(|place| place.apply(readable.to_mut()));
                if readable == best.readable {
                    break;
                }
                let Some(attempt) = self.attempt(readable) else { break };
                // What costs a type its head may be a small error.
                let is_further =
                    || first_error(attempt.tree.root_node()) > first_error(best.tree.root_node());
                if attempt.errors.extent() < best.errors.extent() || is_file && is_further() {
                    (best, patched) = (attempt, next);
                    break;
                }
                // Without the patches that mend nothing, the others may.
                let count = next.lines.len();
                next.lines.retain(|lines| attempt.errors.mend(&best.errors, lines));
                if next.lines.len() == count {
                    break;
                }
            }
        }
        Parsed { tree: best.tree, broken: patched }
    }

    fn attempt(self, readable: Cow<'a, [u8]>) -> Option<Attempt<'a>> {
        let tree = self.tree(&readable)?;
        let errors = OutermostErrors::of(tree.root_node());
        Some(Attempt { readable, tree, errors })
    }

    fn tree(self, readable: &[u8]) -> Option<Tree> {
        let grammar = self.language.grammar()?;
        let start = self.span().start;
        let read = |offset: usize, work: &Work<'_>| {
            let inside = offset.checked_sub(start).and_then(|offset| readable.get(offset..));
            let rest = inside.or(self.text.as_bytes().get(offset..start)).unwrap_or_default();
            let reads_on = offset == work.read_to.get();
            let chunk = &rest[..end_of_chunk(rest, if reads_on { CHUNK } else { FIRST_CHUNK })];
            work.read.set(work.read.get() + chunk.len());
            work.read_to.set(offset + chunk.len());
            // At the limit the text ends, and the parse with it.
            if work.may_read() { chunk } else { &[] }
        };
        let stack = MIN_STACK + readable.len() * STACK_PER_BYTE;
        stacker::maybe_grow(stack, stack, || {
            PARSER.with_borrow_mut(|parser| {
                parser.set_language(grammar).ok()?;
                parser.set_included_ranges(self.ranges).ok()?;
                scanner::take_overflow();
                let work = Work::start(readable, &self.language.config);
                let mut go_on = |_: &ParseState| {
                    work.calls.set(work.calls.get() + 1);
                    if work.may_go_on() {
                        ControlFlow::Continue(())
                    } else {
                        ControlFlow::Break(())
                    }
                };
                let options = ParseOptions::new().progress_callback(&mut go_on);
                let tree = parser.parse_with_options(
                    &mut |offset, _| read(offset, &work),
                    None,
                    Some(options),
                );
                // A stopped parser would resume its old text at the next call.
                parser.reset();
                tree.filter(|_| work.may_read() && !scanner::take_overflow())
            })
        })
    }
}

/// A text as it was read once.
struct Attempt<'text> {
    readable: Cow<'text, [u8]>,
    tree: Tree,
    errors: OutermostErrors,
}

/// Returns the number of lines that start with a comment.
fn comment_lines(text: &[u8], marks: &CommentMarks) -> usize {
    let starts = marks.line.iter().chain(marks.block.iter().map(|[start, _]| start));
    let starts: Vec<&[u8]> = starts.map(|mark| mark.as_bytes()).collect();
    let is_comment = |line: &&[u8]| {
        let line = line.trim_ascii_start();
        starts.iter().any(|start| line.starts_with(start))
    };
    text.split(|byte| *byte == b'\n').filter(is_comment).count()
}

/// Returns where the next chunk for the lexer ends: never within a character. The lexer asks for
/// the rest of one that is cut, and reads from a null pointer if the limit then gives it nothing.
fn end_of_chunk(rest: &[u8], limit: usize) -> usize {
    let is_inside = |at: usize| rest.get(at).is_some_and(|byte| byte & 0xc0 == 0x80);
    let end = rest.len().min(limit);
    (0..4).map(|back| end.saturating_sub(back)).find(|at| !is_inside(*at)).unwrap_or(end)
}

/// Returns the part of a text that is parsed: all of it, or whole lines up to the limit.
pub fn parsed_part<'text>(text: &'text str, language: &Language) -> &'text str {
    let limit = language.config.max_parsed_bytes.unwrap_or(MAX_PARSED_BYTES);
    if text.len() <= limit {
        return text;
    }
    let end = memchr::memrchr(b'\n', &text.as_bytes()[..limit])
        .map_or_else(|| text.floor_char_boundary(limit), |newline| newline + 1);
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::registry;

    #[test]
    fn a_block_whose_inside_is_left_out_is_read_as_one() {
        let language = registry().by_name("c").expect("C is a language");
        let text = "(f)(a) { a(b); }\nint g;\n";
        let errors = |tree: Option<Parsed>| {
            tree.expect("a tree").root_node().to_sexp().matches("(ERROR").count()
        };
        // It is taken for a literal, in which a statement is an error.
        assert_eq!(errors(parse(text, language)), 1);
        let inside = 8..15;
        assert_eq!(errors(parse_without(text, language, std::slice::from_ref(&inside))), 1);
        assert_eq!(errors(parse("(f)(a) {       }\nint g;\n", language)), 0);
    }
}
