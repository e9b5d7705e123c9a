//! The places of rows: their lines, and calls of several lines on one.

use super::answer::Site;
use super::project::Unit;
use crate::workspace::Text;
use crate::workspace::names::Span;
use std::sync::Arc;

/// Maximum number of lines that are joined to one on each side, and of bytes of them all.
const MAX_LINES: usize = 3;
const MAX_BYTES: usize = 160;

/// Longest rest of a line, in bytes, after which lines below are added. Thousands of calls may be
/// on a line that is longer.
const LONGEST: usize = 1_000;

/// What begins a line that goes on with the value of the one above.
const CHAINING: [&str; 5] = [".", "?.", "&.", "->", "::"];

/// What begins a line that is a comment, in the languages of such chains.
const COMMENTS: [&str; 4] = ["//", "/*", "*", "#"];

/// Returns the place of a name.
pub(super) fn site(unit: &Unit, span: Span) -> Site {
    let (line, column) = unit.text.position(span.start as usize);
    let text = unit.text.quoted_at(span.start as usize, line);
    let statement = statement(&unit.text, span, line, &text);
    Site { file: Arc::clone(&unit.entry.path.display), line, column, text, statement }
}

/// Returns a line with the lines above that it goes on from and those below on which its arguments
/// stand; `None` if there are none.
fn statement(text: &Text, name: Span, line: usize, own: &str) -> Option<Box<str>> {
    let mut above: Vec<String> = Vec::new();
    let mut size = own.len();
    let mut first = own.to_owned();
    while is_chained(&first) && above.len() < MAX_LINES && line > above.len() + 1 {
        first = text.quoted_line(line - above.len() - 1);
        size += first.len();
        let is_comment = COMMENTS.iter().any(|mark| first.starts_with(mark));
        if first.is_empty() || is_comment || size > MAX_BYTES {
            break;
        }
        above.push(first.clone());
    }
    above.reverse();
    let end = text.line_range(line)?.end;
    let rest = text.content.get(name.range().end..end)?;
    let mut open = if rest.len() <= LONGEST { still_open(rest) } else { 0 };
    let mut below: Vec<String> = Vec::new();
    while open > 0 && below.len() < MAX_LINES && size <= MAX_BYTES {
        let next = text.quoted_line(line + below.len() + 1);
        if next.is_empty() {
            break;
        }
        size += next.len();
        open += still_open(&next);
        below.push(next);
    }
    if above.is_empty() && below.is_empty() {
        return None;
    }
    let mut joined = above.concat();
    joined.push_str(own);
    for next in &below {
        // As it would be written on one line.
        let closes = next.starts_with([')', ']', '}']);
        if closes && joined.ends_with(',') {
            joined.pop();
        }
        if !closes && !joined.ends_with(['(', '[']) {
            joined.push(' ');
        }
        joined.push_str(next);
    }
    Some(joined.into())
}

fn is_chained(line: &str) -> bool {
    CHAINING.iter().any(|mark| line.starts_with(mark)) && !line.starts_with("..")
}

/// Returns how many more parentheses a text opens than it closes.
fn still_open(text: &str) -> isize {
    text.bytes().fold(0, |open, byte| match byte {
        b'(' => open + 1,
        b')' => open - 1,
        _ => open,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(content: &str, name: &str, expected: Option<&str>) {
        let text = Text::from_content(content);
        let at = content.find(name).expect("the name");
        let line = text.line_of(at);
        let own = text.quoted_line(line);
        let found = statement(&text, Span::new(at..at + name.len()), line, &own);
        assert_eq!(found.as_deref(), expected);
    }

    #[test]
    fn a_call_of_several_lines_is_one() {
        check("let page = fetch(url);\n", "fetch", None);
        check(
            "let page = fetch(\n    url,\n    3,\n);\n",
            "fetch",
            Some("let page = fetch(url, 3);"),
        );
        check("client\n    .pages\n    .fetch(url)\n", "fetch", Some("client.pages.fetch(url)"));
        check("client\n    .fetch(\n        url,\n    )\n", "fetch", Some("client.fetch(url)"));
        check("client\n    // All.\n    .fetch(url)\n", "fetch", None);
        check("run(..fetch)\n", "fetch", None);
        check("fetch(\n\n    url)\n", "fetch", None);
        let long = format!("fetch(\n{})\n", "    page,\n".repeat(9));
        check(&long, "fetch", Some("fetch(page, page, page,"));
    }
}
