//! Types that files of a program see without an import, and which of several of one name a place
//! sees: that of the innermost namespace around it, or of one that the file imports as a whole.

use super::global_imports::ImportedByAll;
use super::resolver::Resolver;
use super::types_by_path::{self, TypesByPath, at_places};
use crate::domain::{SymbolKind, lock};
use crate::engine::graph::model::{Def, FileIndex, TypesByName, Value};
use crate::engine::graph::project::{Unit, names_of};
use crate::engine::graph::semantics::{self, number_of_arguments};
use crate::lang::{GraphRules, Imports};
use std::collections::BTreeSet;
use std::sync::Arc;

impl Resolver<'_> {
    /// Returns the types that a path of names means where nesting and namespaces decide that, none
    /// if they are others of the last name; `None` elsewhere, and where no type of it is known.
    pub(super) fn types_in_full(&self, unit: &Unit, path: &[&str], at: usize) -> Option<Vec<Def>> {
        if !unit.rules().has_full_names || path.len() > MAX_NAMES {
            return None;
        }
        let full = semantics::of(unit.language).full_names(unit, path, at)?;
        let named = self.all_by_full_name(unit, path.last()?);
        if named.of.is_empty() {
            return self.nested_in_full(unit, path, at);
        }
        let find = |name: &[&str]| named.of.get(&key_of(unit, name)).cloned();
        let written =
            |names: &Vec<String>| find(&names.iter().map(String::as_str).collect::<Vec<&str>>());
        let inherited = || self.inherited_by_full_name(full.within?, path, &named);
        // Names of what is around come before those that the innermost of it inherits, but for the
        // names outside of all.
        let (outermost, nested) = match full.within {
            Some(_) => (full.names.last(), &full.names[..full.names.len() - 1]),
            None => (None, &full.names[..]),
        };
        let found = nested.iter().find_map(written).or_else(inherited);
        let found = found.or_else(|| outermost.and_then(written));
        let found = found.or_else(|| self.nested_in_full(unit, path, at));
        if found.is_some() {
            return found;
        }
        // What is included at the top is seen in no type of its own.
        let is_open = !full.are_all && full.within.is_none() && named.of.len() == 1;
        let end = key_of(unit, path);
        let mut seen = named.of.iter().filter(|(name, _)| is_open && name.ends_with(&end));
        Some(seen.next().map(|(_, types)| types.clone()).unwrap_or_default())
    }

    /// Returns the types of a path's last name in the files of those that the names before it mean.
    fn nested_in_full(&self, unit: &Unit, path: &[&str], at: usize) -> Option<Vec<Def>> {
        let [above @ .., last] = path else { return None };
        if above.is_empty() {
            return None;
        }
        let mut found = Vec::new();
        for around in self.types_in_full(unit, above, at)? {
            let Some((of, symbol)) = self.project.get(around) else { continue };
            let full: Vec<&str> = of.full_name(symbol).into_iter().chain([*last]).collect();
            let inside = of
                .symbols_named_in(last, symbol)
                .filter(|(inside, symbol)| of.is_type(symbol) && of.full_name(*inside) == full);
            found.extend(inside.map(|(symbol, _)| Def { file: around.file, symbol }));
        }
        (!found.is_empty()).then_some(found)
    }

    /// Returns the type that a path means in an ancestor of a type.
    fn inherited_by_full_name(
        &self,
        within: Def,
        path: &[&str],
        named: &TypesByName,
    ) -> Option<Vec<Def>> {
        // Without such a type, no ancestor has to be known.
        if named.of.len() < 2 && named.of.keys().all(|name| !name.contains(SEPARATOR)) {
            return None;
        }
        self.ancestors(within).types.iter().find_map(|ancestor| {
            let (unit, symbol) = self.project.get(*ancestor)?;
            let name: Vec<&str> =
                unit.full_name(symbol).into_iter().chain(path.iter().copied()).collect();
            named.of.get(&key_of(unit, &name)).cloned()
        })
    }

    /// Returns the types and constants of a name that a file may mean, by their full names.
    fn all_by_full_name(&self, unit: &Unit, name: &str) -> Arc<TypesByName> {
        let key = (unit.file, name.to_owned());
        if let Some(known) = lock(&self.context.full_types).get(&key) {
            return Arc::clone(known);
        }
        let own = unit
            .symbols_named(name)
            .filter(|(_, symbol)| unit.is_type(symbol) || symbol.kind == SymbolKind::Constant);
        let mut all: Vec<Def> = own.map(|(symbol, _)| Def { file: unit.file, symbol }).collect();
        all.extend(self.known_types(unit, name).unwrap_or_else(|| self.shared_types(unit, name)));
        all.sort_unstable();
        all.dedup();
        let mut types = TypesByName::default();
        for def in all {
            if let Some((of, symbol)) = self.project.get(def) {
                types.of.entry(key_of(of, &of.full_name(symbol))).or_default().push(def);
            }
        }
        let types = Arc::new(types);
        lock(&self.context.full_types).insert(key, Arc::clone(&types));
        types
    }

    /// Returns the types of a name that a place sees, as far as they are known without a search.
    pub(super) fn types_by_name(&self, (unit, at): (&Unit, usize), name: &str) -> Vec<Def> {
        let known = self.known_types(unit, name).unwrap_or_default();
        let known = self.of_arguments((unit, at), name, known);
        if !known.is_empty() {
            return self.of_innermost((unit, at), known);
        }
        let mut types = self.of_arguments((unit, at), name, self.shared_types(unit, name));
        if !self.are_one_type(&types) {
            types = self.seen_from(unit, at, &types);
        }
        // Types of one name may be different ones.
        if self.are_one_type(&types) { types } else { Vec::new() }
    }

    /// Leaves out the types of a name that take another number of arguments than a place writes
    /// behind it, where types of one name differ by that: `Map<K, V>` is no `Map`.
    pub(super) fn of_arguments(
        &self,
        (unit, at): (&Unit, usize),
        name: &str,
        mut types: Vec<Def>,
    ) -> Vec<Def> {
        let mut written = None;
        types.retain(|def| {
            let Some((of, symbol)) = self.project.get(*def) else { return true };
            let symbol = of.symbol(symbol);
            let parameters = semantics::of(of.language).type_parameters(of, symbol);
            if !symbol.kind.is_type() || parameters.is_none() {
                return true;
            }
            let read = || unit.content().get(at..)?.strip_prefix(name).map(number_of_arguments);
            let written = *written.get_or_insert_with(read);
            written.is_none() || written == parameters
        });
        types
    }

    /// Returns whether a definition is a type within another one that is not around a place, so
    /// that its name alone does not mean it there.
    pub(super) fn is_nested_elsewhere(&self, (unit, at): (&Unit, usize), def: Def) -> bool {
        let Some((of, symbol)) = self.project.get(def).filter(|_| unit.rules().nested_by_path)
        else {
            return false;
        };
        if !of.is_type(of.symbol(symbol)) {
            return false;
        }
        let outer = self.namespace_of(def);
        outer.last().is_some_and(|outer| !namespace_around(unit, at).contains(outer))
    }

    /// Returns the types of a name in any namespace, as far as they are known without a search.
    pub(super) fn types_of_any_namespace(&self, unit: &Unit, name: &str) -> Vec<Def> {
        self.known_types(unit, name).unwrap_or_else(|| self.shared_types(unit, name))
    }

    /// Leaves types to those whose full names end with the names of a path.
    pub(super) fn named_in_full(&self, types: &[Def], names: &[&str]) -> Vec<Def> {
        if !names.is_empty() && names.len() <= types_by_path::MAX_NAMES {
            return at_places(types, self.by_path(types).ending_with(names));
        }
        let is_named = |def: &&Def| self.full_path(**def).ends_with(names);
        types.iter().filter(is_named).copied().collect()
    }

    /// Returns types by their full names.
    fn by_path(&self, types: &[Def]) -> Arc<TypesByPath> {
        if let Some(known) = lock(&self.context.types_by_path).get(types) {
            return Arc::clone(known);
        }
        let mut by_path = TypesByPath::new(types.iter().map(|def| self.full_path(*def)));
        by_path.are_types = types.iter().all(|def| self.project.is_type(*def));
        by_path.are_one = self.compare_as_one(types);
        let by_path = Arc::new(by_path);
        lock(&self.context.types_by_path).insert(types.to_vec(), Arc::clone(&by_path));
        by_path
    }

    /// Leaves types to those in the namespaces that a path names, else takes such a type that has
    /// what is asked for. One in no namespace may be in one that a macro opens.
    pub(super) fn in_written_namespace(
        &self,
        (unit, at): (&Unit, usize),
        path: &[&str],
        types: Vec<Def>,
    ) -> Vec<Def> {
        let Some(last) = path.last().filter(|_| unit.rules().qualifying_namespaces) else {
            return self.of_innermost((unit, at), types);
        };
        let owning = self.context.owning.get(*last).map_or(&[][..], Vec::as_slice);
        let is_named = |def: &Def| self.full_path(*def).ends_with(path);
        let is_meant = |def: &Def| self.is_within(*def, path);
        // Some namespaces on the way need no name.
        for is_it in [&is_named as &dyn Fn(&Def) -> bool, &is_meant] {
            for all in [&types[..], owning] {
                let found: Vec<Def> = all.iter().copied().filter(is_it).collect();
                if !found.is_empty() {
                    return found;
                }
            }
        }
        types.into_iter().filter(|def| self.may_be_within(*def, path)).collect()
    }

    /// Returns the type of a name in the type that a path of several names means.
    pub(super) fn nested_behind(
        &self,
        unit: &Arc<Unit>,
        path: &[&str],
        name: &str,
        at: usize,
    ) -> Option<Value> {
        let outer = (path.len() > 1).then(|| self.type_value(unit, &path.join("::"), at))?;
        let nested = matches!(outer, Value::Type(_)).then(|| self.member_value(unit, outer, name));
        nested.filter(|nested| matches!(nested, Value::Type(_)))
    }

    /// Like [`Self::is_within`], also for a type in no namespace.
    pub(super) fn may_be_within(&self, def: Def, path: &[&str]) -> bool {
        self.is_within(def, path) || self.namespace_of(def).is_empty()
    }

    /// Returns whether the names of a path are among those of a type and of what it is in, in their
    /// order.
    fn is_within(&self, def: Def, path: &[&str]) -> bool {
        let Some((unit, symbol)) = self.project.get(def) else { return false };
        let full = unit.facts().outline.path_of(symbol as usize);
        let mut full = full.into_iter().flat_map(names_of);
        full.next_back().as_ref() == path.last()
            && path[..path.len() - 1].iter().all(|name| full.any(|own| own == *name))
    }

    /// Returns the types of a name among what is looked for, of languages that a file may use.
    fn known_types(&self, unit: &Unit, name: &str) -> Option<Vec<Def>> {
        let mut known = self.known(name)?.types(self.project).to_vec();
        known.retain(|def| {
            let of = self.project.get(*def);
            of.is_none_or(|(of, _)| of.language.is_used_with(unit.language))
        });
        (!known.is_empty()).then_some(known)
    }

    /// Returns the types of a name in the files that are called after it, where all files of a
    /// program see each other's types, and those that have what is looked for: `Cache` in
    /// `Cache.cs` or in `cache.rb`; in any file where words tell types. An include says itself
    /// which files are seen.
    fn shared_types(&self, unit: &Unit, name: &str) -> Vec<Def> {
        let rules = unit.rules();
        if !rules.is_program_wide() {
            return Vec::new();
        }
        let is_used = |file: FileIndex| {
            let language = self.project.entry(file).language;
            language.is_some_and(|language| language.id == unit.language.id)
        };
        let mut files = self.files_called(name);
        let declaring = self.files_declaring(rules, name);
        if !declaring.is_empty() {
            files.extend(declaring);
            files.sort_unstable();
            files.dedup();
        }
        let files = files.into_iter().filter(|file| is_used(*file));
        let in_files = files.flat_map(|file| self.project.definitions_in(file, name));
        let mut types: Vec<Def> = in_files.filter(|def| self.project.is_type(*def)).collect();
        if rules.imports != Imports::Paths {
            let owning = self.context.owning.get(name).into_iter().flatten();
            types.extend(owning.filter(|of| is_used(of.file)));
            types.sort_unstable();
            types.dedup();
        }
        types
    }

    /// Returns the files in which a word for a type stands before a name. Where files are mostly
    /// called after their types, tests have some of their own, which others do not see, and what
    /// very many files declare is a namespace.
    fn files_declaring(&self, rules: &GraphRules, name: &str) -> Vec<FileIndex> {
        if rules.type_words.is_empty() && rules.declaring_words.is_empty() {
            return Vec::new();
        }
        let mut files = self.project.declaring(name);
        if rules.type_words.is_empty() {
            files.retain(|file| !self.project.entry(*file).class.is_test());
            files.truncate(if files.len() > MAX_DECLARING { 0 } else { files.len() });
        }
        files
    }

    /// Returns whether types of one name, which a file may define several times, are parts of one.
    /// Many are compared once, and not for each place that names them.
    pub(super) fn are_one_type(&self, types: &[Def]) -> bool {
        match types.len() > MAX_COMPARED {
            true => self.by_path(types).are_one,
            false => self.compare_as_one(types),
        }
    }

    fn compare_as_one(&self, types: &[Def]) -> bool {
        let Some((first, others)) = types.split_first() else { return true };
        // A file may hold several namespaces.
        let are_apart = |def: &Def| {
            let unit = self.project.unit(def.file);
            unit.is_some_and(|unit| unit.rules().has_namespaces())
                && self.namespace_of(*def) != self.namespace_of(*first)
        };
        let is_beside = |def: &Def| def.file == first.file && !are_apart(def);
        others.iter().all(|def| is_beside(def) || self.is_same_type(*def, *first))
    }

    /// Leaves types of one name to those of the innermost namespace around a place, if they are
    /// several and that has some.
    pub(super) fn of_innermost(&self, (unit, at): (&Unit, usize), types: Vec<Def>) -> Vec<Def> {
        // Thousands of functions may have one name, of which no namespace need be looked at.
        let is_type = types.first().is_some_and(|def| self.project.is_type(*def));
        let may_differ = unit.rules().has_namespaces() && is_type && !self.are_one_type(&types);
        if !may_differ || !self.by_path(&types).are_types {
            return types;
        }
        let seen = self.seen_from(unit, at, &types);
        if seen.is_empty() { types } else { seen }
    }

    /// Leaves types of one name to those of the innermost namespace around a place, else to those
    /// of namespaces that the file imports.
    fn seen_from(&self, unit: &Unit, at: usize, types: &[Def]) -> Vec<Def> {
        let (around, by_path) = (namespace_around(unit, at), self.by_path(types));
        let mut places = (1..=around.len()).rev().map(|length| by_path.within(&around[..length]));
        if let Some(innermost) = places.find(|places| !places.is_empty()) {
            return at_places(types, innermost);
        }
        // What is in no namespace is hidden by what is imported.
        let name = types.first().and_then(|def| self.name_of(*def));
        let global = ImportedByAll::of(self.project, unit);
        let global = global.as_ref().map_or(&[][..], |all| all.by(unit));
        let imported = imported(&by_path, (unit, at), name, global);
        let seen = if imported.is_empty() { by_path.within(&[]) } else { &imported };
        at_places(types, seen)
    }

    /// Returns those of some members of types that a place sees since its file imports all members
    /// of their types.
    pub(super) fn imported_members(&self, place: (&Unit, usize), members: &[Def]) -> Vec<Def> {
        let global = ImportedByAll::of(self.project, place.0);
        let global = global.as_ref().map_or(&[][..], |all| all.by(place.0));
        at_places(members, &imported(&self.by_path(members), place, None, global))
    }

    /// Returns whether a type is in a namespace that is around a place.
    pub(super) fn is_in_namespace_around(&self, (unit, at): (&Unit, usize), def: Def) -> bool {
        let own = self.namespace_of(def);
        !own.is_empty() && namespace_around(unit, at).starts_with(&own)
    }

    /// Returns the names of the namespaces and types around a type, outermost first.
    fn namespace_of(&self, def: Def) -> Vec<&str> {
        let mut path = self.full_path(def);
        path.pop();
        path
    }

    /// Returns the names of the namespaces and types around a type, and its own.
    fn full_path(&self, def: Def) -> Vec<&str> {
        self.project.get(def).map_or_else(Vec::new, |(unit, symbol)| path_of(unit, symbol))
    }
}

/// Returns the places of those of some types of a name that are in namespaces which a file imports
/// around a place, or by what holds for all files of its project.
fn imported(
    types: &TypesByPath,
    (unit, at): (&Unit, usize),
    name: Option<&str>,
    global: &[String],
) -> Vec<usize> {
    let mut places = BTreeSet::new();
    for import in global {
        places.extend(types.within(&names_of(import).collect::<Vec<&str>>()));
    }
    for import in unit.wildcard_imports() {
        if !unit.names().scopes_around(at as u32).any(|scope| scope == import.scope) {
            continue;
        }
        let mut path: Vec<&str> = names_of(&import.module).collect();
        // `using app::Session;`
        if unit.rules().qualifying_namespaces && path.last().copied() == name {
            path.pop();
        }
        // In a namespace, others are imported by their paths from there.
        let around = namespace_around(unit, import.span.start as usize);
        for length in 0..=around.len() {
            let within = [&around[..length], &path].concat();
            places.extend(types.within(&within));
        }
    }
    places.into_iter().collect()
}

/// Number of types of one name up to which they are compared for each place that names them.
const MAX_COMPARED: usize = 16;

/// Largest number of files that a type is looked for in which are not called after it.
const MAX_DECLARING: usize = 8;

/// Limit of the names in a path to a type.
const MAX_NAMES: usize = 8;

/// Stands between the names of a full name.
const SEPARATOR: char = ':';

/// Returns a full name by which types are compared.
fn key_of(unit: &Unit, names: &[&str]) -> String {
    let key = names.join(":");
    if unit.rules().any_case { key.to_lowercase() } else { key }
}

/// Returns the names of the namespaces and types around a place, outermost first.
fn namespace_around(unit: &Unit, at: usize) -> Vec<&str> {
    let around = unit.enclosing(at, |_| true);
    around.map_or_else(Vec::new, |innermost| path_of(unit, innermost))
}

/// Returns the names of a definition and of what it is in, with the namespace that the file
/// declares for what is in no other.
fn path_of(unit: &Unit, symbol: u32) -> Vec<&str> {
    let semantics = semantics::of(unit.language);
    let mut names: Vec<&str> = Vec::new();
    let mut next = Some(symbol);
    let mut is_open = true;
    while let Some(at) = next {
        let of = unit.symbol(at);
        is_open = of.kind != SymbolKind::Module;
        if is_open || !semantics.is_transparent(of) {
            names.extend(names_of(of.full_name()).rev());
        }
        let is_outside =
            of.parent.is_none_or(|parent| unit.symbols()[parent].kind == SymbolKind::Module);
        if let Some(container) = of.container.as_deref().filter(|_| is_outside)
            && of.kind != SymbolKind::Impl
        {
            names.extend(names_of(container).rev());
            names.extend(names_of(semantics.before_container(unit, of)).rev());
        }
        next = of.parent.map(|parent| parent as u32);
    }
    let declared = unit.names().package.filter(|_| is_open).map(|name| name.of(unit.content()));
    names.extend(declared.into_iter().flat_map(|name| names_of(name).rev()));
    names.reverse();
    names
}
