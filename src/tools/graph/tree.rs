//! Order of results as a tree: each indirect caller below the one through which it reaches the
//! target.

use super::Item;
use crate::domain::{ResultRow, first_of};
use crate::engine::graph::{GraphRow, Hop};
use std::collections::{HashMap, HashSet};

/// Limit of the calls of others on the way to the target that a row names.
const MAX_FURTHER: usize = 4;

/// Returns the indices of results in the order of the text, each with its level from 0. A result
/// whose path leads through one that is not among them is at the top.
pub(crate) fn preorder<T: GraphRow>(results: &[&T]) -> Vec<(usize, usize)> {
    let mut at: HashMap<Key<'_>, usize> = HashMap::new();
    for (index, result) in results.iter().enumerate() {
        at.entry(key(*result)).or_insert(index);
    }
    let mut children: Vec<Vec<usize>> = results.iter().map(|_| Vec::new()).collect();
    let mut roots = Vec::new();
    for (index, result) in results.iter().enumerate() {
        let hop = result.via().last();
        let parent = hop.and_then(|hop| at.get(&(&*hop.file, hop.line, hop.name.as_str())));
        // A parent has a shorter path and comes before, so that no cycle is possible.
        match parent.filter(|parent| **parent < index) {
            Some(parent) => children[*parent].push(index),
            None => roots.push(index),
        }
    }
    let mut order = Vec::new();
    let mut open: Vec<(usize, usize)> = roots.into_iter().rev().map(|root| (root, 0)).collect();
    while let Some((index, level)) = open.pop() {
        order.push((index, level));
        open.extend(children[index].iter().rev().map(|child| (*child, level + 1)));
    }
    order
}

/// A definition by file, line and name.
type Key<'a> = (&'a str, usize, &'a str);

/// Calls by callers that a tree lists below something else that they call.
pub(crate) struct Again<'a> {
    shown: HashSet<Key<'a>>,
    /// By what is called: the row of the call, and the place of its caller in the order of the
    /// text.
    rows: HashMap<Key<'a>, Vec<(usize, ResultRow)>>,
    /// Number of results that were passed.
    passed: usize,
}

impl<'a> Again<'a> {
    /// `order` are indices of results in the order of the text, with their levels.
    pub(crate) fn new<T: Item>(results: &[&'a (usize, &'a T)], order: &[(usize, usize)]) -> Self {
        let shown = results.iter().map(|(_, result)| key(*result)).collect();
        let mut again = Self { shown, rows: HashMap::new(), passed: 0 };
        for (place, (index, _)) in order.iter().enumerate() {
            for (of, row) in results[*index].1.further() {
                let of = (&*of.file, of.line, of.name.as_str());
                if again.shown.contains(&of) {
                    again.rows.entry(of).or_default().push((place, row));
                }
            }
        }
        again
    }

    /// Returns the remark on calls of others that are not listed: `also calls f:12, g:14`.
    pub(crate) fn elsewhere<T: Item>(&self, result: &T) -> Option<String> {
        let is_apart = |of: &Hop| !self.shown.contains(&(&*of.file, of.line, of.name.as_str()));
        let calls = result.further().into_iter().filter(|(of, _)| is_apart(of));
        let lines = |row: ResultRow| row.lines.first().map_or(0, |line| line.line);
        let names: Vec<String> =
            calls.map(|(of, row)| format!("{}:{}", of.name, lines(row))).collect();
        (!names.is_empty()).then(|| format!("also calls {}", first_of(&names, MAX_FURTHER)))
    }

    /// Returns the rows for calls of the next result, which is on a level, by callers that are
    /// listed elsewhere.
    pub(crate) fn below<T: Item>(
        &mut self,
        result: &'a T,
        level: usize,
    ) -> impl Iterator<Item = ResultRow> + use<'a, T> {
        let place = self.passed;
        self.passed += 1;
        let rows = self.rows.remove(&key(result)).unwrap_or_default();
        rows.into_iter().map(move |(caller, mut row)| {
            row.depth = level + 1;
            let aside = match caller.cmp(&place) {
                std::cmp::Ordering::Less => "see above",
                std::cmp::Ordering::Equal => "recursive",
                std::cmp::Ordering::Greater => "see below",
            };
            if let Some(line) = row.lines.first_mut() {
                line.text.push_str(&format!(" · {aside}"));
            }
            row
        })
    }
}

fn key<T: GraphRow>(result: &T) -> Key<'_> {
    let node = result.node();
    (node.file.as_deref().unwrap_or_default(), node.line.unwrap_or(0), &node.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Certainty, SymbolKind};
    use crate::engine::graph::{Call, Hop, Node};
    use std::sync::Arc;

    #[test]
    fn results_stand_below_the_last_one_on_their_way() {
        let file: Arc<str> = Arc::from("a.rs");
        let hop = |name: &str, line: usize| Hop {
            name: name.to_owned(),
            container: None,
            file: Arc::clone(&file),
            line,
        };
        let row = |name: &str, line: usize, via: Vec<Hop>| Call {
            node: Node {
                name: name.to_owned(),
                kind: SymbolKind::Function,
                file: Some(Arc::clone(&file)),
                line: Some(line),
                signature: None,
                container: None,
                outer: None,
                is_test: false,
            },
            depth: via.len() + 1,
            via,
            sites: Vec::new(),
            values: Vec::new(),
            certainty: Certainty::Likely,
            rule: None,
            through: Vec::new(),
            further: Vec::new(),
            is_cut: false,
            only_by: None,
        };
        let rows = [
            row("a", 1, Vec::new()),
            row("b", 2, Vec::new()),
            row("c", 3, vec![hop("a", 1)]),
            row("d", 4, vec![hop("gone", 9)]),
            row("e", 5, vec![hop("a", 1), hop("c", 3)]),
        ];
        let rows: Vec<&Call> = rows.iter().collect();
        assert_eq!(preorder(&rows), [(0, 0), (2, 1), (4, 2), (1, 0), (3, 0)]);
    }
}
