//! Types of functions: as they are written, and those that names stand for: aliases, interfaces of
//! one method, types of one call, and types of libraries.

use crate::domain::{Symbol, SymbolKind};
use crate::engine::graph::brackets::is_directly_in;
use crate::engine::graph::model::{Called, Def, KnownTypeArguments, Local, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::instance::apply;
use crate::engine::graph::resolve::resolver::Resolver;
use crate::engine::graph::resolve::types::{
    element, last_name, parameter_list, parameters, written_result,
};
use crate::engine::graph::semantics;
use crate::workspace::names::{Block, ExpressionId, Passed, Span, Taken, Type, TypeId, TypeList};
use std::sync::Arc;

/// Limit of chained aliases of a function's type.
const MAX_ALIASES: usize = 3;

/// Limit of the calls that a function's type writes beside the first.
const MAX_CALLS: usize = 16;

/// The type of a function, where it is written.
pub(in crate::engine::graph::resolve) struct FunctionType {
    pub(super) unit: Arc<Unit>,
    pub(in crate::engine::graph::resolve) receiver: Option<TypeId>,
    pub(in crate::engine::graph::resolve) takes: Vec<TypeId>,
    pub(super) result: Option<TypeId>,
    pub(super) given: KnownTypeArguments,
    /// What else the function takes, where its type writes several calls of it.
    pub(in crate::engine::graph::resolve) further: Vec<Vec<TypeId>>,
}

impl Resolver<'_> {
    /// Returns what a function returns whose type is written; `None` for another type.
    pub(super) fn written_function_result(
        &self,
        unit: &Arc<Unit>,
        written: TypeId,
        given: &KnownTypeArguments,
    ) -> Option<Value> {
        let of = self.function_type(unit, written, given)?;
        let result = of.result?;
        Some(self.nested(|| self.instance_of_annotation(&of.unit, result, &of.given)))
    }

    /// Returns the function's type that a written type is, or stands for.
    pub(in crate::engine::graph::resolve) fn function_type(
        &self,
        unit: &Arc<Unit>,
        written: TypeId,
        given: &KnownTypeArguments,
    ) -> Option<FunctionType> {
        self.aliased_function_type(unit, written, given, 0)
    }

    /// Returns the function's type that a written type is, or that of its elements: a function is
    /// passed for one of a parameter that takes any number, or stands in a list of the type.
    pub(super) fn function_type_or_element(
        &self,
        unit: &Arc<Unit>,
        written: TypeId,
        given: &KnownTypeArguments,
    ) -> Option<FunctionType> {
        let of_element = || self.function_type(unit, element(unit, written)?, given);
        self.function_type(unit, written, given).or_else(of_element)
    }

    /// Returns what a block is called with that is passed to a value, by each call that the type of
    /// the value writes: `interface Route { (path: string, ...handlers: Handler[]): void }`.
    pub(super) fn called_by_value(&self, of: Value, block: &Block) -> Vec<Called> {
        let Some(of) = self.function_type_of_value(of) else { return Vec::new() };
        let passed = |takes: &Vec<TypeId>| match block.passed {
            Passed::Nth(place) => takes.get(usize::from(place)).or(takes.last()).copied(),
            Passed::Last => takes.last().copied(),
            Passed::Named(_) => None,
        };
        let lists = std::iter::once(&of.takes).chain(&of.further);
        let functions = lists
            .filter_map(passed)
            .filter_map(|written| self.function_type_or_element(&of.unit, written, &of.given));
        functions.map(|function| self.called_by_type(Some(function), block)).collect()
    }

    /// Returns the type of the function that a value is.
    pub(super) fn function_type_of_value(&self, value: Value) -> Option<FunctionType> {
        match value {
            Value::Written(file, written, given) => {
                self.function_type(self.project.unit(file)?, written, &given)
            }
            Value::Instance(types, given) => self.function_type_behind(*types.first()?, given),
            Value::Function(functions) => {
                let [only] = functions[..] else { return None };
                let (unit, symbol) = self.project.get(only)?;
                function_type_of(unit, unit.symbol(symbol), None)
            }
            _ => None,
        }
    }

    fn aliased_function_type(
        &self,
        unit: &Arc<Unit>,
        written: TypeId,
        given: &KnownTypeArguments,
        depth: usize,
    ) -> Option<FunctionType> {
        if depth > MAX_ALIASES {
            return None;
        }
        match unit.names().written_type(written) {
            // `((Order) -> Void)?`
            Type::Tuple(parts) => {
                let [only] = unit.names().types_in(parts) else { return None };
                self.aliased_function_type(unit, *only, given, depth + 1)
            }
            Type::Named { head, .. } if let Some(bound) = self.bound(unit, head) => {
                self.aliased_function_type(unit, bound, given, depth + 1)
            }
            Type::Function { receiver, parts, has_result } => {
                let parts = unit.names().types_in(parts);
                let (takes, result) = parts.split_at(parts.len() - usize::from(has_result));
                Some(FunctionType {
                    unit: Arc::clone(unit),
                    receiver,
                    takes: takes.to_vec(),
                    result: result.first().copied(),
                    given: given.clone(),
                    further: Vec::new(),
                })
            }
            Type::Named { head, arguments } => match self.type_of_head(unit, head) {
                Value::Type(types) => {
                    let of = *types.first()?;
                    let given = apply(of, unit, arguments, given);
                    match self.alias(of) {
                        Some(alias) => {
                            let meant = alias.written.value;
                            self.aliased_function_type(&alias.unit, meant, &given, depth + 1)
                        }
                        None => self.function_type_behind(of, given),
                    }
                }
                _ => self.function_type_of_library(unit, (head, arguments), given, depth),
            },
            Type::Object { members, .. } => called_within(unit, members, given),
            // `Handler | string`
            Type::Several(parts) => {
                let parts = unit.names().types_in(parts).iter().take(MAX_CALLS);
                let mut functions = parts
                    .filter_map(|part| self.aliased_function_type(unit, *part, given, depth + 1));
                let mut first = functions.next()?;
                for other in functions {
                    // What is written elsewhere cannot be told beside it.
                    if other.unit.file != first.unit.file {
                        return None;
                    }
                    first.further.push(other.takes);
                    first.result = None;
                }
                Some(first)
            }
            _ => None,
        }
    }

    /// Returns the type that is the bound of the type parameter that a name is.
    pub(super) fn bound(&self, unit: &Unit, head: ExpressionId) -> Option<TypeId> {
        let name = unit.names().single_name(head)?;
        match self.local(unit, name.of(unit.content()), name.start as usize) {
            Some(Local::Binding(parameter)) => parameter.origin.annotation,
            _ => None,
        }
    }

    /// Returns whether a value is of a library's type of functions whose last argument is the type
    /// of the result.
    pub(super) fn gives_last_argument(&self, unit: &Unit, value: &Value) -> bool {
        let results = &unit.rules().function_results;
        matches!(value, Value::Written(..))
            && !results.is_empty()
            && self.type_name(value).is_some_and(|of| results.iter().any(|name| name == of))
    }

    /// Returns the type of the functions that a type of the project stands for: the only method of
    /// an interface that is not defined there, or the type itself where it is one of calls.
    fn function_type_behind(&self, of: Def, given: KnownTypeArguments) -> Option<FunctionType> {
        let (unit, symbol) = self.project.get(of)?;
        let own = unit.symbol(symbol);
        // `delegate void Handler(Order order);`
        if own.kind == SymbolKind::Type {
            parameter_list(unit, own)?;
            return function_type_of(unit, own, given);
        }
        let body = Span::new(own.bytes.clone());
        if let Some(called) = called_within(unit, body, &given) {
            return Some(called);
        }
        let declared = self.declared_in(of);
        let [Def { symbol: method, .. }] = declared[..] else { return None };
        if !self.takes_functions(of) {
            return None;
        }
        function_type_of(unit, unit.symbol(method), given)
    }

    /// Returns whether a function may be given for a type, as far as its kind tells.
    fn takes_functions(&self, of: Def) -> bool {
        let Some((unit, symbol)) = self.project.get(of) else { return false };
        let (own, rules) = (unit.symbol(symbol), unit.rules());
        let is_marked = |word: &String| own.signature.split_whitespace().any(|each| each == word);
        matches!(own.kind, SymbolKind::Interface | SymbolKind::Trait)
            && rules.functional_interfaces
            && rules.functional_word.as_ref().is_none_or(is_marked)
    }

    /// Returns the methods in the body of a type that are not defined there.
    fn declared_in(&self, of: Def) -> Vec<Def> {
        let Some((unit, symbol)) = self.project.get(of) else { return Vec::new() };
        let semantics = semantics::of(unit.language);
        let is_declared = |member: &Symbol| {
            member.parent == Some(symbol as usize)
                && member.kind.is_callable()
                && semantics.is_declaration(unit, member)
        };
        let members = unit.symbols().iter().zip(0..);
        let declared = members.filter(|(member, _)| is_declared(member));
        declared.map(|(_, member)| Def { file: of.file, symbol: member }).collect()
    }

    /// Returns the method that a function stands for which is given for an interface: the only one
    /// that is not defined there, or that the interface inherits without one of its own.
    pub(in crate::engine::graph::resolve) fn method_of_functions(&self, of: Def) -> Option<Def> {
        if !self.takes_functions(of) {
            return None;
        }
        let own = self.declared_in(of);
        if let [method, rest @ ..] = &own[..] {
            return rest.is_empty().then_some(*method);
        }
        let above = self.ancestors(of);
        let mut above = above.types.iter().flat_map(|above| self.declared_in(*above));
        let name = |def: Def| self.project.get(def).map(|(unit, of)| &unit.symbol(of).name);
        // Of what one interface declares anew, the nearest comes first.
        let method = above.next()?;
        above.all(|other| name(other) == name(method)).then_some(method)
    }

    /// Returns the type of the functions that a library's type stands for, by its name and
    /// arguments.
    fn function_type_of_library(
        &self,
        unit: &Arc<Unit>,
        (head, arguments): (ExpressionId, TypeList),
        given: &KnownTypeArguments,
        depth: usize,
    ) -> Option<FunctionType> {
        let arguments = unit.names().types_in(arguments);
        let name = last_name(unit, head)?;
        let places = unit.rules().function_types.get(name)?;
        if let ([], [only]) = (&places[..], arguments) {
            return self.aliased_function_type(unit, *only, given, depth + 1);
        }
        let takes = places.iter().map_while(|place| arguments.get(*place)).copied().collect();
        let (unit, given) = (Arc::clone(unit), given.clone());
        let further = Vec::new();
        Some(FunctionType { unit, receiver: None, takes, result: None, given, further })
    }
}

/// Returns the type of a function whose calls are written in the body of a type:
/// `interface Handler { (order: Order): void; (order: Order, next: Next): void }`.
fn called_within(unit: &Arc<Unit>, body: Span, given: &KnownTypeArguments) -> Option<FunctionType> {
    let names = unit.names();
    let first = names.taken.partition_point(|call| call.span.start < body.start);
    let inside = names.taken[first..].iter().take_while(|call| call.span.end <= body.end);
    let is_own = |call: &&Taken| is_directly_in(unit.content(), body, call.span);
    let mut calls =
        inside.filter(is_own).filter_map(|call| match names.written_type(call.written) {
            Type::Function { parts, has_result, .. } => {
                let parts = names.types_in(parts);
                let (takes, result) = parts.split_at(parts.len() - usize::from(has_result));
                Some((takes.to_vec(), result.first().copied()))
            }
            _ => None,
        });
    let (takes, result) = calls.next()?;
    let further: Vec<Vec<TypeId>> = calls.map(|(takes, _)| takes).take(MAX_CALLS).collect();
    Some(FunctionType {
        unit: Arc::clone(unit),
        receiver: None,
        takes,
        // Which of several is called, the arguments decide.
        result: result.filter(|_| further.is_empty()),
        given: given.clone(),
        further,
    })
}

/// Returns the type of a function of which the types of all parameters are written.
fn function_type_of(
    unit: &Arc<Unit>,
    function: &Symbol,
    given: KnownTypeArguments,
) -> Option<FunctionType> {
    let types = parameters(unit, function).map(|parameter| parameter.origin.annotation);
    let takes: Vec<TypeId> = types.collect::<Option<_>>()?;
    let result = written_result(unit, function).map(|returned| returned.written);
    let (unit, further) = (Arc::clone(unit), Vec::new());
    Some(FunctionType { unit, receiver: None, takes, result, given, further })
}
