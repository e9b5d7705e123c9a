//! Components of a project and their dependencies: the packages of a workspace as its manifests
//! declare them, or else the directories that divide the code, with the imports between them.

use super::manifests::Package;
use super::tree::{Child, FileNode, Tree};
use super::usage::Usage;
use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// A directory of the project's own code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Component {
    /// Relative to the root, with `/`.
    pub path: String,
    /// Files of code in it and below.
    pub files: usize,
    /// The paths of the components whose definitions it uses, most used first.
    pub uses: Vec<String>,
}

/// Maximum number of components, and of dependencies of one; tokens of the budget for one more
/// component, and the least number.
const MAX_COMPONENTS: usize = 14;
const MAX_DEPENDENCIES: usize = 5;
const TOKENS_EACH: usize = 250;
const MIN_COMPONENTS: usize = 4;

/// Returns the number of components that a map with a budget names.
pub(super) fn most_components(max_tokens: Option<usize>) -> usize {
    max_tokens.map_or(MAX_COMPONENTS, |tokens| {
        (tokens / TOKENS_EACH).clamp(MIN_COMPONENTS, MAX_COMPONENTS)
    })
}

/// Divisor of the number of named components, for those of them that no other uses.
const TOPS_SHARE: usize = 4;

/// Minimum share of a directory's code for a child to stand for the directory.
const DOMINANT_SHARE: f64 = 0.7;

/// Minimum share of a component's files that import another one. Fewer may mean another thing by
/// the same names.
const MIN_SHARE: f32 = 0.05;

/// Components of one kind.
#[derive(Debug, Default)]
pub struct Rows {
    /// Those with the most users first. Empty if there is only one.
    pub rows: Vec<Component>,
    /// Number of further ones.
    pub more: usize,
}

/// Components of a project, by how they and their dependencies are known.
#[derive(Debug, Default)]
pub struct Components {
    /// Packages, from manifests.
    pub packages: Rows,
    /// Directories, from imports.
    pub parts: Rows,
}

impl Components {
    /// Returns all that are named, packages first.
    pub fn all(&self) -> impl Iterator<Item = &Component> {
        self.packages.rows.iter().chain(&self.parts.rows)
    }
}

/// Files of code by directory, with those below: bytes and number.
type Sizes = Vec<(u64, usize)>;

/// Division of a project into components.
pub(super) struct Division {
    /// Packages with the dependencies that manifests declare; empty if there are fewer than two.
    packages: (Parts, Uses),
    /// Directories with code, where no packages divide it; empty if there are fewer than two.
    parts: Parts,
}

impl Division {
    /// Divides by the packages that manifests declare, and by directories if there are none or one
    /// of them is nearly all of the code: then a reader asks about its inside as well.
    pub(super) fn new(tree: &Tree, peripheral: &[bool], packages: &[Package]) -> Self {
        let sizes = sizes(tree, peripheral);
        let (packages, is_enough) = declared(tree, &sizes, packages).unwrap_or_default();
        if is_enough {
            return Self { packages, parts: Parts::new() };
        }
        let top = dominant(tree, &sizes);
        let parts = directories_in(tree, top).filter(|directory| sizes[*directory].1 > 0);
        let parts: Parts = parts.map(|part| (part, sizes[part].1)).collect();
        Self { packages, parts: if parts.len() < 2 { Parts::new() } else { parts } }
    }

    /// Returns whether imports are needed to determine the dependencies.
    pub(super) fn needs_imports(&self) -> bool {
        !self.parts.is_empty()
    }
}

pub(super) fn components(
    tree: &Tree,
    usage: &Usage,
    division: &Division,
    packages: &[Package],
    most: usize,
) -> Components {
    let Division { packages: (declared, depends), parts } = division;
    // Beside packages a few parts are enough, and the other way round.
    let most = if declared.is_empty() || parts.is_empty() { most } else { most * 2 / 3 };
    let packages =
        rows(tree, (declared, depends), most, |directory| name_of(tree, packages, directory));
    let uses = imported(tree, usage, parts);
    let rows = rows(tree, (parts, &uses), most, |part| tree.directories[part].path.clone());
    Components {
        packages: Rows { more: declared.len() - packages.len(), rows: packages },
        parts: Rows { more: parts.len() - rows.len(), rows },
    }
}

fn sizes(tree: &Tree, peripheral: &[bool]) -> Sizes {
    let is_code = |file: &FileNode| {
        file.class.is_own_code()
            && !peripheral.get(file.directory).copied().unwrap_or_default()
            && file.language.is_some_and(|language| language.is_outlined_code())
    };
    let mut sizes = vec![(0u64, 0usize); tree.directories.len()];
    for file in tree.files.iter().filter(|file| is_code(file)) {
        let mut next = Some(file.directory);
        while let Some(at) = next {
            sizes[at].0 += file.size;
            sizes[at].1 += 1;
            next = tree.directories[at].parent;
        }
    }
    sizes
}

/// Number of code files of each component, by its directory.
type Parts = BTreeMap<usize, usize>;

/// Pairs of a component and another that it uses, by their directories, with the strength of the
/// dependency.
type Uses = BTreeMap<(usize, usize), f32>;

/// Returns the packages with code of their own and their dependencies, and whether they divide the
/// code: not if one of them is nearly all of it. `None` if there are fewer than two, or if they are
/// independent.
fn declared(tree: &Tree, sizes: &Sizes, packages: &[Package]) -> Option<((Parts, Uses), bool)> {
    if packages.iter().all(|package| package.uses.is_empty()) {
        return None;
    }
    let mut own: BTreeMap<usize, (u64, usize)> =
        packages.iter().map(|package| package.directory).map(|at| (at, sizes[at])).collect();
    // Of nested packages each file belongs to the inner one.
    for directory in own.keys().copied().collect::<Vec<_>>() {
        let outer = std::iter::successors(tree.directories[directory].parent, |at| {
            tree.directories[*at].parent
        })
        .find(|at| own.contains_key(at));
        if let Some(outer) = outer.and_then(|outer| own.get_mut(&outer)) {
            outer.0 = outer.0.saturating_sub(sizes[directory].0);
            outer.1 = outer.1.saturating_sub(sizes[directory].1);
        }
    }
    own.retain(|_, size| size.1 > 0);
    let total: u64 = own.values().map(|size| size.0).sum();
    if own.len() < 2 {
        return None;
    }
    let most = sizes[0].0.max(total) as f64 * DOMINANT_SHARE;
    let divides = own.values().all(|size| size.0 as f64 <= most);
    let mut uses = Uses::new();
    for package in packages {
        for used in package.uses.iter().map(|used| packages[*used].directory) {
            if used != package.directory
                && own.contains_key(&used)
                && own.contains_key(&package.directory)
            {
                uses.insert((package.directory, used), 1.0);
            }
        }
    }
    // The most used of its dependencies are listed first.
    let users = users(&uses);
    let weighed = uses.keys().map(|(user, used)| ((*user, *used), users[used] as f32)).collect();
    let mut parts: Parts = own.iter().map(|(at, size)| (*at, size.1)).collect();
    if !divides {
        let largest = own.iter().max_by_key(|(_, size)| size.0).map(|(at, _)| *at);
        let around = largest.map_or_else(BTreeSet::new, |largest| connected(largest, &weighed));
        if around.len() < MIN_AROUND {
            return None;
        }
        parts.retain(|at, _| around.contains(at));
    }
    Some(((parts, weighed), divides))
}

/// Minimum number of packages, with the one that is nearly all of the code, to be listed beside its
/// inside.
const MIN_AROUND: usize = 3;

/// Returns the packages that depend on one or on which it depends, with those of them.
fn connected(package: usize, uses: &Uses) -> BTreeSet<usize> {
    let mut beside: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    for (user, used) in uses.keys() {
        beside.entry(*user).or_default().push(*used);
        beside.entry(*used).or_default().push(*user);
    }
    let mut found = BTreeSet::from([package]);
    let mut next = vec![package];
    while let Some(at) = next.pop() {
        let new = beside.get(&at).into_iter().flatten().filter(|other| found.insert(**other));
        next.extend(new);
    }
    found
}

/// Returns how many components use each.
fn users(uses: &Uses) -> FxHashMap<usize, usize> {
    let mut users = FxHashMap::default();
    for (_, used) in uses.keys() {
        *users.entry(*used).or_default() += 1;
    }
    users
}

/// The path of a package, or its name where that is the root.
fn name_of(tree: &Tree, packages: &[Package], directory: usize) -> String {
    let path = tree.directories[directory].path.as_str();
    let named = || {
        packages
            .iter()
            .find(|package| package.directory == directory)
            .map(|package| package.name.clone())
    };
    if path.is_empty() { named().unwrap_or_default() } else { path.to_owned() }
}

/// Returns the imports between components that enough of their files share.
fn imported(tree: &Tree, usage: &Usage, parts: &Parts) -> Uses {
    let part_of = |directory: usize| {
        std::iter::successors(Some(directory), |at| tree.directories[*at].parent)
            .find(|at| parts.contains_key(at))
    };
    let mut uses = Uses::new();
    let mut searched: BTreeMap<usize, f32> = BTreeMap::new();
    for (file, directories) in &usage.imports {
        let Some(user) = part_of(tree.files[*file].directory) else { continue };
        *searched.entry(user).or_default() += 1.0;
        for used in directories.iter().filter(|used| **used != user && parts.contains_key(used)) {
            *uses.entry((user, *used)).or_default() += 1.0;
        }
    }
    uses.retain(|(user, _), files| *files >= (searched[user] * MIN_SHARE).max(1.0));
    uses
}

fn rows(
    tree: &Tree,
    (parts, uses): (&Parts, &Uses),
    most: usize,
    name: impl Fn(usize) -> String,
) -> Vec<Component> {
    let of_parts = users(uses);
    let users = |part: usize| of_parts.get(&part).copied().unwrap_or_default();
    let mut order: Vec<usize> = parts.keys().copied().collect();
    order.sort_by_key(|part| {
        (Reverse((users(*part), parts[part])), tree.directories[*part].path.as_str())
    });
    if order.len() > most {
        // Programs, which nothing else uses, say what the others are for.
        let (mut used, mut tops): (Vec<usize>, Vec<usize>) =
            order.into_iter().partition(|part| users(*part) > 0);
        tops.truncate((most / TOPS_SHARE).max(most.saturating_sub(used.len())));
        used.truncate(most - tops.len());
        order = used.into_iter().chain(tops).collect();
    }
    let component = |part: &usize| {
        let mut used: Vec<(usize, f32)> = uses
            .range((*part, 0)..=(*part, usize::MAX))
            .filter(|((_, used), _)| order.contains(used))
            .map(|((_, used), files)| (*used, *files))
            .collect();
        used.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        let uses = used.into_iter().take(MAX_DEPENDENCIES).map(|(used, _)| name(used)).collect();
        Component { path: name(*part), files: parts[part], uses }
    };
    order.iter().map(component).collect()
}

/// Minimum number of code files of a directory beside a dominant one that is a part of the project
/// all the same, and the number of those at which none is dominant.
const LARGE_PART: usize = 20;
const MANY_PARTS: usize = 4;

/// Returns the innermost directory that contains most of the code.
fn dominant(tree: &Tree, sizes: &[(u64, usize)]) -> usize {
    let mut at = 0;
    loop {
        let largest = directories_in(tree, at).max_by_key(|directory| sizes[*directory].0);
        let parts = directories_in(tree, at).filter(|child| sizes[*child].1 >= LARGE_PART).count();
        let is_dominant = |directory: &usize| {
            parts <= MANY_PARTS
                && sizes[*directory].0 as f64 >= sizes[at].0 as f64 * DOMINANT_SHARE
                && branches(tree, sizes, *directory)
        };
        match largest.filter(is_dominant) {
            Some(next) => at = next,
            None => return at,
        }
    }
}

/// Returns whether a directory, or the one below a chain of single ones, has several with code.
fn branches(tree: &Tree, sizes: &[(u64, usize)], mut directory: usize) -> bool {
    let with_code = |at: usize| directories_in(tree, at).filter(|child| sizes[*child].1 > 0);
    while let (Some(only), None) = {
        let mut children = with_code(directory);
        (children.next(), children.next())
    } {
        directory = only;
    }
    with_code(directory).nth(1).is_some()
}

fn directories_in(tree: &Tree, directory: usize) -> impl Iterator<Item = usize> {
    tree.directories[directory].children.iter().filter_map(|child| match child {
        Child::Directory(child) => Some(*child),
        Child::File(_) => None,
    })
}
