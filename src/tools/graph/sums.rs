//! How the occurrences that rows list divide into those that an answer shows, those that a limit
//! cuts, and those that its filter leaves out, so that their numbers add up to the account's.

use super::account::{RowsShown, UsesOfRows};
use crate::domain::Account;
use crate::engine::graph::{GraphRow, Site};
use std::collections::HashSet;

/// Places of uses: file, line and column.
pub(crate) type Places = HashSet<(String, usize, usize)>;

/// Returns the places of some uses.
pub(crate) fn places_of<'a>(sites: impl Iterator<Item = &'a Site>) -> Places {
    sites.map(|site| (site.file.to_string(), site.line, site.column)).collect()
}

/// Returns the places of the target's own name that some rows list.
pub(super) fn own_uses<'a, R: GraphRow>(rows: impl IntoIterator<Item = &'a R>) -> Places {
    let direct = rows.into_iter().filter(|row| row.depth() == 1);
    places_of(direct.flat_map(GraphRow::sites))
}

/// What the rows of an answer list of a target's own name.
#[derive(Debug, Clone, Default)]
pub(crate) struct ListedUses {
    /// With the rows that a filter leaves out.
    pub(crate) all: Places,
    /// Those of the rows that it keeps.
    pub(crate) kept: Places,
}

impl ListedUses {
    /// Returns how an account calls its rows, of which not all are shown: by what became of them,
    /// if the rows list all that it counts.
    pub(crate) fn rows_shown(&self, shown: &Places, account: Option<&Account>) -> RowsShown {
        let above = self.kept.intersection(shown).count();
        let uses = UsesOfRows {
            above,
            not_shown: self.kept.len() - above,
            left_out: self.all.difference(&self.kept).count(),
        };
        match account {
            Some(account) if account.rows == uses.sum() => RowsShown::Divided(uses),
            _ => RowsShown::Some,
        }
    }
}
