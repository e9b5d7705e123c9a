//! Names of types by the words before them, for languages whose files need not be called after the
//! types in them.

use super::super::scan_files::on_all_cores;
use super::super::text::read_for_scan;
use super::super::walk::{FileEntry, FileIndex};
use crate::domain::{Cancel, Cancelled};
use memchr::memmem;
use rustc_hash::{FxHashMap, FxHashSet};

/// Longest name of a type, in bytes.
const MAX_NAME: usize = 200;

/// Names that stand behind a word for a type, each with the files in which one does.
#[derive(Debug, Default)]
pub struct DeclaredTypes {
    files: FxHashMap<String, Vec<FileIndex>>,
    /// Names that are given to types: `using Cache = …`.
    aliases: FxHashSet<String>,
}

/// Word before a name that is given to a type.
const ALIAS_WORD: &str = "using";

impl DeclaredTypes {
    /// Finds the names with one pass over the text.
    ///
    /// # Errors
    /// When the work is cancelled.
    pub fn of(files: &[FileEntry], cancel: &Cancel) -> Result<Self, Cancelled> {
        let found = on_all_cores(files, cancel, |own: &mut Vec<Found>, buffer, place, file| {
            let words: Vec<&String> = file.language.map_or_else(Vec::new, |of| {
                let rules = &of.config.graph;
                rules.type_words.iter().chain(&rules.declaring_words).collect()
            });
            if words.is_empty() || read_for_scan(&file.path, buffer).is_err() {
                return;
            }
            let mut names: Vec<&str> =
                words.iter().flat_map(|word| names_behind(buffer, word)).collect();
            names.sort_unstable();
            names.dedup();
            own.extend(names.into_iter().map(|name| (name.to_owned(), Some(place as FileIndex))));
            let is_set = |name: &&str| {
                let end = name.as_ptr() as usize - buffer.as_ptr() as usize + name.len();
                buffer[end..].trim_ascii_start().starts_with(b"=")
            };
            let aliases = names_behind(buffer, ALIAS_WORD).filter(is_set);
            own.extend(aliases.map(|name| (name.to_owned(), None)));
        })?;
        let mut types = Self::default();
        for (name, file) in found.into_iter().flatten() {
            match file {
                Some(file) => types.files.entry(name).or_default().push(file),
                None => _ = types.aliases.insert(name),
            }
        }
        types.files.values_mut().for_each(|files| files.sort_unstable());
        Ok(types)
    }

    /// Returns whether a type may have a name.
    pub fn has(&self, name: &str) -> bool {
        self.files.contains_key(name) || self.aliases.contains(name)
    }

    /// Returns the files that may define a type of a name.
    pub fn of_name(&self, name: &str) -> &[FileIndex] {
        self.files.get(name).map_or(&[], Vec::as_slice)
    }
}

/// A name, and the file in which it stands behind a word that declares a type. Without a file it
/// is an alias.
type Found = (String, Option<FileIndex>);

const fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

/// Returns the names that stand behind a word.
fn names_behind<'t>(text: &'t [u8], word: &str) -> impl Iterator<Item = &'t str> {
    let length = word.len();
    memmem::find_iter(text, word.as_bytes()).collect::<Vec<_>>().into_iter().filter_map(move |at| {
        let is_part = at.checked_sub(1).is_some_and(|before| is_of_name(text[before]));
        let rest = &text[at + length..];
        let name = rest.trim_ascii_start();
        if is_part || name.len() == rest.len() {
            return None;
        }
        let end = name.iter().take(MAX_NAME).position(|byte| !is_of_name(*byte))?;
        str::from_utf8(&name[..end]).ok().filter(|name| !name.is_empty())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_types_stand_behind_their_words() {
        let text =
            b"class A{} subclass B {} class\n  C<T> where T : class, new() {} record D(int x);";
        let names: Vec<&str> = names_behind(text, "class").collect();
        assert_eq!(names, ["A", "C"]);
    }
}
