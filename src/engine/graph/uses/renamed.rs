//! Names that imports give to definitions.

use crate::domain::Alias;
use crate::engine::graph::model::Def;
use std::collections::{BTreeSet, HashSet};

/// A name that an import gives to definitions.
pub(in crate::engine) struct Renamed {
    pub(in crate::engine) alias: Alias,
    pub(super) defs: Vec<Def>,
}

/// Returns the names that imports give to some of the definitions, or by which they are used
/// (`is_used`), with the first place of each.
pub(super) fn aliases_of<'r>(
    renamed: &'r [Renamed],
    defs: &HashSet<Def>,
    is_used: impl Fn(&str) -> bool,
) -> Vec<&'r Alias> {
    let is_own = |renamed: &&Renamed| renamed.defs.iter().any(|def| defs.contains(def));
    let names: BTreeSet<&str> = renamed.iter().map(|each| each.alias.name.as_str()).collect();
    let of_name = |name: &&str| {
        let mut all = renamed.iter().filter(|each| each.alias.name == *name);
        let own = all.clone().find(is_own);
        own.or_else(|| all.next().filter(|_| is_used(name))).map(|found| &found.alias)
    };
    names.iter().filter_map(of_name).collect()
}

/// Adds a name that an import gives, unless it is known of the definitions or one too many.
pub(super) fn add(
    found: Renamed,
    renamed: &mut Vec<Renamed>,
    names: &mut BTreeSet<String>,
    most: usize,
) {
    let name = &found.alias.name;
    let of_name = || renamed.iter().filter(|known| known.alias.name == *name);
    let is_known = |def: &Def| of_name().any(|known| known.defs.contains(def));
    let is_new = names.len() < most && names.insert(name.clone());
    if is_new || of_name().next().is_some() && !found.defs.iter().all(is_known) {
        renamed.push(found);
    }
}
