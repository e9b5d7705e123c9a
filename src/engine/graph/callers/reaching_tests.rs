//! The tests that reach a target through others, and how far they are looked for.

use super::links::{Link, Links};
use super::test_marks::{is_helper, is_in_tests};
use super::ways::Ways;
use super::{Call, CallLevels, Caller, CallerRow, Def, NameSearch, Targets, calls, hop};
use crate::domain::{Cancelled, Certainty};
use crate::engine::graph::answer::{Hop, TestReach};
use crate::engine::graph::limits::{MAX_EXPANDED, MAX_INDIRECT_CALLS, MAX_LEVELS};
use crate::engine::graph::project::Project;
use crate::engine::graph::rule::Rule;
use crate::engine::graph::use_searches::UseSearches;
use crate::engine::graph::uses::ParseBudget;
use rustc_hash::FxHashSet;
use std::ops::RangeInclusive;
use std::rc::Rc;

/// Levels of callers of what only helps tests.
const MAX_HELPER_LEVELS: usize = 3;

/// Limit of the callers that are named at which a search stops.
const MAX_STOPS: usize = 3;

/// Number of callers on the last level up to which the search goes on although there are tests.
const FEW_ENDS: usize = 6;

/// A search for the tests that reach a target.
pub(in crate::engine) struct TestSearch {
    pub(in crate::engine) target: Vec<Def>,
    /// What leads to the target, from which it starts.
    pub(in crate::engine) from: Vec<TestStart>,
    /// Number of others that lead to the target, from which it does not start.
    pub(in crate::engine) left: usize,
    /// True if tests are known that use the target itself.
    pub(in crate::engine) is_found: bool,
    /// Levels of callers, and those if no test is certain so far or few callers are left.
    pub(in crate::engine) levels: usize,
    pub(in crate::engine) most: usize,
}

/// What leads to a target: how, and how certainly.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine) struct TestStart {
    pub(in crate::engine) def: Def,
    pub(in crate::engine) certainty: Certainty,
    pub(in crate::engine) link: Link,
}

/// The callers in tests that a search finds, each with its path, and how far it went.
pub(in crate::engine) struct ReachingTests {
    pub(in crate::engine) calls: Vec<Call>,
    pub(in crate::engine) reach: TestReach,
    /// The functions on the ways to the target of which the search finds no caller.
    pub(in crate::engine) uncalled: Vec<Def>,
    /// Those of which it finds none but by their names.
    pub(in crate::engine) unnamed: Vec<Def>,
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
    let start = |start: &TestStart| {
        let row = CallerRow {
            depth: 1,
            certainty: start.certainty,
            rule: Rule::Definition,
            sites: Vec::new(),
            is_passing: false,
            start: Some(start.link),
            via: Rc::default(),
            further: Vec::new(),
        };
        (Caller::of(start.def), row)
    };
    let from = wanted.from.iter().map(start).collect();
    let (mut left, mut levels) = (MAX_INDIRECT_CALLS, wanted.levels);
    let (project, target) = (searches.project, &wanted.target);
    let mut further = CallLevels::new(project, target, from, Vec::new(), &mut left);
    further.know_called_back(searches)?;
    further.add_searched(2..=2, searches)?;
    let is_possible = |start: &&TestStart| start.certainty == Certainty::Possible;
    let possible = wanted.from.iter().filter(is_possible);
    further.drop_guesses_of(&possible.map(|start| start.def).collect());
    further.add_searched(3..=levels + 1, searches)?;
    if !wanted.is_found && !further.reach_a_test()? && wanted.most > levels {
        further.add_searched(levels + 2..=wanted.most + 1, searches)?;
        levels = wanted.most;
    }
    // A few callers more cost little, and a reader who has to look for their tests much.
    while levels < wanted.most && (1..=FEW_ENDS).contains(&further.ends(levels + 1)) {
        levels += 1;
        further.add_searched(levels + 1..=levels + 1, searches)?;
    }
    let last: Vec<Def> = further.functions(levels + 1, false).map(|(_, (def, _))| def).collect();
    let (followed, left_helpers) = further.follow_helpers(levels + 2, searches, &mut Vec::new())?;
    let mut calls = further.tests()?;
    calls.sort_by_cached_key(|call| {
        (call.depth, call.certainty, call.node.file.clone(), call.node.line)
    });
    let beyond =
        wanted.left + further.unexpanded + further.cut + last.len() - followed + left_helpers.len();
    let stopped = last.iter().filter(|def| !is_helper(project, **def)).chain(&left_helpers);
    let stopped_at = stopped.take(MAX_STOPS).filter_map(|def| hop(project, *def)).collect();
    let uncalled = further.uncalled(levels, |_| true);
    let unnamed = further.uncalled(levels, |row| !row.rule.is_guess());
    let leading = further.leading(levels + 1);
    let mut unread = further.skipped;
    unread.sort_unstable();
    unread.dedup();
    let reach = TestReach { levels, beyond, stopped_at, unread: unread.len() };
    Ok(ReachingTests { calls, reach, uncalled, unnamed, leading })
}

impl CallLevels<'_, '_> {
    /// Adds some levels, with the tests that are given what the functions before them do.
    pub(super) fn add_test_levels(
        &mut self,
        levels: RangeInclusive<usize>,
        searches: &mut UseSearches<'_, '_, '_>,
        made: &mut Vec<NameSearch>,
    ) -> Result<(), Cancelled> {
        for level in levels.take_while(|level| *level <= MAX_LEVELS) {
            self.add_levels(level..=level, searches, made)?;
            self.add_given(level, searches)?;
        }
        Ok(())
    }

    /// Adds some levels of a search for tests.
    fn add_searched(
        &mut self,
        levels: RangeInclusive<usize>,
        searches: &mut UseSearches<'_, '_, '_>,
    ) -> Result<(), Cancelled> {
        for level in levels {
            self.add_test_levels(level..=level, searches, &mut Vec::new())?;
            self.add_called_back(level, searches)?;
        }
        Ok(())
    }

    /// Returns the number of functions outside of tests on a level that others may call.
    fn ends(&self, level: usize) -> usize {
        let functions = self.functions(level, false);
        functions.filter(|(_, (def, _))| !is_helper(self.project, *def)).count()
    }

    /// Returns the callers that are in tests, without those on the first level.
    fn tests(&self) -> Result<Vec<Call>, Cancelled> {
        let mut doubts = Doubts::new(self);
        let mut found = Vec::new();
        for (caller, row) in self.rows.iter().filter(|(caller, row)| self.is_indirect(caller, row))
        {
            found.extend(doubts.calls(*caller, row)?);
        }
        Ok(found)
    }

    /// Returns whether a caller is in a test and calls something else than the target.
    fn is_indirect(&self, caller: &Caller, row: &CallerRow) -> bool {
        let unit = self.project.unit(caller.file);
        row.depth > 1
            && unit.is_some_and(|unit| {
                let own = caller.symbol.map(|symbol| unit.symbol(symbol));
                own.map_or_else(|| unit.facts().class.is_test(), |symbol| is_in_tests(unit, symbol))
            })
    }

    /// Returns whether a test is known for certain to reach the target.
    fn reach_a_test(&self) -> Result<bool, Cancelled> {
        let mut ways = Ways::new(self);
        let tests = self.rows.iter().filter(|(caller, row)| self.is_indirect(caller, row));
        for (caller, row) in tests {
            let own = caller.symbol.map(|symbol| Def { file: caller.file, symbol });
            let is_test = own.is_none_or(|def| !is_helper(self.project, def));
            let is_certain = row.certainty != Certainty::Possible && !caller.on_mock;
            if is_test && is_certain && ways.are_cut(*caller)? == Some(false) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Adds the callers of the functions on the level before that only help tests: what calls them
    /// runs what they run. Returns how many of these there were, and those on the last level, whose
    /// callers are not looked for.
    fn follow_helpers(
        &mut self,
        first: usize,
        searches: &mut UseSearches<'_, '_, '_>,
        made: &mut Vec<NameSearch>,
    ) -> Result<(usize, Vec<Def>), Cancelled> {
        let mut followed = 0;
        for level in first..first + MAX_HELPER_LEVELS {
            let helpers = self.helpers(level - 1);
            if helpers.is_empty() {
                break;
            }
            if level == first {
                followed = helpers.values().map(Vec::len).sum();
            }
            self.expand(level, &helpers, searches, made)?;
            self.add_given(level, searches)?;
        }
        let left = self.helpers(first + MAX_HELPER_LEVELS - 1);
        Ok((followed, left.into_values().flatten().map(|(def, _)| def).collect()))
    }

    /// Returns the functions on a level that are in tests and none themselves.
    fn helpers(&self, level: usize) -> Targets {
        let mut by_name = Targets::new();
        let helpers =
            self.functions(level, false).filter(|(_, (def, _))| is_helper(self.project, *def));
        for (name, target) in helpers.take(MAX_EXPANDED) {
            by_name.entry(name).or_default().push(target);
        }
        by_name
    }

    /// Drops what may call some functions by their names alone: what is guessed of what is only
    /// possible leads everywhere.
    fn drop_guesses_of(&mut self, possible: &FxHashSet<Def>) {
        self.rows.retain(|_, row| {
            let further = row.further.iter().map(|further| &further.of);
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

    /// Returns the functions on the first levels of whose callers none is known that counts.
    /// Nothing is said of any if not all callers were looked for.
    fn uncalled(&self, levels: usize, counts: impl Fn(&CallerRow) -> bool) -> Vec<Def> {
        if *self.left == 0 {
            return Vec::new();
        }
        let callees = |row: &CallerRow| {
            let further: Vec<Def> = row.further.iter().map(|further| further.of).collect();
            row.via.last().copied().into_iter().chain(further)
        };
        let callers = self.rows.values().filter(|row| counts(row));
        let called: FxHashSet<Def> = callers.flat_map(callees).collect();
        let searched =
            (1..=levels).flat_map(|level| self.functions(level, false).take(MAX_EXPANDED));
        let uncalled = searched.map(|(_, (def, _))| def).filter(|def| !called.contains(def));
        uncalled.collect()
    }
}

/// What leaves open whether callers of a target run it.
pub(super) struct Doubts<'l, 'a, 'p> {
    levels: &'l CallLevels<'a, 'p>,
    ways: Ways<'l, 'a, 'p>,
    links: Links<'l, 'a, 'p>,
}

impl<'l, 'a, 'p> Doubts<'l, 'a, 'p> {
    pub(super) fn new(levels: &'l CallLevels<'a, 'p>) -> Self {
        Self { levels, ways: Ways::new(levels), links: Links::new(levels) }
    }

    /// Returns the rows of a caller.
    pub(super) fn calls(
        &mut self,
        caller: Caller,
        row: &CallerRow,
    ) -> Result<impl Iterator<Item = Call> + use<>, Cancelled> {
        let is_cut = if row.depth > 1 { self.ways.are_cut(caller)? } else { Some(false) };
        // What was not looked at may lead over a mock.
        let least = is_cut.map_or(Certainty::Possible, |_| Certainty::Exact);
        let is_cut = is_cut.unwrap_or_default();
        let only_by = match !is_cut && self.levels.is_indirect(&caller, row) {
            true => self.links.only_by(caller)?,
            false => None,
        };
        let calls = calls(self.levels.project, caller, row).into_iter();
        Ok(calls.map(move |call| {
            let certainty = call.certainty.max(least);
            Call { certainty, is_cut, only_by: only_by.clone(), ..call }
        }))
    }
}
