//! The definitions of one name by whom they belong to, so that a type's own are found without a look at all the others.

use super::members::{Owner, is_partial, owner};
use super::project::{Def, FileIndex, Project};
use crate::lang::ModuleSystem;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// All definitions of one name that are known.
pub(in crate::engine) struct Namesakes {
    pub(in crate::engine) defs: Arc<Vec<Def>>,
    /// Files that may define the name too and were not read.
    pub(in crate::engine) unread: Vec<FileIndex>,
    types: OnceLock<Vec<Def>>,
    by_owner: OnceLock<ByOwner>,
}

/// Places in the list of definitions.
#[derive(Default)]
struct ByOwner {
    /// Of what stands in a type's body.
    inside: HashMap<Def, Vec<usize>>,
    /// Of what stands in the body of a type with this name.
    inside_named: HashMap<String, Vec<usize>>,
    /// Of what stands elsewhere and names its type, by the last name of that.
    elsewhere: HashMap<String, Vec<usize>>,
}

impl Namesakes {
    pub(in crate::engine) fn new(defs: Vec<Def>, unread: Vec<FileIndex>) -> Self {
        Self { defs: Arc::new(defs), unread, types: OnceLock::new(), by_owner: OnceLock::new() }
    }

    /// Those that are types.
    pub(in crate::engine) fn types(&self, project: &Project<'_>) -> &[Def] {
        let are_types = || self.defs.iter().copied().filter(|def| project.is_type(*def)).collect();
        self.types.get_or_init(are_types)
    }

    /// The members of a type among them, its own and not inherited ones.
    pub(in crate::engine) fn members_of(&self, project: &Project<'_>, of: Def) -> Vec<Def> {
        let by_owner = self.by_owner.get_or_init(|| ByOwner::new(project, &self.defs));
        let Some((unit, symbol)) = project.get(of) else { return Vec::new() };
        let of_symbol = unit.symbol(symbol);
        let inside = by_owner.inside.get(&of).into_iter().flatten();
        // The parts of a type bear one name; in TypeScript other modules may add to it.
        let has_parts = is_partial(of_symbol) || unit.rules().modules == ModuleSystem::Path;
        let parts = by_owner.inside_named.get(&of_symbol.name).filter(|_| has_parts).into_iter().flatten();
        let elsewhere = by_owner.elsewhere.get(&of_symbol.name).into_iter().flatten();
        let is_member = |place: &&usize| project.is_member_of(self.defs[**place], of);
        let mut places: Vec<usize> = inside.chain(parts.chain(elsewhere).filter(is_member)).copied().collect();
        places.sort_unstable();
        places.dedup();
        places.into_iter().map(|place| self.defs[place]).collect()
    }
}

impl ByOwner {
    fn new(project: &Project<'_>, defs: &[Def]) -> Self {
        let mut by_owner = Self::default();
        for (place, def) in defs.iter().enumerate() {
            let Some((unit, symbol)) = project.get(*def) else { continue };
            match owner(unit, symbol) {
                Some(Owner::Type(of)) => {
                    let name = unit.symbol(of.symbol).name.clone();
                    by_owner.inside.entry(of).or_default().push(place);
                    by_owner.inside_named.entry(name).or_default().push(place);
                }
                Some(Owner::Named { name, .. }) => {
                    let last = name.rsplit([':', '.']).next().unwrap_or(&name).to_owned();
                    by_owner.elsewhere.entry(last).or_default().push(place);
                }
                None => {}
            }
        }
        by_owner
    }
}
