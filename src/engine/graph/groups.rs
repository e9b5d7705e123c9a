//! The groups of definitions that a question asks about, and which of them a use may mean.

use super::model::Grouping;
use super::project::{Def, Project};
use super::resolve::{Meaning, may_be_same};
use super::rule::Rule;
use super::uses::ResolvedUse;
use crate::domain::Certainty;
use rustc_hash::FxHashMap;

/// Index from definitions to the groups of a question. One definition may be in several groups.
pub(in crate::engine) struct Groups {
    of: FxHashMap<Def, Vec<usize>>,
    /// Numbers of the groups with the same definitions. Thousands of overloads are in one group,
    /// about each of which a deep question asks.
    equal: Vec<Vec<usize>>,
    /// For each group, its place in `equal`.
    places: Vec<usize>,
}

impl Groups {
    pub(in crate::engine) fn new(groups: &[Vec<Def>]) -> Self {
        let mut known: FxHashMap<&[Def], usize> = FxHashMap::default();
        let mut of: FxHashMap<Def, Vec<usize>> = FxHashMap::default();
        let mut equal: Vec<Vec<usize>> = Vec::new();
        let mut places = Vec::new();
        for (number, group) in groups.iter().enumerate() {
            let place = *known.entry(group).or_insert(equal.len());
            if place == equal.len() {
                equal.push(Vec::new());
                for def in group {
                    of.entry(*def).or_default().push(place);
                }
            }
            equal[place].push(number);
            places.push(place);
        }
        Self { of, equal, places }
    }

    /// Returns whether a definition is in a group.
    pub(in crate::engine) fn has(&self, group: usize, def: Def) -> bool {
        self.of.get(&def).is_some_and(|of| of.contains(&self.places[group]))
    }

    /// Returns the best meaning for each group that a use may refer to, by the group's index.
    pub(in crate::engine) fn best<'b>(
        &self,
        meanings: impl IntoIterator<Item = &'b Meaning>,
    ) -> Vec<(usize, Meaning)> {
        let mut all: Vec<(usize, Meaning)> = Vec::new();
        for meaning in meanings {
            let places = self.of.get(&meaning.def).into_iter().flatten();
            all.extend(places.map(|place| (*place, *meaning)));
        }
        all.sort_by_key(|(place, meaning)| (*place, meaning.certainty, meaning.rule));
        all.dedup_by_key(|(place, _)| *place);
        let groups = |(place, meaning): (usize, Meaning)| {
            self.equal[place].iter().map(move |group| (*group, meaning))
        };
        let mut best: Vec<(usize, Meaning)> = all.into_iter().flat_map(groups).collect();
        best.sort_unstable_by_key(|(group, _)| *group);
        best
    }
}

/// Maximum number of rows that the uses of a name make for all definitions of it together: a use
/// may mean the members of a hundred types.
const MAX_ROWS: usize = 60_000;

/// Most definitions for which one of `uses` uses makes a row, the most certain.
pub(in crate::engine) fn most_rows(uses: usize) -> usize {
    (MAX_ROWS / uses.max(1)).max(2)
}

/// Most meanings of a use that are compared with each other.
const MAX_COMPARED: usize = 64;

/// Makes the meanings of a use possible of which an overload is meant as surely that is in none of
/// the groups asked about: one of several that the arguments do not tell apart, in languages where
/// what is written of types would.
pub(in crate::engine) fn doubt_overloads(
    (project, grouping): (&Project<'_>, &Grouping),
    asked: &Groups,
    found: &ResolvedUse,
    best: &mut [(usize, Meaning)],
) {
    let meanings = &*found.meanings;
    let rules = found.unit.rules();
    let are_chosen = rules.overloads_by_conversion || rules.overloads_by_type;
    if !are_chosen || meanings.len() > MAX_COMPARED {
        return;
    }
    for (group, meaning) in best {
        let is_other = |other: &Meaning| {
            other.certainty <= meaning.certainty
                && other.rule != Rule::Definition
                && !asked.has(*group, other.def)
                && grouping.are_together(meaning.def, other.def)
                && !may_be_same(project, meaning.def, other.def)
        };
        if meaning.certainty == Certainty::Likely
            && asked.has(*group, meaning.def)
            && meanings.iter().any(is_other)
        {
            (meaning.certainty, meaning.rule) = (Certainty::Possible, Rule::Overload);
        }
    }
}

/// Keeps the most certain meanings of a use; returns the groups of the others.
pub(in crate::engine) fn keep_most_certain(
    best: &mut Vec<(usize, Meaning)>,
    most: usize,
) -> Vec<usize> {
    if best.len() <= most {
        return Vec::new();
    }
    best.sort_by_key(|(_, meaning)| (meaning.certainty, meaning.rule));
    let left = best.split_off(most);
    best.sort_unstable_by_key(|(group, _)| *group);
    left.into_iter().map(|(group, _)| group).collect()
}
