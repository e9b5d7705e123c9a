//! What a framework may call, where no code of the project does.

use super::Hop;
use schemars::JsonSchema;
use serde::Serialize;

/// A definition that no code of the project is known to call, with the decorators by which a
/// framework may.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FrameworkEntry {
    #[serde(flatten)]
    pub of: Hop,
    /// As they are written: `@BeforeCreate`. Empty for a method without any, which a framework may
    /// call by its own rules.
    pub decorators: Vec<String>,
}

impl FrameworkEntry {
    /// Returns what the decorators say of the definition.
    pub fn words(&self) -> String {
        match self.decorators.join(", ") {
            none if none.is_empty() => {
                "no certain call of it is known: tests above it may be missing".to_owned()
            }
            decorators => format!("decorated by {decorators}: a framework may call it"),
        }
    }
}
