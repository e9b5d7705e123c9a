//! Look-ups in a file's facts, by name and by position. Each is built on first use, and kept with
//! the file.

pub(super) mod around;
pub(super) mod by_name;
mod exports;
mod imports;

use self::around::{Open, Ranges};
use self::by_name::{ByName, hash, named, named_in};
use self::imports::Imports;
use super::{Binding, FileSyntax, Import, NameFacts, Span, Supertype, Type, TypeId};
use crate::domain::{Symbol, SymbolKind};
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// Names in an import, of which a module's path has most, in common code.
const NAMES_IN_IMPORT: usize = 8;

/// The look-ups of one file.
#[derive(Debug, Default)]
pub(super) struct Index {
    /// Starts of the names in declarations apart from the definitions, with these definitions.
    declared: Vec<(usize, u32)>,
    symbols: OnceLock<Symbols>,
    bindings: OnceLock<ByName>,
    /// By name and scope.
    bindings_in: OnceLock<ByName>,
    fields: OnceLock<ByName>,
    assigned: OnceLock<ByName>,
    set: OnceLock<ByName>,
    supertypes: OnceLock<Supertypes>,
    imports: OnceLock<Imports>,
    export_lists: OnceLock<Vec<Span>>,
    /// Patterns by the first of the parts beside each in which its names do not hold.
    pub(super) patterns: OnceLock<Ranges>,
}

impl Index {
    pub(super) fn new(symbols: &[Symbol], names: &NameFacts, text: &str) -> Self {
        Self { declared: declared(symbols, &names.declared, text), ..Self::default() }
    }
}

/// Returns where names are declared, with the next definition of the name or else the last one.
fn declared(symbols: &[Symbol], names: &[Span], text: &str) -> Vec<(usize, u32)> {
    let mut by_name: FxHashMap<&str, Vec<(usize, u32)>> = FxHashMap::default();
    for name in names {
        by_name.entry(name.of(text)).or_default();
    }
    for (symbol, place) in symbols.iter().zip(0..) {
        if let Some(places) = by_name.get_mut(symbol.name.as_str()) {
            places.push((symbol.name_bytes.start, place));
        }
    }
    by_name.values_mut().for_each(|places| places.sort_unstable());
    let definition = |name: &Span| {
        let places = &by_name[name.of(text)];
        let start = name.start as usize;
        let next = places.partition_point(|(defined, _)| *defined < start);
        places.get(next).or(places.last()).map(|(_, place)| (start, *place))
    };
    names.iter().filter_map(definition).collect()
}

/// Definitions by name and by place.
#[derive(Debug)]
struct Symbols {
    by_name: ByName,
    /// Those of functions' bodies and of blocks, and the functions of values, by name: few are of
    /// many of one name.
    locals: ByName,
    /// Hashes of the names of which not all definitions are in `by_name`.
    crowded: Vec<u32>,
    /// Starts of identifiers, in order, with the first definition of each.
    named_at: Vec<(usize, u32)>,
    /// For each definition the greatest start up to it, which only grows, and what is around it.
    reach: Vec<(usize, Option<u32>)>,
}

impl Symbols {
    fn new<'s>(symbols: &'s [Symbol], declared: &[(usize, u32)], names: &NameFacts) -> Self {
        let named = symbols.iter().zip(0..).filter(|(symbol, _)| !symbol.name_bytes.is_empty());
        let mut named_at: Vec<(usize, u32)> =
            named.map(|(symbol, place)| (symbol.name_bytes.start, place)).collect();
        named_at.extend(declared);
        named_at.sort_unstable();
        named_at.dedup_by_key(|(start, _)| *start);
        let (mut last, mut open) = (0, Open::default());
        let reach = symbols.iter().map(|symbol| {
            last = last.max(symbol.bytes.start);
            (last, open.add(last, symbol.bytes.end))
        });
        let mut by_name = ByName::new(symbols.iter().map(|symbol| symbol.name.as_str()));
        let crowded = by_name.keep_some(symbols);
        let is_in_value = |symbol: &Symbol| {
            let parent = symbol.parent.map(|parent| symbols[parent].kind);
            symbol.kind.is_callable() && parent.is_some_and(SymbolKind::has_value)
        };
        let is_in_block = |symbol: &Symbol| {
            symbol.parent.is_none() && names.block_of(&symbol.name_bytes, &symbol.bytes).is_some()
        };
        let local = |(symbol, place): (&'s Symbol, u32)| {
            let is_local = symbol.is_local || is_in_value(symbol) || is_in_block(symbol);
            is_local.then_some((symbol.name.as_str(), place))
        };
        let mut locals = ByName::of_some(symbols.iter().zip(0..).filter_map(local));
        locals.keep_some(symbols);
        Self { reach: reach.collect(), by_name, locals, crowded, named_at }
    }
}

/// Pairs of a subtype and a supertype, by the name of the subtype and by place.
#[derive(Debug)]
struct Supertypes {
    by_subtype: ByName,
    /// By the range of the supertype.
    written: Ranges,
    /// Those of types without a name, by the range of their bodies.
    bodies: Ranges,
}

impl Supertypes {
    fn new(names: &NameFacts, text: &str) -> Self {
        let pairs = &names.supertypes;
        let name = |pair: &Supertype| names.name_of_type(text, pair.subtype_written);
        let bodies = pairs.iter().zip(0..).filter_map(|(pair, place)| Some((pair.body?, place)));
        Self {
            // What has no name is not found by one.
            by_subtype: ByName::new(pairs.iter().map(|pair| name(pair).unwrap_or_default())),
            written: Ranges::new(pairs.iter().map(|pair| pair.supertype).zip(0..)),
            bodies: Ranges::new(bodies),
        }
    }
}

impl NameFacts {
    /// Returns the last name of a written type: `Foo` of `a::Foo<T>`; `None` if it has no name.
    /// `text` is the file's.
    pub fn name_of_type<'a>(&self, text: &'a str, written: TypeId) -> Option<&'a str> {
        match self.written_type(written) {
            Type::Named { head, .. } => self.last_name(head).map(|name| name.of(text)),
            _ => None,
        }
    }

    /// Returns the supertypes in the header that names its type at a byte offset.
    pub fn supertypes_at(&self, subtype: usize) -> &[Supertype] {
        let pairs = &self.supertypes;
        let first = pairs.partition_point(|pair| (pair.subtype.start as usize) < subtype);
        let count = pairs[first..].partition_point(|pair| pair.subtype.start as usize == subtype);
        &pairs[first..first + count]
    }
}

impl FileSyntax {
    fn supertype_index(&self, text: &str) -> &Supertypes {
        self.index.supertypes.get_or_init(|| Supertypes::new(&self.names, text))
    }

    /// Returns the supertypes of the types that are written with a name, by position. `text` is the
    /// file's.
    pub fn supertypes_of<'a>(
        &'a self,
        text: &'a str,
        name: &'a str,
    ) -> impl Iterator<Item = &'a Supertype> {
        self.supertype_index(text)
            .by_subtype
            .places(name)
            .map(|place| &self.names.supertypes[place])
            .filter(move |pair| self.names.name_of_type(text, pair.subtype_written) == Some(name))
    }

    /// Returns the supertypes that are written around some bytes, by position. `text` is the
    /// file's.
    pub fn supertypes_around(&self, text: &str, bytes: Span) -> Vec<&Supertype> {
        let places = self.supertype_index(text).written.around(bytes);
        self.pairs(places, |pair| pair.supertype.contains(bytes))
    }

    /// Returns the supertypes of the types without a name whose bodies hold a byte, by position.
    /// `text` is the file's.
    pub fn nameless_around(&self, text: &str, at: usize) -> Vec<&Supertype> {
        let places = self.supertype_index(text).bodies.around(Span::new(at..at + 1));
        self.pairs(places, |pair| pair.body.is_some_and(|body| body.range().contains(&at)))
    }

    fn pairs(
        &self,
        places: impl Iterator<Item = usize>,
        is_it: impl Fn(&Supertype) -> bool,
    ) -> Vec<&Supertype> {
        let pairs = &self.names.supertypes;
        let mut found: Vec<usize> = places.filter(|place| is_it(&pairs[*place])).collect();
        found.sort_unstable();
        found.into_iter().map(|place| &pairs[place]).collect()
    }

    fn symbols(&self) -> &[Symbol] {
        &self.facts.outline.symbols
    }

    fn symbol_index(&self) -> &Symbols {
        self.index
            .symbols
            .get_or_init(|| Symbols::new(self.symbols(), &self.index.declared, &self.names))
    }

    /// Returns whether [`Self::symbols_named`] leaves out definitions of a name, since there are
    /// too many in one scope.
    pub fn is_crowded(&self, name: &str) -> bool {
        self.symbol_index().crowded.binary_search(&hash(name)).is_ok()
    }

    /// Returns the definitions of a name, by index in the outline; of many in one scope, the first.
    pub fn symbols_named(&self, name: &str) -> impl Iterator<Item = usize> {
        self.symbol_index()
            .by_name
            .places(name)
            .filter(move |place| self.symbols()[*place].name == name)
    }

    /// Returns those of [`Self::symbols_named`] that stand in a definition, itself left out.
    pub fn symbols_named_in(&self, name: &str, around: usize) -> impl Iterator<Item = usize> {
        let Symbols { by_name, reach, .. } = self.symbol_index();
        let end = self.symbols()[around].bytes.end;
        let behind = reach.partition_point(|(start, _)| *start < end);
        by_name
            .places_in(name, around + 1..behind)
            .filter(move |place| self.symbols()[*place].name == name)
    }

    /// Returns those of [`Self::symbols_named`] that only the code around them sees.
    pub fn locals_named(&self, name: &str) -> impl Iterator<Item = usize> {
        self.symbol_index()
            .locals
            .places(name)
            .filter(move |place| self.symbols()[*place].name == name)
    }

    /// Returns the imports that hold a name in what they import, its alias or its module, by
    /// position, and perhaps others.
    pub fn imports_holding<'a>(
        &'a self,
        text: &str,
        name: &str,
    ) -> impl Iterator<Item = &'a Import> {
        let index = self.imports(text);
        index.by_name.places(name).map(|place| &self.names.imports[place])
    }

    /// Returns those of [`Self::imports_holding`] whose innermost function or module is this one,
    /// or that stand in none.
    pub fn imports_holding_in<'a>(
        &'a self,
        text: &str,
        name: &str,
        around: Option<u32>,
    ) -> impl Iterator<Item = &'a Import> {
        let at = move |place: usize| &self.names.imports[place];
        let around_at = move |place| self.around(at(place));
        let places = self.imports(text).named_in((name, around), around_at);
        places.map(at).filter(move |import| self.around(import) == around)
    }

    /// Returns the imports of everything in a module.
    pub fn wildcard_imports<'a>(&'a self, text: &str) -> impl Iterator<Item = &'a Import> {
        self.imports(text).wildcards.iter().map(|place| &self.names.imports[*place as usize])
    }

    /// Returns those of [`Self::wildcard_imports`] whose innermost function or module is this one,
    /// or that stand in none, by position.
    pub fn wildcard_imports_in<'a>(
        &'a self,
        text: &str,
        around: Option<u32>,
    ) -> impl Iterator<Item = &'a Import> {
        let places = self.imports(text).wildcards_in(around);
        places.map(|place| &self.names.imports[place as usize])
    }

    /// Returns those of [`Self::wildcard_imports`] that stand in functions and in one of some
    /// scopes, by position.
    pub fn local_wildcard_imports(
        &self,
        text: &str,
        scopes: impl Iterator<Item = u32>,
    ) -> Vec<&Import> {
        let places = self.imports(text).local_wildcards(scopes);
        places.into_iter().map(|place| &self.names.imports[place as usize]).collect()
    }

    fn imports(&self, text: &str) -> &Imports {
        let is_local = |import: &Import| {
            self.enclosing(import.span.start as usize, |symbol| symbol.kind.is_callable()).is_some()
        };
        let around = |import: &Import| self.around(import);
        let imports = &self.names.imports;
        self.index.imports.get_or_init(|| Imports::new(imports, text, is_local, around))
    }

    /// Returns the innermost function or module that an import stands in.
    fn around(&self, import: &Import) -> Option<u32> {
        let is_around =
            |symbol: &Symbol| symbol.kind.is_callable() || symbol.kind == SymbolKind::Module;
        self.enclosing(import.span.start as usize, is_around).map(|symbol| symbol as u32)
    }

    /// Returns the innermost definition whose bytes hold an offset, among those that `accept`
    /// takes.
    pub fn enclosing(&self, at: usize, accept: impl Fn(&Symbol) -> bool) -> Option<usize> {
        let symbols = self.symbols();
        let reach = &self.symbol_index().reach;
        let mut best: Option<usize> = None;
        let behind = reach.partition_point(|(start, _)| *start <= at);
        let around = |place: &usize| reach[*place].1.map(|around| around as usize);
        for place in std::iter::successors(behind.checked_sub(1), around) {
            let symbol = &symbols[place];
            let is_tighter = best.is_none_or(|best| symbol.bytes.len() < symbols[best].bytes.len());
            if is_tighter && at < symbol.bytes.end && accept(symbol) {
                best = Some(place);
            }
        }
        best
    }

    /// Returns the definition whose identifier starts at a byte, in a declaration of its type too.
    pub fn symbol_named_at(&self, at: usize) -> Option<usize> {
        let named_at = &self.symbol_index().named_at;
        let found = named_at.binary_search_by_key(&at, |(start, _)| *start).ok()?;
        Some(named_at[found].1 as usize)
    }

    /// Returns the local names that are spelt `name`, by position. `text` is the file's.
    pub fn bindings_named<'a>(
        &'a self,
        text: &'a str,
        name: &str,
    ) -> impl Iterator<Item = &'a Binding> {
        named(&self.names.bindings, &self.index.bindings, text, name)
    }

    /// Returns those of [`Self::bindings_named`] that begin within a span.
    pub fn bindings_within<'a>(
        &'a self,
        text: &'a str,
        name: &str,
        within: Span,
    ) -> impl Iterator<Item = &'a Binding> {
        named_in(&self.names.bindings, &self.index.bindings, text, (name, within))
    }

    /// Returns those of [`Self::bindings_named`] that are in a scope: those that start up to a
    /// byte, the last first, and those behind it. A name may be bound thousands of times.
    pub fn bindings_in<'a>(
        &'a self,
        text: &'a str,
        (name, scope): (&str, u32),
        at: u32,
    ) -> (impl Iterator<Item = &'a Binding>, impl Iterator<Item = &'a Binding>) {
        let bindings = &self.names.bindings;
        let key = |binding: &Binding| (binding.name.of(text), binding.scope);
        let index = self.index.bindings_in.get_or_init(|| ByName::new(bindings.iter().map(key)));
        let places = index.run(&(name, scope));
        let behind =
            places.partition_point(|(_, place)| bindings[*place as usize].name.start <= at);
        let binding = |(_, place): &(u32, u32)| &bindings[*place as usize];
        let is_it = move |binding: &&Binding| key(binding) == (name, scope);
        let (before, behind) = places.split_at(behind);
        (before.iter().rev().map(binding).filter(is_it), behind.iter().map(binding).filter(is_it))
    }

    /// Returns the members that are spelt `name`, by position. `text` is the file's.
    pub fn fields_named<'a>(
        &'a self,
        text: &'a str,
        name: &str,
    ) -> impl Iterator<Item = &'a Binding> {
        named(&self.names.fields, &self.index.fields, text, name)
    }

    /// Returns where members that are spelt `name` are set, by position. `text` is the file's.
    pub fn set_named<'a>(&'a self, text: &'a str, name: &str) -> impl Iterator<Item = &'a Binding> {
        named(&self.names.set, &self.index.set, text, name)
    }

    /// Returns the members within a span that are spelt `name`, by position. `text` is the file's.
    pub fn fields_in<'a>(
        &'a self,
        text: &'a str,
        name: &str,
        within: Span,
    ) -> impl DoubleEndedIterator<Item = &'a Binding> {
        named_in(&self.names.fields, &self.index.fields, text, (name, within))
    }

    /// Returns what a name is set to within a span apart from its declarations, by position. `text`
    /// is the file's.
    pub fn assigned_in<'a>(
        &'a self,
        text: &'a str,
        name: &str,
        within: Span,
    ) -> impl DoubleEndedIterator<Item = &'a Binding> {
        named_in(&self.names.assigned, &self.index.assigned, text, (name, within))
    }
}

/// Returns the most bytes that the look-ups of a file with so many definitions and such names hold.
pub(super) fn weight(symbols: usize, names: &NameFacts) -> usize {
    symbols * size_of::<[usize; 5]>()
        + (2 * names.bindings.len() + names.fields.len() + names.assigned.len())
            * size_of::<(u32, u32)>()
        + 2 * names.imports.len() * NAMES_IN_IMPORT * size_of::<(u32, u32)>()
        + names.supertypes.len() * (size_of::<(u32, u32)>() + 2 * Ranges::BYTES_OF_EACH)
        + names.apart.len() * Ranges::BYTES_OF_EACH
}

#[cfg(test)]
mod tests {
    use super::by_name::MAX_OF_ONE_NAME;
    use super::*;
    use crate::domain::Outline;
    use crate::lang::registry;
    use crate::workspace::names::facts_of_tree;
    use crate::workspace::outline::outline_of_tree;
    use crate::workspace::{FileClass, FileFacts};
    use std::sync::Arc;

    const TEXT: &str = "\
class Pool:
    size = 1

    def add(self, item):
        item = item or 2
        def add(): pass
        return add

def add(item): pass
";

    fn syntax() -> FileSyntax {
        syntax_of(TEXT)
    }

    fn syntax_of(text: &str) -> FileSyntax {
        let language = registry().by_name("python").expect("a known language");
        let tree = crate::workspace::parse::parse(text, language).expect("a tree");
        let outline: Outline = outline_of_tree(text, language, &tree);
        let facts = FileFacts {
            language: Some(language),
            bytes: 0,
            lines: 0,
            class: FileClass::default(),
            outline,
        };
        FileSyntax {
            facts: Arc::new(facts),
            names: facts_of_tree(text, language, &tree),
            left_out: None,
            index: Index::default(),
        }
    }

    #[test]
    fn names_are_found_in_the_order_of_their_places() {
        let syntax = syntax();
        let check = |name: &str, lines: &[usize]| {
            let found: Vec<usize> =
                syntax.symbols_named(name).map(|place| syntax.symbols()[place].line).collect();
            assert_eq!(found, lines, "{name}");
        };
        check("add", &[4, 6, 9]);
        let class = syntax.symbols_named("Pool").next().expect("it is in the text");
        let inside =
            syntax.symbols_named_in("add", class).map(|place| syntax.symbols()[place].line);
        assert_eq!(inside.collect::<Vec<_>>(), [4, 6]);
        check("Pool", &[1]);
        check("none", &[]);
        let starts: Vec<u32> =
            syntax.bindings_named(TEXT, "item").map(|binding| binding.name.start).collect();
        assert!(starts.len() >= 3 && starts.is_sorted(), "{starts:?}");
    }

    #[test]
    fn of_very_many_definitions_of_a_name_in_one_scope_the_first_are_found() {
        let symbols: Vec<Symbol> = syntax().symbols().to_vec();
        let add = symbols.iter().find(|symbol| symbol.name == "add" && symbol.parent.is_none());
        let add = add.expect("it is in the text").clone();
        let more = vec![add; MAX_OF_ONE_NAME];
        let index = Symbols::new(&[symbols, more].concat(), &[], &NameFacts::default());
        let crowded = &index.crowded;
        assert_eq!(*crowded, [hash("add")]);
        // Two more stand in other scopes.
        assert_eq!(index.by_name.places("add").count(), MAX_OF_ONE_NAME + 2);
        assert_eq!(index.by_name.places("Pool").count(), 1);
    }

    #[test]
    fn parts_of_a_type_are_one_scope() {
        let many = MAX_OF_ONE_NAME + 1;
        let class = |name: &str| format!("class {name}:\n    def add(self): pass\n");
        let parts = syntax_of(&class("Pool").repeat(many));
        assert_eq!(parts.symbols_named("add").count(), MAX_OF_ONE_NAME);
        assert!(parts.is_crowded("add") && parts.is_crowded("Pool"));
        let types: String = (0..many).map(|number| class(&format!("Pool{number}"))).collect();
        let types = syntax_of(&types);
        assert_eq!(types.symbols_named("add").count(), many);
        assert!(!types.is_crowded("add"));
    }

    #[test]
    fn imports_of_everything_in_functions_are_found_by_scope() {
        let text = "def f():\n    from a import *\n    from b import *\n    x\ndef g():\n    from c import *\nfrom d import *\n";
        let syntax = syntax_of(text);
        let check = |place: &str, expected: &[&str]| {
            let at = text.find(place).expect("part of the text") as u32;
            let scopes = syntax.names.scopes_around(at);
            let found = syntax.local_wildcard_imports(text, scopes).into_iter();
            assert_eq!(found.map(|import| import.module.as_str()).collect::<Vec<_>>(), expected);
        };
        check("x\n", &["a", "b"]);
        check("c import", &["c"]);
        check("d import", &[]);
    }

    #[test]
    fn bindings_of_a_scope_are_those_up_to_a_place_and_those_behind() {
        let text = "def f(item):\n    item = 1\n    item = 2\ndef g(item): pass\n";
        let syntax = syntax_of(text);
        let all: Vec<&Binding> = syntax.bindings_named(text, "item").collect();
        let places = |found: &mut dyn Iterator<Item = &Binding>| -> Vec<usize> {
            found.map(|binding| text[..binding.name.start as usize].lines().count()).collect()
        };
        let second = all[1].name.start;
        let (mut before, mut behind) = syntax.bindings_in(text, ("item", all[0].scope), second);
        assert_eq!(places(&mut before), [2, 1]);
        assert_eq!(places(&mut behind), [3]);
    }

    #[test]
    fn supertypes_are_found_by_name_and_by_place() {
        let text = "class A(B, C): pass\nclass B(C[A]): pass\nclass A(D): pass\n";
        let syntax = syntax_of(text);
        let written = |pairs: &mut dyn Iterator<Item = &Supertype>| -> Vec<String> {
            pairs.map(|pair| pair.supertype.of(text).to_owned()).collect()
        };
        assert_eq!(written(&mut syntax.supertypes_of(text, "A")), ["B", "C", "D"]);
        assert_eq!(written(&mut syntax.supertypes_of(text, "C")), [""; 0]);
        let place = |text_of: &str| {
            let at = text.find(text_of).expect("part of the text");
            (at, Span::new(at..at + 1))
        };
        let at = |name: &str| syntax.names.supertypes_at(place(name).0 + "class ".len());
        assert_eq!(written(&mut at("class A").iter()), ["B", "C"]);
        assert_eq!(written(&mut at("class A(D").iter()), ["D"]);
        let around = |text_of: &str| {
            let mut found = syntax.supertypes_around(text, place(text_of).1).into_iter();
            written(&mut found)
        };
        assert_eq!(around("A]"), ["C[A]"]);
        assert_eq!(around("pass"), [""; 0]);
    }

    #[test]
    fn the_innermost_definition_around_a_place_is_found() {
        let syntax = syntax();
        let check = |text: &str, line: Option<usize>| {
            let at = TEXT.find(text).expect("part of the text");
            let found = syntax.enclosing(at, |_| true).map(|place| syntax.symbols()[place].line);
            assert_eq!(found, line, "{text}");
        };
        check("return", Some(4));
        check("pass", Some(6));
        check("size", Some(2));
        check("\n\ndef add", None);
        let name = TEXT.rfind("add").expect("part of the text");
        assert_eq!(syntax.symbol_named_at(name).map(|place| syntax.symbols()[place].line), Some(9));
        assert_eq!(syntax.symbol_named_at(name + 1), None);
    }
}
