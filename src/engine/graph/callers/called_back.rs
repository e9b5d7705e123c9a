//! What hands a function to one of a library that calls it: `setTimeout(refresh)`,
//! `invokeMethod(this, &Task::next)`. It runs the function as a caller does.

use super::{CallLevels, Caller, CallerRow, Link, Rows, passing_of};
use crate::domain::{Cancelled, Certainty};
use crate::engine::graph::brackets::list_before;
use crate::engine::graph::project::{FileIndex, Project, Unit};
use crate::engine::graph::rule::Rule;
use crate::engine::graph::sent_values::word_before;
use crate::engine::graph::use_searches::UseSearches;
use crate::workspace::names::Span;

impl CallLevels<'_, '_> {
    /// Adds what has the functions on the level before called.
    pub(super) fn add_called_back(
        &mut self,
        level: usize,
        searches: &mut UseSearches<'_, '_, '_>,
    ) -> Result<(), Cancelled> {
        let mut targets = self.targets(level - 1, false);
        targets.values_mut().for_each(|of| of.retain(|(def, _)| may_be(self.project, def.file)));
        targets.retain(|_, of| !of.is_empty());
        for (groups, targets) in self.groups_of(&targets)? {
            if *self.left == 0 {
                return Ok(());
            }
            let found = passing_of(searches, &groups)?;
            for ((rows, _), target) in found.into_iter().zip(targets) {
                self.add(level, *target, called_back(rows));
            }
        }
        Ok(())
    }

    /// Makes likely what is on the first level because it hands on the target, if that is called.
    pub(super) fn know_called_back(
        &mut self,
        searches: &mut UseSearches<'_, '_, '_>,
    ) -> Result<(), Cancelled> {
        let is_plain =
            |row: &CallerRow| row.certainty == Certainty::Likely && row.start == Some(Link::Call);
        let may_change = self.group.iter().any(|def| may_be(self.project, def.file))
            && !self.rows.values().all(is_plain);
        if !may_change {
            return Ok(());
        }
        for (rows, _) in passing_of(searches, &[self.group.to_vec()])? {
            for (caller, called) in called_back(rows) {
                if let Some(row) = self.rows.get_mut(&caller) {
                    (row.certainty, row.start) = (called.certainty, None);
                }
            }
        }
        Ok(())
    }
}

/// Returns whether the language of a file knows functions that call what they are given.
fn may_be(project: &Project<'_>, file: FileIndex) -> bool {
    let language = project.entry(file).language;
    language.is_some_and(|language| !language.config.events.calling.is_empty())
}

/// Returns of what hands a function on that which has it called.
fn called_back(rows: Rows) -> Rows {
    let called = |(caller, mut row): (Caller, CallerRow)| {
        row.sites.retain(|site| is_called_back(&site.unit, site.span));
        (row.certainty, row.rule) = (Certainty::Likely, Rule::CalledBack);
        row.is_passing = false;
        for site in &mut row.sites {
            (site.certainty, site.rule) = (row.certainty, row.rule);
        }
        (!row.sites.is_empty()).then_some((caller, row))
    };
    rows.into_iter().filter_map(called).collect()
}

/// Returns whether a function that is named at a place is an argument of what calls its arguments;
/// also of an object that is declared: `std::thread worker(&Pool::run, this)`.
fn is_called_back(unit: &Unit, named: Span) -> bool {
    let text = unit.content();
    let opening = list_before(unit, named.start as usize, b"(|");
    let Some(opening) = opening.filter(|at| text.as_bytes()[*at] == b'(') else { return false };
    let before = text[..opening].trim_end();
    let name = word_before(before);
    let of = before[..before.len() - name.len()].trim_end();
    let calling = &unit.language.config.events.calling;
    [name, word_before(of)].iter().any(|word| calling.iter().any(|calling| calling == word))
}
