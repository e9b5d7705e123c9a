//! Order of results as a tree: each indirect caller below the one through which it reaches the
//! target.

use crate::engine::graph::GraphRow;
use std::collections::HashMap;

/// Returns the indices of results in the order of the text, each with its level from 0. A result
/// whose path leads through one that is not among them is at the top.
pub(crate) fn preorder<T: GraphRow>(results: &[&T]) -> Vec<(usize, usize)> {
    let mut at: HashMap<(&str, usize, &str), usize> = HashMap::new();
    for (index, result) in results.iter().enumerate() {
        let node = result.node();
        let file = node.file.as_deref().unwrap_or_default();
        at.entry((file, node.line.unwrap_or(0), &node.name)).or_insert(index);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Certainty, SymbolKind};
    use crate::engine::graph::{Call, Hop, Node};
    use std::sync::Arc;

    #[test]
    fn results_stand_below_the_last_one_on_their_way() {
        let file: Arc<str> = Arc::from("a.rs");
        let hop =
            |name: &str, line: usize| Hop { name: name.to_owned(), file: Arc::clone(&file), line };
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
