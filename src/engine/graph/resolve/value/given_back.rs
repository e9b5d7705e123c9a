//! Calls of libraries' functions whose result is what they are given, or stands for it:
//! `replace(cart, count=2)`, `partial(Cart, 2)`. A function of the project may have such a name.

use super::guesses::is_typed_result;
use crate::engine::graph::model::{Lookup, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::modules::imports_binding;
use crate::engine::graph::resolve::resolver::Resolver;
use crate::workspace::names::{ExpressionId, Import};
use std::sync::Arc;

impl Resolver<'_> {
    /// Returns the value of such an argument where the function is one of these libraries, else the
    /// call's own.
    pub(super) fn value_given_back(
        &self,
        unit: &Arc<Unit>,
        call: ExpressionId,
        argument: ExpressionId,
    ) -> Value {
        let Some(root) = unit.names().root_name(call) else { return Value::Unknown };
        let name = root.of(unit.content());
        let is_from_outside = matches!(
            self.value_of_name(unit, name, root.start as usize),
            Value::External | Value::Unknown
        );
        if !is_from_outside {
            return self.value_of(unit, call);
        }
        let mut imports = imports_binding(unit, name).peekable();
        // A wildcard import may bring the name in too.
        match imports.peek().is_none() || imports.any(|import| self.gives_back(unit, import)) {
            true if is_typed_result(unit, root.start as usize) => {
                match self.value_of(unit, argument) {
                    Value::Type(types) => Value::Instance(types, None),
                    value => self.or_queried(unit, Some(argument), value),
                }
            }
            true => self.value_of(unit, argument),
            false => Value::Unknown,
        }
    }

    /// Returns whether an import is of a library whose functions give back what they are given, or
    /// of a module of the project that passes on a library's.
    fn gives_back(&self, unit: &Arc<Unit>, import: &Import) -> bool {
        let libraries = &unit.rules().giving_back;
        let package = import.module.split('.').next().unwrap_or_default();
        libraries.iter().any(|library| library == package)
            || matches!(self.module(unit, &import.module, import.span), Lookup::Module(_))
    }
}
