//! Outcomes of the rules: of the definitions that one leads to, those that are candidates.

use super::candidates::{Candidate, Candidates};
use super::meaning::{Meaning, Other, Resolution, Shared};
use super::members::{names_of_path, owner_name, simple_name};
use super::resolver::Resolver;
use super::types;
use crate::domain::{Certainty, SymbolKind, lock, remembered};
use crate::engine::graph::model::{Def, Lookup, Members, Module, Owner, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::rule::Rule;
use crate::engine::graph::semantics;
use crate::workspace::names::Use;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// More definitions than this, to each of which only the name leads, say nothing of a use, nor do
/// more members of one name, which a type in very many parts may have: thousands of uses would each
/// mean thousands.
const MAX_POSSIBLE: usize = 1_000;

/// Number of members up to which those that override them are looked for at each use, and of lists
/// of more of which they are remembered.
const MAX_COMPARED: usize = 16;
const MAX_REMEMBERED: usize = 256;
/// Maximum number of functions above one that are looked at for a member.
const MAX_FUNCTIONS_ABOVE: usize = 8;

impl Candidates<'_, '_> {
    /// Returns the definitions that are candidates; if none is, the first of them as another
    /// definition. Nothing if only the name leads to more than [`MAX_POSSIBLE`], or anything to
    /// more than each use may mean.
    pub(super) fn keep(&self, defs: &[Def], certainty: Certainty, rule: Rule) -> Resolution {
        let is_by_name = rule == Rule::SameName;
        if defs.len() > self.context.max_meanings || is_by_name && defs.len() > MAX_POSSIBLE {
            return Resolution::Unresolved;
        }
        let kept = defs.iter().copied().filter(|def| self.is_open || self.contains(*def));
        let meanings: Vec<Meaning> = kept.map(|def| Meaning { def, certainty, rule }).collect();
        match defs.first() {
            _ if !meanings.is_empty() => Resolution::Definitions(meanings),
            Some(other) => Resolution::Other(Other::Definition(*other)),
            None => Resolution::Unresolved,
        }
    }

    /// Returns whether a use may be unresolved only since so many definitions have the name.
    pub(in crate::engine::graph) fn are_too_many(&self) -> bool {
        self.defs.len() > MAX_POSSIBLE
    }

    /// Leaves out functions, but those that a rule found which `stays`.
    pub(super) fn without_functions(
        &self,
        resolution: Resolution,
        stays: impl Fn(Rule) -> bool,
    ) -> Resolution {
        let Resolution::Definitions(mut meanings) = resolution else { return resolution };
        meanings.retain(|meaning| stays(meaning.rule) || !self.project.is_callable(meaning.def));
        if meanings.is_empty() {
            Resolution::Other(Other::Label)
        } else {
            Resolution::Definitions(meanings)
        }
    }

    /// Converts the result of a look-up; `None` if it found nothing.
    pub(super) fn resolve_lookup(
        &self,
        unit: &Unit,
        found: &Lookup,
        rule: Rule,
    ) -> Option<Resolution> {
        match found {
            Lookup::Definitions(defs) if defs.len() > MAX_POSSIBLE && !self.is_one_group(defs) => {
                Some(Resolution::Unresolved)
            }
            Lookup::Definitions(defs) => {
                let is_here = defs.iter().any(|def| def.file == unit.file);
                let rule = if is_here && rule == Rule::Import { Rule::SameFile } else { rule };
                Some(self.keep(defs, Certainty::Likely, rule))
            }
            Lookup::Module(Module::Inline(def)) => {
                Some(self.keep(&[*def], Certainty::Likely, rule))
            }
            Lookup::Module(_) => Some(Resolution::Other(Other::Module)),
            Lookup::External => Some(Resolution::External(None)),
            Lookup::Unknown => None,
        }
    }

    /// Resolves a name that a file imports from a path: a package, or a type with such a member.
    pub(super) fn resolve_import_path(&self, unit: &Unit, path: &str) -> Resolution {
        let first = path.split('.').next().unwrap_or(path);
        let last = path.rsplit('.').next().unwrap_or(path);
        let package = |of: &Unit| of.package().unwrap_or_default().replace('/', ".");
        let seen = || self.each.iter().filter(|each| each.may_be_seen(unit));
        let is_imported = |each: &&Candidate<'_>| match owner_name(each.unit, each.symbol) {
            Some(owner) => owner == last,
            None => {
                let own = package(each.unit);
                own == path || own.ends_with(&format!(".{path}"))
            }
        };
        let defs: Vec<Def> = seen().filter(is_imported).map(|each| each.def).collect();
        let is_near =
            |each: &Candidate<'_>| package(each.unit).split('.').any(|name| name == first);
        match self.keep(&defs, Certainty::Likely, Rule::Import) {
            Resolution::Unresolved if !seen().any(is_near) => {
                Resolution::External(Some(path.to_owned()))
            }
            resolution => resolution,
        }
    }

    /// Returns the members of all types of a name.
    pub(super) fn members_of_name(&self, of: &str, rule: Rule) -> Resolution {
        match self.members_named(of) {
            members if members.len() > MAX_POSSIBLE => Resolution::Unresolved,
            members => self.keep(&members, Certainty::Likely, rule),
        }
    }

    fn members_named(&self, of: &str) -> Vec<Def> {
        let path = names_of_path(of);
        let last = simple_name(of);
        let is_of = |each: &&Candidate<'_>| match &each.owner {
            Some(Owner::Type(of_type)) => each.unit.symbol(of_type.symbol).name == last,
            Some(Owner::Named { name, .. }) => simple_name(name) == last,
            None => false,
        };
        let mut members: Vec<&Candidate<'_>> = self.each.iter().filter(is_of).collect();
        if path.len() > 1 {
            let resolver = Resolver::new(&self.context);
            members.retain(|each| {
                let owners = resolver.owner_types(each.def);
                owners.is_empty() || owners.iter().any(|of| resolver.may_be_within(*of, &path))
            });
        }
        // The path of a nested type has the outer type's name before its own.
        let (within, outside): (Vec<&Candidate<'_>>, Vec<&Candidate<'_>>) =
            members.into_iter().partition(|each| is_in_nested_type(each));
        let members = if outside.is_empty() { within } else { outside };
        members.iter().map(|each| each.def).collect()
    }

    /// Returns the members of types that may be below a type from outside: their headers or those
    /// of their supertypes name it, or the members say that they override some from outside.
    pub(super) fn members_below_outside(&self, of: &str) -> Vec<Def> {
        let resolver = Resolver::new(&self.context);
        let names_it = |def: &Def| {
            self.project.get(*def).is_some_and(|(unit, symbol)| {
                let names = unit.names();
                let above = names.supertypes_at(unit.symbol(symbol).name_bytes.start);
                above.iter().any(|pair| {
                    names.name_of_type(unit.content(), pair.supertype_written) == Some(of)
                })
            })
        };
        let is_below = |each: &&Candidate<'_>| {
            let types = resolver.owner_types(each.def);
            let above = resolver.with_ancestors(&types);
            let is_open = || types.iter().any(|of| resolver.ancestors(*of).is_open);
            above.iter().any(names_it) || self.says_override(each) && is_open()
        };
        let members = self.each.iter().filter(|each| each.owner.is_some());
        members.filter(is_below).map(|each| each.def).collect()
    }

    /// Resolves a member of a value of which only the type's name is known; the type may have
    /// inherited it.
    pub(super) fn member_of_named_type(&self, unit: &Unit, of: &str, rule: Rule) -> Resolution {
        let key = (of.to_owned(), rule);
        let known = lock(&self.of_named_types).get(&key).cloned();
        let members = known.unwrap_or_else(|| {
            let found = self.members_of_named_type(of, rule);
            lock(&self.of_named_types).insert(key, found.clone());
            found
        });
        members.or_else(|| match self.is_common {
            true => Resolution::Unresolved,
            false => self.possible_definitions(unit, |_, owner| owner.is_some()),
        })
    }

    fn members_of_named_type(&self, of: &str, rule: Rule) -> Resolution {
        let members = match self.members_named(of) {
            none if none.is_empty() => self.members_above_function(of),
            members => members,
        };
        if members.len() > MAX_POSSIBLE {
            return Resolution::Unresolved;
        }
        let resolver = Resolver::new(&self.context);
        let of_member = |def: &Def| resolver.owner_types(*def);
        let types: Vec<Def> = members.iter().flat_map(of_member).collect();
        self.with_overriding(&members, &types, rule)
    }

    /// Returns the members of the nearest function above one, where functions make values and code
    /// says what these inherit: `util.inherits(Sub, Pool)`.
    fn members_above_function(&self, of: &str) -> Vec<Def> {
        let mut name = of.to_owned();
        for depth in 0..MAX_FUNCTIONS_ABOVE {
            // What makes a value was looked up to know so.
            let makers = match depth {
                0 => self.project.known(&name).map(|known| Arc::clone(&known.defs)),
                _ => self.project.definitions(&name).ok(),
            };
            let Some(makers) = makers else { break };
            let above = |def: &Def| {
                let (unit, _) =
                    self.project.get(*def).filter(|_| self.project.is_callable(*def))?;
                let mut pairs = unit.supertypes_of(&name);
                pairs.find_map(|pair| types::name(unit, pair.supertype_written)).map(str::to_owned)
            };
            let Some(next) = makers.iter().find_map(above) else { break };
            let members = self.members_named(&next);
            if !members.is_empty() {
                return members;
            }
            name = next;
        }
        Vec::new()
    }

    /// Resolves to the definitions of the name that `accept` takes: likely if they are one.
    pub(super) fn resolve_by_name(
        &self,
        unit: &Unit,
        accept: impl Fn(SymbolKind, &Option<Owner>) -> bool,
    ) -> Resolution {
        let defs = self.accepted(unit, accept);
        if self.is_one_group(&defs) {
            self.keep(&defs, Certainty::Likely, Rule::UniqueName)
        } else {
            self.keep(&defs, Certainty::Possible, Rule::SameName)
        }
    }

    /// Resolves to the definitions of the name that `accept` takes, as possible at most.
    pub(super) fn possible_definitions(
        &self,
        unit: &Unit,
        accept: impl Fn(SymbolKind, &Option<Owner>) -> bool,
    ) -> Resolution {
        self.possible(&self.accepted(unit, accept))
    }

    /// Resolves to definitions to which only the name leads.
    pub(super) fn possible(&self, defs: &[Def]) -> Resolution {
        let rule = if self.is_one_group(defs) { Rule::UniqueName } else { Rule::SameName };
        self.keep(defs, Certainty::Possible, rule)
    }

    /// Resolves to the functions of the name that a file may apply to values of types as if they
    /// were their members.
    pub(super) fn applied_to(&self, unit: &Arc<Unit>, types: &[Def], rule: Rule) -> Resolution {
        let subject = Value::Instance(types.to_vec(), None);
        let found = Resolver::new(&self.context).applied_to(unit, &subject, &self.name);
        self.keep(&found, Certainty::Likely, rule)
    }

    /// Resolves to members that were found in types, or to those that extensions may add to them.
    pub(super) fn resolve_members(
        &self,
        unit: &Arc<Unit>,
        found: &Use,
        (members, types): (&Members, &[Def]),
        rule: Rule,
    ) -> Resolution {
        if members.found.len() > MAX_POSSIBLE {
            return Resolution::Unresolved;
        }
        let resolution = self.with_overriding(&members.found, types, rule);
        let resolution = match members.found.is_empty() {
            true => self.with_other_language(unit, found, (types, rule), resolution),
            false => resolution,
        };
        // A function for the type is hidden only by a member that takes the same arguments.
        let applied = || {
            let seen = self.applied_to(unit, types, Rule::Receiver);
            seen.or_else(|| self.applied_around(unit, found, types))
        };
        let resolution = match self.take_none(unit, found, &members.found) {
            true => applied().or_else(|| resolution),
            false => resolution,
        };
        let resolution = resolution.or_else(|| self.extension_members(unit, types));
        let resolution = resolution.or_else(applied);
        // The value may be in a wrapper that has the member.
        let resolution = resolution.or_else(|| self.seen_trait(unit, found, None));
        let resolution = resolution.or_else(|| self.of_outside_type(unit, members, types));
        resolution.or_else(|| match self.is_common {
            true => Resolution::Unresolved,
            false => {
                let is_missing = members.found.is_empty();
                let known = is_missing.then(|| self.inherited_from_library(unit, types)).flatten();
                let any = || self.possible(&self.members_from_elsewhere(unit, members.is_open));
                known.unwrap_or_else(any)
            }
        })
    }

    /// Resolves a member that classes of the project have from classes outside of it: it may be in
    /// a class below, and else is the library's, since no value is of two unrelated classes. `None`
    /// where that is not known.
    pub(super) fn inherited_from_library(&self, unit: &Unit, types: &[Def]) -> Option<Resolution> {
        let resolver = Resolver::new(&self.context);
        let is_class = |of: Def| self.kind_of(of).is_some_and(SymbolKind::is_class);
        let is_of_library = |of: &Def| {
            let above = resolver.ancestors(*of);
            is_class(*of) && above.is_open && !above.is_cut
        };
        let is_known = unit.rules().single_parent
            && (1..=MAX_COMPARED).contains(&types.len())
            && types.iter().all(is_of_library);
        // Thousands of uses may be of values of one class.
        let find = || self.below_library(unit, types);
        is_known.then(|| {
            let key = (unit.rules().family, types.to_vec());
            remembered(&self.elsewhere.below_libraries, key, find)
        })
    }

    /// Resolves to the members of classes that extend some classes, and to those of what may.
    fn below_library(&self, unit: &Unit, types: &[Def]) -> Resolution {
        let resolver = Resolver::new(&self.context);
        let is_class = |of: Def| self.kind_of(of).is_some_and(SymbolKind::is_class);
        let is_below = |owner: &Option<Owner>| match owner {
            Some(Owner::Type(owner)) => {
                let above = resolver.ancestors(*owner);
                types.iter().any(|of| of == owner || above.types.contains(of))
            }
            _ => false,
        };
        // What may be mixed into a class below, or is of a class of which not all above is known.
        let may_be_below = |owner: &Option<Owner>| match owner {
            Some(Owner::Type(owner)) => !is_class(*owner) || resolver.ancestors(*owner).is_cut,
            Some(Owner::Named { .. }) => true,
            None => false,
        };
        let below = self.accepted(unit, |_, owner| is_below(owner));
        let others = self.accepted(unit, |_, owner| !is_below(owner) && may_be_below(owner));
        match others.is_empty() {
            true if below.is_empty() => Resolution::External(None),
            true => self.keep(&below, Certainty::Possible, Rule::ThroughSupertype),
            false => self.possible(&[below, others].concat()),
        }
    }

    /// Returns the members that a value may have of what is not known to be above its type: of an
    /// extension trait, a mixin, or where any may be, a base class from outside. They are found
    /// once for all uses.
    fn members_from_elsewhere(&self, unit: &Unit, is_open: bool) -> Shared {
        let accept = |_: SymbolKind, owner: &Option<Owner>| match owner {
            Some(Owner::Named { implemented, .. }) => is_open || implemented.is_some(),
            Some(Owner::Type(of)) => {
                let kind = || self.kind_of(*of);
                is_open || matches!(kind(), Some(SymbolKind::Trait | SymbolKind::Module))
            }
            None => false,
        };
        let find = || Arc::new(self.accepted(unit, accept));
        let mut known = lock(&self.elsewhere.members);
        Arc::clone(known.entry((unit.rules().family, is_open)).or_insert_with(find))
    }

    /// Resolves a member that types of the project have from types outside of it, if those are all
    /// known to be so.
    fn of_outside_type(&self, unit: &Unit, members: &Members, types: &[Def]) -> Resolution {
        let resolver = Resolver::new(&self.context);
        let is_outside = |of: &Def| {
            let ancestors = resolver.ancestors(*of);
            ancestors.is_open && !ancestors.is_cut
        };
        // A type may lead to another one, as a pointer does.
        let leads = |operator: &str| !resolver.members(types, operator).found.is_empty();
        let is_known = unit.rules().outside_types
            && members.found.is_empty()
            && !types.is_empty()
            && types.iter().all(is_outside)
            && !["operator->", "operator*"].into_iter().any(leads);
        if is_known { Resolution::External(None) } else { Resolution::Unresolved }
    }

    /// Resolves to the members that a type around a use has, and to those that override them.
    pub(super) fn own_member(&self, members: &[Def], types: &[Def]) -> Resolution {
        match members {
            [] => Resolution::Unresolved,
            _ if members.len() > MAX_POSSIBLE => Resolution::Unresolved,
            _ => self.with_overriding(members, types, Rule::OwnMember),
        }
    }

    /// Returns members of types, and those that override them: the value may be of a subtype. Very
    /// many members may be those of each of very many uses.
    fn with_overriding(&self, members: &[Def], types: &[Def], rule: Rule) -> Resolution {
        let find = || self.find_with_overriding(members, types, rule);
        if members.len() <= MAX_COMPARED {
            return find();
        }
        let key = (members.to_vec(), types.to_vec(), rule);
        if let Some(known) = lock(&self.overridden).get(&key) {
            return known.clone();
        }
        let found = find();
        let mut known = lock(&self.overridden);
        if known.len() < MAX_REMEMBERED {
            known.insert(key, found.clone());
        }
        found
    }

    fn find_with_overriding(&self, members: &[Def], types: &[Def], rule: Rule) -> Resolution {
        if !self.are_compared(types) {
            return Resolution::Unresolved;
        }
        let own = self.keep(members, Certainty::Likely, rule);
        let is_hidden =
            !members.is_empty() && !Resolver::new(&self.context).are_overridable(members);
        let mut overriding =
            if is_hidden { Vec::new() } else { self.members_below(members, types) };
        overriding.extend(self.members_in_shape_of(types));
        if overriding.len() > self.context.max_meanings {
            return Resolution::Unresolved;
        }
        let is_own: FxHashSet<Def> = members.iter().copied().collect();
        overriding.retain(|def| !is_own.contains(def));
        if let Some(side) = members.first().and_then(|of| self.overriding_side(*of)) {
            overriding.retain(|def| self.overriding_side(*def).is_none_or(|other| other == side));
        }
        // An abstract member is defined by subtypes only.
        let is_abstract = |def: &Def| {
            self.project.get(*def).is_some_and(|(unit, symbol)| {
                semantics::of(unit.language).is_abstract(unit, unit.symbol(symbol))
            })
        };
        let only_below = match members {
            // What has no values of its own asks for a member of what it is mixed into.
            [] => !types.is_empty() && types.iter().all(|of| self.is_only_mixed_in(*of)),
            _ => members.iter().all(is_abstract),
        };
        let certainty = if only_below { Certainty::Likely } else { Certainty::Possible };
        match (own, self.keep(&overriding, certainty, Rule::ThroughSupertype)) {
            (Resolution::Definitions(mut own), Resolution::Definitions(overriding)) => {
                own.extend(overriding);
                Resolution::Definitions(own)
            }
            (Resolution::Unresolved | Resolution::Other(_), below @ Resolution::Definitions(_)) => {
                below
            }
            (own, _) => own,
        }
    }

    /// Returns whether all values of a type are of those that mix it in, and have from it what it
    /// shows alone.
    fn is_only_mixed_in(&self, of: Def) -> bool {
        let resolver = Resolver::new(&self.context);
        self.kind_of(of) == Some(SymbolKind::Trait)
            && resolver.is_mixin(of)
            && !resolver.ancestors(of).is_open
    }

    /// Returns the members that `super` means in a mixin: those above it, and those that override
    /// them, of which a type may mix some in before it.
    pub(super) fn above_mixin(&self, members: &[Def], mixins: &[Def]) -> Resolution {
        let resolver = Resolver::new(&self.context);
        let owners: Vec<Def> = members.iter().flat_map(|def| resolver.owner_types(*def)).collect();
        let resolution = self.with_overriding(members, &owners, Rule::Super);
        let Resolution::Definitions(mut above) = resolution else { return resolution };
        above.retain(|meaning| {
            let owners = resolver.owner_types(meaning.def);
            !owners.iter().any(|of| mixins.contains(of))
        });
        if above.is_empty() { Resolution::Unresolved } else { Resolution::Definitions(above) }
    }

    /// Returns whether a use can never refer to a definition, by the form of both.
    pub(in crate::engine::graph) fn is_apart(&self, unit: &Unit, found: &Use, def: Def) -> bool {
        self.project.get(def).is_some_and(|(defining, symbol)| {
            let semantics = semantics::of(unit.language);
            semantics.is_apart(unit, found, (defining, defining.symbol(symbol)))
        }) || self.is_called_field(unit, found, def)
    }

    /// Returns whether a use sets a value, which some of the definitions never do: `pool.size = 1`
    /// calls `size=`.
    pub(in crate::engine::graph) fn is_set_apart(&self, unit: &Unit, found: &Use) -> bool {
        let behind = unit.content()[found.span.end as usize..].trim_start();
        let is_set = behind.strip_prefix('=').is_some_and(|value| !value.starts_with(['=', '~']));
        is_set && self.defs.iter().any(|def| self.is_apart(unit, found, *def))
    }

    pub(super) fn kind_of(&self, def: Def) -> Option<SymbolKind> {
        self.project.get(def).map(|(unit, symbol)| unit.symbol(symbol).kind)
    }
}

/// Returns whether a member belongs to a type that is itself a member of a type.
fn is_in_nested_type(each: &Candidate<'_>) -> bool {
    match &each.owner {
        Some(Owner::Type(of)) => {
            let parent =
                each.unit.symbol(of.symbol).parent.map(|parent| &each.unit.symbols()[parent]);
            parent.is_some_and(|parent| parent.kind.is_type())
        }
        Some(Owner::Named { name, .. }) => name.contains(">::"),
        None => false,
    }
}
