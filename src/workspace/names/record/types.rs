//! Nodes to types: names with their arguments, unions, tuples and collections, in the words of every grammar.

use super::{DEEPEST, Recorder, inside, inside_quotes, last_inside};
use crate::workspace::names::Span;
use crate::workspace::names::expression::{Expression, ExpressionId, Type, TypeId, TypeList};
use crate::workspace::parse::parse_ranges;
use tree_sitter::{Node, Point, Range};

impl Recorder<'_> {
    /// The type that a node writes; `None` where it leaves the type to the value.
    pub(in crate::workspace::names) fn annotation(&mut self, node: Node<'_>) -> Option<TypeId> {
        let inferred = &self.language.config.graph.inferred_types;
        let text = Span::new(node.byte_range()).of(self.text);
        (!inferred.iter().any(|word| word == text)).then(|| self.written_type(node))
    }

    pub(in crate::workspace::names) fn written_type(&mut self, node: Node<'_>) -> TypeId {
        self.type_of(node, 0)
    }

    /// A type whose arguments stand beside it: `extends Store<User>`.
    pub(in crate::workspace::names) fn applied_type(&mut self, node: Node<'_>, arguments: Option<Node<'_>>) -> TypeId {
        let Some(arguments) = arguments.filter(|arguments| arguments.kind() == "type_arguments") else {
            return self.written_type(node);
        };
        let arguments = self.list(&inside(arguments), 0);
        let head = self.expression(node);
        let written = self.named(head, arguments);
        self.written.add_type(written)
    }

    fn type_of(&mut self, node: Node<'_>, depth: usize) -> TypeId {
        let written = self.read_type_within(node, depth);
        self.written.add_type(written)
    }

    fn read_type(&mut self, node: Node<'_>, depth: usize) -> Type {
        let field = |name: &str| node.child_by_field_name(name);
        match node.kind() {
            "union_type" | "intersection_type" | "type_bound" => {
                let parts = parts(node);
                self.several(&parts, depth)
            }
            "binary_operator" => match field("operator").map(|operator| operator.kind()) {
                Some("|") => {
                    let parts = parts(node);
                    self.several(&parts, depth)
                }
                _ => Type::Other,
            },
            "tuple_type" | "parameter_list" => {
                let parts = inside(node);
                Type::Tuple(self.list(&parts, depth))
            }
            "array_type" | "slice_type" | "implicit_length_array_type" | "map_type" | "channel_type" => {
                let of = field("element").or_else(|| field("value")).or_else(|| last_inside(node));
                of.map_or(Type::Other, |of| Type::Elements(self.type_of(of, depth + 1)))
            }
            "generic_type"
            | "template_type"
            | "subscript"
            | "index_expression"
            | "type_instantiation_expression"
            | "generic_type_with_turbofish" => self.applied(node, depth),
            "qualified_identifier" => {
                let mut last = node;
                while let Some(name) =
                    last.child_by_field_name("name").filter(|_| last.kind() == "qualified_identifier")
                {
                    last = name;
                }
                let arguments = last.child_by_field_name("arguments").map(inside).unwrap_or_default();
                let arguments = self.list(&arguments, depth);
                let head = self.expression(node);
                self.named(head, arguments)
            }
            "struct_specifier" | "union_specifier" | "enum_specifier" | "class_specifier" => {
                field("name").map_or(Type::Other, |name| self.same(name, depth))
            }
            "type_annotation"
            | "type"
            | "parenthesized_type"
            | "readonly_type"
            | "dynamic_type"
            | "abstract_type"
            | "pointer_type"
            | "reference_type"
            | "type_descriptor"
            | "type_elem"
            | "higher_ranked_trait_bound"
            | "annotated_type"
            | "wildcard"
            | "parameter_declaration"
            | "type_binding"
            | "bracketed_type"
            | "constraint"
            | "optional_type"
            | "rest_type"
            | "dependent_type"
            | "parenthesized_expression"
            | "type_constraint" => {
                let of = field("type").or_else(|| field("trait")).or_else(|| last_inside(node));
                of.map_or(Type::Other, |of| self.same(of, depth))
            }
            "qualified_type" if field("package").is_none() => {
                field("type").map_or(Type::Other, |of| self.same(of, depth))
            }
            "bounded_type" => {
                let of = inside(node).into_iter().find(|part| part.kind() != "lifetime");
                of.map_or(Type::Other, |of| self.same(of, depth))
            }
            "string" => self.quoted_type(node, depth),
            "call_expression" | "call" | "method_invocation" | "literal_type" | "lookup_type" | "void_type" => {
                Type::Other
            }
            _ => {
                let head = self.expression(node);
                self.named(head, TypeList::default())
            }
        }
    }

    /// A type that says no more than the one in it.
    fn same(&mut self, node: Node<'_>, depth: usize) -> Type {
        self.read_type_within(node, depth + 1)
    }

    fn read_type_within(&mut self, node: Node<'_>, depth: usize) -> Type {
        if depth > DEEPEST { Type::Other } else { self.read_type(node, depth) }
    }

    fn named(&mut self, head: ExpressionId, arguments: TypeList) -> Type {
        let last = match self.written.get(head) {
            Expression::Name(name) | Expression::Member { name, .. } => name,
            _ => return Type::Other,
        };
        match last.of(self.text) {
            "void" | "undefined" | "None" => Type::Other,
            _ => Type::Named { head, arguments },
        }
    }

    fn several(&mut self, parts: &[Node<'_>], depth: usize) -> Type {
        Type::Several(self.list(parts, depth))
    }

    pub(super) fn list(&mut self, parts: &[Node<'_>], depth: usize) -> TypeList {
        let types: Vec<TypeId> = parts.iter().map(|part| self.type_of(*part, depth + 1)).collect();
        self.written.add_list(&types)
    }

    /// A type with arguments: `Foo<T>`, `Foo[T]`.
    fn applied(&mut self, node: Node<'_>, depth: usize) -> Type {
        let mut parts = inside(node).into_iter();
        let Some(head) = parts.next() else { return Type::Other };
        let is_list =
            |node: &Node<'_>| matches!(node.kind(), "type_arguments" | "template_argument_list" | "type_parameter");
        let mut arguments: Vec<Node<'_>> = Vec::new();
        for part in parts {
            if is_list(&part) { arguments.extend(inside(part)) } else { arguments.push(part) }
        }
        arguments.retain(|argument| argument.kind() != "lifetime");
        let arguments = self.list(&arguments, depth);
        let head = self.expression(head);
        self.named(head, arguments)
    }

    /// A type in quotes, which is read later than what stands around it.
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
        let range =
            Range { start_byte: span.start as usize, end_byte: span.end as usize, start_point: start, end_point: end };
        let Some(tree) = parse_ranges(self.text, self.language, &[range]) else { return Type::Other };
        let known = std::mem::take(&mut self.known);
        let mut inner = tree.root_node();
        while matches!(inner.kind(), "module" | "expression_statement") && inner.named_child_count() == 1 {
            let Some(child) = inner.named_child(0) else { break };
            inner = child;
        }
        // A text that is no type at all leads nowhere.
        let written = match inner.kind() {
            "module" | "string" => Type::Other,
            _ => self.read_type_within(inner, depth + 1),
        };
        self.known = known;
        written
    }
}

/// The types of a union, which nests to the left.
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
