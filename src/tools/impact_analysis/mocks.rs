//! The uses of mocks as text: those of the target by their places, those of what leads to it by
//! their number.

use crate::domain::{Block, Doc, FileLine, and_more, plural};
use crate::engine::impact::{Affected, GroupKind};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Limit of the places of uses of the target, and of the files that are named with their rows.
const MAX_PLACES: usize = 40;
const MAX_FILES: usize = 6;

/// Returns whether a row uses a mock not of the target but of what leads to it: no change of the
/// target concerns it.
pub(super) fn is_indirect_mock(row: &Affected) -> bool {
    row.group == GroupKind::Mocks && row.depth > 1
}

/// Adds the group of uses of mocks, of which `shown` are shown; `numbers` is its title.
pub(super) fn mocks_doc(doc: &mut Doc, numbers: String, all: &[&Affected], shown: &[&Affected]) {
    let indirect: Vec<&Affected> =
        all.iter().copied().filter(|row| is_indirect_mock(row)).collect();
    let breaks = match indirect.len() {
        0 => ", but breaks if its name, parameters or result change",
        some if some < all.len() => ", but what calls it breaks as other callers do",
        _ => "",
    };
    doc.push(Block::Section(format!("{numbers}: does not run it{breaks}")));
    let direct = shown.iter().filter(|row| !is_indirect_mock(row));
    let sites = direct.flat_map(|row| row.uses.iter().map(|found| &found.site));
    let mut places: Vec<FileLine> =
        sites.map(|site| FileLine { file: site.file.clone(), line: site.line }).collect();
    places.sort();
    places.dedup();
    if !places.is_empty() {
        doc.push(Block::Text(FileLine::listed(&places, MAX_PLACES)));
    }
    if !indirect.is_empty() {
        doc.push(Block::Text(format!("what leads to it is a mock in {}", by_file(&indirect))));
    }
}

/// Returns the numbers of rows in each file, most first.
pub(super) fn by_file(rows: &[&Affected]) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for file in rows.iter().filter_map(|row| row.node.file.as_deref()) {
        *counts.entry(file).or_default() += 1;
    }
    let mut files: Vec<(&str, usize)> = counts.into_iter().collect();
    files.sort_by_key(|(_, count)| Reverse(*count));
    let named = files.iter().take(MAX_FILES).map(|(file, count)| {
        let name = file.rsplit('/').next().unwrap_or(file);
        format!("{name} ({count})")
    });
    let more = match files.len().saturating_sub(MAX_FILES) {
        0 => String::new(),
        more => format!("{} {}", and_more(more), plural(more, "file", "files")),
    };
    format!("{}{more}", named.collect::<Vec<_>>().join(", "))
}
