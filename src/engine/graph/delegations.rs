//! Calls without the name of what is called: a constructor by `this(…)` and `super(…)`, the member
//! that a method overrides by `super`.

use super::constructions::{Construction, Constructions, constructions, constructs};
use super::project::{Def, FileIndex, Project, Unit};
use super::resolve::Meaning;
use super::rule::Rule;
use super::subtypes::direct_subtypes;
use super::use_searches::UseSearches;
use super::uses::ParseBudget;
use crate::domain::{Cancelled, Certainty, SymbolKind};
use crate::lang::{Capture, GraphCapture, Language, QueryKind};
use crate::workspace::names::{Delegating, Delegation, Qualifier, Role, Use};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Maximum number of types below a member's that are searched for calls of it.
const MAX_TYPES: usize = 200;

/// Returns, for each group of definitions called `name`, its calls under another name or none.
pub(super) fn calls_beside_name(
    name: &str,
    groups: &[Vec<Def>],
    searches: &mut UseSearches<'_, '_, '_>,
) -> Result<Vec<Constructions>, Cancelled> {
    let mut all = constructions(name, groups, searches)?;
    for (group, found) in groups.iter().zip(&mut all) {
        delegations(searches.project, group, found, searches.budget)?;
    }
    Ok(all)
}

/// Adds the calls without a name of a group of definitions.
fn delegations(
    project: &Project<'_>,
    group: &[Def],
    found: &mut Constructions,
    budget: &mut ParseBudget,
) -> Result<(), Cancelled> {
    let mut left = BTreeSet::new();
    let types = group.iter().filter(|def| project.is_type(**def)).chain(&found.types);
    let types: BTreeSet<Def> = types.copied().collect();
    for of in types {
        let has = |captures: &[GraphCapture]| has_any(project, of, captures);
        let group: Vec<Def> =
            group.iter().filter(|def| !is_named_apart(project, of, **def)).copied().collect();
        let group = group.as_slice();
        let add = |found: &mut Constructions, within: Def, certainty, sought: Delegation| {
            let meaning = Meaning { def: of, certainty, rule: Rule::Super };
            for (unit, call) in calls_in(project, within, sought) {
                let name_use = use_of(call);
                let is_made = group.contains(&of) && !is_plain_constant(project, of, &name_use);
                let is_constructor = || constructs(project, group, of, &name_use);
                if is_made || !group.contains(&of) && is_constructor() {
                    found.uses.push(Construction { unit: Arc::clone(unit), name_use, meaning });
                }
            }
        };
        if has(&[GraphCapture::CallOwn]) {
            add(found, of, Certainty::Likely, Delegation::OwnConstructor);
        }
        if has(&[GraphCapture::CallSuper]) {
            for (subtype, certainty) in direct_subtypes(project, of, &mut left, budget)? {
                add(found, subtype, certainty, Delegation::SuperConstructor);
            }
        }
    }
    for def in group.iter().filter(|def| has_any(project, **def, &[GraphCapture::CallOverridden])) {
        overridden(project, *def, found, &mut left, budget)?;
    }
    found.skipped.extend(left);
    Ok(())
}

/// Returns whether a constructor has a name of its own beside one that has its type's.
fn is_named_apart(project: &Project<'_>, of: Def, constructor: Def) -> bool {
    let Some((unit, symbol)) = project.get(of) else { return false };
    let type_name = &unit.symbol(symbol).name;
    let is_unnamed = |def: &Def| {
        project.get(*def).is_some_and(|(unit, symbol)| unit.symbol(symbol).name == *type_name)
    };
    constructor != of
        && !is_unnamed(&constructor)
        && members(project, of, type_name).iter().any(is_unnamed)
}

/// Returns whether a constant of an enumeration is made without arguments: one without constructors
/// has nothing but such.
fn is_plain_constant(project: &Project<'_>, of: Def, made: &Use) -> bool {
    let kind = project.get(of).map(|(unit, symbol)| unit.symbol(symbol).kind);
    kind == Some(SymbolKind::Enum) && made.arguments == Some(0)
}

/// Returns whether the language of a definition has one of some captures.
fn has_any(project: &Project<'_>, def: Def, captures: &[GraphCapture]) -> bool {
    let has = |language: &Language| {
        let query = language.query(QueryKind::Graph);
        let has = |capture: &GraphCapture| query.is_some_and(|it| it.has(Capture::Graph(*capture)));
        captures.iter().any(has)
    };
    project.get(def).is_some_and(|(unit, _)| has(unit.language))
}

/// Returns the calls of a kind that stand in the body of a type itself.
fn calls_in<'p>(
    project: &'p Project<'_>,
    of: Def,
    sought: Delegation,
) -> impl Iterator<Item = (&'p Arc<Unit>, Delegating)> {
    let within = project.get(of).into_iter();
    within.flat_map(move |(unit, symbol)| {
        let bytes = unit.symbol(symbol).bytes.clone();
        let is_own = move |call: &Delegating| {
            let at = call.span.start as usize;
            let around = || project.enclosing_type(unit, at);
            call.of == sought
                && bytes.contains(&at)
                && around().is_some_and(|around| around.types.contains(&of))
        };
        let calls = unit.names().delegations.iter().copied().filter(is_own);
        calls.map(move |call| (unit, call))
    })
}

fn use_of(call: Delegating) -> Use {
    let Delegating { span, arguments, .. } = call;
    Use { span, role: Role::Call, qualifier: Qualifier::None, arguments }
}

/// Adds the calls of a member by those that override it, in the types below its own up to the
/// nearest that do.
fn overridden(
    project: &Project<'_>,
    def: Def,
    found: &mut Constructions,
    left: &mut BTreeSet<FileIndex>,
    budget: &mut ParseBudget,
) -> Result<(), Cancelled> {
    let Some((unit, symbol)) = project.get(def) else { return Ok(()) };
    let member = unit.symbol(symbol);
    let Some(parent) = member.parent else { return Ok(()) };
    let owner = Def { file: def.file, symbol: parent as u32 };
    let mut done = BTreeSet::from([owner]);
    let mut level = vec![(owner, Certainty::Likely)];
    level.extend(project.other_parts(owner).into_iter().map(|part| (part, Certainty::Likely)));
    while let Some((of, above)) = level.pop().filter(|_| done.len() <= MAX_TYPES) {
        for (subtype, certainty) in direct_subtypes(project, of, left, budget)? {
            let certainty = certainty.max(above);
            if !done.insert(subtype) {
                continue;
            }
            let mut parts = project.other_parts(subtype);
            parts.push(subtype);
            let overriding: Vec<Def> =
                parts.iter().flat_map(|part| members(project, *part, &member.name)).collect();
            if overriding.is_empty() {
                level.extend(parts.into_iter().map(|part| (part, certainty)));
            }
            for by in overriding {
                let meaning = Meaning { def, certainty, rule: Rule::Super };
                for (unit, call) in calls_by(project, by) {
                    let (unit, name_use) = (Arc::clone(unit), use_of(call));
                    found.uses.push(Construction { unit, name_use, meaning });
                }
            }
        }
    }
    Ok(())
}

/// Returns the members of a name in the body of a type.
fn members(project: &Project<'_>, of: Def, name: &str) -> Vec<Def> {
    let Some(unit) = project.unit(of.file) else { return Vec::new() };
    let inside = unit.symbols_named_in(name, of.symbol);
    let own = inside.filter(|(_, symbol)| symbol.parent == Some(of.symbol as usize));
    own.map(|(symbol, _)| Def { file: of.file, symbol }).collect()
}

/// Returns the calls by a member of what it overrides.
fn calls_by<'p>(
    project: &'p Project<'_>,
    member: Def,
) -> impl Iterator<Item = (&'p Arc<Unit>, Delegating)> {
    project.get(member).into_iter().flat_map(|(unit, symbol)| {
        let bytes = unit.symbol(symbol).bytes.clone();
        let is_in = move |call: &Delegating| {
            call.of == Delegation::Overridden && bytes.contains(&(call.span.start as usize))
        };
        unit.names().delegations.iter().copied().filter(is_in).map(move |call| (unit, call))
    })
}
