//! Users of files that are not parsed yet, for selecting what to parse: files that include one, or
//! that contain the name of its module or type.

use super::includes::{included, is_included};
use super::tree::Tree;
use super::usage::{Spread, areas, family};
use crate::domain::{Cancel, Cancelled};
use crate::workspace::{FileEntry, names_mentioned_in_each};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The files of a tree, and the sample of them that is read.
pub(super) struct SampledFiles<'a> {
    pub entries: &'a [&'a FileEntry],
    /// Indices of those that are read.
    pub sample: &'a [usize],
    /// Those that are read.
    pub sampled: &'a [FileEntry],
}

/// What a word may refer to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Module {
    File(usize),
    /// A directory whose files are one module.
    Directory(usize),
}

/// Share of the users of a directory that is one module for each file in it.
const OF_DIRECTORY: f32 = 0.5;

/// Returns the users of each of `files`. A use is divided among the modules of a name.
///
/// # Errors
/// If the work is cancelled.
pub(super) fn users_of_files(
    tree: &Tree,
    files: &[usize],
    read: &SampledFiles<'_>,
    cancel: &Cancel,
) -> Result<FxHashMap<usize, Spread>, Cancelled> {
    let mut users = included(tree, read, cancel)?;
    let called = called(tree, files);
    let names: Vec<&str> = called.keys().map(String::as_str).collect();
    // What is included is named by path.
    let naming = read.sample.iter().zip(read.sampled);
    let (sample, sampled): (Vec<usize>, Vec<FileEntry>) = naming
        .filter(|(file, _)| !is_included(&tree.files[**file]))
        .map(|(file, entry)| (*file, entry.clone()))
        .unzip();
    let mentioned = names_mentioned_in_each(&sampled, &names, cancel)?;
    let areas = areas(tree);
    let mut last: FxHashMap<Module, usize> = FxHashMap::default();
    let mut spreads: FxHashMap<Module, Spread> = FxHashMap::default();
    let called: Vec<&Vec<(Module, usize)>> = called.values().collect();
    for (user, mentioned) in sample.iter().zip(&mentioned) {
        let node = &tree.files[*user];
        let directory = node.directory;
        for modules in mentioned.iter().map(|name| called[*name as usize]) {
            let share = 1.0 / modules.len() as f32;
            let of_family =
                modules.iter().filter(|(_, file)| family(&tree.files[*file]) == family(node));
            for (module, _) in
                of_family.filter(|(module, _)| *module != Module::Directory(directory))
            {
                let spread = spreads.entry(*module).or_default();
                let before = last.insert(*module, directory);
                spread.add(
                    share,
                    before.map(|before| (before, areas[before])),
                    (directory, areas[directory]),
                );
            }
        }
    }
    for file in files {
        let of_directory = spreads.get(&Module::Directory(tree.files[*file].directory));
        let of_directory = of_directory.map(|spread| spread.scaled(OF_DIRECTORY));
        for spread in
            [spreads.get(&Module::File(*file)).copied(), of_directory].into_iter().flatten()
        {
            users.entry(*file).or_default().join(spread);
        }
    }
    share_with_sources(tree, files, &mut users);
    Ok(users)
}

/// Returns the modules by the words that refer to them, each with a file of it: a file's name, or a
/// type's in a file with one type; the name of a directory that is one module.
fn called(tree: &Tree, files: &[usize]) -> BTreeMap<String, Vec<(Module, usize)>> {
    const MIN_LENGTH: usize = 3;
    let mut called: BTreeMap<String, Vec<(Module, usize)>> = BTreeMap::new();
    for file in files.iter().filter(|file| !is_included(&tree.files[**file])) {
        let node = &tree.files[*file];
        let stem = node.stem();
        called.entry(stem.to_owned()).or_default().push((Module::File(*file), *file));
        let type_name = camel_case(stem);
        if type_name != stem {
            called.entry(type_name).or_default().push((Module::File(*file), *file));
        }
        if node.language.is_some_and(|language| language.config.graph.is_directory_wide()) {
            let path = &tree.directories[node.directory].path;
            let modules =
                called.entry(path.rsplit('/').next().unwrap_or(path).to_owned()).or_default();
            let module = Module::Directory(node.directory);
            if modules.iter().all(|(other, _)| *other != module) {
                modules.push((module, *file));
            }
        }
    }
    called.retain(|name, _| name.len() >= MIN_LENGTH);
    called
}

/// Returns a type name from a file stem: `AsyncRead` for `async_read`.
fn camel_case(stem: &str) -> String {
    stem.split(['_', '-'])
        .flat_map(|word| {
            let mut letters = word.chars();
            letters.next().into_iter().flat_map(char::to_uppercase).chain(letters)
        })
        .collect()
}

/// Adds an entry for every file. A source file that nothing includes gets most of the users of its
/// header, since the two are one unit; without one, some of those of its directory's central
/// header, which declares what it defines.
fn share_with_sources(tree: &Tree, files: &[usize], users: &mut FxHashMap<usize, Spread>) {
    const OF_HEADER: f32 = 0.7;
    const OF_CENTRAL: f32 = 0.3;
    let mut headers: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    let mut central: FxHashMap<usize, Spread> = FxHashMap::default();
    for file in files.iter().filter(|file| users.contains_key(file)) {
        let node = &tree.files[*file];
        headers.entry(node.stem()).or_default().push(*file);
        let best = central.entry(node.directory).or_default();
        if is_included(node) && users[file].breadth() > best.breadth() {
            *best = users[file];
        }
    }
    let mut shared = Vec::new();
    for file in files.iter().filter(|file| !users.contains_key(file)) {
        let node = &tree.files[*file];
        let named =
            headers.get(node.stem()).filter(|_| is_included(node)).map_or(&[][..], Vec::as_slice);
        let beside = named.iter().find(|header| tree.files[**header].directory == node.directory);
        let header = beside.or(named.first().filter(|_| named.len() == 1));
        let spread = match header {
            Some(header) => users[header].scaled(OF_HEADER),
            None if is_included(node) => {
                central.get(&node.directory).copied().unwrap_or_default().scaled(OF_CENTRAL)
            }
            None => Spread::default(),
        };
        shared.push((*file, spread));
    }
    users.extend(shared);
}
