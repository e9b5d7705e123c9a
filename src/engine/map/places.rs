//! Files and directories by the names at the end of their paths.

use crate::domain::lock;
use crate::workspace::{ByEnd, ends_with};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::sync::{Arc, Mutex, OnceLock};

/// Number of paths with one last name that are compared one by one.
const FEW: usize = 16;

/// Paths by their last names.
#[derive(Default)]
pub(super) struct Places<'t>(FxHashMap<&'t str, Alike<'t>>);

/// Paths with one last name.
#[derive(Default)]
struct Alike<'t> {
    paths: Vec<&'t str>,
    by_end: OnceLock<ByEnd<&'t str>>,
    /// By the end that was asked for.
    best: Mutex<FxHashMap<String, Arc<BestBelow<'t>>>>,
}

/// The shortest path of those with an end below each directory that holds one.
type BestBelow<'t> = FxHashMap<&'t str, &'t str>;

impl<'t> Places<'t> {
    pub(super) fn add(&mut self, path: &'t str) {
        self.0.entry(last(path)).or_default().paths.push(path);
    }

    /// Returns of the paths that end with `names` the one that shares the most directories with
    /// `home`, the shortest of several. `accept` says which of them count, by the path and the
    /// names.
    pub(super) fn nearest(
        &self,
        home: &str,
        names: &[&str],
        accept: impl Fn(&str) -> bool,
    ) -> Option<&'t str> {
        let alike = self.0.get(names.last()?)?;
        if alike.paths.len() <= FEW {
            let found = alike.paths.iter().copied();
            let found = found.filter(|path| ends_with(path, names) && accept(path));
            return found.max_by_key(|path| (shared(home, path), rank(path)));
        }
        let end = names.join("/");
        let known = lock(&alike.best).get(&end).cloned();
        let best = known.unwrap_or_else(|| {
            let best = Arc::new(alike.best_below(names, accept));
            Arc::clone(lock(&alike.best).entry(end).or_insert(best))
        });
        ancestors(home).find_map(|around| best.get(around).copied())
    }
}

impl<'t> Alike<'t> {
    fn best_below(&self, names: &[&str], accept: impl Fn(&str) -> bool) -> BestBelow<'t> {
        let by_end = self.by_end.get_or_init(|| ByEnd::new(self.paths.iter().map(|at| (*at, *at))));
        let mut best = BestBelow::default();
        for (_, path) in by_end.ending_with(names).iter().filter(|(_, path)| accept(path)) {
            for around in ancestors(path) {
                let own = best.entry(around).or_insert(path);
                if rank(path) > rank(own) {
                    *own = path;
                }
            }
        }
        best
    }
}

fn rank(path: &str) -> (Reverse<usize>, &str) {
    (Reverse(path.len()), path)
}

pub(super) fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

pub(super) fn parent(path: &str) -> Option<&str> {
    (!path.is_empty()).then(|| path.rsplit_once('/').map_or("", |(parent, _)| parent))
}

/// Returns a directory and those around it, up to the root.
pub(super) fn ancestors(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(path), |path| parent(path))
}

/// Returns the number of leading directories that two paths share.
fn shared(one: &str, other: &str) -> usize {
    one.split('/').zip(other.split('/')).take_while(|(one, other)| one == other).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What an index finds among very many is what a look at each finds.
    #[test]
    fn the_nearest_of_many_paths_is_that_of_few() {
        let folders = ["", "a/", "a/b/", "a/b/c/", "d/", "d/a/", "d/a/b/", "e/b/", "ab/"];
        let ends = ["x", "y/x", "b/x", "y/b/x"];
        let all: Vec<String> = folders
            .iter()
            .flat_map(|folder| ends.iter().map(move |end| format!("{folder}{end}")))
            .collect();
        let mut places = Places::default();
        all.iter().for_each(|path| places.add(path));
        assert!(places.0["x"].paths.len() > FEW);
        let homes = ["", "a", "a/b", "a/b/c/z", "d/a", "d/a/b", "d/z", "e", "ab", "y"];
        for home in homes {
            for names in [&["x"][..], &["y", "x"], &["b", "x"], &["y", "b", "x"], &["z", "x"]] {
                for accept in [|_: &str| true, |path: &str| path.len().is_multiple_of(2)] {
                    let mut few: Vec<&str> = all.iter().map(String::as_str).collect();
                    few.retain(|path| ends_with(path, names) && accept(path));
                    let expected =
                        few.into_iter().max_by_key(|path| (shared(home, path), rank(path)));
                    // Each with an index of its own, since what it accepts is remembered.
                    let mut places = Places::default();
                    all.iter().for_each(|path| places.add(path));
                    assert_eq!(places.nearest(home, names, accept), expected, "{home} {names:?}");
                }
            }
        }
    }
}
