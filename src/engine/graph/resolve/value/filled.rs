//! Values that calls give by their arguments: `out var value`.

use super::blocks::parameters_passed;
use crate::engine::graph::model::{Def, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::overloads::{accepting, arguments};
use crate::engine::graph::resolve::resolver::Resolver;
use crate::workspace::names::{Expression, ExpressionId};
use std::sync::Arc;

/// Maximum number of functions of one name whose parameters are looked at.
const MAX_FUNCTIONS: usize = 8;

impl Resolver<'_> {
    /// Returns the value that a call sets its argument at a place to: of the type of the parameter,
    /// or an element of a collection.
    pub(in crate::engine::graph::resolve) fn filled_value(
        &self,
        unit: &Arc<Unit>,
        call: ExpressionId,
        place: u8,
    ) -> Value {
        let names = unit.names();
        let Expression::Call(called) = names.expression(call) else { return Value::Unknown };
        let called = match names.expression(called) {
            Expression::Applied { of, .. } => of,
            _ => called,
        };
        let Some(name) = names.last_name(called) else { return Value::Unknown };
        let (text, at) = (name.of(unit.content()), name.start as usize);
        let (subject, functions) = match names.expression(called) {
            Expression::Member { of, .. } => {
                let subject = self.completed(unit, at, self.value_of(unit, of));
                let functions = self.functions_of(unit, &subject, text);
                (subject, functions)
            }
            _ => match self.name_value(unit, text, at) {
                Value::Function(functions) => (Value::Unknown, functions),
                _ => return Value::Unknown,
            },
        };
        if functions.is_empty() {
            let is_filling = unit.rules().filling.iter().any(|word| word == text);
            return if is_filling { self.element(subject) } else { Value::Unknown };
        }
        let passed = names.use_at(at).and_then(|found| arguments(unit, found));
        let functions = accepting(self.project, functions, passed);
        let mut values =
            functions.iter().take(MAX_FUNCTIONS).map(|of| self.set_by(*of, &subject, place));
        let first = values.next().unwrap_or(Value::Unknown);
        if values.all(|value| value == first) { first } else { Value::Unknown }
    }

    /// Returns the value of a function's parameter for the argument at a place.
    fn set_by(&self, function: Def, subject: &Value, place: u8) -> Value {
        let Some((unit, symbol)) = self.project.get(function) else { return Value::Unknown };
        let mut passed = parameters_passed(unit, unit.symbol(symbol), subject);
        let parameter = passed.nth(usize::from(place));
        let Some(written) = parameter.and_then(|parameter| parameter.origin.annotation) else {
            return Value::Unknown;
        };
        let given = match subject {
            Value::Instance(types, given) => self.given_to_owner(function, types, given),
            _ => None,
        };
        self.instance_of_result(unit, written, &given)
    }
}
