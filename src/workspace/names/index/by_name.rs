//! Items of a list by their names.

use crate::domain::Symbol;
use crate::workspace::names::{Binding, Span};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::OnceLock;

/// Most definitions of one qualified name that a look-up by name returns, the first ones: each use
/// of the name may mean each of them, so that the work grows with their product. A type that is
/// opened thousands of times is one scope.
pub(super) const MAX_OF_ONE_NAME: usize = 1_000;

/// Number of items by which a look-up first widens the part of the list that it searches.
const NEAR: usize = 4;

/// Indices in a list by their names' hashes: those of one name are adjacent, in the order of the
/// list.
#[derive(Debug)]
pub(in crate::workspace::names) struct ByName(pub(super) Vec<(u32, u32)>);

impl ByName {
    pub(in crate::workspace::names) fn new<K: Hash>(names: impl Iterator<Item = K>) -> Self {
        Self::of_some(names.zip(0..))
    }

    pub(super) fn of_some<K: Hash>(names: impl Iterator<Item = (K, u32)>) -> Self {
        let mut places: Vec<(u32, u32)> = names.map(|(name, place)| (hash(&name), place)).collect();
        places.sort_unstable();
        Self(places)
    }

    /// Keeps the first definitions of each qualified name; returns the hashes of the names that
    /// lost some.
    pub(super) fn keep_some(&mut self, symbols: &[Symbol]) -> Vec<u32> {
        let runs = self.0.chunk_by(|one, other| one.0 == other.0);
        let many = runs.filter(|run| run.len() > MAX_OF_ONE_NAME).map(|run| run[0].0);
        let many: Vec<u32> = many.collect();
        let mut crowded = Vec::new();
        let mut counts: FxHashMap<Vec<(&str, Option<&str>)>, usize> = FxHashMap::default();
        let mut last = None;
        self.0.retain(|(hash, place)| {
            if many.binary_search(hash).is_err() {
                return true;
            }
            if last.replace(*hash) != Some(*hash) {
                counts.clear();
            }
            let count = counts.entry(qualified_name(symbols, *place as usize)).or_default();
            *count += 1;
            if *count > MAX_OF_ONE_NAME {
                crowded.push(*hash);
            }
            *count <= MAX_OF_ONE_NAME
        });
        crowded.dedup();
        crowded
    }

    /// Returns those of [`Self::places`] in a part of the list.
    pub(super) fn places_in(
        &self,
        name: &str,
        part: Range<usize>,
    ) -> impl DoubleEndedIterator<Item = usize> {
        let run = self.run(name);
        let index = |at: usize| run.partition_point(|(_, place)| (*place as usize) < at);
        run[index(part.start)..index(part.end)].iter().map(|(_, place)| *place as usize)
    }

    /// Returns the indices of all items that may have a name; the caller must compare.
    pub(in crate::workspace::names) fn places(&self, name: &str) -> impl Iterator<Item = usize> {
        self.run(name).iter().map(|(_, place)| *place as usize)
    }

    /// Returns the hash and the index of each item that may have a key.
    pub(super) fn run<K: Hash + ?Sized>(&self, key: &K) -> &[(u32, u32)] {
        let hash = hash(key);
        let rest = &self.0[self.first_at(hash)..];
        let mut end = 1;
        while end < rest.len() && rest[end - 1].0 == hash {
            end *= 2;
        }
        let near = &rest[..end.min(rest.len())];
        &near[..near.partition_point(|(other, _)| *other == hash)]
    }

    /// Returns the index of the first item whose hash is not below one. Hashes are spread evenly,
    /// so it is near the place that its share of all hashes suggests.
    fn first_at(&self, hash: u32) -> usize {
        let is_below = |index: usize| self.0[index].0 < hash;
        let length = self.0.len();
        let guess = ((u64::from(hash) * length as u64) >> 32) as usize;
        let (mut start, mut end) = (guess, guess);
        let mut step = NEAR;
        while start > 0 && !is_below(start - 1) {
            start = start.saturating_sub(step);
            step *= 4;
        }
        step = NEAR;
        while end < length && is_below(end) {
            end = length.min(end + step);
            step *= 4;
        }
        start + self.0[start..end].partition_point(|(other, _)| *other < hash)
    }
}

/// Returns the bindings of a name in a list in the order of the text. `text` is the file's.
pub(super) fn named<'a>(
    list: &'a [Binding],
    index: &'a OnceLock<ByName>,
    text: &'a str,
    name: &str,
) -> impl Iterator<Item = &'a Binding> {
    named_in(list, index, text, (name, Span { start: 0, end: u32::MAX }))
}

/// Returns the bindings of a name that begin within a span, of a list in the order of the text.
pub(super) fn named_in<'a>(
    list: &'a [Binding],
    index: &'a OnceLock<ByName>,
    text: &'a str,
    (name, within): (&str, Span),
) -> impl DoubleEndedIterator<Item = &'a Binding> {
    let index = index.get_or_init(|| ByName::new(list.iter().map(|binding| binding.name.of(text))));
    let place = |at: u32| list.partition_point(|binding| binding.name.start < at);
    index
        .places_in(name, place(within.start)..place(within.end))
        .map(|place| &list[place])
        .filter(move |binding| binding.name.of(text) == name)
}

/// Returns the names of a definition and of what it stands in, the innermost first, each with what
/// it is written to be a member of.
fn qualified_name(symbols: &[Symbol], place: usize) -> Vec<(&str, Option<&str>)> {
    let around =
        std::iter::successors(Some(&symbols[place]), |inner| Some(&symbols[inner.parent?]));
    around.map(|symbol| (symbol.name.as_str(), symbol.container.as_deref())).collect()
}

pub(super) fn hash<T: Hash + ?Sized>(key: &T) -> u32 {
    let mut hasher = FxHasher::default();
    key.hash(&mut hasher);
    let hash = hasher.finish();
    (hash ^ hash >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is found near its place is what a look at each finds.
    #[test]
    fn items_of_a_name_are_found_wherever_they_are() {
        for (count, repeated) in [(0, 0), (1, 0), (3, 2), (500, 3), (20, 900)] {
            let often = std::iter::repeat_n("often".to_owned(), repeated);
            let names: Vec<String> =
                (0..count).map(|number| format!("n{number}")).chain(often).collect();
            let index = ByName::new(names.iter().map(String::as_str));
            for name in names.iter().map(String::as_str).chain(["none", "", "m1"]) {
                let found: Vec<usize> = index.places(name).collect();
                let hash = hash(name);
                let expected: Vec<usize> = index
                    .0
                    .iter()
                    .filter(|item| item.0 == hash)
                    .map(|item| item.1 as usize)
                    .collect();
                assert_eq!(found, expected, "{name} of {count}");
            }
            for hash in [0, 1, u32::MAX / 2, u32::MAX] {
                let expected = index.0.partition_point(|(other, _)| *other < hash);
                assert_eq!(index.first_at(hash), expected, "{hash} of {count}");
            }
        }
    }
}
