//! Include graph of files, in languages whose imports name files by the end of their path: the
//! users of a header before anything is parsed.

use super::tree::{FileNode, Tree};
use super::usage::{Spread, areas};
use crate::domain::{Cancel, Cancelled};
use crate::lang::Family;
use crate::workspace::{FileEntry, scan_files};
use memchr::memmem;
use rustc_hash::FxHashMap;

/// Returns the users of each included file. `sample` has the indices in the tree of the files in
/// `entries`.
///
/// # Errors
/// If the work is cancelled.
pub(super) fn included(
    tree: &Tree,
    sample: &[usize],
    entries: &[FileEntry],
    cancel: &Cancel,
) -> Result<FxHashMap<usize, Spread>, Cancelled> {
    let includes = |file: usize| is_included(&tree.files[file]);
    let mut users: FxHashMap<usize, Spread> = FxHashMap::default();
    if !sample.iter().any(|file| includes(*file)) {
        return Ok(users);
    }
    let mut by_name: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    for file in (0..tree.files.len()).filter(|file| includes(*file)) {
        by_name.entry(tree.files[file].name()).or_default().push(file);
    }
    let finder = memmem::Finder::new("#include");
    let found = scan_files(entries, cancel, |place, bytes| {
        includes(sample[place]).then(|| (sample[place], paths(bytes, &finder)))
    })?;
    let areas = areas(tree);
    let mut last: FxHashMap<usize, usize> = FxHashMap::default();
    for (file, paths) in found.found {
        let directory = tree.files[file].directory;
        for path in paths {
            let named = path.rsplit('/').next().and_then(|name| by_name.get(name)).map_or(&[][..], Vec::as_slice);
            let ending = named.iter().copied().filter(|to| ends_with(&tree.files[*to].path, &path));
            // The least deep of several candidates is the likeliest to be on an include path.
            let depth = |file: usize| tree.files[file].path.matches('/').count();
            let least = ending.clone().map(depth).min();
            let meant: Vec<usize> = ending.filter(|to| Some(depth(*to)) == least).collect();
            let share = 1.0 / meant.len().max(1) as f32;
            for to in meant {
                let spread = users.entry(to).or_default();
                spread.files += share;
                let before = last.insert(to, directory);
                spread.add(share, before.map(|before| (before, areas[before])), (directory, areas[directory]));
            }
        }
    }
    Ok(users)
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
