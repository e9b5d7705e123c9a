//! What is written about a name's type, put together from matches that each have a part of it.

use super::{Collector, Parts};
use crate::lang::GraphCapture;
use crate::workspace::names::expression::{Expression, ExpressionId, Listed};
use crate::workspace::names::{
    Apart, Case, Elements, Export, Narrowed, Origin, Qualifier, Returned, Role, Span, TypeId,
};
use tree_sitter::Node;

/// What of a node a pattern takes apart.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Unpacked {
    Value,
    /// Each element of the collection.
    Each,
    /// What the function is called with of which the node, a pattern, is a parameter.
    Taken,
}

impl<'tree> Parts<'tree> {
    /// Notes the expression of a collection, and what of it a name is bound to.
    pub(super) fn part_of(&mut self, node: Node<'tree>, elements: Elements) {
        (self.element, self.elements) = (Some(node), elements);
    }

    /// Notes what a pattern takes apart.
    pub(super) fn unpack(&mut self, capture: GraphCapture, node: Node<'tree>) {
        let what = match capture {
            GraphCapture::UnpackedEach => Unpacked::Each,
            GraphCapture::UnpackedTaken => Unpacked::Taken,
            _ => Unpacked::Value,
        };
        self.unpacked = Some((node, what));
    }

    /// Returns whether a name is taken out of a parameter, of which other matches may say more.
    fn is_parameter(&self) -> bool {
        matches!(self.unpacked, Some((_, Unpacked::Taken)))
    }
}

impl Collector<'_> {
    /// Adds a local name, a member, or what either is set to.
    pub(super) fn add_variables(&mut self, parts: &Parts<'_>) {
        if let (Some(pattern), Some(part)) = (parts.pattern, parts.apart) {
            self.apart.push(Apart { pattern, part });
        }
        if let Some(returned) = parts.returns {
            self.add_returned(returned, parts);
        }
        if let Some(name) = parts.binding {
            self.add_binding(name, parts);
        }
        if let Some(name) = parts.field {
            let known = self.fields.get(&name).copied().unwrap_or_default();
            let origin = self.origin(known, parts);
            self.fields.insert(name, origin);
        }
        if let Some(name) = parts.assigned {
            let origin = self.origin(Origin::default(), parts);
            self.assigned.insert(name, origin);
        }
        if let Some(name) = parts.set {
            let known = self.set.get(&name).copied().unwrap_or_default();
            let origin = self.origin(known, parts);
            self.set.insert(name, origin);
        }
    }

    /// Adds the type of a function's result, at the function's name where it stands apart.
    fn add_returned(&mut self, returned: Node<'_>, parts: &Parts<'_>) {
        let written = match parts.documented {
            Some(documented) => self.recorder.documented(documented, None),
            None => self.recorder.annotation(returned),
        };
        let span = parts.producer.unwrap_or_else(|| Span::new(returned.byte_range()));
        self.returns.extend(written.map(|written| Returned { span, written }));
    }

    fn add_binding(&mut self, name: Span, parts: &Parts<'_>) {
        if let Some(within) = parts.within {
            let origin = self.origin(Origin::default(), parts);
            self.narrowed.push((name, within, origin));
        } else if let Some((block, is_not)) = parts.block {
            let annotation = parts.annotation.and_then(|node| self.recorder.annotation(node));
            let narrowed = |annotation| Narrowed { block, name, annotation, is_not };
            let narrowed = annotation.map(narrowed);
            self.narrowed_blocks.extend(narrowed);
        } else {
            let known = self.bindings.get(&name).copied().unwrap_or_default();
            let origin = self.origin(known, parts);
            self.bindings.insert(name, origin);
        }
    }

    /// Adds what a file exports without a name.
    pub(super) fn add_export(&mut self, parts: &Parts<'_>) {
        if let (Some(statement), Some((value, is_whole))) = (parts.statement, parts.exported) {
            let expression = self.recorder.expression(value);
            self.exports.push(Export {
                statement,
                value: Span::new(value.byte_range()),
                expression,
                is_whole,
            });
        }
    }

    /// Adds what stands before a name.
    pub(super) fn add_qualifier(&mut self, parts: &Parts<'_>) {
        if let (Some(name), Some(switched)) = (parts.case, parts.switched) {
            let of = Span::new(switched.byte_range());
            self.cases.push(Case { name, switched: self.recorder.expression(switched), of });
        }
        if let Some(name) = parts.name {
            let qualifier = match (parts.receiver, parts.path) {
                (Some(receiver), _) => Qualifier::Receiver(self.recorder.expression(receiver)),
                (None, path) => {
                    Qualifier::Path(path.map(|path| self.recorder.path_before(path, name)))
                }
            };
            let span = Span::new(name.byte_range());
            let known = &mut self.uses.entry(span).or_insert((Role::Read, Qualifier::None)).1;
            // The type of a literal, in a match around the name, says more than its sign, and so
            // does that of the value which `Default::default()` makes.
            let says_less = match qualifier {
                Qualifier::Receiver(of) => self.recorder.is_other(of),
                Qualifier::Path(written) => written.is_some(),
                Qualifier::None => false,
            };
            if !(says_less && matches!(known, Qualifier::Path(Some(_)))) {
                *known = qualifier;
            }
        }
        // The key of a pattern reads the member of the value that the pattern takes apart.
        if let Some(key) = parts.unpacked_as.or(parts.unpacked_member)
            && let Some(of) = self.unpacked(parts)
        {
            let span = Span::new(key.byte_range());
            let known = &mut self.uses.entry(span).or_insert((Role::Read, Qualifier::None)).1;
            if *known == Qualifier::None || !parts.is_parameter() {
                *known = Qualifier::Receiver(of);
            }
        }
        if let (Some(name), Some(receiver)) = (parts.named, parts.receiver) {
            let mut receiver = self.receiver_of_named(receiver);
            if parts.is_of_each {
                receiver = self.recorder.each(receiver);
            }
            let known = &mut self.uses.entry(name).or_insert((Role::Read, Qualifier::None)).1;
            // The outermost match says what the name is a member of.
            if *known == Qualifier::None {
                *known = Qualifier::Receiver(receiver);
            }
        }
    }

    /// Returns what a member is of that is handed on by its name, which may be handed on so as
    /// well: `to: :owner`.
    fn receiver_of_named(&mut self, receiver: Node<'_>) -> ExpressionId {
        let span = Span::new(receiver.byte_range());
        let written = span.of(self.text);
        let behind = written.strip_prefix(':').filter(|name| !name.starts_with(':'));
        match behind.filter(|name| name.chars().all(|letter| !letter.is_whitespace())) {
            Some(name) => {
                let start = span.range().end - name.len();
                self.recorder.continued(None, Span::new(start..span.range().end))
            }
            None => self.recorder.expression(receiver),
        }
    }

    /// Returns the name in a token that begins with a sign, `name?` of `:name?`, has an arrow,
    /// `Point` of `map->Point`, or ends with a dot, as `Point.` does.
    pub(super) fn name_behind_sign(&self, token: Span) -> Option<Span> {
        let text = token.of(self.text);
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let behind = text.rfind("->").map_or(text, |arrow| &text[arrow + 2..]);
        let behind = behind.rfind('\\').map_or(behind, |path| &behind[path + 1..]);
        let behind = behind.trim_start_matches(|letter| !is_word(letter));
        let name = behind.trim_end_matches('.');
        let is_name = name.trim_end_matches(['?', '!']).chars().all(is_word) && !name.is_empty();
        let start = token.range().end - behind.len();
        is_name.then(|| Span::new(start..start + name.len()))
    }

    /// Returns the name that a token binds, without the `:` of a symbol.
    pub(super) fn bound_name(&self, token: Span) -> Option<Span> {
        let is_symbol = token.of(self.text).starts_with(':');
        if is_symbol { self.name_behind_sign(token) } else { Some(token) }
    }

    /// Adds the use of a name that stands behind a sign.
    pub(super) fn use_behind_sign(&mut self, token: Span) -> Option<Span> {
        let name = self.name_behind_sign(token)?;
        self.role(name, Role::Read);
        Some(name)
    }

    /// Adds what a match says of the arguments of a call.
    pub(super) fn add_arguments(&mut self, called: Span, parts: &Parts<'_>) {
        if let Some(passed) = parts.passed {
            self.counts.add_call(called, passed);
        }
        if let Some(beside) = parts.passed_beside {
            self.counts.add_beside(called, beside);
        }
        if let Some(number) = parts.passed_number {
            self.counts.add_number(called, number.of(self.text));
        }
    }

    /// Returns the type of a name as it is written.
    fn annotation(&mut self, known: Origin, parts: &Parts<'_>) -> Option<TypeId> {
        let mut annotation = known.annotation;
        if let Some(node) = parts.annotation.filter(|_| annotation.is_none()) {
            annotation = self.recorder.annotation(node);
        }
        if let Some(node) = parts.annotation_also {
            let also = self.recorder.annotation(node);
            annotation = match (known.annotation, also) {
                (Some(known), Some(also)) => Some(self.recorder.both(known, also)),
                (known, also) => known.or(also),
            };
        }
        // What a comment writes is more than what the language can: `array`.
        if let (Some(node), Some(name)) = (parts.documented, parts.binding.or(parts.field)) {
            annotation = self.recorder.documented(node, Some(name)).or(annotation);
        }
        annotation
    }

    /// Returns the known origin of a name, completed by what a match adds.
    pub(super) fn origin(&mut self, known: Origin, parts: &Parts<'_>) -> Origin {
        let mut origin = known;
        origin.annotation = self.annotation(known, parts);
        if let Some(node) = parts.value.filter(|_| known.value.is_none()) {
            origin.value = Some(self.recorder.expression(node));
            origin.value_span = Span::new(node.byte_range());
        }
        if parts.is_unset && known.value.is_none() {
            origin.value = Some(self.recorder.nothing());
        }
        if let Some(node) = parts.element.filter(|_| known.element.is_none()) {
            let elements = match parts.place {
                Some(place) => {
                    let place = self.place_in_list(place);
                    let of = match parts.elements {
                        Elements::Entry(_) => Elements::Entry,
                        _ if parts.is_filled => Elements::Argument,
                        _ => Elements::Nth,
                    };
                    place.map(of)
                }
                None => Some(parts.elements),
            };
            if let Some(elements) = elements {
                origin.element = Some(self.recorder.expression(node));
                origin.elements = elements;
            }
            if parts.place.is_some() {
                origin.value_span = Span::new(node.byte_range());
            }
        }
        if let (Some(written), Some(place)) = (parts.unpacked_type, parts.place) {
            let place = self.place_in_list(place).map(Elements::Field);
            if let (Some(of), Some(elements), None) =
                (self.recorder.cast(written), place, known.element)
            {
                (origin.element, origin.elements) = (Some(of), elements);
            }
            return origin;
        }
        // What is known of the call says more than that the pattern is a parameter.
        let is_parameter = |of| matches!(self.recorder.written.get(of), Expression::Taken(_));
        let is_more = match parts.unpacked {
            Some((_, Unpacked::Each)) => true,
            Some((_, Unpacked::Value)) => known.unpacked.is_some_and(is_parameter),
            _ => false,
        };
        match (parts.unpacked_as, parts.unpacked_member) {
            (Some(name), _) if known.value.is_none() || is_more => {
                origin.value = self.unpacked(parts).map(|of| self.recorder.member(Some(of), name));
            }
            (None, Some(name)) if known.unpacked.is_none() || is_more => {
                origin.unpacked =
                    self.unpacked(parts).map(|of| self.recorder.member(Some(of), name));
            }
            (None, None) if known.unpacked.is_none() || is_more => {
                origin.unpacked = self.unpacked(parts);
            }
            _ => {}
        }
        origin
    }

    /// Returns the place of a node in its list; `None` behind a part that stands for any number.
    pub(super) fn place_in_list(&mut self, node: Node<'_>) -> Option<u8> {
        self.places.before(node, self.text).place()
    }

    /// Adds a part of a list that a function returns.
    pub(super) fn add_listed(&mut self, parts: &Parts<'_>) {
        if let (Some(function), Some(node)) = (parts.producer, parts.listed)
            && let Some(place) = self.place_in_list(node)
        {
            let expression = self.recorder.expression(node);
            self.results.add_listed(Listed { function, place, expression });
        }
    }

    /// Returns the value that a pattern takes apart.
    fn unpacked(&mut self, parts: &Parts<'_>) -> Option<ExpressionId> {
        match (parts.unpacked, parts.unpacked_type) {
            (Some((value, Unpacked::Value)), _) => Some(self.recorder.expression(value)),
            (Some((of, Unpacked::Each)), _) => Some(self.recorder.element(of)),
            (Some((pattern, Unpacked::Taken)), _) => Some(self.recorder.taken(pattern)),
            (None, written) => written.and_then(|written| self.recorder.cast(written)),
        }
    }
}
