//! What the text of a function sends: values that are made for a call, and events and signals that
//! are announced.

use super::brackets::list_before;
use super::enclosing::caller_at;
use super::project::Unit;
use crate::domain::{Symbol, is_word};
use crate::workspace::names::{Qualifier, Role, Span, Use};
use std::ops::Range;

/// Maximum length of an event's name, and number of names behind a variable among which its use is
/// looked for.
const MAX_NAME: usize = 200;
const MAX_BEHIND: usize = 1_000;

/// Words of the labels in a type that say who sees what is below.
const ACCESS: [&str; 3] = ["private", "protected", "public"];

/// What is sent.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sent {
    /// A value of a type.
    Value(String),
    /// A variant of an enumeration.
    Variant { of: String, name: String },
    /// An event with a string for its name.
    Event(String),
    /// The signal of an object of a name, with the method that is given what it calls.
    Signal(String, String),
    /// A member of a type that others are connected to.
    Connected(String),
}

impl Sent {
    /// Returns a word that stands wherever it is taken.
    pub(super) fn word(&self) -> &str {
        match self {
            Self::Value(name)
            | Self::Variant { name, .. }
            | Self::Signal(name, _)
            | Self::Connected(name) => name,
            Self::Event(name) => {
                let word = &name[event_word(name)..];
                &word[..word.find(|letter| !is_word(letter)).unwrap_or(word.len())]
            }
        }
    }

    /// Returns the words by which it is looked for.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        let of = match self {
            Self::Variant { of, .. } => Some(of.as_str()),
            _ => None,
        };
        of.into_iter().chain([self.word()])
    }

    pub(super) fn description(&self) -> String {
        match self {
            Self::Value(of) => format!("by its parameter's type {of}"),
            Self::Variant { of, name } => format!("in the arm of {of}::{name}"),
            Self::Event(name) => format!("by the event \"{name}\""),
            Self::Signal(of, _) | Self::Connected(of) => format!("by the signal {of}"),
        }
    }
}

/// Returns what a function sends itself, and where.
pub(super) fn sent_by(unit: &Unit, symbol: u32) -> Vec<(Sent, Span)> {
    if let Some(signal) = connected(unit, unit.symbol(symbol)) {
        return vec![signal];
    }
    let mut sent = sent_in(unit, unit.symbol(symbol).bytes.clone());
    sent.retain(|(_, span)| caller_at(unit, span.start as usize) == Some(symbol));
    sent
}

/// Returns what some code sends, and where.
pub(super) fn sent_in(unit: &Unit, code: Range<usize>) -> Vec<(Sent, Span)> {
    let uses = unit.names().uses_in(code);
    let sent = uses.iter().enumerate().filter_map(|(index, name_use)| match name_use.role {
        Role::Call => announced(unit, name_use).or_else(|| made(unit, name_use, &uses[index..])),
        Role::Read | Role::Type => made(unit, name_use, &uses[index..]),
        _ => None,
    });
    sent.collect()
}

/// Returns a member that others are connected to: the nearest label before its declaration says so.
pub(super) fn connected(unit: &Unit, symbol: &Symbol) -> Option<(Sent, Span)> {
    let labels = &unit.language.config.events.connected;
    let parent = unit.symbols().get(symbol.parent.filter(|_| !labels.is_empty())?)?;
    if !symbol.kind.is_callable() || unit.has_body(symbol) {
        return None;
    }
    let before = unit.content().get(parent.name_bytes.end..symbol.name_bytes.start)?;
    let label = |line: &str| {
        let label = line.trim().strip_suffix(':')?;
        let word = label.split_whitespace().next()?;
        let is_label = ACCESS.contains(&word) || labels.iter().any(|of| of == word);
        is_label.then(|| labels.iter().any(|of| of == word))
    };
    let is_connected = before.lines().rev().find_map(label).unwrap_or_default();
    let sent = || (Sent::Connected(symbol.name.clone()), Span::new(symbol.name_bytes.clone()));
    is_connected.then(sent)
}

/// Returns the event or the signal that a call announces.
fn announced(unit: &Unit, call: &Use) -> Option<(Sent, Span)> {
    let rules = &unit.language.config.events;
    let name = call.span.of(unit.content());
    if rules.announcing.iter().any(|word| word == name) {
        let given = unit.content()[call.span.end as usize..].strip_prefix('(')?.trim_start();
        let quote = given.chars().next().filter(|first| matches!(first, '"' | '\'' | '`'))?;
        let given = &given[..given.floor_char_boundary(MAX_NAME)];
        let (event, behind) = given[1..].split_once(quote)?;
        let is_whole = behind.trim_start().starts_with([',', ')']);
        let is_name = |text: &str| !text.contains(['$', '{', '\n', '\\']) && text.contains(is_word);
        return (is_whole && is_name(event)).then(|| (Sent::Event(event.to_owned()), call.span));
    }
    let by = rules.signals.get(name)?;
    let Qualifier::Receiver(of) = call.qualifier else { return None };
    let of = unit.names().last_name(of)?.of(unit.content());
    let is_object = !unit.language.config.self_names.iter().any(|own| own == of);
    is_object.then(|| (Sent::Signal(of.to_owned(), by.clone()), call.span))
}

/// Returns the type of the value that is made at a use, if a call is given the value, and where
/// that is; `uses` are those from this one on.
fn made(unit: &Unit, name_use: &Use, uses: &[Use]) -> Option<(Sent, Span)> {
    let text = unit.content();
    let name = name_use.span.of(text);
    let is_type =
        |name: &str| name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase);
    let (before, behind) = text.split_at(name_use.span.start as usize);
    let behind = &behind[name.len()..];
    let of = before.strip_suffix("::").map(word_before).filter(|of| is_type(of));
    // A variant without a value is made by its name.
    let is_plain = || of.is_some() && behind.trim_start().starts_with([',', ')']);
    if !is_type(name) || !is_made(behind) && !is_plain() {
        return None;
    }
    let before = before_value(before);
    let sent = || match of {
        Some(of) => Sent::Variant { of: of.to_owned(), name: name.to_owned() },
        None => Sent::Value(name.to_owned()),
    };
    if before.ends_with(['(', ',']) {
        return is_given(unit, before.len()).then(|| (sent(), name_use.span));
    }
    let variable = word_before(before.strip_suffix('=')?.trim_end());
    let is_it = |found: &&Use| {
        found.role == Role::Read
            && found.qualifier == Qualifier::None
            && found.span.of(text) == variable
            && text[found.span.end as usize..].trim_start().starts_with([',', ')'])
            && is_given(unit, before_value(&text[..found.span.start as usize]).len())
    };
    let given = uses.iter().take(MAX_BEHIND).find(is_it).filter(|_| !variable.is_empty())?;
    Some((sent(), given.span))
}

/// Returns whether the name of a type before some text makes a value: `Name {`, `Name(`,
/// `Name::new(`, `Name::Variant`.
pub(super) fn is_made(behind: &str) -> bool {
    let behind = behind.trim_start();
    match behind.strip_prefix("::") {
        Some(member) => {
            let member = word_behind(member);
            member == "new" || member.starts_with(char::is_uppercase)
        }
        None => behind.starts_with(['{', '(']),
    }
}

/// Returns the text before a value, without the path of its type and marks before it.
pub(super) fn before_value(before: &str) -> &str {
    let mut rest = before.trim_end();
    while let Some(path) = rest.strip_suffix("::").or_else(|| rest.strip_suffix('.')) {
        let word = word_before(path);
        if word.is_empty() {
            break;
        }
        rest = path[..path.len() - word.len()].trim_end();
    }
    loop {
        let word = word_before(rest);
        let next = match rest.strip_suffix(['&', '*']) {
            Some(next) => next,
            None if matches!(word, "mut" | "new" | "await") => &rest[..rest.len() - word.len()],
            None => return rest,
        };
        rest = next.trim_end();
    }
}

/// Returns whether what stands at a byte is an argument of a call: not of what makes a value, and
/// no part of a condition.
fn is_given(unit: &Unit, at: usize) -> bool {
    list_before(unit, at, b"(").is_some_and(|bracket| is_called_with_values(unit, bracket))
}

/// Returns whether the name before a bracket is that of a function.
fn is_called_with_values(unit: &Unit, bracket: usize) -> bool {
    let before = unit.content()[..bracket].trim_end();
    let name = word_before(before);
    let start = before.len() - name.len();
    let is_method = before[..start].trim_end().ends_with('.');
    let is_keyword = unit.language.config.keywords.iter().any(|word| word == name);
    let is_maker = name.starts_with(char::is_uppercase) && !is_method;
    !name.is_empty()
        && !is_keyword
        && !is_maker
        && unit.names().use_at(start).is_some_and(|found| found.role == Role::Call)
}

/// Returns where the longest word of an event's name begins.
pub(super) fn event_word(name: &str) -> usize {
    let words = name.split(|letter| !is_word(letter));
    let longest = words.max_by_key(|word| word.len()).unwrap_or_default();
    name.find(longest).unwrap_or_default()
}

/// Returns the word with which a text ends.
pub(super) fn word_before(text: &str) -> &str {
    &text[text.trim_end_matches(is_word).len()..]
}

/// Returns the word with which a text begins.
pub(super) fn word_behind(text: &str) -> &str {
    &text[..text.len() - text.trim_start_matches(is_word).len()]
}
