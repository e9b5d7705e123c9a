//! Filter for the files that may hold a name: a long-lived process keeps the hashes of each file's
//! identifiers. A query then reads only those files, not the whole tree for each name that it
//! needs.

use super::scan::{for_each_run, hash_of_name, hash_of_run};
use super::{Search, files_mentioning, files_mentioning_at};
use crate::domain::{Cancel, Cancelled};
use crate::lang::Language;
use crate::workspace::{Fact, FileEntry, MAX_CACHED_TERMS_BYTES, ReadError, Snapshot, Text};
use rayon::prelude::*;
use std::sync::Arc;

/// Least number of files per core, so that sharing the work costs less than the work.
const RUN: usize = 256;

/// Identifiers of a file.
struct Identifiers {
    /// Ascending; `None` for a file that was read in part.
    hashes: Option<Box<[u32]>>,
}

impl Fact for Identifiers {
    fn compute(_: &FileEntry, text: &Arc<Text>, _: &Snapshot) -> Self {
        let hashes = text.truncated_from.is_none().then(|| hashes_in(&text.content));
        Self { hashes }
    }

    fn weight(&self) -> usize {
        size_of::<Self>() + self.hashes.as_ref().map_or(0, |hashes| size_of_val(&**hashes))
    }
}

impl Identifiers {
    fn may_hold(&self, any: &[u32]) -> bool {
        self.hashes
            .as_ref()
            .is_none_or(|hashes| any.iter().any(|hash| hashes.binary_search(hash).is_ok()))
    }
}

fn hashes_in(text: &str) -> Box<[u32]> {
    let mut bytes = Vec::with_capacity(text.len() + 128);
    bytes.extend_from_slice(text.as_bytes());
    let mut hashes = Vec::new();
    for_each_run(&mut bytes, |bytes, from, to| hashes.push(short(hash_of_run(bytes, from, to))));
    hashes.sort_unstable();
    hashes.dedup();
    hashes.into()
}

/// Half of a hash. Its only effect on a collision is that a file is read in vain.
const fn short(hash: u64) -> u32 {
    (hash >> 32) as u32
}

/// Identifiers of the files of a walk, by index in it.
pub struct KeptIdentifiers(Vec<Holding>);

/// Identifiers that a file may hold.
enum Holding {
    Known(Arc<Identifiers>),
    Nothing,
    Anything,
}

impl Holding {
    fn of(snapshot: &Snapshot, file: &FileEntry) -> Self {
        match snapshot.fact::<Identifiers>(file) {
            Ok(identifiers) => Self::Known(identifiers),
            // Code that mentions the name is reported when it is read.
            Err(ReadError::Binary { .. }) if !file.language.is_some_and(Language::is_code) => {
                Self::Nothing
            }
            // The error is reported when the file is read.
            Err(_) => Self::Anything,
        }
    }
}

impl KeptIdentifiers {
    /// Returns the identifiers of some files; those that are not kept are read and kept. `None`
    /// where reading the files for each name is cheaper: in a process with few searches so far, and
    /// in large trees.
    ///
    /// # Errors
    /// When the work is cancelled.
    pub fn of(snapshot: &Snapshot, files: &[FileEntry]) -> Result<Option<Self>, Cancelled> {
        let bytes: u64 = files.iter().map(|file| file.stamp.size).sum();
        if bytes > MAX_CACHED_TERMS_BYTES || !snapshot.is_worth_keeping() {
            return Ok(None);
        }
        let each: Result<Vec<Holding>, Cancelled> = files
            .par_iter()
            .with_min_len(RUN)
            .map(|file| {
                snapshot.cancel().check()?;
                Ok(Holding::of(snapshot, file))
            })
            .collect();
        Ok(Some(Self(each?)))
    }

    /// Returns the identifiers of a few files, which are read on the calling thread.
    pub fn of_few<'f>(snapshot: &Snapshot, files: impl Iterator<Item = &'f FileEntry>) -> Self {
        Self(files.map(|file| Holding::of(snapshot, file)).collect())
    }

    /// Returns the indices of the files that may hold one of some names as a whole identifier,
    /// ascending; `None` if all must be read.
    pub fn holders(&self, names: &[&str]) -> Option<Vec<usize>> {
        let hashes: Option<Vec<u32>> =
            names.iter().map(|name| hash_of_name(name).map(short)).collect();
        let hashes = hashes.filter(|hashes| !hashes.is_empty())?;
        let may_hold = |holding: &Holding| match holding {
            Holding::Known(identifiers) => identifiers.may_hold(&hashes),
            Holding::Nothing => false,
            Holding::Anything => true,
        };
        Some(
            self.0
                .iter()
                .enumerate()
                .filter(|(_, holding)| may_hold(holding))
                .map(|(place, _)| place)
                .collect(),
        )
    }

    /// Returns the result of [`files_mentioning`] for the walk's files, but reads only those that
    /// may hold one of the names.
    ///
    /// # Errors
    /// When the work is cancelled.
    pub fn files_mentioning(
        &self,
        files: &[FileEntry],
        names: &[&str],
        accept: impl Fn(&FileEntry) -> bool + Sync,
        cancel: &Cancel,
    ) -> Result<Vec<Search>, Cancelled> {
        match self.holders(names) {
            Some(places) => files_mentioning_at(files, &places, names, accept, cancel),
            None => files_mentioning(files, names, accept, cancel),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_by_its_hash_wherever_it_stands_whole() {
        fn check(text: &str, name: &str, expected: bool) {
            let identifiers = Identifiers { hashes: Some(hashes_in(text)) };
            let hash = short(hash_of_name(name).expect("a name with a run"));
            assert_eq!(identifiers.may_hold(&[hash]), expected, "{name:?} in {text:?}");
        }
        check("fn spawn_blocking() {}", "spawn_blocking", true);
        check("fn spawn_blocking() {}", "spawn", false);
        check("saved; save!", "save!", true);
        check("straße «größe»", "größe", true);
        check(
            "a_name_that_is_longer_than_two_words_of_eight",
            "a_name_that_is_longer_than_two_words_of_eight",
            true,
        );
        check("", "a", false);
    }
}
