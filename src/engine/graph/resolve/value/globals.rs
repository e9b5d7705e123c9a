//! Values of names that all files of a program share.

use super::super::conformance::is_interface;
use super::super::resolver::Resolver;
use super::alternatives::MAX_BINDINGS;
use crate::domain::SymbolKind;
use crate::engine::graph::model::{Def, Lookup, Value};
use crate::engine::graph::project::{MAX_ASSIGNED, Unit};
use crate::engine::graph::semantics;
use crate::lang::Imports;
use crate::workspace::names::{Binding, Expression};
use std::sync::Arc;

impl Resolver<'_> {
    /// Returns the value of a name that all files of the program share: of one of the file's own
    /// definitions, else of a type that is known without a search.
    pub(super) fn value_in_program(&self, unit: &Arc<Unit>, name: &str, at: usize) -> Value {
        let mut own = self.project.definitions_in(unit.file, name);
        own.retain(|def| !self.is_nested_elsewhere((unit, at), *def));
        own = self.of_arguments((unit, at), name, own);
        let rules = unit.rules();
        // Where files import modules, they see the types of all files of theirs.
        let sees_all = rules.types_are_called && rules.imports == Imports::Modules;
        if own.is_empty() && (sees_all || !rules.type_words.is_empty()) {
            own = self.types_by_name((unit, at), name);
            own.retain(|def| !self.is_nested_elsewhere((unit, at), *def));
            let sees = |def: &Def| semantics::of(unit.language).sees(self.project, unit, *def);
            if !own.iter().any(sees) {
                own.clear();
            }
        }
        if own.is_empty() {
            own = self.declared_in_included(unit, name);
        }
        self.definition_value(self.of_innermost((unit, at), own))
    }

    /// Returns the object whose members are global names: of the types by which the project says
    /// what it has, or unknown, since any code may set members of it.
    pub(super) fn global_object(&self, unit: &Unit, name: &str) -> Option<Value> {
        let semantics = semantics::of(unit.language);
        if !semantics.is_global_object(name) {
            return None;
        }
        let names = semantics.global_types();
        let of = |name: &&str| self.project.definitions(name).map(|defs| defs.to_vec());
        let mut types: Vec<Def> = names.iter().filter_map(|name| of(name).ok()).flatten().collect();
        types.retain(|def| is_interface(self.project, *def));
        Some(if types.is_empty() { Value::Unknown } else { Value::Instance(types, None) })
    }
}

impl Resolver<'_> {
    /// Returns the value that a name has at a place, given what it was found to mean; `None` if
    /// that is nothing.
    pub(super) fn value_where_found(
        &self,
        unit: &Arc<Unit>,
        place: (&str, usize),
        found: Lookup,
    ) -> Option<Value> {
        let again = self.value_set_again(unit, place, &found);
        again.or_else(|| (found != Lookup::Unknown).then(|| self.found_value(found)))
    }

    /// Returns the value at a place of a variable that code at the top of its file sets more than
    /// once: there it has what it was set to last, elsewhere any of what it is set to; anything
    /// where these are very many. `None` for other names.
    fn value_set_again(
        &self,
        unit: &Arc<Unit>,
        (name, at): (&str, usize),
        found: &Lookup,
    ) -> Option<Value> {
        let Lookup::Definitions(defs) = found else { return None };
        if !unit.rules().open_values || !is_at_top(unit, unit.names().scope_at(at as u32)) {
            return None;
        }
        let is_variable = |def: &Def| {
            let kind = unit.symbols().get(def.symbol as usize).map(|symbol| symbol.kind);
            def.file == unit.file && kind.is_some_and(SymbolKind::has_value)
        };
        if unit.bindings_named(name).nth(MAX_ASSIGNED).is_some() {
            self.note_open();
            return Some(Value::Unknown);
        }
        let all = set_at_top(unit, name).filter(|_| defs.iter().all(is_variable))?;
        let last = all.into_iter().rev().find(|binding| (binding.name.end as usize) <= at)?;
        Some(self.bound_value(unit, name, at, last))
    }

    /// Returns the value of a variable of all that code at the top of its file sets it to, if that
    /// is more than one value.
    pub(super) fn value_of_all(&self, unit: &Arc<Unit>, variable: &Binding) -> Option<Value> {
        let name = variable.name.of(unit.content());
        let is_open = unit.rules().open_values && is_at_top(unit, variable.scope);
        let mut all = is_open.then(|| set_at_top(unit, name)).flatten()?;
        // What is absent at first has no members.
        let is_present = |binding: &&Binding| {
            let value = binding.origin.value.map(|value| unit.names().expression(value));
            value != Some(Expression::Nothing)
        };
        if all.iter().any(is_present) {
            all.retain(is_present);
        }
        if all.len() > MAX_BINDINGS {
            self.note_open();
        }
        let all = all.into_iter().take(MAX_BINDINGS);
        Some(self.union_value(all.map(|binding| self.binding_value(unit, binding, &None))))
    }
}

/// Returns whether a scope is that of a whole file.
fn is_at_top(unit: &Unit, scope: u32) -> bool {
    unit.names().scopes[scope as usize].parent.is_none()
}

/// Returns where code at the top of a file sets a variable, if that are several places and none
/// writes its type.
fn set_at_top<'u>(unit: &'u Unit, name: &str) -> Option<Vec<&'u Binding>> {
    let all = unit.bindings_named(name).filter(|binding| is_at_top(unit, binding.scope));
    let all: Vec<&Binding> = all.collect();
    let is_typed = all.iter().any(|binding| binding.origin.annotation.is_some());
    (all.len() > 1 && !is_typed).then_some(all)
}

/// Returns the variable of a name at the top of a file: of several the one before a place that is
/// at the top too.
pub(in crate::engine::graph::resolve) fn variable_at_top<'a>(
    unit: &'a Unit,
    name: &str,
    at: usize,
) -> Option<&'a Binding> {
    let names = unit.names();
    let mut all = unit.bindings_named(name).filter(|binding| is_at_top(unit, binding.scope));
    let first = all.next()?;
    let is_before = |binding: &&Binding| (binding.name.start as usize) < at;
    match all.next() {
        None => Some(first),
        Some(second) if is_at_top(unit, names.scope_at(at as u32)) => {
            [first, second].into_iter().chain(all).filter(is_before).last()
        }
        Some(_) => None,
    }
}
