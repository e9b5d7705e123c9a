//! Conditions under which functions make calls.

use super::enclosing::caller_at;
use super::project::{Project, Unit};
use crate::workspace::Conditions;
use std::sync::Arc;

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

/// Returns what several calls have in common, each if all have the same.
pub(in crate::engine) fn shared(calls: impl Iterator<Item = CallConditions>) -> CallConditions {
    let same =
        |one: Option<String>, other: Option<String>| one.filter(|one| other.as_ref() == Some(one));
    let shared = |[condition, guard]: CallConditions, [other, other_guard]: CallConditions| {
        [same(condition, other), same(guard, other_guard)]
    };
    calls.reduce(shared).unwrap_or_default()
}
