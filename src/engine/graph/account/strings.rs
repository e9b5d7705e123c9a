//! Strings that are the name asked about, each with the definition around it.

use super::values::enclosing;
use crate::domain::{FileLine, StringUse};
use crate::engine::graph::enclosing::caller_at;
use crate::engine::graph::project::{Project, may_be_code};

/// Limit of the places that are listed.
const MAX_STRINGS: usize = 100;

/// Limit of the places that have the definition around them: of more, an answer only counts them.
const MAX_ENCLOSED: usize = 24;

/// Maximum size in bytes of a file that is parsed for it.
const MAX_BYTES: u64 = 64 << 10;

/// Returns the first of some places with the definitions around them, if they are few.
pub(super) fn string_uses(project: &Project<'_>, mut places: Vec<FileLine>) -> Vec<StringUse> {
    let are_few = places.len() <= MAX_ENCLOSED;
    places.truncate(MAX_STRINGS);
    let string_use = |place: FileLine| {
        let enclosing = if are_few { enclosing_line(project, &place) } else { None };
        StringUse { place, enclosing }
    };
    places.into_iter().map(string_use).collect()
}

/// Returns the name of what encloses a line; `None` at the top of a file, and in large files.
fn enclosing_line(project: &Project<'_>, place: &FileLine) -> Option<String> {
    let file = project.displayed(&place.file)?;
    let entry = project.entry(file);
    let unit =
        project.unit(file).filter(|_| may_be_code(entry) && entry.stamp.size <= MAX_BYTES)?;
    let line = unit.text.line_range(place.line)?;
    let last = line.end.saturating_sub(1).max(line.start);
    caller_at(unit, last).map(|symbol| enclosing(unit, symbol))
}
