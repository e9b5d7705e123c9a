//! Risk verdict of a change, by a rule that is reported with the result.
//!
//! A *dependent* is a definition outside tests that uses the target itself, or a member of it, with
//! certainty; a *component* is a package or directory. The first line that applies decides:
//!
//! - HIGH: 20 dependents or more; or 5 components or more beside its own; or 10 dependents or more
//!   and no test among the affected; or open to others with 3 implementations or more that must
//!   follow.
//! - MEDIUM: 5 dependents or more; or any in another component; or any dependent and no test among
//!   the affected; or any implementation; or open to others.
//! - LOW: everything else.
//!
//! UNKNOWN replaces MEDIUM and LOW if more may depend on it than is known.

use super::assemble::Affected;
use super::group_kind::GroupKind;
use crate::domain::{Certainty, plural};
use std::collections::BTreeSet;

/// Risk level of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Risk {
    Low,
    Medium,
    High,
    Unknown,
}

impl Risk {
    pub const fn as_str(self) -> &'static str {
        match self {
            Risk::Low => "LOW",
            Risk::Medium => "MEDIUM",
            Risk::High => "HIGH",
            Risk::Unknown => "UNKNOWN",
        }
    }
}

/// Who outside the project may use a definition, by its declaration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Openness {
    /// Nobody, or the language does not tell.
    #[default]
    Closed,
    /// What extends its type.
    ToHeirs,
    Public,
}

impl Openness {
    const fn word(self) -> Option<&'static str> {
        match self {
            Openness::Closed => None,
            Openness::ToHeirs => Some("protected"),
            Openness::Public => Some("public"),
        }
    }
}

/// Risk level and its reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    pub risk: Risk,
    pub reason: String,
}

/// Number of affected items. Matches by name only do not count.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    pub files: usize,
    /// Functions and methods outside tests.
    pub functions: usize,
    /// Tests that reach the target, and those that may and name its type.
    pub tests: usize,
    /// Those of them that only may.
    pub possible_tests: usize,
    /// Tests that may as well run something else, and do not name the target's type.
    pub unnamed_tests: usize,
}

impl Counts {
    pub(super) fn of(affected: &[Affected]) -> Self {
        let real = || affected.iter().filter(|one| one.group != GroupKind::Mentions);
        let files = real().filter(|one| !one.is_unnamed());
        let files: BTreeSet<&str> = files.filter_map(|one| one.node.file.as_deref()).collect();
        let is_in_tests = |one: &Affected| one.group.is_of_tests() || one.node.is_test;
        let functions = real().filter(|one| !is_in_tests(one) && one.node.kind.is_callable());
        let tests: Vec<&Affected> = real().filter(|one| one.is_test()).collect();
        let unnamed_tests = tests.iter().filter(|one| one.is_unnamed()).count();
        let is_possible =
            |one: &&&Affected| one.reaches_too.unwrap_or(one.certainty) == Certainty::Possible;
        let possible_tests = tests.iter().filter(is_possible).count() - unnamed_tests;
        Self {
            files: files.len(),
            functions: functions.count(),
            tests: tests.len() - unnamed_tests,
            possible_tests,
            unnamed_tests,
        }
    }
}

const HIGH_DEPENDENTS: usize = 20;
const HIGH_COMPONENTS: usize = 5;
const HIGH_UNTESTED: usize = 10;
const HIGH_IMPLEMENTATIONS: usize = 3;
const MEDIUM_DEPENDENTS: usize = 5;

/// Rates the affected rows. `home` is the target's own component.
pub(super) fn verdict(
    affected: &[Affected],
    home: &str,
    openness: Openness,
    doubt: Option<String>,
) -> Verdict {
    let is_dependent = |one: &&Affected| {
        one.is_direct() && !one.node.is_test && one.certainty != Certainty::Possible
    };
    let dependents: Vec<&Affected> = affected.iter().filter(is_dependent).collect();
    let components: BTreeSet<&str> = dependents.iter().map(|one| one.component.as_str()).collect();
    let others = components.iter().filter(|component| **component != home).count();
    let implementations =
        dependents.iter().filter(|one| one.group == GroupKind::Implementations).count();
    let inputs = RuleInputs {
        dependents: dependents.len(),
        others,
        implementations,
        is_tested: affected.iter().any(|one| one.is_test() && !one.is_unnamed()),
        openness,
    };
    inputs.verdict(doubt)
}

/// Inputs of the rule.
#[derive(Debug, Clone, Copy, Default)]
struct RuleInputs {
    dependents: usize,
    /// Components other than the target's own.
    others: usize,
    implementations: usize,
    /// True if any test is among the affected definitions, for whichever dependent.
    is_tested: bool,
    openness: Openness,
}

impl RuleInputs {
    fn verdict(self, doubt: Option<String>) -> Verdict {
        if let Some(reason) = self.high() {
            return Verdict { risk: Risk::High, reason };
        }
        let (risk, reason) = match self.medium() {
            Some(reason) => (Risk::Medium, reason),
            None => (Risk::Low, format!("{}, all in its own component", self.counted())),
        };
        match doubt {
            Some(doubt) => Verdict { risk: Risk::Unknown, reason: format!("{reason}; {doubt}") },
            None => Verdict { risk, reason },
        }
    }

    fn counted(self) -> String {
        let noun = plural(self.dependents, "direct dependent", "direct dependents");
        format!("{} {noun} outside tests", self.dependents)
    }

    fn untested(self) -> String {
        let object = plural(self.dependents, "it", "them");
        format!("{} and no test is known to reach {object}", self.counted())
    }

    fn high(self) -> Option<String> {
        if self.dependents >= HIGH_DEPENDENTS {
            let others = plural(self.others, "other component", "other components");
            return Some(format!("{}, in {} {others}", self.counted(), self.others));
        }
        if self.others >= HIGH_COMPONENTS {
            return Some(format!("{} in {} other components", self.counted(), self.others));
        }
        if self.dependents >= HIGH_UNTESTED && !self.is_tested {
            return Some(self.untested());
        }
        if let Some(word) = self.openness.word()
            && self.implementations >= HIGH_IMPLEMENTATIONS
        {
            return Some(format!(
                "{word}, and {} implementations must follow",
                self.implementations
            ));
        }
        None
    }

    fn medium(self) -> Option<String> {
        if self.dependents >= MEDIUM_DEPENDENTS {
            return Some(self.counted());
        }
        if self.others > 0 {
            let others = plural(self.others, "other component", "other components");
            return Some(format!("{}, in {} {others}", self.counted(), self.others));
        }
        if self.implementations > 0 {
            let noun = plural(self.implementations, "implementation", "implementations");
            return Some(format!("{} {noun} must follow", self.implementations));
        }
        if self.dependents > 0 && !self.is_tested {
            return Some(self.untested());
        }
        let others = match self.openness {
            Openness::Public => "public: others may use it",
            Openness::ToHeirs => "protected: heirs elsewhere may use it",
            Openness::Closed => return None,
        };
        Some(format!("{} here, but {others}", self.counted()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(inputs: RuleInputs, is_whole: bool, risk: Risk, reason: &str) {
        let doubt = (!is_whole).then(|| "2 more may use it".to_owned());
        let verdict = inputs.verdict(doubt);
        assert_eq!((verdict.risk, verdict.reason.as_str()), (risk, reason), "{inputs:?}");
    }

    #[test]
    fn the_first_line_of_the_rule_that_holds_decides() {
        let tested = RuleInputs { is_tested: true, ..RuleInputs::default() };
        check(
            RuleInputs { dependents: 20, others: 1, ..tested },
            true,
            Risk::High,
            "20 direct dependents outside tests, in 1 other component",
        );
        check(
            RuleInputs { dependents: 6, others: 5, ..tested },
            true,
            Risk::High,
            "6 direct dependents outside tests in 5 other components",
        );
        let untested = RuleInputs { dependents: 10, ..RuleInputs::default() };
        check(
            untested,
            true,
            Risk::High,
            "10 direct dependents outside tests and no test is known to reach them",
        );
        let open =
            RuleInputs { dependents: 3, implementations: 3, openness: Openness::Public, ..tested };
        check(open, true, Risk::High, "public, and 3 implementations must follow");
        check(
            RuleInputs { dependents: 5, ..tested },
            true,
            Risk::Medium,
            "5 direct dependents outside tests",
        );
        check(
            RuleInputs { dependents: 1, others: 1, ..tested },
            true,
            Risk::Medium,
            "1 direct dependent outside tests, in 1 other component",
        );
        let one = RuleInputs { dependents: 1, ..RuleInputs::default() };
        check(
            one,
            true,
            Risk::Medium,
            "1 direct dependent outside tests and no test is known to reach it",
        );
        let some = RuleInputs { dependents: 3, ..RuleInputs::default() };
        check(
            some,
            true,
            Risk::Medium,
            "3 direct dependents outside tests and no test is known to reach them",
        );
        check(
            RuleInputs { dependents: 4, ..tested },
            true,
            Risk::Low,
            "4 direct dependents outside tests, all in its own component",
        );
    }

    #[test]
    fn what_is_open_to_heirs_is_not_public() {
        let tested = RuleInputs { is_tested: true, ..RuleInputs::default() };
        check(
            RuleInputs { openness: Openness::Public, ..tested },
            true,
            Risk::Medium,
            "0 direct dependents outside tests here, but public: others may use it",
        );
        check(
            RuleInputs { openness: Openness::ToHeirs, ..tested },
            true,
            Risk::Medium,
            "0 direct dependents outside tests here, but protected: heirs elsewhere may use it",
        );
    }

    #[test]
    fn risk_of_incomplete_answers_is_never_low_and_high_stays_high() {
        let tested = RuleInputs { is_tested: true, ..RuleInputs::default() };
        let low = RuleInputs { dependents: 1, ..tested };
        check(
            low,
            false,
            Risk::Unknown,
            "1 direct dependent outside tests, all in its own component; 2 more may use it",
        );
        check(
            RuleInputs { dependents: 5, ..tested },
            false,
            Risk::Unknown,
            "5 direct dependents outside tests; 2 more may use it",
        );
        check(
            RuleInputs { dependents: 40, ..tested },
            false,
            Risk::High,
            "40 direct dependents outside tests, in 0 other components",
        );
    }
}
