//! Sections of prose: a heading holds everything up to the next one of its level or above, as
//! readers see it. Grammars give the positions of headings.

use super::collect::Raw;
use crate::domain::SymbolKind;

/// Greatest indentation of a heading; further in, or behind other marks, it belongs to a list or a
/// quotation.
const MAX_INDENT: usize = 3;

/// Extends headings, which must be in source order, to sections, and drops those that are not part
/// of the document. Headings that have their level are sections already.
pub(super) fn extend(definitions: &mut Vec<Raw>, text: &str) {
    if !definitions.iter().any(|raw| raw.kind == SymbolKind::Section && raw.level == 0) {
        return;
    }
    definitions.retain(|raw| raw.kind != SymbolKind::Section || begins_line(text, raw.node.start));
    for raw in definitions.iter_mut().filter(|raw| raw.kind == SymbolKind::Section) {
        raw.level = level(raw, text);
    }
    let mut ends: Vec<(usize, usize)> = Vec::new();
    for raw in definitions.iter_mut().rev().filter(|raw| raw.kind == SymbolKind::Section) {
        let level = raw.level;
        while ends.last().is_some_and(|(_, below)| *below > level) {
            ends.pop();
        }
        let start = raw.node.start;
        raw.body = Some(raw.node.end..raw.node.end);
        let end = ends.last().map_or(text.len(), |(start, _)| *start).max(raw.node.end);
        raw.node.end = end;
        raw.outer.end = end;
        ends.push((start, level));
    }
}

fn begins_line(text: &str, start: usize) -> bool {
    let line = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
    let mark = text[line..]
        .find(|character: char| !character.is_whitespace())
        .map_or(line, |indent| line + indent);
    mark >= start && mark - line <= MAX_INDENT
}

/// Returns the title without the marks around it.
pub(super) fn title(text: &str) -> String {
    let text = text.trim();
    let bare = text.trim_end_matches('#');
    let closed =
        bare.len() < text.len() && (bare.is_empty() || bare.ends_with(char::is_whitespace));
    let text = if closed { bare } else { text };
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the heading as `## Title`, also for a title that is underlined.
pub(super) fn heading(raw: &Raw, text: &str) -> String {
    let name = raw.name.clone().map(|range| title(&text[range])).unwrap_or_default();
    format!("{} {name}", "#".repeat(raw.level))
}

fn level(raw: &Raw, text: &str) -> usize {
    let heading = text[raw.node.clone()].trim_start();
    let marks = heading.bytes().take_while(|byte| *byte == b'#').count();
    let after_title = raw.name.as_ref().map_or("", |name| text[name.end..].trim_start());
    match marks {
        0 if after_title.starts_with('=') => 1,
        0 => 2,
        _ => marks,
    }
}
