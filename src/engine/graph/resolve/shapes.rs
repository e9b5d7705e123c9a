//! Shapes: interfaces for which any value may stand that has members of their names, although most
//! types name what they implement.

use super::candidates::{Candidate, Candidates};
use super::members::owner;
use super::resolver::Resolver;
use crate::domain::{Symbol, SymbolKind, Visibility, lock};
use crate::engine::graph::model::{Def, MemberNames, Owner};
use crate::engine::graph::project::Unit;
use crate::engine::graph::semantics;
use rustc_hash::FxHashSet;
use std::sync::Arc;

impl<'p> Candidates<'p, '_> {
    /// Returns the members of types and object literals whose values may stand for those of the
    /// shapes among `types`.
    pub(super) fn members_in_shape_of(&self, types: &[Def]) -> Vec<Def> {
        let is_shape = |of: &&Def| {
            self.project.get(**of).is_some_and(|(unit, symbol)| {
                semantics::of(unit.language).is_shape(unit, unit.symbol(symbol))
            })
        };
        let mut indices: Vec<usize> =
            types.iter().filter(is_shape).flat_map(|of| self.fitting(*of).to_vec()).collect();
        indices.sort_unstable();
        indices.dedup();
        indices.into_iter().map(|index| self.each[index].def).collect()
    }

    /// Returns the members whose types have all members of a shape, by index.
    fn fitting(&self, shape: Def) -> Arc<Vec<usize>> {
        if let Some(known) = lock(&self.implementing).get(&shape) {
            return Arc::clone(known);
        }
        let names = self.member_names(shape);
        let fits = |index: &usize| self.fits(&self.each[*index], shape, &names);
        let found: Vec<usize> = match names.all.contains(self.name.as_str()) {
            true => (0..self.each.len()).filter(fits).collect(),
            false => Vec::new(),
        };
        let found = Arc::new(found);
        lock(&self.implementing).insert(shape, Arc::clone(&found));
        found
    }

    fn fits(&self, each: &Candidate<'p>, shape: Def, names: &MemberNames<'p>) -> bool {
        let Some((unit, _)) = self.project.get(shape) else { return false };
        if !each.symbol.kind.is_callable()
            || each.symbol.visibility == Some(Visibility::Private)
            || each.unit.rules().family != unit.rules().family
        {
            return false;
        }
        match each.owner {
            Some(Owner::Type(of)) => {
                let is_class = self.kind_of(of) == Some(SymbolKind::Class);
                is_class && have(&self.member_names(of), names)
            }
            Some(Owner::Named { .. }) => false,
            None => self.fits_as_literal(each, names),
        }
    }

    /// Returns whether the object literal that has a member may stand for a value of a shape. A
    /// literal that is written for a type stands for values of that one.
    fn fits_as_literal(&self, each: &Candidate<'p>, names: &MemberNames<'p>) -> bool {
        let unit = each.unit;
        let Some(own) = unit.names().property_at(each.symbol.name_bytes.start) else {
            return false;
        };
        let beside = unit.names().properties.iter().filter(|each| each.object == own.object);
        let all: FxHashSet<&str> = beside.map(|each| each.name.of(unit.content())).collect();
        let resolver = Resolver::new(&self.context);
        (names.required.is_subset(&all) || all.is_subset(&names.all))
            && resolver.written_for(unit, own.object).is_none()
    }

    fn member_names(&self, of: Def) -> Arc<MemberNames<'p>> {
        if let Some(known) = lock(&self.member_names).get(&of) {
            return Arc::clone(known);
        }
        let resolver = Resolver::new(&self.context);
        let mut names =
            MemberNames { is_open: resolver.ancestors(of).is_open, ..MemberNames::default() };
        for (unit, symbol) in
            resolver.with_ancestors(&[of]).into_iter().filter_map(|of| self.project.get(of))
        {
            add(&mut names, unit, symbol);
        }
        let names = Arc::new(names);
        lock(&self.member_names).insert(of, Arc::clone(&names));
        names
    }
}

/// Adds the names of the members of a type.
fn add<'p>(names: &mut MemberNames<'p>, unit: &'p Unit, of: u32) {
    let end = unit.symbol(of).bytes.end;
    let after = unit.symbols()[of as usize + 1..].iter().zip(of + 1..);
    let own = Owner::Type(Def { file: unit.file, symbol: of });
    for (member, symbol) in after.take_while(|(member, _)| member.bytes.start < end) {
        if member.kind == SymbolKind::Constructor || !is_of(unit, (member, symbol), &own) {
            continue;
        }
        names.all.insert(&member.name);
        // `next?(value: T): void`
        if !unit.content()[member.name_bytes.end..].starts_with('?') {
            names.required.insert(&member.name);
        }
    }
}

/// Returns whether a type with some members has all that a shape requires. What it inherits from
/// outside may be some of them.
fn have(own: &MemberNames<'_>, shape: &MemberNames<'_>) -> bool {
    let missing = shape.required.difference(&own.all).count();
    missing == 0 || own.is_open && missing * 2 <= shape.required.len()
}

/// Returns whether a definition is a member of a type: one of its body, or a field that a parameter
/// of its constructor declares.
fn is_of(unit: &Unit, (member, symbol): (&Symbol, u32), own: &Owner) -> bool {
    let is_of_constructor = || {
        let parent = member.parent.filter(|_| member.kind == SymbolKind::Field);
        parent.and_then(|parent| owner(unit, parent as u32)).as_ref() == Some(own)
    };
    owner(unit, symbol).as_ref() == Some(own) || is_of_constructor()
}
