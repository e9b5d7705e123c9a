//! The groups of an impact.

/// Relation of a dependent to the target, the strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GroupKind {
    Implementations,
    Callers,
    Types,
    References,
    /// Imports or re-exports only.
    Imports,
    /// Uses of a member of the target type, not of the target itself.
    Members,
    Tests,
    /// Tests that assert with what arguments a stand-in of the target was called.
    Asserted,
    /// Tests of which it is only possible that they reach the target.
    PossibleTests,
    /// Functions in test code that are no tests.
    Helpers,
    /// Uses in tests of what stands in for the target, or for what leads to it.
    Mocks,
    /// Indirect callers.
    Transitive,
    /// Matches by name only.
    Mentions,
}

impl GroupKind {
    /// In the order of answers.
    pub const ALL: [GroupKind; 13] = [
        GroupKind::Implementations,
        GroupKind::Callers,
        GroupKind::Types,
        GroupKind::References,
        GroupKind::Imports,
        GroupKind::Members,
        GroupKind::Asserted,
        GroupKind::Tests,
        GroupKind::PossibleTests,
        GroupKind::Helpers,
        GroupKind::Mocks,
        GroupKind::Transitive,
        GroupKind::Mentions,
    ];

    /// Returns the group's kind in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            GroupKind::Implementations => "implementations",
            GroupKind::Callers => "callers",
            GroupKind::Types => "types",
            GroupKind::References | GroupKind::Imports | GroupKind::Members => "references",
            // All that is in tests: the title tells which of it are tests.
            GroupKind::Tests
            | GroupKind::Asserted
            | GroupKind::PossibleTests
            | GroupKind::Helpers
            | GroupKind::Mocks => "tests",
            GroupKind::Transitive => "transitive",
            GroupKind::Mentions => "mentions",
        }
    }

    pub const fn title(self) -> &'static str {
        match self {
            GroupKind::Implementations => "Implementations and overrides",
            GroupKind::Callers => "Callers",
            GroupKind::Types => "Type mentions",
            GroupKind::References => "Other uses",
            GroupKind::Imports => "Imports",
            GroupKind::Members => "Users of its members",
            GroupKind::Tests => "Tests",
            GroupKind::Asserted => "Asserted of stand-ins",
            GroupKind::PossibleTests => "Tests that may reach it",
            GroupKind::Helpers => "Helpers of tests",
            GroupKind::Mocks => "On a mock",
            GroupKind::Transitive => "Indirect callers",
            GroupKind::Mentions => "Same name only",
        }
    }

    /// Returns whether its rows are tests.
    pub const fn is_of_tests(self) -> bool {
        matches!(self, GroupKind::Tests | GroupKind::PossibleTests)
    }

    /// Returns whether its rows come behind those of all other groups: indirect callers are found
    /// by other questions too, and tests by no other.
    pub(super) const fn is_last(self) -> bool {
        matches!(self, GroupKind::Transitive)
    }

    /// Returns the rank step between rows of the group, larger for weaker groups. Budgets are
    /// shared out by it.
    pub(super) const fn step(self) -> usize {
        match self {
            GroupKind::Implementations
            | GroupKind::Callers
            | GroupKind::Types
            | GroupKind::Asserted => 2,
            GroupKind::References | GroupKind::Tests | GroupKind::PossibleTests => 4,
            GroupKind::Imports | GroupKind::Members | GroupKind::Helpers => 6,
            GroupKind::Transitive | GroupKind::Mocks => 8,
            GroupKind::Mentions => 10,
        }
    }
}
