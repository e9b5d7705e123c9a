//! The lines of a result that tell why it was found.

use super::Finding;
use super::vocabulary::{Mask, Scratch, Vocabulary};

/// Lines of one result that are looked at.
const MOST_READ: usize = 2000;
/// Lines that are returned.
const MOST_LINES: usize = 12;

/// The lines of a result that hold words of the query: each next one holds most of what those before it do not, and among
/// equals most of all, and the first of them stands first. With `exact`, the lines that hold that text.
pub(super) fn lines(finding: &Finding, exact: Option<&str>, vocabulary: &Vocabulary) -> Vec<usize> {
    let mut scratch = Scratch::default();
    let numbers = finding.pieces.iter().flat_map(|piece| piece.start..=piece.end).take(MOST_READ);
    let held = numbers.map(|line| {
        let text = finding.text.line(line).unwrap_or_default();
        let mask = match exact {
            Some(wanted) => Mask::from(text.contains(wanted)),
            None => vocabulary.held_by(text, &mut scratch),
        };
        (line, mask)
    });
    let mut left: Vec<(usize, Mask)> = held.filter(|(_, mask)| *mask != 0).collect();
    let mut chosen = Vec::new();
    let mut covered: Mask = 0;
    while chosen.len() < MOST_LINES {
        let worth = |(_, mask): &(usize, Mask)| ((mask & !covered).count_ones(), mask.count_ones());
        let Some(best) = left.iter().enumerate().max_by_key(|(index, held)| (worth(held), usize::MAX - index)) else {
            break;
        };
        let (line, mask) = left.remove(best.0);
        covered |= mask;
        chosen.push(line);
    }
    chosen
}
