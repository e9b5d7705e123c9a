//! Calls of functions by the fields that hold them: `self.handle = self.save` makes
//! `self.handle(…)` a call of `save`, and so does `new Client({ handle: save })` where the client's
//! options have the member. No account has them, since they do not name the function.

use super::project::{Def, FileIndex, Project, Unit};
use super::resolve::fields_holding;
use super::rule::Rule;
use super::use_searches::{HeldByName, UseSearches};
use crate::domain::{Cancelled, Certainty, is_word};
use crate::workspace::names::{Qualifier, Role, Span, Use};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

/// Limit of the bytes before a name that are looked at.
const MAX_BEFORE: usize = 400;

/// Maximum number of names of fields that are looked for, and of files in which one of them is
/// called: beyond it only those beside a file that sets the field are read.
const MAX_FIELDS: usize = 32;
const MAX_FILES: usize = 64;

/// A call of a function that does not name it: of a field, or of what it is given for.
pub(super) struct FieldCall {
    pub(super) unit: Arc<Unit>,
    pub(super) span: Span,
    pub(super) certainty: Certainty,
    pub(super) rule: Rule,
    pub(super) field: Option<Def>,
}

/// The calls of one group of definitions.
#[derive(Default)]
pub(super) struct FieldCalls {
    pub(super) calls: Vec<FieldCall>,
    /// Files that may contain more but were not searched.
    pub(super) skipped: Vec<FileIndex>,
}

/// Returns, for each group of definitions called `name`, the calls of the fields that hold it.
pub(super) fn calls_of_fields(
    name: &str,
    groups: &[Vec<Def>],
    searches: &mut UseSearches<'_, '_, '_>,
) -> Result<Vec<FieldCalls>, Cancelled> {
    let project = searches.project;
    let mut found: Vec<FieldCalls> = groups.iter().map(|_| FieldCalls::default()).collect();
    let may_be_held = |def: &Def| {
        let unit = project.get(*def).map(|(unit, _)| unit);
        unit.is_some_and(|unit| unit.rules().fields_hold_functions) && project.is_callable(*def)
    };
    if !groups.iter().flatten().any(may_be_held) {
        return Ok(found);
    }
    let by_name = by_name(name, searches)?;
    for (group, found) in groups.iter().zip(&mut found) {
        let above = match by_name.calls.is_empty() {
            true => Vec::new(),
            false => project.overridden_by(group),
        };
        for (unit, call, held) in &by_name.calls {
            let is_in = |defs: &[Def]| held.functions.iter().any(|def| defs.contains(def));
            let certainty = match is_in(group) {
                true => held.certainty,
                false if is_in(&above) => Certainty::Possible,
                false => continue,
            };
            let (unit, span, field) = (Arc::clone(unit), call.span, held.field);
            let rule = Rule::HeldByField;
            found.calls.push(FieldCall { unit, span, certainty, rule, field });
        }
        if group.iter().any(may_be_held) {
            found.skipped.clone_from(&by_name.skipped);
        }
    }
    Ok(found)
}

/// Returns the calls of the fields that hold something of a name, found once for a question.
fn by_name(
    name: &str,
    searches: &mut UseSearches<'_, '_, '_>,
) -> Result<Rc<HeldByName>, Cancelled> {
    if let Some(known) = searches.held.get(name) {
        return Ok(Rc::clone(known));
    }
    let project = searches.project;
    let mut fields: BTreeSet<String> = BTreeSet::new();
    let (setting, mut skipped) = files(searches, name, is_set_to)?;
    for unit in &setting {
        let names = fields_holding(unit, name).map(|field| field.name.of(unit.content()));
        fields.extend(names.map(str::to_owned));
        fields.extend(project.keys_holding(unit, name));
    }
    if fields.len() > MAX_FIELDS {
        skipped.extend(setting.iter().map(|unit| unit.file));
    }
    let fields: Vec<&str> = fields.iter().map(String::as_str).take(MAX_FIELDS).collect();
    project.find_mentions(&fields)?;
    let mut calls: Vec<(Arc<Unit>, Use)> = Vec::new();
    for field in fields {
        let (units, left) = files(searches, field, is_called)?;
        let (units, far) = near(project, units, &setting);
        skipped.extend(left.into_iter().chain(far));
        for unit in units {
            let called = unit.names().uses_of(unit.content(), field).filter(|found| {
                found.role == Role::Call && matches!(found.qualifier, Qualifier::Receiver(_))
            });
            calls.extend(called.map(|found| (Arc::clone(&unit), *found)));
        }
    }
    let held = project.held_by_fields(&calls)?;
    let known = calls.into_iter().zip(held);
    let known = known.filter_map(|((unit, call), held)| Some((unit, call, held?)));
    let found = Rc::new(HeldByName { calls: known.collect(), skipped });
    searches.held.insert(name.to_owned(), Rc::clone(&found));
    Ok(found)
}

/// Returns the files in which fields hold functions and a place of a name is of a form, as far as
/// they are read.
fn files(
    searches: &mut UseSearches<'_, '_, '_>,
    name: &str,
    is_of_form: impl Fn(&str, usize, usize) -> bool,
) -> Result<(Vec<Arc<Unit>>, Vec<FileIndex>), Cancelled> {
    let project = searches.project;
    let mentions = project.mentions_in_code(name)?;
    let (mut files, mut skipped) = (Vec::new(), Vec::new());
    for found in mentions.files.iter().filter(|found| found.hints.may_use) {
        project.snapshot.cancel().check()?;
        let entry = project.entry(found.file);
        if !entry.language.is_some_and(|language| language.config.graph.fields_hold_functions) {
            continue;
        }
        let Ok(text) = project.snapshot.text(&entry.path) else { continue };
        if !found.offsets.iter().any(|at| is_of_form(&text.content, *at, name.len())) {
            continue;
        }
        match searches.budget.deduct_of_fields(project, found.file) {
            true => files.push(found.file),
            false => skipped.push(found.file),
        }
    }
    Ok((project.read_all(&files)?, skipped))
}

/// Returns whether a name may be what something is set to: a sign of that stands before it, on its
/// line or on the one above, or the colon of a key directly, and no parenthesis behind it.
fn is_set_to(text: &str, at: usize, length: usize) -> bool {
    let Some((before, behind)) = around(text, at, length) else { return false };
    let mut lines = before.rsplitn(3, '\n').take(2);
    let is_of_path = |letter: char| is_word(letter) || letter == '.';
    let is_value = before.trim_end_matches(is_of_path).trim_end().ends_with(':');
    (is_value || lines.any(|line| line.contains('='))) && !behind.starts_with('(')
}

/// Returns whether a name may be called as a member: `this.handle?.(…)`.
fn is_called(text: &str, at: usize, length: usize) -> bool {
    let Some((before, behind)) = around(text, at, length) else { return false };
    let behind = behind.trim_start_matches(['?', '!', '.', ' ']);
    before.ends_with(['.', ' ', '\n', '\t']) && behind.starts_with(['(', '<'])
}

/// Returns what stands near before a name and behind it; `None` if the text has changed since the
/// name was found.
fn around(text: &str, at: usize, length: usize) -> Option<(&str, &str)> {
    let (before, behind) = (text.get(..at)?, text.get(at + length..)?);
    let near = before.floor_char_boundary(at.saturating_sub(MAX_BEFORE));
    Some((&before[near..], behind))
}

/// Returns the units that are looked at: where they are many, those beside what sets a field.
fn near(
    project: &Project<'_>,
    units: Vec<Arc<Unit>>,
    setting: &[Arc<Unit>],
) -> (Vec<Arc<Unit>>, Vec<FileIndex>) {
    let directory =
        |unit: &Unit| super::project::split_path(&project.entry(unit.file).path.display).0;
    if units.len() <= MAX_FILES {
        return (units, Vec::new());
    }
    let beside: BTreeSet<&str> = setting.iter().map(|unit| directory(unit)).collect();
    let (near, far): (Vec<_>, Vec<_>) =
        units.into_iter().partition(|unit| beside.contains(directory(unit)));
    (near, far.into_iter().map(|unit| unit.file).collect())
}
