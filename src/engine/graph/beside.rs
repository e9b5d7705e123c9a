//! Names that resolving the uses of a name depends on, beside it: their files are found in one pass
//! before. They are those of members whose values the name is asked of, since other code may set
//! them, as `h.pool = other` does for `self.pool.close()`, and of the types that have the name.

use super::project::{Project, Unit};
use super::resolve::Candidates;
use crate::domain::Cancelled;
use crate::workspace::names::{Binding, Expression, ExpressionId, Qualifier};
use rustc_hash::FxHashSet;
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
        let mut receivers = Receivers { unit, variables: FxHashSet::default() };
        for found in unit.names().uses_of(unit.content(), name) {
            if let Qualifier::Receiver(of) = found.qualifier {
                receivers.add_members(of, true, &mut members);
            }
        }
    }
    let mut names: Vec<&str> = members.into_iter().take(MAX_MEMBERS).collect();
    names.extend(candidates.names_of_owners());
    project.find_mentions(&names)
}

/// What a name is asked of in one file.
struct Receivers<'u> {
    unit: &'u Unit,
    /// Variables whose bindings were looked through: a file may ask thousands of times for a member
    /// of a variable that it binds thousands of times.
    variables: FxHashSet<&'u str>,
}

impl<'u> Receivers<'u> {
    /// Adds the names of the members in a chain, and of those that the variable at which it begins
    /// is set to.
    fn add_members(&mut self, of: ExpressionId, is_use: bool, members: &mut BTreeSet<&'u str>) {
        let text = self.unit.content();
        for link in self.unit.names().links(of, MAX_LINKS) {
            match link {
                Expression::Member { name, .. } => {
                    members.insert(name.of(text));
                }
                Expression::Name(name) if is_use => self.add_variable(name.of(text), members),
                Expression::GivenBack { argument, .. } => {
                    self.add_members(argument, is_use, members);
                }
                Expression::Either(one, other) if is_use => {
                    self.add_members(one, false, members);
                    self.add_members(other, false, members);
                }
                _ => {}
            }
        }
    }

    fn add_variable(&mut self, name: &'u str, members: &mut BTreeSet<&'u str>) {
        if !self.variables.insert(name) {
            return;
        }
        for Binding { origin, .. } in self.unit.bindings_named(name) {
            members.extend(origin.unpacked.map(|_| name));
            origin.value.into_iter().for_each(|of| self.add_members(of, false, members));
        }
        if self.unit.bindings_named(name).all(|binding| binding.scope == 0) {
            members.insert(name);
        }
    }
}
