//! Evidence of imports before anything is resolved: a file that uses a definition of another module
//! nearly always contains the words of that module's path, in an import, an include or a qualified
//! name.

use super::tree::{FileNode, Tree};
use rustc_hash::FxHashSet;

/// Words of the modules and directories that define something.
pub(super) struct ModuleWords {
    /// By file; empty for files without definitions.
    of_files: Vec<Words>,
    /// By directory: its name as an identifier.
    of_directories: Vec<String>,
}

/// Words by which other files name a module.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Words<T = String> {
    words: Vec<T>,
    /// True if an import has all of them, false if any of them is enough.
    has_all: bool,
}

impl Words<u32> {
    /// Returns whether a file with these words, ascending, imports the module.
    pub(super) fn are_in(&self, mentioned: &[u32]) -> bool {
        let mut words = self.words.iter().map(|word| mentioned.binary_search(word).is_ok());
        if self.has_all {
            !self.words.is_empty() && words.all(|is_in| is_in)
        } else {
            words.any(|is_in| is_in)
        }
    }
}

/// [`ModuleWords`] as indices in the names that are searched for.
pub(super) struct Modules {
    /// By file.
    pub files: Vec<Words<u32>>,
    /// By directory.
    pub directories: Vec<Option<u32>>,
}

impl ModuleWords {
    pub(super) fn new(tree: &Tree) -> Self {
        let words = |file: &FileNode| {
            if file.outline().is_some() { module_words(file) } else { Words::default() }
        };
        let name = |path: &str| identifier(path.rsplit('/').next().unwrap_or(path));
        Self {
            of_files: tree.files.iter().map(words).collect(),
            of_directories: tree
                .directories
                .iter()
                .map(|directory| name(&directory.path))
                .collect(),
        }
    }

    /// Returns all words, each once, sorted.
    pub(super) fn all(&self) -> Vec<&str> {
        let of_files = self.of_files.iter().flat_map(|words| &words.words);
        let words: FxHashSet<&str> =
            of_files.chain(&self.of_directories).map(String::as_str).collect();
        let mut words: Vec<&str> = words.into_iter().filter(|word| word.len() > 1).collect();
        words.sort_unstable();
        words
    }

    /// Returns the words as indices in `names`, which are sorted.
    pub(super) fn indices(&self, names: &[&str]) -> Modules {
        let index = |word: &String| {
            names.binary_search(&word.as_str()).ok().and_then(|at| u32::try_from(at).ok())
        };
        let of_file = |words: &Words| {
            let indices: Vec<u32> = words.words.iter().filter_map(index).collect();
            Words { words: indices, has_all: words.has_all }
        };
        Modules {
            files: self.of_files.iter().map(of_file).collect(),
            directories: self.of_directories.iter().map(index).collect(),
        }
    }
}

/// Returns the words by which other files name a file's module: if the directory is the module, its
/// name and that of the one around it; else the file's stem or a directory's name.
fn module_words(file: &FileNode) -> Words {
    const FOLDERS: usize = 2;
    let has_all = file.language.is_some_and(|language| language.config.graph.is_directory_wide());
    let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let is_plain =
        |name: &&str| !matches!(*name, "" | "src" | "lib" | "main" | "java" | "kotlin" | "scala");
    let folders = folder.rsplit('/').filter(is_plain).take(FOLDERS);
    let mut words: Vec<String> = if has_all {
        folders.map(identifier).collect()
    } else {
        std::iter::once(file.stem()).chain(folders).flat_map(spellings).collect()
    };
    words.retain(|word| word.len() > 1);
    Words { words, has_all }
}

/// Returns the name of a file or directory as an identifier.
fn identifier(name: &str) -> String {
    name.replace(['-', '.'], "_")
}

/// Returns a name as an identifier, and the longest part of a name with hyphens, as which it is
/// found in a quoted path.
fn spellings(name: &str) -> impl Iterator<Item = String> {
    let part =
        name.split(['-', '.']).max_by_key(|part| part.len()).filter(|part| part.len() < name.len());
    std::iter::once(identifier(name)).chain(part.map(str::to_owned))
}
