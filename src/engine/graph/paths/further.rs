//! Longer ways beside the paths that were found: through a wrapper that hands on to another
//! implementation of what it is, or a step that only some calls take. Each has a function that is
//! on no path before it.

use super::calls::{Calls, Grade};
use super::ends::Ends;
use super::list::{Chain, callees_in_order, distances};
use super::search::{FURTHER, Found, search_further};
use crate::domain::Cancelled;
use crate::engine::graph::project::Def;
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of ways that are told, and that are counted.
const MAX_WAYS: usize = 3;
const MAX_COUNTED: usize = 100;

/// Maximum number of calls that are tried for them, of each grade.
const MAX_TRIED: usize = 20_000;

/// Bytes of files that are looked at for callers, and a multiple of those of bodies that are read.
const MAX_WORK: u64 = 2_000_000;

/// Longer ways.
#[derive(Default)]
pub(super) struct Further {
    pub(super) ways: Vec<Chain>,
    /// Number of those that are not told.
    pub(super) more: usize,
    /// False if there may be more ways of this length.
    pub(super) is_whole: bool,
}

/// Returns the ways that are a few calls longer than the shortest path, those of likely calls
/// first. There are none beside paths that need more than calls, or calls that only a name
/// explains: these would lead everywhere. Of calls through supertypes a way has at most one more
/// than the path that has the fewest.
pub(super) fn further(
    calls: &mut Calls<'_, '_>,
    ends: &Ends<'_>,
    found: Found,
    known: &[Chain],
) -> Result<Further, Cancelled> {
    let shortest = known.iter().map(|chain| chain.len() - 1).min();
    let is_evident = found.lengths.iter().all(|(grade, _)| *grade <= Grade::Dispatched);
    let Some(shortest) = shortest.filter(|_| is_evident && ends.depth.is_none()) else {
        return Ok(Further { is_whole: true, ..Further::default() });
    };
    let most = (shortest + FURTHER).min(ends.longest());
    let is_whole = search_further(calls, ends, found, (most, MAX_WORK))?;
    let doubts = known.iter().map(|chain| doubts(calls, chain)).min().unwrap_or(0);
    let mut ways = Ways {
        calls,
        ends,
        left: BTreeMap::new(),
        order: BTreeMap::new(),
        chain: Vec::new(),
        tried: 0,
        known: known.iter().flatten().copied().collect(),
        found: Further { is_whole, ..Further::default() },
    };
    for (grade, doubts) in [(Grade::Likely, 0), (Grade::Dispatched, doubts + 1)] {
        ways.left = distances(calls, ends, grade);
        ways.tried = 0;
        for length in 2..=most {
            for from in ends.from {
                ways.chain = vec![*from];
                ways.extend(length, doubts)?;
            }
        }
    }
    Ok(ways.found)
}

/// Returns the number of calls of a path that are not likely.
fn doubts(calls: &Calls<'_, '_>, chain: &Chain) -> usize {
    let is_doubtful = |call: &&[Def]| calls.callees[&call[0]][&call[1]].grade > Grade::Likely;
    chain.windows(2).filter(is_doubtful).count()
}

/// Ways in the making.
struct Ways<'l, 'a, 'p> {
    calls: &'l Calls<'a, 'p>,
    ends: &'l Ends<'l>,
    /// See [`distances`].
    left: BTreeMap<Def, usize>,
    /// The callees of functions, in order.
    order: BTreeMap<Def, Vec<Def>>,
    chain: Chain,
    tried: usize,
    /// Functions on the paths and ways so far.
    known: BTreeSet<Def>,
    found: Further,
}

impl Ways<'_, '_, '_> {
    /// Adds the ways that go on from the chain with exactly `length` calls, of which `doubts` may
    /// be other than likely.
    fn extend(&mut self, length: usize, doubts: usize) -> Result<(), Cancelled> {
        self.calls.project.snapshot.cancel().check()?;
        let Some(last) = self.chain.last().copied() else { return Ok(()) };
        let calls = self.calls;
        let callees = self.order.entry(last).or_insert_with(|| callees_in_order(calls, last));
        for to in callees.clone() {
            let is_doubtful = calls.callees[&last][&to].grade > Grade::Likely;
            let is_end = self.ends.is_last(to);
            let is_wanted = calls.callees[&last][&to].grade <= Grade::Dispatched
                && usize::from(is_doubtful) <= doubts
                && is_end == (length == 1)
                && self.left.get(&to).is_some_and(|left| *left < length)
                && (is_end || !self.chain.contains(&to) && !self.ends.is_first(to));
            if !is_wanted {
                continue;
            }
            self.tried += 1;
            if self.tried > MAX_TRIED || self.found.ways.len() + self.found.more >= MAX_COUNTED {
                self.found.is_whole = false;
                return Ok(());
            }
            self.chain.push(to);
            if is_end {
                self.add();
            } else {
                self.extend(length - 1, doubts - usize::from(is_doubtful))?;
            }
            self.chain.pop();
        }
        Ok(())
    }

    /// Adds the chain, if it has a function that is new.
    fn add(&mut self) {
        let before = self.known.len();
        self.known.extend(self.chain.iter().copied());
        if self.known.len() == before {
            return;
        }
        if self.found.ways.len() < MAX_WAYS {
            self.found.ways.push(self.chain.clone());
        } else {
            self.found.more += 1;
        }
    }
}
