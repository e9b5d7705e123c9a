//! Drawings of graph answers, for people: boxes with names, and arrows between them.

/// A drawing, independent of its notation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Picture {
    pub nodes: Vec<PictureNode>,
    pub edges: Vec<PictureEdge>,
    /// One line that says how much of the result is drawn.
    pub caption: String,
}

/// A box.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PictureNode {
    pub label: String,
    /// `path:line`.
    pub place: Option<String>,
    /// Name of the frame that contains the box.
    pub cluster: Option<String>,
    /// True for the target of the question.
    pub is_target: bool,
}

/// An arrow between two boxes, given as indices into [`Picture::nodes`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct PictureEdge {
    pub from: usize,
    pub to: usize,
    /// True for a certain edge, drawn solid; a possible one is dashed.
    pub is_sure: bool,
}
