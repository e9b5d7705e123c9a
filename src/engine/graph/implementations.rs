//! Implementations by syntax: subtypes of a type, and overrides of a member.

use super::account::NameSearch;
use super::answer::Implementation;
use super::callers::nearness;
use super::enclosing::node;
use super::functional::{functions, functions_for_members};
use super::generated::generated;
use super::nameless::{Anonymous, anonymous, objects};
use super::project::{Def, FileIndex, Project};
use super::redefined::{Redefined, drop_usual};
use super::required::Required;
use super::resolve::{
    Context, Resolver, is_interface, is_structural, owner, owner_name, simple_name,
};
use super::rows::{GroupRows, SyntaxRows};
use super::rule::Rule;
use super::semantics;
use super::structural::Structural;
use super::subtypes::{KnownSubtypes, Rows, subtypes};
use super::uses::{ParseBudget, UseFilter, no_uses, supertype_uses};
use crate::domain::{Cancelled, Certainty, SymbolKind};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// Returns the implementations of each group of definitions, which share one name.
pub(in crate::engine) fn implementations(
    project: &Project<'_>,
    groups: &[Vec<Def>],
    budget: &mut ParseBudget,
) -> Result<SyntaxRows<Implementation>, Cancelled> {
    let Some((unit, symbol)) =
        groups.first().and_then(|group| group.first()).and_then(|def| project.get(*def))
    else {
        return Ok(SyntaxRows::without_searches(Vec::new()));
    };
    let name = unit.symbol(symbol).name.clone();
    let mut found = Vec::new();
    let mut members = None;
    let (mut structural, mut known) = (Structural::new(project), KnownSubtypes::new(project));
    for group in groups {
        let (mut skipped, mut unfollowed) = (BTreeSet::new(), 0);
        let types: Vec<Def> =
            group.iter().copied().filter(|def| project.is_extended(*def)).collect();
        let mut beside;
        let rows = if types.is_empty() {
            let members = match &mut members {
                Some(members) => members,
                None => members.insert(Members::of_name(project, &name)?),
            };
            let searches = (&mut structural, &mut known);
            let limits = (&mut skipped, &mut *budget);
            let rows = overriding(project, &name, group, members, searches, limits)?;
            beside = functions_for_members(project, group, &mut skipped, budget)?;
            rows
        } else {
            let (mut rows, left) = subtypes(project, &types, &mut skipped, budget)?;
            unfollowed = left;
            rows.extend(structural.implementing(&types, &mut skipped, budget)?);
            beside = generated(project, &types, &mut skipped, budget)?;
            beside.extend(nameless(project, &types, &mut rows, &mut skipped, budget)?);
            rows
        };
        unfollowed += structural.take_left();
        let skipped = skipped.into_iter().collect();
        found.push(GroupRows {
            unfollowed,
            ..GroupRows::new(results(project, group, rows, beside), skipped)
        });
    }
    let are_types = groups.iter().flatten().any(|def| project.is_extended(*def));
    let (filter, uses) = match are_types {
        true => (UseFilter::Supertypes, supertype_uses(project, &name, budget)?),
        false => (UseFilter::Definitions, Arc::new(no_uses(project, &name)?)),
    };
    let not_followed = budget.not_followed(&name);
    let followed = subtypes_of(&found, &name);
    let groups = groups.to_vec();
    let search = NameSearch { depth: 1, name, groups, filter, uses, not_followed, followed };
    Ok(SyntaxRows { found, searches: vec![search] })
}

/// Returns the number of names, other than `name`, of the types that were found by their headers.
/// Each is looked for as the target is, unless files or names were left out: 0.
fn subtypes_of(found: &[GroupRows<Implementation>], name: &str) -> usize {
    if found.iter().any(|of_group| of_group.unfollowed > 0 || !of_group.skipped.is_empty()) {
        return 0;
    }
    let rows = found.iter().flat_map(|of_group| &of_group.results);
    let is_subtype =
        |row: &&Implementation| row.node.kind.is_type() && row.rule != Some(Rule::Methods);
    let names = rows.filter(is_subtype).map(|row| &row.node.name).filter(|of| *of != name);
    names.collect::<BTreeSet<_>>().len()
}

/// Returns the implementations without a name of some types and of those in `rows`, which loses the
/// functions that such are written in.
fn nameless(
    project: &Project<'_>,
    types: &[Def],
    rows: &mut Rows,
    skipped: &mut BTreeSet<FileIndex>,
    budget: &mut ParseBudget,
) -> Result<Vec<(FileIndex, Implementation)>, Cancelled> {
    let below = rows.keys().copied().filter(|def| project.is_type(*def));
    let all: Vec<Def> = types.iter().copied().chain(below).collect();
    let Anonymous { rows: mut found, enclosing } = anonymous(project, &all, budget)?;
    rows.retain(|def, _| !enclosing.contains(def));
    found.extend(objects(project, &all, skipped, budget)?);
    found.extend(functions(project, &all, skipped, budget)?);
    Ok(found)
}

/// Returns the rows, and those `beside` that are no definitions, in the order of an answer.
pub(super) fn results(
    project: &Project<'_>,
    group: &[Def],
    rows: Rows,
    beside: Vec<(FileIndex, Implementation)>,
) -> Vec<Implementation> {
    let mut results = beside;
    let is_structural_target = group.iter().any(|def| is_structural(project, *def));
    let (required, mut redefined) = (Required::of(project, group), Redefined::of(project, group));
    for (def, (certainty, rule)) in rows {
        let Some((unit, symbol)) = project.get(def) else { continue };
        // One specialization of a type may extend another.
        let semantics = semantics::of(unit.language);
        let is_other = semantics.specialized(unit, unit.symbol(symbol)).is_some();
        if group.contains(&def) && !is_other {
            continue;
        }
        let node = node(unit, symbol);
        let embeds = rule == Rule::Inherits && semantics.embeds_by_name() && !is_structural_target;
        let rule = if embeds { Rule::Embeds } else { rule };
        let mut row = Implementation::new(node, certainty, Some(rule));
        row.members = required.members_of(project, def);
        row.by_pointer = rule == Rule::Methods && required.are_of_pointer(project, def);
        (row.overrides, row.override_lines) = redefined.by(project, def);
        row.named_at = redefined.named_at(project, def);
        results.push((def.file, row));
    }
    drop_usual(&mut results);
    name_target(project, group, &mut results);
    results.sort_by_cached_key(|(file, found)| {
        let path = &project.entry(*file).path.display;
        (found.certainty, nearness(project, group, path, found.node.is_test), found.node.line)
    });
    results.into_iter().map(|(_, found)| found).collect()
}

/// Notes the target's name for the headers of rows, unless it may mean another type there: one of
/// that name which is a row itself.
fn name_target(project: &Project<'_>, group: &[Def], rows: &mut [(FileIndex, Implementation)]) {
    let target = group.iter().find(|def| project.is_extended(**def));
    let Some((unit, symbol)) = target.and_then(|def| project.get(*def)) else { return };
    let name: Arc<str> = unit.symbol(symbol).name.as_str().into();
    if rows.iter().all(|(_, row)| row.node.name != *name) {
        rows.iter_mut().for_each(|(_, row)| row.of_name = Some(Arc::clone(&name)));
    }
}

/// Definitions of one name by the types that they are members of; a name may have thousands.
#[derive(Default)]
struct Members<'p> {
    /// By the containing symbol: a type, or the `impl` of one.
    inside: FxHashMap<Def, Vec<Def>>,
    /// By their types, wherever the definitions are.
    of: FxHashMap<Def, Vec<Def>>,
    /// By the names of their types.
    named: FxHashMap<String, Vec<Def>>,
    /// What is known of the types of each name.
    contexts: FxHashMap<String, Context<'p>>,
    /// What was found in the parts of types.
    in_parts: FxHashMap<Def, Arc<[Def]>>,
    /// Number of members that were looked at for it.
    looked_at: usize,
}

/// Largest number of members that are looked at, each with a type, to find those in its parts: of
/// thousands of types of one name each would look at all.
const MAX_IN_PARTS: usize = 2_000_000;

impl<'p> Members<'p> {
    fn of_name(project: &'p Project<'p>, name: &str) -> Result<Self, Cancelled> {
        let mut members = Self::default();
        for def in project.definitions(name)?.iter() {
            let Some((unit, symbol)) = project.get(*def) else { continue };
            if let Some(name) = owner_name(unit, unit.symbol(symbol)) {
                members.named.entry(name.to_owned()).or_default().push(*def);
            }
            if let Some(parent) = unit.symbol(symbol).parent {
                let parent = Def { file: unit.file, symbol: parent as u32 };
                members.inside.entry(parent).or_default().push(*def);
                // An `impl` of another trait has its own members of the name.
                if unit.symbol(parent.symbol).kind == SymbolKind::Impl {
                    continue;
                }
            }
            if owner(unit, symbol).is_some() {
                for of in project.owner_types(*def) {
                    members.of.entry(of).or_default().push(*def);
                }
            }
        }
        Ok(members)
    }

    /// Returns the members that a type has from its other parts and from blocks that add to it,
    /// given the type or such a block; none where blocks name what they implement.
    fn in_parts(&mut self, project: &'p Project<'p>, of: Def) -> Result<Arc<[Def]>, Cancelled> {
        if let Some(known) = self.in_parts.get(&of) {
            return Ok(Arc::clone(known));
        }
        let found: Arc<[Def]> = self.find_in_parts(project, of)?.into();
        self.in_parts.insert(of, Arc::clone(&found));
        Ok(found)
    }

    fn find_in_parts(&mut self, project: &'p Project<'p>, of: Def) -> Result<Vec<Def>, Cancelled> {
        let Some((unit, symbol)) = project.get(of) else { return Ok(Vec::new()) };
        let symbol = unit.symbol(symbol);
        let (semantics, name) = (semantics::of(unit.language), simple_name(&symbol.name));
        // Where types are told by their full names, those without parts are whole.
        let has_parts = !unit.rules().has_full_names || semantics.has_parts(symbol);
        let named = self.named.get(name);
        let is_left = self.looked_at <= MAX_IN_PARTS;
        self.looked_at += named.map_or(0, Vec::len);
        let named = named.filter(|_| is_left);
        let Some(named) = named.filter(|_| has_parts && semantics.overrides_by_name()) else {
            return Ok(Vec::new());
        };
        project.snapshot.cancel().check()?;
        project.find_definitions(&[name])?;
        let types = match symbol.kind {
            SymbolKind::Impl => project.types_named(unit, &symbol.name, symbol.name_bytes.start),
            _ => vec![of],
        };
        // The types of all have this name, so that what is known of it here holds for each.
        let context = self.contexts.entry(name.to_owned()).or_insert_with(|| Context::new(project));
        let resolver = Resolver::new(context);
        let is_member = |def: &Def| types.iter().any(|of| resolver.is_member_of(*def, *of));
        Ok(named.iter().copied().filter(is_member).collect())
    }
}

/// Returns the members called `name` of subtypes that override or implement one.
fn overriding<'p>(
    project: &'p Project<'p>,
    name: &str,
    group: &[Def],
    members: &mut Members<'p>,
    (structural, known): (&mut Structural<'_, '_>, &mut KnownSubtypes<'p>),
    (skipped, budget): (&mut BTreeSet<FileIndex>, &mut ParseBudget),
) -> Result<Rows, Cancelled> {
    let mut rows = Rows::new();
    let mut owners = BTreeSet::new();
    // What is a member of no type is not overridden.
    let mut overridable = Vec::new();
    for def in group {
        let of = project.owner_types(*def);
        overridable.extend(Some(*def).filter(|_| !of.is_empty()));
        owners.extend(of);
    }
    let owners: Vec<Def> = owners.into_iter().collect();
    if owners.is_empty() {
        return of_modules(project, name, group, skipped, budget);
    }
    if !project.are_overridable(group) {
        return Ok(rows);
    }
    let types = known.of(project, &owners, skipped, budget)?;
    let structural_rows = structural.implementing(&owners, skipped, budget)?;
    // A member in the body of a type takes precedence.
    for by_type in [&members.inside, &members.of] {
        for (of, (certainty, _)) in &*types {
            project.snapshot.cancel().check()?;
            // An overload of the subtype's own overrides nothing.
            let is_same = |def: &&Def| {
                overridable.iter().any(|overridden| project.may_override(*overridden, **def))
            };
            for def in by_type.get(of).into_iter().flatten().filter(is_same) {
                rows.entry(*def).or_insert((*certainty, Rule::Override));
            }
        }
    }
    for (of, (certainty, _)) in &*types {
        for def in members.in_parts(project, *of)?.iter().copied() {
            if overridable.iter().any(|overridden| project.may_override(*overridden, def)) {
                rows.entry(def).or_insert((*certainty, Rule::Override));
            }
        }
    }
    add_joined((project, &known.context), (name, group), &types, &mut rows)?;
    // What implements a structural interface may have its methods from what it embeds.
    for (of, (certainty, _)) in structural_rows {
        project.snapshot.cancel().check()?;
        let resolver = Resolver::new(&known.context);
        for def in resolver.members_of_denoted(&[of], name).found {
            rows.entry(def).or_insert((certainty, Rule::Override));
        }
    }
    Ok(rows)
}

/// Adds the members that subtypes of an interface have from another supertype, as
/// `class Sub extends Base implements Runnable` has `Base.run`.
fn add_joined(
    (project, context): (&Project<'_>, &Context<'_>),
    (name, group): (&str, &[Def]),
    types: &Rows,
    rows: &mut Rows,
) -> Result<(), Cancelled> {
    let asked: Vec<Def> = group.iter().flat_map(|def| project.owner_types(*def)).collect();
    if !asked.iter().all(|of| is_interface(project, *of)) {
        return Ok(());
    }
    let is_of_interface = |of: &Def| asked.contains(of) || types.contains_key(of);
    for (of, (certainty, _)) in types {
        project.snapshot.cancel().check()?;
        let resolver = Resolver::new(context);
        for def in resolver.members_of_denoted(&[*of], name).found {
            let is_joined = !group.contains(&def)
                && !resolver.owner_types(def).iter().any(is_of_interface)
                && group.iter().any(|asked| project.may_override(*asked, def));
            if is_joined {
                rows.entry(def).or_insert((*certainty, Rule::Override));
            }
        }
    }
    Ok(())
}

/// Returns the functions called `name` of the modules that have a behaviour, where a file is a
/// module and what the behaviour asks for stands beside its name.
fn of_modules(
    project: &Project<'_>,
    name: &str,
    group: &[Def],
    skipped: &mut BTreeSet<FileIndex>,
    budget: &mut ParseBudget,
) -> Result<Rows, Cancelled> {
    let mut rows = Rows::new();
    let module_beside = |def: &Def| {
        let (unit, symbol) = project.get(*def)?;
        let is_asked_for = unit.rules().modules_are_extended
            && unit.symbol(symbol).kind == SymbolKind::Method
            && unit.symbol(symbol).parent.is_none();
        let mut modules = unit.symbols().iter().zip(0..);
        let module = modules.find(|(symbol, _)| symbol.kind == SymbolKind::Module)?;
        is_asked_for.then_some(Def { file: unit.file, symbol: module.1 })
    };
    let modules: BTreeSet<Def> = group.iter().filter_map(module_beside).collect();
    if modules.is_empty() {
        return Ok(rows);
    }
    let modules: Vec<Def> = modules.into_iter().collect();
    let is_function = |def: &Def| {
        let found = project.get(*def).map(|(unit, symbol)| unit.symbol(symbol).kind);
        found == Some(SymbolKind::Function)
    };
    for (of, (certainty, _)) in subtypes(project, &modules, skipped, budget)?.0 {
        for def in project.definitions_in(of.file, name).into_iter().filter(is_function) {
            if group.iter().any(|asked| project.may_override(*asked, def)) {
                rows.entry(def).or_insert((certainty, Rule::Override));
            }
        }
    }
    Ok(rows)
}

/// Searches for what implements members, on one budget. What was found stays so.
pub(super) struct ImplementingSearches<'p> {
    project: &'p Project<'p>,
    budget: ParseBudget,
    /// By name.
    members: HashMap<String, Members<'p>>,
    structural: Structural<'p, 'p>,
    subtypes: KnownSubtypes<'p>,
    found: HashMap<Def, Arc<Vec<Def>>>,
    /// Number of members that may still be found.
    left: usize,
}

/// Largest number of members that are found for all that one question asks for together.
const MAX_FOUND: usize = 5_000;

impl<'p> ImplementingSearches<'p> {
    pub(super) fn new(project: &'p Project<'p>) -> Self {
        let (members, found) = (HashMap::new(), HashMap::new());
        let (budget, structural) = (ParseBudget::indirect(), Structural::of_many(project));
        let subtypes = KnownSubtypes::new(project);
        Self { project, budget, members, structural, subtypes, found, left: MAX_FOUND }
    }

    /// Returns the members that implement one that is declared for subtypes to define, the nearest
    /// first; none for any other.
    pub(super) fn of(&mut self, member: Def) -> Result<Arc<Vec<Def>>, Cancelled> {
        if let Some(known) = self.found.get(&member) {
            return Ok(Arc::clone(known));
        }
        self.project.snapshot.cancel().check()?;
        if self.left == 0 {
            return Ok(Arc::default());
        }
        let found = Arc::new(self.implementing(member)?);
        self.left = self.left.saturating_sub(found.len());
        self.found.insert(member, Arc::clone(&found));
        Ok(found)
    }

    fn implementing(&mut self, member: Def) -> Result<Vec<Def>, Cancelled> {
        let project = self.project;
        let Some((unit, symbol)) = project.get(member) else { return Ok(Vec::new()) };
        let symbol = unit.symbol(symbol);
        let is_declared =
            symbol.kind.is_callable() && semantics::of(unit.language).is_declaration(unit, symbol);
        if !is_declared || project.owner_types(member).is_empty() {
            return Ok(Vec::new());
        }
        let members = match self.members.entry(symbol.name.clone()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => place.insert(Members::of_name(project, &symbol.name)?),
        };
        let searches = (&mut self.structural, &mut self.subtypes);
        let limits = (&mut BTreeSet::new(), &mut self.budget);
        let rows = overriding(project, &symbol.name, &[member], members, searches, limits)?;
        let mut found: Vec<(Def, Certainty)> =
            rows.into_iter().map(|(def, (certainty, _))| (def, certainty)).collect();
        found.retain(|(def, _)| *def != member);
        found.sort_by_cached_key(|(def, certainty)| {
            let is_test = project.get(*def).is_some_and(|(unit, _)| unit.facts().class.is_test());
            let path = &project.entry(def.file).path.display;
            (*certainty, nearness(project, &[member], path, is_test), def.symbol)
        });
        Ok(found.into_iter().map(|(def, _)| def).collect())
    }
}
