//! Lists of facts in the order of their positions, and the nodes that they are made of.

use crate::workspace::names::{Binding, NameFacts, Origin, Span};
use rustc_hash::FxHashMap;
use tree_sitter::{Node, Tree};

/// Number of siblings, and of nodes around it, up to which a node's siblings are looked for from
/// it: a tree does so by going through all of them, for each node anew.
const MANY: u32 = 64;

/// Length of a text up to which this takes not long in any case, in bytes.
const SHORT: usize = 4 << 10;

/// What stands before a node in its list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Before {
    commas: usize,
    /// Nodes with a name that are no comments.
    named: usize,
    /// True if one of the parts stands for any number.
    is_open: bool,
}

impl Before {
    /// Returns the number of parts before the node; `None` behind one that stands for any number.
    pub(super) fn place(self) -> Option<u8> {
        u8::try_from(self.commas).ok().filter(|_| !self.is_open)
    }

    /// Returns the number of arguments before the node, if there are at most so many.
    pub(super) fn arguments(self, most: usize) -> Option<u8> {
        u8::try_from(self.named).ok().filter(|_| self.named <= most)
    }

    fn add(&mut self, node: Node<'_>, text: &str) {
        self.commas += usize::from(node.kind() == ",");
        self.named += usize::from(node.is_named() && !node.is_extra());
        self.is_open |= Span::new(node.byte_range()).of(text).starts_with("..");
    }
}

/// Returns what is behind a statement, to the end of the node around it.
pub(super) fn behind(statement: Node<'_>) -> Span {
    let end = statement.parent().map_or(statement.end_byte(), |around| around.end_byte());
    Span::new(statement.end_byte()..end)
}

/// What stands before the nodes of one tree in their lists.
#[derive(Default)]
pub(super) struct Places {
    tree: Option<Tree>,
    /// Of the nodes of long or deep lists, by id; made when it is first asked for.
    known: Option<FxHashMap<usize, Before>>,
}

impl Places {
    pub(super) fn of(tree: &Tree) -> Self {
        Self { tree: Some(tree.clone()), known: None }
    }

    /// Returns what stands before a node of the tree.
    pub(super) fn before(&mut self, node: Node<'_>, text: &str) -> Before {
        if let Some(tree) = self.tree.as_ref().filter(|_| text.len() > SHORT) {
            let known = self.known.get_or_insert_with(|| far_places(tree, text));
            if let Some(known) = known.get(&node.id()) {
                return *known;
            }
        }
        let mut before = Before::default();
        std::iter::successors(node.prev_sibling(), Node::prev_sibling)
            .for_each(|sibling| before.add(sibling, text));
        before
    }
}

/// Returns what stands before each of the nodes that have many siblings or stand in many nodes.
fn far_places(tree: &Tree, text: &str) -> FxHashMap<usize, Before> {
    let mut places = FxHashMap::default();
    let mut cursor = tree.walk();
    let mut depth = 0u32;
    loop {
        let node = cursor.node();
        if node.child_count() > MANY || depth > MANY {
            let mut before = Before::default();
            for child in node.children(&mut node.walk()) {
                places.insert(child.id(), before);
                before.add(child, text);
            }
        }
        if cursor.goto_first_child() {
            depth += 1;
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return places;
            }
            depth -= 1;
        }
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::registry;
    use crate::workspace::parse::parse;

    /// What is counted once for all nodes of long and of deep lists is what a look at each finds.
    #[test]
    fn places_in_long_lists_are_those_that_siblings_tell() {
        let list = |count: usize| -> String {
            let parts = (0..count).map(|part| match part % 40 {
                7 => format!("/* {part} */ a{part}, "),
                39 => format!("...b{part}, "),
                _ => format!("{{ a: {part} }}, "),
            });
            format!("f({});\n", parts.collect::<String>())
        };
        let deep = format!("a{};\n", ".on(1, () => b)".repeat(400));
        let text = list(30) + &list(300) + &deep;
        let language = registry().by_name("javascript").expect("the language");
        let tree = parse(&text, language).expect("a tree");
        let known = far_places(&tree, &text);
        let (mut near, mut far) = (0, 0);
        let mut nodes = vec![tree.root_node()];
        while let Some(node) = nodes.pop() {
            for child in node.children(&mut tree.walk()) {
                let expected = Places::default().before(child, &text);
                match known.get(&child.id()) {
                    Some(known) => {
                        assert_eq!(*known, expected);
                        far += 1;
                    }
                    None => near += 1,
                }
                nodes.push(child);
            }
        }
        assert_eq!(far, known.len());
        assert!(far > 1_000 && near > 100, "{far} {near}");
    }
}
