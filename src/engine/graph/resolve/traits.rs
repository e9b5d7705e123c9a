//! Traits that add members to types from outside of the project, in languages in which such a
//! member is called only where its trait is in scope.

use super::candidates::{AddedMembers, Candidate, Candidates};
use super::meaning::Resolution;
use super::member_forms::is_apart_from_methods;
use super::members::{owner, owner_name, simple_name};
use super::resolver::Resolver;
use crate::domain::{Certainty, Symbol, SymbolKind, lock};
use crate::engine::graph::model::{Def, Lookup, Module, Owner, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::rule::Rule;
use crate::lang::Imports;
use crate::workspace::names::{Import, Use};
use rustc_hash::FxHashMap;
use std::sync::{Arc, OnceLock};

/// Limit of the traits of one member that are looked for at a use: of so many, that only one is in
/// scope is not found out.
const MAX_TRAITS: usize = 64;

/// The members of the trait that is in scope at a use.
struct Seen {
    rule: Rule,
    /// By index.
    members: Vec<usize>,
}

impl Candidates<'_, '_> {
    /// Resolves a member of a value that has none of the name itself to that of the only trait in
    /// scope that adds it to types from outside, if no type that the file mentions has it. `of` is
    /// the name of the value's type if that is from outside and known.
    pub(super) fn seen_trait(&self, unit: &Arc<Unit>, found: &Use, of: Option<&str>) -> Resolution {
        let Some(Seen { rule, members }) = self.only_trait_in_scope(unit, found) else {
            return Resolution::Unresolved;
        };
        let implementing = |index: &usize| match &self.each[*index].owner {
            Some(Owner::Named { name, .. }) => Some(simple_name(name)),
            _ => None,
        };
        let (apart, own): (Vec<usize>, Vec<usize>) =
            members.iter().partition(|index| implementing(index).is_some());
        // `impl<T> Trait for T` applies to every type.
        let is_of = |index: &usize| {
            let name = implementing(index);
            name == of || name.is_some_and(|name| name.chars().count() == 1)
        };
        if of.is_some() && !apart.iter().any(is_of) {
            return Resolution::Unresolved;
        }
        let certainty = if apart.len() == 1 { Certainty::Likely } else { Certainty::Possible };
        let defs = |of: &[usize]| -> Vec<Def> { of.iter().map(|at| self.each[*at].def).collect() };
        let mut meanings = self.keep(&defs(&own), Certainty::Likely, rule).into_meanings();
        meanings.extend(self.keep(&defs(&apart), certainty, rule).into_meanings());
        match meanings.is_empty() {
            true => Resolution::Unresolved,
            false => Resolution::Definitions(meanings),
        }
    }

    /// Returns the only trait in scope at a use that adds a member of its name; `None` also if the
    /// file mentions a type of the project that has such a member.
    fn only_trait_in_scope(&self, unit: &Arc<Unit>, found: &Use) -> Option<Seen> {
        if self.is_common || unit.rules().imports != Imports::Paths {
            return None;
        }
        let added = self.added_members(unit);
        let AddedMembers::OfTraits(traits) = &*added else { return None };
        if traits.len() > MAX_TRAITS {
            return None;
        }
        let resolver = Resolver::new(&self.context);
        let mut seen: Option<Seen> = None;
        for (of, members) in traits {
            let Some(rule) = self.sight_of_trait(&resolver, unit, found, *of) else { continue };
            let fits = |index: &usize| !self.is_miscounted(unit, found, self.each[*index].def);
            let members: Vec<usize> = members.iter().copied().filter(fits).collect();
            if members.is_empty() {
                continue;
            }
            if seen.is_some() {
                return None;
            }
            seen = Some(Seen { rule, members });
        }
        seen
    }

    /// Returns what the name may mean in a file as a member of a value from outside. A file may
    /// have thousands of uses of a name that thousands of types have.
    fn added_members(&self, unit: &Arc<Unit>) -> Arc<AddedMembers> {
        if let Some(known) = lock(&self.added).get(&unit.file) {
            return Arc::clone(known);
        }
        let added = Arc::new(self.find_added_members(unit));
        lock(&self.added).insert(unit.file, Arc::clone(&added));
        added
    }

    fn find_added_members(&self, unit: &Arc<Unit>) -> AddedMembers {
        let adding =
            self.adding.get_or_init(|| self.each.iter().map(|_| OnceLock::new()).collect());
        let resolver = Resolver::new(&self.context);
        let mut traits: Vec<(Def, Vec<usize>)> = Vec::new();
        let mut places: FxHashMap<Def, usize> = FxHashMap::default();
        for (index, each) in self.each.iter().enumerate() {
            if each.owner.is_none() || !each.may_be_seen(unit) {
                continue;
            }
            let find = || {
                let of = self.trait_of(&resolver, each);
                of.filter(|_| is_added_outside(&resolver, each))
            };
            match *adding[index].get_or_init(find) {
                Some(of) => {
                    let place = *places.entry(of).or_insert_with(|| {
                        traits.push((of, Vec::new()));
                        traits.len() - 1
                    });
                    traits[place].1.push(index);
                }
                // A file that does not mention a type rarely has a value of it.
                None if is_mentioned(unit, each) => return AddedMembers::OfMentioned,
                None => {}
            }
        }
        AddedMembers::OfTraits(traits)
    }

    /// Returns the trait that has a member, as its own or where a type implements it.
    fn trait_of(&self, resolver: &Resolver<'_>, each: &Candidate<'_>) -> Option<Def> {
        let of = match each.owner.as_ref()? {
            Owner::Type(of) => *of,
            Owner::Named { implemented: Some(name), at, .. } => {
                match resolver.type_value(each.unit, name, *at) {
                    Value::Type(types) => *types.first()?,
                    _ => return None,
                }
            }
            Owner::Named { implemented: None, .. } => return None,
        };
        (self.kind_of(of) == Some(SymbolKind::Trait)).then_some(of)
    }

    /// Returns the rule by which a trait is in scope where a use stands: it is defined or imported
    /// there, which needs no name.
    fn sight_of_trait(
        &self,
        resolver: &Resolver<'_>,
        unit: &Arc<Unit>,
        found: &Use,
        of: Def,
    ) -> Option<Rule> {
        let (defining, symbol) = self.project.get(of)?;
        let name = &defining.symbol(symbol).name;
        let at = found.span.start as usize;
        let is_it =
            |found: Lookup| matches!(found, Lookup::Definitions(defs) if defs.contains(&of));
        let is_around = |import: &&Import| {
            let around = |symbol: &Symbol| symbol.kind.is_callable();
            let function = unit.enclosing(import.span.start as usize, around);
            function.is_some_and(|function| unit.symbol(function).bytes.contains(&at))
        };
        let module = resolver.module_at(unit, at);
        let is_seen = is_it(resolver.lookup_at(unit, at, name))
            || self.is_in_scope(resolver, (unit, module), (name, of))
            || unit
                .imports_holding(name)
                .filter(is_around)
                .any(|import| is_it(resolver.follow(unit, import)));
        let rule = if of.file == unit.file { Rule::SameFile } else { Rule::Import };
        is_seen.then_some(rule)
    }

    /// Returns whether a module of a file imports a trait, or everything of a module that does. A
    /// file may import everything of thousands.
    fn is_in_scope(
        &self,
        resolver: &Resolver<'_>,
        (unit, module): (&Arc<Unit>, Module),
        (name, of): (&str, Def),
    ) -> bool {
        let key = (module, of);
        if let Some(known) = lock(&self.in_scope).get(&key) {
            return *known;
        }
        let module = &key.0;
        let is_passed_on =
            |import: &Import| match resolver.module(unit, &import.module, import.span) {
                Lookup::Module(all) => is_imported_in(resolver, &all, name, of),
                _ => false,
            };
        let is_seen = is_imported_in(resolver, module, name, of)
            || unit.wildcard_imports_in(inline_of(module)).any(is_passed_on);
        lock(&self.in_scope).insert(key, is_seen);
        is_seen
    }
}

/// Returns whether the code of a file names the type of a member, or defines the member.
fn is_mentioned(unit: &Unit, each: &Candidate<'_>) -> bool {
    let name = owner_name(each.unit, each.symbol);
    let mut uses = name.into_iter().flat_map(|name| unit.names().uses_of(unit.content(), name));
    each.def.file == unit.file || uses.next().is_some()
}

/// Returns whether a trait's member is declared, or added to a type that is not the project's.
fn is_added_outside(resolver: &Resolver<'_>, each: &Candidate<'_>) -> bool {
    match &each.owner {
        Some(Owner::Named { name, at, .. }) => {
            !matches!(resolver.type_value(each.unit, name, *at), Value::Type(_))
        }
        _ => true,
    }
}

/// Returns whether a module imports a trait, under whatever name.
fn is_imported_in(resolver: &Resolver<'_>, module: &Module, name: &str, of: Def) -> bool {
    let file = match module {
        Module::File(file) => *file,
        Module::Inline(def) => def.file,
        Module::Directory(_) | Module::Package(_) => return false,
    };
    let Some(unit) = resolver.project.unit(file) else { return false };
    unit.imports_holding_in(name, inline_of(module)).any(|import| {
        let found = resolver.follow(unit, import);
        matches!(found, Lookup::Definitions(defs) if defs.contains(&of))
    })
}

/// Returns the symbol of a module that is written inside a file.
fn inline_of(module: &Module) -> Option<u32> {
    match module {
        Module::Inline(def) => Some(def.symbol),
        _ => None,
    }
}

impl Resolver<'_> {
    /// Leaves out the members that types implement of a trait, of those that they have under the
    /// same name without one: `value.name()` means these.
    pub(super) fn keep_inherent(&self, members: &mut Vec<Def>) {
        let is_implemented = |def: &Def| {
            let owner = self.project.get(*def).and_then(|(unit, symbol)| owner(unit, symbol));
            matches!(owner, Some(Owner::Named { implemented: Some(_), .. }))
        };
        if members.len() < 2 || !members.iter().any(is_implemented) {
            return;
        }
        let is_own =
            |def: &&Def| !is_implemented(def) && !is_apart_from_methods(self.project, **def);
        let own = members.iter().filter(is_own);
        let own: Vec<Def> = own.flat_map(|def| self.owner_types(*def)).collect();
        members.retain(|def| {
            !is_implemented(def) || !self.owner_types(*def).iter().any(|of| own.contains(of))
        });
    }
}
