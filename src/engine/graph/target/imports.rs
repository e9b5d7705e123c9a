//! What an import names that a file, or a line of it, has.

use super::{Outcome, ResolveError};
use crate::domain::Certainty;
use crate::engine::graph::model::Lookup;
use crate::engine::graph::project::{Def, Project, Unit};
use crate::engine::graph::resolve::{imports_binding, local_name};
use crate::workspace::names::{Import, Use};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Maximum number of lines of one statement that are looked at on each side.
const MAX_LINES: usize = 200;

/// What an import names.
pub(super) enum Imported {
    /// Definitions of the project, of one name.
    Own(Vec<Def>),
    /// Names of packages.
    Outside(Vec<String>),
}

/// Returns what the import on a line names; `None` if there is none.
pub(super) fn on_line(
    project: &Project<'_>,
    unit: &Arc<Unit>,
    line: usize,
) -> Result<Option<Imported>, ResolveError> {
    let lines = statement(unit, line);
    let is_there = |import: &&Import| {
        let start = unit.text.line_of(import.span.start as usize);
        lines.contains(&start) && !import.is_own()
    };
    let imports: Vec<&Import> = unit.names().imports.iter().filter(is_there).collect();
    let (mut own, mut outside): (Vec<Vec<Def>>, Vec<String>) = (Vec::new(), Vec::new());
    for import in &imports {
        match project.follow(unit, import) {
            Lookup::Definitions(defs) => own.push(defs),
            _ => outside.extend(project.origin_of(unit, import).map(|origin| origin.symbol())),
        }
    }
    outside.dedup();
    match (own.len(), outside.len()) {
        (0, 0) => Ok(None),
        (1, 0) => Ok(own.pop().map(Imported::Own)),
        (0, _) => Ok(Some(Imported::Outside(outside))),
        _ => Err(ResolveError::SeveralImports {
            file: unit.path().to_owned(),
            line,
            names: imports
                .iter()
                .filter_map(|import| local_name(unit, import))
                .map(str::to_owned)
                .collect(),
        }),
    }
}

/// Returns the name of a package that one of some uses has.
pub(super) fn of_uses<'u>(
    project: &Project<'_>,
    unit: &Arc<Unit>,
    mut uses: impl Iterator<Item = &'u Use>,
) -> Option<Outcome> {
    let symbol = uses.find_map(|found| {
        // What an import of everything gives is no more than possible.
        let origins = project.origins(unit, found, &[]);
        let origin = origins.into_iter().find(|origin| origin.certainty == Certainty::Likely)?;
        Some(origin.symbol())
    });
    symbol.map(|symbol| Outcome::Outside(vec![symbol]))
}

/// Returns the name of a package that an import gives a name of the file.
pub(super) fn of_name(project: &Project<'_>, unit: &Arc<Unit>, name: &str) -> Option<Outcome> {
    let mut imports = imports_binding(unit, name);
    let origin = imports.find_map(|import| project.origin_of(unit, import))?;
    Some(Outcome::Outside(vec![origin.symbol()]))
}

/// Returns the lines of the statement that a line is part of, as far as brackets tell.
fn statement(unit: &Unit, line: usize) -> RangeInclusive<usize> {
    let open = |line: usize| -> isize {
        let text = unit.text.line(line).unwrap_or_default();
        let count = |marks: [char; 2]| text.matches(marks).count() as isize;
        count(['{', '(']) - count(['}', ')'])
    };
    let (mut first, mut last) = (line, line);
    let mut depth = open(line);
    while depth < 0 && first > 1 && line - first < MAX_LINES {
        first -= 1;
        depth += open(first);
    }
    while depth > 0 && last < unit.text.line_count() && last - line < MAX_LINES {
        last += 1;
        depth += open(last);
    }
    first..=last
}
