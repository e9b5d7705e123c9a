//! Types that a text names behind a keyword (`struct inode`), and the headers that define them: who
//! uses a header that few include by its name, before anything is parsed.

use super::tree::Tree;
use super::usage::{Spread, areas, most_used};
use crate::domain::{Cancel, Cancelled};
use crate::workspace::{FileEntry, scan_files};
use memchr::memmem;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::Hasher;

/// The keyword in front of a tag.
const KEYWORD: &str = "struct ";

/// Maximum number of headers in which definitions are looked for, the most used first.
const MAX_DEFINING_HEADERS: usize = 1500;

/// Finds the tags of a text.
pub(super) struct TagFinder {
    finder: memmem::Finder<'static>,
}

/// Returns whether a file names its types by tags: its language has no classes, which would be
/// named without a keyword and so be counted less.
pub(super) fn has_tags(file: &FileEntry) -> bool {
    file.language.is_some_and(|language| {
        language.is_settled_by_name(&file.path.absolute)
            && !language.config.keywords.iter().any(|word| word == "class")
    })
}

/// Hashes of tags, by whether the text defines them.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Tagged {
    pub used: FxHashSet<u64>,
    pub defined: FxHashSet<u64>,
}

impl TagFinder {
    pub(super) fn new() -> Self {
        Self { finder: memmem::Finder::new(KEYWORD) }
    }

    /// Returns the tags of a text. One that it defines is not counted as used.
    pub(super) fn of(&self, bytes: &[u8]) -> Tagged {
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let mut tagged = Tagged::default();
        for at in self.finder.find_iter(bytes) {
            if at > 0 && is_word(bytes[at - 1]) {
                continue;
            }
            let rest = &bytes[at + KEYWORD.len()..];
            let length = rest.iter().position(|byte| !is_word(*byte)).unwrap_or(rest.len());
            if length == 0 {
                continue;
            }
            let next = rest[length..].iter().find(|byte| !byte.is_ascii_whitespace());
            if next == Some(&b'{') {
                tagged.defined.insert(hash(&rest[..length]));
            } else {
                tagged.used.insert(hash(&rest[..length]));
            }
        }
        tagged.used.retain(|tag| !tagged.defined.contains(tag));
        tagged
    }
}

fn hash(name: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(name);
    hasher.finish()
}

/// Returns the users of each tag, given the files of the tree that were read and the tags that each
/// uses, in the order of the walk.
pub(super) fn users_of_tags<'a>(
    tree: &Tree,
    read: impl Iterator<Item = (usize, &'a FxHashSet<u64>)>,
) -> FxHashMap<u64, Spread> {
    let areas = areas(tree);
    let mut users: FxHashMap<u64, (Spread, Option<(usize, usize)>)> = FxHashMap::default();
    for (file, used) in read {
        let directory = tree.files[file].directory;
        let place = (directory, areas[directory]);
        // Each tag is counted on its own, so that the order of the set does not matter.
        used.iter().for_each(|tag| {
            let (spread, before) = users.entry(*tag).or_default();
            spread.add(1.0, before.replace(place), place);
        });
    }
    users.into_iter().map(|(tag, (spread, _))| (tag, spread)).collect()
}

/// Adds to the users of each header those of the most used type that it defines, in equal shares
/// for alternatives.
///
/// # Errors
/// If the work is cancelled.
pub(super) fn add_users_of_types(
    entries: &[&FileEntry],
    tags: &FxHashMap<u64, Spread>,
    cancel: &Cancel,
    users: &mut FxHashMap<usize, Spread>,
) -> Result<(), Cancelled> {
    let headers = most_used(users, MAX_DEFINING_HEADERS);
    let own: Vec<FileEntry> = headers.iter().map(|file| entries[*file].clone()).collect();
    let finder = TagFinder::new();
    let found =
        scan_files(&own, cancel, |file_index, bytes| Some((file_index, finder.of(bytes).defined)))?;
    let mut definers: FxHashMap<u64, f32> = FxHashMap::default();
    let defined = found.found.iter().flat_map(|(_, defined)| defined);
    defined.for_each(|tag| *definers.entry(*tag).or_default() += 1.0);
    for (file_index, defined) in &found.found {
        let of_tag = |tag: &u64| tags.get(tag).map(|users| users.scaled(1.0 / definers[tag]));
        let most = defined
            .iter()
            .filter_map(of_tag)
            .max_by(|one, other| one.breadth().total_cmp(&other.breadth()));
        if let Some(most) = most {
            users.entry(headers[*file_index]).or_default().join(most);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_defined_where_a_brace_follows_it() {
        let text = b"struct page;\nstruct inode {\n\tstruct page *pages;\n};\ntypedef struct list\n{ struct list *next; } list;\n\
                     mystruct no; struct { int x; };";
        let expected = Tagged {
            used: [hash(b"page")].into_iter().collect(),
            defined: [hash(b"inode"), hash(b"list")].into_iter().collect(),
        };
        assert_eq!(TagFinder::new().of(text), expected);
    }
}
