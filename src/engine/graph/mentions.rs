//! Text mentions of a name, for answers without rows.

use super::answer::{Mentioned, UnreadFile};
use super::project::{Def, FileIndex, Project};
use super::uses::{exported_by_default, stem_in_imports};
use crate::domain::{Cancelled, FileLine, NotRead, Suggestion};
use crate::workspace::ReadError;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Maximum number of files listed.
const MAX_MENTIONING_FILES: usize = 10;

/// Returns the text mentions of a name, except those at its definitions.
pub(super) fn mentions(
    project: &Project<'_>,
    name: &str,
    group: &[Def],
) -> Result<Mentioned, Cancelled> {
    let mut mentioned = Mentioned::default();
    if name.is_empty() {
        return Ok(mentioned);
    }
    let mut own: BTreeMap<FileIndex, BTreeSet<usize>> = BTreeMap::new();
    for def in group {
        if let Some((unit, symbol)) = project.get(*def) {
            own.entry(def.file).or_default().insert(unit.symbol(symbol).name_bytes.start);
        }
    }
    let search = project.mentions(name)?;
    // Code of other languages may use the definition too, but rarely does.
    let family = group
        .first()
        .and_then(|def| project.entry(def.file).language)
        .map(|of| of.config.graph.family);
    let (beside, elsewhere): (Vec<_>, Vec<_>) = search.files.iter().partition(|found| {
        let language = project.entry(found.file).language;
        family.is_none_or(|family| {
            language.is_some_and(|language| language.config.graph.family == family)
        })
    });
    for found in beside.into_iter().chain(elsewhere) {
        let file = found.file;
        // Each of thousands of definitions may be asked about: only its own places are looked at.
        let own = own.get(&file);
        let is_own = |at: &usize| own.is_some_and(|own| own.contains(at));
        let is_mention = |at: &&usize| found.offsets.binary_search(at).is_ok();
        let count =
            found.offsets.len() - own.map_or(0, |own| own.iter().filter(is_mention).count());
        if let Some(first) = found.offsets.iter().find(|at| !is_own(at)) {
            add(project, file, (count, *first), &mut mentioned);
        }
    }
    if mentioned.count == 0 {
        add_loading(project, group, &mut mentioned)?;
    }
    if group.is_empty() {
        mentioned.unread = unread(project, name, &search.failed);
        mentioned.unreadable = unreadable(project, &search.failed);
        mentioned.emptied_by = project.walk().emptied_by().cloned();
    }
    Ok(mentioned)
}

/// Adds a number of places in a file, of which one is the first.
fn add(
    project: &Project<'_>,
    file: FileIndex,
    (count, first): (usize, usize),
    mentioned: &mut Mentioned,
) {
    mentioned.count += count;
    if mentioned.files.len() < MAX_MENTIONING_FILES {
        let entry = project.entry(file);
        let line = project.snapshot.text(&entry.path).map_or(1, |text| text.line_of(first));
        mentioned.files.push(FileLine { file: Arc::clone(&entry.path.display), line });
    }
}

/// Adds the places that name the file of what it exports by default, as those may use it that do
/// not name it: `lazy(() => import("./page"))`.
fn add_loading(
    project: &Project<'_>,
    group: &[Def],
    mentioned: &mut Mentioned,
) -> Result<(), Cancelled> {
    for def in exported_by_default(project, group) {
        let stem = stem_in_imports(project, def);
        for found in &project.mentions_in_code(stem)?.files {
            let entry = project.entry(found.file);
            let Ok(text) = project.snapshot.text(&entry.path) else { continue };
            let in_path = |at: &&usize| {
                let (before, behind) = (&text.content[..**at], &text.content[**at + stem.len()..]);
                before.ends_with(['/', '"', '\'', '`'])
                    && behind.starts_with(['.', '/', '"', '\'', '`'])
            };
            let mut places = found.offsets.iter().filter(in_path).peekable();
            if found.file != def.file
                && let Some(first) = places.peek().copied().copied()
            {
                add(project, found.file, (places.count(), first), mentioned);
            }
        }
    }
    Ok(())
}

/// Returns the largest file that may define a name but was not read.
fn unread(project: &Project<'_>, name: &str, failed: &[ReadError]) -> Option<UnreadFile> {
    let known = project.known(name);
    let left = known.iter().flat_map(|known| &known.unread).map(|file| project.entry(*file));
    let left = left.map(|entry| (Arc::clone(&entry.path.display), entry.stamp.size));
    let too_large =
        failed.iter().filter(|error| error.is_of_code()).filter_map(|error| match error {
            ReadError::TooLarge { path, size, .. } => Some((Arc::from(path.as_str()), *size)),
            _ => None,
        });
    let largest = left
        .chain(too_large)
        .max_by(|one, other| one.1.cmp(&other.1).then_with(|| other.0.cmp(&one.0)));
    largest.map(|(file, bytes)| UnreadFile { file, bytes })
}

/// Returns the number of the files of code, and of the directories, that could not be read. Code
/// that holds a NUL byte is among them: compilers take it.
fn unreadable(project: &Project<'_>, failed: &[ReadError]) -> NotRead {
    let is_unreadable = |error: &&ReadError| {
        error.is_of_code()
            && matches!(
                error,
                ReadError::Unreadable { .. }
                    | ReadError::Replaced { .. }
                    | ReadError::Binary { .. }
            )
    };
    NotRead {
        files: failed.iter().filter(is_unreadable).count(),
        occurrences: 0,
        ..project.walk().not_read()
    }
}

/// Returns the suggestions that are worth showing: names of another spelling only where the text
/// has none of this one.
pub(super) fn worth_showing(
    mut suggestions: Vec<Suggestion>,
    name: &str,
    mentions: &Mentioned,
) -> Vec<Suggestion> {
    suggestions.retain(|near| mentions.count == 0 || last_name(&near.name) == name);
    suggestions
}

/// Returns the last name of a written path.
pub(super) fn last_name(symbol: &str) -> &str {
    let symbol = symbol.trim().trim_end_matches("()");
    symbol.rsplit(['.', ':', '/', '#', '\\', '>']).find(|part| !part.is_empty()).unwrap_or(symbol)
}
