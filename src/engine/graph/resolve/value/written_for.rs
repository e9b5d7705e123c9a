//! The types that object literals are written for.

use crate::domain::lock;
use crate::engine::graph::model::{Def, Lookup, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::modules::is_imported;
use crate::engine::graph::resolve::objects::typed_objects;
use crate::engine::graph::resolve::resolver::Resolver;
use crate::engine::graph::resolve::types::{self, parameter_list, parameters};
use crate::workspace::names::{
    Binding, Expression, ExpressionId, PassedObject, Property, Span, Type, TypeId,
};
use std::sync::Arc;

/// Maximum number of object literals around one.
const MAX_NESTED: usize = 6;

/// Maximum length of a list of parameters, in bytes.
const MAX_LIST: usize = 2000;

/// Maximum number of functions that a literal may be passed to.
const MAX_FUNCTIONS: usize = 4;

impl Resolver<'_> {
    /// Returns the value that an object literal stands for, by the type that it is written for;
    /// `None` if it has no other type than its own.
    pub(in crate::engine::graph::resolve) fn written_for(
        &self,
        unit: &Arc<Unit>,
        object: Span,
    ) -> Option<Value> {
        let mut path = Vec::new();
        let mut outer = object;
        while path.len() < MAX_NESTED
            && let Some(property) = property_of(unit, outer)
        {
            path.push(property.name);
            outer = property.object;
        }
        let value = self.written_directly(unit, outer)?;
        let inner = path.iter().rev().try_fold(value, |value, name| match value {
            Value::Literal(..) => None,
            value => {
                let name = name.of(unit.content());
                Some(self.nested(|| self.member(value, name, None, unit)))
            }
        });
        inner.filter(|value| !matches!(value, Value::Literal(..)))
    }

    /// Returns the value of an object literal that is no property of another one.
    fn written_directly(&self, unit: &Arc<Unit>, object: Span) -> Option<Value> {
        if let Some(passed) = unit.names().passed_object(object) {
            return self.passed_to(unit, passed);
        }
        let mut known = lock(&self.context.typed_objects);
        let typed = known.entry(unit.file).or_insert_with(|| typed_objects(unit).into());
        let typed = Arc::clone(typed);
        drop(known);
        let place = typed.binary_search_by_key(&object, |(object, _)| *object).ok()?;
        self.written_as(unit, typed[place].1)
    }

    /// Returns the value of the parameter that an object literal is passed for.
    fn passed_to(&self, unit: &Arc<Unit>, passed: PassedObject) -> Option<Value> {
        let functions = match self.unnested(|| self.value_of(unit, passed.function)) {
            Value::Function(functions) => functions,
            // What such a value is called with, its own members do not tell.
            Value::Instance(..) => return Some(Value::Unknown),
            Value::Type(types) => {
                let constructors = unit.language.config.constructors.iter();
                constructors.flat_map(|name| self.members(&types, name).found).collect()
            }
            Value::Unknown if self.is_undefined(unit, passed.function) => return None,
            other => return Some(other),
        };
        let functions: Vec<Def> = functions.into_iter().take(MAX_FUNCTIONS).collect();
        if functions.is_empty() {
            return Some(Value::Unknown);
        }
        let values: Option<Vec<Value>> =
            functions.iter().map(|function| self.of_parameter(*function, passed)).collect();
        values.map(|values| self.union_value(values))
    }

    /// Returns whether an expression is a name that neither the file nor what it imports defines.
    fn is_undefined(&self, unit: &Arc<Unit>, function: ExpressionId) -> bool {
        unit.names().single_name(function).is_some_and(|name| {
            let (text, at) = (name.of(unit.content()), name.start as usize);
            !is_imported(unit, text)
                && self.local(unit, text, at).is_none()
                && !matches!(self.lookup_at(unit, at, text), Lookup::Definitions(_))
        })
    }

    fn of_parameter(&self, function: Def, passed: PassedObject) -> Option<Value> {
        let Some((unit, symbol)) = self.project.get(function) else { return Some(Value::Unknown) };
        let own = unit.symbol(symbol);
        let all: Vec<_> = parameters(unit, own).collect();
        let list = parameter_list(unit, own).map_or("", |list| list.of(unit.content()));
        let is_pattern = list.trim_start_matches('(').trim_start().starts_with('{');
        if is_pattern && passed.place == 0 && !passed.is_element {
            let written = all.iter().find_map(|name| type_of_pattern(unit, name));
            return written.map_or(Some(Value::Unknown), |written| self.written_as(unit, written));
        }
        // What is taken apart has several names.
        if number_of(list) != Some(all.len()) {
            return Some(Value::Unknown);
        }
        let Some(parameter) = all.get(usize::from(passed.place)) else {
            return Some(Value::Unknown);
        };
        match parameter.origin.annotation {
            Some(written) if passed.is_element => match types::element(unit, written) {
                Some(element) => self.written_as(unit, element),
                None => Some(Value::Unknown),
            },
            Some(written) => self.written_as(unit, written),
            None => Some(Value::Unknown),
        }
    }

    /// Returns the value of a written type; `None` if it is that of a literal itself.
    fn written_as(&self, unit: &Arc<Unit>, written: TypeId) -> Option<Value> {
        match unit.names().written_type(written) {
            Type::Named { .. } => Some(self.instance_of_annotation(unit, written, &None)),
            _ => None,
        }
    }
}

/// Returns the written type of the value that a pattern takes apart, given a name in the pattern.
fn type_of_pattern(unit: &Unit, name: &Binding) -> Option<TypeId> {
    let mut next = name.origin.unpacked.or(name.origin.value)?;
    for _ in 0..MAX_NESTED {
        match unit.names().expression(next) {
            Expression::Cast(written) => return Some(written),
            link => next = link.of()?,
        }
    }
    None
}

/// Returns the number of parameters in a list with its parentheses; `None` of a long one.
fn number_of(list: &str) -> Option<usize> {
    let list = list.strip_prefix('(')?.strip_suffix(')').filter(|list| list.len() <= MAX_LIST)?;
    let (mut depth, mut number, mut before) = (0_usize, 0, ',');
    for letter in list.chars().filter(|letter| !letter.is_whitespace()) {
        number += usize::from(before == ',' && depth == 0);
        match letter {
            '(' | '[' | '{' | '<' => depth += 1,
            // The arrow of a function's type closes nothing.
            '>' if before == '=' => {}
            ')' | ']' | '}' | '>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        before = letter;
    }
    Some(number)
}

/// Returns the property whose value is an object literal.
fn property_of(unit: &Unit, object: Span) -> Option<Property> {
    let names = unit.names();
    let before = names.properties.partition_point(|each| each.name.start < object.start);
    let property = names.properties[..before].last()?;
    let is_value = property.value.is_some_and(|value| match names.expression(value) {
        Expression::Object(value) => value.span == object,
        _ => false,
    });
    is_value.then_some(*property)
}
