//! Rows that the tiers find for the definitions of a target, before they become answers.

use super::account::NameSearch;
use super::answer::{Call, FrameworkEntry, GraphRow, Hop, Node, Site, TestReach};
use super::project::{FileIndex, Project};
use super::rule::Rule;
use crate::domain::{Certainty, Evidence};
use crate::workspace::FileKind;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Rows for one group of definitions, from one tier or several.
pub(in crate::engine) struct GroupRows<T> {
    pub(in crate::engine) results: Vec<T>,
    /// Files that may contain more results but were not searched.
    pub(in crate::engine) skipped: Vec<FileIndex>,
    /// Files that a language server is known to have analysed; empty if none answered.
    pub(in crate::engine) analysed: BTreeSet<Arc<str>>,
    /// Number of places of a server's answer that are not in the files as they are now.
    pub(in crate::engine) lost: usize,
    /// Number of results whose own implementations were not searched.
    pub(in crate::engine) unfollowed: usize,
    /// Number of callers whose own callers were not searched.
    pub(in crate::engine) unexpanded: usize,
    /// Number of implementations of called members that are not listed.
    pub(in crate::engine) unlisted: usize,
    /// Further uses by what is listed for others, each with the level on which it was met.
    pub(in crate::engine) again: Vec<(usize, Site)>,
    /// How far tests that reach the definitions were looked for.
    pub(in crate::engine) tests: TestReach,
    /// What reaches them and has no known caller, but a framework may call it.
    pub(in crate::engine) entries: Vec<FrameworkEntry>,
    /// The functions through which these tests were looked for, as far as they are likely to reach
    /// the definitions; the nearest first.
    pub(in crate::engine) leading: Vec<Hop>,
}

impl<T> GroupRows<T> {
    pub(in crate::engine) fn new(results: Vec<T>, skipped: Vec<FileIndex>) -> Self {
        Self {
            results,
            skipped,
            analysed: BTreeSet::new(),
            lost: 0,
            unfollowed: 0,
            unexpanded: 0,
            unlisted: 0,
            again: Vec::new(),
            tests: TestReach::default(),
            entries: Vec::new(),
            leading: Vec::new(),
        }
    }
}

/// The rows that syntax finds for several groups of definitions, and the searches behind them.
pub(in crate::engine) struct SyntaxRows<T> {
    pub(in crate::engine) found: Vec<GroupRows<T>>,
    pub(in crate::engine) searches: Vec<NameSearch>,
}

impl<T> SyntaxRows<T> {
    /// Creates results without an account.
    pub(in crate::engine) const fn without_searches(found: Vec<GroupRows<T>>) -> Self {
        Self { found, searches: Vec::new() }
    }
}

/// The rows of all tiers for several groups of definitions, each with its evidence, and the
/// searches that the account is made from.
pub(in crate::engine) struct MergedRows<T> {
    pub(in crate::engine) found: Vec<(GroupRows<T>, Evidence)>,
    pub(in crate::engine) searches: Vec<NameSearch>,
}

impl Call {
    /// Returns the row of a possible caller or callee, without its calls.
    pub(in crate::engine::graph) const fn possible(node: Node, rule: Rule) -> Self {
        Self {
            node,
            depth: 1,
            via: Vec::new(),
            sites: Vec::new(),
            values: Vec::new(),
            certainty: Certainty::Possible,
            rule: Some(rule),
            through: Vec::new(),
            further: Vec::new(),
            is_cut: false,
            only_by: None,
        }
    }
}

/// Returns the displayed paths of the files of some rows that a program wrote.
pub(super) fn generated_among<T: GraphRow>(
    project: &Project<'_>,
    rows: &[T],
) -> BTreeSet<Arc<str>> {
    let mut files: BTreeSet<Arc<str>> = rows.iter().filter_map(|row| row.position().0).collect();
    files.retain(|file| {
        let unit = project.displayed(file).and_then(|index| project.unit(index));
        unit.is_some_and(|unit| unit.facts().class.has(FileKind::Generated))
    });
    files
}
