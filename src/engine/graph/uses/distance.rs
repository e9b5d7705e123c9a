//! How far a directory is from those that define a name.

use crate::engine::graph::project::split_path;
use std::collections::BTreeSet;

/// Returns the number of steps from a directory up to one that contains some of `homes`.
pub(super) fn distance(homes: &BTreeSet<&str>, directory: &str) -> usize {
    let mut above = directory;
    let mut steps = 0;
    let is_near = |above: &str| {
        let inside = format!("{above}/");
        above.is_empty()
            || homes.contains(above)
            || homes.range(inside.as_str()..).next().is_some_and(|home| home.starts_with(&inside))
    };
    while !is_near(above) {
        above = split_path(above).0;
        steps += 1;
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directories_are_as_far_as_the_way_up_to_a_common_one() {
        let homes = BTreeSet::from(["a-b", "a/c/d", "e"]);
        let check = |directory: &str, steps: usize| {
            assert_eq!(distance(&homes, directory), steps, "{directory}");
        };
        check("a/c/d", 0);
        check("a/c", 0);
        check("a", 0);
        check("a/x", 1);
        check("a/x/y", 2);
        check("e/f", 1);
        check("g", 1);
        check("", 0);
    }
}
