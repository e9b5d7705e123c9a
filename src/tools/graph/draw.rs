//! Answers as drawings: the target, the results that are shown, and the paths between them.

use crate::domain::{Picture, PictureEdge, PictureNode, SymbolKind};
use crate::engine::graph::target::Definition;
use crate::engine::graph::{Hop, Node};
use std::collections::{BTreeSet, HashMap};

/// Direction of arrows, which lead from users to what they use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    ToTarget,
    FromTarget,
}

/// A drawing under construction.
pub(crate) struct Drawing {
    nodes: Vec<PictureNode>,
    edges: BTreeSet<PictureEdge>,
    direction: Direction,
    /// Indices of boxes by file, line and name.
    known: HashMap<(String, usize, String), usize>,
}

impl Drawing {
    pub(crate) fn new(direction: Direction) -> Self {
        Self { nodes: Vec::new(), edges: BTreeSet::new(), direction, known: HashMap::new() }
    }

    /// Draws the target and returns its box.
    pub(crate) fn target(&mut self, target: &Definition) -> usize {
        let (file, line) = (&target.main().file.path.display, target.main().symbol.line);
        let index = self.node(file, line, target.name(), target.container(), None);
        self.nodes[index].is_target = true;
        index
    }

    /// Draws a target known by name only.
    pub(crate) fn name(&mut self, name: &str) -> usize {
        let index = self.node("", 0, name, None, None);
        self.nodes[index].is_target = true;
        index
    }

    /// Draws a definition, and those through which it is connected to the target.
    pub(crate) fn way(
        &mut self,
        target: usize,
        via: &[Hop],
        to: &Node,
        cluster: Option<&str>,
        is_sure: bool,
    ) {
        let mut from = target;
        for hop in via {
            let next = self.node(&hop.file, hop.line, &hop.name, None, None);
            self.edge(from, next, is_sure);
            from = next;
        }
        let name = if to.kind == SymbolKind::Module && to.name == "<module>" {
            "top level"
        } else {
            &to.name
        };
        let file = to.file.as_deref().unwrap_or_default();
        let end = self.node(file, to.line.unwrap_or(0), name, to.container.as_deref(), cluster);
        self.edge(from, end, is_sure);
    }

    /// Draws a call of one definition by another.
    pub(crate) fn call(&mut self, from: &Node, to: &Node, is_sure: bool) {
        let [from, to] = [from, to].map(|node| {
            let (file, line) = (node.file.as_deref().unwrap_or_default(), node.line.unwrap_or(0));
            self.node(file, line, &node.name, node.container.as_deref(), None)
        });
        self.arrow(from, to, is_sure);
    }

    pub(crate) fn finish(self, caption: String) -> Picture {
        Picture { nodes: self.nodes, edges: self.edges.into_iter().collect(), caption }
    }

    fn node(
        &mut self,
        file: &str,
        line: usize,
        name: &str,
        container: Option<&str>,
        cluster: Option<&str>,
    ) -> usize {
        let next = self.nodes.len();
        let index = *self.known.entry((file.to_owned(), line, name.to_owned())).or_insert(next);
        let label = match container {
            Some(container) => format!("{container}.{name}"),
            None => name.to_owned(),
        };
        if index == next {
            let place = (!file.is_empty()).then(|| format!("{file}:{line}"));
            self.nodes.push(PictureNode { label, place, cluster: None, is_target: false });
        } else if container.is_some() {
            self.nodes[index].label = label;
        }
        if let Some(cluster) = cluster.filter(|_| !self.nodes[index].is_target) {
            self.nodes[index].cluster = Some(cluster.to_owned());
        }
        index
    }

    /// Draws an arrow between a definition and the next one away from the target.
    fn edge(&mut self, near: usize, far: usize, is_sure: bool) {
        let (from, to) = match self.direction {
            Direction::ToTarget => (far, near),
            Direction::FromTarget => (near, far),
        };
        self.arrow(from, to, is_sure);
    }

    fn arrow(&mut self, from: usize, to: usize, is_sure: bool) {
        let known = self.edges.contains(&PictureEdge { from, to, is_sure: true });
        if !known {
            self.edges.remove(&PictureEdge { from, to, is_sure: false });
            self.edges.insert(PictureEdge { from, to, is_sure });
        }
    }
}
