//! Functions of the project that a file imports beside a library's of the same name, as its own
//! `assertThat` beside that of AssertJ: what a call passes tells which is meant.

use super::candidates::Candidates;
use super::conformance::Fit;
use super::meaning::{Meaning, Resolution};
use super::modules::imports_binding;
use super::overloads::arities;
use super::resolver::Resolver;
use crate::domain::Certainty;
use crate::engine::graph::model::{Def, Lookup};
use crate::engine::graph::project::Unit;
use crate::engine::graph::rule::Rule;
use crate::workspace::names::{Import, Qualifier, Role, Use};
use std::sync::Arc;

impl Candidates<'_, '_> {
    /// Keeps the functions that take what a call passes; without a value of the project's types, a
    /// call may be one of the library's all the same.
    pub(super) fn beside_library(
        &self,
        unit: &Arc<Unit>,
        found: &Use,
        resolution: Resolution,
    ) -> Resolution {
        let Resolution::Definitions(meanings) = &resolution else { return resolution };
        if meanings.iter().any(|of| !matches!(of.rule, Rule::Import | Rule::SamePackage)) {
            return resolution;
        }
        let resolver = Resolver::new(&self.context);
        let Some(library) = resolver.library_beside(unit, found) else { return resolution };
        let fits: Vec<(Fit, &Meaning)> =
            meanings.iter().map(|of| (resolver.fit_beside(unit, found, of.def), of)).collect();
        let is_known = fits.iter().any(|(fit, _)| *fit == Fit::Same);
        let kept = fits.into_iter().filter_map(|(fit, of)| match fit {
            Fit::Same => Some(*of),
            Fit::Unknown if !is_known => Some(Meaning { certainty: Certainty::Possible, ..*of }),
            Fit::Unknown | Fit::Different => None,
        });
        let kept: Vec<Meaning> = kept.collect();
        match kept.is_empty() {
            true => Resolution::External(Some(library)),
            false => Resolution::Definitions(kept),
        }
    }
}

impl Resolver<'_> {
    /// Returns the functions that a call by a bare name means for certain, where a library's may be
    /// meant too; `None` if no other can be.
    pub(super) fn meant_beside_library(
        &self,
        unit: &Arc<Unit>,
        found: &Use,
        mut functions: Vec<Def>,
    ) -> Option<Vec<Def>> {
        if self.library_beside(unit, found).is_some() {
            functions.retain(|def| self.fit_beside(unit, found, *def) != Fit::Different);
            if functions.is_empty() {
                return None;
            }
            functions.retain(|def| self.fit_beside(unit, found, *def) == Fit::Same);
        }
        Some(functions)
    }

    /// Returns whether a call means a function, by the number and the types of its arguments.
    fn fit_beside(&self, unit: &Arc<Unit>, found: &Use, def: Def) -> Fit {
        let takes = |number: u8| {
            let arities = arities(self.project, &[def]);
            arities.get(&def).is_none_or(|arity| arity.takes(number))
        };
        match found.arguments.is_none_or(takes) {
            true => self.fit_of_call(unit, found, def),
            false => Fit::Different,
        }
    }

    /// Returns the module of a library of which the file imports what a call names, beside another
    /// import of that name.
    fn library_beside(&self, unit: &Arc<Unit>, found: &Use) -> Option<String> {
        let is_bare_call = found.role == Role::Call && found.qualifier == Qualifier::None;
        if !is_bare_call || !unit.rules().overloads_by_type {
            return None;
        }
        let name = found.span.of(unit.content());
        imports_binding(unit, name).nth(1)?;
        let is_outside = |import: &&Import| self.follow(unit, import) == Lookup::External;
        imports_binding(unit, name).find(is_outside).map(|import| import.module.clone())
    }
}
