//! Keys of object literals.

use super::Occurrence;
use crate::domain::Certainty;
use crate::engine::graph::model::Value;
use crate::engine::graph::resolve::meaning::{Other, Resolution};
use crate::engine::graph::rule::Rule;

impl Occurrence<'_, '_, '_> {
    /// Resolves the key of an object literal to a member of the type that the literal is written
    /// for.
    pub(super) fn resolve_key(&self) -> Resolution {
        let (unit, name) = (self.unit, self.name());
        let label = Resolution::Other(Other::Label);
        let property = unit.names().property_at(self.offset());
        let Some(property) = property.filter(|_| unit.rules().keys_are_members) else {
            return label;
        };
        match self.resolver.written_for(unit, property.object) {
            None => label,
            Some(Value::Instance(types, _) | Value::Type(types)) => {
                let members = self.resolver.members(&types, name);
                let found =
                    self.candidates.keep(&members.found, Certainty::Likely, Rule::WrittenFor);
                found.or_else(|| if members.is_open { Resolution::Unresolved } else { label })
            }
            Some(Value::External | Value::Written(..)) => Resolution::External(None),
            Some(_) => Resolution::Unresolved,
        }
    }
}
