//! Patterns of names with their targets, as `paths` of a configuration has them.

use rustc_hash::FxHashMap;

/// Maximum number of patterns with one beginning.
const MAX_ALIKE: usize = 64;

/// Patterns, by what is before their `*`, so that a name is not compared with each.
#[derive(Debug, Default)]
pub(super) struct Patterns {
    /// Without a `*`.
    exact: FxHashMap<String, Vec<String>>,
    open: FxHashMap<String, Vec<Open>>,
    /// The longest beginning.
    longest: usize,
}

#[derive(Debug)]
struct Open {
    after: String,
    targets: Vec<String>,
}

impl Patterns {
    pub(super) fn is_empty(&self) -> bool {
        self.exact.is_empty() && self.open.is_empty()
    }

    /// Adds a pattern; a later one of a beginning comes before an earlier one.
    pub(super) fn add(&mut self, pattern: &str, targets: Vec<String>) {
        match pattern.split_once('*') {
            None => drop(self.exact.insert(pattern.to_owned(), targets)),
            Some((before, after)) => {
                self.longest = self.longest.max(before.len());
                let alike = self.open.entry(before.to_owned()).or_default();
                if alike.len() < MAX_ALIKE {
                    alike.push(Open { after: after.to_owned(), targets });
                }
            }
        }
    }

    /// Returns what stands for the `*` of the pattern that a name matches, and its targets: the one
    /// without a `*`, else the one with the longest beginning.
    pub(super) fn matching<'n>(&self, name: &'n str) -> Option<(&'n str, &[String])> {
        if let Some(targets) = self.exact.get(name) {
            return Some(("", targets));
        }
        let most = name.floor_char_boundary(self.longest);
        let beginnings = (0..=most).rev().filter(|length| name.is_char_boundary(*length));
        let mut alike =
            beginnings.filter_map(|length| Some((length, self.open.get(&name[..length])?)));
        alike.find_map(|(length, alike)| {
            alike.iter().rev().find_map(|open| {
                let inside = name[length..].strip_suffix(open.after.as_str())?;
                Some((inside, open.targets.as_slice()))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pattern_with_the_longest_beginning_counts() {
        let mut patterns = Patterns::default();
        for pattern in ["*", "@a/*", "@a/b/*", "@a/*/x", "@a/b", "ü*"] {
            patterns.add(pattern, vec![pattern.to_owned()]);
        }
        let check = |name: &str, inside: &str, pattern: &str| {
            assert_eq!(
                patterns.matching(name),
                Some((inside, &[pattern.to_owned()][..])),
                "{name}"
            );
        };
        check("@a/b", "", "@a/b");
        check("@a/b/c", "c", "@a/b/*");
        check("@a/c/x", "c", "@a/*/x");
        check("@a/c", "c", "@a/*");
        check("b", "b", "*");
        check("üö", "ö", "ü*");
        check("", "", "*");
        assert_eq!(Patterns::default().matching("a"), None);
    }
}
