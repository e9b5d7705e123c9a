//! Include graph of files, in languages whose imports name files by the end of their path: the
//! users of a header before anything is parsed.

use super::tags::{TagFinder, add_users_of_types, has_tags, users_of_tags};
use super::tree::{FileNode, Tree};
use super::usage::{Spread, areas, most_used};
use super::users::SampledFiles;
use crate::domain::{Cancel, Cancelled, lock};
use crate::lang::Family;
use crate::workspace::{FileEntry, scan_files};
use memchr::memmem;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Arc, Mutex};

/// Returns the users of each included file.
///
/// # Errors
/// If the work is cancelled.
pub(super) fn included(
    tree: &Tree,
    read: &SampledFiles<'_>,
    cancel: &Cancel,
) -> Result<FxHashMap<usize, Spread>, Cancelled> {
    let SampledFiles { entries, sample, sampled } = read;
    let includes = |file: usize| is_included(&tree.files[file]);
    let mut users: FxHashMap<usize, Spread> = FxHashMap::default();
    if !sample.iter().any(|file| includes(*file)) {
        return Ok(users);
    }
    let by_name = ByName::new(tree);
    let finder = memmem::Finder::new("#include");
    let tags = TagFinder::new();
    let found = scan_files(sampled, cancel, |file_index, bytes| {
        let file = sample[file_index];
        let used =
            || if has_tags(entries[file]) { tags.of(bytes).used } else { FxHashSet::default() };
        includes(file).then(|| (file, paths(bytes, &finder), used()))
    })?;
    let areas = areas(tree);
    let mut last: FxHashMap<usize, usize> = FxHashMap::default();
    let of_tags = users_of_tags(tree, found.found.iter().map(|(file, _, used)| (*file, used)));
    for (file, paths, _) in found.found {
        let directory = tree.files[file].directory;
        for path in paths {
            let meant = by_name.meant(&path);
            let share = 1.0 / meant.len().max(1) as f32;
            for to in meant.iter().copied() {
                let spread = users.entry(to).or_default();
                spread.files += share;
                let before = last.insert(to, directory);
                spread.add(
                    share,
                    before.map(|before| (before, areas[before])),
                    (directory, areas[directory]),
                );
            }
        }
    }
    pass_on(&by_name, entries, cancel, &mut users)?;
    add_users_of_types(entries, &of_tags, cancel, &mut users)?;
    Ok(users)
}

/// Limit of the files that a path may mean: of so many, each is hardly meant.
const MAX_MEANT: usize = 100;

/// Files by their name.
struct ByName<'t> {
    tree: &'t Tree,
    files: FxHashMap<&'t str, Vec<usize>>,
    /// What paths mean that were asked for: very many files may include one of very many files of
    /// a name.
    known: Mutex<FxHashMap<String, Arc<[usize]>>>,
}

impl<'t> ByName<'t> {
    fn new(tree: &'t Tree) -> Self {
        let mut files: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
        for (file, node) in tree.files.iter().enumerate().filter(|(_, node)| is_included(node)) {
            files.entry(node.name()).or_default().push(file);
        }
        Self { tree, files, known: Mutex::default() }
    }

    /// Returns the files that a path of an include may mean. The least deep of several is the
    /// likeliest to be on an include path.
    fn meant(&self, path: &str) -> Arc<[usize]> {
        if let Some(known) = lock(&self.known).get(path) {
            return Arc::clone(known);
        }
        let meant = self.find_meant(path);
        lock(&self.known).insert(path.to_owned(), Arc::clone(&meant));
        meant
    }

    fn find_meant(&self, path: &str) -> Arc<[usize]> {
        let files = &self.tree.files;
        let named = path.rsplit('/').next().and_then(|name| self.files.get(name));
        let named = named.map_or(&[][..], Vec::as_slice);
        let ending = named.iter().copied().filter(|to| ends_with(&files[*to].path, path));
        let depth = |file: usize| files[file].path.matches('/').count();
        let least = ending.clone().map(depth).min();
        let meant: Vec<usize> = ending.filter(|to| Some(depth(*to)) == least).collect();
        if meant.len() > MAX_MEANT { Arc::default() } else { meant.into() }
    }
}

/// Finds what the includes of a file mean.
pub(super) struct Includes<'t> {
    by_name: ByName<'t>,
    /// Directories, each with the name of a file in it.
    beside: FxHashSet<(usize, &'t str)>,
    finder: memmem::Finder<'static>,
}

impl<'t> Includes<'t> {
    pub(super) fn new(tree: &'t Tree) -> Self {
        let included = tree.files.iter().filter(|file| is_included(file));
        Self {
            by_name: ByName::new(tree),
            beside: included.map(|file| (file.directory, file.name())).collect(),
            finder: memmem::Finder::new("#include"),
        }
    }

    /// Returns the directories of the files that a text includes, where a path means one file: one
    /// beside the user, or else the only one of its depth.
    pub(super) fn directories(&self, user: &FileNode, bytes: &[u8]) -> Vec<usize> {
        let files = &self.by_name.tree.files;
        let directory = |path: String| {
            if self.beside.contains(&(user.directory, path.as_str())) {
                return Some(user.directory);
            }
            match *self.by_name.meant(&path) {
                [only] => Some(files[only].directory),
                _ => None,
            }
        };
        paths(bytes, &self.finder).into_iter().filter_map(directory).collect()
    }
}

/// Maximum number of files whose own includes are read, and the share of a file's users that the
/// files which it includes have at least.
const MAX_CENTRAL_FILES: usize = 400;
const PASSED_ON: f32 = 0.5;

/// Passes the users of the most included files on to what those include: a type is often defined
/// one include away from the header that everybody names.
fn pass_on(
    by_name: &ByName<'_>,
    entries: &[&FileEntry],
    cancel: &Cancel,
    users: &mut FxHashMap<usize, Spread>,
) -> Result<(), Cancelled> {
    let central = most_used(users, MAX_CENTRAL_FILES);
    let own: Vec<FileEntry> = central.iter().map(|file| entries[*file].clone()).collect();
    let finder = memmem::Finder::new("#include");
    let found =
        scan_files(&own, cancel, |file_index, bytes| Some((file_index, paths(bytes, &finder))))?;
    // From the most included file on, so that what it passes is passed on further.
    let mut found = found.found;
    found.sort_by_key(|(file_index, _)| *file_index);
    for (file, paths) in found {
        let passed = users[&central[file]].scaled(PASSED_ON);
        for path in paths {
            if let [to] = *by_name.meant(&path) {
                let own = users.entry(to).or_default();
                if own.breadth() < passed.breadth() {
                    *own = passed;
                }
            }
        }
    }
    Ok(())
}

/// Returns whether files of its language are included by path.
pub(super) fn is_included(file: &FileNode) -> bool {
    file.language.is_some_and(|language| language.config.graph.family == Family::C)
}

/// Returns the paths that a text includes, as written.
fn paths(bytes: &[u8], finder: &memmem::Finder<'_>) -> Vec<String> {
    let lines = finder.find_iter(bytes).filter_map(|at| {
        let rest = bytes[at + finder.needle().len()..].split(|byte| *byte == b'\n').next()?;
        let start = rest.iter().position(|byte| matches!(byte, b'"' | b'<'))? + 1;
        let length = rest[start..].iter().position(|byte| matches!(byte, b'"' | b'>'))?;
        let path = std::str::from_utf8(&rest[start..start + length]).ok()?;
        Some(path.trim_start_matches("../").trim_start_matches("./").to_owned())
    });
    lines.collect()
}

/// Returns whether a path ends with another, at a directory boundary.
fn ends_with(path: &str, end: &str) -> bool {
    path.strip_suffix(end).is_some_and(|before| before.is_empty() || before.ends_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn included_paths_are_read_as_they_are_written() {
        let text = b"#include <linux/fs.h>\n# include x\n#include \"../a/b.h\" // c\n#include MACRO\n#include \"open";
        assert_eq!(paths(text, &memmem::Finder::new("#include")), ["linux/fs.h", "a/b.h"]);
    }

    #[test]
    fn a_path_ends_at_the_border_of_a_folder() {
        assert!(ends_with("include/linux/fs.h", "linux/fs.h"));
        assert!(ends_with("fs.h", "fs.h"));
        assert!(!ends_with("include/xfs.h", "fs.h"));
    }
}
