//! Members of which a condition tells the type: `if (this.mail instanceof Mailer) { … }`.

use crate::engine::graph::model::Value;
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::resolver::Resolver;
use std::ops::Range;
use std::sync::Arc;

impl Resolver<'_> {
    /// Returns the value of the member to which a path leads, by a condition around it, unless
    /// something else is set between both.
    pub(super) fn narrowed_member(&self, unit: &Arc<Unit>, path: Range<usize>) -> Option<Value> {
        let names = unit.names();
        if names.narrowed.is_empty() || path.start == 0 {
            return None;
        }
        let text = unit.content();
        let written = text.get(path.clone())?;
        let narrowed = names.narrowed_path_at(text, written, path.start as u32)?;
        let between = text.get(narrowed.name.end as usize..path.start)?;
        let is_set = between.match_indices(written).any(|(at, _)| {
            let behind = between[at + written.len()..].trim_start();
            behind.starts_with('=') && !behind.starts_with("==")
        });
        (!is_set).then(|| self.narrowed_value(unit, narrowed.annotation, None))
    }
}
