//! Values of names that all files of a program share.

use super::super::conformance::is_interface;
use super::super::resolver::Resolver;
use crate::engine::graph::model::{Def, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::semantics;
use crate::lang::Imports;
use crate::workspace::names::Binding;
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

/// Returns the variable of a name at the top of a file: of several the one before a place that is
/// at the top too.
pub(super) fn variable_at_top<'a>(unit: &'a Unit, name: &str, at: usize) -> Option<&'a Binding> {
    let names = unit.names();
    let is_top = |scope: u32| names.scopes[scope as usize].parent.is_none();
    let mut all = unit.bindings_named(name).filter(|binding| is_top(binding.scope));
    let first = all.next()?;
    let is_before = |binding: &&Binding| (binding.name.start as usize) < at;
    match all.next() {
        None => Some(first),
        Some(second) if is_top(names.scope_at(at as u32)) => {
            [first, second].into_iter().chain(all).filter(is_before).last()
        }
        Some(_) => None,
    }
}
