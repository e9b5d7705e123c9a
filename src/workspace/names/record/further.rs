//! Expressions of the languages whose grammars have names of their own for what others call the same.

use super::{Recorder, Step, first_inside, inside};
use crate::workspace::names::Span;
use crate::workspace::names::expression::Expression;
use tree_sitter::Node;

impl Recorder<'_> {
    /// The link that a node of such a kind is.
    pub(super) fn further_step<'tree>(&self, node: Node<'tree>) -> Step<'tree> {
        let field = |name: &str| node.child_by_field_name(name);
        let other = Step::First(Expression::Other);
        let member = |of: Option<Node<'tree>>, name: Option<Node<'tree>>| match (of, name) {
            (Some(of), Some(name)) => Step::Member(of, name),
            _ => Step::First(Expression::Other),
        };
        let method = |of: Option<Node<'tree>>, name: Option<Node<'tree>>| match (of, name) {
            (Some(of), Some(name)) => Step::Method(of, name),
            _ => Step::First(Expression::Other),
        };
        match node.kind() {
            "simple_identifier" | "constant" | "name" | "self_expression" | "super_expression" | "this_expression"
            | "relative_scope" => self.name_of(node).map_or(other, |name| Step::First(Expression::Name(name))),
            // The variable `$name` is the name without its mark, but for the object itself.
            "variable_name" => match self.name_of(node).filter(|name| name.of(self.text) == "$this") {
                Some(name) => Step::First(Expression::Name(name)),
                None => first_inside(node).map_or(other, Step::Same),
            },
            "navigation_expression" => match field("suffix") {
                Some(suffix) => member(field("target"), suffix.child_by_field_name("suffix")),
                None => member(first_inside(node), inside(node).pop()),
            },
            "member_access_expression" | "nullsafe_member_access_expression" => {
                member(field("expression").or_else(|| field("object")), field("name"))
            }
            "null_aware_member_expression" => member(field("object"), field("property")),
            "scope_resolution" => member(field("scope"), field("name")),
            "dot_index_expression" => member(field("table"), field("field")),
            "method_index_expression" => member(field("table"), field("method")),
            "qualified_name" if field("qualifier").is_some() => member(field("qualifier"), field("name")),
            "member_call_expression" | "nullsafe_member_call_expression" => method(field("object"), field("name")),
            "scoped_call_expression" => method(field("scope"), field("name")),
            "invocation_expression" | "function_call_expression" => {
                field("function").map_or(other, |function| Step::Call(function, None))
            }
            "function_call" => field("name").map_or(other, |function| Step::Call(function, None)),
            "instance_expression" => first_inside(node).map_or(other, Step::New),
            "generic_name" | "named_type" | "nullable_type" => first_inside(node).map_or(other, Step::Same),
            // Of a qualified type the last name, whatever arguments it has.
            "user_type" | "qualified_name" => {
                let last = inside(node).into_iter().rfind(|part| !part.kind().ends_with("arguments"));
                last.map_or(other, Step::Same)
            }
            _ => other,
        }
    }

    /// A call that names no `function`: by a receiver and a method, or by what it begins with.
    pub(super) fn further_call<'tree>(&self, node: Node<'tree>) -> Step<'tree> {
        let field = |name: &str| node.child_by_field_name(name);
        match (field("receiver"), field("method").or_else(|| field("target"))) {
            (Some(of), Some(name)) if Span::new(name.byte_range()).of(self.text) == "new" => Step::New(of),
            (Some(of), Some(name)) => Step::Method(of, name),
            (None, Some(name)) => Step::Call(name, None),
            _ => match first_inside(node).filter(|_| node.kind() == "call_expression") {
                Some(function) => Step::Call(function, None),
                None => Step::First(Expression::Other),
            },
        }
    }
}
