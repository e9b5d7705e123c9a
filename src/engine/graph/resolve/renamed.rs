//! Names that a file gives to what it imports, in languages whose programs share their names.

use super::candidates::{Candidate, Candidates};
use super::meaning::Resolution;
use super::modules::local_name;
use super::resolver::Resolver;
use crate::domain::{Certainty, lock};
use crate::engine::graph::model::{Def, Lookup};
use crate::engine::graph::project::Unit;
use crate::engine::graph::rule::Rule;
use crate::engine::graph::semantics::leads_to;
use crate::lang::Imports;
use crate::workspace::names::{Import, Imported, Qualifier, Span, Use};
use std::cell::LazyCell;
use std::sync::Arc;

impl Candidates<'_, '_> {
    /// Returns the import by which a use has another name than the definitions.
    pub(super) fn renaming_import<'u>(&self, unit: &'u Unit, found: &Use) -> Option<&'u Import> {
        let written = found.span.of(unit.content());
        if written == self.name {
            return None;
        }
        // Each of very many imports may bind the name, each in a scope of its own.
        let around =
            LazyCell::new(|| unit.names().scopes_around(found.span.start).collect::<Vec<_>>());
        let held = if unit.rules().any_case { written } else { &self.name };
        unit.imports_holding(held).find(|import| {
            local_name(unit, import) == Some(written)
                && self.is_renamed_by(unit, import)
                && around.contains(&import.scope)
        })
    }

    /// Returns whether an import gives the candidates' name another one.
    pub(in crate::engine) fn is_renamed_by(&self, unit: &Unit, import: &Import) -> bool {
        let is_own = |name: Span| {
            let name = name.of(unit.content());
            name == self.name || unit.rules().any_case && name.eq_ignore_ascii_case(&self.name)
        };
        import.original().is_some_and(is_own)
    }

    /// Returns whether a use is a variable of its file, and no member that has the name of one.
    pub(in crate::engine) fn is_variable(&self, unit: &Unit, found: &Use) -> bool {
        let (name, at) = (found.span.of(unit.content()), found.span.start as usize);
        let resolver = Resolver::new(&self.context);
        found.qualifier == Qualifier::None
            && (resolver.local(unit, name, at).is_some()
                || resolver.lookup_at(unit, at, name) != Lookup::Unknown
                || is_at_top(unit, name))
    }

    /// Returns whether a use has a name that only another file's import gives to the definitions.
    pub(super) fn is_renamed_elsewhere(&self, unit: &Unit, found: &Use) -> bool {
        let written = found.span.of(unit.content());
        let rules = unit.rules();
        let is_own = written == self.name
            || self.is_called_through(unit, found)
            || rules.any_case && written.eq_ignore_ascii_case(&self.name);
        !self.is_open
            && !is_own
            && (rules.is_program_wide() || rules.imports == Imports::Namespaces)
            && self.renaming_import(unit, found).is_none()
    }

    /// Returns the definitions to which an import gives another name.
    pub(in crate::engine) fn renamed_by(&self, unit: &Arc<Unit>, import: &Import) -> Vec<Def> {
        if let Lookup::Definitions(mut found) = self.project.follow(unit, import) {
            found.retain(|def| self.defs.contains(def));
            if !found.is_empty() {
                return found;
            }
        }
        let renamed = self.resolve_renamed(unit, import).into_meanings();
        renamed.iter().map(|meaning| meaning.def).collect()
    }

    /// Resolves what an import renames, by the full name or the file that it names.
    pub(super) fn resolve_renamed(&self, unit: &Arc<Unit>, import: &Import) -> Resolution {
        if !self.is_renamed_by(unit, import) {
            return Resolution::Unresolved;
        }
        // Each of very many imports may give a name of its own to the same definitions. Only the
        // last result is kept, since those of as many paths may be as long.
        let is_from_file = matches!(import.imported, Imported::Name(_));
        if let Some((path, of_file, known)) = lock(&self.renamed).get(&unit.file)
            && (path, *of_file) == (&import.module, is_from_file)
        {
            return known.clone();
        }
        let found = self.find_renamed(unit, import, is_from_file);
        let last = (import.module.clone(), is_from_file, found.clone());
        lock(&self.renamed).insert(unit.file, last);
        found
    }

    fn find_renamed(&self, unit: &Unit, import: &Import, is_from_file: bool) -> Resolution {
        let rules = unit.rules();
        let written = written_parts(&import.module);
        let is_named = |each: &&Candidate<'_>| match is_from_file {
            true => leads_to(&import.module, each.unit.path()),
            false => {
                let own = each.full_name.get_or_init(|| full_name(each.unit, each.def));
                may_be_one(own, &written)
            }
        };
        let is_shared = |each: &&Candidate<'_>| {
            rules.is_program_wide()
                && each.unit.language.is_used_with(unit.language)
                && !each.symbol.is_local
        };
        let seen = || self.each.iter().filter(is_shared);
        let mut found: Vec<Def> = seen().filter(is_named).map(|each| each.def).collect();
        found.extend(self.extensions_of_import(unit, import).iter());
        if !found.is_empty() {
            return self.keep(&found, Certainty::Likely, Rule::Import);
        }
        let is_full = rules.is_program_wide() && rules.imports == Imports::Namespaces;
        match is_from_file {
            false if is_full => Resolution::External(Some(import.module.clone())),
            false => Resolution::Unresolved,
            // The settings of a build may say where the file is.
            true => {
                let all: Vec<Def> = seen().map(|each| each.def).collect();
                self.keep(&all, Certainty::Possible, Rule::SameName)
            }
        }
    }
}

impl Resolver<'_> {
    /// Returns the types that an import renames, where its module cannot be followed.
    pub(super) fn renamed_types(&self, unit: &Unit, import: &Import) -> Lookup {
        let Some(name) = import.original().filter(|_| unit.rules().is_program_wide()) else {
            return Lookup::Unknown;
        };
        let mut types = self.types_of_any_namespace(unit, name.of(unit.content()));
        types.retain(|def| {
            self.project.get(*def).is_some_and(|(of, _)| match import.imported {
                Imported::Name(_) => leads_to(&import.module, of.path()),
                _ => is_full_name(of, *def, &import.module),
            })
        });
        if types.is_empty() { Lookup::Unknown } else { Lookup::Definitions(types) }
    }
}

/// Returns whether a file binds a name outside of all scopes.
fn is_at_top(unit: &Unit, name: &str) -> bool {
    let scopes = &unit.names().scopes;
    let is_top = |scope: u32| scopes[scope as usize].parent.is_none();
    unit.bindings_named(name).any(|binding| is_top(binding.scope))
}

/// Returns whether a written path may be the full name of a definition.
fn is_full_name(unit: &Unit, def: Def, written: &str) -> bool {
    may_be_one(&full_name(unit, def), &written_parts(written))
}

/// Returns whether two full names may be one: a package need not be declared in its file.
fn may_be_one(own: &[String], written: &[String]) -> bool {
    own.ends_with(written) || written.ends_with(own)
}

/// Returns the parts of a definition's full name, in lower case.
fn full_name(unit: &Unit, def: Def) -> Vec<String> {
    let mut own = parts(&unit.package().unwrap_or_default());
    for name in unit.path_of(def.symbol) {
        own.extend(parts(name));
    }
    own
}

/// Returns the parts of a written path, in lower case and without type arguments.
fn written_parts(written: &str) -> Vec<String> {
    parts(written.split('<').next().unwrap_or(written))
}

fn parts(text: &str) -> Vec<String> {
    let is_mark = |letter: char| !letter.is_alphanumeric() && letter != '_';
    let names = text.split(is_mark).filter(|name| !name.is_empty());
    names.map(str::to_lowercase).collect()
}
