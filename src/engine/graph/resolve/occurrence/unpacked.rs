//! Names that stand for a member of a value too: a pattern takes them out of it, or they are set to
//! it.

use super::Occurrence;
use crate::domain::Certainty;
use crate::engine::graph::model::{Def, Lookup, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::candidates::Candidate;
use crate::engine::graph::resolve::meaning::{Meaning, Other, Resolution};
use crate::engine::graph::resolve::positional::is_variant;
use crate::engine::graph::resolve::value::{choices, reaching_bindings, variable_at_top};
use crate::engine::graph::rule::Rule;
use crate::workspace::names::{Binding, Elements, Expression, ExpressionId, Role, Span, Use};
use std::sync::Arc;

/// Number of definitions of a name in one scope beyond which it is not looked for what each is set
/// to: thousands of uses may mean thousands of them.
const MAX_SET: usize = 32;

impl Occurrence<'_, '_, '_> {
    /// Adds to what the definitions of a name mean; see [`Self::with_assigned`].
    pub(super) fn unpacked_definitions(&self, defs: &[Def], own: Resolution) -> Resolution {
        if defs.len() > MAX_SET {
            return own;
        }
        let known = defs.iter().filter_map(|def| self.candidates.project.get(*def));
        known.fold(own, |own, (unit, symbol)| {
            self.with_assigned(unit, Span::new(unit.symbol(symbol).name_bytes.clone()), own)
        })
    }

    /// Resolves a name to what a module has of it. A constant of a file that is a type may stand
    /// for a type of another.
    pub(super) fn resolve_in_module(&self, looked_up: &Lookup) -> Option<Resolution> {
        let own = self.resolve_lookup(looked_up, Rule::Path);
        match looked_up {
            Lookup::Definitions(defs) if self.unit.rules().files_are_types => {
                own.map(|own| self.unpacked_definitions(defs, own))
            }
            _ => own,
        }
    }

    /// Adds to what a local name means; see [`Self::with_assigned`].
    pub(super) fn local_binding(&self, binding: &Binding, own: Resolution) -> Resolution {
        let reaching = reaching_bindings(self.unit, self.name(), self.offset(), binding);
        reaching.iter().fold(own, |own, each| self.with_assigned(self.unit, each.name, own))
    }

    /// Resolves a name that a pattern at the top of the file takes out of a part of a value:
    /// `const { internal: { pick } } = require("./util")`.
    pub(super) fn taken_out_at_top(&self) -> Option<Resolution> {
        if !self.semantics.has_loaded_variables() {
            return None;
        }
        let binding = variable_at_top(self.unit, self.name(), self.offset())?;
        let is_part = binding.origin.unpacked.is_some_and(|of| {
            matches!(self.unit.names().expression(of), Expression::Member { .. })
        });
        let own = Resolution::Other(Other::Local);
        is_part.then(|| self.with_assigned(self.unit, binding.name, own))
    }

    /// Adds the function or type that a variable is set to, where that is a member of the name, as
    /// in `const name = value.name`, to what the name means by itself.
    fn with_assigned(&self, unit: &Arc<Unit>, name: Span, own: Resolution) -> Resolution {
        let Some(binding) = unit.names().binding_at(name) else { return own };
        // What only reads the variable is no use of the function.
        let is_function =
            matches!(self.found.role, Role::Call | Role::Decorator | Role::Inherit | Role::Type);
        let set = std::iter::once(binding).chain(unit.assigned_to(binding));
        set.fold(own, |own, each| match (each.origin.value, each.origin.unpacked) {
            (None, None) if is_function => self.with_listed(unit, each, own),
            (_, Some(of)) if unit.file == self.unit.file => {
                self.with_unpacked_from(each.name, of, own)
            }
            (Some(value), None) => {
                let is_set_here = self.found.role == Role::Write || self.found.span == name;
                let own = if is_set_here { own } else { self.with_loaded(unit, value, own) };
                if is_function { self.with_members_named(unit, value, own) } else { own }
            }
            _ => own,
        })
    }

    /// Adds the function or type that stands in a list which a function returns, at the place that
    /// the name has in the pattern: `const [load, save] = useStore()`.
    fn with_listed(&self, unit: &Arc<Unit>, binding: &Binding, own: Resolution) -> Resolution {
        let (Elements::Nth(place), Some(of)) = (binding.origin.elements, binding.origin.element)
        else {
            return own;
        };
        let defs = self.resolver.unnested(|| self.resolver.definitions_listed(unit, of, place));
        own.with(self.candidates.keep(&defs, Certainty::Likely, Rule::Receiver))
    }

    /// Adds what a module that is set to the name gives: `Pool = require("pool")`.
    fn with_loaded(&self, unit: &Arc<Unit>, value: ExpressionId, own: Resolution) -> Resolution {
        let is_load = matches!(unit.names().expression(value), Expression::Load { .. });
        if !is_load || !self.semantics.has_loading_calls() {
            return own;
        }
        match self.resolver.unnested(|| self.resolver.value_of(unit, value)).plain() {
            Value::Type(defs) | Value::Function(defs) => {
                own.with(self.candidates.keep(&defs, Certainty::Likely, Rule::Import))
            }
            _ => own,
        }
    }

    fn with_members_named(
        &self,
        unit: &Arc<Unit>,
        value: ExpressionId,
        own: Resolution,
    ) -> Resolution {
        self.members_named(unit, value).into_iter().fold(own, |own, member| {
            let found = self.candidates.resolve(unit, member).or_else(|| {
                self.candidates.possible_definitions(unit, |kind, _| !kind.has_value())
            });
            own.with(found)
        })
    }

    /// Returns the uses of the candidates that an expression may stand for: members of their name,
    /// and names that imports give to them.
    fn members_named<'u>(&self, unit: &'u Unit, value: ExpressionId) -> Vec<&'u Use> {
        let names = unit.names();
        let named = |value: ExpressionId| match names.expression(value) {
            Expression::Member { name, .. } if name.of(unit.content()) == self.candidates.name => {
                names.use_at(name.start as usize)
            }
            Expression::Name(name) => names
                .use_at(name.start as usize)
                .filter(|found| self.candidates.renaming_import(unit, found).is_some()),
            _ => None,
        };
        choices(unit, value).into_iter().filter_map(named).collect()
    }

    /// Adds the member to which a pattern binds a name to what the name means by itself.
    pub(super) fn with_unpacked(&self, name: Span, own: Resolution) -> Resolution {
        match self.unit.names().binding_at(name).and_then(|binding| binding.origin.unpacked) {
            Some(of) => self.with_unpacked_from(name, of, own),
            None => own,
        }
    }

    fn with_unpacked_from(&self, name: Span, of: ExpressionId, own: Resolution) -> Resolution {
        match self.unpacked(name, of) {
            Some(members) => Resolution::Definitions(members).with(own),
            None if self.found.span == name || self.found.role == Role::Call => {
                self.unpacked_from_unknown(of, own)
            }
            None => own,
        }
    }

    /// Resolves the name in a pattern that takes a value apart of which nothing is known: it reads
    /// the member, as a name behind a dot does.
    fn unpacked_from_unknown(&self, of: ExpressionId, own: Resolution) -> Resolution {
        let is_member = self.candidates.member_groups > 0 && own == Resolution::Other(Other::Local);
        let value = || self.resolver.unnested(|| self.resolver.value_of(self.unit, of));
        match is_member && value() == Value::Unknown {
            true => self.member_of_unknown().into_possible(),
            false => own,
        }
    }

    /// Returns the member of a module or an object that a pattern binds to a name, as in
    /// `const { name } = value`; `None` if only the name would lead there.
    fn unpacked(&self, name: Span, value: ExpressionId) -> Option<Vec<Meaning>> {
        if let Some(fields) = self.variant_fields(|| {
            self.resolver.unpacked_fields(self.unit, value, name.of(self.unit.content()))
        }) {
            return (self.found.span == name).then(|| fields.into_meanings());
        }
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

    /// Resolves the name as the field of a variant that a path names, `Event::Made { pool: 1 }`.
    pub(super) fn field_of_variant(&self, path: ExpressionId) -> Option<Resolution> {
        self.variant_fields(|| self.resolver.fields_of_variant(self.unit, path, self.name()))
    }

    fn variant_fields(&self, find: impl FnOnce() -> Vec<Def>) -> Option<Resolution> {
        let candidates = self.candidates;
        let is_in_variant = |each: &Candidate<'_>| {
            let parent = each.symbol.parent.map(|parent| &each.unit.symbols()[parent]);
            parent.is_some_and(|parent| is_variant(each.unit, parent))
        };
        let has_some = || candidates.each.iter().any(is_in_variant);
        if !candidates.in_variants.get_or_init(has_some) {
            return None;
        }
        let fields = self.resolver.unnested(find);
        (!fields.is_empty()).then(|| candidates.keep(&fields, Certainty::Likely, Rule::Path))
    }
}
