//! Members of a type itself, in languages that say so by a word before the name.

use crate::domain::{Symbol, is_word};
use crate::engine::graph::project::Unit;

/// Returns whether a word before the name of a member says that it is one of its type itself;
/// `None` in languages without such words, and for what is written outside of its type.
pub(in crate::engine::graph) fn is_of_type_itself(unit: &Unit, member: &Symbol) -> Option<bool> {
    let words = &unit.rules().static_words;
    let is_inside = member.parent.is_some_and(|parent| unit.is_type(&unit.symbols()[parent]));
    if words.is_empty() || !is_inside {
        return None;
    }
    let before = before_name(&member.signature, &member.name);
    Some(before.split_whitespace().any(|word| words.iter().any(|of| of == word)))
}

/// Returns what stands before a name in a signature.
fn before_name<'s>(signature: &'s str, name: &str) -> &'s str {
    let is_whole = |at: &usize| {
        let (before, behind) = (&signature[..*at], &signature[at + name.len()..]);
        !before.ends_with(is_word) && !behind.starts_with(is_word)
    };
    let at = signature.match_indices(name).map(|(at, _)| at).find(is_whole);
    &signature[..at.unwrap_or_default()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_before_a_name_are_told_from_the_name_and_what_is_behind_it() {
        let check = |signature, name, expected| {
            assert_eq!(before_name(signature, name), expected, "{signature}");
        };
        check("protected static async make<T>(): T", "make", "protected static async ");
        check("static s(): void", "s", "static ");
        check("static(): void", "static", "");
        check("make(static: boolean)", "make", "");
        check("public static Static static_of()", "static_of", "public static Static ");
    }
}
