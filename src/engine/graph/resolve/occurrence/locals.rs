//! Names in the scopes around a use.

use super::Occurrence;
use crate::domain::Certainty;
use crate::engine::graph::model::Local;
use crate::engine::graph::resolve::meaning::{Other, Resolution};
use crate::engine::graph::resolve::scopes::definition_in_block;
use crate::engine::graph::rule::Rule;
use crate::workspace::names::{Binding, Expression, Role};

impl Occurrence<'_, '_, '_> {
    /// Resolves a bare name that a scope around it binds; `None` if none does.
    pub(super) fn resolve_local(&self) -> Option<Resolution> {
        match self.resolver.local(self.unit, self.name(), self.offset())? {
            Local::Definition(def) => {
                let own = self.candidates.keep(&[def], Certainty::Likely, Rule::Scope);
                let own = self.unpacked_definitions(&[def], own);
                Some(self.with_alternative_import(def, own))
            }
            Local::Import(import) => Some(self.resolve_local_import(import)),
            Local::Binding(binding) if self.is_called_apart(binding) => None,
            Local::Binding(binding) => {
                Some(self.local_binding(binding, Resolution::Other(Other::Local)))
            }
        }
    }

    /// Resolves a bare name that nothing else explains to what a block of the function defines.
    pub(super) fn resolve_in_block(&self) -> Resolution {
        match definition_in_block(self.unit, self.name(), self.offset()) {
            Some(def) => self.candidates.keep(&[def], Certainty::Likely, Rule::Scope),
            None => Resolution::External(None),
        }
    }

    /// Returns whether the name is called in a language in which no variable is, or not this one.
    fn is_called_apart(&self, binding: &Binding) -> bool {
        let rules = self.unit.rules();
        let is_apart =
            || rules.functions_are_apart || rules.calls_pass_data && self.is_plain_data(binding);
        self.found.role == Role::Call && is_apart()
    }

    /// Returns whether a local name is of a built-in type or is set to a literal.
    fn is_plain_data(&self, binding: &Binding) -> bool {
        let (names, content) = (self.unit.names(), self.unit.content());
        let of = binding.origin.annotation.and_then(|of| names.name_of_type(content, of));
        let is_builtin = |of: &str| self.unit.rules().builtin_types.iter().any(|one| one == of);
        let is_literal = |value| matches!(names.expression(value), Expression::Literal);
        of.is_some_and(is_builtin) || binding.origin.value.is_some_and(is_literal)
    }
}
