//! Modules that are known by their full names, where a token may be a qualified name.

use super::candidates::Candidates;
use super::meaning::Resolution;
use super::modules::is_imported;
use super::resolver::Resolver;
use crate::engine::graph::model::{Lookup, Value};
use crate::engine::graph::project::Unit;
use crate::workspace::names::{Import, Span};
use std::sync::Arc;

impl Candidates<'_, '_> {
    /// Resolves a name that an import binds, by the full name of the module that it imports.
    pub(super) fn resolve_full_import(
        &self,
        unit: &Unit,
        import: &Import,
        name: &str,
    ) -> Resolution {
        let Some((above, last)) = unit.language.split_qualified(&import.module) else {
            return Resolution::Unresolved;
        };
        let found = self.resolve_in_namespace(unit, above).filter(|_| last == name);
        found.unwrap_or_else(|| Resolution::External(Some(import.module.clone())))
    }

    /// Resolves a name of a module that an import gives another name; `None` if no definition is in
    /// that module.
    pub(super) fn resolve_in_alias(&self, unit: &Unit, path: &str) -> Option<Resolution> {
        let is_alias =
            |import: &&Import| import.alias.is_some_and(|alias| alias.of(unit.content()) == path);
        let modules = unit.imports_holding(path).filter(is_alias);
        modules.into_iter().find_map(|import| self.resolve_in_namespace(unit, &import.module))
    }

    /// Resolves a name of a module that none of the definitions is in; `None` if the path may be
    /// shortened by an import.
    pub(super) fn resolve_full_name(&self, unit: &Unit, path: &str) -> Option<Resolution> {
        unit.language.split_qualified(path)?;
        let first = path.split(['.', ':']).next().unwrap_or(path);
        let is_short = is_imported(unit, first) || is_imported(unit, path);
        (!is_short).then(|| Resolution::External(Some(path.to_owned())))
    }
}

impl Resolver<'_> {
    /// Returns the type to which a path leads that begins with the outermost package, in languages
    /// whose files belong to packages; a value that is known by itself unchanged.
    pub(super) fn type_by_full_path(
        &self,
        unit: &Arc<Unit>,
        names: &[&str],
        at: usize,
        value: Value,
    ) -> Value {
        let is_open = matches!(value, Value::Unknown | Value::External)
            && names.len() > 1
            && unit.rules().is_directory_wide();
        if !is_open {
            return value;
        }
        match self.module(unit, &names.join("."), Span::new(at..at)) {
            Lookup::Definitions(found) if found.iter().all(|def| self.project.is_type(*def)) => {
                Value::Type(self.unaliased(found))
            }
            _ => value,
        }
    }
}
