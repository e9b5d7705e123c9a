//! Document model of the text renderings. Renderers depend on these blocks and not on tools.

use super::{LineRange, SymbolKind, thousands};
use serde::Deserialize;
use std::fmt;
use std::ops::Range;

/// A reply as a sequence of blocks, top to bottom.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Doc {
    /// Title of the Markdown rendering: "Codebase Structure". The outline omits it.
    pub title: Option<String>,
    pub blocks: Vec<Block>,
    /// Last line, without its brackets. `plain` omits it.
    pub footer: Option<Footer>,
}

/// The last line of a reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Footer {
    /// What is shown, and how it is known.
    pub facts: String,
    /// What stands between the facts and the tokens.
    pub separator: &'static str,
    /// Tokens of the reply, shown last.
    pub tokens: Option<usize>,
}

impl Footer {
    /// Creates the footer "facts · 12 tokens".
    pub fn new(facts: String, tokens: usize) -> Self {
        Self { facts, separator: " · ", tokens: Some(tokens) }
    }
}

impl fmt::Display for Footer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.facts)?;
        match self.tokens {
            Some(tokens) => write!(formatter, "{}{} tokens", self.separator, thousands(tokens)),
            None => Ok(()),
        }
    }
}

impl Doc {
    pub fn push(&mut self, block: Block) {
        self.blocks.push(block);
    }
}

/// One block. `depth` is the level of nesting, 0 at the margin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// Subject of the answer: "Callers of `x` (src/a.rs:3):".
    Heading(String),
    /// The title of a group of rows, without marks: the outline puts `## ` before it.
    Section(String),
    /// The title of a part of a section, without marks: the outline puts `### ` before it.
    Subsection(String),
    /// A sentence or a note, possibly of several lines.
    Text(String),
    /// Extra blank line. Headings, rows with details, code and the footer are set apart without it.
    Blank,
    /// Directory. `path` is relative to the root, `name` its last component; `note` follows in
    /// parentheses: "12 files".
    Directory { depth: usize, name: String, path: String, note: Option<String> },
    /// File, with the fields of [`Block::Directory`]. Formats without nesting show the path.
    File { depth: usize, name: String, path: String, note: Option<String> },
    /// Definition. If given, `lines` precede the signature, `note` follows it and `doc` stands
    /// above it.
    Symbol {
        depth: usize,
        kind: SymbolKind,
        signature: String,
        lines: Option<LineRange>,
        doc: Option<String>,
        note: Option<String>,
    },
    /// Bare names on one line: the form of a file whose signatures do not fit.
    Names { depth: usize, names: Vec<String> },
    /// Description of what was cut: "12 more files" is shown as "… (12 more files)".
    More { depth: usize, text: String },
    /// One result at a place: "1. src/a.rs:3 -- text", with the details below it, a line each.
    /// Unnumbered rows in a section are indented.
    Row { number: Option<usize>, place: String, text: String, details: Vec<String> },
    /// One result of a graph answer. Compact formats write its lines, grouped by file; Markdown
    /// writes it as a row.
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
    /// Source code with its place. Lines are numbered from `first_line`; `None` omits the numbers.
    Code {
        place: String,
        /// Kind of the definition and reason for showing it: "function, score 0.93, matched: send,
        /// retry".
        caption: Option<String>,
        language: Option<&'static str>,
        first_line: Option<usize>,
        text: String,
        /// Lines that `text` leaves out, in ascending order.
        folds: Vec<LineRange>,
        highlights: Vec<Highlight>,
    },
}

/// Result of a graph answer, in the long form and in the compact form; each renderer uses one.
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
    /// Enclosing symbol as `Type.method`. `None` on further lines of the same symbol, and if `text`
    /// names it.
    pub symbol: Option<String>,
    pub text: String,
    /// True if the line belongs to the symbol of the line before it.
    pub is_further: bool,
}

/// Coloured range of a code block: bytes of the block's text, in ascending order, not overlapping.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Highlight {
    pub bytes: Range<usize>,
    pub role: HighlightRole,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HighlightRole {
    Keyword,
    Type,
    Function,
    String,
    Number,
    Comment,
    Constant,
}
