//! Look-ups in a file's facts, by name and by position. Each is built on first use, and kept with
//! the file.

use super::{Binding, FileSyntax};
use crate::domain::Symbol;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

/// Most definitions of one name in one scope that a look-up by name returns, the first ones: each
/// use of the name may mean each of them, so that the work grows with their product.
const MAX_OF_ONE_NAME: usize = 1_000;

/// The look-ups of one file.
#[derive(Debug, Default)]
pub(super) struct Index {
    symbols: OnceLock<Symbols>,
    bindings: OnceLock<ByName>,
    fields: OnceLock<ByName>,
}

/// Indices in a list by their names' hashes: those of one name are adjacent, in the order of the
/// list.
#[derive(Debug)]
struct ByName(Vec<(u32, u32)>);

impl ByName {
    fn new<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        let mut places: Vec<(u32, u32)> =
            names.zip(0..).map(|(name, place)| (hash(name), place)).collect();
        places.sort_unstable();
        Self(places)
    }

    /// Keeps the first definitions of each name in each scope; returns the hashes of the names that
    /// lost some.
    fn keep_some(&mut self, symbols: &[Symbol]) -> Vec<u32> {
        let mut crowded = Vec::new();
        let mut counts: FxHashMap<(Option<usize>, Option<&str>), usize> = FxHashMap::default();
        let mut last = None;
        self.0.retain(|(hash, place)| {
            if last.replace(*hash) != Some(*hash) {
                counts.clear();
            }
            let symbol = &symbols[*place as usize];
            let count = counts.entry((symbol.parent, symbol.container.as_deref())).or_default();
            *count += 1;
            if *count > MAX_OF_ONE_NAME {
                crowded.push(*hash);
            }
            *count <= MAX_OF_ONE_NAME
        });
        crowded.dedup();
        crowded
    }

    /// Returns the indices of all items that may have a name; the caller must compare.
    fn places(&self, name: &str) -> impl Iterator<Item = usize> {
        let hash = hash(name);
        let first = self.0.partition_point(|(other, _)| *other < hash);
        self.0[first..]
            .iter()
            .take_while(move |(other, _)| *other == hash)
            .map(|(_, place)| *place as usize)
    }
}

fn hash(name: &str) -> u32 {
    let mut hasher = FxHasher::default();
    name.hash(&mut hasher);
    let hash = hasher.finish();
    (hash ^ hash >> 32) as u32
}

/// Definitions by name and by place.
#[derive(Debug)]
struct Symbols {
    by_name: ByName,
    /// Hashes of the names of which a scope has more than [`MAX_OF_ONE_NAME`] definitions.
    crowded: Vec<u32>,
    /// Starts of identifiers, in order, with the first definition of each.
    named_at: Vec<(usize, u32)>,
    /// For each definition the greatest start and the greatest end up to it, both of which only
    /// grow.
    reach: Vec<(usize, usize)>,
}

impl Symbols {
    fn new(symbols: &[Symbol]) -> Self {
        let named = symbols.iter().zip(0..).filter(|(symbol, _)| !symbol.name_bytes.is_empty());
        let mut named_at: Vec<(usize, u32)> =
            named.map(|(symbol, place)| (symbol.name_bytes.start, place)).collect();
        named_at.sort_unstable();
        named_at.dedup_by_key(|(start, _)| *start);
        let mut last = (0, 0);
        let reach = symbols.iter().map(|symbol| {
            last = (last.0.max(symbol.bytes.start), last.1.max(symbol.bytes.end));
            last
        });
        let mut by_name = ByName::new(symbols.iter().map(|symbol| symbol.name.as_str()));
        let crowded = by_name.keep_some(symbols);
        Self { reach: reach.collect(), by_name, crowded, named_at }
    }
}

impl FileSyntax {
    fn symbols(&self) -> &[Symbol] {
        &self.facts.outline.symbols
    }

    fn symbol_index(&self) -> &Symbols {
        self.index.symbols.get_or_init(|| Symbols::new(self.symbols()))
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

    /// Returns the innermost definition whose bytes hold an offset, among those that `accept`
    /// takes.
    pub fn enclosing(&self, at: usize, accept: impl Fn(&Symbol) -> bool) -> Option<usize> {
        let symbols = self.symbols();
        let reach = &self.symbol_index().reach;
        let mut best: Option<usize> = None;
        for place in (0..reach.partition_point(|(start, _)| *start <= at)).rev() {
            if reach[place].1 <= at {
                break;
            }
            let symbol = &symbols[place];
            let is_tighter = best.is_none_or(|best| symbol.bytes.len() < symbols[best].bytes.len());
            if is_tighter && at < symbol.bytes.end && accept(symbol) {
                best = Some(place);
            }
        }
        best
    }

    /// Returns the definition whose identifier starts at a byte.
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

    /// Returns the members that are spelt `name`, by position. `text` is the file's.
    pub fn fields_named<'a>(
        &'a self,
        text: &'a str,
        name: &str,
    ) -> impl Iterator<Item = &'a Binding> {
        named(&self.names.fields, &self.index.fields, text, name)
    }
}

fn named<'a>(
    list: &'a [Binding],
    index: &'a OnceLock<ByName>,
    text: &'a str,
    name: &str,
) -> impl Iterator<Item = &'a Binding> {
    let index = index.get_or_init(|| ByName::new(list.iter().map(|binding| binding.name.of(text))));
    index
        .places(name)
        .map(|place| &list[place])
        .filter(move |binding| binding.name.of(text) == name)
}

/// Returns the most bytes that the look-ups of a file with so many definitions, local names and
/// members hold.
pub(super) const fn weight(symbols: usize, bindings: usize, fields: usize) -> usize {
    symbols * size_of::<[usize; 5]>() + (bindings + fields) * size_of::<(u32, u32)>()
}

#[cfg(test)]
mod tests {
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
        let language = registry().by_name("python").expect("a known language");
        let tree = crate::workspace::parse::parse(TEXT, language).expect("a tree");
        let outline: Outline = outline_of_tree(TEXT, language, &tree);
        let facts = FileFacts {
            language: Some(language),
            bytes: 0,
            lines: 0,
            class: FileClass::default(),
            outline,
        };
        FileSyntax {
            facts: Arc::new(facts),
            names: facts_of_tree(TEXT, language, &tree),
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
        let index = Symbols::new(&[symbols, more].concat());
        let crowded = &index.crowded;
        assert_eq!(*crowded, [hash("add")]);
        // Two more stand in other scopes.
        assert_eq!(index.by_name.places("add").count(), MAX_OF_ONE_NAME + 2);
        assert_eq!(index.by_name.places("Pool").count(), 1);
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
