//! Include graph of files, in languages whose imports name files by the end of their path: the
//! users of a header before anything is parsed.

use super::tags::{TagFinder, add_users_of_types, has_tags, users_of_tags};
use super::tree::{FileNode, Tree};
use super::usage::{Spread, areas, most_used};
use super::users::SampledFiles;
use crate::domain::{Cancel, Cancelled};
use crate::lang::Family;
use crate::workspace::{FileEntry, scan_files};
use memchr::memmem;
use rustc_hash::{FxHashMap, FxHashSet};

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
    let by_name = by_name(tree);
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
            let meant = meant(tree, &by_name, &path);
            let share = 1.0 / meant.len().max(1) as f32;
            for to in meant {
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
    pass_on(tree, &by_name, entries, cancel, &mut users)?;
    add_users_of_types(entries, &of_tags, cancel, &mut users)?;
    Ok(users)
}

/// Files by their name.
type ByName<'t> = FxHashMap<&'t str, Vec<usize>>;

fn by_name(tree: &Tree) -> ByName<'_> {
    let mut by_name: ByName<'_> = FxHashMap::default();
    for (file, node) in tree.files.iter().enumerate().filter(|(_, node)| is_included(node)) {
        by_name.entry(node.name()).or_default().push(file);
    }
    by_name
}

/// Finds what the includes of a file mean.
pub(super) struct Includes<'t> {
    tree: &'t Tree,
    by_name: ByName<'t>,
    finder: memmem::Finder<'static>,
}

impl<'t> Includes<'t> {
    pub(super) fn new(tree: &'t Tree) -> Self {
        Self { tree, by_name: by_name(tree), finder: memmem::Finder::new("#include") }
    }

    /// Returns the directories of the files that a text includes, where a path means one file: one
    /// beside the user, or else the only one of its depth.
    pub(super) fn directories(&self, user: &FileNode, bytes: &[u8]) -> Vec<usize> {
        let folder = user.path.len() - user.name().len();
        let is_beside = |to: &usize, path: &str| {
            let to = &self.tree.files[*to];
            to.directory == user.directory && &to.path[folder..] == path
        };
        let directory = |path: String| {
            let meant = meant(self.tree, &self.by_name, &path);
            let named = self.by_name.get(path.as_str()).map_or(&[][..], Vec::as_slice);
            let beside = named.iter().find(|to| is_beside(to, &path)).copied();
            let only = meant.first().copied().filter(|_| meant.len() == 1);
            beside.or(only).map(|to| self.tree.files[to].directory)
        };
        paths(bytes, &self.finder).into_iter().filter_map(directory).collect()
    }
}

/// Returns the files that a path of an include may mean. The least deep of several is the likeliest
/// to be on an include path.
fn meant(tree: &Tree, by_name: &ByName<'_>, path: &str) -> Vec<usize> {
    let named =
        path.rsplit('/').next().and_then(|name| by_name.get(name)).map_or(&[][..], Vec::as_slice);
    let ending = named.iter().copied().filter(|to| ends_with(&tree.files[*to].path, path));
    let depth = |file: usize| tree.files[file].path.matches('/').count();
    let least = ending.clone().map(depth).min();
    ending.filter(|to| Some(depth(*to)) == least).collect()
}

/// Maximum number of files whose own includes are read, and the share of a file's users that the
/// files which it includes have at least.
const MAX_CENTRAL_FILES: usize = 400;
const PASSED_ON: f32 = 0.5;

/// Passes the users of the most included files on to what those include: a type is often defined
/// one include away from the header that everybody names.
fn pass_on(
    tree: &Tree,
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
            let meant = meant(tree, by_name, &path);
            for to in meant.iter().filter(|_| meant.len() == 1) {
                let own = users.entry(*to).or_default();
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
