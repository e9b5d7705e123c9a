//! The uses of a name in a file: found by a search of its text or, once very many names were asked
//! for, in an index.

use super::index::by_name::ByName;
use super::{NameFacts, Use};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Number of searches of one text after which its uses are put in an index.
const MAX_SEARCHES: usize = 64;

/// The uses of a file by their names.
#[derive(Debug, Default)]
pub(super) struct UsesByName {
    searches: AtomicUsize,
    index: OnceLock<ByName>,
}

impl UsesByName {
    /// Returns the index once a text was searched very often.
    fn of(&self, uses: &[Use], text: &str) -> Option<&ByName> {
        let is_often = self.searches.fetch_add(1, Ordering::Relaxed) >= MAX_SEARCHES;
        let make = || ByName::new(uses.iter().map(|found| found.span.of(text)));
        is_often.then(|| self.index.get_or_init(make))
    }
}

impl NameFacts {
    /// Returns the uses of a name, by position.
    pub fn uses_of<'a>(&'a self, text: &'a str, name: &'a str) -> impl Iterator<Item = &'a Use> {
        let index = self.uses_by_name.of(&self.uses, text);
        let searched = index.is_none().then(|| {
            let places = memchr::memmem::find_iter(text.as_bytes(), name.as_bytes());
            places.filter_map(|at| self.use_at(at))
        });
        let indexed = index.into_iter().flat_map(move |index| index.places(name));
        let found = indexed.map(|place| &self.uses[place]).chain(searched.into_iter().flatten());
        found.filter(move |found| found.span.of(text) == name)
    }

    /// Returns the use that starts at a byte.
    pub fn use_at(&self, at: usize) -> Option<&Use> {
        let index = self.uses.binary_search_by_key(&at, |found| found.span.start as usize).ok()?;
        Some(&self.uses[index])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::registry;
    use std::path::Path;

    #[test]
    fn an_index_finds_what_a_search_finds() {
        let text = "def one(): two(one)\n\ndef two(a): return a.one + a.two\n";
        let language = registry().for_path(Path::new("a.py")).expect("a language");
        let facts = NameFacts::of_text(text, language);
        let find = |name| facts.uses_of(text, name).map(|found| found.span).collect::<Vec<_>>();
        let names = ["one", "two", "a", "none", "on"];
        let searched = names.map(find);
        for _ in 0..MAX_SEARCHES {
            find("one");
        }
        assert!(facts.uses_by_name.index.get().is_some());
        assert_eq!(names.map(find), searched);
        assert_eq!(searched.map(|found| found.len()), [3, 3, 3, 0, 0]);
    }
}
