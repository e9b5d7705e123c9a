//! Where units stand in the files of a large project, kept from search to search: a word that was
//! searched for before is not read for again, but in files that have changed.

use super::files::{FileHits, FileScan};
use super::vocabulary::{Unit, Vocabulary};
use crate::domain::Cancelled;
use crate::workspace::{ReadError, ScanCache, Snapshot, Stale, Walk};
use rustc_hash::FxHashMap;
use std::collections::HashSet;
use std::sync::Arc;

/// Limit of the memory for what is kept, in bytes.
const MAX_BYTES: usize = 8 << 20;

/// A unit in a file: its index, its count and its blocks.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct UnitHit {
    pub(super) unit: u16,
    pub(super) count: u16,
    pub(super) blocks: u64,
}

/// What was found in all files of a walk: a unit's hits, or which could not be read.
#[derive(Default)]
struct Postings {
    /// By index of the file, ascending.
    files: Vec<u32>,
    counts: Vec<u16>,
    blocks: Vec<u64>,
    failed: Vec<ReadError>,
}

impl Postings {
    fn add(&mut self, file: usize, hit: UnitHit) {
        self.files.push(file as u32);
        self.counts.push(hit.count);
        self.blocks.push(hit.blocks);
    }

    fn hits(&self, unit: u16) -> impl Iterator<Item = (usize, UnitHit)> {
        let places = self.files.iter().zip(&self.counts).zip(&self.blocks);
        places.map(move |((file, count), blocks)| {
            (*file as usize, UnitHit { unit, count: *count, blocks: *blocks })
        })
    }

    fn size(&self) -> usize {
        self.files.len() * (size_of::<u32>() + size_of::<u16>() + size_of::<u64>())
            + self.failed.len() * size_of::<ReadError>()
            + size_of::<Self>()
    }
}

/// `None` stands for the files that cannot be read.
struct UnitScans(ScanCache<Option<Unit>, Postings>);

impl Default for UnitScans {
    fn default() -> Self {
        Self(ScanCache::new(MAX_BYTES))
    }
}

/// Returns the units that the files of a walk contain. `read` finds them in the text of the files
/// at some indices.
pub(super) fn find(
    snapshot: &Snapshot,
    walk: &Arc<Walk>,
    vocabulary: &Vocabulary,
    read: impl Fn(&[usize]) -> Result<FileScan, Cancelled>,
) -> Result<FileScan, Cancelled> {
    let is_scanned =
        |unit: &u16| !matches!(vocabulary.units[usize::from(*unit)], Unit::Sequence { .. });
    let units: Vec<u16> = (0..vocabulary.units.len() as u16).filter(is_scanned).collect();
    let named = units.iter().map(|unit| Some(vocabulary.units[usize::from(*unit)].clone()));
    let keys: Vec<Option<Unit>> = named.chain([None]).collect();
    let store = snapshot.store::<UnitScans>();
    let keep = |keys, found: &FileScan| keep(&store.0, snapshot, walk, &units, keys, found);
    let known: Option<Vec<(Arc<Postings>, Stale)>> =
        store.0.known(walk, &keys).into_iter().collect();
    let Some(known) = known else {
        let found = read(&(0..walk.files.len()).collect::<Vec<usize>>())?;
        keep(keys, &found);
        return Ok(found);
    };
    let stale: HashSet<usize> = known.iter().flat_map(|(_, stale)| stale).copied().collect();
    let mut places: Vec<usize> = stale.iter().copied().collect();
    places.sort_unstable();
    let mut found = joined(walk, &units, &known, &stale);
    if !places.is_empty() {
        let again = read(&places)?;
        found.hits.extend(again.hits);
        found.hits.sort_unstable_by_key(|hits| hits.file_index);
        found.failed.extend(again.failed);
        found.failed = walk.in_order(found.failed);
        keep(keys, &found);
    }
    Ok(found)
}

/// Returns what is known of the files that are not stale.
fn joined(
    walk: &Walk,
    units: &[u16],
    known: &[(Arc<Postings>, Stale)],
    stale: &HashSet<usize>,
) -> FileScan {
    let failed = known.iter().flat_map(|(postings, _)| &postings.failed);
    let paths: FxHashMap<&str, &ReadError> = failed.map(|error| (error.path(), error)).collect();
    let mut found = FileScan::default();
    // Indices in the hits by those in the walk.
    let mut of_file: Vec<Option<usize>> = vec![None; walk.files.len()];
    for (file_index, file) in walk.files.iter().enumerate() {
        match paths.get(&*file.path.display) {
            _ if stale.contains(&file_index) => {}
            Some(error) => found.failed.push((*error).clone()),
            None => {
                of_file[file_index] = Some(found.hits.len());
                let length = file.stamp.size;
                found.hits.push(FileHits { file_index, length, units: Vec::new() });
            }
        }
    }
    for (unit, (postings, _)) in units.iter().zip(known) {
        for (file, hit) in postings.hits(*unit) {
            if let Some(place) = of_file[file] {
                found.hits[place].units.push(hit);
            }
        }
    }
    found
}

fn keep(
    scans: &ScanCache<Option<Unit>, Postings>,
    snapshot: &Snapshot,
    walk: &Arc<Walk>,
    units: &[u16],
    keys: Vec<Option<Unit>>,
    found: &FileScan,
) {
    let places: FxHashMap<u16, usize> =
        units.iter().enumerate().map(|(place, unit)| (*unit, place)).collect();
    let mut all: Vec<Postings> = keys.iter().map(|_| Postings::default()).collect();
    for file in &found.hits {
        for hit in &file.units {
            all[places[&hit.unit]].add(file.file_index, *hit);
        }
    }
    if let Some(last) = all.last_mut() {
        last.failed.clone_from(&found.failed);
    }
    let found = keys.into_iter().zip(all).map(|(key, postings)| {
        let bytes = postings.size();
        (key, Arc::new(postings), bytes)
    });
    scans.keep(walk, snapshot.now(), found.collect());
}

#[cfg(test)]
mod tests {
    use super::super::files::read_through;
    use super::super::query::Query;
    use super::*;
    use crate::domain::Cancel;
    use crate::workspace::{Files, ProcessDirectories, Roots};
    use std::cell::Cell;
    use std::path::Path;
    use std::time::{Duration, SystemTime};

    /// Returns each file's hits, in the order of units, with the files that cannot be read; and how
    /// many files were read for it.
    fn found(files: &Arc<Files>, directory: &Path, query: &str) -> (Vec<String>, usize) {
        let directories = ProcessDirectories { directory: directory.to_owned(), home: None };
        let roots = Roots::open(&[directory.to_owned()], &directories).expect("a root");
        let later = SystemTime::now() + Duration::from_hours(1);
        let snapshot = files.snapshot(roots, later, Cancel::default());
        let walk = snapshot.walk(&snapshot.roots().starts(), &[]).expect("a walk");
        let vocabulary = Vocabulary::new(&Query::parse(query).expect("a query"));
        let read = Cell::new(0);
        let found = find(&snapshot, &walk, &vocabulary, |places| {
            read.set(read.get() + places.len());
            let mut found = FileScan::default();
            read_through(&snapshot, &walk.files, places, &vocabulary, &mut found)?;
            Ok(found)
        });
        let found = found.expect("not cancelled");
        let hits = found.hits.into_iter().map(|mut hits| {
            hits.units.sort_unstable_by_key(|hit| hit.unit);
            format!("{} {} {:?}", hits.file_index, hits.length, hits.units)
        });
        let failed = found.failed.iter().map(ToString::to_string);
        (hits.chain(failed).collect(), read.get())
    }

    #[test]
    fn a_word_is_read_for_once_and_then_in_files_that_have_changed() {
        let directory = tempfile::tempdir().expect("a directory");
        let write = |name: &str, content: &str| {
            std::fs::write(directory.path().join(name), content).expect("a file");
        };
        for (name, content) in [
            ("a.c", "steal the task"),
            ("b.c", "steal_task stealing"),
            ("c.c", "none"),
            ("d.bin", "steal\0"),
        ] {
            write(name, content);
        }
        let files = Files::new(None);
        let check = |query: &str, expected: usize| {
            let (fresh, _) = found(&Files::new(None), directory.path(), query);
            let (again, read) = found(&files, directory.path(), query);
            assert_eq!((again, read), (fresh, expected), "{query}");
        };
        check("steal task", 4);
        check("steal task", 0);
        check("task", 0);
        check("steal tas*", 4);
        check("tas*", 0);
        write("c.c", "steal the tasks");
        check("steal task", 1);
        check("steal task", 0);
        write("d.bin", "task 1");
        write("a.c", "no more\0");
        check("steal task", 2);
        write("e.c", "task");
        check("task", 5);
    }
}
