//! Namespaces and packages that files declare, and where a name that is imported from one is
//! defined: what imports lead to in languages that name no paths.

use super::import_paths::{ImportPath, MAX_NAMES, import_paths};
use super::named_files::constants;
use super::tree::{FileNode, Tree};
use super::usage::family;
use crate::domain::{Cancel, is_word};
use crate::lang::Family;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::collections::hash_map::Entry;

/// What a text declares, and what it imports for all files.
#[derive(Debug, Default)]
pub(super) struct Declarations {
    /// Names of namespaces, joined by dots.
    declared: Vec<String>,
    for_all: Vec<String>,
    /// True if a type is defined that is called like the file.
    pub has_own_type: bool,
}

/// Words before the name of a type.
const TYPE_WORDS: [&str; 10] = [
    "class ",
    "struct ",
    "enum ",
    "interface ",
    "record ",
    "protocol ",
    "actor ",
    "typealias ",
    "trait ",
    "object ",
];

/// Word that begins an import for all files.
const GLOBAL: &str = "global ";

impl Declarations {
    pub(super) fn of(text: &str, stem: &str) -> Self {
        let global = text.lines().filter(|line| line.starts_with(GLOBAL));
        let for_all = global.flat_map(import_paths).filter_map(|path| match path {
            ImportPath::Named { names, .. } => Some(names.join(".")),
            ImportPath::Quoted(_) => None,
        });
        Self {
            declared: declared_namespaces(text),
            for_all: for_all.collect(),
            has_own_type: defines(text, stem),
        }
    }
}

/// Words that begin a declaration; the second of them may follow itself, and then goes on with the
/// name: `package a`, `package b`.
const SEPARATE: &str = "namespace ";
const CHAINED: &str = "package ";

/// Maximum number of namespaces around a file in which what it imports is looked up, and of those
/// of which it sees everything.
const MAX_AROUND: usize = 256;
const MAX_SEEN: usize = 1_000;

/// Returns whether a text defines a type.
fn defines(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        TYPE_WORDS.iter().any(|word| text[..at].ends_with(word))
            && !text[at + name.len()..].starts_with(is_word)
    })
}

/// Returns the namespaces that a text declares, with their names joined by dots.
fn declared_namespaces(text: &str) -> Vec<String> {
    let mut declared: Vec<String> = Vec::new();
    let mut package = String::new();
    let mut names = 0;
    for line in text.lines().map(str::trim_start) {
        if let Some(name) = line.strip_prefix(SEPARATE).and_then(namespace) {
            declared.push(name);
        } else if let Some(name) = line.strip_prefix(CHAINED).and_then(namespace) {
            names += parts(&name);
            if names > MAX_NAMES {
                return declared;
            }
            let joint = if package.is_empty() { "" } else { "." };
            package = format!("{package}{joint}{name}");
        }
    }
    declared.extend(Some(package).filter(|package| !package.is_empty()));
    declared
}

/// Returns the name at the start of a text, if nothing but a mark or a comment follows on its line.
fn namespace(text: &str) -> Option<String> {
    let is_path = |letter: char| letter.is_alphanumeric() || "_.\\".contains(letter);
    let (name, rest) = text.split_at(text.find(|letter| !is_path(letter)).unwrap_or(text.len()));
    let rest = rest.trim_start();
    let is_declared = rest.is_empty() || rest.starts_with([';', '{', '/']);
    let name = name.trim_matches('\\').replace('\\', ".");
    (is_declared && !name.is_empty() && parts(&name) <= MAX_NAMES).then_some(name)
}

/// Returns the number of names that dots join.
fn parts(name: &str) -> usize {
    name.split('.').count()
}

/// Languages whose files can refer to each other's namespaces.
type Kin = (Family, &'static str);

fn kin(file: &FileNode) -> Option<Kin> {
    let id = file.language?.id;
    family(file).map(|family| (family, if family == Family::None { id } else { "" }))
}

/// Where a namespace is declared.
struct Declared<'t> {
    /// The innermost directory around all files that declare it.
    around: usize,
    /// The directories of files with a type of their name, by that; `None` where several have it.
    files: FxHashMap<&'t str, Option<usize>>,
}

/// The namespaces of a project.
pub(super) struct Namespaces<'t> {
    declared: FxHashMap<Kin, FxHashMap<&'t str, Declared<'t>>>,
    /// Those that all files import.
    for_all: Vec<&'t str>,
}

impl<'t> Namespaces<'t> {
    /// Collects what some files of a tree declare.
    pub(super) fn new(tree: &'t Tree, read: &'t [(usize, Declarations)]) -> Self {
        let mut declared: FxHashMap<Kin, FxHashMap<&str, Declared<'_>>> = FxHashMap::default();
        let mut for_all = Vec::new();
        for (file, declarations) in read {
            let node = &tree.files[*file];
            for_all.extend(declarations.for_all.iter().map(String::as_str));
            let Some(kin) = kin(node) else { continue };
            for name in &declarations.declared {
                let of_kin = declared.entry(kin).or_default();
                let own = of_kin.entry(name.as_str()).or_insert_with(|| Declared {
                    around: node.directory,
                    files: FxHashMap::default(),
                });
                own.around = tree.common(own.around, node.directory);
                if !declarations.has_own_type {
                    continue;
                }
                match own.files.entry(node.stem()) {
                    Entry::Vacant(free) => _ = free.insert(Some(node.directory)),
                    Entry::Occupied(mut other) if *other.get() != Some(node.directory) => {
                        other.insert(None);
                    }
                    Entry::Occupied(_) => {}
                }
            }
        }
        for_all.sort_unstable();
        for_all.dedup();
        Self { declared, for_all }
    }

    /// Returns the directories of what a file imports by name, and of the files that are called
    /// after a word of its text in a namespace of which it sees everything. A path may go on from a
    /// namespace of the file. `fallback` finds what no declaration determines.
    pub(super) fn imported(
        &self,
        user: &FileNode,
        text: &str,
        paths: &[Vec<String>],
        fallback: impl Fn(&[String]) -> Option<usize>,
    ) -> Vec<usize> {
        let Some(kin) = kin(user) else { return Vec::new() };
        let cancel = Cancel::current();
        let own = declared_namespaces(text);
        let around = around(&own);
        let mut seen = Seen::default();
        for name in own.iter().map(String::as_str).chain(self.for_all.iter().copied()) {
            seen.add(self.declared.get(&kin).and_then(|declared| declared.get(name)));
        }
        let mut directories = Vec::new();
        for path in paths {
            if cancel.is_cancelled() {
                return directories;
            }
            match self.resolve(user, kin, &around, &path.join(".")) {
                Some(Meant::All(namespace)) => {
                    directories.push(namespace.around);
                    seen.add(Some(namespace));
                }
                Some(Meant::One(directory)) => directories.push(directory),
                None => directories.extend(fallback(path)),
            }
        }
        for word in constants(text) {
            if cancel.is_cancelled() {
                return directories;
            }
            let word = word.split("::").next().unwrap_or(word);
            let named = seen.namespaces.iter().filter_map(|namespace| namespace.files.get(word));
            directories.extend(named.copied().flatten());
        }
        directories
    }

    fn resolve(
        &self,
        user: &FileNode,
        kin: Kin,
        around: &[&str],
        path: &str,
    ) -> Option<Meant<'_, 't>> {
        self.absolute(user, kin, path).or_else(|| {
            around
                .iter()
                .map(|outer| format!("{outer}.{path}"))
                .find_map(|path| self.absolute(user, kin, &path))
        })
    }

    fn absolute(&self, user: &FileNode, kin: Kin, path: &str) -> Option<Meant<'_, 't>> {
        let ends = path.rmatch_indices('.').map(|(at, _)| at);
        std::iter::once(path.len()).chain(ends).find_map(|end| {
            let declared = self.declared.get(&kin)?.get(&path[..end])?;
            let Some(rest) = path.get(end + 1..) else { return Some(Meant::All(declared)) };
            let (name, is_last) =
                rest.split_once('.').map_or((rest, true), |(name, _)| (name, false));
            // What a package defines need not be called like its file.
            let rules = user.language.map(|language| &language.config.graph);
            let is_loose = is_last && rules.is_some_and(|rules| rules.is_directory_wide());
            let file = declared.files.get(name).copied().flatten();
            file.or_else(|| is_loose.then_some(declared.around)).map(Meant::One)
        })
    }
}

/// Returns some namespaces and those around them, each once: from the innermost on, those around
/// the first before the others.
fn around(own: &[String]) -> Vec<&str> {
    let mut known = BTreeSet::new();
    let all = own.iter().flat_map(|name| {
        std::iter::successors(Some(name.as_str()), |name| {
            name.rsplit_once('.').map(|(outer, _)| outer)
        })
    });
    all.filter(|name| known.insert(*name)).take(MAX_AROUND).collect()
}

/// Namespaces of which a file sees everything.
#[derive(Default)]
struct Seen<'n, 't> {
    namespaces: Vec<&'n Declared<'t>>,
    known: FxHashSet<*const Declared<'t>>,
}

impl<'n, 't> Seen<'n, 't> {
    fn add(&mut self, namespace: Option<&'n Declared<'t>>) {
        let Some(namespace) = namespace.filter(|_| self.namespaces.len() < MAX_SEEN) else {
            return;
        };
        if self.known.insert(namespace) {
            self.namespaces.push(namespace);
        }
    }
}

/// What an imported path means.
enum Meant<'n, 't> {
    All(&'n Declared<'t>),
    /// Something in a directory.
    One(usize),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_is_defined_behind_its_word() {
        assert!(defines("extension URL {}\npublic struct URL: A {}", "URL"));
        assert!(!defines("extension URL {}\nstruct URLs {}\nlet url: URL", "URL"));
    }

    /// Each beginning of a name is looked up, for each import, around each namespace of a file.
    #[test]
    fn names_without_end_are_none() {
        let long = ["a"; MAX_NAMES + 1].join(".");
        let none: [&str; 0] = [];
        assert_eq!(declared_namespaces(&format!("namespace {long} {{}}\n")), none);
        assert_eq!(declared_namespaces(&"package a\n".repeat(MAX_NAMES + 1)), none);
        let own = declared_namespaces(&format!("namespace {} {{}}\n", &long[2..]));
        assert_eq!(around(&own).len(), MAX_NAMES);
        let many: Vec<String> = (0..1_000).map(|number| format!("a{number}.b")).collect();
        assert_eq!(around(&many).len(), MAX_AROUND);
        assert_eq!(around(&["a.b".to_owned(), "a.c".to_owned()]), ["a.b", "a", "a.c"]);
    }

    #[test]
    fn declarations_of_namespaces_are_read_by_line() {
        let check = |text: &str, expected: &[&str]| {
            assert_eq!(declared_namespaces(text), expected, "{text}");
        };
        check("<?php\nnamespace App\\Models;\n", &["App.Models"]);
        check("namespace Shop.Core\n{\n}\n  namespace Shop.Web { }\n", &["Shop.Core", "Shop.Web"]);
        check("package org.shop.core; // x\n", &["org.shop.core"]);
        check("package org.shop\npackage core\n", &["org.shop.core"]);
        check("namespace of things is\n// namespace A;\npackage = 1\n", &[]);
    }
}
