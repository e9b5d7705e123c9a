//! Rules of `language.toml` for the visibility of definitions.

use crate::domain::Visibility;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Rules for visibility. The first rule that applies decides.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VisibilityRules {
    /// Words before the name; a word that ends in `(` is a prefix.
    #[serde(default)]
    pub words: BTreeMap<String, VisibilityWord>,
    /// Words after the name, in the rest of the header: `function add(uint a) internal`.
    #[serde(default)]
    pub later_words: BTreeMap<String, VisibilityWord>,
    /// Words before the name that count outside types only: C's `static`.
    #[serde(default)]
    pub top_words: BTreeMap<String, VisibilityWord>,
    /// Names that start with an underscore are private, unless they end in two.
    #[serde(default)]
    pub underscore_is_private: bool,
    /// Names that start with `#` are private.
    #[serde(default)]
    pub hash_is_private: bool,
    /// Names that start with an upper-case letter are public, others internal.
    #[serde(default)]
    pub capital_is_public: bool,
    /// Kinds of parents whose members have the parent's visibility.
    #[serde(default)]
    pub members_inherit: Vec<String>,
    /// Default visibility of members by kind of parent, such as `class = "private"`.
    #[serde(default)]
    pub members: BTreeMap<String, VisibilityWord>,
    /// Default visibility of a definition outside any type.
    pub top: Option<VisibilityWord>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum VisibilityWord {
    Public,
    Internal,
    Protected,
    Private,
}

impl From<VisibilityWord> for Visibility {
    fn from(word: VisibilityWord) -> Self {
        match word {
            VisibilityWord::Public => Visibility::Public,
            VisibilityWord::Internal => Visibility::Internal,
            VisibilityWord::Protected => Visibility::Protected,
            VisibilityWord::Private => Visibility::Private,
        }
    }
}
