//! Errors of a syntax tree: where the first is, and which lines they are on.

use crate::lang::cursor::next_behind;
use std::ops::Range;
use tree_sitter::Node;

/// Returns the start of the first error in a node with errors. The loose tokens of a broken file
/// are one.
pub fn first_error(node: Node<'_>) -> usize {
    let mut node = node;
    loop {
        let mut cursor = node.walk();
        let is_error = node.is_error();
        let next = node
            .children(&mut cursor)
            .find(|child| child.has_error() || (is_error && !child.is_named()));
        match next {
            Some(child) if child.child_count() > 0 => node = child,
            Some(child) => return child.start_byte(),
            None => return node.start_byte(),
        }
    }
}

/// The outermost errors of a tree, ascending: ranges of bytes that no rule of the grammar explains,
/// and the empty ones of tokens that are missing.
pub(super) struct OutermostErrors(Vec<Range<usize>>);

impl OutermostErrors {
    pub(super) fn of(root: Node<'_>) -> Self {
        let mut errors = Vec::new();
        let mut cursor = root.walk();
        loop {
            let node = cursor.node();
            if node.is_error() || node.is_missing() {
                errors.push(node.byte_range());
            } else if node.has_error() && cursor.goto_first_child() {
                continue;
            }
            if !next_behind(&mut cursor) {
                return Self(errors);
            }
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns how much is broken: the number of bytes and of missing tokens.
    pub(super) fn extent(&self) -> usize {
        self.0.iter().map(|error| error.len().max(1)).sum()
    }

    /// Returns whether less is broken on some lines than with the errors `before`, or nothing was.
    pub(super) fn mend(&self, before: &Self, lines: &Range<usize>) -> bool {
        let old = before.on(lines);
        old == 0 || self.on(lines) < old
    }

    fn on(&self, lines: &Range<usize>) -> usize {
        let first = self.0.partition_point(|error| error.start < lines.start);
        let within = self.0[first..].iter().take_while(|error| error.start <= lines.end);
        within.map(|error| error.len().max(1)).sum()
    }

    /// Adds the lines with errors, and a number of lines before each, to ranges of bytes that
    /// ascend and are apart.
    pub(super) fn add_lines(&self, lines: &mut Vec<Range<usize>>, before: usize, text: &str) {
        let text = text.as_bytes();
        let line = |end: usize| memchr::memrchr(b'\n', &text[..end]).unwrap_or(0);
        let mut end = None;
        for error in &self.0 {
            // Of the errors on a long line only the first looks for its ends.
            if end.is_some_and(|end| error.end <= end) {
                continue;
            }
            let start = (0..=before).fold(error.start.min(text.len()), |start, _| line(start));
            let behind = error.end.min(text.len());
            let newline = memchr::memchr(b'\n', &text[behind..]);
            let last = newline.map_or(text.len(), |newline| behind + newline);
            lines.push(start..last);
            end = Some(last);
        }
        lines.sort_unstable_by_key(|lines| lines.start);
        lines.dedup_by(|next, last| {
            let meets = next.start <= last.end;
            if meets {
                last.end = last.end.max(next.end);
            }
            meets
        });
    }
}
