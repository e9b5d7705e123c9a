//! Names of attributes: fields that the code of a type assigns and nothing declares.

use super::path::{Path, matching, types_above};
use crate::domain::Cancelled;
use crate::engine::graph::project::{Def, Project};
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
        found.retain(|def| project.owner_types(*def).iter().any(|of| above.contains(of)));
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
        declared.iter().chain(&found).flat_map(|def| project.owner_types(*def)).collect();
    let is_inherited =
        |of: &Def| project.ancestors(*of).types.iter().any(|above| owners.contains(above));
    found.retain(|def| !project.owner_types(*def).iter().any(is_inherited));
    Ok(found)
}
