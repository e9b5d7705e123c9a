//! Construction of symbols from the query's captures: nesting, kinds, visibility, signatures and
//! documentation.

mod visibility;

use super::collect::{Raw, RawOutline};
use super::{bounds, section, signature, tables, unclosed};
use crate::domain::{LineRange, Symbol, SymbolKind, Visibility, shorten};
use crate::lang::{Language, LanguageRole};
use crate::workspace::secrets;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// Limit of definitions within each other, far more than anybody writes. It bounds the cost of
/// visiting all that are around a definition.
const MAX_NESTED: usize = 64;

impl RawOutline {
    /// Returns the symbols, and the number left out because there were too many.
    pub(super) fn into_symbols(
        mut self,
        text: &str,
        language: &'static Language,
    ) -> (Vec<Symbol>, usize) {
        for ranges in [&mut self.comments, &mut self.decorators, &mut self.access, &mut self.blocks]
        {
            ranges.sort_by_key(|range| (range.start, range.end));
            ranges.dedup();
        }
        let mut definitions = self.take_definitions(text, language);
        if language.config.role == LanguageRole::Prose {
            section::extend(&mut definitions, text);
        }
        let left_out = bounds::keep(&mut definitions, &language.config.outline);

        let lines = LineStarts::new(text);
        let exported = self.exported.iter().filter_map(|range| text.get(range.clone())).collect();
        let mut builder = Builder {
            text,
            language,
            found: &self,
            lines: &lines,
            exported,
            symbols: Vec::new(),
            stack: Vec::new(),
        };
        let mut access = self.access.iter().peekable();
        let mut blocks = self.blocks.iter().peekable();
        for raw in &definitions {
            loop {
                let block = blocks
                    .peek()
                    .filter(|block| block.start < raw.node.start)
                    .map(|block| block.start);
                let is_inside =
                    |label: &&Range<usize>| label.start < block.unwrap_or(raw.node.start);
                if let Some(label) = access.next_if(is_inside) {
                    builder.access(label);
                } else if let Some(block) = blocks.next_if(|block| block.start < raw.node.start) {
                    builder.enter(block);
                } else {
                    break;
                }
            }
            builder.add(raw);
        }
        let mut symbols = builder.symbols;
        // They are kept as long as the file is.
        symbols.shrink_to_fit();
        (symbols, left_out)
    }

    /// Takes out the definitions, in the order of the text, each once, and without those that are
    /// none.
    fn take_definitions(&mut self, text: &str, language: &Language) -> Vec<Raw> {
        let mut definitions = std::mem::take(&mut self.definitions);
        definitions.sort_by_key(|raw| {
            (
                raw.node.start,
                std::cmp::Reverse(raw.node.end),
                raw.name.clone().map(|name| name.start),
            )
        });
        definitions.dedup_by(|later, first| later.node == first.node && later.name == first.name);
        // `a.b = function b() {}` is one definition: the value's own name is visible only inside
        // the value.
        let mut starts: FxHashMap<Range<usize>, usize> = FxHashMap::default();
        definitions.retain(|raw| {
            let body = raw.body.clone().filter(|_| raw.kind.is_callable());
            body.is_none_or(|body| *starts.entry(body).or_insert(raw.node.start) == raw.node.start)
        });
        if !self.ignored.is_empty() {
            let is_ignored =
                |range: &Range<usize>| self.ignored.contains(&(range.start, range.end));
            definitions
                .retain(|raw| !is_ignored(&raw.node) && !raw.name.as_ref().is_some_and(is_ignored));
        }
        let keywords = &language.config.keywords;
        definitions.retain(|raw| {
            let name = raw.name.clone().filter(|_| raw.is_declared).and_then(|name| text.get(name));
            !name.is_some_and(|name| keywords.iter().any(|keyword| keyword == name))
        });
        unclosed::end(&mut definitions, text, &language.config.outline.unclosed);
        if language.config.outline.tables_are_types {
            tables::name_types(&mut definitions, text);
        }
        definitions
    }
}

/// Starts of lines, for converting bytes to 1-based lines.
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
    found: &'a RawOutline,
    lines: &'a LineStarts,
    /// Names that the file exports apart from their definitions.
    exported: FxHashSet<&'a str>,
    symbols: Vec<Symbol>,
    /// Indices of the definitions around the present place, with the end of their nodes and the
    /// access label in force.
    stack: Vec<Enclosing>,
}

struct Enclosing {
    index: usize,
    /// Byte from which on definitions may be inside: of a declaration's parts only those after the
    /// name are.
    inside: usize,
    end: usize,
    access: Option<Visibility>,
    /// End of its head, in bytes.
    head_end: usize,
    /// True for a function, whatever its kind: definitions in it are local.
    is_callable: bool,
}

impl Builder<'_> {
    fn leave(&mut self, start: usize) {
        while self
            .stack
            .last()
            .is_some_and(|enclosing| enclosing.end <= start || start < enclosing.inside)
        {
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

    /// Enters a block of the definition around it; access labels hold inside or outside of it.
    fn enter(&mut self, block: &Range<usize>) {
        self.leave(block.start);
        if let Some(around) = self.stack.last() {
            let Enclosing { index, head_end, is_callable, .. } = *around;
            let (inside, end) = (block.start, block.end);
            self.stack.push(Enclosing { index, inside, end, access: None, head_end, is_callable });
        }
    }

    /// Adds the symbol of a definition, unless it is local to a function and no definition of its
    /// own.
    fn add(&mut self, raw: &Raw) {
        self.leave_siblings(raw);
        if self.stack.len() >= MAX_NESTED {
            return;
        }
        let is_unowned =
            self.language.config.outline.unowned.iter().any(|kind| kind == raw.node_type);
        let (parent, parent_is_callable) =
            if is_unowned { (None, false) } else { self.parent_of(raw) };
        // Values local to a function are no definitions, nor is what a function puts into an
        // object.
        let items = &self.language.config.outline.local_items;
        let is_item = || items.iter().any(|kind| kind == raw.node_type);
        let is_value = raw.kind.has_value() && raw.body.is_none() && !is_item();
        let is_put = raw.kind == SymbolKind::Method && raw.container.is_some();
        let parent_has_value = parent.is_some_and(|parent| self.symbols[parent].kind.has_value());
        if (parent_is_callable && (is_value || is_put)) || (parent_has_value && is_put) {
            return;
        }
        let is_local = parent.is_some_and(|parent| {
            let parent = &self.symbols[parent];
            // Definitions in a value are local as well, except for the members of an object.
            let is_member =
                matches!(raw.kind, SymbolKind::Method | SymbolKind::Field | SymbolKind::Property);
            parent.is_local || parent_is_callable || (parent.kind.has_value() && !is_member)
        });
        let symbol = self.symbol(raw, parent, is_local);
        let is_accessor = raw.kind == SymbolKind::Property && raw.body.is_some();
        let has_no_inside = symbol.kind.has_value() || symbol.kind == SymbolKind::Type;
        self.stack.push(Enclosing {
            index: self.symbols.len(),
            inside: if has_no_inside { symbol.name_bytes.end } else { raw.node.start },
            end: raw.node.end,
            access: None,
            head_end: raw.body.as_ref().map_or(raw.node.end, |body| body.start),
            is_callable: (symbol.kind.is_callable() || raw.kind.is_callable() || is_accessor)
                && symbol.kind != SymbolKind::Macro,
        });
        self.symbols.push(symbol);
    }

    /// Leaves the definitions that only look as if they were around one.
    fn leave_siblings(&mut self, raw: &Raw) {
        self.leave(raw.node.start);
        // Behind a syntax error, a definition may end after the one that it begins in.
        let end = raw.outer.end.max(raw.node.end);
        while self.stack.last().is_some_and(|around| self.symbols[around.index].bytes.end < end) {
            self.stack.pop();
        }
        // Several names of one node stand side by side: `clean test:`.
        while self
            .stack
            .last()
            .is_some_and(|around| around.inside == raw.node.start && around.end == raw.node.end)
        {
            self.stack.pop();
        }
        // `a = b = 1` defines two variables side by side.
        while matches!(raw.kind, SymbolKind::Variable | SymbolKind::Constant)
            && self.stack.last().is_some_and(|enclosing| {
                self.symbols[enclosing.index].kind.has_value() && !enclosing.is_callable
            })
        {
            self.stack.pop();
        }
    }

    /// Returns the parent of a definition, and whether it is a function.
    fn parent_of(&self, raw: &Raw) -> (Option<usize>, bool) {
        let Some(around) = self.stack.last() else { return (None, false) };
        if !around.is_callable || raw.kind != SymbolKind::Field {
            return (Some(around.index), around.is_callable);
        }
        // A constructor's parameter that is a field belongs to the type.
        let parent = self.symbols[around.index].parent;
        (parent, parent.is_none_or(|parent| !self.symbols[parent].kind.is_container()))
    }

    fn symbol(&self, raw: &Raw, parent: Option<usize>, is_local: bool) -> Symbol {
        let (mut name, mut name_bytes) = self.name_of(raw);
        let container = raw.container.clone().map(|range| signature::name(&self.text[range]));
        let mut qualified = None;
        if raw.kind.is_container()
            && let Some((_, last)) = self.language.split_qualified(&self.text[name_bytes.clone()])
        {
            name_bytes.start = name_bytes.end - last.len();
            qualified = Some(std::mem::replace(&mut name, last.to_owned()));
        }
        // In broken code, a definition may begin before the one that it ends in, of which the end
        // was found by its braces.
        let around = parent.map_or(0, |parent| self.symbols[parent].bytes.start);
        let outer_start = raw.outer.start.max(around);
        let leading = self.leading(outer_start);
        let kind = self.kind(raw, &leading, parent, &name, container.as_deref());
        let start_of = |first: Option<&Range<usize>>, otherwise: usize| {
            first.map_or(otherwise, |first| first.start.min(otherwise))
        };
        let decorated = start_of(leading.decorators.first(), outer_start);
        let first_byte = start_of(leading.comments.first(), decorated);
        let header_end =
            raw.body.as_ref().map_or(raw.node.end, |body| body.start).max(raw.node.start);
        let end = raw.outer.end.max(raw.node.end);
        let found = &self.found;
        let is_in_test = parent.is_some_and(|parent| self.symbols[parent].is_test);
        // The methods of a class for tests that are not run by themselves have other names.
        let is_named_as_test = is_in_test && name.to_ascii_lowercase().starts_with("test");
        let is_test_case = kind == SymbolKind::Test
            || is_named_as_test
            || self.is_marked(raw, &leading, &found.tests);
        Symbol {
            visibility: self.visibility(raw, kind, parent, &name),
            signature: self.signature(raw, kind, &leading),
            doc: self.doc(raw, &leading).map(secrets::without),
            node_type: raw.node_type,
            line: self.lines.line(name_bytes.start),
            lines: LineRange { start: self.lines.line(decorated), end: self.last_line(end) },
            first_line: self.lines.line(first_byte),
            header_end: self.last_line(header_end.max(name_bytes.end)),
            bytes: decorated..end,
            name_bytes,
            parent,
            container,
            qualified,
            is_test: is_in_test || is_test_case || self.is_marked(raw, &leading, &found.test_code),
            is_test_case,
            is_local,
            name,
            kind,
        }
    }

    /// Returns the name of a definition, and where it stands.
    fn name_of(&self, raw: &Raw) -> (String, Range<usize>) {
        let mut bytes = raw.name.clone().unwrap_or(raw.node.start..raw.node.start);
        // Marks around a name are not part of it: `:name` of Ruby, `name=` of a shell's alias.
        if self.text[bytes.clone()].starts_with(':') {
            bytes.start += 1;
        }
        if raw.kind == SymbolKind::Constant && self.text[bytes.clone()].ends_with('=') {
            bytes.end -= 1;
        }
        let text = &self.text[bytes.clone()];
        let name = match raw.kind {
            SymbolKind::Section if raw.level > 0 => secrets::without(section::title(text)),
            _ => signature::name(text),
        };
        (name, bytes)
    }

    /// Returns whether a definition or one of its decorators is among some captured nodes.
    fn is_marked(
        &self,
        raw: &Raw,
        leading: &Leading,
        captured: &FxHashSet<(usize, usize)>,
    ) -> bool {
        let is_captured = |range: &Range<usize>| captured.contains(&(range.start, range.end));
        is_captured(&raw.node)
            || leading.decorators.iter().any(is_captured)
            || self.inner_decorators(raw).any(is_captured)
    }

    /// Returns the line of the last byte before `end`; a node that ends with its newline does not
    /// reach into the next line.
    fn last_line(&self, end: usize) -> usize {
        let trimmed = self.text[..end].trim_end().len();
        self.lines.line(trimmed.saturating_sub(1))
    }

    fn kind(
        &self,
        raw: &Raw,
        leading: &Leading,
        parent: Option<usize>,
        name: &str,
        container: Option<&str>,
    ) -> SymbolKind {
        let parent = parent.map(|parent| &self.symbols[parent]);
        let in_type = parent.is_some_and(|parent| {
            (parent.kind.is_container() || parent.kind == SymbolKind::Type)
                && parent.kind != SymbolKind::Module
        });
        match raw.kind {
            kind if raw.is_settled => return kind,
            SymbolKind::Function | SymbolKind::Method => {}
            SymbolKind::Variable | SymbolKind::Field if raw.declares_function => {}
            SymbolKind::Variable if in_type || container.is_some() => return SymbolKind::Field,
            kind => return kind,
        }
        let owner =
            container.or_else(|| parent.filter(|_| in_type).map(|parent| parent.name.as_str()));
        let is_constructor = owner.is_some_and(|owner| {
            self.language
                .config
                .constructors
                .iter()
                .any(|word| word == name || (word == "<class>" && owner == name))
        });
        if is_constructor {
            return SymbolKind::Constructor;
        }
        let has_property_decorator = || {
            let mut decorators = self.inner_decorators(raw).chain(&leading.decorators);
            decorators.any(|range| self.language.is_property_decorator(&self.text[range.clone()]))
        };
        if in_type || container.is_some() {
            if has_property_decorator() { SymbolKind::Property } else { SymbolKind::Method }
        } else if raw.declares_function {
            SymbolKind::Function
        } else {
            raw.kind
        }
    }

    /// Returns the decorators between the start of a definition's wrappers and its name.
    fn inner_decorators(&self, raw: &Raw) -> impl Iterator<Item = &Range<usize>> {
        let end = raw.name.as_ref().map_or(raw.node.end, |name| name.start);
        let from = self.found.decorators.partition_point(|range| range.start < raw.outer.start);
        self.found.decorators[from..].iter().take_while(move |range| range.end <= end)
    }

    fn signature(&self, raw: &Raw, kind: SymbolKind, leading: &Leading) -> String {
        if raw.level > 0 {
            return secrets::without(section::heading(raw, self.text));
        }
        let mut signature = String::new();
        for range in leading.decorators.iter().chain(self.inner_decorators(raw)) {
            let text = &self.text[range.clone()];
            if self.language.is_signature_decorator(text) {
                signature.push_str(&signature::decorator(text));
                signature.push(' ');
            }
        }
        let end = self.signature_end(raw);
        let name_start = raw.name.as_ref().map_or(raw.node.start, |name| name.start);
        let mut kept = String::new();
        match &raw.head {
            // One of several definitions in a wrapper, whose words precede all of them.
            Some(head) if raw.outer.start > head.start => {
                self.keep(head.clone(), name_start, &mut kept);
                let words = kept.trim_end().trim_end_matches('(').len();
                kept.truncate(words);
                kept.push(' ');
                self.keep(raw.node.start..end, name_start, &mut kept);
            }
            _ => self.keep(raw.outer.start..end, name_start, &mut kept),
        }
        match (&raw.body, &raw.name) {
            // `typedef struct { … } name;`
            (Some(body), Some(name)) if body.end <= name.start => {
                kept.push_str(" { … } ");
                self.keep(body.end..raw.node.end, name_start, &mut kept);
            }
            _ => {}
        }
        let kept = signature::one_line(&signature::without_directives(&kept));
        let is_in_brackets = self.text[..raw.outer.start].ends_with('(');
        signature.push_str(signature::without_tail(&kept, is_in_brackets));
        // The head of a Lisp form is closed as well.
        if kind == SymbolKind::Test || signature.starts_with('(') {
            signature::close_brackets(&mut signature);
        }
        // A key that is cut would not be recognised.
        let with_keys = shorten(&signature, signature::MAX_SIGNATURE + secrets::MAX_KEY_BYTES);
        shorten(&secrets::without(with_keys), signature::MAX_SIGNATURE)
    }

    /// Appends a part of the text without its comments and the decorators before the name.
    fn keep(&self, part: Range<usize>, name_start: usize, kept: &mut String) {
        let within = |ranges: &'_ [Range<usize>]| {
            let from = ranges.partition_point(|range| range.start < part.start);
            let to = ranges.partition_point(|range| range.start < part.end);
            from..to.max(from)
        };
        let comments = &self.found.comments[within(&self.found.comments)];
        let decorators = &self.found.decorators[within(&self.found.decorators)];
        let decorators = decorators.iter().filter(|range| range.end <= name_start);
        let (mut comments, mut decorators) = (comments.iter().peekable(), decorators.peekable());
        let mut at = part.start;
        loop {
            let next = match (comments.peek(), decorators.peek()) {
                (Some(comment), Some(decorator)) if comment.start > decorator.start => {
                    decorators.next()
                }
                (Some(_), _) => comments.next(),
                (None, _) => decorators.next(),
            };
            let Some(range) = next else { break };
            if range.start >= at && range.end <= part.end {
                kept.push_str(&self.text[at..range.start]);
                kept.push(' ');
                at = range.end;
            }
        }
        kept.push_str(&self.text[at..part.end.max(at)]);
    }

    fn signature_end(&self, raw: &Raw) -> usize {
        let end = match &raw.body {
            // The fields of a tuple struct or variant are part of its signature.
            Some(body)
                if matches!(raw.kind, SymbolKind::Struct | SymbolKind::Constant)
                    && self.text[body.clone()].starts_with('(') =>
            {
                raw.node.end
            }
            Some(body) => body.start,
            None => raw.node.end,
        };
        match &raw.value {
            Some(value) if !signature::is_short_value(&self.text[value.clone()]) => {
                end.min(value.start)
            }
            _ => end,
        }
        .max(raw.node.start)
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
            .filter(|comment| {
                marks.is_empty() || marks.iter().any(|mark| comment.starts_with(mark.as_str()))
            })
            .find_map(signature::doc_line)
    }

    /// Returns the comments and decorators directly above a definition, in source order.
    fn leading(&self, start: usize) -> Leading {
        let mut leading = Leading::default();
        let mut at = start;
        let mut comments = self.found.comments
            [..self.found.comments.partition_point(|range| range.start < start)]
            .iter()
            .rev();
        let mut decorators = self.found.decorators
            [..self.found.decorators.partition_point(|range| range.start < start)]
            .iter()
            .rev();
        let mut comment = comments.next();
        let mut decorator = decorators.next();
        loop {
            match (comment, decorator) {
                (Some(range), _)
                    if range.end <= at
                        && self.touches(range, at)
                        && self.begins_its_line(range.start) =>
                {
                    leading.comments.push(range.clone());
                    at = range.start;
                    comment = comments.next();
                }
                // A comment on a decorator, on its line.
                (Some(range), Some(above))
                    if range.end <= at
                        && self.touches(range, at)
                        && above.end <= range.start
                        && !self.text[above.end..range.start].contains('\n') =>
                {
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

    /// Returns whether only white space, without a blank line, is between the range and `at`.
    fn touches(&self, range: &Range<usize>, at: usize) -> bool {
        let between = &self.text[range.end..at];
        // Some grammars count the newline to a line comment.
        let newlines =
            between.matches('\n').count() + usize::from(self.text[range.clone()].ends_with('\n'));
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
