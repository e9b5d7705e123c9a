//! Calls that a function hands on to another one of its name.

use super::Occurrence;
use crate::domain::Certainty;
use crate::engine::graph::resolve::meaning::Resolution;
use crate::workspace::names::{Qualifier, Role};

impl Occurrence<'_, '_, '_> {
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
