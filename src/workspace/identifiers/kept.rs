//! Which files may hold a name, from what a long-lived process keeps of each: the hashes of its identifiers. A question then
//! reads those files alone, and not the whole tree for each name that it meets on its way.

use super::scan::{for_each_run, hash_of_name, hash_of_run};
use super::{Search, files_mentioning};
use crate::domain::{Cancel, Cancelled};
use crate::workspace::{Fact, FileEntry, ReadError, Snapshot, Text};
use rayon::prelude::*;
use std::sync::Arc;

/// Up to this many bytes of files, their identifiers are kept. Of more they would take more memory than a server may have.
const KEPT_BYTES: u64 = 96 << 20;

/// Files that one core looks after at least, so that sharing the work costs less than the work.
const RUN: usize = 256;

/// The identifiers of a file.
struct Identifiers {
    /// Ascending; `None` of a file that was read in part.
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
        self.hashes.as_ref().is_none_or(|hashes| any.iter().any(|hash| hashes.binary_search(hash).is_ok()))
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

/// Half of a hash. That two names share it makes a file be read in vain, and nothing else.
const fn short(hash: u64) -> u32 {
    (hash >> 32) as u32
}

/// What is kept of the files of a walk, by their places in it.
pub struct KeptIdentifiers(Vec<Holding>);

/// What a file may hold.
enum Holding {
    Known(Arc<Identifiers>),
    Nothing,
    Anything,
}

impl KeptIdentifiers {
    /// What is kept of some files; what is not is read and kept. `None` where reading the files for each name is the cheaper way:
    /// in a process that has asked for few so far, and in large trees.
    ///
    /// # Errors
    /// When the work is cancelled.
    pub fn of(snapshot: &Snapshot, files: &[FileEntry]) -> Result<Option<Self>, Cancelled> {
        let bytes: u64 = files.iter().map(|file| file.stamp.size).sum();
        if bytes > KEPT_BYTES || !snapshot.is_worth_keeping() {
            return Ok(None);
        }
        let holding = |file: &FileEntry| match snapshot.fact::<Identifiers>(file) {
            Ok(identifiers) => Holding::Known(identifiers),
            Err(ReadError::Binary { .. }) => Holding::Nothing,
            // Whoever reads it says what is wrong with it.
            Err(_) => Holding::Anything,
        };
        let each: Result<Vec<Holding>, Cancelled> = files
            .par_iter()
            .with_min_len(RUN)
            .map(|file| {
                snapshot.cancel().check()?;
                Ok(holding(file))
            })
            .collect();
        Ok(Some(Self(each?)))
    }

    /// The places of the files that may hold one of some names as a whole identifier, ascending; `None` where all must be read.
    fn holders(&self, names: &[&str]) -> Option<Vec<usize>> {
        let hashes: Option<Vec<u32>> = names.iter().map(|name| hash_of_name(name).map(short)).collect();
        let hashes = hashes.filter(|hashes| !hashes.is_empty())?;
        let may_hold = |holding: &Holding| match holding {
            Holding::Known(identifiers) => identifiers.may_hold(&hashes),
            Holding::Nothing => false,
            Holding::Anything => true,
        };
        Some(self.0.iter().enumerate().filter(|(_, holding)| may_hold(holding)).map(|(place, _)| place).collect())
    }

    /// What [`files_mentioning`] finds in the walk's files, of which only those are read that may hold one of the names.
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
        let Some(mut places) = self.holders(names) else { return files_mentioning(files, names, accept, cancel) };
        places.retain(|place| accept(&files[*place]));
        let few: Vec<FileEntry> = places.iter().map(|place| files[*place].clone()).collect();
        let mut searches = files_mentioning(&few, names, |_| true, cancel)?;
        for found in searches.iter_mut().flat_map(|search| &mut search.files) {
            found.file = places[found.file];
        }
        Ok(searches)
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
        check("a_name_that_is_longer_than_two_words_of_eight", "a_name_that_is_longer_than_two_words_of_eight", true);
        check("", "a", false);
    }
}
