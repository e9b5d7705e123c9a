//! Definitions as text: their qualified names and places.

use crate::domain::FileLine;
use crate::engine::graph::Answer;
use crate::engine::graph::target::Definition;
use crate::engine::graph::{MeantOverload, Site};

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

/// What rows say of the overloads that their uses mean.
pub(crate) enum Marks<'s> {
    None,
    /// Some rows name one.
    InRows,
    /// All mean the same.
    OfAll(&'s MeantOverload),
}

impl<'s> Marks<'s> {
    pub(crate) fn of(uses: impl Iterator<Item = &'s Site>) -> Self {
        let mut all = None;
        for overload in uses.filter_map(|site| site.overload.as_ref()) {
            match overload.label {
                Some(_) => return Self::InRows,
                None => all = Some(overload),
            }
        }
        all.map_or(Self::None, Self::OfAll)
    }
}

/// Returns the places of a definition, the first `most` of many, and whether it has overloads,
/// which the `marks` of rows tell apart.
pub(crate) fn places(target: &Definition, most: usize, marks: &Marks<'_>) -> String {
    let places = target
        .places
        .iter()
        .map(|place| FileLine { file: place.file.path.display.clone(), line: place.symbol.line });
    let listed = FileLine::listed(&places.collect::<Vec<_>>(), most);
    match target.overloads {
        0 | 1 => listed,
        number => {
            let marks = match marks {
                Marks::None => String::new(),
                Marks::InRows => ", →LINE in a row too".to_owned(),
                Marks::OfAll(MeantOverload { file, line, .. }) => {
                    format!("; all rows mean {file}:{line}")
                }
            };
            format!("{listed}; {number} overloads, FILE:LINE means one{marks}")
        }
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
