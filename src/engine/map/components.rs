//! Components of a project and their dependencies: the directories that divide its code, with the
//! uses of definitions across them. Needs no other data than the ranking.

use super::tree::{Child, FileNode, Tree};
use super::usage::Usage;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

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

/// Maximum number of components, and of dependencies of one.
const MOST_COMPONENTS: usize = 16;
const MOST_DEPENDENCIES: usize = 6;

/// Minimum share of a directory's code for a child to stand for the directory.
const DOMINANT_SHARE: f64 = 0.7;

/// Minimum share of a component's files that use another one. Uses by fewer, or by only one, may be
/// homonyms.
const LEAST_SHARE: f32 = 0.08;

/// Returns the components, those with the most users first. Empty if there is only one.
pub(super) fn components(tree: &Tree, usage: &Usage, peripheral: &[bool]) -> Vec<Component> {
    let is_code = |file: &FileNode| {
        file.class.is_own_code()
            && !peripheral.get(file.directory).copied().unwrap_or_default()
            && file.language.is_some_and(|language| language.is_parsed_code())
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
    let top = dominant(tree, &sizes);
    let mut parts: Vec<usize> = directories_in(tree, top).filter(|directory| sizes[*directory].1 > 0).collect();
    if parts.len() < 2 {
        return Vec::new();
    }
    parts.sort_unstable();
    let part_of = |directory: usize| parts.iter().position(|part| tree.is_within(directory, *part));
    let mut uses: BTreeMap<(usize, usize), f32> = BTreeMap::new();
    for ((user, used), files) in &usage.directories {
        if let (Some(user), Some(used)) = (part_of(*user), part_of(*used))
            && user != used
        {
            *uses.entry((user, used)).or_default() += files;
        }
    }
    uses.retain(|(user, _), files| *files >= (sizes[parts[*user]].1 as f32 * LEAST_SHARE).max(1.0));
    let users = |part: usize| uses.keys().filter(|(_, used)| *used == part).count();
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|part| (std::cmp::Reverse((users(*part), sizes[parts[*part]].1)), *part));
    order.truncate(MOST_COMPONENTS);
    let path = |part: usize| tree.directories[parts[part]].path.clone();
    let component = |part: &usize| {
        let mut used: Vec<(usize, f32)> = uses
            .iter()
            .filter(|((user, used), _)| user == part && order.contains(used))
            .map(|((_, used), files)| (*used, *files))
            .collect();
        used.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        let uses = used.into_iter().take(MOST_DEPENDENCIES).map(|(used, _)| path(used)).collect();
        Component { path: path(*part), files: sizes[parts[*part]].1, uses }
    };
    order.iter().map(component).collect()
}

/// Returns the innermost directory that contains most of the code.
fn dominant(tree: &Tree, sizes: &[(u64, usize)]) -> usize {
    let mut at = 0;
    loop {
        let largest = directories_in(tree, at).max_by_key(|directory| sizes[*directory].0);
        let is_dominant = |directory: &usize| {
            sizes[*directory].0 as f64 >= sizes[at].0 as f64 * DOMINANT_SHARE
                && directories_in(tree, *directory).filter(|child| sizes[*child].1 > 0).count() > 1
        };
        match largest.filter(is_dominant) {
            Some(next) => at = next,
            None => return at,
        }
    }
}

fn directories_in(tree: &Tree, directory: usize) -> impl Iterator<Item = usize> {
    tree.directories[directory].children.iter().filter_map(|child| match child {
        Child::Directory(child) => Some(*child),
        Child::File(_) => None,
    })
}
