//! The conditions under which direct callers call a target: what reaches them runs the target only
//! where these hold.

use super::assemble::Affected;
use super::group_kind::GroupKind;
use crate::engine::graph::ReferenceRole;
use crate::engine::graph::conditions::{conditions_of, shared};
use crate::engine::graph::project::Project;

/// Maximum number of callers of which conditions are told: each may be in a file of its own, which
/// has to be read for them.
const MAX_CALLERS: usize = 12;

/// Adds to the first direct callers the conditions of their calls, each if all of these have it.
pub(super) fn add_conditions(project: &Project<'_>, affected: &mut [Affected]) {
    let is_caller = |row: &&mut Affected| row.group == GroupKind::Callers && row.via.is_empty();
    for row in affected.iter_mut().filter(is_caller).take(MAX_CALLERS) {
        let calls = row.uses.iter().filter(|found| found.role == ReferenceRole::Call);
        let conditions = calls.map(|found| conditions_of(project, &found.site));
        row.conditions = shared(conditions).into_iter().flatten().collect();
    }
}
