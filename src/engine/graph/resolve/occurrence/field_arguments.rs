//! Fields that macros are given by name, behind the type that has them:
//! `offsetof(struct pool, size)`.

use super::Occurrence;
use crate::domain::{Certainty, SymbolKind, is_word};
use crate::engine::graph::resolve::meaning::Resolution;
use crate::engine::graph::rule::Rule;

/// Words before the name of a type, which no function is given.
const TYPE_WORDS: [&str; 3] = ["struct", "union", "class"];

/// Limit of the text before a name in which the call is looked for that it is given to, in bytes.
const MAX_BEFORE: usize = 400;

impl Occurrence<'_, '_, '_> {
    /// Resolves a name that is given to a call as that of a field; `None` for any other.
    pub(super) fn resolve_field_argument(&self) -> Option<Resolution> {
        let (unit, at, candidates) = (self.unit, self.offset(), self.candidates);
        let naming = &unit.rules().naming_fields;
        if naming.is_empty() {
            return None;
        }
        let text = unit.content();
        let start = text.floor_char_boundary(at.saturating_sub(MAX_BEFORE));
        let before = text[start..at].trim_end().strip_suffix(',')?;
        let comma = before.rfind(['(', ','])?;
        let written = before[comma + 1..].trim();
        let word = written.split(char::is_whitespace).next().unwrap_or_default();
        let is_told = TYPE_WORDS.contains(&word);
        let path = if is_told { written[word.len()..].trim() } else { written };
        let is_path = |letter: char| is_word(letter) || letter == ':';
        let function = called_around(&before[..=comma])?;
        let is_naming = naming.iter().any(|name| name == function);
        if path.is_empty() || !path.chars().all(is_path) || !(is_naming || is_told) {
            return None;
        }
        let types = self.resolver.types_named(unit, path, at);
        let fields = self.resolver.members(&types, self.name()).found;
        let is_sure = is_naming || self.calls_one_of(function, naming);
        let certainty = if is_sure { Certainty::Likely } else { Certainty::Possible };
        match candidates.keep(&fields, certainty, Rule::Receiver) {
            Resolution::Unresolved if is_sure => Some(candidates.member_of_unknown(unit)),
            Resolution::Unresolved => None,
            resolution => Some(resolution),
        }
    }

    /// Returns whether a macro of a name calls one of some functions.
    fn calls_one_of(&self, name: &str, functions: &[String]) -> bool {
        let project = self.candidates.project;
        let Ok(found) = project.definitions(name) else { return false };
        found.iter().filter_map(|def| project.get(*def)).any(|(unit, symbol)| {
            let symbol = unit.symbol(symbol);
            let text = unit.content().get(symbol.bytes.clone()).unwrap_or_default();
            let mut words = text.split(|letter| !is_word(letter));
            symbol.kind == SymbolKind::Macro
                && words.any(|word| functions.iter().any(|function| function == word))
        })
    }
}

/// Returns the name that is called with the arguments at the end of a text.
fn called_around(text: &str) -> Option<&str> {
    let mut depth = 0usize;
    for (at, byte) in text.bytes().enumerate().rev() {
        match byte {
            b')' => depth += 1,
            b'(' if depth == 0 => {
                let before = text[..at].trim_end();
                let name = &before[before.trim_end_matches(is_word).len()..];
                return Some(name).filter(|name| !name.is_empty());
            }
            b'(' => depth -= 1,
            b';' | b'{' | b'}' => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::called_around;

    #[test]
    fn the_call_around_an_argument_is_found() {
        assert_eq!(called_around("x = offsetof("), Some("offsetof"));
        assert_eq!(called_around("of(f(a, b), (c)ptr,"), Some("of"));
        assert_eq!(called_around("(a,"), None);
        assert_eq!(called_around("f(a); int b,"), None);
    }
}
