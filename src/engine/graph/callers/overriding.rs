//! Calls of what overrides or implements a member: they are none of its own, but what changes its
//! signature changes them too.

use super::{Rows, add, calls};
use crate::domain::{Cancelled, Certainty, SymbolKind};
use crate::engine::graph::account::NameSearch;
use crate::engine::graph::answer::Call;
use crate::engine::graph::project::{Def, Project};
use crate::engine::graph::rule::Rule;
use crate::engine::graph::target::candidates;
use crate::engine::graph::uses::Groups;
use crate::workspace::names::Role;

/// Returns the callers of the definitions that override or implement a group's, among the uses that
/// were found for its name, code before tests, by path and line. Only calls that syntax is sure of;
/// each row names the members that it calls.
pub(in crate::engine) fn callers_of_overriding(
    project: &Project<'_>,
    group: &[Def],
    search: &NameSearch,
) -> Result<Vec<Call>, Cancelled> {
    let may_be_overridden = |def: &Def| {
        let symbol = project.get(*def).map(|(unit, symbol)| unit.symbol(symbol));
        symbol.is_some_and(|symbol| symbol.kind != SymbolKind::Constructor)
            && !project.owner_types(*def).is_empty()
    };
    if !group.iter().any(may_be_overridden) {
        return Ok(Vec::new());
    }
    let overriding = candidates(project, &search.name)?.overriding(group);
    let overriding = Groups::new(&[overriding]);
    let mut rows = Rows::new();
    for found in &search.uses.uses {
        project.snapshot.cancel().check()?;
        let meant = found.meanings.iter().filter(|meaning| {
            meaning.certainty <= Certainty::Likely && meaning.rule != Rule::Definition
        });
        if let Some(meaning) = overriding.best(meant).remove(&0)
            && found.name_use.role == Role::Call
        {
            add(&mut rows, &found.unit, found.name_use.span, meaning, Some(meaning.def));
        }
    }
    for row in rows.values_mut() {
        row.via = row.sites.first().and_then(|site| site.through).into_iter().collect();
    }
    let called = rows.iter().flat_map(|(caller, row)| calls(project, *caller, row));
    let mut called: Vec<Call> = called.collect();
    called.sort_by_cached_key(|call| (call.node.is_test, call.node.file.clone(), call.node.line));
    Ok(called)
}
