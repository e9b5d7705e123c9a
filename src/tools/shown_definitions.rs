//! Definitions that one connection has been shown, so that a later answer need not show them again.

use crate::domain::lock;
use std::collections::{HashMap, HashSet};
use std::sync::Mutex;

/// Limit of the sessions that a connection remembers; the one used longest ago is removed first.
const MAX_SESSIONS: usize = 32;
/// Limit of the definitions that a session remembers.
const MAX_SEEN: usize = 20_000;

/// The definitions shown to one connection, by the `session` that a search names. They are kept in
/// memory as long as the connection.
#[derive(Debug, Default)]
pub struct ShownDefinitions(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    sessions: HashMap<String, ShownInSession>,
    clock: u64,
}

#[derive(Debug, Default)]
struct ShownInSession {
    /// Hashes of definitions together with their code, so that edited code counts as new.
    shown: HashSet<u64>,
    used: u64,
}

impl ShownDefinitions {
    /// Returns which of some definitions a session has been shown, by their hashes.
    pub fn seen(&self, session: &str, hashes: &[u64]) -> Vec<bool> {
        let state = lock(&self.0);
        let seen = state.sessions.get(session);
        hashes.iter().map(|hash| seen.is_some_and(|seen| seen.shown.contains(hash))).collect()
    }

    /// Returns the number of definitions that a session has been shown.
    pub fn count(&self, session: &str) -> usize {
        let state = lock(&self.0);
        state.sessions.get(session).map_or(0, |seen| seen.shown.len())
    }

    /// Records that definitions have been shown.
    pub fn remember(&self, session: &str, hashes: impl IntoIterator<Item = u64>) {
        let mut state = lock(&self.0);
        state.clock += 1;
        let now = state.clock;
        if !state.sessions.contains_key(session) && state.sessions.len() >= MAX_SESSIONS {
            let oldest = state
                .sessions
                .iter()
                .min_by_key(|(_, seen)| seen.used)
                .map(|(name, _)| name.clone());
            oldest.and_then(|name| state.sessions.remove(&name));
        }
        let seen = state.sessions.entry(session.to_owned()).or_default();
        seen.used = now;
        for hash in hashes {
            if seen.shown.len() < MAX_SEEN {
                seen.shown.insert(hash);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_knows_what_it_was_shown_and_others_do_not() {
        let shown = ShownDefinitions::default();
        shown.remember("a", [1, 2]);
        assert_eq!(shown.seen("a", &[1, 3, 2]), [true, false, true]);
        assert_eq!(shown.seen("b", &[1]), [false]);
        assert_eq!((shown.count("a"), shown.count("b")), (2, 0));
    }

    #[test]
    fn the_session_used_longest_ago_is_forgotten_first() {
        let shown = ShownDefinitions::default();
        for session in 0..MAX_SESSIONS {
            shown.remember(&session.to_string(), [1]);
        }
        shown.remember("0", [2]);
        shown.remember("new", [1]);
        assert_eq!(shown.count("0"), 2);
        assert_eq!(shown.count("1"), 0);
        assert_eq!(shown.count("new"), 1);
    }
}
