//! Decorators by which a framework may call what no code of the project calls.

use super::project::{Def, Project, Unit};
use crate::domain::{Cancelled, Symbol, is_word};
use crate::workspace::names::{Role, Use};

/// Returns the decorators of some definitions that are from outside the project and no mere
/// markers, as they are written, each once: `@BeforeCreate`.
pub(super) fn outside_decorators(
    project: &Project<'_>,
    group: &[Def],
) -> Result<Vec<String>, Cancelled> {
    let mut found = Vec::new();
    for (unit, index) in group.iter().filter_map(|def| project.get(*def)) {
        let symbol = unit.symbol(index);
        let markers = &unit.rules().markers;
        if markers.is_empty() || !symbol.kind.is_callable() {
            continue;
        }
        for decorator in decorators(unit, symbol) {
            let name = decorator.span.of(unit.content());
            let is_own = |def: &Def| project.get(*def).is_some();
            if markers.iter().any(|marker| marker == name)
                || project.definitions(name)?.iter().any(is_own)
            {
                continue;
            }
            let written = as_written(unit, decorator);
            if !found.contains(&written) {
                found.push(written);
            }
        }
    }
    Ok(found)
}

/// Returns the names of the decorators of a definition.
pub(super) fn decorators<'u>(unit: &'u Unit, symbol: &Symbol) -> impl Iterator<Item = &'u Use> {
    let before = symbol.bytes.start..symbol.name_bytes.start.max(symbol.bytes.start);
    unit.names().uses_in(before).iter().filter(|found| found.role == Role::Decorator)
}

/// Returns a decorator with its mark and the path before its name.
fn as_written(unit: &Unit, decorator: &Use) -> String {
    let text = unit.content();
    let before = &text[..decorator.span.start as usize];
    let path = before.trim_end_matches(|letter: char| is_word(letter) || letter == '.');
    let name = &text[path.len()..decorator.span.end as usize];
    let is_listed = path.trim_end().ends_with(['[', ',']);
    if is_listed { format!("[{name}]") } else { format!("@{name}") }
}
