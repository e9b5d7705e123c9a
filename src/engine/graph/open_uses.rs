//! Occurrences that nothing explains, with what stands around them, so that a reader can judge them
//! without looking them up.

use super::answer::OpenUse;
use super::enclosing::{caller_at, node};
use super::project::Project;
use super::site::site;
use crate::domain::{Account, FileLine};
use crate::workspace::mentions_in_text;
use crate::workspace::names::Span;

/// Number of occurrences above which only their places are told.
const MAX_OPEN: usize = 20;

/// Returns the unresolved occurrences of an account, one a line, if they are few and in code that
/// was read.
pub(super) fn open_uses(project: &Project<'_>, account: &Account) -> Vec<OpenUse> {
    let mut places: Vec<&FileLine> = account.unresolved.iter().collect();
    places.dedup();
    if places.len() > MAX_OPEN || account.unresolved_count > account.unresolved.len() {
        return Vec::new();
    }
    let open = |place: &FileLine| -> Option<OpenUse> {
        let unit = project.unit(project.displayed(&place.file)?)?;
        let line = unit.text.line_range(place.line)?;
        let mut names = account.names.iter();
        let at = names.find_map(|name| {
            let inside = mentions_in_text(&unit.content()[line.clone()], name);
            inside.first().map(|at| line.start + at..line.start + at + name.len())
        })?;
        let within = caller_at(unit, at.start).map(|symbol| node(unit, symbol));
        Some(OpenUse { within, site: site(unit, Span::new(at)) })
    };
    places.into_iter().filter_map(open).collect()
}
