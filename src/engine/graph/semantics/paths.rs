//! Displayed paths, as the rules of modules compare them.

use crate::engine::graph::project::split_path;

pub(super) fn join(directory: &str, name: &str) -> String {
    if directory.is_empty() { name.to_owned() } else { format!("{directory}/{name}") }
}

/// Whether the last directories of a path are these.
pub(super) fn ends_with(directory: &str, segments: &[&str]) -> bool {
    let mut names = directory.rsplit('/');
    segments.iter().rev().all(|segment| names.next() == Some(*segment))
}

/// How many leading directories two paths share.
pub(super) fn common_prefix(one: &str, other: &str) -> usize {
    let (one, other) = (split_path(one).0, split_path(other).0);
    one.split('/').zip(other.split('/')).take_while(|(one, other)| one == other).count()
}

/// Whether a file lies in a directory of a name.
pub(super) fn lies_in(path: &str, name: &str) -> bool {
    !name.is_empty() && split_path(path).0.split('/').any(|directory| directory == name)
}
