//! Results that an answer does not show: their places.

use super::{Item, ResultLabels};
use crate::domain::{Certainty, FileLine, Source};
use crate::engine::graph::Answer;
use std::collections::{HashMap, HashSet};

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
