//! Members of what a library makes of the project's values, and of those that it is handed.

use super::Occurrence;
use crate::domain::Certainty;
use crate::engine::graph::model::{Def, Members, Value};
use crate::engine::graph::resolve::meaning::Resolution;
use crate::engine::graph::resolve::sources::Source;
use crate::engine::graph::resolve::types;
use crate::engine::graph::resolve::written_arguments::parts;
use crate::engine::graph::rule::Rule;
use crate::workspace::names::{ExpressionId, Role};

impl Occurrence<'_, '_, '_> {
    /// Resolves a member of what a library returns to those of the types that it was given.
    pub(super) fn member_of_given(&self, of: ExpressionId, value: &Value) -> Resolution {
        let mut source = match self.is_tuple(value) {
            true => Source::default(),
            false => self.resolver.source(self.unit, of, self.offset()),
        };
        if self.unit.names().single_name(of).is_none() && !self.is_collection(value) {
            source.types.extend(self.resolver.contents(value));
        }
        let mut members = self.resolver.members(&source.types, self.name());
        if members.found.is_empty() {
            members = self.led_members(&source.types, of);
        }
        let given = self.candidates.keep(&members.found, Certainty::Possible, Rule::SameName);
        given.or_else(|| match source.is_collected {
            true => self.candidates.member_of_unknown(self.unit),
            false => Resolution::Unresolved,
        })
    }

    /// Returns whether a value is a library's collection, whose members are its own.
    fn is_collection(&self, value: &Value) -> bool {
        let rules = self.unit.rules();
        let is_it = |of: &str| {
            let mut all = rules.collections.iter().chain(&rules.containers);
            all.any(|name| name == of)
        };
        self.resolver.type_name(value).is_some_and(is_it)
    }

    /// Returns the members of the name of the types to which the members in an expression lead from
    /// one of some types.
    fn led_members(&self, types: &[Def], of: ExpressionId) -> Members {
        let led = self.resolver.unnested(|| self.resolver.types_led_to(self.unit, types, of));
        self.resolver.members(&led, self.name())
    }

    /// Returns what a member of something from outside means or, if that is nothing of the project,
    /// the members of its name of the objects that its call hands over, on which it may be called:
    /// `context.configure(addon)`.
    pub(super) fn or_of_handed(&self, known: Resolution) -> Resolution {
        let (unit, found, candidates) = (self.unit, self.found, self.candidates);
        let is_asked = unit.rules().libraries_call_by_name
            && found.role == Role::Call
            && candidates.member_groups > 0
            && !candidates.is_common;
        if !is_asked || !matches!(known, Resolution::External(_)) {
            return known;
        }
        let text = unit.content();
        let given = parts(unit, found.span.end as usize);
        let is_of_path = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.');
        let members = given.into_iter().flatten().flat_map(|range| {
            let path = text[range.clone()].chars().all(is_of_path).then_some(&text[range.clone()]);
            let path = path.filter(|path| path.starts_with(char::is_alphabetic));
            let path: Vec<&str> = path.into_iter().flat_map(|path| path.split('.')).collect();
            match self.resolver.value_of_path(unit, &path, range.start) {
                Value::Instance(types, _) => self.resolver.members(&types, self.name()).found,
                _ => Vec::new(),
            }
        });
        let mut members: Vec<Def> = members.collect();
        members.retain(|member| candidates.project.is_callable(*member));
        match candidates.keep(&members, Certainty::Possible, Rule::HandedOver) {
            handed @ Resolution::Definitions(_) => handed,
            _ => known,
        }
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
