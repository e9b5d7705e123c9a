//! Look-ups of a walk's files by path, by name and by directory. Built on first use, and shared by
//! all requests as long as the files are the same.

use super::FileEntry;
use rustc_hash::FxHashMap;
use std::path::Path;
use std::sync::Arc;

/// Index of a file in the walk.
pub type FileIndex = u32;

/// Indices of a walk's files in [`super::Walk::files`], in ascending order.
#[derive(Debug, Default)]
pub struct PathIndex {
    by_path: FxHashMap<Arc<Path>, FileIndex>,
    by_stem: FxHashMap<Box<str>, Vec<FileIndex>>,
    by_directory: FxHashMap<Box<str>, Vec<FileIndex>>,
}

impl PathIndex {
    pub(super) fn of(files: &[FileEntry]) -> Self {
        let mut index = Self::default();
        for (file_index, file) in (0..).zip(files) {
            index.by_path.insert(Arc::clone(&file.path.absolute), file_index);
            let (directory, name) =
                file.path.display.rsplit_once('/').unwrap_or(("", &file.path.display));
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

fn add(map: &mut FxHashMap<Box<str>, Vec<FileIndex>>, key: &str, file_index: FileIndex) {
    match map.get_mut(key) {
        Some(index) => index.push(file_index),
        None => drop(map.insert(key.into(), vec![file_index])),
    }
}
