//! Searches for names whose results are kept: a name that a process was asked about before is found
//! without reading the files again, but those that have changed.

use super::{KeptIdentifiers, MentioningFile, Search, files_mentioning, files_mentioning_at};
use crate::domain::Cancelled;
use crate::lang::Language;
use crate::workspace::{FileEntry, ReadError, ScanCache, Snapshot, Stale, Walk};
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

/// Limit of the memory for results, in bytes.
const MAX_BYTES: usize = 4 << 20;

/// Part of the files of a walk, selected by their names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FilesOf {
    /// A file of unknown language may begin with `#!` and counts as code.
    Code,
    /// Prose and data.
    Text,
}

impl FilesOf {
    pub fn has(self, file: &FileEntry) -> bool {
        (self == FilesOf::Code) == file.language.is_none_or(Language::is_code)
    }
}

struct NameScans(ScanCache<(String, FilesOf), Search>);

impl Default for NameScans {
    fn default() -> Self {
        Self(ScanCache::new(MAX_BYTES))
    }
}

/// Returns, for each name, the files of a walk that mention it as a whole identifier, in a part of
/// the files. `filter` gives what is kept of the files, if anything is; only called where files
/// must be read.
///
/// # Errors
/// When the work is cancelled.
pub fn search_walk(
    snapshot: &Snapshot,
    walk: &Arc<Walk>,
    names: &[&str],
    of: FilesOf,
    filter: impl FnOnce() -> Result<Option<Arc<KeptIdentifiers>>, Cancelled>,
) -> Result<Vec<Arc<Search>>, Cancelled> {
    let store = snapshot.store::<NameScans>();
    let cache = &store.0;
    let keys: Vec<(String, FilesOf)> = names.iter().map(|name| ((*name).to_owned(), of)).collect();
    let known = cache.known(walk, &keys);
    let (mut unknown, mut changed) = (Vec::new(), Vec::new());
    for (name, known) in names.iter().zip(&known) {
        match known {
            None => unknown.push(*name),
            Some((_, stale)) if !stale.is_empty() => changed.push(*name),
            Some(_) => {}
        }
    }
    // Files that changed for one name have mostly changed for all, and are read once.
    let stale = known.iter().flatten().flat_map(|(_, stale)| stale).copied();
    let stale: Stale = stale.collect::<BTreeSet<usize>>().into_iter().collect();
    let (files, cancel) = (&walk.files, snapshot.cancel());
    let accept = |file: &FileEntry| of.has(file);
    // In other encodings than UTF-8 a name has other bytes, which are not kept.
    let are_plain = unknown.iter().all(|name| name.is_ascii());
    let kept = if unknown.is_empty() || !are_plain { None } else { filter()? };
    let found = match kept {
        _ if unknown.is_empty() => Vec::new(),
        Some(kept) => kept.files_mentioning(files, &unknown, accept, cancel)?,
        None => files_mentioning(files, &unknown, accept, cancel)?,
    };
    let again = match changed.is_empty() {
        true => Vec::new(),
        false => files_mentioning_at(files, &stale, &changed, accept, cancel)?,
    };
    let (mut found, mut again) = (found.into_iter(), again.into_iter());
    let (mut searches, mut renewed) = (Vec::with_capacity(names.len()), Vec::new());
    for (key, known) in keys.into_iter().zip(known) {
        let search = match known {
            Some((search, changed)) if changed.is_empty() => {
                searches.push(search);
                continue;
            }
            Some((search, _)) => search.renewed(walk, &stale, again.next().unwrap_or_default()),
            None => found.next().unwrap_or_default(),
        };
        let search = Arc::new(search);
        renewed.push((key, Arc::clone(&search), search.size()));
        searches.push(search);
    }
    cache.keep(walk, snapshot.now(), renewed);
    Ok(searches)
}

impl Search {
    /// Returns the approximate size in bytes.
    fn size(&self) -> usize {
        let offsets: usize = self.files.iter().map(|found| found.offsets.len()).sum();
        offsets * size_of::<usize>()
            + self.files.len() * size_of::<MentioningFile>()
            + self.failed.len() * size_of::<ReadError>()
            + size_of::<Self>()
    }

    /// Returns the result with that of the files at some indices replaced.
    fn renewed(&self, walk: &Walk, stale: &Stale, again: Search) -> Search {
        let kept =
            self.files.iter().filter(|found| stale.binary_search(&(found.file as usize)).is_err());
        let mut files: Vec<MentioningFile> = kept.cloned().chain(again.files).collect();
        files.sort_by_key(|found| found.file);
        let gone: HashSet<&str> =
            stale.iter().map(|file| &*walk.files[*file].path.display).collect();
        let kept = self.failed.iter().filter(|error| !gone.contains(error.path()));
        Search { files, failed: walk.in_order(kept.cloned().chain(again.failed).collect()) }
    }
}
