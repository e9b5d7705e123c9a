//! Decorators and supertypes by which a framework may call what no code of the project calls.

use super::account::{Explanation, explain};
use super::answer::FrameworkEntry;
use super::callers::hop;
use super::decorators::{decorators, path_before};
use super::project::{Def, Project, Unit};
use super::target::candidates;
use crate::domain::{Cancelled, SymbolKind, is_word};
use crate::workspace::names::Use;
use std::sync::Arc;

/// Maximum number of definitions whose decorators are looked at.
const MAX_LOOKED_AT: usize = 16;

/// Limit of the methods without decorators that are told.
const MAX_HOOKS: usize = 12;

/// Returns which of some definitions a framework may call, with the decorators that say so.
pub(in crate::engine) fn framework_entries(
    project: &Project<'_>,
    defs: &[Def],
) -> Result<Vec<FrameworkEntry>, Cancelled> {
    let is_decorated = |def: &&Def| {
        project
            .get(**def)
            .is_some_and(|(unit, symbol)| decorators(unit, unit.symbol(symbol)).next().is_some())
    };
    let mut entries = Vec::new();
    for def in defs.iter().filter(is_decorated).take(MAX_LOOKED_AT) {
        let decorators = outside_decorators(project, &[*def])?;
        let of = hop(project, *def).filter(|_| !decorators.is_empty());
        entries.extend(of.map(|of| FrameworkEntry { of, decorators }));
    }
    Ok(entries)
}

/// Returns which of some definitions that nothing calls but perhaps by their names are methods
/// without decorators, which a framework may call by its own rules: hooks, handlers, what a thread
/// runs. What the language calls by itself is none.
/// What has the target's name itself goes with the target.
pub(in crate::engine) fn hook_entries(
    project: &Project<'_>,
    target: &[Def],
    defs: &[Def],
) -> Vec<FrameworkEntry> {
    let named = |def: Def| project.get(def).map(|(unit, index)| unit.symbol(index).name.as_str());
    let is_hook = |def: &&Def| {
        project.get(**def).is_some_and(|(unit, index)| {
            let symbol = unit.symbol(index);
            symbol.kind == SymbolKind::Method
                && target.iter().all(|of| named(*of) != Some(&symbol.name))
                && !symbol.name.starts_with("__")
                && !symbol.is_test
                && !unit.facts().class.is_test()
                && decorators(unit, symbol).next().is_none()
        })
    };
    let hooks = defs.iter().filter(is_hook).take(MAX_HOOKS).filter_map(|def| hop(project, *def));
    hooks.map(|of| FrameworkEntry { of, decorators: Vec::new() }).collect()
}

/// Returns the decorators of some definitions that are from outside the project and no mere
/// markers, as they are written, each once: `@BeforeCreate`.
pub(in crate::engine) fn outside_decorators(
    project: &Project<'_>,
    group: &[Def],
) -> Result<Vec<String>, Cancelled> {
    let mut found = Vec::new();
    for (unit, index) in group.iter().filter_map(|def| project.get(*def)) {
        let symbol = unit.symbol(index);
        let markers = &unit.rules().markers;
        if markers.is_empty() || !symbol.kind.is_callable() {
            continue;
        }
        for decorator in decorators(unit, symbol) {
            let name = decorator.span.of(unit.content());
            if markers.iter().any(|marker| marker == name)
                || !is_from_outside(project, unit, decorator)?
            {
                continue;
            }
            let written = as_written(unit, decorator);
            if !found.contains(&written) {
                found.push(written);
            }
        }
    }
    Ok(found)
}

/// Returns the types from outside the project of which some definitions override a member, as their
/// headers say, each once. None if the project has a member that they override.
pub(in crate::engine) fn outside_overridden(
    project: &Project<'_>,
    group: &[Def],
) -> Result<Vec<String>, Cancelled> {
    let says_it = |def: &Def| {
        project.get(*def).is_some_and(|(unit, symbol)| {
            let symbol = unit.symbol(symbol);
            let before = unit.content().get(symbol.bytes.start..symbol.name_bytes.start);
            let mut words = before
                .unwrap_or_default()
                .split(|letter: char| !is_word(letter))
                .chain(symbol.signature.split_whitespace());
            words.any(|word| unit.rules().override_words.iter().any(|of| of == word))
        })
    };
    let mut found: Vec<String> = Vec::new();
    if !group.iter().any(says_it) || !project.overridden_by(group).is_empty() {
        return Ok(found);
    }
    for owner in group.iter().flat_map(|def| project.owner_types(*def)) {
        let ancestors = project.ancestors(owner);
        if ancestors.is_cut {
            continue;
        }
        for of in std::iter::once(&owner).chain(&ancestors.types) {
            let Some((unit, symbol)) = project.get(*of) else { continue };
            let names = unit.names();
            for pair in names.supertypes_at(unit.symbol(symbol).name_bytes.start) {
                let name = names.name_of_type(unit.content(), pair.supertype_written);
                let Some(name) = name.filter(|name| !found.iter().any(|of| of == name)) else {
                    continue;
                };
                if !project.definitions(name)?.iter().any(|def| project.is_type(*def)) {
                    found.push(name.to_owned());
                }
            }
        }
    }
    Ok(found)
}

/// Returns whether a decorator is none that the project defines: another one of its name may be.
fn is_from_outside(
    project: &Project<'_>,
    unit: &Arc<Unit>,
    decorator: &Use,
) -> Result<bool, Cancelled> {
    let name = decorator.span.of(unit.content());
    let is_own = |def: &Def| project.get(*def).is_some();
    if !project.definitions(name)?.iter().any(is_own) {
        return Ok(true);
    }
    let meaning = explain(&candidates(project, name)?, unit, decorator);
    Ok(matches!(meaning, Some(Explanation::External(_) | Explanation::ExternalMember)))
}

/// Returns a decorator with its mark and the path before its name.
fn as_written(unit: &Unit, decorator: &Use) -> String {
    let (text, path) = (unit.content(), path_before(unit, decorator));
    let name = &text[path.len()..decorator.span.end as usize];
    let is_listed = path.trim_end().ends_with(['[', ',']);
    if is_listed { format!("[{name}]") } else { format!("@{name}") }
}
