//! Enclosing directory or file of each block of a tree, for formats that do not show nesting by
//! indentation.

use crate::domain::Block;

/// Directories and files that enclose the place that a walk through a document's blocks has
/// reached.
#[derive(Default)]
pub(super) struct Trail<'a> {
    /// Ascending in depth.
    open: Vec<(usize, PathEntry<'a>)>,
    is_tree: bool,
}

/// A directory or a file by its path from the root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PathEntry<'a> {
    pub(super) path: &'a str,
    pub(super) is_directory: bool,
}

impl PathEntry<'_> {
    const ROOT: Self = Self { path: "", is_directory: true };

    /// The path as it is shown: a directory's ends with a slash, and the root's is `./`.
    pub(super) fn shown(self) -> String {
        match self {
            Self { path, is_directory: false } => path.to_owned(),
            Self { path: "" | ".", .. } => "./".to_owned(),
            Self { path, .. } => format!("{}/", path.trim_end_matches('/')),
        }
    }

    /// The path of a file in this directory.
    pub(super) fn join(self, name: &str) -> String {
        match self.path {
            "" | "." => name.to_owned(),
            path => format!("{}/{name}", path.trim_end_matches('/')),
        }
    }
}

impl<'a> Trail<'a> {
    /// Takes in the next block; returns the directory or file that it is, if it is one.
    pub(super) fn pass(&mut self, block: &'a Block) -> Option<PathEntry<'a>> {
        let (depth, place) = match block {
            Block::Directory { depth, path, .. } => {
                (*depth, PathEntry { path, is_directory: true })
            }
            Block::File { depth, path, .. } => (*depth, PathEntry { path, is_directory: false }),
            _ => return None,
        };
        self.is_tree = true;
        self.open.retain(|(other, _)| *other < depth);
        self.open.push((depth, place));
        Some(place)
    }

    /// Directory or file that encloses a block at this depth; `None` if the document is no tree.
    pub(super) fn owner(&self, depth: usize) -> Option<PathEntry<'a>> {
        let innermost =
            self.open.iter().rev().find(|(other, _)| *other < depth).map(|(_, place)| *place);
        innermost.or_else(|| self.is_tree.then_some(PathEntry::ROOT))
    }
}
