//! Members of what a library makes of the project's values.

use super::Occurrence;
use crate::domain::Certainty;
use crate::engine::graph::model::Value;
use crate::engine::graph::resolve::meaning::Resolution;
use crate::engine::graph::resolve::sources::Source;
use crate::engine::graph::resolve::types;
use crate::engine::graph::rule::Rule;
use crate::workspace::names::ExpressionId;

impl Occurrence<'_, '_, '_> {
    /// Resolves a member of what a library returns to those of the types that it was given.
    pub(super) fn member_of_given(&self, of: ExpressionId, value: &Value) -> Resolution {
        let mut source = match self.is_tuple(value) {
            true => Source::default(),
            false => self.resolver.source(self.unit, of, self.offset()),
        };
        if self.unit.names().single_name(of).is_none() {
            source.types.extend(self.resolver.contents(value));
        }
        let members = self.resolver.members(&source.types, self.name());
        let given = self.candidates.keep(&members.found, Certainty::Possible, Rule::SameName);
        given.or_else(|| match source.is_collected {
            true => self.candidates.member_of_unknown(self.unit),
            false => Resolution::Unresolved,
        })
    }

    /// Returns whether what is written of a value's type is a tuple, which may be in wrappers: it
    /// has no members of the project's, whatever it is made of.
    fn is_tuple(&self, value: &Value) -> bool {
        let Value::Written(file, written, _) = value else { return false };
        self.candidates.project.unit(*file).is_some_and(|unit| {
            !unit.rules().has_several_results && types::in_tuple(unit, *written, 0).is_some()
        })
    }
}
