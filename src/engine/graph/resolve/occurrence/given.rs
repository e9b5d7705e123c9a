//! Members of what a library makes of the project's values.

use super::Occurrence;
use crate::domain::Certainty;
use crate::engine::graph::model::Value;
use crate::engine::graph::resolve::meaning::Resolution;
use crate::engine::graph::rule::Rule;
use crate::workspace::names::ExpressionId;

impl Occurrence<'_, '_, '_> {
    /// Resolves a member of what a library returns to those of the types that it was given.
    pub(super) fn member_of_given(&self, of: ExpressionId, value: &Value) -> Resolution {
        let mut source = self.resolver.source(self.unit, of, self.offset());
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
}
