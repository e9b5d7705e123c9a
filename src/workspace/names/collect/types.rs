//! Facts about types: supertypes, and object literals that are written for a type; and calls by
//! words that stand for a supertype.

use super::{Collector, Parts};
use crate::workspace::names::expression::TypeId;
use crate::workspace::names::objects::PassedObject;
use crate::workspace::names::{Delegation, Precedence, Property, Span, Supertype, TypedObject};
use tree_sitter::Node;

/// Maximum number of arguments before an object literal that is passed.
const MAX_PLACE: usize = 15;

impl Collector<'_> {
    pub(super) fn add_object(&mut self, object: Node<'_>, parts: &Parts<'_>) {
        let span = Span::new(object.byte_range());
        if let Some(name) = parts.key {
            let value = parts.value.map(|node| self.recorder.expression(node));
            self.objects.properties.push(Property { object: span, name, value });
        } else if let Some(annotation) =
            parts.annotation.and_then(|node| self.recorder.annotation(node))
        {
            self.objects.typed.push(TypedObject { object: span, annotation });
        } else if let Some(function) = parts.object_of
            && let passed = parts.object_list.unwrap_or(object)
            && let Some(place) = match parts.is_first_object {
                true => Some(0),
                false => self.places.before(passed, self.text).arguments(MAX_PLACE),
            }
        {
            let function = self.recorder.expression(function);
            let is_element = parts.object_list.is_some();
            self.objects.passed.push(PassedObject { object: span, function, place, is_element });
        }
    }

    pub(super) fn add_supertypes(&mut self, subtype: Node<'_>, parts: &Parts<'_>) {
        let subtype_written = self.recorder.written_type(subtype);
        for (supertype, precedence) in &parts.supertypes {
            self.supertypes.push(Supertype {
                precedence: *precedence,
                subtype: self.recorder.last_part(Span::new(subtype.byte_range())),
                supertype: self.recorder.last_part(Span::new(supertype.byte_range())),
                subtype_written,
                supertype_written: self.recorder.applied_type(*supertype, parts.arguments),
                body: parts.body,
            });
        }
        if let Some(documented) = parts.documented {
            self.add_documented_supertypes(documented, subtype, subtype_written);
        }
    }

    /// Adds the types of which the comment before a type says that it has their members too.
    fn add_documented_supertypes(
        &mut self,
        documented: Node<'_>,
        subtype: Node<'_>,
        subtype_written: TypeId,
    ) {
        for (supertype, supertype_written) in self.recorder.mixed_in(documented) {
            self.supertypes.push(Supertype {
                precedence: Precedence::Behind,
                subtype: self.recorder.last_part(Span::new(subtype.byte_range())),
                supertype,
                subtype_written,
                supertype_written,
                body: None,
            });
        }
    }

    pub(super) fn delegation(&mut self, parts: &mut Parts<'_>, span: Span, of: Delegation) {
        self.delegations.push((span, of));
        parts.called = Some(span);
    }
}

/// Returns each pair of a subtype and a supertype once, by position.
pub(super) fn by_position(mut pairs: Vec<Supertype>) -> Vec<Supertype> {
    let key = |pair: &Supertype| (pair.subtype, pair.supertype, pair.body);
    pairs.sort_by_key(key);
    pairs.dedup_by_key(|pair| key(pair));
    pairs
}
