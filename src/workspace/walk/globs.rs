//! Limits of globs, and what is wrong with one.

use crate::domain::{shorten, thousands};

/// Errors of a caller's glob.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GlobError {
    #[error(
        "an ignore glob is empty: give a name such as `dist`, a glob such as `*.snap`, or `!keep` to take something back"
    )]
    Empty,
    #[error(
        "`{glob}` reads as a regular expression: a glob is meant, such as `*.rs`, `tests/` or `**/fixtures/**`"
    )]
    Regex { glob: String },
    #[error("`{glob}` is no glob: {error}")]
    Invalid { glob: String, error: String },
    #[error(
        "`{glob}` is too much for a glob: {MAX_GLOB_BYTES} bytes and {MAX_GLOB_NESTING} braces in each other are the most"
    )]
    TooComplex { glob: String },
    #[error(
        "{} globs of {} bytes are too much: {} of together {} bytes are the most; leave out directories as a whole",
        thousands(*count),
        thousands(*bytes),
        thousands(MAX_GLOBS),
        thousands(MAX_PATTERN_BYTES)
    )]
    TooMany { count: usize, bytes: usize },
}

/// Limits of a glob, which is compiled by recursion into its braces.
const MAX_GLOB_BYTES: usize = 4096;
const MAX_GLOB_NESTING: usize = 20;

/// Maximum number of globs of a call.
const MAX_GLOBS: usize = 1000;

/// Maximum size of the globs of a call, and of the rules of a file that are more than names, in
/// bytes. Names are looked up; all other rules are compiled to one automaton, which takes about a
/// second for a megabyte.
pub(super) const MAX_PATTERN_BYTES: usize = 64 << 10;

/// Maximum length of a glob in an error, in characters.
const SHOWN_GLOB: usize = 60;

impl GlobError {
    /// # Errors
    /// If globs are more, or together longer, than are compiled for a call, or if one is longer or
    /// more deeply nested than can be compiled.
    pub fn check_all(globs: &[impl AsRef<str>]) -> Result<(), Self> {
        let (count, bytes) = (globs.len(), globs.iter().map(|glob| glob.as_ref().len()).sum());
        if count <= MAX_GLOBS {
            globs.iter().try_for_each(|glob| Self::check_size(glob.as_ref()))?;
        }
        if count > MAX_GLOBS || bytes > MAX_PATTERN_BYTES {
            return Err(Self::TooMany { count, bytes });
        }
        Ok(())
    }

    /// # Errors
    /// If a glob is longer or more deeply nested than can be compiled.
    pub(super) fn check_size(glob: &str) -> Result<(), Self> {
        let mut nesting = 0_usize;
        let mut deepest = 0;
        for byte in glob.bytes() {
            match byte {
                b'{' => nesting += 1,
                b'}' => nesting = nesting.saturating_sub(1),
                _ => {}
            }
            deepest = deepest.max(nesting);
        }
        if glob.len() > MAX_GLOB_BYTES || deepest > MAX_GLOB_NESTING {
            return Err(Self::TooComplex { glob: shorten(glob, SHOWN_GLOB) });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_are_bounded_in_number_and_length() {
        let check = |count: usize, glob: &str, expected: bool| {
            assert_eq!(GlobError::check_all(&vec![glob; count]).is_ok(), expected);
        };
        check(1000, "*a*", true);
        check(1001, "*a*", false);
        check(16, &"x".repeat(4096), true);
        check(17, &"x".repeat(4096), false);
        let error = GlobError::check_all(&vec!["*a*"; 600_000]);
        assert_eq!(
            error.expect_err("too many").to_string(),
            "600,000 globs of 1,800,000 bytes are too much: 1,000 of together 65,536 bytes are the \
             most; leave out directories as a whole"
        );
    }
}
