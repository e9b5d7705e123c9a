//! Results of libraries' functions that are what a block gives, or hold it: `map`, `then`.

use super::Call;
use crate::engine::graph::model::Value;
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::resolver::Resolver;
use std::sync::Arc;

impl Resolver<'_> {
    /// Returns the result of a call that is made of what the block that it is given gives; `None`
    /// for another call. `is_collection`: the function is that of a collection, whose results are
    /// collections too.
    pub(super) fn given_by_block(
        &self,
        unit: &Arc<Unit>,
        called: Option<Call>,
        is_collection: bool,
    ) -> Option<Value> {
        let name = called?.name?;
        let text = name.of(unit.content());
        let is_among = |words: &[String]| words.iter().any(|word| word == text);
        let is_mapping = is_among(&unit.rules().mapping);
        if !is_mapping && !is_among(&unit.rules().giving) {
            return None;
        }
        let (value, list) = unit.names().block_passed_to(name, unit.content())?.gives?;
        Some(match is_mapping && is_collection {
            true => Value::Written(unit.file, list, None),
            false => self.nested(|| self.value_of(unit, value)),
        })
    }
}
