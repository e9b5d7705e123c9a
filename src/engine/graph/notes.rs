//! What an answer notes of uses that no name shows: those that its language does not write, and
//! those that a framework makes.

use super::account::NameSearch;
use super::answer::Answer;
use super::decorated::{outside_decorators, outside_overridden};
use super::project::{Def, Project, Unit};
use super::target::{Target, is_uncompared};
use super::uses::UseFilter;
use crate::domain::{Cancelled, Symbol, SymbolKind};
use std::borrow::Cow;

/// Adds what is to be noted of the answer for one of the definitions of a target.
pub(super) fn add_notes<T>(
    project: &Project<'_>,
    (target, group): (&Target, &[Def]),
    searches: &[NameSearch],
    answer: &mut Answer<T>,
) -> Result<(), Cancelled> {
    note_uncompared(project, target, group, answer);
    note_unwritten_uses(project, group, searches, answer);
    note_framework(project, group, searches, answer)
}

/// Notes that the parameters which a target was written with told nothing.
fn note_uncompared<T>(
    project: &Project<'_>,
    target: &Target,
    group: &[Def],
    answer: &mut Answer<T>,
) {
    if is_uncompared(project, target, group) {
        let note = "the parameters of the symbol were not compared: this language's are not read";
        answer.evidence.add_note(note.to_owned());
    }
}

/// Takes exactness back, with a note, from what only syntax says of the uses of a definition that
/// its language also uses without writing its name.
fn note_unwritten_uses<T>(
    project: &Project<'_>,
    group: &[Def],
    searches: &[NameSearch],
    answer: &mut Answer<T>,
) {
    let is_of_uses = searches.first().is_some_and(|search| search.filter != UseFilter::Supertypes);
    if !is_of_uses || answer.evidence.complete == Some(true) {
        return;
    }
    let is_used_unwritten =
        group.iter().filter_map(|def| project.get(*def)).any(|(unit, symbol)| {
            let form = unit.rules().unwritten.get();
            form.is_some_and(|form| form.is_match(&signature_in_impl(unit, unit.symbol(symbol))))
        });
    if is_used_unwritten {
        answer.is_exact = false;
        answer.evidence.add_note(
            "uses without its name, as by an operator or an assignment, are not looked for".into(),
        );
    }
}

/// Notes by which decorators and supertypes a framework may call a definition that nothing uses.
fn note_framework<T>(
    project: &Project<'_>,
    group: &[Def],
    searches: &[NameSearch],
    answer: &mut Answer<T>,
) -> Result<(), Cancelled> {
    let is_of_uses = searches.first().is_some_and(|search| search.filter != UseFilter::Supertypes);
    if !is_of_uses || !answer.results.is_empty() {
        return Ok(());
    }
    let decorators = outside_decorators(project, group)?;
    if !decorators.is_empty() {
        let note = format!("decorated by {}: a framework may call it", decorators.join(", "));
        answer.evidence.add_note(note);
    }
    let above = outside_overridden(project, group)?;
    if !above.is_empty() {
        answer.evidence.add_note(format!(
            "overrides a member from outside the project (above it: {}): a framework may call it",
            above.join(", ")
        ));
    }
    Ok(())
}

/// Returns the signature of a definition, behind that of the `impl` that it is in.
fn signature_in_impl<'u>(unit: &'u Unit, symbol: &'u Symbol) -> Cow<'u, str> {
    let around = symbol.parent.map(|parent| &unit.symbols()[parent]);
    match around.filter(|around| around.kind == SymbolKind::Impl) {
        Some(around) => Cow::Owned(format!("{} {}", around.signature, symbol.signature)),
        None => Cow::Borrowed(&symbol.signature),
    }
}
