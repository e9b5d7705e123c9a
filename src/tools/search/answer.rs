//! The answer of `search` for programs. Its schema is derived from these types.

use super::report::place;
use crate::domain::{Evidence, LeftOut, LineRange, Summary, SymbolKind};
use crate::engine::search::{Brief, Finding, MatchedBy};
use schemars::JsonSchema;
use serde::Serialize;

/// Definitions that match a query, best first.
#[derive(Serialize, JsonSchema)]
pub struct SearchAnswer<'a, R = FoundDefinition<'a>> {
    pub(super) results: Vec<R>,
    pub(super) summary: Summary,
    pub(super) evidence: Evidence,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub(super) left_out: &'a [LeftOut],
    /// Definitions behind the results.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) more: Vec<NamedDefinition<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) notes: Vec<String>,
    /// Definitions that the session has been shown already.
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) shown_before: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over references")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// A definition with its code.
#[derive(Serialize, JsonSchema)]
pub struct FoundDefinition<'a> {
    pub(super) file: &'a str,
    /// The first and the last line, 1-based.
    pub(super) lines: [usize; 2],
    pub(super) node_type: SymbolKind,
    /// The text of `lines`, or of `pieces`, with a line of `…` between them.
    pub(super) code: &'a str,
    /// Words of the query that it holds.
    pub(super) matched_keywords: &'a [String],
    /// 1 for the best.
    pub(super) rank: usize,
    pub(super) score: f64,
    pub(super) name: Option<&'a str>,
    /// The names that lead to it.
    pub(super) symbol: Option<&'a str>,
    pub(super) signature: Option<&'a str>,
    /// Of its name.
    pub(super) line: usize,
    pub(super) language: Option<&'static str>,
    /// What it was found by.
    pub(super) matched_by: &'a [MatchedBy],
    /// The first line of documentation that is too long to be in `code`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) doc: Option<&'a str>,
    /// The parts of `lines` that are shown, where these are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) pieces: Vec<LineRange>,
    /// Definitions within it that match by themselves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) members: Vec<NamedDefinition<'a>>,
    /// `file:start-end` of what was cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rest: Option<String>,
}

impl<'a> FoundDefinition<'a> {
    /// `code` is the text of `pieces`; `rest` are the lines that were cut.
    pub(super) fn new(
        finding: &'a Finding,
        rank: usize,
        code: &'a str,
        pieces: Vec<LineRange>,
        rest: Option<LineRange>,
    ) -> Self {
        let brief = &finding.brief;
        let end = rest.map_or(finding.lines.end, |rest| rest.start - 1);
        Self {
            file: &brief.file.display,
            lines: [finding.lines.start, end],
            node_type: brief.kind,
            code,
            matched_keywords: &brief.matched,
            rank,
            score: brief.score,
            name: some(&brief.name),
            symbol: some(&brief.path),
            signature: some(&brief.signature),
            line: brief.line,
            language: finding.language.map(|language| language.id),
            matched_by: &brief.matched_by,
            doc: finding.doc.as_deref(),
            pieces: if pieces.len() > 1 { pieces } else { Vec::new() },
            members: finding.members.iter().map(NamedDefinition::new).collect(),
            rest: rest.map(|rest| place(brief, rest)),
        }
    }
}

/// A definition without its code.
#[derive(Serialize, JsonSchema)]
pub(super) struct NamedDefinition<'a> {
    file: &'a str,
    /// Of its name, 1-based.
    line: usize,
    end_line: usize,
    kind: SymbolKind,
    name: Option<&'a str>,
    /// The names that lead to it.
    symbol: Option<&'a str>,
    signature: Option<&'a str>,
    score: f64,
    /// What it was found by.
    matched_by: &'a [MatchedBy],
}

impl<'a> NamedDefinition<'a> {
    pub(super) fn new(brief: &'a Brief) -> Self {
        Self {
            file: &brief.file.display,
            line: brief.line,
            end_line: brief.lines.end,
            kind: brief.kind,
            name: some(&brief.name),
            symbol: some(&brief.path),
            signature: some(&brief.signature),
            score: brief.score,
            matched_by: &brief.matched_by,
        }
    }
}

fn some(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}
