//! All uses of a name in the project, each bound to the definitions that it may mean.

use super::bind::{Bound, Candidates};
use super::modules::{Found, Trail, local_name};
use super::path_modules;
use super::project::{Def, FileIndex, Project, Unit, split_path};
use crate::domain::Cancelled;
use crate::workspace::MentioningFile;
use crate::workspace::names::{Imported, Use};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Bytes of text that are parsed for the uses of one name. At 10 MB/s and core this bounds the work to about a second.
const MOST_BYTES: u64 = 16 << 20;

/// Other names that one definition is imported under, and which are looked for in turn.
const MOST_ALIASES: usize = 6;

/// One use, bound.
pub(in crate::engine) struct BoundUse {
    pub(in crate::engine) unit: Arc<Unit>,
    pub(in crate::engine) found: Use,
    pub(in crate::engine) bound: Vec<Bound>,
}

/// The uses of a name.
pub(in crate::engine) struct Uses {
    /// In the order of files and positions.
    pub(in crate::engine) uses: Vec<BoundUse>,
    /// Files that mention the name and were not looked at.
    pub(in crate::engine) skipped: Vec<FileIndex>,
}

/// Finds and binds the uses of the candidates' name that `accept` takes.
pub(in crate::engine) fn uses(
    project: &Project<'_>,
    candidates: &Candidates<'_, '_>,
    accept: impl Fn(&Use) -> bool + Sync,
) -> Result<Uses, Cancelled> {
    let is_default = candidates.defs.iter().any(|def| exports_default(project, *def));
    let mut names: BTreeSet<String> = BTreeSet::from([candidates.name.clone()]);
    let mut done: BTreeSet<String> = BTreeSet::new();
    let mut uses = Vec::new();
    let mut skipped = Vec::new();
    while let Some(name) = names.iter().find(|name| !done.contains(*name)).cloned() {
        done.insert(name.clone());
        let (files, left) = files_to_read(project, candidates, &name)?;
        skipped.extend(left);
        let units = project.read_all(&files)?;
        let found: Vec<(Vec<BoundUse>, BTreeSet<String>)> =
            units.par_iter().map(|unit| in_unit(project, candidates, unit, &name, is_default, &accept)).collect();
        for (found, aliases) in found {
            uses.extend(found);
            names.extend(aliases.into_iter().take(MOST_ALIASES.saturating_sub(names.len())));
        }
    }
    uses.sort_by_key(|found| (found.unit.file, found.found.span));
    uses.dedup_by_key(|found| (found.unit.file, found.found.span));
    skipped.sort_unstable();
    skipped.dedup();
    Ok(Uses { uses, skipped })
}

/// The uses in these files of the candidates' name, under that name and under those that the files' own imports give it. In
/// the order of files and positions.
pub(in crate::engine) fn uses_in(
    project: &Project<'_>,
    candidates: &Candidates<'_, '_>,
    files: &[FileIndex],
    accept: impl Fn(&Use) -> bool + Sync,
) -> Result<Vec<BoundUse>, Cancelled> {
    let is_default = candidates.defs.iter().any(|def| exports_default(project, *def));
    let units = project.read_all(files)?;
    let found: Vec<(Vec<BoundUse>, BTreeSet<String>)> = units
        .par_iter()
        .map(|unit| in_unit(project, candidates, unit, &candidates.name, is_default, &accept))
        .collect();
    Ok(found.into_iter().flat_map(|(found, _)| found).collect())
}

/// The files that mention a name, those nearest to its definitions first, up to [`MOST_BYTES`]; and those left out.
fn files_to_read(
    project: &Project<'_>,
    candidates: &Candidates<'_, '_>,
    name: &str,
) -> Result<(Vec<FileIndex>, Vec<FileIndex>), Cancelled> {
    let mentions = project.mentions(name)?;
    let mut files: Vec<FileIndex> = mentions
        .files
        .par_iter()
        .filter(|found| !is_only_in_comments(project, found))
        .map(|found| found.file as FileIndex)
        .collect();
    if name == candidates.name {
        files.extend(importers_of_default(project, candidates)?);
        files.extend(candidates.defs.iter().map(|def| def.file));
    }
    files.sort_unstable();
    files.dedup();
    files.retain(|file| project.entry(*file).language.is_none_or(|language| language.is_code()));
    let total: u64 = files.iter().map(|file| project.entry(*file).stamp.size).sum();
    if total <= MOST_BYTES {
        return Ok((files, Vec::new()));
    }
    let homes: BTreeSet<&str> =
        candidates.defs.iter().map(|def| split_path(&project.entry(def.file).path.display).0).collect();
    files.sort_by_key(|file| {
        let entry = project.entry(*file);
        let directory = split_path(&entry.path.display).0;
        let is_defining = candidates.defs.iter().any(|def| def.file == *file);
        (!is_defining, !homes.contains(directory), entry.nature.is_test(), *file)
    });
    let mut read = 0;
    let mut taken = Vec::new();
    let mut left = Vec::new();
    for file in files {
        let size = project.entry(file).stamp.size;
        if read + size <= MOST_BYTES {
            read += size;
            taken.push(file);
        } else {
            left.push(file);
        }
    }
    taken.sort_unstable();
    Ok((taken, left))
}

/// Whether every mention in a file stands in a comment that has its line to itself, as most of documentation does: then the
/// file uses nothing of the name, and need not be parsed.
fn is_only_in_comments(project: &Project<'_>, found: &MentioningFile) -> bool {
    let entry = project.entry(found.file as FileIndex);
    let Some(language) = entry.language else { return false };
    let marks = &language.config.comments.line;
    let Ok(text) = project.snapshot.text(&entry.path) else { return false };
    !marks.is_empty()
        && found.offsets.iter().all(|offset| {
            let before = text.content.get(..*offset).unwrap_or_default();
            let line = before.rsplit('\n').next().unwrap_or_default().trim_start();
            marks.iter().any(|mark| line.starts_with(mark.as_str()))
        })
}

/// Files that may import a definition under any name, since its file exports it without one.
pub(in crate::engine) fn importers_of_default(
    project: &Project<'_>,
    candidates: &Candidates<'_, '_>,
) -> Result<Vec<FileIndex>, Cancelled> {
    let mut files = Vec::new();
    for def in candidates.defs.iter() {
        if !exports_default(project, *def) {
            continue;
        }
        let (directory, file) = split_path(&project.entry(def.file).path.display);
        let stem = file.split_once('.').map_or(file, |(stem, _)| stem);
        let stem = if stem == "index" { split_path(directory).1 } else { stem };
        files.extend(project.mentions(stem)?.files.iter().map(|found| found.file as FileIndex));
    }
    Ok(files)
}

fn exports_default(project: &Project<'_>, def: Def) -> bool {
    let Some(unit) = project.unit(def.file) else { return false };
    if !path_modules::may_export_default(unit.content()) {
        return false;
    }
    let exported = path_modules::default_export(project, def.file, &mut Trail::new());
    matches!(exported, Found::Definitions(defs) if defs.contains(&def))
}

/// The uses of a name in one file, under that name and under those that the file's imports give it; and these names. An
/// import gives a name of its own choice to what a file exports without one (`is_default`).
fn in_unit(
    project: &Project<'_>,
    candidates: &Candidates<'_, '_>,
    unit: &Arc<Unit>,
    name: &str,
    is_default: bool,
    accept: &(impl Fn(&Use) -> bool + Sync),
) -> (Vec<BoundUse>, BTreeSet<String>) {
    let mut aliases = BTreeSet::new();
    let mut spoken = BTreeSet::from([name.to_owned()]);
    for import in &unit.names().imports {
        let is_renamed = match import.imported {
            Imported::Name(imported) => import.alias.is_some() && imported.of(unit.content()) == name,
            Imported::Default => is_default,
            Imported::Module => is_default && import.alias.is_some(),
            Imported::Wildcard => false,
        };
        let Some(local) = local_name(unit, import).filter(|local| is_renamed && *local != name) else { continue };
        if let Found::Definitions(found) = project.follow(unit, import, &mut Trail::new())
            && found.iter().any(|def| candidates.defs.contains(def))
        {
            spoken.insert(local.to_owned());
            // An alias of a default export is nobody else's name for it.
            if matches!(import.imported, Imported::Name(_)) {
                aliases.insert(local.to_owned());
            }
        }
    }
    let mut uses = Vec::new();
    for spoken in &spoken {
        for found in unit.names().uses_of(unit.content(), spoken).filter(|found| accept(found)) {
            let bound = candidates.bind(unit, found);
            if !bound.is_empty() {
                uses.push(BoundUse { unit: Arc::clone(unit), found: *found, bound });
            }
        }
    }
    (uses, aliases)
}
