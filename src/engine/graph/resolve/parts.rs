//! Types in parts: partial classes, classes that are opened again, and types to which extensions
//! in other files add supertypes; and what the values of a type are beside it.

use super::members::has_members;
use super::resolver::{Context, Resolver};
use crate::domain::Symbol;
use crate::engine::graph::model::{Def, FileIndex, Value};
use crate::engine::graph::project::{Project, Unit, split_path};
use crate::engine::graph::semantics;
use crate::workspace::names::Required;
use std::sync::Arc;

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
            if let Some(Value::Type(found)) =
                self.requiring(|| self.written_type(unit, required.written))
            {
                types.extend(found);
            }
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

    /// Returns the members of a type in its other parts, where headers say that there are some.
    pub(super) fn members_in_other_parts(&self, of: Def, name: &str) -> Vec<Def> {
        let Some((unit, symbol)) = self.project.get(of) else { return Vec::new() };
        let symbol = unit.symbol(symbol);
        let semantics = semantics::of(unit.language);
        if !semantics.has_marked_parts() || !semantics.is_part(symbol) {
            return Vec::new();
        }
        let files = self.files_of_parts(unit, symbol);
        let mut found: Vec<Def> =
            files.into_iter().flat_map(|file| self.project.definitions_in(file, name)).collect();
        found.retain(|def| self.is_member_of(*def, of));
        found
    }

    /// Returns the other files in which a type may name supertypes: those that are called after it
    /// and, where it is known to have other parts, those of its directory. A search of all files
    /// for each type would read the whole project.
    pub(super) fn files_of_parts(&self, unit: &Unit, symbol: &Symbol) -> Vec<FileIndex> {
        let semantics = semantics::of(unit.language);
        let is_extended = unit.rules().extensions_inherit && symbol.kind.is_type();
        if !is_extended && !semantics.is_part(symbol) {
            return Vec::new();
        }
        let is_other = |file: &FileIndex| {
            let language = self.project.entry(*file).language;
            *file != unit.file && language.is_some_and(|language| language.id == unit.language.id)
        };
        let mut files = self.files_called(&symbol.name);
        let directory = split_path(unit.path()).0;
        // A file of thousands of types alone in its directory is not searched for each of them.
        if (is_extended || semantics.has_marked_parts())
            && self.project.in_directory(directory).iter().any(is_other)
        {
            files.extend(self.project.files_defining(directory, &symbol.name));
        }
        files.retain(is_other);
        files.sort_unstable();
        files.dedup();
        files
    }
}

impl Project<'_> {
    /// Returns the other parts of a type, of those that the project has found.
    pub(in crate::engine) fn other_parts(&self, of: Def) -> Vec<Def> {
        let Some((unit, symbol)) = self.get(of) else { return Vec::new() };
        let symbol = unit.symbol(symbol);
        if !semantics::of(unit.language).is_part(symbol) {
            return Vec::new();
        }
        let context = Context::new(self);
        let resolver = Resolver::new(&context);
        let known = self.known(&symbol.name).map(|known| known.defs.to_vec()).unwrap_or_default();
        let is_part = |def: &Def| *def != of && resolver.is_same_type(*def, of);
        known.into_iter().filter(is_part).collect()
    }
}
