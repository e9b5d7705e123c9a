//! Names of accessors and of the properties that they read and set.

use crate::lang::Language;
use crate::workspace::names::Role;

/// A name by which code of another language calls accessors among the definitions, or reads
/// properties.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::engine) struct AccessorName {
    pub(in crate::engine) name: String,
    /// True for the name of a property, false for that of a method.
    pub(in crate::engine) is_property: bool,
    pub(in crate::engine) is_setter: bool,
}

impl AccessorName {
    /// Returns whether the name may stand in code of a language for the definitions.
    pub(in crate::engine) fn is_of(&self, language: &Language) -> bool {
        language.config.graph.calls_by_property() == Some(self.is_property)
    }

    pub(in crate::engine) fn is_said(&self, role: Role) -> bool {
        match (self.is_property, self.is_setter) {
            (true, false) => role == Role::Read,
            (true, true) => role == Role::Write,
            (false, _) => role == Role::Call,
        }
    }
}

/// Returns the property that a method is an accessor of, and whether it sets it.
pub(in crate::engine) fn property_of(method: &str, words: &[String]) -> Option<(String, bool)> {
    let is_accessor = |word: &&String| {
        let rest = method.strip_prefix(word.as_str());
        rest.is_some_and(|rest| rest.starts_with(char::is_uppercase))
    };
    let word = words.iter().find(is_accessor)?;
    let is_setter = word == "set";
    if word == "is" {
        return Some((method.to_owned(), false));
    }
    Some((with_small_start(&method[word.len()..]), is_setter))
}

/// Returns a name with its first word in small letters: `url` of `URL`, `urlPath` of `URLPath`.
fn with_small_start(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let capitals = letters.iter().take_while(|letter| letter.is_uppercase()).count();
    let small = if capitals > 1 && capitals < letters.len() { capitals - 1 } else { capitals };
    let start = letters[..small].iter().flat_map(|letter| letter.to_lowercase());
    start.chain(letters[small..].iter().copied()).collect()
}

/// Returns the accessors of a property, each with whether it sets it.
pub(in crate::engine) fn accessors_of(property: &str) -> Vec<(String, bool)> {
    let bare = property.strip_prefix("is").filter(|rest| rest.starts_with(char::is_uppercase));
    let mut letters = property.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let large: String = first.chain(letters).collect();
    let getter = bare.map_or_else(|| format!("get{large}"), |_| property.to_owned());
    vec![(getter, false), (format!("set{}", bare.unwrap_or(&large)), true)]
}
