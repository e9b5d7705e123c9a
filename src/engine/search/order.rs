//! Last ranking step: each score is adjusted relative to the others. A name that many definitions
//! share counts less; a file with many matches is more likely to be relevant; and each further
//! definition of one file counts a little less, so that no file fills the answer.

use super::definitions::Owner;
use super::vocabulary::Vocabulary;
use super::{Candidate, FileCandidates, rank};
use std::collections::{HashMap, HashSet};

/// Bonus for the best definition of the file with the most matches, as a share of the best score.
const COHERENCE: f64 = 0.28;
/// Maximum number of definitions of a file that count towards its sum.
const MAX_COUNTED: usize = 8;

/// Factor on a definition's score for each better one in its file, and its minimum.
const SATURATION: f64 = 0.97;
const MIN_SATURATION: f64 = 0.8;

/// Adjusts the raw values of definitions to their scores.
pub(super) fn settle(read: &mut [FileCandidates], vocabulary: &Vocabulary) {
    lessen_common_names(read);
    // A query that is a name asks for the definition of that name, in whichever file it is.
    if !vocabulary.is_name() {
        favour_files(read);
    }
    for candidate in read.iter_mut().flat_map(|file| &mut file.candidates) {
        candidate.score.value = rank::shown(candidate.score.value);
    }
}

fn lessen_common_names(read: &mut [FileCandidates]) {
    let mut namesakes: HashMap<String, usize> = HashMap::new();
    for file in &*read {
        let named = file.candidates.iter().filter_map(|candidate| file.symbol(candidate));
        // Overloads of one definition count once for their name.
        let named: HashSet<(Option<usize>, &str)> =
            named.map(|symbol| (symbol.parent, symbol.name.as_str())).collect();
        named.into_iter().for_each(|(_, name)| *namesakes.entry(name.to_owned()).or_default() += 1);
    }
    for FileCandidates { facts, candidates, .. } in read {
        for Candidate { owner, score } in candidates {
            let count = match owner {
                Owner::Symbol(index) => namesakes.get(&facts.outline.symbols[*index].name).copied(),
                Owner::Paragraph(_) => None,
            };
            score.value = rank::lessened(score.value, count.unwrap_or(1));
        }
    }
}

/// Raises the best definitions of the files with the most matches, and lowers all but the best of
/// each file.
fn favour_files(read: &mut [FileCandidates]) {
    let orders: Vec<Vec<usize>> = read.iter().map(best_first).collect();
    let value = |file: &FileCandidates, index: usize| file.candidates[index].score.value;
    let sums: Vec<f64> = read
        .iter()
        .zip(&orders)
        .map(|(file, order)| order.iter().take(MAX_COUNTED).map(|index| value(file, *index)).sum())
        .collect();
    let most = sums.iter().copied().fold(0.0, f64::max);
    if most == 0.0 {
        return;
    }
    let firsts =
        read.iter().zip(&orders).filter_map(|(file, order)| Some(value(file, *order.first()?)));
    let best = firsts.fold(0.0, f64::max);
    for ((file, order), sum) in read.iter_mut().zip(orders).zip(sums) {
        let mut left = 1.0f64;
        for (place, index) in order.into_iter().enumerate() {
            let value = &mut file.candidates[index].score.value;
            *value =
                if place == 0 { *value + COHERENCE * best * sum / most } else { *value * left };
            left = (left * SATURATION).max(MIN_SATURATION);
        }
    }
}

/// Returns the indices of a file's candidates by score; ties in file order.
fn best_first(file: &FileCandidates) -> Vec<usize> {
    let mut order: Vec<usize> = (0..file.candidates.len()).collect();
    let value = |index: usize| file.candidates[index].score.value;
    order.sort_by(|one, other| value(*other).total_cmp(&value(*one)).then(one.cmp(other)));
    order
}
