//! Functions that implement an interface of one method: those without a name, and references to
//! functions, where they are given for it.

use super::answer::Implementation;
use super::brackets::end_before;
use super::nameless::row;
use super::project::{Def, FileIndex, Project, Unit, may_be_code};
use super::resolve::{has_parameters, parameters};
use super::rule::Rule;
use super::subtypes::subtypes;
use super::uses::ParseBudget;
use crate::domain::{Cancelled, SymbolKind, is_word};
use crate::lang::Language;
use crate::workspace::MentioningFile;
use rayon::prelude::*;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Maximum length of the arguments of a call in which a function is looked for, in bytes.
const MAX_ARGUMENTS: usize = 20_000;

/// Maximum number of names of functions that take one of the types.
const MAX_TAKING: usize = 100;

/// Implementations that are no definitions.
type Found = Vec<(FileIndex, Implementation)>;

/// Returns the functions that are given for one of some types, each at the line where it begins,
/// under the name of the method that it stands for.
pub(super) fn functions(
    project: &Project<'_>,
    types: &[Def],
    skipped: &mut BTreeSet<FileIndex>,
    budget: &mut ParseBudget,
) -> Result<Found, Cancelled> {
    let methods: BTreeMap<Def, Def> = project.functional(types).into_iter().collect();
    let mut found = given(project, &methods, skipped, budget)?;
    for (_, row) in &mut found {
        row.overrides = vec![row.node.name.clone()];
    }
    Ok(found)
}

/// Returns the functions that stand for one of the members of a group.
pub(super) fn functions_for_members(
    project: &Project<'_>,
    group: &[Def],
    skipped: &mut BTreeSet<FileIndex>,
    budget: &mut ParseBudget,
) -> Result<Found, Cancelled> {
    let mut types: Vec<Def> = group.iter().flat_map(|def| project.owner_types(*def)).collect();
    if project.functional(&types).is_empty() {
        return Ok(Vec::new());
    }
    let (below, _) = subtypes(project, &types, skipped, budget)?;
    types.extend(below.into_keys().filter(|def| project.is_type(*def)));
    let name = |def: Def| project.get(def).map(|(unit, symbol)| &unit.symbol(symbol).name);
    let names: BTreeSet<&String> = group.iter().filter_map(|def| name(*def)).collect();
    let mut methods: BTreeMap<Def, Def> = project.functional(&types).into_iter().collect();
    methods.retain(|_, method| name(*method).is_some_and(|name| names.contains(name)));
    given(project, &methods, skipped, budget)
}

/// Returns the functions that are given for types, each with the method that it stands for.
fn given(
    project: &Project<'_>,
    methods: &BTreeMap<Def, Def>,
    skipped: &mut BTreeSet<FileIndex>,
    budget: &mut ParseBudget,
) -> Result<Found, Cancelled> {
    let targets: BTreeSet<Def> = methods.keys().copied().collect();
    if targets.is_empty() {
        return Ok(Vec::new());
    }
    let names: BTreeSet<&str> = targets.iter().filter_map(|of| name_of(project, *of)).collect();
    let languages = languages(project, &targets);
    let may_use = |found: &MentioningFile| found.hints.may_use;
    let naming = files(project, &names, &languages, &may_use, skipped, budget)?;
    let naming = project.read_all(&naming)?;
    let taking: Vec<BTreeSet<&str>> =
        naming.par_iter().map(|unit| taking(project, unit, &names, &targets)).collect();
    project.snapshot.cancel().check()?;
    let taking: BTreeSet<&str> = taking.into_iter().flatten().collect();
    let looked_for: BTreeSet<&str> = taking.iter().copied().take(MAX_TAKING).collect();
    let is_given = |found: &MentioningFile| {
        let may_give = found.hints.may_call || found.hints.may_set || found.hints.may_inherit;
        may_give && gives_function(project, found)
    };
    let calling = files(project, &looked_for, &languages, &is_given, skipped, budget)?;
    for name in taking.iter().skip(MAX_TAKING) {
        skipped.extend(project.mentions_in_code(name)?.files.iter().map(|found| found.file));
    }
    let mut units: BTreeMap<FileIndex, Arc<Unit>> =
        naming.iter().map(|unit| (unit.file, Arc::clone(unit))).collect();
    units.extend(project.read_all(&calling)?.into_iter().map(|unit| (unit.file, unit)));
    let units: Vec<Arc<Unit>> = units.into_values().collect();
    let found: Vec<Found> =
        units.par_iter().map(|unit| in_file(project, unit, methods, &targets)).collect();
    project.snapshot.cancel().check()?;
    Ok(found.into_iter().flatten().collect())
}

fn in_file(
    project: &Project<'_>,
    unit: &Unit,
    methods: &BTreeMap<Def, Def>,
    targets: &BTreeSet<Def>,
) -> Found {
    let Some(unit) = project.unit(unit.file) else { return Vec::new() };
    let given = project.functions_given(unit, targets).into_iter();
    let found = given.filter_map(|given| {
        let name = name_of(project, *methods.get(&given.of)?)?;
        let mut found = row(unit, given.span, name, given.certainty, Rule::WrittenFor);
        found.node.kind = SymbolKind::Function;
        Some((unit.file, found))
    });
    found.collect()
}

fn name_of<'p>(project: &'p Project<'_>, def: Def) -> Option<&'p str> {
    project.get(def).map(|(unit, symbol)| unit.symbol(symbol).name.as_str())
}

fn languages(project: &Project<'_>, defs: &BTreeSet<Def>) -> Vec<&'static Language> {
    let mut languages: Vec<&'static Language> = Vec::new();
    for (unit, _) in defs.iter().filter_map(|def| project.get(*def)) {
        if !languages.contains(&unit.language) {
            languages.push(unit.language);
        }
    }
    languages
}

/// Returns the files with one of some names that are `wanted`, as far as the budget goes; the
/// others are added to `skipped`.
fn files(
    project: &Project<'_>,
    names: &BTreeSet<&str>,
    languages: &[&'static Language],
    wanted: &(dyn Fn(&MentioningFile) -> bool + Sync),
    skipped: &mut BTreeSet<FileIndex>,
    budget: &mut ParseBudget,
) -> Result<Vec<FileIndex>, Cancelled> {
    let all: Vec<&str> = names.iter().copied().collect();
    project.find_mentions(&all)?;
    let mut files: BTreeSet<FileIndex> = BTreeSet::new();
    for name in names {
        project.snapshot.cancel().check()?;
        let mentions = project.mentions_in_code(name)?;
        let is_seen = |found: &&MentioningFile| {
            let entry = project.entry(found.file);
            let may_use =
                |language: &Language| languages.iter().any(|of| of.is_used_with(language));
            may_be_code(entry) && entry.language.is_some_and(may_use) && wanted(found)
        };
        files.extend(
            mentions.files.par_iter().filter(is_seen).map(|of| of.file).collect::<Vec<_>>(),
        );
    }
    let (taken, left): (Vec<FileIndex>, Vec<FileIndex>) =
        files.into_iter().partition(|file| budget.deduct(project, *file));
    skipped.extend(left);
    Ok(taken)
}

/// Returns whether what may be the arguments of a call in a file, or what a name is set to, holds a
/// function without a name or a reference to one.
fn gives_function(project: &Project<'_>, found: &MentioningFile) -> bool {
    let entry = project.entry(found.file);
    let Some(language) = entry.language else { return false };
    let marks = &language.config.graph.function_marks;
    // A file that cannot be read is counted where it is parsed.
    let Ok(text) = project.snapshot.text(&entry.path) else { return true };
    let text = &text.content;
    found.offsets.iter().any(|at| {
        let behind = text.get(*at..).unwrap_or_default().trim_start_matches(is_word);
        let start = text.len() - behind.len();
        let space = behind.len() - behind.trim_start().len();
        let end = text.len().min(start + space + MAX_ARGUMENTS);
        let first = behind.trim_start().bytes().next().unwrap_or_default();
        let end = match first {
            b'<' => end,
            b'(' | b'{' | b'=' => {
                let range = start + space..text.floor_char_boundary(end);
                end_before(text, range, quoted_in(text), |byte| byte == b';')
            }
            _ => return false,
        };
        let end = text.floor_char_boundary(end);
        let given = text.get(start..end).unwrap_or_default();
        marks.iter().any(|mark| given.contains(mark.as_str()))
    })
}

/// Returns what tells whether a byte of a text stands in a string, as far as its line tells, for
/// the bytes of a piece of code one after the other: a line may be as long as the file.
fn quoted_in(text: &str) -> impl Fn(usize) -> bool {
    let is_quoted = Cell::new(false);
    move |at| {
        match text.as_bytes()[at] {
            b'"' => is_quoted.set(!is_quoted.get()),
            b'\n' => is_quoted.set(false),
            _ => {}
        }
        is_quoted.get()
    }
}

/// Returns the names of the functions and fields of a file, and of the types whose constructors it
/// has, that take a function for one of some types, which have these names.
fn taking<'p>(
    project: &'p Project<'_>,
    unit: &Unit,
    names: &BTreeSet<&str>,
    targets: &BTreeSet<Def>,
) -> BTreeSet<&'p str> {
    let Some(unit) = project.unit(unit.file) else { return BTreeSet::new() };
    let facts = unit.names();
    let is_of = |written| {
        let name = facts.name_of_type(unit.content(), written);
        name.is_some_and(|name| names.contains(name)) && project.is_written(unit, written, targets)
    };
    let mut taking = BTreeSet::new();
    for (symbol, index) in unit.symbols().iter().zip(0..) {
        let def = Def { file: unit.file, symbol: index };
        if !symbol.kind.is_callable() && !has_parameters(project, def) {
            continue;
        }
        if parameters(unit, symbol).any(|each| each.origin.annotation.is_some_and(is_of)) {
            let parent = symbol.parent.map(|parent| &unit.symbols()[parent]);
            let made = parent.filter(|_| symbol.kind == SymbolKind::Constructor);
            taking.insert(made.map_or(symbol.name.as_str(), |of| of.name.as_str()));
        }
    }
    let fields = facts.fields.iter().filter(|field| field.origin.annotation.is_some_and(is_of));
    taking.extend(fields.map(|field| field.name.of(unit.content())));
    taking
}
