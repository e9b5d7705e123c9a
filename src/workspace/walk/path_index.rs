//! Look-ups of a walk's files by path, by name and by directory. Built on first use, and shared by
//! all requests as long as the files are the same.

use super::FileEntry;
use super::by_end::{ByEnd, ends_with};
use crate::domain::lock;
use rustc_hash::FxHashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// Index of a file in the walk.
pub type FileIndex = u32;

/// Number of files of a name that are compared with an end one by one.
const FEW: usize = 16;

/// Indices of a walk's files in [`super::Walk::files`], in ascending order.
#[derive(Debug, Default)]
pub struct PathIndex {
    by_path: FxHashMap<Arc<Path>, FileIndex>,
    by_display: FxHashMap<Arc<str>, FileIndex>,
    by_stem: FxHashMap<Box<str>, Vec<FileIndex>>,
    by_directory: FxHashMap<Box<str>, Vec<FileIndex>>,
    /// By the ends of their directories, the files of stems that many files have, of those that
    /// were asked for.
    by_end: Mutex<FxHashMap<Box<str>, Arc<ByEnd<FileIndex>>>>,
}

impl PathIndex {
    pub(super) fn of(files: &[FileEntry]) -> Self {
        let mut index = Self::default();
        for (file_index, file) in (0..).zip(files) {
            index.by_path.insert(Arc::clone(&file.path.absolute), file_index);
            index.by_display.entry(Arc::clone(&file.path.display)).or_insert(file_index);
            let (directory, name) = directory_and_name(file);
            let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
            add(&mut index.by_stem, stem, file_index);
            add(&mut index.by_directory, directory, file_index);
        }
        index
    }

    /// Returns the file with an absolute path.
    pub fn at_path(&self, path: &Path) -> Option<FileIndex> {
        self.by_path.get(path).copied()
    }

    /// Returns the file with a displayed path.
    pub fn displayed(&self, path: &str) -> Option<FileIndex> {
        self.by_display.get(path).copied()
    }

    /// Returns the files with a name up to its first dot that lie in directories whose last names
    /// are `folders`, in ascending order; `None` if they are more than `most`. `files` are those of
    /// the walk.
    pub(super) fn ending_with(
        &self,
        files: &[FileEntry],
        stem: &str,
        folders: &[&str],
        most: usize,
    ) -> Option<Vec<FileIndex>> {
        let of_stem = self.with_stem(stem);
        let directory = |file: &FileIndex| directory_and_name(&files[*file as usize]).0;
        let mut found: Vec<FileIndex> = if of_stem.len() <= FEW {
            of_stem.iter().copied().filter(|file| ends_with(directory(file), folders)).collect()
        } else {
            let by_end = Arc::clone(lock(&self.by_end).entry(stem.into()).or_insert_with(|| {
                Arc::new(ByEnd::new(of_stem.iter().map(|file| (directory(file), *file))))
            }));
            let found = by_end.ending_with(folders);
            if found.len() > most {
                return None;
            }
            found.iter().map(|(_, file)| *file).collect()
        };
        found.sort_unstable();
        (found.len() <= most).then_some(found)
    }

    /// Returns the files with a name up to its first dot.
    pub fn with_stem(&self, stem: &str) -> &[FileIndex] {
        self.by_stem.get(stem).map_or(&[], Vec::as_slice)
    }

    /// Returns the files directly in a directory, by its displayed path.
    pub fn in_directory(&self, directory: &str) -> &[FileIndex] {
        self.by_directory.get(directory).map_or(&[], Vec::as_slice)
    }

    /// Returns the displayed paths of all directories that hold files directly, in no order.
    pub fn directories(&self) -> impl Iterator<Item = &str> {
        self.by_directory.keys().map(AsRef::as_ref)
    }
}

fn directory_and_name(file: &FileEntry) -> (&str, &str) {
    file.path.display.rsplit_once('/').unwrap_or(("", &file.path.display))
}

fn add(map: &mut FxHashMap<Box<str>, Vec<FileIndex>>, key: &str, file_index: FileIndex) {
    match map.get_mut(key) {
        Some(index) => index.push(file_index),
        None => drop(map.insert(key.into(), vec![file_index])),
    }
}
