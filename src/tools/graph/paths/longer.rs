//! Longer paths beside the shortest, each in one line: only what differs from the path above to
//! which it is nearest.

use crate::domain::{Block, Certainty, Doc, ResultLine, ResultRow, plural};
use crate::engine::graph::paths::Step;
use crate::engine::graph::{Node, Site};
use crate::tools::graph::{label, through};

/// Adds the longer paths that are shown beside `found`; `more` are not told, of which there may be
/// others unless they are exact.
pub(super) fn longer_doc<'a>(
    doc: &mut Doc,
    found: &[Vec<Step>],
    shown: impl Iterator<Item = &'a Vec<Step>>,
    (more, is_exact): (usize, bool),
    depth: usize,
) {
    let mut above: Vec<&[Step]> = found.iter().map(Vec::as_slice).collect();
    let mut rows: Vec<ResultRow> = Vec::new();
    for way in shown {
        rows.push(row(way, &above));
        above.push(way);
    }
    if !rows.is_empty() {
        doc.push(Block::Section("Longer, by where they differ".to_owned()));
    }
    doc.blocks.extend(rows.into_iter().map(Block::Result));
    if more > 0 {
        let least = if is_exact { "" } else { "≥ " };
        let noun = plural(more, "path", "paths");
        let text = format!("… ({least}{more} more longer {noun}: depth {depth})");
        doc.push(Block::More { depth: 0, text });
    }
}

/// Returns the row of a longer path: the calls from the last function that a path above has too to
/// the next such function.
fn row(way: &[Step], above: &[&[Step]]) -> ResultRow {
    let differing = above.iter().map(|path| differing(way, path));
    let (start, end) = differing.min_by_key(|(start, end)| end - start).unwrap_or((0, way.len()));
    let steps = &way[start..end];
    let Some(site) = steps.first().and_then(|step| step.sites.first()) else {
        return ResultRow::default();
    };
    let mut names: Vec<String> = Vec::new();
    let mut file = &site.file;
    for step in steps {
        let site = step.sites.first().unwrap_or(site);
        names.push(match names.is_empty() {
            true => label(&step.caller),
            false => calling(step, site, file),
        });
        file = &site.file;
    }
    names.extend(steps.last().map(|last| label(&last.callee)));
    let mut text = names.join(" > ");
    if steps.iter().any(|step| step.certainty == Certainty::Possible) {
        text.push_str(" · possible");
    }
    let mut members: Vec<String> = Vec::new();
    for member in steps.iter().filter_map(|step| step.through.as_ref()) {
        if !members.contains(member) {
            members.push(member.clone());
        }
    }
    through(&members).into_iter().for_each(|aside| text.push_str(&format!(" · {aside}")));
    let line = ResultLine {
        file: site.file.to_string(),
        line: site.line,
        text: text.clone(),
        ..ResultLine::default()
    };
    let place = format!("{}:{}", site.file, site.line);
    ResultRow { place, text, lines: vec![line], ..ResultRow::default() }
}

/// Returns a function on a way with the place of its call, in a file that was named last, and the
/// line of its declaration: `:9 Logging.put (7)`.
fn calling(step: &Step, site: &Site, file: &str) -> String {
    let place = if &*site.file == file { "" } else { &*site.file };
    let declared = step.caller.line.filter(|line| *line != site.line);
    let declared = declared.map_or_else(String::new, |line| format!(":{line}"));
    format!("{place}:{} {}{declared}", site.line, label(&step.caller))
}

/// Returns the calls of a way, by their numbers, that are between functions that a path has as well
/// at its beginning and at its end.
fn differing(way: &[Step], path: &[Step]) -> (usize, usize) {
    let is_same = |one: &Node, other: &Node| {
        (&one.file, one.line, &one.name) == (&other.file, other.line, &other.name)
    };
    let nodes = way.iter().zip(path);
    let before = nodes.take_while(|(one, other)| is_same(&one.caller, &other.caller)).count();
    let nodes = way.iter().rev().zip(path.iter().rev());
    let after = nodes.take_while(|(one, other)| is_same(&one.callee, &other.callee)).count();
    let start = before.saturating_sub(1);
    // Of what it has in common with both the beginning is told once.
    (start, (way.len() + 1).saturating_sub(after.max(1)).max(start + 1).min(way.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::SymbolKind;
    use crate::engine::graph::Rule;
    use std::sync::Arc;

    /// The path of the functions that are named by letters.
    fn path(names: &str) -> Vec<Step> {
        let file: Arc<str> = Arc::from("a.rs");
        let node = |name: char| Node {
            name: name.to_string(),
            kind: SymbolKind::Function,
            file: Some(Arc::clone(&file)),
            line: Some(name as usize),
            signature: None,
            container: None,
            outer: None,
            is_test: false,
        };
        let names: Vec<char> = names.chars().collect();
        let step = |call: &[char]| Step {
            caller: node(call[0]),
            callee: node(call[1]),
            sites: vec![Site::new(Arc::clone(&file), call[0] as usize + 1, 1, String::new())],
            certainty: Certainty::Likely,
            rule: Rule::Scope,
            through: None,
            taken_by: None,
            condition: None,
            guard: None,
            within: None,
            called_at: Vec::new(),
        };
        names.windows(2).map(step).collect()
    }

    #[test]
    fn only_what_differs_from_the_nearest_path_is_told() {
        let check = |way: &str, found: &[&str], expected: &str| {
            let found: Vec<Vec<Step>> = found.iter().map(|names| path(names)).collect();
            let found: Vec<&[Step]> = found.iter().map(Vec::as_slice).collect();
            assert_eq!(row(&path(way), &found).text, expected, "{way}");
        };
        check("abxcd", &["abcd"], "b > :121 x:120 > c");
        check("axbcd", &["abcd"], "a > :121 x:120 > b");
        check("abcxd", &["abcd"], "c > :121 x:120 > d");
        check("axyd", &["abcd"], "a > :121 x:120 > :122 y:121 > d");
        check("abxcd", &["aycd", "abcd"], "b > :121 x:120 > c");
        check("axd", &["ad"], "a > :121 x:120 > d");
    }
}
