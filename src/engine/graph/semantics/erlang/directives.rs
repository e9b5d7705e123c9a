//! What the directives of a file say: the module that it is, and the functions of others that it
//! names without their modules.

use super::{declared_module, without_quotes};
use crate::domain::remembered;
use crate::engine::graph::model::FileIndex;
use crate::engine::graph::project::Unit;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex};

/// Limit of the modules that one name is imported from.
const MAX_GIVEN: usize = 256;

/// The directives of files, each read once.
#[derive(Default)]
pub(super) struct Files(Mutex<FxHashMap<FileIndex, Arc<Directives>>>);

/// The directives of a file.
#[derive(Default)]
pub(super) struct Directives {
    /// The module that the file is; `None` for a header.
    pub(super) module: Option<String>,
    /// The modules that functions are imported from, by the names of these.
    imported: FxHashMap<String, Vec<String>>,
}

impl Files {
    pub(super) fn of(&self, unit: &Unit) -> Arc<Directives> {
        remembered(&self.0, unit.file, || {
            let module = declared_module(unit).map(str::to_owned);
            Arc::new(Directives { module, ..Directives::read(unit.content()) })
        })
    }
}

impl Directives {
    /// Returns the modules that a function is imported from.
    pub(super) fn imported(&self, name: &str) -> &[String] {
        self.imported.get(name).map_or(&[], Vec::as_slice)
    }

    fn read(text: &str) -> Self {
        let mut read = Self::default();
        for (word, rest) in directives(text) {
            if word == "import" {
                read.import(rest);
            }
        }
        read
    }

    /// `pool, [start/1, stop/0]).`
    fn import(&mut self, text: &str) {
        let Some((module, names)) = text.split_once(',') else { return };
        let module = without_quotes(module.trim());
        let names = names.split_once(").").map_or(names, |(names, _)| names);
        for given in names.split(',') {
            let given = given.trim_matches(|letter: char| " \t\r\n[]()".contains(letter));
            let Some((name, _)) = given.split_once('/') else { continue };
            let of = self.imported.entry(name.trim().to_owned()).or_default();
            if of.len() < MAX_GIVEN && of.last().is_none_or(|last| last != module) {
                of.push(module.to_owned());
            }
        }
    }
}

/// Returns the directives of a file that import functions or include files, each with the text
/// behind its bracket, up to the next directive.
pub(super) fn directives(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let first = text.starts_with('-').then_some(0);
    let others = text.match_indices("\n-").map(|(at, _)| at + 1);
    let mut starts = first.into_iter().chain(others).peekable();
    let each = std::iter::from_fn(move || {
        let start = starts.next()?;
        Some(&text[start + 1..starts.peek().copied().unwrap_or(text.len())])
    });
    each.filter_map(|directive| {
        let (word, rest) = directive.trim_start_matches(' ').split_once('(')?;
        let word = word.trim_end();
        matches!(word, "import" | "include" | "include_lib").then_some((word, rest))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_name_modules_and_files() {
        let read = Directives::read(
            "-module(a).\n-import(pool, [start/1,\n  stop /0]).\n- include_lib(\"k/k.hrl\").\n\
             -import('my-pool', [start/2]).\n-define(x, [y/1]).\n",
        );
        assert_eq!(read.imported("start"), ["pool", "my-pool"]);
        assert_eq!(read.imported("stop"), ["pool"]);
        assert_eq!(read.imported("y"), [""; 0]);
    }

    /// If a directive without an end held those behind it, all would be read for each.
    #[test]
    fn a_directive_ends_at_the_next_one() {
        const MANY: usize = 1_000;
        let text = "\n-import(pool, [start/1".repeat(MANY);
        let read: usize = directives(&text).map(|(_, rest)| rest.len()).sum();
        assert!(read <= text.len(), "{read}");
        let read = Directives::read(&"\n-import(a, [f/1]).\n-import(b, [f/1]).".repeat(MANY));
        assert_eq!(read.imported("f").len(), MAX_GIVEN);
    }
}
