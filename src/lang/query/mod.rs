//! Queries in tree-sitter's language, with a closed vocabulary of captures, so that a misspelt capture is an error and not
//! silence.
//!
//! They are read and matched here and not by tree-sitter, whose own engine first proves of every pattern that the grammar
//! can produce it: 2 to 240 ms a language and query, in every process, for what a test can tell once. The patterns that
//! languages here use need no more than a look at a node and at what it holds. The engine of tree-sitter is the oracle of
//! the test that keeps both alike.

mod matcher;
mod parse;

pub use matcher::Match;

use crate::domain::{Cancel, SymbolKind};
use matcher::State;
use parse::{Pattern, Reader};
use tree_sitter::{Language as Grammar, Node};

/// The queries that a language may have; each is a file of its folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QueryKind {
    /// Definitions, comments, decorators, tests and macro bodies: see CONTRIBUTING.md for the vocabulary.
    Symbols,
    /// Uses of names, calls, scopes, local bindings, imports and supertypes, read in one pass over the tree.
    Graph,
    /// The links of expressions and the parts of types, read of single nodes that the graph's query names.
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

    /// Captures that the query may use. `definition.<kind>` is legal in symbols besides; names that start with `_` are
    /// for predicates and legal everywhere.
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
            QueryKind::Highlights => &["keyword", "type", "function", "string", "number", "comment", "constant"],
        }
    }
}

/// The vocabulary of `graph.scm`. What several matches say of one identifier comes together.
const GRAPH: &[&str] = &[
    // An identifier that may stand for a definition; every one of the file.
    "use",
    // `receiver.name`, `path::name`: the identifier, and what stands before it, in one match.
    "name",
    "receiver",
    "path",
    // What the identifier is there for. Without any of these it is read.
    "call",
    "type",
    "write",
    "inherit",
    "decorator",
    // The identifier stands for no definition: a label, the name of an argument.
    "label",
    // Where local names live. The names in a type's body are not seen by the functions in it.
    "scope",
    "scope.type",
    // A local name; in the same match its type as it is written, and the expression that it is made from or, for
    // `element`, the expression whose elements it stands for one by one.
    "binding",
    "annotation",
    "value",
    "element",
    // As `element`, and where the expression is no collection, the name stands for it itself: what is in an `Option`.
    "held",
    // The scope in which a name is of the type in the same match, as in a case of a type switch.
    "within",
    // A member of the type around it, with `annotation` or `value`.
    "field",
    // The parameters and the result of the function around them.
    "parameters",
    "returns",
    "text",
    // A type parameter.
    "generic",
    // A name that is given to a type, and in the same match the type.
    "aliased",
    "meaning",
    // A type and one that it extends or implements.
    "subtype",
    "supertype",
    // The supertype's arguments, where they stand beside it.
    "arguments",
    // The body of a type without a name, in the match of its supertype.
    "body",
    // The package that the file says it belongs to.
    "package",
    // One import: the module, the name taken from it, the name it gets here. Without `imported` it is the module itself
    // that gets a name. `import` stands for the whole when there is nothing else to capture.
    "import",
    "module",
    "imported",
    "alias",
    "wildcard",
    // The local name of what the module exports without a name.
    "default",
    // What is passed on to importers under its own name or `alias`, without being a name here.
    "reexport",
    // The value that a file exports without a name: `unnamed` beside others that have names, or `whole` as all it exports.
    // `exporting` is the statement.
    "unnamed",
    "whole",
    "exporting",
    // `prefix` holds for the modules of all imports inside `group`.
    "prefix",
    "group",
    // A token tree that may hold whole items.
    "macro.body",
    // Bare tokens of which no tree was made; chains are read in them all the same.
    "tokens",
];

/// The vocabulary of `expressions.scm`. Of the patterns that match a node the first one that says something of an expression
/// tells what expression the node is, and the first with a `type.` what type; a node of which no pattern says a type is the
/// type that it names as an expression. What no pattern matches is an expression or type of which nothing is known.
const EXPRESSIONS: &[&str] = &[
    "name",
    // A text, a number, a list or the like.
    "literal",
    // `None`, `null`.
    "nothing",
    // What a generator is sent where it yields.
    "sent",
    // No more than the node in it: parentheses, `await`, a reference.
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
    // What `call`, `applied` or `new` are applied to: the other nodes in this one.
    "arguments",
    // `element[…]`.
    "element",
    // One of two, as `a || b` or a condition chooses.
    "either",
    "or",
    // A new value of this type, and a value that is said to be of it.
    "new",
    "cast",
    // A type that says no more than the one in it.
    "type.same",
    // The types in the node: all at once or one of them, and one beside the other.
    "type.several",
    "type.tuple",
    // A list, array or map of these.
    "type.elements",
    // A type with arguments, which are the other nodes in `type.arguments`. Without `type.applied` the node's own name is the type.
    "type.applied",
    "type.arguments",
    // A type in quotes.
    "type.quoted",
    // Says nothing of a value: `void`; and an argument that is no type: a lifetime.
    "type.other",
    "type.ignored",
];

/// What a capture means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Capture {
    Definition(SymbolKind),
    /// One of the kind's vocabulary.
    Word(&'static str),
    /// For predicates only.
    Private,
}

/// A query and the meaning of its captures.
pub struct CompiledQuery {
    patterns: Vec<Pattern>,
    /// By capture index.
    captures: Vec<Capture>,
    /// By kind id: the patterns that start at such a node, in their order.
    starts: Vec<Vec<usize>>,
    /// The patterns that start where the text could not be parsed.
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
    pub(super) fn new(grammar: &Grammar, kind: QueryKind, source: &str) -> Result<Self, QueryError> {
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

    /// What `read` makes of the first match at `node` of which it makes something, in the order of the patterns.
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

    /// Tells `visit` what matches at `node`, pattern after pattern, until it has enough.
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
                is_enough |= visit(&Match { pattern: *index, start: node, captured, meanings: &self.captures });
            });
            if is_enough {
                return;
            }
        }
    }

    /// Whether a word of the vocabulary is captured anywhere.
    pub fn says(&self, word: &str) -> bool {
        self.captures.iter().any(|capture| matches!(capture, Capture::Word(said) if *said == word))
    }

    /// Walks the tree below `root` and tells `visit` what matches, node by node and of each node in the order of the
    /// patterns. What a node holds is looked at when `enter` says so.
    pub fn walk<'tree>(
        &self,
        root: Node<'tree>,
        text: &str,
        mut enter: impl FnMut(Node<'tree>) -> bool,
        mut visit: impl FnMut(&Match<'_, 'tree>),
    ) {
        /// Nodes between two looks at whether somebody still waits.
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
    kind.vocabulary().iter().find(|word| **word == name).map(|word| Capture::Word(word)).ok_or_else(|| {
        let mut legal: Vec<String> = kind.vocabulary().iter().map(|word| format!("@{word}")).collect();
        if kind == QueryKind::Symbols {
            legal.push("@definition.<kind>".into());
        }
        QueryError::Capture { capture: name.to_owned(), legal: legal.join(", ") }
    })
}

#[cfg(test)]
mod tests;
