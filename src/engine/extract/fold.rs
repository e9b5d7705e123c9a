//! Folding of a long definition that a line of a file selects: what the line belongs to stays.

use super::Piece;
use crate::domain::{LineRange, Outline};
use crate::workspace::Text;
use std::collections::BTreeSet;

/// Maximum number of requested lines of which the heads of the blocks around them are shown: each
/// may be anywhere above.
const MAX_WITH_HEADS: usize = 200;

/// What of a definition is shown that a line selects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fold {
    /// Number of lines up to which it is shown whole.
    whole: usize,
    /// Lines shown before and after a requested line.
    before: usize,
    after: usize,
}

impl Fold {
    /// For definitions that were asked for.
    pub(crate) const WIDE: Self = Self { whole: 80, before: 8, after: 14 };

    /// For definitions that stand beside an answer of another kind.
    pub(crate) const NARROW: Self = Self { whole: 30, before: 4, after: 8 };
}

/// Limit of a header's lines, and of a member's.
const HEADER_LINES: usize = 8;
const MEMBER_LINES: usize = 3;

/// Lines shown of a definition without members whose header is requested.
const OPENING: usize = 60;

/// Limit of the heads of enclosing blocks, and of the members that are listed.
const MAX_HEADS: usize = 12;
const MAX_MEMBERS: usize = 40;

/// Longest gap that is shown, because the mark of a fold takes as much room.
const SMALLEST_FOLD: usize = 3;

/// Width of a tab, for the comparison of indentations.
const TAB: usize = 4;

/// Lines of a definition that stand for it when it is folded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Skeleton {
    /// Its header, without documentation and attributes.
    header: LineRange,
    /// Headers of its members; none if it is no container.
    members: Vec<LineRange>,
}

impl Skeleton {
    /// Returns the skeleton of a definition in a file's outline.
    pub(super) fn of(outline: &Outline, index: usize) -> Self {
        let header = |index: usize, most: usize| {
            let symbol = &outline.symbols[index];
            LineRange {
                start: symbol.line,
                end: symbol.header_end.clamp(symbol.line, symbol.line + most - 1),
            }
        };
        let is_container = outline.symbols[index].kind.is_container();
        let members = outline.children(Some(index)).filter(|_| is_container).take(MAX_MEMBERS);
        Self {
            header: header(index, HEADER_LINES),
            members: members.map(|member| header(member, MEMBER_LINES)).collect(),
        }
    }
}

impl Piece {
    /// Returns the lines to show: all of a piece that is short or that was not selected by a line,
    /// else the definition's header, the lines around the requested ones and the heads of the
    /// blocks around these.
    pub(crate) fn essential(&self, fold: Fold) -> Vec<LineRange> {
        let whole = LineRange { start: self.first, end: self.last };
        let Some(skeleton) = self.skeleton.as_ref().filter(|_| whole.len() > fold.whole) else {
            return vec![whole];
        };
        // Each of the lines would be shown.
        if 3 * self.asked.len() > 2 * whole.len() {
            return vec![whole];
        }
        let mut kept = vec![skeleton.header];
        for (number, line) in self.asked.iter().enumerate() {
            if *line > skeleton.header.end {
                kept.push(LineRange {
                    start: line.saturating_sub(fold.before),
                    end: line + fold.after,
                });
                if number < MAX_WITH_HEADS {
                    let heads = heads(&self.text, skeleton.header.end, *line);
                    kept.extend(heads.into_iter().map(single));
                }
            } else if skeleton.members.is_empty() {
                kept.push(LineRange { start: *line, end: skeleton.header.start + OPENING });
            } else {
                kept.push(LineRange { start: *line, end: skeleton.header.end });
                kept.extend_from_slice(&skeleton.members);
            }
        }
        // The lines of `context` on both sides.
        let (inner_first, inner_last) = (self.first + self.context.0, self.last - self.context.1);
        kept.push(LineRange { start: self.first, end: inner_first - 1 });
        kept.push(LineRange { start: inner_last + 1, end: self.last });
        let kept = joined(kept, whole);
        let shown: usize = kept.iter().map(|range| range.len()).sum();
        if 3 * shown > 2 * whole.len() { vec![whole] } else { kept }
    }
}

const fn single(line: usize) -> LineRange {
    LineRange { start: line, end: line }
}

/// Returns the heads of the blocks around a line: going up from it, each line that is indented less
/// than all lines below it, and for one that closes a block (`} else {`) the line that opens it.
fn heads(text: &Text, above: usize, line: usize) -> BTreeSet<usize> {
    let indent = |line: usize| indentation(text.line(line).unwrap_or_default());
    let mut heads = BTreeSet::new();
    let Some(mut level) = (above..=line).rev().find_map(indent) else { return heads };
    let mut is_open = false;
    for line in (above + 1..line).rev() {
        let Some(own) = indent(line) else { continue };
        if own > level || (own == level && !is_open) {
            continue;
        }
        heads.insert(line);
        level = own;
        is_open =
            text.line(line).is_some_and(|text| text.trim_start().starts_with(['}', ')', ']']));
        if level == 0 || heads.len() == MAX_HEADS {
            break;
        }
    }
    heads
}

/// Returns the width of the white space before a line of code; `None` for blank lines and for lines
/// that are indented by other rules, such as directives and comments.
fn indentation(line: &str) -> Option<usize> {
    let code = line.trim_start();
    let is_code = !code.is_empty() && !code.starts_with(['#', '*']) && !code.starts_with("//");
    let width = |character: char| if character == '\t' { TAB } else { 1 };
    is_code.then(|| line[..line.len() - code.len()].chars().map(width).sum())
}

/// Sorts ranges within `whole`, and joins those between which little is left.
fn joined(mut ranges: Vec<LineRange>, whole: LineRange) -> Vec<LineRange> {
    for range in &mut ranges {
        *range = LineRange { start: range.start.max(whole.start), end: range.end.min(whole.end) };
    }
    ranges.retain(|range| range.start <= range.end);
    ranges.sort();
    let mut joined: Vec<LineRange> = Vec::new();
    for range in ranges {
        match joined.last_mut() {
            Some(last) if range.start <= last.end + SMALLEST_FOLD + 1 => {
                last.end = last.end.max(range.end);
            }
            _ => joined.push(range),
        }
    }
    if let Some(last) = joined.last_mut()
        && last.end + SMALLEST_FOLD >= whole.end
    {
        last.end = whole.end;
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, line: usize, expected: &[usize]) {
        let text = Text::from_content(text);
        assert_eq!(heads(&text, 1, line).into_iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn heads_are_the_lines_that_open_the_blocks_around_a_line() {
        check(
            "fn f() {\n    if a {\n        x();\n\n        for b {\n            y();\n",
            6,
            &[2, 5],
        );
        check("def f():\n\tfor a in b:\n\t\tpass\n\tif c:\n\t\tx()\n", 5, &[4]);
        check("fn f() {\n}\n", 2, &[]);
    }

    #[test]
    fn a_line_that_closes_a_block_brings_the_one_that_opens_it() {
        check(
            "f() {\n  if (a) {\n    x\n  } else if (b) {\n    y\n  } else {\n    z\n",
            7,
            &[2, 4, 6],
        );
        check("f() {\n  call(\n    a,\n  ).each((x) => {\n    y\n", 5, &[2, 4]);
    }

    #[test]
    fn comments_and_directives_are_no_heads() {
        check("f() {\n  for (;;) {\n#ifdef A\n    // c\n // d\n    x\n", 6, &[2]);
    }

    #[test]
    fn ranges_with_little_between_them_are_joined() {
        let range = |start, end| LineRange { start, end };
        let check = |ranges: &[LineRange], expected: &[LineRange]| {
            assert_eq!(joined(ranges.to_vec(), range(10, 100)), expected);
        };
        check(&[range(50, 60), range(1, 12), range(16, 20)], &[range(10, 20), range(50, 60)]);
        check(&[range(10, 12), range(17, 20)], &[range(10, 12), range(17, 20)]);
        check(&[range(90, 97), range(40, 39)], &[range(90, 100)]);
    }
}
