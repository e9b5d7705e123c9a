//! Collection of the query's captures in the tree, before text is examined.

use crate::domain::SymbolKind;
use crate::lang::{Capture, Language, Match, QueryKind, SymbolCapture};
use crate::workspace::parse::parse_ranges;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use tree_sitter::{Language as Grammar, Node, Tree};

/// Rounds of macro bodies within macro bodies that are parsed.
pub(in crate::workspace) const MACRO_ROUNDS: usize = 3;

/// Declarators within declarators that are followed to a name.
const MAX_DECLARATORS: usize = 16;

/// A definition before its text is examined. All positions are bytes.
pub(super) struct Raw {
    pub(super) kind: SymbolKind,
    pub(super) node_type: &'static str,
    pub(super) node: Range<usize>,
    /// The node with its wrappers.
    pub(super) outer: Range<usize>,
    /// Text of the wrapper before the first of several definitions in it: `export const`.
    pub(super) head: Option<Range<usize>>,
    pub(super) name: Option<Range<usize>>,
    pub(super) body: Option<Range<usize>>,
    pub(super) value: Option<Range<usize>>,
    pub(super) container: Option<Range<usize>>,
    pub(super) docstring: Option<Range<usize>>,
    /// True if the name was found at the end of a declarator.
    pub(super) is_declared: bool,
    /// True if its declarator is that of a function, whatever kind the query captured.
    pub(super) declares_function: bool,
    /// Level of a heading, from 1; 0 for other definitions.
    pub(super) level: usize,
    /// The word that says its visibility, where that stands elsewhere.
    pub(super) visible: Option<&'static str>,
    /// True if the kind does not depend on what is around the definition.
    pub(super) is_settled: bool,
    /// The pattern that gave the kind: of several for one definition the last in the query counts.
    pub(super) pattern: usize,
}

/// What the query captures in a text, before symbols are made of it.
#[derive(Default)]
pub(super) struct RawOutline {
    pub(super) definitions: Vec<Raw>,
    /// By start.
    pub(super) comments: Vec<Range<usize>>,
    pub(super) decorators: Vec<Range<usize>>,
    /// `public:` and the like, which hold until the next one.
    pub(super) access: Vec<Range<usize>>,
    /// Nodes that are no definitions but end the labels inside them.
    pub(super) blocks: Vec<Range<usize>>,
    /// Names that are exported elsewhere in the file.
    pub(super) exported: Vec<Range<usize>>,
    pub(super) tests: FxHashSet<(usize, usize)>,
    /// What is compiled for tests only, and is none.
    pub(super) test_code: FxHashSet<(usize, usize)>,
    /// Nodes that look like definitions, or like names of them, but are none.
    pub(super) ignored: FxHashSet<(usize, usize)>,
    pub(super) macro_bodies: Vec<tree_sitter::Range>,
    /// Definitions of macros by rules, and calls of macros.
    pub(super) macros: Vec<Range<usize>>,
    pub(super) macro_calls: Vec<Range<usize>>,
}

/// A node around others, such as `export` and `const` around declarators.
struct Wrapper {
    id: usize,
    node: Range<usize>,
}

/// Captures of one tree's matches, before they are combined. Node ids are unique within one tree
/// only.
#[derive(Default)]
struct Gathered {
    by_node: FxHashMap<(usize, usize), usize>,
    containers: FxHashMap<usize, Range<usize>>,
    /// By the wrapped node.
    wrappers: FxHashMap<usize, Wrapper>,
    /// By the wrapper: its first and last wrapped node.
    wrapped: FxHashMap<usize, (Range<usize>, Range<usize>)>,
    /// The nodes of the definitions found in this tree.
    nodes: Vec<usize>,
}

impl RawOutline {
    pub(super) fn collect(&mut self, language: &'static Language, tree: &Tree, text: &str) {
        let (Some(grammar), Some(query)) = (language.grammar(), language.query(QueryKind::Symbols))
        else {
            return;
        };
        let may_hold = holds_any(language.config.outline.inside_needs.as_bytes());
        let mut gathered = Gathered::default();
        let first_definition = self.definitions.len();
        let root = tree.root_node();
        let is_worth = |node: Node<'_>| {
            (!language.is_opaque(node.kind_id()) || node.has_error())
                && (node == root || may_hold(text.as_bytes().get(node.byte_range())))
        };
        let unclosed = &language.config.outline.unclosed;
        query.walk(root, text, is_worth, |found| {
            self.add((grammar, unclosed), found, &mut gathered);
        });
        for (raw, node) in self.definitions[first_definition..].iter_mut().zip(&gathered.nodes) {
            raw.container = raw.container.take().or_else(|| gathered.containers.get(node).cloned());
            gathered.unwrap(raw, *node, text);
        }
    }

    fn add(
        &mut self,
        rules: (&'static Grammar, &[String]),
        found: &Match<'_, '_>,
        gathered: &mut Gathered,
    ) {
        let mut parts = MatchParts { pattern: found.pattern, ..MatchParts::default() };
        for (capture, node) in found.captures() {
            match capture {
                Capture::Definition(kind) => parts.definition = Some((kind, node)),
                Capture::Symbol(capture) => self.capture(capture, node, &mut parts),
                _ => {}
            }
        }
        if let (Some(wrapper), Some(wrapped)) = (parts.wrapper, parts.wrapped) {
            gathered.wrap(wrapper, wrapped);
        }
        self.define(rules, parts, gathered);
    }

    fn capture<'tree>(
        &mut self,
        capture: SymbolCapture,
        node: Node<'tree>,
        parts: &mut MatchParts<'tree>,
    ) {
        match capture {
            SymbolCapture::Name => parts.name = Some(node.byte_range()),
            SymbolCapture::Declarator => parts.declare(node),
            SymbolCapture::Body => parts.add_body(node),
            SymbolCapture::Value => parts.value = Some(node.byte_range()),
            SymbolCapture::Container => parts.container = Some(node.byte_range()),
            SymbolCapture::Docstring => parts.docstring = Some(node.byte_range()),
            SymbolCapture::Wrapper => parts.wrapper = Some(node),
            SymbolCapture::Wrapped => parts.wrapped = Some(node),
            SymbolCapture::Comment => self.comments.push(node.byte_range()),
            SymbolCapture::Decorator => self.decorators.push(node.byte_range()),
            SymbolCapture::Access => self.access.push(node.byte_range()),
            SymbolCapture::Block => self.blocks.push(node.byte_range()),
            SymbolCapture::Exported => self.exported.push(node.byte_range()),
            SymbolCapture::Test => {
                self.tests.insert((node.start_byte(), node.end_byte()));
            }
            SymbolCapture::TestCode => {
                self.test_code.insert((node.start_byte(), node.end_byte()));
            }
            SymbolCapture::Ignored => {
                self.ignored.insert((node.start_byte(), node.end_byte()));
            }
            SymbolCapture::MacroBody => self.macro_bodies.push(node.range()),
            SymbolCapture::MacroRules => self.macros.push(node.byte_range()),
            SymbolCapture::MacroCall => self.macro_calls.push(node.byte_range()),
        }
    }

    fn define(
        &mut self,
        (grammar, unclosed): (&'static Grammar, &[String]),
        parts: MatchParts<'_>,
        gathered: &mut Gathered,
    ) {
        let Some((kind, node)) = parts.definition else { return };
        // A declarator without a name is a misparse of something else.
        if parts.is_declared && parts.name.is_none() {
            return;
        }
        if parts.name.is_none()
            && let Some(container) = parts.container
        {
            gathered.containers.insert(node.id(), container);
            return;
        }
        let key = (node.id(), parts.name.as_ref().map_or(0, |name| name.start));
        let raw = match gathered.by_node.get(&key) {
            Some(index) => {
                let raw = &mut self.definitions[*index];
                if parts.pattern > raw.pattern {
                    raw.pattern = parts.pattern;
                    raw.set_kind(kind, node);
                    raw.body = parts.body.clone().or(raw.body.take());
                }
                raw
            }
            None => {
                gathered.by_node.insert(key, self.definitions.len());
                gathered.nodes.push(node.id());
                let mut raw = Raw::new(grammar, kind, node, &parts);
                if parts.body.is_none() && unclosed.iter().any(|kind| kind == raw.node_type) {
                    raw.stay_open(node);
                }
                self.definitions.push(raw);
                self.definitions.last_mut().expect("one was just pushed")
            }
        };
        raw.container = raw.container.take().or(parts.container);
        raw.docstring = raw.docstring.take().or(parts.docstring);
        raw.value = parts.value.or(raw.value.take());
        if let Some(body) = parts.body {
            // A body that follows the node, as after a macro that wraps a function's head, belongs
            // to it.
            raw.node.end = raw.node.end.max(body.end);
            raw.outer.end = raw.outer.end.max(body.end);
            raw.body = Some(raw.body.take().map_or(body.clone(), |other| earlier(other, body)));
        }
    }

    /// Parses token trees that look like items as items: in Rust a tenth of a crate's definitions
    /// may stand in them. Returns the trees, outer ones first.
    pub(super) fn collect_macro_bodies(
        &mut self,
        language: &'static Language,
        text: &str,
    ) -> Vec<Tree> {
        let mut trees = Vec::new();
        let words = &language.config.outline.item_words;
        for _ in 0..MACRO_ROUNDS {
            let mut bodies = std::mem::take(&mut self.macro_bodies);
            bodies.sort_by_key(|body| (body.start_byte, std::cmp::Reverse(body.end_byte)));
            let mut parsed = 0;
            for body in bodies {
                // Braces within a body that was parsed come up in the next round, if they are
                // bodies as well.
                if body.end_byte <= parsed {
                    continue;
                }
                let Some(inner) = item_range(body, text, words) else { continue };
                parsed = inner.end_byte;
                if let Some(tree) = parse_ranges(text, language, &[inner]) {
                    self.collect(language, &tree, text);
                    trees.push(tree.tree);
                }
            }
        }
        trees
    }
}

/// Returns a check whether a text has one of up to three bytes; without bytes any text has.
fn holds_any(bytes: &[u8]) -> impl Fn(Option<&[u8]>) -> bool + use<> {
    let needed = match bytes {
        [] => None,
        [one] => Some([*one; 3]),
        [one, two] => Some([*one, *two, *two]),
        [one, two, three, ..] => Some([*one, *two, *three]),
    };
    move |text| match (needed, text) {
        (Some([one, two, three]), Some(text)) => memchr::memchr3(one, two, three, text).is_some(),
        _ => true,
    }
}

impl Gathered {
    fn wrap(&mut self, wrapper: Node<'_>, wrapped: Node<'_>) {
        self.wrappers
            .insert(wrapped.id(), Wrapper { id: wrapper.id(), node: wrapper.byte_range() });
        let range = wrapped.byte_range();
        let (first, last) =
            self.wrapped.entry(wrapper.id()).or_insert_with(|| (range.clone(), range.clone()));
        if range.start < first.start {
            *first = range.clone();
        }
        if range.end > last.end {
            *last = range;
        }
    }

    /// Extends a definition to its wrappers. Each of several in one wrapper keeps its own lines,
    /// and shares the wrapper's words.
    fn unwrap(&self, raw: &mut Raw, node: usize, text: &str) {
        let mut inner = node;
        let mut inside = raw.node.clone();
        let (mut is_first, mut is_last) = (true, true);
        while let Some(wrapper) = self.wrappers.get(&inner) {
            let (first, last) = &self.wrapped[&wrapper.id];
            let head = wrapper.node.start..raw.head.as_ref().map_or(first.start, |head| head.end);
            let is_group = text[head.clone()].contains('(') && !text[head.clone()].contains('@');
            is_first &= first.start == inside.start && !is_group;
            is_last &= last.end == inside.end && !is_group;
            if is_first {
                raw.outer.start = raw.outer.start.min(wrapper.node.start);
            }
            if is_last {
                raw.outer.end = raw.outer.end.max(wrapper.node.end);
            }
            raw.head = Some(head);
            inside = wrapper.node.clone();
            inner = wrapper.id;
        }
    }
}

#[derive(Default)]
struct MatchParts<'tree> {
    pattern: usize,
    definition: Option<(SymbolKind, Node<'tree>)>,
    name: Option<Range<usize>>,
    container: Option<Range<usize>>,
    wrapper: Option<Node<'tree>>,
    wrapped: Option<Node<'tree>>,
    body: Option<Range<usize>>,
    value: Option<Range<usize>>,
    docstring: Option<Range<usize>>,
    is_declared: bool,
    declares_function: bool,
}

impl<'tree> MatchParts<'tree> {
    fn add_body(&mut self, node: Node<'_>) {
        let range = node.byte_range();
        self.body = Some(self.body.take().map_or(range.clone(), |other| earlier(other, range)));
    }

    /// Follows a C declarator to the name inside: `*(*name[3])(int)`. The innermost declarator
    /// around the name determines what it declares. Of a qualified name the last qualifier is the
    /// container.
    fn declare(&mut self, node: Node<'tree>) {
        self.is_declared = true;
        let mut node = node;
        for _ in 0..MAX_DECLARATORS {
            let kind = node.kind();
            if kind == "operator_cast" {
                let end = node
                    .child_by_field_name("declarator")
                    .map_or(node.end_byte(), |inner| inner.start_byte());
                self.name = Some(node.start_byte()..end);
                self.declares_function = true;
                return;
            }
            let next = if let Some(inner) = node.child_by_field_name("declarator") {
                self.declares_function = kind == "function_declarator";
                Some(inner)
            } else if kind == "qualified_identifier" {
                self.container = node.child_by_field_name("scope").map(|scope| scope.byte_range());
                node.child_by_field_name("name")
            } else if kind.ends_with("_declarator") {
                self.declares_function &= kind != "reference_declarator";
                let mut cursor = node.walk();
                node.named_children(&mut cursor)
                    .find(|child| !child.is_extra() && !child.kind().starts_with("ms_"))
            } else {
                None
            };
            match next {
                Some(inner) => node = inner,
                None => break,
            }
        }
        self.name = Some(node.byte_range()).filter(|name| !name.is_empty());
    }
}

fn earlier(one: Range<usize>, other: Range<usize>) -> Range<usize> {
    if other.start < one.start { other } else { one }
}

impl Raw {
    fn new(
        grammar: &'static Grammar,
        kind: SymbolKind,
        node: Node<'_>,
        parts: &MatchParts<'_>,
    ) -> Self {
        let mut raw = Self {
            kind,
            node_type: grammar.node_kind_for_id(node.kind_id()).unwrap_or("node"),
            node: node.byte_range(),
            outer: node.byte_range(),
            head: None,
            name: parts.name.clone(),
            body: node.child_by_field_name("body").map(|body| body.byte_range()),
            value: None,
            container: None,
            docstring: None,
            is_declared: parts.is_declared,
            declares_function: parts.declares_function,
            level: 0,
            visible: None,
            is_settled: false,
            pattern: parts.pattern,
        };
        raw.set_kind(kind, node);
        raw
    }

    /// Extends a definition without a body to the end of the node around it.
    fn stay_open(&mut self, node: Node<'_>) {
        let end = node.parent().map_or(node.end_byte(), |around| around.end_byte());
        self.body = Some(self.node.end..end);
        (self.node.end, self.outer.end) = (end, end);
    }

    /// Cuts off everything from `place` on.
    pub(super) fn end_before(&mut self, place: usize) {
        if self.node.start < place && place < self.node.end.max(self.outer.end) {
            for range in [&mut self.node, &mut self.outer] {
                range.end = range.end.min(place);
            }
            for part in [&mut self.body, &mut self.value, &mut self.docstring] {
                *part = part.take().filter(|range| range.start < place);
                if let Some(range) = part {
                    range.end = range.end.min(place);
                }
            }
        }
    }

    fn set_kind(&mut self, kind: SymbolKind, node: Node<'_>) {
        self.kind = kind;
        self.value = if kind.has_value() {
            ["value", "right", "default"]
                .iter()
                .find_map(|field| node.child_by_field_name(field))
                .map(|value| value.byte_range())
        } else {
            None
        };
    }
}

/// Returns the inside of a `{…}` or `(…)` token tree whose first token, after attributes and
/// comments, is one of `words`.
pub(in crate::workspace) fn item_range(
    body: tree_sitter::Range,
    text: &str,
    words: &[String],
) -> Option<tree_sitter::Range> {
    let body_text = text.get(body.start_byte..body.end_byte)?;
    let braces = body_text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
    let inside = braces.or_else(|| body_text.strip_prefix('(')?.strip_suffix(')'))?;
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
    let word =
        rest.split(|character: char| !character.is_alphanumeric() && character != '_').next()?;
    // A text that begins with another macro's braces may be items as well.
    let is_macro = || {
        rest[word.len()..].strip_prefix('!').is_some_and(|rest| rest.trim_start().starts_with('{'))
    };
    (words.iter().any(|known| known == word) || is_macro()).then(|| tree_sitter::Range {
        start_byte: body.start_byte + 1,
        end_byte: body.end_byte - 1,
        start_point: tree_sitter::Point { column: body.start_point.column + 1, ..body.start_point },
        end_point: tree_sitter::Point {
            column: body.end_point.column.saturating_sub(1),
            ..body.end_point
        },
    })
}

/// Returns the length in bytes of an attribute at the start of `text`, by its brackets.
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
