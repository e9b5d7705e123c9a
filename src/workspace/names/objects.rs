//! Object literals: their properties, and what tells the type that one is written for.

use super::expression::{Property, TypedObject};
use super::{ExpressionId, NameFacts, Role, Span};

/// An object literal that is an argument of a call, or an element of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct PassedObject {
    pub object: Span,
    /// The called function.
    pub function: ExpressionId,
    /// Number of arguments before it.
    pub place: u8,
    /// True if it is an element of a list that is the argument.
    pub is_element: bool,
}

/// What the matches of a file say of its object literals.
#[derive(Default)]
pub(super) struct Objects {
    pub(super) properties: Vec<Property>,
    pub(super) typed: Vec<TypedObject>,
    pub(super) passed: Vec<PassedObject>,
}

impl Objects {
    /// Adds the objects to the facts, and makes the labels among the uses that are their keys
    /// known as such.
    pub(super) fn finish(self, facts: &mut NameFacts) {
        facts.properties = self.properties;
        // A property with a value comes in two matches.
        facts.properties.sort_by_key(|each| (each.name, each.value.is_none()));
        facts.properties.dedup_by_key(|each| each.name);
        facts.typed_objects = self.typed;
        facts.passed_objects = self.passed;
        facts.passed_objects.sort_unstable();
        facts.passed_objects.dedup_by_key(|each| each.object);
        let labels = facts.uses.iter_mut().filter(|found| found.role == Role::Label);
        for label in labels {
            if facts.properties.binary_search_by_key(&label.span, |each| each.name).is_ok() {
                label.role = Role::Key;
            }
        }
    }
}

impl NameFacts {
    /// Returns the property of an object literal whose name starts at a byte.
    pub fn property_at(&self, at: usize) -> Option<Property> {
        let at = u32::try_from(at).ok()?;
        let place = self.properties.binary_search_by_key(&at, |each| each.name.start).ok()?;
        Some(self.properties[place])
    }

    /// Returns the call that an object literal is an argument of.
    pub fn passed_object(&self, object: Span) -> Option<PassedObject> {
        let place = self.passed_objects.binary_search_by_key(&object, |each| each.object).ok()?;
        Some(self.passed_objects[place])
    }
}
