//! Names in the scopes around a use.

use super::Occurrence;
use crate::domain::{Certainty, SymbolKind};
use crate::engine::graph::model::{Def, Local, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::meaning::{Other, Resolution};
use crate::engine::graph::resolve::scopes::definition_in_block;
use crate::engine::graph::resolve::types;
use crate::engine::graph::rule::Rule;
use crate::workspace::names::{Binding, ExpressionId, Origin, Qualifier, Role, TypeId};
use std::sync::Arc;

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
            Local::Binding(_) if !self.semantics.may_be_local(self.unit, self.found) => None,
            Local::Binding(binding) if self.is_called_apart(binding) => None,
            Local::Binding(binding) => {
                let own = self.local_binding(binding, Resolution::Other(Other::Local));
                Some(self.with_field_of_name(own))
            }
        }
    }

    /// Resolves a name that is looked up by the full names of modules, unless a scope around it
    /// binds it; `None` in other languages, and where what is written does not determine them.
    pub(super) fn resolve_at_home(&self) -> Option<Resolution> {
        let (unit, found) = (self.unit, self.found);
        let places = self.semantics.places(self.candidates.project, unit, found)?;
        let local = || match found.qualifier {
            Qualifier::None => self.resolve_local(),
            Qualifier::Receiver(_) | Qualifier::Path(_) => None,
        };
        Some(local().unwrap_or_else(|| self.candidates.resolve_at_home(unit, found, &places)))
    }

    /// Adds what a definition hands its calls on to, to what its own name means.
    pub(super) fn with_delegated(&self, symbol: u32, own: Resolution) -> Resolution {
        let (unit, project) = (self.unit, self.candidates.project);
        let symbol = unit.symbol(symbol);
        match self.semantics.delegated(project, unit, symbol) {
            Some(home) => self.candidates.with_delegated(unit, (symbol, &home), own),
            None => own,
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

    /// Returns whether the name is called, in a language in which a call passes by variables that
    /// hold no function, to a member if need be, and is that of a block's parameter of which
    /// nothing is known.
    pub(super) fn may_be_called_apart(&self) -> bool {
        let rules = self.unit.rules();
        if self.found.role != Role::Call || !rules.calls_pass_data || !rules.implicit_receiver {
            return false;
        }
        let local = self.resolver.local(self.unit, self.name(), self.offset());
        let Some(Local::Binding(binding)) = local else { return false };
        let value =
            || self.resolver.unnested(|| self.resolver.binding_value(self.unit, binding, &None));
        binding.origin == Origin::default() && value() == Value::Unknown
    }

    /// Resolves a name to what it means but for a local one, if more than the name leads there.
    pub(super) fn beyond_local(&self) -> Option<Resolution> {
        let meanings = self.resolve_beyond_locals().into_possible().into_meanings();
        let is_found = meanings.iter().all(|meaning| !meaning.rule.is_guess());
        (is_found && !meanings.is_empty()).then_some(Resolution::Definitions(meanings))
    }

    /// Returns whether the value of a local name is of a type that has no operator for calls.
    fn is_never_called(&self, binding: &Binding) -> bool {
        let resolver = &self.resolver;
        match resolver.unnested(|| resolver.binding_value(self.unit, binding, &None)) {
            Value::Instance(types, _) => {
                let operator = self.unit.rules().call_operator.as_ref();
                let members = operator.map(|operator| resolver.members(&types, operator));
                // An alias may be that of a function's type.
                let is_alias = |of: &Def| self.candidates.kind_of(*of) == Some(SymbolKind::Type);
                members.is_some_and(|members| members.found.is_empty() && !members.is_open)
                    && !types.iter().any(is_alias)
            }
            Value::Written(file, written, _) => {
                let unit = self.candidates.project.unit(file);
                resolver.is_builtin(file, written)
                    || unit.is_some_and(|unit| self.is_no_function(unit, written))
            }
            _ => false,
        }
    }

    /// Returns whether a type is known to be from outside and stands for no functions. Those with
    /// an operator for calls are few.
    fn is_no_function(&self, unit: &Arc<Unit>, written: TypeId) -> bool {
        let name = types::name(unit, written);
        name.is_some_and(|name| !unit.rules().function_types.contains_key(name))
            && self.resolver.is_known_outside(unit, written)
    }

    /// Returns whether a local name is of a built-in type, is set to a literal, or is of a type
    /// whose values are not called.
    fn is_plain_data(&self, binding: &Binding) -> bool {
        let (names, content) = (self.unit.names(), self.unit.content());
        let of = binding.origin.annotation.and_then(|of| names.name_of_type(content, of));
        let is_builtin = |of: &str| self.unit.rules().builtin_types.iter().any(|one| one == of);
        // A block in braces is a function.
        let is_block = || binding.origin.value_span.of(content).starts_with('{');
        let is_literal = |value: ExpressionId| names.expression(value).is_literal() && !is_block();
        of.is_some_and(is_builtin)
            || binding.origin.value.is_some_and(is_literal)
            || self.is_never_called(binding)
    }
}
