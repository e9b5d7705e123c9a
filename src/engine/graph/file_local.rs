//! Definitions that their header keeps to their file, by a word or by a macro that stands for one.

use super::project::{Def, Project, Unit};
use crate::domain::{Symbol, SymbolKind};

/// Maximum number of words of some headers that are looked up as macros.
const MAX_MACROS: usize = 8;

/// Finds the macros in the headers of several definitions of one name, so that [`is_file_local`]
/// knows them.
pub(in crate::engine) fn find_macros(project: &Project<'_>, defs: &[Def]) {
    if defs.len() < 2 {
        return;
    }
    let units = defs.iter().filter_map(|def| project.get(*def));
    let mut words: Vec<&str> = units
        .filter(|(unit, _)| !unit.rules().file_local.is_empty())
        .map(|(unit, symbol)| (unit, unit.symbol(symbol)))
        .filter(|(_, symbol)| symbol.kind.is_callable() && symbol.kind != SymbolKind::Macro)
        .flat_map(|(unit, symbol)| macros(unit, symbol))
        .collect();
    words.sort_unstable();
    words.dedup();
    words.truncate(MAX_MACROS);
    if !words.is_empty() {
        // A request that is cancelled meanwhile has no answer that could be wrong.
        let _ = project.find_definitions(&words);
    }
}

/// Returns whether the header of a definition keeps it to its file. With `macros`, one counts whose
/// text has such a word, if [`find_macros`] was called before.
pub(in crate::engine) fn is_file_local(
    project: &Project<'_>,
    unit: &Unit,
    symbol: &Symbol,
    with_macros: bool,
) -> bool {
    let is_word = |word: &str| unit.rules().file_local.iter().any(|local| local == word);
    let is_shown = |word: &str| unit.rules().beyond_file.iter().any(|shown| shown == word);
    // Where a macro shows it in one configuration, it may be another file's in that.
    let stands_for_one = |word: &str| {
        let Some(known) = project.known(word) else { return false };
        let defs = known.defs.iter().filter_map(|def| project.get(*def));
        let macros = defs
            .map(|(unit, symbol)| (unit, unit.symbol(symbol)))
            .filter(|(_, symbol)| symbol.kind == SymbolKind::Macro);
        let words: Vec<&str> = macros
            .flat_map(|(unit, symbol)| unit.content()[symbol.bytes.clone()].split_whitespace())
            .collect();
        words.iter().any(|word| is_word(word)) && !words.iter().any(|word| is_shown(word))
    };
    symbol.signature.split_whitespace().any(is_word)
        || with_macros && symbol.kind.is_callable() && macros(unit, symbol).any(stands_for_one)
}

/// Returns the words before the name of a definition that look like macros, those too which the
/// grammar does not take for a part of it.
fn macros<'a>(unit: &'a Unit, symbol: &'a Symbol) -> impl Iterator<Item = &'a str> {
    let header = symbol.signature.split_once(symbol.name.as_str());
    let words = header.map_or("", |(before, _)| before).split_whitespace();
    let before = unit.content()[..symbol.bytes.start].split_whitespace().rev();
    let is_macro = |word: &&str| {
        let is_capital =
            |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
        word.len() > 2 && word.bytes().all(is_capital)
    };
    words.filter(is_macro).chain(before.take_while(is_macro))
}
