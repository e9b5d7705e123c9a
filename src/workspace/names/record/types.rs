//! Conversion of nodes to types: names with their arguments, unions, tuples and collections.

use super::{MAX_DEPTH, Recorder, inside, inside_beside, inside_quotes};
use crate::lang::{Capture, ExpressionCapture, Match};
use crate::workspace::names::Span;
use crate::workspace::names::expression::{Expression, Type, TypeId, TypeList};
use crate::workspace::parse::parse_ranges;
use tree_sitter::{Node, Point, Range};

/// A node as a type.
enum TypeNode<'tree> {
    Other,
    Open,
    /// Written with its members, and whether any type may have these.
    Object(Span, bool),
    /// An argument that is no type.
    Ignored,
    /// Equal to the node in it.
    Same(Node<'tree>),
    Several,
    Tuple,
    Elements(Node<'tree>),
    Keyed(Node<'tree>, Node<'tree>),
    /// The type of the elements of a collection.
    Held(Node<'tree>),
    /// The type of an expression, and of a member of a type.
    Value(Node<'tree>),
    Member(Node<'tree>, Node<'tree>),
    /// A type, with its arguments.
    Applied(Node<'tree>, Vec<Node<'tree>>),
    Quoted,
    /// A function, with its receiver, the list of its parameters and its result.
    Function(Option<Node<'tree>>, Node<'tree>, Option<Node<'tree>>),
}

impl Recorder<'_> {
    /// Returns the type that a node writes; `None` if it is inferred from the value.
    pub(in crate::workspace::names) fn annotation(&mut self, node: Node<'_>) -> Option<TypeId> {
        let inferred = &self.language.config.graph.inferred_types;
        let text = Span::new(node.byte_range()).of(self.text);
        (!inferred.iter().any(|word| word == text)).then(|| self.written_type(node))
    }

    pub(in crate::workspace::names) fn written_type(&mut self, node: Node<'_>) -> TypeId {
        self.type_of(node, 0)
    }

    /// Adds the type that a qualified name is the path of.
    pub(in crate::workspace::names) fn path_type(&mut self, name: Span) -> TypeId {
        let parts = self.parts(name).into_iter();
        let path = parts.fold(None, |above, part| Some(self.continued(above, part)));
        let (head, arguments) = (path.unwrap_or(self.other), self.written.add_list(&[]));
        self.written.add_type(Type::Named { head, arguments })
    }

    /// Adds the type of what is of two types.
    pub(in crate::workspace::names) fn both(&mut self, one: TypeId, also: TypeId) -> TypeId {
        let mut parts = match self.written.get_type(one) {
            Type::Several(parts) => self.written.types_in(parts).to_vec(),
            _ => vec![one],
        };
        parts.push(also);
        let parts = self.written.add_list(&parts);
        self.written.add_type(Type::Several(parts))
    }

    /// Adds a type whose arguments stand beside it: `extends Store<User>`.
    pub(in crate::workspace::names) fn applied_type(
        &mut self,
        node: Node<'_>,
        arguments: Option<Node<'_>>,
    ) -> TypeId {
        let Some(arguments) = arguments else { return self.written_type(node) };
        let written = self.applied(node, &inside(arguments), 0);
        self.written.add_type(written)
    }

    fn type_of(&mut self, node: Node<'_>, depth: usize) -> TypeId {
        let written = self.read_type_within(node, depth);
        self.written.add_type(written)
    }

    fn part<'tree>(&self, node: Node<'tree>) -> Option<TypeNode<'tree>> {
        self.part_within(node, 0)
    }

    fn part_within<'tree>(&self, node: Node<'tree>, depth: usize) -> Option<TypeNode<'tree>> {
        self.first_match(node, |found| self.read_part(found, depth))
    }

    /// Returns the type that a match assigns to its node.
    fn read_part<'tree>(&self, found: &Match<'_, 'tree>, depth: usize) -> Option<TypeNode<'tree>> {
        let at = |capture| found.node(Capture::Expression(capture));
        if at(ExpressionCapture::TypeObject).is_some() {
            let is_open = at(ExpressionCapture::TypeOpen).is_some();
            return Some(TypeNode::Object(Span::new(found.start.byte_range()), is_open));
        }
        let whole = [
            (ExpressionCapture::TypeOther, TypeNode::Other),
            (ExpressionCapture::TypeOpen, TypeNode::Open),
            (ExpressionCapture::TypeIgnored, TypeNode::Ignored),
            (ExpressionCapture::TypeSeveral, TypeNode::Several),
            (ExpressionCapture::TypeTuple, TypeNode::Tuple),
            (ExpressionCapture::TypeQuoted, TypeNode::Quoted),
        ];
        if let Some((_, part)) = whole.into_iter().find(|(capture, _)| at(*capture).is_some()) {
            return Some(part);
        }
        if let Some(takes) = at(ExpressionCapture::TypeTakes) {
            let result = at(ExpressionCapture::TypeResult);
            return Some(TypeNode::Function(at(ExpressionCapture::TypeReceiver), takes, result));
        }
        if let Some(arguments) = at(ExpressionCapture::TypeArguments) {
            let head = at(ExpressionCapture::TypeApplied).unwrap_or(found.start);
            return Some(TypeNode::Applied(head, inside_beside(arguments, head)));
        }
        if let Some(collection) = at(ExpressionCapture::TypeHeld) {
            return Some(TypeNode::Held(collection));
        }
        if let Some(value) = at(ExpressionCapture::TypeValue) {
            return Some(TypeNode::Value(value));
        }
        if let (Some(of), Some(member)) =
            (at(ExpressionCapture::TypeOf), at(ExpressionCapture::TypeMember))
        {
            return Some(TypeNode::Member(of, member));
        }
        // If a path is nested in its end, the end has the arguments.
        let rest = at(ExpressionCapture::Rest).filter(|_| depth < MAX_DEPTH);
        match rest.and_then(|rest| self.part_within(rest, depth + 1)) {
            Some(TypeNode::Applied(_, arguments)) => {
                return Some(TypeNode::Applied(found.start, arguments));
            }
            Some(TypeNode::Held(collection)) => return Some(TypeNode::Held(collection)),
            _ => {}
        }
        if let (Some(key), Some(elements)) =
            (at(ExpressionCapture::TypeKey), at(ExpressionCapture::TypeElements))
        {
            return Some(TypeNode::Keyed(key, elements));
        }
        at(ExpressionCapture::TypeSame)
            .map(TypeNode::Same)
            .or_else(|| at(ExpressionCapture::TypeElements).map(TypeNode::Elements))
    }

    fn read_type(&mut self, node: Node<'_>, depth: usize) -> Type {
        match self.part(node) {
            None => self.applied(node, &[], depth),
            Some(TypeNode::Other | TypeNode::Ignored) => Type::Other,
            Some(TypeNode::Open) => Type::Open,
            Some(TypeNode::Object(members, is_open)) => Type::Object { members, is_open },
            Some(TypeNode::Same(of)) => self.read_type_within(of, depth + 1),
            Some(TypeNode::Several) => {
                let parts = self.list(&parts(node), depth);
                match self.written.types_in(parts) {
                    [only] => self.written.get_type(*only),
                    _ => Type::Several(parts),
                }
            }
            Some(TypeNode::Tuple) => Type::Tuple(self.list(&inside(node), depth)),
            // The elements' type is what the node names, where the grammar has the sign of a list
            // around the first name of a path alone.
            Some(TypeNode::Elements(of)) if of.id() == node.id() => {
                let element = self.applied(node, &[], depth);
                Type::Elements(self.written.add_type(element))
            }
            Some(TypeNode::Elements(of)) => Type::Elements(self.type_of(of, depth + 1)),
            Some(TypeNode::Keyed(key, of)) => {
                let key = self.type_of(key, depth + 1);
                Type::Keyed(key, self.type_of(of, depth + 1))
            }
            Some(TypeNode::Applied(head, arguments)) => self.applied(head, &arguments, depth),
            Some(TypeNode::Held(collection)) => self.held(collection, depth),
            Some(TypeNode::Value(value)) => Type::Value(self.expression(value)),
            Some(TypeNode::Member(of, name)) => {
                let of = self.type_of(of, depth + 1);
                let of = self.written.add(Expression::Cast(of));
                Type::Value(self.member(Some(of), name))
            }
            Some(TypeNode::Quoted) => self.quoted_type(node, depth),
            Some(TypeNode::Function(receiver, takes, result)) => {
                let receiver = receiver.map(|receiver| self.type_of(receiver, depth + 1));
                let parts: Vec<Node<'_>> = inside(takes).into_iter().chain(result).collect();
                let has_result = result.is_some();
                Type::Function { receiver, parts: self.list(&parts, depth), has_result }
            }
        }
    }

    fn read_type_within(&mut self, node: Node<'_>, depth: usize) -> Type {
        if depth > MAX_DEPTH { Type::Other } else { self.read_type(node, depth) }
    }

    /// Returns the type of the elements of a collection.
    fn held(&mut self, collection: Node<'_>, depth: usize) -> Type {
        let Type::Named { head, arguments } = self.read_type_within(collection, depth + 1) else {
            return Type::Other;
        };
        let (Expression::Name(name) | Expression::Member { name, .. }) = self.written.get(head)
        else {
            return Type::Other;
        };
        let arguments = self.written.types_in(arguments);
        let element = self.language.config.graph.element_of(name.of(self.text), arguments);
        element.map_or(Type::Other, |element| self.written.get_type(*element))
    }

    /// Returns the type that an expression names, with its arguments.
    fn applied(&mut self, head: Node<'_>, arguments: &[Node<'_>], depth: usize) -> Type {
        let arguments = self.list(arguments, depth);
        let head = self.expression(head);
        match self.written.get(head) {
            Expression::Name(_) | Expression::Member { .. } => Type::Named { head, arguments },
            _ => Type::Other,
        }
    }

    pub(super) fn list(&mut self, parts: &[Node<'_>], depth: usize) -> TypeList {
        let is_type = |part: &&Node<'_>| !matches!(self.part(**part), Some(TypeNode::Ignored));
        let parts: Vec<Node<'_>> = parts.iter().filter(is_type).copied().collect();
        let mut types: Vec<TypeId> = Vec::new();
        for part in parts {
            let written = self.type_of(part, depth + 1);
            types.extend(std::iter::repeat_n(written, self.names_in(part)));
        }
        self.written.add_list(&types)
    }

    /// Returns the number of parts that a node in a list stands for: `a, b int` is two parameters.
    fn names_in(&self, node: Node<'_>) -> usize {
        let Some(query) = self.query.filter(|_| self.has_shared_types) else { return 1 };
        let mut names = 0;
        query.first_at(node, self.text, |found| {
            names +=
                usize::from(found.node(Capture::Expression(ExpressionCapture::TypeEach)).is_some());
            None::<()>
        });
        names.max(1)
    }

    /// Parses a type in quotes, whose text the file's tree holds as a string.
    fn quoted_type(&mut self, node: Node<'_>, depth: usize) -> Type {
        let span = inside_quotes(node, self.text);
        let text = span.of(self.text);
        if text.is_empty() || text.contains(['\n', '\\']) {
            return Type::Other;
        }
        let node_start = node.start_position();
        let column = node_start.column + span.start as usize - node.start_byte();
        let start = Point { column, ..node_start };
        let end = Point { column: column + text.len(), ..node_start };
        let range = Range {
            start_byte: span.start as usize,
            end_byte: span.end as usize,
            start_point: start,
            end_point: end,
        };
        let tree = parse_ranges(self.text, self.language, &[range]);
        // A text with a syntax error is no type.
        let Some(tree) = tree.filter(|tree| !tree.root_node().has_error()) else {
            return Type::Other;
        };
        let known = std::mem::take(&mut self.known);
        let written = self.read_type_within(tree.root_node(), depth + 1);
        self.known = known;
        written
    }
}

/// Returns the types of a union, which nests to the left.
fn parts(node: Node<'_>) -> Vec<Node<'_>> {
    let kind = node.kind();
    let mut found = Vec::new();
    let mut next = vec![node];
    while let Some(node) = next.pop() {
        if node.kind() == kind {
            next.extend(inside(node).into_iter().rev());
        } else {
            found.push(node);
        }
    }
    found
}
