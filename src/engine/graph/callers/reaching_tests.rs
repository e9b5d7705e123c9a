//! The tests that reach a target through others, and how far they are looked for.

use super::{Call, CallLevels, Caller, CallerRow, Def, hop};
use crate::domain::{Cancelled, Certainty};
use crate::engine::graph::answer::{Hop, TestReach};
use crate::engine::graph::limits::{MAX_EXPANDED, MAX_INDIRECT_CALLS};
use crate::engine::graph::project::Project;
use crate::engine::graph::rule::Rule;
use crate::engine::graph::use_searches::UseSearches;
use crate::engine::graph::uses::ParseBudget;
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// A search for the tests that reach a target.
pub(in crate::engine) struct TestSearch {
    pub(in crate::engine) target: Vec<Def>,
    /// What leads to the target, from which it starts, and how certainly it does.
    pub(in crate::engine) from: Vec<(Def, Certainty)>,
    /// Number of others that lead to the target, from which it does not start.
    pub(in crate::engine) left: usize,
    /// Levels of callers, and those if none of the tests on these is certain.
    pub(in crate::engine) levels: usize,
    pub(in crate::engine) most: usize,
}

/// The callers in tests that a search finds, each with its path, and how far it went.
pub(in crate::engine) struct ReachingTests {
    pub(in crate::engine) calls: Vec<Call>,
    pub(in crate::engine) reach: TestReach,
    /// The functions on the ways to the target of which the search finds no caller.
    pub(in crate::engine) uncalled: Vec<Def>,
    /// The functions on these ways that are likely to reach the target, level by level.
    pub(in crate::engine) leading: Vec<Hop>,
}

/// Returns what each of several searches finds.
pub(in crate::engine) fn tests_calling(
    project: &Project<'_>,
    wanted: &[TestSearch],
    budget: &mut ParseBudget,
) -> Result<Vec<ReachingTests>, Cancelled> {
    let mut searches = UseSearches::new(project, budget);
    wanted.iter().map(|wanted| tests_of(&mut searches, wanted)).collect()
}

fn tests_of(
    searches: &mut UseSearches<'_, '_, '_>,
    wanted: &TestSearch,
) -> Result<ReachingTests, Cancelled> {
    let start = |(def, certainty): &(Def, Certainty)| {
        let row = CallerRow {
            depth: 1,
            certainty: *certainty,
            rule: Rule::Definition,
            sites: Vec::new(),
            is_passing: false,
            via: Rc::default(),
            further: Vec::new(),
        };
        (Caller::of(*def), row)
    };
    let from = wanted.from.iter().map(start).collect();
    let (mut left, mut levels) = (MAX_INDIRECT_CALLS, wanted.levels);
    let (project, target) = (searches.project, &wanted.target);
    let mut further = CallLevels::new(project, target, from, Vec::new(), &mut left);
    further.add_levels(2..=2, searches, &mut Vec::new())?;
    let is_possible = |(_, certainty): &&(Def, Certainty)| *certainty == Certainty::Possible;
    further.drop_guesses_of(&wanted.from.iter().filter(is_possible).map(|(def, _)| *def).collect());
    further.add_levels(3..=levels + 1, searches, &mut Vec::new())?;
    let mut calls = further.tests();
    let is_doubtful = |test: &Call| test.certainty == Certainty::Possible || test.is_mocked();
    if calls.iter().all(is_doubtful) && wanted.most > levels {
        further.add_levels(levels + 2..=wanted.most + 1, searches, &mut Vec::new())?;
        calls = further.tests();
        levels = wanted.most;
    }
    calls.sort_by_cached_key(|call| {
        (call.depth, call.certainty, call.node.file.clone(), call.node.line)
    });
    let last = further.functions(levels + 1, false).count();
    let beyond = wanted.left + further.unexpanded + further.cut + last;
    let (uncalled, leading) = (further.uncalled(levels), further.leading(levels + 1));
    let mut unread = further.skipped;
    unread.sort_unstable();
    unread.dedup();
    let reach = TestReach { levels, beyond, unread: unread.len() };
    Ok(ReachingTests { calls, reach, uncalled, leading })
}

impl CallLevels<'_, '_> {
    /// Drops what may call some functions by their names alone: what is guessed of what is only
    /// possible leads everywhere.
    fn drop_guesses_of(&mut self, possible: &FxHashSet<Def>) {
        self.rows.retain(|_, row| {
            let further = row.further.iter().map(|(of, _)| of);
            let mut called = row.via.last().into_iter().chain(further);
            !row.rule.is_guess() || !called.all(|of| possible.contains(of)) || row.depth == 1
        });
    }

    /// Returns the functions on the first levels that are likely to reach the target.
    fn leading(&self, levels: usize) -> Vec<Hop> {
        let functions = (1..=levels).flat_map(|level| self.functions(level, false));
        let likely = functions.filter(|(_, (_, certainty))| *certainty != Certainty::Possible);
        likely.filter_map(|(_, (def, _))| hop(self.project, def)).collect()
    }

    /// Returns the functions on the first levels of whose callers none is known. Nothing is said of
    /// any if not all callers were looked for.
    fn uncalled(&self, levels: usize) -> Vec<Def> {
        if *self.left == 0 {
            return Vec::new();
        }
        let callees = |row: &CallerRow| {
            let further: Vec<Def> = row.further.iter().map(|(of, _)| *of).collect();
            row.via.last().copied().into_iter().chain(further)
        };
        let called: FxHashSet<Def> = self.rows.values().flat_map(callees).collect();
        let searched =
            (1..=levels).flat_map(|level| self.functions(level, false).take(MAX_EXPANDED));
        let uncalled = searched.map(|(_, (def, _))| def).filter(|def| !called.contains(def));
        uncalled.collect()
    }
}
