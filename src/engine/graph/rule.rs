//! The rules by which syntax and text find what a row of an answer shows.

use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use std::borrow::Cow;

/// A rule. Of two rules with the same certainty the lesser one says more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rule {
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
    /// The field that is called holds the function.
    HeldByField,
    /// A member of a subtype that overrides or implements the one asked about.
    Override,
    /// The header of a type names the other.
    Inherits,
    /// A structure embeds the other, which is no supertype by that.
    Embeds,
    /// A value that is written for a type.
    WrittenFor,
    /// A type has all the methods of an interface.
    Methods,
    /// A library's function of the name is handed the object.
    HandedOver,
    /// A library's function is handed the function, and calls it.
    CalledBack,
    /// A library is handed the object whose method it may call, or starts it.
    ObjectHanded,
    UniqueName,
    SameName,
    /// The arguments of a call do not tell which of several overloads it means.
    Overload,
    /// A test is given what the function makes, or has it run before.
    Given,
    /// The function is not called but handed on as a value, from where it may be.
    PassedAsValue,
    /// It takes what is sent: a value of its parameter's type, or an event by its name.
    Sent,
    /// A value of its parameter's type is made, for what sends it.
    SentByType,
    /// A macro makes the name of a part that it is given.
    Pasted,
    /// The target itself implements or overrides it.
    Declares,
    /// A whole word outside comments and strings, in a language without a grammar.
    Text,
    /// No rule leads to a definition.
    Unresolved,
}

impl Rule {
    /// Returns whether the name alone led to the definition.
    pub(crate) const fn is_guess(self) -> bool {
        matches!(self, Rule::UniqueName | Rule::SameName)
    }

    /// Returns whether more than a name leads to what is only possible: it may run the target.
    pub(in crate::engine) const fn says_more_than_name(self) -> bool {
        matches!(
            self,
            Rule::ThroughSupertype
                | Rule::HeldByField
                | Rule::HandedOver
                | Rule::ObjectHanded
                | Rule::Overload
                | Rule::Sent
                | Rule::SentByType
        )
    }

    /// Returns whether what is written at a use says what it means.
    pub const fn is_plain(self) -> bool {
        matches!(
            self,
            Rule::Definition
                | Rule::Scope
                | Rule::SameFile
                | Rule::Import
                | Rule::Path
                | Rule::OwnMember
                | Rule::Super
                | Rule::SamePackage
        )
    }

    /// Returns the rule's name in answers.
    pub const fn as_str(self) -> &'static str {
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
            Rule::ThroughSupertype => "through_supertype",
            Rule::HeldByField => "held_by_field",
            Rule::Override => "override",
            Rule::Inherits => "inherits",
            Rule::Embeds => "embeds",
            Rule::WrittenFor => "written_for",
            Rule::Methods => "methods",
            Rule::HandedOver => "handed_over",
            Rule::CalledBack => "called_back",
            Rule::ObjectHanded => "object_handed_over",
            Rule::UniqueName => "unique_name",
            Rule::SameName => "same_name",
            Rule::Overload => "overload",
            Rule::Given => "given",
            Rule::PassedAsValue => "passed_as_value",
            Rule::Sent => "sent",
            Rule::SentByType => "sent_by_type",
            Rule::Pasted => "pasted",
            Rule::Declares => "declares",
            Rule::Text => "text",
            Rule::Unresolved => "unresolved",
        }
    }
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Programs are told of any name: a list of them would bind answers to it.
impl JsonSchema for Rule {
    fn schema_name() -> Cow<'static, str> {
        String::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        String::json_schema(generator)
    }

    fn inline_schema() -> bool {
        true
    }
}
