//! The globs for test files of all languages, arranged so that a file costs a few comparisons.

use crate::lang::{Language, registry};
use globset::{GlobBuilder, GlobMatcher};
use std::collections::HashMap;
use std::sync::LazyLock;

/// Globs for test files, by language.
pub(super) struct TestGlobs {
    places: HashMap<&'static str, usize>,
    /// Directories by their last name, each with the whole glob where the name alone does not
    /// decide.
    directories: HashMap<String, Vec<(u128, Option<GlobMatcher>)>>,
    /// Directories whose last name has a wildcard.
    wild_directories: Vec<(u128, GlobMatcher)>,
    /// Rules for files, indexed by language in the registry.
    files: Vec<Vec<FileRule>>,
}

enum FileRule {
    Name(String),
    Affixes(String, String),
    /// Glob for a name.
    Pattern(GlobMatcher),
    Path(GlobMatcher),
}

pub(super) static TESTS: LazyLock<TestGlobs> = LazyLock::new(TestGlobs::load);

impl TestGlobs {
    fn load() -> Self {
        let languages = registry().all();
        assert!(languages.len() <= 128, "one bit a language");
        let mut globs = Self {
            places: languages
                .iter()
                .enumerate()
                .map(|(index, language)| (language.id, index))
                .collect(),
            directories: HashMap::new(),
            wild_directories: Vec::new(),
            files: Vec::new(),
        };
        for (index, language) in languages.iter().enumerate() {
            let mut rules = Vec::new();
            for pattern in language.config.tests.files.iter().flat_map(|pattern| expand(pattern)) {
                match pattern.strip_suffix("/**") {
                    Some(directory) => globs.add_directory(1 << index, directory),
                    None => rules.extend(FileRule::new(&pattern)),
                }
            }
            globs.files.push(rules);
        }
        globs
    }

    fn add_directory(&mut self, language: u128, directory: &str) {
        let (above, name) = directory.rsplit_once('/').unwrap_or(("", directory));
        if name.contains(['*', '?']) {
            self.wild_directories.extend(glob(directory).map(|glob| (language, glob)));
            return;
        }
        let glob = if above == "**" { None } else { glob(directory) };
        self.directories.entry(name.to_owned()).or_default().push((language, glob));
    }

    /// Returns the languages, as bits by index in the registry, whose tests a directory holds.
    pub(super) fn languages_of(&self, name: &str, relative: &str) -> u128 {
        let plain = self.directories.get(name).into_iter().flatten();
        let plain =
            plain.filter(|(_, glob)| glob.as_ref().is_none_or(|glob| glob.is_match(relative)));
        let wild = self.wild_directories.iter().filter(|(_, glob)| glob.is_match(relative));
        plain
            .map(|(languages, _)| languages)
            .chain(wild.map(|(languages, ..)| languages))
            .fold(0, |all, one| all | one)
    }

    /// Returns the index of a language in the registry.
    pub(super) fn index_of(&self, language: &Language) -> Option<usize> {
        self.places.get(language.id).copied()
    }

    /// Returns whether a file is a test of the language with this index.
    pub(super) fn is_test_file(&self, index: usize, name: &str, relative: &str) -> bool {
        self.files[index].iter().any(|rule| match rule {
            FileRule::Name(exact) => name == exact,
            FileRule::Affixes(start, end) => {
                name.len() >= start.len() + end.len()
                    && name.starts_with(start.as_str())
                    && name.ends_with(end.as_str())
            }
            FileRule::Pattern(glob) => glob.is_match(name),
            FileRule::Path(glob) => glob.is_match(relative),
        })
    }
}

impl FileRule {
    /// Returns `None` for an invalid glob.
    fn new(pattern: &str) -> Option<Self> {
        let name = pattern.strip_prefix("**/").unwrap_or(pattern);
        if name.contains('/') {
            return glob(pattern).map(FileRule::Path);
        }
        match name.split_once('*') {
            None if !name.contains('?') => Some(FileRule::Name(name.to_owned())),
            Some((start, end)) if !name.contains('?') && !end.contains('*') => {
                Some(FileRule::Affixes(start.to_owned(), end.to_owned()))
            }
            _ => glob(name).map(FileRule::Pattern),
        }
    }
}

/// Compiles a glob of a language description: `*` and `?` within a name, `**` over whole names.
pub(in crate::workspace) fn glob(pattern: &str) -> Option<GlobMatcher> {
    Some(GlobBuilder::new(pattern).literal_separator(true).build().ok()?.compile_matcher())
}

/// Expands a pattern's braces to all alternatives; nested braces are expanded from the inside out.
fn expand(pattern: &str) -> Vec<String> {
    let Some(close) = pattern.find('}') else { return vec![pattern.to_owned()] };
    let Some(open) = pattern[..close].rfind('{') else { return vec![pattern.to_owned()] };
    let (before, after) = (&pattern[..open], &pattern[close + 1..]);
    pattern[open + 1..close]
        .split(',')
        .flat_map(|choice| expand(&format!("{before}{choice}{after}")))
        .collect()
}
