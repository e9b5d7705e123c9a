//! Regular expressions of `language.toml`, compiled at first use.

use regex::Regex;
use serde::{Deserialize, Deserializer};
use std::sync::OnceLock;

/// A regular expression that is compiled at first use; the default has no source and matches
/// nothing.
#[derive(Debug, Clone, Default)]
pub struct LazyRegex {
    source: Option<String>,
    compiled: OnceLock<Regex>,
}

impl LazyRegex {
    /// Returns `None` without a source.
    ///
    /// # Panics
    /// If the source is invalid; a test compiles every one.
    pub fn get(&self) -> Option<&Regex> {
        let source = self.source.as_ref()?;
        Some(self.compiled.get_or_init(|| compile(source)))
    }

    pub fn is_match(&self, text: &str) -> bool {
        self.get().is_some_and(|regex| regex.is_match(text))
    }

    /// Reads a pattern whose `^` and `$` match at the ends of lines.
    pub(super) fn by_line<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let pattern = String::deserialize(deserializer)?;
        Ok(Self::new(format!("(?m){pattern}")))
    }

    /// Reads a pattern that matches at the beginning of lines only.
    pub(super) fn at_line_start<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        let pattern = String::deserialize(deserializer)?;
        Ok(Self::new(format!("(?m)^(?:{pattern})")))
    }

    fn new(source: String) -> Self {
        Self { source: Some(source), compiled: OnceLock::new() }
    }
}

pub(super) fn compile(pattern: &str) -> Regex {
    Regex::new(pattern).unwrap_or_else(|error| panic!("a pattern in language.toml: {error}"))
}

impl<'de> Deserialize<'de> for LazyRegex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::new)
    }
}
