//! Tree-sitter queries with a closed vocabulary of captures, so that a misspelt capture is an error and not silence.

use crate::domain::SymbolKind;
use tree_sitter::{Language as Grammar, Query};

/// The queries that a language may have; each is a file of its folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QueryKind {
    /// Definitions, comments, decorators, tests and macro bodies: see CONTRIBUTING.md for the vocabulary.
    Symbols,
    /// Uses of names, calls, scopes, local bindings, imports and supertypes, read in one pass over the tree.
    Graph,
    /// Colours for a terminal.
    Highlights,
}

impl QueryKind {
    pub const ALL: [QueryKind; 3] = [QueryKind::Symbols, QueryKind::Graph, QueryKind::Highlights];

    pub const fn file_name(self) -> &'static str {
        match self {
            QueryKind::Symbols => "symbols.scm",
            QueryKind::Graph => "graph.scm",
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
                "test",
                "wrapper",
                "wrapped",
                "macro.body",
            ],
            QueryKind::Graph => GRAPH,
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
    // A member of the type around it, with `annotation` or `value`.
    "field",
    // The parameters and the result of the function around them.
    "parameters",
    "returns",
    // A type and one that it extends or implements.
    "subtype",
    "supertype",
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
    // `prefix` holds for the modules of all imports inside `group`.
    "prefix",
    "group",
    // A token tree that may hold whole items.
    "macro.body",
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
    pub query: Query,
    /// By capture index.
    pub captures: Vec<Capture>,
    /// By kind id; for symbols only.
    steps: Vec<Step>,
    error_step: Step,
}

/// What a walk through a tree does at a node of some kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Step {
    /// Patterns start here.
    pub starts: bool,
    /// A pattern is nothing but this kind of node under this word of the vocabulary; it needs no query.
    pub plain: Option<&'static str>,
    /// Nothing is defined inside.
    pub is_opaque: bool,
}

#[derive(Debug, thiserror::Error)]
pub(super) enum QueryError {
    #[error("{0}")]
    Syntax(#[from] tree_sitter::QueryError),
    #[error("unknown capture @{capture}; legal are {legal}")]
    Capture { capture: String, legal: String },
    #[error("a pattern must start at one named node or at a choice of them: {0}")]
    Start(String),
    #[error("the grammar has no node called {0}")]
    Kind(String),
}

impl CompiledQuery {
    pub(super) fn new(grammar: &Grammar, kind: QueryKind, source: &str) -> Result<Self, QueryError> {
        let query = Query::new(grammar, source)?;
        let captures = query.capture_names().iter().map(|name| meaning(kind, name)).collect::<Result<_, _>>()?;
        Ok(Self { query, captures, steps: Vec::new(), error_step: Step::default() })
    }

    /// Prepares for a walk that runs the query only at nodes where a pattern starts: on whole trees tree-sitter's own walk
    /// costs half as much as parsing them.
    pub(super) fn with_steps(mut self, grammar: &Grammar, source: &str, opaque: &[String]) -> Result<Self, QueryError> {
        self.steps = vec![Step::default(); grammar.node_kind_count()];
        for pattern in 0..self.query.pattern_count() {
            let text = &source[self.query.start_byte_for_pattern(pattern)..self.query.end_byte_for_pattern(pattern)];
            let word = plain(text).and_then(|name| QueryKind::Symbols.vocabulary().iter().find(|word| **word == name));
            for kind in starts(text).ok_or_else(|| QueryError::Start(text.trim().to_owned()))? {
                let step = self.step_mut(grammar, kind)?;
                match word {
                    Some(word) if step.plain.is_none() => step.plain = Some(word),
                    _ => step.starts = true,
                }
            }
        }
        for kind in opaque {
            self.step_mut(grammar, kind)?.is_opaque = true;
        }
        Ok(self)
    }

    fn step_mut(&mut self, grammar: &Grammar, kind: &str) -> Result<&mut Step, QueryError> {
        if kind == "ERROR" {
            return Ok(&mut self.error_step);
        }
        let id = usize::from(grammar.id_for_node_kind(kind, true));
        self.steps.get_mut(id).filter(|_| id > 0).ok_or_else(|| QueryError::Kind(kind.to_owned()))
    }

    /// What to do at a node of this kind.
    pub fn step(&self, kind_id: u16) -> Step {
        self.steps.get(usize::from(kind_id)).copied().unwrap_or(self.error_step)
    }

    /// The index of a word of the vocabulary, where the query uses it.
    pub fn index_of(&self, word: &str) -> Option<u32> {
        self.query.capture_index_for_name(word)
    }
}

/// The kinds of nodes at which a pattern can start: `(kind …)` or `[(kind …) (kind …)]`.
fn starts(pattern: &str) -> Option<Vec<&str>> {
    let pattern = pattern.trim_start();
    if !pattern.starts_with('[') {
        return Some(vec![start(pattern)?]);
    }
    let mut kinds = Vec::new();
    let mut depth = 0usize;
    for (offset, byte) in pattern.bytes().enumerate() {
        match byte {
            b'(' if depth == 1 => {
                kinds.push(start(&pattern[offset..])?);
                depth += 1;
            }
            b'"' if depth == 1 => return None,
            b'(' | b'[' => depth += 1,
            b')' | b']' => {
                depth -= 1;
                if depth == 0 {
                    return Some(kinds);
                }
            }
            _ => {}
        }
    }
    None
}

/// The capture of a pattern that looks at nothing but the kind of one node: `(comment) @comment`.
fn plain(pattern: &str) -> Option<&str> {
    let (node, name) = pattern.split(';').next()?.trim().split_once('@')?;
    let is_plain = |text: &str| {
        let kinds = text.trim().split(')').map(str::trim);
        kinds.filter(|kind| !kind.is_empty()).all(|kind| kind.strip_prefix('(').is_some_and(is_word))
    };
    let inside = node.trim().strip_prefix('[').and_then(|node| node.strip_suffix(']')).unwrap_or(node);
    (is_plain(inside) && !name.contains(['@', '('])).then_some(name)
}

fn is_word(text: &str) -> bool {
    text.chars().all(|character| character.is_alphanumeric() || character == '_')
}

/// The kind of one parenthesised node.
fn start(node: &str) -> Option<&str> {
    let inside = node.strip_prefix('(')?;
    let end = inside.find(|character: char| !character.is_alphanumeric() && character != '_')?;
    Some(&inside[..end]).filter(|kind| !kind.is_empty() && *kind != "_")
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
mod tests {
    use super::*;

    #[test]
    fn plain_patterns_are_told_by_their_text() {
        for (pattern, expected) in [
            ("(comment) @comment\n; more", Some("comment")),
            ("[(line_comment) (block_comment)] @comment", Some("comment")),
            ("(a (b)) @comment", None),
            ("(a b: (c) @comment)", None),
            ("(a) @comment @test", None),
            ("(a) @comment (#eq? @comment \"b\")", None),
        ] {
            assert_eq!(plain(pattern), expected, "{pattern}");
        }
    }

    #[test]
    fn the_starts_of_patterns_are_read_from_their_text() {
        for (pattern, expected) in [
            ("(comment) @comment", Some(vec!["comment"])),
            ("[(line_comment) (block_comment (x))] @comment", Some(vec!["line_comment", "block_comment"])),
            ("(a b: [(c) (d)] @e (#eq? @e \"[\"))", Some(vec!["a"])),
            ("[\"get\" (a)]", None),
            ("((a) . (b))", None),
            ("(_ (a))", None),
        ] {
            assert_eq!(starts(pattern), expected, "{pattern}");
        }
    }
}
