//! Traits that add members to types from outside of the project, in languages in which such a
//! member is called only where its trait is in scope.

use super::candidates::{Candidate, Candidates};
use super::meaning::Resolution;
use super::member_forms::is_apart_from_methods;
use super::members::{owner, owner_name, simple_name};
use super::modules::is_at_top;
use super::resolver::Resolver;
use crate::domain::{Certainty, Symbol, SymbolKind};
use crate::engine::graph::model::{Def, Lookup, Module, Owner, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::rule::Rule;
use crate::lang::Imports;
use crate::workspace::names::{Import, Use};
use std::sync::Arc;

/// A member of a trait that is in scope at a use.
struct Seen {
    def: Def,
    of: Def,
    rule: Rule,
    /// Name of the type that implements it; `None` in the trait itself.
    implementing: Option<String>,
}

impl Candidates<'_, '_> {
    /// Resolves a member of a value that has none of the name itself to that of the only trait in
    /// scope that adds it to types from outside, if no type that the file mentions has it. `of` is
    /// the name of the value's type if that is from outside and known.
    pub(super) fn seen_trait(&self, unit: &Arc<Unit>, found: &Use, of: Option<&str>) -> Resolution {
        let seen = self.members_in_scope(unit, found).unwrap_or_default();
        let Some(first) = seen.first() else { return Resolution::Unresolved };
        let (implementing, own): (Vec<&Seen>, Vec<&Seen>) =
            seen.iter().partition(|each| each.implementing.is_some());
        // `impl<T> Trait for T` applies to every type.
        let is_of = |each: &&Seen| {
            let name = each.implementing.as_deref();
            name == of || name.is_some_and(|name| name.chars().count() == 1)
        };
        if seen.iter().any(|each| each.of != first.of)
            || of.is_some() && !implementing.iter().any(is_of)
        {
            return Resolution::Unresolved;
        }
        let is_alone = implementing.len() == 1;
        let certainty = if is_alone { Certainty::Likely } else { Certainty::Possible };
        let defs = |seen: &[&Seen]| -> Vec<Def> { seen.iter().map(|each| each.def).collect() };
        let mut meanings = self.keep(&defs(&own), Certainty::Likely, first.rule).into_meanings();
        meanings.extend(self.keep(&defs(&implementing), certainty, first.rule).into_meanings());
        match meanings.is_empty() {
            true => Resolution::Unresolved,
            false => Resolution::Definitions(meanings),
        }
    }

    /// Returns the members whose traits are in scope at a use; `None` if the file mentions a type
    /// of the project that has such a member.
    fn members_in_scope(&self, unit: &Arc<Unit>, found: &Use) -> Option<Vec<Seen>> {
        if self.is_common || unit.rules().imports != Imports::Paths {
            return None;
        }
        let resolver = Resolver::new(&self.context);
        let mut traits: Vec<(&Candidate<'_>, Def)> = Vec::new();
        for each in self.each.iter().filter(|each| each.owner.is_some() && each.may_be_seen(unit)) {
            match self.trait_of(&resolver, each).filter(|_| is_added_outside(&resolver, each)) {
                Some(of) => traits.push((each, of)),
                // A file that does not mention a type rarely has a value of it.
                None if is_mentioned(unit, each) => return None,
                None => {}
            }
        }
        let seen = traits.into_iter().filter_map(|(each, of)| {
            let rule = self.sight_of_trait(&resolver, unit, found, of)?;
            let implementing = match &each.owner {
                Some(Owner::Named { name, .. }) => Some(simple_name(name).to_owned()),
                _ => None,
            };
            let seen = Seen { def: each.def, of, rule, implementing };
            (!self.is_miscounted(unit, found, each.def)).then_some(seen)
        });
        Some(seen.collect())
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
            || is_imported_in(resolver, &module, name, of)
            || unit
                .imports_holding(name)
                .filter(is_around)
                .any(|import| is_it(resolver.follow(unit, import)))
            || unit.wildcard_imports().filter(|import| is_in(unit, &module, import)).any(
                |import| match resolver.module(unit, &import.module, import.span) {
                    Lookup::Module(all) => is_imported_in(resolver, &all, name, of),
                    _ => false,
                },
            );
        let rule = if of.file == unit.file { Rule::SameFile } else { Rule::Import };
        is_seen.then_some(rule)
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
    unit.imports_holding(name).filter(|import| is_in(unit, module, import)).any(|import| {
        let found = resolver.follow(unit, import);
        matches!(found, Lookup::Definitions(defs) if defs.contains(&of))
    })
}

/// Returns whether an import is one of a module itself.
fn is_in(unit: &Unit, module: &Module, import: &Import) -> bool {
    let inline = match module {
        Module::Inline(def) => Some(def.symbol),
        _ => None,
    };
    is_at_top(unit, inline, import)
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
