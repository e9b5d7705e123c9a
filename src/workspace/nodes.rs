//! Walk through the nodes of a file's trees.

use super::outline::macro_trees;
use super::parse::{parse, parsed_part};
use crate::lang::{Language, cursor};
use tree_sitter::{Tree, TreeCursor};

/// Calls `visit` at each node of the tree of a text and of those of its macros, of which a body may
/// be read more than once. Returns whether there is a tree.
pub(super) fn each_node(
    text: &str,
    language: &'static Language,
    mut visit: impl FnMut(&TreeCursor<'_>),
) -> bool {
    let Some(tree) = parse(text, language) else { return false };
    walk(&tree, &mut visit);
    for tree in macro_trees(parsed_part(text, language), language, &tree) {
        walk(&tree, &mut visit);
    }
    true
}

/// Walks a tree.
fn walk(tree: &Tree, visit: &mut impl FnMut(&TreeCursor<'_>)) {
    let mut cursor = tree.walk();
    loop {
        visit(&cursor);
        if !cursor::next(&mut cursor) {
            return;
        }
    }
}
