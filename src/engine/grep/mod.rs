//! `grep`: lines that match, found by ripgrep's engine in the files that ripgrep would search.
//!
//! Files are searched in blocks, the project's own code first, tests after it, vendored and
//! generated files last. Once enough lines are found, the search continues for a while to count
//! further matches without keeping them.

mod choose;
mod matcher;
mod scan;
mod shown;
mod window;

pub use choose::{Globs, Selection, rank, select};
pub(crate) use choose::{is_in_language, is_language, language_of};
pub(crate) use scan::{FileSearch, Outcome, Scan, ScanOutcome, scan};
pub(crate) use shown::ShownLines;

use crate::domain::{Cancelled, LeftOut, LeftOutReason, Problem, SymbolKind};
use crate::lang::Language;
use crate::workspace::{FileEntry, ReadError, Snapshot, SourcePath, Text, WalkError};
use std::ops::Range;
use std::sync::Arc;

/// Syntax of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PatternMode {
    Regex,
    /// No character is special.
    Literal,
}

/// A grep request.
#[derive(Debug, Clone)]
pub struct GrepQuery {
    pub pattern: String,
    pub mode: PatternMode,
    /// Files and directories; never empty.
    pub starts: Vec<SourcePath>,
    pub language: Option<&'static Language>,
    /// Only files whose name or path matches one of these, and none of those that start with `!`.
    pub globs: Globs,
    pub ignore_case: bool,
    /// True if matches must be whole words.
    pub whole_words: bool,
    /// True if the results are the lines that do not match.
    pub invert: bool,
    /// Number of lines shown before and after each match.
    pub before: usize,
    pub after: usize,
    /// True to return only the number of matching lines of each file.
    pub counts_only: bool,
    pub allow_tests: bool,
    /// Maximum number of results (lines, or files if only counts are requested).
    pub max_results: Option<usize>,
    /// Maximum number of characters kept of a line, around its first match.
    pub width: Option<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GrepError {
    #[error("the pattern is empty")]
    EmptyPattern,
    #[error(
        "bad regular expression `{pattern}`: {problem}{}",
        column.map(|column| format!(", at column {column}")).unwrap_or_default()
    )]
    BadRegex { problem: String, column: Option<usize>, pattern: String },
    #[error("the regular expression grows too large when it is compiled")]
    TooLarge,
    #[error(transparent)]
    Walk(#[from] WalkError),
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl Problem for GrepError {
    fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::EmptyPattern => {
                "give a regular expression, or syntax \"literal\" for a text that means itself"
            }
            Self::BadRegex { .. } => {
                "escape what is meant as it stands with a backslash, or use syntax \"literal\""
            }
            Self::TooLarge => "lower its repetition counts, or use syntax \"literal\"",
            Self::Walk(_) | Self::Read(_) | Self::Cancelled(_) => return None,
        };
        Some(hint.to_owned())
    }
}

/// A line of context around a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContextLine {
    pub line: usize,
    pub text: String,
}

/// One result: a matching line, or the lines of a match that spans several.
#[derive(Debug, Clone)]
pub struct Hit {
    pub line: usize,
    /// Last line of the match.
    pub end_line: usize,
    /// 1-based, in characters.
    pub column: usize,
    /// Without its line ending; if long, cut to a window around the match.
    pub text: String,
    /// Byte ranges of `text`.
    pub matches: Vec<Range<usize>>,
    /// Surrounding lines that no other result shows.
    pub context: Vec<ContextLine>,
    /// Matched syntax node, for AST patterns.
    pub node: Option<Box<NodeMatch>>,
}

/// A node that matches an AST pattern.
#[derive(Debug, Clone)]
pub struct NodeMatch {
    /// Kind of the definition that the node is; [`SymbolKind::Range`] if it is not one.
    pub kind: SymbolKind,
    /// The file's text, which nested nodes share, and the node's range in it.
    pub text: Arc<Text>,
    pub bytes: Range<usize>,
    /// 0-based, in characters: start on its first line and end, exclusive, on its last.
    pub column_start: usize,
    pub column_end: usize,
}

impl NodeMatch {
    pub fn code(&self) -> &str {
        &self.text.content[self.bytes.clone()]
    }
}

/// A file with results.
#[derive(Debug, Clone)]
pub struct FileHits {
    pub file: FileEntry,
    /// Number of matching lines in the file, also those that were not kept.
    pub count: usize,
    /// In line order.
    pub hits: Vec<Hit>,
}

/// Result of a search.
#[derive(Debug, Default)]
pub struct GrepMatches {
    /// In the order of the walk.
    pub files: Vec<FileHits>,
    /// Number of matching lines; a lower bound unless exact.
    pub lines: usize,
    /// Number of files with at least one; a lower bound unless exact.
    pub matching_files: usize,
    pub is_exact: bool,
    /// Number of files searched.
    pub searched: usize,
    pub left_out: Vec<LeftOut>,
    /// Other remarks for the reader: an ignore rule that excludes everything.
    pub notes: Vec<String>,
}

/// Finds the lines that match.
///
/// # Errors
/// If the pattern is not a valid expression, a single requested file is not text, or the work is
/// cancelled.
pub fn run(snapshot: &Snapshot, query: &GrepQuery) -> Result<GrepMatches, GrepError> {
    let compiled = matcher::compile(query, snapshot.cancel())?;
    let selection =
        select(snapshot, &query.starts, query.language, &query.globs, query.allow_tests)?;
    let searcher = scan::Lines { query, compiled: &compiled, snapshot };
    let scanned = scan(
        &selection,
        &Scan {
            max_results: query.max_results,
            counts_only: query.counts_only,
            cancel: snapshot.cancel(),
            progress: snapshot.progress(),
        },
        || scan::Worker::new(&searcher),
    )?;
    only_file_must_be_text(snapshot, &query.starts, &selection, &scanned)?;
    Ok(scanned.into_matches(selection))
}

/// Returns an error if the only requested file is not text, instead of an empty result.
pub(crate) fn only_file_must_be_text(
    snapshot: &Snapshot,
    starts: &[SourcePath],
    selection: &Selection,
    scanned: &ScanOutcome,
) -> Result<(), ReadError> {
    if scanned.files.is_empty()
        && let [start] = starts
        && selection.len() == 1
        && let file = selection.file(0)
        && file.path.absolute == start.absolute
        && scanned.unread.values().sum::<usize>() > 0
    {
        snapshot.text(&file.path)?;
    }
    Ok(())
}

impl ScanOutcome {
    /// Sorts the files into the walk's order and lists those that were not searched.
    pub(crate) fn into_matches(self, selection: Selection) -> GrepMatches {
        let mut files = self.files;
        files.sort_by_key(|(index, _)| selection.place(*index));
        let mut left_out = selection.left_out;
        for (reason, count) in self.unread {
            left_out.push(LeftOut { reason, rule: None, file: None, count });
        }
        left_out.sort();
        GrepMatches {
            files: files.into_iter().map(|(_, hits)| hits).collect(),
            lines: self.lines,
            matching_files: self.matching_files,
            is_exact: self.is_exact,
            searched: self.searched,
            left_out,
            notes: selection.notes,
        }
    }
}

/// Leaves out items, which are in order, that start in one of some ranges. Each is compared with
/// those that begin before it alone.
pub(crate) fn leave_out_within<T>(
    items: &mut Vec<T>,
    mut ranges: Vec<Range<usize>>,
    start: impl Fn(&T) -> usize,
) {
    ranges.sort_unstable_by_key(|range| range.start);
    let mut ranges = ranges.into_iter().peekable();
    let mut end = 0;
    items.retain(|item| {
        let start = start(item);
        while let Some(range) = ranges.next_if(|range| range.start <= start) {
            end = end.max(range.end);
        }
        start >= end
    });
}

/// Returns the reason to report for a file that could not be searched.
pub(crate) fn reason_of(error: &ReadError) -> LeftOutReason {
    match error {
        ReadError::Binary { .. } => LeftOutReason::Binary,
        ReadError::TooLarge { .. } => LeftOutReason::TooLarge,
        _ => LeftOutReason::Unreadable,
    }
}
