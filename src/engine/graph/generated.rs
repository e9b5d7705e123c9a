//! Implementations that macros generate where they are called: those whose bodies have an `impl`.

use super::answer::{Implementation, Node};
use super::model::Generated;
use super::project::{Def, FileIndex, Project, Unit};
use super::rule::Rule;
use super::semantics;
use super::target::candidates;
use super::uses::{ParseBudget, ResolvedUse, UseFilter, supertype_uses, uses};
use crate::domain::{Cancelled, Certainty, SymbolKind, is_word};
use crate::workspace::names::{Span, Use};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

/// Maximum number of macros whose calls are searched.
const MAX_MACROS: usize = 20;

/// Maximum number of bytes before a name in the arguments of a macro's call.
const MAX_BEFORE: usize = 2000;

/// The macros that implement some types, with the places of the types' names in their bodies.
#[derive(Default)]
struct Implementing {
    macros: BTreeMap<Def, Certainty>,
    supertypes: HashSet<(FileIndex, u32)>,
}

/// A call of such a macro, and how certain it is.
type Called = (Arc<Unit>, Use, Certainty);

/// Returns what calls of macros implement of some types.
pub(super) fn generated(
    project: &Project<'_>,
    types: &[Def],
    skipped: &mut BTreeSet<FileIndex>,
    budget: &mut ParseBudget,
) -> Result<Vec<(FileIndex, Implementation)>, Cancelled> {
    let Implementing { macros: mut waiting, supertypes } =
        implementing_macros(project, types, budget)?;
    let (mut done, mut passing) = (BTreeSet::new(), BTreeSet::new());
    let mut called: BTreeMap<(FileIndex, u32), Called> = BTreeMap::new();
    while let Some((of, above)) = waiting.pop_first() {
        let Some((unit, symbol)) = project.get(of) else { continue };
        if done.len() == MAX_MACROS || !done.insert(of) {
            continue;
        }
        let name = &unit.symbol(symbol).name;
        let calls = uses(project, candidates(project, name)?, UseFilter::Calls, budget)?;
        skipped.extend(&calls.skipped);
        for (call, certainty) in calls.of(of) {
            let certainty = certainty.max(above);
            match macro_around(call) {
                // What it generates is generated where that macro is called.
                Some(outer) => lower(&mut waiting, outer, certainty),
                None => {
                    let place = (call.unit.file, call.name_use.span.start);
                    let made = || (Arc::clone(&call.unit), call.name_use, certainty);
                    called.entry(place).or_insert_with(made);
                }
            }
        }
        for ((unit, call, certainty), outer) in calls_given(project, (of, name), budget)? {
            let place = (unit.file, call.span.start);
            called.entry(place).or_insert((unit, call, certainty.max(above)));
            passing.extend(outer);
        }
    }
    done.extend(passing);
    let macros: Vec<(&Unit, u32)> =
        done.iter().filter_map(|of| project.get(*of)).map(|(unit, of)| (&**unit, of)).collect();
    let name = types.first().and_then(|of| project.get(*of));
    let name = name.map_or("", |(unit, symbol)| unit.symbol(symbol).name.as_str());
    let mut rows = Vec::new();
    for call in called.values() {
        project.snapshot.cancel().check()?;
        rows.extend(implementations_by(call, name, &macros, &supertypes));
    }
    Ok(rows)
}

/// Returns the calls of macros that are given the name of one, which they may call, each with those
/// macros: `for_all_tuples!(implement)`.
fn calls_given(
    project: &Project<'_>,
    (of, name): (Def, &str),
    budget: &mut ParseBudget,
) -> Result<Vec<(Called, Vec<Def>)>, Cancelled> {
    let values = uses(project, candidates(project, name)?, UseFilter::Values, budget)?;
    let mut calls = Vec::new();
    for (found, certainty) in values.of(of) {
        let unit = &found.unit;
        let Some(call) = call_around(unit, found.name_use.span.start as usize) else { continue };
        if macro_around(found).is_some() {
            continue;
        }
        let meanings = candidates(project, call.span.of(unit.content()))?.resolve(unit, &call);
        let meanings = meanings.into_meanings();
        let Some(best) = meanings.iter().map(|of| of.certainty).min() else { continue };
        let outer = meanings.iter().map(|meaning| meaning.def).collect();
        calls.push(((Arc::clone(unit), call, certainty.max(best)), outer));
    }
    Ok(calls)
}

/// Returns the call of a macro in whose arguments a byte is, in no group within them.
fn call_around(unit: &Unit, at: usize) -> Option<Use> {
    let text = unit.content();
    let from = text.floor_char_boundary(at.saturating_sub(MAX_BEFORE));
    let mut depth = 0usize;
    let opening = text[from..at].bytes().rposition(|byte| match byte {
        b'(' | b'[' | b'{' if depth == 0 => true,
        b'(' | b'[' | b'{' => {
            depth -= 1;
            false
        }
        b')' | b']' | b'}' => {
            depth += 1;
            false
        }
        _ => false,
    })?;
    let called = text[from..from + opening].trim_end().strip_suffix('!')?.trim_end();
    let start = called.trim_end_matches(is_word).len();
    unit.names().use_at(from + start).copied()
}

/// Returns the implementations of a type by one call of a macro.
fn implementations_by(
    (unit, call, certainty): &Called,
    implemented: &str,
    macros: &[(&Unit, u32)],
    supertypes: &HashSet<(FileIndex, u32)>,
) -> Vec<(FileIndex, Implementation)> {
    let semantics = semantics::of(unit.language);
    let nodes = match semantics.generated((unit, call), macros, supertypes) {
        Generated::AtCall => vec![(call_node(unit, call), *certainty)],
        Generated::Unknown => vec![(call_node(unit, call), Certainty::Possible)],
        Generated::For(types) => types
            .iter()
            .map(|of| match *of == call.span {
                true => (call_node(unit, call), *certainty),
                false => (node(unit, call, *of, implemented), *certainty),
            })
            .collect(),
    };
    let implementation = |(node, certainty): (Node, Certainty)| {
        (unit.file, Implementation::new(node, certainty, Some(Rule::Inherits)))
    };
    nodes.into_iter().map(implementation).collect()
}

/// Returns the macros whose bodies implement one of some types.
fn implementing_macros(
    project: &Project<'_>,
    types: &[Def],
    budget: &mut ParseBudget,
) -> Result<Implementing, Cancelled> {
    let mut found_in = Implementing::default();
    for of in types {
        let Some((unit, symbol)) = project.get(*of) else { continue };
        let uses = supertype_uses(project, &unit.symbol(symbol).name, budget)?;
        for (found, certainty) in uses.of(*of) {
            let semantics = semantics::of(found.unit.language);
            if semantics.implements_where_expanded(&found.unit, &found.name_use)
                && let Some(generating) = macro_around(found)
            {
                lower(&mut found_in.macros, generating, certainty);
                found_in.supertypes.insert((found.unit.file, found.name_use.span.start));
            }
        }
    }
    Ok(found_in)
}

/// Adds a macro, or keeps the better certainty of one that is known.
fn lower(macros: &mut BTreeMap<Def, Certainty>, of: Def, certainty: Certainty) {
    let known = macros.entry(of).or_insert(certainty);
    *known = certainty.min(*known);
}

/// Returns the macro whose body contains a use.
fn macro_around(found: &ResolvedUse) -> Option<Def> {
    let at = found.name_use.span.start as usize;
    let symbol = found.unit.enclosing(at, |symbol| symbol.kind == SymbolKind::Macro)?;
    Some(Def { file: found.unit.file, symbol })
}

/// Returns a type that a call names, as what it implements.
fn node(unit: &Unit, call: &Use, of: Span, implemented: &str) -> Node {
    let name = of.of(unit.content());
    Node {
        name: name.to_owned(),
        line: Some(unit.text.line_of(of.start as usize)),
        signature: Some(format!("impl {implemented} for {name}")),
        container: Some(format!("{}!", call.span.of(unit.content()))),
        ..call_node(unit, call)
    }
}

/// Returns a call as an implementation, at the line where its arguments begin, since the first of
/// them is the implementing type.
fn call_node(unit: &Unit, call: &Use) -> Node {
    let (start, end) = (call.span.start as usize, call.span.end as usize);
    let is_before = |letter: char| letter.is_whitespace() || "!([{".contains(letter);
    let rest = &unit.content()[end..];
    let arguments = end + rest.find(|letter| !is_before(letter)).unwrap_or(0);
    let line = unit.text.line_of(arguments);
    let last = unit.text.line_range(line).map_or(end, |range| range.end.max(end));
    let words: Vec<&str> = unit.content()[start..last].split_whitespace().collect();
    Node {
        name: call.span.of(unit.content()).to_owned(),
        kind: SymbolKind::Impl,
        file: Some(Arc::clone(&unit.entry.path.display)),
        line: Some(line),
        signature: Some(words.join(" ")),
        container: None,
        outer: None,
        is_test: unit.facts().class.is_test(),
    }
}
