//! Tree-sitter queries with a closed vocabulary of captures, so that a misspelt capture is an error and not silence.

use crate::domain::SymbolKind;
use tree_sitter::{Language as Grammar, Query};

/// The queries that a language may have; each is a file of its folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QueryKind {
    /// Definitions, comments, decorators, tests and macro bodies: see CONTRIBUTING.md for the vocabulary.
    Symbols,
    /// Call sites.
    Calls,
    /// What a file brings in from others, and what it passes on.
    Imports,
    /// Local bindings, which shadow what is outside.
    Locals,
    /// Which type extends or implements which.
    Supertypes,
    /// The roles that identifiers play where they are used: types, writes, annotations.
    References,
    /// Colours for a terminal.
    Highlights,
}

impl QueryKind {
    pub const ALL: [QueryKind; 7] = [
        QueryKind::Symbols,
        QueryKind::Calls,
        QueryKind::Imports,
        QueryKind::Locals,
        QueryKind::Supertypes,
        QueryKind::References,
        QueryKind::Highlights,
    ];

    pub const fn file_name(self) -> &'static str {
        match self {
            QueryKind::Symbols => "symbols.scm",
            QueryKind::Calls => "calls.scm",
            QueryKind::Imports => "imports.scm",
            QueryKind::Locals => "locals.scm",
            QueryKind::Supertypes => "supertypes.scm",
            QueryKind::References => "references.scm",
            QueryKind::Highlights => "highlights.scm",
        }
    }

    /// Captures that the query may use. `definition.<kind>` is legal in symbols besides; names that start with `_` are
    /// for predicates and legal everywhere.
    const fn vocabulary(self) -> &'static [&'static str] {
        match self {
            QueryKind::Symbols => &[
                "name",
                "body",
                "container",
                "comment",
                "docstring",
                "decorator",
                "access",
                "test",
                "wrapper",
                "wrapped",
                "macro.body",
            ],
            QueryKind::Calls => &["call", "callee", "receiver", "path", "macro.body"],
            QueryKind::Imports => &["import", "module", "name", "alias", "wildcard", "reexport"],
            QueryKind::Locals => &["scope", "binding", "type", "value"],
            QueryKind::Supertypes => &["definition", "type", "supertype"],
            QueryKind::References => {
                &["type", "write", "read", "import", "inherit", "parameter", "return", "field", "other"]
            }
            QueryKind::Highlights => &["keyword", "type", "function", "string", "number", "comment", "constant"],
        }
    }
}

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
    pub query: Query,
    /// By capture index.
    pub captures: Vec<Capture>,
}

#[derive(Debug, thiserror::Error)]
pub(super) enum QueryError {
    #[error("{0}")]
    Syntax(#[from] tree_sitter::QueryError),
    #[error("unknown capture @{capture}; legal are {legal}")]
    Capture { capture: String, legal: String },
}

impl CompiledQuery {
    pub(super) fn new(grammar: &Grammar, kind: QueryKind, source: &str) -> Result<Self, QueryError> {
        let query = Query::new(grammar, source)?;
        let captures = query.capture_names().iter().map(|name| meaning(kind, name)).collect::<Result<_, _>>()?;
        Ok(Self { query, captures })
    }

    /// The index of a word of the vocabulary, where the query uses it.
    pub fn index_of(&self, word: &str) -> Option<u32> {
        self.query.capture_index_for_name(word)
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
