//! Types in parts: partial classes, classes that are opened again, and types to which extensions
//! in other files add supertypes; and what the values of a type are beside it.

use super::definition_set::{PartsPlace, name_of_parts};
use super::members::has_members;
use super::resolver::{Context, Resolver};
use super::types;
use crate::domain::{Symbol, lock};
use crate::engine::graph::model::{Def, FileIndex, Value};
use crate::engine::graph::project::{Project, Unit, split_path};
use crate::engine::graph::semantics;
use crate::workspace::names::Required;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex};

fn place_of_parts(unit: &Unit, of: &Symbol) -> PartsPlace {
    PartsPlace {
        directory: split_path(unit.path()).0.to_owned(),
        language: unit.language.id,
        is_extended: is_extended(unit, of),
        name: of.name.clone(),
    }
}

/// Returns whether code in other files may add supertypes to a type.
fn is_extended(unit: &Unit, of: &Symbol) -> bool {
    unit.rules().extensions_inherit && of.kind.is_type()
}

/// The files in which types of a name have supertypes, by where their parts stand.
#[derive(Default)]
struct FilesWithHeaders(Mutex<FxHashMap<PartsPlace, Arc<[FileIndex]>>>);

/// Parts of types that may have a field, by a name that all parts of a type have, each in the order
/// of the files.
type PartsByName = FxHashMap<String, Vec<Def>>;

/// Those of all fields that were asked for, by where the parts stand and the field's name.
#[derive(Default)]
struct PartsWithFields(Mutex<FxHashMap<(PartsPlace, String), Arc<PartsByName>>>);

impl Resolver<'_> {
    /// Returns the types that the values of a type, or of what a block extends, are of beside it.
    /// Names of types are looked up without them: each of many types that require each other would
    /// look through all others.
    pub(super) fn required_types(&self, unit: &Arc<Unit>, of: u32) -> Vec<Def> {
        let bytes = unit.symbol(of).bytes.clone();
        let required = &unit.names().required;
        let first = required.partition_point(|found| (found.span.start as usize) < bytes.start);
        let inside =
            required[first..].iter().take_while(|found| (found.span.start as usize) < bytes.end);
        let is_own = |required: &&Required| {
            let at = required.span.start as usize;
            unit.enclosing(at, |symbol| has_members(unit, symbol)) == Some(of)
        };
        let mut types = Vec::new();
        for required in inside.filter(is_own) {
            let found = self.requiring(|| {
                let heads = types::heads(unit, required.written).into_iter();
                heads.map(|of| self.type_of_head(unit, of.head)).collect::<Vec<Value>>()
            });
            types.extend(found.into_iter().flatten().flat_map(|of| match of {
                Value::Type(found) => found,
                _ => Vec::new(),
            }));
        }
        types
    }

    /// Returns whether two definitions are parts of one type: partial classes, or a type and its
    /// augmentation in another module, with the same name.
    pub(super) fn is_same_type(&self, one: Def, other: Def) -> bool {
        let (Some((one_unit, one_symbol)), Some((other_unit, other_symbol))) =
            (self.project.get(one), self.project.get(other))
        else {
            return false;
        };
        let are_named_alike = || {
            if one_unit.rules().has_full_names {
                return one_unit.full_name(one_symbol) == other_unit.full_name(other_symbol);
            }
            let one_path = one_unit.path_of(one_symbol);
            let other_path = other_unit.path_of(other_symbol);
            one_path.ends_with(&other_path) || other_path.ends_with(&one_path)
        };
        let (one_named, other_named) =
            (one_unit.symbol(one_symbol), other_unit.symbol(other_symbol));
        let is_part = |unit: &Unit, symbol: &Symbol| semantics::of(unit.language).is_part(symbol);
        let parameters = |unit: &Unit, symbol: &Symbol| {
            semantics::of(unit.language).type_parameters(unit, symbol)
        };
        let adds_to = |unit: &Unit, symbol: &Symbol, other: Def| {
            semantics::of(unit.language).augmented_file(self.project, unit, symbol)
                == Some(other.file)
        };
        one_named.name == other_named.name
            && (is_part(one_unit, one_named)
                && is_part(other_unit, other_named)
                && are_named_alike()
                && parameters(one_unit, one_named) == parameters(other_unit, other_named)
                || adds_to(one_unit, one_named, other)
                || adds_to(other_unit, other_named, one))
    }

    /// Returns the files that are called after a type, up to the first dot of their names.
    pub(super) fn files_called(&self, name: &str) -> Vec<FileIndex> {
        let snake = snake_case(name);
        let stems = [Some(name), Some(snake.as_str()).filter(|snake| *snake != name)];
        let files = stems.into_iter().flatten().flat_map(|stem| self.project.with_stem(stem));
        files.copied().collect()
    }

    /// Returns the members of a type in its other parts, where headers say that there are some.
    pub(super) fn members_in_other_parts(&self, of: Def, name: &str) -> Vec<Def> {
        let Some((unit, symbol)) = self.project.get(of) else { return Vec::new() };
        let symbol = unit.symbol(symbol);
        let semantics = semantics::of(unit.language);
        if !semantics.has_marked_parts() || !semantics.is_part(symbol) {
            return Vec::new();
        }
        let files = || self.files_of_parts(unit, symbol);
        self.members_in_files_of(place_of_parts(unit, symbol), of, (name, files))
    }

    /// Returns the first result of `find` for the parts of a type in other files, in their order.
    /// Looked at are those that `may_have` the field, which is found out once for all parts.
    pub(super) fn in_other_part<T>(
        &self,
        of: Def,
        (field, may_have): (&str, impl Fn(&Unit, u32) -> bool),
        find: impl FnMut(Def) -> Option<T>,
    ) -> Option<T> {
        let (unit, symbol) = self.project.get(of)?;
        let named = unit.symbol(symbol);
        if !is_extended(unit, named) && !semantics::of(unit.language).is_part(named) {
            return None;
        }
        let known = self.project.fact(|_| PartsWithFields::default());
        let key = (place_of_parts(unit, named), field.to_owned());
        let parts = lock(&known.0).get(&key).cloned();
        let parts = parts.unwrap_or_else(|| {
            let mut parts = PartsByName::default();
            for file in self.files_of_parts(unit, named) {
                let Some(unit) = self.project.unit(file) else { continue };
                let own = unit.symbols_named(&named.name).filter(|(part, _)| may_have(unit, *part));
                for (symbol, _) in own {
                    let name = name_of_parts(unit, symbol);
                    parts.entry(name).or_default().push(Def { file, symbol });
                }
            }
            let parts = Arc::new(parts);
            lock(&known.0).insert(key, Arc::clone(&parts));
            parts
        });
        let named = parts.get(&name_of_parts(unit, symbol))?;
        // Its own file may have thousands of parts.
        let before = named.partition_point(|part| part.file < of.file);
        let behind = named.partition_point(|part| part.file <= of.file);
        let others = named[..before].iter().chain(&named[behind..]);
        others.copied().filter(|part| self.is_same_type(of, *part)).find_map(find)
    }

    /// Returns the other files in which parts of a type may name supertypes, and a type of its name
    /// does. Each of thousands of parts asks for them.
    pub(super) fn other_files_with_headers(&self, unit: &Unit, of: &Symbol) -> Vec<FileIndex> {
        if !is_extended(unit, of) && !semantics::of(unit.language).is_part(of) {
            return Vec::new();
        }
        let known = self.project.fact(|_| FilesWithHeaders::default());
        let key = place_of_parts(unit, of);
        let files = lock(&known.0).get(&key).cloned();
        let files = files.unwrap_or_else(|| {
            let has_header = |file: &FileIndex| {
                let unit = self.project.unit(*file);
                unit.is_some_and(|unit| unit.supertypes_of(&of.name).next().is_some())
            };
            let files = self.files_of_parts(unit, of).into_iter().filter(has_header).collect();
            Arc::clone(lock(&known.0).entry(key).or_insert(files))
        });
        files.iter().copied().filter(|file| *file != unit.file).collect()
    }

    /// Returns the files in which a type may have parts: those that are called after it and, where
    /// it is known to have other parts, those of its directory. A search of all files for each type
    /// would read the whole project.
    fn files_of_parts(&self, unit: &Unit, symbol: &Symbol) -> Vec<FileIndex> {
        let semantics = semantics::of(unit.language);
        let is_extended = is_extended(unit, symbol);
        if !is_extended && !semantics.is_part(symbol) {
            return Vec::new();
        }
        let is_of_language = |file: &FileIndex| {
            let language = self.project.entry(*file).language;
            language.is_some_and(|language| language.id == unit.language.id)
        };
        let is_other = |file: &FileIndex| *file != unit.file && is_of_language(file);
        let mut files = self.files_called(&symbol.name);
        let directory = split_path(unit.path()).0;
        // A file of thousands of types alone in its directory is not searched for each of them.
        if (is_extended || semantics.has_marked_parts())
            && self.project.in_directory(directory).iter().any(is_other)
        {
            files.extend(self.project.files_defining(directory, &symbol.name));
        }
        files.retain(is_of_language);
        files.sort_unstable();
        files.dedup();
        files
    }
}

impl Project<'_> {
    /// Returns the other parts of a type, of those that the project has found.
    pub(in crate::engine) fn other_parts(&self, of: Def) -> Arc<[Def]> {
        let Some((unit, symbol)) = self.get(of) else { return Arc::default() };
        let symbol = unit.symbol(symbol);
        if !semantics::of(unit.language).is_part(symbol) {
            return Arc::default();
        }
        let Some(known) = self.known(&symbol.name) else { return Arc::default() };
        let found = self.fact(|_| OtherParts::default());
        if let Some(parts) = lock(&found.0).get(&of) {
            return Arc::clone(parts);
        }
        let context = Context::new(self);
        let resolver = Resolver::new(&context);
        let is_part = |def: &Def| *def != of && resolver.is_same_type(*def, of);
        let parts: Arc<[Def]> = known.defs.iter().copied().filter(is_part).collect();
        lock(&found.0).insert(of, Arc::clone(&parts));
        parts
    }
}

/// The other parts of types, each compared once with all of its name.
#[derive(Default)]
struct OtherParts(Mutex<FxHashMap<Def, Arc<[Def]>>>);

/// Returns `MemoryCache` as `memory_cache`.
fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for (at, letter) in name.char_indices() {
        if letter.is_uppercase() && at > 0 {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}
