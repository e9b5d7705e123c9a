//! Search for all uses of a name in the project, each resolved to the definitions that it may mean.

mod distance;
mod renamed;

use self::distance::distance;
use self::renamed::{NamesInFile, Renamed, names_in_file};
use super::accessor_names::AccessorName;
use super::beside;
use super::model::Lookup;
use super::nullary;
use super::project::{Def, FileIndex, Project, Unit, may_be_code, split_path, stem_of};
use super::resolve::{Candidates, Meaning, Resolution};
use super::semantics;
use super::target::candidates;
use crate::domain::{Alias, Cancelled, Certainty, NotFollowed};
use crate::workspace::names::{Role, Type, TypeAlias, Use};
use crate::workspace::{FileEntry, FileKind, Hints};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::{Arc, OnceLock};

/// Maximum bytes of text parsed for the uses of the target's own name: enough for a function that
/// 700 files of a large tree call.
const MAX_BYTES: u64 = 32 << 20;

/// Maximum bytes of text parsed for indirect uses: callers of callers, users of members, tests of
/// helpers.
const MAX_BYTES_INDIRECT: u64 = 7 << 20;

/// Maximum number of names searched for one definition: its own, and those that imports and exports
/// give it.
const MAX_ALIASES: usize = 6;

/// Filter for the uses of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::engine) enum UseFilter {
    Calls,
    /// Uses that hand a function on instead of calling it.
    Values,
    Supertypes,
    All,
    /// No uses; other definitions of the name are listed.
    Definitions,
}

impl UseFilter {
    pub(super) fn accepts(self, found: &Use) -> bool {
        match self {
            // A header with arguments calls the constructor of the supertype that it names.
            UseFilter::Calls => {
                matches!(found.role, Role::Call | Role::Initialize)
                    || found.role == Role::Inherit && found.arguments.is_some()
            }
            UseFilter::Values => found.role == Role::Read,
            // An anonymous type is created where it is written, by a call of its supertype.
            UseFilter::Supertypes => matches!(found.role, Role::Inherit | Role::Call),
            UseFilter::All => found.role != Role::Label,
            UseFilter::Definitions => false,
        }
    }

    /// Returns whether a use is accepted if it means a definition that its name calls.
    pub(super) fn may_accept(self, unit: &Unit, found: &Use) -> bool {
        self == UseFilter::Calls && nullary::may_call(unit, found)
    }

    /// Returns whether a use is accepted as one of a definition.
    fn accepts_meaning(
        self,
        project: &Project<'_>,
        (unit, found): (&Unit, &Use),
        def: Def,
    ) -> bool {
        match self {
            UseFilter::Calls => self.accepts(found) || project.is_called_by_name(unit, found, def),
            UseFilter::Values => !project.is_called_by_name(unit, found, def),
            UseFilter::Supertypes | UseFilter::All | UseFilter::Definitions => true,
        }
    }

    /// Returns whether the results are definitions, matched by the names in their headers, instead
    /// of uses.
    pub(super) const fn is_of_headers(self) -> bool {
        matches!(self, UseFilter::Supertypes | UseFilter::Definitions)
    }

    const fn may_be_in(self, hints: Hints) -> bool {
        match self {
            UseFilter::Calls => hints.may_call,
            UseFilter::Supertypes => hints.may_inherit,
            UseFilter::Values | UseFilter::All => hints.may_use,
            UseFilter::Definitions => false,
        }
    }
}

/// Bytes that may still be parsed for one question. A file that was parsed before costs nothing
/// again.
pub(in crate::engine) struct ParseBudget {
    left: u64,
    /// Those for the calls of fields that hold functions, which take nothing from the others.
    left_of_fields: u64,
    read: HashSet<FileIndex>,
    /// Uses of names that are needed for each of many types of one name.
    kept: HashMap<(UseFilter, String), Arc<Uses>>,
    /// Names that are not looked for because of their number, or with a number of files in which
    /// they are not.
    left_out: BTreeMap<String, Option<usize>>,
}

impl ParseBudget {
    /// Creates the budget for the uses of the target itself.
    pub(in crate::engine) fn new() -> Self {
        Self::with_bytes(MAX_BYTES)
    }

    /// Creates the budget for indirect uses of the target.
    pub(in crate::engine) fn indirect() -> Self {
        Self::with_bytes(MAX_BYTES_INDIRECT)
    }

    fn with_bytes(left: u64) -> Self {
        let (kept, left_out) = (HashMap::new(), BTreeMap::new());
        let left_of_fields = MAX_BYTES_INDIRECT;
        Self { left, left_of_fields, read: HashSet::new(), kept, left_out }
    }

    /// Returns whether the budget allows a file to be read, and deducts its size.
    pub(super) fn deduct(&mut self, project: &Project<'_>, file: FileIndex) -> bool {
        let Self { left, read, .. } = self;
        deduct(left, read, project, file)
    }

    /// The same for the calls of fields that hold functions.
    pub(super) fn deduct_of_fields(&mut self, project: &Project<'_>, file: FileIndex) -> bool {
        let Self { left_of_fields, read, .. } = self;
        deduct(left_of_fields, read, project, file)
    }

    /// Records that a name is not looked for, or not in a number of files that mention it.
    pub(super) fn leave(&mut self, name: &str, files: Option<usize>) {
        self.left_out.insert(name.to_owned(), files);
    }

    /// Returns the names beside `name` that were not looked for everywhere, in order.
    pub(super) fn not_followed(&self, name: &str) -> Vec<NotFollowed> {
        let supertypes =
            self.kept.iter().filter(|((filter, _), _)| *filter == UseFilter::Supertypes);
        let cut = supertypes
            .map(|((_, name), uses)| (name, uses))
            .filter(|(name, uses)| !uses.skipped.is_empty() && !self.left_out.contains_key(*name));
        let cut = cut.map(|(name, uses)| (name, Some(uses.skipped.len())));
        let all = cut.chain(self.left_out.iter().map(|(name, files)| (name, *files)));
        let others = all.filter(|(other, _)| *other != name);
        let mut others: Vec<NotFollowed> =
            others.map(|(name, files)| NotFollowed { name: name.clone(), files }).collect();
        others.sort_unstable();
        others
    }
}

fn deduct(
    left: &mut u64,
    read: &mut HashSet<FileIndex>,
    project: &Project<'_>,
    file: FileIndex,
) -> bool {
    if read.contains(&file) {
        return true;
    }
    let size = project.entry(file).stamp.size;
    let is_affordable = size <= *left;
    if is_affordable {
        *left -= size;
        read.insert(file);
    }
    is_affordable
}

/// One use with the definitions that it resolves to.
pub(in crate::engine) struct ResolvedUse {
    pub(in crate::engine) unit: Arc<Unit>,
    pub(in crate::engine) name_use: Use,
    /// Shared by the uses of a file with the same meanings.
    pub(in crate::engine) meanings: Arc<[Meaning]>,
}

/// Uses of a name.
pub(in crate::engine) struct Uses {
    /// Sorted by file and position.
    pub(in crate::engine) uses: Vec<ResolvedUse>,
    /// Files that mention the name but were not searched.
    pub(in crate::engine) skipped: Vec<FileIndex>,
    /// Searched files, in order.
    pub(in crate::engine) read: Vec<FileIndex>,
    /// The name itself, then the names that imports and exports give to the definitions.
    pub(in crate::engine) names: Vec<String>,
    /// Origins of the other names, one place for each name and definition.
    pub(in crate::engine) renamed: Vec<Renamed>,
    /// The uses that mean a definition, by their places, and how certain they do.
    by_meaning: OnceLock<FxHashMap<Def, Vec<(usize, Certainty)>>>,
}

impl Uses {
    /// Returns no uses of a name that no file of the project defines.
    pub(super) fn none(name: &str, read: Vec<FileIndex>, skipped: Vec<FileIndex>) -> Self {
        Self::new(Vec::new(), vec![name.to_owned()], (read, skipped), Vec::new())
    }

    fn new(
        uses: Vec<ResolvedUse>,
        names: Vec<String>,
        (read, skipped): (Vec<FileIndex>, Vec<FileIndex>),
        renamed: Vec<Renamed>,
    ) -> Self {
        Self { uses, skipped, read, names, renamed, by_meaning: OnceLock::new() }
    }

    /// Returns the uses that may mean a definition, in order, each with how certain it does.
    pub(super) fn of(&self, def: Def) -> impl Iterator<Item = (&ResolvedUse, Certainty)> {
        let by_meaning = self.by_meaning.get_or_init(|| {
            let mut known: FxHashMap<Def, Vec<(usize, Certainty)>> = FxHashMap::default();
            for (place, found) in self.uses.iter().enumerate() {
                for meaning in &*found.meanings {
                    let of = known.entry(meaning.def).or_default();
                    match of.last_mut().filter(|(last, _)| *last == place) {
                        Some((_, certainty)) => *certainty = meaning.certainty.min(*certainty),
                        None => of.push((place, meaning.certainty)),
                    }
                }
            }
            known
        });
        let of = by_meaning.get(&def).into_iter().flatten();
        of.map(|(place, certainty)| (&self.uses[*place], *certainty))
    }

    /// Returns the names that imports give to some of the definitions, with a place of each.
    pub(super) fn aliases_of(&self, defs: &HashSet<Def>) -> Vec<&Alias> {
        renamed::aliases_of(&self.renamed, defs, |name| {
            let is_it = |found: &&ResolvedUse| found.name_use.span.of(found.unit.content()) == name;
            let mut meanings = self.uses.iter().filter(is_it).flat_map(|found| &*found.meanings);
            meanings.any(|meaning| defs.contains(&meaning.def))
        })
    }

    /// Returns the resolved use at a byte offset of a file.
    pub(super) fn resolved_at(&self, file: FileIndex, at: usize) -> Option<&ResolvedUse> {
        let place = |found: &ResolvedUse| (found.unit.file, found.name_use.span.start as usize);
        let index = self.uses.binary_search_by_key(&(file, at), place).ok()?;
        Some(&self.uses[index])
    }
}

/// Finds and resolves the uses of the candidates' name.
pub(in crate::engine) fn uses(
    project: &Project<'_>,
    mut candidates: Candidates<'_, '_>,
    filter: UseFilter,
    budget: &mut ParseBudget,
) -> Result<Uses, Cancelled> {
    let defaults = exported_by_default(project, &candidates.defs);
    let is_default = !defaults.is_empty();
    let mut names: BTreeSet<String> = BTreeSet::from([candidates.name.clone()]);
    if candidates.has_any_case() {
        names.extend(project.other_spellings(&candidates.name)?);
    }
    if filter == UseFilter::Calls {
        names.extend(candidates.names_called_through());
    }
    names.extend(candidates.further_names().iter().cloned());
    names.extend(candidates.short_name().map(str::to_owned));
    names.extend(accessor_names(project, &candidates)?);
    let most = names.len() + MAX_ALIASES - 1;
    let mut done: BTreeSet<String> = BTreeSet::new();
    let mut uses = Vec::new();
    let mut read = Vec::new();
    let mut renamed: Vec<Renamed> = Vec::new();
    let mut skipped = unread(project, &candidates.name, filter)?;
    while let Some(name) = names.iter().find(|name| !done.contains(*name)).cloned() {
        done.insert(name.clone());
        let (files, left) = files_to_read(project, &candidates, &name, &defaults, filter, budget)?;
        skipped.extend(left);
        project.need_uses(&name, &files);
        let units = project.read_all(&files)?;
        semantics::prepare(project, &units)?;
        let unparsed: Vec<FileIndex> =
            units.iter().filter(|unit| unit.facts().is_unparsed()).map(|unit| unit.file).collect();
        read.extend(files.iter().filter(|file| !unparsed.contains(file)));
        skipped.extend(unparsed);
        if name == candidates.name {
            candidates = candidates.for_files(&units);
        }
        let found = resolve_in_files(project, &candidates, &units, &name, is_default, filter)?;
        for (found, aliases) in found {
            uses.extend(found);
            for found in aliases {
                renamed::add(found, &mut renamed, &mut names, most);
            }
        }
    }
    uses.sort_by_key(|found| (found.unit.file, found.name_use.span));
    uses.dedup_by_key(|found| (found.unit.file, found.name_use.span));
    skipped.sort_unstable();
    skipped.dedup();
    read.sort_unstable();
    read.dedup();
    if filter == UseFilter::Supertypes {
        skipped.retain(|file| read.binary_search(file).is_err());
    }
    // The name itself comes first.
    names.remove(&candidates.name);
    let names = std::iter::once(candidates.name.clone()).chain(names).collect();
    Ok(Uses::new(uses, names, (read, skipped), renamed))
}

/// Returns the files that may define a name and were not read. What may define something else of
/// the name than a type matters to no header.
fn unread(
    project: &Project<'_>,
    name: &str,
    filter: UseFilter,
) -> Result<Vec<FileIndex>, Cancelled> {
    let mut unread = project.known(name).map_or_else(Vec::new, |known| known.unread.clone());
    if filter == UseFilter::Supertypes && !unread.is_empty() {
        let mentions = project.mentions_in_code(name)?;
        let in_header = mentions.files.iter().filter(|found| filter.may_be_in(found.hints));
        let in_header: HashSet<FileIndex> = in_header.map(|found| found.file).collect();
        unread.retain(|file| in_header.contains(file));
    }
    Ok(unread)
}

/// Returns the names of accessors, or of their properties, that code of other languages holds.
fn accessor_names(
    project: &Project<'_>,
    candidates: &Candidates<'_, '_>,
) -> Result<Vec<String>, Cancelled> {
    let is_in = |file: &FileEntry, of: &AccessorName| {
        file.language.is_some_and(|language| of.is_of(language))
    };
    let mut names = candidates.accessor_names().iter().collect::<Vec<_>>();
    names.retain(|of| project.files().iter().any(|file| is_in(file, of)));
    let written: Vec<&str> = names.iter().map(|of| of.name.as_str()).collect();
    project.find_mentions(&written)?;
    let is_held = |of: &&AccessorName| {
        let mentions = project.known_mentions(&of.name).unwrap_or_default();
        mentions.files.iter().any(|found| is_in(project.entry(found.file), of))
    };
    Ok(names.into_iter().filter(is_held).map(|of| of.name.clone()).collect())
}

/// Returns no uses of a name, with the files that define it as the searched ones.
pub(in crate::engine) fn no_uses(project: &Project<'_>, name: &str) -> Result<Uses, Cancelled> {
    let mut read: Vec<FileIndex> = project.definitions(name)?.iter().map(|def| def.file).collect();
    read.sort_unstable();
    read.dedup();
    let skipped = project.known(name).map_or_else(Vec::new, |known| known.unread.clone());
    Ok(Uses::none(name, read, skipped))
}

/// Returns the uses of a name that may refer to it as a supertype.
pub(in crate::engine) fn supertype_uses(
    project: &Project<'_>,
    name: &str,
    budget: &mut ParseBudget,
) -> Result<Arc<Uses>, Cancelled> {
    kept_uses(project, name, UseFilter::Supertypes, budget)
}

/// Returns the uses of a name, which are looked for once on one budget.
pub(super) fn kept_uses(
    project: &Project<'_>,
    name: &str,
    filter: UseFilter,
    budget: &mut ParseBudget,
) -> Result<Arc<Uses>, Cancelled> {
    let key = (filter, name.to_owned());
    if let Some(known) = budget.kept.get(&key) {
        return Ok(Arc::clone(known));
    }
    let uses = Arc::new(uses(project, candidates(project, name)?, filter, budget)?);
    budget.kept.insert(key, Arc::clone(&uses));
    Ok(uses)
}

/// Returns the uses of the candidates' name in the given files, under that name and under those
/// that the files' own imports give it. Sorted by file and position.
pub(in crate::engine) fn uses_in(
    project: &Project<'_>,
    candidates: Candidates<'_, '_>,
    files: &[FileIndex],
    filter: UseFilter,
) -> Result<Vec<ResolvedUse>, Cancelled> {
    let is_default = candidates.defs.iter().any(|def| exports_default(project, *def));
    let units = project.read_all(files)?;
    let candidates = candidates.for_files(&units);
    let found =
        resolve_in_files(project, &candidates, &units, &candidates.name, is_default, filter)?;
    Ok(found.into_iter().flat_map(|(found, _)| found).collect())
}

/// Returns the files to search for a name, as far as the budget allows, and those left out. Files
/// that define the name come first, then those nearest to one that does, then tests, and
/// third-party code last, which uses nothing of the project.
fn files_to_read(
    project: &Project<'_>,
    candidates: &Candidates<'_, '_>,
    name: &str,
    defaults: &[Def],
    filter: UseFilter,
    budget: &mut ParseBudget,
) -> Result<(Vec<FileIndex>, Vec<FileIndex>), Cancelled> {
    let mentions = project.mentions_in_code(name)?;
    let worth = mentions.files.iter().filter(|found| filter.may_be_in(found.hints));
    let mut files: Vec<FileIndex> = worth.map(|found| found.file).collect();
    if name == candidates.name {
        files.extend(importers_of_default(project, defaults)?);
        files.extend(candidates.defs.iter().map(|def| def.file));
    }
    files.sort_unstable();
    files.dedup();
    let languages = candidates.languages();
    files.retain(|file| candidates.may_be_named(name, project.entry(*file).language));
    files.retain(|file| {
        let entry = project.entry(*file);
        let may_use = entry
            .language
            .is_none_or(|language| languages.iter().any(|of| of.is_used_with(language)));
        may_be_code(entry) && may_use
    });
    let total: u64 = files.iter().map(|file| project.entry(*file).stamp.size).sum();
    if total > budget.left {
        let defining: HashSet<FileIndex> = candidates.defs.iter().map(|def| def.file).collect();
        let homes: BTreeSet<&str> =
            defining.iter().map(|file| split_path(&project.entry(*file).path.display).0).collect();
        let is_vendored = |file: &FileIndex| project.entry(*file).class.has(FileKind::Vendored);
        let is_of_project = !defining.iter().any(is_vendored);
        files.sort_by_cached_key(|file| {
            let entry = project.entry(*file);
            let far = distance(&homes, split_path(&entry.path.display).0);
            let is_foreign = is_of_project && is_vendored(file);
            (!defining.contains(file), is_foreign, entry.class.is_test(), far, *file)
        });
    }
    let (mut taken, left): (Vec<FileIndex>, Vec<FileIndex>) =
        files.into_iter().partition(|file| budget.deduct(project, *file));
    taken.sort_unstable();
    Ok((taken, left))
}

/// Returns the definitions that their files export by default.
pub(in crate::engine) fn exported_by_default(project: &Project<'_>, defs: &[Def]) -> Vec<Def> {
    defs.iter().copied().filter(|def| exports_default(project, *def)).collect()
}

/// Returns the files that may import default exports, which they can do under any name.
pub(in crate::engine) fn importers_of_default(
    project: &Project<'_>,
    defaults: &[Def],
) -> Result<Vec<FileIndex>, Cancelled> {
    let mut files = Vec::new();
    for def in defaults {
        let stem = stem_in_imports(project, *def);
        files.extend(project.mentions_in_code(stem)?.files.iter().map(|found| found.file));
    }
    Ok(files)
}

/// Returns the name by which imports name the file of a definition.
pub(in crate::engine) fn stem_in_imports<'p>(project: &'p Project<'_>, def: Def) -> &'p str {
    let path = &project.entry(def.file).path.display;
    let stem = stem_of(path);
    if matches!(stem, "index" | "init") { split_path(split_path(path).0).1 } else { stem }
}

fn exports_default(project: &Project<'_>, def: Def) -> bool {
    let Some(unit) = project.unit(def.file) else { return false };
    if !semantics::of(unit.language).may_export_default(unit) {
        return false;
    }
    let exported = project.default_export(unit);
    matches!(exported, Lookup::Definitions(defs) if defs.contains(&def))
}

/// Uses in one file, and the aliases that the file defines.
type UsesInUnit = (Vec<ResolvedUse>, Vec<Renamed>);

/// Calls [`resolve_in_file`] for each of the files.
fn resolve_in_files(
    project: &Project<'_>,
    candidates: &Candidates<'_, '_>,
    units: &[Arc<Unit>],
    name: &str,
    is_default: bool,
    filter: UseFilter,
) -> Result<Vec<UsesInUnit>, Cancelled> {
    beside::find(project, candidates, units, name)?;
    let steps = project.snapshot.progress().start(units.len(), "resolving uses");
    let find = |unit: &Arc<Unit>| {
        project.snapshot.cancel().check()?;
        steps.step();
        let found = resolve_in_file(project, candidates, unit, name, is_default, filter);
        // `resolve_in_file` stops early if the request is cancelled.
        project.snapshot.cancel().check()?;
        Ok(found)
    };
    units.par_iter().map(find).collect()
}

/// Returns the uses of a name in one file, under that name and under those that the file's imports
/// give it, and these aliases. An import chooses the name of a default export (`is_default`).
fn resolve_in_file(
    project: &Project<'_>,
    candidates: &Candidates<'_, '_>,
    unit: &Arc<Unit>,
    name: &str,
    is_default: bool,
    filter: UseFilter,
) -> UsesInUnit {
    let NamesInFile { written, variables, aliases } =
        names_in_file(candidates, unit, name, is_default, project.snapshot.cancel());
    let mut uses = Vec::new();
    // Thousands of uses may each have the same thousands of possible definitions.
    let mut known: FxHashSet<Arc<[Meaning]>> = FxHashSet::default();
    for written in written.iter().chain(&variables) {
        let is_accepted = |found: &&Use| {
            let is_meant = filter.accepts(found)
                || filter.may_accept(unit, found)
                || filter == UseFilter::Supertypes && is_supertype(unit, found);
            is_meant && (!variables.contains(written) || candidates.is_variable(unit, found))
        };
        for found in unit.names().uses_of(unit.content(), written).filter(is_accepted) {
            if project.snapshot.cancel().is_cancelled() {
                break;
            }
            if let Resolution::Definitions(mut meanings) = candidates.resolve(unit, found) {
                meanings
                    .retain(|meaning| filter.accepts_meaning(project, (unit, found), meaning.def));
                if meanings.is_empty() {
                    continue;
                }
                let meanings = known.get(meanings.as_slice()).cloned().unwrap_or_else(|| {
                    let meanings: Arc<[Meaning]> = meanings.into();
                    known.insert(Arc::clone(&meanings));
                    meanings
                });
                uses.push(ResolvedUse { unit: Arc::clone(unit), name_use: *found, meanings });
            }
        }
    }
    if filter == UseFilter::All && name == candidates.name {
        for (name_use, meanings) in candidates.uses_of_fields(unit) {
            uses.push(ResolvedUse { unit: Arc::clone(unit), name_use, meanings: meanings.into() });
        }
        uses.sort_by_key(|found| found.name_use.span);
    }
    (uses, aliases)
}

/// Returns whether a use that is in no header may be a supertype: an alias gives the type another
/// name, or a macro implements it.
fn is_supertype(unit: &Unit, found: &Use) -> bool {
    renaming(unit, found).is_some()
        || semantics::of(unit.language).implements_where_expanded(unit, found)
}

/// Returns the alias that gives a type another name.
pub(super) fn renaming<'u>(unit: &'u Unit, found: &Use) -> Option<&'u TypeAlias> {
    let names = unit.names();
    let renames = |alias: &&TypeAlias| match names.written_type(alias.value) {
        Type::Named { head, .. } => {
            alias.span.contains(found.span) && names.last_name(head) == Some(found.span)
        }
        _ => false,
    };
    if found.role == Role::Type { names.aliases.iter().find(renames) } else { None }
}

#[cfg(test)]
mod tests;
