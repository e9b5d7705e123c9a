//! Facts about types: supertypes, and object literals that are written for a type; and calls by
//! words that stand for a supertype.

use super::{Collector, Parts};
use crate::workspace::names::expression::{TypeAlias, TypeId};
use crate::workspace::names::objects::PassedObject;
use crate::workspace::names::{
    Delegation, Precedence, Property, Role, Span, Supertype, TypedObject,
};
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

    pub(super) fn add_alias(&mut self, parts: &Parts<'_>) {
        if let (Some(name), Some((meaning, is_own))) = (parts.aliased, parts.meaning) {
            let value = self.recorder.written_type(meaning);
            let span = Span::new(meaning.byte_range());
            self.aliases.push(TypeAlias { name, value, span, is_own });
        }
    }

    pub(super) fn add_supertypes(&mut self, parts: &Parts<'_>) {
        let Some(subtype) = parts.subtype else { return self.add_apart(parts) };
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

    /// Adds the roles of the names of supertypes, of which a list of words may hold several.
    pub(super) fn inherited(&mut self, span: Span) {
        for name in self.names_in(span) {
            self.role(name, Role::Inherit);
        }
    }

    /// Returns the names in a part of the text, which is one name but in languages whose strings
    /// name types: such a one may be a list.
    fn names_in(&self, span: Span) -> Vec<Span> {
        let text = span.of(self.text);
        if !self.language.config.graph.strings_name_types {
            return vec![span];
        }
        let place = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
        let start = |word: &str| span.range().start + place(word);
        // A version may stand behind a name.
        let is_name = |word: &&str| !word.starts_with(|first: char| first.is_ascii_digit());
        let words = text.split_ascii_whitespace().filter(is_name);
        words.map(|word| Span::new(start(word)..start(word) + word.len())).collect()
    }

    /// Adds the name of a type that goes on to the next one.
    pub(super) fn add_open(&mut self, node: Node<'_>) {
        let name = Span::new(node.byte_range());
        let written = self.recorder.path_type(name);
        self.open.types.push((self.recorder.last_part(name), written));
    }

    /// Adds supertypes that stand apart from the name of their type.
    fn add_apart(&mut self, parts: &Parts<'_>) {
        for (supertype, precedence) in &parts.supertypes {
            for name in self.names_in(Span::new(supertype.byte_range())) {
                let written = self.recorder.path_type(name);
                self.open.supertypes.push((self.recorder.last_part(name), *precedence, written));
            }
        }
    }

    pub(super) fn delegation(&mut self, parts: &mut Parts<'_>, span: Span, of: Delegation) {
        self.delegations.push((span, of));
        parts.called = Some(span);
    }
}

/// Types that go on to the next one, and the supertypes that are written in them.
#[derive(Default)]
pub(super) struct Open {
    types: Vec<(Span, TypeId)>,
    supertypes: Vec<(Span, Precedence, TypeId)>,
}

impl Open {
    /// Returns each supertype with the type that begins last before it.
    pub(super) fn pairs(&mut self) -> Vec<Supertype> {
        self.types.sort_unstable_by_key(|(name, _)| *name);
        let pair = |(supertype, precedence, supertype_written): &(Span, Precedence, TypeId)| {
            let before = self.types.partition_point(|(name, _)| name < supertype);
            let (subtype, subtype_written) = *self.types[..before].last()?;
            Some(Supertype {
                precedence: *precedence,
                subtype,
                supertype: *supertype,
                subtype_written,
                supertype_written: *supertype_written,
                body: None,
            })
        };
        self.supertypes.iter().filter_map(pair).collect()
    }
}

/// Returns each pair of a subtype and a supertype once, by position.
pub(super) fn by_position(mut pairs: Vec<Supertype>) -> Vec<Supertype> {
    let key = |pair: &Supertype| (pair.subtype, pair.supertype, pair.body);
    pairs.sort_by_key(key);
    pairs.dedup_by_key(|pair| key(pair));
    pairs
}
