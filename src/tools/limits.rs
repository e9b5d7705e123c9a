//! Limits of the lists in a call: each of their items is looked up in files.

use super::ToolError;
use super::words::thousands;
use std::collections::HashSet;

/// Limits of the paths in one call. Who calls from a shell may pass all that it lists.
pub const MAX_PATHS: usize = 1_000;
pub const MAX_PATHS_OF_SHELL: usize = 100_000;

/// What a list of a call holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Listed {
    /// Directories and files to search, with the limit of the call.
    Paths(usize),
    /// Targets to read.
    Targets,
    /// Symbols to ask about, each of which is a question of its own.
    Symbols,
}

impl Listed {
    const fn most(self) -> usize {
        match self {
            Self::Paths(most) => most,
            Self::Targets => 1_000,
            Self::Symbols => 100,
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Paths(_) => "paths",
            Self::Targets => "targets",
            Self::Symbols => "symbols",
        }
    }

    /// Returns what to do instead.
    fn advice(self) -> String {
        let most = thousands(self.most());
        match self {
            Self::Paths(_) => format!("give at most {most}, or the directories that they are in"),
            Self::Targets => format!(
                "give at most {most}; of `file:line`, each on a line of one text, more are read"
            ),
            Self::Symbols => format!("give at most {most}"),
        }
    }

    /// # Errors
    /// If a list of so many different items is longer than one call may have.
    pub(super) fn check(self, count: usize) -> Result<(), ToolError> {
        if count <= self.most() {
            return Ok(());
        }
        let given = format!("{} {}", thousands(count), self.words());
        Err(ToolError::new(format!("{given} are more than one call takes"), self.advice()))
    }
}

/// Returns the items of a list, each once, in order.
pub(super) fn distinct<'a>(items: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = HashSet::new();
    items.into_iter().filter(|item| seen.insert(*item)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_that_is_too_long_is_refused_with_its_limit() {
        let check = |listed: Listed, most: usize, problem: &str, hint: &str| {
            assert_eq!(listed.check(most), Ok(()));
            assert_eq!(listed.check(most + 1), Err(ToolError::new(problem, hint)));
        };
        check(
            Listed::Paths(MAX_PATHS),
            1_000,
            "1,001 paths are more than one call takes",
            "give at most 1,000, or the directories that they are in",
        );
        check(
            Listed::Targets,
            1_000,
            "1,001 targets are more than one call takes",
            "give at most 1,000; of `file:line`, each on a line of one text, more are read",
        );
        check(Listed::Symbols, 100, "101 symbols are more than one call takes", "give at most 100");
    }

    #[test]
    fn equal_items_are_one() {
        assert_eq!(distinct(["b", "a", "b"]), ["b", "a"]);
    }
}
