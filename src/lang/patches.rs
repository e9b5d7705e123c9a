//! Search for the places that the `[[patch]]` sections of a language change.

use super::config::{OnError, Patch};
use super::lazy_regex::compile;
use regex::Regex;
use regex::bytes::{RegexSet, RegexSetBuilder};
use std::ops::Range;
use std::sync::OnceLock;

/// The patches of a language, those for broken texts apart.
pub(super) struct Patches {
    always: Finder,
    on_error: Finder,
}

impl Patches {
    pub(super) fn new(patches: Vec<Patch>) -> Self {
        let (always, on_error) = patches.into_iter().partition(|patch| patch.on_error.is_none());
        Self { always: Finder::new(always), on_error: Finder::new(on_error) }
    }

    /// Returns the places of a text that are changed in any case.
    pub(super) fn always(&self, text: &str) -> Vec<Place<'_>> {
        self.always.places(text)
    }

    /// Returns those that may be changed if the text is broken.
    pub(super) fn on_error(&self, text: &str) -> Vec<Place<'_>> {
        self.on_error.places(text)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Patch> {
        self.always.patches.iter().chain(&self.on_error.patches)
    }
}

/// A place that a patch changes.
#[derive(Debug, Clone)]
pub struct Place<'a> {
    /// What is replaced, in bytes.
    pub range: Range<usize>,
    /// What the patch matches around it.
    pub matched: Range<usize>,
    pub patch: &'a Patch,
}

impl Place<'_> {
    /// Writes what the place is read as into the text.
    pub fn apply(&self, text: &mut [u8]) {
        let put = self.patch.put.as_bytes();
        let place = &mut text[self.range.clone()];
        place.fill(if put.len() == 1 { put[0] } else { b' ' });
        if let Some(start) = place.get_mut(..put.len()) {
            start.copy_from_slice(put);
        }
    }
}

/// Where the patches for broken texts are made: nowhere by default.
#[derive(Debug, Clone, Default)]
pub struct Broken {
    /// Ranges of bytes that ascend.
    pub lines: Vec<Range<usize>>,
    /// True if those patches that allow it are made everywhere.
    pub is_file: bool,
}

impl Broken {
    /// Returns whether there is anything to be made at all.
    pub fn is_anywhere(&self) -> bool {
        self.is_file || !self.lines.is_empty()
    }

    /// Returns whether a patch is made that matches a range.
    pub fn lets(&self, patch: &Patch, matched: &Range<usize>) -> bool {
        if self.is_file && patch.on_error == Some(OnError::File) {
            return true;
        }
        let next = self.lines.partition_point(|lines| lines.end < matched.start);
        self.lines.get(next).is_some_and(|lines| lines.start <= matched.end)
    }
}

/// Some patches, with their expressions, which are compiled on first use.
struct Finder {
    patches: Vec<Patch>,
    each: Vec<OnceLock<Regex>>,
    /// All of them, to learn with one look which match a text at all: most match few. Its classes
    /// are those of ASCII, which take far fewer states.
    any: OnceLock<RegexSet>,
}

/// Limit of the bytes of the states that a search for all patches at once keeps: with those of the
/// default the patches of C++ for broken texts have no room, and take ten times as long.
const MAX_STATES: usize = 8 << 20;

impl Finder {
    fn new(patches: Vec<Patch>) -> Self {
        let each = patches.iter().map(|_| OnceLock::new()).collect();
        Self { patches, each, any: OnceLock::new() }
    }

    fn places(&self, text: &str) -> Vec<Place<'_>> {
        let may_match = self.that_may_match(text);
        let mut places = Vec::new();
        for (index, patch) in self.patches.iter().enumerate().filter(|(index, _)| may_match(*index))
        {
            let find = self.each[index].get_or_init(|| compile(&patch.find));
            let mut from = 0;
            while let Some(found) = find.captures_at(text, from) {
                let matched = found.get_match().range();
                let Some(group) = found.get(1) else {
                    // What is matched without the group is passed over.
                    from = matched.end.max(from + 1);
                    continue;
                };
                // Another match may begin on the line of the group.
                let before = &text.as_bytes()[matched.start..group.start()];
                from = memchr::memrchr(b'\n', before).map_or_else(
                    || group.end().max(from + 1),
                    |newline| matched.start + newline + 1,
                );
                places.push(Place { range: group.range(), matched, patch });
            }
        }
        places
    }

    /// Returns a check, by index, for the patches that may match a text.
    fn that_may_match(&self, text: &str) -> impl Fn(usize) -> bool + use<> {
        // Beside other characters, word boundaries are slow to find for all at once.
        let is_one_look = self.patches.len() > 1 && text.is_ascii();
        let any = || {
            let finds = self.patches.iter().map(|patch| &patch.find);
            let mut builder = RegexSetBuilder::new(finds);
            let built = builder.unicode(false).dfa_size_limit(MAX_STATES).build();
            built.unwrap_or_else(|error| panic!("[[patch]]: {error}"))
        };
        let set = is_one_look.then(|| self.any.get_or_init(any));
        let matched = set.map(|set| set.matches(text.as_bytes()));
        move |index| matched.as_ref().is_none_or(|matched| matched.matched(index))
    }
}
