//! Facts about types: supertypes, and object literals that are written for a type; and calls by
//! words that stand for a supertype.

use super::{Collector, Parts};
use crate::workspace::names::{Delegation, Property, Span, Supertype, TypedObject};
use tree_sitter::Node;

impl Collector<'_> {
    pub(super) fn add_object(&mut self, object: Span, parts: &Parts<'_>) {
        if let Some(name) = parts.key {
            let value = parts.value.map(|node| self.recorder.expression(node));
            self.properties.push(Property { object, name, value });
        } else if let Some(annotation) =
            parts.annotation.and_then(|node| self.recorder.annotation(node))
        {
            self.typed_objects.push(TypedObject { object, annotation });
        }
    }

    pub(super) fn add_supertypes(&mut self, subtype: Node<'_>, parts: &Parts<'_>) {
        let subtype_written = self.recorder.written_type(subtype);
        for supertype in &parts.supertypes {
            self.supertypes.push(Supertype {
                subtype: self.recorder.last_part(Span::new(subtype.byte_range())),
                supertype: self.recorder.last_part(Span::new(supertype.byte_range())),
                subtype_written,
                supertype_written: self.recorder.applied_type(*supertype, parts.arguments),
                body: parts.body,
            });
        }
    }

    pub(super) fn delegation(&mut self, parts: &mut Parts<'_>, span: Span, of: Delegation) {
        self.delegations.push((span, of));
        parts.called = Some(span);
    }
}
