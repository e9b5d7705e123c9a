//! `map_code`: overview of a code base.
//!
//! The walk finds the files; one pass over the text counts how widely names are used; only files
//! that can be shown are parsed; the plan orders everything that can be shown. The surfaces then
//! show as much of the plan as the budget allows.

mod components;
mod gather;
mod import_paths;
mod imports;
mod includes;
mod manifests;
mod named_files;
mod namespaces;
mod places;
mod plan;
mod project;
mod rank;
mod resolved_imports;
mod tags;
mod test_directories;
mod tree;
mod usage;
mod users;

pub use components::{Component, Components, Rows};
pub use plan::MapPart;
pub use project::Project;
pub use test_directories::TestDirectory;
pub use tree::{Child, DirectoryNode, FileNode, FileVisibility, Tree};

use crate::domain::{Budget, LeftOut, thousands};
use crate::engine::recent::{FilesState, RecentAnswers};
use crate::lang::{Language, LanguageRole};
use crate::workspace::{FilesError, Snapshot, SourcePath};
use std::sync::Arc;

/// Maximum number of characters of a signature in a map. In a longer one the parameters are folded,
/// then the end is cut.
pub const SIGNATURE_WIDTH: usize = 160;

/// Level of detail for each file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Detail {
    /// Names and line counts.
    Files,
    Signatures,
    /// Signatures and the first line of their documentation.
    Full,
}

/// A map request.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MapQuery {
    /// Files and directories; never empty.
    pub paths: Vec<SourcePath>,
    /// Levels of directories below each path; 1 is its direct children.
    pub depth: Option<usize>,
    pub detail: Detail,
    /// Id of the only language to show.
    pub language: Option<&'static str>,
    /// Globs in gitignore syntax.
    pub ignore: Vec<String>,
    pub allow_tests: bool,
    pub include_dependencies: bool,
    /// Words or files to rank around.
    pub focus: Vec<String>,
    /// Token budget; determines how much is parsed.
    pub max_tokens: Option<usize>,
}

impl MapQuery {
    fn budget(&self) -> Budget {
        self.max_tokens.map_or(Budget::UNLIMITED, Budget::tokens)
    }
}

/// A count, or a lower bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    pub number: usize,
    pub is_exact: bool,
}

impl std::fmt::Display for Count {
    /// `1,234`, or `≥ 1,234`.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if !self.is_exact {
            formatter.write_str("≥ ")?;
        }
        formatter.write_str(&thousands(self.number))
    }
}

/// A complete map: the surfaces show as many of its parts as fit.
#[derive(Debug)]
pub struct Map {
    /// The requested path, as displayed in answers.
    pub root: String,
    pub detail: Detail,
    /// `None` unless the root of a project was mapped.
    pub project: Option<Project>,
    /// Components and their dependencies.
    pub components: Components,
    pub tree: Tree,
    /// In the order of their relevance.
    pub parts: Vec<MapPart>,
    pub total_files: usize,
    pub total_symbols: Count,
    pub left_out: Vec<LeftOut>,
    /// Other remarks for the reader: an ignore rule that excludes everything, a partial outline.
    pub notes: Vec<String>,
}

/// Inputs of a map: the request's view of the files and the process's cache of maps.
pub struct MapContext<'a> {
    pub snapshot: &'a Snapshot,
    pub cache: &'a MapCache,
}

/// Recent maps. Each is a few megabytes at most, since it shares its outlines with the file cache.
pub type MapCache = RecentAnswers<MapQuery, Map, 8>;

/// Makes a map.
///
/// # Errors
/// If a glob is invalid, if a single requested file cannot be read, or if the work is cancelled.
/// Other files that cannot be read are counted in `left_out`.
pub fn run(cx: &MapContext<'_>, query: &MapQuery) -> Result<Arc<Map>, FilesError> {
    let walk = cx.snapshot.walk(&query.paths, &query.ignore)?;
    let state = FilesState::of(&walk);
    cx.cache.get_or_make(query, state, cx.snapshot.now(), || gather::gather(cx, query, &walk))
}

/// Returns whether a map shows the definitions in a language's files.
fn has_symbols(language: Option<&'static Language>, with_data: bool) -> bool {
    language.is_some_and(|language| {
        (with_data || language.config.role != LanguageRole::Data) && language.has_outline()
    })
}
