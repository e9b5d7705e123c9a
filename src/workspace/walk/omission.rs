//! Omissions: where and why a walk leaves a path out, and the repository in a root that a path
//! belongs to instead.

use super::listing::{Entry, Listing};
use super::rules::{Filters, RuleFiles, Rules, Verdict};
use super::{StartContext, WalkOptions};
use crate::domain::LeftOutReason;
use crate::workspace::checkouts::git_pointer;
use crate::workspace::open::EntryKind;
use crate::workspace::roots::{Roots, SourcePath};
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
#[derive(Debug, PartialEq, Eq)]
pub(in crate::workspace) struct Omission {
    pub(in crate::workspace) path: PathBuf,
    pub(in crate::workspace) reason: LeftOutReason,
    pub(in crate::workspace) peers: Peers,
    /// True if the rule that leaves it out also leaves out each entry below it, as `out/**` does.
    is_recursive: bool,
}

/// Entries of a file's directory that the same rule leaves out.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::workspace) struct Peers {
    /// Files and directories, including the file; empty if a directory is left out.
    pub(in crate::workspace) paths: Vec<PathBuf>,
    /// True if the rule is about this directory, not about names anywhere, and `paths` lists all
    /// entries.
    pub(in crate::workspace) are_all: bool,
}

/// Returns the standing of a canonical path; `None` outside the roots.
pub(in crate::workspace) fn walk_position(
    roots: &Roots,
    path: &Path,
    options: &WalkOptions,
) -> Option<WalkPosition> {
    let root = roots.root_of(path)?;
    let start = SourcePath { absolute: root.path.clone(), display: root.label.clone() };
    Some(StartContext::new(roots, &start, options).ok()?.walk_position(path))
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
        if start == self.root {
            return (Rules::above(start, &self.root), false);
        }
        match self.walk_position(start) {
            WalkPosition { omission: Some(omission), .. } if omission.is_recursive => {
                (Rules::lifted(), true)
            }
            WalkPosition { repository: None, .. } => (Rules::above(start, &self.root), false),
            WalkPosition { repository: Some(repository), .. } => {
                let mut between: Vec<&Path> = start
                    .ancestors()
                    .skip(1)
                    .take_while(|above| above.starts_with(&repository))
                    .collect();
                between.reverse();
                let enter = |rules: Option<Arc<Rules>>, above: &Path| {
                    Rules::enter(rules.as_ref(), above, &self.root, RuleFiles::of(above))
                };
                (between.into_iter().fold(Rules::lifted(), enter), false)
            }
        }
    }

    /// Returns the omission of a path by the walk of a directory above it, the root or a repository
    /// in it.
    fn omission(&self, top: &Path, path: &Path) -> Option<Omission> {
        let below = path.strip_prefix(top).ok()?;
        let mut directory = top.to_path_buf();
        let mut rules =
            if top == self.root { Rules::above(top, &self.root) } else { Rules::lifted() };
        for component in below.components() {
            rules = Rules::enter(rules.as_ref(), &directory, &self.root, RuleFiles::of(&directory));
            let filters = Filters { globs: &self.globs, rules: rules.as_deref() };
            let next = directory.join(component);
            if let Some(reason) = reason(&filters, &directory, &next) {
                let peers = if next.is_dir() {
                    Peers::default()
                } else {
                    Peers::of(&filters, &directory, &next)
                };
                let is_recursive = match filters.verdict(&next, next.is_dir()) {
                    Verdict::Ignored(rule) => rule.original().ends_with('*'),
                    _ => false,
                };
                return Some(Omission { path: next, reason, peers, is_recursive });
            }
            directory = next;
        }
        None
    }
}

impl Peers {
    /// Limit of the files that are added for the sake of one.
    const MAX_ADDED: usize = 2000;

    fn of(filters: &Filters<'_>, directory: &Path, file: &Path) -> Self {
        let Verdict::Ignored(rule) = filters.verdict(file, false) else {
            return Self { paths: vec![file.to_path_buf()], are_all: false };
        };
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
            paths = vec![file.to_path_buf()];
        }
        Self { paths, are_all }
    }
}

/// Returns the reason why a walk leaves out an entry of a directory that it enters.
fn reason(filters: &Filters<'_>, directory: &Path, entry: &Path) -> Option<LeftOutReason> {
    let name = entry.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let is_directory = entry.is_dir();
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
