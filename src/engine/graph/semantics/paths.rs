//! Comparison of displayed paths for the rules of modules.

use crate::engine::graph::project::{Project, split_path};
use crate::lang::Language;
use crate::workspace::ByEnd;
use std::collections::BTreeSet;

/// Names of directories in which source files begin, where these lack the first names of packages.
const SOURCE_ROOTS: [&str; 4] = ["kotlin", "scala", "java", "src"];

/// Directories of a project that contain files, directly or below.
pub(in crate::engine) struct Directories {
    by_end: ByEnd<()>,
    /// True if they may lack the first names of the packages in them.
    are_loose: bool,
}

impl Directories {
    pub(in crate::engine) fn load(project: &Project<'_>) -> Self {
        let all: BTreeSet<&str> = project
            .directories()
            .flat_map(|directory| std::iter::successors(Some(directory), above))
            .collect();
        let is_loose = |language: &'static Language| language.config.graph.loose_packages;
        let mut languages = project.files().iter().filter_map(|entry| entry.language);
        let by_end = ByEnd::new(all.into_iter().map(|directory| (directory, ())));
        Self { by_end, are_loose: languages.any(is_loose) }
    }

    /// Returns the directories whose last names are `segments`; none for no names.
    pub(in crate::engine) fn ending_with(
        &self,
        segments: &[&str],
    ) -> impl Iterator<Item = &str> + use<'_> {
        let found = if segments.is_empty() { &[] } else { self.by_end.ending_with(segments) };
        found.iter().map(|(directory, ())| &**directory)
    }

    /// Returns the directories that may hold the files of a package, in order.
    pub(in crate::engine) fn of_package(&self, segments: &[&str]) -> Vec<&str> {
        let mut found: Vec<&str> = self.ending_with(segments).collect();
        if self.are_loose {
            found.extend((1..segments.len()).flat_map(|from| self.ending_with(&segments[from..])));
            found.extend(SOURCE_ROOTS.iter().flat_map(|root| self.ending_with(&[root])));
            // Of a few files without directories.
            found.push("");
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// Returns the directory that holds another; `None` at the root.
fn above<'d>(directory: &&'d str) -> Option<&'d str> {
    Some(split_path(directory).0).filter(|above| !above.is_empty())
}

pub(super) fn join(directory: &str, name: &str) -> String {
    if directory.is_empty() { name.to_owned() } else { format!("{directory}/{name}") }
}

/// Returns the path of one that is written relative to a directory.
pub(super) fn normalize(directory: &str, relative: &str) -> String {
    let mut parts: Vec<&str> = directory.split('/').filter(|part| !part.is_empty()).collect();
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            name => parts.push(name),
        }
    }
    parts.join("/")
}

/// Returns a directory and those above it, innermost first; the last is the root, which is empty.
pub(super) fn ancestors(directory: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(directory), |below| (!below.is_empty()).then(|| split_path(below).0))
}

/// Returns the number of leading directories that two paths share.
pub(in crate::engine) fn common_prefix(one: &str, other: &str) -> usize {
    let (one, other) = (split_path(one).0, split_path(other).0);
    one.split('/').zip(other.split('/')).take_while(|(one, other)| one == other).count()
}

/// Returns whether a file is below a directory of a name.
pub(super) fn lies_in(path: &str, name: &str) -> bool {
    !name.is_empty() && split_path(path).0.split('/').any(|directory| directory == name)
}

/// Returns whether a URI in an import may be that of a file: `package:app/src/text.dart`.
pub(in crate::engine::graph) fn leads_to(uri: &str, path: &str) -> bool {
    let uri = uri.trim_matches(['\'', '"']);
    let in_package = uri.strip_prefix("package:").and_then(|rest| rest.split_once('/'));
    let mut end = in_package.map_or(uri, |(_, rest)| rest);
    while let Some(rest) = end.strip_prefix("../").or_else(|| end.strip_prefix("./")) {
        end = rest;
    }
    path.strip_suffix(end).is_some_and(|before| before.is_empty() || before.ends_with('/'))
}
