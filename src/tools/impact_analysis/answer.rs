//! The answer of `impact_analysis` for programs. Its schema is derived from these types.

use crate::domain::{Account, Evidence, LeftOut, LevelAccount, Suggestion, Summary, Visibility};
use crate::engine::graph::{FrameworkEntry, Mentioned, TestReach};
use crate::engine::impact::{Affected, EntryTests, Impact, StringTests};
use crate::tools::graph::Target;
use schemars::JsonSchema;
use serde::Serialize;
use std::borrow::Cow;
use std::sync::Arc;

#[derive(Serialize, JsonSchema)]
pub(crate) struct ImpactAnswer<'a> {
    #[serde(flatten)]
    pub(super) subject: ImpactSubject<'a>,
    pub(super) summary: ImpactSummary<'a>,
    /// Rows that `allowTests` or `path` leave out.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub(super) left_out: &'a [LeftOut],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) account: Option<Cow<'a, Account>>,
    /// The accounts of the levels below the first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) deeper: Vec<LevelAccount>,
    /// The nearest names, where there is no such definition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) suggestions: Option<&'a [Suggestion]>,
}

/// What was asked about, with its dependents.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum ImpactSubject<'a> {
    One(ImpactOf<'a>),
    /// The name has several definitions.
    Several {
        definitions: Vec<OfDefinition<'a>>,
        evidence: Evidence,
    },
}

#[derive(Serialize, JsonSchema)]
pub(super) struct ImpactOf<'a> {
    /// Null where nothing is defined under the name.
    pub(super) target: Option<Target<'a>>,
    pub(super) groups: Vec<Group<'a>>,
    pub(super) evidence: Evidence,
    /// How far tests that reach it through its callers were looked for, where more may.
    #[serde(skip_serializing_if = "TestReach::is_whole")]
    pub(super) tests_looked_for: TestReach,
    /// What reaches it and has no known caller, but a framework may call it.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub(super) framework_entries: &'a [FrameworkEntry],
    /// Where prose mentions the name; where nothing is affected, wherever the text does.
    pub(super) mentions: &'a Mentioned,
}

/// One of several definitions.
#[derive(Serialize, JsonSchema)]
pub(super) struct OfDefinition<'a> {
    #[serde(flatten)]
    pub(super) impact: ImpactOf<'a>,
    pub(super) summary: Weight<'a>,
    /// Possible dependents that are listed with another definition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) possible_elsewhere: Option<usize>,
}

/// Dependents that are the same thing to the target.
#[derive(Serialize, JsonSchema)]
pub(super) struct Group<'a> {
    pub(super) title: &'static str,
    /// `callers`, `references`, `types`, `implementations`, `tests` (all in test code, of which the
    /// title tells whether they are tests, helpers of these, or on a mock), `transitive` or
    /// `mentions`.
    pub(super) kind: &'static str,
    /// Dependents in the group; `results` may be fewer.
    pub(super) total: usize,
    pub(super) results: Vec<&'a Affected>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct ImpactSummary<'a> {
    #[serde(flatten)]
    pub(super) summary: Summary,
    /// The strongest verdict of all definitions, with the sums of their counts.
    #[serde(flatten)]
    pub(super) weight: Option<Weight<'a>>,
    /// Definitions of the name, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) definitions: Option<usize>,
}

/// How much is at stake.
#[derive(Serialize, JsonSchema)]
pub(super) struct Weight<'a> {
    pub(super) files_affected: usize,
    /// Functions and methods outside tests.
    pub(super) functions_affected: usize,
    pub(super) tests_covering: usize,
    /// Test files that are named after the target's file, where no test is known to reach it.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub(super) tests_beside: &'a [Arc<str>],
    /// Tests that name what it or a dependent is registered for, such as a route.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub(super) tests_by_entry: &'a [EntryTests],
    /// Further tests that name strings of it which little else has: they may depend on it.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub(super) tests_by_string: &'a [StringTests],
    /// Routes that lead to it for which no test is known to ask, where no test is likely to reach
    /// it.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub(super) routes: &'a [String],
    /// `LOW`, `MEDIUM`, `HIGH` or `UNKNOWN`.
    pub(super) risk: &'static str,
    pub(super) risk_reason: &'a str,
    /// Whether its declaration opens it to all others; null where the language does not tell.
    pub(super) public: Option<bool>,
    /// `public`, `protected`, `internal` (of its package or module) or `private`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) visibility: Option<&'static str>,
}

impl<'a> Weight<'a> {
    pub(super) fn new(impact: &'a Impact) -> Self {
        Self {
            files_affected: impact.counts.files,
            functions_affected: impact.counts.functions,
            tests_covering: impact.counts.tests,
            tests_beside: &impact.tests_beside,
            tests_by_entry: &impact.tests_by_entry,
            tests_by_string: &impact.tests_by_string,
            routes: &impact.routes,
            risk: impact.verdict.risk.as_str(),
            risk_reason: &impact.verdict.reason,
            public: impact.visibility.map(|visibility| visibility == Visibility::Public),
            visibility: impact.visibility.map(Visibility::as_str),
        }
    }

    /// The same without lists.
    pub(super) fn brief(impact: &'a Impact) -> Self {
        Self {
            tests_beside: &[],
            tests_by_entry: &[],
            tests_by_string: &[],
            routes: &[],
            ..Self::new(impact)
        }
    }
}
