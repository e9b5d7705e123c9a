//! Bare names of functions that extend the type of a receiver around them.

use super::Occurrence;
use crate::engine::graph::model::{EnclosingType, Owner};
use crate::engine::graph::resolve::meaning::Resolution;
use crate::engine::graph::rule::Rule;
use crate::workspace::names::Role;

impl Occurrence<'_, '_, '_> {
    /// Resolves a bare name to a function that extends the type of a receiver around it.
    pub(super) fn resolve_applied(&self) -> Resolution {
        if !self.unit.rules().implicit_receiver {
            return Resolution::Unresolved;
        }
        let (unit, candidates) = (self.unit, self.candidates);
        let around = self.resolver.types_around(unit, self.offset());
        let applied = |of: &EnclosingType| {
            let found = candidates.applied_to(unit, &of.types, Rule::OwnMember);
            found.or_else(|| candidates.applied_around(unit, self.found, &of.types))
        };
        let is_it = |found: &Resolution| matches!(found, Resolution::Definitions(_));
        around.iter().map(applied).find(is_it).unwrap_or_else(|| self.resolve_seen(&around))
    }

    /// Resolves a bare call in a block whose receiver a library decides to the extension that the
    /// file sees. What a type around the block may inherit from outside could be meant as well.
    fn resolve_seen(&self, around: &[EnclosingType]) -> Resolution {
        let is_closed = |of: &EnclosingType| {
            let mut types = of.types.iter();
            !of.types.is_empty() && types.all(|of| !self.resolver.ancestors(*of).is_open)
        };
        let is_in_block = self.unit.rules().extension_functions
            && self.found.role == Role::Call
            && self.unit.names().may_have_receiver(self.offset());
        match is_in_block && around.iter().all(is_closed) {
            true => self.candidates.seen_extension(self.unit, self.found),
            false => Resolution::Unresolved,
        }
    }

    /// Resolves a bare name to functions that extend a type, in languages that call members without
    /// a receiver: what `this` is there may be of that type.
    pub(super) fn resolve_extension(&self) -> Resolution {
        if !self.unit.rules().implicit_receiver {
            return Resolution::Unresolved;
        }
        self.candidates.possible_definitions(self.unit, |_, owner| {
            matches!(owner, Some(Owner::Named { implemented: None, .. }))
        })
    }
}
