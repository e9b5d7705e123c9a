//! The places of rows: their lines, calls of several lines on one, and what code outside of any
//! function is in.

use super::answer::Site;
use super::enclosing::caller_at;
use super::project::Unit;
use crate::domain::{Symbol, SymbolKind};
use crate::workspace::Text;
use crate::workspace::names::Span;
use std::sync::Arc;

/// Maximum number of lines that are joined to one on each side, and of bytes of them all.
const MAX_LINES: usize = 3;
const MAX_BYTES: usize = 160;

/// Number of lines above a place in which the head of its statement is looked for, and the width
/// of what is shown of the head, in characters.
const MAX_LINES_AROUND: usize = 200;
const HEAD_WIDTH: usize = 40;

/// What begins a line that goes on with the value of the one above.
const CHAINING: [&str; 5] = [".", "?.", "&.", "->", "::"];

/// What begins a line that is a comment, in the languages of such chains.
const COMMENTS: [&str; 4] = ["//", "/*", "*", "#"];

/// Returns the place of a name.
pub(super) fn site(unit: &Unit, span: Span) -> Site {
    let (line, column) = unit.text.position(span.start as usize);
    let text = unit.text.quoted_at(span.start as usize, line);
    let statement = statement(&unit.text, span, line, &text);
    let within = within(unit, span.start as usize, line);
    Site { file: Arc::clone(&unit.entry.path.display), line, column, text, statement, within }
}

/// Returns what code outside of any function is in: the constant that it is part of, else the head
/// of the statement whose lines are indented around it. A callback without a name is known by the
/// call that it is passed to.
fn within(unit: &Unit, at: usize, line: usize) -> Option<Box<str>> {
    if caller_at(unit, at).is_some() {
        return None;
    }
    let is_value = |symbol: &Symbol| {
        matches!(symbol.kind, SymbolKind::Constant | SymbolKind::Variable) && symbol.line < line
    };
    match unit.enclosing(at, is_value) {
        Some(symbol) => Some(unit.symbol(symbol).name.as_str().into()),
        None => head_around(&unit.text, line),
    }
}

/// Returns the beginning of the nearest line above that is not indented, up to the first string in
/// it; `None` if the line itself is not indented or none is near.
fn head_around(text: &Text, line: usize) -> Option<Box<str>> {
    let content = |line: usize| {
        text.line_range(line).and_then(|range| text.content.get(range)).unwrap_or_default()
    };
    let is_within = |line: &str| line.starts_with([' ', '\t']) || line.trim().is_empty();
    if !is_within(content(line)) {
        return None;
    }
    let above = (line.saturating_sub(MAX_LINES_AROUND).max(1)..line).rev();
    let first = above.into_iter().find(|line| !is_within(content(*line)))?;
    let mut head = text.quoted_line(first);
    if head.ends_with('(') {
        head.push_str(&text.quoted_line(first + 1));
    }
    if !head.starts_with(|letter: char| letter.is_alphabetic() || matches!(letter, '$' | '_')) {
        return None;
    }
    let quotes = ['"', '\'', '`'];
    let string = head.find(quotes).filter(|start| *start < HEAD_WIDTH);
    let end = string.and_then(|start| {
        let quote = head[start..].chars().next()?;
        let length = head[start + 1..].find(quote).filter(|length| *length < HEAD_WIDTH)?;
        Some(start + length + 2)
    });
    let mut short: String = match end {
        Some(end) => head[..end].to_owned(),
        None => head.chars().take(HEAD_WIDTH).collect(),
    };
    short.truncate(short.trim_end_matches(['(', '{', '[', ':', ',', ' ', '=']).len());
    if still_open(&short) > 0 {
        short.push_str(if end.is_some() { ")" } else { "…)" });
    }
    (!short.is_empty()).then(|| short.into())
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
    let mut open = still_open(text.content.get(name.range().end..end)?);
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
    fn code_outside_of_functions_is_in_the_statement_around_it() {
        let check = |content: &str, expected: Option<&str>| {
            let text = Text::from_content(content);
            let line = text.line_of(content.find("fetch").expect("the name"));
            assert_eq!(head_around(&text, line).as_deref(), expected);
        };
        check("fetch();\n", None);
        check(
            "router.get(\n  \"/pages\",\n  auth(),\n  async () => {\n    fetch();\n",
            Some("router.get(\"/pages\")"),
        );
        check("get '/pages' do\n  fetch\nend\n", Some("get '/pages'"));
        check("if __name__ == '__main__':\n    fetch()\n", Some("if __name__ == '__main__'"));
        check(
            "app.use(async (context, next) => {\n  fetch();\n",
            Some("app.use(async (context, next) =>…)"),
        );
        check("one();\n}\n  fetch();\n", None);
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
