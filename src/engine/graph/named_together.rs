//! Where a type is named together with one that implements it: a container is told to make the one
//! for the other, or a variable of the one is set to a value of the other. No header says so.

use super::answer::{Answer, Implementation};
use super::project::{Project, Unit};
use crate::domain::{Cancelled, and_more, is_word};
use crate::workspace::Text;
use crate::workspace::names::{Role, Use};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

/// Maximum number of places of the type's name that are looked at, and of files parsed for them.
const MAX_PLACES: usize = 3_000;
const MAX_FILES: usize = 32;

/// Limit of the places that are told.
const MAX_TOLD: usize = 16;

/// Lines before and behind a name in which its statement is looked for.
const MAX_LINES: usize = 2;

/// Where a type is named together with one that it is asked about: those in tests behind others,
/// then by file and line.
type Place = (bool, Arc<str>, usize, String);

/// Notes where the types of implementations are named together with the type asked about.
pub(super) fn note_together(
    project: &Project<'_>,
    answers: &mut [Answer<Implementation>],
) -> Result<(), Cancelled> {
    for answer in answers {
        if !answer.target.as_ref().is_some_and(|of| of.main().symbol.kind.is_type()) {
            continue;
        }
        let types = answer.results.iter().map(|row| &row.node).filter(|node| node.kind.is_type());
        let names = types.map(|node| node.name.as_str()).filter(|name| *name != answer.name);
        let names: FxHashSet<&str> = names.collect();
        let places = places(project, &answer.name, &names)?;
        if !places.is_empty() {
            let told = told(&places);
            answer
                .evidence
                .add_note(format!("named with `{}` in one statement: {told}", answer.name));
        }
    }
    Ok(())
}

/// Returns the places as text: "setup.cs:12 DiskStore, 14 MemoryStore; test/use.cs:3 FakeStore".
fn told(places: &BTreeSet<Place>) -> String {
    let mut text = String::new();
    let mut last: Option<&Arc<str>> = None;
    for (_, file, line, name) in places.iter().take(MAX_TOLD) {
        text.push_str(&match last {
            Some(known) if known == file => format!(", {line} {name}"),
            Some(_) => format!("; {file}:{line} {name}"),
            None => format!("{file}:{line} {name}"),
        });
        last = Some(file);
    }
    text + &and_more(places.len().saturating_sub(MAX_TOLD))
}

/// Returns where one of `names` is named in one statement with the type called `of`.
fn places(
    project: &Project<'_>,
    of: &str,
    names: &FxHashSet<&str>,
) -> Result<BTreeSet<Place>, Cancelled> {
    let mut places = BTreeSet::new();
    if names.is_empty() {
        return Ok(places);
    }
    let (mut looked_at, mut parsed) = (0, 0);
    for found in project.mentions_in_code(of)?.files.iter().filter(|found| found.hints.may_use) {
        project.snapshot.cancel().check()?;
        looked_at += found.offsets.len();
        if looked_at > MAX_PLACES || parsed == MAX_FILES {
            break;
        }
        let entry = project.entry(found.file);
        let Ok(text) = project.snapshot.text(&entry.path) else { continue };
        let has_name = |statement: &Range<usize>| {
            let mut words = text.content[statement.clone()].split(|letter| !is_word(letter));
            words.any(|word| names.contains(word))
        };
        let statements = found.offsets.iter().map(|at| (*at, statement(&text, *at)));
        let near: Vec<(usize, Range<usize>)> =
            statements.filter(|(_, statement)| has_name(statement)).collect();
        if near.is_empty() {
            continue;
        }
        parsed += 1;
        let Some(unit) = project.unit(found.file) else { continue };
        for (at, statement) in near {
            let Some(base) = unit.names().use_at(at).filter(|base| is_meant(base)) else {
                continue;
            };
            for other in unit.names().uses_in(statement) {
                let name = other.span.of(unit.content());
                if names.contains(name) && is_made(unit, base, other) {
                    let line = unit.text.line_of(other.span.start as usize);
                    let file = Arc::clone(&entry.path.display);
                    places.insert((entry.class.is_test(), file, line, name.to_owned()));
                }
            }
        }
    }
    Ok(places)
}

/// Returns the bytes of the statement around a byte, as far as its lines say that it goes on.
fn statement(text: &Text, at: usize) -> Range<usize> {
    let goes_on = |line: usize| {
        text.line(line).is_some_and(|line| line.trim_end().ends_with(['(', ',', '<', '=', '.']))
    };
    let own = text.line_of(at);
    let before = (1..=MAX_LINES).take_while(|back| *back < own && goes_on(own - back)).count();
    let behind = (0..MAX_LINES).take_while(|ahead| goes_on(own + ahead)).count();
    let range = |line: usize| text.line_range(line).unwrap_or(at..at);
    range(own - before).start..range(own + behind).end
}

/// Returns whether a use of a type is none by which another is declared or imported.
fn is_meant(found: &Use) -> bool {
    !matches!(found.role, Role::Inherit | Role::Import | Role::ImportPath | Role::Label)
}

/// Returns whether a type that is named beside another is made or registered there: it is called,
/// handed on, or a type argument beside the other. The type of a parameter is none.
fn is_made(unit: &Unit, base: &Use, other: &Use) -> bool {
    let text = unit.content();
    let (first, second) = if base.span < other.span { (base, other) } else { (other, base) };
    let between = text.get(first.span.end as usize..second.span.start as usize).unwrap_or_default();
    let behind = &text[other.span.end as usize..];
    let are_arguments =
        || between.contains(',') && between.chars().all(|mark| mark.is_whitespace() || mark == ',');
    is_meant(other)
        && (other.role != Role::Type || are_arguments() || behind.starts_with(['.', ':']))
}
