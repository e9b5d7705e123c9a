//! Result of resolving a use: the definitions that it may mean, by which rule and how certainly, or something else.

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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::engine) struct Meaning {
    pub(in crate::engine) def: Def,
    pub(in crate::engine) certainty: Certainty,
    pub(in crate::engine) rule: Rule,
}

/// Something of the project that a use means instead of one of the definitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::engine) enum Other {
    Definition(Def),
    /// A parameter or variable of a function.
    Local,
    Module,
    /// A name that stands for no definition: a label, a key, a macro's placeholder, a field where only methods are sought.
    Label,
}

/// Result of resolving a use against the definitions of its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::engine) enum Resolution {
    /// Some of the definitions; never empty.
    Definitions(Vec<Meaning>),
    /// Something else of the project.
    Other(Other),
    /// Something from outside the project; the module that it is imported from, where it is.
    External(Option<String>),
    /// Nothing that is written says which.
    Unresolved,
}

impl Resolution {
    /// The definitions that are meant, none where it is none of them.
    pub(in crate::engine) fn into_meanings(self) -> Vec<Meaning> {
        match self {
            Resolution::Definitions(meanings) => meanings,
            Resolution::Other(_) | Resolution::External(_) | Resolution::Unresolved => Vec::new(),
        }
    }

    /// This, or `other` where it is unresolved.
    pub(super) fn or_else(self, other: impl FnOnce() -> Resolution) -> Resolution {
        if self == Resolution::Unresolved { other() } else { self }
    }
}
