//! Imports of a file by the names in them, and by the functions that they stand in.

use super::by_name::ByName;
use crate::workspace::names::{Import, Imported};

/// Imports by the names in them, and those of everything in a module.
#[derive(Debug)]
pub(super) struct Imports {
    pub(super) by_name: ByName,
    pub(super) wildcards: Vec<u32>,
    /// Those by the function or module that they stand in.
    wildcards_in: Vec<(Option<u32>, u32)>,
    /// Those in functions, by scope.
    local_wildcards: Vec<(u32, u32)>,
}

impl Imports {
    /// `is_local` returns whether an import stands in a function, and `around` the innermost
    /// function or module that it stands in.
    pub(super) fn new(
        imports: &[Import],
        text: &str,
        is_local: impl Fn(&Import) -> bool,
        around: impl Fn(&Import) -> Option<u32>,
    ) -> Self {
        let mut names: Vec<(&str, u32)> = Vec::new();
        for (import, place) in imports.iter().zip(0..) {
            let imported = match import.imported {
                Imported::Name(name) => Some(name.of(text)),
                Imported::Default => Some("default"),
                Imported::Module | Imported::Wildcard => None,
            };
            let alias = import.alias.map(|alias| alias.of(text));
            let segments = import.module.split(['.', '/', ':', '\\']);
            let is_between = |letter: char| !letter.is_alphanumeric() && letter != '_';
            let words = import.module.split(is_between);
            let whole = [Some(import.span.of(text)), imported, alias].into_iter().flatten();
            let found = whole.chain(segments).chain(words).filter(|name| !name.is_empty());
            names.extend(found.map(|name| (name, place)));
        }
        let mut by_name = ByName::of_some(names.into_iter());
        by_name.0.dedup();
        let is_wildcard = |(import, place): (&Import, u32)| {
            (import.imported == Imported::Wildcard).then_some(place)
        };
        let wildcards: Vec<u32> = imports.iter().zip(0..).filter_map(is_wildcard).collect();
        let local = wildcards.iter().map(|place| (&imports[*place as usize], *place));
        let local = local.filter(|(import, _)| is_local(import));
        let mut local_wildcards: Vec<(u32, u32)> =
            local.map(|(import, place)| (import.scope, place)).collect();
        local_wildcards.sort_unstable();
        let mut wildcards_in: Vec<(Option<u32>, u32)> =
            wildcards.iter().map(|place| (around(&imports[*place as usize]), *place)).collect();
        wildcards_in.sort_unstable();
        Self { by_name, wildcards, wildcards_in, local_wildcards }
    }

    /// Returns the places of the imports of everything in a module whose innermost function or
    /// module is this one, or of those in none, by position.
    pub(super) fn wildcards_in(&self, around: Option<u32>) -> impl Iterator<Item = u32> {
        let first = self.wildcards_in.partition_point(|(other, _)| *other < around);
        let inside = self.wildcards_in[first..].iter().take_while(move |(of, _)| *of == around);
        inside.map(|(_, place)| *place)
    }

    /// Returns the places of the imports of everything in a module that stand in functions and in
    /// one of some scopes, by position.
    pub(super) fn local_wildcards(&self, scopes: impl Iterator<Item = u32>) -> Vec<u32> {
        let local = &self.local_wildcards;
        let mut places: Vec<u32> = Vec::new();
        for scope in scopes.take_while(|_| !local.is_empty()) {
            let first = local.partition_point(|(other, _)| *other < scope);
            let inside = local[first..].iter().take_while(|(other, _)| *other == scope);
            places.extend(inside.map(|(_, place)| *place));
        }
        places.sort_unstable();
        places
    }
}
