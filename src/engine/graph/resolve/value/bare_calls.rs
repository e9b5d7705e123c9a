//! Results of calls without a receiver, which may mean a member of a type around them.

use super::forms::Call;
use crate::engine::graph::model::{EnclosingType, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::instance::generics;
use crate::engine::graph::resolve::resolver::Resolver;
use crate::workspace::names::Span;
use std::sync::Arc;

impl Resolver<'_> {
    /// Returns the result of a call without a receiver. A method of a type around it may have the
    /// name of a value that is not called.
    pub(super) fn call_bare(
        &self,
        unit: &Arc<Unit>,
        value: Value,
        span: Span,
        made: Call,
    ) -> Value {
        let (name, at) = (span.of(unit.content()), span.start as usize);
        let is_data = matches!(value, Value::Instance(..) | Value::Written(..));
        let is_nothing_known = matches!(value, Value::Unknown | Value::External);
        let data = if is_data { value.clone() } else { Value::Unknown };
        if let Some(inherited) = self.call_inherited(unit, &value, span, made) {
            return inherited;
        }
        let result = self.call(unit, value, name, made);
        // A function with a type before its name is no value by itself.
        if is_nothing_known && unit.rules().extension_functions {
            return match self.applied_bare(unit, span, made) {
                Value::Unknown => result,
                applied => applied,
            };
        }
        if result != Value::Unknown || !is_data || !unit.rules().implicit_receiver {
            return result;
        }
        let has_method = |of: &EnclosingType| {
            let members = self.members(&of.types, name).found;
            members.iter().any(|def| self.project.is_callable(*def))
        };
        let around = self.types_around(unit, at);
        // A method of the name that is inherited from outside would come before an accessor.
        let mut above = around.iter().flat_map(|of| &of.types);
        let is_accessor = unit.rules().fields_have_accessors
            && made.arguments == Some(0)
            && above.all(|of| !self.ancestors(*of).is_open);
        match around.into_iter().find(has_method) {
            Some(of) => {
                let subject = Value::Instance(of.types, None);
                self.nested(|| self.member(subject, name, Some(made), unit))
            }
            None if is_accessor => data,
            None => result,
        }
    }

    /// Returns the result of a method that the type around a call inherits from a generic one, with
    /// the type arguments that it gives to that: `find()` in `class Cars extends Repo<Car>`.
    fn call_inherited(
        &self,
        unit: &Arc<Unit>,
        value: &Value,
        span: Span,
        made: Call,
    ) -> Option<Value> {
        let Value::Function(defs) = value else { return None };
        if !unit.rules().implicit_receiver {
            return None;
        }
        let owner = *self.owner_types(*defs.first()?).first()?;
        let (owning, symbol) = self.project.get(owner)?;
        generics(owning, symbol).next()?;
        let inherits = |of: &EnclosingType| {
            !of.types.contains(&owner)
                && of.types.iter().any(|of| self.ancestors(*of).types.contains(&owner))
        };
        let around = self.types_around(unit, span.start as usize).into_iter().find(inherits)?;
        let subject = Value::Instance(around.types, None);
        let name = span.of(unit.content());
        let result = self.nested(|| self.member(subject, name, Some(made), unit));
        Some(result).filter(|result| *result != Value::Unknown)
    }
}
