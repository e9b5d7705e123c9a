//! Omissions: where and why a walk leaves a path out, and the repository in a root that a path
//! belongs to instead.

use super::listing::{Entry, Listing};
use super::rules::{Filters, Rule, Rules, Verdict};
use super::{StartContext, WalkOptions};
use crate::domain::{LeftOutReason, lock};
use crate::workspace::checkouts::git_pointer;
use crate::workspace::open::EntryKind;
use crate::workspace::roots::{Roots, SourcePath};
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Position of a path relative to the walks that could reach it.
#[derive(Debug)]
pub(in crate::workspace) struct WalkPosition {
    /// The repository in the root that the path is answered from: a linked worktree, or one that
    /// the walk of the root does not enter. `None`: the root.
    pub(in crate::workspace) repository: Option<PathBuf>,
    /// Omission of the path by the walk of that repository or root.
    pub(in crate::workspace) omission: Option<Omission>,
}

/// The topmost directory, or the file, that a walk leaves out on the way to a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::workspace) struct Omission {
    pub(in crate::workspace) path: PathBuf,
    pub(in crate::workspace) reason: LeftOutReason,
    pub(in crate::workspace) peers: Peers,
    /// True if the rule that leaves it out also leaves out each entry below it, as `out/**` does.
    is_recursive: bool,
}

/// Entries of a file's directory that the same rule leaves out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::workspace) struct Peers {
    /// Files and directories, including the file; empty if a directory is left out.
    pub(in crate::workspace) paths: Vec<PathBuf>,
    /// True if the rule is about this directory, not about names anywhere, and `paths` lists all
    /// entries.
    pub(in crate::workspace) are_all: bool,
}

/// The positions of paths, which look at each directory above them once.
pub(in crate::workspace) struct WalkPositions<'a> {
    roots: &'a Roots,
    options: &'a WalkOptions,
    contexts: FxHashMap<Arc<Path>, Option<StartContext>>,
}

impl<'a> WalkPositions<'a> {
    pub(in crate::workspace) fn new(roots: &'a Roots, options: &'a WalkOptions) -> Self {
        Self { roots, options, contexts: FxHashMap::default() }
    }

    /// Returns the position of a canonical path; `None` outside the roots.
    pub(in crate::workspace) fn of(&mut self, path: &Path) -> Option<WalkPosition> {
        let root = self.roots.root_of(path)?;
        let context = self.contexts.entry(Arc::clone(&root.path)).or_insert_with(|| {
            let start =
                SourcePath { absolute: Arc::clone(&root.path), display: root.label.clone() };
            StartContext::new(self.roots, &start, self.options).ok()
        });
        Some(context.as_ref()?.walk_position(path))
    }
}

impl StartContext {
    /// Returns the standing of a path below this root.
    pub(super) fn walk_position(&self, path: &Path) -> WalkPosition {
        let omission = self.omission(&self.root, path);
        let inside = path
            .ancestors()
            .take_while(|above| above.starts_with(&self.root) && *above != self.root);
        let repository = inside.filter(|above| above.join(".git").exists()).find(|repository| {
            let is_left_out =
                omission.as_ref().is_some_and(|omission| repository.starts_with(&omission.path));
            is_left_out || is_linked_worktree(repository)
        });
        match repository {
            None => WalkPosition { repository: None, omission },
            Some(repository) => WalkPosition {
                omission: self.omission(repository, path),
                repository: Some(repository.to_path_buf()),
            },
        }
    }

    /// Returns the rules in force in the directory above a start, and whether neither they nor the
    /// start's own apply below it, since they would leave out all of it.
    pub(super) fn rules_above(&self, start: &Path) -> (Option<Arc<Rules>>, bool) {
        let Some(parent) = start.parent().filter(|_| start != self.root) else {
            return (Rules::above(start, &self.root), false);
        };
        match self.walk_position(start) {
            WalkPosition { omission: Some(omission), .. } if omission.is_recursive => {
                (Rules::lifted(), true)
            }
            WalkPosition { repository: None, .. } => (self.rules_in(&self.root, parent), false),
            WalkPosition { repository: Some(repository), .. } if repository == start => {
                (Rules::lifted(), false)
            }
            WalkPosition { repository: Some(repository), .. } => {
                (self.rules_in(&repository, parent), false)
            }
        }
    }

    /// Returns the omission of a path by the walk of a directory above it, the root or a repository
    /// in it.
    fn omission(&self, top: &Path, path: &Path) -> Option<Omission> {
        let below = path.strip_prefix(top).ok()?;
        let mut directory = top.to_path_buf();
        for component in below.components() {
            let next = directory.join(component);
            let key = (top.to_path_buf(), next.clone());
            let known = lock(&self.above.left_out).get(&key).cloned();
            if let Some(known) = known {
                if known.is_some() {
                    return known;
                }
                directory = next;
                continue;
            }
            let rules = self.rules_in(top, &directory);
            let filters = Filters { globs: &self.globs, rules: rules.as_deref() };
            let is_directory = next.is_dir();
            if let Some(reason) = reason(&filters, &directory, (&next, is_directory)) {
                let peers =
                    if is_directory { Peers::default() } else { self.peers(&filters, &next) };
                let is_recursive = match filters.verdict(&next, is_directory) {
                    Verdict::Ignored(rule) => rule.original().ends_with('*'),
                    _ => false,
                };
                let omission = Omission { path: next, reason, peers, is_recursive };
                if is_directory {
                    lock(&self.above.left_out).insert(key, Some(omission.clone()));
                }
                return Some(omission);
            }
            if is_directory {
                lock(&self.above.left_out).insert(key, None);
            }
            directory = next;
        }
        None
    }

    /// Returns the entries beside a file that the same rule leaves out.
    fn peers(&self, filters: &Filters<'_>, file: &Path) -> Peers {
        let alone = || Peers { paths: vec![file.to_path_buf()], are_all: false };
        let (Verdict::Ignored(rule), Some(directory)) =
            (filters.verdict(file, false), file.parent())
        else {
            return alone();
        };
        let rule_key = (rule.original().to_owned(), rule.from().map(Path::to_path_buf));
        let key = (directory.to_path_buf(), rule_key);
        let known = lock(&self.above.peers).get(&key).cloned();
        let peers = known.unwrap_or_else(|| {
            let peers = Peers::of(filters, directory, rule);
            lock(&self.above.peers).insert(key, peers.clone());
            peers
        });
        if peers.paths.is_empty() { alone() } else { peers }
    }
}

impl Peers {
    /// Limit of the files that are added for the sake of one.
    const MAX_ADDED: usize = 2000;

    /// Returns the entries of a directory that a rule leaves out; none if they are too many.
    fn of(filters: &Filters<'_>, directory: &Path, rule: &Rule) -> Self {
        let is_same = |entry: &Entry| match filters
            .verdict(&directory.join(&entry.name), entry.kind == EntryKind::Directory)
        {
            Verdict::Ignored(other) => {
                other.original() == rule.original() && other.from() == rule.from()
            }
            _ => false,
        };
        let entries = Listing::read(directory).map(|listing| listing.entries).unwrap_or_default();
        let entries = entries
            .iter()
            .filter(|entry| matches!(entry.kind, EntryKind::File | EntryKind::Directory));
        let mut paths: Vec<PathBuf> = entries
            .filter(|entry| is_same(entry))
            .map(|entry| directory.join(&entry.name))
            .collect();
        let is_about_directory = rule.original().trim_end_matches('/').contains('/')
            || (rule.original() == "*"
                && rule.from().is_some_and(|from| from.parent() == Some(directory)));
        let are_all = is_about_directory && paths.len() <= Self::MAX_ADDED;
        if paths.len() > Self::MAX_ADDED {
            paths.clear();
        }
        Self { paths, are_all }
    }
}

/// Returns the reason why a walk leaves out an entry of a directory that it enters.
fn reason(
    filters: &Filters<'_>,
    directory: &Path,
    (entry, is_directory): (&Path, bool),
) -> Option<LeftOutReason> {
    let name = entry.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let is_build_output = || {
        let beside = Listing::read(directory)
            .is_ok_and(|listing| listing.build_output_beside(&name).is_some());
        beside || Listing::read(entry).is_ok_and(|listing| listing.build_output(entry).is_some())
    };
    match filters.verdict(entry, is_directory) {
        Verdict::Keep => None,
        // Of several reasons this one indicates that much is in the directory.
        _ if is_directory && is_build_output() => Some(LeftOutReason::BuildOutput),
        Verdict::Ignored(_) => Some(LeftOutReason::Ignored),
        Verdict::Excluded(_) => Some(LeftOutReason::Excluded),
        Verdict::Take => name.starts_with('.').then_some(LeftOutReason::Hidden),
    }
}

/// Returns whether a directory is a worktree made by `git worktree add`. A submodule's `.git` is a
/// file as well.
fn is_linked_worktree(repository: &Path) -> bool {
    let pointer = git_pointer(repository);
    pointer
        .is_some_and(|pointer| pointer.parent().is_some_and(|above| above.ends_with("worktrees")))
}
