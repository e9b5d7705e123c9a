//! Names of attributes: fields that the code of a type assigns and nothing declares.

use super::name::{Path, matching, types_above};
use crate::domain::Cancelled;
use crate::engine::graph::model::Owner;
use crate::engine::graph::project::{Def, Project};
use crate::engine::graph::resolve::owner;
use rustc_hash::FxHashSet;

/// Returns the attributes that a qualified name refers to, of those that `accept` returns true for,
/// after making those of the name definitions. A type has those that it inherits too.
pub(super) fn by_assignment(
    project: &Project<'_>,
    path: &Path<'_>,
    accept: impl Fn(&Def) -> bool,
) -> Result<Vec<Def>, Cancelled> {
    let own = own_attributes(project, path.name)?;
    let accepted: Vec<Def> = own.iter().copied().filter(accept).collect();
    let mut found = matching(project, &accepted, path);
    if found.is_empty() {
        let types = types_above(project, path)?;
        let above: FxHashSet<Def> =
            types.iter().flat_map(|of| project.ancestors(*of).types.clone()).collect();
        found = accepted;
        found.retain(|def| type_of(project, *def).is_some_and(|of| above.contains(&of)));
    }
    if !found.is_empty() {
        project.count_attributes(path.name, &own)?;
    }
    Ok(found)
}

/// Returns the attributes of a name, without those of types that inherit the member.
pub(super) fn own_attributes(project: &Project<'_>, name: &str) -> Result<Vec<Def>, Cancelled> {
    let mut found = project.attributes(name)?;
    let declared = project.definitions(name)?;
    let owners: FxHashSet<Def> =
        declared.iter().chain(&found).filter_map(|def| type_of(project, *def)).collect();
    found.retain(|def| {
        let of = type_of(project, *def);
        !of.is_some_and(|of| project.ancestors(of).types.iter().any(|of| owners.contains(of)))
    });
    Ok(found)
}

/// Returns the type that a member is written in.
fn type_of(project: &Project<'_>, def: Def) -> Option<Def> {
    let (unit, symbol) = project.get(def)?;
    match owner(unit, symbol)? {
        Owner::Type(of) => Some(of),
        Owner::Named { .. } => None,
    }
}
