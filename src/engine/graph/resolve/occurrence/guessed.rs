//! Members of results that are not known, by the types that the calls are written with.

use super::Occurrence;
use crate::domain::Certainty;
use crate::engine::graph::model::Value;
use crate::engine::graph::resolve::meaning::Resolution;
use crate::workspace::names::ExpressionId;

impl Occurrence<'_, '_, '_> {
    /// Resolves the name as a member of a value of which nothing is known: of a type in a namespace
    /// that the expression before it names, else by a guess.
    pub(super) fn resolve_unknown(
        &self,
        value: &Value,
        of: ExpressionId,
        text: &str,
    ) -> Option<Resolution> {
        let in_namespace = match value {
            Value::Unknown => self.resolve_type_in_namespace(text),
            _ => None,
        };
        in_namespace.or_else(|| self.resolve_by_guess(of, text))
    }

    /// Resolves the name as a member of what the expression before it may be by a type that a call
    /// in it is written with; `None` if that has no such member, so that it is none of that type.
    fn resolve_by_guess(&self, of: ExpressionId, text: &str) -> Option<Resolution> {
        if !self.resolver.has_missed_guess() {
            return None;
        }
        let value = self.resolver.guessing(|| self.qualifier_value(of, text, false));
        let Value::Instance(..) = value else { return None };
        match self.member_of(value, false) {
            Resolution::Definitions(mut meanings) => {
                for meaning in &mut meanings {
                    meaning.certainty = Certainty::Possible;
                }
                Some(Resolution::Definitions(meanings))
            }
            _ => None,
        }
    }
}
