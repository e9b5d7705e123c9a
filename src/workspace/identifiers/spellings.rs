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

/// Returns, for each name, its other spellings in the files that `accept` takes, the most frequent
/// first; in one pass.
///
/// # Errors
/// When the work is cancelled.
pub fn other_spellings(
    files: &[FileEntry],
    names: &[&str],
    accept: impl Fn(&FileEntry) -> bool + Sync,
    cancel: &Cancel,
) -> Result<Vec<Vec<String>>, Cancelled> {
    let mut spellings = vec![Vec::new(); names.len()];
    let searched: Vec<usize> = (0..names.len()).filter(|name| !names[*name].is_empty()).collect();
    let patterns = searched.iter().map(|name| names[*name]);
    let Ok(finder) = AhoCorasick::builder().ascii_case_insensitive(true).build(patterns) else {
        return Ok(spellings);
    };
    // One name may begin or end with another.
    let found = on_all_cores(files, cancel, |own: &mut Vec<(usize, String)>, buffer, _, file| {
        if !accept(file) || read_for_scan(&file.path, buffer).is_err() {
            return;
        }
        for at in finder.find_overlapping_iter(buffer.as_slice()) {
            let (name, written) = (searched[at.pattern().as_usize()], &buffer[at.range()]);
            if written != names[name].as_bytes()
                && is_whole(buffer, at.start(), written)
                && let Ok(written) = std::str::from_utf8(written)
            {
                own.push((name, written.to_owned()));
            }
        }
    })?;
    let mut counts: BTreeMap<(usize, String), usize> = BTreeMap::new();
    for written in found.into_iter().flatten() {
        *counts.entry(written).or_default() += 1;
    }
    let mut counts: Vec<((usize, String), usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| Reverse(*count));
    for ((name, written), _) in counts {
        if spellings[name].len() < MAX_SPELLINGS {
            spellings[name].push(written);
        }
    }
    Ok(spellings)
}
