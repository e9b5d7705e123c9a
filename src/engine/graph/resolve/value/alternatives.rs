//! Values of names that are bound more than once: in branches, or in several methods of a type.

use super::assigned::{Reaching, function_around};
use crate::domain::remembered;
use crate::engine::graph::model::{Def, Local, Settings, Value};
use crate::engine::graph::project::{MAX_ASSIGNED, Unit};
use crate::engine::graph::resolve::instance::is_any;
use crate::engine::graph::resolve::resolver::Resolver;
use crate::engine::graph::resolve::scopes::{is_generic, is_self};
use crate::engine::graph::resolve::types;
use crate::engine::graph::semantics;
use crate::workspace::names::{
    Binding, Expression, ExpressionId, NameFacts, ObjectLiteral, Origin, TypeId,
};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Maximum number of bindings that are evaluated for one name.
pub(super) const MAX_BINDINGS: usize = 6;

/// Maximum number of types that one value may have.
const MAX_TYPES: usize = 8;

impl Resolver<'_> {
    /// Returns the value at a place of a name that a function binds: of the type that a condition
    /// determines, else that of the binding in force, and those of bindings before it if it is in a
    /// branch that does not lead to the place.
    pub(super) fn bound_value(
        &self,
        unit: &Arc<Unit>,
        name: &str,
        at: usize,
        last: &Binding,
    ) -> Value {
        let text = unit.content();
        if is_self(unit, last) {
            let around = self.enclosing_type(unit, last.name.start as usize);
            return Value::Instance(around.map_or_else(Vec::new, |of| of.types), None);
        }
        if let Some(value) = self.value_of_bounds(unit, name, last) {
            return value;
        }
        let set = unit.last_assigned(last, at as u32).unwrap_or_default();
        let bound = set.max(last.name.start);
        if let Some((written, start)) = narrowed_by_scope(unit, last) {
            let outer = self.local(unit, name, start.saturating_sub(1));
            let outer =
                outer.and_then(|of| if let Local::Binding(of) = of { Some(of) } else { None });
            return self.narrowed_value(unit, written, outer);
        }
        let bindings = reaching_bindings(unit, name, at, last);
        if let Some(written) = unit.names().narrowed_at(text, name, at as u32, bound) {
            let only = if let [only] = bindings[..] { Some(only) } else { None };
            return self.narrowed_value(unit, written, only);
        }
        let is_bound_later = bindings.iter().any(|binding| binding.name > last.name);
        // Where a name has several bindings, these say which is in force.
        let place = if let [_] = bindings[..] { Some(at as u32) } else { None };
        let value = |binding| self.binding_value_at(unit, binding, &None, place);
        let values = bindings.into_iter().map(value);
        let value = self.union_value(values);
        if is_bound_later {
            return value;
        }
        self.without_types(unit, value, &unit.names().excluded_at(text, name, at as u32, bound))
    }

    /// Returns a value of all types that a type parameter has to be of, where these are written
    /// apart from each other: `where T : Comparable<T>, T : Handler`.
    fn value_of_bounds(&self, unit: &Arc<Unit>, name: &str, one: &Binding) -> Option<Value> {
        if unit.names().generics.is_empty() || one.origin.annotation.is_none() {
            return None;
        }
        let (_, all) = unit.bindings_in(name, one.scope, 0);
        let all: Vec<&Binding> = all.collect();
        let is_parameter = all.iter().any(|binding| is_generic(unit, binding));
        let bounds: Vec<TypeId> =
            all.iter().filter_map(|binding| binding.origin.annotation).collect();
        if !is_parameter || bounds.len() < 2 {
            return None;
        }
        let values = bounds.iter().map(|of| self.instance_of_annotation(unit, *of, &None));
        let types = values.filter_map(|value| match value.plain() {
            Value::Instance(types, _) => Some(types),
            _ => None,
        });
        let types: Vec<Def> = types.flatten().collect();
        (!types.is_empty()).then_some(Value::Instance(types, None))
    }

    /// Returns a value of the type that a condition tells of a name. A type from outside, unless it
    /// is built in, may be one that values of the declared type are of besides:
    /// `isinstance(pool, Sized)`.
    pub(super) fn narrowed_value(
        &self,
        unit: &Arc<Unit>,
        written: TypeId,
        declared: Option<&Binding>,
    ) -> Value {
        let value = self.instance_of_annotation(unit, written, &None);
        let is_outside = match &value {
            Value::External => true,
            Value::Written(file, written, _) => !self.is_builtin(*file, *written),
            _ => false,
        };
        let is_one = |declared: &&Binding| {
            declared.origin.annotation.is_none_or(|of| types::heads(unit, of).len() == 1)
        };
        let declared = declared.filter(|_| is_outside).filter(is_one);
        let own = || declared.map(|declared| self.binding_value(unit, declared, &None));
        let (own, is_open) = self.with_openness(own);
        // Where variables have types, a condition settles them as what is written does.
        let is_settled =
            unit.rules().values_give_types && !matches!(own, Some(Value::Instance(..)));
        if is_open && !is_settled {
            self.note_open();
        }
        match own {
            Some(own @ Value::Instance(..)) => own,
            _ => value,
        }
    }

    /// Returns a value that is of none of some written types, if it may be of others.
    fn without_types(&self, unit: &Arc<Unit>, value: Value, excluded: &[TypeId]) -> Value {
        let Value::Instance(mut types, given) = value else { return value };
        if types.len() < 2 {
            return Value::Instance(types, given);
        }
        let all = types.clone();
        for written in excluded {
            let Value::Instance(without, _) = self.instance_of_annotation(unit, *written, &None)
            else {
                continue;
            };
            let is_among =
                |of: &Def| self.with_ancestors(&[*of]).iter().any(|of| without.contains(of));
            types.retain(|of| !is_among(of));
        }
        Value::Instance(if types.is_empty() { all } else { types }, given)
    }

    /// Returns the value of a local variable that is called as a type's own name is, where it
    /// leads to definitions: `cls = type("Made", (Base,), {})`.
    pub(super) fn rebound_value(&self, unit: &Arc<Unit>, name: &str, at: usize) -> Option<Value> {
        if !semantics::of(unit.language).self_is_type(name) {
            return None;
        }
        let Some(Local::Binding(binding)) = self.local(unit, name, at) else { return None };
        binding.origin.value?;
        let value = self.bound_value(unit, name, at, binding);
        matches!(value, Value::Type(_) | Value::Instance(..)).then_some(value)
    }

    /// Returns the value of a name that may be another one than that of its declaration: by what
    /// the name is set to, as far as it may be in force `at` a place, or as a parameter by what is
    /// passed.
    pub(super) fn value_or_assigned(
        &self,
        unit: &Arc<Unit>,
        binding: &Binding,
        declared: Value,
        at: Option<u32>,
    ) -> Value {
        let has_type = binding.origin.annotation.map(|of| !is_any(unit, of));
        let is_outside = matches!(declared, Value::External | Value::Written(..));
        let is_settled = unit.rules().values_give_types && is_outside;
        if has_type.unwrap_or(is_settled) {
            return declared;
        }
        if NameFacts::is_within(&unit.names().parameters, binding.name) {
            // A default is behind the name.
            let has_default = binding.origin.value_span.start >= binding.name.end
                && (has_type.is_some() || !unit.rules().values_give_types);
            let passed = has_default.then_some(Value::Unknown);
            return self.union_value([declared].into_iter().chain(passed));
        }
        // What holds wherever the name is used is asked for again and again.
        let set = match at {
            Some(at) => Arc::new(settings(unit, binding, Reaching::at(unit, binding, at))),
            None => remembered(&self.context.settings, (unit.file, binding.name), || {
                Arc::new(settings(unit, binding, Reaching::all(unit, binding)))
            }),
        };
        if set.is_open {
            self.note_open();
        }
        if set.is_untold {
            return Value::Unknown;
        }
        let values = set.values.iter();
        let values: Vec<Value> =
            values.map(|value| self.nested(|| self.value_of(unit, *value))).collect();
        let is_told = values.is_empty()
            || set.is_declared && binding.origin.value.is_none_or(|value| is_evident(unit, value));
        self.union_value(Some(declared).filter(|_| is_told).into_iter().chain(values))
    }

    /// Returns the value of one of two expressions.
    pub(super) fn alternative_value(&self, unit: &Arc<Unit>, choice: [ExpressionId; 2]) -> Value {
        // An absent value has no members.
        let is_present = |id: &ExpressionId| unit.names().expression(*id) != Expression::Nothing;
        self.union_value(choice.into_iter().filter(is_present).map(|id| self.value_of(unit, id)))
    }
}

/// Returns what a name is set to, of what reaches a place.
fn settings(unit: &Unit, binding: &Binding, reaching: Reaching<'_>) -> Settings {
    let (text, names) = (unit.content(), unit.names());
    let Reaching { is_declared, assigned } = reaching;
    let is_unknown = |assigned: &&Binding| assigned.origin == Origin::default();
    let is_untold = |assigned: &&Binding| {
        let value = assigned.origin.value.map(|value| names.expression(value));
        value == Some(Expression::Other)
    };
    let is_untold = !is_declared && assigned.iter().all(is_untold);
    let is_open = is_untold || assigned.len() == MAX_ASSIGNED || assigned.iter().any(is_unknown);
    let is_new = |value: &ExpressionId| {
        let root = names.root_name(*value);
        root.is_none_or(|root| root.of(text) != binding.name.of(text))
    };
    let mut named = FxHashSet::default();
    // Outside of functions a name means the same wherever it stands.
    let mut is_first = |value: &ExpressionId| match names.single_name(*value) {
        Some(name) if function_around(unit, name.start).is_none() => named.insert(name.of(text)),
        _ => true,
    };
    let values = assigned.into_iter().filter_map(|assigned| assigned.origin.value);
    let values = values.flat_map(|value| choices(unit, value));
    let values = values.filter(|value| is_evident(unit, *value) && is_new(value));
    let values = values.filter(|value| is_first(value)).take(MAX_BINDINGS).collect();
    Settings { is_declared, is_open, is_untold, values }
}

/// Returns the type that a binding gives a name which is bound outside of the binding's scope, and
/// where that scope starts.
fn narrowed_by_scope(unit: &Unit, binding: &Binding) -> Option<(TypeId, usize)> {
    let scope = unit.names().scopes.get(binding.scope as usize)?;
    let written = binding.origin.annotation?;
    (!scope.span.contains(binding.name)).then_some((written, scope.span.start as usize))
}

/// Returns whether a value leads to definitions of the project.
pub(super) const fn is_known(value: &Value) -> bool {
    !matches!(value, Value::Unknown | Value::External | Value::Written(..))
}

impl Resolver<'_> {
    /// Returns the value of a name that has one of several values, as [`union_value`] does, and
    /// notes whether nothing is known of one of them.
    pub(in crate::engine::graph::resolve) fn union_value(
        &self,
        values: impl IntoIterator<Item = Value>,
    ) -> Value {
        let note = |value: &Value| {
            if *value == Value::Unknown {
                self.note_open();
            }
        };
        union_value(values.into_iter().inspect(note))
    }
}

/// Returns the value of a name that has one of several values: a value of all their types where
/// they are known, and nothing certain where only some are from outside the project.
pub(super) fn union_value(values: impl IntoIterator<Item = Value>) -> Value {
    let merge = |one: Value, other: Value| match (one, other) {
        (Value::Instance(types, given), Value::Instance(further, _)) => {
            Value::Instance(union_types(types, further), given)
        }
        (Value::Type(types), Value::Type(further)) => Value::Type(union_types(types, further)),
        (Value::Function(functions), Value::Function(further)) => {
            Value::Function(union_types(functions, further))
        }
        // What is empty at first may become anything else.
        (Value::Literal(..), other) if is_known(&other) => other,
        (Value::Literal(file, object), Value::Unknown)
        | (Value::Unknown, Value::Literal(file, object)) => {
            Value::Literal(file, ObjectLiteral { is_open: true, ..object })
        }
        (one, _) if is_known(&one) => one,
        (_, other) if is_known(&other) => other,
        (Value::Unknown, _) | (_, Value::Unknown) => Value::Unknown,
        (one, _) => one,
    };
    values.into_iter().reduce(merge).unwrap_or(Value::Unknown)
}

fn union_types(mut types: Vec<Def>, further: Vec<Def>) -> Vec<Def> {
    for of in further {
        if types.len() < MAX_TYPES && !types.contains(&of) {
            types.push(of);
        }
    }
    types
}

/// Returns the bindings of a name whose values it may have at a place, last first. `last` is the
/// nearest of them.
pub(in crate::engine::graph::resolve) fn reaching_bindings<'u>(
    unit: &'u Unit,
    name: &str,
    at: usize,
    last: &'u Binding,
) -> Vec<&'u Binding> {
    let position = at as u32;
    let is_made_here = |binding: &Binding| {
        let value = binding.origin.value_span;
        value.start <= position && position < value.end
    };
    let always = |binding: &Binding| {
        let branch = unit.names().branch_at(binding.name.start);
        branch.is_none_or(|branch| branch.start <= position && position < branch.end)
    };
    if position < last.name.start {
        return vec![last];
    }
    if always(last) && !is_made_here(last) {
        return with_later_in_loop(unit, name, position, vec![last]);
    }
    let (before, _) = unit.bindings_in(name, last.scope, last.name.start);
    let mut reaching = Vec::new();
    for binding in before.filter(|binding| !is_made_here(binding)) {
        reaching.push(binding);
        if always(binding) || reaching.len() == MAX_BINDINGS {
            break;
        }
    }
    let reaching = if reaching.is_empty() { vec![last] } else { reaching };
    with_later_in_loop(unit, name, position, reaching)
}

/// Adds the bindings behind a place that hold when the loop around both runs again, unless one of
/// those before the place always comes first in it.
fn with_later_in_loop<'u>(
    unit: &'u Unit,
    name: &str,
    position: u32,
    mut reaching: Vec<&'u Binding>,
) -> Vec<&'u Binding> {
    let Some(first) = reaching.last() else { return reaching };
    let Some(end) = unit.names().end_of_loops(first.name.end, position) else { return reaching };
    let (_, behind) = unit.bindings_in(name, first.scope, position);
    let later = behind.take_while(|binding| binding.name.start < end);
    reaching.extend(later.take(MAX_BINDINGS));
    reaching
}

/// Returns the expressions of which one is the value of another: those of a condition.
pub(in crate::engine::graph::resolve) fn choices(
    unit: &Unit,
    value: ExpressionId,
) -> Vec<ExpressionId> {
    match unit.names().expression(value) {
        Expression::Either(one, other) => {
            [one, other].into_iter().flat_map(|value| choices(unit, value)).collect()
        }
        _ => vec![value],
    }
}

/// Returns whether an expression shows what its value is.
fn is_evident(unit: &Unit, value: ExpressionId) -> bool {
    !matches!(unit.names().expression(value), Expression::Nothing | Expression::Other)
}

/// Returns the declarations of a field by which its value is known: the one with a type, or those
/// with a value.
pub(super) fn evident_declarations<'u>(unit: &Unit, fields: &[&'u Binding]) -> Vec<&'u Binding> {
    // An annotation is more specific than an initial null value.
    let is_typed =
        |field: &&&Binding| field.origin.annotation.is_some_and(|written| !is_any(unit, written));
    if let Some(field) = fields.iter().find(is_typed) {
        return vec![field];
    }
    let with_value = fields
        .iter()
        .filter(|field| field.origin.value.is_some_and(|value| is_evident(unit, value)));
    let with_value: Vec<&Binding> = with_value.take(MAX_BINDINGS).copied().collect();
    if with_value.is_empty() { fields.first().copied().into_iter().collect() } else { with_value }
}
