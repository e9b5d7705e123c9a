//! Members of a type, whose users depend on the type too.

use crate::domain::{Cancelled, SymbolKind, Visibility};
use crate::engine::graph::model::Owner;
use crate::engine::graph::project::{Def, Project, Unit};
use crate::engine::graph::resolve::{owner, simple_name};
use std::sync::Arc;

/// Maximum number of members whose users are searched for.
pub(super) const MAX_MEMBERS: usize = 24;

/// Maximum number of files that contain the type's name and are searched for members outside its
/// body.
const MAX_FILES: usize = 200;

/// The members of one type.
#[derive(Debug, Default)]
pub(super) struct Members {
    /// Public ones and those with distinctive names first; at most [`MAX_MEMBERS`].
    pub(super) defs: Vec<Def>,
    /// Number of further members.
    pub(super) left: usize,
    /// Files that contain members, with the type's name.
    pub(super) homes: Vec<(Arc<str>, String)>,
}

/// Sort key of a member: whether it is hidden, and whether its name is common.
type Rank = (bool, bool);

/// Returns the members of the types among some definitions. A member that implements a trait or a
/// language protocol belongs to that, not to the type.
pub(super) fn members(project: &Project<'_>, group: &[Def]) -> Result<Members, Cancelled> {
    let mut found: Vec<(Rank, Def)> = Vec::new();
    let mut homes: Vec<(Arc<str>, String)> = Vec::new();
    for of in group.iter().copied().filter(|def| project.is_type(*def)) {
        let Some((unit, symbol)) = project.get(of) else { continue };
        let name = &unit.symbol(symbol).name;
        found.extend(in_unit(project, unit, name, of));
        homes.push((Arc::clone(&unit.entry.path.display), name.clone()));
        let mentions = project.mentions_in_code(name)?;
        let files = mentions.files.iter().map(|found| found.file);
        let others = files.filter(|file| {
            *file != of.file
                && project.entry(*file).language.is_some_and(|other| other.id == unit.language.id)
        });
        for unit in project.read_all(&others.take(MAX_FILES).collect::<Vec<_>>())? {
            let elsewhere = in_unit(project, &unit, name, of);
            if !elsewhere.is_empty() {
                homes.push((Arc::clone(&unit.entry.path.display), name.clone()));
            }
            found.extend(elsewhere);
        }
    }
    found.sort_unstable();
    found.dedup();
    let left = found.len().saturating_sub(MAX_MEMBERS);
    let defs = found.into_iter().map(|(_, def)| def).take(MAX_MEMBERS).collect();
    Ok(Members { defs, left, homes })
}

/// Returns the members of a type in one file, each with its rank: hidden members and those with
/// common names have uninformative users.
fn in_unit(project: &Project<'_>, unit: &Arc<Unit>, name: &str, of: Def) -> Vec<(Rank, Def)> {
    let mut found = Vec::new();
    for (index, symbol) in unit.symbols().iter().enumerate() {
        let is_member = symbol.kind.is_callable() || symbol.kind.has_value();
        let is_the_languages =
            symbol.kind == SymbolKind::Constructor || symbol.name.starts_with("__");
        if !is_member || is_the_languages || symbol.is_local || symbol.is_test {
            continue;
        }
        let def = Def { file: unit.file, symbol: index as u32 };
        let is_own = match owner(unit, def.symbol) {
            Some(Owner::Type(own)) => own == of,
            Some(Owner::Named { name: own, implemented: None, .. }) => {
                simple_name(&own) == name && project.is_member_of(def, of)
            }
            _ => false,
        };
        if is_own {
            let is_hidden =
                matches!(symbol.visibility, Some(Visibility::Private | Visibility::Internal));
            let is_common = unit.rules().common_members.contains(&symbol.name);
            found.push(((is_hidden, is_common), def));
        }
    }
    found
}
