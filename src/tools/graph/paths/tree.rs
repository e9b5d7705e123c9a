//! Paths as a tree of calls: what several paths have in common stands once.

use crate::engine::graph::Node;
use crate::engine::graph::paths::Step;
use std::collections::HashSet;

/// A call by its function, as file, line and name, and the place of its first site. It may mean
/// several functions.
type Call<'a> = (Option<&'a str>, Option<usize>, &'a str, Option<(usize, usize)>);

/// A line of the tree.
#[derive(Debug)]
pub(super) struct Line<'a> {
    pub(super) step: &'a Step,
    pub(super) level: usize,
    /// True if a path ends with the call.
    pub(super) is_last: bool,
    /// True if what follows the call stands above.
    pub(super) is_above: bool,
    /// True if other paths go on with it.
    pub(super) goes_on: bool,
}

/// Calls of the tree that follow another.
#[derive(Default)]
struct Branch<'a> {
    steps: Vec<(&'a Step, Branch<'a>)>,
    /// True if a path ends here.
    is_end: bool,
}

fn call(step: &Step) -> Call<'_> {
    let Node { file, line, name, .. } = &step.caller;
    let first = step.sites.first().map(|site| (site.line, site.column));
    (file.as_deref(), *line, name, first)
}

/// Returns the lines of the tree, top to bottom.
pub(super) fn lines<'a>(paths: impl Iterator<Item = &'a [Step]>) -> Vec<Line<'a>> {
    let mut root = Branch::default();
    for path in paths {
        let mut branch = &mut root;
        for step in path {
            let known = branch.steps.iter().position(|(known, _)| call(known) == call(step));
            let index = known.unwrap_or(branch.steps.len());
            if known.is_none() {
                branch.steps.push((step, Branch::default()));
            }
            branch = &mut branch.steps[index].1;
        }
        branch.is_end = true;
    }
    let mut lines = Vec::new();
    add(&mut lines, &root, 0, &mut HashSet::new());
    lines
}

fn add<'a>(
    lines: &mut Vec<Line<'a>>,
    branch: &Branch<'a>,
    level: usize,
    written: &mut HashSet<Call<'a>>,
) {
    for (step, rest) in &branch.steps {
        written.insert(call(step));
        let is_above = !rest.steps.is_empty() && rest.is_written(written);
        let goes_on = !rest.steps.is_empty();
        lines.push(Line { step, level, is_last: rest.is_end, is_above, goes_on });
        if !is_above {
            add(lines, rest, level + 1, written);
        }
    }
}

impl<'a> Branch<'a> {
    fn is_written(&self, written: &HashSet<Call<'a>>) -> bool {
        let is_written = |(step, rest): &(&'a Step, Branch<'a>)| {
            written.contains(&call(step)) && rest.is_written(written)
        };
        self.steps.iter().all(is_written)
    }
}
