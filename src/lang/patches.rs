//! Search for the places that the `[[patch]]` sections of a language change.

use super::config::Patch;
use super::lazy_regex::compile;
use regex::{Regex, RegexSet};
use std::ops::Range;
use std::sync::OnceLock;

/// Expressions of a language's patches, compiled on first use.
pub(super) struct Finders {
    each: Vec<OnceLock<Regex>>,
    /// All of them, to learn with one look which match a text at all: most match few.
    any: OnceLock<RegexSet>,
}

impl Finders {
    pub(super) fn of(patches: &[Patch]) -> Self {
        Self { each: patches.iter().map(|_| OnceLock::new()).collect(), any: OnceLock::new() }
    }

    /// Calls `apply` with each range of a text that one of the accepted patches replaces, and with
    /// the patch.
    pub(super) fn each(
        &self,
        patches: &[Patch],
        text: &str,
        accept: impl Fn(&Patch) -> bool,
        mut apply: impl FnMut(Range<usize>, &Patch),
    ) {
        let may_match = self.that_may_match(patches, text);
        for (index, patch) in patches.iter().enumerate() {
            if !may_match(index) || !accept(patch) {
                continue;
            }
            let find = self.each[index].get_or_init(|| compile(&patch.find));
            let mut from = 0;
            while let Some(found) = find.captures_at(text, from) {
                let Some(group) = found.get(1) else {
                    // What is matched without the group is passed over.
                    from = found.get(0).map_or(text.len(), |whole| whole.end()).max(from + 1);
                    continue;
                };
                apply(group.range(), patch);
                // Another match may begin on the line of the group.
                let start = found.get(0).map_or(0, |whole| whole.start());
                let newline = text[start..group.start()].rfind('\n');
                from = newline
                    .map_or_else(|| group.end().max(from + 1), |newline| start + newline + 1);
            }
        }
    }

    /// Returns a check, by index, for the patches that may match a text.
    fn that_may_match(&self, patches: &[Patch], text: &str) -> impl Fn(usize) -> bool + use<> {
        // Beside other characters, word boundaries are slow to find for all at once.
        let is_one_look = patches.len() > 1 && text.is_ascii();
        let any = || {
            let finds = patches.iter().map(|patch| &patch.find);
            RegexSet::new(finds).unwrap_or_else(|error| panic!("[[patch]]: {error}"))
        };
        let matched = is_one_look.then(|| self.any.get_or_init(any).matches(text));
        move |index| matched.as_ref().is_none_or(|matched| matched.matched(index))
    }
}
