//! The symbol kind that a query's wording implies, as in "a class that …", "converts …" or
//! "true if …".

use super::query::Query;
use super::vocabulary::{bare, parts_of};
use super::words::stem;
use crate::domain::Symbol;

/// Minimum number of words. Shorter queries are names and topics, which imply no kind.
const MIN_WORDS: usize = 4;

/// Score factors of a definition of the implied kind, and of a predicate if one is asked for.
const KIND: f64 = 1.35;
const PREDICATE: f64 = 1.2;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Type,
    Callable,
}

/// Intent of a query; none by default.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct QueryIntent {
    kind: Option<Kind>,
    /// True if it asks for a predicate.
    asks_for_predicate: bool,
}

impl QueryIntent {
    pub(super) fn of(query: &Query) -> Self {
        if query.words.len() < MIN_WORDS {
            return Self::default();
        }
        let words: Vec<String> =
            query.words.iter().map(|word| bare(&word.text).to_lowercase()).collect();
        Self {
            kind: kind(&words),
            asks_for_predicate: words.iter().any(|word| word == "true" || word == "whether"),
        }
    }

    /// Returns the score factor of a definition for its kind.
    pub(super) fn factor(self, symbol: &Symbol) -> f64 {
        let is_kind = match self.kind {
            Some(Kind::Type) => symbol.kind.is_type(),
            Some(Kind::Callable) => symbol.kind.is_callable(),
            None => false,
        };
        let is_predicate = self.asks_for_predicate && is_predicate(symbol);
        (if is_kind { KIND } else { 1.0 }) * (if is_predicate { PREDICATE } else { 1.0 })
    }
}

fn kind(words: &[String]) -> Option<Kind> {
    const TYPES: &str =
        "class subclass mixin struct trait interface enum exception error type object wrapper";
    const CALLABLES: &str = "function method helper decorator macro callback";
    // Words that the documentation of a type begins with, more than six of ten times among the
    // packages of the training.
    const FIRST_OF_TYPES: &str = "a abstract an base builder client contains describes encapsulates event factory future generic \
        holds marker option options provides raised represents state stream structure thrown";
    const VERBS: &str = "add allocate append attempt build calculate call cancel check clear clone close compute consume convert \
        copy create decode delete deserialize draw emit encode ensure evaluate execute expand extract fetch fill find flush format \
        generate get handle initialize insert install invoke iterate join list load look make map merge move obtain open parse \
        perform poll prepare print produce push put read reduce register release remove render replace reset resolve restore \
        retrieve retry return run save search send set sort spawn split start stop subtract swap take test transform try turn \
        update validate verify wait wake walk wrap write yield";
    let is_in = |list: &str, word: &str| list.split(' ').any(|known| known == word);
    let first = stem(&words[0]);
    if VERBS.split_whitespace().any(|verb| stem(verb) == first) {
        return Some(Kind::Callable);
    }
    let named = words.iter().take(MIN_WORDS).find_map(|word| match word.as_str() {
        word if is_in(TYPES, word) => Some(Kind::Type),
        word if is_in(CALLABLES, word) => Some(Kind::Callable),
        _ => None,
    });
    named.or_else(|| is_in(FIRST_OF_TYPES, &words[0]).then_some(Kind::Type))
}

/// Returns whether a definition is a predicate: by its name, or by the return type in its
/// signature.
fn is_predicate(symbol: &Symbol) -> bool {
    const QUESTIONS: [&str; 12] = [
        "is", "has", "can", "should", "was", "are", "needs", "contains", "supports", "allows",
        "will", "must",
    ];
    let is_question =
        parts_of(&symbol.name).first().is_some_and(|first| QUESTIONS.contains(&first.as_str()));
    // The return type stands before the parameters in C, behind them elsewhere.
    let before = symbol.signature.split('(').next().unwrap_or_default();
    let behind = symbol.signature.rsplit(')').next().unwrap_or_default();
    let is_bool =
        |text: &str| parts_of(text).iter().any(|part| matches!(part.as_str(), "bool" | "boolean"));
    is_question || is_bool(before) || is_bool(behind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::registry;
    use crate::workspace::outline::outline;

    #[test]
    fn sentences_tell_what_they_speak_of() {
        let check = |query: &str, kind: Option<Kind>, asks_for_predicate: bool| {
            assert_eq!(
                QueryIntent::of(&Query::parse(query).expect("a query")),
                QueryIntent { kind, asks_for_predicate },
                "{query}"
            );
        };
        check("converts a tree into text", Some(Kind::Callable), false);
        check("exception raised by the parser", Some(Kind::Type), false);
        check("an iterator over the leaves", Some(Kind::Type), false);
        check("holds the leaves of a tree", Some(Kind::Type), false);
        check("extracts the leaves of a tree", Some(Kind::Callable), false);
        check("returns true if empty", Some(Kind::Callable), true);
        check("tell whether a tree is empty", None, true);
        check("convert tree", None, false);
    }

    #[test]
    fn yes_or_no_is_told_by_name_or_signature() {
        let check = |language: &str, source: &str, expected: bool| {
            let outline = outline(source, registry().by_name(language).expect("a language"));
            assert_eq!(is_predicate(&outline.symbols[0]), expected, "{source}");
        };
        check("python", "def is_empty(tree):\n    pass\n", true);
        check("rust", "fn empty(&self) -> bool { true }\n", true);
        check("c", "bool empty(struct tree *tree) { return true; }\n", true);
        check("rust", "fn set(&mut self, value: bool) {}\n", false);
        check("python", "def issue(tree):\n    pass\n", false);
    }
}
