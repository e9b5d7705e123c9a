//! Calls without the name of what is called: a constructor by `this(…)` and `super(…)`, the member
//! that a method overrides by `super`.

use super::constructions::{Construction, Constructions, constructions, constructs, has_capture};
use super::project::{Def, FileIndex, Project, Unit};
use super::resolve::{Meaning, MixedIn};
use super::rule::Rule;
use super::subtypes::direct_subtypes;
use super::use_searches::UseSearches;
use super::uses::ParseBudget;
use crate::domain::{Cancelled, Certainty, SymbolKind};
use crate::lang::GraphCapture::{CallOverridden, CallOwn, CallSuper};
use crate::workspace::names::{Delegating, Delegation, NameFacts, Qualifier, Role, Span, Use};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Number of types that mix a module in from which no further ones are looked for by what these mix
/// in.
const MAX_MIXING: usize = 64;

/// Maximum number of levels of supertypes that are searched for what a member overrides.
const MAX_LEVELS: usize = 8;

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
    overridden(searches.project, name, groups, &mut all, searches.budget)?;
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
        let group: Vec<Def> =
            group.iter().filter(|def| !is_named_apart(project, of, **def)).copied().collect();
        let group = group.as_slice();
        let add = |found: &mut Constructions, within: Def, certainty, sought: Delegation| {
            let meaning = Meaning { def: of, certainty, rule: Rule::Super };
            for (unit, call) in calls_in(project, within, sought) {
                let name_use = use_of(call);
                let is_made = group.contains(&of) && !is_plain_constant(project, of, &name_use);
                let is_constructor = || constructs(project, group, of, (unit, &name_use));
                if is_made || !group.contains(&of) && is_constructor() {
                    found.uses.push(Construction { unit: Arc::clone(unit), name_use, meaning });
                }
            }
        };
        if has_capture(project, of, CallOwn) {
            add(found, of, Certainty::Likely, Delegation::OwnConstructor);
        }
        // An interface has no constructor.
        let kind = project.get(of).map(|(unit, symbol)| unit.symbol(symbol).kind);
        if has_capture(project, of, CallSuper) && kind != Some(SymbolKind::Interface) {
            for (subtype, certainty) in direct_subtypes(project, of, &mut left, budget)? {
                add(found, subtype, certainty, Delegation::SuperConstructor);
            }
        }
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
                && !is_variable(unit, call.span)
                && around().is_some_and(|around| around.types.contains(&of))
        };
        let calls = unit.names().delegations.iter().copied().filter(is_own);
        calls.map(move |call| (unit, call))
    })
}

/// Returns whether the word of a call is a variable there, and not the parameter of a method that
/// is the type: `for cls in classes`.
fn is_variable(unit: &Unit, word: Span) -> bool {
    let names = unit.names();
    let text = word.of(unit.content());
    names.scopes_around(word.start).any(|scope| {
        let (before, behind) = unit.bindings_in(text, scope, word.start);
        before.chain(behind).any(|binding| !NameFacts::is_within(&names.parameters, binding.name))
    })
}

fn use_of(call: Delegating) -> Use {
    let Delegating { span, arguments, .. } = call;
    Use { span, role: Role::Call, qualifier: Qualifier::None, arguments }
}

/// Adds the calls of members called `name` by those that override them.
fn overridden(
    project: &Project<'_>,
    name: &str,
    groups: &[Vec<Def>],
    all: &mut [Constructions],
    budget: &mut ParseBudget,
) -> Result<(), Cancelled> {
    let mut asked = groups.iter().flatten();
    if !asked.any(|def| has_capture(project, *def, CallOverridden)) {
        return Ok(());
    }
    let definitions = project.definitions(name)?;
    let calling = definitions.iter().copied().filter(|by| calls_by(project, *by).next().is_some());
    let calling: Vec<Def> = calling.collect();
    let mut headers = FxHashSet::default();
    for by in &calling {
        find_supertypes(project, *by, &mut headers)?;
    }
    let mixed_in = MixedIn::new(project);
    for (by, mut above) in calling.iter().copied().zip(project.overridden_by_each(&calling)) {
        project.snapshot.cancel().check()?;
        let calls: Vec<(&Arc<Unit>, Delegating)> = calls_by(project, by).collect();
        let mut left = BTreeSet::new();
        for mixin in project.owner_types(by).into_iter().filter(|of| project.is_mixin(*of)) {
            for of in mixing_in(project, mixin, &mut left, budget)? {
                project.snapshot.cancel().check()?;
                above.extend(mixed_in.members_behind(mixin, of, name));
            }
        }
        for (group, found) in groups.iter().zip(all.iter_mut()) {
            let Some(def) = group.iter().copied().find(|def| above.contains(def)) else { continue };
            let meaning = Meaning { def, certainty: Certainty::Likely, rule: Rule::Super };
            for (unit, call) in &calls {
                let (unit, name_use) = (Arc::clone(unit), use_of(*call));
                found.uses.push(Construction { unit, name_use, meaning });
            }
            found.skipped.extend(&left);
        }
    }
    Ok(())
}

/// Returns the types that mix another in, by themselves or by what they mix in; of very many not
/// all that do so by others.
fn mixing_in(
    project: &Project<'_>,
    mixin: Def,
    left: &mut BTreeSet<FileIndex>,
    budget: &mut ParseBudget,
) -> Result<BTreeSet<Def>, Cancelled> {
    let (mut found, mut next) = (BTreeSet::new(), vec![mixin]);
    while let Some(mixin) = next.pop() {
        for (of, _) in direct_subtypes(project, mixin, left, budget)? {
            if found.insert(of) && found.len() < MAX_MIXING && project.is_mixin(of) {
                next.push(of);
            }
        }
    }
    Ok(found)
}

/// Searches the types above a member's own, which may stand in any file. `headers` are the files
/// and the names of types in them whose supertypes were searched.
fn find_supertypes<'p>(
    project: &'p Project<'_>,
    member: Def,
    headers: &mut FxHashSet<(FileIndex, &'p str)>,
) -> Result<(), Cancelled> {
    let mut types = project.owner_types(member);
    for _ in 0..MAX_LEVELS {
        project.snapshot.cancel().check()?;
        let names: BTreeSet<&str> = types
            .iter()
            .filter_map(|of| project.get(*of))
            .filter(|(unit, symbol)| headers.insert((unit.file, &unit.symbol(*symbol).name)))
            .flat_map(|(unit, symbol)| {
                let above = unit.supertypes_of(&unit.symbol(symbol).name);
                above.filter_map(|pair| {
                    unit.names().name_of_type(unit.content(), pair.supertype_written)
                })
            })
            .collect();
        let names: Vec<&str> = names.into_iter().collect();
        project.find_definitions(&names)?;
        let mut next = Vec::new();
        for name in names {
            let found = project.definitions(name)?;
            next.extend(found.iter().copied().filter(|def| project.is_extended(*def)));
        }
        if next.is_empty() {
            break;
        }
        types = next;
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
