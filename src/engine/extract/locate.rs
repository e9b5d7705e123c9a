//! Mapping of a place in a file to the lines to extract.

use super::ExtractError;
use super::fold::Skeleton;
use super::target::Selector;
use crate::domain::{LineRange, Outline, Symbol, SymbolKind, keys, nearest};
use crate::lang::separator;
use crate::workspace::{FileFacts, SourcePath, Text};
use std::collections::HashSet;

/// Lines shown on either side of a line that no definition encloses.
const AROUND: usize = 5;

/// Maximum number of lines of a field or similar that is shown with its parent.
const SMALL: usize = 3;

/// Lines selected by a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Selected {
    pub(super) lines: LineRange,
    pub(super) kind: SymbolKind,
    /// Qualified name of the definition, or of the one around lines, in the language's notation.
    pub(super) name: Option<String>,
    pub(super) is_test: bool,
    /// What stands for the definition when it is folded.
    pub(super) skeleton: Option<Skeleton>,
}

/// Returns the lines of a place in a file; several if several definitions have the name.
pub(super) fn locate(
    path: &SourcePath,
    text: &Text,
    facts: &FileFacts,
    at: &Selector,
) -> Result<Vec<Selected>, ExtractError> {
    let last = text.line_count().max(1);
    let plain = |start, end, kind| Selected {
        lines: LineRange { start, end },
        kind,
        name: around(facts, start, end).filter(|_| kind != SymbolKind::File),
        is_test: facts.class.is_test(),
        skeleton: None,
    };
    let within = |line: usize| match line {
        0 => Err(ExtractError::LineZero { path: path.display.to_string() }),
        line if line > last => {
            Err(ExtractError::PastEnd { path: path.display.to_string(), line, lines: last })
        }
        line => Ok(line),
    };
    match at {
        Selector::Whole => Ok(vec![plain(1, last, SymbolKind::File)]),
        Selector::Line(line) => {
            let line = within(*line)?;
            let around = plain(
                line.saturating_sub(AROUND).max(1),
                (line + AROUND).min(last),
                SymbolKind::Context,
            );
            let index = definition_at(&facts.outline, line);
            Ok(vec![index.map_or(around, |index| select(facts, index))])
        }
        Selector::Range(start, end) if start > end => {
            Err(ExtractError::Reversed { path: path.display.to_string(), start: *start, end: *end })
        }
        Selector::Range(start, end) => {
            Ok(vec![plain(within(*start)?, (*end).min(last), SymbolKind::Range)])
        }
        Selector::Symbol(name) => symbols(path, facts, name),
    }
}

/// Returns the qualified name of the innermost definition around some lines.
fn around(facts: &FileFacts, start: usize, end: usize) -> Option<String> {
    let outline = &facts.outline;
    let mut index = outline.enclosing(start)?;
    while outline.symbols[index].lines.end < end {
        index = outline.symbols[index].parent?;
    }
    let name = outline.path_of(index).join(separator(facts.language));
    Some(keys::masked(&name).into_owned())
}

/// Returns the innermost definition around a line that is large enough to be shown on its own.
fn definition_at(outline: &Outline, line: usize) -> Option<usize> {
    let mut index = outline.enclosing(line)?;
    while let Some(parent) = outline.symbols[index].parent {
        let symbol = &outline.symbols[index];
        let is_small = symbol.kind.has_value() && symbol.lines.len() <= SMALL;
        if !is_small {
            break;
        }
        index = parent;
    }
    Some(index)
}

fn select(facts: &FileFacts, index: usize) -> Selected {
    let symbol = &facts.outline.symbols[index];
    let separator = separator(facts.language);
    Selected {
        lines: LineRange { start: symbol.first_line, end: symbol.lines.end },
        kind: symbol.kind,
        name: Some(facts.outline.path_of(index).join(separator)),
        is_test: symbol.is_test || facts.class.is_test(),
        skeleton: Some(Skeleton::of(&facts.outline, index)),
    }
}

/// Returns a definition that is asked for by its name.
fn select_named(facts: &FileFacts, index: usize) -> Selected {
    let selected = select(facts, index);
    if !is_one_of_many(&facts.outline, index) {
        return selected;
    }
    let line = facts.outline.symbols[index].line;
    Selected { lines: LineRange { start: line, end: line }, skeleton: None, ..selected }
}

/// Returns whether a definition is one of several that a macro makes in one place: of these its
/// own line says which it is.
fn is_one_of_many(outline: &Outline, index: usize) -> bool {
    let symbol = &outline.symbols[index];
    let beside = [index.checked_sub(1), index.checked_add(1)];
    let shares = |other: &Symbol| other.bytes == symbol.bytes && other.line != symbol.line;
    beside.into_iter().flatten().filter_map(|other| outline.symbols.get(other)).any(shares)
}

/// Returns the definitions of a name in a file.
fn symbols(
    path: &SourcePath,
    facts: &FileFacts,
    name: &str,
) -> Result<Vec<Selected>, ExtractError> {
    let mut found = matching(&facts.outline, &[name.trim()]);
    if found.is_empty() {
        let segments = segments(name);
        // The leading segments of a name may only be the file's own module path.
        let leading = segments.iter().take_while(|segment| is_module_of(path, segment)).count();
        for skipped in 0..=leading.min(segments.len().saturating_sub(1)) {
            found = matching(&facts.outline, &segments[skipped..]);
            if !found.is_empty() {
                break;
            }
        }
    }
    if found.is_empty() {
        return Err(no_symbol(path, facts, name));
    }
    let outline = &facts.outline;
    // A type's name selects the type with its constructors; its `impl` blocks only if the type
    // itself is elsewhere.
    keep_if_any(&mut found, |index| outline.symbols[index].kind != SymbolKind::Impl);
    keep_if_any(&mut found, |index| !outline.symbols[index].is_local);
    let selected: HashSet<usize> = found.iter().copied().collect();
    found.retain(|index| {
        !outline.symbols[*index].parent.is_some_and(|parent| selected.contains(&parent))
    });
    keep_if_any(&mut found, |index| {
        outline.symbols[index].parent.is_none()
            || !matches!(outline.symbols[index].kind, SymbolKind::Field)
    });
    Ok(found.into_iter().map(|index| select_named(facts, index)).collect())
}

fn keep_if_any(found: &mut Vec<usize>, is_wanted: impl Fn(usize) -> bool) {
    if found.iter().any(|index| is_wanted(*index)) {
        found.retain(|index| is_wanted(*index));
    }
}

/// Returns the definitions whose qualified name ends in these names.
fn matching(outline: &Outline, names: &[&str]) -> Vec<usize> {
    let Some((last, around)) = names.split_last() else { return Vec::new() };
    let is_last = |index: &usize| outline.symbols[*index].name == *last;
    // A namespace may have a qualified name itself: `namespace Acme.Tools`.
    let is_around = |index: &usize| {
        let path = outline.path_of(*index);
        let containers = &path[..path.len() - 1];
        let qualifier = outline.symbols[*index].qualifier();
        let parts = containers.iter().copied().chain(qualifier);
        let parts: Vec<&str> = parts.flat_map(segments).collect();
        parts.ends_with(around) || containers.ends_with(around)
    };
    (0..outline.symbols.len()).filter(is_last).filter(is_around).collect()
}

/// Splits a qualified name in any notation, without generic arguments and call parentheses.
fn segments(name: &str) -> Vec<&str> {
    let name = name.trim().trim_end_matches("()");
    let mut segments = Vec::new();
    let (mut start, mut depth) = (0, 0usize);
    for (at, character) in name.char_indices() {
        match character {
            '<' | '[' => {
                if depth == 0 && start < at {
                    segments.push(&name[start..at]);
                }
                depth += 1;
            }
            '>' | ']' if depth > 0 => {
                depth -= 1;
                start = at + 1;
            }
            ':' | '.' | '/' | '#' if depth == 0 => {
                if start < at {
                    segments.push(&name[start..at]);
                }
                start = at + 1;
            }
            _ => {}
        }
    }
    if depth == 0 && start < name.len() {
        segments.push(&name[start..]);
    }
    segments
}

/// Returns whether a segment names the file's module, a directory above it, or the crate.
fn is_module_of(path: &SourcePath, segment: &str) -> bool {
    let parts = path.display.split('/').map(|part| part.split('.').next().unwrap_or(part));
    ["crate", "self", "super"].contains(&segment) || parts.into_iter().any(|part| part == segment)
}

fn no_symbol(path: &SourcePath, facts: &FileFacts, name: &str) -> ExtractError {
    let shown = path.display.to_string();
    let outline = &facts.outline;
    if outline.symbols.is_empty() {
        return ExtractError::NoSymbols { path: shown, name: name.to_owned() };
    }
    let segments = segments(name);
    let last = segments.last().copied().unwrap_or(name);
    let mut near: Vec<String> = Vec::new();
    let mut add = |index: usize| {
        let selected = select(facts, index);
        let line = outline.symbols[index].line;
        let text = format!("`{}` (line {line})", selected.name.unwrap_or_default());
        if near.len() < 5 && !near.contains(&text) {
            near.push(text);
        }
    };
    // The same name elsewhere in the file first, then similar names.
    (0..outline.symbols.len())
        .filter(|index| outline.symbols[*index].name == last)
        .for_each(&mut add);
    let mut names: Vec<&str> = outline.symbols.iter().map(|symbol| symbol.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    for _ in 0..3 {
        let Some(best) = nearest(last, names.iter().copied()) else { break };
        (0..outline.symbols.len())
            .filter(|index| outline.symbols[*index].name == best)
            .for_each(&mut add);
        names.retain(|other| *other != best);
    }
    ExtractError::NoSymbol { path: shown, name: name.to_owned(), near }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_every_notation_are_taken_apart() {
        let check = |name: &str, expected: &[&str]| assert_eq!(segments(name), expected, "{name}");
        check("send", &["send"]);
        check("Stream::send", &["Stream", "send"]);
        check("pkg.mod.Class.method()", &["pkg", "mod", "Class", "method"]);
        check("Stream<Vec<T>>::send", &["Stream", "send"]);
        check("io/Stream#send", &["io", "Stream", "send"]);
        check("<T", &[]);
    }
}
