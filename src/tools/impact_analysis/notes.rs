//! Notes below the groups of an impact: tests that no call leads to, and where the ways up end.

use super::groups::is_of;
use crate::domain::{FileLine, first_of, plural};
use crate::engine::graph::FrameworkEntry;
use crate::engine::impact::{Affected, EntryTests, Impact, StringKind, StringTests};

/// Limit of the places in tests that are listed of an entry.
const MAX_ENTRY_PLACES: usize = 12;

/// Limit of the definitions that are named which a framework may call on the ways to a target.
const MAX_FRAMEWORK_ENTRIES: usize = 4;

/// Returns the notes on what may run a target beside the rows that are shown.
pub(super) fn notes_on_tests(impact: &Impact, rows: &[&Affected]) -> Vec<String> {
    let mut notes = entry_tests(&impact.tests_by_entry);
    for kind in [StringKind::Own, StringKind::Option, StringKind::Registered] {
        notes.extend(string_tests(&impact.tests_by_string, kind));
    }
    notes.extend(unasked_routes(impact));
    notes.extend(framework_entries(impact, rows));
    notes
}

/// Returns what a framework may call on the ways to the target, as far as no row says it.
fn framework_entries(impact: &Impact, rows: &[&Affected]) -> impl Iterator<Item = String> {
    let is_told = |entry: &&FrameworkEntry| rows.iter().any(|row| is_of(entry, &row.node));
    let others = impact.entries.iter().filter(|entry| !is_told(entry));
    let (hooks, decorated): (Vec<&FrameworkEntry>, Vec<_>) =
        others.partition(|entry| entry.decorators.is_empty());
    let named = |entries: Vec<&FrameworkEntry>| {
        let named = entries.into_iter().map(|FrameworkEntry { of, decorators }| {
            let name = match &of.container {
                Some(container) if decorators.is_empty() => format!("{container}.{}", of.name),
                _ => of.name.clone(),
            };
            let behind: String = decorators.iter().map(|of| format!(", {of}")).collect();
            format!("`{name}` ({}:{}{behind})", of.file, of.line)
        });
        first_of(&named.collect::<Vec<_>>(), MAX_FRAMEWORK_ENTRIES)
    };
    let (hooks, decorated) = (named(hooks), named(decorated));
    let decorated = (!decorated.is_empty())
        .then(|| format!("On the way to it, a framework may call {decorated}"));
    let hooks = (!hooks.is_empty()).then(|| {
        format!("On the way to it, no certain call is known of {hooks}: tests above may be missing")
    });
    decorated.into_iter().chain(hooks)
}

/// Returns the tests that name each entry as text; routes of the same tests stand together.
fn entry_tests(all: &[EntryTests]) -> Vec<String> {
    let mut texts = Vec::new();
    for (index, found) in all.iter().enumerate() {
        if !found.is_route {
            let places = FileLine::listed(&found.places, MAX_ENTRY_PLACES);
            texts.push(format!("Tests name `{}`, which leads to it: {places}", found.entry));
            continue;
        }
        let is_same = |other: &&EntryTests| other.is_route && other.tests == found.tests;
        if all[..index].iter().any(|other| is_same(&other)) {
            continue;
        }
        let routes = all[index..].iter().filter(is_same);
        let routes: Vec<String> = routes.map(|other| format!("`{}`", other.entry)).collect();
        let noun = plural(routes.len(), "route", "routes");
        let tests = FileLine::listed(&found.tests, MAX_ENTRY_PLACES);
        texts.push(format!("Possible tests, over the {noun} {}: {tests}", routes.join(", ")));
    }
    texts
}

/// Returns the tests that name strings of a kind.
fn string_tests(all: &[StringTests], kind: StringKind) -> Option<String> {
    let what = match kind {
        StringKind::Own => "name strings of it",
        StringKind::Option => "set an option that decides on the way to it",
        StringKind::Registered => "name what a type on the way is registered as",
    };
    let named: Vec<String> = all
        .iter()
        .filter(|found| found.kind == kind)
        .map(|found| {
            let tests = FileLine::listed(&found.tests, MAX_ENTRY_PLACES);
            format!("`{}` {tests}", found.string)
        })
        .collect();
    let named = named.join("; ");
    (!named.is_empty()).then(|| format!("Possible tests, which {what}: {named}"))
}

/// Returns the routes that lead to the target and for which no test is known to ask.
fn unasked_routes(impact: &Impact) -> Option<String> {
    let named: Vec<String> = impact.routes.iter().map(|route| format!("`{route}`")).collect();
    let named = first_of(&named, MAX_FRAMEWORK_ENTRIES);
    (!named.is_empty()).then(|| {
        format!(
            "It answers {named}, for which no test is known to ask; a test that makes the address \
             while it runs may not be seen"
        )
    })
}
