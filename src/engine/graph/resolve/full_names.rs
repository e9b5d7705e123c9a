//! Modules that are known by their full names, where a token may be a qualified name.

use super::candidates::Candidates;
use super::meaning::Resolution;
use super::modules::local_name;
use crate::engine::graph::project::Unit;
use crate::workspace::names::Import;

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

    /// Resolves a name of a module that none of the definitions is in; `None` if the path may be
    /// shortened by an import.
    pub(super) fn resolve_full_name(&self, unit: &Unit, path: &str) -> Option<Resolution> {
        unit.language.split_qualified(path)?;
        let first = path.split(['.', ':']).next();
        let is_first = |import: &Import| {
            let local = local_name(unit, import);
            local.is_some() && (local == first || local == Some(path))
        };
        let is_short = unit.names().imports.iter().any(is_first);
        (!is_short).then(|| Resolution::External(Some(path.to_owned())))
    }
}
