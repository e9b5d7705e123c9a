//! Structural conformance: whether a type has the methods of an interface, with the same parameters
//! and results.

use super::outside_methods::OutsideMethods;
use super::resolver::{Context, Resolver};
use super::types;
use super::types::written_result;
use crate::domain::{Certainty, Symbol, SymbolKind, lock};
use crate::engine::graph::model::{Def, FileIndex, Local, Members, Value};
use crate::engine::graph::project::{Project, Unit};
use crate::engine::graph::semantics;
use crate::workspace::names::{ExpressionId, Type, TypeId, TypeList};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Arc, Mutex};

/// Limit of nested types that are compared.
const MAX_DEPTH: usize = 6;

/// Number of methods of one name that a type may have, as by conditions of builds, of which each is
/// compared.
const MAX_OF_NAME: usize = 32;

/// Result of a comparison, the better ones first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    Same,
    /// The written types do not determine it: an alias, a type parameter, a type that was not
    /// found.
    Unknown,
    Different,
}

impl Fit {
    fn from_equality(is_same: bool) -> Self {
        if is_same { Fit::Same } else { Fit::Different }
    }

    /// Returns the result for a whole of two parts.
    fn and(self, other: impl FnOnce() -> Self) -> Self {
        if self == Fit::Different { self } else { self.max(other()) }
    }
}

/// What names of types mean, by file: methods of one name may be thousands, each compared with
/// many.
#[derive(Default)]
struct NamedTypes(Mutex<FxHashMap<(FileIndex, ExpressionId), Arc<Value>>>);

/// A type as written in a file.
#[derive(Clone, Copy)]
struct Written<'u> {
    unit: &'u Arc<Unit>,
    id: TypeId,
    /// True for what an interface requires: its type parameters stand for any type.
    is_required: bool,
}

impl<'u> Written<'u> {
    fn new(unit: &'u Arc<Unit>, id: TypeId) -> Self {
        Self { unit, id, is_required: false }
    }

    fn read(self) -> Type {
        self.unit.names().written_type(self.id)
    }

    fn list(self, list: TypeList) -> Vec<Self> {
        self.unit.names().types_in(list).iter().map(|id| Self { id: *id, ..self }).collect()
    }

    /// Returns the parts of a tuple; of any other type the type itself.
    fn parts(self) -> Vec<Self> {
        if let Type::Tuple(parts) = self.read() { self.list(parts) } else { vec![self] }
    }
}

impl Resolver<'_> {
    /// Returns whether a type implements an interface of a language with structural interfaces, by
    /// its methods: `Possible` if some of the types compared are not known, `None` if a method is
    /// missing or differs.
    pub(super) fn conforms(&self, of: Def, methods: &[Def]) -> Option<Certainty> {
        if is_interface(self.project, of) { None } else { self.has_all(of, methods) }
    }

    fn has_all(&self, of: Def, methods: &[Def]) -> Option<Certainty> {
        let mut fit = if methods.is_empty() { Fit::Different } else { Fit::Same };
        let (mut found, mut missing) = (0, 0);
        let mut members = FxHashMap::default();
        for required in methods {
            let method = self.has_method(of, *required, &mut members);
            fit = fit.and(|| method.unwrap_or(Fit::Unknown));
            if fit == Fit::Different {
                return None;
            }
            *if method.is_some() { &mut found } else { &mut missing } += 1;
        }
        // What is embedded from outside rarely has most of a project's interface.
        match fit {
            Fit::Same => Some(Certainty::Likely),
            Fit::Unknown if missing <= found => Some(Certainty::Possible),
            Fit::Unknown | Fit::Different => None,
        }
    }

    /// Returns the methods of an interface, including those of embedded interfaces, one of each
    /// name: those of one name must be the same.
    pub(super) fn interface_methods(&self, interface: Def) -> Vec<Def> {
        let ancestors = self.ancestors(interface);
        let mut methods = Vec::new();
        let mut names: FxHashSet<&str> = FxHashSet::default();
        for of in std::iter::once(&interface).chain(&ancestors.types) {
            let Some((unit, symbol)) = self.project.get(*of) else { continue };
            let end = unit.symbol(symbol).bytes.end;
            let is_own = |symbol: &Symbol| {
                symbol.parent == Some(of.symbol as usize) && symbol.kind.is_callable()
            };
            let after = unit.symbols()[symbol as usize + 1..].iter().zip(symbol + 1..);
            let inside = after.take_while(|(symbol, _)| symbol.bytes.start < end);
            let own = inside.filter(|(symbol, _)| is_own(symbol) && names.insert(&symbol.name));
            methods.extend(own.map(|(_, symbol)| Def { file: of.file, symbol }));
        }
        methods
    }

    /// Compares the member of a type with a method that an interface requires; `None` if only what
    /// the type embeds from outside the project may have it. `members` has those of the type that
    /// were looked up, by name.
    fn has_method<'u>(
        &'u self,
        of: Def,
        required: Def,
        members: &mut FxHashMap<&'u str, Members>,
    ) -> Option<Fit> {
        let (unit, symbol) = self.project.get(required)?;
        let name = unit.symbol(symbol).name.as_str();
        let members = members.entry(name).or_insert_with(|| self.members(&[of], name));
        if members.found.is_empty() && members.is_open && self.may_lend(of, required) {
            return None;
        }
        if members.found.len() > MAX_OF_NAME {
            return Some(Fit::Unknown);
        }
        let fits = members.found.iter().map(|member| self.is_implemented_by(required, *member));
        Some(fits.min().unwrap_or(Fit::Different))
    }

    /// Returns whether what a type embeds from outside may have a method as an interface of the
    /// project requires it: of types that are known what methods they have, no other, and none that
    /// names a type of the project.
    fn may_lend(&self, of: Def, required: Def) -> bool {
        let Some((required_in, method)) = self.project.get(required) else { return true };
        let method = required_in.symbol(method);
        let names_own = || {
            let taken = parameter_types(required_in, method).unwrap_or_default();
            let mut all = taken.into_iter().chain(result_types(required_in, method));
            all.any(|of| self.names_type_of_project(of, 0))
        };
        self.with_ancestors(&[of]).into_iter().any(|of| {
            let Some((unit, _)) = self.project.get(of) else { return true };
            self.headers_of(unit, of).iter().any(|pair| {
                let written = pair.supertype_written;
                let heads = types::heads(unit, written);
                let [types::WrittenHead { head, arguments, .. }] = heads[..] else { return true };
                match &*self.named_type(unit, head) {
                    Value::Type(_) => false,
                    Value::External => {
                        match unit.rules().outside_methods.get(types::path(unit, head)) {
                            Some(known) => known.contains(&method.name),
                            None => {
                                !unit.rules().libraries_are_closed
                                    || !arguments.is_empty()
                                    || !names_own()
                            }
                        }
                    }
                    _ => true,
                }
            })
        })
    }

    /// Returns whether a written type has the name of a type of the project in it.
    fn names_type_of_project(&self, of: Written<'_>, depth: usize) -> bool {
        let is_any =
            |list| of.list(list).into_iter().any(|of| self.names_type_of_project(of, depth + 1));
        let part = |id| self.names_type_of_project(Written { id, ..of }, depth + 1);
        if depth > MAX_DEPTH {
            return false;
        }
        match of.read() {
            Type::Named { head, arguments } => {
                let value = self.named_type(of.unit, head);
                matches!(&*value, Value::Type(_)) && !self.is_alias(&value) || is_any(arguments)
            }
            Type::Elements(id) => part(id),
            Type::Keyed(key, id) => part(key) || part(id),
            Type::Tuple(parts) | Type::Function { parts, .. } => is_any(parts),
            _ => false,
        }
    }

    /// Compares a member with the method of an interface of the same name.
    pub(super) fn is_implemented_by(&self, required: Def, member: Def) -> Fit {
        let (Some((unit, symbol)), Some((by_unit, by_symbol))) =
            (self.project.get(required), self.project.get(member))
        else {
            return Fit::Unknown;
        };
        let (of, by) = (unit.symbol(symbol), by_unit.symbol(by_symbol));
        if required == member {
            return Fit::Same;
        }
        if !by.kind.is_callable()
            || !semantics::of(unit.language).may_implement((unit, of), (by_unit, by))
        {
            return Fit::Different;
        }
        let (Some(taken), Some(by_taken)) =
            (parameter_types(unit, of), parameter_types(by_unit, by))
        else {
            return Fit::Unknown;
        };
        self.compare_all(as_required(taken), by_taken, 0).and(|| {
            self.compare_all(as_required(result_types(unit, of)), result_types(by_unit, by), 0)
        })
    }

    /// Compares two written types, each with its file.
    pub(super) fn compare_written(
        &self,
        one: (&Arc<Unit>, TypeId),
        other: (&Arc<Unit>, TypeId),
    ) -> Fit {
        let (one, other) = (Written::new(one.0, one.1), Written::new(other.0, other.1));
        self.compare(one, other, 0)
    }

    fn compare_all(&self, one: Vec<Written<'_>>, other: Vec<Written<'_>>, depth: usize) -> Fit {
        let first = Fit::from_equality(one.len() == other.len());
        one.into_iter()
            .zip(other)
            .fold(first, |fit, (one, other)| fit.and(|| self.compare(one, other, depth + 1)))
    }

    fn compare(&self, one: Written<'_>, other: Written<'_>, depth: usize) -> Fit {
        if depth > MAX_DEPTH {
            return Fit::Unknown;
        }
        if one.is_required && self.type_parameter(one.unit, one.id).is_some() {
            return Fit::Same;
        }
        match (one.read(), other.read()) {
            (
                Type::Named { head, arguments },
                Type::Named { head: other_head, arguments: other_arguments },
            ) => {
                let (given, other_given) = (one.list(arguments), other.list(other_arguments));
                self.compare_heads((one.unit, head), (other.unit, other_head)).and(|| {
                    let are_given = !given.is_empty() && !other_given.is_empty();
                    match given.len() == other_given.len() {
                        true => self.compare_all(given, other_given, depth),
                        false if are_given && is_of_functions(one.unit, head) => Fit::Different,
                        // Of a collection, the name may also stand for its elements.
                        false => Fit::Unknown,
                    }
                })
            }
            (Type::Elements(id), Type::Elements(other_id)) => {
                self.compare(Written { id, ..one }, Written { id: other_id, ..other }, depth + 1)
            }
            (Type::Keyed(key, id), Type::Keyed(other_key, other_id)) => self
                .compare(Written { id: key, ..one }, Written { id: other_key, ..other }, depth + 1)
                .and(|| {
                    self.compare(
                        Written { id, ..one },
                        Written { id: other_id, ..other },
                        depth + 1,
                    )
                }),
            (Type::Elements(_), Type::Keyed(..)) | (Type::Keyed(..), Type::Elements(_)) => {
                Fit::Different
            }
            (
                Type::Function { parts, has_result, .. },
                Type::Function { parts: other_parts, has_result: other_result, .. },
            ) => Fit::from_equality(has_result == other_result)
                .and(|| self.compare_all(one.list(parts), other.list(other_parts), depth)),
            // The parts of literal types are not compared.
            (Type::Other, Type::Other) | (Type::Object { .. }, Type::Object { .. }) => Fit::Same,
            (Type::Elements(_) | Type::Keyed(..), other)
            | (other, Type::Elements(_) | Type::Keyed(..))
                if is_literal(other) =>
            {
                Fit::Different
            }
            (Type::Named { head, .. }, _) => self.may_be_unnamed(one.unit, head),
            (_, Type::Named { head, .. }) => self.may_be_unnamed(other.unit, head),
            _ => Fit::Unknown,
        }
    }

    /// Compares two names of types.
    fn compare_heads(
        &self,
        one: (&Arc<Unit>, ExpressionId),
        other: (&Arc<Unit>, ExpressionId),
    ) -> Fit {
        let (of_one, of_other) = (self.named_type(one.0, one.1), self.named_type(other.0, other.1));
        match (&*of_one, &*of_other) {
            (Value::Type(defs), Value::Type(others))
                if defs.iter().any(|def| others.contains(def)) =>
            {
                Fit::Same
            }
            (Value::External, Value::External) => {
                let name = types::last_name(one.0, one.1);
                let other_name = types::last_name(other.0, other.1);
                let holds = |names: &[String], name: Option<&str>| {
                    names.iter().any(|each| Some(each.as_str()) == name)
                };
                let mut equal = one.0.rules().equal_types.iter();
                Fit::from_equality(
                    name == other_name
                        || equal.any(|names| holds(names, name) && holds(names, other_name)),
                )
            }
            (Value::Unknown | Value::External, Value::Unknown | Value::External)
                if is_of_functions(one.0, one.1) && is_of_functions(other.0, other.1) =>
            {
                Fit::from_equality(
                    types::last_name(one.0, one.1) == types::last_name(other.0, other.1),
                )
            }
            (Value::Unknown, _) | (_, Value::Unknown) => Fit::Unknown,
            (one, other) => {
                if self.is_alias(one) || self.is_alias(other) {
                    Fit::Unknown
                } else {
                    Fit::Different
                }
            }
        }
    }

    /// Returns the meaning of a type's name; [`Value::Unknown`] for a type parameter.
    fn named_type(&self, unit: &Arc<Unit>, head: ExpressionId) -> Arc<Value> {
        let known = self.project.fact(|_| NamedTypes::default());
        let key = (unit.file, head);
        if let Some(value) = lock(&known.0).get(&key) {
            return Arc::clone(value);
        }
        // With limits of its own, what is remembered does not depend on the comparison.
        let context = Context::new(self.project);
        let value = Arc::new(Resolver::new(&context).find_named_type(unit, head));
        lock(&known.0).insert(key, Arc::clone(&value));
        value
    }

    fn find_named_type(&self, unit: &Arc<Unit>, head: ExpressionId) -> Value {
        let is_parameter = unit.names().single_name(head).is_some_and(|name| {
            let local = self.local(unit, name.of(unit.content()), name.start as usize);
            matches!(local, Some(Local::Binding(_)))
        });
        if is_parameter { Value::Unknown } else { self.type_of_head(unit, head) }
    }

    /// Compares a named type with one that has no name.
    fn may_be_unnamed(&self, unit: &Arc<Unit>, head: ExpressionId) -> Fit {
        let names = unit.names();
        match &*self.named_type(unit, head) {
            Value::External if names.single_name(head).is_some() => {
                let name = types::last_name(unit, head).unwrap_or_default();
                let may_be = unit.rules().equal_types.iter().flatten().any(|equal| equal == name);
                if may_be { Fit::Unknown } else { Fit::Different }
            }
            value @ Value::Type(_) if !self.is_alias(value) => Fit::Different,
            _ => Fit::Unknown,
        }
    }

    pub(super) fn is_alias(&self, value: &Value) -> bool {
        matches!(value, Value::Type(defs) if defs.iter().any(|def| self.alias(*def).is_some()))
    }
}

/// Methods that types are compared with. What is known of the ancestors of types is kept.
pub(in crate::engine) struct RequiredMethods<'p> {
    context: Context<'p>,
    methods: Vec<Def>,
    outside: OutsideMethods,
}

impl<'p> RequiredMethods<'p> {
    pub(in crate::engine) fn new(
        project: &'p Project<'p>,
        methods: Vec<Def>,
        outside: OutsideMethods,
    ) -> Self {
        Self { context: Context::new(project), methods, outside }
    }

    /// Returns whether a type has the methods, like [`Resolver::conforms`], also for a type that is
    /// an interface itself.
    pub(in crate::engine) fn are_of(&self, of: Def) -> Option<Certainty> {
        let resolver = Resolver::new(&self.context);
        let own = match self.methods.is_empty() && !self.outside.names.is_empty() {
            true => Certainty::Likely,
            false => resolver.has_all(of, &self.methods)?,
        };
        Some(own.max(resolver.has_outside_methods(of, &self.outside)?))
    }

    /// Returns the number of methods.
    pub(in crate::engine) fn len(&self) -> usize {
        self.methods.len() + self.outside.names.len()
    }
}

impl Project<'_> {
    /// See [`Resolver::interface_methods`].
    pub(in crate::engine) fn interface_methods(&self, interface: Def) -> Vec<Def> {
        Resolver::new(&Context::new(self)).interface_methods(interface)
    }
}

/// Returns whether a type is an interface that types implement by having its methods.
pub(in crate::engine) fn is_structural(project: &Project<'_>, def: Def) -> bool {
    project.get(def).is_some_and(|(unit, symbol)| {
        semantics::of(unit.language).is_structural(unit, unit.symbol(symbol))
    })
}

pub(in crate::engine) fn is_interface(project: &Project<'_>, def: Def) -> bool {
    let is_named =
        |(unit, symbol): (&Arc<Unit>, u32)| unit.symbol(symbol).kind == SymbolKind::Interface;
    project.get(def).is_some_and(is_named) || is_structural(project, def)
}

/// Returns the types of a method's parameters; `None` if they are not recorded.
fn parameter_types<'u>(unit: &'u Arc<Unit>, method: &Symbol) -> Option<Vec<Written<'u>>> {
    Some(Written::new(unit, types::taken(unit, method)?).parts())
}

/// Returns the types of a method's results.
fn result_types<'u>(unit: &'u Arc<Unit>, method: &Symbol) -> Vec<Written<'u>> {
    let returned = written_result(unit, method);
    returned.map_or_else(Vec::new, |returned| Written::new(unit, returned.written).parts())
}

/// Returns whether a type is written in full, and is no list or map.
const fn is_literal(of: Type) -> bool {
    matches!(of, Type::Other | Type::Object { .. } | Type::Function { .. })
}

/// Returns whether a type is a library's that stands for functions, of which each number of type
/// arguments is another type.
fn is_of_functions(unit: &Unit, head: ExpressionId) -> bool {
    let name = types::last_name(unit, head);
    name.is_some_and(|name| unit.rules().function_types.contains_key(name))
}

fn as_required(types: Vec<Written<'_>>) -> Vec<Written<'_>> {
    types.into_iter().map(|of| Written { is_required: true, ..of }).collect()
}
