//! Dart: a file is a library, which other files import by its URI, with a prefix or without, and
//! which passes on what it exports and what its parts define.

mod libraries;

use self::libraries::{Libraries, Target, target};
use super::names::Names;
use super::rules::Semantics;
use super::written::WrittenPath;
use crate::engine::graph::model::{Def, FileIndex, Lookup, Module};
use crate::engine::graph::project::{Project, Unit};
use crate::engine::graph::resolve::{imports_binding, is_top_level};
use crate::workspace::names::Span;

pub(super) struct Dart;

impl Semantics for Dart {
    /// Resolves the URI of a library: a path from the file's directory, or one in a package.
    fn module(&self, names: &dyn Names, path: WrittenPath<'_>) -> Lookup {
        if shares_prefix(path.unit, path.at) {
            return Lookup::Unknown;
        }
        match target(names.project(), path.unit.path(), path.text) {
            Target::File(file) => Lookup::Module(Module::File(file)),
            Target::Outside => Lookup::External,
            Target::Missing => Lookup::Unknown,
        }
    }

    /// What several imports give one prefix is no single library.
    fn module_depends_on_directory_only(&self) -> bool {
        false
    }

    /// All files of the program are seen without following imports.
    fn follows_wildcards(&self, _unit: &Unit) -> bool {
        false
    }

    fn imports_files(&self) -> bool {
        true
    }

    /// Looks a name up in what a library exports, and in its parts.
    fn passed_on(&self, names: &dyn Names, module: &Module, name: &str) -> Lookup {
        let Module::File(file) = module else { return Lookup::Unknown };
        let project = names.project();
        let libraries = project.fact(|_| Libraries::default());
        let mut found = Vec::new();
        libraries.reach(project, *file, name, &mut |file| {
            found = at_top(project, file, name);
            !found.is_empty()
        });
        if found.is_empty() { Lookup::Unknown } else { Lookup::Definitions(found) }
    }

    /// Checks whether the definition is in a library that the file imports without a prefix.
    fn sees(&self, project: &Project<'_>, unit: &Unit, def: Def) -> bool {
        let name = project.get(def).map(|(of, symbol)| of.symbol(symbol).name.as_str());
        let libraries = project.fact(|_| Libraries::default());
        name.is_none_or(|name| libraries.sees(project, unit.file, name, def.file))
    }
}

/// Returns whether the prefix of an import is that of another one too.
fn shares_prefix(unit: &Unit, import: Span) -> bool {
    let own = unit.wildcard_imports().find(|of| of.span == import);
    let prefix = own.and_then(|own| own.alias).map(|prefix| prefix.of(unit.content()));
    prefix.is_some_and(|prefix| imports_binding(unit, prefix).nth(1).is_some())
}

/// Returns the definitions of a name at the top of a file.
fn at_top(project: &Project<'_>, file: FileIndex, name: &str) -> Vec<Def> {
    let mut own = project.definitions_in(file, name);
    own.retain(|def| {
        let found = project.get(*def);
        found.is_some_and(|(unit, symbol)| is_top_level(unit, unit.symbol(symbol), None))
    });
    own
}
