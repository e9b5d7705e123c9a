//! Cache of what searches through all files found, for the next question. As long as a file is
//! provably the same, it is not read again for what was once looked for in it; one that has changed
//! since is read alone.

use super::walk::{FileEntry, Walk};
use crate::domain::lock;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::SystemTime;

/// Number of changed files above which a result is forgotten: to correct it would take long.
const MAX_STALE: usize = 1 << 10;

/// Limit of the number of results, among which one is looked for.
const MAX_RESULTS: usize = 256;

/// Cache of the results of searches through the files of one walk, each under what was looked for.
/// Bounded by their sizes.
pub struct ScanCache<K, V> {
    entries: Mutex<Entries<K, V>>,
    most_bytes: usize,
}

struct Entries<K, V> {
    /// The walk that the results hold for.
    walk: Option<Arc<Walk>>,
    /// Least recently used first.
    results: Vec<CachedResult<K, V>>,
}

struct CachedResult<K, V> {
    key: K,
    value: Arc<V>,
    bytes: usize,
    stale: Stale,
}

/// Indices of the files that must be read again, ascending.
pub type Stale = Vec<usize>;

impl<K: PartialEq, V> ScanCache<K, V> {
    /// Creates a store without results, of at most `most_bytes`.
    pub const fn new(most_bytes: usize) -> Self {
        Self { entries: Mutex::new(Entries { walk: None, results: Vec::new() }), most_bytes }
    }

    /// Returns what is known of each key, and the files of the walk for which it is not known;
    /// `None` where all files must be read.
    pub fn known(&self, walk: &Arc<Walk>, keys: &[K]) -> Vec<Option<(Arc<V>, Stale)>> {
        let mut entries = self.lock();
        entries.turn_to(walk);
        keys.iter().map(|key| entries.known(key)).collect()
    }

    /// Keeps what was found in all files of a walk, for a request that came at `now`: under each
    /// key a value of some bytes.
    pub fn keep(&self, walk: &Arc<Walk>, now: SystemTime, found: Vec<(K, Arc<V>, usize)>) {
        if found.is_empty() {
            return;
        }
        let is_unsettled = |(_, file): &(usize, &FileEntry)| !file.stamp.is_settled(now);
        let stale = walk.files.iter().enumerate().filter(is_unsettled);
        let stale: Stale = stale.map(|(index, _)| index).take(MAX_STALE + 1).collect();
        let mut entries = self.lock();
        entries.turn_to(walk);
        // Of more results than are kept, each would be compared with all before it.
        let first = found.len().saturating_sub(MAX_RESULTS);
        for (key, value, bytes) in found.into_iter().skip(first) {
            entries.results.retain(|found| found.key != key);
            if stale.len() <= MAX_STALE {
                entries.results.push(CachedResult { key, value, bytes, stale: stale.clone() });
            }
        }
        let mut bytes: usize = entries.results.iter().map(|found| found.bytes).sum();
        let mut count = entries.results.len();
        let too_many = entries.results.iter().take_while(|found| {
            let is_over = bytes > self.most_bytes || count > MAX_RESULTS;
            bytes -= if is_over { found.bytes } else { 0 };
            count -= usize::from(is_over);
            is_over
        });
        let too_many = too_many.count();
        entries.results.drain(..too_many);
    }

    fn lock(&self) -> MutexGuard<'_, Entries<K, V>> {
        lock(&self.entries)
    }
}

impl<K: PartialEq, V> Entries<K, V> {
    fn known(&mut self, key: &K) -> Option<(Arc<V>, Stale)> {
        let place = self.results.iter().position(|found| found.key == *key)?;
        let found = self.results.remove(place);
        let known = (Arc::clone(&found.value), found.stale.clone());
        self.results.push(found);
        Some(known)
    }

    /// Makes the results those of another walk: of the same files with other states, or none.
    fn turn_to(&mut self, walk: &Arc<Walk>) {
        let changed = match &self.walk {
            Some(known) if Arc::ptr_eq(known, walk) => return,
            Some(known) => changed(&known.files, &walk.files),
            None => None,
        };
        self.walk = Some(Arc::clone(walk));
        let Some(changed) = changed else { return self.results.clear() };
        for found in &mut self.results {
            found.stale.extend(&changed);
            found.stale.sort_unstable();
            found.stale.dedup();
        }
        self.results.retain(|found| found.stale.len() <= MAX_STALE);
    }
}

/// Returns the indices of the files that are not provably the same in two lists; `None` if these
/// are not of the same files.
fn changed(before: &[FileEntry], after: &[FileEntry]) -> Option<Stale> {
    let pairs = || before.iter().zip(after);
    let is_same_list = before.len() == after.len()
        && pairs().all(|(before, after)| {
            before.path == after.path
                && before.language == after.language
                && before.class == after.class
        });
    let differ = pairs().enumerate().filter(|(_, (before, after))| before.stamp != after.stamp);
    is_same_list.then(|| differ.map(|(index, _)| index).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::{SourcePath, Stamp};
    use std::path::Path;

    fn walk(sizes: &[u64]) -> Arc<Walk> {
        let entry = |(index, size): (usize, &u64)| {
            let name = index.to_string();
            let mut stamp = Stamp::default();
            stamp.size = *size;
            FileEntry {
                path: SourcePath { absolute: Path::new(&name).into(), display: name.into() },
                stamp,
                language: None,
                class: crate::workspace::FileClass::NONE,
            }
        };
        let mut walk = Walk::default();
        walk.files.extend(sizes.iter().enumerate().map(entry));
        Arc::new(walk)
    }

    #[test]
    fn a_result_holds_for_the_files_that_have_not_changed() {
        let cache = ScanCache::new(100);
        let first = walk(&[1, 2, 3]);
        let known = |walk: &Arc<Walk>| {
            cache
                .known(walk, &["x"])
                .remove(0)
                .map(|(value, stale): (Arc<i32>, Stale)| (*value, stale))
        };
        assert_eq!(known(&first), None);
        cache.keep(&first, SystemTime::now(), vec![("x", Arc::new(7), 10)]);
        assert_eq!(known(&first), Some((7, vec![])));
        assert_eq!(known(&walk(&[1, 2, 4])), Some((7, vec![2])));
        assert_eq!(known(&walk(&[0, 2, 4])), Some((7, vec![0, 2])));
        assert_eq!(known(&walk(&[1, 2])), None);
        assert_eq!(known(&first), None, "another list of files ends what was known");
        cache.keep(&first, SystemTime::UNIX_EPOCH, vec![("x", Arc::new(8), 10)]);
        assert_eq!(known(&first), Some((8, vec![0, 1, 2])), "what may change unseen is read again");
    }

    #[test]
    fn least_recently_used_results_are_evicted() {
        let cache = ScanCache::new(100);
        let walk = walk(&[1]);
        let keep = |key: usize, bytes: usize| {
            cache.keep(&walk, SystemTime::now(), vec![(key, Arc::new(()), bytes)]);
        };
        let known = |key: usize| cache.known(&walk, &[key])[0].is_some();
        keep(1, 50);
        keep(2, 50);
        assert!(known(1));
        keep(3, 50);
        assert_eq!([1, 2, 3].map(known), [true, false, true]);
        keep(4, 101);
        assert_eq!([1, 3, 4].map(known), [false; 3]);
        for key in 0..=MAX_RESULTS {
            keep(key, 0);
        }
        assert_eq!([0, 1, MAX_RESULTS].map(known), [false, true, true]);
    }
}
