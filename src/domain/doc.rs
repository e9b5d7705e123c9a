//! The one model that text renderings are made from. Renderers know these blocks and nothing of tools.

use super::{LineRange, SymbolKind};
use std::ops::Range;

/// A reply as a sequence of blocks, top to bottom.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Doc {
    /// What Markdown puts above all else: "Codebase Structure". The outline does not show it.
    pub title: Option<String>,
    pub blocks: Vec<Block>,
    /// The last line, without its brackets. Not shown by `plain`.
    pub footer: Option<String>,
}

impl Doc {
    pub fn push(&mut self, block: Block) {
        self.blocks.push(block);
    }
}

/// One block. `depth` is the level of nesting, 0 at the margin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// The line that says what the answer is about: "Callers of `x` (src/a.rs:3):".
    Heading(String),
    /// The title of a group of rows, without marks: the outline puts `## ` before it.
    Section(String),
    /// The title of a part of a section, without marks: the outline puts `### ` before it.
    Subsection(String),
    /// A sentence or a note, possibly of several lines.
    Text(String),
    /// A blank line where none stands anyway. Headings, rows with details, code and the footer are set apart without it.
    Blank,
    /// `path` is from the root, `name` its last part; `note` stands in parentheses behind it: "12 files".
    Directory { depth: usize, name: String, path: String, note: Option<String> },
    /// As [`Block::Directory`]. Formats without nesting show the path.
    File { depth: usize, name: String, path: String, note: Option<String> },
    /// A definition. `lines` stand before the signature and `note` behind it where they are given, `doc` above it.
    Symbol {
        depth: usize,
        kind: SymbolKind,
        signature: String,
        lines: Option<LineRange>,
        doc: Option<String>,
        note: Option<String>,
    },
    /// Bare names on one line: what is shown of a file when signatures do not fit.
    Names { depth: usize, names: Vec<String> },
    /// What was cut here, in words: "12 more files" is shown as "… (12 more files)".
    More { depth: usize, text: String },
    /// One result at a place: "1. src/a.rs:3 -- text", with the details below it, a line each. Unnumbered rows in a
    /// section are indented.
    Row { number: Option<usize>, place: String, text: String, details: Vec<String> },
    /// One result of a graph answer. Compact formats write its lines, grouped by file; Markdown writes it as a row.
    Result(ResultRow),
    /// One line of a file, as text search shows it. `is_match` is false for context.
    Line {
        path: String,
        line: usize,
        text: String,
        matches: Vec<Range<usize>>,
        is_match: bool,
        enclosing: Option<String>,
    },
    /// Some lines of a definition, each with its number, below its place and name.
    Excerpt { place: String, name: String, lines: Vec<(usize, String)> },
    /// Source code with its place. Lines are numbered from `first_line`; `None` leaves the numbers out.
    Code {
        place: String,
        /// What it is and why it is here: "function, score 0.93, matched: send, retry".
        caption: Option<String>,
        language: Option<&'static str>,
        first_line: Option<usize>,
        text: String,
        highlights: Vec<Highlight>,
    },
}

/// A result of a graph answer, in both of the forms that renderers choose from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ResultRow {
    /// As in [`Block::Row`].
    pub number: Option<usize>,
    pub place: String,
    pub text: String,
    pub details: Vec<String>,
    /// The compact form: one line per use.
    pub lines: Vec<ResultLine>,
    /// Level in a tree of results; 0 where the answer is a list.
    pub depth: usize,
}

/// One line of the compact form of a result: `42 Pool.get: self.connect(host)?`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ResultLine {
    pub file: String,
    /// 1-based.
    pub line: usize,
    /// The enclosing symbol as `Type.method`. `None` on further lines of the same symbol, and where the text tells it.
    pub symbol: Option<String>,
    pub text: String,
    /// Stands below the line before it, which tells the symbol.
    pub is_further: bool,
}

/// A coloured stretch of a code block. Bytes of the block's text, in ascending order, not overlapping.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Highlight {
    pub bytes: Range<usize>,
    pub role: HighlightRole,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HighlightRole {
    Keyword,
    Type,
    Function,
    String,
    Number,
    Comment,
    Constant,
}
