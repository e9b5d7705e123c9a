//! Module report: a summary of one file without reading it. Its imports, its exported and internal
//! definitions, their users, and what to read first.
//!
//! The depths bound the cost. `Outline` reads the file and no other. `Standard` adds facts from the
//! other files of the project, by syntax. `Deep` adds what a language server returns before a
//! deadline. The first two start no server.

mod about;
mod deep;
mod entries;
mod imports;
mod reads;
mod uses;

pub use entries::{Entry, Flag};
pub use imports::{Import, ImportedName, Imports, Submodule};
pub use reads::Recommended;
pub use uses::{User, Users};

use crate::domain::State;
use crate::engine::graph::project::Project;
use crate::engine::graph::{Diagnostic, Implementation, LspContext};
use crate::engine::recent::{FilesState, RecentAnswers};
use crate::lang::Language;
use crate::workspace::names::FileSyntax;
use crate::workspace::{
    Branches, FileClass, FileEntry, FilesError, ReadError, Snapshot, SourcePath, Text,
};
use entries::entries;
use std::sync::Arc;
use tokio::runtime::Handle;

/// Depth of a report, which bounds its cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Depth {
    /// The file alone.
    Outline,
    /// Also the users of its definitions, by syntax.
    Standard,
    /// Also the results of a language server, within a deadline.
    Deep,
}

impl Depth {
    pub const fn as_str(self) -> &'static str {
        match self {
            Depth::Outline => "outline",
            Depth::Standard => "standard",
            Depth::Deep => "deep",
        }
    }
}

/// A report request.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ReportQuery {
    pub path: SourcePath,
    pub depth: Depth,
    /// Maximum number of users listed for each symbol; the rest are counted.
    pub max_refs: usize,
    /// True to list users in tests too.
    pub allow_tests: bool,
    /// Words to rank the recommended reads around.
    pub focus: Vec<String>,
}

/// Summary of one file.
#[derive(Debug, Clone)]
pub struct ModuleReport {
    pub depth: Depth,
    /// Path as displayed in answers.
    pub path: Arc<str>,
    /// `None` if the language of the file is unknown.
    pub language: Option<&'static Language>,
    pub class: FileClass,
    pub lines: usize,
    /// First line of the file's own documentation.
    pub doc: Option<String>,
    pub imports: Imports,
    /// In source order.
    pub entries: Vec<Entry>,
    /// Indices into `entries`, most relevant first: exported ones before internal ones.
    pub order: Vec<usize>,
    pub recommended: Vec<Recommended>,
    pub semantic: Semantic,
    /// Diagnostics of a server; `None` if no server was queried, or none has published them yet.
    pub diagnostics: Option<Vec<Diagnostic>>,
    /// Reasons why the outline is incomplete.
    pub notes: Vec<String>,
    /// Number of files that contain a name and were not searched for uses.
    pub unread: usize,
}

impl ModuleReport {
    /// Returns whether there is an outline for the file's language.
    pub fn is_available(&self) -> bool {
        self.language.is_some_and(Language::has_outline)
    }
}

/// Results of a language server.
#[derive(Debug, Clone)]
pub struct Semantic {
    /// True if any of the users below come from a server.
    pub is_live: bool,
    pub server: Option<String>,
    pub state: State,
    /// True if a server's results include every file in which syntax finds a likely use of the
    /// symbols that the server was queried about.
    pub complete: Option<bool>,
    pub note: Option<String>,
    /// Number of references that the server returned, by index in `entries`.
    pub references: Vec<(usize, usize)>,
    /// Implementations, by index in `entries`.
    pub implementations: Vec<(usize, Implementation)>,
    /// True if some locations in the server's results are not in the current files.
    pub has_lost: bool,
}

impl Default for Semantic {
    fn default() -> Self {
        Self {
            is_live: false,
            server: None,
            state: State::NotNeeded,
            complete: None,
            note: None,
            references: Vec::new(),
            implementations: Vec::new(),
            has_lost: false,
        }
    }
}

/// Recent reports, each with the state of all files, since users change when other files do. Each
/// holds little more than the outline of its file.
pub type ReportCache = RecentAnswers<ReportQuery, ModuleReport, 16>;

/// Makes a report. `lsp_context` gives access to a server at [`Depth::Deep`]; without it, that
/// depth is limited to syntax.
///
/// # Errors
/// If the file cannot be read, the roots cannot be walked, or the request is cancelled.
pub fn run(
    snapshot: &Snapshot,
    cache: &ReportCache,
    query: &ReportQuery,
    lsp_context: Option<(&LspContext, &Handle)>,
) -> Result<Arc<ModuleReport>, FilesError> {
    let file = snapshot.entry(&query.path)?;
    if query.depth == Depth::Outline {
        return Ok(Arc::new(outline(snapshot, &file, query)?));
    }
    match lsp_context.filter(|_| query.depth == Depth::Deep) {
        Some((lsp_context, runtime)) => {
            let mut report = outline(snapshot, &file, query)?;
            deep::ask(snapshot, query, &mut report, lsp_context, runtime)?;
            reads::rank(&mut report, &query.focus);
            Ok(Arc::new(report))
        }
        None => standard(snapshot, cache, &file, query),
    }
}

/// Makes the report from the file alone.
fn outline(
    snapshot: &Snapshot,
    file: &FileEntry,
    query: &ReportQuery,
) -> Result<ModuleReport, ReadError> {
    let text: Arc<Text> = snapshot.text(&file.path)?;
    let syntax: Arc<FileSyntax> = snapshot.fact_of_text(file, &text);
    let branches: Arc<Branches> = snapshot.fact_of_text(file, &text);
    let facts = &syntax.facts;
    let mut report = ModuleReport {
        depth: query.depth,
        path: Arc::clone(&file.path.display),
        language: facts.language,
        class: facts.class,
        lines: facts.lines,
        doc: facts.language.and_then(|language| about::module_doc(&text, &facts.outline, language)),
        imports: imports::by_text(&text, &syntax, &file.path.display),
        entries: entries(&text, &syntax, &branches, &file.path.display),
        order: Vec::new(),
        recommended: Vec::new(),
        semantic: Semantic::default(),
        diagnostics: None,
        notes: facts.outline.gaps.iter().map(ToString::to_string).collect(),
        unread: 0,
    };
    reads::rank(&mut report, &query.focus);
    Ok(report)
}

/// Makes the report with the users in other files.
fn standard(
    snapshot: &Snapshot,
    cache: &ReportCache,
    file: &FileEntry,
    query: &ReportQuery,
) -> Result<Arc<ModuleReport>, FilesError> {
    let walk = snapshot.walk(&snapshot.roots().starts(), &[])?;
    let mut state = FilesState::of(&walk);
    state.stamps.push(file.stamp);
    cache.get_or_make(query, state, snapshot.now(), || {
        let mut report = outline(snapshot, file, query)?;
        let project = Project::new(snapshot, std::slice::from_ref(&query.path))?;
        if let Some(unit) = project.file_of(&query.path).and_then(|file| project.unit(file)) {
            report.imports = imports::resolved(&project, unit);
            report.unread = uses::add_users(&project, unit, &mut report.entries, query)?;
        }
        reads::rank(&mut report, &query.focus);
        Ok(report)
    })
}
