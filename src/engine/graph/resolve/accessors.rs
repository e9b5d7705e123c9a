//! Accessors: in some languages `file.name` calls the `getName` of a type that another language
//! defines, and in the other `file.getName()` reads its property `name`.

use super::candidates::{Candidate, Candidates};
use super::meaning::{Meaning, Other, Resolution};
use super::resolver::Resolver;
use crate::domain::{Certainty, SymbolKind, Visibility};
use crate::engine::graph::model::{AccessorName, Def, Value};
use crate::engine::graph::project::Unit;
use crate::lang::Language;
use crate::workspace::names::{Qualifier, Use};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Returns the property that a method is an accessor of, and whether it sets it.
pub(super) fn property_of(method: &str, words: &[String]) -> Option<(String, bool)> {
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
pub(super) fn accessors_of(property: &str) -> Vec<(String, bool)> {
    let bare = property.strip_prefix("is").filter(|rest| rest.starts_with(char::is_uppercase));
    let mut letters = property.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let large: String = first.chain(letters).collect();
    let getter = bare.map_or_else(|| format!("get{large}"), |_| property.to_owned());
    vec![(getter, false), (format!("set{}", bare.unwrap_or(&large)), true)]
}

impl Candidates<'_, '_> {
    /// Returns the names by which code of other languages calls accessors among the definitions.
    pub(in crate::engine) fn accessor_names(&self) -> &BTreeSet<AccessorName> {
        self.accessor_names.get_or_init(|| {
            let members = self.each.iter().filter(|each| each.owner.is_some());
            members.flat_map(|each| self.names_of_accessor(each)).collect()
        })
    }

    /// Returns whether files of a language may call the definitions by a name: those of accessors
    /// hold in some languages only.
    pub(in crate::engine) fn may_be_named(&self, name: &str, language: Option<&Language>) -> bool {
        let mut of_name = self.accessor_names().iter().filter(|of| of.name == name).peekable();
        name == self.name
            || of_name.peek().is_none()
            || of_name.any(|of| language.is_some_and(|language| of.is_of(language)))
    }

    fn names_of_accessor(&self, each: &Candidate<'_>) -> Vec<AccessorName> {
        let rules = each.unit.rules();
        let is_data = matches!(each.symbol.kind, SymbolKind::Property | SymbolKind::Field);
        if rules.accessors.is_empty() {
            return Vec::new();
        }
        let property = || property_of(&self.name, &rules.accessors);
        if !is_data && let Some((name, is_setter)) = property() {
            let is_accessor = each.unit.is_accessor(each.symbol, is_setter);
            let named = AccessorName { name, is_property: true, is_setter };
            return is_accessor.then_some(named).into_iter().collect();
        }
        if is_data && rules.properties_call {
            let named = |(name, is_setter)| AccessorName { name, is_property: false, is_setter };
            return accessors_of(&self.name).into_iter().map(named).collect();
        }
        Vec::new()
    }

    /// Returns whether a use may mean a definition by the name of an accessor or of its property.
    pub(super) fn is_accessor_use(&self, unit: &Unit, found: &Use) -> bool {
        let written = found.span.of(unit.content());
        let is_it = |of: &AccessorName| {
            of.name == written && of.is_of(unit.language) && of.is_said(found.role)
        };
        !unit.rules().accessors.is_empty() && self.accessor_names().iter().any(is_it)
    }

    /// Returns what has a name that may be that of an accessor's property: a local variable, or a
    /// member of the value, which comes first.
    pub(super) fn hides_accessor(&self, unit: &Arc<Unit>, found: &Use) -> Option<Other> {
        let (written, at) = (found.span.of(unit.content()), found.span.start as usize);
        let resolver = Resolver::new(&self.context);
        let types: Vec<Def> = match found.qualifier {
            Qualifier::None if resolver.local(unit, written, at).is_some() => {
                return Some(Other::Local);
            }
            Qualifier::None => {
                resolver.types_around(unit, at).into_iter().flat_map(|of| of.types).collect()
            }
            Qualifier::Receiver(of) => match resolver.value_of(unit, of) {
                Value::Instance(types, _) => types,
                _ => Vec::new(),
            },
            Qualifier::Path(_) => return Some(Other::Apart),
        };
        let calls = unit.rules().properties_call;
        let is_of_language = |def: &Def| {
            self.project.unit(def.file).is_some_and(|of| of.rules().properties_call == calls)
        };
        let own = resolver.members(&types, written).found.into_iter().find(is_of_language);
        own.filter(|_| written != self.name).map(Other::Definition)
    }

    /// Returns a resolution without the fields that only the file of the other language sees; its
    /// accessors are called by their names.
    pub(super) fn without_hidden_fields(&self, unit: &Unit, resolution: Resolution) -> Resolution {
        let Resolution::Definitions(mut meanings) = resolution else { return resolution };
        if unit.rules().properties_call {
            meanings.retain(|meaning| {
                !self.project.get(meaning.def).is_some_and(|(of, symbol)| {
                    let symbol = of.symbol(symbol);
                    !of.rules().accessors.is_empty()
                        && !of.rules().properties_call
                        && symbol.kind == SymbolKind::Field
                        && symbol.visibility == Some(Visibility::Private)
                })
            });
        }
        match meanings.is_empty() {
            true => Resolution::Other(Other::Apart),
            false => Resolution::Definitions(meanings),
        }
    }

    /// Returns what an accessor's name may mean, of which the name alone says little.
    pub(super) fn guess_less(&self, resolution: Resolution) -> Resolution {
        let Resolution::Definitions(mut meanings) = resolution else { return resolution };
        let guesses = meanings.iter_mut().filter(|meaning: &&mut Meaning| meaning.rule.is_guess());
        guesses.for_each(|meaning| meaning.certainty = Certainty::Possible);
        Resolution::Definitions(meanings)
    }
}
