//! Types of one name by their namespaces, so that a place that names one of thousands does not look
//! at each of them.

use crate::engine::graph::model::Def;
use rustc_hash::FxHashMap;

/// Limit of the names at the end of a path by which types are found.
pub(super) const MAX_NAMES: usize = 8;

/// Stands between the names of a path.
const SEPARATOR: &str = "\0";

/// Some types by their full names.
#[derive(Default)]
pub(super) struct TypesByPath {
    /// Places in the list of the types, by what they are in.
    within: FxHashMap<String, Vec<usize>>,
    /// The same, by the last names of the whole paths.
    ends: FxHashMap<String, Vec<usize>>,
    /// True if all are types.
    pub(super) are_types: bool,
    /// True if they are parts of one type.
    pub(super) are_one: bool,
}

impl TypesByPath {
    /// `paths` are the full names of the types in their order, outermost first.
    pub(super) fn new<'p>(paths: impl Iterator<Item = Vec<&'p str>>) -> Self {
        let mut found = Self::default();
        for (place, path) in paths.enumerate() {
            let around = path.split_last().map_or(&path[..], |(_, around)| around);
            found.within.entry(key(around)).or_default().push(place);
            for length in 1..=path.len().min(MAX_NAMES) {
                let end = key(&path[path.len() - length..]);
                found.ends.entry(end).or_default().push(place);
            }
        }
        found
    }

    /// Returns the places of those that are right in what a path names; none without one.
    pub(super) fn within(&self, path: &[&str]) -> &[usize] {
        self.within.get(&key(path)).map_or(&[], Vec::as_slice)
    }

    /// Returns the places of those whose full names end with at most [`MAX_NAMES`] names.
    pub(super) fn ending_with(&self, names: &[&str]) -> &[usize] {
        self.ends.get(&key(names)).map_or(&[], Vec::as_slice)
    }
}

/// Returns the types at some places of a list.
pub(super) fn at_places(types: &[Def], places: &[usize]) -> Vec<Def> {
    places.iter().map(|place| types[*place]).collect()
}

fn key(names: &[&str]) -> String {
    names.join(SEPARATOR)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_found_by_what_they_are_in_and_by_their_last_names() {
        let paths = [vec!["A", "B", "X"], vec!["X"], vec!["C", "B", "X"], vec!["A", "B", "X"]];
        let types = TypesByPath::new(paths.iter().cloned());
        assert_eq!(types.within(&["A", "B"]), [0, 3]);
        assert_eq!(types.within(&["B"]), [0_usize; 0]);
        assert_eq!(types.within(&[]), [1]);
        assert_eq!(types.ending_with(&["X"]), [0, 1, 2, 3]);
        assert_eq!(types.ending_with(&["B", "X"]), [0, 2, 3]);
        assert_eq!(types.ending_with(&["C", "B", "X"]), [2]);
    }
}
