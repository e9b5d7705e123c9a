//! The paths by which dependents lead to the target, as text: what an answer has told once is cut
//! off where it comes again.

use crate::engine::graph::Hop;
use crate::engine::impact::Affected;
use std::collections::HashSet;

/// Number of hops from which on the end of a path is cut off.
const FEWEST_CUT: usize = 2;

/// The paths that an answer has told.
#[derive(Default)]
pub(super) struct ToldPaths {
    told: HashSet<Vec<Hop>>,
    /// What the last row said before its path, the path, and how that was told.
    last: Option<(String, Vec<Hop>, String)>,
}

impl ToldPaths {
    /// Returns the path of a dependent as text, up to the first hop whose own path was told:
    /// "through rotate, consume, …". A row that says the same as the last one `before` its path
    /// says the same of that. `None` without a path.
    pub(super) fn words(&mut self, row: &Affected, name: &str, before: &str) -> Option<String> {
        let full = path(row, name)?;
        if let Some((last_before, via, words)) = &self.last
            && (last_before.as_str(), via) == (before, &row.via)
        {
            return Some(words.clone());
        }
        // The hop next to the target is the first.
        let is_told = |hops: &usize| self.told.contains(&row.via[..*hops]);
        let known = (1..=row.via.len()).rev().find(is_told).unwrap_or(0);
        let words = match known.saturating_sub(1) {
            FEWEST_CUT.. if row.via_others.is_empty() => {
                let named = names(&row.via[known - 1..], name);
                format!("through {named}, …")
            }
            _ => full,
        };
        self.told.extend((1..=row.via.len()).map(|hops| row.via[..hops].to_vec()));
        self.last = Some((before.to_owned(), row.via.clone(), words.clone()));
        Some(words)
    }
}

/// Returns the path of a dependent to the target as text; `None` of one that uses it itself.
pub(super) fn path(row: &Affected, name: &str) -> Option<String> {
    let ways = std::iter::once(names(&row.via, name)).chain(row.via_others.iter().cloned());
    let ways = || ways.collect::<Vec<_>>().join(" or ");
    (!row.via.is_empty()).then(|| format!("through {}", ways()))
}

/// Returns the names of hops, the farthest from the target first.
fn names(hops: &[Hop], name: &str) -> String {
    hops.iter().rev().map(|hop| label(hop, name)).collect::<Vec<_>>().join(", ")
}

/// Returns the name of a hop, with its type if it is a namesake of the target, such as what
/// overrides it.
fn label(hop: &Hop, name: &str) -> String {
    match hop.container.as_ref().filter(|_| hop.name == name) {
        Some(container) => format!("{container}.{}", hop.name),
        None => hop.name.clone(),
    }
}
