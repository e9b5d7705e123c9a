//! Types that files of a program see without an import, and which of several of one name a place
//! sees: that of the innermost namespace around it, or of one that the file imports as a whole.

use super::resolver::Resolver;
use crate::domain::SymbolKind;
use crate::engine::graph::model::{Def, FileIndex};
use crate::engine::graph::project::Unit;
use crate::lang::Imports;

impl Resolver<'_> {
    /// Returns the types of a name that a place sees, as far as they are known without a search.
    pub(super) fn types_by_name(&self, (unit, at): (&Unit, usize), name: &str) -> Vec<Def> {
        if let Some(known) = self.known_types(name) {
            return known;
        }
        let mut types = self.shared_types(unit, name);
        if !self.are_one_type(&types) {
            types = self.seen_from(unit, at, &types);
        }
        // Types of one name may be different ones.
        if self.are_one_type(&types) { types } else { Vec::new() }
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
        self.known_types(name).unwrap_or_else(|| self.shared_types(unit, name))
    }

    /// Leaves types to those whose full names end with the names of a path.
    pub(super) fn named_in_full(&self, types: &[Def], names: &[&str]) -> Vec<Def> {
        let is_named = |def: &&Def| {
            let Some((unit, symbol)) = self.project.get(**def) else { return false };
            path_of(unit, symbol).ends_with(names)
        };
        types.iter().filter(is_named).copied().collect()
    }

    fn known_types(&self, name: &str) -> Option<Vec<Def>> {
        let known = self.known(name)?.types(self.project).to_vec();
        (!known.is_empty()).then_some(known)
    }

    /// Returns the types of a name in the files that are called after it, where all files of a
    /// program see each other's types, and those that have what is looked for: `Cache` in
    /// `Cache.cs` or in `cache.rb`. An include says itself which files are seen.
    fn shared_types(&self, unit: &Unit, name: &str) -> Vec<Def> {
        let rules = unit.rules();
        if !rules.is_program_wide() {
            return Vec::new();
        }
        let is_used = |file: FileIndex| {
            let language = self.project.entry(file).language;
            language.is_some_and(|language| language.id == unit.language.id)
        };
        let files = self.files_called(name).into_iter().filter(|file| is_used(*file));
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

    /// Returns whether types of one name, which a file may define several times, are parts of one.
    fn are_one_type(&self, types: &[Def]) -> bool {
        let Some((first, others)) = types.split_first() else { return true };
        others.iter().all(|def| def.file == first.file || self.is_same_type(*def, *first))
    }

    /// Leaves types of one name to those of the innermost namespace around a place, else to those
    /// of namespaces that the file imports.
    fn seen_from(&self, unit: &Unit, at: usize, types: &[Def]) -> Vec<Def> {
        let around = namespace_around(unit, at);
        let namespaces: Vec<Vec<&str>> = types.iter().map(|def| self.namespace_of(*def)).collect();
        let enclosing = namespaces.iter().filter(|own| around.starts_with(own));
        let innermost = enclosing.map(Vec::len).max();
        let imported = |own: &[&str]| {
            unit.wildcard_imports().any(|import| names_of(&import.module).eq(own.iter().copied()))
        };
        let is_seen = |own: &[&str]| match innermost {
            Some(innermost) if innermost > 0 => around.starts_with(own) && own.len() == innermost,
            // What is in no namespace is hidden by what is imported.
            _ => imported(own),
        };
        let seen: Vec<Def> = pairs(types, &namespaces, is_seen);
        match innermost {
            Some(0) if seen.is_empty() => pairs(types, &namespaces, |own| own.is_empty()),
            _ => seen,
        }
    }

    /// Returns the names of the namespaces and types around a type, outermost first.
    fn namespace_of(&self, def: Def) -> Vec<&str> {
        let Some((unit, symbol)) = self.project.get(def) else { return Vec::new() };
        let mut path = path_of(unit, symbol);
        path.pop();
        path
    }
}

fn pairs(types: &[Def], namespaces: &[Vec<&str>], accept: impl Fn(&[&str]) -> bool) -> Vec<Def> {
    let pairs = types.iter().zip(namespaces);
    pairs.filter(|(_, own)| accept(own)).map(|(def, _)| *def).collect()
}

/// Returns the names of the namespaces and types around a place, outermost first.
fn namespace_around(unit: &Unit, at: usize) -> Vec<&str> {
    let around = unit.enclosing(at, |_| true);
    around.map_or_else(Vec::new, |innermost| path_of(unit, innermost))
}

/// Returns the names of a definition and of what it is in, with the namespace that the file
/// declares for what is in no other.
fn path_of(unit: &Unit, symbol: u32) -> Vec<&str> {
    let outline = &unit.facts().outline;
    let above = |symbol: &u32| unit.symbol(*symbol).parent.map(|parent| parent as u32);
    let outermost = std::iter::successors(Some(symbol), above).last();
    let is_open = outermost.is_some_and(|of| unit.symbol(of).kind != SymbolKind::Module);
    let declared = unit.names().package.filter(|_| is_open).map(|name| name.of(unit.content()));
    let written = declared.into_iter().chain(outline.path_of(symbol as usize));
    written.flat_map(names_of).collect()
}

/// Returns the names of a path, whatever stands between them.
fn names_of(path: &str) -> impl Iterator<Item = &str> {
    path.split(['.', ':', '\\']).filter(|name| !name.is_empty())
}
