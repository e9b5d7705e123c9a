//! Calls of what overrides or implements a member: they are none of its own, but what changes its
//! signature changes them too.

use super::{Rows, add, calls};
use crate::domain::{Cancelled, Certainty, SymbolKind};
use crate::engine::graph::account::NameSearch;
use crate::engine::graph::answer::Call;
use crate::engine::graph::groups::Groups;
use crate::engine::graph::limits::MAX_OVERRIDDEN;
use crate::engine::graph::project::{Def, Project};
use crate::engine::graph::resolve::Meaning;
use crate::engine::graph::rule::Rule;
use crate::engine::graph::target::candidates;
use crate::engine::graph::uses::ResolvedUse;
use crate::workspace::names::Role;

/// Returns, for each of several groups, the callers of the definitions that override or implement
/// its own, among the uses that were found for their name, code before tests, by path and line.
/// Only calls that syntax is sure of; each row names the members that it calls.
pub(in crate::engine) fn callers_of_overriding(
    project: &Project<'_>,
    groups: &[&[Def]],
    search: &NameSearch,
) -> Result<Vec<Vec<Call>>, Cancelled> {
    let mut found: Vec<Rows> = groups.iter().map(|_| Rows::new()).collect();
    visit_overriding(project, groups, search, |group, call, meaning| {
        if matches!(call.name_use.role, Role::Call | Role::Read) {
            add(&mut found[group], &call.unit, call.name_use.span, meaning, Some(meaning.def));
        }
    })?;
    Ok(found.into_iter().map(|rows| in_order(project, rows)).collect())
}

/// Visits the uses that syntax is sure of among those found for the name of several groups, that
/// mean what overrides or implements the definitions of one, with the number of the group.
pub(in crate::engine::graph) fn visit_overriding(
    project: &Project<'_>,
    groups: &[&[Def]],
    search: &NameSearch,
    mut visit: impl FnMut(usize, &ResolvedUse, Meaning),
) -> Result<(), Cancelled> {
    let may_be_overridden = |def: &Def| {
        let symbol = project.get(*def).map(|(unit, symbol)| unit.symbol(symbol));
        symbol.is_some_and(|symbol| symbol.kind != SymbolKind::Constructor)
            && !project.owner_types(*def).is_empty()
    };
    let is_asked = |group: &[Def]| group.iter().any(may_be_overridden);
    if groups.len() > MAX_OVERRIDDEN || !groups.iter().any(|group| is_asked(group)) {
        return Ok(());
    }
    let candidates = candidates(project, &search.name)?;
    let overriding = |group: &&[Def]| match is_asked(group) {
        true => candidates.overriding(group),
        false => Vec::new(),
    };
    let overriding = Groups::new(&groups.iter().map(overriding).collect::<Vec<_>>());
    for found in &search.uses.uses {
        project.snapshot.cancel().check()?;
        let meant = found.meanings.iter().filter(|meaning| {
            meaning.certainty <= Certainty::Likely && meaning.rule != Rule::Definition
        });
        for (group, meaning) in overriding.best(meant) {
            visit(group, found, meaning);
        }
    }
    Ok(())
}

/// Returns the callers as rows, each reached through what it calls first.
fn in_order(project: &Project<'_>, mut rows: Rows) -> Vec<Call> {
    for row in rows.values_mut() {
        row.via = row.sites.first().and_then(|site| site.through).into_iter().collect();
    }
    let called = rows.iter().flat_map(|(caller, row)| calls(project, *caller, row));
    let mut called: Vec<Call> = called.collect();
    called.sort_by_cached_key(|call| (call.node.is_test, call.node.file.clone(), call.node.line));
    called
}
