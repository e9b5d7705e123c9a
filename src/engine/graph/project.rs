//! The files of a request: their list, their syntax, and the definitions of names in them.
//! Everything is read on demand and kept for the request.

mod attributes;
mod focus;
mod mocks;
mod modules;
mod own_types;
mod searched;
mod unit;

use super::memo::Memo;
use super::model::{DefinitionSet, Lookup, Module};
use crate::domain::{Cancelled, SymbolKind, lock};
use crate::lang::Family;
use crate::workspace::{
    DeclaredTypes, FileEntry, FileKind, FilesOf, Hints, KeptIdentifiers, Search, Snapshot,
    SourcePath, Walk, WalkError, files_that_may_define, other_spellings, search_walk,
};
use focus::{FOCUSED_FROM, Focus};
use rayon::prelude::*;
use std::any::{Any, TypeId};
use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};

/// Maximum number of files parsed to find the definitions of one name, and their bytes. Hundreds of
/// files define `new` or `get`.
pub(in crate::engine) const MAX_DEFINING_FILES: usize = 400;
const MAX_DEFINING_BYTES: u64 = 6 << 20;

pub(in crate::engine) use super::model::{Def, FileIndex};
pub(in crate::engine) use mocks::{MockedCall, Patched};
pub(in crate::engine) use modules::holds_package;
pub(in crate::engine) use own_types::stem_of;
pub(in crate::engine) use searched::Searched;
pub(in crate::engine::graph) use unit::{Container, MAX_ASSIGNED};
pub(in crate::engine) use unit::{Unit, names_of};

/// Largest number of files whose paths end alike that are compared with each other for each place
/// that names such an end.
const MAX_ALIKE: usize = 1_000;

/// Largest number of files with types of one name that are looked at for it.
const MAX_DECLARING: usize = 32;

/// Number of names that a directory is asked for before the identifiers of its files are kept.
const MANY_NAMES: usize = 64;

/// What a directory was asked for.
#[derive(Default)]
struct AskedDirectory {
    names: usize,
    kept: Option<Arc<KeptIdentifiers>>,
}

/// The files of a request.
pub(in crate::engine) struct Project<'s> {
    pub(in crate::engine) snapshot: &'s Snapshot,
    walk: Arc<Walk>,
    /// Files that were requested by name although ignore rules exclude them.
    extra: Vec<FileEntry>,
    /// By file; each is read once, on first use, without blocking others.
    units: Vec<OnceLock<Option<Arc<Unit>>>>,
    focus: Focus,
    mentions: Mutex<HashMap<String, Arc<Search>>>,
    mentions_in_code: Mutex<HashMap<String, Arc<Search>>>,
    definitions: Mutex<HashMap<String, Arc<DefinitionSet>>>,
    /// Attributes that count as definitions, by name.
    counted: Mutex<HashMap<String, Vec<Def>>>,
    in_directories: Mutex<HashMap<(String, String), Vec<FileIndex>>>,
    asked_in: Mutex<HashMap<String, AskedDirectory>>,
    kept: Mutex<Option<Arc<KeptIdentifiers>>>,
    /// Set if the question is about one of many names.
    searched: Option<Arc<Searched>>,
    pub(super) lookups: Memo<(Module, String), Lookup>,
    pub(super) modules: Mutex<HashMap<(Family, String, String), Lookup>>,
    facts: Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>,
}

/// Returns the names that a cache has no entry for, each once.
fn missing<'n, T>(memo: &Mutex<HashMap<String, T>>, names: &[&'n str]) -> Vec<&'n str> {
    let known = lock(memo);
    let mut missing: Vec<&str> =
        names.iter().copied().filter(|name| !known.contains_key(*name)).collect();
    missing.sort_unstable();
    missing.dedup();
    missing
}

impl<'s> Project<'s> {
    /// Creates the project of the files below the request's roots and of `asked`, which are
    /// included whatever the ignore rules are.
    pub(in crate::engine) fn new(
        snapshot: &'s Snapshot,
        asked: &[SourcePath],
    ) -> Result<Self, WalkError> {
        let walk = snapshot.walk(&snapshot.roots().starts(), &[])?;
        let is_missing =
            |path: &&SourcePath| walk.files.iter().all(|file| file.path.absolute != path.absolute);
        let extra = asked.iter().filter(is_missing).filter_map(|path| snapshot.entry(path).ok());
        let extra = extra.collect();
        Ok(Self::of_files(snapshot, walk, extra, Focus::from_bytes(FOCUSED_FROM)))
    }

    fn of_files(
        snapshot: &'s Snapshot,
        walk: Arc<Walk>,
        extra: Vec<FileEntry>,
        focus: Focus,
    ) -> Self {
        let units = (0..walk.files.len() + extra.len()).map(|_| OnceLock::new()).collect();
        Self {
            snapshot,
            walk,
            extra,
            units,
            focus,
            mentions: Mutex::default(),
            mentions_in_code: Mutex::default(),
            definitions: Mutex::default(),
            counted: Mutex::default(),
            in_directories: Mutex::default(),
            asked_in: Mutex::default(),
            kept: Mutex::default(),
            searched: None,
            lookups: Memo::default(),
            modules: Mutex::default(),
            facts: Mutex::default(),
        }
    }

    /// Returns all files below the request's roots.
    pub(in crate::engine) fn walk(&self) -> Arc<Walk> {
        Arc::clone(&self.walk)
    }

    /// Returns a note on the directories that could not be listed and the tracked files that are
    /// left out; `None` if there are none.
    pub(in crate::engine) fn unlisted(&self) -> Option<String> {
        self.walk.not_read().words().map(|words| format!("{words} not read"))
    }

    pub(in crate::engine) fn entry(&self, file: FileIndex) -> &FileEntry {
        let index = file as usize;
        self.walk.files.get(index).unwrap_or_else(|| &self.extra[index - self.walk.files.len()])
    }

    /// Returns all files, those that the walk leaves out last.
    pub(in crate::engine) fn entries(&self) -> impl Iterator<Item = &FileEntry> {
        self.walk.files.iter().chain(&self.extra)
    }

    pub(in crate::engine) fn files(&self) -> &[FileEntry] {
        &self.walk.files
    }

    pub(in crate::engine) fn file_of(&self, path: &SourcePath) -> Option<FileIndex> {
        if let Some(index) = self.extra.iter().position(|file| file.path.absolute == path.absolute)
        {
            return Some((self.walk.files.len() + index) as FileIndex);
        }
        self.at_path(&path.absolute)
    }

    pub(in crate::engine) fn at_path(&self, path: &Path) -> Option<FileIndex> {
        self.walk.path_index().at_path(path)
    }

    /// Returns the file of a displayed path.
    pub(in crate::engine) fn displayed(&self, path: &str) -> Option<FileIndex> {
        self.walk.path_index().displayed(path)
    }

    /// Returns the files with a name up to its first dot in directories whose last names are
    /// `folders`, in ascending order; `None` if they are more than [`MAX_ALIKE`].
    pub(in crate::engine) fn ending_with(
        &self,
        stem: &str,
        folders: &[&str],
    ) -> Option<Vec<FileIndex>> {
        self.walk.ending_with(stem, folders, MAX_ALIKE)
    }

    /// Returns all of them, for what is remembered by the end.
    pub(in crate::engine) fn all_ending_with(
        &self,
        stem: &str,
        folders: &[&str],
    ) -> Vec<FileIndex> {
        self.walk.ending_with(stem, folders, usize::MAX).unwrap_or_default()
    }

    pub(in crate::engine) fn with_stem(&self, stem: &str) -> &[FileIndex] {
        self.walk.path_index().with_stem(stem)
    }

    pub(in crate::engine) fn in_directory(&self, directory: &str) -> &[FileIndex] {
        self.walk.path_index().in_directory(directory)
    }

    /// Returns the displayed paths of all directories that contain files directly.
    pub(in crate::engine) fn directories(&self) -> impl Iterator<Item = &str> {
        self.walk.path_index().directories()
    }

    /// Returns a file, read and parsed; `None` if it cannot be read or its language is unknown.
    pub(in crate::engine) fn unit(&self, file: FileIndex) -> Option<&Arc<Unit>> {
        let unit = self.units.get(file as usize)?;
        unit.get_or_init(|| self.read_entry(file, self.entry(file)).map(Arc::new)).as_ref()
    }

    /// Reads files on all cores; returns them in order, without those that cannot be read.
    pub(in crate::engine) fn read_all(
        &self,
        files: &[FileIndex],
    ) -> Result<Vec<Arc<Unit>>, Cancelled> {
        let steps = self.snapshot.progress().start(files.len(), "reading files");
        let units: Result<Vec<Option<&Arc<Unit>>>, Cancelled> = files
            .par_iter()
            .map(|file| {
                self.snapshot.cancel().check()?;
                steps.step();
                Ok(self.unit(*file))
            })
            .collect();
        Ok(units?.into_iter().flatten().cloned().collect())
    }

    /// Returns the identifiers kept of each file, which save reading all files to search for a
    /// name.
    fn kept(&self) -> Result<Option<Arc<KeptIdentifiers>>, Cancelled> {
        if let Some(kept) = &*lock(&self.kept) {
            return Ok(Some(Arc::clone(kept)));
        }
        let kept = KeptIdentifiers::of(self.snapshot, self.files())?.map(Arc::new);
        lock(&self.kept).clone_from(&kept);
        Ok(kept)
    }

    /// Returns the files that contain each of the names, in a part of all files.
    fn search(&self, names: &[&str], of: FilesOf) -> Result<Vec<Arc<Search>>, Cancelled> {
        let found = search_walk(self.snapshot, &self.walk, names, of, || self.kept())?;
        let failed = found.iter().flat_map(|search| &search.failed);
        failed.for_each(|error| self.snapshot.note_unread(error));
        Ok(found)
    }

    /// Returns the files in which a name stands behind a word for a type, in languages whose files
    /// need not be called after their types; none of a name of very many.
    pub(in crate::engine) fn declaring(&self, name: &str) -> Vec<FileIndex> {
        let types = self.declared_types();
        let files = types.of_name(name);
        if files.len() > MAX_DECLARING { Vec::new() } else { files.to_vec() }
    }

    /// Returns whether a name stands behind a word for a type anywhere, or is given to one.
    pub(in crate::engine) fn declares_type(&self, name: &str) -> bool {
        self.declared_types().has(name)
    }

    fn declared_types(&self) -> Arc<DeclaredTypes> {
        self.fact(|project| {
            // What is found of a cancelled question is discarded.
            DeclaredTypes::of(project.files(), project.snapshot.cancel()).unwrap_or_default()
        })
    }

    /// Returns all files whose text contains a name as a whole word.
    pub(in crate::engine) fn mentions(&self, name: &str) -> Result<Arc<Search>, Cancelled> {
        if let Some(known) = lock(&self.mentions).get(name) {
            return Ok(Arc::clone(known));
        }
        let mut search = Search::clone(&*self.mentions_in_code(name)?);
        let rest = self.search(&[name], FilesOf::Text)?;
        for rest in rest {
            search.files.extend(rest.files.iter().cloned());
            search.failed.extend(rest.failed.iter().cloned());
        }
        search.files.sort_by_key(|found| found.file);
        let search = Arc::new(search);
        lock(&self.mentions).insert(name.to_owned(), Arc::clone(&search));
        Ok(search)
    }

    /// Returns the code files whose text contains a name as a whole word.
    pub(in crate::engine) fn mentions_in_code(&self, name: &str) -> Result<Arc<Search>, Cancelled> {
        self.find_mentions(&[name])?;
        Ok(self.known_mentions(name).unwrap_or_default())
    }

    /// Finds the code files that contain any of many names with one pass over the text.
    pub(in crate::engine) fn find_mentions(&self, names: &[&str]) -> Result<(), Cancelled> {
        let missing = missing(&self.mentions_in_code, names);
        if missing.is_empty() {
            return Ok(());
        }
        let searches = self.search(&missing, FilesOf::Code)?;
        let searches = missing.into_iter().map(str::to_owned).zip(searches);
        lock(&self.mentions_in_code).extend(searches);
        Ok(())
    }

    /// Returns the cached result of [`Self::mentions_in_code`]; `None` if it was not called.
    pub(in crate::engine) fn known_mentions(&self, name: &str) -> Option<Arc<Search>> {
        lock(&self.mentions_in_code).get(name).cloned()
    }

    /// Returns the definitions of a name anywhere in the project, in the order of files and lines.
    /// Bounded by [`MAX_DEFINING_FILES`].
    pub(in crate::engine) fn definitions(&self, name: &str) -> Result<Arc<Vec<Def>>, Cancelled> {
        if let Some(known) = self.known(name) {
            return Ok(Arc::clone(&known.defs));
        }
        self.find_definitions(&[name])?;
        Ok(self.known(name).map(|known| Arc::clone(&known.defs)).unwrap_or_default())
    }

    /// Adds definitions that were found by their place, in case their lines do not look like
    /// definitions.
    pub(in crate::engine) fn make_known(&self, name: &str, defs: &[Def]) -> Result<(), Cancelled> {
        let known = self.definitions(name)?;
        let unread = self.known(name).map(|known| known.unread.clone()).unwrap_or_default();
        if defs.iter().any(|def| !known.contains(def)) {
            let mut all: Vec<Def> = known.iter().chain(defs).copied().collect();
            all.sort_unstable();
            all.dedup();
            lock(&self.definitions)
                .insert(name.to_owned(), Arc::new(DefinitionSet::new(all, unread)));
        }
        Ok(())
    }

    /// Returns the definitions of a name in files that were left out since too many may define it,
    /// of those that hold another name as well: that of the type of a member.
    pub(in crate::engine) fn definitions_beside(
        &self,
        name: &str,
        other: &str,
    ) -> Result<Vec<Def>, Cancelled> {
        let known = self.known(name);
        let unread: BTreeSet<FileIndex> =
            known.iter().flat_map(|known| known.unread.iter().copied()).collect();
        if unread.is_empty() {
            return Ok(Vec::new());
        }
        let (files, _) = self.defining(&*self.mentions_in_code(other)?);
        let files: Vec<FileIndex> =
            files.into_iter().filter(|file| unread.contains(file)).collect();
        self.read_all(&files)?;
        let found: Vec<Def> =
            files.into_iter().flat_map(|file| self.definitions_in(file, name)).collect();
        self.make_known(name, &found)?;
        Ok(found)
    }

    /// Returns the definitions of a name in the files of one directory, found on the calling
    /// thread.
    pub(in crate::engine) fn definitions_in_directory(
        &self,
        directory: &str,
        name: &str,
    ) -> Vec<Def> {
        let files = self.files_defining(directory, name);
        files.into_iter().flat_map(|file| self.definitions_in(file, name)).collect()
    }

    /// Returns the files of one directory that may define a name, found on the calling thread.
    pub(in crate::engine) fn files_defining(&self, directory: &str, name: &str) -> Vec<FileIndex> {
        let key = (directory.to_owned(), name.to_owned());
        if let Some(known) = lock(&self.in_directories).get(&key) {
            return known.clone();
        }
        let files = self.in_directory(directory).iter();
        let entries: Vec<(FileIndex, &FileEntry)> = files
            .map(|file| (*file, self.entry(*file)))
            .filter(|(_, entry)| may_be_code(entry))
            .collect();
        let kept = self.kept_in(directory, &entries);
        let found = match kept.and_then(|kept| kept.holders(&[name])) {
            Some(places) => {
                let holding = places.into_iter().filter_map(|place| entries.get(place).copied());
                files_that_may_define(holding, name, self.snapshot.cancel())
            }
            None => files_that_may_define(entries.into_iter(), name, self.snapshot.cancel()),
        };
        // A search that is cancelled has not seen all.
        if !self.snapshot.cancel().is_cancelled() {
            lock(&self.in_directories).insert(key, found.clone());
        }
        found
    }

    /// Returns the identifiers of the files of a directory, if it was asked for many names: each
    /// further one does not read all of its files again.
    fn kept_in(
        &self,
        directory: &str,
        entries: &[(FileIndex, &FileEntry)],
    ) -> Option<Arc<KeptIdentifiers>> {
        let known = {
            let mut asked = lock(&self.asked_in);
            let known = asked.entry(directory.to_owned()).or_default();
            known.names += 1;
            if known.names <= MANY_NAMES {
                return None;
            }
            known.kept.clone()
        };
        known.or_else(|| {
            let files = entries.iter().map(|(_, entry)| *entry);
            let kept = Arc::new(KeptIdentifiers::of_few(self.snapshot, files));
            lock(&self.asked_in).entry(directory.to_owned()).or_default().kept =
                Some(Arc::clone(&kept));
            Some(kept)
        })
    }

    /// Finds the definitions of many names with one pass over the text.
    pub(in crate::engine) fn find_definitions(&self, names: &[&str]) -> Result<(), Cancelled> {
        let missing = missing(&self.definitions, names);
        if missing.is_empty() {
            return Ok(());
        }
        self.find_mentions(&missing)?;
        let mut places: Vec<(Vec<FileIndex>, Vec<FileIndex>)> = Vec::new();
        for name in &missing {
            places.push(self.defining(&*self.mentions_in_code(name)?));
        }
        let mut files: Vec<FileIndex> = places.iter().flat_map(|(read, _)| read).copied().collect();
        files.sort_unstable();
        files.dedup();
        self.read_all(&files)?;
        for (name, (places, unread)) in missing.iter().zip(places) {
            let extra =
                (0..self.extra.len()).map(|index| (self.walk.files.len() + index) as FileIndex);
            let has_more = |file: &FileIndex| {
                self.unit(*file)
                    .is_some_and(|unit| unit.facts().is_unparsed() || unit.syntax.is_crowded(name))
            };
            let partly: Vec<FileIndex> = places.iter().copied().filter(has_more).collect();
            let unread = unread.into_iter().chain(partly).collect();
            let mut definitions: Vec<Def> = places
                .into_iter()
                .chain(extra)
                .flat_map(|file| self.definitions_in(file, name))
                .collect();
            // A test whose title is the name of the tested definition is not a second definition of
            // it.
            let is_title = |def: &Def| {
                self.get(*def)
                    .is_some_and(|(unit, symbol)| unit.symbol(symbol).kind == SymbolKind::Test)
            };
            if !definitions.iter().all(is_title) {
                definitions.retain(|def| !is_title(def));
            }
            lock(&self.definitions)
                .insert((*name).to_owned(), Arc::new(DefinitionSet::new(definitions, unread)));
        }
        Ok(())
    }

    /// Returns the files that may define a name: those to read within the limits, and the others.
    fn defining(&self, mentions: &Search) -> (Vec<FileIndex>, Vec<FileIndex>) {
        self.affordable(mentions, |hints| hints.may_define)
    }

    /// Returns some of the files that mention a name: those to read within the limits, and the
    /// others. Third-party code is left out first, then tests, then files in which no brace follows
    /// the name.
    fn affordable(
        &self,
        mentions: &Search,
        is_wanted: impl Fn(&Hints) -> bool,
    ) -> (Vec<FileIndex>, Vec<FileIndex>) {
        let mut wanted: Vec<_> =
            mentions.files.iter().filter(|found| is_wanted(&found.hints)).collect();
        let class = |file: FileIndex| self.entry(file).class;
        wanted.sort_by_key(|found| {
            let class = class(found.file);
            (class.has(FileKind::Vendored), class.is_test(), !found.hints.opens_body)
        });
        let files = wanted.into_iter().map(|found| found.file);
        let mut bytes = 0;
        let mut count = 0;
        let (mut read, unread): (Vec<FileIndex>, Vec<FileIndex>) = files.partition(|file| {
            let size = self.entry(*file).stamp.size;
            let is_affordable = count < MAX_DEFINING_FILES && bytes + size <= MAX_DEFINING_BYTES;
            if is_affordable {
                count += 1;
                bytes += size;
            }
            is_affordable
        });
        read.sort_unstable();
        (read, unread)
    }

    /// Returns the definitions of a name in one file.
    pub(in crate::engine) fn definitions_in(&self, file: FileIndex, name: &str) -> Vec<Def> {
        let Some(unit) = self.unit(file) else { return Vec::new() };
        let named = unit.symbols_named(name).filter(|(_, symbol)| symbol.kind.binds_its_name());
        let named = named.map(|(symbol, _)| Def { file, symbol });
        named.chain(self.counted_in(file, name)).collect()
    }

    /// Returns the other spellings of a name in languages whose names have no case.
    pub(in crate::engine) fn other_spellings(&self, name: &str) -> Result<Vec<String>, Cancelled> {
        if let Some(searched) = &self.searched
            && let Some(known) = searched.spellings(self, name)?
        {
            return Ok(known);
        }
        Ok(self.spellings_of_each(&[name])?.pop().unwrap_or_default())
    }

    fn spellings_of_each(&self, names: &[&str]) -> Result<Vec<Vec<String>>, Cancelled> {
        let has_any_case =
            |file: &FileEntry| file.language.is_some_and(|of| of.config.graph.any_case);
        if !self.files().iter().any(has_any_case) {
            return Ok(vec![Vec::new(); names.len()]);
        }
        other_spellings(self.files(), names, has_any_case, self.snapshot.cancel())
    }

    /// Returns the cached definitions of a name; `None` if they were not searched.
    pub(in crate::engine) fn known(&self, name: &str) -> Option<Arc<DefinitionSet>> {
        lock(&self.definitions).get(name).cloned()
    }

    /// Returns whether a definition is a function, a method or a macro.
    pub(in crate::engine) fn is_callable(&self, def: Def) -> bool {
        self.get(def).is_some_and(|(unit, symbol)| unit.symbol(symbol).kind.is_callable())
    }

    pub(in crate::engine) fn is_type(&self, def: Def) -> bool {
        self.get(def).is_some_and(|(unit, symbol)| unit.is_type(unit.symbol(symbol)))
    }

    /// Returns whether a definition may have subtypes: a type, or a module where those have.
    pub(in crate::engine) fn is_extended(&self, def: Def) -> bool {
        let is_module = |(unit, symbol): (&Arc<Unit>, u32)| {
            unit.rules().modules_are_extended && unit.symbol(symbol).kind == SymbolKind::Module
        };
        self.is_type(def) || self.get(def).is_some_and(is_module)
    }

    /// Returns a value of the whole project that a language's semantics needs, such as its
    /// packages; loaded once.
    pub(in crate::engine) fn fact<T: Send + Sync + 'static>(
        &self,
        load: impl FnOnce(&Self) -> T,
    ) -> Arc<T> {
        let key = TypeId::of::<T>();
        if let Some(known) =
            lock(&self.facts).get(&key).cloned().and_then(|known| known.downcast().ok())
        {
            return known;
        }
        let loaded = Arc::new(load(self));
        let known =
            lock(&self.facts).entry(key).or_insert_with(|| Arc::clone(&loaded) as _).clone();
        known.downcast().unwrap_or(loaded)
    }

    /// Returns the definitions of a name directly in the bodies of types.
    pub(in crate::engine) fn members_in_body(&self, types: &[Def], name: &str) -> Lookup {
        let mut members = Vec::new();
        for def in types {
            let Some(unit) = self.unit(def.file) else { continue };
            let inside = unit
                .symbols_named_in(name, def.symbol)
                .filter(|(_, symbol)| symbol.parent == Some(def.symbol as usize));
            members.extend(inside.map(|(symbol, _)| Def { file: def.file, symbol }));
        }
        if members.is_empty() { Lookup::Unknown } else { Lookup::Definitions(members) }
    }

    /// Returns the file of a definition and the index of its symbol. The file was read when the
    /// definition was found.
    pub(in crate::engine) fn get(&self, def: Def) -> Option<(&Arc<Unit>, u32)> {
        Some((self.unit(def.file)?, def.symbol))
    }
}

/// Returns whether a file is code, judged by its name; a file of unknown language may begin with
/// `#!` and counts as code.
pub(super) fn may_be_code(file: &FileEntry) -> bool {
    FilesOf::Code.has(file)
}

/// Splits a displayed path into its directory (empty at the root) and file name.
pub(in crate::engine) fn split_path(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}

/// Returns the last segment of a module's path, for any separator.
pub(in crate::engine) fn last_segment(path: &str) -> Option<&str> {
    path.rsplit(['/', '.', ':']).find(|segment| !segment.is_empty())
}
