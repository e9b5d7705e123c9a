//! What all known ways from a test to a target lead over, where that leaves open whether it runs
//! the target.

use schemars::JsonSchema;
use serde::Serialize;

/// What each known way from a test leads over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OnlyBy {
    /// A call of the member of a supertype, which others implement too.
    Supertype(Dispatch),
    /// A function that is handed on as a value, by its name: who calls it is not known.
    Value(String),
}

/// A call that runs the target only if its object is of one type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Dispatch {
    /// The member that is called: `Command.execute`.
    pub through: String,
    /// The type: `Analyze`.
    #[serde(rename = "type")]
    pub of: String,
    /// Where the test, or what its file has beside tests, names the type or what makes one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub named: Option<NamedAt>,
}

/// A name in a test, and its line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NamedAt {
    pub name: String,
    /// 1-based.
    pub line: usize,
}

impl OnlyBy {
    /// Returns the dispatch of a test that does not name the type.
    pub fn unnamed(&self) -> Option<&Dispatch> {
        match self {
            OnlyBy::Supertype(dispatch) if dispatch.named.is_none() => Some(dispatch),
            _ => None,
        }
    }
}
