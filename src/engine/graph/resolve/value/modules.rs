//! Values of what loads a module without a name that is called, and of the type around a place.

use crate::engine::graph::model::{Module, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::resolver::Resolver;
use crate::engine::graph::semantics;
use crate::workspace::names::Span;
use std::sync::Arc;

impl Resolver<'_> {
    /// Returns what loading a module gives, by the path that is written.
    pub(super) fn loaded_value(&self, unit: &Arc<Unit>, path: Span) -> Value {
        let found = self.module(unit, path.of(unit.content()), path);
        self.found_value(semantics::of(unit.language).loaded(self, found))
    }

    /// Returns the type around a place: the file where no other is, if files are types.
    pub(super) fn type_around(&self, unit: &Arc<Unit>, at: usize) -> Value {
        match self.enclosing_type(unit, at) {
            Some(around) if !around.types.is_empty() => Value::Type(around.types),
            None if unit.rules().files_are_types => Value::Module(Module::File(unit.file)),
            _ => Value::Unknown,
        }
    }
}
