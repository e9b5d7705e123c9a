//! Subtypes: the types whose headers name a type, and the subtypes of those.

use super::project::{Def, FileIndex, Project, Unit};
use super::resolve::Context;
use super::rule::Rule;
use super::semantics;
use super::uses::{ParseBudget, ResolvedUse, renaming, supertype_uses};
use crate::domain::{Cancelled, Certainty, SymbolKind};
use crate::workspace::names::{Role, Span, Use};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// Maximum number of types whose own subtypes are searched.
pub(super) const MAX_TYPES: usize = 200;

/// Implementing definitions, each with its certainty and rule.
pub(super) type Rows = BTreeMap<Def, (Certainty, Rule)>;

/// The subtypes of types, searched for once for all members that ask for them; those of one part of
/// a type are those of all.
pub(super) struct KnownSubtypes<'p> {
    /// What is known of all of them and their members.
    pub(super) context: Context<'p>,
    /// By the first part of each type, with the files that were not searched for them.
    by_first_part: HashMap<Vec<Def>, (Arc<Rows>, BTreeSet<FileIndex>)>,
}

impl<'p> KnownSubtypes<'p> {
    pub(super) fn new(project: &'p Project<'p>) -> Self {
        Self { context: Context::new(project), by_first_part: HashMap::new() }
    }

    /// Returns what [`subtypes`] does.
    pub(super) fn of(
        &mut self,
        project: &Project<'_>,
        types: &[Def],
        skipped: &mut BTreeSet<FileIndex>,
        budget: &mut ParseBudget,
    ) -> Result<Arc<Rows>, Cancelled> {
        let first_part = |of: &Def| project.other_parts(*of).iter().copied().fold(*of, Def::min);
        let mut key: Vec<Def> = types.iter().map(first_part).collect();
        key.sort_unstable();
        key.dedup();
        if let Some((rows, left)) = self.by_first_part.get(&key) {
            skipped.extend(left);
            return Ok(Arc::clone(rows));
        }
        let mut left = BTreeSet::new();
        let (rows, _) = subtypes(project, types, &mut left, budget)?;
        skipped.extend(&left);
        let rows = Arc::new(rows);
        self.by_first_part.insert(key, (Arc::clone(&rows), left));
        Ok(rows)
    }
}

/// Returns all types that extend or implement some types, directly or not, and the number of types
/// whose subtypes were not searched because of the limit. An `impl` is listed itself, in place of
/// its type.
pub(super) fn subtypes(
    project: &Project<'_>,
    types: &[Def],
    skipped: &mut BTreeSet<FileIndex>,
    budget: &mut ParseBudget,
) -> Result<(Rows, usize), Cancelled> {
    let mut rows = Rows::new();
    let mut done: BTreeSet<Def> = types.iter().copied().collect();
    let mut level: Vec<(Def, Certainty)> =
        types.iter().map(|def| (*def, Certainty::Likely)).collect();
    while !level.is_empty() && done.len() <= MAX_TYPES {
        // What is reached in several ways is as certain as the best of them.
        level.sort_by_key(|(_, certainty)| *certainty);
        // One pass over the text for all names of a level.
        let named = level.iter().filter_map(|(of, _)| project.get(*of));
        let names: Vec<&str> =
            named.map(|(unit, symbol)| unit.symbol(symbol).name.as_str()).collect();
        project.find_definitions(&names)?;
        let others = |(of, certainty): &(Def, Certainty)| {
            let certainty = *certainty;
            project.other_parts(*of).iter().map(|part| (*part, certainty)).collect::<Vec<_>>()
        };
        let mut parts: Vec<(Def, Certainty)> = level.iter().flat_map(others).collect();
        parts.retain(|(part, _)| done.insert(*part));
        level.extend(parts);
        let mut next = Vec::new();
        for (of, above) in level {
            for (alias, certainty) in aliases(project, of, budget)? {
                if done.insert(alias) {
                    next.push((alias, certainty.max(above)));
                }
            }
            for (def, certainty) in direct_subtypes(project, of, skipped, budget)? {
                let certainty = certainty.max(above);
                // In Rust, the `impl` implements a trait; a trait that requires another implements
                // nothing.
                let is_required = project.get(def).is_some_and(|(unit, symbol)| {
                    !semantics::of(unit.language).implements(unit.symbol(symbol).kind)
                });
                if is_required {
                    continue;
                }
                rows.entry(def)
                    .and_modify(|(known, _)| *known = certainty.min(*known))
                    .or_insert((certainty, Rule::Inherits));
                // The subtypes of a subtype are subtypes; an `impl` has none of its own.
                if project.is_type(def) && done.insert(def) {
                    next.push((def, certainty));
                }
            }
        }
        level = next;
    }
    for (unit, symbol) in level.iter().filter_map(|(of, _)| project.get(*of)) {
        budget.leave(&unit.symbol(symbol).name, None);
    }
    Ok((rows, level.len()))
}

/// Returns the types that extend or implement a type by naming it; files that were not searched are
/// added to `skipped`.
pub(in crate::engine) fn direct_subtypes(
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
    for (inheriting, certainty) in uses.of(of) {
        let after = &inheriting.unit.content()[inheriting.name_use.span.end as usize..];
        let applied = semantics.applied(unit, unit.symbol(symbol), after);
        if is_specialized && applied.is_none() {
            continue;
        }
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
    let alias = |(found, certainty): (&ResolvedUse, Certainty)| {
        let alias = renaming(&found.unit, &found.name_use)?;
        let symbol = found.unit.symbol_named_at(alias.name.start as usize)?;
        Some((Def { file: found.unit.file, symbol }, certainty))
    };
    Ok(uses.of(of).filter_map(alias).collect())
}

/// Returns the type whose header names the use as a supertype; for an anonymous type, the enclosing
/// definition, unless that is a type which only has it in its body, as in a block that initializes.
fn header_of(unit: &Unit, found: &Use) -> Option<u32> {
    let is_call = found.role == Role::Call;
    let around = unit.supertypes_around(found.span).into_iter();
    let pairs = around.filter(|pair| pair.subtype == pair.supertype || !is_call);
    // The innermost pair: in `class B(Base[A])`, `A` is not a base of `B`.
    let pair = pairs.min_by_key(|pair| pair.supertype.end - pair.supertype.start)?;
    let at = pair.subtype.start as usize;
    if pair.subtype == pair.supertype {
        unit.enclosing(at, |_| true).filter(|symbol| !is_in_body(unit, *symbol, at))
    } else {
        subtype_definition(unit, at)
    }
}

/// Returns whether a definition is a type with a byte in its body. The body of `class extends Pool
/// {}`, which is that of the name it is set to, is behind the supertype.
pub(super) fn is_in_body(unit: &Unit, symbol: u32, at: usize) -> bool {
    let symbol = unit.symbol(symbol);
    let names = unit.names();
    let mut around = names.scopes_around(Span::new(at..at).start);
    symbol.kind.is_container()
        && around.any(|scope| {
            let scope = names.scopes[scope as usize];
            scope.is_type && symbol.bytes.contains(&(scope.span.start as usize))
        })
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
