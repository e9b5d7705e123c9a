//! Facts of files by content: computed and kept once for each text, however many files have it, as
//! in the worktrees of one project.
//!
//! There are two tables: one maps a file to its content when it was last read, valid only while the
//! file is provably the same; the other holds the facts of contents.

use super::FileClass;
use super::roots::SourcePath;
use super::snapshot::Fact;
use super::stamp::Stamp;
use super::text::{ReadError, Text};
use super::walk::FileEntry;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use std::any::{Any, TypeId};
use std::hash::{BuildHasher, Hash, RandomState};
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

/// Divisor of the store's capacity that gives the part for the table of files.
const FILES_SHARE: u64 = 4;

/// Identity of a text: a hash with a key of this process, so that no file can be made to pass for
/// another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct ContentId {
    hash: u64,
    /// Length of the text that was read, in bytes.
    length: usize,
    /// Size of the file, in bytes.
    size: u64,
}

/// The store of facts.
pub(super) struct Contents {
    keys: RandomState,
    files: Cache<FileKey, Arc<FileContent>, ByWeight>,
    facts: Cache<FactKey, Arc<CachedFact>, ByWeight>,
}

/// Path of a file, compared and hashed as bytes, since iterating over its components takes longer
/// than the look-up.
#[derive(Clone)]
struct FileKey(Arc<Path>);

impl PartialEq for FileKey {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.as_os_str() == other.0.as_os_str()
    }
}

impl Eq for FileKey {}

impl Hash for FileKey {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.as_os_str().hash(state);
    }
}

/// Content of a file in one of its states.
struct FileContent {
    stamp: Stamp,
    read_at: SystemTime,
    /// `Err` is kept for binary files as well, so that they need not be read again to be refused.
    content: Result<ContentId, ReadError>,
}

/// Key of a fact: everything that it depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct FactKey {
    kind: TypeId,
    content: ContentId,
    class: FileClass,
    /// Hash of the language and the extension, which the file's name determines, and of the name
    /// that the fact is about.
    named: u64,
}

struct CachedFact {
    fact: Arc<dyn Any + Send + Sync>,
    weight: usize,
}

#[derive(Clone)]
struct ByWeight;

impl Weighter<FileKey, Arc<FileContent>> for ByWeight {
    fn weight(&self, key: &FileKey, _: &Arc<FileContent>) -> u64 {
        (size_of::<FileKey>() + size_of::<FileContent>() + key.0.as_os_str().len()) as u64
    }
}

impl Weighter<FactKey, Arc<CachedFact>> for ByWeight {
    fn weight(&self, _: &FactKey, cached: &Arc<CachedFact>) -> u64 {
        (size_of::<FactKey>() + size_of::<CachedFact>() + cached.weight) as u64
    }
}

impl Contents {
    /// Creates an empty store of at most `bytes`.
    pub(super) fn with_capacity(bytes: u64) -> Self {
        let for_files = bytes / FILES_SHARE;
        Self {
            keys: RandomState::new(),
            files: Cache::with_weighter(20_000, for_files, ByWeight),
            facts: Cache::with_weighter(20_000, bytes - for_files, ByWeight),
        }
    }

    /// Returns the approximate size of the store, in bytes.
    pub(super) fn weight(&self) -> u64 {
        self.files.weight() + self.facts.weight()
    }

    /// Returns the identity of a text.
    pub(super) fn id(&self, text: &Text) -> ContentId {
        let size = text.truncated_from.unwrap_or(text.stamp.size);
        ContentId { hash: self.keys.hash_one(&text.content), length: text.content.len(), size }
    }

    /// Returns the content of a file, if it has been read in this state and is provably the same.
    pub(super) fn of_file(
        &self,
        path: &SourcePath,
        stamp: Stamp,
    ) -> Option<Result<ContentId, ReadError>> {
        let known = self.files.get(&FileKey(Arc::clone(&path.absolute)))?;
        (known.stamp == stamp && stamp.is_settled(known.read_at)).then(|| known.content.clone())
    }

    /// Records the content of a file that was read in a request which came at `now`.
    pub(super) fn record(
        &self,
        path: &SourcePath,
        stamp: Stamp,
        now: SystemTime,
        content: Result<ContentId, ReadError>,
    ) {
        let known = FileContent { stamp, read_at: now, content };
        self.files.insert(FileKey(Arc::clone(&path.absolute)), Arc::new(known));
    }

    /// Returns the stored fact of a content, for a file that has it; `about` is the name that the
    /// fact is limited to, if any.
    pub(super) fn fact<F: Fact>(
        &self,
        file: &FileEntry,
        content: ContentId,
        about: Option<&str>,
    ) -> Option<Arc<F>> {
        let cached = self.facts.get(&self.key::<F>(file, content, about))?;
        Arc::clone(&cached.fact).downcast::<F>().ok()
    }

    pub(super) fn keep<F: Fact>(
        &self,
        file: &FileEntry,
        content: ContentId,
        about: Option<&str>,
        fact: Arc<F>,
    ) {
        let cached = CachedFact { weight: fact.weight(), fact };
        self.facts.insert(self.key::<F>(file, content, about), Arc::new(cached));
    }

    fn key<F: Fact>(&self, file: &FileEntry, content: ContentId, about: Option<&str>) -> FactKey {
        let language = file.language.map(|language| language.id);
        let named = self.keys.hash_one((language, file.path.absolute.extension(), about));
        FactKey { kind: TypeId::of::<F>(), content, class: file.class, named }
    }
}
