//! Names of values with which others are compared, as behind `case`.

use super::Occurrence;
use crate::domain::SymbolKind;
use crate::engine::graph::model::{Def, Value};
use crate::engine::graph::resolve::meaning::Resolution;
use crate::engine::graph::resolve::types;
use crate::workspace::names::Case;

/// The type of a value that is compared, as far as it decides what names beside it mean.
enum Switched {
    /// Only its constants.
    Enumeration,
    /// A number or a text, which is compared with constants in scope.
    Plain,
    /// A library's type, whose constants are not the project's.
    OfLibrary,
    /// What a library gives, which may be a number as well.
    Outside,
    Unknown,
}

impl Occurrence<'_, '_, '_> {
    /// Resolves a bare name that a value is compared with: a constant of that value's type, if that
    /// is an enumeration, else what the name means in scope. `None` for any other name.
    pub(super) fn resolve_case(&self) -> Option<Resolution> {
        let case = self.unit.names().case_at(self.found.span)?;
        let value = self.resolver.unnested(|| self.resolver.value_of(self.unit, case.switched));
        let value = self.resolver.completed(self.unit, self.offset(), value);
        Some(match self.switched(&value) {
            Switched::Enumeration => self.resolve_qualified(case.switched, false),
            Switched::Plain => self.resolve_bare(),
            Switched::OfLibrary => Resolution::External(None),
            Switched::Outside => self.case_in_scope(case),
            Switched::Unknown => self.case_of_unknown(case),
        })
    }

    fn switched(&self, value: &Value) -> Switched {
        let is_enumeration = |of: &Def| self.candidates.kind_of(*of) == Some(SymbolKind::Enum);
        match value {
            Value::Instance(types, _) if types.iter().all(is_enumeration) => Switched::Enumeration,
            Value::Instance(types, _) if !types.iter().any(is_enumeration) => Switched::Plain,
            Value::Written(..) if self.may_be_compared(value) => Switched::Plain,
            Value::Written(..) => Switched::OfLibrary,
            Value::External => Switched::Outside,
            _ => Switched::Unknown,
        }
    }

    /// Resolves a name that is compared with a value of which nothing is known. It may be a
    /// constant of an enumeration that has all names beside which it stands.
    fn case_of_unknown(&self, case: Case) -> Resolution {
        let is_constant = |of: &Def, name: &str| {
            let found = self.resolver.members(&[*of], name).found;
            found.iter().any(|def| self.candidates.kind_of(*def) == Some(SymbolKind::Constant))
        };
        let is_it = |def: &Def| {
            self.resolver.owner_types(*def).iter().any(|of| {
                self.candidates.kind_of(*of) == Some(SymbolKind::Enum)
                    && self.beside(case).all(|name| is_constant(of, name))
            })
        };
        let mut constants =
            self.candidates.accepted(self.unit, |kind, _| kind == SymbolKind::Constant);
        constants.retain(is_it);
        let in_scope = self.case_in_scope(case);
        match constants.is_empty() {
            true => in_scope,
            false => in_scope.into_possible().with(self.candidates.possible(&constants)),
        }
    }

    /// Resolves a name in scope to what a number or a text is compared with: certain if all that is
    /// compared is such, and some of it a literal. An enumeration may have constants of all names.
    fn case_in_scope(&self, case: Case) -> Resolution {
        let at = self.offset();
        let is_literal =
            |name: &str| !name.starts_with(|first: char| first.is_alphabetic() || first == '_');
        let is_in_scope = |name: &str| {
            let value = || self.resolver.value_of_path(self.unit, &[name], at);
            // A constant without a type has a value that is written.
            let is_constant =
                |value: Value| value == Value::External || self.may_be_compared(&value);
            is_literal(name) || is_constant(value())
        };
        let in_scope = match self.resolve_bare() {
            resolution @ Resolution::Definitions(_) => resolution,
            other => return other,
        };
        let name = self.found.span.of(self.unit.content());
        if !is_in_scope(name) {
            return Resolution::External(None);
        }
        let is_plain = self.beside(case).any(is_literal) && self.beside(case).all(is_in_scope);
        if is_plain { in_scope } else { in_scope.into_possible() }
    }

    /// Returns all that the value of a case is compared with.
    fn beside(&self, case: Case) -> impl Iterator<Item = &str> {
        self.unit.names().cases_of(case).map(|name| name.of(self.unit.content()))
    }

    /// Returns whether a value is a number or a text; types of numbers have no name.
    fn may_be_compared(&self, value: &Value) -> bool {
        let Value::Written(file, written, _) = value else { return false };
        let Some(unit) = self.candidates.project.unit(*file) else { return false };
        let name = types::name(unit, *written);
        name.is_none_or(|name| unit.rules().builtin_types.iter().any(|of| of == name))
    }
}
