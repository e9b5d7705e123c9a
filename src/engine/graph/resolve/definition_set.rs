//! Index of the definitions of one name by their type, so that a type's own members need no search.

use super::members::{owner, scope_of};
use super::resolver::Resolver;
use crate::domain::{SymbolKind, lock};
use crate::engine::graph::model::{
    ByOwner, Def, DefinitionSet, FileIndex, Members, MembersApart, Owner, PartMembers,
};
use crate::engine::graph::project::{Project, Unit};
use crate::engine::graph::semantics;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex};

/// Number of definitions of a name in one file or directory up to which each is looked at, to find
/// the members of a type among them.
const MAX_COMPARED: usize = 16;

/// Number of definitions of one type, which are its parts or stand for each other, beyond which it
/// is not told for each use of a member which of them is meant.
const MAX_PARTS: usize = 128;

/// Number of lists of very many types whose members are remembered.
const MAX_REMEMBERED: usize = 256;

/// Indices of the definitions of names, by where these stand.
#[derive(Default)]
struct Crowded(Mutex<FxHashMap<(Place, String), Arc<DefinitionSet>>>);

/// Where definitions of a name stand.
#[derive(PartialEq, Eq, Hash)]
enum Place {
    /// A directory, or a file with very many of the name.
    Path(String),
    /// The files of the parts of a type.
    Parts(PartsPlace),
}

/// What decides in which files the parts of a type are looked for. All parts have the same one, so
/// that what is found for one of thousands is known of the others.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct PartsPlace {
    pub(super) directory: String,
    pub(super) language: &'static str,
    /// True if code in other files may add supertypes to the type.
    pub(super) is_extended: bool,
    /// The name of the type.
    pub(super) name: String,
}

impl Resolver<'_> {
    /// Returns whether types are so many that their members are not told apart. Modules may have
    /// any number of parts.
    pub(super) fn are_too_many(&self, types: &[Def]) -> bool {
        let is_type = |of: &&Def| {
            let kind = self.project.get(**of).map(|(unit, symbol)| unit.symbol(symbol).kind);
            kind != Some(SymbolKind::Module)
        };
        types.len() > MAX_PARTS && types.iter().filter(is_type).nth(MAX_PARTS).is_some()
    }

    /// Returns the members called `name` of types: of each its own, else those of its nearest
    /// ancestor. Parts of one type have the members of all parts. Each of very many uses may ask
    /// for those of the same very many types.
    pub(in crate::engine) fn members(&self, types: &[Def], name: &str) -> Members {
        if self.are_too_many(types) {
            return Members { found: Vec::new(), is_open: true };
        }
        if types.len() <= MAX_COMPARED || !self.is_undisturbed() {
            return self.find_members(types, name);
        }
        let of_types = &self.context.members_of_types;
        let key = (types.to_vec(), Box::from(name));
        if let Some(known) = lock(of_types).get(&key) {
            return known.clone();
        }
        let found = self.find_members(types, name);
        let mut of_types = lock(of_types);
        if of_types.len() < MAX_REMEMBERED {
            of_types.insert(key, found.clone());
        }
        found
    }

    /// Returns the own members of a type in its file.
    pub(super) fn members_in_file(&self, of: Def, name: &str) -> Vec<Def> {
        let project = self.project;
        let Some(unit) = project.unit(of.file) else { return Vec::new() };
        let find = || project.definitions_in(of.file, name);
        if unit.symbols_named(name).nth(MAX_COMPARED).is_none() {
            return self.own_among(of, find());
        }
        self.own_members_at(of, (Place::Path(unit.path().to_owned()), name), find)
    }

    /// Returns the own members of a type in a directory.
    pub(super) fn members_in_directory(&self, directory: &str, of: Def, name: &str) -> Vec<Def> {
        let find = || self.project.definitions_in_directory(directory, name);
        self.own_members_at(of, (Place::Path(directory.to_owned()), name), find)
    }

    /// Returns the own members of a type in the files of its parts.
    pub(super) fn members_in_files_of(
        &self,
        parts: PartsPlace,
        of: Def,
        (name, files): (&str, impl FnOnce() -> Vec<FileIndex>),
    ) -> Vec<Def> {
        let find = || {
            let files = files().into_iter();
            files.flat_map(|file| self.project.definitions_in(file, name)).collect()
        };
        self.own_members_at(of, (Place::Parts(parts), name), find)
    }

    /// Returns the own members of a type at a place. `find` returns all definitions of the name
    /// there.
    fn own_members_at(
        &self,
        of: Def,
        (place, name): (Place, &str),
        find: impl FnOnce() -> Vec<Def>,
    ) -> Vec<Def> {
        let crowded = self.project.fact(|_| Crowded::default());
        let key = (place, name.to_owned());
        let known = lock(&crowded.0).get(&key).cloned();
        let set = match known {
            Some(set) => set,
            None => {
                // Few may be left of very many of the name, which each look-up would go through.
                let set = Arc::new(DefinitionSet::new(find(), Vec::new()));
                Arc::clone(lock(&crowded.0).entry(key).or_insert(set))
            }
        };
        if set.defs.len() <= MAX_COMPARED {
            return self.own_among(of, set.defs.to_vec());
        }
        // The set also has members that the type around an enumeration shares with it.
        self.own_among(of, set.members_of(self, of))
    }

    fn own_among(&self, of: Def, mut defs: Vec<Def>) -> Vec<Def> {
        defs.retain(|def| self.is_member_of(*def, of));
        defs
    }
}

impl DefinitionSet {
    /// Returns the types among the definitions.
    pub(super) fn types(&self, project: &Project<'_>) -> &[Def] {
        let are_types = || self.defs.iter().copied().filter(|def| project.is_type(*def)).collect();
        self.types.get_or_init(are_types)
    }

    /// Returns the members of a type among the definitions, without inherited ones.
    pub(super) fn members_of(&self, resolver: &Resolver<'_>, of: Def) -> Vec<Def> {
        let project = resolver.project;
        let by_owner = self.by_owner.get_or_init(|| ByOwner::new(project, &self.defs));
        let Some((unit, symbol)) = project.get(of) else { return Vec::new() };
        let of_symbol = unit.symbol(symbol);
        let inside = by_owner.inside.get(&of).into_iter().flatten();
        let parts = match semantics::of(unit.language).has_parts(of_symbol) {
            true => self.members_in_parts(resolver, by_owner, (unit, of)),
            false => Arc::default(),
        };
        let mut indices: Vec<usize> = inside.chain(&*parts).copied().collect();
        let elsewhere = by_owner.elsewhere.get(&of_symbol.name).map_or(&[][..], Vec::as_slice);
        indices.extend(self.members_apart(resolver, of, elsewhere));
        indices.sort_unstable();
        indices.dedup();
        indices.into_iter().map(|index| self.defs[index]).collect()
    }

    /// Returns the members in all parts of a type.
    fn members_in_parts(
        &self,
        resolver: &Resolver<'_>,
        by_owner: &ByOwner,
        (unit, of): (&Unit, Def),
    ) -> Arc<[usize]> {
        if let Some(known) = lock(&self.in_parts).get(&of) {
            return Arc::clone(known);
        }
        let parts = by_owner.inside_named.get(&name_of_parts(unit, of.symbol));
        let is_same = |part: &&PartMembers| resolver.is_same_type(part.of, of);
        let same: Vec<&PartMembers> = parts.into_iter().flatten().filter(is_same).collect();
        // Sets of members of one name have none in common: the first tells which.
        let key = same.iter().filter_map(|part| part.members.first().copied()).collect();
        let all = || same.iter().flat_map(|part| &part.members).copied().collect();
        let members = Arc::clone(lock(&self.of_parts).entry(key).or_insert_with(all));
        lock(&self.in_parts).insert(of, Arc::clone(&members));
        members
    }

    /// Returns those of some members written apart from types of one name that are members of one
    /// of these types.
    fn members_apart(&self, resolver: &Resolver<'_>, of: Def, members: &[usize]) -> Vec<usize> {
        let Some(first) = members.get(MAX_COMPARED).filter(|_| resolver.owners.is_idle()) else {
            let is_member = |index: &usize| resolver.is_member_of(self.defs[*index], of);
            return members.iter().copied().filter(is_member).collect();
        };
        // Sets of definitions of one name hold each other or have none in common.
        let key = (self.defs[*first], members.len());
        let known = lock(&resolver.context.apart).get(&key).cloned();
        let apart = known.unwrap_or_else(|| {
            let apart = Arc::new(MembersApart::new(resolver, &self.defs, members));
            lock(&resolver.context.apart).insert(key, Arc::clone(&apart));
            apart
        });
        apart.members_of(of)
    }
}

impl MembersApart {
    fn new(resolver: &Resolver<'_>, defs: &[Def], members: &[usize]) -> Self {
        let mut apart = Self::default();
        for index in members {
            let def = defs[*index];
            let Some((unit, symbol)) = resolver.project.get(def) else { continue };
            let Some(Owner::Named { name, at, .. }) = owner(unit, symbol) else { continue };
            let types = resolver.types_of_name(def, unit, (&name, at));
            apart.in_file.entry(def.file).or_default().push(*index);
            if types.is_empty() {
                apart.of_any.push(*index);
            }
            for of in types.iter() {
                apart.of_type.entry(*of).or_default().push(*index);
            }
        }
        apart
    }

    fn members_of(&self, of: Def) -> Vec<usize> {
        let named = self.of_type.get(&of).into_iter().flatten();
        let beside = self.in_file.get(&of.file).into_iter().flatten();
        named.chain(beside).chain(&self.of_any).copied().collect()
    }
}

/// Returns a name that all parts of a type have: its full one where that decides.
pub(super) fn name_of_parts(unit: &Unit, of: u32) -> String {
    match unit.rules().has_full_names {
        true => unit.full_name(of).join("::"),
        false => unit.symbol(of).name.clone(),
    }
}

/// What [`Resolver::is_same_type`] compares of a type; of one in parts, the file does not count.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct PartKey<'u> {
    file: Option<FileIndex>,
    pub(super) path: Vec<&'u str>,
    pub(super) is_part: bool,
    parameters: Option<usize>,
    pub(super) augmented: Option<FileIndex>,
}

impl<'u> PartKey<'u> {
    pub(super) fn new(project: &Project<'_>, unit: &'u Unit, of: Def) -> Self {
        let (semantics, symbol) = (semantics::of(unit.language), unit.symbol(of.symbol));
        let is_part = semantics.is_part(symbol);
        Self {
            file: (!is_part).then_some(of.file),
            path: match unit.rules().has_full_names {
                true => unit.full_name(of.symbol),
                false => unit.path_of(of.symbol),
            },
            is_part,
            parameters: semantics.type_parameters(unit, symbol),
            augmented: semantics.augmented_file(project, unit, symbol),
        }
    }
}

impl ByOwner {
    fn new(project: &Project<'_>, defs: &[Def]) -> Self {
        let mut by_owner = Self::default();
        let mut places: FxHashMap<PartKey<'_>, usize> = FxHashMap::default();
        for (index, def) in defs.iter().enumerate() {
            let Some((unit, symbol)) = project.get(*def) else { continue };
            match owner(unit, symbol) {
                Some(Owner::Type(of)) => {
                    // The members of an enumeration may be those of the type around it as well.
                    let scope = scope_of(unit, unit.symbol(symbol)).map(|scope| scope as u32);
                    if let Some(scope) = scope.filter(|scope| *scope != of.symbol) {
                        let around = Def { file: unit.file, symbol: scope };
                        by_owner.inside.entry(around).or_default().push(index);
                    }
                    let name = name_of_parts(unit, of.symbol);
                    by_owner.inside.entry(of).or_default().push(index);
                    let parts = by_owner.inside_named.entry(name).or_default();
                    let key = PartKey::new(project, unit, of);
                    let place = *places.entry(key).or_insert_with(|| {
                        parts.push(PartMembers { of, members: Vec::new() });
                        parts.len() - 1
                    });
                    parts[place].members.push(index);
                }
                Some(Owner::Named { name, .. }) => {
                    let last = name.rsplit([':', '.']).next().unwrap_or(&name).to_owned();
                    by_owner.elsewhere.entry(last).or_default().push(index);
                }
                None => {}
            }
        }
        by_owner
    }
}
