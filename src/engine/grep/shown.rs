//! Truncation of result lines.

use super::window::window;
use super::{ContextLine, Hit};
use std::ops::{Range, RangeInclusive};

/// Maximum number of lines kept of a match over several lines.
const MAX_LINES: usize = 40;

/// Truncation rule for lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ShownLines {
    /// Maximum number of characters kept of a line, around its first match.
    pub(crate) width: Option<usize>,
}

impl ShownLines {
    /// Makes a result. `text` is the text of `lines`, without the last line's ending; `places` are
    /// byte ranges of it.
    pub(crate) fn hit(
        self,
        lines: RangeInclusive<usize>,
        column: usize,
        text: &str,
        places: Vec<Range<usize>>,
    ) -> Hit {
        let (line, end_line) = lines.into_inner();
        // Very many matches may be on one very long line.
        let shown = if line == end_line { text } else { first_lines(text, MAX_LINES) };
        let (text, matches) = match self.width {
            Some(width) if line == end_line => {
                let window = window(shown, &places, width);
                (window.text, window.matches)
            }
            Some(width) => {
                let lines: Vec<String> =
                    shown.lines().map(|line| window(line, &[], width).text).collect();
                (lines.join("\n"), Vec::new())
            }
            None => (shown.to_owned(), places),
        };
        Hit { line, end_line, column, text, matches, context: Vec::new(), node: None }
    }

    pub(crate) fn context_line(self, line: usize, text: &str) -> ContextLine {
        let text =
            self.width.map_or_else(|| text.to_owned(), |width| window(text, &[], width).text);
        ContextLine { line, text }
    }
}

fn first_lines(text: &str, most: usize) -> &str {
    match memchr::memchr_iter(b'\n', text.as_bytes()).nth(most - 1) {
        Some(end) => text[..end].trim_end_matches('\r'),
        None => text,
    }
}
