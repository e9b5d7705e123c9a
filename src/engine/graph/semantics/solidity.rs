//! Solidity: a file sees what it imports and what that imports in turn, and the functions of a
//! library apply to values of the type of their first parameter.

use super::names::Names;
use super::paths::{leads_to, normalize};
use super::rules::Semantics;
use super::written::WrittenPath;
use crate::domain::{Symbol, SymbolKind, is_word, remembered};
use crate::engine::graph::model::{Def, FileIndex, Lookup, Module};
use crate::engine::graph::project::{Project, Unit, split_path};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Arc, Mutex};

/// The kind of node of a library.
const LIBRARY: &str = "library_declaration";

/// Stands for types that have no name, maps and lists: `mapping(uint => Info)`, `Info[]`.
const NAMELESS: &str = "mapping";

/// Limit of the files that are looked at for what a file imports.
const MAX_IMPORTED: usize = 1024;

pub(super) struct Solidity;

impl Semantics for Solidity {
    fn module(&self, names: &dyn Names, path: WrittenPath<'_>) -> Lookup {
        match target(names.project(), path.unit.path(), path.text) {
            Target::File(file) => Lookup::Module(Module::File(file)),
            Target::Outside => Lookup::External,
            Target::Unclear => Lookup::Unknown,
        }
    }

    fn imports_files(&self) -> bool {
        true
    }

    /// Checks whether the definition is in a file that the file imports, over others or not.
    fn sees(&self, project: &Project<'_>, unit: &Unit, def: Def) -> bool {
        def.file == unit.file || {
            let reached = project.fact(|_| Reached::default()).of(project, unit.file);
            reached.are_unclear || reached.files.contains(&def.file)
        }
    }

    /// `function cross(Info storage self, int24 tick)` in a library.
    fn extended<'u>(&self, unit: &'u Unit, symbol: &'u Symbol) -> Option<&'u str> {
        let library = &unit.symbols()[symbol.parent?];
        if symbol.kind != SymbolKind::Method || library.node_type != LIBRARY {
            return None;
        }
        let header = unit.content().get(symbol.name_bytes.end..symbol.bytes.end)?;
        let parameters = header.split_once('(')?.1.trim_start();
        let of = parameters.split([' ', '\n', '\t', '(', ')', ',']).next()?;
        match of.contains('[') {
            true => Some(NAMELESS),
            false => Some(of).filter(|of| of.starts_with(is_word)),
        }
    }
}

/// What an import leads to.
#[derive(Clone, Copy)]
enum Target {
    File(FileIndex),
    /// A file of a package that is not among the project's files.
    Outside,
    /// One of several files, or a file that is not there.
    Unclear,
}

/// Returns what a path in an import of a file leads to. A path that begins with no dot is one from
/// the root, or begins with a name that a build's settings give a directory.
fn target(project: &Project<'_>, from: &str, path: &str) -> Target {
    let path = path.trim_matches(['\'', '"']);
    if path.starts_with('.') {
        let found = project.displayed(&normalize(split_path(from).0, path));
        return found.map_or(Target::Unclear, Target::File);
    }
    if let Some(file) = project.displayed(path) {
        return Target::File(file);
    }
    let name = split_path(path).1;
    let stem = name.split('.').next().unwrap_or(name);
    let ends: Vec<&str> = std::iter::successors(Some(path), |end| Some(end.split_once('/')?.1))
        .filter(|end| end.contains('/'))
        .collect();
    let files = project.with_stem(stem).iter();
    let is_it = |file: &FileIndex| {
        let display = &project.entry(*file).path.display;
        ends.iter().any(|end| leads_to(end, display))
    };
    let mut files = files.copied().filter(is_it);
    match (files.next(), files.next()) {
        (Some(file), None) => Target::File(file),
        (Some(_), Some(_)) => Target::Unclear,
        // Settings of a build may give the first names a directory of any name.
        (None, _) if !project.with_stem(stem).is_empty() => Target::Unclear,
        (None, _) => Target::Outside,
    }
}

/// The files that a file imports, over others or not.
#[derive(Default)]
struct Seen {
    files: FxHashSet<FileIndex>,
    /// True if it is not known what an import leads to.
    are_unclear: bool,
}

/// What each file imports, read once.
#[derive(Default)]
struct Reached {
    imports: Mutex<FxHashMap<FileIndex, Arc<Vec<Target>>>>,
    seen: Mutex<FxHashMap<FileIndex, Arc<Seen>>>,
}

impl Reached {
    fn of(&self, project: &Project<'_>, file: FileIndex) -> Arc<Seen> {
        remembered(&self.seen, file, || Arc::new(self.seen_from(project, file)))
    }

    fn seen_from(&self, project: &Project<'_>, file: FileIndex) -> Seen {
        let (mut seen, mut left) = (Seen::default(), vec![file]);
        while let Some(file) = left.pop() {
            if !seen.files.insert(file) {
                continue;
            }
            for import in self.imports(project, file).iter() {
                match import {
                    Target::File(file) => left.push(*file),
                    Target::Unclear => seen.are_unclear = true,
                    Target::Outside => {}
                }
            }
            if seen.are_unclear || seen.files.len() >= MAX_IMPORTED {
                seen.are_unclear = true;
                break;
            }
        }
        seen
    }

    /// Returns what the imports of a file lead to.
    fn imports(&self, project: &Project<'_>, file: FileIndex) -> Arc<Vec<Target>> {
        remembered(&self.imports, file, || {
            let path = &project.entry(file).path;
            let read = |text: &str| -> Vec<Target> {
                imported(text).map(|import| target(project, &path.display, import)).collect()
            };
            let text = project.snapshot.text(path);
            Arc::new(text.map_or_else(|_| Vec::new(), |text| read(&text.content)))
        })
    }
}

/// Returns the paths that the import directives of a text name. Directives begin lines.
fn imported(text: &str) -> impl Iterator<Item = &str> {
    let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
    let directives = starts.filter_map(|start| {
        let rest = text[start..].trim_start_matches([' ', '\t']).strip_prefix("import")?;
        rest.starts_with(|letter: char| !is_word(letter)).then(|| rest.split(';').next())?
    });
    directives.filter_map(|directive| {
        let open = directive.find(['\'', '"'])?;
        directive[open + 1..].split(['\'', '"']).next()
    })
}
