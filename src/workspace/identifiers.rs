//! Names in text, found without parsing: how many files mention each of many names, and where one name is mentioned.
//!
//! An identifier is a run of letters, digits, `_` and marks, in any script. A name with other characters (`save!`, `foo$`) is
//! found by its longest run and then compared whole.

mod each;
mod kept;
mod scan;

pub use each::files_mentioning_each;
pub use kept::{KeptIdentifiers, defining_files, mentioning_files};

use super::roots::SourcePath;
use super::sweep::{on_all_cores, release};
use super::text::{ReadError, read_for_scan};
use super::walk::FileEntry;
use crate::domain::{Cancel, Cancelled};
use memchr::memmem;
use scan::{NameSet, is_identifier};
use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// How often a name is mentioned.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Mentions {
    pub occurrences: u32,
    /// Files with at least one.
    pub files: u32,
    /// Directories with at least one such file directly in them.
    pub directories: u32,
}

/// A file that mentions a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MentioningFile {
    /// Its place in the list of files that was searched.
    pub file: usize,
    /// Where the mentions start, in ascending order, in bytes of the decoded text (of [`super::Text::content`], as long as
    /// the file is valid in its encoding).
    pub offsets: Vec<usize>,
}

/// What a search for mentions found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Search {
    /// In the order of the list that was searched.
    pub files: Vec<MentioningFile>,
    /// Files that could not be searched, binary ones aside, in the order of the list.
    pub failed: Vec<ReadError>,
}

/// Counts the mentions of each name in files, on all cores. Binary and unreadable files mention nothing.
///
/// # Errors
/// When the work is cancelled.
pub fn count_mentions(files: &[FileEntry], names: &[&str], cancel: &Cancel) -> Result<Vec<Mentions>, Cancelled> {
    let set = NameSet::new(names);
    let directories = by_directory(files);
    let next = AtomicUsize::new(0);
    let total: Mutex<Vec<Mentions>> = Mutex::new(vec![Mentions::default(); names.len()]);
    rayon::scope(|scope| {
        for _ in 0..rayon::current_num_threads() {
            scope.spawn(|_| {
                let mut counter = Counter::new(&set, names.len());
                while let Some(directory) = directories.get(next.fetch_add(1, Ordering::Relaxed)) {
                    counter.directory += 1;
                    for file in directory {
                        if cancel.is_cancelled() {
                            return;
                        }
                        counter.count(&file.path);
                    }
                }
                let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
                for (total, seen) in total.iter_mut().zip(&counter.seen) {
                    total.occurrences = total.occurrences.saturating_add(seen.mentions.occurrences);
                    total.files += seen.mentions.files;
                    total.directories += seen.mentions.directories;
                }
            });
        }
    });
    cancel.check()?;
    let mut total = total.into_inner().unwrap_or_else(PoisonError::into_inner);
    set.copy_duplicates(&mut total);
    Ok(total)
}

/// The files of each directory, the largest directories first, so that no thread is left with one at the end. A directory
/// is counted by one thread, which makes "the first mention in this directory" a matter of that thread alone.
fn by_directory(files: &[FileEntry]) -> Vec<Vec<&FileEntry>> {
    let mut places: HashMap<&Path, usize> = HashMap::new();
    let mut directories: Vec<(u64, Vec<&FileEntry>)> = Vec::new();
    for file in files {
        let parent = file.path.absolute.parent().unwrap_or(&file.path.absolute);
        let place = *places.entry(parent).or_insert_with(|| {
            directories.push((0, Vec::new()));
            directories.len() - 1
        });
        directories[place].0 += file.stamp.size;
        directories[place].1.push(file);
    }
    directories.sort_by_key(|(bytes, _)| std::cmp::Reverse(*bytes));
    directories.into_iter().map(|(_, files)| files).collect()
}

/// One thread's counts.
struct Counter<'a> {
    set: &'a NameSet<'a>,
    seen: Vec<Seen>,
    /// Numbers of the directory and the file that are being read, from 1.
    directory: u32,
    file: u32,
    buffer: Vec<u8>,
}

#[derive(Clone, Default)]
struct Seen {
    mentions: Mentions,
    /// The last directory and file that mentioned it.
    directory: u32,
    file: u32,
}

impl<'a> Counter<'a> {
    fn new(set: &'a NameSet<'a>, names: usize) -> Self {
        Self { set, seen: vec![Seen::default(); names], directory: 0, file: 0, buffer: Vec::new() }
    }

    fn count(&mut self, path: &SourcePath) {
        if read_for_scan(path, &mut self.buffer).is_err() || memchr::memchr(0, &self.buffer).is_some() {
            return;
        }
        self.file += 1;
        let Self { set, seen, directory, file, buffer } = self;
        set.find_in(buffer, |name| {
            let seen = &mut seen[name];
            seen.mentions.occurrences = seen.mentions.occurrences.saturating_add(1);
            if seen.file != *file {
                seen.file = *file;
                seen.mentions.files += 1;
            }
            if seen.directory != *directory {
                seen.directory = *directory;
                seen.mentions.directories += 1;
            }
        });
        release(buffer);
    }
}

/// Finds the files that mention a name as a whole identifier, on all cores.
///
/// # Errors
/// When the work is cancelled.
pub fn files_mentioning(files: &[FileEntry], name: &str, cancel: &Cancel) -> Result<Search, Cancelled> {
    if name.is_empty() {
        return Ok(Search::default());
    }
    let finder = memmem::Finder::new(name);
    let found = on_all_cores(files, cancel, |own: &mut Vec<Outcome>, buffer, place, file| {
        match mentions_in(&file.path, &finder, buffer) {
            Ok(offsets) if offsets.is_empty() => {}
            Err(ReadError::Binary { .. }) => {}
            Ok(offsets) => own.push((place, Ok(offsets))),
            Err(error) => own.push((place, Err(error.after_walk()))),
        }
    })?;
    let mut found: Vec<Outcome> = found.into_iter().flatten().collect();
    found.sort_unstable_by_key(|(place, _)| *place);
    let mut search = Search::default();
    for (file, outcome) in found {
        match outcome {
            Ok(offsets) => search.files.push(MentioningFile { file, offsets }),
            Err(error) => search.failed.push(error),
        }
    }
    Ok(search)
}

/// A file's place, and what came of searching it.
type Outcome = (usize, Result<Vec<usize>, ReadError>);

/// Where a text mentions a name as a whole identifier, in bytes.
pub fn mentions_in_text(text: &str, name: &str) -> Vec<usize> {
    if name.is_empty() { Vec::new() } else { mentions_in_bytes(text.as_bytes(), &memmem::Finder::new(name)) }
}

fn mentions_in(path: &SourcePath, finder: &memmem::Finder<'_>, buffer: &mut Vec<u8>) -> Result<Vec<usize>, ReadError> {
    read_for_scan(path, buffer)?;
    let offsets = mentions_in_bytes(buffer, finder);
    // The look for NUL comes last, since most files do not mention the name.
    if !offsets.is_empty() && memchr::memchr(0, buffer).is_some() {
        return Err(ReadError::Binary { path: path.display.to_string() });
    }
    Ok(offsets)
}

fn mentions_in_bytes(bytes: &[u8], finder: &memmem::Finder<'_>) -> Vec<usize> {
    let name = finder.needle();
    let starts_inside = scan::first_character(name).is_some_and(is_identifier);
    let ends_inside = scan::last_character(name).is_some_and(is_identifier);
    let is_whole = |start: usize| {
        let (before, after) = (&bytes[..start], &bytes[start + name.len()..]);
        let goes_on_before = starts_inside && scan::last_character(before).is_some_and(is_identifier);
        let goes_on_after = ends_inside && scan::first_character(after).is_some_and(is_identifier);
        !goes_on_before && !goes_on_after
    };
    let mut offsets = Vec::new();
    let mut from = 0;
    while let Some(found) = finder.find(&bytes[from..]) {
        let start = from + found;
        // What is no whole name may overlap with one: `a.a` in `xa.a.a`.
        from = if is_whole(start) {
            offsets.push(start);
            start + name.len()
        } else {
            start + 1
        };
    }
    offsets
}
