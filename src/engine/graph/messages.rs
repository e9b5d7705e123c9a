//! Calls by the type of what is sent: where `handle(Saved event)` is called with what others send,
//! code that makes a `Saved` may call it. Which object is sent where is not known, so that such a
//! call is possible at most.

use super::body_calls::{BodyCall, CallNames, resolve};
use super::enclosing::caller_at;
use super::held_calls::{FieldCall, FieldCalls};
use super::project::{Def, Project, Unit};
use super::resolve::{Resolution, passed_parameters, written_name};
use super::rule::Rule;
use super::sent_values::{before_value, is_made, word_before, word_behind};
use super::taken_types::is_called_with_sent;
use crate::domain::{Cancelled, Certainty};
use crate::workspace::names::{Role, Use};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Maximum number of files that name a type whose values are sent, of places that make one, and of
/// places that are looked at. What is made in more is no message.
const MAX_FILES: usize = 120;
const MAX_PLACES: usize = 60;
const MAX_LOOKED_AT: usize = 400;

/// Words before a value that is not sent, but ends what runs.
const THROWING: [&str; 2] = ["raise", "throw"];

/// Returns, for each group of definitions called `name`, the places that make what they take.
pub(super) fn calls_of_messages(
    project: &Project<'_>,
    name: &str,
    groups: &[Vec<Def>],
) -> Result<Vec<FieldCalls>, Cancelled> {
    let names = CallNames::new(project);
    let mut found = Vec::with_capacity(groups.len());
    for group in groups {
        let mut calls = Vec::new();
        for taken in group.iter().filter_map(|def| taken_by(project, *def)) {
            calls.extend(made(&names, name, taken)?);
        }
        found.push(FieldCalls { calls, skipped: Vec::new() });
    }
    Ok(found)
}

/// Returns the type of the first parameter of a function, if it is called with such values by what
/// does not name it.
fn taken_by(project: &Project<'_>, def: Def) -> Option<BodyCall> {
    let (unit, symbol) = project.get(def).filter(|_| project.is_callable(def))?;
    let function = unit.symbol(symbol);
    let of = written_name(unit, passed_parameters(unit, function).next()?)?;
    let name_use = *unit.names().use_at(of.start as usize)?;
    let is_taken = is_called_with_sent(unit, function, of.of(unit.content()));
    is_taken.then(|| BodyCall { unit: Arc::clone(unit), name_use, of: def })
}

/// Returns where values of a type of the project are made by what does not call `name` itself.
fn made(
    names: &CallNames<'_, '_>,
    name: &str,
    taken: BodyCall,
) -> Result<Vec<FieldCall>, Cancelled> {
    let project = names.project;
    let word = taken.name().to_owned();
    let family = taken.unit.rules().family;
    let types = meant(names, &[taken])?.into_iter().next().unwrap_or_default();
    let mentions = project.mentions_in_code(&word)?;
    if types.is_empty() || mentions.files.len() > MAX_FILES {
        return Ok(Vec::new());
    }
    let mut makings = Vec::new();
    for mention in &mentions.files {
        project.snapshot.cancel().check()?;
        let language = project.entry(mention.file).language;
        if language.is_none_or(|of| of.config.graph.family != family) {
            continue;
        }
        let Some(unit) = project.unit(mention.file) else { continue };
        let at = |offset: &usize| unit.names().use_at(*offset).copied();
        let uses = mention.offsets.iter().filter_map(at).filter(|found| makes(unit, found));
        let uses = uses.take(MAX_LOOKED_AT + 1 - makings.len());
        makings.extend(uses.filter_map(|name_use| {
            let symbol = caller_at(unit, name_use.span.start as usize)?;
            let calls_itself = || calls(unit, symbol, name);
            let of = Def { file: unit.file, symbol };
            (!calls_itself()).then(|| BodyCall { unit: Arc::clone(unit), name_use, of })
        }));
        if makings.len() > MAX_LOOKED_AT {
            return Ok(Vec::new());
        }
    }
    let is_one = |of: &Def| {
        types.contains(of) || project.owner_types(*of).iter().any(|of| types.contains(of))
    };
    let resolved = meant(names, &makings)?;
    let own = makings.into_iter().zip(resolved);
    let own = own.filter(|(_, meant)| meant.iter().any(is_one));
    let calls: Vec<FieldCall> = own
        .map(|(making, _)| FieldCall {
            span: making.name_use.span,
            unit: making.unit,
            certainty: Certainty::Possible,
            rule: Rule::SentByType,
            field: None,
        })
        .collect();
    Ok(if calls.len() > MAX_PLACES { Vec::new() } else { calls })
}

/// Returns whether a value is made at the name of its type, or sent by a member of that type.
fn makes(unit: &Unit, name_use: &Use) -> bool {
    let text = unit.content();
    if unit.symbol_named_at(name_use.span.start as usize).is_some() {
        return false;
    }
    let (before, behind) = text.split_at(name_use.span.end as usize);
    let before = before_value(&before[..name_use.span.start as usize]);
    if THROWING.contains(&word_before(before)) {
        return false;
    }
    let member = behind.trim_start().trim_start_matches([':', '.', '-', '>']);
    let sending = &unit.language.config.events.sending;
    is_made(behind) || sending.iter().any(|word| word == word_behind(member))
}

/// Returns whether a function calls something by a name.
fn calls(unit: &Unit, symbol: u32, name: &str) -> bool {
    let uses = unit.names().uses_in(unit.symbol(symbol).bytes.clone());
    let mut uses = uses.iter().filter(|found| found.role == Role::Call);
    uses.any(|found| found.span.of(unit.content()) == name)
}

/// Returns what each of some uses may mean.
fn meant(names: &CallNames<'_, '_>, uses: &[BodyCall]) -> Result<Vec<BTreeSet<Def>>, Cancelled> {
    let resolved = resolve(names, uses)?;
    let meant = resolved.into_iter().map(Resolution::into_meanings);
    Ok(meant.map(|all| all.into_iter().map(|of| of.def).collect()).collect())
}
