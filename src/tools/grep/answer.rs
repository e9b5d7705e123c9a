//! The answer of `grep` for programs. Its schema is derived from these types.

use crate::domain::{Evidence, LeftOut, Summary};
use crate::engine::enclosing::Enclosing;
use schemars::JsonSchema;
use serde::Serialize;

/// Lines that match; with `count` or `filesOnly`, files with the number of their matches.
#[derive(Serialize, JsonSchema)]
pub(crate) struct GrepAnswer<'a> {
    pub(super) results: Vec<GrepResult<'a>>,
    pub(super) summary: GrepSummary,
    pub(super) evidence: Evidence,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub(super) left_out: &'a [LeftOut],
    /// Files with matches of which none is shown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) more: Vec<FileCount<'a>>,
}

#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum GrepResult<'a> {
    Line(MatchedLine<'a>),
    File(FileCount<'a>),
}

#[derive(Serialize, JsonSchema)]
pub(super) struct MatchedLine<'a> {
    pub(super) file: &'a str,
    /// 1-based.
    pub(super) line: usize,
    /// 1-based, in characters, of the first match.
    pub(super) column: usize,
    pub(super) text: &'a str,
    /// The last line of a match that spans several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) end_line: Option<usize>,
    /// The innermost definition around the line.
    pub(super) enclosing: Option<Enclosing>,
    pub(super) context: Vec<ContextLine<'a>>,
}

/// A line beside a match.
#[derive(Serialize, JsonSchema)]
pub(super) struct ContextLine<'a> {
    pub(super) line: usize,
    pub(super) text: &'a str,
}

/// A file with the number of its matches.
#[derive(Serialize, JsonSchema)]
pub(super) struct FileCount<'a> {
    pub(super) file: &'a str,
    pub(super) count: usize,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct GrepSummary {
    #[serde(flatten)]
    pub(super) summary: Summary,
    /// Files with a match.
    pub(super) matching_files: usize,
    pub(super) searched_files: usize,
}
