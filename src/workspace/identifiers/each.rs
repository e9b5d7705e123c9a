//! Search for many names in texts or files, in one pass over each.

use super::scan::NameSet;
use crate::domain::{Cancel, Cancelled};
use crate::lang::Language;
use crate::workspace::scan_files::on_all_cores;
use crate::workspace::text::read_for_scan;
use crate::workspace::walk::FileEntry;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Returns, for each file, the indices in `names` of those that it mentions as whole identifiers,
/// each once, in ascending order. Binary and unreadable files mention nothing. Names must be
/// distinct.
///
/// # Errors
/// When the work is cancelled.
pub fn names_mentioned_in_each(
    files: &[FileEntry],
    names: &[&str],
    cancel: &Cancel,
) -> Result<Vec<Box<[u32]>>, Cancelled> {
    #[derive(Default)]
    struct Own {
        /// By name, the number of the last file of this thread that mentions it; numbers begin at
        /// 1.
        last: Vec<u32>,
        file: u32,
        found: Vec<(usize, Box<[u32]>)>,
    }
    let set = NameSet::new(names);
    let found = on_all_cores(files, cancel, |own: &mut Own, buffer, index, file| {
        if read_for_scan(&file.path, buffer).is_err() || memchr::memchr(0, buffer).is_some() {
            return;
        }
        own.last.resize(names.len(), 0);
        own.file += 1;
        let mut mentioned = Vec::new();
        set.find_in(buffer, |name| {
            if own.last[name] != own.file {
                own.last[name] = own.file;
                mentioned.push(u32::try_from(name).expect("fewer names than four billion"));
            }
        });
        mentioned.sort_unstable();
        own.found.push((index, mentioned.into_boxed_slice()));
    })?;
    let mut each: Vec<Box<[u32]>> = vec![Box::default(); files.len()];
    for (index, mentioned) in found.into_iter().flat_map(|own| own.found) {
        each[index] = mentioned;
    }
    Ok(each)
}

/// Mentions of many names.
pub struct MentionsOfEach {
    /// For each name, the files that mention it as a whole identifier, by index in ascending order,
    /// with the number of mentions.
    pub each: Vec<Vec<(usize, u32)>>,
    /// Number of the files of code that could not be read, or hold a NUL byte.
    pub unread: usize,
}

/// Returns the mentions of each name in some files.
///
/// # Errors
/// When the work is cancelled.
pub fn files_mentioning_each(
    files: &[FileEntry],
    names: &[&str],
    cancel: &Cancel,
) -> Result<MentionsOfEach, Cancelled> {
    let set = NameSet::new(names);
    let unread = AtomicUsize::new(0);
    let found =
        on_all_cores(files, cancel, |own: &mut Vec<(usize, usize, u32)>, buffer, index, file| {
            if read_for_scan(&file.path, buffer).is_err() || memchr::memchr(0, buffer).is_some() {
                let is_code = file.language.is_some_and(Language::is_code);
                unread.fetch_add(usize::from(is_code), Ordering::Relaxed);
                return;
            }
            let mut counts: BTreeMap<usize, u32> = BTreeMap::new();
            set.find_in(buffer, |name| *counts.entry(name).or_default() += 1);
            own.extend(counts.into_iter().map(|(name, count)| (name, index, count)));
        })?;
    let mut found: Vec<(usize, usize, u32)> = found.into_iter().flatten().collect();
    found.sort_unstable();
    let mut each = vec![Vec::new(); names.len()];
    for (name, index, count) in found {
        each[name].push((index, count));
    }
    // A name that is given twice has the same mentions both times.
    let mut order: Vec<usize> = (0..names.len()).collect();
    set.copy_duplicates(&mut order);
    for (name, first) in order.into_iter().enumerate() {
        if first != name {
            let mentions = each[first].clone();
            each[name] = mentions;
        }
    }
    Ok(MentionsOfEach { each, unread: unread.into_inner() })
}

/// Searcher for many names in texts.
pub struct NameFinder<'a> {
    set: NameSet<'a>,
    count: usize,
}

impl<'a> NameFinder<'a> {
    pub fn new(names: &[&'a str]) -> Self {
        Self { set: NameSet::new(names), count: names.len() }
    }

    /// Returns, for each name, whether a text mentions it as a whole identifier.
    pub fn mentioned_in(&self, text: &str) -> Vec<bool> {
        let mut is_mentioned = vec![false; self.count];
        let mut bytes = text.as_bytes().to_vec();
        self.set.find_in(&mut bytes, |name| is_mentioned[name] = true);
        self.set.copy_duplicates(&mut is_mentioned);
        is_mentioned
    }
}
