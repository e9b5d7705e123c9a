//! Search for names in text without parsing: which of many names each file mentions, and where one
//! name is mentioned.
//!
//! An identifier is a run of letters, digits, `_` and marks, in any script. A name with other
//! characters (`save!`, `foo$`) is found by its longest run and then compared whole.

mod declared;
mod each;
mod identifier_filter;
mod known;
mod scan;
mod spellings;

pub use declared::DeclaredTypes;
pub use each::{MentionsOfEach, NameFinder, files_mentioning_each, names_mentioned_in_each};
pub use identifier_filter::KeptIdentifiers;
pub use known::{FilesOf, search_walk};
pub use spellings::other_spellings;

use super::hints::Hints;
use super::scan_files::on_all_cores;
use super::text::{ReadError, read_for_scan};
use super::walk::{FileEntry, FileIndex};
use crate::domain::{Cancel, Cancelled};
use crate::lang::Language;
use aho_corasick::{AhoCorasick, MatchKind};
use memchr::memmem;
use scan::is_identifier;
use std::collections::BTreeMap;

/// A file that mentions a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MentioningFile {
    /// Index in the list of files that was searched.
    pub file: FileIndex,
    /// Starts of the mentions, ascending, in bytes of the decoded text (of
    /// [`super::Text::content`], as long as the file is valid in its encoding).
    pub offsets: Vec<usize>,
    pub hints: Hints,
}

/// Result of a search for mentions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Search {
    /// In the order of the list that was searched.
    pub files: Vec<MentioningFile>,
    /// Files that could not be searched, in the order of the list; of binary files only code that
    /// holds the name.
    pub failed: Vec<ReadError>,
}

/// Returns the result of [`files_mentioning`] for the files at some indices.
fn files_mentioning_at(
    files: &[FileEntry],
    places: &[usize],
    names: &[&str],
    accept: impl Fn(&FileEntry) -> bool,
    cancel: &Cancel,
) -> Result<Vec<Search>, Cancelled> {
    let places: Vec<usize> =
        places.iter().copied().filter(|place| accept(&files[*place])).collect();
    let few: Vec<FileEntry> = places.iter().map(|place| files[*place].clone()).collect();
    let mut searches = files_mentioning(&few, names, |_| true, cancel)?;
    for found in searches.iter_mut().flat_map(|search| &mut search.files) {
        found.file = places[found.file as usize] as FileIndex;
    }
    Ok(searches)
}

/// Returns, for each name, the files that mention it as a whole identifier, among those that
/// `accept` takes; on all cores, in one pass.
///
/// # Errors
/// When the work is cancelled.
pub fn files_mentioning(
    files: &[FileEntry],
    names: &[&str],
    accept: impl Fn(&FileEntry) -> bool + Sync,
    cancel: &Cancel,
) -> Result<Vec<Search>, Cancelled> {
    let finder = Finder::new(names);
    let found = on_all_cores(files, cancel, |own: &mut Vec<Outcome>, buffer, place, file| {
        if !accept(file) {
            return;
        }
        match mentions_in(file, &finder, buffer) {
            Ok(mentioned) => {
                own.extend(mentioned.into_iter().map(|mentioned| (place, Ok(mentioned))));
            }
            // Compilers take code that holds a NUL byte in a comment or string.
            Err(ReadError::Binary { .. }) if !file.language.is_some_and(Language::is_code) => {}
            Err(error) => own.push((place, Err(error.after_walk()))),
        }
    })?;
    let mut found: Vec<Outcome> = found.into_iter().flatten().collect();
    found.sort_by_key(|(place, _)| *place);
    let mut searches = vec![Search::default(); names.len()];
    for (file, outcome) in found {
        match outcome {
            Ok((name, offsets, hints)) => {
                let file = file as FileIndex;
                searches[name].files.push(MentioningFile { file, offsets, hints });
            }
            Err(error) => searches.iter_mut().for_each(|search| search.failed.push(error.clone())),
        }
    }
    Ok(searches)
}

/// Returns the keys of the files that may define a name, in order; on the calling thread. Stops
/// early if the work is cancelled.
pub fn files_that_may_define<'f, T>(
    files: impl Iterator<Item = (T, &'f FileEntry)>,
    name: &str,
    cancel: &Cancel,
) -> Vec<T> {
    let names = [name];
    let finder = Finder::new(&names);
    let mut buffer = Vec::new();
    let mut may_define = |file: &FileEntry| {
        let mentions = mentions_in(file, &finder, &mut buffer).unwrap_or_default();
        mentions.iter().any(|(_, _, hints)| hints.may_define)
    };
    let files = files.take_while(|_| !cancel.is_cancelled());
    files.filter_map(|(key, file)| may_define(file).then_some(key)).collect()
}

/// Index of a name, with its mentions in one file and their hints.
type NameMentions = (usize, Vec<usize>, Hints);

/// Index of a file, with the result of its search.
type Outcome = (usize, Result<NameMentions, ReadError>);

/// Searcher for names in many files. An empty name is found nowhere.
enum Finder<'a> {
    One(Box<memmem::Finder<'a>>),
    Many(&'a [&'a str], AhoCorasick),
}

impl<'a> Finder<'a> {
    fn new(names: &'a [&'a str]) -> Self {
        if let [name] = names {
            return Finder::One(Box::new(memmem::Finder::new(name)));
        }
        // A byte that is in no text replaces an empty name, which would be found everywhere.
        let patterns = names.iter().map(|name| if name.is_empty() { "\0" } else { name });
        let automaton = AhoCorasick::builder().match_kind(MatchKind::Standard).build(patterns);
        Finder::Many(names, automaton.expect("names that one request asks for are few"))
    }

    /// Returns the indices of the names that bytes mention, with the offsets.
    fn find(&self, bytes: &[u8]) -> Vec<(usize, Vec<usize>)> {
        match self {
            Finder::One(finder) if finder.needle().is_empty() => Vec::new(),
            Finder::One(finder) => {
                let offsets = mentions_in_bytes(bytes, finder);
                if offsets.is_empty() { Vec::new() } else { vec![(0, offsets)] }
            }
            Finder::Many(names, automaton) => {
                let mut found: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
                for at in automaton.find_overlapping_iter(bytes) {
                    let name = names[at.pattern().as_usize()];
                    if !name.is_empty() && is_whole(bytes, at.start(), name.as_bytes()) {
                        let offsets = found.entry(at.pattern().as_usize()).or_default();
                        if offsets.last().is_none_or(|last| last + name.len() <= at.start()) {
                            offsets.push(at.start());
                        }
                    }
                }
                found.into_iter().collect()
            }
        }
    }

    /// Returns whether a text in UTF-16 or UTF-32 mentions one of the names, or may mention the
    /// only one.
    fn may_be_in_wide(&self, bytes: &[u8]) -> bool {
        let narrow: Vec<u8> = bytes.iter().copied().filter(|byte| *byte != 0).collect();
        self.is_written_by_encoding() || !self.find(&narrow).is_empty()
    }

    /// Returns whether other encodings than UTF-8 write the name that is looked for, if it is the
    /// only one, in other bytes.
    fn is_written_by_encoding(&self) -> bool {
        matches!(self, Finder::One(finder) if !finder.needle().is_ascii())
    }

    fn length(&self, name: usize) -> usize {
        match self {
            Finder::One(finder) => finder.needle().len(),
            Finder::Many(names, _) => names[name].len(),
        }
    }
}

/// Returns whether bytes look like UTF-16 or UTF-32 without a byte order mark, by the first ones.
fn is_wide(bytes: &[u8]) -> bool {
    match bytes {
        [0, 0, 0, last, ..] => *last != 0,
        [first, second, ..] => (*first == 0) != (*second == 0),
        _ => false,
    }
}

/// Returns the offsets, in bytes, at which a text mentions a name as a whole identifier.
pub fn mentions_in_text(text: &str, name: &str) -> Vec<usize> {
    if name.is_empty() {
        Vec::new()
    } else {
        mentions_in_bytes(text.as_bytes(), &memmem::Finder::new(name))
    }
}

fn mentions_in(
    file: &FileEntry,
    finder: &Finder<'_>,
    buffer: &mut Vec<u8>,
) -> Result<Vec<NameMentions>, ReadError> {
    read_for_scan(&file.path, buffer)?;
    let found = finder.find(buffer);
    // The check for NUL comes last, since most files do not mention the name.
    let is_mentioned = !found.is_empty() || is_wide(buffer) && finder.may_be_in_wide(buffer);
    if is_mentioned && memchr::memchr(0, buffer).is_some() {
        return Err(ReadError::Binary { path: file.path.display.to_string() });
    }
    let is_other =
        || std::str::from_utf8(buffer).is_err() && file.language.is_some_and(Language::is_code);
    if found.is_empty() && finder.is_written_by_encoding() && is_other() {
        let error = "its encoding is not UTF-8, and other encodings write the name in other bytes";
        return Err(ReadError::Unreadable {
            path: file.path.display.to_string(),
            error: error.to_owned(),
        });
    }
    let mentioned = found.into_iter().map(|(name, offsets)| {
        let length = finder.length(name);
        let ranges = offsets.iter().map(|at| *at..at + length);
        let hints = Hints::new(buffer, ranges, &file.path.absolute, file.language);
        (name, offsets, hints)
    });
    Ok(mentioned.collect())
}

/// Returns whether a name at an offset is a whole identifier, and not a part of one.
fn is_whole(bytes: &[u8], start: usize, name: &[u8]) -> bool {
    let starts_inside = scan::first_character(name).is_some_and(is_identifier);
    let ends_inside = scan::last_character(name).is_some_and(is_identifier);
    let (before, after) = (&bytes[..start], &bytes[start + name.len()..]);
    let goes_on_before = starts_inside && scan::last_character(before).is_some_and(is_identifier);
    let goes_on_after = ends_inside && scan::first_character(after).is_some_and(is_identifier);
    !goes_on_before && !goes_on_after
}

fn mentions_in_bytes(bytes: &[u8], finder: &memmem::Finder<'_>) -> Vec<usize> {
    let name = finder.needle();
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let starts_inside = name.first().is_some_and(|first| is_part(*first));
    let mut offsets = Vec::new();
    let mut from = 0;
    while let Some(found) = finder.find(&bytes[from..]) {
        let start = from + found;
        // A match that is no whole name may overlap with one: `a.a` in `xa.a.a`.
        from = if is_whole(bytes, start, name) {
            offsets.push(start);
            start + name.len()
        } else if starts_inside {
            // No name begins within an identifier. Tried at each of its characters, a long name
            // would be compared with all of a longer one as often.
            let rest = &bytes[start..];
            start + 1 + rest.iter().position(|byte| !is_part(*byte)).unwrap_or(rest.len() - 1)
        } else {
            start + 1
        };
    }
    offsets
}
