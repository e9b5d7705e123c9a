//! Tree to facts, as the language's `graph.scm` says.

use super::{Binding, Export, Import, Imported, NameFacts, Origin, Qualifier, Role, Scope, Span, Supertype, Use};
use crate::lang::{Capture, CompiledQuery, Language, QueryKind};
use crate::workspace::outline::{MACRO_ROUNDS, item_range};
use crate::workspace::parse::{parse_ranges, parsed_part};
use rustc_hash::FxHashMap;
use tree_sitter::{Node, Tree};

/// The facts of a text that is parsed already.
pub fn facts_of_tree(text: &str, language: &'static Language, tree: &Tree) -> NameFacts {
    let Some(query) = language.query(QueryKind::Graph) else { return NameFacts::default() };
    let text = parsed_part(text);
    let mut collector = Collector::new(text, language);
    collector.collect(query, tree);
    for _ in 0..MACRO_ROUNDS {
        for body in std::mem::take(&mut collector.macro_bodies) {
            let Some(inner) = item_range(body, text, &language.config.outline.item_words) else { continue };
            if let Some(tree) = parse_ranges(text, language, &[inner]) {
                collector.collect(query, &tree);
            }
        }
    }
    collector.unread();
    collector.finish()
}

struct Collector<'a> {
    text: &'a str,
    language: &'static Language,
    uses: FxHashMap<Span, (Role, Qualifier)>,
    scopes: FxHashMap<Span, bool>,
    /// The annotation and value that a longer pattern found win over a bare capture of the same name.
    bindings: FxHashMap<Span, Origin>,
    fields: FxHashMap<Span, Origin>,
    imports: FxHashMap<Span, RawImport>,
    supertypes: Vec<Supertype>,
    package: Option<Span>,
    exports: Vec<Export>,
    parameters: Vec<Span>,
    returns: Vec<Span>,
    texts: Vec<Span>,
    groups: Vec<(Span, Span)>,
    macro_bodies: Vec<tree_sitter::Range>,
}

#[derive(Default, Clone, Copy)]
struct RawImport {
    module: Option<Span>,
    imported: Option<Span>,
    alias: Option<Span>,
    is_default: bool,
    is_wildcard: bool,
    is_reexport: bool,
}

/// What one match says.
#[derive(Default)]
struct Parts<'tree> {
    /// The match is of bare tokens, of which no tree was made.
    is_of_tokens: bool,
    name: Option<Node<'tree>>,
    receiver: Option<Node<'tree>>,
    path: Option<Node<'tree>>,
    binding: Option<Span>,
    field: Option<Span>,
    origin: Origin,
    subtype: Option<Span>,
    supertypes: Vec<Span>,
    body: Option<Span>,
    statement: Option<Span>,
    /// A value that is exported, and whether it is all that is.
    exported: Option<(Span, bool)>,
    import: RawImport,
    import_span: Option<Span>,
    prefix: Option<Span>,
    group: Option<Span>,
}

impl<'a> Collector<'a> {
    fn new(text: &'a str, language: &'static Language) -> Self {
        Self {
            text,
            language,
            uses: FxHashMap::default(),
            scopes: FxHashMap::default(),
            bindings: FxHashMap::default(),
            fields: FxHashMap::default(),
            imports: FxHashMap::default(),
            supertypes: Vec::new(),
            package: None,
            exports: Vec::new(),
            parameters: Vec::new(),
            returns: Vec::new(),
            texts: Vec::new(),
            groups: Vec::new(),
            macro_bodies: Vec::new(),
        }
    }

    /// Adds the identifiers that the grammar did not read because of the language's patches, such as macros in declarations.
    fn unread(&mut self) {
        for range in self.language.names_in_patches(self.text) {
            for span in identifiers(self.text, range) {
                let is_called = self.text[span.end as usize..].starts_with('(');
                self.role(span, if is_called { Role::Call } else { Role::Read });
            }
        }
    }

    fn collect(&mut self, query: &CompiledQuery, tree: &Tree) {
        query.walk(
            tree.root_node(),
            self.text,
            |_| true,
            |found| {
                let mut parts = Parts { is_of_tokens: found.start.kind() == "token_tree", ..Parts::default() };
                for (capture, node) in found.captures() {
                    if let Capture::Word(word) = capture {
                        self.capture(&mut parts, word, node);
                    }
                }
                self.add(&parts);
            },
        );
    }

    fn capture<'tree>(&mut self, parts: &mut Parts<'tree>, word: &str, node: Node<'tree>) {
        let span = Span::new(node.byte_range());
        match word {
            "use" => self.role(span, Role::Read),
            "call" => self.role(span, Role::Call),
            "type" => self.role(span, Role::Type),
            "write" => self.role(span, Role::Write),
            "inherit" => self.role(span, Role::Inherit),
            "decorator" => self.role(span, Role::Decorator),
            "label" => self.role(span, Role::Label),
            "scope" => {
                self.scopes.entry(span).or_insert(false);
            }
            "scope.type" => {
                self.scopes.insert(span, true);
            }
            "parameters" => self.parameters.push(span),
            "returns" => self.returns.push(span),
            "text" => self.texts.push(span),
            "macro.body" => self.macro_bodies.push(node.range()),
            "name" => parts.name = Some(node),
            "receiver" => parts.receiver = Some(node),
            "path" => parts.path = Some(node),
            "binding" => parts.binding = Some(span),
            "field" => parts.field = Some(span),
            "annotation" => parts.origin.annotation = Some(span),
            "value" => parts.origin.value = Some(span),
            "element" => parts.origin.element = Some(span),
            "subtype" => parts.subtype = Some(span),
            "supertype" => parts.supertypes.push(span),
            "body" => parts.body = Some(span),
            "package" => self.package = Some(span),
            "unnamed" => parts.exported = Some((span, false)),
            "whole" => parts.exported = Some((Span::new(assigned_value(node).byte_range()), true)),
            "exporting" => parts.statement = Some(span),
            "prefix" => parts.prefix = Some(span),
            "group" => parts.group = Some(span),
            _ => import_part(parts, word, span),
        }
    }

    fn role(&mut self, span: Span, role: Role) {
        let known = self.uses.entry(span).or_insert((role, Qualifier::None));
        known.0 = known.0.max(role);
    }

    fn add(&mut self, parts: &Parts<'_>) {
        if let Some(name) = parts.name {
            let qualifier = match (parts.receiver, parts.path) {
                (Some(receiver), _) => Qualifier::Receiver(self.qualifier(receiver, parts.is_of_tokens)),
                (None, Some(path)) => Qualifier::Path(self.qualifier(path, parts.is_of_tokens)),
                (None, None) => Qualifier::Path(Span::default()),
            };
            self.uses.entry(Span::new(name.byte_range())).or_insert((Role::Read, Qualifier::None)).1 = qualifier;
        }
        for (name, list) in [(parts.binding, &mut self.bindings), (parts.field, &mut self.fields)] {
            if let Some(name) = name {
                let origin = list.entry(name).or_default();
                origin.annotation = origin.annotation.or(parts.origin.annotation);
                origin.value = origin.value.or(parts.origin.value);
                origin.element = origin.element.or(parts.origin.element);
            }
        }
        if let Some(subtype) = parts.subtype {
            let body = parts.body;
            let pairs = parts.supertypes.iter().map(|supertype| Supertype { subtype, supertype: *supertype, body });
            self.supertypes.extend(pairs);
        }
        if let (Some(statement), Some((value, is_whole))) = (parts.statement, parts.exported) {
            self.exports.push(Export { statement, value, is_whole });
        }
        if let (Some(prefix), Some(group)) = (parts.prefix, parts.group) {
            self.groups.push((group, prefix));
        }
        if let Some(span) = parts.import_span.or(parts.import.alias).or(parts.import.imported).or(parts.import.module) {
            self.add_import(span, parts.import);
        }
    }

    fn add_import(&mut self, span: Span, import: RawImport) {
        let known = self.imports.entry(span).or_default();
        known.module = known.module.or(import.module);
        known.imported = known.imported.or(import.imported);
        known.alias = known.alias.or(import.alias);
        known.is_default |= import.is_default;
        known.is_wildcard |= import.is_wildcard;
        known.is_reexport |= import.is_reexport;
    }

    /// What stands before a name. Of bare tokens only the one before the dot is known; the text tells the rest.
    fn qualifier(&self, node: Node<'_>, is_of_tokens: bool) -> Span {
        let mut span = node.byte_range();
        if is_of_tokens {
            span.start = chain_start(self.text, span.start);
        }
        Span::new(span)
    }

    fn finish(mut self) -> NameFacts {
        let text = self.text;
        let mut scopes: Vec<(Span, bool)> = std::mem::take(&mut self.scopes).into_iter().collect();
        scopes.push((Span::new(0..text.len() + 1), false));
        scopes.sort_by_key(|(span, _)| (span.start, std::cmp::Reverse(span.end)));
        let mut facts = NameFacts::default();
        let mut stack: Vec<u32> = Vec::new();
        for (index, (span, is_type)) in scopes.into_iter().enumerate() {
            while stack.last().is_some_and(|top| facts.scopes[*top as usize].span.end <= span.start) {
                stack.pop();
            }
            facts.scopes.push(Scope { span, parent: stack.last().copied(), is_type });
            stack.push(index as u32);
        }
        facts.imports = self.finish_imports(&facts);
        for import in &facts.imports {
            for span in [Some(import.span), import.alias].into_iter().flatten() {
                self.uses.entry(span).and_modify(|known| known.0 = Role::Import);
            }
            if let Imported::Name(span) = import.imported {
                self.uses.entry(span).and_modify(|known| known.0 = Role::Import);
            }
        }
        facts.bindings = located(self.bindings, &facts);
        facts.fields = located(self.fields, &facts);
        facts.uses = self.uses.into_iter().map(|(span, (role, qualifier))| Use { span, role, qualifier }).collect();
        facts.uses.sort_by_key(|found| (found.span.start, std::cmp::Reverse(found.span.end)));
        facts.uses.dedup_by_key(|found| found.span.start);
        facts.supertypes = self.supertypes;
        facts.supertypes.sort_by_key(|pair| (pair.subtype, pair.supertype, pair.body));
        facts.supertypes.dedup();
        facts.exports = self.exports;
        facts.exports.sort_by_key(|export| (export.statement, export.value));
        facts.exports.dedup();
        facts.package = self.package;
        facts.parameters = sorted(self.parameters);
        facts.returns = sorted(self.returns);
        facts.texts = sorted(self.texts);
        facts
    }

    fn finish_imports(&mut self, facts: &NameFacts) -> Vec<Import> {
        let mut imports: Vec<(Span, RawImport)> = std::mem::take(&mut self.imports).into_iter().collect();
        imports.sort_by_key(|(span, _)| (span.start, span.end));
        imports
            .into_iter()
            .map(|(span, raw)| Import {
                span,
                scope: facts.scope_at(span.start),
                module: self.module_of(span, raw.module),
                imported: match raw.imported {
                    _ if raw.is_wildcard => Imported::Wildcard,
                    _ if raw.is_default => Imported::Default,
                    Some(name) => Imported::Name(name),
                    None => Imported::Module,
                },
                alias: raw.alias,
                is_reexport: raw.is_reexport,
            })
            .collect()
    }

    /// The module of an import, led by the prefixes of the groups around it, outermost first.
    fn module_of(&self, span: Span, module: Option<Span>) -> String {
        let mut around: Vec<&(Span, Span)> = self.groups.iter().filter(|(group, _)| group.contains(span)).collect();
        around.sort_by_key(|(group, _)| (group.start, std::cmp::Reverse(group.end)));
        let mut parts: Vec<String> = around.iter().map(|(_, prefix)| bare(prefix.of(self.text))).collect();
        parts.extend(module.map(|module| bare(module.of(self.text))));
        parts.retain(|part| !part.is_empty());
        parts.join(&self.language.config.separator)
    }
}

/// The identifiers in a part of a text.
fn identifiers(text: &str, range: std::ops::Range<usize>) -> Vec<Span> {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let mut found = Vec::new();
    let mut at = range.start;
    while let Some(start) = text[at..range.end].find(is_word).map(|offset| at + offset) {
        let end = text[start..range.end].find(|next| !is_word(next)).map_or(range.end, |offset| start + offset);
        if !text[start..].starts_with(|first: char| first.is_ascii_digit()) {
            found.push(Span::new(start..end));
        }
        at = end;
    }
    found
}

fn import_part(parts: &mut Parts<'_>, word: &str, span: Span) {
    let import = &mut parts.import;
    match word {
        "import" => parts.import_span = Some(span),
        "module" => import.module = Some(span),
        "imported" => import.imported = Some(span),
        "alias" => import.alias = Some(span),
        "default" => {
            import.alias = Some(span);
            import.is_default = true;
        }
        "reexport" => import.is_reexport = true,
        _ => {
            import.is_wildcard = true;
            parts.import_span = Some(span);
        }
    }
}

/// The value of several assignments in one: `f` of `exports = f`.
fn assigned_value(node: Node<'_>) -> Node<'_> {
    let inner = node.child_by_field_name("right").filter(|_| node.kind() == "assignment_expression");
    inner.map_or(node, assigned_value)
}

fn located(names: FxHashMap<Span, Origin>, facts: &NameFacts) -> Vec<Binding> {
    let mut list: Vec<Binding> =
        names.into_iter().map(|(name, origin)| Binding { name, scope: facts.scope_at(name.start), origin }).collect();
    list.sort_by_key(|binding| binding.name);
    list
}

fn sorted(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_unstable();
    spans.dedup();
    spans
}

/// A module's text without quotes, brackets and white space.
fn bare(text: &str) -> String {
    text.chars()
        .filter(|character| !character.is_whitespace() && !matches!(character, '"' | '\'' | '`' | '<' | '>'))
        .collect()
}

/// Where the chain of names, dots and calls begins that ends before `start`.
fn chain_start(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
    let mut at = start;
    loop {
        let before = text[..at].trim_end();
        let Some(rest) = before.strip_suffix("::").or_else(|| before.strip_suffix('.')) else { return at };
        let rest = rest.trim_end();
        let mut begin = rest.len();
        if rest.ends_with(')') {
            let mut depth = 0usize;
            while begin > 0 {
                begin -= 1;
                match bytes[begin] {
                    b')' => depth += 1,
                    b'(' => depth -= 1,
                    _ => {}
                }
                if depth == 0 {
                    break;
                }
            }
            if depth != 0 {
                return at;
            }
        }
        while begin > 0 && is_word(bytes[begin - 1]) {
            begin -= 1;
        }
        if begin == rest.len() {
            return at;
        }
        at = begin;
    }
}
