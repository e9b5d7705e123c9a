//! What the query finds in the tree, before its text is looked at.

use crate::domain::SymbolKind;
use crate::lang::{Capture, CompiledQuery, Language};
use crate::workspace::parse::parse_ranges;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use tree_sitter::{Language as Grammar, Node, QueryCursor, StreamingIterator, Tree};

/// Rounds of macro bodies within macro bodies that are parsed.
pub(in crate::workspace) const MACRO_ROUNDS: usize = 3;

/// A definition before its text is looked at. All positions are bytes.
pub(super) struct Raw {
    pub(super) kind: SymbolKind,
    pub(super) node_type: &'static str,
    pub(super) node: Range<usize>,
    /// The node with what is wrapped around it.
    pub(super) outer: Range<usize>,
    pub(super) name: Option<Range<usize>>,
    pub(super) body: Option<Range<usize>>,
    pub(super) value: Option<Range<usize>>,
    pub(super) container: Option<Range<usize>>,
    pub(super) docstring: Option<Range<usize>>,
    pub(super) is_test: bool,
}

#[derive(Default)]
pub(super) struct Found {
    pub(super) definitions: Vec<Raw>,
    /// By start.
    pub(super) comments: Vec<Range<usize>>,
    pub(super) decorators: Vec<Range<usize>>,
    /// `public:` and the like, which hold until the next one.
    pub(super) access: Vec<Range<usize>>,
    pub(super) tests: HashSet<(usize, usize)>,
    pub(super) macro_bodies: Vec<tree_sitter::Range>,
}

impl Found {
    pub(super) fn collect(&mut self, grammar: &'static Grammar, query: &CompiledQuery, tree: &Tree, text: &str) {
        // What several matches say of one node comes together here; node ids are unique within one tree only.
        let mut by_node: HashMap<(usize, usize), usize> = HashMap::new();
        let mut containers: HashMap<usize, Range<usize>> = HashMap::new();
        let mut wrappers: HashMap<usize, (usize, Range<usize>)> = HashMap::new();
        let mut nodes: Vec<usize> = Vec::new();
        let first_definition = self.definitions.len();

        let mut cursor = QueryCursor::new();
        let mut matches = cursor.matches(&query.query, tree.root_node(), text.as_bytes());
        while let Some(found) = matches.next() {
            let mut parts = MatchParts::default();
            for capture in found.captures() {
                let node = capture.node;
                match query.captures[capture.index as usize] {
                    Capture::Definition(kind) => parts.definition = Some((kind, node)),
                    Capture::Private => {}
                    Capture::Word(word) => match word {
                        "name" => parts.name = Some(node),
                        "body" => parts.add_body(node),
                        "container" => parts.container = Some(node),
                        "docstring" => parts.docstring = Some(node.byte_range()),
                        "wrapper" => parts.wrapper = Some(node),
                        "wrapped" => parts.wrapped = Some(node),
                        "comment" => self.comments.push(node.byte_range()),
                        "decorator" => self.decorators.push(node.byte_range()),
                        "access" => self.access.push(node.byte_range()),
                        "test" => {
                            self.tests.insert((node.start_byte(), node.end_byte()));
                        }
                        _ => self.macro_bodies.push(node.range()),
                    },
                }
            }
            if let (Some(wrapper), Some(wrapped)) = (parts.wrapper, parts.wrapped) {
                wrappers.insert(wrapped.id(), (wrapper.id(), wrapper.byte_range()));
            }
            let Some((kind, node)) = parts.definition else { continue };
            match (parts.name, parts.container) {
                (None, Some(container)) => {
                    containers.insert(node.id(), container.byte_range());
                }
                (name, container) => {
                    let key = (node.id(), name.map_or(0, |name| name.start_byte()));
                    let raw = match by_node.get(&key) {
                        Some(index) => &mut self.definitions[*index],
                        None => {
                            by_node.insert(key, self.definitions.len());
                            nodes.push(node.id());
                            self.definitions.push(Raw::new(grammar, kind, node, name));
                            self.definitions.last_mut().expect("one was just pushed")
                        }
                    };
                    raw.container = raw.container.take().or(container.map(|container| container.byte_range()));
                    raw.docstring = raw.docstring.take().or(parts.docstring);
                    if let Some(body) = parts.body {
                        raw.body = Some(raw.body.take().map_or(body.clone(), |other| earlier(other, body)));
                    }
                }
            }
        }
        for (raw, node) in self.definitions[first_definition..].iter_mut().zip(nodes) {
            raw.container = raw.container.take().or_else(|| containers.get(&node).cloned());
            let mut inner = node;
            while let Some((wrapper, range)) = wrappers.get(&inner) {
                raw.outer = range.clone();
                inner = *wrapper;
            }
        }
    }

    /// Parses token trees that read as items as items: in Rust a tenth of a crate's definitions may stand in them.
    pub(super) fn collect_macro_bodies(
        &mut self,
        grammar: &'static Grammar,
        query: &CompiledQuery,
        language: &'static Language,
        text: &str,
    ) {
        let words = &language.config.outline.item_words;
        for _ in 0..MACRO_ROUNDS {
            let bodies = std::mem::take(&mut self.macro_bodies);
            for body in bodies {
                let Some(inner) = item_range(body, text, words) else { continue };
                if let Some(tree) = parse_ranges(text, language, &[inner]) {
                    self.collect(grammar, query, &tree, text);
                }
            }
        }
    }
}

#[derive(Default)]
struct MatchParts<'tree> {
    definition: Option<(SymbolKind, Node<'tree>)>,
    pub(super) name: Option<Node<'tree>>,
    pub(super) container: Option<Node<'tree>>,
    wrapper: Option<Node<'tree>>,
    wrapped: Option<Node<'tree>>,
    pub(super) body: Option<Range<usize>>,
    pub(super) docstring: Option<Range<usize>>,
}

impl MatchParts<'_> {
    fn add_body(&mut self, node: Node<'_>) {
        let range = node.byte_range();
        self.body = Some(self.body.take().map_or(range.clone(), |other| earlier(other, range)));
    }
}

fn earlier(one: Range<usize>, other: Range<usize>) -> Range<usize> {
    if other.start < one.start { other } else { one }
}

impl Raw {
    fn new(grammar: &'static Grammar, kind: SymbolKind, node: Node<'_>, name: Option<Node<'_>>) -> Self {
        let field = |names: &[&str]| {
            names.iter().find_map(|field| node.child_by_field_name(field)).map(|child| child.byte_range())
        };
        Self {
            kind,
            node_type: grammar.node_kind_for_id(node.kind_id()).unwrap_or("node"),
            node: node.byte_range(),
            outer: node.byte_range(),
            name: name.map(|name| name.byte_range()),
            body: field(&["body"]),
            value: if matches!(
                kind,
                SymbolKind::Constant | SymbolKind::Variable | SymbolKind::Field | SymbolKind::Property
            ) {
                field(&["value", "right", "default"])
            } else {
                None
            },
            container: None,
            docstring: None,
            is_test: false,
        }
    }
}

/// The inside of a `{…}` token tree whose first token, after attributes and comments, is one of `words`.
pub(in crate::workspace) fn item_range(
    body: tree_sitter::Range,
    text: &str,
    words: &[String],
) -> Option<tree_sitter::Range> {
    let inside = text.get(body.start_byte..body.end_byte)?.strip_prefix('{')?.strip_suffix('}')?;
    let mut rest = inside.trim_start();
    loop {
        rest = if let Some(comment) = rest.strip_prefix("//") {
            comment.split_once('\n')?.1
        } else if let Some(comment) = rest.strip_prefix("/*") {
            comment.split_once("*/")?.1
        } else if rest.starts_with("#[") || rest.starts_with("#!") {
            &rest[attribute_end(rest)?..]
        } else {
            break;
        };
        rest = rest.trim_start();
    }
    let word = rest.split(|character: char| !character.is_alphanumeric() && character != '_').next()?;
    words.iter().any(|known| known == word).then(|| tree_sitter::Range {
        start_byte: body.start_byte + 1,
        end_byte: body.end_byte - 1,
        start_point: tree_sitter::Point { column: body.start_point.column + 1, ..body.start_point },
        end_point: tree_sitter::Point { column: body.end_point.column.saturating_sub(1), ..body.end_point },
    })
}

/// Bytes of an attribute at the start of `text`, by its brackets.
fn attribute_end(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (offset, byte) in text.bytes().enumerate() {
        match byte {
            b'[' => depth += 1,
            b']' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(offset + 1);
                }
            }
            _ => {}
        }
    }
    None
}
