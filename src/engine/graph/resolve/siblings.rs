//! Siblings of types: those that a subtype names behind them, whose members what stands for the
//! supertypes may mean, as `super()` does in a mixin of Python.

use super::resolver::Resolver;
use crate::domain::remembered;
use crate::engine::graph::model::Def;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

/// Number of files beyond which no further subtypes of a type are looked for.
const MAX_FILES: usize = 64;

/// The types that name each one before others in their headers.
#[derive(Default)]
struct NamedFirst(Mutex<FxHashMap<Def, Arc<[Def]>>>);

impl Resolver<'_> {
    /// Returns the members of a name that come behind those of types in a type that has both.
    pub(super) fn members_of_siblings(&self, types: &[Def], name: &str) -> BTreeSet<Def> {
        let means_siblings = |of: &&Def| {
            self.project.get(**of).is_some_and(|(unit, _)| unit.rules().super_means_siblings)
        };
        let mut found = BTreeSet::new();
        for of in types.iter().filter(means_siblings) {
            for below in &*self.naming_before_others(*of) {
                found.extend(self.members_behind(*of, *below, name));
            }
        }
        found
    }

    /// Returns the types whose headers name a type before another one.
    fn naming_before_others(&self, of: Def) -> Arc<[Def]> {
        let known = self.project.fact(|_| NamedFirst::default());
        remembered(&known.0, of, || self.find_naming_before_others(of).into())
    }

    fn find_naming_before_others(&self, of: Def) -> Vec<Def> {
        let Some((unit, symbol)) = self.project.get(of) else { return Vec::new() };
        let (name, family) = (unit.symbol(symbol).name.as_str(), unit.rules().family);
        let Ok(mentions) = self.project.mentions_in_code(name) else { return Vec::new() };
        let is_followed = |text: &str, at: usize| {
            text.get(at + name.len()..).is_some_and(|rest| rest.trim_start().starts_with(','))
        };
        let mut below = Vec::new();
        let mut read = 0;
        for mentioning in &mentions.files {
            let entry = self.project.entry(mentioning.file);
            if entry.language.is_none_or(|other| other.config.graph.family != family) {
                continue;
            }
            let Ok(text) = self.project.snapshot.text(&entry.path) else { continue };
            if !mentioning.offsets.iter().any(|at| is_followed(&text.content, *at)) {
                continue;
            }
            read += 1;
            if read > MAX_FILES {
                break;
            }
            let Some(unit) = self.project.unit(mentioning.file) else { continue };
            let types = unit.symbols().iter().zip(0..).filter(|(symbol, _)| symbol.kind.is_type());
            let candidates = types.filter(|(symbol, _)| {
                let header = unit.names().supertypes_at(symbol.name_bytes.start);
                header.iter().rev().skip(1).any(|pair| {
                    let written = pair.supertype_written;
                    unit.names().name_of_type(unit.content(), written) == Some(name)
                })
            });
            below.extend(candidates.map(|(_, symbol)| Def { file: unit.file, symbol }));
        }
        below
    }
}
