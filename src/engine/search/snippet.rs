//! The snippet of a result: the lines that show why it matched.

use super::Finding;
use super::vocabulary::{Mask, Scratch, Vocabulary};

/// Maximum number of lines of one result to scan.
const MAX_SCANNED: usize = 2000;
/// Maximum bytes of one line to scan: all results of a minified file may be on one line.
const MAX_OF_A_LINE: usize = 10_000;
/// Maximum number of lines returned.
const MAX_LINES: usize = 12;

/// Returns the lines of a result that contain words of the query, chosen greedily: each next one
/// has the most words that are not covered yet; ties go to the line with the most words, then to
/// the first. With `exact`, the lines that contain that text.
pub(super) fn lines(finding: &Finding, exact: Option<&str>, vocabulary: &Vocabulary) -> Vec<usize> {
    let mut scratch = Scratch::default();
    let numbers = finding.pieces.iter().flat_map(|piece| piece.start..=piece.end).take(MAX_SCANNED);
    let held = numbers.map(|line| {
        let text = finding.text.line(line).unwrap_or_default();
        let text = &text[..text.floor_char_boundary(MAX_OF_A_LINE)];
        let mask = match exact {
            Some(wanted) => Mask::from(text.contains(wanted)),
            None => vocabulary.held_by(text, &mut scratch),
        };
        (line, mask)
    });
    let mut left: Vec<(usize, Mask)> = held.filter(|(_, mask)| *mask != 0).collect();
    let mut chosen = Vec::new();
    let mut covered: Mask = 0;
    while chosen.len() < MAX_LINES {
        let worth = |(_, mask): &(usize, Mask)| ((mask & !covered).count_ones(), mask.count_ones());
        let Some(best) =
            left.iter().enumerate().max_by_key(|(index, held)| (worth(held), usize::MAX - index))
        else {
            break;
        };
        let (line, mask) = left.remove(best.0);
        covered |= mask;
        chosen.push(line);
    }
    chosen
}
