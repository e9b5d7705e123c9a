//! Store of facts about files from earlier reads, and the view of one request on it.
//!
//! There is no watcher and no index on disk: each request checks the state of the files that it
//! touches, and what was computed from a file is valid as long as the file is provably the same.
//! The next request sees every edit, whoever made it.

use super::contents::Contents;
use super::file_class::{FileClass, class_of_content};
use super::outline::outline;
use super::parse::MAX_PARSED_BYTES;
use super::roots::{PathError, Roots, SourcePath};
use super::scope::scoped;
use super::stamp::Stamp;
use super::text::{MAX_FILE_BYTES, ReadError, Text};
use super::walk::{FileEntry, Walk, WalkError, WalkOptions, Walks, walk};
use crate::domain::{Cancel, Cancelled, Outline, OutlineGap, Progress, Symbol, lock};
use crate::lang::{Language, registry};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, Weak};
use std::time::SystemTime;

/// Limit of the memory for facts of files, in bytes.
pub const FACTS_BYTES: u64 = 256 << 20;

/// Maximum total size of files, in bytes, for which the terms of each file are cached for the next
/// request. Above it files are read each time: they would take more memory than a server may have.
pub const MAX_CACHED_TERMS_BYTES: u64 = 96 << 20;

/// Limit of the bytes of text that one request keeps, so that it shows the text that it examined.
const TEXTS_BYTES: u64 = 64 << 20;

/// Number of searches through all files with which most commands are done. A process that needs
/// more will need many.
const LOOKS_BEFORE_KEEPING: usize = 4;

/// A value that depends on a file's content (and name) alone, and is worth keeping: an outline,
/// term counts.
pub trait Fact: Any + Send + Sync + Sized {
    /// Computes the fact of a file. It must depend on nothing but the arguments; `snapshot` gives
    /// access to other facts of the file.
    fn compute(file: &FileEntry, text: &Arc<Text>, snapshot: &Snapshot) -> Self;

    /// Returns the approximate size in bytes.
    fn weight(&self) -> usize;
}

/// Facts of a file from its syntax and text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileFacts {
    /// By name and content.
    pub language: Option<&'static Language>,
    pub bytes: u64,
    /// A lower bound when the file is larger than what is read; see `outline.gaps`.
    pub lines: usize,
    /// By path, attributes and content.
    pub class: FileClass,
    pub outline: Outline,
}

impl FileFacts {
    /// Creates the facts of a file, given its outline.
    pub(super) fn new(
        file: &FileEntry,
        text: &Text,
        language: Option<&'static Language>,
        outline: Outline,
    ) -> Self {
        let content = &text.content;
        let mut outline = outline;
        if let Some(size) = text.truncated_from {
            outline.gaps.push(OutlineGap::ReadBytes { read: content.len() as u64, of: size });
        }
        Self {
            language,
            bytes: text.truncated_from.unwrap_or(text.stamp.size),
            lines: text.line_count(),
            class: file.class.with(class_of_content(content)),
            outline,
        }
    }

    /// Returns whether the file is in a language with a grammar, but was left unparsed because of
    /// the work that it takes.
    pub fn is_unparsed(&self) -> bool {
        self.outline.gaps.contains(&OutlineGap::NotParsed)
    }
}

impl Fact for FileFacts {
    fn compute(file: &FileEntry, text: &Arc<Text>, _: &Snapshot) -> Self {
        let language = registry().for_source(&file.path.absolute, &text.content);
        let outline = language.map(|language| outline(&text.content, language)).unwrap_or_default();
        Self::new(file, text, language, outline)
    }

    fn weight(&self) -> usize {
        let symbols = self.outline.symbols.iter().map(|symbol| {
            let container = symbol.container.as_ref().map_or(0, String::capacity);
            let qualified = symbol.qualified.as_ref().map_or(0, String::capacity);
            let doc = symbol.doc.as_ref().map_or(0, String::capacity);
            size_of::<Symbol>()
                + symbol.name.capacity()
                + symbol.signature.capacity()
                + container
                + qualified
                + doc
        });
        size_of::<Self>() + symbols.sum::<usize>()
    }
}

/// Long-lived store of facts about files. Shared by all requests and sessions.
pub struct Files {
    contents: Contents,
    user_excludes: Option<PathBuf>,
    /// Number of searches through all files for a name.
    looks: AtomicUsize,
    walks: Walks,
    texts: LiveTexts,
    /// By type.
    stores: Mutex<FxHashMap<TypeId, Arc<dyn Any + Send + Sync>>>,
}

#[derive(Clone)]
struct ByLength;

impl Weighter<Arc<Path>, Arc<Text>> for ByLength {
    fn weight(&self, _: &Arc<Path>, text: &Arc<Text>) -> u64 {
        (size_of::<Text>() + text.content.len()) as u64
    }
}

impl Files {
    /// Creates an empty store of at most [`FACTS_BYTES`]. `user_excludes` is the user's own git
    /// excludes file.
    pub fn new(user_excludes: Option<PathBuf>) -> Arc<Self> {
        Self::with_capacity(user_excludes, FACTS_BYTES)
    }

    /// Creates an empty store of at most `bytes`.
    pub fn with_capacity(user_excludes: Option<PathBuf>, bytes: u64) -> Arc<Self> {
        Arc::new(Self {
            contents: Contents::with_capacity(bytes),
            user_excludes,
            looks: AtomicUsize::new(0),
            walks: Walks::default(),
            texts: LiveTexts::default(),
            stores: Mutex::default(),
        })
    }

    /// Creates the view of one request. `now` is the time at which the request came; what is read
    /// later counts as read then.
    pub fn snapshot(self: &Arc<Self>, roots: Roots, now: SystemTime, cancel: Cancel) -> Snapshot {
        Snapshot {
            files: Arc::clone(self),
            roots,
            now,
            cancel,
            progress: Progress::default(),
            texts: Cache::with_weighter(256, TEXTS_BYTES, ByLength),
            walks: Mutex::default(),
            changed: OnceLock::new(),
        }
    }

    /// Returns the roots with the scope that the paths of a request, as the caller wrote them,
    /// require.
    pub fn scoped(&self, roots: &Roots, paths: &[&str], cancel: &Cancel) -> Roots {
        let options =
            WalkOptions { user_excludes: self.user_excludes.clone(), ..WalkOptions::default() };
        scoped(roots, paths, &options, cancel)
    }

    /// Returns the store of a type that all requests share; it bounds itself.
    fn store<T: Any + Send + Sync + Default>(&self) -> Arc<T> {
        let mut stores = lock(&self.stores);
        let store = stores.entry(TypeId::of::<T>()).or_insert_with(|| Arc::new(T::default()));
        Arc::clone(store).downcast().unwrap_or_default()
    }

    /// Returns the approximate size of the facts, in bytes.
    pub fn weight(&self) -> u64 {
        self.contents.weight()
    }
}

/// Texts that some request holds at the moment, so that concurrent requests share them.
#[derive(Default)]
struct LiveTexts(Mutex<FxHashMap<Arc<Path>, LiveText>>);

struct LiveText {
    text: Weak<Text>,
    read_at: SystemTime,
}

impl LiveTexts {
    /// Number of entries below which those of dropped texts are not removed.
    const MIN_CLEARED: usize = 1024;

    /// Returns the text of a file, if a request holds it and the file is provably the same.
    fn get(&self, path: &SourcePath) -> Option<Arc<Text>> {
        let (text, read_at) = {
            let texts = lock(&self.0);
            let live = texts.get(&path.absolute)?;
            (live.text.upgrade()?, live.read_at)
        };
        let stamp = Stamp::of(&std::fs::metadata(&path.absolute).ok()?);
        (text.stamp == stamp && stamp.is_settled(read_at)).then_some(text)
    }

    fn keep(&self, path: &SourcePath, text: Text, read_at: SystemTime) -> Arc<Text> {
        let text = Arc::new(text);
        let mut texts = lock(&self.0);
        if texts.len() >= Self::MIN_CLEARED && texts.len() == texts.capacity() {
            texts.retain(|_, live| live.text.strong_count() > 0);
        }
        texts.insert(Arc::clone(&path.absolute), LiveText { text: Arc::downgrade(&text), read_at });
        text
    }
}

/// View of one request on the files: each text is read once, each directory walked once.
pub struct Snapshot {
    files: Arc<Files>,
    roots: Roots,
    now: SystemTime,
    cancel: Cancel,
    progress: Progress,
    texts: Cache<Arc<Path>, Arc<Text>, ByLength>,
    walks: Mutex<HashMap<WalkKey, Arc<Walk>>>,
    /// Set if a file that a walk has found was gone when it was read.
    changed: OnceLock<ReadError>,
}

/// Starts and the caller's globs.
type WalkKey = (Vec<SourcePath>, Vec<String>);

impl Snapshot {
    pub fn roots(&self) -> &Roots {
        &self.roots
    }

    /// Returns another view for the same request, which has read nothing yet.
    #[must_use]
    pub fn again(&self) -> Self {
        let again = self.files.snapshot(self.roots.clone(), self.now, self.cancel.clone());
        again.with_progress(self.progress.clone())
    }

    /// Notes that a file that a walk has found could not be read, if that means that it is gone or
    /// that something else stands in its place.
    pub fn note_unread(&self, error: &ReadError) {
        if error.is_change() {
            self.changed.get_or_init(|| error.clone().after_walk());
        }
    }

    /// Returns which of the files was gone, if one was: what was found is of no single state.
    pub fn changed(&self) -> Option<&ReadError> {
        self.changed.get()
    }

    /// Returns the time at which the request came.
    pub fn now(&self) -> SystemTime {
        self.now
    }

    /// Returns the snapshot with a receiver of the request's progress.
    #[must_use]
    pub fn with_progress(self, progress: Progress) -> Self {
        Self { progress, ..self }
    }

    /// Returns what all requests keep of a type, such as results of searches.
    pub fn store<T: Any + Send + Sync + Default>(&self) -> Arc<T> {
        self.files.store()
    }

    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    pub fn cancel(&self) -> &Cancel {
        &self.cancel
    }

    /// Returns the files at and below `starts`, without those that ignore files and the caller's
    /// globs leave out.
    ///
    /// # Errors
    /// If a glob is invalid, or the request is cancelled.
    pub fn walk(&self, starts: &[SourcePath], ignore: &[String]) -> Result<Arc<Walk>, WalkError> {
        let key = (starts.to_vec(), ignore.to_vec());
        let known = lock(&self.walks).get(&key).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let options = WalkOptions {
            ignore: ignore.to_vec(),
            user_excludes: self.files.user_excludes.clone(),
        };
        self.progress.report(0, None, "listing files");
        let walk = self.files.walks.walk(&self.roots, starts, &options, self.now, &self.cancel)?;
        lock(&self.walks).insert(key, Arc::clone(&walk));
        Ok(walk)
    }

    /// Returns the file or directory that a request's path leads to.
    ///
    /// # Errors
    /// See [`Roots::resolve`]. A missing path names the only file that ends as it does.
    pub fn resolve(&self, path: &str) -> Result<SourcePath, PathError> {
        self.roots.resolve(path).map_err(|error| match error {
            PathError::Missing { path, nearest: None } => {
                let nearest = self.file_ending_in(&path);
                PathError::Missing { path, nearest }
            }
            other => other,
        })
    }

    /// Returns the file or directory that a target's path leads to. One that is missing stands for
    /// the only file whose path ends in it; a part `…` or `...` stands for directories that are
    /// left out.
    ///
    /// # Errors
    /// See [`Self::resolve`], and if several files fit.
    pub fn resolve_target(&self, path: &str) -> Result<SourcePath, PathError> {
        let error = match self.resolve(path) {
            Err(error @ PathError::Missing { .. }) => error,
            other => return other,
        };
        let candidates = self.files_ending_in(path);
        match candidates.as_slice() {
            [] => Err(error),
            [one] => self.roots.resolve(one),
            _ => Err(PathError::Several { path: path.to_owned(), candidates }),
        }
    }

    /// Returns the path of the only file below the roots whose path ends in the given one.
    fn file_ending_in(&self, path: &str) -> Option<String> {
        let mut matching = self.files_ending_in(path).into_iter();
        matching.next().filter(|_| matching.next().is_none())
    }

    /// Returns the paths of the files below the roots that end in the given one.
    fn files_ending_in(&self, path: &str) -> Vec<String> {
        let mut parts: Vec<&str> = path.trim_start_matches("./").split('/').collect();
        let Some(name) = parts.pop().filter(|name| !is_elided(name) && !name.is_empty()) else {
            return Vec::new();
        };
        let Ok(walk) = self.walk(&self.roots.starts(), &[]) else { return Vec::new() };
        let paths = walk.files.iter().map(|file| &file.path.display);
        let fits = |found: &&Arc<str>| {
            let mut directories = found.rsplit('/');
            if directories.next() != Some(name) {
                return false;
            }
            let mut is_left_out = false;
            parts.iter().rev().all(|part| {
                if is_elided(part) {
                    is_left_out = true;
                    return true;
                }
                if std::mem::take(&mut is_left_out) {
                    return directories.any(|directory| directory == *part);
                }
                directories.next() == Some(*part)
            })
        };
        paths.filter(fits).map(ToString::to_string).collect()
    }

    /// Returns the entry of a file that no walk has found, whatever the ignore rules are.
    ///
    /// # Errors
    /// If it is missing, a directory, or cannot be examined.
    pub fn entry(&self, path: &SourcePath) -> Result<FileEntry, ReadError> {
        let shown = path.display.to_string();
        match std::fs::metadata(&path.absolute) {
            Ok(metadata) if metadata.is_dir() => return Err(ReadError::Directory { path: shown }),
            Ok(_) => {}
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(ReadError::Missing { path: shown });
            }
            Err(error) => {
                return Err(ReadError::Unreadable { path: shown, error: error.to_string() });
            }
        }
        let options = WalkOptions::default();
        let walk = walk(&self.roots, std::slice::from_ref(path), &options, &Cancel::default());
        let file = walk.ok().and_then(|walk| walk.files.into_iter().next());
        file.ok_or(ReadError::Vanished { path: shown })
    }

    /// Returns a file's text: the same for the whole request, so that positions found in it stay
    /// valid.
    ///
    /// # Errors
    /// See [`Text::read`].
    pub fn text(&self, path: &SourcePath) -> Result<Arc<Text>, ReadError> {
        if let Some(text) = self.texts.get(&path.absolute) {
            return Ok(text);
        }
        let text = match self.files.texts.get(path) {
            Some(text) => text,
            None => self.files.texts.keep(path, Text::read(path)?, self.now),
        };
        self.texts.insert(Arc::clone(&path.absolute), Arc::clone(&text));
        Ok(text)
    }

    /// Returns the facts of a file from its syntax and text.
    ///
    /// # Errors
    /// See [`Text::read`]; a file that is too large to be read whole is read in part.
    pub fn outline(&self, file: &FileEntry) -> Result<Arc<FileFacts>, ReadError> {
        self.fact(file)
    }

    /// Returns a file's text and its outline, certain to be of the same content: for showing code
    /// at positions of the outline.
    ///
    /// # Errors
    /// See [`Text::read`].
    pub fn text_and_outline(
        &self,
        file: &FileEntry,
    ) -> Result<(Arc<Text>, Arc<FileFacts>), ReadError> {
        let text = self.text(&file.path)?;
        let facts = self.fact_of_text(file, &text);
        Ok((text, facts))
    }

    /// Returns a fact of a file: from the store if the file is provably the same, else from its
    /// text.
    ///
    /// # Errors
    /// See [`Text::read`]; a file that is too large to be read whole is read in part.
    pub fn fact<F: Fact>(&self, file: &FileEntry) -> Result<Arc<F>, ReadError> {
        if let Some(known) = self.known_fact(file) {
            return known;
        }
        match self.text_once(file) {
            Ok(text) => Ok(self.fact_of_text(file, &text)),
            Err(error @ ReadError::Binary { .. }) => {
                self.files.contents.record(&file.path, file.stamp, self.now, Err(error.clone()));
                Err(error)
            }
            Err(error) => Err(error.after_walk()),
        }
    }

    /// Returns a fact of a file if it is in the store and the file is provably the same; reads
    /// nothing.
    pub fn known_fact<F: Fact>(&self, file: &FileEntry) -> Option<Result<Arc<F>, ReadError>> {
        match self.files.contents.of_file(&file.path, file.stamp)? {
            Ok(content) => self.files.contents.fact(file, content, None).map(Ok),
            Err(error) => Some(Err(error)),
        }
    }

    /// Returns a fact of each file, in order, computed on all cores.
    ///
    /// # Errors
    /// If the request is cancelled. A file that cannot be read is an error in its place and does
    /// not affect others.
    pub fn facts<F: Fact>(
        &self,
        files: &[FileEntry],
    ) -> Result<Vec<Result<Arc<F>, ReadError>>, Cancelled> {
        files
            .par_iter()
            .map(|file| {
                self.cancel.check()?;
                Ok(self.fact(file))
            })
            .collect()
    }

    /// Returns whether the files are searched for names so often that their identifiers should be
    /// kept. Must be called once per search.
    pub(super) fn is_worth_keeping(&self) -> bool {
        self.files.looks.fetch_add(1, Ordering::Relaxed) >= LOOKS_BEFORE_KEEPING
    }

    /// Returns a fact of a file, given its text.
    pub fn fact_of_text<F: Fact>(&self, file: &FileEntry, text: &Arc<Text>) -> Arc<F> {
        self.fact_of_text_or(file, text, || F::compute(file, text, self))
    }

    /// Returns a fact of a file, given its text and a cheaper way to compute it than
    /// [`Fact::compute`].
    pub(super) fn fact_of_text_or<F: Fact>(
        &self,
        file: &FileEntry,
        text: &Arc<Text>,
        compute: impl FnOnce() -> F,
    ) -> Arc<F> {
        self.fact_about(None, file, text, compute)
    }

    /// Returns a fact of a file that is limited to what concerns the name `about`, if there is one.
    pub(super) fn fact_about<F: Fact>(
        &self,
        about: Option<&str>,
        file: &FileEntry,
        text: &Arc<Text>,
        compute: impl FnOnce() -> F,
    ) -> Arc<F> {
        let contents = &self.files.contents;
        let known = contents.of_file(&file.path, text.stamp).and_then(Result::ok);
        let content = known.unwrap_or_else(|| {
            let content = contents.id(text);
            contents.record(&file.path, text.stamp, self.now, Ok(content));
            content
        });
        contents.fact(file, content, about).unwrap_or_else(|| {
            let fact = Arc::new(self.cancel.scope(compute));
            // A cancelled computation may be incomplete.
            if !self.cancel.is_cancelled() {
                contents.keep(file, content, about, Arc::clone(&fact));
            }
            fact
        })
    }

    /// Returns the text for computing a fact; not kept, since a request may compute facts of every
    /// file there is.
    fn text_once(&self, file: &FileEntry) -> Result<Arc<Text>, ReadError> {
        if let Some(text) = self.texts.get(&file.path.absolute) {
            return Ok(text);
        }
        let text = if file.stamp.size > MAX_FILE_BYTES {
            Text::read_up_to(&file.path, MAX_PARSED_BYTES as u64)
        } else {
            Text::read(&file.path)
        };
        text.map(Arc::new)
    }
}

/// Returns whether a component of a path stands for components that are left out.
fn is_elided(part: &str) -> bool {
    matches!(part, "…" | "...")
}
