//! Result of resolving a use: its possible definitions with rule and certainty, or something else.

use crate::domain::Certainty;
use crate::engine::graph::model::Def;

/// Name of the rule for a use of a member that the target overrides or implements.
pub(in crate::engine) const THROUGH_SUPERTYPE: &str = "through_supertype";

/// Name of the rule for what hands a function on as a value, and for what reaches it in that way.
pub(in crate::engine) const PASSED_AS_VALUE: &str = "passed_as_value";

/// The rule that resolved a use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::engine) enum Rule {
    /// The use is the name of the definition itself.
    Definition,
    Scope,
    SameFile,
    Import,
    Path,
    Receiver,
    OwnMember,
    Super,
    SamePackage,
    /// A member of a subtype of the value's written type.
    ThroughSupertype,
    /// A member of a subtype that overrides or implements the one asked about.
    Override,
    /// The header of a type names the other.
    Inherits,
    /// A value that is written for a type.
    WrittenFor,
    /// A type has all the methods of an interface.
    Methods,
    UniqueName,
    SameName,
    /// The function is not called but handed on as a value, from where it may be.
    PassedAsValue,
}

impl Rule {
    /// Returns whether the name alone led to the definition.
    pub(super) const fn is_guess(self) -> bool {
        matches!(self, Rule::UniqueName | Rule::SameName)
    }

    /// Returns the rule's name in answers.
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
            Rule::ThroughSupertype => THROUGH_SUPERTYPE,
            Rule::Override => "override",
            Rule::Inherits => "inherits",
            Rule::WrittenFor => "written_for",
            Rule::Methods => "methods",
            Rule::UniqueName => "unique_name",
            Rule::SameName => "same_name",
            Rule::PassedAsValue => PASSED_AS_VALUE,
        }
    }
}

/// One possible definition of a use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::engine) struct Meaning {
    pub(in crate::engine) def: Def,
    pub(in crate::engine) certainty: Certainty,
    pub(in crate::engine) rule: Rule,
}

impl Meaning {
    /// Returns whether the use names this definition, and more than its name tells so.
    pub(in crate::engine) fn is_evident(&self) -> bool {
        self.certainty == Certainty::Likely
            && !matches!(self.rule, Rule::Definition | Rule::ThroughSupertype)
    }

    /// Returns the member of the supertype through which a use may mean this definition, given all
    /// meanings of the use.
    pub(in crate::engine) fn through(self, all: &[Meaning]) -> Option<Def> {
        let is_written =
            |meaning: &&Meaning| !matches!(meaning.rule, Rule::ThroughSupertype | Rule::Definition);
        let written = all.iter().filter(|_| self.rule == Rule::ThroughSupertype).find(is_written);
        written.map(|meaning| meaning.def)
    }
}

/// Something else of the project that a use refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::engine) enum Other {
    Definition(Def),
    /// A parameter or variable of a function.
    Local,
    Module,
    /// A name that refers to no definition: a label, a key, a macro's placeholder, a field where
    /// only methods are sought.
    Label,
}

/// Result of resolving a use against the definitions of its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::engine) enum Resolution {
    /// Some of the definitions; never empty.
    Definitions(Vec<Meaning>),
    /// Something else of the project.
    Other(Other),
    /// Something from outside the project, with its module if it is imported.
    External(Option<String>),
    /// The source does not determine the meaning.
    Unresolved,
}

impl Resolution {
    /// Returns the definitions of [`Resolution::Definitions`]; else none.
    pub(in crate::engine) fn into_meanings(self) -> Vec<Meaning> {
        match self {
            Resolution::Definitions(meanings) => meanings,
            Resolution::Other(_) | Resolution::External(_) | Resolution::Unresolved => Vec::new(),
        }
    }

    /// Returns this, or `other` if it is unresolved.
    pub(super) fn or_else(self, other: impl FnOnce() -> Resolution) -> Resolution {
        if self == Resolution::Unresolved { other() } else { self }
    }
}
