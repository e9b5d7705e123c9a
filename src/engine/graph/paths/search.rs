//! The search for paths: breadth first from both ends, always from the one that takes less work,
//! grade by grade until the ends meet.

use super::calls::{Calls, Grade};
use super::ends::Ends;
use crate::domain::Cancelled;
use crate::engine::graph::project::Def;
use std::collections::BTreeMap;

/// Maximum number of functions whose calls are read from one end, or whose callers are searched
/// from the other.
const MAX_FUNCTIONS: usize = 4_000;

/// A byte of a body, in which every call is resolved, takes this many times the work of a byte of a
/// file that is searched for one name.
const WORK_OF_BODY: u64 = 4;

/// Number of calls by which a likely path may be longer than the shortest one.
pub(super) const FURTHER: usize = 3;

/// Maximum number of calls of a path with one that only its name explains, unless the question
/// bounds it: with guesses, everything is reached from everywhere.
const MAX_GUESSED: usize = 8;

/// What is reached from one end.
#[derive(Clone, Default)]
pub(super) struct Side {
    /// Number of calls to each function.
    pub(super) depths: BTreeMap<Def, usize>,
    /// The functions that were reached last.
    frontier: Vec<Def>,
    /// Number of calls that were followed.
    pub(super) levels: usize,
    expanded: usize,
    /// True if some functions were not followed because of their number.
    pub(super) is_cut: bool,
}

impl Side {
    fn new(start: &[Def]) -> Self {
        let depths = start.iter().map(|def| (*def, 0)).collect();
        Self { depths, frontier: start.to_vec(), ..Self::default() }
    }

    /// Returns whether everything that can be reached is.
    pub(super) fn is_whole(&self) -> bool {
        self.frontier.is_empty() && !self.is_cut
    }

    /// Returns whether the calls of a function that is reached were followed.
    pub(super) fn is_followed(&self, def: Def) -> bool {
        self.depths.get(&def).is_some_and(|depth| *depth < self.levels || self.is_whole())
    }

    /// Returns the functions to follow next, as many as the limit allows.
    fn take(&mut self) -> Vec<Def> {
        let left = MAX_FUNCTIONS - self.expanded;
        let mut next = std::mem::take(&mut self.frontier);
        self.is_cut |= next.len() > left;
        next.truncate(left);
        self.expanded += next.len();
        self.levels += usize::from(!next.is_empty());
        next
    }

    /// Adds what one more call reaches.
    fn reach(&mut self, reached: impl Iterator<Item = Def>) {
        for def in reached {
            if let std::collections::btree_map::Entry::Vacant(place) = self.depths.entry(def) {
                place.insert(self.levels);
                self.frontier.push(def);
            }
        }
    }
}

/// What a search found.
pub(super) struct Found {
    /// What is reached from each end.
    pub(super) from: Side,
    pub(super) to: Side,
    /// The same, by likely calls and those through supertypes alone.
    pub(super) evident: [Side; 2],
    /// For each grade of which there are paths, the number of calls of the longest that is wanted.
    pub(super) lengths: Vec<(Grade, usize)>,
}

/// Searches until a grade has paths.
pub(super) fn search(calls: &mut Calls<'_, '_>, ends: &Ends<'_>) -> Result<Found, Cancelled> {
    let most_guessed = ends.depth.unwrap_or(MAX_GUESSED);
    let mut sides = (Side::new(ends.from), Side::new(ends.to));
    let mut evident = [Side::default(), Side::default()];
    let grades = [Grade::Dispatched, Grade::Passed, Grade::Sent, Grade::Named, Grade::Ambiguous];
    for grade in grades {
        // What a body hands on or sends is known from the functions that are reached alone.
        sides = match grade {
            Grade::Passed | Grade::Sent => (sides.0, Side::new(ends.to)),
            _ => (Side::new(ends.from), Side::new(ends.to)),
        };
        if grade == Grade::Passed {
            follow_handed(calls, &mut sides.0)?;
        }
        if grade == Grade::Sent {
            follow_sent(calls, &mut sides.0)?;
        }
        let mut search = Search { calls, grade, from: sides.0, to: sides.1 };
        let most = if grade < Grade::Named { ends.longest() } else { most_guessed };
        let length = search.run(ends, most, ends.depth.is_some())?;
        sides = (search.from, search.to);
        if grade == Grade::Dispatched {
            evident = [sides.0.clone(), sides.1.clone()];
        }
        let Some(length) = length else { continue };
        let mut lengths = vec![(grade, ends.depth.unwrap_or(length))];
        if grade == Grade::Dispatched && ends.depth.is_none() {
            let most = (length + FURTHER).min(ends.longest());
            let (from, to) = (Side::new(ends.from), Side::new(ends.to));
            let mut likely = Search { calls, grade: Grade::Likely, from, to };
            lengths.extend(likely.run(ends, most, false)?.map(|most| (Grade::Likely, most)));
        }
        return Ok(Found { from: sides.0, to: sides.1, evident, lengths });
    }
    let (from, to) = sides;
    calls.add_unresolved(&from.depths, &to.depths)?;
    let search = Search { calls, grade: Grade::Unresolved, from, to };
    let length = search.shortest().filter(|length| *length <= most_guessed);
    let lengths = length.map(|length| (Grade::Unresolved, length)).into_iter().collect();
    Ok(Found { from: search.from, to: search.to, evident, lengths })
}

/// Follows further calls, also through supertypes, from both ends until all paths of at most `most`
/// calls are known. Returns false if `work` does not suffice.
pub(super) fn search_further(
    calls: &mut Calls<'_, '_>,
    ends: &Ends<'_>,
    found: Found,
    (most, work): (usize, u64),
) -> Result<bool, Cancelled> {
    let Found { from, to, .. } = found;
    let mut search = Search { calls, grade: Grade::Dispatched, from, to };
    let mut left = work;
    while search.from.levels + search.to.levels < most {
        search.calls.project.snapshot.cancel().check()?;
        match left.checked_sub(search.next_work()?) {
            Some(rest) => left = rest,
            None => return Ok(false),
        }
        if !search.step(ends)? {
            break;
        }
    }
    Ok(!search.from.is_cut && !search.to.is_cut)
}

/// Adds what the functions that are reached from the beginning are given to call. What that reaches
/// is followed; what the functions themselves call is.
fn follow_handed(calls: &mut Calls<'_, '_>, from: &mut Side) -> Result<(), Cancelled> {
    let reaching: Vec<Def> = from.depths.keys().copied().collect();
    calls.add_handed(&reaching)?;
    from.levels += 1;
    for def in reaching {
        from.reach(calls.callees_of(def, Grade::Passed));
    }
    Ok(())
}

/// Adds what takes what the functions send that are reached from the beginning, as
/// [`follow_handed`] does.
fn follow_sent(calls: &mut Calls<'_, '_>, from: &mut Side) -> Result<(), Cancelled> {
    let reaching: Vec<Def> = from.depths.keys().copied().collect();
    calls.add_sent(&reaching)?;
    from.levels += 1;
    for def in reaching {
        from.reach(calls.callees_of(def, Grade::Sent));
    }
    Ok(())
}

/// The search among the calls up to one grade.
struct Search<'s, 'a, 'p> {
    calls: &'s mut Calls<'a, 'p>,
    grade: Grade,
    from: Side,
    to: Side,
}

impl Search<'_, '_, '_> {
    /// Follows calls until the ends meet, or until all paths of at most `most` calls are known if
    /// `is_all`. Returns the number of calls of the shortest path.
    fn run(
        &mut self,
        ends: &Ends<'_>,
        most: usize,
        is_all: bool,
    ) -> Result<Option<usize>, Cancelled> {
        loop {
            self.calls.project.snapshot.cancel().check()?;
            let shortest = self.shortest().filter(|length| *length <= most);
            let enough = if is_all { most } else { shortest.unwrap_or(most) };
            // The direct callers are always searched: they are all that is known of a type.
            let is_enough = self.from.levels + self.to.levels >= enough && self.to.levels > 0;
            if is_enough || !self.step(ends)? {
                return Ok(shortest);
            }
        }
    }

    /// Returns the number of calls of the shortest path among the known calls.
    fn shortest(&self) -> Option<usize> {
        let calls = self.from.depths.iter().flat_map(|(from, before)| {
            let callees = self.calls.callees_of(*from, self.grade);
            callees.filter_map(move |to| Some(before + 1 + self.to.depths.get(&to)?))
        });
        calls.min()
    }

    /// Follows one more call from the end that takes less work. Returns false if there is none.
    fn step(&mut self, ends: &Ends<'_>) -> Result<bool, Cancelled> {
        let has_from = !self.from.frontier.is_empty() && !self.from.is_cut;
        let has_to = !self.to.frontier.is_empty() && !self.to.is_cut;
        let is_backward = match (has_from, has_to) {
            (false, false) => return Ok(false),
            (false, true) => true,
            (true, false) => false,
            (true, true) if self.to.levels == 0 => true,
            (true, true) => {
                let bodies = self.calls.cost_of_callees(&self.from.frontier);
                let work = bodies.saturating_mul(WORK_OF_BODY);
                self.calls.cost_of_callers(&self.to.frontier)? < work
            }
        };
        if is_backward {
            self.follow_callers(ends)?;
        } else {
            self.follow_callees(ends)?;
        }
        Ok(true)
    }

    /// Returns the work of the next call from the end that takes less.
    fn next_work(&self) -> Result<u64, Cancelled> {
        let follows = |side: &Side| !side.frontier.is_empty() && !side.is_cut;
        let bodies = self.calls.cost_of_callees(&self.from.frontier).saturating_mul(WORK_OF_BODY);
        Ok(match (follows(&self.from), follows(&self.to)) {
            (true, false) => bodies,
            (is_both, true) => {
                let files = self.calls.cost_of_callers(&self.to.frontier)?;
                if is_both { files.min(bodies) } else { files }
            }
            (false, false) => 0,
        })
    }

    fn follow_callees(&mut self, ends: &Ends<'_>) -> Result<(), Cancelled> {
        let next = self.from.take();
        self.calls.add_callees(&next)?;
        if self.grade >= Grade::Passed {
            self.calls.add_handed(&next)?;
        }
        if self.grade == Grade::Sent {
            self.calls.add_sent(&next)?;
        }
        for def in next {
            let callees = self.calls.callees_of(def, self.grade);
            // A path ends where it comes to its end.
            self.from.reach(callees.filter(|to| !ends.is_last(*to)));
        }
        Ok(())
    }

    fn follow_callers(&mut self, ends: &Ends<'_>) -> Result<(), Cancelled> {
        let next = self.to.take();
        self.calls.add_callers(&next)?;
        if self.grade >= Grade::Passed {
            self.calls.add_values(&next)?;
        }
        for def in next {
            let callers = self.calls.callers_of(def, self.grade);
            self.to.reach(callers.filter(|from| !ends.is_first(*from)));
        }
        Ok(())
    }
}
