//! The places of rows: their lines, calls of several lines on one, and what code outside of any
//! function is in.

use super::answer::Site;
use super::enclosing::caller_at;
use super::expectation::expected_of;
use super::project::Unit;
use super::table_case::case_at;
use crate::domain::{Symbol, SymbolKind, is_word};
use crate::workspace::names::Span;
use crate::workspace::{Text, indentation};
use std::sync::Arc;

/// Maximum number of lines that are joined to one on each side, and of bytes of them all.
const MAX_LINES: usize = 3;
const MAX_BYTES: usize = 160;

/// Number of lines above a place in which the head of its statement is looked for, and the width
/// of what is shown of the head, in characters.
const MAX_LINES_AROUND: usize = 200;
const HEAD_WIDTH: usize = 40;

/// Longest line, in bytes, that is the head of a statement, and longest rest of one after which
/// lines below are added. Thousands of calls may be on a line that is longer.
const LONGEST: usize = 1_000;

/// What begins a line that goes on with the value of the one above.
const CHAINING: [&str; 5] = [".", "?.", "&.", "->", "::"];

/// What begins a line that is a comment, in the languages of such chains.
const COMMENTS: [&str; 4] = ["//", "/*", "*", "#"];

/// Returns the place of a name.
pub(in crate::engine) fn site(unit: &Unit, span: Span) -> Site {
    let (line, column) = unit.text.position(span.start as usize);
    let text = unit.text.quoted_at(span.start as usize, line);
    let statement = statement(&unit.text, span, line, &text);
    let within = within(unit, span.start as usize, line);
    let (file, on_mock) = (Arc::clone(&unit.entry.path.display), unit.is_on_mock(span));
    let case = case_at(unit, span.start as usize);
    let expects = expected_of(unit, span, line);
    Site { statement, within, case, expects, on_mock, ..Site::new(file, line, column, text) }
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
        Some(symbol) => {
            let symbol = unit.symbol(symbol);
            let part = part_around(&unit.text, symbol.line, line).unwrap_or_default();
            Some(format!("{}{part}", symbol.name).into())
        }
        None => head_around(&unit.text, line),
    }
}

/// Returns the lines above a line, and behind `first`, that are indented less than it and than
/// those between, nearest first, each with its indentation.
pub(in crate::engine) fn lines_around(
    text: &Text,
    first: usize,
    line: usize,
) -> impl Iterator<Item = (usize, usize)> {
    let indent = |line: usize| text.line(line).and_then(indentation);
    let from = line.saturating_sub(MAX_LINES_AROUND).max(first + 1);
    let (mut depth, mut above) = (indent(line).unwrap_or_default(), line);
    std::iter::from_fn(move || {
        while depth > 0 && above > from {
            above -= 1;
            if let Some(outer) = indent(above).filter(|outer| *outer < depth) {
                depth = outer;
                return Some((above, outer));
            }
        }
        None
    })
}

/// Returns the head of a statement whose lines are indented around a line: of the nearest that is a
/// call with a string first, else of the outermost. `None` if the line itself is not indented or
/// what is around it is further above than is looked at.
fn head_around(text: &Text, line: usize) -> Option<Box<str>> {
    let mut outermost = None;
    let mut depth = text.line(line).and_then(indentation)?;
    for (above, outer) in lines_around(text, 0, line) {
        depth = outer;
        let begins = |letter: char| letter.is_alphabetic() || matches!(letter, '$' | '_');
        let head = head(text, above).filter(|head| head.text.starts_with(begins));
        let Some(head) = head else { continue };
        if head.is_call_of_string {
            return Some(head.text);
        }
        outermost = Some(head.text);
    }
    outermost.filter(|_| depth == 0)
}

/// Returns the part of a constant's value that a line is in: the nearest call in a chain that has a
/// string first (`.post('/pay')`), else the outermost key (`.pay`).
fn part_around(text: &Text, first: usize, line: usize) -> Option<String> {
    let mut key = None;
    for (above, _) in lines_around(text, first, line) {
        let words = text.line(above)?.trim_start();
        let is_chained = words.strip_prefix('.').is_some_and(|called| called.starts_with(is_path));
        let head = if is_chained { head(text, above) } else { None };
        if let Some(head) = head.filter(|head| head.is_call_of_string) {
            return Some(head.text.into());
        }
        let name = words.split(|letter| !is_word(letter)).next().unwrap_or_default();
        let behind = &words[name.len()..];
        let is_name = (1..=HEAD_WIDTH).contains(&name.len());
        if is_name && behind.starts_with(':') && !behind.starts_with("::") {
            key = Some(format!(".{name}"));
        }
    }
    key
}

/// The beginning of a statement, up to the first string in it.
struct Head {
    text: Box<str>,
    is_call_of_string: bool,
}

/// Returns the head of what begins on a line; `None` where nothing does.
fn head(text: &Text, line: usize) -> Option<Head> {
    if text.line_range(line)?.len() > LONGEST {
        return None;
    }
    let mut head = text.quoted_line(line);
    if head.ends_with('(') {
        head.push_str(&text.quoted_line(line + 1));
    }
    let quotes = ['"', '\'', '`'];
    let string = head.find(quotes).filter(|start| *start < HEAD_WIDTH);
    let end = string.and_then(|start| {
        let quote = head[start..].chars().next()?;
        let length = head[start + 1..].find(quote).filter(|length| *length < HEAD_WIDTH)?;
        Some(start + length + 2)
    });
    let called = string.and_then(|start| head[..start].strip_suffix('('));
    let is_call_of_string =
        end.is_some() && called.is_some_and(|called| called.chars().all(is_path));
    let mut short: String = match end {
        Some(end) => head[..end].to_owned(),
        None => head.chars().take(HEAD_WIDTH).collect(),
    };
    short.truncate(short.trim_end_matches(['(', '{', '[', ':', ',', ' ', '=']).len());
    if still_open(&short) > 0 {
        short.push_str(if end.is_some() { ")" } else { "…)" });
    }
    (!short.is_empty()).then(|| Head { text: short.into(), is_call_of_string })
}

/// Returns whether a letter may be in the path to what is called.
fn is_path(letter: char) -> bool {
    is_word(letter) || matches!(letter, '.' | '$' | ':')
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
    if let Some(opening) = above.last().and_then(|_| opening(text, line - above.len(), &first)) {
        size += opening.len();
        above.push(opening);
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

/// Returns the line that opens the bracket with which a line begins, and a mark for what is left
/// out between them: `Type {…` of a value on several lines whose member is called.
fn opening(text: &Text, closing: usize, closes: &str) -> Option<String> {
    let (open, _) = [("{", "}"), ("(", ")"), ("[", "]")]
        .into_iter()
        .find(|(_, close)| closes.starts_with(close))?;
    let indent = |line: usize| text.line(line).and_then(indentation);
    let depth = indent(closing)?;
    let first = closing.saturating_sub(MAX_LINES_AROUND).max(1);
    let mut around = (first..closing).rev().filter(|line| indent(*line).is_some());
    let line = around.find(|line| indent(*line).is_some_and(|found| found <= depth))?;
    let opening = text.quoted_line(line);
    let is_it = indent(line) == Some(depth) && opening.ends_with(open) && opening.len() < MAX_BYTES;
    is_it.then(|| format!("{opening}…"))
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
        check(
            "if (enabled) {\n  router.get(\"/pages\", () => {\n    if (is(\"x\")) {\n      fetch();\n",
            Some("router.get(\"/pages\")"),
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
        check(
            "let page = Client {\n    url,\n\n    base,\n}\n.fetch();\n",
            "fetch",
            Some("let page = Client {…}.fetch();"),
        );
        check("page(\n    url,\n)\n.fetch()\n", "fetch", Some("page(…).fetch()"));
        check("other\n    url,\n}\n.fetch()\n", "fetch", Some("}.fetch()"));
        let long = format!("fetch(\n{})\n", "    page,\n".repeat(9));
        check(&long, "fetch", Some("fetch(page, page, page,"));
    }
}
