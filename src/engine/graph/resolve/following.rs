//! Which type aliases are being followed, so that each look-up of a type ends.

use crate::engine::graph::model::Def;

/// Limit of chained aliases.
const MAX_DEPTH: usize = 3;

/// Limit of the aliases that are followed for one type, each of which may lead to all others.
const MAX_FOLLOWED: usize = 256;

/// The type aliases that are being followed, and the number of those that were.
#[derive(Default)]
pub(super) struct Following {
    active: Vec<Def>,
    followed: usize,
}

impl Following {
    /// Begins to follow an alias; false if it is being followed, or at a limit.
    pub(super) fn begin(&mut self, alias: Def) -> bool {
        if self.active.is_empty() {
            self.followed = 0;
        }
        let is_new = self.active.len() < MAX_DEPTH
            && self.followed < MAX_FOLLOWED
            && !self.active.contains(&alias);
        if is_new {
            self.active.push(alias);
            self.followed += 1;
        }
        is_new
    }

    /// Ends the alias that was begun last.
    pub(super) fn end(&mut self) {
        self.active.pop();
    }
}
