//! Names that a pattern takes out of a value: they mean a member of that value too.

use super::Occurrence;
use crate::engine::graph::model::{Def, Value};
use crate::engine::graph::resolve::meaning::{Meaning, Resolution};
use crate::workspace::names::Span;

impl Occurrence<'_, '_, '_> {
    /// Adds to the meanings of a name's definition; see [`Self::with_unpacked`].
    pub(super) fn unpacked_definition(&self, def: Def, own: Resolution) -> Resolution {
        if def.file != self.unit.file {
            return own;
        }
        self.with_unpacked(Span::new(self.unit.symbol(def.symbol).name_bytes.clone()), own)
    }

    /// Adds the member to which a pattern binds a name to what the name means by itself.
    pub(super) fn with_unpacked(&self, name: Span, own: Resolution) -> Resolution {
        match (self.unpacked(name), own) {
            (None, own) => own,
            (Some(mut members), Resolution::Definitions(own)) => {
                members.extend(own);
                Resolution::Definitions(members)
            }
            (Some(members), _) => Resolution::Definitions(members),
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
