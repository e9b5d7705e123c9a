//! The members with which types meet what an interface, trait or abstract class requires of them.

use super::answer::Member;
use super::project::{Def, Project, Unit};
use super::resolve::{Context, Resolver};
use super::semantics;
use crate::domain::{Symbol, SymbolKind};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Maximum number of required members that are looked up for each type.
const MAX_REQUIRED: usize = 12;

/// The names of the members that types require of their subtypes.
pub(super) struct Required<'p> {
    context: Context<'p>,
    members: BTreeSet<Def>,
    names: Vec<String>,
}

impl<'p> Required<'p> {
    /// Of many members, none is looked up.
    pub(super) fn of(project: &'p Project<'p>, types: &[Def]) -> Self {
        let (mut members, mut names) = (BTreeSet::new(), BTreeSet::new());
        for of in types.iter().filter(|of| project.is_extended(**of)) {
            let Some((unit, symbol)) = project.get(*of) else { continue };
            let semantics = semantics::of(unit.language);
            let methods: Vec<Def> = match semantics.is_structural(unit, unit.symbol(symbol)) {
                true => project.interface_methods(*of),
                false => declared(project, *of),
            };
            let named = methods.iter().filter_map(|def| project.get(*def));
            names.extend(named.map(|(unit, symbol)| unit.symbol(symbol).name.clone()));
            members.extend(methods);
        }
        if names.len() > MAX_REQUIRED {
            names.clear();
        }
        Self { context: Context::new(project), members, names: names.into_iter().collect() }
    }

    /// Returns the members of an implementing type or `impl`, in the order of their names; none
    /// unless it has all of them, each once.
    pub(super) fn members_of(&self, project: &Project<'_>, implementing: Def) -> Vec<Member> {
        let members = self.names.iter().map(|name| self.member(project, implementing, name));
        members.collect::<Option<_>>().unwrap_or_default()
    }

    /// Returns whether a type has some of the members for pointers to its values alone.
    pub(super) fn are_of_pointer(&self, project: &Project<'_>, implementing: Def) -> bool {
        let named = self.members.iter().filter_map(|def| project.get(*def));
        let names: BTreeSet<&str> =
            named.map(|(unit, symbol)| unit.symbol(symbol).name.as_str()).collect();
        names.into_iter().any(|name| {
            let found = self.found(implementing, name);
            let resolver = Resolver::new(&self.context);
            let is_own = |def: &&Def| resolver.owner_types(**def).contains(&implementing);
            found
                .iter()
                .find(is_own)
                .and_then(|def| project.get(*def))
                .is_some_and(|(unit, symbol)| is_of_pointer(unit, unit.symbol(symbol)))
        })
    }

    /// Returns the members of a name that a type has.
    fn found(&self, of: Def, name: &str) -> Vec<Def> {
        Resolver::new(&self.context).members_of_denoted(&[of], name).found
    }

    /// Returns the only member of a name that defines what is required of a type or `impl`, its own
    /// or another's.
    fn member(&self, project: &Project<'_>, of: Def, name: &str) -> Option<Member> {
        let (unit, symbol) = project.get(of)?;
        let found = match unit.symbol(symbol).kind {
            SymbolKind::Impl => inside(project, of, |member| member.name == name),
            _ => self.found(of, name),
        };
        let [def] = found[..] else { return None };
        let (unit, symbol) = project.get(def)?;
        // What embeds the interface has the method from the value that it holds.
        if self.members.contains(&def) && !semantics::of(unit.language).embeds_by_name() {
            return None;
        }
        let is_inside =
            unit.symbol(symbol).parent == Some(of.symbol as usize) && def.file == of.file;
        let owners = match is_inside {
            true => Vec::new(),
            false => Resolver::new(&self.context).owner_types(def),
        };
        let owner = owners.first().filter(|_| !owners.contains(&of));
        let owner = owner.and_then(|owner| project.get(*owner));
        Some(Member {
            name: name.to_owned(),
            of: owner.map(|(unit, symbol)| unit.symbol(symbol).name.clone()),
            file: Arc::clone(&unit.entry.path.display),
            line: unit.symbol(symbol).line,
        })
    }
}

/// Returns whether a method is one of pointers alone: `func (shop *Shop) Load()`.
fn is_of_pointer(unit: &Unit, method: &Symbol) -> bool {
    let receiver = &unit.content()[method.bytes.start..method.name_bytes.start];
    semantics::of(unit.language).embeds_by_name() && receiver.contains('*')
}

/// Returns the callables of a type that only declare what subtypes define.
fn declared(project: &Project<'_>, of: Def) -> Vec<Def> {
    let Some((unit, _)) = project.get(of) else { return Vec::new() };
    let semantics = semantics::of(unit.language);
    inside(project, of, |member| {
        member.kind.is_callable() && semantics.is_declaration(unit, member)
    })
}

/// Returns the definitions in the body of one that are `wanted`.
fn inside(project: &Project<'_>, of: Def, wanted: impl Fn(&Symbol) -> bool) -> Vec<Def> {
    let Some((unit, _)) = project.get(of) else { return Vec::new() };
    let members = unit.symbols().iter().zip(0..);
    let is_it = |symbol: &Symbol| symbol.parent == Some(of.symbol as usize) && wanted(symbol);
    let found = members.filter(|(symbol, _)| is_it(symbol));
    found.map(|(_, symbol)| Def { file: of.file, symbol }).collect()
}
