//! Callers of what the project does not define.

use super::{CallLevels, Rows, add_site};
use crate::domain::{Cancelled, Certainty};
use crate::engine::graph::answer::Call;
use crate::engine::graph::limits::MAX_INDIRECT_CALLS;
use crate::engine::graph::project::{Project, Unit};
use crate::engine::graph::rule::Rule;
use crate::engine::graph::use_searches::UseSearches;
use crate::engine::graph::uses::ParseBudget;
use crate::workspace::names::Span;
use std::sync::Arc;

/// Returns the callers of what is called at some places, up to a depth.
pub(in crate::engine::graph) fn of_outside<'u>(
    project: &Project<'_>,
    calls: impl Iterator<Item = (&'u Arc<Unit>, Span, Certainty, Rule)>,
    depth: usize,
) -> Result<Vec<Call>, Cancelled> {
    let mut rows = Rows::new();
    for (unit, span, certainty, rule) in calls {
        add_site(&mut rows, unit, span, (certainty, rule), None);
    }
    let (mut budget, mut left) = (ParseBudget::indirect(), MAX_INDIRECT_CALLS);
    let mut levels = CallLevels::new(project, &[], rows, Vec::new(), &mut left);
    let mut searches = UseSearches::new(project, &mut budget);
    levels.add_levels(2..=depth, &mut searches, &mut Vec::new())?;
    Ok(levels.finish()?.results)
}
