//! The files of code that git tracks, read from a repository's index, so that a walk can tell of
//! those that ignore rules leave out although they are part of the project.

use crate::lang::{Language, registry};
use crate::workspace::checkouts::git_index;
use crate::workspace::hints::by_first_line;
use crate::workspace::open::{open_file, read_file};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Size of the largest index that is read: that of about half a million files.
const MAX_INDEX_BYTES: u64 = 64 << 20;
/// Limit of the bytes in which the first line of a script is looked for.
const MAX_FIRST_LINE: u64 = 256;
/// Limit of the files of a directory that are looked for on disk.
const MAX_LOOKED_FOR: usize = 2000;
/// Lengths in bytes of the names that git gives to contents: SHA-1 and SHA-256.
const OBJECT_NAMES: [usize; 2] = [20, 32];
/// Length in bytes of what an entry holds before the name of its content.
const STATE: usize = 40;
/// Length in bytes of the longest path that the system opens.
const MAX_PATH: usize = 4096;
/// Limit of the bytes of all paths of an index together, each of which may be written in few.
const MAX_PATHS: usize = 256 << 20;
/// Length in bytes of what stands before the content of an extension: its name and its length.
const EXTENSION: usize = 8;

/// The index of a repository. It is read when its files are first asked for.
#[derive(Debug)]
pub(super) struct Tracked {
    /// `None` if it stands where it is not read from.
    index: Option<PathBuf>,
    top: PathBuf,
    /// See [`TrackedFiles::code`]; `None` if the index is not understood.
    code: OnceLock<Option<Vec<String>>>,
}

/// The files that a repository tracks and that may be code.
#[derive(Debug)]
pub(super) struct TrackedFiles<'t> {
    top: &'t Path,
    /// Relative to the top of the repository, sorted.
    code: &'t [String],
}

impl Tracked {
    /// Returns that of the repository with this top.
    pub(super) fn of(top: &Path) -> Self {
        Self { index: git_index(top), top: top.to_owned(), code: OnceLock::new() }
    }

    /// Returns the files that are tracked; `None` if the index says them in a way that is not
    /// understood, or cannot be read. `record` is called with the index before it is read, once.
    pub(super) fn files(&self, record: impl FnOnce(&Path)) -> Option<TrackedFiles<'_>> {
        let read = || {
            let index = self.index.as_deref()?;
            record(index);
            read(index)
        };
        let code = self.code.get_or_init(read).as_ref()?;
        Some(TrackedFiles { top: &self.top, code })
    }
}

/// Returns the paths of what may be code in an index, sorted; `None` if it cannot be read or
/// understood.
fn read(index: &Path) -> Option<Vec<String>> {
    // Nothing was added yet.
    if index.symlink_metadata().is_err_and(|error| error.kind() == ErrorKind::NotFound) {
        return Some(Vec::new());
    }
    let bytes = read_file(index, index.parent().unwrap_or(index), MAX_INDEX_BYTES).ok()?;
    let mut code = OBJECT_NAMES.iter().find_map(|length| code_paths(&bytes, *length))?;
    code.sort_unstable();
    code.dedup();
    Some(code)
}

impl TrackedFiles<'_> {
    /// Returns whether a file is code and tracked.
    pub(super) fn has(&self, file: &Path) -> bool {
        let below = self.below(file);
        below.is_some_and(|below| self.code.binary_search(&below).is_ok() && self.is_code(&below))
    }

    /// Returns whether a file is there and code: by its name, or by its first line.
    fn is_code(&self, below: &str) -> bool {
        let path = self.top.join(below);
        if registry().for_path(&path).is_some() {
            return path.symlink_metadata().is_ok_and(|metadata| metadata.is_file());
        }
        let Ok((file, _)) = open_file(&path) else { return false };
        let mut start = Vec::new();
        let read = file.take(MAX_FIRST_LINE).read_to_end(&mut start);
        read.is_ok() && by_first_line(&start, &path).is_some_and(Language::is_code)
    }

    /// Returns the number of the tracked files of code that exist below a directory.
    pub(super) fn number_below(&self, directory: &Path) -> usize {
        let Some(below) = self.below(directory) else { return 0 };
        let prefix = format!("{below}/");
        let first = self.code.partition_point(|path| *path < prefix);
        let below = self.code[first..].iter().take_while(|path| path.starts_with(&prefix));
        below.take(MAX_LOOKED_FOR).filter(|below| self.is_code(below)).count()
    }

    fn below(&self, path: &Path) -> Option<String> {
        path.strip_prefix(self.top).ok()?.to_str().map(str::to_owned)
    }
}

/// Returns whether a file is code by its name, or has one that a script may have.
pub(super) fn may_be_code(path: &Path) -> bool {
    match registry().for_path(path) {
        Some(language) => language.is_code(),
        None => path.extension().is_none(),
    }
}

/// Returns the paths of what may be code in an index, without those that are not UTF-8; `None` if
/// it is none, its names of contents have another length, or it holds only a part of what is
/// tracked. The format is described in git's Documentation/gitformat-index.adoc.
fn code_paths(index: &[u8], object_name: usize) -> Option<Vec<String>> {
    let (header, mut rest) = index.split_at_checked(12)?;
    let number = |at: usize| header[at..at + 4].try_into().map(u32::from_be_bytes).ok();
    let version = number(4)?;
    if !header.starts_with(b"DIRC") || !(2..=4).contains(&version) {
        return None;
    }
    let may_be = |path: &&str| may_be_code(Path::new(path));
    let (mut paths, mut bytes) = (Vec::new(), 0usize);
    let mut previous: Vec<u8> = Vec::new();
    for _ in 0..number(8)? {
        let flags_at = STATE + object_name;
        let flags = u16::from_be_bytes(rest.get(flags_at..flags_at + 2)?.try_into().ok()?);
        let is_extended = flags & 0x4000 != 0;
        let name_at = flags_at + if is_extended { 4 } else { 2 };
        let mut name = rest.get(name_at..)?;
        let mut kept = 0;
        if version == 4 {
            let dropped = dropped_bytes(&mut name)?;
            kept = previous.len().checked_sub(dropped)?;
        }
        let length = memchr::memchr(0, name)?;
        previous.truncate(kept);
        previous.extend_from_slice(&name[..length]);
        bytes += previous.len();
        let stated = usize::from(flags & 0x0fff);
        let is_in_bounds = previous.len() <= MAX_PATH && bytes <= MAX_PATHS;
        if stated != previous.len().min(0x0fff) || !is_in_bounds {
            return None;
        }
        let end = rest.len() - name.len() + length;
        // Before version 4 entries are padded to a multiple of eight bytes, with one at the least.
        let next = if version == 4 { end + 1 } else { (end + 8) & !7 };
        rest = rest.get(next..)?;
        paths.extend(std::str::from_utf8(&previous).ok().filter(may_be).map(str::to_owned));
    }
    is_whole(rest, object_name).then_some(paths)
}

/// Returns whether nothing behind the entries of an index says that there are others: an extension
/// in a small letter, which has to be understood, such as that of a split or a sparse index.
fn is_whole(mut rest: &[u8], object_name: usize) -> bool {
    while rest.len() >= EXTENSION + object_name {
        let (name, length) = (&rest[..4], &rest[4..EXTENSION]);
        let length =
            length.try_into().map_or(usize::MAX, |bytes| u32::from_be_bytes(bytes) as usize);
        let Some(behind) = EXTENSION.checked_add(length).and_then(|end| rest.get(end..)) else {
            return false;
        };
        if name[0].is_ascii_lowercase() {
            return false;
        }
        rest = behind;
    }
    true
}

/// Takes the number of bytes of the former name that the next one lacks from the start of some
/// bytes, as written in version 4.
fn dropped_bytes(bytes: &mut &[u8]) -> Option<usize> {
    let (first, mut rest) = bytes.split_first()?;
    let mut value = usize::from(first & 0x7f);
    let mut last = *first;
    while last & 0x80 != 0 {
        let (next, behind) = rest.split_first()?;
        value = value.checked_add(1)?.checked_mul(128)?.checked_add(usize::from(next & 0x7f))?;
        (last, rest) = (*next, behind);
    }
    *bytes = rest;
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns an index of some paths, with names of contents of a length.
    fn index(version: u32, object_name: usize, paths: &[&str]) -> Vec<u8> {
        let mut bytes = b"DIRC".to_vec();
        bytes.extend(version.to_be_bytes());
        bytes.extend(u32::try_from(paths.len()).expect("few").to_be_bytes());
        let mut previous = "";
        for path in paths {
            let start = bytes.len();
            bytes.resize(start + STATE + object_name, 7);
            bytes.extend(u16::try_from(path.len()).expect("short").to_be_bytes());
            if version == 4 {
                let kept = previous.bytes().zip(path.bytes()).take_while(|(a, b)| a == b).count();
                bytes.push(u8::try_from(previous.len() - kept).expect("short"));
                bytes.extend(path[kept..].bytes());
                bytes.push(0);
            } else {
                bytes.extend(path.bytes());
                bytes.push(0);
                bytes.resize(start + (bytes.len() - start).next_multiple_of(8), 0);
            }
            previous = path;
        }
        bytes
    }

    #[test]
    fn each_version_of_an_index_is_read() {
        let written = ["a.js", "lib/one.py", "lib/one/two.py", "z.c"];
        for version in 2..=4 {
            for object_name in OBJECT_NAMES {
                let index = index(version, object_name, &written);
                assert_eq!(code_paths(&index, object_name).expect("an index"), written);
            }
        }
    }

    #[test]
    fn an_index_that_breaks_off_or_counts_wrong_is_none() {
        let whole = index(4, 20, &["lib/one.py", "lib/two.py"]);
        for length in 0..whole.len() {
            assert_eq!(code_paths(&whole[..length], 20), None, "{length}");
        }
        let mut many = whole.clone();
        many[8..12].fill(0xff);
        assert_eq!(code_paths(&many, 20), None);
        assert_eq!(code_paths(&index(5, 20, &["a.js"]), 20), None);
    }

    #[test]
    fn an_index_of_paths_without_bound_or_of_a_part_is_none() {
        let longer: Vec<String> = (1..MAX_PATH).map(|length| "a".repeat(length)).collect();
        let longer: Vec<&str> = longer.iter().map(String::as_str).collect();
        let found = code_paths(&index(4, 20, &longer), 20);
        assert_eq!(found.map(|paths| paths.len()), Some(longer.len()));
        let longest = "a".repeat(MAX_PATH + 1);
        assert_eq!(code_paths(&index(4, 20, &[&longest]), 20), None);
        for (name, is_whole) in [(b"TREE", true), (b"link", false), (b"sdir", false)] {
            let mut extended = index(2, 20, &["a.js"]);
            extended.extend(name);
            extended.extend([0, 0, 0, 1, 7]);
            extended.extend([9; 20]);
            assert_eq!(code_paths(&extended, 20).is_some(), is_whole);
        }
    }

    #[test]
    fn a_number_too_large_for_its_type_is_none() {
        assert_eq!(dropped_bytes(&mut &[0xff; 40][..]), None);
        let mut two = &[0x80, 0x00, 9][..];
        assert_eq!(dropped_bytes(&mut two), Some(128));
        assert_eq!(two, [9]);
    }
}
