//! The parts that every answer shares: its summary, what it left out, and what it suggests instead.

use super::{SymbolKind, plural, tokens};
use schemars::JsonSchema;
use serde::Serialize;

/// What is shown of what there is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Summary {
    /// Results in this reply.
    pub count: usize,
    /// Results there are; a lower bound when `total_is_exact` is false.
    pub total: usize,
    pub total_is_exact: bool,
    /// Bytes and o200k tokens of the code in the results shown.
    pub total_bytes: usize,
    pub total_tokens: usize,
    /// The budget or `maxResults` cut the answer.
    pub truncated: bool,
}

impl Summary {
    /// Adds a piece of code that a result shown has.
    pub fn add_code(&mut self, code: &str) {
        self.total_bytes += code.len();
        self.total_tokens += tokens::count(code);
    }
}

/// Why something is not in an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LeftOutReason {
    /// A rule of an ignore file.
    Ignored,
    /// A rule of an ignore file, though git tracks the file of code.
    Tracked,
    /// A rule of an ignore file, where git's index, which says whether git tracks the code, is not
    /// understood.
    PerhapsTracked,
    /// A leading dot.
    Hidden,
    Binary,
    /// Larger than is read.
    TooLarge,
    Unreadable,
    /// Its syntax takes more work to read than a file is given.
    TooComplex,
    /// A file that by its name holds keys or passwords; it is read when it is named itself.
    Secret,
    /// A symbolic link, which is not followed.
    Symlink,
    /// Build output, known by evidence beside it.
    BuildOutput,
    /// Test code, when it was not asked for.
    Test,
    /// A pattern that the caller gave.
    Excluded,
    /// Of another language than the one asked for.
    OtherLanguage,
    /// Deeper than the `depth` asked for.
    Depth,
}

impl LeftOutReason {
    /// The words for it after a count: "12 ignored", "1 test".
    pub const fn words(self, count: usize) -> &'static str {
        match self {
            LeftOutReason::Ignored => "ignored",
            LeftOutReason::Tracked => "ignored though tracked",
            LeftOutReason::PerhapsTracked => "ignored, perhaps tracked",
            LeftOutReason::Hidden => "hidden",
            LeftOutReason::Binary => "binary",
            LeftOutReason::TooLarge => "too large",
            LeftOutReason::Unreadable => "unreadable",
            LeftOutReason::TooComplex => "too complex",
            LeftOutReason::Secret => plural(count, "file of secrets", "files of secrets"),
            LeftOutReason::Symlink => plural(count, "symlink", "symlinks"),
            LeftOutReason::BuildOutput => "build output",
            LeftOutReason::Test => plural(count, "test", "tests"),
            LeftOutReason::Excluded => "excluded",
            LeftOutReason::OtherLanguage => "in other languages",
            LeftOutReason::Depth => "deeper",
        }
    }
}

/// A count of what was left out for one reason, by one rule.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct LeftOut {
    pub reason: LeftOutReason,
    /// The rule's own text, such as `/*`.
    pub rule: Option<String>,
    /// The file that holds the rule, or the one thing left out where it is a single file.
    pub file: Option<String>,
    /// Files, or directories that were not entered.
    pub count: usize,
}

impl LeftOut {
    /// Returns whether these are places of which nothing is known: directories that could not be
    /// listed, files that could not be examined, and files of the project that a rule leaves out.
    /// What else is left out by rule, or never read, is not among them.
    pub fn is_unknown(&self) -> bool {
        match self.reason {
            LeftOutReason::Tracked | LeftOutReason::PerhapsTracked => true,
            LeftOutReason::Unreadable => self.rule.is_none(),
            _ => false,
        }
    }

    /// Returns the ignore rule with the file that holds it: "the rule `/*` in .ignore".
    pub fn named_rule(&self) -> String {
        let rule = self.rule.as_deref().unwrap_or("an ignore rule");
        let file = self.file.as_deref().unwrap_or("an ignore file");
        format!("the rule `{rule}` in {file}")
    }
}

/// A name near the one that was not found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Suggestion {
    pub name: String,
    pub kind: SymbolKind,
    pub file: String,
    pub line: usize,
}
