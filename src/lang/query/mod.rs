//! Queries in tree-sitter's language, with a closed vocabulary of captures, so that a misspelt
//! capture is an error instead of a query without matches.
//!
//! They are parsed and matched here and not by tree-sitter, whose own engine first proves of every
//! pattern that the grammar can produce it, in every process anew, which takes longer than most
//! answers do, for a property that a test can check once. The patterns used here need only a node
//! and its descendants. The engine of tree-sitter is the oracle of the test that keeps both equal.

mod capture;
mod matcher;
mod parse;

pub use capture::{Capture, ExpressionCapture, GraphCapture, SymbolCapture};
pub use matcher::Match;

use super::cursor::next_behind;
use crate::domain::{Cancel, SymbolKind};
use matcher::State;
use parse::{Pattern, Reader};
use tree_sitter::{Language as Grammar, Node};

/// Kinds of queries that a language may have; each is a file of its folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QueryKind {
    /// Definitions, comments, decorators, tests and macro bodies: see CONTRIBUTING.md for the
    /// vocabulary.
    Symbols,
    /// Uses of names, calls, scopes, local bindings, imports and supertypes, read in one pass over
    /// the tree.
    Graph,
    /// Links of expressions and parts of types, matched at single nodes that the graph's query
    /// names.
    Expressions,
    /// Colours for a terminal.
    Highlights,
}

impl QueryKind {
    pub const ALL: [QueryKind; 4] =
        [QueryKind::Symbols, QueryKind::Graph, QueryKind::Expressions, QueryKind::Highlights];

    pub const fn file_name(self) -> &'static str {
        match self {
            QueryKind::Symbols => "symbols.scm",
            QueryKind::Graph => "graph.scm",
            QueryKind::Expressions => "expressions.scm",
            QueryKind::Highlights => "highlights.scm",
        }
    }
}

/// A query with the meanings of its captures.
pub struct CompiledQuery {
    patterns: Vec<Pattern>,
    /// Indexed by capture.
    captures: Vec<Capture>,
    /// Patterns that start at a node of a kind, in their order; indexed by kind id.
    starts: Vec<Vec<usize>>,
    /// Patterns that start at a syntax error.
    error_starts: Vec<usize>,
}

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum QueryError {
    #[error("line {line}: {message}")]
    Syntax { line: usize, message: String },
    #[error("a capture that is not in the vocabulary: {0}")]
    Capture(String),
    #[error("line {line}: the grammar has no {what} called {name}")]
    Unknown { line: usize, what: &'static str, name: String },
}

impl CompiledQuery {
    pub(super) fn new(
        grammar: &Grammar,
        kind: QueryKind,
        source: &str,
    ) -> Result<Self, QueryError> {
        let (patterns, names) = Reader::new(grammar, source).read()?;
        let captures =
            names.iter().map(|name| Capture::parse(kind, name)).collect::<Result<_, _>>()?;
        let mut starts = vec![Vec::new(); grammar.node_kind_count()];
        let mut error_starts = Vec::new();
        for (index, pattern) in patterns.iter().enumerate() {
            for kind_id in pattern.starts() {
                starts.get_mut(usize::from(kind_id)).unwrap_or(&mut error_starts).push(index);
            }
        }
        Ok(Self { patterns, captures, starts, error_starts })
    }

    /// Returns whether it tells which definitions are tests.
    pub(super) fn marks_tests(&self) -> bool {
        let is_mark = |capture: &Capture| {
            matches!(
                capture,
                Capture::Symbol(SymbolCapture::Test) | Capture::Definition(SymbolKind::Test)
            )
        };
        self.captures.iter().any(is_mark)
    }

    /// Returns the first `Some` of `read` for a match at `node`, in the order of the patterns.
    pub fn first_at<'tree, T>(
        &self,
        node: Node<'tree>,
        text: &str,
        mut read: impl FnMut(&Match<'_, 'tree>) -> Option<T>,
    ) -> Option<T> {
        let mut made = None;
        self.find(node, text, &mut State::default(), |found| {
            if made.is_none() {
                made = read(found);
            }
            made.is_some()
        });
        made
    }

    /// Calls `visit` with the matches at `node`, pattern by pattern, until it returns true.
    fn find<'tree>(
        &self,
        node: Node<'tree>,
        text: &str,
        state: &mut State<'tree>,
        mut visit: impl FnMut(&Match<'_, 'tree>) -> bool,
    ) {
        let starts = self.starts.get(usize::from(node.kind_id())).unwrap_or(&self.error_starts);
        if starts.is_empty() {
            return;
        }
        state.start();
        for index in starts {
            let mut is_enough = false;
            self.patterns[*index].find(node, text, state, |captured| {
                is_enough |= visit(&Match {
                    pattern: *index,
                    start: node,
                    captured,
                    meanings: &self.captures,
                });
            });
            if is_enough {
                return;
            }
        }
    }

    /// Returns whether any pattern has a capture.
    pub fn has(&self, capture: Capture) -> bool {
        self.captures.contains(&capture)
    }

    /// Walks the tree below `root` and calls `visit` with the matches, node by node and for each
    /// node in the order of the patterns. The children of a node are visited if `enter` returns
    /// true.
    pub fn walk<'tree>(
        &self,
        root: Node<'tree>,
        text: &str,
        mut enter: impl FnMut(Node<'tree>) -> bool,
        mut visit: impl FnMut(&Match<'_, 'tree>),
    ) {
        /// Number of nodes between two checks for cancellation.
        const RUN: usize = 1024;
        let cancel = Cancel::current();
        let mut state = State::default();
        let mut cursor = root.walk();
        let mut nodes = 0usize;
        loop {
            nodes += 1;
            if nodes.is_multiple_of(RUN) && cancel.is_cancelled() {
                return;
            }
            let node = cursor.node();
            self.find(node, text, &mut state, |found| {
                visit(found);
                false
            });
            if enter(node) && cursor.goto_first_child() {
                continue;
            }
            if !next_behind(&mut cursor) {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests;
