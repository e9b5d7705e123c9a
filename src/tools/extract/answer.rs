//! The answer of `extract` for programs. Its schema is derived from these types.

use crate::domain::{Evidence, LeftOut, Summary, SymbolKind};
use schemars::JsonSchema;
use serde::Serialize;

/// The exact source of what targets name, the most wanted first.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ExtractAnswer<'a> {
    pub(super) results: Vec<Extracted<'a>>,
    pub(super) summary: Summary,
    pub(super) evidence: Evidence,
    /// Targets that gave nothing, and why.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub(super) errors: &'a [String],
    /// Places that are not below a root; they are never read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) outside: Option<Vec<OutsidePlace<'a>>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub(super) left_out: &'a [LeftOut],
    /// Pieces of which no line is shown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) more: Vec<Unshown<'a>>,
}

/// A stretch of a file.
#[derive(Serialize, JsonSchema)]
pub(super) struct Extracted<'a> {
    pub(super) file: &'a str,
    /// The first and the last line, 1-based.
    pub(super) lines: [usize; 2],
    pub(super) node_type: SymbolKind,
    pub(super) code: &'a str,
    /// The definition's name with the names around it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) symbol: Option<&'a str>,
    /// The lines that were asked for.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub(super) matched_lines: &'a [usize],
    /// `file:start-end` of what was cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rest: Option<String>,
    /// FNV-1a, 64 bits, of the UTF-8 bytes of `code`, in hexadecimal digits.
    pub(super) content_hash: String,
    /// FNV-1a, 32 bits, of the UTF-8 bytes of each line without its ending, in hexadecimal digits.
    pub(super) line_hashes: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct OutsidePlace<'a> {
    pub(super) file: &'a str,
    pub(super) line: usize,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Unshown<'a> {
    pub(super) file: &'a str,
    pub(super) lines: [usize; 2],
    pub(super) node_type: SymbolKind,
}
