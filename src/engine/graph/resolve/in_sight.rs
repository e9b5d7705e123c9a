//! Extension functions by what a file sees: those of its package and those that it imports, of
//! which the ones that an import names come first.

use super::candidates::{Candidate, Candidates};
use super::extensions::imports_it;
use super::meaning::Resolution;
use crate::domain::Certainty;
use crate::engine::graph::model::Def;
use crate::engine::graph::project::Unit;
use crate::engine::graph::rule::Rule;
use crate::workspace::names::{Qualifier, Role, Use};
use std::sync::Arc;

/// Number of meanings above which they are left as they are.
const MAX_MEANINGS: usize = 64;

impl<'p> Candidates<'p, '_> {
    /// Leaves out the extension functions that the file of a use does not see, if it sees others;
    /// else they are possible.
    pub(super) fn keep_in_sight(
        &self,
        unit: &Arc<Unit>,
        found: &Use,
        resolution: Resolution,
    ) -> Resolution {
        let is_asked = unit.rules().extension_functions
            && !matches!(found.role, Role::Import | Role::ImportPath);
        match resolution {
            Resolution::Definitions(mut meanings) if is_asked && meanings.len() <= MAX_MEANINGS => {
                let is_seen =
                    |def: Def| self.extension_at_top(def).is_none() || self.is_seen(unit, def);
                if !meanings.iter().any(|meaning| is_seen(meaning.def)) {
                    return Resolution::Definitions(meanings).into_possible();
                }
                meanings.retain(|meaning| is_seen(meaning.def));
                let is_named = |def: Def| {
                    let extension = self.extension_at_top(def);
                    extension.is_some_and(|each| {
                        let mut imports = unit.imports_holding(&each.symbol.name);
                        imports.any(|import| imports_it(import, each))
                    })
                };
                if meanings.iter().any(|meaning| is_named(meaning.def)) {
                    meanings.retain(|meaning| {
                        self.extension_at_top(meaning.def).is_none() || is_named(meaning.def)
                    });
                }
                Resolution::Definitions(meanings)
            }
            Resolution::External(_) | Resolution::Unresolved
                if is_asked && found.role == Role::Call && found.qualifier == Qualifier::None =>
            {
                self.imported_by_name(unit).unwrap_or(resolution)
            }
            other => other,
        }
    }

    /// Resolves a bare call to the extensions that an import of the file names: what `this` is
    /// there may be of a library's type.
    fn imported_by_name(&self, unit: &Arc<Unit>) -> Option<Resolution> {
        let imports = unit.imports_holding(&self.name);
        let defs: Vec<Def> =
            imports.flat_map(|import| self.extensions_of_import(unit, import).to_vec()).collect();
        match self.keep(&defs, Certainty::Likely, Rule::Import) {
            found @ Resolution::Definitions(_) => Some(found),
            _ => None,
        }
    }

    /// Returns what a definition is known of, if it is an extension that is no member.
    fn extension_at_top(&self, def: Def) -> Option<&Candidate<'p>> {
        let each = self.indices.get(&def).map(|index| &self.each[*index])?;
        (each.symbol.parent.is_none() && each.symbol.container.is_some()).then_some(each)
    }
}
