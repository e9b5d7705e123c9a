//! Order of the lines of several pieces of code that share one budget: each line is a part of the
//! report, and pieces take turns.

use crate::domain::Shown;

/// Order in which the lines of pieces are shown.
pub(crate) struct RoundRobin {
    /// Indexed by part: the piece of its line.
    parts: Vec<u32>,
    pieces: usize,
}

impl RoundRobin {
    /// `lines` are the lengths of the pieces, the most wanted first; in its turn a piece shows
    /// `in_a_row` of them.
    pub(crate) fn new(lines: &[usize], in_a_row: usize) -> Self {
        let total = lines.iter().sum();
        let mut parts = Vec::with_capacity(total);
        let mut shown = 0;
        while parts.len() < total {
            for (piece, length) in lines.iter().enumerate() {
                let count = length.saturating_sub(shown).min(in_a_row);
                parts.extend(std::iter::repeat_n(u32::try_from(piece).unwrap_or(u32::MAX), count));
            }
            shown = shown.saturating_add(in_a_row);
        }
        Self { parts, pieces: lines.len() }
    }

    pub(crate) fn parts(&self) -> usize {
        self.parts.len()
    }

    /// Returns the number of lines of each piece that are shown, from its first. A line is only
    /// shown below all lines before it.
    pub(crate) fn shown(&self, shown: &Shown) -> Vec<usize> {
        let mut lines = vec![0; self.pieces];
        let first = shown.first.min(self.parts.len());
        for piece in &self.parts[..first] {
            lines[*piece as usize] += 1;
        }
        let mut next = lines.clone();
        let mut extra =
            shown.extra.iter().copied().filter(|part| *part < self.parts.len()).peekable();
        let Some(last) = shown.extra.iter().copied().filter(|part| *part < self.parts.len()).max()
        else {
            return lines;
        };
        for part in first..=last {
            let piece = self.parts[part] as usize;
            if extra.next_if_eq(&part).is_some() && lines[piece] == next[piece] {
                lines[piece] += 1;
            }
            next[piece] += 1;
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(lines: &[usize], in_a_row: usize, first: usize, extra: &[usize], expected: &[usize]) {
        let round_robin = RoundRobin::new(lines, in_a_row);
        let shown = Shown { first, extra: extra.to_vec(), ..Shown::default() };
        assert_eq!(round_robin.shown(&shown), expected, "{lines:?} {first} {extra:?}");
    }

    #[test]
    fn pieces_take_turns_and_short_ones_end_early() {
        check(&[5, 1, 5], 2, 0, &[], &[0, 0, 0]);
        check(&[5, 1, 5], 2, 5, &[], &[2, 1, 2]);
        check(&[5, 1, 5], 2, 6, &[], &[3, 1, 2]);
        check(&[5, 1, 5], 2, 100, &[], &[5, 1, 5]);
        check(&[5, 1, 5], usize::MAX, 6, &[], &[5, 1, 0]);
    }

    #[test]
    fn a_line_is_shown_below_all_lines_before_it_alone() {
        check(&[3, 3], 1, 1, &[1], &[1, 1]);
        // The second line of the first piece without its first is not shown.
        check(&[3, 3], 1, 0, &[2], &[0, 0]);
        check(&[3, 3], 1, 1, &[2, 3], &[2, 0]);
    }
}
