//! Fields behind accessors: `@name` of Ruby, which `attr_reader :name` reads.

use super::candidates::Candidates;
use super::meaning::{Meaning, Resolution};
use super::resolver::Resolver;
use crate::domain::Certainty;
use crate::engine::graph::model::Def;
use crate::engine::graph::project::Unit;
use crate::engine::graph::rule::Rule;
use crate::engine::graph::semantics;
use crate::workspace::names::{Span, Use};
use std::collections::BTreeSet;
use std::sync::Arc;

impl Candidates<'_, '_> {
    /// Returns the uses, in a file, of the fields that definitions are accessors of, each with what
    /// it means. Their names are without the mark.
    pub(in crate::engine) fn uses_of_fields(&self, unit: &Arc<Unit>) -> Vec<(Use, Vec<Meaning>)> {
        if unit.rules().marks.is_empty() {
            return Vec::new();
        }
        let marks: BTreeSet<&str> =
            self.each.iter().filter_map(|each| self.field_mark(each.def)).collect();
        let mut found = Vec::new();
        for mark in marks {
            let marked = format!("{mark}{}", self.name);
            for name_use in unit.names().uses_of(unit.content(), &marked) {
                let start = name_use.span.start + mark.len() as u32;
                let span = Span { start, end: name_use.span.end };
                if let Resolution::Definitions(meanings) = self.resolve_field(unit, span, mark) {
                    found.push((Use { span, ..*name_use }, meanings));
                }
            }
        }
        found
    }

    /// Resolves a field to the accessors that the type around it has for it.
    fn resolve_field(&self, unit: &Arc<Unit>, span: Span, mark: &str) -> Resolution {
        let resolver = Resolver::new(&self.context);
        let at = span.start as usize;
        let around = resolver.types_around(unit, at).into_iter().next();
        let Some(around) = around else { return Resolution::Unresolved };
        let mut members = resolver.members(&around.types, &self.name).found;
        let side = semantics::of(unit.language).side_at(unit, at);
        members.retain(|def| {
            let is_of_side = || {
                self.project.get(*def).is_some_and(|(unit, symbol)| {
                    let own = semantics::of(unit.language).side(unit, unit.symbol(symbol));
                    own.is_none() || own == side
                })
            };
            self.field_mark(*def) == Some(mark) && is_of_side()
        });
        self.keep(&members, Certainty::Likely, Rule::OwnMember)
    }

    fn field_mark(&self, def: Def) -> Option<&'static str> {
        let (unit, symbol) = self.project.get(def)?;
        semantics::of(unit.language).field_mark(unit, unit.symbol(symbol))
    }
}
