//! Results of calls that nothing tells, by the types that they are written with:
//! `services.Get<T>()`, `mock(T.class)`. Such a function may make or find a value of the type; some
//! are known to.

use super::Call;
use crate::domain::is_word;
use crate::engine::graph::model::Value;
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::resolver::Resolver;
use crate::workspace::names::Type;
use std::sync::Arc;

impl Resolver<'_> {
    /// Returns the result of a call of the name at a byte or, where the name says so and while what
    /// is not known is guessed, a value of the only type that the call is written with.
    pub(super) fn or_guess(
        &self,
        unit: &Arc<Unit>,
        result: Value,
        at: usize,
        made: Option<Call>,
    ) -> Value {
        let is_known = !matches!(result, Value::Unknown | Value::External);
        let Some(made) = made.filter(|_| !is_known) else { return result };
        if let Some(held) = self.held_by_library(unit, &result, at, made) {
            return held;
        }
        let types = unit.names().types_in(made.types);
        let class = if types.is_empty() { class_argument(unit, at) } else { None };
        if class.is_none() && types.len() != 1 {
            return result;
        }
        let is_told =
            is_typed_result(unit, at) && (matches!(result, Value::External) || is_bare(unit, at));
        if !self.is_guessing() && !is_told {
            return result;
        }
        let guess = match (types, class) {
            ([written], _) => self.nested(|| self.instance_of_annotation(unit, *written, &None)),
            (_, Some((class, place))) => {
                match self.nested(|| self.type_value(unit, class, place)) {
                    Value::Type(types) => Value::Instance(types, None),
                    _ => Value::Unknown,
                }
            }
            _ => Value::Unknown,
        };
        // `defineProps<{ pool: Pool }>()`
        let is_object = || {
            let written = types.first().map(|written| unit.names().written_type(*written));
            matches!(written, Some(Type::Object { .. }))
        };
        if matches!(guess, Value::Instance(..)) || is_told && is_object() { guess } else { result }
    }
}

/// Returns whether the name at a byte is no member: what nothing declares, or a function of the
/// project whose result is not known.
pub(super) fn is_bare(unit: &Unit, at: usize) -> bool {
    !unit.content()[..at].ends_with(['.', ':', '>'])
}

/// Returns whether the function of the name at a byte gives a value of the type that it is called
/// with.
pub(super) fn is_typed_result(unit: &Unit, at: usize) -> bool {
    let name = word_at(unit, at);
    unit.rules().typed_results.iter().any(|known| known == name)
}

pub(super) fn word_at(unit: &Unit, at: usize) -> &str {
    let rest = &unit.content()[at..];
    &rest[..rest.find(|letter| !is_word(letter)).unwrap_or(rest.len())]
}

/// Returns the type that the call of the name at a byte is given as its first argument, and where
/// that is written.
fn class_argument(unit: &Unit, at: usize) -> Option<(&str, usize)> {
    let pattern = unit.rules().class_argument.get()?;
    let after = unit.content()[at..].trim_start_matches(is_word);
    let class = pattern.captures(after)?.get(1)?;
    Some((class.as_str(), unit.content().len() - after.len() + class.start()))
}
