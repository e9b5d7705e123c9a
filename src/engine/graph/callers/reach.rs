//! Which of the callers of a target reach it by certain steps, each looked at once for all
//! questions: what a caller reaches does not depend on who asks.

use super::Caller;
use rustc_hash::FxHashMap;

/// The steps from a caller.
#[derive(Default)]
pub(super) struct Steps {
    /// True if it reaches the target by itself.
    pub(super) is_end: bool,
    pub(super) next: Vec<Caller>,
}

/// Callers that were looked at, with all that they lead to: whether each reaches the target.
#[derive(Default)]
pub(super) struct Reach(FxHashMap<Caller, bool>);

impl Reach {
    /// Returns whether steps lead from a caller to the target. The steps from each caller are asked
    /// for once.
    pub(super) fn leads(&mut self, from: Caller, steps: impl FnMut(Caller) -> Steps) -> bool {
        if !self.0.contains_key(&from) {
            self.add(from, steps);
        }
        self.0[&from]
    }

    /// Looks at all that a caller leads to and that was not looked at before.
    fn add(&mut self, from: Caller, mut steps: impl FnMut(Caller) -> Steps) {
        let mut before: FxHashMap<Caller, Vec<Caller>> = FxHashMap::default();
        let (mut open, mut ends) = (vec![from], Vec::new());
        self.0.insert(from, false);
        while let Some(caller) = open.pop() {
            let Steps { is_end, next } = steps(caller);
            let mut reaches = is_end;
            for next in next {
                match self.0.get(&next) {
                    Some(true) => reaches = true,
                    Some(false) => before.entry(next).or_default().push(caller),
                    None => {
                        self.0.insert(next, false);
                        before.entry(next).or_default().push(caller);
                        open.push(next);
                    }
                }
            }
            if reaches {
                ends.push(caller);
            }
        }
        // Only those that were new lead to what was new.
        while let Some(end) = ends.pop() {
            if self.0.insert(end, true) == Some(false) {
                ends.extend(before.remove(&end).unwrap_or_default());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::graph::project::FileIndex;
    use std::cell::Cell;

    fn caller(number: usize) -> Caller {
        let symbol = u32::try_from(number).expect("a small number");
        Caller { file: FileIndex::default(), symbol: Some(symbol), on_mock: false }
    }

    /// Whether each of some callers leads to the target, asked in an order, and how often steps
    /// were asked for.
    fn asked(next: &[Vec<usize>], ends: &[usize], order: &[usize]) -> (Vec<bool>, usize) {
        let (mut reach, looked) = (Reach::default(), Cell::new(0));
        let mut found = vec![false; next.len()];
        for from in order {
            found[*from] = reach.leads(caller(*from), |of| {
                looked.set(looked.get() + 1);
                let of = of.symbol.expect("a symbol") as usize;
                let next = next[of].iter().copied().map(caller).collect();
                Steps { is_end: ends.contains(&of), next }
            });
        }
        (found, looked.get())
    }

    #[test]
    fn what_leads_to_an_end_is_found_in_any_order() {
        // A circle that leads to an end, one that does not, and what leads to both.
        let next = [vec![1], vec![2], vec![0, 3], vec![], vec![5], vec![4], vec![4, 0], vec![6, 5]];
        let expected = vec![true, true, true, true, false, false, true, true];
        for order in [[0, 1, 2, 3, 4, 5, 6, 7], [7, 6, 5, 4, 3, 2, 1, 0], [4, 7, 2, 0, 6, 1, 3, 5]]
        {
            assert_eq!(asked(&next, &[3], &order), (expected.clone(), next.len()), "{order:?}");
        }
    }

    /// If each question walked anew, there would be as many steps as pairs of callers.
    #[test]
    fn each_caller_of_a_long_line_is_looked_at_once() {
        const COUNT: usize = 2_000;
        let next: Vec<Vec<usize>> =
            (0..COUNT).map(|of| (of + 1..COUNT.min(of + 3)).collect()).collect();
        let order: Vec<usize> = (0..COUNT).rev().chain(0..COUNT).collect();
        for ends in [&[COUNT - 1][..], &[]] {
            let (found, looked) = asked(&next, ends, &order);
            assert!(found.iter().all(|found| *found != ends.is_empty()));
            assert_eq!(looked, COUNT);
        }
    }
}
