//! Results of functions that are given a class and say that they give a value of it:
//! `def build(of: type[T], *args) -> T`.

use super::Call;
use crate::engine::graph::model::{Def, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::resolver::Resolver;
use crate::engine::graph::resolve::types::{self, parameters, written_result};
use crate::engine::graph::resolve::written_arguments::parts;
use crate::workspace::names::{Binding, Type, TypeId};
use std::sync::Arc;

/// Maximum number of functions, of one name, that are looked at.
const MAX_FUNCTIONS: usize = 4;

/// Number of types around a type parameter up to which it is looked for: `Optional[type[T]]`.
const MAX_NESTED: usize = 3;

impl Resolver<'_> {
    /// Returns a result or, where nothing is known of it, a value of the class that the call is
    /// given for the parameter that the result is written by.
    pub(super) fn or_of_class(
        &self,
        unit: &Arc<Unit>,
        made: Call,
        functions: &[Def],
        result: Value,
    ) -> Value {
        let is_open = match &result {
            Value::Unknown | Value::Written(..) => true,
            Value::Instance(types, _) => types.iter().all(|of| self.is_variable(*of)),
            _ => false,
        };
        if !is_open {
            return result;
        }
        let known = functions.iter().take(MAX_FUNCTIONS).filter_map(|def| self.project.get(*def));
        let places = known.filter_map(|(of, symbol)| place_of_class(of, symbol));
        let class = places.into_iter().find_map(|place| self.class_at(unit, made, place));
        class.map_or(result, |types| Value::Instance(types, None))
    }

    /// Returns the class that is the argument of a call at a place, if it is written as a name or a
    /// path and none before it is named or stands for several.
    fn class_at(&self, unit: &Arc<Unit>, made: Call, place: usize) -> Option<Vec<Def>> {
        let text = unit.content();
        let all = parts(unit, made.name?.end as usize)?;
        let range = all.get(place)?.clone();
        let is_of_path =
            |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$' | '.');
        let is_plain = |part: &str| !part.starts_with(['*', '.']) && !part.contains('=');
        let before = all[..place].iter().all(|part| is_plain(&text[part.clone()]));
        let written = Some(&text[range.clone()]).filter(|part| part.chars().all(is_of_path));
        let path: Vec<&str> = written.filter(|_| before)?.split('.').collect();
        match self.value_of_path(unit, &path, range.start) {
            Value::Type(types) => Some(types),
            _ => None,
        }
    }
}

/// Returns the place of the parameter that takes the class of which a function's result is written
/// as a value, among those that a call gives.
fn place_of_class(unit: &Unit, symbol: u32) -> Option<usize> {
    let own = unit.symbol(symbol);
    let returned = written_result(unit, own)?.written;
    let Type::Named { head, arguments } = unit.names().written_type(returned) else { return None };
    let name = unit.names().single_name(head).filter(|_| arguments.is_empty())?;
    let name = name.of(unit.content());
    let selves = &unit.language.config.self_names;
    let is_given = |binding: &&Binding| {
        let name = binding.name.of(unit.content());
        !selves.iter().any(|own| own == name)
    };
    let takes = |binding: &Binding| {
        let written = binding.origin.annotation;
        written.is_some_and(|written| is_of_class(unit, written, name, 0))
    };
    parameters(unit, own).filter(is_given).position(takes)
}

/// Returns whether a type is a generic one of a type parameter, of which a class is a value. Of a
/// function the parameter is the result.
fn is_of_class(unit: &Unit, written: TypeId, name: &str, depth: usize) -> bool {
    let names = unit.names();
    let is_it = |of: &TypeId| types::name(unit, *of) == Some(name);
    let is_inside = |of: &TypeId| depth < MAX_NESTED && is_of_class(unit, *of, name, depth + 1);
    match names.written_type(written) {
        Type::Named { head, arguments } => {
            let arguments = names.types_in(arguments);
            let own = types::last_name(unit, head);
            let is_builtin =
                own.is_some_and(|own| unit.rules().builtin_types.iter().any(|of| of == own));
            let of_arguments =
                if is_builtin { arguments.last() } else { arguments.iter().find(|of| is_it(of)) };
            of_arguments.is_some_and(is_it) || arguments.iter().any(is_inside)
        }
        Type::Several(parts) => names.types_in(parts).iter().any(is_inside),
        _ => false,
    }
}
