//! Recent answers of a capability, each with the state of all files that it was made from. An edit
//! in any of them makes a new answer.

use crate::domain::{LeftOut, lock};
use crate::workspace::{Stamp, Walk};
use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

/// At most `MOST` answers; the one used longest ago is removed first.
pub struct RecentAnswers<Q, A, const MOST: usize>(Mutex<Vec<Recent<Q, A>>>);

struct Recent<Q, A> {
    query: Q,
    state: FilesState,
    answer: Arc<A>,
}

/// State of the files that an answer is made from, with what was left out of them.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct FilesState {
    pub(super) stamps: Vec<Stamp>,
    pub(super) left_out: Vec<LeftOut>,
}

impl FilesState {
    pub(super) fn of(walk: &Walk) -> Self {
        let stamps = walk.files.iter().map(|file| file.stamp).collect();
        Self { stamps, left_out: walk.left_out.clone() }
    }
}

impl<Q, A, const MOST: usize> Default for RecentAnswers<Q, A, MOST> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<Q, A, const MOST: usize> fmt::Debug for RecentAnswers<Q, A, MOST> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("RecentAnswers")
    }
}

impl<Q: Clone + PartialEq, A, const MOST: usize> RecentAnswers<Q, A, MOST> {
    /// Returns the answer that is kept for files of these states, or makes it.
    pub(super) fn get_or_make<E>(
        &self,
        query: &Q,
        state: FilesState,
        now: SystemTime,
        make: impl FnOnce() -> Result<A, E>,
    ) -> Result<Arc<A>, E> {
        // A file that was changed a moment ago may change again without a new stamp.
        if !state.stamps.iter().all(|stamp| stamp.is_settled(now)) {
            return make().map(Arc::new);
        }
        if let Some(known) = self.get(query, &state) {
            return Ok(known);
        }
        let answer = Arc::new(make()?);
        self.put(query, state, &answer);
        Ok(answer)
    }

    fn get(&self, query: &Q, state: &FilesState) -> Option<Arc<A>> {
        let mut answers = lock(&self.0);
        let is_same = |recent: &Recent<Q, A>| recent.query == *query && recent.state == *state;
        let index = answers.iter().position(is_same)?;
        let recent = answers.remove(index);
        let answer = Arc::clone(&recent.answer);
        answers.push(recent);
        Some(answer)
    }

    fn put(&self, query: &Q, state: FilesState, answer: &Arc<A>) {
        let mut answers = lock(&self.0);
        answers.retain(|recent| recent.query != *query);
        if answers.len() == MOST {
            answers.remove(0);
        }
        answers.push(Recent { query: query.clone(), state, answer: Arc::clone(answer) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn the_answer_used_longest_ago_is_removed_first() {
        let recent = RecentAnswers::<u32, u32, 2>::default();
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(100);
        let made = std::cell::Cell::new(0);
        let ask = |query: u32| {
            let answer = recent.get_or_make(&query, FilesState::default(), now, || {
                made.set(made.get() + 1);
                Ok::<_, ()>(query)
            });
            assert_eq!(answer.map(|answer| *answer), Ok(query));
            made.get()
        };
        assert_eq!([ask(1), ask(2), ask(1), ask(3)], [1, 2, 2, 3]);
        assert_eq!([ask(1), ask(2)], [3, 4]);
    }
}
