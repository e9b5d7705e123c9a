//! How far a search without a path went from each end, and what may hide a path.

use super::calls::{Grade, OpenCall, OpenKind, name_of};
use super::handed::is_parameter;
use super::search::Side;
use super::{Answering, Extent, LastOf, MAX_OPEN, UnknownCall};
use crate::domain::{Cancelled, FileLine};
use crate::engine::graph::decorated::outside_decorators;
use crate::engine::graph::enclosing::node;
use crate::engine::graph::project::Def;
use crate::engine::graph::site::site;
use crate::workspace::names::{Qualifier, Span};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Maximum number of functions at which the calls end that are named.
const MAX_LAST: usize = 8;

/// Where the calls lead that a search follows from an end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Towards {
    Callees,
    Callers,
}

impl Answering<'_, '_, '_> {
    /// Returns how far the search went from one end; `stops`: with the functions at which it ended.
    pub(super) fn extent(
        &self,
        side: &Side,
        towards: Towards,
        stops: bool,
    ) -> Result<Extent, Cancelled> {
        let own = match towards {
            Towards::Callees => self.ends.from,
            Towards::Callers => self.ends.to,
        };
        let functions = || side.depths.keys().filter(|def| own.binary_search(def).is_err());
        let leads_on = |def: Def| match towards {
            Towards::Callees => self.calls.callees_of(def, Grade::Dispatched).next().is_some(),
            Towards::Callers => self.calls.callers_of(def, Grade::Dispatched).next().is_some(),
        };
        let mut last: Vec<Def> = Vec::new();
        if stops {
            // The constructor stands for a type that is called.
            let around: BTreeSet<Def> = functions().filter_map(|def| self.around(*def)).collect();
            let ends =
                |def: &Def| side.is_followed(*def) && !leads_on(*def) && !around.contains(def);
            last.extend(functions().copied().filter(ends));
        }
        let open: BTreeSet<Def> = self.calls.open.iter().map(|call| call.of).collect();
        // What has unresolved calls may lead on, and so may what is near.
        last.sort_by_cached_key(|def| {
            let has_open = towards == Towards::Callees && open.contains(def);
            (self.is_test(*def), !has_open, side.depths.get(def).copied(), *def)
        });
        let in_tests = last.iter().filter(|def| self.is_test(**def)).count();
        let most = if in_tests < last.len() { last.len() - in_tests } else { MAX_LAST };
        // Of many that call nothing more, no one says why there is no path.
        let open_ends = last.iter().take_while(|def| open.contains(def)).count();
        let most = match towards {
            Towards::Callees if most > MAX_LAST => most.min(open_ends),
            _ => most,
        };
        let project = self.calls.project;
        let mut named: Vec<LastOf> = Vec::new();
        for def in last.iter().take(most.min(MAX_LAST)) {
            let Some((unit, symbol)) = project.get(*def) else { continue };
            let decorators = match towards {
                Towards::Callees => Vec::new(),
                Towards::Callers => outside_decorators(project, &[*def])?,
            };
            named.push(LastOf { node: node(unit, symbol), decorators });
        }
        Ok(Extent {
            calls: side.levels,
            functions: functions().count(),
            is_whole: side.is_whole(),
            last_count: last.len(),
            last_in_tests: in_tests,
            last: named,
        })
    }

    /// Returns the definition around another one.
    fn around(&self, def: Def) -> Option<Def> {
        let (unit, symbol) = self.calls.project.get(def)?;
        let parent = u32::try_from(unit.symbol(symbol).parent?).ok()?;
        Some(Def { symbol: parent, ..def })
    }

    fn is_test(&self, def: Def) -> bool {
        self.calls.project.get(def).is_some_and(|(unit, symbol)| node(unit, symbol).is_test)
    }

    /// Returns the places of the unresolved calls of what is reached from the beginning, without
    /// those that [`Self::unknown`] returns, in order.
    pub(super) fn unresolved(&self) -> Result<Vec<FileLine>, Cancelled> {
        let names = self.names_to_end();
        let [evident, _] = &self.found.evident;
        let mut places = BTreeSet::new();
        for call in &self.calls.open {
            self.calls.project.snapshot.cancel().check()?;
            let is_open = call.kind == OpenKind::Unresolved;
            let is_other = is_open && !names.contains(call.span.of(call.unit.content()));
            if is_other && evident.depths.contains_key(&call.of) {
                places.insert(FileLine {
                    file: Arc::clone(&call.unit.entry.path.display),
                    line: call.unit.text.line_of(call.span.start as usize),
                });
            }
        }
        Ok(places.into_iter().collect())
    }

    /// Returns the names of the functions that reach the end.
    fn names_to_end(&self) -> BTreeSet<&str> {
        let [_, evident] = &self.found.evident;
        let reaching = self.found.to.depths.keys().chain(evident.depths.keys());
        reaching.filter_map(|def| name_of(self.calls.project, *def)).collect()
    }

    /// Returns the calls that may hide a path, and their number: of the name of a function that
    /// reaches the end, then of what a field or another value holds and what sends something, then
    /// of parameters; of each the nearest to the path's beginning first.
    pub(super) fn unknown(&self) -> Result<(Vec<UnknownCall>, usize), Cancelled> {
        let project = self.calls.project;
        let names = self.names_to_end();
        let [evident_from, _] = &self.found.evident;
        let reached = [&evident_from.depths, &self.found.from.depths];
        let mut open: Vec<(HiddenBy, usize, &OpenCall)> = Vec::new();
        for (index, call) in self.calls.open.iter().enumerate() {
            project.snapshot.cancel().check()?;
            let is_named =
                call.kind != OpenKind::Sending && names.contains(call.span.of(call.unit.content()));
            let depth = reached.iter().find_map(|depths| depths.get(&call.of));
            let hidden_by = match is_named {
                true => Some(HiddenBy::Name),
                false => hidden_by(call),
            };
            if let Some((depth, by)) = depth.zip(hidden_by).filter(|_| is_called(call)) {
                open.push((by, *depth, &self.calls.open[index]));
            }
        }
        open.sort_by_cached_key(|(by, depth, call)| (*by, *depth, call.of, call.span));
        let named = open.iter().take(MAX_OPEN).map(|(.., call)| UnknownCall {
            caller: node(&call.unit, call.of.symbol),
            site: site(&call.unit, call.span),
            is_value: call.kind == OpenKind::Value,
            is_sending: call.kind == OpenKind::Sending,
        });
        Ok((named.collect(), open.len()))
    }
}

/// Why a call may hide a path, the most useful first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum HiddenBy {
    /// It has the name of a function that reaches the end.
    Name,
    /// It calls what a field or another value holds, or sends something.
    Stored,
    /// It calls what its callers hand over.
    Parameter,
}

/// Returns why a call may hide a path; `None` of one that calls what its own function defines.
fn hidden_by(call: &OpenCall) -> Option<HiddenBy> {
    match call.kind {
        OpenKind::Unresolved => return None,
        OpenKind::Sending => return Some(HiddenBy::Stored),
        OpenKind::Value => {}
    }
    let bytes = call.span.start as usize..call.span.end as usize;
    let found = call.unit.names().uses_in(bytes).first()?;
    if is_parameter(&call.unit, call.of, *found) {
        return Some(HiddenBy::Parameter);
    }
    let is_own = found.qualifier == Qualifier::None && is_own_closure(call);
    (!is_own).then_some(HiddenBy::Stored)
}

/// Returns whether a call is one of a closure that the same function writes, whose calls are the
/// function's own.
fn is_own_closure(call: &OpenCall) -> bool {
    let (unit, name) = (&call.unit, call.span.of(call.unit.content()));
    let around = &unit.symbol(call.of.symbol).bytes;
    let scopes = &unit.names().scopes;
    let mut bindings = unit
        .bindings_named(name)
        .filter(|binding| around.contains(&(binding.name.start as usize)))
        .peekable();
    let is_closure = |value: Span| {
        let first = scopes.partition_point(|scope| scope.span.start < value.start);
        scopes[first..].first().is_some_and(|scope| scope.span == value)
    };
    bindings.peek().is_some() && bindings.all(|binding| is_closure(binding.origin.value_span))
}

/// Returns whether a name is called at all: in the arguments of a macro only tokens are known.
fn is_called(call: &OpenCall) -> bool {
    let marks = &call.unit.rules().call_marks;
    let behind = call.unit.content()[call.span.end as usize..].trim_start();
    marks.is_empty() || marks.iter().any(|mark| behind.starts_with(mark.as_str()))
}
