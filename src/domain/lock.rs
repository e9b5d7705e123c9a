//! Locks whose holder may have panicked, and what is remembered behind them.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex. What it guards has to be valid after each step, since a poisoned lock is ignored.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns what is remembered for a key, which has to determine it. It is found without the lock,
/// so that to find one value may ask for others; of two that are found at once the first stays.
pub fn remembered<K: Eq + Hash, V: Clone, S: BuildHasher>(
    known: &Mutex<HashMap<K, V, S>>,
    key: K,
    find: impl FnOnce() -> V,
) -> V {
    if let Some(value) = lock(known).get(&key) {
        return value.clone();
    }
    let found = find();
    lock(known).entry(key).or_insert(found).clone()
}
