//! Members of subtypes: what a call of a member may reach when the value is of a type below the
//! one that is written. Subtypes name their supertypes, or have the methods of an interface.

use super::candidates::{Candidate, Candidates};
use super::conformance::{Fit, is_interface, is_structural};
use super::member_forms::is_apart_from_methods;
use super::overloads::may_be_same;
use super::resolver::{Context, Resolver};
use super::types;
use crate::domain::{SymbolKind, lock};
use crate::engine::graph::model::{Def, FileIndex, Owner, Value};
use crate::engine::graph::project::{Project, Unit, split_path};
use crate::engine::graph::semantics;
use crate::workspace::names::{ExpressionId, Supertype};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

/// Limit of types embedded in each other.
const MAX_DEPTH: usize = 3;

/// Types above those of a name by their names alone, by file, name, kind and whether these are
/// parts.
type AboveByName<'p> = FxHashMap<(FileIndex, &'p str, SymbolKind, bool), Arc<[Def]>>;

impl<'p> Candidates<'p, '_> {
    /// Returns the members of the types that extend or implement one of `types`.
    pub(super) fn members_of_subtypes(&self, types: &[Def]) -> Vec<Def> {
        let below = self.below.get_or_init(|| self.find_below());
        let mut indices: Vec<usize> =
            types.iter().filter_map(|of| below.get(of)).flatten().copied().collect();
        for interface in types.iter().copied().filter(|of| is_structural(self.project, *of)) {
            indices.extend(self.implementing(interface).iter());
        }
        indices.sort_unstable();
        indices.dedup();
        indices.into_iter().map(|index| self.each[index].def).collect()
    }

    /// Returns what a call of members of types may reach below them: the members of subtypes, and
    /// those of the object to which the types delegate.
    pub(super) fn members_below(&self, members: &[Def], types: &[Def]) -> Vec<Def> {
        let resolver = Resolver::new(&self.context);
        let mut delegated = resolver.delegated_types(types);
        if !delegated.is_empty() {
            let owners: Vec<Def> =
                members.iter().flat_map(|of| resolver.owner_types(*of)).collect();
            delegated.retain(|of| {
                let above = &resolver.ancestors(*of).types;
                owners.iter().any(|owner| owner == of || above.contains(owner))
            });
        }
        let all: Vec<Def> = types.iter().copied().chain(delegated).collect();
        self.members_of_subtypes(&all)
    }

    /// Returns groups of definitions, each with the members that implement one of a trait in it,
    /// where a trait is implemented apart from its type: a call of such a member is one of the
    /// trait's.
    pub(in crate::engine) fn with_implementing(&self, groups: &[Vec<Def>]) -> Vec<Vec<Def>> {
        let resolver = Resolver::new(&self.context);
        let traits_of = |group: &Vec<Def>| -> Vec<Def> {
            let owners = group.iter().flat_map(|def| resolver.owner_types(*def));
            owners.filter(|of| self.kind_of(*of) == Some(SymbolKind::Trait)).collect()
        };
        let traits: Vec<Vec<Def>> = groups.iter().map(traits_of).collect();
        let mut groups = groups.to_vec();
        if traits.iter().all(Vec::is_empty) {
            return groups;
        }
        let by_trait = self.by_trait.get_or_init(|| self.find_by_trait(&resolver));
        for (group, traits) in groups.iter_mut().zip(&traits) {
            let implementing = traits.iter().filter_map(|of| by_trait.get(of)).flatten();
            let implementing: BTreeSet<usize> = implementing.copied().collect();
            group.extend(implementing.into_iter().map(|index| self.each[index].def));
        }
        groups
    }

    /// Returns, for each trait, the members that implement one of it apart from their type, by
    /// index.
    fn find_by_trait(&self, resolver: &Resolver<'_>) -> FxHashMap<Def, Vec<usize>> {
        let mut by_trait: FxHashMap<Def, Vec<usize>> = FxHashMap::default();
        for (index, each) in self.each.iter().enumerate() {
            let Some(Owner::Named { implemented: Some(name), at, .. }) = &each.owner else {
                continue;
            };
            if semantics::of(each.unit.language).overrides_by_name() {
                continue;
            }
            for of in resolver.types_named(each.unit, name, *at) {
                by_trait.entry(of).or_default().push(index);
            }
        }
        by_trait
    }

    /// Returns the definitions that override or implement those of a group, without those that
    /// [`Self::with_implementing`] takes for the group's own.
    pub(in crate::engine) fn overriding(&self, group: &[Def]) -> Vec<Def> {
        let resolver = Resolver::new(&self.context);
        let members = group.iter().filter(|def| !is_applied(self.project, **def));
        let owners: Vec<Def> = members.flat_map(|def| resolver.owner_types(*def)).collect();
        let own: BTreeSet<Def> =
            self.with_implementing(&[group.to_vec()]).into_iter().flatten().collect();
        let mut below = self.members_of_subtypes(&owners);
        let sides: BTreeSet<Option<bool>> =
            group.iter().map(|def| self.project.overriding_side(*def)).collect();
        let is_on_a_side = |def: &Def| {
            let side = self.project.overriding_side(*def);
            !group.is_empty() && (side.is_none() || sides.contains(&None) || sides.contains(&side))
        };
        below.retain(|def| !own.contains(def) && is_on_a_side(def));
        below
    }

    /// Returns, for each type, the members of all its declared subtypes, by index.
    fn find_below(&self) -> FxHashMap<Def, Vec<usize>> {
        let mut below: FxHashMap<Def, Vec<usize>> = FxHashMap::default();
        let mut by_name = AboveByName::default();
        for (index, each) in self.each.iter().enumerate() {
            // Each may have thousands of ancestors; what is found is discarded with the call.
            if self.project.snapshot.cancel().is_cancelled() {
                break;
            }
            // A field overrides no method, and hides a field.
            if is_apart_from_methods(self.project, each.def) {
                continue;
            }
            let resolver = Resolver::new(&self.context);
            let mut above = BTreeSet::new();
            let overrides = match &each.owner {
                Some(Owner::Named { .. }) => semantics::of(each.unit.language).overrides_by_name(),
                _ => true,
            };
            let owners = if overrides { resolver.owner_types(each.def) } else { Vec::new() };
            for owner in owners {
                above.extend(
                    resolver.ancestors(owner).types.iter().filter(|ancestor| **ancestor != owner),
                );
                above.extend(self.supertypes_by_name(owner, &mut by_name).iter());
            }
            let nameless = self.types_around_nameless(&resolver, each);
            for of in resolver.types_of_objects_with(each.def).into_iter().chain(nameless) {
                above.extend(resolver.ancestors(of).types.iter().chain([&of]));
            }
            // What implements a trait may stand apart from its type, whose file does not show it.
            if let Some(Owner::Named { implemented: Some(name), at, .. }) = &each.owner {
                for of in resolver.types_named(each.unit, name, *at) {
                    above.extend(resolver.ancestors(of).types.iter().chain([&of]));
                }
            }
            for of in above {
                below.entry(of).or_default().push(index);
            }
        }
        self.add_joined(&mut below);
        below
    }

    /// Returns the direct supertypes of a type by their names alone, in languages whose files share
    /// all names of the program. Only types that have a member of the name matter.
    fn supertypes_by_name(&self, of: Def, known: &mut AboveByName<'p>) -> Arc<[Def]> {
        let Some((unit, symbol)) =
            self.project.get(of).filter(|(unit, _)| unit.rules().is_program_wide())
        else {
            return Arc::default();
        };
        let symbol = unit.symbol(symbol);
        let is_part = semantics::of(unit.language).is_part(symbol);
        let key = (of.file, symbol.name.as_str(), symbol.kind, is_part);
        if let Some(known) = known.get(&key) {
            return Arc::clone(known);
        }
        let others = Resolver::new(&self.context).other_files_with_headers(unit, symbol);
        let others = others.into_iter().filter_map(|file| self.project.unit(file));
        let above: BTreeSet<&str> = std::iter::once(unit)
            .chain(others)
            .flat_map(|unit| {
                let pairs = unit.supertypes_of(&symbol.name);
                pairs.filter_map(|pair| types::name(unit, pair.supertype_written))
            })
            .filter(|above| *above != symbol.name)
            .collect();
        let owners = above.into_iter().flat_map(|above| self.with_owner_named(above));
        let of_type = |each: &Candidate<'_>| match each.owner {
            Some(Owner::Type(of)) => Some(of),
            _ => None,
        };
        let above: Arc<[Def]> = owners.filter_map(of_type).collect();
        known.insert(key, Arc::clone(&above));
        above
    }

    /// Returns the members that implement the name as a method of a structural interface, by index.
    fn implementing(&self, interface: Def) -> Arc<Vec<usize>> {
        if let Some(known) = lock(&self.implementing).get(&interface) {
            return Arc::clone(known);
        }
        let resolver = Resolver::new(&self.context);
        let required = resolver.members(&[interface], &self.name).found;
        let methods = resolver.interface_methods(interface);
        let implements = |index: &usize| self.implements(*index, &required, &methods);
        let found: Vec<usize> = (0..self.each.len()).filter(implements).collect();
        let found = Arc::new(found);
        lock(&self.implementing).insert(interface, Arc::clone(&found));
        found
    }

    /// Returns whether a member is one that an interface requires, of a type that has all methods
    /// of the interface.
    fn implements(&self, index: usize, required: &[Def], methods: &[Def]) -> bool {
        let each = &self.each[index];
        let is_required =
            |owner: &Owner| matches!(owner, Owner::Type(of) if is_structural(self.project, *of));
        if !each.symbol.kind.is_callable() || each.owner.as_ref().is_none_or(is_required) {
            return false;
        }
        let resolver = Resolver::new(&self.context);
        required.iter().any(|of| resolver.is_implemented_by(*of, each.def) != Fit::Different)
            && self.receivers(index).iter().any(|of| self.conforms(*of, methods))
    }

    fn conforms(&self, of: Def, methods: &[Def]) -> bool {
        Resolver::new(&self.context).conforms(of, methods).is_some()
    }

    /// Returns the types that have a member: its own, and those beside it that embed that.
    fn receivers(&self, index: usize) -> &[Def] {
        let all =
            self.receivers.get_or_init(|| self.each.iter().map(|_| OnceLock::new()).collect());
        all[index].get_or_init(|| {
            let member = self.each[index].def;
            let resolver = Resolver::new(&self.context);
            let has_it = |of: &Def| resolver.members(&[*of], &self.name).found.contains(&member);
            let mut receivers = resolver.owner_types(member);
            receivers.extend(embedding_types(&resolver, &receivers).into_iter().filter(has_it));
            receivers
        })
    }
}

/// Returns whether a function is applied to values of a type as if it were a member: the type that
/// is written of a value decides which is meant.
fn is_applied(project: &Project<'_>, def: Def) -> bool {
    project.get(def).is_some_and(|(unit, symbol)| {
        let own = unit.symbol(symbol);
        unit.rules().extension_functions && own.container.is_some() && own.parent.is_none()
    })
}

/// Whether a language of the project has a word for members that another object has.
struct Delegates(bool);

impl Delegates {
    fn load(project: &Project<'_>) -> Self {
        let mut languages = project.entries().filter_map(|entry| entry.language);
        Self(languages.any(|language| language.config.graph.delegating.is_some()))
    }
}

impl Resolver<'_> {
    /// Returns the supertypes of types whose members another object has: `Greeter by greeter`.
    fn delegated_types(&self, types: &[Def]) -> Vec<Def> {
        let mut delegated = Vec::new();
        if !self.project.fact(Delegates::load).0 {
            return delegated;
        }
        let all = self.with_ancestors(types).into_iter();
        for (unit, symbol) in all.filter_map(|of| self.project.get(of)) {
            let Some(word) = &unit.rules().delegating else { continue };
            let is_delegated = |pair: &&Supertype| {
                let after = unit.content()[pair.supertype.range().end..].trim_start();
                let rest = after.strip_prefix(word.as_str());
                rest.is_some_and(|rest| rest.starts_with(char::is_whitespace))
            };
            let own = unit.names().supertypes_at(unit.symbol(symbol).name_bytes.start);
            for pair in own.iter().filter(is_delegated) {
                if let Value::Type(found) = self.written_type(unit, pair.supertype_written) {
                    delegated.extend(found);
                }
            }
        }
        delegated
    }

    /// Returns whether a member of the same name of a subtype overrides one of some members, rather
    /// than hides it.
    pub(super) fn are_overridable(&self, members: &[Def]) -> bool {
        members.iter().any(|member| self.is_overridable(*member))
    }

    /// Returns whether a member is virtual, which is found once: each use of thousands of overloads
    /// asks for each of these.
    fn is_overridable(&self, member: Def) -> bool {
        if let Some(known) = lock(&self.context.overridable).get(&member) {
            return *known;
        }
        let found = self.find_overridable(member);
        // What a search of ancestors finds that is itself a part of one may be cut.
        if self.is_undisturbed() {
            lock(&self.context.overridable).insert(member, found);
        }
        found
    }

    /// Returns whether a member is virtual. Only what it overrides, or its declaration in its type,
    /// may say so.
    fn find_overridable(&self, member: Def) -> bool {
        let Some((unit, symbol)) = self.project.get(member) else { return true };
        if is_applied(self.project, member) {
            return false;
        }
        let is_virtual = |def: Def| {
            self.project.get(def).is_some_and(|(unit, symbol)| {
                semantics::of(unit.language).is_virtual(unit.symbol(symbol))
            })
        };
        let name = &unit.symbol(symbol).name;
        let has_virtual = |of: Def| {
            let own = self.own_members(of, name);
            own.into_iter().any(|def| is_virtual(def) && may_be_same(self.project, def, member))
        };
        let is_above = |of: Def| {
            let ancestors = self.ancestors(of);
            ancestors.is_open || ancestors.types.iter().any(|above| has_virtual(*above))
        };
        // What is embedded does not know of what embeds it.
        let is_embedded = || semantics::of(unit.language).embeds_by_name();
        is_virtual(member)
            || !is_embedded()
                && self.owner_types(member).into_iter().any(|of| has_virtual(of) || is_above(of))
    }
}

impl Project<'_> {
    /// See [`Resolver::are_overridable`].
    pub(in crate::engine) fn are_overridable(&self, members: &[Def]) -> bool {
        Resolver::new(&Context::new(self)).are_overridable(members)
    }

    /// Returns whether an expression is a value of an interface of the project's that has members
    /// from outside.
    pub(in crate::engine::graph) fn is_of_open_interface(
        &self,
        unit: &Arc<Unit>,
        of: ExpressionId,
    ) -> bool {
        let context = Context::new(self);
        let resolver = Resolver::new(&context);
        let is_open = |of: &Def| is_interface(self, *of) && resolver.ancestors(*of).is_open;
        match resolver.value_of(unit, of) {
            Value::Instance(types, _) => types.iter().any(is_open),
            _ => false,
        }
    }

    /// Returns the members of supertypes, sorted, that the definitions of a member override or
    /// implement, without those definitions.
    pub(in crate::engine) fn overridden_by(&self, group: &[Def]) -> Vec<Def> {
        let mut above: Vec<Def> = self.overridden_by_each(group).into_iter().flatten().collect();
        above.retain(|def| !group.contains(def));
        above.sort_unstable();
        above.dedup();
        above
    }

    /// Returns, for each of some definitions of one name, the members of supertypes, sorted, that
    /// it overrides or implements.
    pub(in crate::engine) fn overridden_by_each(&self, defs: &[Def]) -> Vec<Vec<Def>> {
        let context = Context::new(self);
        let name = defs.first().and_then(|def| self.get(*def));
        let name = name.map(|(unit, symbol)| unit.symbol(symbol).name.as_str());
        let required = Required::named(&context, name.unwrap_or_default());
        let overridden = |def: &Def| {
            let mut above = required.overridden_by(*def);
            above.retain(|other| other != def);
            above.sort_unstable();
            above.dedup();
            above
        };
        defs.iter().map(overridden).collect()
    }

    /// Returns the types in the directories of some types that embed them, directly or not.
    pub(in crate::engine) fn embedding_types(&self, types: &[Def]) -> Vec<Def> {
        embedding_types(&Resolver::new(&Context::new(self)), types)
    }
}

/// Members of one name that structural interfaces require.
struct Required<'c> {
    context: &'c Context<'c>,
    /// Each with the methods of the interfaces that it is a member of.
    members: Vec<(Def, Vec<Vec<Def>>)>,
}

impl<'c> Required<'c> {
    fn named(context: &'c Context<'c>, name: &str) -> Self {
        let project = context.project;
        let known = project.known(name).map(|known| Arc::clone(&known.defs)).unwrap_or_default();
        let methods = |def: &Def| -> Vec<Vec<Def>> {
            let resolver = Resolver::new(context);
            let owners = resolver.owner_types(*def).into_iter();
            let interfaces = owners.filter(|of| is_structural(project, *of));
            interfaces.map(|of| resolver.interface_methods(of)).collect()
        };
        let members = known.iter().map(|def| (*def, methods(def)));
        Self { context, members: members.filter(|(_, of)| !of.is_empty()).collect() }
    }

    /// Returns the members of supertypes that a member overrides or implements.
    fn overridden_by(&self, member: Def) -> Vec<Def> {
        let resolver = Resolver::new(self.context);
        let project = self.context.project;
        let Some((unit, symbol)) = project.get(member) else { return Vec::new() };
        let symbol = unit.symbol(symbol);
        let owners = resolver.owner_types(member);
        if !symbol.kind.is_callable() || owners.is_empty() {
            return Vec::new();
        }
        let mut above = resolver.inherited_on_side(&owners, &symbol.name, member);
        let conform = |methods: &Vec<Def>| {
            let conforms = |of: &Def| Resolver::new(self.context).conforms(*of, methods).is_some();
            owners.iter().any(conforms)
        };
        let others = self.members.iter().filter(|(def, _)| *def != member);
        let is_required = others.filter(|(_, interfaces)| interfaces.iter().any(conform));
        above.extend(is_required.map(|(def, _)| *def));
        // An overload of the type's own overrides nothing.
        above.retain(|def| {
            may_be_same(project, *def, member)
                && project.are_on_one_side(*def, member)
                && resolver.is_overridable(*def)
        });
        above
    }
}

/// Returns the types in the directories of some types that embed them, directly or not.
fn embedding_types(resolver: &Resolver<'_>, types: &[Def]) -> Vec<Def> {
    let project = resolver.project;
    let mut found: Vec<Def> = types.to_vec();
    let mut level = 0..found.len();
    for _ in 0..MAX_DEPTH {
        for index in level.clone() {
            let of = found[index];
            let Some((unit, symbol)) = project.get(of) else { continue };
            let name = &unit.symbol(symbol).name;
            // What is embedded is also a field of its own name.
            for field in project.definitions_in_directory(split_path(unit.path()).0, name) {
                let Some((unit, symbol)) = project.get(field) else { continue };
                let symbol = unit.symbol(symbol);
                let Some(parent) = symbol.parent.filter(|_| symbol.kind == SymbolKind::Field)
                else {
                    continue;
                };
                let parent = Def { file: field.file, symbol: parent as u32 };
                if !found.contains(&parent) && resolver.ancestors(parent).types.contains(&of) {
                    found.push(parent);
                }
            }
        }
        level = level.end..found.len();
    }
    found.split_off(types.len())
}
