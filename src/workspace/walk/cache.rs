//! Reuse of walks: as long as no directory and no rule file has changed, the files are those of the
//! last walk, and only the state of each is examined. That saves most of a walk: listing the
//! directories and judging each entry.
//!
//! A directory's own stamp changes with every entry that comes, goes or is replaced; the stamps of
//! the files that rules were read from change with their content. Where a stamp is too young to
//! prove anything, nothing is remembered.

use super::rules::RuleFiles;
use super::{FileEntry, Walk, WalkError, WalkOptions};
use crate::domain::{Cancel, Cancelled, lock};
use crate::workspace::roots::{Roots, SourcePath};
use crate::workspace::stamp::Stamp;
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

/// Limit of the walks that are remembered at a time: one for each set of roots in use.
const MAX_REMEMBERED: usize = 8;

/// Number of files that one core examines between two checks for cancellation.
const RUN: usize = 256;

/// Remembered walks of a process.
#[derive(Default)]
pub(in crate::workspace) struct Walks(Mutex<Vec<Remembered>>);

/// Identity of a walk: the roots with their labels, its starts, and the caller's globs.
#[derive(Clone, PartialEq, Eq)]
struct Key {
    roots: Vec<(Arc<Path>, Arc<str>)>,
    starts: Vec<Arc<Path>>,
    ignore: Vec<String>,
}

struct Remembered {
    key: Key,
    /// `None` for a walk that was taken once: most processes take none twice.
    taken: Option<(Arc<Walk>, Arc<Fingerprint>)>,
}

impl Walks {
    /// Returns the result of [`super::walk`], from memory if it is provably the same. `now` is the
    /// time at which the request came.
    ///
    /// # Errors
    /// See [`super::walk`].
    pub(in crate::workspace) fn walk(
        &self,
        roots: &Roots,
        starts: &[SourcePath],
        options: &WalkOptions,
        now: SystemTime,
        cancel: &Cancel,
    ) -> Result<Arc<Walk>, WalkError> {
        if starts != roots.starts() || !starts.iter().all(|start| start.absolute.is_dir()) {
            // A path that is asked about once would displace a walk that is asked for again.
            return Ok(Arc::new(super::walk(roots, starts, options, cancel)?));
        }
        let key = Key {
            roots: roots
                .iter()
                .map(|root| (Arc::clone(&root.path), Arc::clone(&root.label)))
                .collect(),
            starts: starts.iter().map(|start| Arc::clone(&start.absolute)).collect(),
            ignore: options.ignore.clone(),
        };
        let Some(taken) = self.known(&key) else {
            self.remember(key, None);
            return Ok(Arc::new(super::walk(roots, starts, options, cancel)?));
        };
        if let Some((walk, fingerprint)) = taken
            && let Some(again) = fingerprint.again(&walk, cancel)?
        {
            self.remember(key, Some((Arc::clone(&again), fingerprint)));
            return Ok(again);
        }
        let fingerprint = Fingerprint::default();
        let walk =
            Arc::new(super::walk_recording(roots, starts, options, cancel, Some(&fingerprint))?);
        let taken = fingerprint.is_proof(now).then(|| (Arc::clone(&walk), Arc::new(fingerprint)));
        self.remember(key, taken);
        Ok(walk)
    }

    fn known(&self, key: &Key) -> Option<Option<(Arc<Walk>, Arc<Fingerprint>)>> {
        let remembered = lock(&self.0);
        remembered.iter().find(|one| one.key == *key).map(|one| one.taken.clone())
    }

    fn remember(&self, key: Key, taken: Option<(Arc<Walk>, Arc<Fingerprint>)>) {
        let mut remembered = lock(&self.0);
        remembered.retain(|one| one.key != key);
        remembered.truncate(MAX_REMEMBERED - 1);
        remembered.insert(0, Remembered { key, taken });
    }
}

/// Dependencies of a walk's result.
#[derive(Default)]
pub(super) struct Fingerprint {
    dependencies: Mutex<Vec<Dependency>>,
    /// True if something could not be examined, so that nothing is proven.
    is_broken: AtomicBool,
}

struct Dependency {
    path: PathBuf,
    observed: Observed,
}

#[derive(PartialEq, Eq)]
enum Observed {
    Absent,
    /// Present, with any content.
    There,
    As(Stamp),
}

impl Fingerprint {
    /// Records a directory. Must be called before it is listed.
    pub(super) fn record_directory(&self, path: &Path) {
        match Observed::now(path) {
            Observed::Absent => self.spoil(),
            observed => self.add(path.to_path_buf(), observed),
        }
    }

    /// Records a file whose content matters, whether it exists or not.
    pub(super) fn record_file(&self, path: PathBuf) {
        let observed = Observed::now(&path);
        self.add(path, observed);
    }

    /// Records the files that the rules in a directory come from.
    pub(super) fn record_rules(&self, directory: &Path, files: RuleFiles) {
        for path in files.read_in(directory) {
            self.record_file(path);
        }
    }

    /// Records which rule files exist in the directories above one, and which do not.
    pub(super) fn record_above(&self, directory: &Path) {
        for above in directory.ancestors().skip(1) {
            for name in RuleFiles::NAMES {
                let path = above.join(name);
                let observed = if RuleFiles::is_read(&path) {
                    Observed::now(&path)
                } else if path.exists() {
                    Observed::There
                } else {
                    Observed::Absent
                };
                self.add(path, observed);
            }
            self.record_rules(above, RuleFiles::of(above));
        }
    }

    /// Marks the fingerprint as no proof, since something cannot be examined again.
    pub(super) fn spoil(&self) {
        self.is_broken.store(true, Ordering::Relaxed);
    }

    fn add(&self, path: PathBuf, observed: Observed) {
        lock(&self.dependencies).push(Dependency { path, observed });
    }

    /// Returns whether equal stamps will prove that nothing has changed since `before`, a time
    /// before the walk.
    fn is_proof(&self, before: SystemTime) -> bool {
        let dependencies = lock(&self.dependencies);
        let is_settled = |dependency: &Dependency| match &dependency.observed {
            Observed::As(stamp) => stamp.is_settled(before),
            Observed::Absent | Observed::There => true,
        };
        !self.is_broken.load(Ordering::Relaxed) && dependencies.iter().all(is_settled)
    }

    /// Returns the walk that left this fingerprint with the current state of its files; `None` if
    /// another walk is needed.
    fn again(&self, walk: &Arc<Walk>, cancel: &Cancel) -> Result<Option<Arc<Walk>>, Cancelled> {
        let dependencies = lock(&self.dependencies);
        if !dependencies.par_iter().with_min_len(RUN).all(|dependency| {
            dependency.observed == Observed::like(&dependency.observed, &dependency.path)
        }) {
            return Ok(None);
        }
        let stamp = |file: &FileEntry| {
            let metadata = std::fs::symlink_metadata(&file.path.absolute).ok()?;
            metadata.is_file().then(|| Stamp::of(&metadata))
        };
        let runs: Result<Vec<Option<Vec<Stamp>>>, Cancelled> = walk
            .files
            .par_chunks(RUN)
            .map(|files| {
                cancel.check()?;
                Ok(files.iter().map(stamp).collect())
            })
            .collect();
        let Some(stamps) = runs?.into_iter().collect::<Option<Vec<_>>>() else { return Ok(None) };
        let stamps = stamps.into_iter().flatten();
        if walk.files.iter().map(|file| file.stamp).eq(stamps.clone()) {
            return Ok(Some(Arc::clone(walk)));
        }
        let files = walk
            .files
            .iter()
            .zip(stamps)
            .map(|(file, stamp)| FileEntry { stamp, ..file.clone() })
            .collect();
        let (left_out, path_index) = (walk.left_out.clone(), Arc::clone(&walk.path_index));
        Ok(Some(Arc::new(Walk { files, left_out, directories: walk.directories, path_index })))
    }
}

impl Observed {
    fn now(path: &Path) -> Self {
        std::fs::metadata(path)
            .map_or(Observed::Absent, |metadata| Observed::As(Stamp::of(&metadata)))
    }

    /// Observes a path now, as closely as it was observed before.
    fn like(before: &Self, path: &Path) -> Self {
        match (before, Self::now(path)) {
            (Observed::There, Observed::As(_)) => Observed::There,
            (_, now) => now,
        }
    }
}
