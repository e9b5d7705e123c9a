//! Files that are called after what they define, in languages where that needs no import: what a
//! dependency stands on there, together with the files that a text requires.

use super::manifests::Package;
use super::places::last;
use super::resolved_imports::imports;
use super::tree::{FileNode, Tree};
use crate::domain::{lock, snake_case};
use crate::lang::Imports;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::Mutex;

/// Beginnings of lines without code.
const COMMENTS: [&str; 5] = ["#", "//", "/*", "* ", "*/"];

/// Folders whose files are found by their paths, and the one of whose every folder this holds.
const LIBRARY: &str = "lib";
const PARTS: &str = "app";
const SHARED_PARTS: &str = "concerns";

/// A language, by its id; `None` for files of none.
type LanguageId = Option<&'static str>;

/// Files by their names without extension, of languages whose definitions need no import. Very many
/// may have one name, and very many may use it.
pub(super) struct NamedFiles<'t> {
    tree: &'t Tree,
    by_stem: FxHashMap<(LanguageId, &'t str), Vec<usize>>,
    /// By the innermost module around them as well.
    in_module: FxHashMap<(LanguageId, Option<usize>, &'t str), Vec<usize>>,
    /// Directories of files by the paths of these without extension.
    by_path: FxHashMap<(LanguageId, &'t str), usize>,
    /// The same paths from their ends, in order, with the files.
    from_end: Vec<(String, usize)>,
    /// What paths below folders mean that were asked for.
    below: Mutex<FxHashMap<(LanguageId, Below, String), Option<usize>>>,
    /// Directories of the modules that manifests declare.
    modules: BTreeSet<usize>,
}

/// The folders below which a file is found by its path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Below {
    Libraries,
    Roots,
}

impl Below {
    fn is_one(self, folder: &str) -> bool {
        match self {
            Below::Libraries => last(folder) == LIBRARY,
            Below::Roots => is_root(folder),
        }
    }
}

fn id_of(file: &FileNode) -> LanguageId {
    file.language.map(|language| language.id)
}

/// Returns a folder and those around it, but for the root.
fn folders_from(folder: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(folder), |inner| inner.rsplit_once('/').map(|(outer, _)| outer))
}

fn without_extension(path: &str) -> &str {
    path.rsplit_once('.').map_or(path, |(whole, _)| whole)
}

impl<'t> NamedFiles<'t> {
    /// `has_own_type` returns whether a file defines a type of its name.
    pub(super) fn new(
        tree: &'t Tree,
        packages: &[Package],
        has_own_type: impl Fn(usize) -> bool,
    ) -> Self {
        let mut named = Self {
            tree,
            by_stem: FxHashMap::default(),
            in_module: FxHashMap::default(),
            by_path: FxHashMap::default(),
            from_end: Vec::new(),
            below: Mutex::default(),
            modules: packages.iter().map(|package| package.directory).collect(),
        };
        for (file, node) in tree.files.iter().enumerate() {
            let is_found = match imports(node) {
                Imports::Constants => true,
                Imports::Modules => has_own_type(file),
                _ => false,
            };
            if is_found {
                named.add(file, node);
            }
        }
        named.from_end.sort_unstable();
        named
    }

    fn add(&mut self, file: usize, node: &'t FileNode) {
        let (id, stem) = (id_of(node), node.stem());
        self.by_stem.entry((id, stem)).or_default().push(file);
        let module = self.module(node.directory);
        self.in_module.entry((id, module, stem)).or_default().push(file);
        let path = without_extension(&node.path);
        if last(path) == stem {
            self.by_path.insert((id, path), node.directory);
            self.from_end.push((path.chars().rev().collect(), file));
        }
    }

    /// Returns the directories of the files that are called after what a text names.
    pub(super) fn named_in(&self, user: &FileNode, text: &str) -> Vec<usize> {
        let of_name: fn(&Self, &FileNode, &str) -> Option<usize> = match imports(user) {
            Imports::Constants => Self::of_constant,
            Imports::Modules => Self::of_type,
            _ => return Vec::new(),
        };
        constants(text).into_iter().filter_map(|name| of_name(self, user, name)).collect()
    }

    /// Returns the directory of the only file of a path, below a folder of libraries.
    pub(super) fn required(&self, user: &FileNode, path: &str) -> Option<usize> {
        self.only_below(id_of(user), Below::Libraries, path.strip_suffix(".rb").unwrap_or(path))
    }

    /// Returns the directory of the file of a constant, `A::B` in `a/b`: in the innermost folder
    /// around the user, or else the only one at the top of what is loaded by name.
    fn of_constant(&self, user: &FileNode, constant: &str) -> Option<usize> {
        let path = constant.split("::").map(snake_case).collect::<Vec<_>>().join("/");
        let id = id_of(user);
        let folder = user.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let in_folder = |folder: &str| {
            let whole = if folder.is_empty() { path.clone() } else { format!("{folder}/{path}") };
            self.by_path.get(&(id, whole.as_str())).copied()
        };
        if let Some(directory) = folders_from(folder).find_map(in_folder) {
            return Some(directory);
        }
        let alike = self.by_stem.get(&(id, path.as_str())).map_or(&[][..], Vec::as_slice);
        let only = if let [only] = alike { Some(&self.tree.files[*only]) } else { None };
        // A name of several words that one file has means it wherever that is.
        if let Some(only) = only.filter(|_| path.contains('_')) {
            return Some(only.directory);
        }
        let is_unique = path.contains('/') || only.is_some();
        is_unique.then(|| self.only_below(id, Below::Roots, &path)).flatten()
    }

    /// Returns the directory of the only file of the user's module that is called like a type.
    fn of_type(&self, user: &FileNode, name: &str) -> Option<usize> {
        let name = name.split("::").next()?;
        let rules = user.language.map(|language| &language.config.graph)?;
        // A type of the language's library may have the name of a nested one here.
        if rules.builtin_types.iter().any(|builtin| builtin == name) {
            return None;
        }
        let own = self.module(user.directory);
        match self.in_module.get(&(id_of(user), own, name))?[..] {
            [only] => Some(self.tree.files[only].directory),
            _ => None,
        }
    }

    /// Returns the innermost module around a directory.
    fn module(&self, directory: usize) -> Option<usize> {
        std::iter::successors(Some(directory), |at| self.tree.directories[*at].parent)
            .find(|at| self.modules.contains(at))
    }

    /// Returns the directory of the only file that has a path, without extension, below one of some
    /// folders.
    fn only_below(&self, id: LanguageId, below: Below, path: &str) -> Option<usize> {
        let key = (id, below, path.to_owned());
        if let Some(known) = lock(&self.below).get(&key) {
            return *known;
        }
        let end: String = path.chars().rev().collect();
        let first = self.from_end.partition_point(|(whole, _)| *whole < end);
        let ending = self.from_end[first..].iter().take_while(|(whole, _)| whole.starts_with(&end));
        let mut found = ending.map(|(_, file)| &self.tree.files[*file]).filter(|file| {
            let base = without_extension(&file.path).strip_suffix(path);
            let folder = base.and_then(|base| match base {
                "" => Some(""),
                base => base.strip_suffix('/'),
            });
            id_of(file) == id && folder.is_some_and(|folder| below.is_one(folder))
        });
        let only = found.next().filter(|_| found.next().is_none()).map(|file| file.directory);
        lock(&self.below).insert(key, only);
        only
    }
}

/// Returns whether files in a folder are loaded by their paths below it.
fn is_root(folder: &str) -> bool {
    let mut names = folder.rsplit('/');
    let own = names.next().unwrap_or_default();
    let outer = names.next().unwrap_or_default();
    own == LIBRARY || outer == PARTS || own == SHARED_PARTS && names.next() == Some(PARTS)
}

/// Returns the capitalised names of a text, `A` and `A::B`, that stand at the beginning of a path,
/// outside lines of comments and strings of one line; each once.
pub(super) fn constants(text: &str) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    for line in text.lines().map(str::trim_start) {
        if !COMMENTS.iter().any(|mark| line.starts_with(mark)) {
            constants_of_line(line, &mut found);
        }
    }
    found
}

fn constants_of_line<'t>(line: &'t str, found: &mut BTreeSet<&'t str>) {
    let bytes = line.as_bytes();
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        let rest = &bytes[at..];
        if rest.starts_with(b" # ") || rest.starts_with(b"//") {
            return;
        }
        if matches!(byte, b'"' | b'\'') {
            at = end_of_string(bytes, at);
            continue;
        }
        let start = at;
        at += 1;
        if !is_word(byte) {
            continue;
        }
        let goes_on = |at: usize| {
            bytes[at..].starts_with(b"::") && bytes.get(at + 2).is_some_and(u8::is_ascii_uppercase)
        };
        while at < bytes.len() && (is_word(bytes[at]) || goes_on(at)) {
            at += if is_word(bytes[at]) { 1 } else { 2 };
        }
        let is_start = start == 0 || !matches!(bytes[start - 1], b'.' | b':' | b'@' | b'$');
        if byte.is_ascii_uppercase() && is_start {
            found.insert(&line[start..at]);
        }
    }
}

/// Returns where a string ends, or the place behind its mark if that is not on its line.
fn end_of_string(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() && bytes[at] != bytes[start] {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    if at < bytes.len() { at + 1 } else { start + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_words_of_code() {
        let text = "class Till < Base # not Shop\n  # Nor Item\n  x = Shop::Order.new(\"Stock\", Tax)\n  y.Big :Sym \
                    ::Top // Ü\n";
        let found: Vec<&str> = constants(text).into_iter().collect();
        assert_eq!(found, ["Base", "Shop::Order", "Tax", "Till"]);
    }

    #[test]
    fn folders_of_what_is_loaded_by_name() {
        assert!(
            ["lib", "gem/lib", "app/models", "x/app/models/concerns"].map(is_root) == [true; 4]
        );
        assert!(["", "app", "gem/lib/x", "models"].map(is_root) == [false; 4]);
    }
}
