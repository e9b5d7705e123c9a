//! Inherited members: those that are named with what stands for the supertypes, and overloads
//! beside which the type's own take nothing that a call passes.

use super::Occurrence;
use crate::domain::Certainty;
use crate::engine::graph::model::{Def, Members, Owner};
use crate::engine::graph::resolve::meaning::Resolution;
use crate::engine::graph::resolve::overloads::taking;
use crate::engine::graph::rule::Rule;

impl Occurrence<'_, '_, '_> {
    /// Resolves a name behind `super` in some types.
    pub(super) fn inherited_member(&self, types: &[Def]) -> Resolution {
        let (unit, candidates, name) = (self.unit, self.candidates, self.name());
        if self.resolver.are_too_many(types) {
            return Resolution::Unresolved;
        }
        let members = self.resolver.inherited(types, name);
        let is_mixin = types.iter().any(|of| self.resolver.is_mixin(*of));
        let resolution = match is_mixin {
            true => candidates.above_mixin(&members.found, types),
            false => {
                let above = candidates.keep(&members.found, Certainty::Likely, Rule::Super);
                above.or_else(|| {
                    let beside = self.resolver.members_of_siblings(types, name);
                    let beside: Vec<Def> = beside.into_iter().collect();
                    candidates.keep(&beside, Certainty::Likely, Rule::Super)
                })
            }
        };
        // Every type has a constructor: its name alone leads nowhere.
        let constructors = &unit.language.config.constructors;
        let is_constructor = constructors.iter().any(|word| word == name);
        resolution.or_else(|| match members.is_open {
            true if !is_mixin && self.resolver.extends_library(types) => Resolution::External(None),
            true if !is_constructor => {
                let is_above = |owner: &Owner| match owner {
                    Owner::Type(of) => !types.contains(of),
                    Owner::Named { .. } => true,
                };
                candidates
                    .possible_definitions(unit, |_, owner| owner.as_ref().is_some_and(is_above))
            }
            _ => Resolution::Unresolved,
        })
    }

    /// Returns the inherited overloads that take what a call passes where none of the nearest
    /// members does as far as types tell, in languages that choose by them; else the nearest.
    pub(super) fn beyond_untaken(&self, types: &[Def], nearest: Members) -> Members {
        let (unit, found, candidates) = (self.unit, self.found, self.candidates);
        let project = candidates.project;
        if !unit.rules().overloads_by_type
            || found.arguments.is_none_or(|arguments| arguments == 0)
            || nearest.found.is_empty()
            || !nearest.found.iter().all(|def| project.is_callable(*def))
        {
            return nearest;
        }
        let inherited = self.resolver.inherited_overloads(types, self.name(), &nearest.found);
        if inherited.is_empty() {
            return nearest;
        }
        // The defaults of what it overrides let the nearest take fewer arguments.
        let all = nearest.found.iter().chain(inherited.iter().flatten()).copied().collect();
        let all = taking(project, all, found.arguments);
        let meant = |defs: &[Def]| {
            let mut defs = defs.to_vec();
            defs.retain(|def| all.contains(def) && !candidates.is_apart(unit, found, *def));
            self.resolver.taking_types(unit, found, &defs)
        };
        if !meant(&nearest.found).is_empty() {
            return nearest;
        }
        let beyond = inherited.iter().map(|defs| meant(defs)).find(|defs| !defs.is_empty());
        match beyond {
            Some(found) => Members { found, is_open: nearest.is_open },
            None => nearest,
        }
    }
}
