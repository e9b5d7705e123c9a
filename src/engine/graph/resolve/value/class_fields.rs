//! Fields of a class that a library makes values of the class that it is given:
//! `project = models.ForeignKey(Project, models.CASCADE)`.

use crate::engine::graph::model::{Def, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::resolver::Resolver;
use crate::workspace::names::{Binding, Expression};
use regex::Regex;
use std::sync::{Arc, LazyLock};

/// A class by its name or path, or a string with that, as the first argument of a call.
static FIRST: LazyLock<Regex> = LazyLock::new(|| {
    let expression = r#"\A[\w.]+\(\s*(?:to\s*=\s*)?["']?([\w.]+)["']?\s*[,)]"#;
    Regex::new(expression).expect("a valid expression")
});

impl Resolver<'_> {
    /// Returns the value of a field that a library makes for the values of a class.
    pub(super) fn class_given(&self, unit: &Arc<Unit>, field: &Binding) -> Value {
        let types = self.types_given(unit, field).unwrap_or_default();
        if types.is_empty() { Value::Unknown } else { Value::Instance(types, None) }
    }

    fn types_given(&self, unit: &Arc<Unit>, field: &Binding) -> Option<Vec<Def>> {
        let Expression::Call(of) = unit.names().expression(field.origin.value?) else {
            return None;
        };
        let made = unit.names().last_name(of)?.of(unit.content());
        if !unit.rules().class_fields.iter().any(|name| name == made) {
            return None;
        }
        let found = FIRST.captures(field.origin.value_span.of(unit.content()))?;
        let at = field.name.start as usize;
        Some(match found.get(1)?.as_str() {
            "self" => self.enclosing_type(unit, at)?.types,
            path => self.types_named(unit, path.rsplit('.').next().unwrap_or(path), at),
        })
    }
}
