//! Imports of a file by the names in them, and by the functions that they stand in.

use super::by_name::{ByName, hash};
use crate::workspace::names::{Import, Imported};
use std::sync::OnceLock;

/// Number of imports that hold a name up to which each is looked at.
const MAX_COMPARED: usize = 16;

/// Imports by the names in them, and those of everything in a module.
#[derive(Debug)]
pub(super) struct Imports {
    pub(super) by_name: ByName,
    /// Those by the names' hashes and by the function or module that they stand in, once one name
    /// is looked up that very many hold.
    by_name_in: OnceLock<ByName>,
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
        let by_name_in = OnceLock::new();
        Self { by_name, by_name_in, wildcards, wildcards_in, local_wildcards }
    }

    /// Returns the places of the imports that hold a name, by position; of very many, those alone
    /// whose innermost function or module is `of`. The caller must compare both. `around` returns
    /// the innermost function or module of the import at a place.
    pub(super) fn named_in(
        &self,
        (name, of): (&str, Option<u32>),
        around: impl Fn(usize) -> Option<u32>,
    ) -> impl Iterator<Item = usize> {
        let named = self.by_name.run(name);
        let inside = || {
            let all = self.by_name.0.iter();
            ByName::of_some(all.map(|(name, place)| ((*name, around(*place as usize)), *place)))
        };
        let named = match named.len() > MAX_COMPARED {
            true => self.by_name_in.get_or_init(inside).run(&(hash(name), of)),
            false => named,
        };
        named.iter().map(|(_, place)| *place as usize)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::names::Span;

    #[test]
    fn very_many_imports_of_a_name_are_found_by_module() {
        let text = "helper";
        let name = Span::new(0..text.len());
        let import = Import {
            span: name,
            scope: 0,
            module: String::new(),
            imported: Imported::Name(name),
            alias: None,
            renamed: None,
            is_reexport: false,
        };
        let places = |count: usize, of: u32| -> Vec<usize> {
            let imports = vec![import.clone(); count];
            let index = Imports::new(&imports, text, |_| false, |_| None);
            // Two stand in each module.
            let around = |place: usize| Some(place as u32 / 2);
            index.named_in((text, Some(of)), around).collect()
        };
        assert_eq!(places(4, 1), [0, 1, 2, 3]);
        assert_eq!(places(2 * MAX_COMPARED, 7), [14, 15]);
        assert!(places(2 * MAX_COMPARED, 100).is_empty());
    }
}
