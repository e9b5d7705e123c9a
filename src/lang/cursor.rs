//! Steps through the nodes of a tree in the order of the text, without recursion, which could be as
//! deep as the nesting of somebody's code.

use tree_sitter::TreeCursor;

/// Moves to the next node, which may be inside the present one; false at the end.
pub fn next(cursor: &mut TreeCursor<'_>) -> bool {
    cursor.goto_first_child() || next_behind(cursor)
}

/// Moves to the next node that is not inside the present one; false at the end.
pub fn next_behind(cursor: &mut TreeCursor<'_>) -> bool {
    while !cursor.goto_next_sibling() {
        if !cursor.goto_parent() {
            return false;
        }
    }
    true
}
