//! One parsed file of a request, with look-ups in its facts.

use super::mocks::Mocks;
use crate::domain::{Symbol, SymbolKind};
use crate::engine::graph::model::FileIndex;
use crate::lang::{GraphRules, Language};
use crate::workspace::names::{Binding, FileSyntax, Import, NameFacts, Ranges, Span, Supertype};
use crate::workspace::{FileEntry, FileFacts, Text};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock};

/// Number of the places at which a variable or a field is set that are looked at.
pub(in crate::engine::graph) const MAX_ASSIGNED: usize = 1000;

/// What a definition that not all of its file sees is looked for in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::engine::graph) enum Container {
    /// The function or value that it is written in.
    Definition,
    /// The block in that, where it is of one.
    Block,
}

/// A name with what its definitions are looked for in.
pub(in crate::engine::graph) type SeenKey = (Box<str>, Container);

/// One parsed file.
pub(in crate::engine) struct Unit {
    pub(in crate::engine) file: FileIndex,
    pub(in crate::engine) entry: FileEntry,
    pub(in crate::engine) text: Arc<Text>,
    pub(in crate::engine) language: &'static Language,
    pub(super) syntax: Arc<FileSyntax>,
    /// Modules that lines of the file declare, once they were asked for.
    pub(super) declared_modules: OnceLock<Vec<u32>>,
    /// Fields that are assigned and not declared, once they were asked for.
    pub(super) attributes: OnceLock<Vec<Symbol>>,
    /// What tells mocks in the file, once it was asked for; `None` if it has none.
    pub(super) mocks: OnceLock<Option<Mocks>>,
    /// The brackets of the code, each with the innermost one that is open behind it, if any, once
    /// they were asked for.
    brackets: OnceLock<Vec<(u32, Option<u32>)>>,
    /// Where definitions of names that many have are seen, by name.
    pub(in crate::engine::graph) seen_in: Mutex<FxHashMap<SeenKey, Arc<Ranges>>>,
    /// Types of the project that bear the name of a library's type which the language's rules know.
    pub(super) own_types: Vec<Box<str>>,
}

impl Unit {
    pub(super) fn new(
        file: FileIndex,
        entry: FileEntry,
        text: Arc<Text>,
        language: &'static Language,
        syntax: Arc<FileSyntax>,
    ) -> Self {
        Self {
            file,
            entry,
            text,
            language,
            syntax,
            declared_modules: OnceLock::new(),
            attributes: OnceLock::new(),
            mocks: OnceLock::new(),
            brackets: OnceLock::new(),
            seen_in: Mutex::default(),
            own_types: Vec::new(),
        }
    }

    pub(in crate::engine) fn facts(&self) -> &FileFacts {
        &self.syntax.facts
    }

    pub(in crate::engine) fn names(&self) -> &NameFacts {
        &self.syntax.names
    }

    pub(in crate::engine) fn symbols(&self) -> &[Symbol] {
        &self.syntax.facts.outline.symbols
    }

    /// Returns whether a symbol is a type, or a module that has members as a type has.
    pub(in crate::engine) fn is_type(&self, symbol: &Symbol) -> bool {
        symbol.kind.is_type()
            || symbol.kind == SymbolKind::Module && self.facts().outline.has_module_members
    }

    /// Returns whether a definition is the type that an implementation gives for a name of what it
    /// implements: `type Service = Pool`.
    pub(in crate::engine) fn is_given(&self, index: u32) -> bool {
        let symbol = self.symbol(index);
        let parent = symbol.parent.map(|parent| self.symbols()[parent].kind);
        symbol.kind == SymbolKind::Type && parent == Some(SymbolKind::Impl)
    }

    /// Returns a definition of the outline, or an attribute by an index behind these.
    pub(in crate::engine) fn symbol(&self, index: u32) -> &Symbol {
        let (index, symbols) = (index as usize, self.symbols());
        symbols.get(index).unwrap_or_else(|| &self.attributes()[index - symbols.len()])
    }

    /// Returns the names on the path to a definition, outermost first, itself last.
    pub(in crate::engine) fn path_of(&self, symbol: u32) -> Vec<&str> {
        let (outline, index) = (&self.facts().outline, symbol as usize);
        if index < outline.symbols.len() {
            return outline.path_of(index);
        }
        let attribute = self.symbol(symbol);
        let around = attribute.parent.map(|parent| outline.path_of(parent));
        let above = around.into_iter().flatten().chain(attribute.container.as_deref());
        above.chain([attribute.name.as_str()]).collect()
    }

    pub(in crate::engine) fn content(&self) -> &str {
        &self.text.content
    }

    /// Returns the innermost bracket of any kind that is open before a byte of the code.
    pub(in crate::engine) fn bracket_around(&self, at: usize) -> Option<usize> {
        let brackets = self.brackets.get_or_init(|| self.find_brackets());
        let before = brackets.partition_point(|(bracket, _)| (*bracket as usize) < at);
        let (_, open) = brackets[..before].last()?;
        open.map(|open| open as usize)
    }

    fn find_brackets(&self) -> Vec<(u32, Option<u32>)> {
        let mut open = Vec::new();
        let bytes = self.content().bytes().enumerate();
        let brackets = bytes.filter(|(_, byte)| b"{}()[]".contains(byte));
        let code = brackets.filter(|(at, _)| !self.names().is_text(*at));
        code.map(|(at, byte)| {
            if b"{([".contains(&byte) {
                open.push(at as u32);
            } else {
                open.pop();
            }
            (at as u32, open.last().copied())
        })
        .collect()
    }

    pub(in crate::engine) fn rules(&self) -> &'static GraphRules {
        &self.language.config.graph
    }

    /// Returns whether a definition of the file may be an accessor that another language calls by
    /// the name of its property: a setter takes a value, a getter nothing.
    pub(in crate::engine) fn is_accessor(&self, symbol: &Symbol, is_setter: bool) -> bool {
        let arity = || self.names().arity_at(symbol.name_bytes.start);
        self.rules().calls_by_property() == Some(false)
            && symbol.kind == SymbolKind::Method
            && arity().is_none_or(|arity| arity.takes(u8::from(is_setter)))
    }

    pub(in crate::engine) fn path(&self) -> &str {
        &self.entry.path.display
    }

    /// Returns the names of a type or of another definition and of the types and modules around it,
    /// outermost first, below the namespace that the file declares.
    pub(in crate::engine) fn full_name(&self, symbol: u32) -> Vec<&str> {
        let above = |index: &u32| self.symbol(*index).parent.map(|parent| parent as u32);
        let mut names: Vec<&str> = Vec::new();
        let mut is_declared = true;
        for index in std::iter::successors(Some(symbol), above) {
            let of = self.symbol(index);
            let is_namespace = of.kind == SymbolKind::Module;
            is_declared &= index == symbol || !is_namespace;
            if index == symbol || is_namespace || of.kind.is_type() {
                names.extend(names_of(of.full_name()).rev());
                names.extend(of.container.iter().flat_map(|container| names_of(container).rev()));
            }
        }
        let declared = self.names().package.filter(|_| is_declared);
        names.extend(declared.into_iter().flat_map(|name| names_of(name.of(self.content())).rev()));
        names.reverse();
        names
    }

    /// Returns whether a definition has a body, rather than being declared only.
    pub(in crate::engine) fn has_body(&self, symbol: &Symbol) -> bool {
        self.content()[symbol.bytes.clone()]
            .trim_end()
            .trim_end_matches(';')
            .trim_end()
            .ends_with('}')
    }

    /// Returns the innermost definition that encloses a byte offset, of those that `accept` returns
    /// true for.
    pub(in crate::engine) fn enclosing(
        &self,
        at: usize,
        accept: impl Fn(&Symbol) -> bool,
    ) -> Option<u32> {
        self.syntax.enclosing(at, accept).map(|index| index as u32)
    }

    /// Returns the definition whose identifier is at a byte offset.
    pub(in crate::engine) fn symbol_named_at(&self, at: usize) -> Option<u32> {
        self.syntax.symbol_named_at(at).map(|index| index as u32)
    }

    /// Returns the definitions of a name, in the order of the outline.
    pub(in crate::engine) fn symbols_named(
        &self,
        name: &str,
    ) -> impl Iterator<Item = (u32, &Symbol)> {
        self.syntax.symbols_named(name).map(|index| (index as u32, &self.symbols()[index]))
    }

    /// Returns those of [`Self::symbols_named`] that stand in another definition.
    pub(in crate::engine) fn symbols_named_in(
        &self,
        name: &str,
        around: u32,
    ) -> impl Iterator<Item = (u32, &Symbol)> {
        let inside = self.syntax.symbols_named_in(name, around as usize);
        inside.map(|index| (index as u32, &self.symbols()[index]))
    }

    /// Returns those of [`Self::symbols_named`] that only the code around them sees.
    pub(in crate::engine) fn locals_named(
        &self,
        name: &str,
    ) -> impl Iterator<Item = (u32, &Symbol)> {
        self.syntax.locals_named(name).map(|index| (index as u32, &self.symbols()[index]))
    }

    /// Returns the block or function that alone sees a definition; `None` for members, and for what
    /// the whole file sees.
    pub(in crate::engine) fn block_of(&self, symbol: &Symbol) -> Option<Span> {
        let is_outermost = symbol.parent.is_none() && !self.rules().is_program_wide();
        if !is_outermost && !symbol.is_local {
            return None;
        }
        self.names().block_of(&symbol.name_bytes, &symbol.bytes)
    }

    /// Returns the imports that hold a name in what they import, its alias or its module, by
    /// position, and perhaps others.
    pub(in crate::engine) fn imports_holding<'a>(
        &'a self,
        name: &str,
    ) -> impl Iterator<Item = &'a Import> {
        self.syntax.imports_holding(self.content(), name)
    }

    /// Returns those of [`Self::imports_holding`] at the top level of a module written in the file,
    /// or of the file itself: not in a function or a nested module. Python's imports in `try` and
    /// `if` are at the top level.
    pub(in crate::engine) fn imports_holding_in<'a>(
        &'a self,
        name: &str,
        inline: Option<u32>,
    ) -> impl Iterator<Item = &'a Import> {
        self.syntax.imports_holding_in(self.content(), name, inline)
    }

    /// Returns the imports of everything in a module.
    pub(in crate::engine) fn wildcard_imports(&self) -> impl Iterator<Item = &Import> {
        self.syntax.wildcard_imports(self.content())
    }

    /// Returns those of [`Self::wildcard_imports`] at the top level of a module written in the
    /// file, or of the file itself: not in a function or a nested module.
    pub(in crate::engine) fn wildcard_imports_in(
        &self,
        inline: Option<u32>,
    ) -> impl Iterator<Item = &Import> {
        self.syntax.wildcard_imports_in(self.content(), inline)
    }

    /// Returns those of [`Self::wildcard_imports`] that stand in the functions around a byte offset
    /// or in blocks of these, by position.
    pub(in crate::engine) fn local_wildcard_imports(&self, at: usize) -> Vec<&Import> {
        let scopes = self.names().scopes_around(at as u32);
        self.syntax.local_wildcard_imports(self.content(), scopes)
    }

    /// Returns whether a byte offset is in a list of exports, which is part of their declarations.
    pub(in crate::engine) fn is_in_export_list(&self, at: usize) -> bool {
        self.syntax.is_in_export_list(self.content(), at)
    }

    /// Returns the bindings of a local name, by position.
    pub(in crate::engine) fn bindings_named<'a>(
        &'a self,
        name: &str,
    ) -> impl Iterator<Item = &'a Binding> {
        self.syntax.bindings_named(self.content(), name)
    }

    /// Returns those of [`Self::bindings_named`] that begin within a range.
    pub(in crate::engine) fn bindings_within<'a>(
        &'a self,
        name: &str,
        within: Range<usize>,
    ) -> impl Iterator<Item = &'a Binding> {
        self.syntax.bindings_within(self.content(), name, Span::new(within))
    }

    /// Returns those of [`Self::bindings_named`] that are in a scope: those that start up to a
    /// byte, the last first, and those behind it.
    pub(in crate::engine) fn bindings_in<'a>(
        &'a self,
        name: &str,
        scope: u32,
        at: u32,
    ) -> (impl Iterator<Item = &'a Binding>, impl Iterator<Item = &'a Binding>) {
        self.syntax.bindings_in(self.content(), (name, scope), at)
    }

    /// Returns what the name of a binding is set to apart from it, by position: the first ones of
    /// very many.
    pub(in crate::engine) fn assigned_to<'a>(
        &'a self,
        binding: &Binding,
    ) -> impl Iterator<Item = &'a Binding> {
        self.assigned_within(binding, u32::MAX).take(MAX_ASSIGNED)
    }

    /// Returns where the name of a binding is set for the last time before a byte offset, apart
    /// from it.
    pub(in crate::engine) fn last_assigned(&self, binding: &Binding, before: u32) -> Option<u32> {
        self.assigned_within(binding, before).next_back().map(|assigned| assigned.name.start)
    }

    fn assigned_within<'a>(
        &'a self,
        binding: &Binding,
        end: u32,
    ) -> impl DoubleEndedIterator<Item = &'a Binding> {
        let name = binding.name.of(self.content());
        let scope = binding.scope;
        let around = self.names().scopes.get(scope as usize);
        let within = around.map_or(Span { start: 0, end: u32::MAX }, |scope| scope.span);
        let within = Span { end: within.end.min(end), ..within };
        self.syntax
            .assigned_in(self.content(), name, within)
            .filter(move |assigned| self.binding_scope(name, assigned.name.start) == Some(scope))
    }

    /// Returns the innermost scope around a byte that binds a name.
    pub(in crate::engine) fn binding_scope(&self, name: &str, at: u32) -> Option<u32> {
        let binds = |scope: &u32| {
            let (before, behind) = self.bindings_in(name, *scope, at);
            before.chain(behind).next().is_some()
        };
        self.names().scopes_around(at).find(binds)
    }

    /// Returns the supertypes of the types that are written with a name, by position.
    pub(in crate::engine) fn supertypes_of<'a>(
        &'a self,
        name: &'a str,
    ) -> impl Iterator<Item = &'a Supertype> {
        self.syntax.supertypes_of(self.content(), name)
    }

    /// Returns whether a byte is in a part in which a name that a pattern binds does not hold.
    pub(in crate::engine) fn is_apart(&self, name: Span, at: u32) -> bool {
        self.syntax.is_apart(name, at)
    }

    /// Returns the supertypes that are written around a name, by position.
    pub(in crate::engine) fn supertypes_around(&self, name: Span) -> Vec<&Supertype> {
        self.syntax.supertypes_around(self.content(), name)
    }

    /// Returns the supertypes of the types without a name around a byte offset, by position.
    pub(in crate::engine) fn nameless_around(&self, at: usize) -> Vec<&Supertype> {
        self.syntax.nameless_around(self.content(), at)
    }

    /// Returns the fields of a name in a part of the file, by position.
    pub(in crate::engine) fn fields_in<'a>(
        &'a self,
        name: &str,
        within: Span,
    ) -> impl Iterator<Item = &'a Binding> {
        self.syntax.fields_in(self.content(), name, within)
    }

    /// Returns the fields of a name, by position.
    pub(in crate::engine) fn fields_named<'a>(
        &'a self,
        name: &str,
    ) -> impl Iterator<Item = &'a Binding> {
        self.syntax.fields_named(self.content(), name)
    }

    /// Returns where members of a name are set, by position.
    pub(in crate::engine) fn set_named<'a>(
        &'a self,
        name: &str,
    ) -> impl Iterator<Item = &'a Binding> {
        self.syntax.set_named(self.content(), name)
    }
}

/// Returns the names of a path, whatever stands between them.
pub(in crate::engine) fn names_of(path: &str) -> impl DoubleEndedIterator<Item = &str> {
    path.split(['.', ':', '\\']).filter(|name| !name.is_empty())
}
