//! Variables of the object that runs blocks, which stand outside of types: `before { @pool = … }`
//! of a test.

use super::alternatives::evident_declarations;
use crate::domain::SymbolKind;
use crate::engine::graph::model::Value;
use crate::engine::graph::project::{MAX_ASSIGNED, Unit};
use crate::engine::graph::resolve::resolver::Resolver;
use crate::workspace::names::Binding;
use std::sync::Arc;

impl Resolver<'_> {
    /// Returns the value at a place of a variable with a mark that no type around has; `None` if
    /// nothing is known of it.
    pub(super) fn value_of_marked(&self, unit: &Arc<Unit>, name: &str, at: usize) -> Option<Value> {
        let is_marked = name.starts_with(|first| unit.rules().marks.contains(first));
        if !is_marked || self.enclosing_type(unit, at).is_some() {
            return None;
        }
        let set = set_for(unit, name, at);
        let evident = evident_declarations(unit, &set);
        if evident.len() < set.len() {
            self.note_open();
        }
        let value = |binding: &&Binding| self.nested(|| self.declared_value(unit, binding, &None));
        let value = self.union_value(evident.iter().map(value));
        (value != Value::Unknown).then_some(value)
    }
}

/// Returns where a variable is set that a place reads: before it in the same test, else in the
/// innermost group of tests around it that sets it. One test does not see what another sets.
fn set_for<'u>(unit: &'u Unit, name: &str, at: usize) -> Vec<&'u Binding> {
    let innermost = |at: usize| {
        let test = unit.enclosing(at, |symbol| symbol.kind == SymbolKind::Test)?;
        Some(unit.symbol(test).bytes.clone())
    };
    let is_in_type = |at: usize| unit.enclosing(at, |symbol| unit.is_type(symbol)).is_some();
    let length = |around: &Option<std::ops::Range<usize>>| {
        around.as_ref().map_or(usize::MAX, std::ops::Range::len)
    };
    let reached = unit.fields_named(name).take(MAX_ASSIGNED).filter_map(|binding| {
        let set = binding.name.start as usize;
        let around = innermost(set);
        let is_seen = around.as_ref().is_none_or(|around| around.contains(&at));
        (is_seen && !is_in_type(set)).then_some((length(&around), binding))
    });
    let reached: Vec<(usize, &Binding)> = reached.collect();
    let own = length(&innermost(at));
    let is_before = |(_, binding): &&(usize, &Binding)| (binding.name.end as usize) < at;
    let nearest = reached.iter().filter(|(length, _)| *length > own).map(|(length, _)| *length);
    let nearest = match reached.iter().filter(is_before).any(|(length, _)| *length == own) {
        true => Some(own),
        false => nearest.min().or_else(|| reached.first().map(|(length, _)| *length)),
    };
    let is_nearest = |(length, _): &(usize, &Binding)| Some(*length) == nearest;
    reached.into_iter().filter(is_nearest).map(|(_, binding)| binding).collect()
}
