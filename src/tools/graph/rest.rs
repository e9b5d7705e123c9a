//! Which results an answer shows first, and the places of those that it does not show.

use super::{Item, ResultLabels};
use crate::domain::{Certainty, FileLine, Source};
use crate::engine::graph::Answer;
use std::collections::{HashMap, HashSet};

/// Returns the results, which are in the order of levels and certainty, in the order in which they
/// are shown where there is no room for all and no number was asked for. Of each level, what is
/// possible in the product takes turns with what is certain from the first test on, so that neither
/// crowds the other out. What a program wrote is shown behind what is certain in the product: who
/// changes the target has it written anew.
pub(super) fn most_useful_first<T: Item>(answer: &Answer<T>) -> Vec<usize> {
    let results = &answer.results;
    let is_test = |index: &usize| results[*index].is_test();
    let is_generated = |index: &usize| {
        results[*index].position().0.is_some_and(|file| answer.generated.contains(&file))
    };
    let indices: Vec<usize> = (0..results.len()).collect();
    let mut order = Vec::with_capacity(indices.len());
    for level in indices.chunk_by(|one, other| results[*one].depth() == results[*other].depth()) {
        let is_possible = |index: &usize| results[*index].certainty() == Certainty::Possible;
        let (certain, possible) = level.split_at(level.partition_point(|at| !is_possible(at)));
        let (generated, certain): (Vec<usize>, Vec<usize>) =
            certain.iter().partition(|index| is_generated(index));
        let first_test = certain.iter().position(is_test).unwrap_or(certain.len());
        let (first, others) = certain.split_at(first_test);
        order.extend(first);
        let mut in_product = possible.iter().filter(|index| !is_test(index));
        let mut others = others.iter().chain(&generated);
        loop {
            let before = order.len();
            order.extend(in_product.next());
            order.extend(others.next());
            if order.len() == before {
                break;
            }
        }
        order.extend(possible.iter().filter(|index| is_test(index)));
    }
    order
}

/// Returns the first `most` places of the results that are not among `shown`, the less certain ones
/// apart; empty if `most` is 0.
pub(super) fn rest_of<T: Item>(
    labels: ResultLabels,
    answer: &Answer<T>,
    shown: &[(usize, &T)],
    most: usize,
) -> String {
    if most == 0 {
        return String::new();
    }
    let shown: HashSet<usize> = shown.iter().map(|(index, _)| *index).collect();
    let (mut likely, mut possible) = (Vec::new(), Vec::new());
    for (_, result) in answer.results.iter().enumerate().filter(|(index, _)| !shown.contains(index))
    {
        let places =
            if result.certainty() == Certainty::Possible { &mut possible } else { &mut likely };
        places.extend(result.places(labels));
    }
    let is_textual = answer.evidence.source == Source::Text;
    let lead = if is_textual { "" } else { "possible: " };
    let parts = [listed(likely, "", most), listed(possible, lead, most)];
    parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

fn listed(mut places: Vec<(&str, usize)>, lead: &str, most: usize) -> Option<String> {
    places.retain(|(file, _)| !file.is_empty());
    // Files in the order of their first place, each with its lines in order.
    let mut order: HashMap<&str, usize> = HashMap::new();
    for (file, _) in &places {
        let next = order.len();
        order.entry(file).or_insert(next);
    }
    places.sort_by_key(|(file, line)| (order[file], *line));
    places.dedup();
    let places: Vec<FileLine> =
        places.into_iter().map(|(file, line)| FileLine { file: file.into(), line }).collect();
    (!places.is_empty()).then(|| format!("{lead}{}", FileLine::listed(&places, most)))
}
