//! Definitions of files that declare no package, where directories need not be called after
//! packages: all of a source tree's are in one.

use super::modules::is_top_level;
use super::resolver::Resolver;
use super::types::parameter_list;
use crate::domain::Visibility;
use crate::engine::graph::model::{Def, Lookup};
use crate::engine::graph::project::{Project, Unit, split_path};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Name of the directory that holds the sources of a program with those of its tests.
const SOURCES: &str = "src";

/// Maximum number of directories of sources in which a name is looked up.
const MAX_DIRECTORIES: usize = 64;

/// The directories with files, by the directory of sources that they are in.
struct SourceTrees(BTreeMap<String, Vec<String>>);

impl SourceTrees {
    fn load(project: &Project<'_>) -> Self {
        let mut trees: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for directory in project.directories() {
            if let Some(root) = source_root(directory) {
                trees.entry(root.to_owned()).or_default().push(directory.to_owned());
            }
        }
        Self(trees)
    }
}

/// Returns the innermost directory of sources that holds another directory.
fn source_root(directory: &str) -> Option<&str> {
    let is_end = |end: &usize| {
        let root = &directory[..*end];
        split_path(root).1 == SOURCES
    };
    let mut ends = directory.match_indices('/').map(|(at, _)| at).chain([directory.len()]);
    ends.rfind(is_end).map(|end| &directory[..end])
}

/// Returns whether a file is in the package without a name, in a language whose directories do not
/// say the package.
pub(super) fn is_without_package(unit: &Unit) -> bool {
    unit.rules().loose_packages && unit.package().is_none()
}

/// Returns the length of the path of the directory that holds two files.
fn shared_directory(one: &str, other: &str) -> usize {
    let parts = one.split_inclusive('/').zip(other.split_inclusive('/'));
    let shared = parts.take_while(|(one, other)| one == other && one.ends_with('/'));
    shared.map(|(part, _)| part.len()).sum()
}

/// Returns whether two files are of two programs beside each other, as those of exercises are: one
/// of them stands at the same place of the other's program too, which no program has twice.
fn are_apart(project: &Project<'_>, one: &str, other: &str) -> bool {
    let shared = shared_directory(one, other);
    let (Some((own, place)), Some((far, other_place))) =
        (one[shared..].split_once('/'), other[shared..].split_once('/'))
    else {
        return false;
    };
    let is_there = |directory: &str, place: &str| {
        let path = format!("{}{directory}/{place}", &one[..shared]);
        let unit = project.displayed(&path).and_then(|file| project.unit(file));
        unit.is_some_and(|unit| is_without_package(unit))
    };
    is_there(own, other_place) || is_there(far, place)
}

/// Returns whether several directories define the same, of which a program has one.
fn has_homonyms(project: &Project<'_>, found: &[Def]) -> bool {
    let mut directories = FxHashMap::default();
    found.iter().filter_map(|def| project.get(*def)).any(|(unit, symbol)| {
        let list = parameter_list(unit, unit.symbol(symbol));
        let list = list.map(|list| list.of(unit.content()));
        let directory = split_path(unit.path()).0;
        *directories.entry(list).or_insert(directory) != directory
    })
}

impl Resolver<'_> {
    /// Looks a name up in the files without a package of the same sources.
    pub(super) fn lookup_without_package(&self, unit: &Unit, name: &str) -> Lookup {
        let project = self.project;
        let root = is_without_package(unit).then(|| source_root(split_path(unit.path()).0));
        let Some(root) = root.flatten() else { return Lookup::Unknown };
        let trees = project.fact(SourceTrees::load);
        let Some(directories) = trees.0.get(root) else { return Lookup::Unknown };
        let is_it = |def: &Def| {
            project.get(*def).is_some_and(|(unit, symbol)| {
                let symbol = unit.symbol(symbol);
                is_without_package(unit)
                    && is_top_level(unit, symbol, None)
                    && symbol.visibility != Some(Visibility::Private)
            })
        };
        let directories = directories.iter().take(MAX_DIRECTORIES);
        let found = directories.flat_map(|of| project.definitions_in_directory(of, name));
        let mut found: Vec<Def> = found.filter(is_it).collect();
        let path = |def: &Def| project.get(*def).map_or("", |(of, _)| of.path());
        found.retain(|def| !are_apart(project, unit.path(), path(def)));
        let shared = |def: &Def| shared_directory(unit.path(), path(def));
        let nearest = found.iter().map(shared).max().unwrap_or_default();
        found.retain(|def| shared(def) == nearest);
        match found.is_empty() || has_homonyms(project, &found) {
            true => Lookup::Unknown,
            false => Lookup::Definitions(found),
        }
    }
}
