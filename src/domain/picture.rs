//! A drawing: boxes with names, and arrows between them. Made from answers that are graphs, for people.

/// A drawing as it is before any notation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Picture {
    pub nodes: Vec<PictureNode>,
    pub edges: Vec<PictureEdge>,
    /// What it shows of what there is, in one line.
    pub caption: String,
}

/// A box.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PictureNode {
    pub label: String,
    /// `path:line`.
    pub place: Option<String>,
    /// The frame that it stands in.
    pub cluster: Option<String>,
    /// What the drawing is about.
    pub is_target: bool,
}

/// An arrow between two boxes, which are given by their places in [`Picture::nodes`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct PictureEdge {
    pub from: usize,
    pub to: usize,
    /// Drawn solid; what is only possible is dashed.
    pub is_sure: bool,
}
