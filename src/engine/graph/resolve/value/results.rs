//! Results of functions: by their written types, else by what they return; and values that they
//! are sent.

use super::Call;
use super::alternatives::{is_known, union_value};
use super::forms::{is_receiver_type, is_type_of_self, makes_own, returns_self};
use crate::engine::graph::model::{Def, KnownTypeArguments, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::overloads::{accepting, may_be_same};
use crate::engine::graph::resolve::resolver::Resolver;
use crate::engine::graph::resolve::types::{self, written_result};
use crate::engine::graph::resolve::written_arguments::arguments_of;
use crate::engine::graph::semantics;
use crate::workspace::names::{Expression, Span, Type};
use std::sync::Arc;

/// Maximum number of functions whose written results are looked at.
const MAX_FUNCTIONS: usize = 8;

/// Maximum number of returned values that are looked at for a function's result.
const MAX_RESULTS: usize = 4;

impl Resolver<'_> {
    /// Returns the value sent to a `yield`: the second type argument of the enclosing function's
    /// result.
    pub(super) fn sent_value(&self, unit: &Arc<Unit>, at: Span) -> Value {
        let function = unit.enclosing(at.start as usize, |symbol| symbol.kind.is_callable());
        let returns = function.and_then(|function| written_result(unit, unit.symbol(function)));
        let Some(Type::Named { arguments, .. }) =
            returns.map(|returns| unit.names().written_type(returns.written))
        else {
            return Value::Unknown;
        };
        match unit.names().types_in(arguments) {
            [_, sent, ..] => self.nested(|| self.instance_of_annotation(unit, *sent, &None)),
            _ => Value::Unknown,
        }
    }

    /// Returns a function's result from its written type; of several functions, one of those that
    /// are of the project. `receiver` is the meaning of `Self` in it, `given` the type arguments of
    /// the function or of the receiver's type.
    pub(super) fn result(
        &self,
        definitions: &[Def],
        receiver: Option<&[Def]>,
        given: &KnownTypeArguments,
    ) -> Value {
        let functions = definitions.iter().take(MAX_FUNCTIONS);
        let written = functions.filter_map(|def| {
            let value = self.written_value(*def, receiver, given)?;
            Some((*def, value))
        });
        let written: Vec<(Def, Value)> = written.collect();
        if self.are_of_overloads(&written) && !self.is_guessing() {
            return Value::Unknown;
        }
        let (known, others): (Vec<Value>, Vec<Value>) =
            written.into_iter().map(|(_, value)| value).partition(is_known);
        if !known.is_empty() {
            return union_value(known);
        }
        let first = others.into_iter().next();
        first.unwrap_or_else(|| self.returned_value(definitions, receiver))
    }

    /// Returns what a call of functions that are no members gives.
    pub(super) fn call_functions(
        &self,
        unit: &Arc<Unit>,
        functions: Vec<Def>,
        made: Call,
    ) -> Value {
        let functions = accepting(self.project, functions, made.arguments);
        let Some(functions) = self.best_called(unit, functions, made) else {
            return Value::External;
        };
        let given = functions.first().and_then(|of| self.given_by_call(unit, *of, made, &None));
        let result = self.result(&functions, None, &given);
        self.or_of_class(unit, made, &functions, result)
    }

    /// Returns whether results are different ones, of overloads of which a call means one only.
    fn are_of_overloads(&self, written: &[(Def, Value)]) -> bool {
        let of = |def: Def| self.project.get(def);
        let is_ranked = |(def, _): &(Def, Value)| {
            of(*def).is_some_and(|(unit, _)| {
                unit.rules().overloads_by_conversion || unit.rules().overloads_by_type
            })
        };
        let are_apart = |(one, value): &(Def, Value), (other, beside): &(Def, Value)| {
            let is_same = match (value, beside) {
                (Value::Instance(types, _), Value::Instance(others, _)) => {
                    types.iter().any(|of| others.contains(of))
                }
                _ => value == beside || !is_known(value) && !is_known(beside),
            };
            let path = |def: Def| of(def).map(|(unit, symbol)| unit.path_of(symbol));
            !is_same && path(*one) == path(*other) && !may_be_same(self.project, *one, *other)
        };
        written.first().is_some_and(is_ranked)
            && written
                .iter()
                .enumerate()
                .any(|(place, one)| written[place + 1..].iter().any(|other| are_apart(one, other)))
    }

    /// Leaves functions to those to whose parameters the arguments of a call convert best, or
    /// which take their types, in languages that choose overloads so; `None` if a library's
    /// function is meant.
    pub(super) fn best_called(
        &self,
        unit: &Arc<Unit>,
        functions: Vec<Def>,
        made: Call,
    ) -> Option<Vec<Def>> {
        let called = || unit.names().use_at(made.name?.start as usize);
        if let Some(found) = unit.rules().overloads_by_type.then(called).flatten() {
            let functions = self.meant_beside_library(unit, found, functions)?;
            let taking = match functions.len() {
                0 | 1 => Vec::new(),
                _ => self.taking_types(unit, found, &functions),
            };
            return Some(if taking.is_empty() { functions } else { taking });
        }
        if functions.len() < 2 || !unit.rules().overloads_by_conversion {
            return Some(functions);
        }
        let parts = made.name.and_then(|name| arguments_of(unit, name, made.arguments));
        let Some(parts) = parts else { return Some(functions) };
        let best = self.best_overloads(unit, &parts, &functions);
        let kept = best.into_iter().map(|at| functions[at]).collect::<Vec<Def>>();
        Some(if kept.is_empty() { functions } else { kept })
    }

    /// Returns the value of a function's written result; `None` without one.
    fn written_value(
        &self,
        def: Def,
        receiver: Option<&[Def]>,
        given: &KnownTypeArguments,
    ) -> Option<Value> {
        let (unit, symbol) = self.project.get(def)?;
        let symbol = unit.symbol(symbol);
        let returns = written_result(unit, symbol)?;
        let is_own = given.as_ref().is_some_and(|given| given.of() == def);
        let given_to_owner =
            receiver.filter(|_| !is_own).map(|types| self.given_to_owner(def, types, given));
        let given_here = given_to_owner.as_ref().unwrap_or(given);
        if semantics::of(unit.language).is_entered(unit, symbol) {
            let entered = Value::Written(unit.file, returns.written, given_here.clone());
            return Some(self.element(entered));
        }
        if types::is_several(unit, returns.written) {
            return Some(Value::Written(unit.file, returns.written, given_here.clone()));
        }
        let heads = types::heads(unit, returns.written);
        if let (Some(types), Some(head)) = (receiver, heads.first())
            && (matches!(types::path(unit, head.head), "Self" | "this")
                || types::path(unit, head.head).ends_with(".Self")
                || is_receiver_type(unit, types::path(unit, head.head))
                || is_type_of_self(unit, symbol, types::path(unit, head.head)))
        {
            return Some(match head.is_class {
                true => Value::Type(types.to_vec()),
                false => Value::Instance(types.to_vec(), given.clone()),
            });
        }
        Some(self.nested(|| self.instance_of_result(unit, returns.written, given_here)))
    }

    /// Returns a function's result from the values of known types that it returns.
    fn returned_value(&self, definitions: &[Def], receiver: Option<&[Def]>) -> Value {
        // Each of thousands of functions of one name may return what all of them do.
        if definitions.len() > MAX_FUNCTIONS {
            self.note_open();
            return Value::Unknown;
        }
        let known = definitions.iter().filter_map(|def| self.project.get(*def));
        let made = known.flat_map(|(unit, symbol)| {
            let results = unit.names().results_of(unit.symbol(symbol).name_bytes.start);
            results.iter().take(MAX_RESULTS).map(move |result| (unit, result.expression))
        });
        let values = made.filter_map(|(unit, expression)| {
            let is_self = |name: Option<Span>| {
                name.is_some_and(|name| {
                    let text = name.of(unit.content());
                    unit.language.config.self_names.iter().any(|word| word == text)
                })
            };
            let root = unit.names().root_name(expression);
            let begins_with_self =
                is_self(root) || root.is_some_and(|root| returns_self(unit, root));
            let begins_with_self = begins_with_self || makes_own(unit, expression);
            let own_name = unit.names().single_name(expression);
            let is_rebound = |name: Span| {
                let at = name.start as usize;
                self.rebound_value(unit, name.of(unit.content()), at).is_some()
            };
            let is_self = is_self(own_name) && !own_name.is_some_and(is_rebound);
            if let Some(types) = receiver.filter(|_| is_self) {
                return Some(Value::Instance(types.to_vec(), None));
            }
            let value = self.nested(|| self.value_of(unit, expression)).plain();
            if value == Value::Unknown && unit.names().expression(expression) != Expression::Nothing
            {
                self.note_open();
            }
            let value = Some(value).filter(|of| is_known(of) || is_written(of));
            // What a method makes of its own object is of that object's type.
            let owners = || definitions.first().map_or_else(Vec::new, |of| self.owner_types(*of));
            match (value, receiver.filter(|_| begins_with_self)) {
                (Some(Value::Instance(of, given)), Some(types)) if of == owners() => {
                    Some(Value::Instance(types.to_vec(), given))
                }
                (value, _) => value,
            }
        });
        let (written, others): (Vec<Value>, Vec<Value>) = values.partition(is_written);
        self.union_value(others.into_iter().chain(self.common_collection(written)))
    }

    /// Returns one of several values of written types if what they hold is the same, as far as it
    /// is known.
    fn common_collection(&self, written: Vec<Value>) -> Option<Value> {
        let held = written.iter().map(|value| self.nested(|| self.element(value.clone())));
        let mut known = held.enumerate().filter(|(_, element)| is_known(element));
        let Some((first, of_first)) = known.next() else { return written.into_iter().next() };
        let is_same = known.all(|(_, element)| element == of_first);
        if !is_same {
            self.note_open();
        }
        written.into_iter().nth(first).filter(|_| is_same)
    }
}

const fn is_written(value: &Value) -> bool {
    matches!(value, Value::Written(..))
}
