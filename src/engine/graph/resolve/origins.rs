//! Where names from outside the project come from: the path in their package that imports, or
//! written paths, give them.

use super::modules::imports_binding;
use super::resolver::{Context, Resolver};
use super::types;
use crate::domain::{Certainty, is_word};
use crate::engine::graph::model::{Local, Lookup};
use crate::engine::graph::project::{Project, Unit};
use crate::engine::graph::semantics;
use crate::workspace::names::{ExpressionId, Import, Imported, Qualifier, Role, Span, Use};
use std::sync::Arc;

/// The name of what a module exports without one.
pub(in crate::engine) const DEFAULT: &str = "default";

/// The path of a name in a package from outside the project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::engine) struct Origin {
    /// The names of the module's path, then those behind it; none for a name that no import binds.
    pub(in crate::engine) path: Vec<String>,
    /// Number of them that are the module's.
    pub(in crate::engine) module: usize,
    /// The module as an import writes it.
    pub(in crate::engine) written: String,
    pub(in crate::engine) certainty: Certainty,
}

impl Origin {
    /// Returns the name as a question writes it: `package#Name`.
    pub(in crate::engine) fn symbol(&self) -> String {
        match &self.path[self.module..] {
            [] => self.written.clone(),
            names => format!("{}#{}", self.written, names.join(".")),
        }
    }
}

impl Resolver<'_> {
    /// Returns where a use may come from, if it is none of the project's; of what imports bring
    /// in as a whole, by some of them.
    fn origins(&self, unit: &Arc<Unit>, found: &Use, wildcards: &[&Import]) -> Vec<Origin> {
        let of_path = |path: &[&str], at: usize| {
            let origins = self.of_path(unit, path, at);
            origins.unwrap_or_else(|| self.of_wildcards(unit, wildcards, path, at))
        };
        let name = found.span.of(unit.content());
        match (found.role, found.qualifier) {
            (Role::Import | Role::ImportPath, _) => {
                let import = import_of(unit, found.span);
                import.and_then(|import| self.of_import(unit, import, &[])).into_iter().collect()
            }
            (Role::Label | Role::Key | Role::Argument, _) | (_, Qualifier::Path(None)) => {
                Vec::new()
            }
            (_, Qualifier::None) => of_path(&[name], found.span.start as usize),
            (_, Qualifier::Receiver(of) | Qualifier::Path(Some(of))) => {
                let Some((mut path, at)) = written_path(unit, of) else { return Vec::new() };
                path.push(name);
                of_path(&path, at)
            }
        }
    }

    /// Returns where a path of names may come from that is written at a place; `None` for a single
    /// name that only an import of everything may give.
    fn of_path(&self, unit: &Arc<Unit>, path: &[&str], at: usize) -> Option<Vec<Origin>> {
        let Some((root, rest)) = path.split_first() else { return Some(Vec::new()) };
        let import = match self.local(unit, root, at) {
            Some(Local::Import(import)) => Some(import),
            Some(Local::Binding(_) | Local::Definition(_)) => return Some(Vec::new()),
            None => imports_binding(unit, root).find(|import| !import.is_reexport),
        };
        if let Some(import) = import {
            return Some(self.of_import(unit, import, rest).into_iter().collect());
        }
        if matches!(self.lookup_at(unit, at, root), Lookup::Definitions(_) | Lookup::Module(_)) {
            return Some(Vec::new());
        }
        let semantics = semantics::of(unit.language);
        if let Some(module) = semantics.imported_from(unit, root) {
            return Some(vec![Origin::new(module, path, Certainty::Likely)]);
        }
        if let Some(full) = semantics.full_names(unit, path, at) {
            return Some(full.names.iter().map(|names| Origin::of_names(names)).collect());
        }
        if rest.is_empty() {
            return None;
        }
        // What is no variable begins a path that is written in full.
        let is_variable =
            unit.bindings_named(root).next().is_some() || unit.fields_named(root).next().is_some();
        let names: Vec<String> = path.iter().map(|name| (*name).to_owned()).collect();
        let written = path.join(&unit.language.config.separator);
        let is_full = !is_variable && !self.is_own(unit, &written, at);
        Some(if is_full { vec![Origin::of_names(&names)] } else { Vec::new() })
    }

    /// Returns whether a module that is named at a place is one of the project's.
    fn is_own(&self, unit: &Arc<Unit>, module: &str, at: usize) -> bool {
        let found = self.module(unit, module, Span::new(at..at));
        matches!(found, Lookup::Definitions(_) | Lookup::Module(_))
    }

    /// Returns where a name may come from that some imports of everything may give.
    fn of_wildcards(
        &self,
        unit: &Arc<Unit>,
        wildcards: &[&Import],
        path: &[&str],
        at: usize,
    ) -> Vec<Origin> {
        let outside = wildcards.iter().filter(|import| !self.is_own(unit, &import.module, at));
        let mut origins: Vec<Origin> =
            outside.map(|import| Origin::new(&import.module, path, Certainty::Possible)).collect();
        // What the language knows without an import, and what namespaces bring in.
        if unit.rules().is_directory_wide() || unit.rules().is_program_wide() {
            origins.push(Origin::new("", &[], Certainty::Possible));
        }
        origins
    }

    /// Returns where an import from outside gets a name, and the names behind it.
    fn of_import(&self, unit: &Arc<Unit>, import: &Import, rest: &[&str]) -> Option<Origin> {
        let semantics = semantics::of(unit.language);
        let is_own = import.is_own() || import.module.starts_with('.');
        let leads =
            || matches!(self.follow(unit, import), Lookup::Definitions(_) | Lookup::Module(_));
        if is_own || leads() {
            return None;
        }
        let text = unit.content();
        let mut names: Vec<&str> = match import.imported {
            Imported::Name(name) if name.of(text) != "self" => vec![name.of(text)],
            Imported::Default if rest.is_empty() => vec![DEFAULT],
            Imported::Name(_) | Imported::Default | Imported::Module | Imported::Wildcard => vec![],
        };
        names.extend(rest);
        let module = match import.imported {
            Imported::Module if import.alias.is_none() => semantics.bound_module(import),
            _ => &import.module,
        };
        Some(Origin::new(module, &names, Certainty::Likely))
    }
}

impl Origin {
    fn new(module: &str, names: &[&str], certainty: Certainty) -> Self {
        let mut path: Vec<String> = path_names(module).map(str::to_owned).collect();
        let module_names = path.len();
        path.extend(names.iter().map(|name| (*name).to_owned()));
        Self { path, module: module_names, written: module.to_owned(), certainty }
    }

    /// The origin of a full name.
    fn of_names(names: &[String]) -> Self {
        let module = names.len().saturating_sub(1);
        let written = names[..module].join(".");
        Self { path: names.to_vec(), module, written, certainty: Certainty::Likely }
    }
}

impl Project<'_> {
    /// Returns where a use may come from outside the project; of what imports bring in as a
    /// whole, by some of them ([`wildcards_of`]).
    pub(in crate::engine) fn origins(
        &self,
        unit: &Arc<Unit>,
        found: &Use,
        wildcards: &[&Import],
    ) -> Vec<Origin> {
        Resolver::new(&Context::new(self)).origins(unit, found, wildcards)
    }

    /// Returns where an import gets its name outside the project.
    pub(in crate::engine) fn origin_of(&self, unit: &Arc<Unit>, import: &Import) -> Option<Origin> {
        Resolver::new(&Context::new(self)).of_import(unit, import, &[])
    }
}

/// Returns the imports of everything in a module by which a name may come from what is asked for,
/// so that a use of it need not look at all of them.
pub(in crate::engine) fn wildcards_of<'u>(
    unit: &'u Unit,
    name: &str,
    is_meant: impl Fn(&Origin) -> bool,
) -> Vec<&'u Import> {
    let origin = |import: &Import| Origin::new(&import.module, &[name], Certainty::Possible);
    unit.wildcard_imports().filter(|import| is_meant(&origin(import))).collect()
}

/// Returns the names of a written path, whatever joins them.
pub(in crate::engine) fn path_names(path: &str) -> impl Iterator<Item = &str> {
    path.split(['.', '/', '#', ':', '\\']).filter(|name| !name.is_empty())
}

/// Returns the import whose name stands at a place.
fn import_of(unit: &Unit, span: Span) -> Option<&Import> {
    let is_it = |import: &&Import| {
        import.imported == Imported::Name(span)
            || import.alias == Some(span)
            || import.original() == Some(span)
            || import.span.contains(span) && import.imported == Imported::Module
    };
    let name = span.of(unit.content());
    unit.imports_holding(name).find(is_it)
}

/// Returns the names of an expression that is a path of names alone, and where it begins.
fn written_path(unit: &Unit, of: ExpressionId) -> Option<(Vec<&str>, usize)> {
    let start = unit.names().path_span(of)?.start as usize;
    let text = types::path(unit, of);
    let is_of_path = |letter: char| is_word(letter) || matches!(letter, '.' | ':' | '\\' | '$');
    let names: Vec<&str> = path_names(text).collect();
    (text.chars().all(is_of_path) && !names.is_empty()).then_some((names, start))
}
