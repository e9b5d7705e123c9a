//! Direct subtypes: the types whose headers name a type.

use super::project::{Def, FileIndex, Project, Unit};
use super::semantics;
use super::uses::{ParseBudget, ResolvedUse, renaming, supertype_uses};
use crate::domain::{Cancelled, Certainty, SymbolKind};
use crate::workspace::names::{Role, Use};
use std::collections::BTreeSet;

/// Returns the types that extend or implement a type by naming it; files that were not searched are
/// added to `skipped`.
pub(super) fn direct_subtypes(
    project: &Project<'_>,
    of: Def,
    skipped: &mut BTreeSet<FileIndex>,
    budget: &mut ParseBudget,
) -> Result<Vec<(Def, Certainty)>, Cancelled> {
    let Some((unit, symbol)) = project.get(of) else { return Ok(Vec::new()) };
    // An anonymous type is created where it is written, by a call of its supertype.
    let uses = supertype_uses(project, &unit.symbol(symbol).name, budget)?;
    skipped.extend(&uses.skipped);
    let semantics = semantics::of(unit.language);
    let is_specialized = semantics.specialized(unit, unit.symbol(symbol)).is_some();
    let mut found = constants_with_members(unit, symbol);
    for inheriting in &uses.uses {
        let after = &inheriting.unit.content()[inheriting.name_use.span.end as usize..];
        let applied = semantics.applied(unit, unit.symbol(symbol), after);
        if is_specialized && applied.is_none() {
            continue;
        }
        let Some(certainty) = inheriting.certainty_of(of) else { continue };
        let symbol = header_of(&inheriting.unit, &inheriting.name_use);
        if let Some(symbol) = symbol {
            found.push((Def { file: inheriting.unit.file, symbol }, certainty));
        }
    }
    Ok(found)
}

/// Returns the constants of an enum that have members of their own, and are subtypes by that.
fn constants_with_members(unit: &Unit, of: u32) -> Vec<(Def, Certainty)> {
    if unit.symbol(of).kind != SymbolKind::Enum {
        return Vec::new();
    }
    let is_constant = |parent: &usize| {
        let symbol = &unit.symbols()[*parent];
        symbol.kind == SymbolKind::Constant && symbol.parent == Some(of as usize)
    };
    let members = unit.symbols().iter().filter(|member| member.kind.is_callable());
    let mut parents: Vec<usize> =
        members.filter_map(|member| member.parent).filter(is_constant).collect();
    parents.dedup();
    let def = |parent: usize| Def { file: unit.file, symbol: parent as u32 };
    parents.into_iter().map(|parent| (def(parent), Certainty::Likely)).collect()
}

/// Returns the aliases of a type, whose subtypes are its own.
pub(super) fn aliases(
    project: &Project<'_>,
    of: Def,
    budget: &mut ParseBudget,
) -> Result<Vec<(Def, Certainty)>, Cancelled> {
    let Some((unit, symbol)) = project.get(of) else { return Ok(Vec::new()) };
    let uses = supertype_uses(project, &unit.symbol(symbol).name, budget)?;
    let alias = |found: &ResolvedUse| {
        let certainty = found.certainty_of(of)?;
        let alias = renaming(&found.unit, &found.name_use)?;
        let symbol = found.unit.symbol_named_at(alias.name.start as usize)?;
        Some((Def { file: found.unit.file, symbol }, certainty))
    };
    Ok(uses.uses.iter().filter_map(alias).collect())
}

/// Returns the type whose header names the use as a supertype; for an anonymous type, the enclosing
/// definition.
fn header_of(unit: &Unit, found: &Use) -> Option<u32> {
    let is_call = found.role == Role::Call;
    let around = unit.supertypes_around(found.span).into_iter();
    let pairs = around.filter(|pair| pair.subtype == pair.supertype || !is_call);
    // The innermost pair: in `class B(Base[A])`, `A` is not a base of `B`.
    let pair = pairs.min_by_key(|pair| pair.supertype.end - pair.supertype.start)?;
    let at = pair.subtype.start as usize;
    if pair.subtype == pair.supertype {
        unit.enclosing(at, |_| true)
    } else {
        subtype_definition(unit, at)
    }
}

/// Returns the definition whose name is at a byte offset, or whose header names a supertype there.
pub(super) fn header_at(unit: &Unit, at: usize) -> Option<u32> {
    let inherits = || header_of(unit, unit.names().use_at(at)?);
    unit.symbol_named_at(at).or_else(inherits)
}

/// Returns the definition whose header names a subtype at a byte offset.
pub(super) fn subtype_definition(unit: &Unit, at: usize) -> Option<u32> {
    let named = unit.symbol_named_at(at);
    named.or_else(|| unit.enclosing(at, |symbol| symbol.kind.is_container()))
}
