//! Paths as code writes them, and the packages that they begin with.

use crate::engine::graph::project::Unit;
use crate::workspace::names::Span;
use std::sync::Arc;

/// Text and location of an import's module or of a path.
#[derive(Clone, Copy)]
pub(in crate::engine) struct WrittenPath<'a> {
    pub(in crate::engine) unit: &'a Arc<Unit>,
    pub(in crate::engine) text: &'a str,
    pub(in crate::engine) at: Span,
}

/// A package by the name that paths begin with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::engine) struct Package {
    pub name: String,
    /// Displayed path of its directory; empty for the root.
    pub directory: String,
}
