//! Nodes to expressions and types. One table for all grammars: what a kind of node is called differs less between them than
//! what stands in it, and a kind that is not listed is an expression or type of which nothing is known.

mod further;
mod types;

#[cfg(test)]
mod tests;

use super::Span;
use super::expression::{Expression, ExpressionId, Written};
use crate::lang::Language;
use rustc_hash::{FxHashMap, FxHashSet};
use tree_sitter::Node;

/// Types nested deeper than this are not written by people.
const DEEPEST: usize = 12;

/// Functions that give a value of the type in their angle brackets.
const MAKERS: [&str; 8] = [
    "static_cast",
    "dynamic_cast",
    "reinterpret_cast",
    "const_cast",
    "static_pointer_cast",
    "dynamic_pointer_cast",
    "make_unique",
    "make_shared",
];

/// Adds what nodes say to the lists of a file.
pub(super) struct Recorder<'a> {
    text: &'a str,
    language: &'static Language,
    pub(super) written: Written,
    /// By the ids of nodes of the present tree, so that no chain is read twice.
    known: FxHashMap<usize, ExpressionId>,
    /// Trees of tokens that were read.
    token_trees: FxHashSet<usize>,
    /// Choices within choices that are being read.
    nesting: usize,
    other: ExpressionId,
}

/// A node as a link of a chain.
enum Step<'tree> {
    /// There is nothing before it.
    First(Expression),
    /// It says no more than the node in it.
    Same(Node<'tree>),
    Member(Node<'tree>, Node<'tree>),
    /// A call of a function, and the path of the module that it loads if it loads one.
    Call(Node<'tree>, Option<Span>),
    /// A function, and the types that it is applied to.
    Applied(Node<'tree>, Vec<Node<'tree>>),
    /// A call of such a function.
    AppliedCall(Node<'tree>, Vec<Node<'tree>>),
    /// A call of a member: the object, and the name.
    Method(Node<'tree>, Node<'tree>),
    Element(Node<'tree>),
    Either(Node<'tree>, Node<'tree>),
    New(Node<'tree>),
    Cast(Node<'tree>),
    /// A path that is nested in its end: `a::(b::c)`.
    Qualified,
}

impl<'a> Recorder<'a> {
    pub(super) fn new(text: &'a str, language: &'static Language) -> Self {
        let mut written = Written::default();
        let other = written.add(Expression::Other);
        Self {
            text,
            language,
            written,
            known: FxHashMap::default(),
            token_trees: FxHashSet::default(),
            nesting: 0,
            other,
        }
    }

    /// Forgets the nodes of the tree before, whose ids another one may use again.
    pub(super) fn start_tree(&mut self) {
        self.known.clear();
        self.token_trees.clear();
    }

    /// The chain that ends with a node.
    pub(super) fn expression(&mut self, node: Node<'_>) -> ExpressionId {
        let mut above = Vec::new();
        let mut node = node;
        let mut id = loop {
            if let Some(known) = self.known.get(&node.id()) {
                break *known;
            }
            let step = self.step(node);
            let inner = match step {
                Step::Same(of)
                | Step::Member(of, ..)
                | Step::Call(of, _)
                | Step::Applied(of, _)
                | Step::AppliedCall(of, _)
                | Step::Method(of, _)
                | Step::Element(of) => of,
                _ => {
                    let id = self.first(node, &step);
                    self.known.insert(node.id(), id);
                    break id;
                }
            };
            above.push((node.id(), step));
            node = inner;
        };
        for (node, step) in above.into_iter().rev() {
            id = self.link(id, &step);
            self.known.insert(node, id);
        }
        id
    }

    fn first(&mut self, node: Node<'_>, step: &Step<'_>) -> ExpressionId {
        match step {
            Step::First(Expression::Other) => self.other,
            Step::First(expression) => self.written.add(*expression),
            Step::New(of) => {
                let written = self.applied_type(*of, node.child_by_field_name("type_arguments"));
                self.written.add(Expression::New(written))
            }
            Step::Cast(of) => {
                let written = self.written_type(*of);
                self.written.add(Expression::Cast(written))
            }
            Step::Either(one, other) if self.nesting < DEEPEST => {
                self.nesting += 1;
                let (one, other) = (self.expression(*one), self.expression(*other));
                self.nesting -= 1;
                self.written.add(Expression::Either(one, other))
            }
            Step::Qualified => self.qualified(node),
            _ => self.other,
        }
    }

    fn link(&mut self, of: ExpressionId, step: &Step<'_>) -> ExpressionId {
        if of == self.other {
            return of;
        }
        match step {
            Step::Member(_, name) => self.member(of, *name),
            Step::Method(_, name) => {
                let method = self.member(of, *name);
                self.written.add(Expression::Call(method))
            }
            Step::Applied(_, arguments) | Step::AppliedCall(_, arguments) => {
                let arguments = self.list(arguments, 0);
                let applied = self.written.add(Expression::Applied { of, arguments });
                match step {
                    Step::AppliedCall(..) => self.written.add(Expression::Call(applied)),
                    _ => applied,
                }
            }
            Step::Call(_, module) => {
                let call = self.written.add(Expression::Call(of));
                match module {
                    Some(module) => self.written.add(Expression::Load { call, module: *module }),
                    None => call,
                }
            }
            Step::Element(_) => self.written.add(Expression::Element(of)),
            _ => of,
        }
    }

    fn member(&mut self, of: ExpressionId, name: Node<'_>) -> ExpressionId {
        match self.name_of(name) {
            Some(name) => self.written.add(Expression::Member { of, name }),
            None => self.other,
        }
    }

    /// The identifier of a name that may have type arguments. The number of a tuple's part is no name.
    fn name_of(&self, node: Node<'_>) -> Option<Span> {
        let node = node.child_by_field_name("name").unwrap_or(node);
        let span = Span::new(node.byte_range());
        let text = span.of(self.text);
        let is_name = |character: char| character.is_alphanumeric() || matches!(character, '_' | '$' | '#');
        let is_digit = |first: char| first.is_ascii_digit();
        (!text.is_empty() && text.chars().all(is_name) && !text.starts_with(is_digit)).then_some(span)
    }

    fn qualified(&mut self, node: Node<'_>) -> ExpressionId {
        let mut of = node.child_by_field_name("scope").map(|scope| self.expression(scope));
        let mut last = node.child_by_field_name("name");
        while let Some(inner) = last.filter(|last| last.kind() == "qualified_identifier") {
            if let Some(name) = inner.child_by_field_name("scope").and_then(|scope| self.name_of(scope)) {
                of = Some(self.joined(of, name));
            }
            last = inner.child_by_field_name("name");
        }
        match last.and_then(|last| self.name_of(last)) {
            Some(name) => self.joined(of, name),
            None => self.other,
        }
    }

    fn joined(&mut self, of: Option<ExpressionId>, name: Span) -> ExpressionId {
        match of {
            Some(of) if of == self.other => of,
            Some(of) => self.written.add(Expression::Member { of, name }),
            None => self.written.add(Expression::Name(name)),
        }
    }

    fn step<'tree>(&self, node: Node<'tree>) -> Step<'tree> {
        let field = |name: &str| node.child_by_field_name(name);
        let other = Step::First(Expression::Other);
        let on = |of: Option<Node<'tree>>, make: fn(Node<'tree>) -> Step<'tree>| {
            of.map_or(Step::First(Expression::Other), make)
        };
        let member = |of: Option<Node<'tree>>, name: Option<Node<'tree>>| match (of, name) {
            (Some(of), Some(name)) => Step::Member(of, name),
            (None, Some(name)) => Step::Same(name),
            _ => Step::First(Expression::Other),
        };
        let either = |one: Option<Node<'tree>>, other: Option<Node<'tree>>| match (one, other) {
            (Some(one), Some(other)) => Step::Either(one, other),
            _ => Step::First(Expression::Other),
        };
        match node.kind() {
            "identifier"
            | "type_identifier"
            | "field_identifier"
            | "property_identifier"
            | "private_property_identifier"
            | "namespace_identifier"
            | "package_identifier"
            | "shorthand_property_identifier"
            | "self"
            | "super"
            | "crate"
            | "this"
            | "metavariable"
            | "primitive_type"
            | "predefined_type"
            | "this_type"
            | "import" => self.name_of(node).map_or(other, |name| Step::First(Expression::Name(name))),
            "none" | "null" | "nil" | "undefined" | "null_literal" => Step::First(Expression::Nothing),
            "field_expression" => member(field("value").or_else(|| field("argument")), field("field")),
            "selector_expression" => member(field("operand"), field("field")),
            "member_expression" | "nested_identifier" => member(field("object"), field("property")),
            "attribute" => member(field("object"), field("attribute")),
            "field_access" => member(field("object"), field("field")),
            "method_invocation" => match (field("object"), field("name")) {
                (Some(object), Some(name)) => Step::Method(object, name),
                (None, Some(name)) => Step::Call(name, None),
                _ => other,
            },
            "scoped_identifier" if field("scope").is_some() => member(field("scope"), field("name")),
            "scoped_identifier" => member(field("path"), field("name")),
            "scoped_type_identifier" if field("name").is_some() => member(field("path"), field("name")),
            "scoped_type_identifier" => member(first_inside(node), last_inside(node)),
            "qualified_type" if field("package").is_some() => member(field("package"), field("name")),
            "nested_type_identifier" => member(field("module"), field("name")),
            "qualified_identifier" if self.made(node).is_some() => on(self.made(node), Step::New),
            "qualified_identifier" => Step::Qualified,
            "call_expression" | "call" => self.call(node),
            "subscript" => on(field("value"), Step::Element),
            "subscript_expression" => on(field("object").or_else(|| field("argument")), Step::Element),
            "array_access" => on(field("array"), Step::Element),
            "index_expression" => on(field("operand").or_else(|| first_inside(node)), Step::Element),
            "new_expression" => on(field("constructor").or_else(|| field("type")), Step::New),
            "object_creation_expression" | "composite_literal" | "compound_literal_expression" => {
                on(field("type").or_else(|| first_inside(node)), Step::New)
            }
            "struct_expression" => on(field("name"), Step::New),
            "as_expression" | "satisfies_expression" => on(last_inside(node), Step::Cast),
            // `NewStore[string, Foo](1)` looks like a conversion.
            "type_conversion_expression" if field("type").is_some_and(|of| of.kind() == "generic_type") => {
                let mut parts = field("type").map(inside).unwrap_or_default().into_iter();
                match (parts.next(), parts.next()) {
                    (Some(of), Some(arguments)) => Step::AppliedCall(of, inside(arguments)),
                    _ => other,
                }
            }
            "type_cast_expression" | "cast_expression" | "type_assertion_expression" | "type_conversion_expression" => {
                on(field("type"), Step::Cast)
            }
            "unary_expression" | "pointer_expression" => match self.text.as_bytes().get(node.start_byte()) {
                Some(b'&' | b'*') => on(last_inside(node), Step::Same),
                Some(b'<') => on(last_inside(node), Step::Element),
                _ => other,
            },
            "ternary_expression" | "conditional_expression" => {
                let last = field("alternative").or_else(|| last_inside(node));
                either(field("consequence").or_else(|| first_inside(node)), last)
            }
            "binary_expression" | "boolean_operator"
                if field("operator").is_some_and(|operator| matches!(operator.kind(), "||" | "??" | "or")) =>
            {
                either(field("left"), field("right"))
            }
            "generic_function" => match (field("function"), field("type_arguments")) {
                (Some(function), Some(arguments)) => Step::Applied(function, inside(arguments)),
                _ => other,
            },
            "slice_expression" => on(field("operand"), Step::Same),
            "named_expression" => on(field("value"), Step::Same),
            "qualified_type" => on(field("type"), Step::Same),
            "template_type" | "template_function" => on(field("name"), Step::Same),
            "reference_expression" => on(field("value"), Step::Same),
            "parenthesized_expression"
            | "await_expression"
            | "await"
            | "try_expression"
            | "non_null_expression"
            | "type_instantiation_expression"
            | "instantiation_expression"
            | "generic_type"
            | "bracketed_type"
            | "parenthesized_type"
            | "generic_type_with_turbofish" => on(first_inside(node), Step::Same),
            "string"
            | "concatenated_string"
            | "template_string"
            | "number"
            | "integer"
            | "float"
            | "list"
            | "dictionary"
            | "set"
            | "list_comprehension"
            | "set_comprehension"
            | "dictionary_comprehension"
            | "object"
            | "array"
            | "regex"
            | "array_expression"
            | "initializer_list"
            | "text_block"
            | "character_literal" => Step::First(Expression::Literal),
            "yield" => Step::First(Expression::Sent(Span::new(node.byte_range()))),
            "func_literal" => other,
            kind if kind.ends_with("_literal") => Step::First(Expression::Literal),
            _ => self.further_step(node),
        }
    }

    fn call<'tree>(&self, node: Node<'tree>) -> Step<'tree> {
        let Some(function) = node.child_by_field_name("function") else { return self.further_call(node) };
        if let Some(made) = self.made(function).or_else(|| self.cast(node, function)) {
            return Step::Cast(made);
        }
        let mut applied = inside(function);
        let (of, arguments) = match function.kind() {
            "index_expression" | "type_instantiation_expression" if applied.len() > 1 => (applied.remove(0), applied),
            _ => (function, node.child_by_field_name("type_arguments").map(inside).unwrap_or_default()),
        };
        if !arguments.is_empty() {
            return Step::AppliedCall(of, arguments);
        }
        let name = Span::new(function.byte_range()).of(self.text);
        let module = node.child_by_field_name("arguments").filter(|_| matches!(name, "require" | "import"));
        let module = module.and_then(first_inside).filter(|first| first.kind() == "string");
        Step::Call(function, module.map(|module| inside_quotes(module, self.text)))
    }

    /// The type that Python's `cast` says of a value.
    fn cast<'tree>(&self, call: Node<'tree>, function: Node<'tree>) -> Option<Node<'tree>> {
        let name = Span::new(function.byte_range()).of(self.text);
        let is_cast = call.kind() == "call" && matches!(name, "cast" | "typing.cast");
        let arguments = inside(call.child_by_field_name("arguments").filter(|_| is_cast)?);
        arguments.first().copied().filter(|_| arguments.len() == 2)
    }

    /// The type in the brackets of a function that gives a value of it.
    fn made<'tree>(&self, function: Node<'tree>) -> Option<Node<'tree>> {
        let mut function = function;
        while function.kind() == "qualified_identifier" {
            function = function.child_by_field_name("name")?;
        }
        let function = Some(function).filter(|function| function.kind() == "template_function")?;
        let name = function.child_by_field_name("name")?;
        if !MAKERS.contains(&Span::new(name.byte_range()).of(self.text)) {
            return None;
        }
        first_inside(function.child_by_field_name("arguments")?)
    }

    /// The chains in bare tokens, of which no tree was made, so that each token is known as what leads up to it.
    pub(super) fn tokens(&mut self, tree: Node<'_>) {
        if !self.token_trees.insert(tree.id()) {
            return;
        }
        let mut cursor = tree.walk();
        let mut before: Option<ExpressionId> = None;
        let mut is_joined = false;
        for token in tree.children(&mut cursor) {
            let of = before.take();
            match token.kind() {
                "." | "::" => before = of,
                "identifier" | "self" | "super" | "crate" | "metavariable" | "await" => {
                    let name = self.name_of(token);
                    before = match (of.filter(|_| is_joined), name) {
                        (Some(of), Some(name)) if of != self.other && token.kind() != "await" => {
                            Some(self.written.add(Expression::Member { of, name }))
                        }
                        (Some(of), _) => Some(of),
                        (None, Some(name)) if !is_joined => Some(self.written.add(Expression::Name(name))),
                        _ => None,
                    };
                }
                "token_tree" => {
                    before = match (of, self.text.as_bytes()[token.start_byte()]) {
                        (Some(of), b'(') if of != self.other => Some(self.written.add(Expression::Call(of))),
                        (Some(of), b'[') if of != self.other => Some(self.written.add(Expression::Element(of))),
                        _ => Some(self.other),
                    };
                }
                "?" => before = of,
                kind if kind.ends_with("_literal") && !is_joined => {
                    before = Some(self.written.add(Expression::Literal))
                }
                _ => before = Some(self.other),
            }
            is_joined = matches!(token.kind(), "." | "::");
            if let Some(id) = before {
                self.known.insert(token.id(), id);
            }
        }
    }
}

/// The named nodes in a node, comments aside.
fn inside(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| !child.is_extra()).collect()
}

fn first_inside(node: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).find(|child| !child.is_extra())
}

fn last_inside(node: Node<'_>) -> Option<Node<'_>> {
    inside(node).pop()
}

fn inside_quotes(node: Node<'_>, text: &str) -> Span {
    let span = Span::new(node.byte_range());
    let quoted = span.of(text);
    let inner = quoted.trim_start_matches(|first: char| first.is_ascii_alphabetic());
    let start = span.start as usize + (quoted.len() - inner.len());
    let bare = inner.trim_start_matches(['"', '\'', '`']);
    let start = start + (inner.len() - bare.len());
    let length = bare.trim_end_matches(['"', '\'', '`']).len();
    Span::new(start..start + length)
}
