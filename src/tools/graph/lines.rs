//! The compact form of graph results: one line per use, cut to the part that shows the use.

use crate::domain::ResultLine;
use crate::engine::graph::{Node, Site};

/// Width of a use's line of code, in characters.
const TEXT_WIDTH: usize = 50;

/// Width of a signature, in characters.
const SIGNATURE_WIDTH: usize = 52;

/// Number of characters kept in front of the name where a line is cut on its left.
const BEFORE_NAME: usize = 16;

/// Number of characters that must fit behind the name for a line to be shown from its start.
const AFTER_NAME: usize = 8;

/// Limit of the uses of one caller that are shown with their text.
const MOST_TEXTS: usize = 3;

/// Limit of the further uses that are named by their lines.
const MOST_LINES: usize = 12;

/// Returns a definition's name as `Type.method`.
pub(crate) fn label(node: &Node) -> String {
    match &node.container {
        Some(container) => format!("{container}.{}", node.name),
        None => node.name.clone(),
    }
}

/// Returns the signature of a definition, followed by its container if the signature does not
/// mention it.
pub(crate) fn signature(node: &Node) -> String {
    let signature = node.signature.clone().unwrap_or_else(|| node.name.clone());
    match &node.container {
        Some(container) if !mentions(&signature, container) => format!("{signature} · in {container}"),
        _ => signature,
    }
}

/// Returns the signature cut to a line's width, without visibility modifiers, and the container as
/// in [`signature`].
pub(crate) fn short_signature(node: &Node) -> String {
    const MODIFIERS: [&str; 6] = ["export ", "default ", "public ", "pub(crate) ", "pub(super) ", "pub "];
    let signature = node.signature.as_ref().unwrap_or(&node.name);
    let told = MODIFIERS.iter().fold(signature.as_str(), |rest, word| rest.strip_prefix(word).unwrap_or(rest));
    // Bounds matter only to readers of the definition.
    let short = cut(told.split(" where ").next().unwrap_or(told), SIGNATURE_WIDTH);
    match &node.container {
        Some(container) if !mentions(signature, container) => format!("{short} · in {container}"),
        _ => short,
    }
}

/// Returns the lines for the uses of `name` in one symbol. The first shows the symbol; beyond a
/// few, further lines are shown by number alone, unless only one is left. In a tree only the first
/// is shown with its text. Several uses on one line are shown as that line with their number.
pub(crate) fn lines_of(symbol: Option<String>, sites: &[Site], name: &str, is_tree: bool) -> Vec<ResultLine> {
    let used: Vec<&[Site]> = sites.chunk_by(|one, other| one.file == other.file && one.line == other.line).collect();
    let shown = match used.len() {
        _ if is_tree => 1,
        count if count == MOST_TEXTS + 1 => count,
        _ => MOST_TEXTS,
    };
    let (shown, rest) = used.split_at(shown.min(used.len()));
    let mut lines: Vec<ResultLine> = Vec::new();
    for uses in shown {
        let site = &uses[0];
        let is_further = lines.last().is_some_and(|last| *last.file == *site.file);
        lines.push(ResultLine {
            file: site.file.to_string(),
            line: site.line,
            symbol: symbol.clone().filter(|_| !is_further),
            text: excerpt(&site.text, name) + &times(uses),
            is_further,
        });
    }
    if let (Some(last), [_, ..]) = (lines.last_mut(), rest) {
        let places = rest.iter().take(MOST_LINES).map(|uses| match *uses[0].file == *last.file {
            true => format!("{}{}", uses[0].line, times(uses)),
            false => format!("{}:{}{}", uses[0].file, uses[0].line, times(uses)),
        });
        let mut places: Vec<String> = places.collect();
        if rest.len() > MOST_LINES {
            places.push(format!("{} more", rest.len() - MOST_LINES));
        }
        last.text.push_str(&format!(" · also {}", places.join(", ")));
    }
    lines
}

/// Returns the number of uses on a line as text, empty unless there are several.
fn times(uses: &[Site]) -> String {
    if uses.len() > 1 { format!(" ×{}", uses.len()) } else { String::new() }
}

/// Returns a line of code around the first whole-word occurrence of `name`, without the marks that
/// end statements.
pub(crate) fn excerpt(text: &str, name: &str) -> String {
    let text: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let at = find_word(&text, name).unwrap_or(0);
    let text = without_comment(&text, at).trim_end_matches(['{', ';', ',', ' ']);
    let characters: Vec<char> = text.chars().collect();
    if characters.len() <= TEXT_WIDTH {
        return text.to_owned();
    }
    let at = text[..at].chars().count();
    let is_near = at + name.chars().count() + AFTER_NAME < TEXT_WIDTH;
    let from = at.saturating_sub(BEFORE_NAME).min(characters.len() - TEXT_WIDTH);
    let start = if is_near { 0 } else { word_start(&characters, from, at) };
    let end = characters.len().min(start + TEXT_WIDTH);
    let mut cut: String = characters[start..end].iter().collect();
    if start > 0 {
        cut.insert(0, '…');
    }
    if end < characters.len() {
        cut.truncate(cut.trim_end().len());
        cut.push('…');
    }
    cut
}

/// Returns the text without the comment that follows the use at byte `at`.
fn without_comment(text: &str, at: usize) -> &str {
    let comments = [" // ", " # ", " /* "].iter().filter_map(|mark| text[at..].find(mark));
    comments.min().map_or(text, |comment| &text[..at + comment])
}

/// Returns the first position from `from` on, below `limit`, at which a word starts; `from` if
/// there is none.
fn word_start(characters: &[char], from: usize, limit: usize) -> usize {
    let is_word = |at: usize| characters[at].is_alphanumeric() || characters[at] == '_';
    let starts = |at: &usize| *at == 0 || (is_word(*at) && !is_word(at - 1));
    (from..limit).find(starts).unwrap_or(from)
}

fn cut(text: &str, width: usize) -> String {
    match text.char_indices().nth(width) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

fn mentions(text: &str, word: &str) -> bool {
    find_word(text, word).is_some()
}

/// Returns the byte at which `word` occurs as a whole word.
fn find_word(text: &str, word: &str) -> Option<usize> {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let mut positions = text.match_indices(word).map(|(at, _)| at);
    positions.find(|at| {
        let before = text[..*at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !word.is_empty() && !before.is_some_and(is_word) && !after.is_some_and(is_word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn a_long_line_is_cut_around_the_name() {
        let check = |text: &str, expected: &str| assert_eq!(excerpt(text, "fetch"), expected);
        check("let page = fetch(url)?;", "let page = fetch(url)?");
        check("if  fetch(url)\t{", "if fetch(url)");
        check("fetch(url)  # type: ignore", "fetch(url)");
        check("// see fetch", "// see fetch");
        check(
            "let page = fetch(url, Options { retries: 3, timeout: Duration::from_secs(10), ..Options::default() })?;",
            "let page = fetch(url, Options { retries: 3, timeou…",
        );
        check(
            "prefetch(one_argument_of_some_length, another_argument, and_more_arguments, fetch(url_of_the_page), 12)",
            "…and_more_arguments, fetch(url_of_the_page), 12)",
        );
        check(&"é".repeat(80), &format!("{}…", "é".repeat(50)));
    }

    #[test]
    fn uses_beyond_a_few_are_named_by_their_lines_and_a_single_one_is_shown() {
        let site = |line: usize| Site { file: Arc::from("a.rs"), line, column: 1, text: format!("x({line})") };
        let texts = |count: usize| -> Vec<String> {
            let sites: Vec<Site> = (1..=count).map(site).collect();
            let lines = lines_of(Some("run".to_owned()), &sites, "x", false);
            lines
                .iter()
                .map(|line| format!("{} {} {}", line.line, line.symbol.as_deref().unwrap_or("-"), line.text))
                .collect()
        };
        assert_eq!(texts(1), ["1 run x(1)"]);
        assert_eq!(texts(4), ["1 run x(1)", "2 - x(2)", "3 - x(3)", "4 - x(4)"]);
        assert_eq!(texts(5), ["1 run x(1)", "2 - x(2)", "3 - x(3) · also 4, 5"]);
        assert_eq!(texts(20)[2], "3 - x(3) · also 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 5 more");
    }

    #[test]
    fn uses_on_one_line_are_told_once_with_their_number() {
        let site = |line: usize| Site { file: Arc::from("a.rs"), line, column: 1, text: "x(x(1))".to_owned() };
        let sites = [1, 1, 2, 3, 4, 5, 5, 5].map(site);
        let lines = lines_of(None, &sites, "x", false);
        let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(texts, ["x(x(1)) ×2", "x(x(1))", "x(x(1)) · also 4, 5 ×3"]);
    }
}
