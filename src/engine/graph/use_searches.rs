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

/// Most uses and meanings of them that are kept for later questions. What is not kept is found
/// again.
const MAX_KEPT: usize = 1_000_000;

/// The searches of a question on one budget. What the budget once allowed or refused stays so, so
/// that a search made again would find the same.
pub(super) struct UseSearches<'b, 'p, 's> {
    pub(super) project: &'p Project<'s>,
    pub(super) budget: &'b mut ParseBudget,
    known: HashMap<(UseFilter, String), Rc<UsesOfName<'p, 's>>>,
    /// The calls of fields that hold something of a name.
    pub(super) held: HashMap<String, Rc<HeldByName>>,
    /// Number of the known uses and of their meanings.
    size: usize,
}

/// The searches that were made for a part of a question, and that others may ask for: a path leads
/// again and again to further definitions of one name.
#[derive(Default)]
pub(super) struct KeptSearches<'p, 's> {
    known: HashMap<(UseFilter, String), Rc<UsesOfName<'p, 's>>>,
    held: HashMap<String, Rc<HeldByName>>,
    size: usize,
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
    /// Number of the uses and of their meanings.
    size: usize,
    was_asked: Cell<bool>,
    /// For each definition, the uses that may mean it, by index, each with the index of that
    /// meaning.
    by_def: OnceCell<FxHashMap<Def, Vec<(u32, u32)>>>,
}

impl<'b, 'p, 's> UseSearches<'b, 'p, 's> {
    pub(super) fn new(project: &'p Project<'s>, budget: &'b mut ParseBudget) -> Self {
        Self::going_on(project, budget, KeptSearches::default())
    }

    /// Goes on with the searches that were made on the same budget.
    pub(super) fn going_on(
        project: &'p Project<'s>,
        budget: &'b mut ParseBudget,
        kept: KeptSearches<'p, 's>,
    ) -> Self {
        let KeptSearches { known, held, size } = kept;
        Self { project, budget, known, held, size }
    }

    /// Returns the searches for [`Self::going_on`].
    pub(super) fn kept(self) -> KeptSearches<'p, 's> {
        let Self { known, held, size, .. } = self;
        KeptSearches { known, held, size }
    }

    /// Forgets the searches for a name that no later question asks about: it has one definition. If
    /// all together are very large, all are forgotten.
    pub(super) fn leave(&mut self, name: &str) {
        for filter in [UseFilter::Calls, UseFilter::Values] {
            let key = (filter, name.to_owned());
            let is_one = |found: &Rc<UsesOfName<'_, '_>>| found.candidates.defs.len() < 2;
            if self.known.get(&key).is_some_and(is_one) {
                self.size -= self.known.remove(&key).map_or(0, |found| found.size);
                self.held.remove(name);
            }
        }
        if self.size > MAX_KEPT {
            self.known.clear();
            self.held.clear();
            self.size = 0;
        }
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
        let size = found.uses.iter().map(|found| 1 + found.meanings.len()).sum();
        let found = Rc::new(UsesOfName {
            candidates: candidates(self.project, name)?,
            uses: Arc::new(found),
            cancel: self.project.snapshot.cancel(),
            size,
            was_asked: Cell::new(false),
            by_def: OnceCell::new(),
        });
        self.size += size;
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
