//! Queries in tree-sitter's language, with a closed vocabulary of captures, so that a misspelt
//! capture is an error instead of a query without matches.
//!
//! They are parsed and matched here and not by tree-sitter, whose own engine first proves of every
//! pattern that the grammar can produce it, in every process anew, which takes longer than most
//! answers do, for a property that a test can check once. The patterns used here need only a node
//! and its descendants. The engine of tree-sitter is the oracle of the test that keeps both equal.

mod matcher;
mod parse;

pub use matcher::Match;

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

    /// Returns the captures that the query may use. `definition.<kind>` is also legal in symbols;
    /// names that start with `_` are for predicates and legal everywhere.
    const fn vocabulary(self) -> &'static [&'static str] {
        match self {
            QueryKind::Symbols => &[
                "name",
                "declarator",
                "body",
                "value",
                "container",
                "exported",
                "ignored",
                "comment",
                "docstring",
                "decorator",
                "access",
                "block",
                "test",
                "wrapper",
                "wrapped",
                "macro.body",
            ],
            QueryKind::Graph => GRAPH,
            QueryKind::Expressions => EXPRESSIONS,
            QueryKind::Highlights => {
                &["keyword", "type", "function", "string", "number", "comment", "constant"]
            }
        }
    }
}

/// Vocabulary of `graph.scm`. The captures of several matches at one identifier are combined.
const GRAPH: &[&str] = &[
    // An identifier that may stand for a definition; every one of the file.
    "use",
    // `receiver.name`, `path::name`: the identifier and its qualifier, in one match.
    "name",
    "receiver",
    "path",
    // Role of the identifier. Without any of these it is a read.
    "call",
    // A name that is called unless a local name hides it, as a method without arguments in Ruby.
    "call.unbound",
    // A block that may be called with a receiver, whose members are named in it without one.
    "receiver.block",
    // The arguments of the call in the same match; and a list of arguments or parameters of which
    // one may stand for several.
    "passed",
    "uncounted",
    // A field or a supertype in a constructor's list of initializers.
    "initialize",
    "type",
    "write",
    "inherit",
    "decorator",
    // The identifier stands for no definition: a label, the name of an argument.
    "label",
    // Scopes of local names. Names in a type's body are not visible to the functions in it.
    "scope",
    "scope.type",
    // A local name; in the same match its type as written, and the expression of its value or, for
    // `element`, the expression whose elements it is bound to one by one.
    "binding",
    "annotation",
    "value",
    "element",
    // As `element`, but where the expression is no collection, the name is bound to its content, as
    // of an `Option`.
    "held",
    // A collection to whose keys the name is bound; of what has none, its elements.
    "keys",
    // A tuple whose first or second value the name is bound to.
    "first",
    "second",
    // A value that a pattern takes apart: the name is bound to its member of the same name.
    "unpacked",
    // The scope in which a name has the type in the same match, as in a case of a type switch.
    "within",
    // A block that is no scope, in which a condition gives the name the type in the same match.
    "where",
    // A member of the type around it, with `annotation` or `value`.
    "field",
    // The parameters and the result of the function around them.
    "parameters",
    "returns",
    // The parameters of a method, with their types.
    "takes",
    // The name of a function that need not write the type of its result, and in the same match a
    // value that it returns, or the function's `body`, in which such values stand in matches of
    // their own.
    "producer",
    "result",
    // A block of statements that may be passed over.
    "branch",
    // The name of a definition that is called, and in the same match one of its parameters: one
    // that must have an argument, one that need not, and one that takes any number of them.
    "callable",
    "parameter",
    "optional",
    "rest",
    "text",
    // A type parameter.
    "generic",
    // Another name for a type, and in the same match the type.
    "aliased",
    "meaning",
    // A type and one that it extends or implements.
    "subtype",
    "supertype",
    // The supertype's arguments, where they stand beside it.
    "arguments",
    // The body of a type without a name, in the match of its supertype.
    "body",
    // A member of a supertype that a type takes over beside its own of the name.
    "retained",
    // The package that the file declares.
    "package",
    // One import: the module, the name imported from it, its local name. Without `imported` the
    // module itself gets the local name. `import` is the whole import, when there is nothing else
    // to capture.
    "import",
    // A name in the path of an import that is no capture of its own below.
    "import.path",
    "module",
    "imported",
    "alias",
    "wildcard",
    // The local name of the module's unnamed export.
    "default",
    // A name re-exported under its own name or `alias`, without being a name here.
    "reexport",
    // The value of an unnamed export: `unnamed` beside named ones, or `whole` as all that the file
    // exports. `exporting` is the statement.
    "unnamed",
    "whole",
    "exporting",
    // `prefix` holds for the modules of all imports inside `group`.
    "prefix",
    "group",
    // A token tree that may hold whole items.
    "macro.body",
    // The text of a macro that the grammar does not read.
    "macro.text",
    // Bare tokens without a tree; chains are read in them as well.
    "tokens",
];

/// Vocabulary of `expressions.scm`. Of the patterns that match a node, the first with a capture for
/// expressions determines the expression, and the first with a `type.` capture the type; a node
/// without a type capture is the type that it names as an expression. A node without any match is
/// an unknown expression or type.
const EXPRESSIONS: &[&str] = &[
    "name",
    // A text, a number, a list or the like.
    "literal",
    // `None`, `null`.
    "nothing",
    // The value that a generator receives from a `yield`.
    "sent",
    // Equal to the node in it: parentheses, `await`, a reference.
    "same",
    // `of.member`; `of.method()`, a call; and `a::(b::c)`, a path that is nested in its end.
    "of",
    "member",
    "method",
    "rest",
    // A call of this function; in the same match the path of the module that it loads.
    "call",
    "module",
    // A function that is applied to types but not called.
    "applied",
    // The arguments of `call`, `applied` or `new`: the other nodes in this one.
    "arguments",
    // `element[…]`.
    "element",
    // The alternatives of `a || b` or of a condition.
    "either",
    "or",
    // A new value of this type, and a value cast to it.
    "new",
    "cast",
    // A type equal to the one in it.
    "type.same",
    // The types in the node: of a union or intersection, and of a tuple.
    "type.several",
    "type.tuple",
    // A list, array or map of these, and in the same match the keys, where a loop with one variable
    // goes over those.
    "type.elements",
    "type.key",
    // A type with arguments, which are the other nodes in `type.arguments`. Without `type.applied`
    // the node's own name is the type.
    "type.applied",
    "type.arguments",
    // In a match for each name that shares the type of a parameter: `a, b int`.
    "type.each",
    // A type in quotes.
    "type.quoted",
    // No type of a value: `void`; and an argument that is no type: a lifetime.
    "type.other",
    "type.ignored",
];

/// Meaning of a capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Capture {
    Definition(SymbolKind),
    /// A word of the kind's vocabulary.
    Word(&'static str),
    /// For predicates only.
    Private,
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
    #[error("unknown capture @{capture}; legal are {legal}")]
    Capture { capture: String, legal: String },
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
        let captures = names.iter().map(|name| meaning(kind, name)).collect::<Result<_, _>>()?;
        let mut starts = vec![Vec::new(); grammar.node_kind_count()];
        let mut error_starts = Vec::new();
        for (index, pattern) in patterns.iter().enumerate() {
            for kind_id in pattern.starts() {
                starts.get_mut(usize::from(kind_id)).unwrap_or(&mut error_starts).push(index);
            }
        }
        Ok(Self { patterns, captures, starts, error_starts })
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

    /// Returns whether a word of the vocabulary is captured by any pattern.
    pub fn says(&self, word: &str) -> bool {
        self.captures.iter().any(|capture| matches!(capture, Capture::Word(said) if *said == word))
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
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return;
                }
            }
        }
    }
}

fn meaning(kind: QueryKind, name: &str) -> Result<Capture, QueryError> {
    if name.starts_with('_') {
        return Ok(Capture::Private);
    }
    if kind == QueryKind::Symbols
        && let Some(symbol) = name.strip_prefix("definition.").and_then(SymbolKind::parse)
    {
        return Ok(Capture::Definition(symbol));
    }
    kind.vocabulary().iter().find(|word| **word == name).map(|word| Capture::Word(word)).ok_or_else(
        || {
            let mut legal: Vec<String> =
                kind.vocabulary().iter().map(|word| format!("@{word}")).collect();
            if kind == QueryKind::Symbols {
                legal.push("@definition.<kind>".into());
            }
            QueryError::Capture { capture: name.to_owned(), legal: legal.join(", ") }
        },
    )
}

#[cfg(test)]
mod tests;
