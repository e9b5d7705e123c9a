//! Compilation of a pattern for a language.
//!
//! A fragment of code is ambiguous without its context, and its grammar parses only whole files. So
//! a pattern is parsed on its own and in each context in the language's configuration, and every
//! valid reading is searched for.

use super::{MAX_DEPTH, MAX_PARTS, PatternError};
use crate::lang::Language;
use crate::workspace::outline::outline_of_tree;
use crate::workspace::parse::parse;
use memchr::memmem::Finder;
use std::ops::Range;
use tree_sitter::Node;

/// One reading of a pattern.
#[derive(Debug)]
pub(super) struct Alternative {
    pub(super) root: PatternNode,
    /// Node type of the root in the grammar.
    pub(super) kind: &'static str,
    /// Texts that every match contains.
    literals: Vec<Finder<'static>>,
    is_complete: bool,
    /// Number of nodes of the pattern.
    parts: usize,
}

impl Alternative {
    /// Returns the maximum stack size of matching in bytes: its recursion goes from part to part.
    pub(super) fn stack(&self) -> usize {
        const PER_PART: usize = 4 << 10;
        (self.parts + 16) * PER_PART
    }

    /// Returns whether a text contains all literals of a match.
    pub(super) fn may_be_in(&self, text: &[u8]) -> bool {
        self.literals.iter().all(|literal| literal.find(text).is_some())
    }
}

/// A node of a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PatternNode {
    /// `$NAME`, `$_`: one named node. `$$NAME`: any one node.
    One {
        name: Option<String>,
        named: bool,
    },
    /// `$$$`, `$$$NAME`: any number of nodes.
    Many(Option<String>),
    Leaf {
        kind: u16,
        is_named: bool,
        text: String,
    },
    Tree {
        kind: u16,
        is_definition: bool,
        children: Vec<Child>,
    },
}

impl PatternNode {
    pub(super) fn has_definition(&self) -> bool {
        match self {
            PatternNode::Tree { is_definition, children, .. } => {
                *is_definition || children.iter().any(|child| child.part.has_definition())
            }
            _ => false,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Child {
    pub(super) field: Option<u16>,
    pub(super) part: PatternNode,
}

/// Syntax error in a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Broken {
    /// 1-based, in characters of the pattern.
    pub(super) column: usize,
    near: String,
    /// True if it is valid code but too large or too deep.
    is_too_large: bool,
}

impl Broken {
    pub(super) fn into_error(self, language: &Language) -> PatternError {
        if self.is_too_large {
            return PatternError::TooLarge;
        }
        PatternError::NotCode {
            language: language.config.name.clone(),
            near: self.near,
            column: self.column,
        }
    }
}

/// Returns whether a pattern is only a metavariable.
pub(super) fn is_only_metavariable(pattern: &str) -> bool {
    metavariable(pattern).is_some()
}

/// Returns all readings of a pattern in a language; never empty.
pub(super) fn compile(
    pattern: &str,
    language: &'static Language,
) -> Result<Vec<Alternative>, Broken> {
    let reader = Reader { language };
    let pattern = pattern.trim();
    let mut found: Vec<Alternative> = Vec::new();
    let lead = language.config.pattern.lead.as_str();
    let bare = reader.read(lead, pattern, "", None);
    let is_complete = bare.as_ref().is_ok_and(|reading| reading.is_complete);
    let broken = bare.as_ref().err().cloned();
    add(&mut found, bare);
    if broken.is_some() {
        // A declaration that is a statement only with its semicolon.
        add(&mut found, reader.read(lead, pattern, ";", None));
    }
    for context in &language.config.pattern.contexts {
        if let Some((before, after)) = context.source.split_once("{}") {
            add(&mut found, reader.read(before, pattern, after, Some(&context.kind)));
        }
    }
    if !is_complete {
        reader.with_bodies(pattern, &mut found);
    }
    // Readings without their semicolon count only if there are no others: `f($X)` is a call first,
    // and a statement as well.
    if found.iter().any(|alternative| alternative.is_complete) {
        found.retain(|alternative| alternative.is_complete);
    }
    match broken {
        _ if !found.is_empty() => Ok(found),
        Some(broken) => Err(broken),
        None => Err(Broken { column: 1, near: first_word(pattern), is_too_large: false }),
    }
}

fn add(found: &mut Vec<Alternative>, reading: Result<Reading, Broken>) {
    if let Ok(Reading { root, kind, is_complete, parts }) = reading
        && !matches!(root, PatternNode::One { .. } | PatternNode::Many(_))
        && !found.iter().any(|known| known.root == root)
    {
        let mut literals = Vec::new();
        collect_literals(&root, &mut literals);
        let literals =
            literals.into_iter().map(|literal| Finder::new(literal).into_owned()).collect();
        found.push(Alternative { root, kind, literals, is_complete, parts });
    }
}

fn collect_literals<'p>(part: &'p PatternNode, literals: &mut Vec<&'p str>) {
    match part {
        PatternNode::Leaf { text, .. } if text.len() > 1 && !literals.contains(&text.as_str()) => {
            literals.push(text);
        }
        PatternNode::Tree { children, .. } => {
            children.iter().for_each(|child| collect_literals(&child.part, literals));
        }
        _ => {}
    }
}

/// One parse of a pattern.
struct Reading {
    root: PatternNode,
    kind: &'static str,
    /// True if the grammar inserted no missing tokens.
    is_complete: bool,
    parts: usize,
}

struct Reader {
    language: &'static Language,
}

/// The metavariables of a source, each with its range.
type Metavariables = Vec<(Range<usize>, PatternNode)>;

/// Parses a metavariable: a run of `$` and a name. `None` if `text` is anything else.
fn metavariable(text: &str) -> Option<PatternNode> {
    let name = text.trim_start_matches('$');
    let marks = text.len() - name.len();
    let is_name = name.starts_with(|c: char| c == '_' || c.is_ascii_uppercase())
        && name.chars().all(|c| c == '_' || c.is_ascii_uppercase() || c.is_ascii_digit());
    let name_of = || (!name.starts_with('_')).then(|| name.to_owned());
    match marks {
        3 if name.is_empty() => Some(PatternNode::Many(None)),
        3 if is_name => Some(PatternNode::Many(name_of())),
        2 if is_name => Some(PatternNode::One { name: name_of(), named: false }),
        1 if is_name => Some(PatternNode::One { name: name_of(), named: true }),
        _ => None,
    }
}

/// Splits off the pattern's last word if it is a metavariable for several nodes.
fn split_last_metavariable(pattern: &str) -> Option<(&str, &str)> {
    let start = pattern
        .rfind(|c: char| !(c == '_' || c == '$' || c.is_ascii_uppercase() || c.is_ascii_digit()))?;
    let start = start + pattern[start..].chars().next().map_or(1, char::len_utf8);
    let last = &pattern[start..];
    matches!(metavariable(last), Some(PatternNode::Many(_))).then_some((&pattern[..start], last))
}

fn first_word(pattern: &str) -> String {
    pattern.split_whitespace().next().unwrap_or(pattern).to_owned()
}

impl Reader {
    /// Parses a definition whose body is only a metavariable (`fn $F($$$A) $$$BODY`), or is left
    /// out, with the forms of body of the language.
    fn with_bodies(&self, pattern: &str, found: &mut Vec<Alternative>) {
        let (head, body) = split_last_metavariable(pattern).unwrap_or((pattern, "$$$"));
        let head = head.trim_end();
        let is_given = head.len() < pattern.len();
        if !is_given && pattern.ends_with(['}', ';']) {
            return;
        }
        let colon = if head.ends_with(':') { "" } else { ":" };
        let bodies = [
            format!("{head} {{ {body} }}"),
            format!("{head}{colon} {body}"),
            format!("{head}({body});"),
            format!("{head}({body})"),
            format!("{head};"),
            format!("{head}\n{body}\nend"),
        ];
        for text in bodies {
            let lead = self.language.config.pattern.lead.as_str();
            let contexts = self.language.config.pattern.contexts.iter();
            let contexts = contexts.filter_map(|context| {
                let (before, after) = context.source.split_once("{}")?;
                Some((before, after, Some(context.kind.as_str())))
            });
            for (before, after, kind) in [(lead, "", None)].into_iter().chain(contexts) {
                let Ok(reading) = self.read(before, &text, after, kind) else { continue };
                let is_definition =
                    matches!(&reading.root, PatternNode::Tree { is_definition: true, .. });
                // A call is not a definition without a body, even if the grammar would parse it as
                // one.
                let may_lack_body = is_given || starts_with_keyword(&reading.root);
                if is_definition && reading.is_complete && may_lack_body {
                    add(found, Ok(reading));
                }
            }
        }
    }

    /// Parses a pattern between two texts; `kind` is the node type that it must have there.
    fn read(
        &self,
        before: &str,
        pattern: &str,
        after: &str,
        kind: Option<&str>,
    ) -> Result<Reading, Broken> {
        let (source, metavariables) = self.source(before, pattern, after);
        let fragment = before.len()..source.len() - after.len();
        let broken = |at: usize| {
            // Metavariables have as many characters in the source as in the pattern.
            let until = at.clamp(fragment.start, fragment.end);
            let skipped = source[fragment.start..until].chars().count();
            let rest =
                pattern.char_indices().nth(skipped).map_or("", |(start, _)| &pattern[start..]);
            let near = rest.split_whitespace().next().unwrap_or(pattern);
            let near = near.chars().take(40).collect();
            Broken { column: skipped + 1, near, is_too_large: false }
        };
        let tree = parse(&source, self.language).ok_or_else(|| broken(fragment.start))?;
        let node = match kind {
            None if before.is_empty() && after.is_empty() => Some(only_node(tree.root_node())),
            None => spanning(tree.root_node(), &fragment, &source, None).map(only_node),
            kind => spanning(tree.root_node(), &fragment, &source, kind),
        };
        let node = node.ok_or_else(|| broken(fragment.start))?;
        let outline = outline_of_tree(&source, self.language, &tree);
        let definitions = outline
            .symbols
            .iter()
            .map(|symbol| (symbol.node_type, symbol.name_bytes.clone()))
            .collect();
        let mut converter = Converter {
            source: &source,
            metavariables,
            definitions,
            broken: None,
            is_complete: true,
            parts: 0,
            depth: 0,
            is_too_large: false,
        };
        let root = converter.part(node);
        if converter.is_too_large {
            // Later than any syntax error, so that this one is reported.
            return Err(Broken { column: usize::MAX, near: String::new(), is_too_large: true });
        }
        // A whole file with several items is not a pattern.
        let is_file = node == tree.root_node();
        if let Some(at) = converter.broken {
            return Err(broken(at));
        }
        if is_file {
            return Err(broken(second_child(node)));
        }
        let grammar = self.language.grammar();
        let kind = grammar
            .and_then(|grammar| grammar.node_kind_for_id(node.kind_id()))
            .unwrap_or_default();
        Ok(Reading { root, kind, is_complete: converter.is_complete, parts: converter.parts })
    }

    /// Returns the source in which a pattern is parsed, with the metavariables of the pattern
    /// written as names of the language.
    fn source(&self, before: &str, pattern: &str, after: &str) -> (String, Metavariables) {
        let rules = &self.language.config.pattern;
        let mark = rules.expando.unwrap_or('$');
        let mut source = before.to_owned();
        let mut metavariables = Vec::new();
        let mut rest = pattern;
        while let Some(at) = rest.find('$') {
            source.push_str(&rest[..at]);
            rest = &rest[at..];
            let is_name = |c: char| c == '_' || c.is_alphanumeric();
            let name = rest.trim_start_matches('$');
            let marks = rest.len() - name.len();
            let name = &name[..name.find(|c| !is_name(c)).unwrap_or(name.len())];
            let written = &rest[..marks + name.len()];
            rest = &rest[written.len()..];
            let Some(metavariable) = metavariable(written) else {
                source.push_str(written);
                continue;
            };
            let start = source.len();
            source.extend(std::iter::repeat_n(mark, marks));
            let lower = rules.lower_case.then(|| name.to_ascii_lowercase());
            source.push_str(lower.as_deref().unwrap_or(name));
            metavariables.push((start..source.len(), metavariable));
        }
        source.push_str(rest);
        source.push_str(after);
        (source, metavariables)
    }
}

/// Returns whether the first leaf is a keyword: `fn`, `class`.
fn starts_with_keyword(part: &PatternNode) -> bool {
    match part {
        PatternNode::Leaf { is_named, text, .. } => {
            !is_named && text.starts_with(char::is_alphabetic)
        }
        PatternNode::Tree { children, .. } => {
            children.first().is_some_and(|child| starts_with_keyword(&child.part))
        }
        PatternNode::One { .. } | PatternNode::Many(_) => false,
    }
}

/// Returns the innermost node reached through nodes with a single child.
fn only_node(mut node: Node<'_>) -> Node<'_> {
    loop {
        let only = match node.child_count() {
            1 => node.child(0),
            // Some grammars end a file with an empty node.
            2 => node
                .child(0)
                .filter(|_| node.child(1).is_some_and(|end| end.byte_range().is_empty())),
            _ => None,
        };
        match only {
            Some(child) if !child.is_error() => node = child,
            _ => return node,
        }
    }
}

fn second_child(node: Node<'_>) -> usize {
    node.child(1).map_or(node.start_byte(), |child| child.start_byte())
}

/// Returns the node that spans the whole fragment, except for a semicolon; the outermost, or the
/// outermost of a kind.
fn spanning<'tree>(
    root: Node<'tree>,
    fragment: &Range<usize>,
    source: &str,
    kind: Option<&str>,
) -> Option<Node<'tree>> {
    let text = &source[fragment.clone()];
    let start = fragment.start + (text.len() - text.trim_start().len());
    let end = fragment.start + text.trim_end().len();
    let bare_end = fragment.start + text.trim_end().trim_end_matches(';').trim_end().len();
    let mut stack = vec![root];
    while let Some(node) = stack.pop() {
        let range = node.byte_range();
        if range.end < start || range.start > end {
            continue;
        }
        // If a statement is requested, its terminator belongs to it.
        let with_end = kind.is_some() && range.end == end + 1;
        let is_whole =
            range.start == start && (range.end == end || range.end == bare_end || with_end);
        // A node may include the line ending after the fragment, but no more.
        let is_tidy =
            range.end <= end || source[end..range.end].trim_matches([';', '\n']).is_empty();
        let is_wanted = kind.map_or(node != root, |kind| node.kind() == kind);
        if is_whole && is_tidy && is_wanted {
            return Some(node);
        }
        let mut cursor = node.walk();
        let children: Vec<_> = node.children(&mut cursor).collect();
        stack.extend(children.into_iter().rev());
    }
    None
}

struct Converter<'a> {
    source: &'a str,
    metavariables: Metavariables,
    /// Node types of definitions in the source, with the byte range of the name.
    definitions: Vec<(&'static str, Range<usize>)>,
    /// Offset of the first syntax error.
    broken: Option<usize>,
    is_complete: bool,
    /// Number of nodes converted so far, and the current depth.
    parts: usize,
    depth: usize,
    is_too_large: bool,
}

impl Converter<'_> {
    fn part(&mut self, node: Node<'_>) -> PatternNode {
        let text = &self.source[node.byte_range()];
        if let Some((_, metavariable)) =
            self.metavariables.iter().find(|(range, _)| *range == node.byte_range())
        {
            return metavariable.clone();
        }
        if node.is_error() {
            // The unexpected token is the last child of an error node.
            let last = node.child_count().checked_sub(1).and_then(|last| node.child(last));
            self.broken.get_or_insert(last.map_or(node.start_byte(), |last| last.start_byte()));
        }
        self.parts += 1;
        self.is_too_large |= self.parts > MAX_PARTS || self.depth >= MAX_DEPTH;
        if node.child_count() == 0 || self.is_too_large {
            return PatternNode::Leaf {
                kind: node.kind_id(),
                is_named: node.is_named(),
                text: text.to_owned(),
            };
        }
        self.depth += 1;
        let children = self.children(node);
        self.depth -= 1;
        let range = node.byte_range();
        let is_definition = self.definitions.iter().any(|(kind, name)| {
            *kind == node.kind() && range.start <= name.start && name.end <= range.end
        });
        PatternNode::Tree { kind: node.kind_id(), is_definition, children }
    }

    fn children(&mut self, node: Node<'_>) -> Vec<Child> {
        let mut children = Vec::new();
        let mut cursor = node.walk();
        if !cursor.goto_first_child() {
            return children;
        }
        loop {
            let child = cursor.node();
            if child.is_missing() {
                self.missing(child);
            } else if let Some(metavariables) = self.only_metavariables(child) {
                // Metavariables where the grammar allows no name, as among fields, are accepted
                // too.
                children.extend(metavariables.into_iter().map(|part| Child { field: None, part }));
            } else {
                let part = self.part(child);
                children.push(Child { field: cursor.field_id().map(std::num::NonZero::get), part });
            }
            if !cursor.goto_next_sibling() {
                return children;
            }
        }
    }

    /// Handles a missing node: a pattern may omit the end of a statement, anything else is an
    /// error.
    fn missing(&mut self, node: Node<'_>) {
        self.is_complete = false;
        if node.is_named() || !matches!(node.kind(), ";" | "\n") {
            self.broken.get_or_insert(node.start_byte());
        }
    }

    /// Returns the metavariables of an error node that contains nothing else.
    fn only_metavariables(&self, node: Node<'_>) -> Option<Vec<PatternNode>> {
        if !node.is_error() {
            return None;
        }
        let range = node.byte_range();
        let is_inside = |metavariable: &Range<usize>| {
            range.start <= metavariable.start && metavariable.end <= range.end
        };
        let inside =
            || self.metavariables.iter().filter(|(metavariable, _)| is_inside(metavariable));
        let words = self.source[range.clone()].split_whitespace();
        let written: usize = words.map(str::len).sum();
        let in_metavariables: usize = inside().map(|(metavariable, _)| metavariable.len()).sum();
        (written == in_metavariables).then(|| inside().map(|(_, part)| part.clone()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::registry;

    fn kinds(language: &str, pattern: &str) -> Result<Vec<&'static str>, (usize, String)> {
        let language = registry().by_name(language).expect("a known language");
        let alternatives =
            compile(pattern, language).map_err(|broken| (broken.column, broken.near))?;
        Ok(alternatives.iter().map(|alternative| alternative.kind).collect())
    }

    #[test]
    fn a_pattern_is_read_as_it_stands_and_in_contexts() {
        let check = |language: &str, pattern: &str, expected: &str| {
            let kinds = kinds(language, pattern).expect("a good pattern");
            assert!(kinds.contains(&expected), "{language} {pattern}: {kinds:?}");
        };
        check("rust", "fn $F($$$A) { $$$B }", "function_item");
        check("rust", "fn $NAME($$$PARAMS) $$$BODY", "function_item");
        check("rust", "fn $NAME($$$PARAMS) $$$BODY", "function_signature_item");
        check("rust", "struct $NAME { $$$FIELDS }", "struct_item");
        check("rust", "struct $NAME $$$BODY", "struct_item");
        check("rust", "$X.unwrap()", "call_expression");
        check("rust", "$P => $E", "match_arm");
        check("python", "def $F($$$A): $$$B", "function_definition");
        check("python", "class $NAME $$$BODY", "class_definition");
        check("go", "func $F($$$A) $$$B", "function_declaration");
        check("go", "fmt.Println($A)", "call_expression");
        check("typescript", "function $F($$$A) $$$B", "function_declaration");
        check("c", "struct $NAME { $$$F }", "struct_specifier");
        check("c", "$T $F($$$P) { $$$B }", "function_definition");
        check("java", "class $NAME { $$$B }", "class_declaration");
        check("java", "public void $NAME($$$P) $$$BODY", "method_declaration");
    }

    #[test]
    fn a_call_is_no_definition_without_its_body() {
        for language in ["rust", "python", "go", "typescript", "javascript", "c", "cpp", "java"] {
            let kinds = kinds(language, "foo($A)").expect("a good pattern");
            let is_definition =
                |kind: &&str| kind.contains("definition") || kind.contains("function_");
            assert!(
                !kinds.iter().any(|kind| is_definition(kind) && *kind != "function_call"),
                "{language}: {kinds:?}"
            );
        }
    }

    #[test]
    fn invalid_patterns_are_reported_with_their_place() {
        let check = |language: &str, pattern: &str, column: usize, near: &str| {
            assert_eq!(
                kinds(language, pattern),
                Err((column, near.to_owned())),
                "{language} {pattern}"
            );
        };
        check("rust", "fn $F( {", 8, "{");
        check("rust", "a, b", 4, "b");
        check("python", "def $F(:", 8, ":");
    }

    #[test]
    fn metavariables_are_runs_of_dollars_with_a_name_in_capitals() {
        let check = |text: &str, is_metavariable: bool| {
            assert_eq!(metavariable(text).is_some(), is_metavariable, "{text}");
        };
        for text in ["$A", "$A1", "$_", "$_X", "$$A", "$$$", "$$$ARGS", "$$$_"] {
            check(text, true);
        }
        for text in ["$", "$$", "$a", "$1", "A", "$$$$A", "$A.b", "$$$a"] {
            check(text, false);
        }
    }
}
