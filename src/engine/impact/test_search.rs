//! From where the tests that reach a target through others are searched for.

use super::gather::Piece;
use crate::domain::{Certainty, Symbol, SymbolKind};
use crate::engine::graph::callers::{Link, TestPart, TestSearch, TestStart, part_of};
use crate::engine::graph::project::{Def, Project};
use crate::engine::graph::{GraphRow, Node, ReferenceRole, Rule};
use crate::workspace::names::{Qualifier, Role, Use};
use std::cell::LazyCell;
use std::collections::BTreeSet;

/// Levels of callers to search for tests, and those if no test uses the target itself and none is
/// found on these. Of many callers it is one where tests use the target.
const TEST_LEVELS: usize = 2;
const MAX_TEST_LEVELS: usize = 5;
/// Limit of the levels that a question may ask for.
const MAX_ASKED_LEVELS: usize = 32;

/// Number of dependents up to which those that only change with the target have their tests
/// searched for although others use the target itself.
const FEW_DEPENDENTS: usize = 3;

/// Maximum number of dependents from which that search starts.
const MAX_STARTS: usize = 16;

/// Returns the search for the tests that reach a target through its dependents. If tests use the
/// target itself, what only changes with it is left out, unless the dependents are few: their tests
/// then say what a change may break.
///
/// `beside`: what the target implements, and what implements the same. Neither runs the target.
/// `depth`: levels of callers that the question asks for, which are searched for tests too.
pub(super) fn search_for_tests(
    project: &Project<'_>,
    group: &[Def],
    found: &[Piece],
    beside: &[Piece],
    depth: usize,
) -> TestSearch {
    let leading = || found.iter().filter(|piece| !piece.is_on_mock());
    let found = || leading().chain(beside);
    let is_sure_test =
        |piece: &Piece| piece.node().is_test && piece.certainty() != Certainty::Possible;
    let is_in_tests = found().any(is_sure_test);
    let mut outside: Vec<&Node> = Vec::new();
    let may_be_tested = |piece: &&Piece| {
        !piece.node().is_test && (piece.node().kind.is_callable() || is_call_of_type(piece))
    };
    for piece in found().filter(may_be_tested) {
        if !outside.contains(&piece.node()) && outside.len() <= FEW_DEPENDENTS {
            outside.push(piece.node());
        }
    }
    let are_few = outside.len() <= FEW_DEPENDENTS;
    // What a target overrides is looked for in all of its name.
    let above = LazyCell::new(|| project.overridden_by(group).first().copied());
    let link_of = |piece: &Piece| link(project, (group, || *above), piece);
    let mut from: Vec<TestStart> = Vec::new();
    let mut left: BTreeSet<Def> = BTreeSet::new();
    let mut has_helpers = false;
    let likely = leading().filter(|piece| piece.certainty() != Certainty::Possible);
    for piece in likely.chain(leading().filter(|piece| piece.may_call())) {
        if is_in_tests && !are_few && !piece.leads_to_target() {
            continue;
        }
        let def = match is_call_of_type(piece) {
            true => definition(project, piece.node(), |symbol| symbol.kind.is_class()),
            false => callable_but_no_test(project, piece.node()),
        };
        let Some(def) = def.and_then(|def| seen_from_outside(project, def)) else { continue };
        if group.contains(&def) {
            continue;
        }
        let link = link_of(piece);
        let certainty = piece.certainty().max(Certainty::Likely);
        let known = from.iter_mut().find(|start| start.def == def);
        if let Some(known) = known {
            known.link = known.link.min(link);
        } else if from.len() < MAX_STARTS {
            has_helpers |= piece.node().is_test;
            from.push(TestStart { def, certainty, link });
        } else {
            left.insert(def);
        }
    }
    // Whether what is handed on is called is not known.
    let passing = from.iter_mut().filter(|start| start.link == Link::Passing);
    passing.for_each(|start| start.certainty = Certainty::Possible);
    // Of many, some of which tests call, the callers of callers are too many to be searched.
    let levels = if is_in_tests && !are_few && !has_helpers { 1 } else { TEST_LEVELS };
    let levels = levels.max(depth.min(MAX_ASKED_LEVELS));
    let most = MAX_TEST_LEVELS.max(levels);
    let target = group.to_vec();
    TestSearch { target, from, left: left.len(), is_found: is_in_tests, levels, most }
}

/// Returns the function itself, or of one in another function the one around it that calls it:
/// nothing else can name it, and its name may be any. What stands in a group of tests is called by
/// these.
fn seen_from_outside(project: &Project<'_>, of: Def) -> Option<Def> {
    let (unit, mut inner) = project.get(of)?;
    loop {
        let symbol = unit.symbol(inner);
        let around = symbol.parent.map(|parent| (parent, &unit.symbols()[parent]));
        let is_function =
            |around: &Symbol| around.kind.is_callable() && around.kind != SymbolKind::Test;
        let Some((parent, around)) = around.filter(|(_, around)| is_function(around)) else {
            return Some(Def { symbol: inner, ..of });
        };
        let is_call = |found: &&Use| {
            found.role == Role::Call
                && found.qualifier == Qualifier::None
                && found.span.of(unit.content()) == symbol.name
                && !symbol.bytes.contains(&(found.span.start as usize))
        };
        unit.names().uses_in(around.bytes.clone()).iter().find(is_call)?;
        inner = u32::try_from(parent).ok()?;
    }
}

/// Returns whether a type calls the target where an object of it is made.
fn is_call_of_type(piece: &Piece) -> bool {
    piece.node().kind.is_class()
        && match piece {
            Piece::Call(_) => true,
            Piece::Use(found) => found.role == ReferenceRole::Call,
            Piece::OfMember(..) | Piece::OfOverriding(_) | Piece::Implementation(_) => false,
        }
}

/// Returns the definition of a node if it is callable.
pub(super) fn callable(project: &Project<'_>, node: &Node) -> Option<Def> {
    definition(project, node, |symbol| symbol.kind.is_callable())
}

/// Returns the definition of a node that is of some kind.
fn definition(
    project: &Project<'_>,
    node: &Node,
    is_of_kind: impl Fn(&Symbol) -> bool,
) -> Option<Def> {
    let unit = project.unit(project.displayed(node.file.as_deref()?)?)?;
    let is_it = |symbol: &Symbol| is_of_kind(symbol) && Some(symbol.line) == node.line;
    let (symbol, _) = unit.symbols_named(&node.name).find(|(_, symbol)| is_it(symbol))?;
    Some(Def { file: unit.file, symbol })
}

/// Returns the definition of a node if it is callable and no test itself.
fn callable_but_no_test(project: &Project<'_>, node: &Node) -> Option<Def> {
    let def = callable(project, node)?;
    let is_marked = || {
        let found = project.get(def);
        found.is_some_and(|(unit, symbol)| unit.symbol(symbol).is_test_case)
    };
    let is_test = match part_of(project, def) {
        Some(part) => part == TestPart::Test,
        None => is_marked(),
    };
    (!is_test).then_some(def)
}

/// Returns how a dependent leads to a target, which overrides the member `above`.
fn link(
    project: &Project<'_>,
    (group, above): (&[Def], impl Fn() -> Option<Def>),
    piece: &Piece,
) -> Link {
    let calls_by_name = |def: &Def| {
        project.get(*def).is_some_and(|(unit, _)| {
            let rules = unit.rules();
            rules.names_call || rules.nullary_calls || rules.properties_call
        })
    };
    let is_called = |def: &Def| project.is_callable(*def) && !calls_by_name(def);
    match piece {
        Piece::Call(call) if call.is_by_value() => Link::Passing,
        Piece::Call(call) if call.rule == Some(Rule::ThroughSupertype) => Link::Supertype(above()),
        Piece::Use(found) if found.rule == Some(Rule::ThroughSupertype) => Link::Supertype(above()),
        Piece::Use(found)
            if matches!(found.role, ReferenceRole::Read | ReferenceRole::Other)
                && group.iter().all(is_called) =>
        {
            Link::Passing
        }
        _ => Link::Call,
    }
}
