//! Values that a pattern takes apart by their places: tuples, the entries of maps, and values of
//! types that say in their headers what they hold: `val (lid, number) = item`.

use crate::domain::Symbol;
use crate::engine::graph::model::{Def, KnownTypeArguments, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::instance::instance;
use crate::engine::graph::resolve::resolver::Resolver;
use crate::engine::graph::resolve::types::{self, parameter_list, parameters};
use crate::workspace::names::{Binding, ExpressionId};
use std::sync::Arc;

impl Resolver<'_> {
    /// Returns the part at a place of each element of a collection, or of each entry of a map. What
    /// counts as its content, as an `Option` does, is one element.
    pub(in crate::engine::graph::resolve) fn part_of_each(
        &self,
        unit: &Arc<Unit>,
        of: ExpressionId,
        place: u8,
    ) -> Value {
        let entries = self.nested(|| self.value_of(unit, of)).plain();
        if entries == Value::External && !self.begins_with_literal(unit, of) {
            return Value::External;
        }
        let entry = self.part(entries.clone(), |unit, written| {
            let is_held = types::is_held(unit, written);
            let held = || is_held.then(|| types::in_tuple(unit, written, place)).flatten();
            types::entry(unit, written, place).or_else(held)
        });
        match entry {
            Value::Unknown => self.part_at(self.element(entries), place),
            entry => entry,
        }
    }

    /// Returns the part of a value at a place: of a tuple, or of a value of a type with components.
    pub(in crate::engine::graph::resolve) fn part_at(&self, value: Value, place: u8) -> Value {
        match value {
            Value::Instance(types, given) => self.component(&types, &given, place),
            value => self.part(value, |unit, written| types::in_tuple(unit, written, place)),
        }
    }

    /// Returns a value of a tuple, or one of several results.
    pub(in crate::engine::graph::resolve) fn nth_result(
        &self,
        unit: &Unit,
        tuple: Value,
        place: u8,
    ) -> Value {
        match tuple {
            // A list is the only result.
            Value::Written(file, written, _)
                if place == 0
                    && unit.rules().has_several_results
                    && self
                        .project
                        .unit(file)
                        .is_some_and(|of| !types::is_several(of, written)) =>
            {
                tuple
            }
            Value::Written(..) => self.part_at(tuple, place),
            // Where lists are taken apart as tuples are, what they hold may be anything.
            Value::External if unit.rules().open_values => Value::Unknown,
            Value::External => Value::External,
            Value::Holder(content) if place == 0 => *content,
            value if place == 0 && unit.rules().has_several_results => value,
            Value::Instance(types, given) => self.component(&types, &given, place),
            _ => Value::Unknown,
        }
    }

    /// Returns what a value of one of some types is taken apart into at a place: the result of the
    /// method for it, else what the parameter behind the name of the type holds.
    pub(in crate::engine::graph::resolve) fn component(
        &self,
        types: &[Def],
        given: &KnownTypeArguments,
        place: u8,
    ) -> Value {
        let Some((unit, _)) = types.first().and_then(|of| self.project.get(*of)) else {
            return Value::Unknown;
        };
        if let Some(method) = &unit.rules().component_method {
            let method = method.replace("{}", &(u32::from(place) + 1).to_string());
            let members = self.members(types, &method).found;
            if !members.is_empty() {
                return self.result(&members, Some(types), given);
            }
        }
        let known = types.iter().filter_map(|of| self.project.get(*of));
        let mut parts = known.filter_map(|(unit, of)| {
            Some((unit, component_parameter(unit, unit.symbol(of), place)?))
        });
        // Of several types of the name, none is known to be the one.
        let (Some((unit, parameter)), None) = (parts.next(), parts.next()) else {
            return Value::Unknown;
        };
        parameter.origin.annotation.map_or(Value::Unknown, |written| {
            instance(self.nested(|| self.instance_of_annotation(unit, written, given)))
        })
    }
}

/// Returns the parameter at a place directly behind the name of a type whose values are taken apart
/// into what these hold.
fn component_parameter<'u>(unit: &'u Unit, of: &Symbol, place: u8) -> Option<&'u Binding> {
    if !unit.rules().components.is_match(&of.signature) {
        return None;
    }
    let list = parameter_list(unit, of)?;
    let between = unit.content().get(of.name_bytes.end..list.start as usize)?;
    // That of a method in the type's body is not it.
    let is_behind_name = !between.contains(['{', '}', ';']);
    is_behind_name.then(|| parameters(unit, of).nth(usize::from(place))).flatten()
}
