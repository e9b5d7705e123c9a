//! Members of an object beside a type, such as its companion, which are called by the type's name:
//! its values may have others of the same names.

use super::resolver::Resolver;
use crate::engine::graph::model::Def;
use crate::engine::graph::semantics;

impl Resolver<'_> {
    /// Leaves members of one name to those of a type's companion, or to those of its values, where
    /// there are both.
    pub(super) fn keep_of_companion(&self, members: &mut Vec<Def>, is_of_companion: bool) {
        let is_meant = |def: &Def| self.is_of_companion(*def) == is_of_companion;
        if members.iter().any(is_meant) {
            members.retain(is_meant);
        }
    }

    /// Returns whether a type is a companion.
    pub(super) fn is_companion(&self, of: Def) -> bool {
        self.project.get(of).is_some_and(|(unit, symbol)| {
            semantics::of(unit.language).is_companion(unit.symbol(symbol))
        })
    }

    fn is_of_companion(&self, member: Def) -> bool {
        self.project.get(member).is_some_and(|(unit, symbol)| {
            let parent = unit.symbol(symbol).parent.map(|parent| &unit.symbols()[parent]);
            parent.is_some_and(|parent| semantics::of(unit.language).is_companion(parent))
        })
    }
}
