//! Modules that calls of macros declare: `mod_flat! { a b }`, where the macro writes
//! `mod $name; pub use $name::*;` for each name.

use crate::domain::{SymbolKind, lock};
use crate::engine::graph::model::{FileIndex, Lookup, Module};
use crate::engine::graph::project::{Project, Unit};
use crate::engine::graph::semantics::rust::files::submodule;
use crate::workspace::macro_rules::{Rules, Tree, trees};
use crate::workspace::names::Role;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex};

/// A file, or a module that is written in it.
type Place = (FileIndex, Option<u32>);

/// The modules of which calls of macros bring in all names.
#[derive(Default)]
struct Declared(Mutex<FxHashMap<Place, Arc<[Module]>>>);

/// Returns the modules that calls of macros declare at the top level of a file, or of a module
/// written in it, and of which they import all names.
pub(in crate::engine::graph::semantics::rust) fn declared_by_macros(
    project: &Project<'_>,
    unit: &Unit,
    inline: Option<u32>,
) -> Arc<[Module]> {
    let known = project.fact(|_| Declared::default());
    let key = (unit.file, inline);
    if let Some(known) = lock(&known.0).get(&key) {
        return Arc::clone(known);
    }
    let found = find(project, unit, inline).into();
    Arc::clone(lock(&known.0).entry(key).or_insert(found))
}

fn find(project: &Project<'_>, unit: &Unit, inline: Option<u32>) -> Vec<Module> {
    let content = unit.content();
    let mut modules = Vec::new();
    for call in &unit.names().uses {
        let (start, end) = (call.span.start as usize, call.span.end as usize);
        if call.role != Role::Call || !content[end..].starts_with('!') {
            continue;
        }
        let is_around = |kind: SymbolKind| kind.is_callable() || kind == SymbolKind::Module;
        let outside = unit.enclosing(start, |symbol| symbol.kind == SymbolKind::Macro).is_none();
        if !outside || unit.enclosing(start, |symbol| is_around(symbol.kind)) != inline {
            continue;
        }
        let given = content[end + 1..].trim_start();
        let Some(given) = given.strip_prefix(['(', '[', '{']) else { continue };
        let Some(given) = trees(content, content.len() - given.len(), unit.file) else { continue };
        // What a module is called is written in the call.
        let is_module = |tree: &Tree<'_>| {
            let name = tree.name().unwrap_or_default();
            matches!(submodule(project, unit, inline, name), Lookup::Module(_))
        };
        if given.iter().any(is_module) {
            let names = imported_by(project, &content[start..end], &given);
            let found = names.iter().map(|name| submodule(project, unit, inline, name));
            modules.extend(found.filter_map(|found| match found {
                Lookup::Module(module) => Some(module),
                _ => None,
            }));
        }
    }
    modules
}

/// Returns the modules of which the macro of a name imports all names, if it is given some trees.
fn imported_by(project: &Project<'_>, name: &str, given: &[Tree<'_>]) -> Vec<String> {
    let Ok(macros) = project.definitions(name) else { return Vec::new() };
    let expanded = macros.iter().find_map(|of| {
        let (unit, symbol) = project.get(*of)?;
        let symbol = unit.symbol(symbol);
        let definition = &unit.content()[..symbol.bytes.end];
        let read = trees(definition, symbol.bytes.start, unit.file)?;
        let expanded = Rules::read(&read)?.expand(given)?;
        Some(wildcards(&expanded))
    });
    expanded.unwrap_or_default()
}

/// Returns the modules of which some code imports all names: `use name::*`.
fn wildcards(code: &[Tree<'_>]) -> Vec<String> {
    let starts = code.iter().enumerate().filter(|(_, tree)| tree.is("use"));
    let paths = starts.filter_map(|(start, _)| {
        let path = &code[start + 1..];
        let path = match path {
            [own, separator, path @ ..] if own.is("self") && separator.is("::") => path,
            path => path,
        };
        match path {
            [name, separator, all, ..] if separator.is("::") && all.is("*") => name.name(),
            _ => None,
        }
    });
    paths.map(str::to_owned).collect()
}
