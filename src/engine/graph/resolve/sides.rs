//! Members of types themselves and members of their values, in languages in which a type may have
//! one of each for a name.

use super::overloads::may_be_same;
use super::resolver::Resolver;
use crate::engine::graph::model::{Def, Members};
use crate::engine::graph::project::{Project, Unit};
use crate::engine::graph::semantics;

impl Resolver<'_> {
    /// Returns whether the code at a place runs for the type around it itself; `None` if not known.
    pub(super) fn side_at(&self, unit: &Unit, at: usize) -> Option<bool> {
        semantics::of(unit.language).side_at(unit, at)
    }

    /// Leaves the members that were found for a name in types to those of a side, which an ancestor
    /// may have. All stay if there is none.
    pub(super) fn on_side(
        &self,
        types: &[Def],
        name: &str,
        found: Members,
        side: Option<bool>,
    ) -> Members {
        let is_apart = |def: &Def| self.is_of_other_side(*def, side);
        if !found.found.iter().any(is_apart) {
            return found;
        }
        let mut fitting: Vec<Def> = Vec::new();
        for of in types {
            let inherited = || self.ancestors(*of).types.clone();
            let mut all = std::iter::once(*of).chain(inherited());
            let nearest = all.find_map(|of| {
                let mut members = self.own_members(of, name);
                members.retain(|def| !is_apart(def));
                (!members.is_empty()).then_some(members)
            });
            fitting.extend(nearest.into_iter().flatten());
        }
        match fitting.is_empty() {
            true => found,
            false => Members { found: self.without_other_side(fitting, side), ..found },
        }
    }

    /// Returns the members that types inherit and that are of the side of one of theirs.
    pub(super) fn inherited_on_side(&self, types: &[Def], name: &str, own: Def) -> Vec<Def> {
        let found = self.inherited(types, name).found;
        let side = self.side_of(own);
        let is_apart = |def: &Def| self.is_of_other_side(*def, side);
        if !found.iter().any(is_apart) {
            return found;
        }
        let above = types.iter().flat_map(|of| self.ancestors(*of).types.clone());
        let mut members = above.map(|of| self.own_members(of, name)).map(|mut members| {
            members.retain(|def| !is_apart(def));
            members
        });
        members.find(|members| !members.is_empty()).unwrap_or_default()
    }

    /// Of members of a side and members of both, leaves those of the side.
    fn without_other_side(&self, mut members: Vec<Def>, side: Option<bool>) -> Vec<Def> {
        members.sort_unstable();
        members.dedup();
        if members.iter().any(|def| self.side_of(*def) == side) {
            members.retain(|def| self.side_of(*def) == side);
        }
        members
    }

    /// Returns whether a member is of the other side than a given one, where both are known.
    pub(super) fn is_of_other_side(&self, def: Def, side: Option<bool>) -> bool {
        side.is_some_and(|side| self.side_of(def).is_some_and(|own| own != side))
    }

    /// Returns whether a member is one of its type itself; `None` for one of both.
    pub(super) fn side_of(&self, def: Def) -> Option<bool> {
        let (unit, symbol) = self.project.get(def)?;
        semantics::of(unit.language).side(unit, unit.symbol(symbol))
    }
}

impl Project<'_> {
    /// Returns whether a member of a subtype may override one of a type: it takes as much, and
    /// both are members of their values or of the types themselves.
    pub(in crate::engine) fn may_override(&self, overridden: Def, by: Def) -> bool {
        may_be_same(self, overridden, by) && self.are_on_one_side(overridden, by)
    }

    /// Returns whether one of two members may override the other, as far as the one of a type
    /// itself is none of its values.
    pub(super) fn are_on_one_side(&self, one: Def, other: Def) -> bool {
        match (self.overriding_side(one), self.overriding_side(other)) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        }
    }

    /// Returns whether what a member may override is one of a type itself (true) or of its values;
    /// `None` where that is not known.
    pub(super) fn overriding_side(&self, def: Def) -> Option<bool> {
        let (unit, symbol) = self.get(def)?;
        let symbol = unit.symbol(symbol);
        let side = semantics::of(unit.language).side(unit, symbol);
        side.or_else(|| semantics::is_of_type_itself(unit, symbol))
    }
}
