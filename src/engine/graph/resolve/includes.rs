//! What a file sees by the files that it includes, where a program shares its names: of several
//! definitions of a name, those of which a header is among these files.

use super::candidates::{Candidate, Candidates};
use crate::domain::lock;
use crate::engine::graph::model::{Def, FileIndex};
use crate::engine::graph::project::{Project, Unit};
use crate::engine::graph::semantics::{self, Semantics};
use crate::workspace::Text;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Arc, Mutex};

/// Limit of the files that one includes, itself or through others; of more, nothing is told.
const MAX_FILES: usize = 1_000;

type Files = Arc<FxHashSet<FileIndex>>;

/// The files that each file includes, itself or through others.
#[derive(Default)]
struct Included {
    itself: Mutex<FxHashMap<FileIndex, Arc<[FileIndex]>>>,
    all: Mutex<FxHashMap<FileIndex, Option<Files>>>,
}

impl Candidates<'_, '_> {
    /// Returns the definitions of the only group of several of which a file includes one, and those
    /// of others in files that include it; `None` where what is included does not tell.
    pub(super) fn included(
        &self,
        unit: &Unit,
        seen: &[&Candidate<'_>],
    ) -> Option<(Vec<Def>, Vec<Def>)> {
        // Elsewhere a look-up follows includes.
        if semantics::of(unit.language).follows_wildcards(unit) {
            return None;
        }
        let files = included(self.project, unit.file)?;
        let is_included = |each: &&&Candidate<'_>| files.contains(&each.def.file);
        let group = seen.iter().find(is_included)?.group();
        if seen.iter().filter(is_included).any(|each| each.group() != group) {
            return None;
        }
        let (meant, others): (Vec<&Candidate<'_>>, Vec<&Candidate<'_>>) =
            seen.iter().partition(|each| each.group() == group);
        let others = others.into_iter().filter(|each| each.includes(unit));
        Some((
            meant.into_iter().map(|each| each.def).collect(),
            others.map(|each| each.def).collect(),
        ))
    }
}

impl Candidates<'_, '_> {
    /// Returns whether a file is another one, or among those that it includes.
    pub(super) fn is_reached(&self, unit: &Unit, file: FileIndex) -> bool {
        included(self.project, unit.file).is_none_or(|files| files.contains(&file))
    }
}

/// Returns a file with those that it includes, itself or through others; `None` if they are too
/// many.
pub(super) fn included(project: &Project<'_>, file: FileIndex) -> Option<Files> {
    let known = project.fact(|_| Included::default());
    if let Some(found) = lock(&known.all).get(&file) {
        return found.clone();
    }
    let mut all: FxHashSet<FileIndex> = FxHashSet::from_iter([file]);
    let mut open = vec![file];
    while let Some(next) = open.pop() {
        if all.len() > MAX_FILES || project.snapshot.cancel().is_cancelled() {
            break;
        }
        open.extend(known.of(project, next).iter().copied().filter(|file| all.insert(*file)));
    }
    let found = (all.len() <= MAX_FILES).then(|| Arc::new(all));
    lock(&known.all).insert(file, found.clone());
    found
}

impl Included {
    fn of(&self, project: &Project<'_>, file: FileIndex) -> Arc<[FileIndex]> {
        if let Some(known) = lock(&self.itself).get(&file) {
            return Arc::clone(known);
        }
        let path = &project.entry(file).path;
        let semantics = project.entry(file).language.map(semantics::of);
        let text = Text::read(path).map(|text| text.content).unwrap_or_default();
        let found: Arc<[FileIndex]> = paths(&text)
            .flat_map(|included| {
                let of = |semantics: &'static dyn Semantics| {
                    semantics.included_files(project, &path.display, included)
                };
                semantics.map(of).unwrap_or_default()
            })
            .collect();
        lock(&self.itself).insert(file, Arc::clone(&found));
        found
    }
}

/// Returns the paths that a text includes.
fn paths(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let directive = line.trim_start().strip_prefix('#')?.trim_start();
        let path = directive.strip_prefix("include")?.trim_start();
        let close = match path.as_bytes().first()? {
            b'"' => '"',
            b'<' => '>',
            _ => return None,
        };
        path[1..].split_once(close).map(|(path, _)| path)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stand_behind_the_word() {
        let text =
            "#include \"a.h\" // b\n  # include <sys/b.h>\n#include NAME\n// #include \"c.h\"\n";
        assert_eq!(paths(text).collect::<Vec<_>>(), ["a.h", "sys/b.h"]);
    }
}
