//! What a search finds: definitions with their code, and others in one line each.

use crate::domain::{Highlight, LeftOut, LineRange, SymbolKind, keys};
use crate::engine::highlight::highlights;
use crate::lang::Language;
use crate::workspace::{SourcePath, Text};
use schemars::JsonSchema;
use serde::Serialize;
use std::borrow::Cow;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

/// Search results, best first.
#[derive(Debug, Default)]
pub struct Findings {
    pub results: Vec<Finding>,
    /// Definitions that rank below the results, one line each.
    pub more: Vec<Brief>,
    /// Number of definitions that satisfy the query, shown or not.
    pub total: usize,
    /// True if every file that may contain one was parsed.
    pub total_is_exact: bool,
    /// Reasons why files or definitions were left out.
    pub left_out: Vec<LeftOut>,
    /// Remarks for the reader, one sentence each.
    pub notes: Vec<String>,
    /// Number of files searched.
    pub files: usize,
    /// True if [`prepare`](super::prepare) would make the next search of the same places faster.
    pub can_prepare: bool,
    /// True if some file contains a term of the query, even if it does not satisfy the query.
    pub(super) holds_parts: bool,
}

/// A definition in one line.
#[derive(Debug, Clone, PartialEq)]
pub struct Brief {
    pub file: SourcePath,
    /// Line of its name.
    pub line: usize,
    /// All its lines, without leading documentation.
    pub lines: LineRange,
    pub kind: SymbolKind,
    /// Empty if the definition has no name.
    pub name: String,
    /// Qualified name, joined with the language's separator; the definition's own name comes last.
    pub path: String,
    pub signature: String,
    pub score: f64,
    /// Query words that it contains, as written.
    pub matched: Vec<String>,
    /// In the order of the variants.
    pub matched_by: Vec<MatchedBy>,
}

/// What a definition was found by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MatchedBy {
    /// Words of the query, in any form.
    Words,
    /// Words that stand for them.
    Expansion,
    /// What it means as a whole.
    Meaning,
}

/// A definition with its code.
#[derive(Debug, Clone)]
pub struct Finding {
    pub brief: Brief,
    pub language: Option<&'static Language>,
    /// All its lines, with its documentation if that is short.
    pub lines: LineRange,
    /// The lines shown, in order: all of them, or, for a large container, its header and the
    /// matching members.
    pub pieces: Vec<LineRange>,
    /// Nested definitions that match on their own, best first.
    pub members: Vec<Brief>,
    /// First line of its documentation if the documentation is too long to be among the lines.
    pub doc: Option<String>,
    /// Lines of its header, from the line of its name.
    pub header: RangeInclusive<usize>,
    /// Lines that contain words of the query, those with the most first.
    pub telling: Vec<usize>,
    pub(super) text: Arc<Text>,
    /// Byte ranges of the text, within its lines, whose values look like keys.
    pub(super) secrets: Vec<Range<usize>>,
}

impl Finding {
    /// Returns the highlighted ranges of some lines of its file, in bytes from their start.
    pub fn highlights(&self, lines: LineRange) -> Vec<Highlight> {
        let start = self.text.line_range(lines.start).map_or(0, |range| range.start);
        let range = start..start + self.text(lines).len();
        self.language
            .map(|language| highlights(&self.text.content, language, range))
            .unwrap_or_default()
    }

    /// Returns a line of its file, with values that look like keys masked.
    pub fn line(&self, line: usize) -> Cow<'_, str> {
        self.text(LineRange { start: line, end: line })
    }

    /// Returns the text of some lines of its file, with values that look like keys masked. Masking
    /// keeps the length.
    pub fn text(&self, lines: LineRange) -> Cow<'_, str> {
        let start = self.text.line_range(lines.start).map_or(0, |range| range.start);
        keys::with_masks(self.text.lines(lines.start, lines.end), start, &self.secrets)
    }
}
