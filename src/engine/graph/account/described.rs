//! What an account says of other definitions of a name.

use crate::domain::{OtherKind, OtherUse};
use crate::engine::graph::project::{Def, Project, Unit, split_path};
use crate::engine::graph::stand_ins::stands_in;
use crate::lang::registry;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Returns the description of another definition than the targets; of one that stands in for a
/// target in tests, that it does.
pub(super) fn definition(project: &Project<'_>, targets: &BTreeSet<Def>, def: Def) -> OtherUse {
    let Some((unit, symbol)) = project.get(def) else {
        return OtherUse::described("another definition");
    };
    let name = qualified_name(unit, symbol);
    let name = match stands_in(project, targets, def) {
        true => format!("its stand-in {name}"),
        false => name,
    };
    OtherUse {
        file: Some(Arc::clone(&unit.entry.path.display)),
        line: Some(unit.symbol(symbol).line),
        kind: OtherKind::Definition,
        ..OtherUse::described(&name)
    }
}

/// Returns a qualified name, "disk.Cache.Fetch": file or package, containers, and name.
fn qualified_name(unit: &Unit, symbol: u32) -> String {
    let separator = &unit.language.config.separator;
    let mut path = unit.path_of(symbol);
    // Namespaces with qualified names say little that the types in them do not.
    let is_qualified = |name: &&str| name.contains(['.', ':', '\\']);
    path.drain(..path.iter().take(path.len() - 1).take_while(|name| is_qualified(name)).count());
    let (directory, file) = split_path(unit.path());
    let stem = file.split('.').next().unwrap_or(file);
    let is_common = registry().is_common_stem(stem);
    let module = if (is_common || unit.rules().is_directory_wide()) && !directory.is_empty() {
        split_path(directory).1
    } else {
        stem
    };
    let mut names: Vec<&str> = Vec::new();
    if !module.is_empty() && path.first() != Some(&module) {
        names.push(module);
    }
    names.extend(path);
    names.join(separator)
}
