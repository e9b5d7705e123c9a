//! Members of values of which only the name of the type is known.

use super::Occurrence;
use crate::domain::Certainty;
use crate::engine::graph::model::Lookup;
use crate::engine::graph::resolve::extensions::Outside;
use crate::engine::graph::resolve::meaning::Resolution;
use crate::engine::graph::resolve::member_forms::sets_field_of_name;
use crate::engine::graph::resolve::members::simple_name;
use crate::engine::graph::rule::Rule;
use crate::workspace::names::ExpressionId;

impl Occurrence<'_, '_, '_> {
    /// Resolves the name as a member of a value of a type of which the name is known.
    pub(super) fn member_of_named(&self, of: &str) -> Resolution {
        match self.is_of_no_project(of) {
            true => self.member_of_outside(simple_name(of)),
            false => self.candidates.member_of_named_type(self.unit, of, Rule::Receiver),
        }
    }

    /// Returns whether the name of a field in a literal is that of its value too, a definition of
    /// the project: `Printer { clean }` with a function `clean`.
    pub(super) fn is_own_value(&self) -> bool {
        sets_field_of_name(self.unit, self.found) && {
            let (at, name) = (self.offset(), self.name());
            self.resolver.local(self.unit, name, at).is_none()
                && matches!(self.resolver.lookup_at(self.unit, at, name), Lookup::Definitions(_))
        }
    }

    /// Resolves the name of a field in a literal to that alone.
    pub(super) fn field_of(&self, of: ExpressionId) -> Resolution {
        let field = self.resolve_qualified(of, true);
        self.candidates.without_functions(field, |_| false)
    }

    /// Returns whether no file of the project declares a type of a name, in languages in which a
    /// word says that one is declared.
    pub(super) fn is_of_no_project(&self, of: &str) -> bool {
        let last = simple_name(of);
        !self.may_be_in_missing_file()
            && !self.unit.rules().type_words.is_empty()
            && !self.candidates.project.declares_type(last)
            && self.resolver.local(self.unit, last, self.offset()).is_none()
    }

    /// Returns whether the file imports one that is not there, which a generator may write.
    fn may_be_in_missing_file(&self) -> bool {
        self.semantics.imports_files() && self.candidates.has_open_wildcard(self.unit)
    }

    /// Returns whether an expression is the name of a type from outside, where a capital tells the
    /// names of types.
    pub(super) fn is_outside_type(&self, of: ExpressionId) -> bool {
        let unit = self.unit;
        let name = unit.names().single_name(of).map(|name| name.of(unit.content()));
        name.is_some_and(|name| self.resolver.is_outside_by_capital(unit, name, self.offset()))
    }

    /// Resolves the name as a member of a value of a type from outside: to what extends that type,
    /// else to the members of types that may be below it.
    fn member_of_outside(&self, of: &str) -> Resolution {
        let outside = Outside::Value(Some(of));
        let mut known = self.candidates.external_member(self.unit, self.found, outside);
        if let Resolution::Definitions(meanings) = &mut known {
            // An extension of another type is one of this only where the file sees it.
            meanings.retain(|meaning| {
                meaning.certainty < Certainty::Possible
                    || self.candidates.is_seen(self.unit, meaning.def)
            });
            if !meanings.is_empty() {
                return known;
            }
        }
        let below = self.candidates.members_below_outside(of);
        let below = self.candidates.keep(&below, Certainty::Possible, Rule::Override);
        below.or_else(|| Resolution::External(None))
    }
}
