//! Conditions under which functions make calls.

use super::answer::{Call, Site};
use super::enclosing::caller_at;
use super::project::{Project, Unit};
use crate::domain::{Cancelled, Certainty};
use crate::workspace::Conditions;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Limits of the calls of callers whose conditions are looked for, and of the bytes of their files:
/// each file has to be read once more.
const MAX_SITES: usize = 200;
const MAX_BYTES: u64 = 1_000_000;

/// Longest line, in bytes, of whose calls conditions are told: thousands may be on a longer one.
const LONGEST: usize = 1_000;

/// The innermost condition in a function under which it makes a call, and the last one before the
/// call which leaves the function, or goes on with a loop.
pub(in crate::engine) type CallConditions = [Option<String>; 2];

/// Returns the conditions of a call at a byte, as [`Conditions::innermost`] does.
pub(in crate::engine) fn conditions_at(
    project: &Project<'_>,
    unit: &Unit,
    at: usize,
) -> CallConditions {
    let Some(caller) = caller_at(unit, at) else { return [None, None] };
    let around = unit.symbol(caller).bytes.clone();
    let conditions: Arc<Conditions> = project.snapshot.fact_of_text(&unit.entry, &unit.text);
    let found = conditions.innermost(at, &around);
    found.map(|found| found.map(|found| found.words(unit.content())))
}

/// Returns the conditions of a call at a place.
pub(in crate::engine) fn conditions_of(project: &Project<'_>, site: &Site) -> CallConditions {
    let unit = project.displayed(&site.file).and_then(|file| project.unit(file));
    let found = unit.and_then(|unit| {
        let line = unit.text.line_range(site.line).filter(|line| line.len() <= LONGEST)?;
        let place = |start: usize| unit.text.position(start);
        let uses = unit.names().uses_in(line).iter().map(|found| found.span.start as usize);
        let mut at = uses.filter(|start| place(*start) == (site.line, site.column));
        Some(conditions_at(project, unit, at.next()?))
    });
    found.unwrap_or_default()
}

/// Adds to the calls of the first callers the conditions under which they are made. Tests are left
/// out, in which nearly all calls are made, and what is only possible.
pub(super) fn add_conditions<'a>(
    project: &Project<'_>,
    rows: impl Iterator<Item = &'a mut Call>,
) -> Result<(), Cancelled> {
    let mut read: BTreeSet<Arc<str>> = BTreeSet::new();
    let (mut bytes, mut sites) = (0, 0);
    let is_told = |row: &&mut Call| !row.node.is_test && row.certainty < Certainty::Possible;
    for site in rows.filter(is_told).flat_map(|row| &mut row.sites) {
        project.snapshot.cancel().check()?;
        let size = project.displayed(&site.file).map_or(0, |file| project.entry(file).stamp.size);
        if read.insert(Arc::clone(&site.file)) {
            bytes += size;
        }
        sites += 1;
        if bytes > MAX_BYTES || sites > MAX_SITES {
            break;
        }
        site.set_conditions(conditions_of(project, site));
    }
    Ok(())
}

/// Returns what several calls have in common, each if all have the same.
pub(in crate::engine) fn shared(calls: impl Iterator<Item = CallConditions>) -> CallConditions {
    let same =
        |one: Option<String>, other: Option<String>| one.filter(|one| other.as_ref() == Some(one));
    let shared = |[condition, guard]: CallConditions, [other, other_guard]: CallConditions| {
        [same(condition, other), same(guard, other_guard)]
    };
    calls.reduce(shared).unwrap_or_default()
}
