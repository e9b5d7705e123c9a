//! Definitions as text: their qualified names and places.

use crate::domain::FileLine;
use crate::engine::graph::Answer;
use crate::engine::graph::target::Definition;

/// Returns the definitions of some answers, each with its place.
pub(super) fn named<T>(answers: &[&Answer<T>]) -> String {
    let located = |target: &Definition| format!("`{}` ({})", qualified_name(target), place(target));
    let named = answers.iter().filter_map(|answer| answer.target.as_ref()).map(located);
    named.collect::<Vec<_>>().join(", ")
}

/// Returns the definition's name, qualified with its container.
pub(crate) fn qualified_name(target: &Definition) -> String {
    let place = target.main();
    match target.container() {
        Some(container) => {
            format!("{container}{}{}", place.language.config.separator, place.symbol.name)
        }
        None => place.symbol.name.clone(),
    }
}

/// Returns the places of a definition, the first `most` of many, and whether it has overloads.
pub(crate) fn places(target: &Definition, most: usize) -> String {
    let places = target
        .places
        .iter()
        .map(|place| FileLine { file: place.file.path.display.clone(), line: place.symbol.line });
    let listed = FileLine::listed(&places.collect::<Vec<_>>(), most);
    match target.overloads {
        0 | 1 => listed,
        number => format!("{listed}; {number} overloads, FILE:LINE means one"),
    }
}

pub(crate) fn place(target: &Definition) -> String {
    let main = target.main();
    let more = match target.places.as_slice() {
        [] | [_] => String::new(),
        [_, other] if other.file.path == main.file.path => format!(", {}", other.symbol.line),
        [_, other] => format!(", {}:{}", other.file.path.display, other.symbol.line),
        [_, others @ ..] => format!(", {} more places", others.len()),
    };
    format!("{}:{}{more}", main.file.path.display, main.symbol.line)
}
