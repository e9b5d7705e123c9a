//! Places of uses, as answers name them.

use schemars::JsonSchema;
use serde::Serialize;
use std::sync::Arc;

/// A place in a file, with the line that is there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Site {
    pub file: Arc<str>,
    /// 1-based, the column in characters.
    pub line: usize,
    pub column: usize,
    /// The line without its indentation.
    pub text: String,
    /// Its statement on one line, where it has several.
    #[serde(skip)]
    pub statement: Option<Box<str>>,
    /// What a place outside of any function is in: a constant, or the head of the statement around
    /// it, `router.get("/users")`.
    #[serde(skip)]
    pub within: Option<Box<str>>,
    /// The case of a table of tests that it is in, by its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub case: Option<Box<str>>,
    /// Of a call in a test, what a later line asserts of the value that it gives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expects: Option<Box<str>>,
    /// The innermost condition in the function around it under which a call is made:
    /// `if count == 1`. It is told of the first callers, and of the calls on paths.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub condition: Option<Box<str>>,
    /// The last condition before a call which leaves that function, or goes on with a loop:
    /// `unless count == 0`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guard: Option<Box<str>>,
    /// True if it is a use of a mock, in a test: what is named does not run.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub on_mock: bool,
    /// Of a target with overloads, the one that is meant, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overload: Option<MeantOverload>,
}

/// The overload of a target that a use means.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MeantOverload {
    pub file: Arc<str>,
    /// 1-based.
    pub line: usize,
    /// What a row says of it; `None` if all rows have the same, which the heading says.
    #[serde(skip)]
    pub label: Option<Box<str>>,
}

impl Site {
    /// Makes the place of a line that is shown as it is.
    pub(crate) const fn new(file: Arc<str>, line: usize, column: usize, text: String) -> Self {
        Self {
            file,
            line,
            column,
            text,
            statement: None,
            within: None,
            case: None,
            expects: None,
            condition: None,
            guard: None,
            on_mock: false,
            overload: None,
        }
    }

    /// Sets the condition under which a call is made, and the one before it which leaves.
    pub(crate) fn set_conditions(&mut self, [condition, guard]: [Option<String>; 2]) {
        self.condition = condition.map(String::into_boxed_str);
        self.guard = guard.map(String::into_boxed_str);
    }

    /// Returns what rows show a part of.
    pub fn shown(&self) -> &str {
        self.statement.as_deref().unwrap_or(&self.text)
    }
}
