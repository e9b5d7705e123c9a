//! What hands a function on as a value: a callback, a handler in a table, a method value. It calls
//! nothing, but shows who wires the function up, so that a chain of callers goes on through it.

use super::{CallLevels, CallersByGroup, Rows, add, shared_name};
use crate::domain::{Cancelled, Certainty};
use crate::engine::graph::account::NameSearch;
use crate::engine::graph::groups::{keep_most_certain, most_rows};
use crate::engine::graph::project::{Def, FileIndex};
use crate::engine::graph::resolve::Meaning;
use crate::engine::graph::rule::Rule;
use crate::engine::graph::use_searches::UseSearches;
use crate::engine::graph::uses::{ResolvedUse, UseFilter};
use crate::workspace::names::Span;
use std::rc::Rc;

/// Returns, for each group of definitions, which share one name, what hands it on as a value.
pub(super) fn passing_of(
    searches: &mut UseSearches<'_, '_, '_>,
    groups: &[Vec<Def>],
) -> Result<CallersByGroup, Cancelled> {
    let project = searches.project;
    let mut found: CallersByGroup = groups.iter().map(|_| Default::default()).collect();
    let is_callable = |def: &Def| project.is_callable(*def);
    let name = shared_name(project, groups).filter(|_| groups.iter().flatten().any(is_callable));
    let Some(name) = name else { return Ok(found) };
    let named = searches.of(&name, UseFilter::Values)?;
    // What hands on the member of an interface hands on what implements it.
    let is_meant = |meaning: &Meaning| {
        (meaning.is_evident() || meaning.rule == Rule::ThroughSupertype)
            && is_callable(&meaning.def)
    };
    let most = most_rows(named.uses.uses.len());
    named.visit_best(groups, is_meant, |found_use, mut best| {
        if best.is_empty() || is_exported(found_use) {
            return;
        }
        for group in keep_most_certain(&mut best, most) {
            found[group].1.push(found_use.unit.file);
        }
        for (group, meaning) in best {
            let (certainty, rule) = (Certainty::Possible, Rule::PassedAsValue);
            let through = meaning.supertype_member(&found_use.meanings);
            let meaning = Meaning { certainty, rule, ..meaning };
            add(&mut found[group].0, &found_use.unit, found_use.name_use.span, meaning, through);
        }
    })?;
    for (group, (rows, skipped)) in groups.iter().zip(&mut found) {
        rows.values_mut().for_each(|row| row.is_passing = true);
        if group.iter().any(is_callable) {
            skipped.extend(&named.uses.skipped);
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
        searches: &mut UseSearches<'_, '_, '_>,
        made: &mut Vec<NameSearch>,
    ) -> Result<(), Cancelled> {
        self.add_passing(1, &Rc::default(), passing);
        for level in 2..=depth {
            let (calling, by_value) =
                (self.targets(level - 1, false), self.targets(level - 1, true));
            if calling.is_empty() && by_value.is_empty() {
                break;
            }
            self.expand(level, &by_value, searches, made)?;
            for targets in [calling, by_value] {
                for (groups, targets) in self.groups_of(&targets)? {
                    if *self.left == 0 {
                        break;
                    }
                    let found = passing_of(searches, &groups)?;
                    for (passing, (of, _)) in found.into_iter().zip(targets) {
                        self.add_passing(level, &self.path_to(*of), passing);
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
        via: &Rc<[Def]>,
        (passing, skipped): (Rows, Vec<FileIndex>),
    ) {
        self.skipped.extend(skipped);
        for (caller, mut row) in passing {
            if !self.has(caller) {
                row.depth = level;
                row.via = Rc::clone(via);
                *self.left = self.left.saturating_sub(row.sites.len());
                self.rows.insert(caller, row);
            }
        }
    }
}
