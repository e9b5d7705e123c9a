//! Names under which libraries have members called, beside their own.

use super::candidates::{Candidate, Candidates};
use crate::domain::{Symbol, is_word};
use crate::engine::graph::model::Def;
use std::collections::BTreeSet;

impl Candidates<'_, '_> {
    /// Returns the names of members of libraries by which members among the definitions are called.
    pub(in crate::engine) fn names_called_through(&self) -> Vec<String> {
        let members = self.each.iter().filter(|each| each.owner.is_some());
        let through = members.flat_map(|each| &each.unit.rules().calls_through);
        let mut names: Vec<String> =
            through.filter(|(_, of)| **of == self.name).map(|(name, _)| name.clone()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Returns the further names that libraries give to members among the definitions.
    pub(in crate::engine) fn further_names(&self) -> &BTreeSet<String> {
        self.further_names.get_or_init(|| {
            let named = self.each.iter().flat_map(|each| each.further_names(&self.name));
            named.collect()
        })
    }

    /// Returns whether a definition has a further name.
    pub(super) fn has_further_name(&self, def: Def, name: &str) -> bool {
        let each = self.indices.get(&def).map(|index| &self.each[*index]);
        each.is_some_and(|each| each.further_names(&self.name).any(|further| further == name))
    }
}

impl<'p> Candidate<'p> {
    /// Returns the further names by which libraries have a member of a name called.
    pub(super) fn further_names<'n>(
        &self,
        name: &'n str,
    ) -> impl Iterator<Item = String> + use<'n, 'p> {
        let symbol: &'p Symbol = self.symbol;
        let word = symbol.signature.split(|letter| !is_word(letter)).next();
        let word = word.filter(|_| self.owner.is_some());
        let forms = word.and_then(|word| self.unit.rules().further_names.get(word));
        forms.into_iter().flatten().filter_map(move |form| further_name(form, name))
    }
}

/// Returns a further name of a definition by its form: `{}!`, `be_{?}` of one that asks, or `{=}`
/// of one that sets.
fn further_name(form: &str, name: &str) -> Option<String> {
    let is_word = |bare: &&str| bare.ends_with(is_word);
    let of_end = |mark: &str, end: char| {
        let bare = name.strip_suffix(end).filter(is_word)?;
        Some(form.replace(mark, bare))
    };
    match form {
        _ if form.contains("{?}") => of_end("{?}", '?'),
        _ if form.contains("{=}") => of_end("{=}", '='),
        _ => Some(form.replace("{}", name)),
    }
}
