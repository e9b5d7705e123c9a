//! Errors of tools, in words for the caller.

use crate::domain::keys::masked;
use crate::domain::{Cancelled, Problem, without_middle};
use crate::workspace::FilesError;
use std::fmt;
use std::time::Duration;

/// Next step behind a call that was ended for what it took.
const ASK_LESS: &str = "ask about less: a `path`, one symbol with its `file`, or a smaller `depth`";

/// Problem and next step. Two lines at most when shown.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct ToolError {
    /// One sentence without a full stop, in lower case: "no file `src/x.rs` in this project".
    pub problem: String,
    /// Next step, also one sentence.
    pub hint: Option<String>,
}

impl ToolError {
    pub fn new(problem: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { problem: problem.into(), hint: Some(hint.into()) }
    }

    /// Creates an error of a lower layer.
    pub fn from_problem(error: &dyn Problem) -> Self {
        let text = error.to_string();
        let mut lines = text.trim().lines();
        let problem = lines.next().unwrap_or_default().trim().to_owned();
        // A parser of another project may write several lines.
        let rest = lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
        let hint = error.hint().or((!rest.is_empty()).then_some(rest));
        Self { problem, hint }
    }

    pub fn cancelled() -> Self {
        Self { problem: "cancelled".to_owned(), hint: None }
    }

    /// Creates an error for a call that was not done when its client had closed the connection.
    pub fn closed() -> Self {
        Self::new(
            "ended because the client closed the connection".to_owned(),
            "keep standard input open until the answer is read",
        )
    }

    /// Creates an error for a call that was ended at `limit`.
    pub fn took_too_long(limit: Duration) -> Self {
        Self::new(format!("ended after {} s of work", limit.as_secs()), ASK_LESS)
    }

    /// Creates an error for a call that was ended when it had taken `bytes` of memory.
    pub fn took_too_much(bytes: u64) -> Self {
        Self::new(format!("ended with more than {} GB of memory in use", bytes >> 30), ASK_LESS)
    }

    /// Creates an error for a panic in `tool`.
    pub fn panicked(tool: &str, message: &str) -> Self {
        let message = message.lines().next().unwrap_or_default();
        Self {
            problem: format!("{tool} failed on a defect of its own: {message}"),
            hint: Some(
                "please report it with the arguments used; other tools and other arguments still work".to_owned(),
            ),
        }
    }
}

/// Maximum characters of a problem, which may quote a parameter, and of a next step, which may list
/// what is accepted.
const MAX_PROBLEM: usize = 300;
const MAX_HINT: usize = 1000;

/// Writes a problem and the next step, which may name what is in a file, with keys masked.
pub(crate) fn write(
    formatter: &mut fmt::Formatter<'_>,
    problem: &str,
    hint: Option<&str>,
) -> fmt::Result {
    formatter.write_str(&without_middle(&masked(problem), MAX_PROBLEM))?;
    match hint {
        Some(hint) => write!(formatter, "\n  {}", without_middle(&masked(hint), MAX_HINT)),
        None => Ok(()),
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(formatter, &self.problem, self.hint.as_deref())
    }
}

impl From<Cancelled> for ToolError {
    fn from(_: Cancelled) -> Self {
        Self::cancelled()
    }
}

impl From<FilesError> for ToolError {
    fn from(error: FilesError) -> Self {
        match error {
            FilesError::Cancelled(cancelled) => cancelled.into(),
            other => Self::from_problem(&other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("{0}")]
    struct Below(&'static str, Option<&'static str>);

    impl Problem for Below {
        fn hint(&self) -> Option<String> {
            self.1.map(str::to_owned)
        }
    }

    fn check(below: Below, problem: &str, hint: Option<&str>) {
        let error = ToolError::from_problem(&below);
        assert_eq!((error.problem.as_str(), error.hint.as_deref()), (problem, hint));
    }

    #[test]
    fn a_parameter_is_not_quoted_whole() {
        let error = ToolError::new(format!("no `{}` is there", "é".repeat(100_000)), "look");
        let text = error.to_string();
        assert!(text.starts_with("no `éé") && text.ends_with("é` is there\n  look"), "{text}");
        assert_eq!(text.lines().next().map(|line| line.chars().count()), Some(301));
    }

    #[test]
    fn the_hint_of_an_error_below_is_its_own_or_the_rest_of_a_text_of_several_lines() {
        check(Below("no such file", None), "no such file", None);
        check(Below("no such file", Some("look")), "no such file", Some("look"));
        check(Below("no such key\n  one\n  two", None), "no such key", Some("one two"));
    }
}
