//! Paths of calls from one symbol to another, by syntax.

mod arms;
mod calls;
mod ends;
mod extent;
mod further;
mod handed;
mod list;
mod meant;
mod search;
mod sent;
mod takers;

use super::answer::{Mentioned, Node, Site};
use super::callers::member_label;
use super::conditions::{conditions_at, shared};
use super::enclosing::{caller_at, node};
use super::limits::MAX_LEVELS;
use super::project::{Def, Project};
use super::rule::Rule;
use super::site::site;
use super::target::{Definition, ResolveError, Target};
use super::{GraphQuery, on_project};
use crate::domain::{
    Cancelled, Certainty, Evidence, FileLine, LeftOut, LeftOutReason, Suggestion, plural, thousands,
};
use crate::engine::graph::sent_values::connected;
use crate::workspace::Snapshot;
use calls::{Calls, Edge, Grade, name_of};
use ends::{End, Ends, end};
use extent::Towards;
use further::{Further, further};
use list::{Chain, List, list};
use schemars::JsonSchema;
use search::{Found, search};
use serde::Serialize;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

/// Maximum number of open calls that are named.
const MAX_OPEN: usize = 20;

/// Returns why a call is excluded, if it is: by the path of its file, and whether it is in a test.
pub type StepFilter = dyn Fn(&str, bool) -> Option<LeftOutReason> + Send + Sync;

/// Which paths are asked for, beside the target of the query.
#[derive(Clone)]
pub struct PathQuery {
    /// True if paths lead from the target to the other end, rather than to the target.
    pub is_from_target: bool,
    /// Maximum number of calls of a path; `None` for the shortest ones.
    pub depth: Option<usize>,
    pub filter: Arc<StepFilter>,
}

/// A call on a path.
#[derive(Debug, Clone)]
pub struct Step {
    pub caller: Node,
    pub callee: Node,
    /// Where it is called, or handed on as a value if the rule says so; never empty.
    pub sites: Vec<Site>,
    pub certainty: Certainty,
    pub rule: Rule,
    /// The member of a supertype that is called: `Storage.append`.
    pub through: Option<String>,
    /// What leads from the caller to the callee, where that is an event or a value that is sent.
    pub taken_by: Option<Arc<str>>,
    /// The innermost condition in the calling function under which it calls, if there is one and
    /// it is the same at all places: `if count == 1`.
    pub condition: Option<String>,
    /// The last condition before the call which leaves the function, or goes on with a loop, if
    /// there is one and it is the same at all places: `unless count == 0`.
    pub guard: Option<String>,
    /// The function around the first place, if that is not in the caller: one that hands on what
    /// the caller is given.
    pub within: Option<Node>,
    /// Where what is handed on is handed over elsewhere, the lines at which the caller calls it.
    pub called_at: Vec<usize>,
}

/// How much was searched from one end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Extent {
    /// Calls that were followed from the end.
    pub calls: usize,
    /// Functions that are reached from the end, or that reach it, by calls that more than a name
    /// explains.
    pub functions: usize,
    /// True if nothing more is reached.
    pub is_whole: bool,
    /// If there is no path, the first of those functions from which no call leads on, and their
    /// number: that call nothing of the project, or that nothing calls.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub last: Vec<LastOf>,
    pub last_count: usize,
    /// How many of them are in tests, which are named only where there are no others.
    pub last_in_tests: usize,
}

/// A function at which a search ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LastOf {
    #[serde(flatten)]
    pub node: Node,
    /// The decorators by which a framework may call what nothing is known to call.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub decorators: Vec<String>,
}

/// A call that may lead on, to a function that syntax does not know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct UnknownCall {
    /// The function that makes the call.
    pub caller: Node,
    #[serde(flatten)]
    pub site: Site,
    /// True if a value is called: a parameter, a variable, a field.
    pub is_value: bool,
    /// True if it calls a library's function that by its name sends what it is given.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_sending: bool,
}

/// The paths between two symbols.
#[derive(Debug, Clone)]
pub struct Paths {
    pub from: Vec<Definition>,
    pub to: Vec<Definition>,
    /// Paths with a call that none before them has: by certainty, length and the order of calls.
    pub found: Vec<Vec<Step>>,
    /// Number of further paths, which combine the same calls.
    pub combined: usize,
    /// False if more paths may exist than were looked at.
    pub is_exact: bool,
    /// Longer paths, each with a function that none before it has, and the number of those that
    /// are not told.
    pub longer: Vec<Vec<Step>>,
    pub longer_more: usize,
    /// False if there may be more of their length.
    pub longer_are_exact: bool,
    /// Maximum number of calls of the paths that were looked for.
    pub longest: usize,
    /// What was searched from the beginning and from the end of the paths.
    pub searched_from: Extent,
    pub searched_to: Extent,
    /// If there is no path, calls that may hide one, and their number.
    pub unknown: Vec<UnknownCall>,
    pub unknown_count: usize,
    /// If there is no path, the places of other calls of what is reached from the beginning that
    /// are unresolved, and their number.
    pub unresolved: Vec<FileLine>,
    pub unresolved_count: usize,
    pub left_out: Vec<LeftOut>,
    pub evidence: Evidence,
}

/// Outcome of a question about paths.
#[derive(Debug, Clone)]
pub enum PathAnswer {
    Known(Box<Paths>),
    /// One of the ends has no definition.
    Undefined {
        name: String,
        is_target: bool,
        /// The definitions of the other end, if it has any.
        other: Vec<Definition>,
        suggestions: Vec<Suggestion>,
        mentions: Box<Mentioned>,
    },
}

/// Returns the paths of calls between the query's target and the other end.
///
/// # Errors
/// See [`super::callers`].
pub async fn paths(
    snapshot: Arc<Snapshot>,
    query: GraphQuery,
    of: PathQuery,
) -> Result<PathAnswer, ResolveError> {
    let other = query.other.clone().unwrap_or_default();
    let files = [query.target.file.clone(), other.file.clone()];
    let asked = files.into_iter().flatten().collect();
    on_project(snapshot, asked, query, move |project, query, _| {
        answer(project, &query.target, &other, &of)
    })
    .await
}

fn answer(
    project: &Project<'_>,
    target: &Target,
    other: &Target,
    query: &PathQuery,
) -> Result<PathAnswer, ResolveError> {
    let (target_end, other_end) = (end(project, target)?, end(project, other)?);
    let (target, other) = match (target_end, other_end) {
        (End::Known(target), End::Known(other)) => (target, other),
        (End::None { name, suggestions, mentions }, other) => {
            let other = other.definitions(project);
            let is_target = true;
            return Ok(PathAnswer::Undefined { name, is_target, other, suggestions, mentions });
        }
        (target, End::None { name, suggestions, mentions }) => {
            let other = target.definitions(project);
            let is_target = false;
            return Ok(PathAnswer::Undefined { name, is_target, other, suggestions, mentions });
        }
    };
    let (from, to) = if query.is_from_target { (target, other) } else { (other, target) };
    let starts = ends::starts(project, &from)?;
    let leaders = ends::stops(&to);
    let stops: Vec<Def> = leaders.keys().copied().collect();
    let depth = query.depth.map(|depth| depth.min(MAX_LEVELS));
    let ends = Ends { from: &starts, to: &stops, leaders: &leaders, depth };
    let mut calls = Calls::new(project, &*query.filter, &ends);
    let found = search(&mut calls, &ends)?;
    let listed = list(&calls, &ends, &found.lengths)?;
    let known = listed.paths.clone();
    let paths = Answering { calls: &calls, ends: &ends, found: &found }.paths(listed)?;
    let left_out = calls.left_out();
    let Further { ways, more, is_whole } = further(&mut calls, &ends, found, &known)?;
    Ok(PathAnswer::Known(Box::new(Paths {
        from: ends::definitions(project, &from),
        to: ends::definitions(project, &to),
        longer: ways.iter().map(|chain| steps(&calls, chain)).collect(),
        longer_more: more,
        longer_are_exact: is_whole,
        left_out,
        ..paths
    })))
}

/// What an answer is made of.
struct Answering<'a, 'c, 'p> {
    calls: &'a Calls<'c, 'p>,
    ends: &'a Ends<'a>,
    found: &'a Found,
}

impl Answering<'_, '_, '_> {
    fn paths(&self, listed: List) -> Result<Paths, Cancelled> {
        let [from, to] = &self.found.evident;
        let found: Vec<Vec<Step>> =
            listed.paths.iter().map(|chain| steps(self.calls, chain)).collect();
        let is_cut = from.is_cut && to.is_cut || !self.calls.skipped.is_empty();
        let mut evidence = Evidence::syntax();
        if found.is_empty() && !self.calls.skipped.is_empty() {
            let count = self.calls.skipped.len();
            evidence.add_note(format!(
                "{} more {} a name on the way and {} not looked at",
                thousands(count),
                plural(count, "file mentions", "files mention"),
                plural(count, "was", "were")
            ));
        }
        if !found.is_empty() && self.found.lengths.iter().all(|(grade, _)| *grade < Grade::Sent) {
            self.not_followed().into_iter().for_each(|note| evidence.add_note(note));
        }
        if let Some(beside) = self.calls.project.snapshot.roots().unread() {
            evidence.add_note(beside.to_owned());
        }
        let unlisted = self.calls.project.unlisted();
        let is_read = unlisted.is_none();
        unlisted.into_iter().for_each(|note| evidence.add_note(note));
        let (unknown, unknown_count) =
            if found.is_empty() { self.unknown()? } else { (Vec::new(), 0) };
        let unresolved = if found.is_empty() { self.unresolved()? } else { Vec::new() };
        let stops = found.is_empty();
        Ok(Paths {
            from: Vec::new(),
            to: Vec::new(),
            found,
            combined: listed.combined,
            longer: Vec::new(),
            longer_more: 0,
            longer_are_exact: true,
            is_exact: is_read && listed.is_whole && (self.ends.depth.is_none() || !is_cut),
            longest: self.ends.longest(),
            searched_from: self.extent(from, Towards::Callees, stops)?,
            searched_to: self.extent(to, Towards::Callers, stops)?,
            unknown,
            unknown_count,
            unresolved_count: unresolved.len(),
            unresolved: unresolved.into_iter().take(MAX_OPEN).collect(),
            left_out: Vec::new(),
            evidence,
        })
    }

    /// Returns a note on the signals that what is reached from the beginning emits: what is
    /// connected to them is looked for where nothing more certain leads to the end.
    fn not_followed(&self) -> Option<String> {
        let project = self.calls.project;
        let reached = self.found.from.depths.keys();
        let emitted = reached.flat_map(|def| self.calls.callees_of(*def, Grade::Likely));
        let is_signal = |def: &Def| {
            let found = project.get(*def);
            found.is_some_and(|(unit, symbol)| connected(unit, unit.symbol(symbol)).is_some())
        };
        let signals: BTreeSet<Def> = emitted.filter(is_signal).collect();
        let named: Vec<&str> =
            signals.iter().filter_map(|def| name_of(project, *def)).take(MAX_OPEN).collect();
        let more = if signals.len() > named.len() { " and others" } else { "" };
        (!named.is_empty()).then(|| {
            format!(
                "emitted on the way: {}{more}; what is connected to them was not followed, ask from one",
                named.join(", ")
            )
        })
    }
}

/// Returns the calls of a path.
fn steps(calls: &Calls<'_, '_>, chain: &Chain) -> Vec<Step> {
    let project = calls.project;
    let steps = chain.windows(2).filter_map(|call| {
        let edge: &Edge = calls.callees.get(&call[0])?.get(&call[1])?;
        let (by, calling) = project.get(call[0])?;
        let (of, symbol) = project.get(call[1])?;
        let sites = sites_of(project, edge);
        let of_site = |site: &Site| {
            [&site.condition, &site.guard].map(|words| words.as_deref().map(str::to_owned))
        };
        let [condition, guard] = shared(sites.iter().map(of_site));
        let within = function_around(edge, call[0], &by.symbol(calling).bytes);
        let called_at = calls.called_at.get(&call[0]).filter(|_| within.is_some());
        Some(Step {
            called_at: called_at.into_iter().flatten().copied().collect(),
            within,
            caller: node(by, calling),
            callee: node(of, symbol),
            sites,
            condition,
            guard,
            certainty: edge.certainty,
            rule: edge.rule,
            through: edge.through.and_then(|member| member_label(project, member)),
            taken_by: (edge.rule == Rule::Sent)
                .then(|| calls.taken_by.get(&(call[0], call[1])).cloned())
                .flatten(),
        })
    });
    steps.collect()
}

/// Returns the places at which a function makes a call, with the conditions of each.
fn sites_of(project: &Project<'_>, edge: &Edge) -> Vec<Site> {
    let places = edge.sites.iter().map(|((_, span), unit)| {
        let mut site = site(unit, *span);
        site.set_conditions(conditions_at(project, unit, span.start as usize));
        site
    });
    places.collect()
}

/// Returns the function around the first place of a call, if that is not within the calling
/// definition, which has these bytes.
fn function_around(edge: &Edge, calling: Def, bytes: &Range<usize>) -> Option<Node> {
    let ((file, span), unit) = edge.sites.iter().next()?;
    let at = span.start as usize;
    let symbol = caller_at(unit, at)?;
    let is_within = *file == calling.file && bytes.contains(&at);
    let is_it = Def { file: *file, symbol } == calling;
    (!is_within && !is_it).then(|| node(unit, symbol))
}
