//! Occurrences in code of languages that name the target although they are of another family.

use super::{Accounter, Bucket, Explanation, Other};
use crate::engine::graph::project::{Def, Project};
use crate::engine::graph::semantics;
use crate::lang::{Foreign, Language};
use std::collections::HashSet;

/// Returns the ways in which code of other languages names some definitions.
pub(super) fn ways(project: &Project<'_>, targets: &HashSet<Def>) -> Vec<&'static Foreign> {
    let mut found: Vec<&'static Foreign> = Vec::new();
    for (unit, symbol) in targets.iter().filter_map(|def| project.get(*def)) {
        let head = |symbol: u32| {
            let symbol = unit.symbol(symbol);
            (symbol.bytes.start, symbol.name_bytes.end)
        };
        let parent = unit.symbol(symbol).parent.map(|parent| parent as u32);
        let outer = move || parent.map(head).into_iter().collect();
        for way in Foreign::of(unit.language, unit.content(), head(symbol), outer) {
            if !found.iter().any(|known| std::ptr::eq(*known, way)) {
                found.push(way);
            }
        }
    }
    found
}

impl Accounter<'_, '_, '_> {
    /// Returns the ways in which a file may name a target.
    pub(super) fn ways_in(&self, language: &Language, text: &str) -> Vec<&'static Foreign> {
        let ways = self.foreign.iter().copied();
        ways.filter(|way| way.may_be_in(language, text)).collect()
    }

    /// Returns whether an occurrence with another meaning in a parsed file may be of a target all
    /// the same, as what another language defines.
    pub(super) fn may_be_foreign(
        &self,
        ways: &[&Foreign],
        text: &str,
        bucket: &Bucket,
        at: usize,
    ) -> bool {
        let is_its_own = match bucket {
            Bucket::Other(Other::Explained(Explanation::Local)) => true,
            Bucket::Other(
                Other::Definition(def)
                | Other::Perhaps(def)
                | Other::Named(def)
                | Other::Overriding(def),
            ) => !self.only_declares(*def),
            bucket => !matches!(bucket, Bucket::Other(_)),
        };
        !is_its_own && ways.iter().any(|way| way.may_be_at(text, at))
    }

    /// Returns whether a definition is a function without a body.
    fn only_declares(&self, def: Def) -> bool {
        self.project.get(def).is_some_and(|(unit, symbol)| {
            let symbol = unit.symbol(symbol);
            symbol.kind.is_callable() && semantics::of(unit.language).is_declaration(unit, symbol)
        })
    }
}
