//! The list of paths among the calls that a search found, in the order of the answer.

use super::calls::{Calls, Edge, Grade};
use super::ends::Ends;
use crate::domain::Cancelled;
use crate::engine::graph::callers::nearness;
use crate::engine::graph::project::Def;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Maximum number of paths that are compared, and of calls that are tried for them.
const MAX_PATHS: usize = 1_000;
const MAX_TRIED: usize = 100_000;

/// Functions from the first to the last.
pub(super) type Chain = Vec<Def>;

/// Paths.
#[derive(Default)]
pub(super) struct List {
    /// Those with a call that none before them has.
    pub(super) paths: Vec<Chain>,
    /// Number of further paths, which combine the same calls.
    pub(super) combined: usize,
    /// False if there may be more paths than were compared.
    pub(super) is_whole: bool,
}

/// Returns the paths up to the lengths of `lengths`: by grade, length and order of calls.
pub(super) fn list(
    calls: &Calls<'_, '_>,
    ends: &Ends<'_>,
    lengths: &[(Grade, usize)],
) -> Result<List, Cancelled> {
    let Some((worst, longest)) = lengths.iter().max().copied() else {
        return Ok(List { is_whole: true, ..List::default() });
    };
    let mut listing = Listing {
        calls,
        ends,
        grade: worst,
        left: distances(calls, ends, worst),
        order: BTreeMap::new(),
        chain: Vec::new(),
        tried: 0,
        known: BTreeSet::new(),
        list: List { is_whole: true, ..List::default() },
    };
    let likely = lengths.iter().find(|(grade, _)| *grade == Grade::Likely);
    for grade in Grade::ALL.into_iter().filter(|grade| *grade <= worst) {
        let longest = likely.filter(|(likely, _)| *likely == grade).map_or(longest, |of| of.1);
        listing.grade = grade;
        listing.left = distances(calls, ends, grade);
        // No function is on a path twice.
        for length in 1..=longest.min(listing.left.len()) {
            for from in ends.from {
                listing.chain = vec![*from];
                listing.extend(length, false)?;
            }
        }
    }
    Ok(listing.list)
}

/// Returns the number of calls from each function to the end of the paths, up to a grade.
pub(super) fn distances(
    calls: &Calls<'_, '_>,
    ends: &Ends<'_>,
    grade: Grade,
) -> BTreeMap<Def, usize> {
    let mut distances: BTreeMap<Def, usize> = ends.to.iter().map(|def| (*def, 0)).collect();
    let mut queue: VecDeque<Def> = ends.to.iter().copied().collect();
    while let Some(def) = queue.pop_front() {
        let next = distances[&def] + 1;
        for from in calls.callers_of(def, grade) {
            distances.entry(from).or_insert_with(|| {
                queue.push_back(from);
                next
            });
        }
    }
    distances
}

/// A list in the making.
struct Listing<'l, 'a, 'p> {
    calls: &'l Calls<'a, 'p>,
    ends: &'l Ends<'l>,
    grade: Grade,
    /// See [`distances`].
    left: BTreeMap<Def, usize>,
    /// The callees of functions, in order.
    order: BTreeMap<Def, Vec<Def>>,
    chain: Chain,
    tried: usize,
    /// Calls of the paths so far.
    known: BTreeSet<(Def, Def)>,
    list: List,
}

impl Listing<'_, '_, '_> {
    /// Lists the paths that go on from the chain with exactly `length` calls, and have one of the
    /// grade; `has_grade` if the chain has.
    fn extend(&mut self, length: usize, has_grade: bool) -> Result<(), Cancelled> {
        self.calls.project.snapshot.cancel().check()?;
        let Some(last) = self.chain.last().copied() else { return Ok(()) };
        for to in self.callees(last) {
            let edge = &self.calls.callees[&last][&to];
            let is_end = self.ends.is_last(to);
            let is_wanted = edge.grade <= self.grade
                && is_end == (length == 1)
                && self.left.get(&to).is_some_and(|left| *left < length)
                && (is_end || !self.chain.contains(&to) && !self.ends.is_first(to));
            if !is_wanted {
                continue;
            }
            self.tried += 1;
            if self.tried > MAX_TRIED || self.list.paths.len() + self.list.combined >= MAX_PATHS {
                self.list.is_whole = false;
                return Ok(());
            }
            let has_grade = has_grade || edge.grade == self.grade;
            self.chain.push(to);
            if !is_end {
                self.extend(length - 1, has_grade)?;
            } else if has_grade {
                self.add();
            }
            self.chain.pop();
        }
        Ok(())
    }

    /// Adds the chain.
    fn add(&mut self) {
        let before = self.known.len();
        self.known.extend(self.chain.windows(2).map(|call| (call[0], call[1])));
        if self.known.len() > before {
            self.list.paths.push(self.chain.clone());
        } else {
            self.list.combined += 1;
        }
    }

    /// Returns the callees of a function, see [`callees_in_order`].
    fn callees(&mut self, of: Def) -> Vec<Def> {
        if let Some(known) = self.order.get(&of) {
            return known.clone();
        }
        let callees = callees_in_order(self.calls, of);
        self.order.insert(of, callees.clone());
        callees
    }
}

/// Returns the callees of a function: by grade, then the nearest to it first.
pub(super) fn callees_in_order(calls: &Calls<'_, '_>, of: Def) -> Vec<Def> {
    let project = calls.project;
    let callees = calls.callees.get(&of).into_iter().flatten();
    let mut callees: Vec<(&Def, &Edge)> = callees.collect();
    callees.sort_by_cached_key(|(def, edge)| {
        let path = &project.entry(def.file).path.display;
        let is_test = project.entry(def.file).class.is_test();
        (edge.grade, nearness(project, &[of], path, is_test), def.symbol)
    });
    callees.into_iter().map(|(def, _)| *def).collect()
}
