//! Calls of functions one by one, each with its caller, from which paths of calls are made.

use super::{Rows, Targets, direct, group_numbers};
use crate::domain::{Cancelled, Certainty};
use crate::engine::graph::project::{Def, FileIndex, Unit};
use crate::engine::graph::rule::Rule;
use crate::engine::graph::use_searches::UseSearches;
use crate::workspace::names::Span;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A call of a function, or a use that hands it on as a value.
pub(in crate::engine::graph) struct CallOf {
    pub(in crate::engine::graph) from: Def,
    pub(in crate::engine::graph) to: Def,
    pub(in crate::engine::graph) unit: Arc<Unit>,
    pub(in crate::engine::graph) span: Span,
    pub(in crate::engine::graph) certainty: Certainty,
    pub(in crate::engine::graph) rule: Rule,
    /// The member of a supertype that is called, if the function overrides it.
    pub(in crate::engine::graph) through: Option<Def>,
}

/// Which uses of functions are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine::graph) enum Wanted {
    Calls,
    /// Uses that hand a function on as a value.
    Values,
}

/// Calls, and the files that may contain more but were not searched.
pub(in crate::engine::graph) type CallsOf = (Vec<CallOf>, Vec<FileIndex>);

/// Returns the uses of some functions in the bodies of definitions, and those of groups of
/// functions that are asked about as one: these are of the first of their group.
pub(in crate::engine::graph) fn calls_of(
    searches: &mut UseSearches<'_, '_, '_>,
    (functions, as_one): (&[Def], &[Vec<Def>]),
    wanted: Wanted,
) -> Result<CallsOf, Cancelled> {
    let project = searches.project;
    let mut by_name = Targets::new();
    for def in functions {
        let Some((unit, symbol)) = project.get(*def) else { continue };
        let name = unit.symbol(symbol).name.clone();
        by_name.entry(name).or_default().push((*def, Certainty::Likely));
    }
    let mut groups_by_name: BTreeMap<String, Vec<&Vec<Def>>> = BTreeMap::new();
    for group in as_one {
        let Some((unit, symbol)) = group.first().and_then(|def| project.get(*def)) else {
            continue;
        };
        let name = unit.symbol(symbol).name.clone();
        by_name.entry(name.clone()).or_default();
        groups_by_name.entry(name).or_default().push(group);
    }
    let names: Vec<&str> = by_name.keys().map(String::as_str).collect();
    project.find_definitions(&names)?;
    let (mut calls, mut skipped) = (Vec::new(), Vec::new());
    for (name, targets) in &by_name {
        project.snapshot.cancel().check()?;
        let mut groups = group_numbers(project, name, targets)?;
        let mut of: Vec<Def> = targets.iter().map(|(def, _)| *def).collect();
        for group in groups_by_name.get(name).into_iter().flatten() {
            groups.push((*group).clone());
            of.extend(group.first());
        }
        let found = match wanted {
            Wanted::Calls => direct(searches, &groups, 1, &mut Vec::new())?,
            Wanted::Values => super::passing_of(searches, &groups)?,
        };
        for ((rows, left), to) in found.into_iter().zip(of) {
            skipped.extend(left);
            add(&mut calls, to, rows);
        }
        searches.leave(name);
    }
    Ok((calls, skipped))
}

/// Adds the uses of one function. Those at the top level of a file are on no path of calls.
fn add(calls: &mut Vec<CallOf>, to: Def, rows: Rows) {
    for (caller, row) in rows {
        let Some(symbol) = caller.symbol else { continue };
        let from = Def { file: caller.file, symbol };
        calls.extend(row.sites.into_iter().map(|site| CallOf {
            from,
            to,
            unit: site.unit,
            span: site.span,
            certainty: site.certainty,
            rule: site.rule,
            through: site.through,
        }));
    }
}
