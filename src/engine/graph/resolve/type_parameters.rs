//! Type parameters of generic types and functions: their places, arguments and bounds.

use super::instance::generics;
use super::members::simple_name;
use super::resolver::Resolver;
use super::scopes::is_generic;
use crate::domain::SymbolKind;
use crate::engine::graph::model::{Def, KnownTypeArguments, Local, Lookup, TypeArguments, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::semantics;
use crate::workspace::names::{Binding, ExpressionId, Span, Type};
use rustc_hash::FxHashSet;
use std::sync::Arc;

impl Resolver<'_> {
    /// Returns the value of a type parameter; `None` if `head` is not one or its argument is not
    /// known.
    pub(super) fn argument(
        &self,
        unit: &Arc<Unit>,
        head: ExpressionId,
        given: &KnownTypeArguments,
    ) -> Option<Value> {
        let given = given.as_ref()?;
        let name = unit.names().single_name(head)?;
        let index = self.parameter(unit, name, given.of())?;
        self.type_argument(given, index)
    }

    /// Returns a value of the bound of a type parameter that gives a generic type arguments:
    /// `R extends Repo<Car>`.
    pub(super) fn applied_bound(
        &self,
        unit: &Arc<Unit>,
        head: ExpressionId,
        given: &KnownTypeArguments,
    ) -> Option<Value> {
        if unit.names().generics.is_empty() {
            return None;
        }
        let name = unit.names().single_name(head)?;
        let local = self.local(unit, name.of(unit.content()), name.start as usize)?;
        let Local::Binding(binding) = local else { return None };
        let bound = binding.origin.annotation.filter(|_| is_generic(unit, binding))?;
        let Type::Named { arguments, .. } = unit.names().written_type(bound) else { return None };
        let value = (!arguments.is_empty())
            .then(|| self.nested(|| self.instance_of_annotation(unit, bound, given)));
        value.filter(|value| matches!(value, Value::Instance(..)))
    }

    /// Returns the value of a type argument by its place.
    pub(super) fn type_argument(&self, given: &TypeArguments, place: usize) -> Option<Value> {
        match given {
            TypeArguments::Written { file, arguments, within, .. } => {
                let other = self.project.unit(*file)?;
                let argument = *other.names().types_in(*arguments).get(place)?;
                Some(self.nested(|| self.instance_of_annotation(other, argument, within)))
            }
            TypeArguments::Passed { given, .. } => given.get(place)?.clone(),
        }
    }

    /// Returns the index of a name among the type parameters of a generic type or function.
    pub(super) fn parameter(&self, unit: &Arc<Unit>, name: Span, of: Def) -> Option<usize> {
        let text = name.of(unit.content());
        let (of_unit, of_symbol) = self.project.get(of)?;
        if let Some(Local::Binding(binding)) = self.local(unit, text, name.start as usize)
            && is_generic(unit, binding)
        {
            let owner = unit.enclosing(binding.name.start as usize, |_| true)?;
            let (own, of_symbol) = (unit.symbol(owner), of_unit.symbol(of_symbol));
            let is_same = Def { file: unit.file, symbol: owner } == of;
            let is_part = own.kind == SymbolKind::Impl && simple_name(&own.name) == of_symbol.name;
            let is_member = || {
                semantics::of(unit.language).has_members_apart()
                    && self.owner_types(Def { file: unit.file, symbol: owner }).contains(&of)
            };
            let place = generics(unit, owner).position(|generic| generic == binding.name);
            return place.filter(|_| is_same || is_part || is_member());
        }
        let own = generics(of_unit, of_symbol);
        if of_unit.rules().generic_supertypes.is_empty() {
            return own.into_iter().position(|generic| generic.of(of_unit.content()) == text);
        }
        self.place_of_variable(of_unit, own.collect(), text)
    }

    /// Returns the place of a type variable among those that are the type parameters of a type: its
    /// own list, else the arguments of one supertype, else of all (typing.readthedocs.io,
    /// "User-defined generic types").
    fn place_of_variable(&self, unit: &Arc<Unit>, all: Vec<Span>, name: &str) -> Option<usize> {
        let text = unit.content();
        let listing = &unit.rules().generic_supertypes;
        let is_listed = |generic: &&Span| {
            let before = text[..generic.start as usize].rsplit_once('[');
            before.is_some_and(|(before, _)| listing.iter().any(|word| before.ends_with(word)))
        };
        let is_variable = |generic: &&Span| {
            unit.names().binding_at(**generic).is_some() || {
                let of = self.lookup_at(unit, generic.start as usize, generic.of(text));
                matches!(of, Lookup::Definitions(all) if all.iter().all(|of| self.is_variable(*of)))
            }
        };
        let listed: Vec<&Span> = all.iter().filter(is_listed).collect();
        let variables = match listed.is_empty() {
            true => all.iter().filter(is_variable).collect(),
            false => listed,
        };
        let mut names: Vec<&str> = variables.iter().map(|generic| generic.of(text)).collect();
        let mut seen = FxHashSet::default();
        names.retain(|name| seen.insert(*name));
        names.iter().position(|other| *other == name)
    }

    /// Returns whether a type is a name that stands for others: `T = TypeVar("T")`.
    pub(super) fn is_variable(&self, of: Def) -> bool {
        let symbol = self.project.get(of).map(|(unit, symbol)| unit.symbol(symbol));
        symbol.is_some_and(|symbol| symbol.kind == SymbolKind::Type)
    }

    /// Returns the value of a type parameter that a method names anew, by the bound that it has in
    /// its type's definition: `func (n *Nodes[T]) visit(node T)`.
    pub(super) fn bound_of_owner(&self, unit: &Arc<Unit>, binding: &Binding) -> Option<Value> {
        let is_named_anew = semantics::of(unit.language).has_members_apart()
            && binding.origin.annotation.is_none()
            && is_generic(unit, binding);
        let method =
            unit.enclosing(binding.name.start as usize, |_| true).filter(|_| is_named_anew)?;
        let place = generics(unit, method).position(|generic| generic == binding.name)?;
        let of = *self.owner_types(Def { file: unit.file, symbol: method }).first()?;
        let (of_unit, of_symbol) = self.project.get(of)?;
        let generic = generics(of_unit, of_symbol).nth(place)?;
        let bound = of_unit.names().binding_at(generic)?;
        Some(self.nested(|| self.binding_value(of_unit, bound, &None)))
    }
}
