//! The types by which functions take what is sent elsewhere: `handle(Saved event)` where its type
//! or a decorator says that it is called with such values.

use super::decorators::decorators;
use super::project::Unit;
use crate::domain::{Symbol, is_word};
use crate::workspace::names::{Role, Use};

/// Maximum number of bytes between a parameter and the brackets around it.
pub(super) const MAX_PARAMETERS: usize = 400;

/// Returns whether a function is known to be called with values of its parameter's type: by a
/// decorator, or since its type is one for such values.
pub(super) fn listens(unit: &Unit, function: &Symbol, name: &str) -> bool {
    let of_type = || {
        let parent = function.parent.map(|parent| &unit.symbols()[parent]);
        parent
            .is_some_and(|parent| parent.name != name && is_type_argument(&parent.signature, name))
    };
    is_listener(unit, function) || of_type()
}

/// Returns whether a decorator of a function, or of a parameter, says that it is called with what
/// is sent.
fn is_listener(unit: &Unit, function: &Symbol) -> bool {
    let listeners = &unit.language.config.events.listeners;
    let is_one = |found: &Use| listeners.iter().any(|word| word == found.span.of(unit.content()));
    let own =
        function.name_bytes.start..function.bytes.end.min(function.name_bytes.end + MAX_PARAMETERS);
    // `void on(@Observes Saved event)`
    let in_list = unit.names().uses_in(own).iter().filter(|found| found.role == Role::Decorator);
    decorators(unit, function).chain(in_list).any(is_one)
}

/// Words in the names of supertypes whose methods are called with what is sent: `IHandle<Saved>`.
const TAKING: [&str; 9] = [
    "consume",
    "execute",
    "executor",
    "handle",
    "listen",
    "observe",
    "process",
    "receive",
    "subscribe",
];

/// Words in the names of types, and of files and folders, for what is called with what is sent.
const TAKERS: [&str; 7] =
    ["consumer", "handler", "listener", "observer", "processor", "projector", "subscriber"];

/// Words with which the methods of such types begin.
const METHODS: [&str; 9] =
    ["__invoke", "consume", "execute", "handle", "listen", "on", "process", "receive", "when"];

/// Returns whether a function is called with values of its parameter's type by what sends them: a
/// decorator says so, a supertype for such values (`IHandle<Saved>`), or the names of the function
/// and of what is around it.
pub(super) fn is_called_with_sent(unit: &Unit, function: &Symbol, name: &str) -> bool {
    let parent = function.parent.map(|parent| &unit.symbols()[parent]);
    let header = parent.map_or("", |parent| parent.signature.as_str());
    let around = parent.map_or("", |parent| parent.name.as_str());
    let is_taker = |text: &str| {
        let text = text.to_lowercase();
        TAKERS.iter().any(|word| text.contains(word))
    };
    is_listener(unit, function)
        || takes_by_supertype(header, name)
        || is_method_of_taker(&function.name) && (is_taker(around) || is_taker(unit.path()))
}

/// Returns whether a name begins as those of methods that take what is sent do: `onSaved`,
/// `handle_saved`.
fn is_method_of_taker(name: &str) -> bool {
    METHODS.iter().any(|word| {
        let start = name.get(..word.len()).filter(|start| start.eq_ignore_ascii_case(word));
        start.is_some() && !name[word.len()..].starts_with(char::is_lowercase)
    })
}

/// Returns whether a header has a type among the arguments of one that is called after taking what
/// is sent.
fn takes_by_supertype(header: &str, name: &str) -> bool {
    let lists = header.match_indices(['<', '[']);
    lists.into_iter().any(|(at, _)| {
        let of = header[..at].to_lowercase();
        let of = &of[of.trim_end_matches(is_word).len()..];
        let end = header[at..].find(['>', ']', '{']).map_or(header.len(), |end| at + end);
        TAKING.iter().any(|word| of.contains(word)) && has_word(&header[at..end], name)
    })
}

/// Returns whether a header has a type among the arguments of another: `implements Takes<Saved>`.
fn is_type_argument(header: &str, name: &str) -> bool {
    let arguments = header.split_once(['<', '[']).map_or("", |(_, arguments)| arguments);
    has_word(arguments, name)
}

/// Returns whether a text contains a whole word.
pub(super) fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        !text[..at].ends_with(is_word) && !text[at + word.len()..].starts_with(is_word)
    })
}
