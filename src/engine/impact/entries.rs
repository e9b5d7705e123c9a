//! Tests that reach a target by what no name leads to: the address of a route, the name of a
//! command or of an event. A dependent is registered for it; a test sends it.

use super::assemble::Affected;
use super::registered::Registered;
use super::routes::{Route, method_of};
use crate::domain::{Cancelled, Certainty, FileLine, Symbol, is_word};
use crate::engine::graph::project::{Project, Unit};
use crate::engine::graph::target::Definition;
use crate::engine::graph::{Hop, Node, ReferenceRole};
use crate::lang::{Language, LanguageRole};
use aho_corasick::AhoCorasick;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

/// Limit of the entries that are looked for, and of the dependents that are looked at for them.
const MAX_ENTRIES: usize = 16;
const MAX_DEPENDENTS: usize = 64;

/// Lengths of an entry in bytes: a shorter one is too common, a longer one is no name.
const MIN_LENGTH: usize = 5;
const MAX_LENGTH: usize = 80;

/// Places of a name in tests from which on it is too common to say anything, and those of a route,
/// which is written as one.
const MAX_PLACES: usize = 60;
const MAX_PLACES_OF_ROUTE: usize = 500;

/// Functions and decorators that register paths, beside those called after methods of requests.
const REGISTERING: [&str; 8] =
    ["path", "re_path", "route", "api_route", "url", "controller", "requestmapping", "resource"];

/// Tests that name what the target or a dependent of it is registered for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct EntryTests {
    /// As it is registered: `POST /users/{id}`, `users.update`.
    pub entry: String,
    /// Where test code names it, in the order of files and lines.
    pub places: Vec<FileLine>,
    /// The tests around these places.
    pub tests: Vec<FileLine>,
    #[serde(skip)]
    pub is_route: bool,
}

/// The tests that name entries, and the routes that none is known to name.
pub(super) struct ByEntry {
    pub(super) tests: Vec<EntryTests>,
    pub(super) unasked: Vec<String>,
}

/// What something is registered for.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Entry {
    /// The name of a command or of an event.
    Name(String),
    Route(Route),
}

/// What of an entry a text has.
#[derive(Debug, Clone, Copy)]
enum Mark {
    Whole,
    /// The end of a route, behind which the rest may be put while the test runs.
    End,
}

impl Entry {
    /// Returns the texts by which tests are searched for it.
    fn marks(&self) -> impl Iterator<Item = (Mark, &str)> {
        let (name, end) = match self {
            Entry::Name(name) => (Some(name.as_str()), None),
            Entry::Route(route) => (route.mark(), route.end()),
        };
        let whole = name.map(|name| (Mark::Whole, name));
        whole.into_iter().chain(end.map(|end| (Mark::End, end)))
    }

    fn is_named_at(&self, mark: Mark, text: &str, at: Range<usize>) -> bool {
        match (self, mark) {
            (Entry::Name(_), _) => is_whole(text, at),
            (Entry::Route(route), Mark::Whole) => route.is_asked_at(text, at),
            (Entry::Route(route), Mark::End) => route.is_built_at(text, at.start),
        }
    }

    const fn most_places(&self) -> usize {
        match self {
            Entry::Name(_) => MAX_PLACES,
            Entry::Route(_) => MAX_PLACES_OF_ROUTE,
        }
    }
}

/// How the paths in a text are registered.
#[derive(Debug, Clone, Default)]
struct Registration {
    /// The method of requests, if another decorator tells it.
    method: Option<&'static str>,
    /// The path of the type around a handler.
    prefix: String,
}

/// Returns the tests that name what the target, its certain and likely dependents, and the further
/// functions that lead to it are registered for, the target's own first.
///
/// # Errors
/// If the request is cancelled.
pub(super) fn tests_by_entry(
    project: &Project<'_>,
    target: Option<&Definition>,
    affected: &[Affected],
    leading: &[Hop],
) -> Result<ByEntry, Cancelled> {
    let (mut entries, mut looked_at) = (Vec::new(), HashSet::new());
    let mut registered = Registered::new(project);
    if let Some(place) = target.map(Definition::main) {
        let (file, symbol) = (&place.file.path.display, &place.symbol);
        add_decorators(project, &mut entries, (file, symbol.line, &symbol.name));
        let of = (file, symbol.line, symbol.name.as_str());
        add_registered(&mut registered, &mut entries, of)?;
    }
    let likely = affected.iter().filter(|row| row.certainty != Certainty::Possible);
    for row in likely.filter(|row| !row.node.is_test).take(MAX_DEPENDENTS) {
        add_of(project, &mut entries, row);
        if let Node { file: Some(file), line: Some(line), name, .. } = &row.node {
            looked_at.insert((Arc::clone(file), *line));
            add_registered(&mut registered, &mut entries, (file, *line, name))?;
        }
    }
    for Hop { file, line, name, .. } in leading.iter().take(MAX_DEPENDENTS) {
        if looked_at.insert((Arc::clone(file), *line)) {
            add_decorators(project, &mut entries, (file, *line, name));
            add_registered(&mut registered, &mut entries, (file, *line, name))?;
        }
    }
    entries.truncate(MAX_ENTRIES);
    let mut found = named_in_tests(project, entries)?;
    if let Some(language) = target.map(|target| target.main().language) {
        found.iter_mut().for_each(|tests| tests.keep_nearest(project, language));
    }
    let unasked = found.iter().filter(|tests| tests.is_route && tests.places.is_empty());
    let unasked = unasked.map(|tests| tests.entry.clone()).collect();
    let most = |tests: &EntryTests| if tests.is_route { MAX_PLACES_OF_ROUTE } else { MAX_PLACES };
    found.retain(|tests| (1..=most(tests)).contains(&tests.places.len()));
    Ok(ByEntry { tests: found, unasked })
}

/// Adds what a dependent is registered for: by decorators, by the statement around a callback, or
/// where it is handed on as a value.
fn add_of(project: &Project<'_>, entries: &mut Vec<Entry>, row: &Affected) {
    let Node { file: Some(file), line: Some(line), name, .. } = &row.node else { return };
    add_decorators(project, entries, (file, *line, name));
    for found in &row.uses {
        let handed_on = (found.role == ReferenceRole::Read).then(|| found.site.shown());
        let around = found.site.within.as_deref();
        for text in handed_on.into_iter().chain(around) {
            add_entries(entries, text, &Registration::default());
        }
    }
}

/// Adds the routes that a definition, given by file, line and name, is registered for elsewhere.
fn add_registered(
    registered: &mut Registered<'_, '_>,
    entries: &mut Vec<Entry>,
    of: (&Arc<str>, usize, &str),
) -> Result<(), Cancelled> {
    for route in registered.routes_of(of)?.into_iter().map(Entry::Route) {
        if !entries.contains(&route) {
            entries.push(route);
        }
    }
    Ok(())
}

/// Adds the entries in the decorators of a definition, given by file, line and name.
fn add_decorators(
    project: &Project<'_>,
    entries: &mut Vec<Entry>,
    (file, line, name): (&Arc<str>, usize, &str),
) {
    let Some(unit) = project.displayed(file).and_then(|file| project.unit(file)) else { return };
    let mut named = unit.symbols_named(name);
    let Some((_, symbol)) = named.find(|(_, symbol)| symbol.line == line) else { return };
    let decorators = decorators(unit, symbol);
    let around = symbol.parent.map(|parent| self::decorators(unit, &unit.symbols()[parent]));
    let method = decorators.iter().find_map(|line| method_of(decorator_name(line)?));
    let mut outer = Vec::new();
    for line in around.into_iter().flatten() {
        add_paths(&mut outer, &line);
    }
    let registration =
        Registration { method, prefix: outer.into_iter().next().unwrap_or_default() };
    let before = entries.len();
    decorators.iter().for_each(|line| add_entries(entries, line, &registration));
    if method.is_some()
        && entries.len() == before
        && let Some(route) = Route::new(method, &registration.prefix).map(Entry::Route)
        && !entries.contains(&route)
    {
        entries.push(route);
    }
}

/// Returns the lines from the first decorator of a definition to its name.
fn decorators(unit: &Unit, symbol: &Symbol) -> Vec<String> {
    let lines = (symbol.first_line..=symbol.line).map(|line| unit.text.quoted_line(line));
    lines.skip_while(|line| !line.starts_with(['@', '[']) && !line.starts_with("#[")).collect()
}

/// Returns the name of the decorator at the beginning of a line.
fn decorator_name(line: &str) -> Option<&str> {
    let name = line.strip_prefix("#[").or_else(|| line.strip_prefix(['@', '[']))?;
    name.split(|letter: char| !is_word(letter) && letter != '.').next()
}

/// A string literal, with what is called with it as the first argument, in lower case.
struct Written<'t> {
    called: Option<String>,
    string: &'t str,
}

/// Returns the string literals of a text.
fn strings(text: &str) -> Vec<Written<'_>> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(['"', '\'', '`']) {
        let quote = &rest[start..=start];
        let behind = &rest[start + 1..];
        let Some(end) = behind.find(quote) else { break };
        let before = rest[..start].trim_end().strip_suffix('(').unwrap_or_default();
        let name = &before[before.trim_end_matches(is_word).len()..];
        let called = (!name.is_empty()).then(|| name.to_lowercase());
        found.push(Written { called, string: &behind[..end] });
        rest = &behind[end + 1..];
    }
    found
}

/// Adds the paths that a text registers.
fn add_paths(paths: &mut Vec<String>, text: &str) {
    for Written { called, string } in strings(text) {
        let registers = |name: &str| method_of(name).is_some() || REGISTERING.contains(&name);
        if string.starts_with('/') || called.as_deref().is_some_and(registers) {
            paths.push(string.to_owned());
        }
    }
}

/// Adds the string literals of a text that are entries.
fn add_entries(entries: &mut Vec<Entry>, text: &str, registration: &Registration) {
    for written in strings(text) {
        let called = written.called.as_deref();
        let method = called.and_then(method_of).or(registration.method);
        let registers = |name: &str| method_of(name).is_some() || REGISTERING.contains(&name);
        let path = written.string;
        let entry = if path.starts_with('/') || called.is_some_and(registers) {
            let prefix = registration.prefix.trim_end_matches('/');
            let whole = match prefix {
                "" => path.to_owned(),
                prefix => format!("{prefix}/{}", path.trim_start_matches('/')),
            };
            Route::new(method, &whole).map(Entry::Route)
        } else {
            name(path).map(Entry::Name)
        };
        if let Some(entry) = entry.filter(|entry| !entries.contains(entry)) {
            entries.push(entry);
        }
    }
}

/// Returns a string if it is the name of a command or of an event: `users.update`,
/// `users:export`.
fn name(string: &str) -> Option<String> {
    let is_name = |letter: char| is_word(letter) || matches!(letter, '.' | '-' | ':');
    let is_entry = (MIN_LENGTH..=MAX_LENGTH).contains(&string.len())
        && !string.starts_with('.')
        && string.contains(['.', ':'])
        && string.chars().any(char::is_alphabetic)
        && string.chars().all(is_name);
    is_entry.then(|| string.to_owned())
}

/// Returns where test code names each entry.
fn named_in_tests(
    project: &Project<'_>,
    entries: Vec<Entry>,
) -> Result<Vec<EntryTests>, Cancelled> {
    let of_entry = |(index, entry): (usize, &'_ Entry)| -> Vec<(usize, Mark, String)> {
        entry.marks().map(|(mark, text)| (index, mark, text.to_owned())).collect()
    };
    let marks: Vec<(usize, Mark, String)> = entries.iter().enumerate().flat_map(of_entry).collect();
    let Ok(search) = AhoCorasick::new(marks.iter().map(|(_, _, text)| text)) else {
        return Ok(Vec::new());
    };
    let mut found: Vec<EntryTests> = entries.iter().map(EntryTests::new).collect();
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
            let (index, mark, _) = marks[place.pattern().as_usize()];
            let entry = &entries[index];
            let tests = &mut found[index];
            if tests.places.len() > entry.most_places()
                || !entry.is_named_at(mark, &text.content, place.range())
            {
                continue;
            }
            let line = text.line_of(place.start());
            tests.add(project, &file.path.display, (place.start(), line));
        }
    }
    Ok(found)
}

impl EntryTests {
    fn new(entry: &Entry) -> Self {
        let (name, is_route) = match entry {
            Entry::Name(name) => (name.clone(), false),
            Entry::Route(route) => (route.name(), true),
        };
        Self { entry: name, places: Vec::new(), tests: Vec::new(), is_route }
    }

    /// Keeps those in the language of what answers the route, if there are any: those of others
    /// often speak to a stand-in for it.
    fn keep_nearest(&mut self, project: &Project<'_>, language: &'static Language) {
        let is_near = |place: &FileLine| {
            let of = project.displayed(&place.file).and_then(|file| project.entry(file).language);
            of.is_some_and(|of| of.config.graph.family == language.config.graph.family)
        };
        if self.is_route && self.tests.iter().any(is_near) {
            self.places.retain(is_near);
            self.tests.retain(is_near);
        }
    }

    /// Adds a place in a test file, given by byte and line.
    fn add(&mut self, project: &Project<'_>, file: &Arc<str>, (at, line): (usize, usize)) {
        let here = |line| FileLine { file: Arc::clone(file), line };
        if self.places.last() == Some(&here(line)) {
            return;
        }
        self.places.push(here(line));
        let unit = project.displayed(file).and_then(|index| project.unit(index));
        let mut tests = unit.map_or_else(Vec::new, |unit| match test_around(unit, at) {
            Some(test) => vec![test],
            None => readers_of_constant(unit, at),
        });
        if tests.is_empty() {
            tests.push(line);
        }
        for test in tests.into_iter().map(here) {
            if !self.tests.contains(&test) {
                self.tests.push(test);
            }
        }
    }
}

/// Returns the line of the test around a byte, else of the function around it.
pub(super) fn test_around(unit: &Unit, at: usize) -> Option<usize> {
    let test = unit.enclosing(at, |symbol| symbol.is_test_case && symbol.kind.is_callable());
    let test = test.or_else(|| unit.enclosing(at, |symbol| symbol.kind.is_callable()));
    Some(unit.symbol(test?).line)
}

/// Returns the lines of the tests in a file that read the constant or the field whose value is
/// around a byte: `ENDPOINT = "/api/users/"`.
fn readers_of_constant(unit: &Unit, at: usize) -> Vec<usize> {
    let constant = unit.enclosing(at, |symbol| symbol.kind.has_value());
    let Some(constant) = constant.map(|index| unit.symbol(index)) else { return Vec::new() };
    let reads = unit.names().uses_of(unit.content(), &constant.name);
    let mut tests: Vec<usize> =
        reads.filter_map(|read| test_around(unit, read.span.start as usize)).collect();
    tests.sort_unstable();
    tests.dedup();
    tests
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
    fn entries_are_routes_and_names() {
        let check = |text: &str, prefix: &str, expected: &[&str]| {
            let mut entries = Vec::new();
            let registration = Registration { method: None, prefix: prefix.to_owned() };
            add_entries(&mut entries, text, &registration);
            let names: Vec<String> =
                entries.iter().map(|entry| EntryTests::new(entry).entry).collect();
            assert_eq!(names, expected, "{text}");
        };
        check("@app.get('/users/{id}')", "", &["GET /users/{id}"]);
        check("router.post(\"users.update\", auth())", "", &["POST users.update"]);
        check("router.get('/users/:id/posts', show)", "", &["GET /users/:id/posts"]);
        check("path('users/<int:id>/', show, name='user')", "", &["users/<int:id>/"]);
        check("path('<int:id>/', show, name='user')", "", &[]);
        check("@PutMapping(\"/{id}\")", "/users", &["PUT /users/{id}"]);
        check("@Get(':id')", "users", &["GET users/:id"]);
        check("@PostMapping(value = \"/users\", consumes = \"application/json\")", "", &["/users"]);
        check("@task(name='users:export')", "", &["users:export"]);
        check("import './users'", "", &[]);
        check("@doc(\"Shows a user. Or two.\")", "", &[]);
    }
}
