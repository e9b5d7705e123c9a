//! Which definition a use may mean, by which rule and how certainly.

use crate::domain::Certainty;
use crate::engine::graph::model::Def;

/// The rule that resolved a use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::engine) enum Rule {
    /// The name is that of the definition itself.
    Definition,
    Scope,
    SameFile,
    Import,
    Path,
    Receiver,
    OwnMember,
    Super,
    SamePackage,
    /// A member that may stand in for the one that was found, or the other way round.
    Override,
    /// The header of a type names the other.
    Inherits,
    /// A type has all the methods of an interface.
    Methods,
    UniqueName,
    SameName,
}

impl Rule {
    /// The word for it in answers.
    pub(in crate::engine) const fn as_str(self) -> &'static str {
        match self {
            Rule::Definition => "definition",
            Rule::Scope => "scope",
            Rule::SameFile => "same_file",
            Rule::Import => "import",
            Rule::Path => "qualified_path",
            Rule::Receiver => "receiver_type",
            Rule::OwnMember => "own_member",
            Rule::Super => "super",
            Rule::SamePackage => "same_package",
            Rule::Override => "override",
            Rule::Inherits => "inherits",
            Rule::Methods => "methods",
            Rule::UniqueName => "unique_name",
            Rule::SameName => "same_name",
        }
    }
}

/// One definition that a use may mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine) struct Meaning {
    pub(in crate::engine) def: Def,
    pub(in crate::engine) certainty: Certainty,
    pub(in crate::engine) rule: Rule,
}
