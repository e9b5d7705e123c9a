//! Scan of the bytes of many files, on all cores, keeping none of them.

use super::text::{ReadError, read_for_scan};
use super::walk::FileEntry;
use crate::domain::{Cancel, Cancelled, lock};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Number of files that a thread takes at a time.
const RUN: usize = 32;
/// Capacity above which a buffer that one huge file made large is released.
const KEPT_BUFFER: usize = 4 << 20;

/// Results of a scan of files.
pub struct ScannedFiles<T> {
    /// In the order of the list.
    pub found: Vec<T>,
    /// Files that could not be read, binary ones among them, in the order of the list.
    pub failed: Vec<ReadError>,
}

/// Calls `visit` with each file's index in the list and its bytes, and collects the results. The
/// bytes are the decoded text as UTF-8, except that invalid bytes are unchanged; binary files are
/// not visited.
///
/// # Errors
/// When the work is cancelled.
pub fn scan_files<T: Send>(
    files: &[FileEntry],
    cancel: &Cancel,
    visit: impl Fn(usize, &[u8]) -> Option<T> + Sync,
) -> Result<ScannedFiles<T>, Cancelled> {
    type Outcome<T> = (usize, Result<T, ReadError>);
    let outcomes = on_all_cores(
        files,
        cancel,
        |own: &mut Vec<Outcome<T>>, buffer, index, file| match bytes_of(file, buffer) {
            Ok(()) => own.extend(visit(index, buffer).map(|found| (index, Ok(found)))),
            Err(error) => own.push((index, Err(error.after_walk()))),
        },
    )?;
    let mut outcomes: Vec<Outcome<T>> = outcomes.into_iter().flatten().collect();
    outcomes.sort_unstable_by_key(|(index, _)| *index);
    let mut scanned = ScannedFiles { found: Vec::new(), failed: Vec::new() };
    for (_, outcome) in outcomes {
        match outcome {
            Ok(found) => scanned.found.push(found),
            Err(error) => scanned.failed.push(error),
        }
    }
    Ok(scanned)
}

/// Calls `visit` with each file and its index in the list, the results of the thread so far and a
/// buffer for texts. The results of the threads are returned in no order.
///
/// # Errors
/// When the work is cancelled.
pub(super) fn on_all_cores<Own: Default + Send>(
    files: &[FileEntry],
    cancel: &Cancel,
    visit: impl Fn(&mut Own, &mut Vec<u8>, usize, &FileEntry) + Sync,
) -> Result<Vec<Own>, Cancelled> {
    let next = AtomicUsize::new(0);
    let found: Mutex<Vec<Own>> = Mutex::default();
    rayon::scope(|scope| {
        for _ in 0..rayon::current_num_threads() {
            scope.spawn(|_| {
                let mut own = Own::default();
                let mut buffer = Vec::new();
                'runs: loop {
                    let start = next.fetch_add(RUN, Ordering::Relaxed);
                    if start >= files.len() {
                        break;
                    }
                    for (index, file) in files.iter().enumerate().skip(start).take(RUN) {
                        if cancel.is_cancelled() {
                            break 'runs;
                        }
                        visit(&mut own, &mut buffer, index, file);
                        release(&mut buffer);
                    }
                }
                lock(&found).push(own);
            });
        }
    });
    cancel.check()?;
    Ok(found.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Releases a buffer that one huge file made large.
pub(super) fn release(buffer: &mut Vec<u8>) {
    if buffer.capacity() > KEPT_BUFFER {
        *buffer = Vec::new();
    }
}

fn bytes_of(file: &FileEntry, buffer: &mut Vec<u8>) -> Result<(), ReadError> {
    read_for_scan(&file.path, buffer)?;
    match memchr::memchr(0, buffer) {
        Some(_) => Err(ReadError::Binary { path: file.path.display.to_string() }),
        None => Ok(()),
    }
}
