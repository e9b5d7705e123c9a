//! Names that resolving the uses of a name depends on, beside it: their files are found in one pass
//! before. They are those of members whose values the name is asked of, since other code may set
//! them, as `h.pool = other` does for `self.pool.close()`, and of the types that have the name.

use super::project::{Project, Unit};
use super::resolve::Candidates;
use crate::domain::Cancelled;
use crate::workspace::names::{Binding, Expression, ExpressionId, Qualifier};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Maximum number of members that are looked for.
const MAX_MEMBERS: usize = 128;

/// Maximum number of links of one chain.
const MAX_LINKS: usize = 16;

/// Finds the files that mention the names.
pub(super) fn find(
    project: &Project<'_>,
    candidates: &Candidates<'_, '_>,
    units: &[Arc<Unit>],
    name: &str,
) -> Result<(), Cancelled> {
    let mut members: BTreeSet<&str> = BTreeSet::new();
    for unit in units.iter().filter(|unit| unit.rules().open_values) {
        for found in unit.names().uses_of(unit.content(), name) {
            if let Qualifier::Receiver(of) = found.qualifier {
                add_members(unit, of, true, &mut members);
            }
        }
    }
    let mut names: Vec<&str> = members.into_iter().take(MAX_MEMBERS).collect();
    names.extend(candidates.names_of_owners());
    project.find_mentions(&names)
}

/// Adds the names of the members in a chain, and of those that the variable at which it begins is
/// set to.
fn add_members<'u>(
    unit: &'u Unit,
    of: ExpressionId,
    is_use: bool,
    members: &mut BTreeSet<&'u str>,
) {
    let text = unit.content();
    for link in unit.names().links(of, MAX_LINKS) {
        match link {
            Expression::Member { name, .. } => {
                members.insert(name.of(text));
            }
            Expression::Name(name) if is_use => {
                for Binding { origin, .. } in unit.bindings_named(name.of(text)) {
                    members.extend(origin.unpacked.map(|_| name.of(text)));
                    let value = origin.value;
                    value.into_iter().for_each(|of| add_members(unit, of, false, members));
                }
                if unit.bindings_named(name.of(text)).all(|binding| binding.scope == 0) {
                    members.insert(name.of(text));
                }
            }
            Expression::Either(one, other) if is_use => {
                [one, other].into_iter().for_each(|of| add_members(unit, of, false, members));
            }
            _ => {}
        }
    }
}
