//! Lists of facts in the order of their positions, and the nodes that they are made of.

use crate::workspace::names::{Binding, NameFacts, Origin, Span};
use rustc_hash::FxHashMap;
use tree_sitter::Node;

/// Returns local names or members with the scopes that they stand in.
pub(super) fn located(names: FxHashMap<Span, Origin>, facts: &NameFacts) -> Vec<Binding> {
    let mut list: Vec<Binding> = names
        .into_iter()
        .map(|(name, origin)| Binding { name, scope: facts.scope_at(name.start), origin })
        .collect();
    list.sort_by_key(|binding| binding.name);
    list
}

pub(super) fn sorted<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort_unstable();
    list.dedup();
    list
}

/// Returns the innermost value of nested assignments: `f` of `exports = f`.
pub(super) fn assigned_value(node: Node<'_>) -> Node<'_> {
    let inner =
        node.child_by_field_name("right").filter(|_| node.kind() == "assignment_expression");
    inner.map_or(node, assigned_value)
}
