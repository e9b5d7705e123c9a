//! A map for programs. Its schema is derived from these types.

use crate::domain::{LeftOut, SymbolKind, Visibility};
use crate::engine::map::{Component, Project};
use crate::tools::report::ReportAnswer;
use schemars::JsonSchema;
use serde::Serialize;

/// A map of a code base, or the report of one file.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(
    dead_code,
    reason = "only the schema is of interest: each kind of answer is serialised by itself"
)]
pub(in crate::tools) enum MapOrReport<'a> {
    Map(Box<MapAnswer<'a>>),
    Report(Box<ReportAnswer<'a>>),
}

/// A map of a code base: directories, files and symbols, as many as the budget holds.
#[derive(Serialize, JsonSchema)]
pub(in crate::tools) struct MapAnswer<'a> {
    /// What was mapped.
    pub(super) root: &'a str,
    pub(super) total_files: usize,
    /// A lower bound where not every file was parsed.
    pub(super) total_symbols: usize,
    /// False where `total_symbols` is a lower bound.
    #[serde(skip_serializing_if = "is_true")]
    pub(super) total_is_exact: bool,
    pub(super) total_tokens: usize,
    pub(super) shown_files: usize,
    pub(super) shown_symbols: usize,
    /// The o200k tokens of this reply.
    pub(super) tokens_used: usize,
    pub(super) left_out: &'a [LeftOut],
    /// What a reader must know beside.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) notes: Vec<&'a str>,
    /// What manifests and file names tell, where the root of a project was mapped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) project: Option<&'a Project>,
    /// The packages that manifests declare, then the directories that share the project's code
    /// among them, the most used first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) components: Vec<&'a Component>,
    pub(super) tree: Vec<Entry<'a>>,
}

#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Entry<'a> {
    Directory(DirectoryEntry<'a>),
    File(FileEntry<'a>),
}

#[derive(Serialize, JsonSchema)]
pub(super) struct DirectoryEntry<'a> {
    pub(super) path: &'a str,
    /// `directory`
    #[serde(rename = "type")]
    pub(super) kind: &'static str,
    /// Files below that had no room, or lie too deep.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) more_files: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) children: Vec<Entry<'a>>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct FileEntry<'a> {
    pub(super) path: &'a str,
    /// `file`
    #[serde(rename = "type")]
    pub(super) kind: &'static str,
    pub(super) lines: Option<usize>,
    pub(super) language: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) symbols: Option<Vec<SymbolEntry<'a>>>,
    /// Symbols of which only the name had room.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) names: Vec<&'a str>,
    /// Symbols that had no room.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) more_symbols: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct SymbolEntry<'a> {
    pub(super) name: &'a str,
    pub(super) kind: SymbolKind,
    pub(super) signature: String,
    /// The grammar's own name of the node.
    pub(super) node_type: &'a str,
    /// 1-based.
    pub(super) line: usize,
    pub(super) end_line: usize,
    pub(super) visibility: Option<Visibility>,
    pub(super) doc: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) children: Vec<SymbolEntry<'a>>,
}

/// Serde asks for a reference.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature is serde's")]
const fn is_true(value: &bool) -> bool {
    *value
}
