//! Paths for programs.

use crate::domain::{Certainty, FileLine, SymbolKind};
use crate::engine::graph::paths::{Extent, Step, UnknownCall};
use crate::engine::graph::{Call, Hop, Node, Rule, Site};
use crate::tools::graph::answer::Target;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashMap;

/// The answer of a tool that may list paths. Its results are the callers, or the callees, on them.
#[derive(Serialize, JsonSchema)]
pub(crate) struct WithPaths<'a, A> {
    #[serde(flatten)]
    pub(super) answer: A,
    /// With `from` or `to`.
    #[serde(flatten)]
    pub(super) paths: Option<PathFields<'a>>,
}

/// The paths between two symbols.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PathFields<'a> {
    /// The definitions from which the paths lead, and to which.
    pub(super) from: Vec<Target<'a>>,
    pub(super) to: Vec<Target<'a>>,
    /// Each path has a call that none before it has.
    pub(super) paths: Vec<Vec<PathStep<'a>>>,
    pub(super) paths_total: usize,
    /// Number of further paths, which combine the same calls.
    pub(super) paths_combined: usize,
    /// False if there may be more paths.
    pub(super) paths_are_exact: bool,
    /// Without `depth` a few longer paths, each with a function that none before it has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) longer_paths: Vec<Vec<PathStep<'a>>>,
    pub(super) longer_paths_total: usize,
    /// False if there may be more of them.
    pub(super) longer_paths_are_exact: bool,
    /// What was searched from the beginning of the paths, and from their end.
    pub(super) searched_from: &'a Extent,
    pub(super) searched_to: &'a Extent,
    /// If there is no path, the first calls that may hide one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) unknown_calls: Vec<UnknownOf<'a>>,
    pub(super) unknown_calls_total: usize,
    /// If there is no path, the first other calls from its beginning that are unresolved.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub(super) unresolved_calls: &'a [FileLine],
    pub(super) unresolved_calls_total: usize,
}

/// A call on a path, with the function that makes it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PathStep<'a> {
    #[serde(flatten)]
    node: Header<'a>,
    call: &'a Site,
    /// Further calls of the same function.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    also: &'a [Site],
    /// What is called, or handed on as a value if the rule says so.
    calls: Hop,
    certainty: Certainty,
    rule: Rule,
    /// The member of a supertype that is named at the call: `Storage.append`.
    #[serde(skip_serializing_if = "Option::is_none")]
    through: Option<&'a str>,
    /// What is sent to what it calls, of which nothing but that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    taken_by: Option<&'a str>,
    /// The innermost condition under which it is made: `if count == 1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    condition: Option<&'a str>,
    /// The last condition before it which leaves: `unless count == 0`.
    #[serde(skip_serializing_if = "Option::is_none")]
    guard: Option<&'a str>,
    /// Where what is handed on is handed over elsewhere, the lines at which it may be called.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    called_at: &'a [usize],
}

/// A call that may lead on, to a function that syntax does not know.
#[derive(Serialize, JsonSchema)]
pub(crate) struct UnknownOf<'a> {
    caller: Header<'a>,
    #[serde(flatten)]
    site: &'a Site,
    /// True if a value is called: a parameter, a variable, a field.
    is_value: bool,
    /// True if it calls a library's function that by its name sends what it is given.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_sending: bool,
}

#[derive(Serialize, JsonSchema)]
struct Header<'a> {
    name: &'a str,
    kind: SymbolKind,
    file: Option<&'a str>,
    line: Option<usize>,
    container: Option<&'a str>,
}

impl<'a> Header<'a> {
    fn new(node: &'a Node) -> Self {
        Self {
            name: &node.name,
            kind: node.kind,
            file: node.file.as_deref(),
            line: node.line,
            container: node.container.as_deref(),
        }
    }
}

impl<'a> PathStep<'a> {
    /// Returns `None` if the step has no site.
    pub(super) fn new(step: &'a Step) -> Option<Self> {
        let (call, also) = step.sites.split_first()?;
        let callee = &step.callee;
        Some(Self {
            node: Header::new(&step.caller),
            call,
            also,
            calls: Hop {
                name: callee.name.clone(),
                container: callee.container.clone(),
                file: callee.file.clone().unwrap_or_default(),
                line: callee.line.unwrap_or(0),
            },
            certainty: step.certainty,
            rule: step.rule,
            through: step.through.as_deref(),
            taken_by: step.taken_by.as_deref(),
            condition: step.condition.as_deref(),
            guard: step.guard.as_deref(),
            called_at: &step.called_at,
        })
    }
}

impl<'a> UnknownOf<'a> {
    pub(super) fn new(call: &'a UnknownCall) -> Self {
        let UnknownCall { caller, site, is_value, is_sending } = call;
        let (is_value, is_sending) = (*is_value, *is_sending);
        Self { caller: Header::new(caller), site, is_value, is_sending }
    }
}

/// Returns each caller on some paths once, or each callee if the paths lead from the target, with
/// its distance from the target.
pub(super) fn rows(paths: &[Vec<Step>], is_from_target: bool) -> Vec<Call> {
    let mut rows: Vec<Call> = Vec::new();
    let mut known: HashMap<(Option<&str>, Option<usize>, &str), usize> = HashMap::new();
    for path in paths {
        for (index, step) in path.iter().enumerate() {
            let (node, depth) = match is_from_target {
                true => (&step.callee, index + 1),
                false => (&step.caller, path.len() - index),
            };
            let next = rows.len();
            let place = (node.file.as_deref(), node.line, node.name.as_str());
            match *known.entry(place).or_insert(next) {
                place if place == next => rows.push(row(step, node, depth)),
                place => rows[place].depth = rows[place].depth.min(depth),
            }
        }
    }
    rows.sort_by_key(|row| row.depth);
    rows
}

fn row(step: &Step, node: &Node, depth: usize) -> Call {
    let is_value = step.rule == Rule::PassedAsValue;
    let (sites, values) = match is_value {
        true => (Vec::new(), step.sites.clone()),
        false => (step.sites.clone(), Vec::new()),
    };
    Call {
        node: node.clone(),
        depth,
        via: Vec::new(),
        sites,
        values,
        certainty: step.certainty,
        rule: Some(step.rule),
        through: step.through.iter().cloned().collect(),
        further: Vec::new(),
        is_cut: false,
        only_by: None,
    }
}
