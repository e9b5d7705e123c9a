//! Shapes: interfaces for which any value may stand that has members of their names, although most
//! types name what they implement; and how many such interfaces are compared with types at all.

use super::candidates::{Candidate, Candidates};
use super::conformance::is_structural;
use super::members::owner;
use super::resolver::Resolver;
use crate::domain::{Symbol, SymbolKind, Visibility, lock};
use crate::engine::graph::model::{Def, MemberNames, Owner};
use crate::engine::graph::project::Unit;
use crate::engine::graph::semantics;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Limit of the methods and supertypes of interfaces with which all types that have a member of the
/// name are compared, as the product of both numbers.
const MAX_COMPARISONS: usize = 16_000_000;

impl<'p> Candidates<'p, '_> {
    /// Returns whether it is determined which of the types that have a member of the name have all
    /// members of some interface among `types`, rather than that there are too many of both.
    pub(super) fn are_compared(&self, types: &[Def]) -> bool {
        !types.iter().any(|of| self.is_required(*of))
            || *self.are_comparable.get_or_init(|| self.find_are_comparable())
    }

    fn find_are_comparable(&self) -> bool {
        let resolver = Resolver::new(&self.context);
        let required = |each: &Candidate<'p>| match each.owner {
            Some(Owner::Type(of)) => Some(of).filter(|of| self.is_required(*of)),
            _ => None,
        };
        let required: Vec<Option<Def>> = self.each.iter().map(required).collect();
        let implementing = required.iter().filter(|of| of.is_none()).count();
        let required: BTreeSet<Def> = required.into_iter().flatten().collect();
        let work =
            |of: Def| resolver.interface_methods(of).len() + resolver.ancestors(of).types.len();
        let most = MAX_COMPARISONS / implementing.max(1);
        required.into_iter().try_fold(most, |room, of| room.checked_sub(work(of))).is_some()
    }

    /// Returns whether a type is one for which others may stand that have its members.
    fn is_required(&self, of: Def) -> bool {
        is_structural(self.project, of) || self.is_shape(of)
    }

    fn is_shape(&self, of: Def) -> bool {
        self.project.get(of).is_some_and(|(unit, symbol)| {
            semantics::of(unit.language).is_shape(unit, unit.symbol(symbol))
        })
    }

    /// Returns the members of types and object literals whose values may stand for those of the
    /// shapes among `types`.
    pub(super) fn members_in_shape_of(&self, types: &[Def]) -> Vec<Def> {
        let shapes = types.iter().filter(|of| self.is_shape(**of));
        let mut indices: Vec<usize> = shapes.flat_map(|of| self.fitting(*of).to_vec()).collect();
        indices.sort_unstable();
        indices.dedup();
        indices.into_iter().map(|index| self.each[index].def).collect()
    }

    /// Returns the members whose types have all members of a shape, by index.
    fn fitting(&self, shape: Def) -> Arc<Vec<usize>> {
        if let Some(known) = lock(&self.implementing).get(&shape) {
            return Arc::clone(known);
        }
        let Some((unit, _)) = self.project.get(shape) else { return Arc::default() };
        let may_fit = |index: &usize| self.may_fit(&self.each[*index], unit);
        let mut found: Vec<usize> = (0..self.each.len()).filter(may_fit).collect();
        // The names of all parts of a type are found for each of them.
        if !found.is_empty() {
            let names = self.member_names(shape);
            let is_required = names.all.contains(self.name.as_str());
            found.retain(|index| is_required && self.fits(&self.each[*index], &names));
        }
        let found = Arc::new(found);
        lock(&self.implementing).insert(shape, Arc::clone(&found));
        found
    }

    /// Returns whether a member is one of a class or of an object literal that others can call as
    /// that of a shape in a file.
    fn may_fit(&self, each: &Candidate<'p>, unit: &Unit) -> bool {
        each.symbol.kind.is_callable()
            && each.symbol.visibility != Some(Visibility::Private)
            && each.unit.rules().family == unit.rules().family
            && match each.owner {
                Some(Owner::Type(of)) => self.kind_of(of) == Some(SymbolKind::Class),
                Some(Owner::Named { .. }) => false,
                None => true,
            }
    }

    fn fits(&self, each: &Candidate<'p>, names: &MemberNames<'p>) -> bool {
        match each.owner {
            Some(Owner::Type(of)) => have(&self.member_names(of), names),
            _ => self.fits_as_literal(each, names),
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
