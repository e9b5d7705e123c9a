//! Selection and order of the files to search.

use crate::domain::{LeftOut, LeftOutReason};
use crate::lang::{Language, registry};
use crate::workspace::{
    FileClass, FileEntry, FileKind, GlobError, Snapshot, SourcePath, Walk, WalkError,
};
use globset::{GlobBuilder, GlobMatcher};
use rustc_hash::FxHashSet;
use std::path::Path;
use std::sync::Arc;

/// Files to search, the most relevant first.
#[derive(Debug, Default)]
pub struct Selection {
    walk: Arc<Walk>,
    /// For each file its index in the walk, which is the order of results.
    order: Vec<u32>,
    pub left_out: Vec<LeftOut>,
    pub notes: Vec<String>,
}

impl Selection {
    /// Returns the number of files.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Returns whether there is nothing to search.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Returns a file by its index in the selection.
    pub fn file(&self, index: usize) -> &FileEntry {
        &self.walk.files[self.place(index)]
    }

    /// Returns a file's index in the walk.
    pub(super) fn place(&self, index: usize) -> usize {
        self.order[index] as usize
    }
}

/// Globs that files must match, as with ripgrep's `-g`: one without a slash matches names, `!`
/// excludes.
#[derive(Debug, Clone, Default)]
pub struct Globs {
    wanted: Vec<GlobMatcher>,
    unwanted: Vec<GlobMatcher>,
}

impl Globs {
    /// # Errors
    /// If a pattern is no valid glob or too large, or if there are too many.
    pub fn new(patterns: &[impl AsRef<str>]) -> Result<Self, GlobError> {
        GlobError::check_all(patterns)?;
        let mut globs = Self::default();
        for pattern in patterns.iter().map(AsRef::as_ref) {
            let (list, pattern) = match pattern.strip_prefix('!') {
                Some(unwanted) => (&mut globs.unwanted, unwanted),
                None => (&mut globs.wanted, pattern),
            };
            let invalid = |error: globset::Error| GlobError::Invalid {
                glob: pattern.to_owned(),
                error: error.kind().to_string(),
            };
            let pattern = pattern.trim_start_matches("./").trim_matches('/');
            // A directory's name matches everything below it.
            for form in [format!("**/{pattern}"), format!("**/{pattern}/**")] {
                let glob =
                    GlobBuilder::new(&form).literal_separator(true).empty_alternates(true).build();
                list.push(glob.map_err(invalid)?.compile_matcher());
            }
        }
        Ok(globs)
    }

    /// Returns whether a displayed path matches.
    pub fn accept(&self, path: &str) -> bool {
        (self.wanted.is_empty() || self.wanted.iter().any(|glob| glob.is_match(path)))
            && !self.unwanted.iter().any(|glob| glob.is_match(path))
    }
}

/// Selects the files at and below `starts`. If a file's name does not determine whether it is in
/// `language`, the reader of the file decides: see `is_in_language`.
///
/// # Errors
/// If the work is cancelled.
pub fn select(
    snapshot: &Snapshot,
    starts: &[SourcePath],
    language: Option<&'static Language>,
    globs: &Globs,
    allow_tests: bool,
) -> Result<Selection, WalkError> {
    let walk = snapshot.walk(starts, &[])?;
    let mut selection = Selection { left_out: walk.left_out.clone(), ..Selection::default() };
    if let Some(rule) = walk.emptied_by() {
        selection
            .notes
            .push(format!("no file is left to search: {} leaves them out", rule.named_rule()));
    }
    let (mut tests, mut others, mut excluded) = (0, 0, 0);
    let mut chosen: Vec<(u8, u32)> = Vec::with_capacity(walk.files.len());
    let starts: FxHashSet<&Path> = starts.iter().map(|start| &*start.absolute).collect();
    for (index, file) in walk.files.iter().enumerate() {
        let is_start = starts.contains(&*file.path.absolute);
        if !allow_tests && file.class.is_test() && !is_start {
            tests += 1;
        } else if language.is_some_and(|language| !may_be_in_language(file, language)) {
            others += 1;
        } else if !globs.accept(&file.path.display) {
            excluded += 1;
        } else {
            chosen.push((rank(file.class), index as u32));
        }
    }
    // Stable within a rank: the walk's order.
    chosen.sort_unstable();
    selection.order = chosen.into_iter().map(|(_, index)| index).collect();
    selection.walk = walk;
    let counts = [
        (LeftOutReason::Test, tests),
        (LeftOutReason::OtherLanguage, others),
        (LeftOutReason::Excluded, excluded),
    ];
    for (reason, count) in counts {
        if count > 0 {
            let rule = (reason == LeftOutReason::Excluded).then(|| "glob".to_owned());
            selection.left_out.push(LeftOut { reason, rule, file: None, count });
        }
    }
    Ok(selection)
}

/// Returns the search rank of a class: the project's own files first, then its tests, then vendored
/// and generated files.
pub fn rank(class: FileClass) -> u8 {
    match class.leading() {
        None | Some(FileKind::Example | FileKind::Documentation) => 0,
        Some(FileKind::Test) => 1,
        Some(FileKind::Vendored | FileKind::Generated | FileKind::Minified | FileKind::Locale) => 2,
    }
}

/// Returns whether a language is the wanted one or a dialect of it, as TSX is of TypeScript.
pub(crate) fn is_language(language: &Language, wanted: &Language) -> bool {
    let mut next = Some(language);
    while let Some(language) = next {
        if language == wanted {
            return true;
        }
        next = language.config.inherits.as_deref().and_then(|parent| registry().by_name(parent));
    }
    false
}

fn may_be_in_language(file: &FileEntry, wanted: &Language) -> bool {
    match file.language {
        Some(language) => {
            is_language(language, wanted)
                || language.config.disambiguate.iter().any(|rule| {
                    registry()
                        .by_name(&rule.language)
                        .is_some_and(|other| is_language(other, wanted))
                        && file
                            .path
                            .absolute
                            .extension()
                            .is_some_and(|ending| ending == rule.extension.as_str())
                })
        }
        // A script may declare its language in its first line.
        None => file.path.absolute.extension().is_none(),
    }
}

/// Returns the language of a file whose content is available.
pub(crate) fn language_of(file: &FileEntry, text: &str) -> Option<&'static Language> {
    let settled = file.language.filter(|language| language.is_settled_by_name(&file.path.absolute));
    settled.or_else(|| registry().for_source(&file.path.absolute, text))
}

/// Returns whether a file is in a language, by its content if its name is ambiguous.
pub(crate) fn is_in_language(file: &FileEntry, text: &str, wanted: &'static Language) -> bool {
    language_of(file, text).is_some_and(|language| is_language(language, wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_match_names_paths_and_directories() {
        let check = |globs: &[&str], path: &str, expected: bool| {
            assert_eq!(
                Globs::new(globs).expect("globs").accept(path),
                expected,
                "{globs:?} {path}"
            );
        };
        check(&[], "src/a.rs", true);
        check(&["*.rs"], "src/a.rs", true);
        check(&["*.{py,rs}"], "src/a.rs", true);
        check(&["*.py"], "src/a.rs", false);
        check(&["src/*.rs"], "src/a.rs", true);
        check(&["src/**/*.rs"], "src/a.rs", true);
        check(&["!src"], "src/a.rs", false);
        check(&["*.rs", "!a.*"], "src/a.rs", false);
        check(&["**/*.rs"], "a.rs", true);
    }
}
