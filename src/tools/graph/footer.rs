//! The footer of a graph answer: what is shown of what there is, and how it is known.

use super::ResultLabels;
use crate::domain::{Evidence, Note, Source, State, plural};

/// The number that is shown, and the total.
#[derive(Debug, Clone, Copy)]
pub(super) struct ShownOfTotal {
    pub(super) shown: usize,
    pub(super) all: usize,
}

/// Returns the numbers of rows and of the uses that they list, of which `labels` has the names:
/// "9 calls by 8 callers". Where each row is one use, the rows alone.
pub(super) fn counts(
    labels: ResultLabels,
    rows: ShownOfTotal,
    uses: ShownOfTotal,
    is_exact: bool,
) -> String {
    let least = if is_exact { "" } else { "≥ " };
    let rows_noun = if rows.all == 1 { labels.one } else { labels.many };
    let uses_noun = labels.uses.filter(|_| uses.all != rows.all);
    match uses_noun {
        None if rows.shown == rows.all => format!("{least}{} {rows_noun}", rows.all),
        None => format!("{} of {least}{} {rows_noun} shown", rows.shown, rows.all),
        Some(uses_noun) if rows.shown == rows.all => {
            format!("{least}{} {uses_noun} by {} {rows_noun}", uses.all, rows.all)
        }
        Some(uses_noun) => format!(
            "{} of {least}{} {uses_noun} shown, by {} of {} {rows_noun}",
            uses.shown, uses.all, rows.shown, rows.all
        ),
    }
}

/// Returns how many of the rows set the target, and how many beside them hand it on as a value.
pub(super) fn among(writes: usize, passing: usize) -> String {
    let writes = match writes {
        0 => String::new(),
        writes => format!(", {writes} {}", plural(writes, "write", "writes")),
    };
    let passing =
        if passing > 0 { format!(", passed as a value by {passing}") } else { String::new() };
    format!("{writes}{passing}")
}

/// Returns what an answer is known from, as text.
pub(crate) fn source(evidence: &Evidence) -> String {
    let name = match (evidence.source, &evidence.server) {
        (Source::Lsp, Some(server)) => server.clone(),
        (Source::Lsp, None) => "language server".to_owned(),
        (Source::Syntax, _) => "syntax".to_owned(),
        (Source::Text, _) => "text".to_owned(),
    };
    let name = match waited_for(evidence) {
        Some(why) => format!("{name} ({why})"),
        None => name,
    };
    match evidence.complete {
        Some(true) => format!("{name}, complete"),
        Some(false) => format!("{name}, may be incomplete"),
        // If a server would know more, the answer may be incomplete.
        None if evidence.server.is_some() => format!("{name}, may be incomplete"),
        None => name,
    }
}

/// Returns why a server did not answer, in a few words; the remedy is in the note.
fn waited_for(evidence: &Evidence) -> Option<String> {
    let server = evidence.server.as_ref().filter(|_| evidence.source != Source::Lsp)?;
    match evidence.state {
        State::Starting | State::Indexing => match evidence.notes.first() {
            Some(Note::Loading { what, .. }) => Some(what.clone()),
            _ => None,
        },
        State::Busy => Some(format!("{server} is busy")),
        State::Failed => Some(format!("{server} failed")),
        State::Absent => Some(format!("no {server}")),
        State::Untrusted => Some(format!("{server} needs trust")),
        State::Ready | State::NotNeeded => None,
    }
}
