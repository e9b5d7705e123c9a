//! Paths by their ends, so that those which end alike are found without a look at all others.

use std::cmp::Ordering;

/// Paths, each with a value, ordered by their last name, then by the one before it, and so on.
#[derive(Debug)]
pub struct ByEnd<T>(Vec<(Box<str>, T)>);

impl<T> ByEnd<T> {
    /// Entries with the same path keep their order.
    pub fn new<'p>(paths: impl Iterator<Item = (&'p str, T)>) -> Self {
        let mut paths: Vec<(Box<str>, T)> =
            paths.map(|(path, value)| (Box::from(path), value)).collect();
        paths.sort_by(|(one, _), (other, _)| one.rsplit('/').cmp(other.rsplit('/')));
        Self(paths)
    }

    /// Returns the paths whose last names are `names`.
    pub fn ending_with(&self, names: &[&str]) -> &[(Box<str>, T)] {
        let compare = |path: &str| -> Ordering {
            path.rsplit('/').take(names.len()).cmp(names.iter().rev().copied())
        };
        let start = self.0.partition_point(|(path, _)| compare(path) == Ordering::Less);
        let found = &self.0[start..];
        &found[..found.partition_point(|(path, _)| compare(path) == Ordering::Equal)]
    }
}

/// Returns whether the last names of a path are `names`.
pub fn ends_with(path: &str, names: &[&str]) -> bool {
    let mut of_path = path.rsplit('/');
    names.iter().rev().all(|name| of_path.next() == Some(*name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_found_by_their_last_names() {
        let paths = ["a/b", "b", "", "x/a/b", "ab", "x-a/b", "b/a", "a/b/c"];
        let by_end = ByEnd::new(paths.into_iter().zip(0..));
        let check = |names: &[&str]| {
            let mut found: Vec<&str> =
                by_end.ending_with(names).iter().map(|(path, _)| &**path).collect();
            let mut expected = paths.to_vec();
            expected.retain(|path| ends_with(path, names));
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "{names:?}");
        };
        for names in [&["b"][..], &["a", "b"], &["a"], &["c"], &["x", "a", "b"], &["y"], &[]] {
            check(names);
        }
    }
}
