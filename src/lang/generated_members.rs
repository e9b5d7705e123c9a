//! Rules about members that no file defines: which decorators make them, and how they are named.

use serde::Deserialize;

/// Members that decorators of libraries make of the fields of a type.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GeneratedMembers {
    /// Decorators of a type or a field that make readers, named by `accessors`.
    pub readers: Vec<String>,
    /// Decorators of a type with a builder, which counts as a value of the type.
    pub builders: Vec<String>,
    /// Members without parameters that give a builder, or what it builds.
    pub building: Vec<String>,
    /// Words before a field's name in a member that gives a copy with another value of it.
    pub setters: Vec<String>,
}
