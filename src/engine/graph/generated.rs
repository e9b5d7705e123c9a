//! Implementations that macros generate: one for each call of a macro whose body has an `impl`.

use super::answer::{Implementation, Node};
use super::project::{Def, FileIndex, Project, Unit};
use super::rule::Rule;
use super::semantics;
use super::target::candidates;
use super::uses::{ParseBudget, ResolvedUse, UseFilter, supertype_uses, uses};
use crate::domain::{Cancelled, Certainty, SymbolKind};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Maximum number of macros whose calls are searched.
const MAX_MACROS: usize = 20;

/// Returns the calls of macros that implement a type where they are called.
pub(super) fn generated(
    project: &Project<'_>,
    types: &[Def],
    skipped: &mut BTreeSet<FileIndex>,
    budget: &mut ParseBudget,
) -> Result<Vec<(FileIndex, Implementation)>, Cancelled> {
    let mut waiting = implementing_macros(project, types, budget)?;
    let mut done = BTreeSet::new();
    let mut rows = BTreeMap::new();
    while let Some((of, above)) = waiting.pop_first() {
        let Some((unit, symbol)) = project.get(of) else { continue };
        if done.len() == MAX_MACROS || !done.insert(of) {
            continue;
        }
        let calls = candidates(project, &unit.symbol(symbol).name)?;
        let calls = uses(project, calls, UseFilter::Calls, budget)?;
        skipped.extend(&calls.skipped);
        for (call, certainty) in calls.of(of) {
            let certainty = certainty.max(above);
            match macro_around(call) {
                // What it generates is generated where that macro is called.
                Some(outer) => lower(&mut waiting, outer, certainty),
                None => {
                    let place = (call.unit.file, call.name_use.span.start);
                    rows.entry(place).or_insert_with(|| row(call, certainty));
                }
            }
        }
    }
    Ok(rows.into_iter().map(|((file, _), row)| (file, row)).collect())
}

/// Returns the macros whose bodies implement one of some types.
fn implementing_macros(
    project: &Project<'_>,
    types: &[Def],
    budget: &mut ParseBudget,
) -> Result<BTreeMap<Def, Certainty>, Cancelled> {
    let mut macros = BTreeMap::new();
    for of in types {
        let Some((unit, symbol)) = project.get(*of) else { continue };
        let uses = supertype_uses(project, &unit.symbol(symbol).name, budget)?;
        for (found, certainty) in uses.of(*of) {
            let semantics = semantics::of(found.unit.language);
            if semantics.implements_where_expanded(&found.unit, &found.name_use)
                && let Some(generating) = macro_around(found)
            {
                lower(&mut macros, generating, certainty);
            }
        }
    }
    Ok(macros)
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

/// Returns a call as an implementation, at the line where its arguments begin, since the first of
/// them is the implementing type.
fn row(call: &ResolvedUse, certainty: Certainty) -> Implementation {
    let unit: &Unit = &call.unit;
    let (start, end) = (call.name_use.span.start as usize, call.name_use.span.end as usize);
    let is_before = |letter: char| letter.is_whitespace() || "!([{".contains(letter);
    let rest = &unit.content()[end..];
    let arguments = end + rest.find(|letter| !is_before(letter)).unwrap_or(0);
    let line = unit.text.line_of(arguments);
    let last = unit.text.line_range(line).map_or(end, |range| range.end.max(end));
    let words: Vec<&str> = unit.content()[start..last].split_whitespace().collect();
    let node = Node {
        name: call.name_use.span.of(unit.content()).to_owned(),
        kind: SymbolKind::Impl,
        file: Some(Arc::clone(&unit.entry.path.display)),
        line: Some(line),
        signature: Some(words.join(" ")),
        container: None,
        outer: None,
        is_test: unit.facts().class.is_test(),
    };
    Implementation::new(node, certainty, Some(Rule::Inherits))
}
