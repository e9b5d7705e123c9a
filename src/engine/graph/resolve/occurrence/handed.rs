//! Calls that are handed on: by a function to another one of its name, and by a library.

use super::Occurrence;
use crate::domain::Certainty;
use crate::engine::graph::model::{Def, Members};
use crate::engine::graph::resolve::meaning::Resolution;
use crate::workspace::names::{Qualifier, Role};

impl Occurrence<'_, '_, '_> {
    /// Returns the members that a call by the name of a library's member calls in the end, or those
    /// of that name, if the types have some of their own.
    pub(super) fn members_called_through(&self, types: &[Def]) -> Members {
        let name = self.found.span.of(self.unit.content());
        let written = self.resolver.members(types, name);
        // What sets a value stands beside what reads it.
        let is_set = self.name().strip_suffix('=') == Some(name);
        if !written.found.is_empty() && !is_set {
            return written;
        }
        let found = self.resolver.members(types, self.name());
        self.resolver.on_side(types, self.name(), found, Some(false))
    }

    /// Makes possible what only the name of a member led to in a function of that name: a wrapper
    /// hands its calls on to what it wraps, whose member need not be the project's, as in
    /// `function Doc:read() return self.native:read() end`.
    pub(super) fn without_handing_on(&self, resolution: Resolution) -> Resolution {
        let Resolution::Definitions(meanings) = &resolution else { return resolution };
        let is_guess = meanings
            .iter()
            .any(|meaning| meaning.certainty == Certainty::Likely && meaning.rule.is_guess());
        let is_call =
            self.found.role == Role::Call && matches!(self.found.qualifier, Qualifier::Receiver(_));
        if !is_guess || !is_call {
            return resolution;
        }
        let around = self.unit.enclosing(self.offset(), |symbol| symbol.kind.is_callable());
        match around.map(|around| &self.unit.symbol(around).name) {
            Some(name) if name == self.name() => resolution.into_possible(),
            _ => resolution,
        }
    }
}
