//! Fields of types without a name: `new Job() { Car next; … }`. They belong to no type that other
//! code names, and several such types of a file may have a field of one name.

use crate::engine::graph::model::Value;
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::resolver::Resolver;
use crate::workspace::names::{Binding, Span};
use std::sync::Arc;

impl Resolver<'_> {
    /// Returns the value of a field that a type without a name around a place has, if nothing
    /// nearer has the name.
    pub(super) fn nameless_field(&self, unit: &Arc<Unit>, name: &str, at: usize) -> Option<Value> {
        let bodies = bodies_around(unit, at);
        if bodies.is_empty() {
            return None;
        }
        let names = unit.names();
        let found = names.scopes_around(at as u32).find_map(|scope| {
            let is_nameless = bodies.contains(&names.scopes[scope as usize].span);
            declared_in(unit, scope, name).map(|field| (field, is_nameless))
        });
        let (field, _) = found.filter(|(_, is_nameless)| *is_nameless)?;
        Some(self.nested(|| self.binding_value(unit, field, &None)))
    }

    /// Returns the value of a field behind a word for the object around it, where that is of a type
    /// without a name: `this.next`.
    pub(super) fn own_nameless_field(
        &self,
        unit: &Arc<Unit>,
        word: usize,
        name: Span,
    ) -> Option<Value> {
        let between = unit.content().get(word..name.start as usize)?;
        let word = between.strip_suffix('.')?;
        if !unit.language.config.self_names.iter().any(|own| own == word) {
            return None;
        }
        let at = name.start as usize;
        let bodies = bodies_around(unit, at);
        let names = unit.names();
        let mut scopes = names.scopes_around(name.start);
        let inner = scopes.find(|scope| names.scopes[*scope as usize].is_type)?;
        if !bodies.contains(&names.scopes[inner as usize].span) {
            return None;
        }
        let field = declared_in(unit, inner, name.of(unit.content()))?;
        Some(self.nested(|| self.binding_value(unit, field, &None)))
    }
}

/// Returns whether a field stands in a type without a name inside a type that begins at a place.
pub(super) fn is_of_nameless(unit: &Unit, field: &Binding, outer: usize) -> bool {
    let bodies = bodies_around(unit, field.name.start as usize);
    bodies.iter().any(|body| body.start as usize > outer)
}

fn bodies_around(unit: &Unit, at: usize) -> Vec<Span> {
    unit.nameless_around(at).into_iter().filter_map(|pair| pair.body).collect()
}

/// Returns what declares a name in a scope itself: a field, or a local variable.
fn declared_in<'u>(unit: &'u Unit, scope: u32, name: &str) -> Option<&'u Binding> {
    let within = unit.names().scopes[scope as usize].span;
    let field = unit.fields_in(name, within).find(|field| field.scope == scope);
    field.or_else(|| {
        let (_, mut all) = unit.bindings_in(name, scope, 0);
        all.next()
    })
}
