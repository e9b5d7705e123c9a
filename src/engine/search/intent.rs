//! What a query's wording implies about the definition: its kind, as in "a class that …",
//! "converts …" or "true if …", and how much code it has.

use super::query::Query;
use super::vocabulary::{bare, parts_of};
use super::words::stem;
use crate::domain::Symbol;

/// Minimum number of words. Shorter queries are names and topics, which imply no kind.
const MIN_WORDS: usize = 4;

/// Score factors of a definition of the implied kind, and of a predicate if one is asked for.
const KIND: f64 = 1.35;
const PREDICATE: f64 = 1.2;

/// Maximum score reduction of a brief definition: of a function for a description, since one of a
/// few lines often passes on to what does the work, and of any definition for a question such as
/// "how does …".
const BRIEF_FUNCTION: f64 = 0.15;
const BRIEF_ANSWER: f64 = 0.25;
/// Number of lines at which half of the reduction applies.
const BRIEF_LINES: f64 = 4.0;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Type,
    Callable,
}

/// Form of a query.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Form {
    /// A name, a topic, or words with operators.
    #[default]
    Other,
    Description,
    Question,
}

/// Intent of a query; none by default.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct QueryIntent {
    kind: Option<Kind>,
    /// True if it asks for a predicate.
    asks_for_predicate: bool,
    form: Form,
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
            form: match words[0].as_str() {
                _ if !query.is_description() => Form::Other,
                "how" | "what" | "when" | "where" | "which" | "why" => Form::Question,
                _ => Form::Description,
            },
        }
    }

    /// Returns the score factor of a definition for its kind and its length.
    pub(super) fn factor(self, symbol: &Symbol) -> f64 {
        let is_kind = match self.kind {
            Some(Kind::Type) => symbol.kind.is_type(),
            Some(Kind::Callable) => symbol.kind.is_callable(),
            None => false,
        };
        let is_predicate = self.asks_for_predicate && is_predicate(symbol);
        (if is_kind { KIND } else { 1.0 })
            * (if is_predicate { PREDICATE } else { 1.0 })
            * self.substance(symbol)
    }

    /// Returns the score factor of a definition for its length.
    fn substance(self, symbol: &Symbol) -> f64 {
        let reduction = match self.form {
            Form::Question => BRIEF_ANSWER,
            Form::Description if symbol.kind.is_callable() => BRIEF_FUNCTION,
            Form::Description | Form::Other => return 1.0,
        };
        let lines = (symbol.lines.end + 1).saturating_sub(symbol.line).max(1) as f64;
        1.0 - reduction * BRIEF_LINES / (BRIEF_LINES + lines)
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
            let intent = QueryIntent::of(&Query::parse(query).expect("a query"));
            assert_eq!(
                (intent.kind, intent.asks_for_predicate),
                (kind, asks_for_predicate),
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

    #[test]
    fn brief_functions_count_less_for_descriptions_and_all_that_is_brief_for_questions() {
        let check = |query: &str, source: &str, expected: f64| {
            let outline = outline(source, registry().by_name("rust").expect("a language"));
            let intent = QueryIntent::of(&Query::parse(query).expect("a query"));
            let factor = intent.substance(&outline.symbols[0]);
            assert!((factor - expected).abs() < 1e-9, "{query}: {factor}");
        };
        let function = "fn climb() {\n    a();\n    b();\n}\n";
        check("climb to the top of a tree", function, 0.925);
        check("how does it climb a tree", function, 0.875);
        check("climb tree", function, 1.0);
        check("climb the +tallest tree here", function, 1.0);
        check("height of a tall tree", "struct Height;\n", 1.0);
        check("where is the height kept", "struct Height;\n", 0.8);
    }
}
