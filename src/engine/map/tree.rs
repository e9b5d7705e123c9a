//! Directories and files of a map, before selection.

use crate::domain::Outline;
use crate::lang::Language;
use crate::workspace::{FileClass, FileFacts};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A directory of the map. Directory 0 is the root of the request and has an empty path.
#[derive(Debug, Clone)]
pub struct DirectoryNode {
    /// Relative to the root, with `/` separators, without a trailing one.
    pub path: String,
    pub parent: Option<usize>,
    pub depth: usize,
    /// Number of files in it and below.
    pub total_files: usize,
    /// True if it is deeper than requested: counted but not shown.
    pub is_deeper: bool,
    /// Direct children, most valuable first.
    pub children: Vec<Child>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Child {
    Directory(usize),
    File(usize),
}

/// A file of the map.
#[derive(Debug, Clone)]
pub struct FileNode {
    pub path: Arc<str>,
    pub directory: usize,
    pub language: Option<&'static Language>,
    /// True if a map shows its definitions.
    pub has_symbols: bool,
    pub class: FileClass,
    pub size: u64,
    /// `None` if the file was not read: only its name can be shown.
    pub lines: Option<usize>,
    /// `None` if it was not parsed.
    pub facts: Option<Arc<FileFacts>>,
    pub visibility: FileVisibility,
}

/// Visibility of a file on the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileVisibility {
    /// Can be shown.
    Eligible,
    /// Deeper than requested: counted in its directory but not shown.
    Deeper,
    /// Could not be read: counted among the files left out.
    Unreadable,
}

impl FileNode {
    /// Returns its definitions; `None` if it was not parsed.
    pub fn outline(&self) -> Option<&Outline> {
        self.facts.as_ref().map(|facts| &facts.outline)
    }

    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    /// Returns its module name: the file name without extensions; that of its directory for
    /// `mod.rs`, `index.ts`.
    pub fn stem(&self) -> &str {
        let name = self.name();
        let is_entry = self.language.is_some_and(|language| {
            language.config.project.entry_points.iter().any(|entry| entry == name)
        });
        let named = if is_entry || name.starts_with("mod.") {
            self.path.rsplit('/').nth(1).unwrap_or(name)
        } else {
            name
        };
        named.split('.').next().unwrap_or(named)
    }

    pub fn is_entry_point(&self) -> bool {
        let name = self.name();
        self.language.is_some_and(|language| {
            language.config.project.entry_points.iter().any(|entry| entry == name)
        })
    }
}

/// Directories and files, by index in the order of the walk.
#[derive(Debug, Clone)]
pub struct Tree {
    pub directories: Vec<DirectoryNode>,
    pub files: Vec<FileNode>,
}

impl Tree {
    /// Builds the tree for `files`, whose paths are set; fills in their `directory`.
    pub fn new(mut files: Vec<FileNode>) -> Self {
        let top = DirectoryNode {
            path: String::new(),
            parent: None,
            depth: 0,
            total_files: 0,
            is_deeper: false,
            children: Vec::new(),
        };
        let mut directories = vec![top];
        let mut by_path: FxHashMap<String, usize> = FxHashMap::from_iter([(String::new(), 0)]);
        for (index, file) in files.iter_mut().enumerate() {
            let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
            file.directory = ensure(folder, &mut directories, &mut by_path);
            directories[file.directory].children.push(Child::File(index));
            let mut next = Some(file.directory);
            while let Some(at) = next {
                directories[at].total_files += 1;
                next = directories[at].parent;
            }
        }
        Self { directories, files }
    }

    /// Removes an unreadable file from the counts.
    pub(super) fn leave_out(&mut self, file: usize) {
        self.files[file].visibility = FileVisibility::Unreadable;
        let mut next = Some(self.files[file].directory);
        while let Some(at) = next {
            self.directories[at].total_files -= 1;
            next = self.directories[at].parent;
        }
    }

    /// Returns the depth of the first directories that branch, below any chain of single
    /// directories.
    pub fn top_depth(&self) -> usize {
        let mut at = 0;
        while let [Child::Directory(only)] = self.directories[at].children[..] {
            at = only;
        }
        self.directories[at].depth + 1
    }

    /// Sorts the children of each directory by value: a file by its symbols, a directory by its
    /// best files and by the number of other directories that use it, without those that are
    /// outside the project's own code.
    pub(super) fn order_by(
        &mut self,
        scores: &[Vec<f64>],
        uses: &BTreeMap<(usize, usize), f32>,
        peripheral: &[bool],
    ) {
        const SYMBOLS: usize = 8;
        const FILES: usize = 3;
        let sum_of_best = |mut scores: Vec<f64>, most: usize| {
            scores.sort_unstable_by(|one, other| other.total_cmp(one));
            scores.truncate(most);
            scores.iter().sum::<f64>()
        };
        let files: Vec<f64> =
            scores.iter().map(|scores| sum_of_best(scores.clone(), SYMBOLS)).collect();
        let mut within: Vec<Vec<f64>> = vec![Vec::new(); self.directories.len()];
        for (file, score) in self.files.iter().zip(&files) {
            let mut next = Some(file.directory);
            while let Some(at) = next {
                within[at].push(*score);
                next = self.directories[at].parent;
            }
        }
        let directories: Vec<f64> =
            within.into_iter().map(|scores| sum_of_best(scores, FILES) / FILES as f64).collect();
        let mut users = vec![1.0f64; self.directories.len()];
        let is_own = |directory: &usize| !peripheral.get(*directory).copied().unwrap_or_default();
        for ((user, used), files) in uses.iter().filter(|((user, _), _)| is_own(user)) {
            for at in self.apart(*used, *user) {
                users[at] += f64::from(files.min(1.0));
            }
        }
        let score = |child: &Child| match *child {
            Child::Directory(directory) => directories[directory] * users[directory].sqrt(),
            Child::File(file) => files[file],
        };
        for directory in &mut self.directories {
            directory.children.sort_by(|one, other| score(other).total_cmp(&score(one)));
        }
    }

    /// Returns the innermost directory around two.
    pub(super) fn common(&self, mut one: usize, mut other: usize) -> usize {
        let above = |directory: usize| self.directories[directory].parent.unwrap_or_default();
        while one != other {
            if self.directories[one].depth >= self.directories[other].depth {
                one = above(one);
            } else {
                other = above(other);
            }
        }
        one
    }

    /// Returns a directory and those around it that do not contain another one, from inside out.
    pub(super) fn apart(&self, directory: usize, other: usize) -> impl Iterator<Item = usize> {
        let common = self.common(directory, other);
        std::iter::successors(Some(directory), |at| self.directories[*at].parent)
            .take_while(move |at| *at != common)
    }
}

fn ensure(
    path: &str,
    directories: &mut Vec<DirectoryNode>,
    by_path: &mut FxHashMap<String, usize>,
) -> usize {
    if let Some(index) = by_path.get(path) {
        return *index;
    }
    let parent =
        ensure(path.rsplit_once('/').map_or("", |(parent, _)| parent), directories, by_path);
    let index = directories.len();
    directories.push(DirectoryNode {
        path: path.to_owned(),
        parent: Some(parent),
        depth: directories[parent].depth + 1,
        total_files: 0,
        is_deeper: false,
        children: Vec::new(),
    });
    directories[parent].children.push(Child::Directory(index));
    by_path.insert(path.to_owned(), index);
    index
}
