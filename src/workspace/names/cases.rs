//! Names of values with which others are compared: `switch (token) { case STRING: }`.

use super::{ExpressionId, NameFacts, Span};

/// What a value is compared with. A bare name may be a constant of the value's type, which is not
/// in scope where it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Case {
    pub name: Span,
    pub switched: ExpressionId,
    /// Where the value stands.
    pub of: Span,
}

impl Case {
    /// Returns cases by the positions of their names.
    pub(super) fn by_name(mut cases: Vec<Self>) -> Vec<Self> {
        cases.sort_by_key(|case| case.name);
        cases.dedup_by_key(|case| case.name);
        cases
    }
}

impl NameFacts {
    /// Returns the case that stands at a place.
    pub fn case_at(&self, name: Span) -> Option<Case> {
        let found = self.cases.binary_search_by_key(&name, |case| case.name).ok()?;
        Some(self.cases[found])
    }

    /// Returns all that the value of a case is compared with.
    pub fn cases_of(&self, case: Case) -> impl Iterator<Item = Span> {
        self.cases.iter().filter(move |other| other.of == case.of).map(|other| other.name)
    }
}
