//! Memoised recursive look-ups whose results depend on the key alone, not on earlier look-ups or on
//! threads.
//!
//! A look-up may reach itself, as with circular imports. The inner one then returns the cut value,
//! and results between the two hold within this search only. They are not stored, except for that
//! of the search's first look-up, which is reused only as the start of a search. Each search visits
//! each key once, so that it takes time linear in the number of reachable keys.

use crate::domain::lock;
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::hash::Hash;
use std::rc::Rc;
use std::sync::Mutex;

/// Results shared by several searches.
pub(super) struct Memo<K, V>(Mutex<FxHashMap<K, Known<V>>>);

#[derive(Clone)]
struct Known<V> {
    value: V,
    /// Maximum depth of the look-ups below this one.
    height: usize,
    /// True if some look-up below was circular or too deep.
    is_cut: bool,
}

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Hash + Eq, V: Clone> Memo<K, V> {
    fn get(&self, key: &K) -> Option<Known<V>> {
        lock(&self.0).get(key).cloned()
    }

    fn insert(&self, key: K, known: Known<V>) {
        lock(&self.0).insert(key, known);
    }
}

/// Progress shared by several searches, since the look-ups of one may start those of another.
#[derive(Default)]
pub(super) struct Progress {
    active: Cell<usize>,
    /// Number of look-ups cut so far.
    cuts: Cell<usize>,
}

/// A search in progress: its active look-ups, and the results that hold for it alone.
pub(super) struct Search<K, V> {
    progress: Rc<Progress>,
    /// Limit of nested look-ups.
    deepest: Cell<usize>,
    state: RefCell<State<K, V>>,
}

struct State<K, V> {
    active: Vec<Active<K>>,
    provisional: FxHashMap<K, V>,
}

struct Active<K> {
    key: K,
    height: usize,
    /// Number of cuts when the look-up began; a later cut may refer to a look-up that began before
    /// it.
    cuts: usize,
}

impl<K: Hash + Eq + Clone, V: Clone> Search<K, V> {
    pub(super) fn new(progress: &Rc<Progress>, deepest: usize) -> Self {
        Self {
            progress: Rc::clone(progress),
            deepest: Cell::new(deepest),
            state: RefCell::new(State { active: Vec::new(), provisional: FxHashMap::default() }),
        }
    }

    /// Sets the depth limit of a new search; does nothing if one is in progress.
    pub(super) fn begin(&self, deepest: impl FnOnce() -> usize) {
        if self.state.borrow().active.is_empty() {
            self.deepest.set(deepest());
        }
    }

    /// Returns whether no look-up is active, so that results do not depend on one.
    pub(super) fn is_idle(&self) -> bool {
        self.progress.active.get() == 0
    }

    /// Returns whether the search has found `most` results that hold for it alone. If so, what the
    /// active look-ups return is taken for cut.
    pub(super) fn is_crowded(&self, most: usize) -> bool {
        let is_crowded = self.state.borrow().provisional.len() >= most;
        self.progress.cuts.set(self.progress.cuts.get() + usize::from(is_crowded));
        is_crowded
    }

    /// Returns the result for a key, computed unless known; `cut` for a circular look-up or at the
    /// depth limit.
    pub(super) fn get(&self, memo: &Memo<K, V>, key: K, cut: V, compute: impl FnOnce() -> V) -> V {
        if let Some(known) = self.enter(memo, &key, cut) {
            return known;
        }
        let value = compute();
        self.leave(memo, key, value)
    }

    /// Returns the result if it is known or the look-up is cut; else marks the look-up as active.
    fn enter(&self, memo: &Memo<K, V>, key: &K, cut: V) -> Option<V> {
        let state = &mut *self.state.borrow_mut();
        let Progress { active, cuts } = &*self.progress;
        let is_start = active.get() == 0;
        if is_start {
            state.provisional.clear();
        }
        let is_cut = state.active.len() >= self.deepest.get()
            || state.active.iter().any(|active| active.key == *key);
        let provisional = if is_cut { Some(cut) } else { state.provisional.get(key).cloned() };
        if provisional.is_some() {
            cuts.set(cuts.get() + 1);
            return provisional;
        }
        if let Some(known) = memo.get(key) {
            let fits = !known.is_cut && state.active.len() + known.height < self.deepest.get();
            if is_start || fits {
                state.rise(known.height + 1);
                return Some(known.value);
            }
        }
        active.set(active.get() + 1);
        state.active.push(Active { key: key.clone(), height: 0, cuts: cuts.get() });
        None
    }

    fn leave(&self, memo: &Memo<K, V>, key: K, value: V) -> V {
        let state = &mut *self.state.borrow_mut();
        let Some(Active { height, cuts, .. }) = state.active.pop() else { return value };
        let active = self.progress.active.get() - 1;
        self.progress.active.set(active);
        state.rise(height + 1);
        let is_cut = self.progress.cuts.get() > cuts;
        if is_cut && active > 0 {
            state.provisional.insert(key, value.clone());
        } else {
            memo.insert(key, Known { value: value.clone(), height, is_cut });
        }
        value
    }
}

impl<K, V> State<K, V> {
    fn rise(&mut self, height: usize) {
        if let Some(above) = self.active.last_mut() {
            above.height = above.height.max(height);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A graph in which a look-up returns the largest reachable key.
    struct Graph {
        next: Vec<Vec<usize>>,
        /// Number of results in a cycle at which a search ends.
        most: usize,
        computed: Cell<usize>,
    }

    impl Graph {
        fn new(next: Vec<Vec<usize>>) -> Self {
            Self { next, most: usize::MAX, computed: Cell::new(0) }
        }

        fn largest(
            &self,
            memo: &Memo<usize, usize>,
            search: &Search<usize, usize>,
            key: usize,
        ) -> usize {
            search.get(memo, key, 0, || {
                self.computed.update(|count| count + 1);
                let next = self.next[key].iter().filter(|_| !search.is_crowded(self.most));
                let below = next.map(|next| self.largest(memo, search, *next));
                below.max().unwrap_or(0).max(key)
            })
        }
    }

    #[test]
    fn cycles_end_and_are_complete_from_every_start() {
        let graph = Graph::new(vec![vec![1], vec![2], vec![0, 3], vec![], vec![0]]);
        for order in [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 4, 0, 3, 1]] {
            let memo = Memo::default();
            for start in order {
                let expected = if start == 4 { 4 } else { 3 };
                assert_eq!(
                    graph.largest(&memo, &Search::new(&Rc::default(), 32), start),
                    expected,
                    "{start} in {order:?}"
                );
            }
        }
    }

    #[test]
    fn the_limit_of_depth_does_not_depend_on_what_was_asked_before() {
        let line =
            Graph::new((0..20).map(|key| if key < 19 { vec![key + 1] } else { vec![] }).collect());
        let fresh = line.largest(&Memo::default(), &Search::new(&Rc::default(), 8), 0);
        let memo = Memo::default();
        for start in (0..20).rev() {
            line.largest(&memo, &Search::new(&Rc::default(), 8), start);
        }
        assert_eq!(line.largest(&memo, &Search::new(&Rc::default(), 8), 0), fresh);
    }

    #[test]
    fn each_key_of_a_dense_cycle_is_computed_once() {
        const SIZE: usize = 60;
        let graph = Graph::new(
            (0..SIZE).map(|key| (0..SIZE).filter(|next| *next != key).collect()).collect(),
        );
        assert_eq!(
            graph.largest(&Memo::default(), &Search::new(&Rc::default(), SIZE), 0),
            SIZE - 1
        );
        assert_eq!(graph.computed.get(), SIZE);
    }

    #[test]
    fn a_search_that_is_crowded_ends_and_leaves_nothing_to_others() {
        const SIZE: usize = 60;
        let next = (0..SIZE).map(|key| (0..SIZE).filter(|next| *next != key).collect()).collect();
        let graph = Graph { most: 7, ..Graph::new(next) };
        let fresh = graph.largest(&Memo::default(), &Search::new(&Rc::default(), 8), 20);
        assert!(graph.computed.get() <= 7 + 8, "{}", graph.computed.get());
        let memo = Memo::default();
        for start in (0..SIZE).rev() {
            graph.largest(&memo, &Search::new(&Rc::default(), 8), start);
        }
        assert_eq!(graph.largest(&memo, &Search::new(&Rc::default(), 8), 20), fresh);
    }
}
