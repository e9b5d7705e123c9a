//! Spellings of a name that differ in the case of its letters, for languages whose names have none.

use super::super::scan_files::on_all_cores;
use super::super::text::read_for_scan;
use super::super::walk::FileEntry;
use super::is_whole;
use crate::domain::{Cancel, Cancelled};
use aho_corasick::AhoCorasick;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Most spellings that count, the most frequent.
const MAX_SPELLINGS: usize = 8;

/// Returns the other spellings of a name in the files that `accept` takes, the most frequent first.
///
/// # Errors
/// When the work is cancelled.
pub fn other_spellings(
    files: &[FileEntry],
    name: &str,
    accept: impl Fn(&FileEntry) -> bool + Sync,
    cancel: &Cancel,
) -> Result<Vec<String>, Cancelled> {
    let finder = AhoCorasick::builder().ascii_case_insensitive(true).build([name]);
    let Some(finder) = finder.ok().filter(|_| !name.is_empty()) else { return Ok(Vec::new()) };
    let found = on_all_cores(files, cancel, |own: &mut Vec<String>, buffer, _, file| {
        if !accept(file) || read_for_scan(&file.path, buffer).is_err() {
            return;
        }
        for at in finder.find_iter(buffer.as_slice()) {
            let written = &buffer[at.range()];
            if written != name.as_bytes()
                && is_whole(buffer, at.start(), written)
                && let Ok(written) = std::str::from_utf8(written)
            {
                own.push(written.to_owned());
            }
        }
    })?;
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for written in found.into_iter().flatten() {
        *counts.entry(written).or_default() += 1;
    }
    let mut spellings: Vec<(String, usize)> = counts.into_iter().collect();
    spellings.sort_by_key(|(_, count)| Reverse(*count));
    Ok(spellings.into_iter().take(MAX_SPELLINGS).map(|(written, _)| written).collect())
}
