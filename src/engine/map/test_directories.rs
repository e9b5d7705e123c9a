//! Directories of a project's tests, which the map itself leaves out: where they are is one of the
//! first questions.

use super::Detail;
use schemars::JsonSchema;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A directory that holds tests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TestDirectory {
    /// Relative to the root, with `/`. Empty for tests that stand beside the code that they test.
    pub path: String,
    /// Files of tests in it and below.
    pub files: usize,
}

/// Maximum number of directories that are named, and tokens of the budget for each.
const MAX_NAMED: usize = 4;
const TOKENS_EACH: usize = 1000;

/// Returns the directories of some files of tests, those with the most files first: as many as a
/// map of a budget in tokens has room for.
pub(super) fn test_directories<'p>(
    paths: impl Iterator<Item = &'p str>,
    detail: Detail,
    max_tokens: Option<usize>,
) -> Vec<TestDirectory> {
    if detail == Detail::Files {
        return Vec::new();
    }
    let mut files: BTreeMap<&str, usize> = BTreeMap::new();
    for path in paths {
        *files.entry(directory(path)).or_default() += 1;
    }
    let mut directories: Vec<TestDirectory> = files
        .into_iter()
        .map(|(path, files)| TestDirectory { path: path.to_owned(), files })
        .collect();
    directories.sort_by_key(|directory| Reverse(directory.files));
    let most = max_tokens.map_or(MAX_NAMED, |tokens| (tokens / TOKENS_EACH).min(MAX_NAMED));
    directories.truncate(most);
    directories
}

/// Returns the outermost directory of a path whose name says that it holds tests; empty if none
/// does.
fn directory(path: &str) -> &str {
    let mut end = 0;
    for name in path.split('/') {
        let is_last = end + name.len() == path.len();
        if !is_last && is_of_tests(name) {
            return &path[..end + name.len()];
        }
        end += name.len() + 1;
    }
    ""
}

/// Returns whether a directory's name has one of the words for tests.
fn is_of_tests(name: &str) -> bool {
    let name = name.to_lowercase();
    let mut words = name.split(|letter: char| !letter.is_alphanumeric());
    words.any(|word| matches!(word, "test" | "tests" | "testing" | "spec" | "specs" | "e2e"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_outermost_directory_with_a_word_for_tests_is_named() {
        assert_eq!(directory("core/src/test/java/a/ATest.java"), "core/src/test");
        assert_eq!(directory("tests/unit/tests/a.py"), "tests");
        assert_eq!(directory("src/App.Tests/Job.cs"), "src/App.Tests");
        assert_eq!(directory("web/__tests__/a.ts"), "web/__tests__");
        assert_eq!(directory("store/contest/store_test.go"), "");
        assert_eq!(directory("latest.py"), "");
    }

    #[test]
    fn those_with_the_most_files_come_first() {
        let paths = ["b/test/x", "a/test/y", "a/test/z", "x_test.go"];
        let found = test_directories(paths.into_iter(), Detail::Signatures, None);
        let named: Vec<(&str, usize)> =
            found.iter().map(|directory| (directory.path.as_str(), directory.files)).collect();
        assert_eq!(named, [("a/test", 2), ("", 1), ("b/test", 1)]);
        assert_eq!(test_directories(paths.into_iter(), Detail::Signatures, Some(1500)).len(), 1);
    }
}
