//! Values to which operators and methods of the project's types lead: `holder->open()`,
//! `for file in folder`; and collections of libraries that they extend.

use super::fields::MembersOf;
use super::forms::Call;
use crate::engine::graph::model::{Def, KnownTypeArguments, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::resolver::Resolver;
use crate::engine::graph::resolve::types;
use crate::workspace::names::TypeId;
use std::sync::Arc;

/// Maximum number of supertypes of which one may be a library's collection.
const MAX_ABOVE: usize = 8;

impl Resolver<'_> {
    /// Returns the value that values of some types lead to by an operator, if it has a member that
    /// they have not themselves.
    pub(in crate::engine::graph::resolve) fn led_to(
        &self,
        unit: &Arc<Unit>,
        (types, given): (&[Def], &KnownTypeArguments),
        name: &str,
    ) -> Option<(Vec<Def>, KnownTypeArguments)> {
        let operators = &unit.rules().leading_operators;
        if operators.is_empty() {
            return None;
        }
        let own = self.members(types, name);
        if !own.found.is_empty() {
            return None;
        }
        let with_member = |led: Value| match led {
            Value::Instance(of, given) if !self.members(&of, name).found.is_empty() => {
                Some((of, given))
            }
            _ => None,
        };
        if own.is_open {
            return self.wrapped_above(types, given).and_then(with_member);
        }
        operators
            .iter()
            .find_map(|operator| with_member(self.called_on(unit, (types, given), operator)))
    }

    /// Returns the value in the library's wrapper that a type extends:
    /// `class Handle : public shared_ptr<T>`.
    fn wrapped_above(&self, types: &[Def], given: &KnownTypeArguments) -> Option<Value> {
        let (unit, written, given) = self.written_above(types, given, types::is_held)?;
        Some(self.nested(|| self.instance_of_annotation(unit, written, &given)))
    }

    /// Returns the value that was found for a member of some types or, where nothing was, that of
    /// what they lead to.
    pub(super) fn or_led(
        &self,
        unit: &Arc<Unit>,
        of: (&[Def], &KnownTypeArguments),
        (name, called): (&str, Option<Call>),
        found: Value,
    ) -> Value {
        if found != Value::Unknown {
            return found;
        }
        if let Some((types, given)) = self.led_to(unit, of, name) {
            let of = MembersOf(&types, &given, Some(false));
            return self.typed_member(unit, of, name, called);
        }
        let rules = unit.rules();
        let may_have_library = !rules.collections.is_empty() || !rules.mapping.is_empty();
        if !may_have_library || !self.members(of.0, name).found.is_empty() {
            return found;
        }
        match self.collection_above(of.0, of.1) {
            Some(above) => self.member_of_written(above, name, called, unit),
            // The content of a wrapper counts as the wrapper.
            None if self.members(of.0, name).is_open => found,
            None => self.given_by_block(unit, called, false).unwrap_or(found),
        }
    }

    /// Returns what is given by a value of some types by a word that stands for a type which what
    /// they implement asks for: `Output` of `IntoFuture` by `await`; the value where they implement
    /// no such thing.
    pub(super) fn given_by(&self, unit: &Arc<Unit>, value: Value, word: &str) -> Value {
        let (types, given) = match value {
            Value::Instance(types, given) => (types, given),
            Value::Type(types) => (types, None),
            other => return other,
        };
        let names = unit.rules().leading_types.get(word).into_iter().flatten();
        let mut names = names.filter_map(|name| name.split_once('.'));
        let implemented = names
            .find(|(interface, _)| types.iter().any(|of| self.names_in_header(*of, interface)));
        let Some((_, name)) = implemented else { return Value::Instance(types, given) };
        match self.nested(|| self.member(Value::Type(types), name, None, unit)) {
            Value::Type(of) if of.iter().all(|def| self.alias(*def).is_none()) => {
                Value::Instance(of, None)
            }
            _ => Value::Unknown,
        }
    }

    /// Returns an element of a value of the project's types.
    pub(in crate::engine::graph::resolve) fn stepped(
        &self,
        types: &[Def],
        given: &KnownTypeArguments,
    ) -> Value {
        let Some((unit, _)) = types.first().and_then(|of| self.project.get(*of)) else {
            return Value::Unknown;
        };
        let collection = || match self.collection_above(types, given) {
            // To go over a map gives its keys, or pairs.
            Some(above) => self.part(above, types::only_element),
            None => Value::Unknown,
        };
        let Some((next, others)) = unit.rules().stepping.split_first() else {
            return collection();
        };
        match self.called_on(unit, (types, given), next) {
            Value::Unknown => {}
            Value::Instance(types, given) => return self.pointed_at(unit, types, given),
            element => return element,
        }
        let mut over = others.iter().map(|name| self.called_on(unit, (types, given), name));
        let over = over.find(|value| *value != Value::Unknown);
        match over.map(|over| self.nested(|| self.element(over))) {
            None | Some(Value::Unknown) if self.goes_over_itself(types) => Value::Unknown,
            None | Some(Value::Unknown) => collection(),
            Some(element) => element,
        }
    }

    /// Returns whether types have methods of their own for loops whose results need not be written:
    /// they come before those of a library's collection above.
    pub(in crate::engine::graph::resolve) fn goes_over_itself(&self, types: &[Def]) -> bool {
        let Some((unit, _)) = types.first().and_then(|of| self.project.get(*of)) else {
            return false;
        };
        let rules = unit.rules();
        let has = |name: &String| !self.members(types, name).found.is_empty();
        rules.open_values && rules.stepping.iter().any(has)
    }

    /// Returns the library's collection that a type extends, with the type arguments that it gives
    /// to it: `class Rows(Sequence[Row])`.
    pub(in crate::engine::graph::resolve) fn collection_above(
        &self,
        types: &[Def],
        given: &KnownTypeArguments,
    ) -> Option<Value> {
        let (unit, _) = self.project.get(*types.first()?)?;
        if unit.rules().collections.is_empty() {
            return None;
        }
        let (unit, written, given) = self.written_above(types, given, types::is_collection)?;
        Some(Value::Written(unit.file, written, given))
    }

    /// Returns the supertype of some kind that is written in the header of a type, or of one above
    /// it, with the type arguments that are known there.
    fn written_above(
        &self,
        types: &[Def],
        given: &KnownTypeArguments,
        is_of_kind: fn(&Unit, TypeId) -> bool,
    ) -> Option<(&Arc<Unit>, TypeId, KnownTypeArguments)> {
        let [of] = types else { return None };
        let above = self.ancestors(*of);
        let above = above.types.iter().copied().take(MAX_ABOVE);
        let (of, unit, written) = std::iter::once(*of).chain(above).find_map(|of| {
            let (unit, _) = self.project.get(of)?;
            let headers = self.headers_of(unit, of);
            let mut written = headers.iter().map(|pair| pair.supertype_written);
            Some((of, unit, written.find(|written| is_of_kind(unit, *written))?))
        })?;
        let given = match types == [of] {
            true => given.clone(),
            false => self.given_to_supertype(of, types, given),
        };
        Some((unit, written, given))
    }

    /// Returns an element of the library's collection that types extend.
    pub(super) fn element_above(&self, types: &[Def], given: &KnownTypeArguments) -> Value {
        let above = self.collection_above(types, given);
        above.map_or(Value::Unknown, |above| self.element(above))
    }

    /// Returns what values of some types lead to by an operator: an iterator to an element.
    fn pointed_at(&self, unit: &Arc<Unit>, types: Vec<Def>, given: KnownTypeArguments) -> Value {
        let operator = unit.rules().leading_operators.last();
        let led = operator.map(|operator| self.called_on(unit, (&types, &given), operator));
        match led {
            Some(led @ Value::Instance(..)) => led,
            _ => Value::Instance(types, given),
        }
    }

    /// Returns the result of a member of some types that is called without arguments.
    fn called_on(
        &self,
        unit: &Arc<Unit>,
        (types, given): (&[Def], &KnownTypeArguments),
        name: &str,
    ) -> Value {
        if self.members(types, name).found.is_empty() {
            return Value::Unknown;
        }
        let of = MembersOf(types, given, Some(false));
        // `*value` is an operator with no parameter, `one * other` has one.
        let arguments = unit.rules().has_overloads.then_some(0);
        let made = Call { arguments, ..Call::default() };
        self.nested(|| self.typed_member(unit, of, name, Some(made)))
    }
}
