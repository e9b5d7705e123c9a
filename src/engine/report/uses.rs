//! Users of a file's definitions, by syntax: one pass over the project's text for all names at
//! once, then the files that contain one are parsed, the likeliest first.

use super::ReportQuery;
use super::entries::{Entry, Flag, HUB};
use crate::domain::{Cancelled, Certainty, SymbolKind};
use crate::engine::graph::groups::{Groups, keep_most_certain, most_rows};
use crate::engine::graph::project::{Def, FileIndex, Project, Unit, split_path};
use crate::engine::graph::references::reference;
use crate::engine::graph::resolve::Candidates;
use crate::engine::graph::target::{candidates, group};
use crate::engine::graph::uses::{
    ResolvedUse, UseFilter, exported_by_default, importers_of_default, uses_in,
};
use crate::engine::graph::{Reference, ReferenceRole, Rule};
use crate::workspace::{FileClass, FileKind, MentionsOfEach, files_mentioning_each};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Maximum bytes of text parsed for one report. At 10 MB/s per core this bounds the work to about a
/// second.
const MAX_BYTES: u64 = 24 << 20;

/// Maximum number of files that contain a name for all its definitions to be found and compared.
/// For a more common name, that would cost more than it is worth: only uses that imports, paths and
/// types resolve to the entry count.
const MAX_MENTIONING_FILES: usize = 400;

/// Users of a definition.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Users {
    /// The nearest users, at most as many as requested.
    pub rows: Vec<User>,
    /// Number of different users, by file and symbol, that are certain enough to be listed. Those
    /// in tests are included only if requested.
    pub total: usize,
    /// Number of other files among them.
    pub files: usize,
    /// Number of users in tests that are not in `total`.
    pub tests: usize,
    /// Number of occurrences that may or may not refer to it.
    pub possible: usize,
    /// True if every file that contains the name was searched.
    pub is_exact: bool,
}

/// One user: a definition, or a file outside any definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    pub file: Arc<str>,
    /// Qualified name; `<module>` outside any definition.
    pub symbol: String,
    /// Line of the first use.
    pub line: usize,
    /// Strongest role of its uses.
    pub relation: ReferenceRole,
    pub certainty: Certainty,
}

/// References found for the entries of a file.
#[derive(Default)]
pub(super) struct FoundUses {
    /// References of each entry that was searched for.
    pub(super) references: BTreeMap<usize, Vec<Reference>>,
    /// Entries for whose name not every file was searched.
    partial: BTreeSet<usize>,
    /// Entries whose name occurs nowhere else in the text.
    unmentioned: BTreeSet<usize>,
    /// Entries that are the same definition as an earlier one.
    later: BTreeSet<usize>,
    /// Files that are not the project's own code: vendored, generated, minified.
    not_own: BTreeSet<Arc<str>>,
    /// Number of files that contain a name and were not searched.
    pub(super) unread: usize,
}

/// Adds the users to each entry. Returns the number of files that contain a name and were not
/// searched.
pub(super) fn add_users(
    project: &Project<'_>,
    unit: &Arc<Unit>,
    entries: &mut [Entry],
    query: &ReportQuery,
) -> Result<usize, Cancelled> {
    let found = find(project, unit, entries)?;
    found.write_into(unit, entries, query);
    Ok(found.unread)
}

impl FoundUses {
    /// Replaces the references found by syntax with those of a server.
    pub(super) fn confirm(&mut self, entry_index: usize, references: Vec<Reference>) {
        self.references.insert(entry_index, references);
        self.partial.remove(&entry_index);
    }

    /// Writes the users into the entries.
    pub(super) fn write_into(&self, unit: &Unit, entries: &mut [Entry], query: &ReportQuery) {
        for (entry_index, references) in &self.references {
            let users = self.users(unit, references, query, !self.partial.contains(entry_index));
            let entry = &mut entries[*entry_index];
            if users.files >= HUB {
                entry.flag(Flag::Hub);
            }
            if self.unmentioned.contains(entry_index) {
                entry.flag(Flag::Unused);
            }
            entry.users = Some(users);
        }
        for entry_index in &self.later {
            entries[*entry_index].flag(Flag::Overload);
        }
    }

    /// Groups references into users: one row for each enclosing definition, nearest first.
    fn users(
        &self,
        unit: &Unit,
        references: &[Reference],
        query: &ReportQuery,
        is_exact: bool,
    ) -> Users {
        let separator = &unit.language.config.separator;
        let mut rows: BTreeMap<(Arc<str>, String), (User, bool)> = BTreeMap::new();
        let mut users = Users { is_exact, ..Users::default() };
        for reference in references {
            if reference.certainty == Certainty::Possible {
                users.possible += 1;
                continue;
            }
            let symbol = user_name(reference, separator);
            let row = User {
                file: Arc::clone(&reference.site.file),
                symbol: symbol.clone(),
                line: reference.site.line,
                relation: reference.role,
                certainty: reference.certainty,
            };
            let known = rows.entry((Arc::clone(&row.file), symbol));
            let (known, _) = known.or_insert_with(|| (row.clone(), reference.is_test));
            if strength(row.relation) < strength(known.relation) {
                known.relation = row.relation;
            }
            known.line = known.line.min(row.line);
            known.certainty = known.certainty.min(row.certainty);
        }
        let mut rows: Vec<(User, bool)> = rows.into_values().collect();
        rows.sort_by(|(one, _), (other, _)| {
            (&one.file, one.line, &one.symbol).cmp(&(&other.file, other.line, &other.symbol))
        });
        drop_imports(&mut rows);
        if !query.allow_tests && !unit.facts().class.is_test() {
            let before = rows.len();
            rows.retain(|(_, is_test)| !is_test);
            users.tests = before - rows.len();
        }
        let home = split_path(unit.path()).0;
        rows.sort_by_key(|(user, is_test)| {
            let is_beside = split_path(&user.file).0 == home;
            let is_not_own = self.not_own.contains(&user.file);
            (*user.file == *unit.path(), is_not_own, user.certainty, *is_test, !is_beside)
        });
        let files: BTreeSet<&str> =
            rows.iter().map(|(user, _)| &*user.file).filter(|file| *file != unit.path()).collect();
        users.files = files.len();
        users.total = rows.len();
        users.rows = rows.into_iter().map(|(user, _)| user).take(query.max_refs).collect();
        users
    }
}

/// Returns whether the users of a definition are searched for. Tests and trait implementations are
/// not referred to by name, nor are names that the language calls by itself.
pub(super) fn is_sought(entry: &Entry) -> bool {
    let is_called_by_itself = entry.name.starts_with("__") && entry.name.ends_with("__");
    let is_place = matches!(entry.kind, SymbolKind::Impl | SymbolKind::Section | SymbolKind::Test);
    !(entry.has(Flag::Test)
        || entry.implements.is_some()
        || is_called_by_itself
        || is_place
        || entry.name.len() < 2)
}

/// One name, and the entries that have it.
struct EntryName {
    name: String,
    entries: Vec<usize>,
    /// True if all of its definitions are found and compared; if not, only uses that resolve to the
    /// entry count.
    is_compared: bool,
    /// Files to search.
    files: Vec<FileIndex>,
    /// True if files that contain it are left out.
    is_partial: bool,
    /// True if it occurs in the text outside the definitions of its entries.
    has_others: bool,
}

/// Finds the uses of all entries.
pub(super) fn find(
    project: &Project<'_>,
    unit: &Arc<Unit>,
    entries: &[Entry],
) -> Result<FoundUses, Cancelled> {
    let mut wanted = wanted(project, unit, entries)?;
    let compared: Vec<&str> = wanted
        .iter()
        .filter(|wanted| wanted.is_compared)
        .map(|wanted| wanted.name.as_str())
        .collect();
    project.find_definitions(&compared)?;
    let unread = choose_files(project, unit, &mut wanted);
    let looked_at: BTreeSet<FileIndex> =
        wanted.iter().flat_map(|wanted| &wanted.files).copied().collect();
    let entries_of = looked_at.iter().map(|file| project.entry(*file));
    let not_own = entries_of
        .filter(|entry| is_not_own(entry.class))
        .map(|entry| Arc::clone(&entry.path.display));
    let mut found = FoundUses { unread, not_own: not_own.collect(), ..FoundUses::default() };
    let resolved: Vec<ResolvedNames> = wanted
        .par_iter()
        .map(|wanted| bind(project, unit, wanted, entries))
        .collect::<Result<_, _>>()?;
    // Whether a name occurs elsewhere is not known where directories could not be listed.
    let is_whole = project.unlisted().is_none();
    for (wanted, resolved) in wanted.iter().zip(resolved) {
        for (entry_index, references) in resolved.references {
            if wanted.is_partial || !is_whole {
                found.partial.insert(entry_index);
            }
            if !wanted.has_others && is_whole {
                found.unmentioned.insert(entry_index);
            }
            found.references.insert(entry_index, references);
        }
        found.later.extend(resolved.later);
        found.partial.extend(resolved.cut);
    }
    Ok(found)
}

/// Returns the names to search for, each with the files that contain it.
fn wanted(
    project: &Project<'_>,
    unit: &Unit,
    entries: &[Entry],
) -> Result<Vec<EntryName>, Cancelled> {
    let mut by_name: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (entry_index, entry) in entries.iter().enumerate().filter(|(_, entry)| is_sought(entry)) {
        by_name.entry(&entry.name).or_default().push(entry_index);
    }
    let owners: BTreeSet<&str> = entries.iter().filter_map(owner_name).collect();
    let mut names: Vec<&str> = by_name.keys().copied().collect();
    names.extend(owners.iter().copied());
    let MentionsOfEach { each: mentions, unread } =
        files_mentioning_each(project.files(), &names, project.snapshot.cancel())?;
    let is_kin = |file: &FileIndex| {
        let language = project.entry(*file).language;
        language.is_some_and(|language| {
            language.config.graph.family == unit.rules().family && language.is_code()
        })
    };
    // The first of a name stands for it.
    let places: FxHashMap<&str, usize> =
        names.iter().enumerate().rev().map(|(index, name)| (*name, index)).collect();
    let files_of = |name: &str| -> BTreeSet<FileIndex> {
        let files = places.get(name).map_or(&[][..], |index| mentions[*index].as_slice());
        files.iter().map(|(file, _)| *file as FileIndex).filter(is_kin).collect()
    };
    // A file that contains neither the name of a type nor that of a function which may return one
    // is unlikely to have a value of it.
    let is_front = |entry: &&Entry| entry.container.is_none() && is_sought(entry);
    let fronts: BTreeSet<&str> =
        entries.iter().filter(is_front).map(|entry| entry.name.as_str()).collect();
    let near: BTreeSet<FileIndex> =
        owners.iter().chain(&fronts).flat_map(|name| files_of(name)).collect();
    let mut definitions: FxHashMap<&str, usize> = FxHashMap::default();
    for symbol in unit.symbols() {
        *definitions.entry(symbol.name.as_str()).or_default() += 1;
    }
    // Who imports what a file exports by default need not name it.
    let is_default = |of: &[usize]| {
        let def = |entry: &usize| Def { file: unit.file, symbol: entries[*entry].index };
        !exported_by_default(project, &of.iter().map(def).collect::<Vec<Def>>()).is_empty()
    };
    let wanted = by_name.iter().enumerate().map(|(index, (name, of))| {
        let is_common = unit.rules().common_members.iter().any(|common| common == name);
        let is_member = of.iter().all(|entry| entries[*entry].container.is_some());
        let mut files = files_of(name);
        let is_compared = files.len() <= MAX_MENTIONING_FILES && !(is_common && is_member);
        let all = files.len();
        if !is_compared && is_member {
            files.retain(|file| near.contains(file));
        }
        files.insert(unit.file);
        let mentioned: u32 = mentions[index].iter().map(|(_, count)| *count).sum();
        let defined = definitions.get(name).copied().unwrap_or_default();
        EntryName {
            name: (*name).to_owned(),
            entries: of.clone(),
            is_compared,
            // What was not read may use it.
            is_partial: files.len() < all || unread > 0,
            files: files.into_iter().collect(),
            has_others: mentioned as usize > defined || unread > 0 || is_default(of),
        }
    });
    Ok(wanted.collect())
}

/// Returns the bare name of the type that an entry belongs to.
fn owner_name(entry: &Entry) -> Option<&str> {
    let container = entry.container.as_deref()?;
    let last = container.rsplit([':', '.', '/']).next().unwrap_or(container);
    let name = last.split(['<', '[', ' ']).next().unwrap_or(last);
    (name.len() > 1).then_some(name)
}

fn is_not_own(class: FileClass) -> bool {
    class.leading().is_some_and(|kind| kind != FileKind::Test)
}

/// Keeps the likeliest files within [`MAX_BYTES`]: the file itself, those in its directory, code
/// before tests, those that contain more of the names first. Returns the number of files left out.
fn choose_files(project: &Project<'_>, unit: &Unit, wanted: &mut [EntryName]) -> usize {
    let mut counts: BTreeMap<FileIndex, usize> = BTreeMap::new();
    for file in wanted.iter().flat_map(|wanted| &wanted.files) {
        *counts.entry(*file).or_default() += 1;
    }
    let home = split_path(unit.path()).0;
    let mut order: Vec<(FileIndex, usize)> = counts.into_iter().collect();
    order.sort_by_key(|(file, count)| {
        let entry = project.entry(*file);
        let is_beside = split_path(&entry.path.display).0 == home;
        (*file != unit.file, !is_beside, entry.class.is_test(), std::cmp::Reverse(*count), *file)
    });
    let mut bytes = 0;
    let mut left = BTreeSet::new();
    for (file, _) in order {
        let size = project.entry(file).stamp.size;
        if file != unit.file && bytes + size > MAX_BYTES {
            left.insert(file);
        } else {
            bytes += size;
        }
    }
    for wanted in wanted {
        let before = wanted.files.len();
        wanted.files.retain(|file| !left.contains(file));
        wanted.is_partial |= wanted.files.len() < before;
    }
    left.len()
}

/// Uses of the entries of one name.
#[derive(Default)]
struct ResolvedNames {
    references: Vec<(usize, Vec<Reference>)>,
    later: Vec<usize>,
    /// Entries that more may use: others are as certain for too many uses.
    cut: BTreeSet<usize>,
}

fn bind(
    project: &Project<'_>,
    unit: &Arc<Unit>,
    wanted: &EntryName,
    entries: &[Entry],
) -> Result<ResolvedNames, Cancelled> {
    let candidates = if wanted.is_compared {
        candidates(project, &wanted.name)?
    } else {
        Candidates::open(project, &wanted.name)
    };
    let mut files = wanted.files.clone();
    if wanted.is_compared {
        files.extend(importers_of_default(
            project,
            &exported_by_default(project, &candidates.defs),
        )?);
        files.sort_unstable();
        files.dedup();
    }
    let uses = uses_in(project, candidates, &files, UseFilter::All)?;
    let groups = groups(project, unit, &wanted.entries, entries);
    let (first, defs): (Vec<usize>, Vec<Vec<Def>>) = groups.into_iter().unzip();
    let mut resolved = ResolvedNames::default();
    for (first, defs) in first.iter().zip(&defs) {
        let group: FxHashSet<u32> = defs.iter().map(|def| def.symbol).collect();
        let is_later = |entry: &&usize| *entry != first && group.contains(&entries[**entry].index);
        resolved.later.extend(wanted.entries.iter().filter(is_later));
    }
    let groups_of = Groups::new(&defs);
    let mut references: Vec<Vec<Reference>> = vec![Vec::new(); first.len()];
    for found in uses.iter().filter(|found| is_reference(found)) {
        project.snapshot.cancel().check()?;
        let used = found.meanings.iter().filter(|meaning| meaning.rule != Rule::Definition);
        let mut best = groups_of.best(used);
        let left = keep_most_certain(&mut best, most_rows(uses.len()));
        resolved.cut.extend(left.into_iter().map(|group| first[group]));
        for (group, meaning) in best {
            let rule = Some(meaning.rule);
            let reference = reference(&found.unit, &found.name_use, meaning.certainty, rule, false);
            if !is_own(&entries[first[group]], unit, &reference) {
                references[group].push(reference);
            }
        }
    }
    resolved.references = first.into_iter().zip(references).collect();
    Ok(resolved)
}

/// Groups the entries of one name by definition: the first entry of each, and all its definitions
/// in the file.
fn groups(
    project: &Project<'_>,
    unit: &Unit,
    of: &[usize],
    entries: &[Entry],
) -> Vec<(usize, Vec<Def>)> {
    let defs: Vec<Def> = of
        .iter()
        .map(|entry_index| Def { file: unit.file, symbol: entries[*entry_index].index })
        .collect();
    let numbers = group(project, &defs);
    let mut groups: BTreeMap<usize, (usize, Vec<Def>)> = BTreeMap::new();
    for ((entry_index, def), number) in of.iter().zip(&defs).zip(numbers) {
        groups.entry(number).or_insert_with(|| (*entry_index, Vec::new())).1.push(*def);
    }
    groups.into_values().collect()
}

/// Returns the definitions in the group of an entry, itself first.
pub(super) fn group_of(
    project: &Project<'_>,
    unit: &Unit,
    entry_index: usize,
    entries: &[Entry],
) -> Vec<Def> {
    let same = |other: &usize| entries[*other].name == entries[entry_index].name;
    let of: Vec<usize> = (0..entries.len()).filter(same).collect();
    let own = Def { file: unit.file, symbol: entries[entry_index].index };
    let groups = groups(project, unit, &of, entries);
    groups
        .into_iter()
        .find(|(_, group)| group.contains(&own))
        .map_or_else(|| vec![own], |(_, group)| group)
}

/// Returns whether a use is one of something that is defined elsewhere. While candidates are
/// unresolved, a definition looks like a use of itself.
fn is_reference(found: &ResolvedUse) -> bool {
    let at = found.name_use.span.start as usize;
    let named = found.unit.symbol_named_at(at).map(|symbol| found.unit.symbol(symbol).kind);
    !found.unit.is_in_export_list(at) && named.is_none_or(|kind| kind == SymbolKind::Impl)
}

/// Returns whether a use is inside the definition it refers to: a recursive call, a type named in
/// its own methods.
pub(super) fn is_own(entry: &Entry, unit: &Unit, reference: &Reference) -> bool {
    if *reference.site.file != *unit.path() {
        return false;
    }
    let is_inside = entry.read.contains(reference.site.line);
    let mut of_type = unit.symbols_named(&entry.name).filter(|(_, symbol)| {
        symbol.kind == SymbolKind::Impl && symbol.lines.contains(reference.site.line)
    });
    is_inside || entry.kind.is_type() && of_type.next().is_some()
}

/// Removes imports from files that also use what they import: they add nothing.
fn drop_imports(rows: &mut Vec<(User, bool)>) {
    let using: BTreeSet<Arc<str>> = rows
        .iter()
        .filter(|(user, _)| user.relation != ReferenceRole::Import)
        .map(|(user, _)| Arc::clone(&user.file))
        .collect();
    rows.retain(|(user, _)| user.relation != ReferenceRole::Import || !using.contains(&user.file));
}

/// Returns the qualified name of the definition that encloses a use.
fn user_name(reference: &Reference, separator: &str) -> String {
    if let Some(subtype) = &reference.subtype {
        return subtype.clone();
    }
    let Some(node) = &reference.enclosing else { return "<module>".to_owned() };
    let is_part =
        matches!(node.kind, SymbolKind::Field | SymbolKind::Property | SymbolKind::Constant);
    match &node.container {
        // The user is the type of a field, not the field.
        Some(container) if is_part => container.clone(),
        Some(container) => format!("{container}{separator}{}", node.name),
        None => node.name.clone(),
    }
}

/// Returns the precedence of a role, lowest first, if one definition uses another in several ways.
const fn strength(role: ReferenceRole) -> u8 {
    match role {
        ReferenceRole::Inherit => 0,
        ReferenceRole::Call => 1,
        ReferenceRole::Write => 2,
        ReferenceRole::Type => 3,
        ReferenceRole::Read => 4,
        ReferenceRole::Other => 5,
        ReferenceRole::Definition => 6,
        ReferenceRole::Import => 7,
    }
}
