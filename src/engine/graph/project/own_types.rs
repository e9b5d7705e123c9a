//! Types of the project that bear the name of one which its language's rules know as a library's:
//! a `Future`, a `Mutex` or a `List` of its own.

use super::{Project, Unit, split_path};
use crate::lang::Imports;
use crate::workspace::names::{Import, Imported};

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
            .filter(|symbol| rules.knows_type(&symbol.name))
            .map(|symbol| Box::from(symbol.name.as_str()))
            .collect();
        let imported: Vec<(&Import, &str)> = unit
            .names()
            .imports
            .iter()
            .filter_map(|import| Some((import, unit.bound_known(import)?)))
            .collect();
        let from_own = imported.iter().filter(|(import, _)| self.is_from_own(unit, import));
        own.extend(from_own.map(|(_, name)| Box::from(*name)));
        if rules.is_directory_wide() || rules.is_program_wide() {
            let (directory, _) = split_path(&unit.entry.path.display);
            let beside = self.in_directory(directory).iter().filter_map(|file| {
                let (_, name) = split_path(&self.entry(*file).path.display);
                let stem = name.split('.').next().filter(|stem| rules.knows_type(stem))?;
                let is_same =
                    self.entry(*file).language.is_some_and(|of| of.id == unit.language.id);
                is_same.then_some(stem)
            });
            let is_imported = |stem: &str| imported.iter().any(|(_, name)| *name == stem);
            own.extend(beside.filter(|stem| !is_imported(stem)).map(Box::from));
        }
        own
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

/// Returns the names of a written path.
fn names_of(module: &str) -> impl DoubleEndedIterator<Item = &str> {
    module.split(['.', ':', '/', '\\']).filter(|name| !name.is_empty())
}
