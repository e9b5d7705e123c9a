//! Functions that fields hold: where a type sets `self.handle = self.save`, what calls
//! `self.handle(…)` calls that function.

use super::alternatives::choices;
use crate::domain::{Cancelled, Certainty};
use crate::engine::graph::model::{Def, Holder, Value};
use crate::engine::graph::project::{Project, Unit};
use crate::engine::graph::resolve::resolver::{Context, Resolver};
use crate::workspace::names::{Binding, Expression, ExpressionId, Qualifier, Role, Span, Use};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Maximum number of declarations of a field that are looked at.
const MAX_DECLARATIONS: usize = 12;

/// Number of definitions of a field's name above which one counts as that of a subtype without
/// their being looked at.
const MAX_DEFINITIONS: usize = 100;

/// What a field that is called holds.
#[derive(Debug, Clone)]
pub(in crate::engine::graph) struct Held {
    pub(in crate::engine::graph) functions: Vec<Def>,
    /// Possible if it may hold something else.
    pub(in crate::engine::graph) certainty: Certainty,
    /// The field, in the first type that sets it.
    pub(in crate::engine::graph) field: Option<Def>,
    /// The types of the value that has the field.
    types: Vec<Def>,
}

/// Returns the fields of a file that are set to something of a name.
pub(in crate::engine::graph) fn fields_holding<'u>(
    unit: &'u Unit,
    name: &'u str,
) -> impl Iterator<Item = &'u Binding> {
    let is_it = move |value: ExpressionId| names(unit, value, name);
    let holds = move |value| choices(unit, value).into_iter().any(is_it);
    unit.names().fields.iter().filter(move |field| field.origin.value.is_some_and(holds))
}

/// Returns whether a value is what a name names, or binds it to an object.
pub(super) fn names(unit: &Unit, value: ExpressionId, name: &str) -> bool {
    let value = unit.names().expression(without_binding(unit, value));
    let (Expression::Name(last) | Expression::Member { name: last, .. }) = value else {
        return false;
    };
    last.of(unit.content()) == name
}

/// Returns the function that a value binds to an object, or the value: `this.save.bind(this)`.
fn without_binding(unit: &Unit, value: ExpressionId) -> ExpressionId {
    let Expression::Call(called) = unit.names().expression(value) else { return value };
    match unit.names().expression(called) {
        Expression::Member { of, name } => {
            let name = name.of(unit.content());
            let binds = unit.rules().binding_members.iter().any(|member| member == name);
            if binds { of } else { value }
        }
        _ => value,
    }
}

impl Project<'_> {
    /// Returns, for each of some calls, what the field that it calls holds; `None` if it calls no
    /// field that is known to hold a function.
    ///
    /// # Errors
    /// If the request is cancelled.
    pub(in crate::engine::graph) fn held_by_fields(
        &self,
        calls: &[(Arc<Unit>, Use)],
    ) -> Result<Vec<Option<Held>>, Cancelled> {
        let context = Context::new(self);
        let mut found = Vec::with_capacity(calls.len());
        let mut names: BTreeSet<&str> = BTreeSet::new();
        for (unit, call) in calls {
            self.snapshot.cancel().check()?;
            let held = Resolver::new(&context).held(unit, call);
            names.extend(held.is_some().then(|| call.span.of(unit.content())));
            found.push(held);
        }
        // What code elsewhere sets is known of names that were looked for.
        self.find_definitions(&names.into_iter().collect::<Vec<_>>())?;
        for ((unit, call), held) in calls.iter().zip(&mut found) {
            let Some(held) = held else { continue };
            self.snapshot.cancel().check()?;
            let name = call.span.of(unit.content());
            let (resolver, holder) = (Resolver::new(&context), Holder::Types(held.types.clone()));
            if resolver.is_set_elsewhere(holder, name) || resolver.is_redefined(held, name) {
                held.certainty = Certainty::Possible;
            }
        }
        Ok(found)
    }
}

impl Resolver<'_> {
    /// Returns whether a type below those of a value defines a member of the field's name, which
    /// is then what the field is in values of that type.
    fn is_redefined(&self, held: &Held, name: &str) -> bool {
        let Some(named) = self.project.known(name) else { return false };
        let is_below = |of: Def| {
            !held.types.contains(&of)
                && self.ancestors(of).types.iter().any(|above| held.types.contains(above))
        };
        let redefines = |def: &Def| self.owner_types(*def).into_iter().any(is_below);
        named.defs.len() > MAX_DEFINITIONS || named.defs.iter().any(redefines)
    }

    fn held(&self, unit: &Arc<Unit>, call: &Use) -> Option<Held> {
        let Qualifier::Receiver(of) = call.qualifier else { return None };
        if call.role != Role::Call || !unit.rules().fields_hold_functions {
            return None;
        }
        let Value::Instance(types, _) = self.value_of(unit, of).plain() else { return None };
        let name = call.span.of(unit.content());
        let declared = self.declarations(&types, name);
        let mut held: BTreeSet<Vec<Def>> = BTreeSet::new();
        // An object's own field comes before a method of its type, but may be set later.
        let is_method = |def: &Def| self.project.is_callable(*def);
        let mut is_open = declared.len() >= MAX_DECLARATIONS
            || self.members(&types, name).found.iter().any(is_method);
        for (unit, field) in &declared {
            is_open |= may_be_given(unit, field);
            for value in field.origin.value.into_iter().flat_map(|value| choices(unit, value)) {
                match self.function(unit, value) {
                    Some(functions) => _ = held.insert(functions),
                    None => is_open |= unit.names().expression(value) != Expression::Nothing,
                }
            }
        }
        let given = match declared.is_empty() || !unit.rules().keys_are_members {
            true => Some(Arc::default()),
            false => self.given_in_literals(&types, name),
        };
        is_open |= given.as_ref().is_none_or(|given| !given.is_empty());
        held.extend(given.filter(|given| !given.is_empty()).map(|given| given.to_vec()));
        let is_only = held.len() == 1 && !is_open;
        let functions: Vec<Def> = held.into_iter().flatten().collect();
        let (first, field) = declared.first()?;
        (!functions.is_empty()).then(|| Held {
            functions,
            certainty: if is_only { Certainty::Likely } else { Certainty::Possible },
            field: self.project.declared_as(first, field),
            types,
        })
    }

    /// Returns what types and their ancestors set a field to.
    fn declarations(&self, types: &[Def], name: &str) -> Vec<(&Arc<Unit>, &Binding)> {
        let of_type = |of: Def| {
            let (unit, symbol) = self.project.get(of)?;
            let inside = unit.fields_in(name, Span::new(unit.symbol(symbol).bytes.clone()));
            let is_own = move |field: &&Binding| type_around(unit, field) == Some(symbol);
            Some(inside.filter(is_own).map(move |field| (unit, field)))
        };
        let all = self.with_ancestors(types).into_iter().filter_map(of_type).flatten();
        all.take(MAX_DECLARATIONS).collect()
    }

    /// Returns the function that a value is.
    pub(super) fn function(&self, unit: &Arc<Unit>, value: ExpressionId) -> Option<Vec<Def>> {
        match self.value_of(unit, without_binding(unit, value)).plain() {
            Value::Function(functions) => Some(functions),
            _ => None,
        }
    }
}

impl Project<'_> {
    /// Returns the definition of a field, or of the attribute that it is.
    fn declared_as(&self, unit: &Unit, field: &Binding) -> Option<Def> {
        let name = field.name.of(unit.content());
        let symbol = unit.field_of(type_around(unit, field)?, name)?;
        Some(Def { file: unit.file, symbol })
    }
}

/// Returns the innermost type around a field.
fn type_around(unit: &Unit, field: &Binding) -> Option<u32> {
    unit.enclosing(field.name.start as usize, |symbol| unit.is_type(symbol))
}

/// Returns whether a declaration of a field sets it to what it does not say: to what a caller
/// gives, or to a part of another value.
fn may_be_given(unit: &Unit, field: &Binding) -> bool {
    let origin = &field.origin;
    let at = field.name.start as usize;
    let around = unit.enclosing(at, |symbol| symbol.kind.is_callable() || unit.is_type(symbol));
    match around == type_around(unit, field) {
        true => unit.rules().fields_are_parameters && origin.annotation.is_some(),
        false => origin.value.is_none() || origin.unpacked.is_some(),
    }
}
