//! Headers that name supertypes of types of one name in a file. A name may have thousands of them,
//! and each of its types asks for its own: those of one type are found together.

use super::definition_set::PartKey;
use super::resolver::Resolver;
use crate::domain::{SymbolKind, lock};
use crate::engine::graph::model::{Def, FileIndex};
use crate::engine::graph::project::{Project, Unit};
use crate::engine::graph::semantics;
use crate::workspace::names::Supertype;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex};

/// Number of headers of a name in one file up to which each is looked at.
const MAX_COMPARED: usize = 16;

/// The headers of the names that have very many in a file.
#[derive(Default)]
struct Crowded(Mutex<FxHashMap<(FileIndex, String), Arc<Headers>>>);

/// The headers of one name in one file, as indices of the file's pairs of types.
#[derive(Default)]
struct Headers {
    /// Those of blocks that add to a type.
    blocks: Vec<usize>,
    /// Those of what is no definition.
    nameless: Vec<usize>,
    /// Those of types that are in one part.
    whole: Vec<usize>,
    parts: Vec<Parts>,
    /// Indices of parts that may be of a type of any path.
    of_any_path: Vec<usize>,
    /// Indices of the others, by what [`path_key`] makes of their paths.
    by_path: FxHashMap<String, Vec<usize>>,
}

/// The headers of parts of one type.
struct Parts {
    /// The first part.
    first: u32,
    pairs: Vec<usize>,
}

impl Resolver<'_> {
    /// Returns the supertypes that a file names for a type, in its own header or in those of parts
    /// and blocks that add to it, by position.
    pub(super) fn headers_of<'u>(&'u self, unit: &'u Unit, of: Def) -> Vec<&'u Supertype> {
        let Some((of_unit, symbol)) = self.project.get(of) else { return Vec::new() };
        let symbol = of_unit.symbol(symbol);
        let at = symbol.name_bytes.start;
        let is_own = |pair: &&Supertype| unit.file == of.file && pair.subtype.start as usize == at;
        if unit.supertypes_of(&symbol.name).nth(MAX_COMPARED).is_none() {
            let is_of_part =
                |pair: &&Supertype| match unit.symbol_named_at(pair.subtype.start as usize) {
                    Some(other) => {
                        unit.symbol(other).kind == SymbolKind::Impl
                            || self.is_same_type(Def { file: unit.file, symbol: other }, of)
                    }
                    None => unit.file == of.file,
                };
            let pairs = unit.supertypes_of(&symbol.name);
            return pairs.filter(|pair| is_own(pair) || is_of_part(pair)).collect();
        }
        let headers = self.crowded_headers(unit, &symbol.name);
        let mut found: Vec<usize> = headers.blocks.clone();
        if unit.file == of.file {
            found.extend(&headers.nameless);
        }
        let key = PartKey::new(self.project, of_unit, of);
        if key.augmented == Some(unit.file) {
            found.extend(&headers.whole);
        }
        for parts in headers.perhaps_of(of_unit, &key) {
            if self.is_same_type(Def { file: unit.file, symbol: parts.first }, of) {
                found.extend(&parts.pairs);
            }
        }
        let pairs = &unit.names().supertypes;
        if unit.file == of.file {
            let first = pairs.partition_point(|pair| (pair.subtype.start as usize) < at);
            let own = (first..pairs.len()).take_while(|place| is_own(&&pairs[*place]));
            let is_named = |place: &usize| names_it(unit, &pairs[*place], symbol.name.as_str());
            found.extend(own.filter(is_named));
        }
        found.sort_unstable();
        found.dedup();
        found.into_iter().map(|place| &pairs[place]).collect()
    }

    /// Returns the first part of a type in its file, if that names very many supertypes of types of
    /// its name: all parts in a file have the same ones.
    pub(super) fn first_part(&self, of: Def) -> Def {
        let Some((unit, symbol)) = self.project.get(of) else { return of };
        let symbol = unit.symbol(symbol);
        let name = &symbol.name;
        if !semantics::of(unit.language).is_part(symbol)
            || unit.supertypes_of(name).nth(MAX_COMPARED).is_none()
        {
            return of;
        }
        let key = PartKey::new(self.project, unit, of);
        let headers = self.crowded_headers(unit, name);
        let is_it = |parts: &&Parts| {
            let first = Def { file: of.file, symbol: parts.first };
            PartKey::new(self.project, unit, first) == key
        };
        let first = headers.perhaps_of(unit, &key).find(is_it).map(|parts| parts.first);
        first.map_or(of, |first| Def { file: of.file, symbol: first })
    }

    fn crowded_headers(&self, unit: &Unit, name: &str) -> Arc<Headers> {
        let crowded = self.project.fact(|_| Crowded::default());
        let key = (unit.file, name.to_owned());
        if let Some(known) = lock(&crowded.0).get(&key) {
            return Arc::clone(known);
        }
        let headers = Arc::new(Headers::new(self.project, unit, name));
        Arc::clone(lock(&crowded.0).entry(key).or_insert(headers))
    }
}

impl Headers {
    fn new(project: &Project<'_>, unit: &Unit, name: &str) -> Self {
        let mut headers = Self::default();
        let mut places: FxHashMap<PartKey<'_>, usize> = FxHashMap::default();
        let pairs = unit.names().supertypes.iter().enumerate();
        for (pair, found) in pairs.filter(|(_, pair)| names_it(unit, pair, name)) {
            let Some(symbol) = unit.symbol_named_at(found.subtype.start as usize) else {
                headers.nameless.push(pair);
                continue;
            };
            let key = PartKey::new(project, unit, Def { file: unit.file, symbol });
            if unit.symbol(symbol).kind == SymbolKind::Impl {
                headers.blocks.push(pair);
            } else if !key.is_part && key.augmented.is_none() {
                headers.whole.push(pair);
            } else if let Some(place) = places.get(&key) {
                headers.parts[*place].pairs.push(pair);
            } else {
                let place = headers.parts.len();
                match path_key(unit, &key).filter(|_| key.augmented.is_none()) {
                    Some(path) => headers.by_path.entry(path).or_default().push(place),
                    None => headers.of_any_path.push(place),
                }
                headers.parts.push(Parts { first: symbol, pairs: vec![pair] });
                places.insert(key, place);
            }
        }
        headers
    }

    /// Returns the parts that may be of the type with a key.
    fn perhaps_of(&self, unit: &Unit, key: &PartKey<'_>) -> impl Iterator<Item = &Parts> {
        let path = path_key(unit, key).filter(|_| key.augmented.is_none());
        let all = if path.is_none() { &self.parts[..] } else { &[] };
        let of_path = path.as_ref().and_then(|path| self.by_path.get(path));
        let of_path = of_path.map_or(&[][..], Vec::as_slice);
        let of_any = if path.is_some() { &self.of_any_path[..] } else { &[] };
        all.iter().chain(of_path.iter().chain(of_any).map(|place| &self.parts[*place]))
    }
}

/// Returns what the paths of all parts of a type have in common: the whole where full names decide,
/// else the last two names, of which one may be the whole path of a part.
fn path_key(unit: &Unit, key: &PartKey<'_>) -> Option<String> {
    match &key.path[..] {
        path if unit.rules().has_full_names => Some(path.join("::")),
        [.., around, name] => Some(format!("{around}::{name}")),
        _ => None,
    }
}

/// Returns whether a header is that of a type of a name.
fn names_it(unit: &Unit, pair: &Supertype, name: &str) -> bool {
    unit.names().name_of_type(unit.content(), pair.subtype_written) == Some(name)
}
