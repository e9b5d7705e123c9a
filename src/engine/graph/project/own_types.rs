//! Types of the project that bear the name of one which its language's rules know as a library's:
//! a `Future`, a `Mutex` or a `List` of its own.

use super::{FileIndex, Project, Unit, holds_package, split_path};
use crate::domain::Symbol;
use crate::lang::Imports;
use crate::workspace::FileEntry;
use crate::workspace::names::{FileSyntax, Import, Imported};
use std::collections::HashMap;
use std::sync::Arc;

/// First names of a path that leads to the project's own.
const OWN: [&str; 3] = ["crate", "self", "super"];

impl Unit {
    /// Returns whether a name is that of a type of the language or its library in this file.
    pub(in crate::engine) fn is_builtin_type(&self, name: &str) -> bool {
        self.rules().builtin_types.iter().any(|builtin| builtin == name) && !self.is_own_type(name)
    }

    /// Returns whether a name that the language's rules know means a type of the project in this
    /// file.
    pub(in crate::engine) fn is_own_type(&self, name: &str) -> bool {
        self.own_types.iter().any(|own| **own == *name)
    }

    /// Returns whether a definition is an alias of a type of its own name, as libraries have:
    /// `type Result<T> = std::result::Result<T, Error>`.
    fn is_library_alias(&self, symbol: &Symbol) -> bool {
        let at = symbol.name_bytes.start as u32;
        let aliases = &self.names().aliases;
        let found = aliases.binary_search_by_key(&at, |alias| alias.name.start);
        found.is_ok_and(|found| {
            let meant = aliases[found].span.of(self.content());
            let path = meant.split('<').next().unwrap_or_default().trim_end();
            names_of(path).count() > 1 && names_of(path).next_back() == Some(&*symbol.name)
        })
    }

    /// Returns the name that an import binds here, if the language's rules know it.
    fn bound_known<'u>(&'u self, import: &'u Import) -> Option<&'u str> {
        let name = match (import.alias, import.imported) {
            (Some(name), _) | (None, Imported::Name(name)) => name.of(self.content()),
            (None, Imported::Module) => names_of(&import.module).last()?,
            (None, Imported::Default | Imported::Wildcard) => return None,
        };
        self.rules().knows_type(name).then_some(name)
    }
}

impl Project<'_> {
    /// Returns the known names that mean types of the project in a file: which it declares, or
    /// imports from the project, or which files beside it are named after, where these share their
    /// names.
    pub(super) fn own_types(&self, unit: &Unit) -> Vec<Box<str>> {
        let rules = unit.rules();
        // Where classes are open, a declaration adds to the library's.
        let is_closed = rules.imports != Imports::Constants;
        let declared = unit.symbols().iter().filter(|symbol| is_closed && symbol.kind.is_type());
        let mut own: Vec<Box<str>> = declared
            .filter(|symbol| rules.knows_type(&symbol.name) && !unit.is_library_alias(symbol))
            .map(|symbol| Box::from(symbol.name.as_str()))
            .collect();
        let imported: Vec<(&Import, &str)> = unit
            .names()
            .imports
            .iter()
            .filter_map(|import| Some((import, unit.bound_known(import)?)))
            .collect();
        // What no file declares is the library's, exported again or by an alias of its name.
        let is_declared = |name: &str| rules.declaring_words.is_empty() || self.declares_type(name);
        let from_own = imported
            .iter()
            .filter(|(import, name)| self.is_from_own(unit, import) && is_declared(name));
        own.extend(from_own.map(|(_, name)| Box::from(*name)));
        if rules.is_directory_wide() || rules.is_program_wide() {
            let is_imported = |stem: &str| imported.iter().any(|(_, name)| *name == stem);
            let named_so = self.files_named_so(unit);
            own.extend(named_so.into_iter().filter(|stem| !is_imported(stem)).map(Box::from));
        }
        own
    }

    /// Returns the known names after which files are named whose types a file sees without an
    /// import of each: files beside it, and those of its package and of packages that it imports
    /// whole, in any source root.
    fn files_named_so(&self, unit: &Unit) -> Vec<&str> {
        let named = self.fact(NamedSo::load);
        let (own, _) = split_path(&unit.entry.path.display);
        let in_directory = |file: &FileIndex| split_path(&self.entry(*file).path.display).0;
        let mut files: Vec<FileIndex> =
            named.in_folder(own).filter(|file| in_directory(file) == own).collect();
        let mut packages = Vec::new();
        if unit.rules().imports == Imports::Namespaces {
            packages.extend(unit.packages());
            let whole = unit.names().imports.iter().filter(|of| of.imported == Imported::Wildcard);
            packages.extend(whole.map(|of| names_of(&of.module).collect::<Vec<_>>().join("/")));
        }
        for package in packages.iter().filter(|package| !package.is_empty()) {
            let of_package = |file: &FileIndex| holds_package(in_directory(file), package);
            files.extend(named.in_folder(package).filter(of_package));
        }
        let family = unit.rules().family;
        let stems = files.into_iter().filter_map(|file| {
            let entry = self.entry(file);
            let is_same = entry.language.is_some_and(|of| of.config.graph.family == family);
            is_same.then(|| stem_of(&entry.path.display))
        });
        stems.filter(|stem| unit.rules().knows_type(stem)).collect()
    }

    /// Returns whether an import leads to a file of the project.
    fn is_from_own(&self, unit: &Unit, import: &Import) -> bool {
        let mut path: Vec<&str> = names_of(&import.module).collect();
        let is_relative = import.module.starts_with('.');
        if is_relative || path.first().is_some_and(|first| OWN.contains(first)) {
            return true;
        }
        let has_file = |path: &[&str]| match path {
            [] | [_] => false,
            [folders @ .., stem] => !self.all_ending_with(stem, folders).is_empty(),
        };
        // The file of the module, or that of a type which is named after it.
        if has_file(&path) {
            return true;
        }
        if let Imported::Name(name) = import.imported {
            path.push(name.of(unit.content()));
        }
        has_file(&path)
    }
}

/// The files that define the type which they are named after and their language's rules know, by
/// the last name of their directory.
struct NamedSo(HashMap<Box<str>, Vec<FileIndex>>);

impl NamedSo {
    fn load(project: &Project<'_>) -> Self {
        let mut files: HashMap<Box<str>, Vec<FileIndex>> = HashMap::new();
        for (file, entry) in (0..).zip(project.files()) {
            let path = &entry.path.display;
            let is_known =
                entry.language.is_some_and(|of| of.config.graph.knows_type(stem_of(path)));
            if is_known && defines_type_of_its_name(project, entry) {
                let folder = split_path(split_path(path).0).1;
                files.entry(Box::from(folder)).or_default().push(file);
            }
        }
        Self(files)
    }

    fn in_folder(&self, directory: &str) -> impl Iterator<Item = FileIndex> {
        self.0.get(split_path(directory).1).into_iter().flatten().copied()
    }
}

/// Returns whether a file defines a type of its own name, as `error.go` need not define `error`.
fn defines_type_of_its_name(project: &Project<'_>, entry: &FileEntry) -> bool {
    let Ok(text) = project.snapshot.text(&entry.path) else { return false };
    let syntax: Arc<FileSyntax> = project.snapshot.fact_of_text(entry, &text);
    let stem = stem_of(&entry.path.display);
    let symbols = &syntax.facts.outline.symbols;
    symbols.iter().any(|symbol| symbol.kind.is_type() && symbol.name == stem)
}

/// Returns the name of a displayed path's file up to its first dot.
pub(in crate::engine) fn stem_of(path: &str) -> &str {
    let (_, name) = split_path(path);
    name.split('.').next().unwrap_or(name)
}

/// Returns the names of a written path.
fn names_of(module: &str) -> impl DoubleEndedIterator<Item = &str> {
    module.split(['.', ':', '/', '\\']).filter(|name| !name.is_empty())
}
