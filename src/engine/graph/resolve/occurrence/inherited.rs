//! Members that are named with what stands for the supertypes.

use super::Occurrence;
use crate::domain::Certainty;
use crate::engine::graph::model::{Def, Owner};
use crate::engine::graph::resolve::meaning::Resolution;
use crate::engine::graph::rule::Rule;

impl Occurrence<'_, '_, '_> {
    /// Resolves a name behind `super` in some types.
    pub(super) fn inherited_member(&self, types: &[Def]) -> Resolution {
        let (unit, candidates, name) = (self.unit, self.candidates, self.name());
        let members = self.resolver.inherited(types, name);
        let is_mixin = types.iter().any(|of| self.resolver.is_mixin(*of));
        let resolution = match is_mixin {
            true => candidates.above_mixin(&members.found, types),
            false => candidates.keep(&members.found, Certainty::Likely, Rule::Super),
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
}
