//! Lua: a module is a file, and loading it gives the value that the file returns. Names that are
//! not local are those of the whole program.

use super::names::Names;
use super::paths::join;
use super::rules::Semantics;
use super::written::WrittenPath;
use crate::domain::{Symbol, SymbolKind, Visibility};
use crate::engine::graph::model::{Def, FileIndex, Lookup, Module};
use crate::engine::graph::project::{Project, Unit, split_path};
use crate::workspace::names::{Export, Expression, Qualifier, Role, Use};
use std::cmp::Reverse;

/// Name under which the value of a file is looked up; no definition has it.
const RETURNED: &str = "return";

pub(super) struct Lua;

impl Semantics for Lua {
    /// Resolves `ui/widget` or `ui.widget` to `ui/widget.lua` below the root that is nearest around
    /// the file, else to the only one that is nearest to the project's root.
    fn module(&self, names: &dyn Names, path: WrittenPath<'_>) -> Lookup {
        let project = names.project();
        let importer = split_path(path.unit.path()).0;
        let mut found = files_of(project, path.text);
        if found.is_empty() {
            return Lookup::External;
        }
        let is_around = |root: &str| {
            let rest = importer.strip_prefix(root);
            root.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let rank = |root: &str| match is_around(root) {
            true => (false, Reverse(root.len()), 0),
            false => (true, Reverse(0), root.matches('/').count()),
        };
        found.sort_by_key(|(root, is_inside, file)| (rank(root), *is_inside, *file));
        let (root, _, file) = found[0];
        let is_other =
            |(other, ..): &(&str, bool, FileIndex)| *other != root && rank(other) == rank(root);
        if found.iter().any(is_other) {
            return Lookup::Unknown;
        }
        Lookup::Module(Module::File(file))
    }

    fn loaded(&self, names: &dyn Names, module: Lookup) -> Lookup {
        match module {
            Lookup::Module(Module::File(file)) => returned(names, file),
            other => other,
        }
    }

    fn has_loading_calls(&self) -> bool {
        true
    }

    fn imports_members(&self) -> bool {
        true
    }

    fn may_export_default(&self, unit: &Unit) -> bool {
        !unit.names().exports.is_empty()
    }

    fn default_export(&self, names: &dyn Names, file: FileIndex) -> Lookup {
        returned(names, file)
    }

    /// Finds a function that is written in the table that a file returns.
    fn submodule(&self, _: &Project<'_>, unit: &Unit, inline: Option<u32>, name: &str) -> Lookup {
        let names = unit.names();
        let table = names.exports.first().map(|export| names.expression(export.expression));
        let Some(Expression::Object(table)) = table.filter(|_| inline.is_none()) else {
            return Lookup::Unknown;
        };
        let property = names.property(unit.content(), table.span, name);
        let symbol =
            property.and_then(|property| unit.symbol_named_at(property.name.start as usize));
        symbol.map_or(Lookup::Unknown, |symbol| {
            Lookup::Definitions(vec![Def { file: unit.file, symbol }])
        })
    }

    /// A variable that is not local, and a function that is neither local nor a member.
    fn is_global(&self, _: &Unit, symbol: &Symbol) -> bool {
        symbol.visibility != Some(Visibility::Private)
            && symbol.parent.is_none()
            && symbol.container.is_none()
            && !symbol.is_local
            && !matches!(symbol.kind, SymbolKind::Test | SymbolKind::Method)
    }

    /// `local Derived = Base:new()`, where functions are written for `Derived`.
    fn implements_where_expanded(&self, unit: &Unit, found: &Use) -> bool {
        found.role == Role::Read
            && found.qualifier == Qualifier::None
            && unit.supertypes_around(found.span).iter().any(|pair| {
                let subtype = unit.symbol_named_at(pair.subtype.start as usize);
                subtype.is_some_and(|subtype| unit.symbol(subtype).kind == SymbolKind::Class)
            })
    }
}

/// Returns the files that a module's name may stand for, each with the directory below which it is
/// named and whether it is a directory's own file.
fn files_of<'p>(project: &'p Project<'_>, text: &str) -> Vec<(&'p str, bool, FileIndex)> {
    let segments: Vec<&str> = text.split(['/', '.']).filter(|part| !part.is_empty()).collect();
    let Some((name, above)) = segments.split_last() else { return Vec::new() };
    let whole = join(&above.join("/"), name);
    let mut found = Vec::new();
    for (stem, below) in [(*name, above.join("/")), ("init", whole)] {
        for file in project.with_stem(stem) {
            let (directory, file_name) = split_path(&project.entry(*file).path.display);
            let is_lua = matches!(file_name.strip_prefix(stem), Some(".lua" | ".luau"));
            if let Some(root) = root_of(directory, &below).filter(|_| is_lua) {
                found.push((root, stem == "init" && *name != "init", *file));
            }
        }
    }
    found
}

/// Returns the directory below which another one has a path.
fn root_of<'d>(directory: &'d str, below: &str) -> Option<&'d str> {
    if below.is_empty() {
        return Some(directory);
    }
    let root = directory.strip_suffix(below)?;
    if root.is_empty() { Some(root) } else { root.strip_suffix('/') }
}

/// Returns the value that a file returns: what it names, or the file as a module of what the table
/// that it returns holds.
fn returned(names: &dyn Names, file: FileIndex) -> Lookup {
    let Some(unit) = names.project().unit(file) else { return Lookup::Unknown };
    let module = Module::File(file);
    let of = |export: &Export| match unit.names().expression(export.expression) {
        Expression::Object(_) => Lookup::Module(module.clone()),
        Expression::Load { module: path, .. } => {
            let text = path.of(unit.content());
            Lua.loaded(names, Lua.module(names, WrittenPath { unit, text, at: path }))
        }
        Expression::Name(name) => names.lookup(&module, name.of(unit.content())),
        _ => Lookup::Unknown,
    };
    let look = || {
        let values = unit.names().exports.iter().map(of);
        values.into_iter().find(|found| *found != Lookup::Unknown).unwrap_or(Lookup::Unknown)
    };
    names.guarded(&module, RETURNED, &mut || look())
}
