//! Searches for the uses of names, each made once for a question: a deep one asks about the same
//! names again for each of its definitions.

use super::groups::Groups;
use super::model::Def;
use super::project::{FileIndex, Project, Unit};
use super::resolve::{Candidates, Held, Meaning};
use super::target::candidates;
use super::uses::{ParseBudget, ResolvedUse, UseFilter, Uses, uses};
use crate::domain::{Cancel, Cancelled};
use crate::workspace::names::Use;
use rustc_hash::FxHashMap;
use std::cell::{Cell, OnceCell};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::Arc;

/// The searches of a question on one budget. What the budget once allowed or refused stays so, so
/// that a search made again would find the same.
pub(super) struct UseSearches<'b, 'p, 's> {
    pub(super) project: &'p Project<'s>,
    pub(super) budget: &'b mut ParseBudget,
    known: HashMap<(UseFilter, String), Rc<UsesOfName<'p, 's>>>,
    /// The calls of fields that hold something of a name.
    pub(super) held: HashMap<String, Rc<HeldByName>>,
}

/// The calls of the fields that hold something of one name.
pub(super) struct HeldByName {
    pub(super) calls: Vec<(Arc<Unit>, Use, Held)>,
    /// Files that may contain more but were not searched.
    pub(super) skipped: Vec<FileIndex>,
}

/// The uses of a name, with all its definitions.
pub(super) struct UsesOfName<'p, 's> {
    pub(super) candidates: Candidates<'p, 's>,
    pub(super) uses: Arc<Uses>,
    cancel: &'p Cancel,
    was_asked: Cell<bool>,
    /// For each definition, the uses that may mean it, by index, each with the index of that
    /// meaning.
    by_def: OnceCell<FxHashMap<Def, Vec<(u32, u32)>>>,
}

impl<'b, 'p, 's> UseSearches<'b, 'p, 's> {
    pub(super) fn new(project: &'p Project<'s>, budget: &'b mut ParseBudget) -> Self {
        Self { project, budget, known: HashMap::new(), held: HashMap::new() }
    }

    /// Returns the uses of a name.
    pub(super) fn of(
        &mut self,
        name: &str,
        filter: UseFilter,
    ) -> Result<Rc<UsesOfName<'p, 's>>, Cancelled> {
        let key = (filter, name.to_owned());
        if let Some(known) = self.known.get(&key) {
            return Ok(Rc::clone(known));
        }
        let found = uses(self.project, candidates(self.project, name)?, filter, self.budget)?;
        let found = Rc::new(UsesOfName {
            candidates: candidates(self.project, name)?,
            uses: Arc::new(found),
            cancel: self.project.snapshot.cancel(),
            was_asked: Cell::new(false),
            by_def: OnceCell::new(),
        });
        self.known.insert(key, Rc::clone(&found));
        Ok(found)
    }
}

impl UsesOfName<'_, '_> {
    /// Calls `visit` with each use that may mean a definition of some groups, and with the best of
    /// its accepted meanings for each group. Later questions cost what they find, not all uses.
    pub(super) fn visit_best(
        &self,
        groups: &[Vec<Def>],
        accept: impl Fn(&Meaning) -> bool,
        mut visit: impl FnMut(&ResolvedUse, Vec<(usize, Meaning)>),
    ) -> Result<(), Cancelled> {
        let groups_of = Groups::new(groups);
        let accepted = |meaning: &&Meaning| accept(meaning);
        if !self.was_asked.replace(true) {
            for found in &self.uses.uses {
                self.cancel.check()?;
                visit(found, groups_of.best(found.meanings.iter().filter(accepted)));
            }
            return Ok(());
        }
        let by_def = self.by_def.get_or_init(|| self.index());
        let defs: BTreeSet<&Def> = groups.iter().flatten().collect();
        let mut places: Vec<(u32, u32)> =
            defs.into_iter().filter_map(|def| by_def.get(def)).flatten().copied().collect();
        places.sort_unstable();
        for of_use in places.chunk_by(|one, other| one.0 == other.0) {
            self.cancel.check()?;
            let found = &self.uses.uses[of_use[0].0 as usize];
            let meant = of_use.iter().map(|(_, meaning)| &found.meanings[*meaning as usize]);
            visit(found, groups_of.best(meant.filter(accepted)));
        }
        Ok(())
    }

    fn index(&self) -> FxHashMap<Def, Vec<(u32, u32)>> {
        let mut by_def: FxHashMap<Def, Vec<(u32, u32)>> = FxHashMap::default();
        for (number, found) in self.uses.uses.iter().enumerate() {
            // What is found of a cancelled question is discarded.
            if self.cancel.is_cancelled() {
                break;
            }
            for (meaning, Meaning { def, .. }) in found.meanings.iter().enumerate() {
                by_def.entry(*def).or_default().push((number as u32, meaning as u32));
            }
        }
        by_def
    }
}
