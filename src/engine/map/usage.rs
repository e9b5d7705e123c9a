//! Uses of definitions across files, attributed without name resolution: an occurrence of a name
//! counts for the definitions of that name that are nearest to it in the tree, in equal shares, and
//! never for those of its own file.

use super::imports::Modules;
use super::resolved_imports::has_import_paths;
use super::tree::{FileNode, Tree};
use crate::domain::{Cancel, Cancelled, Symbol, SymbolKind};
use crate::lang::Family;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Maximum number of definitions of a name for its occurrences to count.
const MAX_DEFINITIONS: usize = 64;

/// Number of users of one definition, in shares: an occurrence that may refer to any of three
/// definitions is a third of a use of each.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Spread {
    pub files: f32,
    /// Directories with such a file directly in them.
    pub directories: f32,
    /// Parts of the project, as returned by [`areas`], with such a file.
    pub areas: f32,
}

impl Spread {
    /// Adds a user in a directory and area, given those of the previous user in the order of the
    /// walk.
    pub(super) fn add(
        &mut self,
        share: f32,
        before: Option<(usize, usize)>,
        place: (usize, usize),
    ) {
        self.files += share;
        if before.is_none_or(|(directory, _)| directory != place.0) {
            self.directories += share;
        }
        if before.is_none_or(|(_, area)| area != place.1) {
            self.areas += share;
        }
    }

    /// Adds the users of another, as if they were others.
    pub(super) fn join(&mut self, other: Self) {
        self.files += other.files;
        self.directories += other.directories;
        self.areas += other.areas;
    }

    /// Returns a share of the users.
    pub(super) fn scaled(self, share: f32) -> Self {
        Self {
            files: self.files * share,
            directories: self.directories * share,
            areas: self.areas * share,
        }
    }

    /// Returns the uses as one number. Distinct parts of the project weigh most: many uses in one
    /// large part may be internal to it.
    pub(super) fn breadth(self) -> f64 {
        f64::from(1.0 + self.files + 2.0 * self.directories) * f64::from(1.0 + self.areas)
    }
}

/// Returns the most used of some files, by their users, in that order and at most so many.
pub(super) fn most_used(users: &FxHashMap<usize, Spread>, most: usize) -> Vec<usize> {
    let mut files: Vec<usize> = users.keys().copied().collect();
    let breadth = |file: &usize| users[file].breadth();
    files.sort_by(|one, other| breadth(other).total_cmp(&breadth(one)).then(one.cmp(other)));
    files.truncate(most);
    files
}

/// Returns the area of each directory, by the index of its topmost directory: one of the first
/// directories that branch.
pub(super) fn areas(tree: &Tree) -> Vec<usize> {
    let top = tree.top_depth();
    let mut areas = Vec::with_capacity(tree.directories.len());
    for (index, directory) in tree.directories.iter().enumerate() {
        // Parents come before their children.
        let inherited =
            directory.parent.filter(|_| directory.depth > top).map(|parent| areas[parent]);
        areas.push(inherited.unwrap_or(index));
    }
    areas
}

/// Uses of symbols, files and directories.
#[derive(Debug, Default)]
pub(super) struct Usage {
    /// By file and symbol; empty for files without an outline.
    pub symbols: Vec<Vec<Spread>>,
    /// By file: the number of other files that use a definition of it, ambiguous ones counted in
    /// part.
    pub files: Vec<f32>,
    /// Number of files of the first directory that use definitions in the second.
    pub directories: BTreeMap<(usize, usize), f32>,
    /// Files that were searched, each with the directories from which it imports definitions: by
    /// the paths of its imports, or by the words of its text in languages whose imports have none.
    pub imports: Vec<(usize, Vec<usize>)>,
}

/// Definitions of each name, by file and index in its outline.
pub(super) type Definitions<'t> = FxHashMap<&'t str, Vec<(usize, usize)>>;

/// Returns the definitions that other files can use by name; of each name only the least nested
/// ones, since fields are often named like their type.
pub(super) fn definitions(tree: &Tree) -> Definitions<'_> {
    let mut definitions: Definitions<'_> = FxHashMap::default();
    for (file, node) in tree.files.iter().enumerate() {
        for (index, symbol) in
            node.outline().into_iter().flat_map(|outline| outline.symbols.iter().enumerate())
        {
            let is_named =
                !symbol.is_local && symbol.kind != SymbolKind::Impl && symbol.name.len() > 1;
            if is_named && !is_file_local(node, symbol) {
                definitions.entry(symbol.name.as_str()).or_default().push((file, index));
            }
        }
    }
    let nesting = |(file, symbol): &(usize, usize)| {
        let node = &tree.files[*file];
        node.outline().map(|outline| nesting(node, &outline.symbols[*symbol]))
    };
    let is_declaration = |(file, symbol): &(usize, usize)| {
        tree.files[*file]
            .outline()
            .is_some_and(|outline| outline.symbols[*symbol].node_type == DECLARATION)
    };
    // Each name is handled on its own, so that the order of the map does not matter.
    definitions.values_mut().for_each(|places| {
        // A declaration and its definition are one, which is where the body is.
        if !places.iter().all(is_declaration) {
            places.retain(|place| !is_declaration(place));
        }
        let least = places.iter().map(nesting).min().flatten();
        places.retain(|place| nesting(place) == least);
    });
    definitions
}

/// Returns whether a definition can be used in its own file only, by the rules of its language.
pub(super) fn is_file_local(file: &FileNode, symbol: &Symbol) -> bool {
    let Some(rules) = file.language.map(|language| &language.config.graph) else { return false };
    let is_said = || {
        let words =
            symbol.signature.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        words
            .take_while(|word| *word != symbol.name)
            .any(|word| rules.file_local.iter().any(|local| local == word))
    };
    let is_function =
        matches!(symbol.kind, SymbolKind::Function | SymbolKind::Method | SymbolKind::Constructor);
    let is_unincluded = || {
        let ending = file.name().rsplit_once('.').map_or("", |(_, ending)| ending);
        !is_function
            && !rules.included.is_empty()
            && !rules.included.iter().any(|included| included == ending)
    };
    !is_member(file, symbol) && (is_unincluded() || is_said())
}

/// Node type in the grammars of a function declaration without a body.
pub(super) const DECLARATION: &str = "declaration";

/// Nesting level of a definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Nesting {
    Top,
    InModule,
    InType,
}

fn nesting(file: &FileNode, symbol: &Symbol) -> Nesting {
    match symbol.parent {
        _ if is_member(file, symbol) => Nesting::InType,
        Some(_) => Nesting::InModule,
        None => Nesting::Top,
    }
}

/// Returns whether a symbol belongs to a type, by nesting or, as a method of Go, by its receiver.
pub(super) fn is_member(file: &FileNode, symbol: &Symbol) -> bool {
    file.outline().is_some_and(|outline| outline.type_around(symbol).is_some())
        || symbol.container.is_some()
}

/// Returns the weight of an occurrence of a name: a plain word is also English, or an unrelated
/// variable.
fn distinctness(symbol: &Symbol, is_member: bool) -> f32 {
    let is_plain = symbol.name.chars().all(|letter| letter.is_lowercase());
    match (is_plain, is_member) {
        (false, false) => 1.0,
        (false, true) => 0.5,
        (true, false) if symbol.kind.is_type() => 0.5,
        (true, false) => 0.3,
        (true, true) => 0.05,
    }
}

/// A file of the tree, and the indices of the names that it contains, ascending.
type NamesInFile = (usize, Box<[u32]>);

/// What occurrences are attributed by.
struct Attribution<'a> {
    tree: &'a Tree,
    /// Definitions of each name, by its index.
    by_name: Vec<&'a [(usize, usize)]>,
    /// Whether each name is one of a directory, by its index: where namespaces are called like
    /// directories, it is a part of their paths.
    is_namespace: Vec<bool>,
    modules: &'a Modules,
}

/// Uses by the files of one area.
struct Area {
    symbols: FxHashMap<(usize, usize), Spread>,
    /// A directory, a file that its files use, and the number of files that do.
    files: Vec<(usize, usize, f32)>,
    imports: Vec<(usize, Vec<usize>)>,
}

impl Area {
    fn new(directories: impl Iterator<Item = (usize, Users)>) -> Self {
        let mut area =
            Self { symbols: FxHashMap::default(), files: Vec::new(), imports: Vec::new() };
        for (directory, users) in directories {
            area.imports.extend(users.imports);
            users.symbols.into_iter().for_each(|(symbol, spread)| {
                let total = area.symbols.entry(symbol).or_default();
                total.files += spread.files;
                total.directories += spread.directories;
                total.areas = total.areas.max(spread.directories);
            });
            let mut files: Vec<(usize, f32)> = users.files.into_iter().collect();
            files.sort_unstable_by_key(|(file, _)| *file);
            area.files.extend(files.into_iter().map(|(file, users)| (directory, file, users)));
        }
        area
    }
}

/// Uses by the files of one directory.
#[derive(Default)]
struct Users {
    symbols: FxHashMap<(usize, usize), Spread>,
    files: FxHashMap<usize, f32>,
    imports: Vec<(usize, Vec<usize>)>,
}

/// Attributes occurrences to definitions. `mentioned` has the indices in `names` of the names in
/// some of the tree's files, `modules` those of the words of modules.
///
/// # Errors
/// When the work is cancelled.
pub(super) fn usage(
    tree: &Tree,
    definitions: &Definitions<'_>,
    names: &[&str],
    modules: &Modules,
    mentioned: &[NamesInFile],
    cancel: &Cancel,
) -> Result<Usage, Cancelled> {
    let by_name =
        names.iter().map(|name| definitions.get(name).map_or(&[][..], Vec::as_slice)).collect();
    let mut is_namespace = vec![false; names.len()];
    for name in modules.directories.iter().flatten().map(|name| *name as usize) {
        is_namespace[name] = names[name].starts_with(char::is_uppercase);
    }
    let attribution = Attribution { tree, by_name, is_namespace, modules };
    let areas = areas(tree);
    let mut by_area: BTreeMap<usize, BTreeMap<usize, Vec<&NamesInFile>>> = BTreeMap::new();
    for file in mentioned {
        let directory = tree.files[file.0].directory;
        by_area.entry(areas[directory]).or_default().entry(directory).or_default().push(file);
    }
    let users: Vec<Area> = by_area
        .into_par_iter()
        .map(|(_, directories)| {
            let each = directories.into_iter();
            let users = each
                .map(|(directory, files)| Ok((directory, attribution.users_in(&files, cancel)?)));
            Ok(Area::new(users.collect::<Result<Vec<_>, Cancelled>>()?.into_iter()))
        })
        .collect::<Result<_, Cancelled>>()?;
    let symbols = |file: &FileNode| {
        vec![Spread::default(); file.outline().map_or(0, |outline| outline.symbols.len())]
    };
    let mut usage = Usage {
        symbols: tree.files.iter().map(symbols).collect(),
        files: vec![0.0; tree.files.len()],
        directories: BTreeMap::new(),
        imports: Vec::new(),
    };
    for area in users {
        usage.imports.extend(area.imports);
        // Each symbol occurs once, so that the order of the map does not matter.
        area.symbols.into_iter().for_each(|((file, symbol), spread)| {
            usage.symbols[file][symbol].join(spread);
        });
        for (directory, file, users) in area.files {
            usage.files[file] += users;
            let to = tree.files[file].directory;
            if to != directory {
                *usage.directories.entry((directory, to)).or_default() += users;
            }
        }
    }
    Ok(usage)
}

/// Definitions to which an occurrence most probably refers.
#[derive(Default)]
struct Meant {
    definitions: Vec<(usize, usize)>,
    is_imported: bool,
}

/// Weight of a use without evidence of an import, in languages where all files of the program share
/// their names, and in others, where it is probably of something else.
const SHARED_USE: f32 = 0.6;
const UNIMPORTED_USE: f32 = 0.2;

/// Least distinctness of a name that is imported: it is not a local variable by chance.
const IMPORTED_WORD: f32 = 0.6;

impl Attribution<'_> {
    fn users_in(&self, files: &[&NamesInFile], cancel: &Cancel) -> Result<Users, Cancelled> {
        let mut users = Users::default();
        let mut used: FxHashMap<usize, f32> = FxHashMap::default();
        for (file, mentioned) in files {
            used.clear();
            let mut imports: Vec<usize> = Vec::new();
            let rules = self.tree.files[*file].language.map(|language| &language.config.graph);
            let is_program_wide = rules.is_some_and(|rules| rules.is_program_wide());
            let has_paths = has_import_paths(&self.tree.files[*file]);
            for name in mentioned {
                cancel.check()?;
                let meant = self.meant(*file, mentioned, self.by_name[*name as usize]);
                // Several definitions in one file count as one: overloads, a declaration and its
                // definition.
                let mut places: Vec<usize> =
                    meant.definitions.iter().map(|(file, _)| *file).collect();
                places.dedup();
                let is_only = is_program_wide && self.by_name[*name as usize].len() == 1;
                let certainty = match meant.is_imported || is_only {
                    _ if is_program_wide && self.is_namespace[*name as usize] => UNIMPORTED_USE,
                    true => 1.0,
                    false if is_program_wide => SHARED_USE,
                    false => UNIMPORTED_USE,
                };
                let share = certainty / places.len().max(1) as f32;
                for (target, symbol) in meant.definitions {
                    let node = &self.tree.files[target];
                    let definition =
                        &node.outline().expect("a definition has an outline").symbols[symbol];
                    let is_member = is_member(node, definition);
                    let least = if meant.is_imported && !is_member { IMPORTED_WORD } else { 0.0 };
                    let weight = share * distinctness(definition, is_member).max(least);
                    let spread = users.symbols.entry((target, symbol)).or_default();
                    spread.files += weight;
                    spread.directories = spread.directories.max(weight);
                    let best = used.entry(target).or_default();
                    *best = best.max(weight);
                    if !has_paths && !is_member && weight >= IMPORTED_WORD / 2.0 {
                        self.note_import(*file, mentioned, target, &mut imports);
                    }
                }
            }
            imports.sort_unstable();
            imports.dedup();
            if !has_paths {
                users.imports.push((*file, imports));
            }
            used.iter()
                .for_each(|(target, weight)| *users.files.entry(*target).or_default() += weight);
        }
        Ok(users)
    }

    /// Adds the directories around an imported file that an import of it would name.
    fn note_import(&self, user: usize, mentioned: &[u32], target: usize, imports: &mut Vec<usize>) {
        let node = &self.tree.files[target];
        let rules = node.language.map(|language| &language.config.graph);
        let names_package =
            rules.is_some_and(|rules| rules.is_directory_wide() || rules.is_program_wide());
        let home = self.tree.files[user].directory;
        for at in self.tree.apart(node.directory, home) {
            if imports.last() == Some(&at) {
                break;
            }
            let word = self.modules.directories[at];
            if names_package || word.is_some_and(|word| mentioned.binary_search(&word).is_ok()) {
                imports.push(at);
            }
        }
    }

    /// Returns the definitions to which an occurrence in a file most probably refers: those of
    /// modules that the file names, the nearest of them. None if the file itself defines the name.
    fn meant(&self, file: usize, mentioned: &[u32], definitions: &[(usize, usize)]) -> Meant {
        let is_own = || definitions.iter().any(|(own, _)| *own == file);
        if definitions.is_empty() || definitions.len() > MAX_DEFINITIONS || is_own() {
            return Meant::default();
        }
        let user = &self.tree.files[file];
        let mut best = (false, 0);
        let mut meant = Vec::new();
        for definition in definitions {
            let node = &self.tree.files[definition.0];
            if family(node) != family(user) {
                continue;
            }
            let is_imported = node.directory == user.directory
                || self.modules.files[definition.0].are_in(mentioned);
            let rank = (is_imported, shared_directories(&user.path, &node.path) + 1);
            if rank > best {
                best = rank;
                meant.clear();
            }
            if rank == best {
                meant.push(*definition);
            }
        }
        Meant { definitions: meant, is_imported: best.0 }
    }
}

/// Returns the share of the map for each directory, 1 for an average one: higher if more files of
/// other directories use its files.
pub(super) fn directory_shares(tree: &Tree, usage: &Usage) -> Vec<f64> {
    const MIN_FACTOR: f64 = 0.4;
    const MAX_FACTOR: f64 = 8.0;
    let mut users = vec![0.0f64; tree.directories.len()];
    for ((_, to), files) in &usage.directories {
        users[*to] += f64::from(*files);
    }
    let used: Vec<f64> = users.iter().copied().filter(|users| *users > 0.0).collect();
    let mean = used.iter().sum::<f64>() / used.len().max(1) as f64;
    users
        .into_iter()
        .map(|users| ((1.0 + users) / (1.0 + mean)).sqrt().clamp(MIN_FACTOR, MAX_FACTOR))
        .collect()
}

/// Returns the family of languages whose files can refer to each other's definitions.
pub(super) fn family(file: &FileNode) -> Option<Family> {
    file.language.map(|language| language.config.graph.family)
}

/// Returns the number of leading directories that two paths share.
fn shared_directories(one: &str, other: &str) -> usize {
    let alike = one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other);
    alike.filter(|(byte, _)| *byte == b'/').count()
}
