//! Conversion of bare tokens to expressions: the contents of a macro call's parentheses.

use super::{Recorder, Step};
use crate::workspace::names::expression::{Expression, ExpressionId};
use tree_sitter::Node;

impl Recorder<'_> {
    /// Reads the chains in bare tokens, which have no tree. Each token is recorded with the chain
    /// that ends at it.
    pub(in crate::workspace::names) fn tokens(&mut self, tree: Node<'_>) {
        if !self.token_trees.insert(tree.id()) {
            return;
        }
        let mut cursor = tree.walk();
        let mut before: Option<ExpressionId> = None;
        let mut is_joined = false;
        for token in tree.children(&mut cursor) {
            let of = before.take();
            let joins = matches!(token.kind(), "." | "::");
            before = match token.kind() {
                "." | "::" | "?" => of,
                // A part of a chain, as `?` is, and no name.
                "await" if is_joined => of,
                kind if kind == tree.kind() => self.bracketed(of, token),
                _ => self.token(of.filter(|_| is_joined), token, is_joined),
            };
            is_joined = joins;
            if let Some(id) = before {
                self.known.insert(token.id(), id);
            }
        }
    }

    /// Adds `of(…)` or `of[…]`.
    fn bracketed(&mut self, of: Option<ExpressionId>, tree: Node<'_>) -> Option<ExpressionId> {
        Some(match (of, self.text.as_bytes()[tree.start_byte()]) {
            (Some(of), b'(') if of != self.other => self.written.add(Expression::Call(of)),
            (Some(of), b'[') if of != self.other => self.written.add(Expression::Element(of)),
            _ => self.other,
        })
    }

    fn token(
        &mut self,
        of: Option<ExpressionId>,
        token: Node<'_>,
        is_joined: bool,
    ) -> Option<ExpressionId> {
        match (of, self.step(token)) {
            (Some(of), Step::First(Expression::Name(name))) if of != self.other => {
                Some(self.written.add(Expression::Member { of, name }))
            }
            (Some(of), Step::First(Expression::Name(_))) => Some(of),
            (None, Step::First(Expression::Name(_) | Expression::Literal)) if is_joined => None,
            (None, Step::First(first @ (Expression::Name(_) | Expression::Literal))) => {
                Some(self.written.add(first))
            }
            _ => Some(self.other),
        }
    }
}
