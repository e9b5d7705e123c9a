//! Members of object literals, and of values whose type is a parameter.

use super::Occurrence;
use crate::domain::Certainty;
use crate::engine::graph::model::{Def, FileIndex, Local};
use crate::engine::graph::resolve::meaning::Resolution;
use crate::engine::graph::resolve::objects::PropertyLookup;
use crate::engine::graph::rule::Rule;
use crate::workspace::names::ObjectLiteral;

impl Occurrence<'_, '_, '_> {
    /// Resolves a member of an object literal, which may be defined beside it as well.
    pub(super) fn member_of_object(&self, object: Def, is_self: bool) -> Resolution {
        let (unit, candidates) = (self.unit, self.candidates);
        let found = candidates.project.members_in_body(&[object], self.name());
        let rule = if is_self { Rule::OwnMember } else { Rule::Receiver };
        if let Some(resolution) = self.resolve_lookup(&found, rule) {
            return resolution;
        }
        let literal = self.resolver.literal_of(object);
        let named =
            literal.map(|of| self.resolver.property_definitions(object.file, of, self.name()));
        match named {
            Some(PropertyLookup::Definitions(defs)) => {
                return candidates.keep(&defs, Certainty::Likely, rule);
            }
            // What another object is taken over from may have it.
            Some(PropertyLookup::Nothing) if !is_self => return candidates.member_of_unknown(unit),
            _ => {}
        }
        let of =
            candidates.project.get(object).map(|(unit, symbol)| unit.symbol(symbol).name.as_str());
        let beside = of.map_or(Resolution::Unresolved, |of| candidates.members_of_name(of, rule));
        // What is mixed into the object may be anything.
        beside.or_else(|| {
            if is_self { candidates.member_of_unknown(unit) } else { Resolution::External(None) }
        })
    }

    pub(super) fn member_of_literal(&self, file: FileIndex, object: ObjectLiteral) -> Resolution {
        match self.resolver.property_definitions(file, object, self.name()) {
            PropertyLookup::Definitions(defs) => {
                self.candidates.keep(&defs, Certainty::Likely, Rule::Receiver)
            }
            PropertyLookup::Data => Resolution::External(None),
            PropertyLookup::Nothing => self.candidates.member_of_unknown(self.unit),
        }
    }

    /// Resolves a member of a value whose type is a parameter of the enclosing type, to those of
    /// the subtypes that give themselves as its argument: `struct Leaf : Base<Leaf>`.
    pub(super) fn member_of_type_parameter(&self, of: &str) -> Option<Resolution> {
        if !matches!(self.resolver.local(self.unit, of, self.offset()), Some(Local::Binding(_))) {
            return None;
        }
        let types = self.resolver.enclosing_type(self.unit, self.offset())?.types;
        let mut members = self.candidates.members_of_subtypes(&types);
        members.retain(|def| {
            self.resolver
                .owner_types(*def)
                .iter()
                .any(|owner| self.resolver.is_own_argument(*owner))
        });
        let resolution = self.candidates.keep(&members, Certainty::Likely, Rule::Override);
        (resolution != Resolution::Unresolved).then_some(resolution)
    }
}
