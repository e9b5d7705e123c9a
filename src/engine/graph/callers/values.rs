//! What hands a function on as a value: a callback, a handler in a table, a method value. It calls
//! nothing, but shows who wires the function up, so that a chain of callers goes on through it.

use super::{CallLevels, CallersByGroup, Rows, add, shared_name};
use crate::domain::{Cancelled, Certainty};
use crate::engine::graph::account::NameSearch;
use crate::engine::graph::project::{Def, FileIndex, Project};
use crate::engine::graph::resolve::Meaning;
use crate::engine::graph::rule::Rule;
use crate::engine::graph::target::candidates;
use crate::engine::graph::uses::{Groups, ParseBudget, ResolvedUse, UseFilter, uses};
use crate::workspace::names::Span;

/// Returns, for each group of definitions, which share one name, what hands it on as a value.
pub(super) fn passing_of(
    project: &Project<'_>,
    groups: &[Vec<Def>],
    budget: &mut ParseBudget,
) -> Result<CallersByGroup, Cancelled> {
    let mut found: CallersByGroup = groups.iter().map(|_| Default::default()).collect();
    let is_callable = |def: &Def| project.is_callable(*def);
    let name = shared_name(project, groups).filter(|_| groups.iter().flatten().any(is_callable));
    let Some(name) = name else { return Ok(found) };
    let uses = uses(project, candidates(project, &name)?, UseFilter::Values, budget)?;
    let groups_of = Groups::new(groups);
    for found_use in uses.uses.iter().filter(|found| !is_exported(found)) {
        let evident = found_use.meanings.iter().filter(|meaning| meaning.is_evident());
        for (group, meaning) in groups_of.best(evident.filter(|meaning| is_callable(&meaning.def)))
        {
            let (certainty, rule) = (Certainty::Possible, Rule::PassedAsValue);
            let meaning = Meaning { certainty, rule, ..meaning };
            add(&mut found[group].0, &found_use.unit, found_use.name_use.span, meaning, None);
        }
    }
    for (group, (rows, skipped)) in groups.iter().zip(&mut found) {
        rows.values_mut().for_each(|row| row.is_passing = true);
        if group.iter().any(is_callable) {
            skipped.extend(&uses.skipped);
        }
    }
    Ok(found)
}

/// Returns whether a use is what its file exports, alone or in a table: whoever imports that names
/// the function again.
fn is_exported(found: &ResolvedUse) -> bool {
    let (unit, span) = (&found.unit, found.name_use.span);
    let is_in = |value: Span| {
        let before = || &unit.content()[value.start as usize..span.start as usize];
        // Behind a parenthesis it is an argument, or in the body of a function.
        value.contains(span) && !before().contains('(')
    };
    unit.names().exports.iter().any(|export| is_in(export.value))
}

impl CallLevels<'_, '_> {
    /// Adds what hands on the target, which is `passing`, or a caller of it, and the callers of
    /// that, up to `depth`. Every caller that is reached by calls alone has its row by then.
    pub(super) fn follow_values(
        &mut self,
        depth: usize,
        passing: (Rows, Vec<FileIndex>),
        budget: &mut ParseBudget,
        searches: &mut Vec<NameSearch>,
    ) -> Result<(), Cancelled> {
        self.add_passing(1, &[], passing);
        for level in 2..=depth {
            let (calling, by_value) =
                (self.targets(level - 1, false), self.targets(level - 1, true));
            if calling.is_empty() && by_value.is_empty() {
                break;
            }
            self.expand(level, &by_value, budget, searches)?;
            for targets in [calling, by_value] {
                for (groups, targets) in self.groups_of(&targets)? {
                    let found = passing_of(self.project, &groups, budget)?;
                    for (passing, (of, _)) in found.into_iter().zip(targets) {
                        let via = self.path_to(*of);
                        self.add_passing(level, &via, passing);
                    }
                }
            }
        }
        Ok(())
    }

    /// Adds what hands on a function that reaches the target through `via`.
    fn add_passing(
        &mut self,
        level: usize,
        via: &[Def],
        (passing, skipped): (Rows, Vec<FileIndex>),
    ) {
        self.skipped.extend(skipped);
        for (caller, mut row) in passing {
            if !self.has(caller) {
                row.depth = level;
                row.via = via.to_vec();
                self.rows.insert(caller, row);
            }
        }
    }
}
