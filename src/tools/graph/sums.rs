//! How the occurrences that rows list divide into those that an answer shows, those that a limit
//! cuts, and those that its filter leaves out, so that their numbers add up to the account's.

use super::account::{RowsShown, UsesOfRows};
use crate::domain::Account;
use crate::engine::graph::{GraphRow, Site};
use std::collections::HashSet;
use std::sync::Arc;

/// Places of uses: file, line and column.
pub(crate) type Places = HashSet<(Arc<str>, usize, usize)>;

/// Returns the places of some uses.
pub(crate) fn places_of<'a>(sites: impl Iterator<Item = &'a Site>) -> Places {
    sites.map(|site| (Arc::clone(&site.file), site.line, site.column)).collect()
}

/// Returns the places of the target's own name that some rows list.
pub(super) fn own_uses<'a, R: GraphRow>(rows: impl IntoIterator<Item = &'a R>) -> Places {
    let direct = rows.into_iter().filter(|row| row.depth() == 1);
    places_of(direct.flat_map(GraphRow::sites))
}

/// Number of the uses of a target's own name that the rows of an answer list.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ListedUses {
    /// Those of the rows that a filter keeps.
    kept: usize,
    /// Those that only rows list which it leaves out.
    left_out: usize,
}

impl ListedUses {
    /// Counts the uses that `all` rows list, of which those that a filter keeps list `kept`.
    pub(crate) fn new(all: &Places, kept: &Places) -> Self {
        Self { kept: kept.len(), left_out: all.len() - kept.len() }
    }

    /// Returns how an account calls its rows, of which not all are shown: by what became of them,
    /// if the rows list all that it counts.
    pub(crate) fn rows_shown(
        self,
        shown: impl FnOnce() -> Places,
        account: Option<&Account>,
    ) -> RowsShown {
        let Self { kept, left_out } = self;
        if account.is_none_or(|account| account.rows != kept + left_out) {
            return RowsShown::Some;
        }
        let above = shown().len();
        RowsShown::Divided(UsesOfRows { above, not_shown: kept - above, left_out })
    }
}
