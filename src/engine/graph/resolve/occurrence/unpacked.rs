//! Names that stand for a member of a value too: a pattern takes them out of it, or they are set to
//! it.

use super::Occurrence;
use crate::engine::graph::model::{Def, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::meaning::{Meaning, Resolution};
use crate::engine::graph::resolve::value::reaching_bindings;
use crate::workspace::names::{Binding, Expression, ExpressionId, Role, Span, Use};
use std::sync::Arc;

impl Occurrence<'_, '_, '_> {
    /// Adds to the meanings of a name's definitions; see [`Self::with_unpacked`].
    pub(super) fn unpacked_definitions(&self, defs: &[Def], own: Resolution) -> Resolution {
        let known = defs.iter().filter_map(|def| self.candidates.project.get(*def));
        known.fold(own, |own, (unit, symbol)| {
            let name = Span::new(unit.symbol(symbol).name_bytes.clone());
            let own = self.with_assigned(unit, name, own);
            if unit.file == self.unit.file { self.with_unpacked(name, own) } else { own }
        })
    }

    /// Adds to the meanings of a local name those of what it is set to; see
    /// [`Self::with_unpacked`].
    pub(super) fn local_binding(&self, binding: &Binding, own: Resolution) -> Resolution {
        let reaching = reaching_bindings(self.unit, self.name(), self.offset(), binding);
        let own = reaching
            .iter()
            .fold(own, |own, binding| self.with_assigned(self.unit, binding.name, own));
        self.with_unpacked(binding.name, own)
    }

    /// Adds the function or type that a variable is set to, where that is a member of the name, as
    /// in `const name = value.name`, to what the name means by itself.
    fn with_assigned(&self, unit: &Arc<Unit>, name: Span, own: Resolution) -> Resolution {
        // What only reads the variable is no use of the function.
        let role = self.found.role;
        if !matches!(role, Role::Call | Role::Decorator | Role::Inherit | Role::Type) {
            return own;
        }
        let mut bindings = unit.bindings_named(name.of(unit.content()));
        let value = bindings.find(|binding| binding.name == name).and_then(|of| of.origin.value);
        let Some(value) = value else { return own };
        self.members_named(unit, value).into_iter().fold(own, |own, member| {
            let found = self.candidates.resolve(unit, member).or_else(|| {
                self.candidates.possible_definitions(unit, |kind, _| !kind.has_value())
            });
            own.with(found)
        })
    }

    /// Returns the uses of the candidates' name as a member that an expression may stand for.
    fn members_named<'u>(&self, unit: &'u Unit, value: ExpressionId) -> Vec<&'u Use> {
        match unit.names().expression(value) {
            Expression::Either(one, other) => {
                let mut members = self.members_named(unit, one);
                members.extend(self.members_named(unit, other));
                members
            }
            Expression::Member { name, .. } if name.of(unit.content()) == self.candidates.name => {
                unit.names().use_at(name.start as usize).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// Adds the member to which a pattern binds a name to what the name means by itself.
    pub(super) fn with_unpacked(&self, name: Span, own: Resolution) -> Resolution {
        match self.unpacked(name) {
            Some(members) => Resolution::Definitions(members).with(own),
            None => own,
        }
    }

    /// Returns the member of a module or an object that a pattern binds to a name, as in
    /// `const { name } = value`; `None` if only the name would lead there.
    fn unpacked(&self, name: Span) -> Option<Vec<Meaning>> {
        let mut bindings = self.unit.bindings_named(name.of(self.unit.content()));
        let value = bindings.find(|binding| binding.name == name)?.origin.unpacked?;
        let value = self.resolver.unnested(|| self.resolver.value_of(self.unit, value));
        let is_instance = matches!(value, Value::Instance(..));
        let is_object = matches!(value, Value::Object(_) | Value::Literal(..));
        if !is_instance && !is_object && !matches!(value, Value::Module(_)) {
            return None;
        }
        let mut members = self.member_of(value, false).into_meanings();
        members.retain(|member| !self.candidates.is_apart(self.unit, self.found, member.def));
        // Behind the pattern, the name is a variable, but for a method that is called by it.
        if is_instance && self.found.span != name {
            members.retain(|member| self.candidates.project.is_callable(member.def));
        }
        (!members.is_empty() && members.iter().all(|member| !member.rule.is_guess()))
            .then_some(members)
    }
}
