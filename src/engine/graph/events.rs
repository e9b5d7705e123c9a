//! Calls by the name of an event: where `bus.on("saved", update)` stands, what announces
//! `bus.emit("saved")` may call `update`. That both mean the same object is not known, so that such
//! a call is possible at most.

use super::body_calls::{BodyCall, CallNames, resolve};
use super::enclosing::caller_at;
use super::held_calls::{FieldCall, FieldCalls};
use super::project::{Def, FileIndex, Project, Unit};
use super::resolve::Meaning;
use super::rule::Rule;
use crate::domain::{Cancelled, Certainty, Symbol, is_word, lock};
use crate::workspace::names::{Role, Span, Use};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

/// Maximum number of files that name an event, and of places that announce it or listen to it. What
/// more of them do may mean anything.
const MAX_FILES: usize = 60;
const MAX_PLACES: usize = 8;

/// Maximum number of events for which one function is given. What is given for more of them is not
/// told by any.
const MAX_EVENTS: usize = 100;

/// Maximum length of an event's name, and of the text before a function in which one is looked for.
const MAX_NAME: usize = 200;
const MAX_BEFORE: usize = 400;

/// Returns the event that a call announces.
pub(super) fn announced<'u>(unit: &'u Unit, call: &Use) -> Option<&'u str> {
    let words = &unit.language.config.events.announcing;
    let name = call.span.of(unit.content());
    let is_it = call.role == Role::Call && words.iter().any(|word| word == name);
    given_first(unit.content(), is_it.then_some(call.span.end as usize)?)
}

/// Returns the string that is the first argument of a call whose name ends at a byte.
fn given_first(text: &str, end: usize) -> Option<&str> {
    let given = text.get(end..)?.strip_prefix('(')?.trim_start();
    let quote = given.chars().next().filter(|first| matches!(first, '"' | '\'' | '`'))?;
    let given = &given[..given.floor_char_boundary(MAX_NAME)];
    let (event, behind) = given[1..].split_once(quote)?;
    let is_whole = behind.trim_start().starts_with([',', ')']);
    let is_name = !event.contains(['$', '{', '\n', '\\']) && event.contains(is_word);
    (is_whole && is_name).then_some(event)
}

/// Returns, for each of some functions that announce events, what listens to these.
pub(super) fn listeners(
    names: &CallNames<'_, '_>,
    event: &str,
    from: &Unit,
) -> Result<Vec<Def>, Cancelled> {
    let project = names.project;
    let (mut found, mut given) = (BTreeSet::new(), Vec::new());
    for (unit, quote) in quoted(project, event, from)? {
        let Some(before) = called_before(&unit, quote) else { continue };
        let words = &unit.language.config.events.listening;
        if !words.iter().any(|word| word == before) {
            continue;
        }
        let is_below =
            |symbol: &Symbol| symbol.kind.is_callable() && symbol.name_bytes.start > quote;
        match unit.enclosing(quote, is_below) {
            Some(symbol) => _ = found.insert(Def { file: unit.file, symbol }),
            None => given.extend(given_behind(&unit, quote + event.len() + 2)),
        }
    }
    for (_, meanings) in meant(names, given)? {
        found.extend(meanings);
    }
    found.retain(|def| project.is_callable(*def));
    Ok(if found.len() > MAX_PLACES { Vec::new() } else { found.into_iter().collect() })
}

/// Returns, for each group of definitions called `name`, the calls that announce what they listen
/// to.
pub(super) fn calls_of_events(
    project: &Project<'_>,
    name: &str,
    groups: &[Vec<Def>],
) -> Result<Vec<FieldCalls>, Cancelled> {
    let mut found: Vec<FieldCalls> = groups.iter().map(|_| FieldCalls::default()).collect();
    let listens = |def: &Def| {
        let unit = project.get(*def).map(|(unit, _)| unit);
        unit.is_some_and(|unit| !unit.language.config.events.listening.is_empty())
            && project.is_callable(*def)
    };
    if !groups.iter().flatten().any(listens) {
        return Ok(found);
    }
    let given = given_by_name(project, name)?;
    for (group, found) in groups.iter().zip(&mut found) {
        let mut events: BTreeSet<(String, FileIndex)> = BTreeSet::new();
        let handed = given.iter().filter(|(_, meant)| meant.iter().any(|def| group.contains(def)));
        events.extend(handed.filter_map(|(call, _)| {
            Some((listened(&call.unit, call.name_use.span)?.to_owned(), call.unit.file))
        }));
        for def in group {
            events.extend(decorated(project, *def).map(|event| (event.to_owned(), def.file)));
        }
        if events.len() > MAX_EVENTS {
            continue;
        }
        let words: BTreeSet<&str> = events.iter().map(|(event, _)| word_of(event)).collect();
        project.find_mentions(&words.into_iter().collect::<Vec<_>>())?;
        for (event, file) in events {
            let Some(from) = project.unit(file) else { continue };
            found.calls.extend(announcing(project, &event, from)?);
        }
    }
    Ok(found)
}

/// Uses of functions that are given for events, with what each means.
type GivenForEvents = Vec<(BodyCall, Vec<Def>)>;

/// Those of each name: a deep question asks for those of one again for each of its definitions.
#[derive(Default)]
struct GivenByName(Mutex<FxHashMap<String, Arc<GivenForEvents>>>);

fn given_by_name(project: &Project<'_>, name: &str) -> Result<Arc<GivenForEvents>, Cancelled> {
    let by_name = project.fact(|_| GivenByName::default());
    let known = lock(&by_name.0).get(name).cloned();
    if let Some(known) = known {
        return Ok(known);
    }
    let found = Arc::new(meant(&CallNames::new(project), handed_over(project, name)?)?);
    Ok(Arc::clone(lock(&by_name.0).entry(name.to_owned()).or_insert(found)))
}

/// Returns the calls that announce an event; none if many do.
fn announcing(
    project: &Project<'_>,
    event: &str,
    from: &Unit,
) -> Result<Vec<FieldCall>, Cancelled> {
    let mut calls = Vec::new();
    for (unit, quote) in quoted(project, event, from)? {
        let Some(before) = called_before(&unit, quote) else { continue };
        let end = unit.content()[..quote].trim_end().trim_end_matches('(').len();
        let start = end - before.len();
        let call = unit.names().use_at(start).copied();
        if let Some(call) = call.filter(|call| announced(&unit, call) == Some(event)) {
            let (certainty, rule, field) = (Certainty::Possible, Rule::Sent, None);
            calls.push(FieldCall { unit, span: call.span, certainty, rule, field });
        }
    }
    Ok(if calls.len() > MAX_PLACES { Vec::new() } else { calls })
}

/// Returns where an event's name stands in quotes in code of a file's family: at the first quote.
fn quoted(
    project: &Project<'_>,
    event: &str,
    from: &Unit,
) -> Result<Vec<(Arc<Unit>, usize)>, Cancelled> {
    let word = word_of(event);
    let place = event.find(word).unwrap_or_default() + 1;
    let mentions = project.mentions_in_code(word)?;
    if mentions.files.len() > MAX_FILES {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for mention in &mentions.files {
        project.snapshot.cancel().check()?;
        let language = project.entry(mention.file).language;
        if language.is_none_or(|of| of.config.graph.family != from.rules().family) {
            continue;
        }
        let Some(unit) = project.unit(mention.file) else { continue };
        let text = unit.content();
        let is_quote = |at: usize| matches!(text.as_bytes().get(at), Some(b'"' | b'\'' | b'`'));
        for quote in mention.offsets.iter().filter_map(|at| at.checked_sub(place)) {
            let end = quote + 1 + event.len();
            if text.get(quote + 1..end) == Some(event) && is_quote(quote) && is_quote(end) {
                found.push((Arc::clone(unit), quote));
            }
        }
    }
    Ok(found)
}

/// Returns the word of an event's name by which its places are looked for.
fn word_of(event: &str) -> &str {
    let words = event.split(|letter| !is_word(letter));
    words.max_by_key(|word| word.len()).unwrap_or_default()
}

/// Returns the name of the function whose first argument begins at a byte.
fn called_before(unit: &Unit, at: usize) -> Option<&str> {
    let before = unit.content().get(..at)?.trim_end().strip_suffix('(')?;
    Some(&before[before.trim_end_matches(is_word).len()..]).filter(|word| !word.is_empty())
}

/// Returns the name that is the argument behind the one that ends at a byte, if it is no more than
/// a path: `this.update` and `update.bind(this)`.
fn given_behind(unit: &Arc<Unit>, end: usize) -> Option<BodyCall> {
    let text = unit.content();
    let given = text.get(end..)?.trim_start().strip_prefix(',')?.trim_start();
    let is_of_path = |letter: char| is_word(letter) || ".#$".contains(letter);
    let path = &given[..given.find(|letter| !is_of_path(letter))?];
    let binding = &unit.rules().binding_members;
    let bound = path.rsplit_once('.').filter(|(_, last)| binding.iter().any(|of| of == last));
    let path = bound.map_or(path, |(path, _)| path);
    let name = path.rsplit('.').next()?;
    let start = text.len() - given.len() + path.len() - name.len();
    let behind = given[path.len()..].trim_start();
    let is_whole = bound.is_some() || behind.starts_with([',', ')']);
    body_call(unit, start).filter(|_| is_whole)
}

fn body_call(unit: &Arc<Unit>, at: usize) -> Option<BodyCall> {
    let name_use = *unit.names().use_at(at)?;
    let of = Def { file: unit.file, symbol: caller_at(unit, at).unwrap_or_default() };
    Some(BodyCall { unit: Arc::clone(unit), name_use, of })
}

/// Returns the places at which something of a name is given for an event.
fn handed_over(project: &Project<'_>, name: &str) -> Result<Vec<BodyCall>, Cancelled> {
    let mentions = project.mentions_in_code(name)?;
    let mut found = Vec::new();
    for mention in mentions.files.iter().filter(|mention| mention.hints.may_use) {
        project.snapshot.cancel().check()?;
        let entry = project.entry(mention.file);
        let Some(language) = entry.language else { continue };
        let words = &language.config.events.listening;
        let Some(text) = project.snapshot.text(&entry.path).ok().filter(|_| !words.is_empty())
        else {
            continue;
        };
        let is_given = |at: &&usize| event_before(&text.content, **at, words).is_some();
        let given: Vec<usize> = mention.offsets.iter().filter(is_given).copied().collect();
        if given.is_empty() {
            continue;
        }
        let Some(unit) = project.unit(mention.file) else { continue };
        found.extend(given.into_iter().filter_map(|at| body_call(unit, at)));
    }
    Ok(found)
}

/// Returns the event for which the function is given that is named at a place.
fn listened(unit: &Unit, name: Span) -> Option<&str> {
    let words = &unit.language.config.events.listening;
    event_before(unit.content(), name.start as usize, words)
}

/// Returns the string before an argument, if that is the second one of a call of a function that is
/// among some words.
fn event_before<'t>(text: &'t str, at: usize, words: &[String]) -> Option<&'t str> {
    let from = text.floor_char_boundary(at.saturating_sub(MAX_BEFORE));
    let before = text.get(from..at)?;
    let before = before.trim_end_matches(|letter: char| is_word(letter) || ".#$".contains(letter));
    let before = before.trim_end().strip_suffix(',')?.trim_end();
    let quote = before.chars().next_back().filter(|last| matches!(last, '"' | '\'' | '`'))?;
    let (before, event) = before[..before.len() - 1].rsplit_once(quote)?;
    let before = before.trim_end().strip_suffix('(')?;
    let word = &before[before.trim_end_matches(is_word).len()..];
    let is_name = event.contains(is_word) && !event.contains('\n');
    (is_name && words.iter().any(|listening| listening == word)).then_some(event)
}

/// Returns the events that decorators give a function for: `@OnEvent("saved")`.
fn decorated<'p>(project: &'p Project<'_>, def: Def) -> impl Iterator<Item = &'p str> {
    let known = project.get(def).into_iter();
    known.flat_map(|(unit, symbol)| {
        let symbol = unit.symbol(symbol);
        let head = symbol.bytes.start..symbol.name_bytes.start;
        let words = &unit.language.config.events.listening;
        let is_listening = |found: &&Use| {
            matches!(found.role, Role::Decorator | Role::Call)
                && words.iter().any(|word| word == found.span.of(unit.content()))
        };
        let decorators = unit.names().uses_in(head).iter().filter(is_listening);
        decorators.filter_map(|found| given_first(unit.content(), found.span.end as usize))
    })
}

/// Returns what some names mean for certain.
fn meant(names: &CallNames<'_, '_>, uses: Vec<BodyCall>) -> Result<GivenForEvents, Cancelled> {
    let resolved = resolve(names, &uses)?;
    let is_meant = |meaning: &Meaning| meaning.certainty <= Certainty::Likely;
    let meanings = resolved.into_iter().map(|resolution| {
        let meanings = resolution.into_meanings().into_iter().filter(is_meant);
        meanings.map(|meaning| meaning.def).collect()
    });
    Ok(uses.into_iter().zip(meanings).collect())
}
