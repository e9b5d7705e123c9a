//! Tests that reach a target by what no name leads to: the address of a route, the name of a
//! command or of an event. A dependent is registered for it; a test sends it.

use super::assemble::Affected;
use crate::domain::{Cancelled, Certainty, FileLine, is_word};
use crate::engine::graph::project::Project;
use crate::engine::graph::target::Definition;
use crate::engine::graph::{Node, ReferenceRole};
use crate::lang::LanguageRole;
use aho_corasick::AhoCorasick;
use schemars::JsonSchema;
use serde::Serialize;
use std::ops::Range;
use std::sync::Arc;

/// Limit of the entries that are looked for, and of the dependents that are looked at for them.
const MAX_ENTRIES: usize = 8;
const MAX_DEPENDENTS: usize = 64;

/// Lengths of an entry in bytes: a shorter one is too common, a longer one is no name.
const MIN_LENGTH: usize = 5;
const MAX_LENGTH: usize = 80;

/// Places of an entry in tests from which on it is too common to say anything.
const MAX_PLACES: usize = 60;

/// Tests that name what the target or a dependent of it is registered for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct EntryTests {
    /// As it is registered, up to the first parameter in it: `/users`, `users.update`.
    pub entry: String,
    /// Where test code names it, in the order of files and lines.
    pub places: Vec<FileLine>,
}

/// Returns the tests that name what the target or its certain and likely dependents are registered
/// for, the target's own first.
///
/// # Errors
/// If the request is cancelled.
pub(super) fn tests_by_entry(
    project: &Project<'_>,
    target: Option<&Definition>,
    affected: &[Affected],
) -> Result<Vec<EntryTests>, Cancelled> {
    let mut entries = Vec::new();
    if let Some(place) = target.map(Definition::main) {
        let (file, symbol) = (&place.file.path.display, &place.symbol);
        add_decorators(project, &mut entries, (file, symbol.line, &symbol.name));
    }
    let likely = affected.iter().filter(|row| row.certainty != Certainty::Possible);
    for row in likely.filter(|row| !row.node.is_test).take(MAX_DEPENDENTS) {
        add_of(project, &mut entries, row);
    }
    entries.truncate(MAX_ENTRIES);
    named_in_tests(project, entries)
}

/// Adds what a dependent is registered for: by decorators, by the statement around a callback, or
/// where it is handed on as a value.
fn add_of(project: &Project<'_>, entries: &mut Vec<String>, row: &Affected) {
    let Node { file: Some(file), line: Some(line), name, .. } = &row.node else { return };
    add_decorators(project, entries, (file, *line, name));
    for found in &row.uses {
        let handed_on = (found.role == ReferenceRole::Read).then(|| found.site.shown());
        let around = found.site.within.as_deref();
        for text in handed_on.into_iter().chain(around) {
            add_entries(entries, text);
        }
    }
}

/// Adds the entries in the decorators of a definition, given by file, line and name.
fn add_decorators(
    project: &Project<'_>,
    entries: &mut Vec<String>,
    (file, line, name): (&Arc<str>, usize, &str),
) {
    let Some(unit) = project.displayed(file).and_then(|file| project.unit(file)) else { return };
    let mut named = unit.symbols_named(name);
    let Some((_, symbol)) = named.find(|(_, symbol)| symbol.line == line) else { return };
    let lines = (symbol.first_line..=line).map(|line| unit.text.quoted_line(line));
    let decorators =
        lines.skip_while(|line| !line.starts_with(['@', '[']) && !line.starts_with("#["));
    decorators.for_each(|line| add_entries(entries, &line));
}

/// Adds the string literals of a text that are entries.
fn add_entries(entries: &mut Vec<String>, text: &str) {
    let mut rest = text;
    while let Some(start) = rest.find(['"', '\'', '`']) {
        let quote = &rest[start..=start];
        let behind = &rest[start + 1..];
        let Some(end) = behind.find(quote) else { return };
        if let Some(entry) = entry(&behind[..end])
            && !entries.contains(&entry)
        {
            entries.push(entry);
        }
        rest = &behind[end + 1..];
    }
}

/// Returns what of a string a test would send: a path or a dotted name up to its first parameter.
/// `None` of other strings, and of paths of modules.
fn entry(string: &str) -> Option<String> {
    let constant = string.split(['{', '<', '*', '(', '$', '?']).next()?;
    // A parameter as `:id`, and not the colon of a name such as `users:export`.
    let constant = constant.split("/:").next()?.trim_end_matches('/');
    let is_name = |letter: char| is_word(letter) || matches!(letter, '/' | '.' | '-' | ':');
    let is_entry = (MIN_LENGTH..=MAX_LENGTH).contains(&constant.len())
        && !constant.starts_with('.')
        && constant.contains(['/', '.', ':'])
        && constant.chars().any(char::is_alphabetic)
        && constant.chars().all(is_name);
    is_entry.then(|| constant.to_owned())
}

/// Returns where test code names each entry, without those that it names nowhere or everywhere.
fn named_in_tests(
    project: &Project<'_>,
    entries: Vec<String>,
) -> Result<Vec<EntryTests>, Cancelled> {
    let Ok(search) = AhoCorasick::new(&entries) else { return Ok(Vec::new()) };
    let mut found: Vec<EntryTests> =
        entries.into_iter().map(|entry| EntryTests { entry, places: Vec::new() }).collect();
    if found.is_empty() {
        return Ok(found);
    }
    for file in project.files() {
        let is_code =
            file.language.is_some_and(|language| language.config.role != LanguageRole::Prose);
        if !is_code || !file.class.is_test() {
            continue;
        }
        project.snapshot.cancel().check()?;
        let Ok(text) = project.snapshot.text(&file.path) else { continue };
        for place in search.find_overlapping_iter(&*text.content) {
            if !is_whole(&text.content, place.range()) {
                continue;
            }
            let places = &mut found[place.pattern().as_usize()].places;
            let line = FileLine {
                file: Arc::clone(&file.path.display),
                line: text.line_of(place.start()),
            };
            if places.len() <= MAX_PLACES && places.last() != Some(&line) {
                places.push(line);
            }
        }
    }
    found.retain(|entry| (1..=MAX_PLACES).contains(&entry.places.len()));
    Ok(found)
}

/// Returns whether an occurrence is no part of a longer name.
fn is_whole(text: &str, at: Range<usize>) -> bool {
    let continues = |letter: char| is_word(letter) || letter == '-';
    let starts_name = text[at.clone()].starts_with(is_word);
    let before = text[..at.start].chars().next_back().filter(|_| starts_name);
    let behind = text[at.end..].chars().next();
    !before.into_iter().chain(behind).any(continues)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_paths_and_dotted_names_up_to_a_parameter() {
        let check = |text: &str, expected: &[&str]| {
            let mut entries = Vec::new();
            add_entries(&mut entries, text);
            assert_eq!(entries, expected, "{text}");
        };
        check("@app.get('/users/{id}')", &["/users"]);
        check("router.post(\"users.update\", auth())", &["users.update"]);
        check("router.get('/users/:id/posts', show)", &["/users"]);
        check("path('<int:id>/', show, name='user')", &[]);
        check("@task(name='users:export')", &["users:export"]);
        check("import './users'", &[]);
        check("@doc(\"Shows a user. Or two.\")", &[]);
    }
}
