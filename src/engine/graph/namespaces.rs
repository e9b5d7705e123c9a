//! TypeScript's namespaces: names that a file keeps in a block of their own, and blocks that add to the names of another module.

use super::modules::{Found, Module, Trail};
use super::path_modules;
use super::project::{Def, FileIndex, Project, Unit};
use crate::domain::{Symbol, SymbolKind};
use crate::lang::ModuleSystem;
use crate::workspace::names::Span;

/// Whether a symbol is a block whose names are none of the file's: `namespace N { … }`, `declare module "…" { … }`. Those of
/// `declare global` are known everywhere.
pub(super) fn is_block(unit: &Unit, symbol: &Symbol) -> bool {
    symbol.kind == SymbolKind::Module && unit.rules().modules == ModuleSystem::Path && symbol.name != "global"
}

/// Whether a symbol is a block whose names are reached through its own.
fn is_namespace(unit: &Unit, symbol: &Symbol) -> bool {
    is_block(unit, symbol) && augmented_path(unit, symbol).is_none()
}

/// All blocks of a file that make up the namespace of which one is given.
pub(super) fn parts(unit: &Unit, inline: u32) -> Vec<Option<u32>> {
    let one = unit.symbol(inline);
    if !is_block(unit, one) {
        return vec![Some(inline)];
    }
    let symbols = unit.symbols().iter().enumerate();
    let is_part = |symbol: &Symbol| symbol.kind == one.kind && symbol.name == one.name && symbol.parent == one.parent;
    symbols.filter(|(_, symbol)| is_part(symbol)).map(|(index, _)| Some(index as u32)).collect()
}

/// What a name is in the namespaces around a place, the innermost first, and in the module that the block around it adds to.
pub(super) fn lookup_around(project: &Project<'_>, unit: &Unit, at: usize, name: &str) -> Found {
    if unit.rules().modules != ModuleSystem::Path {
        return Found::Unknown;
    }
    let mut around = unit.enclosing(at, |symbol| symbol.kind == SymbolKind::Module);
    while let Some(index) = around {
        let symbol = unit.symbol(index);
        let own = || project.lookup(&Module::Inline(Def { file: unit.file, symbol: index }), name);
        let added_to = || match augmented(project, unit, symbol) {
            Some(file) => project.lookup(&Module::File(file), name),
            None => Found::Unknown,
        };
        let found = if is_block(unit, symbol) { own().or_else(added_to) } else { Found::Unknown };
        if found != Found::Unknown {
            return found;
        }
        around = above(unit, symbol);
    }
    Found::Unknown
}

/// The innermost module around a symbol.
fn above(unit: &Unit, symbol: &Symbol) -> Option<u32> {
    let mut parent = symbol.parent;
    while let Some(index) = parent {
        if unit.symbols()[index].kind == SymbolKind::Module {
            return Some(index as u32);
        }
        parent = unit.symbols()[index].parent;
    }
    None
}

/// The file whose names a definition adds to, since it stands in a block such as `declare module "./other"`.
pub(in crate::engine) fn augmented_file(project: &Project<'_>, unit: &Unit, symbol: &Symbol) -> Option<FileIndex> {
    let parent = &unit.symbols()[symbol.parent?];
    if parent.kind != SymbolKind::Module || unit.rules().modules != ModuleSystem::Path {
        return None;
    }
    augmented(project, unit, parent)
}

fn augmented(project: &Project<'_>, unit: &Unit, block: &Symbol) -> Option<FileIndex> {
    match path_modules::resolve(project, unit, augmented_path(unit, block)?) {
        Found::Module(Module::File(file)) => Some(file),
        _ => None,
    }
}

/// The path in the quotes of `declare module "…"`.
fn augmented_path<'a>(unit: &'a Unit, block: &Symbol) -> Option<&'a str> {
    let written = unit.content().get(block.name_bytes.clone())?;
    written.starts_with(['"', '\'']).then(|| written.trim_matches(['"', '\'']))
}

/// The definitions of a name in namespaces among some definitions: `fast` of `run.fast`, where `run` is also a function.
pub(super) fn members(project: &Project<'_>, definitions: &[Def], name: &str) -> Found {
    let is_module =
        |def: &&Def| project.get(**def).is_some_and(|(unit, symbol)| is_namespace(unit, unit.symbol(symbol)));
    let mut trail = Trail::new();
    for def in definitions.iter().filter(is_module) {
        let found = project.lookup_on(&Module::Inline(*def), name, &mut trail);
        if found != Found::Unknown {
            return found;
        }
    }
    Found::Unknown
}

/// Definitions without the namespaces among them, where there is something of both.
pub(super) fn beside(project: &Project<'_>, definitions: &[Def]) -> Option<Vec<Def>> {
    if definitions.len() < 2 {
        return None;
    }
    let is_other =
        |def: &&Def| project.get(**def).is_none_or(|(unit, symbol)| !is_namespace(unit, unit.symbol(symbol)));
    let rest: Vec<Def> = definitions.iter().filter(is_other).copied().collect();
    (!rest.is_empty() && rest.len() < definitions.len()).then_some(rest)
}

/// The definition of a variable that belongs to a namespace, and not to a function, by the place of its name.
pub(super) fn variable(unit: &Unit, name: Span) -> Option<Def> {
    if unit.rules().modules != ModuleSystem::Path {
        return None;
    }
    let symbol = unit.symbol_named_at(name.start as usize)?;
    let parent = unit.symbol(symbol).parent?;
    (unit.symbols()[parent].kind == SymbolKind::Module).then_some(Def { file: unit.file, symbol })
}
