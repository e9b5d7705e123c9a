//! What occurrences mean that are no rows, in words.

use super::{NameSearch, Other};
use crate::domain::{OtherKind, OtherUse};
use crate::engine::graph::limits::MAX_OVERRIDDEN;
use crate::engine::graph::project::{Def, Project, Unit, split_path};
use crate::engine::graph::resolve::Candidates;
use crate::engine::graph::stand_ins::stands_in;
use crate::engine::graph::uses::UseFilter;
use crate::lang::registry;
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

impl Other {
    /// Returns whether it is the name in another definition itself.
    pub(super) const fn is_definition(&self) -> bool {
        match self {
            Other::Of(member) => member.is_definition,
            other => matches!(other, Other::Named(_) | Other::Overriding(_)),
        }
    }

    /// Returns the meaning, without the number of its uses.
    pub(super) fn description(&self, project: &Project<'_>, targets: &BTreeSet<Def>) -> OtherUse {
        match self {
            Other::Definition(def) | Other::Named(def) => {
                described((project, targets), *def, OtherKind::Definition)
            }
            Other::Overriding(def) => described((project, targets), *def, OtherKind::Overriding),
            Other::Perhaps(def) => OtherUse {
                is_possible: true,
                ..described((project, targets), *def, OtherKind::Definition)
            },
            Other::Of(member) => member.description(),
            Other::Explained(meaning) => OtherUse::described(&meaning.description()),
            Other::Language(language) => OtherUse::described(&format!("in {language} code")),
            Other::OfOtherRole(UseFilter::Calls) => OtherUse {
                kind: OtherKind::NotCalled,
                ..OtherUse::described("references that are not calls")
            },
            Other::Imported => {
                OtherUse { kind: OtherKind::Imported, ..OtherUse::described("imports") }
            }
            // The results are definitions.
            Other::OfOtherRole(_) => OtherUse::described("references"),
            Other::RuledOut => OtherUse::described("ruled out by the server"),
        }
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

/// Returns the description of another definition than the targets; of one that stands in for a
/// target in tests, that it does.
fn described(
    (project, targets): (&Project<'_>, &BTreeSet<Def>),
    def: Def,
    kind: OtherKind,
) -> OtherUse {
    let Some((unit, symbol)) = project.get(def) else {
        return OtherUse::described("another definition");
    };
    let name = qualified_name(unit, symbol);
    let is_named_so = |target: &&Def| {
        let named = project.get(**target);
        named.is_some_and(|(unit, symbol)| qualified_name(unit, symbol) == name)
    };
    let name = match (stands_in(project, targets, def), targets.iter().find(is_named_so)) {
        (true, _) => format!("its stand-in {name}"),
        // One that is called as a target is is told apart by its file, or its line there.
        (false, Some(target)) if target.file == def.file => {
            format!("{name}:{}", unit.symbol(symbol).line)
        }
        (false, Some(_)) => {
            let separator = &unit.language.config.separator;
            format!("{}#{}", unit.path(), unit.path_of(symbol).join(separator))
        }
        (false, None) => name,
    };
    OtherUse {
        file: Some(Arc::clone(&unit.entry.path.display)),
        line: Some(unit.symbol(symbol).line),
        kind,
        ..OtherUse::described(&name)
    }
}

/// Returns what overrides the definitions that a search is about, where its rows are uses and not
/// definitions.
pub(super) fn overriding(searched: &NameSearch, candidates: &Candidates<'_, '_>) -> HashSet<Def> {
    let are_too_many = searched.groups.len() > MAX_OVERRIDDEN;
    if searched.filter.is_of_headers() || searched.depth > 1 || are_too_many {
        return HashSet::new();
    }
    let of_group = |group: &Vec<Def>| candidates.overriding(group);
    searched.groups.iter().flat_map(of_group).collect()
}
