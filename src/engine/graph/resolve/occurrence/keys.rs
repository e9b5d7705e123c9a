//! Keys of object literals.

use super::Occurrence;
use crate::domain::Certainty;
use crate::engine::graph::model::Value;
use crate::engine::graph::resolve::meaning::{Other, Resolution};
use crate::engine::graph::rule::Rule;
use crate::workspace::names::Role;

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

    /// Resolves a local variable in an object literal that is also the key of its value,
    /// `return { width }`, to the member that the key sets.
    pub(super) fn with_field_of_name(&self, own: Resolution) -> Resolution {
        let is_key = self.found.role != Role::Key
            && self.candidates.member_groups > 0
            && own == Resolution::Other(Other::Local)
            && self.unit.names().property_at(self.offset()).is_some();
        match if is_key { self.resolve_key() } else { Resolution::Other(Other::Label) } {
            found @ (Resolution::Definitions(_) | Resolution::Unresolved) => found,
            _ => own,
        }
    }
}
