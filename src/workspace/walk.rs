//! Walk of the files below some starts, in a fixed order, with counts of what was left out by which
//! rule.
//!
//! It takes and leaves what ripgrep would. Each directory is listed once, by whichever thread is
//! free; the verdict on an entry and the reason for it come from one look-up, so that nothing is
//! left out without a count.

mod above;
mod by_end;
mod cache;
mod git_rule;
mod globs;
mod listing;
mod omission;
mod path_index;
mod rules;
mod tally;
mod tracked;
mod visit;

pub use by_end::{ByEnd, ends_with};
pub(super) use cache::Walks;
pub use globs::GlobError;
pub(super) use omission::{Omission, WalkPosition, WalkPositions};
pub use path_index::{FileIndex, PathIndex};

use super::file_class::{DirectoryClass, FileClass};
use super::file_names::{shown, slashed};
use super::roots::{Root, Roots, SourcePath};
use super::stamp::Stamp;
use super::text::ReadError;
use crate::domain::{Cancel, Cancelled, LeftOut, LeftOutReason, NotRead, Problem, lock};
use crate::lang::{Language, registry};
use above::Above;
use cache::Fingerprint;
use listing::Listing;
use rules::{Attributes, Filters, Rules, UserGlobs};
use rustc_hash::FxHashMap;
use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use tally::{Cause, Tally};
use tracked::{Tracked, TrackedFiles};
use visit::{AcceptedEntry, Visit, compiled};

/// A file found by a walk. Whether it is text is unknown before it is read.
#[derive(Debug, Clone)]
pub struct FileEntry {
    pub path: SourcePath,
    pub stamp: Stamp,
    /// By the file's name alone.
    pub language: Option<&'static Language>,
    /// By the file's path and attributes alone.
    pub class: FileClass,
}

/// Options of a walk beside its starts.
#[derive(Debug, Clone, Default)]
pub struct WalkOptions {
    /// Globs in gitignore's notation, relative to the root: `dist`, `dist/`, `*.snap`; `!x` takes
    /// `x` back, also from an ignore file.
    pub ignore: Vec<String>,
    /// The file of the user's own git excludes.
    pub user_excludes: Option<PathBuf>,
}

/// Result of a walk.
#[derive(Debug, Clone, Default)]
pub struct Walk {
    /// Sorted by the names along the path, where a directory's content stands in the directory's
    /// place; by start first.
    pub files: Vec<FileEntry>,
    /// Counts of what was left out, by reason, rule and rule file.
    pub left_out: Vec<LeftOut>,
    /// Number of directories that were listed.
    pub directories: usize,
    /// Shared with later walks that find the same files.
    path_index: Arc<OnceLock<PathIndex>>,
}

impl Walk {
    /// Returns the look-ups of its files.
    pub fn path_index(&self) -> &PathIndex {
        self.path_index.get_or_init(|| PathIndex::of(&self.files))
    }

    /// Returns the files with a name up to its first dot that lie in directories whose last names
    /// are `folders`, in ascending order; `None` if they are more than `most`.
    pub fn ending_with(&self, stem: &str, folders: &[&str], most: usize) -> Option<Vec<FileIndex>> {
        self.path_index().ending_with(&self.files, stem, folders, most)
    }

    /// Returns the errors of some of its files, at most one of each, in the order of the files.
    pub fn in_order(&self, errors: Vec<ReadError>) -> Vec<ReadError> {
        let mut of_file: FxHashMap<String, ReadError> =
            errors.into_iter().map(|error| (error.path().to_owned(), error)).collect();
        // Most walks have none.
        let files = self.files.iter().take(if of_file.is_empty() { 0 } else { usize::MAX });
        files.filter_map(|file| of_file.remove(&*file.path.display)).collect()
    }

    /// Returns what is not known of the files that may be asked about: the directories that could
    /// not be listed, and the files that rules leave out although they are tracked.
    pub fn not_read(&self) -> NotRead {
        let unknown = self.left_out.iter().filter(|left_out| left_out.is_unknown());
        unknown.fold(NotRead::default(), |mut not_read, left_out| {
            match left_out.reason {
                LeftOutReason::Tracked => not_read.tracked += left_out.count,
                LeftOutReason::PerhapsTracked => not_read.perhaps_tracked += left_out.count,
                _ => not_read.directories += left_out.count,
            }
            not_read
        })
    }

    /// Returns the ignore rule that left out the most, if no file is left, for an answer to name.
    pub fn emptied_by(&self) -> Option<&LeftOut> {
        let is_by_rule = |left_out: &&LeftOut| {
            use LeftOutReason::{Ignored, PerhapsTracked, Tracked};
            matches!(left_out.reason, Ignored | Tracked | PerhapsTracked)
        };
        let ignored = self.left_out.iter().filter(is_by_rule);
        ignored.max_by_key(|left_out| left_out.count).filter(|_| self.files.is_empty())
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WalkError {
    #[error(transparent)]
    Glob(#[from] GlobError),
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl Problem for WalkError {}

/// Finds the files at and below `starts`. A start itself is always taken, whatever the rules say; a
/// file below several starts is found once.
///
/// # Errors
/// If a glob is invalid, or the work is cancelled. What cannot be read is counted, not an error.
pub fn walk(
    roots: &Roots,
    starts: &[SourcePath],
    options: &WalkOptions,
    cancel: &Cancel,
) -> Result<Walk, WalkError> {
    walk_recording(roots, starts, options, cancel, None)
}

/// Walks as [`walk`] does, and records what the result depends on. The starts must be directories
/// then.
fn walk_recording(
    roots: &Roots,
    starts: &[SourcePath],
    options: &WalkOptions,
    cancel: &Cancel,
    fingerprint: Option<&Fingerprint>,
) -> Result<Walk, WalkError> {
    if let Some(fingerprint) = fingerprint {
        for start in starts {
            fingerprint.record_above(&start.absolute);
            let root = roots.root_of(&start.absolute).map_or(&*start.absolute, |root| &*root.path);
            start
                .absolute
                .ancestors()
                .skip(1)
                .take_while(|above| above.starts_with(root))
                .for_each(|above| {
                    record_above_start(fingerprint, above);
                });
        }
        options.user_excludes.iter().for_each(|file| fingerprint.record_file(file.clone()));
    }
    let contexts = StartContext::of_all(roots, starts, options)?;
    let shared = Shared {
        roots,
        cancel,
        next_slot: AtomicUsize::new(starts.len()),
        listings: Mutex::default(),
        tally: Mutex::default(),
        fingerprint,
    };
    rayon::scope(|scope| {
        for (slot, (start, context)) in starts.iter().zip(&contexts).enumerate() {
            let shared = &shared;
            scope.spawn(move |scope| shared.start(scope, context, start, slot));
        }
    });
    cancel.check()?;
    Ok(shared.finish(starts.len()))
}

/// State common to all entries below one start.
struct StartContext {
    root: PathBuf,
    /// Prefix of the names of the root's files: empty, or its label and `/`.
    prefix: String,
    globs: Arc<UserGlobs>,
    above: Arc<Above>,
}

/// What the starts below one root share.
#[derive(Clone)]
struct RootContext {
    /// Shared, because compiling them takes long.
    globs: Arc<UserGlobs>,
    above: Arc<Above>,
}

impl RootContext {
    fn new(root: &Path, options: &WalkOptions) -> Result<Self, GlobError> {
        Ok(Self { globs: Arc::new(UserGlobs::new(root, options)?), above: Arc::default() })
    }
}

impl StartContext {
    fn new(roots: &Roots, start: &SourcePath, options: &WalkOptions) -> Result<Self, GlobError> {
        Self::within(roots, start, |root| RootContext::new(root, options))
    }

    /// Returns the contexts of some starts. Those below one root share what is known of it.
    fn of_all(
        roots: &Roots,
        starts: &[SourcePath],
        options: &WalkOptions,
    ) -> Result<Vec<Self>, GlobError> {
        let mut known: FxHashMap<PathBuf, RootContext> = FxHashMap::default();
        let mut of_root = |root: &Path| {
            if let Some(context) = known.get(root) {
                return Ok(context.clone());
            }
            let context = RootContext::new(root, options)?;
            known.insert(root.to_owned(), context.clone());
            Ok(context)
        };
        starts.iter().map(|start| Self::within(roots, start, &mut of_root)).collect()
    }

    fn within(
        roots: &Roots,
        start: &SourcePath,
        of_root: impl FnOnce(&Path) -> Result<RootContext, GlobError>,
    ) -> Result<Self, GlobError> {
        let several = roots.iter().count() > 1;
        let (root, prefix) = match roots.root_of(&start.absolute) {
            Some(Root { path, label }) => {
                (path.to_path_buf(), if several { format!("{label}/") } else { String::new() })
            }
            // A start outside every root is its own root, under its absolute name.
            None => (start.absolute.to_path_buf(), format!("{}/", start.display)),
        };
        let RootContext { globs, above } = of_root(&root)?;
        Ok(Self { root, prefix, globs, above })
    }

    fn relative(&self, path: &Path) -> String {
        slashed(path.strip_prefix(&self.root).unwrap_or(path))
    }
}

/// A directory to be listed.
struct Job {
    path: PathBuf,
    /// Relative to the root, with `/`; empty for the root.
    relative: String,
    /// Slot of its listing.
    slot: usize,
    /// True if given by the caller, and so taken whatever it is.
    is_start: bool,
    /// True if ignore rules would leave out all of it: then neither those above it nor its own
    /// apply below it.
    is_lifted: bool,
    /// The rules, attributes and class of the directory above.
    rules: Option<Arc<Rules>>,
    attributes: Option<Arc<Attributes>>,
    above: DirectoryClass,
    at_project_top: bool,
}

enum Node {
    File(FileEntry),
    /// The slot of a directory's listing.
    Directory(usize),
}

/// State shared by the threads of a walk.
struct Shared<'a> {
    roots: &'a Roots,
    cancel: &'a Cancel,
    next_slot: AtomicUsize,
    listings: Mutex<Vec<(usize, Vec<Node>)>>,
    tally: Mutex<Tally>,
    fingerprint: Option<&'a Fingerprint>,
}

impl Shared<'_> {
    fn start<'s>(
        &'s self,
        scope: &rayon::Scope<'s>,
        context: &'s StartContext,
        start: &SourcePath,
        slot: usize,
    ) {
        let path = start.absolute.to_path_buf();
        let Ok(metadata) = std::fs::metadata(&path) else {
            self.fingerprint.iter().for_each(|fingerprint| fingerprint.spoil());
            self.tally().add(
                LeftOutReason::Unreadable,
                Cause::Nothing,
                &start.display,
                1,
                self.roots,
            );
            return;
        };
        let attributes = context.attributes_above(&path);
        if metadata.is_dir() {
            let (above, at_project_top) = context.class_above(&path);
            let (rules, is_lifted) = context.rules_above(&path);
            let job = Job {
                relative: context.relative(&path),
                slot,
                is_start: true,
                is_lifted,
                rules,
                attributes,
                above,
                at_project_top,
                path,
            };
            self.visit(scope, context, job);
            return;
        }
        let relative = context.relative(&path);
        let class = context.class_inside(path.parent().unwrap_or(&context.root));
        let name = path.file_name().map(|name| shown(name).into_owned()).unwrap_or_default();
        let language = registry().for_path(&path);
        let class = class.of_file(&name, &relative, language);
        let class = if path.with_file_name(format!("{name}.map")).exists() {
            compiled(class)
        } else {
            class
        };
        let class = attributes.as_ref().map_or(class, |attributes| attributes.apply(class, &path));
        let file = FileEntry { path: start.clone(), stamp: Stamp::of(&metadata), language, class };
        self.put(slot, vec![Node::File(file)]);
    }

    fn put(&self, slot: usize, nodes: Vec<Node>) {
        lock(&self.listings).push((slot, nodes));
    }

    fn tally(&self) -> std::sync::MutexGuard<'_, Tally> {
        lock(&self.tally)
    }

    /// Returns the reasons for which a directory is left out, each with a number: one for the
    /// directory itself, and what git tracks below it.
    fn reasons(
        &self,
        rules: Option<&Rules>,
        directory: &Path,
        reason: LeftOutReason,
    ) -> Vec<(LeftOutReason, usize)> {
        let below = match rules.and_then(Rules::tracked) {
            Some(tracked) => self.tracked_files(tracked).map(|files| files.number_below(directory)),
            None => Some(0),
        };
        match below {
            Some(0) => vec![(reason, 1)],
            Some(below) => vec![(LeftOutReason::Tracked, below), (reason, 1)],
            None if reason == LeftOutReason::Ignored => vec![(LeftOutReason::PerhapsTracked, 1)],
            None => vec![(LeftOutReason::PerhapsTracked, 1), (reason, 1)],
        }
    }

    /// Returns the files that git tracks; `None` if that cannot be told.
    fn tracked_files<'t>(&self, tracked: &'t Tracked) -> Option<TrackedFiles<'t>> {
        tracked.files(|index| {
            self.fingerprint.iter().for_each(|of| of.record_file(index.to_owned()));
        })
    }

    /// Lists a directory and spawns the visits of its subdirectories, for whichever thread is free.
    fn visit<'s>(&'s self, scope: &rayon::Scope<'s>, context: &'s StartContext, job: Job) {
        if self.cancel.is_cancelled() {
            return;
        }
        if let Some(fingerprint) = self.fingerprint {
            fingerprint.record_directory(&job.path);
        }
        let listing = match Listing::read(&job.path) {
            Ok(listing) => listing,
            // It vanished since it was listed: nothing can have been left out.
            Err(error) if error.kind() == io::ErrorKind::NotFound && !job.is_start => return,
            Err(error) => return self.leave_unlisted(context, &job, &error),
        };
        if let Some(fingerprint) = self.fingerprint {
            record(fingerprint, &job, &listing);
        }
        if !job.is_start
            && let Some(evidence) = listing.build_output(&job.path)
        {
            let rules = job.rules.as_deref();
            for (reason, count) in self.reasons(rules, &job.path, LeftOutReason::BuildOutput) {
                self.leave(context, &job, reason, Cause::Evidence(evidence), count);
            }
            return;
        }
        let mut visit = Visit::new(context, &job, &listing);
        let mut nodes = Vec::with_capacity(listing.entries.len());
        let rules = visit.rules.clone();
        let filters = Filters { globs: &context.globs, rules: rules.as_deref() };
        let mut path = job.path.clone();
        for entry in &listing.entries {
            path.push(&entry.name);
            let node = visit.judge(entry, &path, &filters, self);
            path.pop();
            match node {
                Some(AcceptedEntry::File(file)) => nodes.push(Node::File(file)),
                Some(AcceptedEntry::Directory(job)) => {
                    nodes.push(Node::Directory(job.slot));
                    scope.spawn(move |scope| self.visit(scope, context, job));
                }
                None => {}
            }
        }
        let left_out = visit.left_out;
        if !left_out.is_empty() {
            let mut tally = self.tally();
            for (reason, cause, name, count) in left_out {
                tally.add(reason, cause, &name, count, self.roots);
            }
        }
        if listing.failed > 0 {
            self.leave(context, &job, LeftOutReason::Unreadable, Cause::Nothing, listing.failed);
        }
        self.put(job.slot, nodes);
    }

    /// Counts a directory that cannot be listed.
    fn leave_unlisted(&self, context: &StartContext, job: &Job, error: &io::Error) {
        // Permissions are part of a directory's state; other causes may pass.
        if error.kind() != io::ErrorKind::PermissionDenied {
            self.fingerprint.iter().for_each(|fingerprint| fingerprint.spoil());
        }
        self.leave(context, job, LeftOutReason::Unreadable, Cause::Nothing, 1);
    }

    /// Counts a directory that is not entered, or entries in it that cannot be distinguished, under
    /// the directory's name.
    fn leave(
        &self,
        context: &StartContext,
        job: &Job,
        reason: LeftOutReason,
        cause: Cause<'_>,
        count: usize,
    ) {
        let shown = if job.relative.is_empty() { "." } else { &job.relative };
        let display = format!("{}{shown}", context.prefix);
        self.tally().add(reason, cause, &display, count, self.roots);
    }

    /// Joins the listings, each in its directory's place.
    fn finish(self, starts: usize) -> Walk {
        let listings = self.listings.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut slots: Vec<Vec<Node>> = Vec::new();
        slots.resize_with(self.next_slot.into_inner(), Vec::new);
        let mut total = 0;
        let directories = listings.len();
        for (slot, nodes) in listings {
            total += nodes.len();
            slots[slot] = nodes;
        }
        let mut files = Vec::with_capacity(total);
        let mut stack: Vec<std::vec::IntoIter<Node>> = Vec::new();
        for start in 0..starts {
            stack.push(std::mem::take(&mut slots[start]).into_iter());
            while let Some(nodes) = stack.last_mut() {
                match nodes.next() {
                    Some(Node::File(file)) => files.push(file),
                    Some(Node::Directory(slot)) => {
                        stack.push(std::mem::take(&mut slots[slot]).into_iter());
                    }
                    None => {
                        stack.pop();
                    }
                }
            }
        }
        if starts > 1 {
            let mut seen = HashSet::new();
            files.retain(|file| seen.insert(file.path.absolute.clone()));
        }
        let left_out =
            self.tally.into_inner().unwrap_or_else(PoisonError::into_inner).into_left_out();
        Walk { files, left_out, directories, path_index: Arc::default() }
    }
}

/// Records what the verdicts on a directory's entries, and on the directory itself, depend on
/// beside its listing.
fn record(fingerprint: &Fingerprint, job: &Job, listing: &Listing) {
    fingerprint.record_rules(&job.path, listing.rule_files);
    for path in listing.looked_into(job.relative.rsplit('/').next().unwrap_or_default(), &job.path)
    {
        fingerprint.record_file(path);
    }
    if listing.failed > 0 {
        fingerprint.spoil();
    }
}

/// Records what a directory between a root and a start determines about the start.
fn record_above_start(fingerprint: &Fingerprint, directory: &Path) {
    fingerprint.record_directory(directory);
    let Ok(listing) = Listing::read(directory) else { return fingerprint.spoil() };
    let name = directory.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    listing
        .looked_into(&name, directory)
        .into_iter()
        .for_each(|path| fingerprint.record_file(path));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::ProcessDirectories;

    #[test]
    fn paths_of_a_root_share_its_globs() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("a folder");
        let directories = ProcessDirectories { directory: root.clone(), home: None };
        let roots = Roots::open(std::slice::from_ref(&root), &directories).expect("a root");
        let starts: Vec<SourcePath> =
            ["a.rs", "b.rs"].map(|name| roots.source_path_of_canonical(&root.join(name))).to_vec();
        let options = WalkOptions { ignore: vec!["*.snap".to_owned()], user_excludes: None };
        let contexts = StartContext::of_all(&roots, &starts, &options).expect("globs");
        assert!(Arc::ptr_eq(&contexts[0].globs, &contexts[1].globs));
    }

    /// What was found above one is not looked for again.
    #[test]
    fn paths_of_a_root_share_what_is_above_them() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("a folder");
        let inside = root.join("inside");
        std::fs::create_dir(&inside).expect("a folder");
        for (name, text) in [(".gitignore", "*.rs\n"), ("LICENSE", ""), ("a.rs", ""), ("b.rs", "")]
        {
            std::fs::write(inside.join(name), text).expect("a file");
        }
        std::fs::create_dir(root.join(".git")).expect("a folder");
        let directories = ProcessDirectories { directory: root.clone(), home: None };
        let roots = Roots::open(std::slice::from_ref(&root), &directories).expect("a root");
        let files = ["a.rs", "b.rs"].map(|name| inside.join(name));
        let starts = files.each_ref().map(|file| roots.source_path_of_canonical(file));
        let contexts =
            StartContext::of_all(&roots, &starts, &WalkOptions::default()).expect("contexts");
        let found = [0, 1].map(|start| {
            let class = contexts[start].class_inside(&inside);
            let omission = contexts[start].walk_position(&files[start]).omission;
            for name in [".gitignore", "LICENSE"] {
                drop(std::fs::remove_file(inside.join(name)));
            }
            let peers = omission.expect("it is ignored").peers.paths;
            (format!("{class:?}"), peers)
        });
        assert_eq!(found[0], found[1]);
        assert_eq!(found[0].1, files);
    }
}
