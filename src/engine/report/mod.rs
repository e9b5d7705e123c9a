//! The module report: what one file is, without reading it. What it imports, what it offers and keeps to itself, who uses
//! that, and what to read first.
//!
//! Its depths are promises of cost. `Outline` reads the file and no other. `Standard` adds what the other files of the project
//! say, by syntax. `Deep` adds what a language server says until a deadline. The first two start no server.

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

use crate::domain::{Cancelled, State};
use crate::engine::graph::project::Project;
use crate::engine::graph::{Diagnostic, Implementation, LspContext};
use crate::lang::Language;
use crate::workspace::names::FileSyntax;
use crate::workspace::{Branches, FileClass, FileEntry, ReadError, Snapshot, SourcePath, Stamp, Text, WalkError};
use entries::entries;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::runtime::Handle;

/// How much a report may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Depth {
    /// From the file alone.
    Outline,
    /// And who uses what it defines, by syntax.
    Standard,
    /// And what a language server knows, within a deadline.
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

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ReportQuery {
    pub path: SourcePath,
    pub depth: Depth,
    /// Users that are listed for each symbol; the rest are counted.
    pub max_refs: usize,
    /// List users in tests too.
    pub allow_tests: bool,
    /// Words to rank the recommended reads around.
    pub focus: Vec<String>,
}

/// What one file is.
#[derive(Debug, Clone)]
pub struct ModuleReport {
    pub depth: Depth,
    /// As answers print it.
    pub path: Arc<str>,
    /// `None`: no language is known for the file.
    pub language: Option<&'static Language>,
    pub class: FileClass,
    pub lines: usize,
    /// The first line of the file's own documentation.
    pub doc: Option<String>,
    pub imports: Imports,
    /// In source order.
    pub entries: Vec<Entry>,
    /// Their places, those worth most to a reader first: what is offered before what is kept.
    pub order: Vec<usize>,
    pub recommended: Vec<Recommended>,
    pub semantic: Semantic,
    /// What a server finds wrong; `None` where none was asked, or none has said so yet.
    pub diagnostics: Option<Vec<Diagnostic>>,
    /// Why the outline is not whole.
    pub notes: Vec<String>,
    /// Files that mention a name and were not looked at for uses.
    pub unread: usize,
}

impl ModuleReport {
    /// Whether the file's language has an outline at all.
    pub fn is_available(&self) -> bool {
        self.language.is_some_and(|language| language.grammar().is_some())
    }
}

/// What a language server said.
#[derive(Debug, Clone)]
pub struct Semantic {
    /// Whether any of the users below come from a server.
    pub is_live: bool,
    pub server: Option<String>,
    pub state: State,
    /// Of the symbols that a server was asked about: whether its answer holds every file in which syntax finds a likely use.
    pub complete: Option<bool>,
    pub note: Option<String>,
    /// References that the server named, by the symbol's place in `entries`.
    pub references: Vec<(usize, usize)>,
    /// Implementations, by the symbol's place in `entries`.
    pub implementations: Vec<(usize, Implementation)>,
    /// Places of the server's answers that are not in the files as they are now.
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

#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Walk(#[from] WalkError),
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// The last reports, each with the state of all files that it was made from: users change when other files do.
#[derive(Default)]
pub struct ReportCache(Mutex<Vec<Cached>>);

struct Cached {
    query: ReportQuery,
    stamps: Vec<Stamp>,
    report: Arc<ModuleReport>,
}

/// Reports that are kept. Each holds little more than the outline of its file.
const REPORTS_KEPT: usize = 16;

impl std::fmt::Debug for ReportCache {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("ReportCache")
    }
}

impl ReportCache {
    fn get(&self, query: &ReportQuery, stamps: &[Stamp]) -> Option<Arc<ModuleReport>> {
        let mut reports = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let index = reports.iter().position(|cached| cached.query == *query && cached.stamps == stamps)?;
        let cached = reports.remove(index);
        let report = Arc::clone(&cached.report);
        reports.push(cached);
        Some(report)
    }

    fn put(&self, query: &ReportQuery, stamps: Vec<Stamp>, report: &Arc<ModuleReport>) {
        let mut reports = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        reports.retain(|cached| cached.query != *query);
        if reports.len() == REPORTS_KEPT {
            reports.remove(0);
        }
        reports.push(Cached { query: query.clone(), stamps, report: Arc::clone(report) });
    }
}

/// Makes a report. `live` is how a server is reached at [`Depth::Deep`]; without it that depth is what syntax knows.
///
/// # Errors
/// When the file cannot be read, when the roots cannot be walked, and when the request is cancelled.
pub fn run(
    snapshot: &Snapshot,
    cache: &ReportCache,
    query: &ReportQuery,
    live: Option<(&LspContext, &Handle)>,
) -> Result<Arc<ModuleReport>, ReportError> {
    let file = snapshot.entry(&query.path)?;
    if query.depth == Depth::Outline {
        return Ok(Arc::new(outline(snapshot, &file, query)?));
    }
    match live.filter(|_| query.depth == Depth::Deep) {
        Some((live, runtime)) => {
            let mut report = outline(snapshot, &file, query)?;
            deep::ask(snapshot, query, &mut report, live, runtime)?;
            reads::rank(&mut report, &query.focus);
            Ok(Arc::new(report))
        }
        None => standard(snapshot, cache, &file, query),
    }
}

/// What the file itself says.
fn outline(snapshot: &Snapshot, file: &FileEntry, query: &ReportQuery) -> Result<ModuleReport, ReadError> {
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
        notes: facts.outline.notes.clone(),
        unread: 0,
    };
    reads::rank(&mut report, &query.focus);
    Ok(report)
}

/// And what other files say of it.
fn standard(
    snapshot: &Snapshot,
    cache: &ReportCache,
    file: &FileEntry,
    query: &ReportQuery,
) -> Result<Arc<ModuleReport>, ReportError> {
    let walk = snapshot.walk(&snapshot.roots().starts(), &[])?;
    let mut stamps: Vec<Stamp> = walk.files.iter().map(|file| file.stamp).collect();
    stamps.push(file.stamp);
    // A file that was changed a moment ago may be changed again without a new stamp.
    let is_settled = stamps.iter().all(|stamp| stamp.is_settled(snapshot.now()));
    if is_settled && let Some(known) = cache.get(query, &stamps) {
        return Ok(known);
    }
    let mut report = outline(snapshot, file, query)?;
    let project = Project::new(snapshot, std::slice::from_ref(&query.path))?;
    if let Some(unit) = project.file_of(&query.path).and_then(|file| project.unit(file)) {
        report.imports = imports::resolved(&project, unit);
        report.unread = uses::add_users(&project, unit, &mut report.entries, query)?;
    }
    reads::rank(&mut report, &query.focus);
    let report = Arc::new(report);
    if is_settled {
        cache.put(query, stamps, &report);
    }
    Ok(report)
}
