//! Values of written types: annotations, results and fields, with the arguments of generic types.

use super::containers::{is_container, is_empty_literal, is_given_literal};
use super::members::names_of_path;
use super::modules::imports_binding;
use super::resolver::Resolver;
use super::scopes::is_generic;
use super::types;
use crate::engine::graph::model::{
    Def, KnownTypeArguments, Local, Lookup, Module, TypeArguments, Value,
};
use crate::engine::graph::project::Unit;
use crate::engine::graph::semantics;
use crate::workspace::names::{
    Binding, Elements, Expression, ExpressionId, Import, Origin, Span, Type, TypeId, TypeList,
};
use std::sync::Arc;

/// Limit of nested expressions.
pub(super) const MAX_DEPTH: usize = 6;

/// Limit of nested type arguments that contain type parameters.
const MAX_ARGUMENT_DEPTH: usize = 3;

impl Resolver<'_> {
    /// Returns the value of a name from its declaration.
    pub(super) fn origin_value(
        &self,
        unit: &Arc<Unit>,
        origin: Origin,
        given: &KnownTypeArguments,
    ) -> Value {
        let says = |of: &TypeId| !is_any(unit, *of) && !is_inferred(unit, *of);
        if let Some(annotation) = origin.annotation.filter(says) {
            let left_open = origin.value.filter(|_| leaves_elements(unit, annotation));
            let held = left_open.map(|value| self.nested(|| self.value_of(unit, value)));
            let of = || self.instance_of_annotation(unit, annotation, given);
            let written = held.filter(|held| matches!(held, Value::Written(..))).unwrap_or_else(of);
            // What a comment names may be declared in another one.
            if written != Value::Unknown || !types::has_open_part(unit, annotation) {
                return written;
            }
        }
        if let (Elements::Nth(place), Some(element)) = (origin.elements, origin.element) {
            let listed = self.listed(unit, element, place);
            if !listed.is_empty() {
                let of =
                    |(unit, value): (Arc<Unit>, _)| self.nested(|| self.value_of(&unit, value));
                return self.union_value(listed.into_iter().map(of));
            }
            let tuple = self.nested(|| self.value_of(unit, element)).plain();
            return self.nth_result(unit, tuple, place);
        }
        if let (Elements::Entry(place), Some(element)) = (origin.elements, origin.element) {
            return self.part_of_each(unit, element, place);
        }
        if let (Elements::Field(place), Some(element)) = (origin.elements, origin.element) {
            return self.nested(|| self.unpacked_value(unit, element, place));
        }
        if let (Elements::Argument(place), Some(call)) = (origin.elements, origin.element) {
            return self.nested(|| self.filled_value(unit, call, place));
        }
        if let Some(value) = origin.value {
            // Who writes that a name may be anything gives it more than the first literal.
            let is_literal = unit.names().expression(value).is_literal();
            let has_type = origin.annotation.is_some();
            if is_literal && !has_type && is_empty_literal(unit, origin.value_span) {
                return Value::Written(unit.file, TypeId::COLLECTION, None);
            }
            return match origin.annotation {
                Some(_) if is_literal => Value::Unknown,
                _ => self.nested(|| self.value_of(unit, value)),
            };
        }
        let is_each = !matches!(origin.elements, Elements::First | Elements::Second);
        let listed = origin.element.filter(|_| is_each);
        if let Some(value) = listed.and_then(|element| self.listed_there(unit, element)) {
            return value;
        }
        match origin.element.map(|element| self.nested(|| self.value_of(unit, element)).plain()) {
            Some(value @ Value::Instance(..)) if origin.elements == Elements::Held => value,
            Some(of) if origin.elements == Elements::Keys => {
                self.or_queried(unit, origin.element, self.each(unit, origin.element, of))
            }
            Some(tuple) if origin.elements == Elements::First => {
                self.part(tuple, |unit, written| types::nth(unit, written, 0))
            }
            Some(tuple) if origin.elements == Elements::Second => {
                let tuple = self.as_collection(tuple);
                self.part(tuple, |unit, written| types::nth(unit, written, 1))
            }
            Some(collection) => self.or_queried(unit, origin.element, self.element(collection)),
            None => Value::Unknown,
        }
    }

    /// Returns a value of a written type; [`Value::Written`] if the type is not the project's.
    pub(super) fn instance_of_annotation(
        &self,
        unit: &Arc<Unit>,
        written: TypeId,
        given: &KnownTypeArguments,
    ) -> Value {
        if let Type::Object { members, is_open: true } = unit.names().written_type(written) {
            return Value::Structure(unit.file, members);
        }
        if let Some(values) = types::listed(unit, written) {
            return self.value_in_list(unit, values);
        }
        // What is written settles it: `Pool | undefined` is nothing else.
        let (value, _) = self.with_openness(|| self.instance_of_type(unit, written, given));
        match value {
            Value::Unknown | Value::External if is_open(unit, written) => Value::Unknown,
            Value::Unknown | Value::External if self.is_unbound_parameter(unit, written) => {
                Value::Unknown
            }
            // What it stands for is given and not known: `Cell<?>`.
            Value::Unknown if self.plain_parameter(unit, written).is_some() => Value::Unknown,
            Value::Unknown if unit.rules().is_program_wide() => {
                let heads = types::heads(unit, written);
                if heads.iter().any(|head| self.means_another(unit, head.head)) {
                    let is_collection = types::element(unit, written).is_some();
                    return match (is_collection, unit.rules().has_full_names) {
                        (true, true) => Value::Written(unit.file, written, given.clone()),
                        _ => Value::Unknown,
                    };
                }
                // What a library's type makes of its arguments may be one of them.
                let is_of_arguments =
                    |head: &types::WrittenHead| types::has_arguments(unit, head.head);
                if heads.first().is_some_and(is_of_arguments) {
                    return Value::Unknown;
                }
                let is_builtin = |head: &str| unit.is_builtin_type(head);
                let is_collection = |head: &str| {
                    unit.rules().element_arguments.contains_key(head) && !unit.is_own_type(head)
                };
                let own = heads.iter().filter(|head| !types::is_external(unit, head.head));
                let mut names =
                    own.filter_map(|head| Some((head, types::last_name(unit, head.head)?)));
                match names.find(|(_, last)| !is_builtin(last)) {
                    Some((head, last))
                        if match is_collection(last) {
                            true => unit.rules().outside_types && !self.is_outside_type(unit, last),
                            false => {
                                heads.iter().any(|head| !head.arguments.is_empty())
                                    || !self.is_outside_type(unit, last)
                            }
                        } =>
                    {
                        let path = names_of_path(types::path(unit, head.head));
                        let is_qualified = unit.rules().qualifying_namespaces && path.len() > 1;
                        let separator = unit.language.config.separator.as_str();
                        let name = || path.join(separator);
                        Value::Named(if is_qualified { name() } else { last.to_owned() })
                    }
                    _ => Value::Written(unit.file, written, given.clone()),
                }
            }
            // What the file sees without importing it by name may be the project's.
            Value::Unknown if may_be_unseen(unit, written) => Value::Unknown,
            Value::Unknown if self.is_of_own_module(unit, written) => Value::Unknown,
            Value::Unknown | Value::External => Value::Written(unit.file, written, given.clone()),
            known => known,
        }
    }

    /// Returns whether a written type is one of a module of the project, which does not show it: a
    /// macro or a generator may define it there, or nothing says where the module is.
    fn is_of_own_module(&self, unit: &Arc<Unit>, written: TypeId) -> bool {
        let separator = unit.language.config.separator.as_str();
        let is_own = |module: &str, at: Span| match self.module(unit, module, at) {
            // The first names of a package are often those of others too.
            Lookup::Module(found) => !matches!(found, Module::Package(_)),
            Lookup::Unknown => semantics::of(unit.language).is_own_module(module, unit.path()),
            _ => false,
        };
        let begins_own = |path: &str, at: Span| {
            path.split_once(separator).is_some_and(|(first, _)| is_own(first, at))
        };
        types::heads(unit, written).iter().any(|head| {
            let Some(root) = unit.names().root_name(head.head) else { return false };
            let name = root.of(unit.content());
            let is_from_own = |import: &Import| {
                is_own(&import.module, import.span) || begins_own(&import.module, import.span)
            };
            imports_binding(unit, name).any(is_from_own)
                || begins_own(types::path(unit, head.head), root)
        })
    }

    /// Returns the declaration of the type parameter that a type is.
    pub(super) fn type_parameter<'u>(
        &self,
        unit: &'u Unit,
        written: TypeId,
    ) -> Option<&'u Binding> {
        let names = unit.names();
        let Type::Named { head, .. } = names.written_type(written) else { return None };
        let name = names.single_name(head)?;
        match self.local(unit, name.of(unit.content()), name.start as usize) {
            Some(Local::Binding(binding)) if is_generic(unit, binding) => Some(binding),
            _ => None,
        }
    }

    /// The same but for a template's, which has a name as any type has.
    fn plain_parameter<'u>(&self, unit: &'u Unit, written: TypeId) -> Option<&'u Binding> {
        self.type_parameter(unit, written).filter(|_| !unit.rules().qualifying_namespaces)
    }

    /// Returns whether a type is a type parameter of which no type is a bound: there is none, or
    /// it says only what members the parameter has.
    fn is_unbound_parameter(&self, unit: &Unit, written: TypeId) -> bool {
        self.plain_parameter(unit, written).is_some_and(|parameter| {
            let bound = parameter.origin.annotation;
            bound.is_none_or(|bound| is_any(unit, bound))
        })
    }

    /// Returns whether a name is that of a type parameter with a bound, whose members it has:
    /// `T::make()`.
    pub(super) fn is_bounded_parameter(&self, unit: &Unit, binding: &Binding) -> bool {
        let is_bounded = binding.origin.annotation.is_some_and(|bound| !is_any(unit, bound));
        // A bound may stand apart: `where T: Handler`.
        is_bounded && {
            let (_, mut all) = unit.bindings_in(binding.name.of(unit.content()), binding.scope, 0);
            all.any(|of| is_generic(unit, of))
        }
    }

    /// Returns the value of a written result: what a type parameter stands for, the caller decides.
    pub(super) fn instance_of_result(
        &self,
        unit: &Arc<Unit>,
        written: TypeId,
        given: &KnownTypeArguments,
    ) -> Value {
        let is_open = self.type_parameter(unit, written).is_some_and(|parameter| {
            given
                .as_ref()
                .and_then(|given| self.parameter(unit, parameter.name, given.of()))
                .is_none()
        });
        match self.instance_of_annotation(unit, written, given) {
            // The name of a template's parameter is as good as none.
            Value::Named(of) if is_open && unit.rules().qualifying_namespaces => Value::Named(of),
            Value::Written(..) | Value::Named(_) if is_open => Value::Unknown,
            value => value,
        }
    }

    /// Returns a value of the library's generic type that an alias stands for; `None` if the types
    /// are no such alias.
    fn collection_behind(&self, types: &[Def], given: &KnownTypeArguments) -> Option<Value> {
        let [def] = types else { return None };
        let alias = self.alias(*def).filter(|_| !self.has_members(*def))?;
        let has_arguments = match alias.unit.names().written_type(alias.written.value) {
            Type::Named { arguments, .. } => !arguments.is_empty(),
            Type::Elements(_) | Type::Keyed(..) => true,
            Type::Several(_)
            | Type::Tuple(_)
            | Type::Open
            | Type::Object { .. }
            | Type::Value(_)
            | Type::Function { .. }
            | Type::Other => false,
        };
        let meant =
            || self.nested(|| self.instance_of_annotation(&alias.unit, alias.written.value, given));
        has_arguments.then(meant).filter(|value| matches!(value, Value::Written(..)))
    }

    /// Resolves [`Value::Named`] at the place of its use: a file may only declare a type that
    /// another one includes with its members.
    pub(super) fn completed(&self, unit: &Arc<Unit>, at: usize, value: Value) -> Value {
        let Value::Named(name) = &value else { return value };
        match self.type_value(unit, name, at) {
            Value::Type(types) => Value::Instance(types, None),
            _ => value,
        }
    }

    /// Returns what the value makes or returns of which a built-in type says that.
    fn made_by_value(&self, unit: &Arc<Unit>, of: &types::WrittenHead) -> Option<Value> {
        let maker = types::maker(unit, of.head, of.arguments)?;
        Some(self.nested(|| self.called_with_nothing(unit, maker)))
    }

    /// Returns a value of a written type.
    fn instance_of_type(
        &self,
        unit: &Arc<Unit>,
        written: TypeId,
        given: &KnownTypeArguments,
    ) -> Value {
        if self.nesting() > MAX_DEPTH {
            return Value::Unknown;
        }
        let inner = types::unwrapped(unit, written);
        if let Type::Value(of) = unit.names().written_type(inner) {
            return self.nested(|| self.value_of(unit, of));
        }
        let mut types: Vec<Def> = Vec::new();
        let mut applied_to: KnownTypeArguments = None;
        let mut other = Value::Unknown;
        let mut is_complete = true;
        let heads = types::heads(unit, written);
        let is_only = heads.len() == 1;
        for applied in heads {
            let argument = self.argument(unit, applied.head, given);
            let argument = argument.or_else(|| self.made_by_value(unit, &applied));
            let value = match argument.or_else(|| self.applied_bound(unit, applied.head, given)) {
                Some(value) => value,
                None => match self.type_of_head(unit, applied.head) {
                    Value::Type(found) => {
                        match self.aliased_argument(unit, &found, applied.arguments) {
                            Some(argument) => {
                                self.nested(|| self.instance_of_annotation(unit, argument, given))
                            }
                            None => {
                                let applied = found.first().and_then(|of| {
                                    let own = || apply(*of, unit, applied.arguments, given);
                                    self.given_by_alias(unit, &applied, *of, given).or_else(own)
                                });
                                match self.collection_behind(&found, &applied) {
                                    Some(collection) => collection,
                                    None => Value::Instance(found, applied),
                                }
                            }
                        }
                    }
                    known => known,
                },
            };
            match value {
                Value::Written(..) if is_only => return value,
                Value::Instance(found, _) if applied.is_class => return Value::Type(found),
                Value::Instance(found, applied) => {
                    types.extend(found);
                    applied_to = applied_to.or(applied);
                }
                Value::Unknown => is_complete = false,
                known => other = known,
            }
        }
        // One of several types may be what is not known.
        if !is_complete && unit.rules().is_program_wide() {
            return Value::Unknown;
        }
        if unit.rules().is_program_wide()
            && let Some(name) = self.unresolved_alias(&types)
        {
            return Value::Named(name);
        }
        if types.is_empty() { instance(other) } else { Value::Instance(types, applied_to) }
    }

    /// Returns the project's types among the arguments of a library's generic type that is no
    /// collection.
    pub(super) fn contents(&self, value: &Value) -> Vec<Def> {
        let Value::Written(file, written, given) = value else { return Vec::new() };
        let Some(unit) = self.project.unit(*file) else { return Vec::new() };
        let Type::Named { head, arguments } = unit.names().written_type(*written) else {
            return Vec::new();
        };
        let name = types::last_name(unit, head);
        if name.is_some_and(|name| unit.rules().element_arguments.contains_key(name)) {
            return Vec::new();
        }
        let arguments = unit.names().types_in(arguments).iter();
        let instances =
            arguments.map(|of| self.unnested(|| self.instance_of_annotation(unit, *of, given)));
        instances
            .filter_map(|value| match value {
                Value::Instance(types, _) => Some(types),
                _ => None,
            })
            .flatten()
            .collect()
    }

    /// Returns the last name of the written type of a value from outside.
    pub(super) fn type_name(&self, value: &Value) -> Option<&str> {
        let Value::Written(file, written, _) = value else { return None };
        types::name(self.project.unit(*file)?, *written)
    }

    /// Returns an element of a collection.
    pub(super) fn element(&self, value: Value) -> Value {
        match self.underlying(value) {
            Value::Instance(types, given) => match self.stepped(&types, &given) {
                // A list of all values of an enumeration counts as one of them.
                Value::Unknown if self.lists_constants(&types) => Value::Instance(types, given),
                element => element,
            },
            value => self.part(value, types::element_or_content),
        }
    }

    /// Returns what a loop gives that goes over a value of an expression: a key of a map, unless it
    /// is a view of its values; an element of what has none.
    pub(super) fn each(&self, unit: &Unit, of: Option<ExpressionId>, value: Value) -> Value {
        let called = of.map(|of| match unit.names().expression(of) {
            Expression::Call(called) => called,
            _ => of,
        });
        let name = called.and_then(|called| unit.names().last_name(called));
        let views =
            |name: Span| unit.rules().viewing.iter().any(|word| word == name.of(unit.content()));
        if name.is_some_and(views) {
            return self.element(value);
        }
        let value = self.underlying(value);
        let element = match &value {
            Value::Instance(types, given) => self.stepped(types, given),
            _ => Value::Unknown,
        };
        match element {
            Value::Unknown if matches!(&value, Value::Instance(types, _) if self.goes_over_itself(types)) => {
                Value::Unknown
            }
            Value::Unknown => self.part(self.as_collection(value), types::key),
            element => element,
        }
    }

    /// Returns the library's collection that a value's type extends, or the value.
    fn as_collection(&self, value: Value) -> Value {
        match &value {
            Value::Instance(types, given) => self.collection_above(types, given).unwrap_or(value),
            _ => value,
        }
    }

    fn lists_constants(&self, types: &[Def]) -> bool {
        let unit = types.first().and_then(|of| self.project.get(*of)).map(|(unit, _)| unit);
        unit.is_some_and(|unit| !unit.rules().making_constants.is_empty()) && self.are_enums(types)
    }

    /// Returns a value of a part of a collection's type.
    pub(super) fn part(
        &self,
        value: Value,
        part: impl Fn(&Unit, TypeId) -> Option<TypeId>,
    ) -> Value {
        let Value::Written(file, written, given) = value else { return Value::Unknown };
        let Some(unit) = self.project.unit(file) else { return Value::Unknown };
        match part(unit, written) {
            Some(element) => self.nested(|| self.instance_of_annotation(unit, element, &given)),
            None => Value::Unknown,
        }
    }

    /// Returns a new value of a type.
    pub(super) fn new_value(&self, unit: &Arc<Unit>, written: TypeId) -> Value {
        match unit.names().written_type(written) {
            Type::Named { head, arguments } => {
                let is_name = unit.names().single_name(head).is_some();
                match instance(self.value_of(unit, head)) {
                    Value::Unknown
                        if is_name && semantics::of(unit.language).has_environment(unit) =>
                    {
                        Value::External
                    }
                    // A class that the program shares, known by its name alone.
                    Value::Unknown if unit.rules().is_program_wide() => {
                        self.nested(|| self.instance_of_annotation(unit, written, &None))
                    }
                    Value::Function(functions) => self.made_with_new(&functions),
                    Value::Instance(types, None) => {
                        let applied =
                            types.first().and_then(|of| apply(*of, unit, arguments, &None));
                        Value::Instance(types, applied)
                    }
                    Value::Unknown | Value::External if !arguments.is_empty() => {
                        Value::Written(unit.file, written, None)
                    }
                    Value::Unknown | Value::External if is_new_container(unit, head) => {
                        Value::Written(unit.file, TypeId::COLLECTION, None)
                    }
                    known => known,
                }
            }
            Type::Elements(_) | Type::Keyed(..) => Value::Written(unit.file, written, None),
            _ => Value::Unknown,
        }
    }

    /// Returns the type arguments of a member's type, for values of types that may have inherited
    /// it.
    pub(super) fn given_to_owner(
        &self,
        member: Def,
        types: &[Def],
        given: &KnownTypeArguments,
    ) -> KnownTypeArguments {
        let owners = self.owner_types(member);
        if given.as_ref().is_some_and(|given| owners.contains(&given.of())) {
            return given.clone();
        }
        let owner = owners.first().filter(|owner| !types.contains(owner))?;
        self.given_to_supertype(*owner, types, given)
    }
}

/// Returns a generic type or function with its arguments at a place; `None` without arguments.
pub(super) fn apply(
    of: Def,
    unit: &Unit,
    arguments: TypeList,
    within: &KnownTypeArguments,
) -> KnownTypeArguments {
    if arguments.is_empty() {
        return None;
    }
    let depth = std::iter::successors(within.as_deref(), |applied| applied.within()).count();
    let within = within.clone().filter(|_| depth < MAX_ARGUMENT_DEPTH);
    Some(Arc::new(TypeArguments::Written { of, file: unit.file, arguments, within }))
}

/// Returns the type parameters of a definition.
pub(super) fn generics(unit: &Unit, symbol: u32) -> impl Iterator<Item = Span> {
    let bytes = Span::new(unit.symbol(symbol).bytes.clone());
    let generics = &unit.names().generics;
    let first = generics.partition_point(|generic| generic.start < bytes.start);
    let inside =
        generics[first..].iter().copied().take_while(move |generic| generic.start < bytes.end);
    inside.filter(move |generic| unit.enclosing(generic.start as usize, |_| true) == Some(symbol))
}

/// Returns whether a written type does not determine the members of its values.
pub(super) fn is_any(unit: &Unit, written: TypeId) -> bool {
    let any = &unit.rules().any_types;
    unit.names().written_type(written) == Type::Open
        || !any.is_empty()
            && !is_made_by_value(unit, written)
            && types::name(unit, written).is_some_and(|name| any.iter().any(|word| word == name))
}

/// Returns whether a written type is what a value makes or returns.
fn is_made_by_value(unit: &Unit, written: TypeId) -> bool {
    let Type::Named { head, arguments } = unit.names().written_type(written) else { return false };
    types::maker(unit, head, arguments).is_some()
}

/// Returns whether the type of a new value is a library's container, of which nothing tells what it
/// holds.
fn is_new_container(unit: &Unit, head: ExpressionId) -> bool {
    let name = unit.names().last_name(head);
    name.is_some_and(|name| {
        is_container(unit, name.of(unit.content())) && !is_given_literal(unit, name.end as usize)
    })
}

/// Returns whether a written type has a name that a file may see without importing it by name.
fn may_be_unseen(unit: &Unit, written: TypeId) -> bool {
    unit.rules().open_files && types::in_tuple(unit, written, 0).is_none()
}

/// Returns whether nothing is known of a written type that leads to no definition.
fn is_open(unit: &Unit, written: TypeId) -> bool {
    let inner = types::unwrapped(unit, written);
    // `ReturnType<…>` may be anything, as `any` alone is; `Promise<any>` is a promise.
    let is_computed = match unit.names().written_type(inner) {
        Type::Value(_) | Type::Open => true,
        Type::Named { arguments, .. } => !arguments.is_empty() && is_any(unit, inner),
        _ => types::has_open_part(unit, inner),
    };
    is_computed || is_any(unit, written) || is_inferred(unit, written)
}

/// Returns whether a written type leaves it to the value what is in its wrappers: `Result<_, E>`,
/// and `_` of `Vec<_>`.
fn is_inferred(unit: &Unit, written: TypeId) -> bool {
    let Some(blank) = unit.rules().blank.as_deref() else { return false };
    let heads = types::heads(unit, written);
    let mut names = heads.iter().map(|head| types::last_name(unit, head.head));
    !heads.is_empty() && names.all(|name| name == Some(blank))
}

/// Returns whether a written type leaves it to the value what a collection holds: `Vec<_>`.
fn leaves_elements(unit: &Unit, written: TypeId) -> bool {
    let Some(blank) = unit.rules().blank.as_deref() else { return false };
    let [head] = types::heads(unit, written)[..] else { return false };
    let arguments = unit.names().types_in(head.arguments);
    matches!(arguments, [only] if types::name(unit, *only) == Some(blank))
}

/// Returns an instance of a value that is a type; other values unchanged.
pub(super) fn instance(value: Value) -> Value {
    match value.plain() {
        Value::Type(types) => Value::Instance(types, None),
        other => other,
    }
}
