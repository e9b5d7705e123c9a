//! From what the query found to symbols: nesting, kinds, visibility, signatures and documentation.

use super::collect::{Found, Raw};
use super::signature;
use crate::domain::{LineRange, Symbol, SymbolKind, Visibility};
use crate::lang::Language;
use std::ops::Range;

impl Found {
    pub(super) fn into_symbols(mut self, text: &str, language: &'static Language) -> Vec<Symbol> {
        for ranges in [&mut self.comments, &mut self.decorators, &mut self.access] {
            ranges.sort_by_key(|range| (range.start, range.end));
            ranges.dedup();
        }
        let mut definitions = std::mem::take(&mut self.definitions);
        definitions.sort_by_key(|raw| {
            (raw.node.start, std::cmp::Reverse(raw.node.end), raw.name.clone().map(|name| name.start))
        });
        definitions.dedup_by(|later, first| later.node == first.node && later.name == first.name);

        let lines = LineStarts::new(text);
        let mut builder =
            Builder { text, language, found: &self, lines: &lines, symbols: Vec::new(), stack: Vec::new() };
        let mut access = self.access.iter().peekable();
        for raw in &definitions {
            while let Some(label) = access.next_if(|label| label.start < raw.node.start) {
                builder.access(label);
            }
            builder.add(raw);
        }
        builder.symbols
    }
}

/// Where lines begin, for turning bytes into 1-based lines.
struct LineStarts(Vec<usize>);

impl LineStarts {
    fn new(text: &str) -> Self {
        let mut starts = vec![0];
        starts.extend(memchr::memchr_iter(b'\n', text.as_bytes()).map(|newline| newline + 1));
        Self(starts)
    }

    fn line(&self, byte: usize) -> usize {
        self.0.partition_point(|start| *start <= byte)
    }

    fn start(&self, line: usize) -> usize {
        self.0[line - 1]
    }
}

/// Turns raw definitions, in source order, into symbols.
struct Builder<'a> {
    text: &'a str,
    language: &'static Language,
    found: &'a Found,
    lines: &'a LineStarts,
    symbols: Vec<Symbol>,
    /// Indices of the definitions around the present place, with the end of their nodes and the access label in force.
    stack: Vec<Enclosing>,
}

struct Enclosing {
    index: usize,
    end: usize,
    access: Option<Visibility>,
}

impl Builder<'_> {
    fn leave(&mut self, start: usize) {
        while self.stack.last().is_some_and(|enclosing| enclosing.end <= start) {
            self.stack.pop();
        }
    }

    fn access(&mut self, label: &Range<usize>) {
        self.leave(label.start);
        let word = self.text[label.clone()].trim_end_matches(':').trim();
        let visibility = self.language.config.visibility.words.get(word).map(|word| (*word).into());
        if let (Some(enclosing), Some(visibility)) = (self.stack.last_mut(), visibility) {
            enclosing.access = Some(visibility);
        }
    }

    fn add(&mut self, raw: &Raw) {
        self.leave(raw.node.start);
        let parent = self.stack.last().map(|enclosing| enclosing.index);
        let is_local = parent.is_some_and(|parent| {
            let parent = &self.symbols[parent];
            parent.is_local || (parent.kind.is_callable() && parent.kind != SymbolKind::Macro)
        });
        let parent_is_callable = parent.is_some_and(|parent| self.symbols[parent].kind.is_callable());
        if parent_is_callable && matches!(raw.kind, SymbolKind::Variable | SymbolKind::Constant) {
            return;
        }

        let name_bytes = raw.name.clone().unwrap_or(raw.node.start..raw.node.start);
        let name = signature::name(&self.text[name_bytes.clone()]);
        let container = raw.container.clone().map(|range| signature::name(&self.text[range]));
        let kind = self.kind(raw, parent, &name, container.as_deref());
        let leading = self.leading(raw.outer.start);
        let decorated = leading.decorators.first().map_or(raw.outer.start, |first| first.start.min(raw.outer.start));
        let is_test = raw.is_test
            || parent.is_some_and(|parent| self.symbols[parent].is_test)
            || self.found.tests.contains(&(raw.node.start, raw.node.end))
            || leading.decorators.iter().any(|range| self.found.tests.contains(&(range.start, range.end)))
            || self.inner_decorators(raw).any(|range| self.found.tests.contains(&(range.start, range.end)));
        let header_end = raw.body.as_ref().map_or(raw.node.end, |body| body.start).max(raw.node.start);
        let first_byte = leading.comments.first().map_or(decorated, |first| first.start.min(decorated));
        let end = raw.outer.end.max(raw.node.end);
        self.symbols.push(Symbol {
            visibility: self.visibility(raw, parent, &name),
            signature: self.signature(raw),
            doc: self.doc(raw, &leading),
            node_type: raw.node_type,
            line: self.lines.line(name_bytes.start),
            lines: LineRange { start: self.lines.line(decorated), end: self.last_line(end) },
            first_line: self.lines.line(first_byte),
            header_end: self.last_line(header_end.max(name_bytes.end)),
            bytes: decorated..end,
            name_bytes,
            parent,
            container,
            is_test,
            is_local,
            name,
            kind,
        });
        self.stack.push(Enclosing { index: self.symbols.len() - 1, end: raw.node.end, access: None });
    }

    /// The line of the last byte before `end`; a node that ends with its newline does not reach into the next line.
    fn last_line(&self, end: usize) -> usize {
        let trimmed = self.text[..end].trim_end().len();
        self.lines.line(trimmed.saturating_sub(1))
    }

    fn kind(&self, raw: &Raw, parent: Option<usize>, name: &str, container: Option<&str>) -> SymbolKind {
        if !matches!(raw.kind, SymbolKind::Function | SymbolKind::Method) {
            return raw.kind;
        }
        let parent = parent.map(|parent| &self.symbols[parent]);
        let in_type = parent.is_some_and(|parent| parent.kind.is_container() && parent.kind != SymbolKind::Module);
        let owner = container.or_else(|| parent.filter(|_| in_type).map(|parent| parent.name.as_str()));
        let is_constructor = owner.is_some_and(|owner| {
            self.language.config.constructors.iter().any(|word| word == name || (word == "<class>" && owner == name))
        });
        if is_constructor {
            SymbolKind::Constructor
        } else if in_type {
            SymbolKind::Method
        } else {
            raw.kind
        }
    }

    fn visibility(&self, raw: &Raw, parent: Option<usize>, name: &str) -> Option<Visibility> {
        if raw.kind == SymbolKind::Impl {
            return None;
        }
        let rules = &self.language.config.visibility;
        let before_name = &self.text[raw.outer.start..raw.name.as_ref().map_or(raw.node.start, |name| name.start)];
        for word in before_name.split_whitespace() {
            for (rule, visibility) in &rules.words {
                if word == rule || (rule.ends_with('(') && word.starts_with(rule.as_str())) {
                    return Some((*visibility).into());
                }
            }
        }
        if rules.hash_is_private && name.starts_with('#') {
            return Some(Visibility::Private);
        }
        if rules.underscore_is_private {
            let is_private = name.starts_with('_') && !(name.starts_with("__") && name.ends_with("__"));
            return Some(if is_private { Visibility::Private } else { Visibility::Public });
        }
        if rules.capital_is_public {
            let is_public = name.chars().next().is_some_and(char::is_uppercase);
            return Some(if is_public { Visibility::Public } else { Visibility::Internal });
        }
        if let Some(parent) = parent.map(|parent| &self.symbols[parent]) {
            let access = self.stack.last().and_then(|enclosing| enclosing.access);
            let kind = parent.kind.as_str();
            if let Some(visibility) = access.or_else(|| rules.members.get(kind).map(|word| (*word).into())) {
                return Some(visibility);
            }
            if rules.members_inherit.iter().any(|word| word == kind) {
                return parent.visibility;
            }
            // Members of a Rust trait impl are as visible as the trait; syntax does not know how visible that is.
            if parent.kind == SymbolKind::Impl && parent.container.is_some() {
                return None;
            }
        }
        rules.top.map(Into::into)
    }

    fn inner_decorators(&self, raw: &Raw) -> impl Iterator<Item = &Range<usize>> {
        let end = raw.name.as_ref().map_or(raw.node.end, |name| name.start);
        let from = self.found.decorators.partition_point(|range| range.start < raw.outer.start);
        self.found.decorators[from..].iter().take_while(move |range| range.end <= end)
    }

    fn signature(&self, raw: &Raw) -> String {
        let mut skip: Vec<Range<usize>> = Vec::new();
        let mut prefix = String::new();
        let end = self.signature_end(raw);
        for range in self.inner_decorators(raw) {
            let text = &self.text[range.clone()];
            if self.language.is_signature_decorator(text) {
                prefix.push_str(&signature::one_line(text));
                prefix.push(' ');
            }
            skip.push(range.clone());
        }
        let from = self.found.comments.partition_point(|range| range.start < raw.outer.start);
        skip.extend(self.found.comments[from..].iter().take_while(|range| range.start < end).cloned());
        skip.sort_by_key(|range| range.start);

        let mut kept = String::new();
        let mut at = raw.outer.start;
        for range in skip {
            if range.start >= at && range.end <= end {
                kept.push_str(&self.text[at..range.start]);
                kept.push(' ');
                at = range.end;
            }
        }
        kept.push_str(&self.text[at..end]);
        prefix + signature::without_tail(&signature::one_line(&kept))
    }

    fn signature_end(&self, raw: &Raw) -> usize {
        let end = match &raw.body {
            // The fields of a tuple struct or variant say what it is.
            Some(body) if raw.kind != SymbolKind::Macro && self.text[body.clone()].starts_with('(') => raw.node.end,
            Some(body) => body.start,
            None => raw.node.end,
        };
        match &raw.value {
            Some(value) if !signature::is_short_value(&self.text[value.clone()]) => end.min(value.start),
            _ => end,
        }
        .max(raw.outer.start)
    }

    fn doc(&self, raw: &Raw, leading: &Leading) -> Option<String> {
        if let Some(docstring) = &raw.docstring {
            return signature::doc_line(&self.text[docstring.clone()]);
        }
        let marks = &self.language.config.comments.doc;
        leading
            .comments
            .iter()
            .map(|range| &self.text[range.clone()])
            .filter(|comment| marks.is_empty() || marks.iter().any(|mark| comment.starts_with(mark.as_str())))
            .find_map(signature::doc_line)
    }

    /// The comments and decorators that stand directly above a definition, in source order.
    fn leading(&self, start: usize) -> Leading {
        let mut leading = Leading::default();
        let mut at = start;
        let mut comments =
            self.found.comments[..self.found.comments.partition_point(|range| range.start < start)].iter().rev();
        let mut decorators =
            self.found.decorators[..self.found.decorators.partition_point(|range| range.start < start)].iter().rev();
        let mut comment = comments.next();
        let mut decorator = decorators.next();
        loop {
            match (comment, decorator) {
                (Some(range), _) if range.end <= at && self.touches(range, at) && self.begins_its_line(range.start) => {
                    leading.comments.push(range.clone());
                    at = range.start;
                    comment = comments.next();
                }
                (_, Some(range)) if range.end <= at && self.touches(range, at) => {
                    leading.decorators.push(range.clone());
                    at = range.start;
                    decorator = decorators.next();
                }
                _ => break,
            }
        }
        leading.comments.reverse();
        leading.decorators.reverse();
        leading
    }

    /// Nothing but white space, without a blank line, between the range and `at`.
    fn touches(&self, range: &Range<usize>, at: usize) -> bool {
        let between = &self.text[range.end..at];
        // Some grammars count the newline to a line comment.
        let newlines = between.matches('\n').count() + usize::from(self.text[range.clone()].ends_with('\n'));
        between.trim().is_empty() && newlines <= 1
    }

    fn begins_its_line(&self, byte: usize) -> bool {
        self.text[self.lines.start(self.lines.line(byte))..byte].trim().is_empty()
    }
}

#[derive(Default)]
struct Leading {
    comments: Vec<Range<usize>>,
    decorators: Vec<Range<usize>>,
}
