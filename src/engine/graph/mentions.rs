//! Where the text mentions a name, for answers that have no rows.

use super::answer::Mentioned;
use super::project::{Def, FileIndex, Project};
use crate::domain::{Cancelled, FileLine};
use std::sync::Arc;

/// Files that a note of mentions names.
const MOST_MENTIONING: usize = 10;

/// Where the text mentions a name, its definitions left out.
pub(super) fn mentions(project: &Project<'_>, name: &str, group: &[Def]) -> Result<Mentioned, Cancelled> {
    let mut mentioned = Mentioned::default();
    if name.is_empty() {
        return Ok(mentioned);
    }
    let own: Vec<(FileIndex, usize)> = group
        .iter()
        .filter_map(|def| project.get(*def).map(|(unit, symbol)| (def.file, unit.symbol(symbol).name_bytes.start)))
        .collect();
    let search = project.mentions(name)?;
    // Other languages may use it too, but hardly do.
    let family = group.first().and_then(|def| project.entry(def.file).language).map(|of| of.config.graph.family);
    let (beside, elsewhere): (Vec<_>, Vec<_>) = search.files.iter().partition(|found| {
        let language = project.entry(found.file as FileIndex).language;
        family.is_none_or(|family| language.is_some_and(|language| language.config.graph.family == family))
    });
    for found in beside.into_iter().chain(elsewhere) {
        let file = found.file as FileIndex;
        let others: Vec<usize> = found.offsets.iter().copied().filter(|at| !own.contains(&(file, *at))).collect();
        mentioned.count += others.len();
        if let Some(first) = others.first()
            && mentioned.files.len() < MOST_MENTIONING
        {
            let entry = project.entry(file);
            let line = project.snapshot.text(&entry.path).map_or(1, |text| text.line_of(*first));
            mentioned.files.push(FileLine { file: Arc::clone(&entry.path.display), line });
        }
    }
    Ok(mentioned)
}

/// The last name of a written path.
pub(super) fn last_name(symbol: &str) -> &str {
    let symbol = symbol.trim().trim_end_matches("()");
    symbol.rsplit(['.', ':', '/', '#', '\\', '>']).find(|part| !part.is_empty()).unwrap_or(symbol)
}
