//! Which files mention each of many names, in one pass over their text.

use super::release;
use super::scan::NameSet;
use crate::domain::{Cancel, Cancelled};
use crate::workspace::text::read_for_scan;
use crate::workspace::walk::FileEntry;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// For each name, the files that mention it as a whole identifier, by their place in `files` in ascending order, and how
/// often. Binary and unreadable files mention nothing.
///
/// # Errors
/// When the work is cancelled.
pub fn files_mentioning_each(
    files: &[FileEntry],
    names: &[&str],
    cancel: &Cancel,
) -> Result<Vec<Vec<(usize, u32)>>, Cancelled> {
    /// Files that a thread takes at a time.
    const RUN: usize = 32;
    let set = NameSet::new(names);
    let next = AtomicUsize::new(0);
    let found: Mutex<Vec<(usize, usize, u32)>> = Mutex::default();
    rayon::scope(|scope| {
        for _ in 0..rayon::current_num_threads() {
            scope.spawn(|_| {
                let mut own = Vec::new();
                let mut buffer = Vec::new();
                loop {
                    let start = next.fetch_add(RUN, Ordering::Relaxed);
                    if start >= files.len() || cancel.is_cancelled() {
                        break;
                    }
                    for (place, file) in files.iter().enumerate().skip(start).take(RUN) {
                        if read_for_scan(&file.path, &mut buffer).is_err() || memchr::memchr(0, &buffer).is_some() {
                            continue;
                        }
                        let mut counts: BTreeMap<usize, u32> = BTreeMap::new();
                        set.find_in(&mut buffer, |name| *counts.entry(name).or_default() += 1);
                        own.extend(counts.into_iter().map(|(name, count)| (name, place, count)));
                        release(&mut buffer);
                    }
                }
                found.lock().unwrap_or_else(PoisonError::into_inner).append(&mut own);
            });
        }
    });
    cancel.check()?;
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort_unstable();
    let mut each = vec![Vec::new(); names.len()];
    for (name, place, count) in found {
        each[name].push((place, count));
    }
    // A name that is given twice has the same mentions both times.
    let mut order: Vec<usize> = (0..names.len()).collect();
    set.copy_duplicates(&mut order);
    for (name, first) in order.into_iter().enumerate() {
        if first != name {
            each[name] = each[first].clone();
        }
    }
    Ok(each)
}
