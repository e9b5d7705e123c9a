//! Objects and supertypes of a type around a place that is named: `Outer.this`, `this@Outer`,
//! `Outer.super`.

use crate::engine::graph::model::{Def, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::conformance::is_interface;
use crate::engine::graph::resolve::resolver::Resolver;
use std::sync::Arc;

impl Resolver<'_> {
    /// Returns the value of a word for an object, or for its supertypes, that says of which type:
    /// `this@Outer`, `super<Base>`, and `super` behind `Outer.`. An interface that is named is the
    /// supertype itself.
    pub(super) fn qualified_self(&self, unit: &Arc<Unit>, name: &str, at: usize) -> Option<Value> {
        let is_among = |word: &str, words: &[String]| words.iter().any(|each| each == word);
        let super_names = &unit.rules().super_names;
        if let Some((word, of)) = name.split_once('@') {
            let types = || self.named_around(unit, of, at);
            return match word {
                word if is_among(word, super_names) => Some(Value::Super(types()?)),
                word if is_among(word, &unit.language.config.self_names) => {
                    Some(Value::Instance(types()?, None))
                }
                _ => None,
            };
        }
        if let Some((word, of)) = name.split_once('<')
            && is_among(word, super_names)
        {
            let of = of.trim_end_matches('>').trim();
            return match self.value_of_path(unit, &[of], at) {
                Value::Type(types) => Some(Value::Instance(types, None)),
                _ => None,
            };
        }
        if !is_among(name, super_names) {
            return None;
        }
        let before = unit.content().get(..at)?.strip_suffix('.')?;
        let is_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$' | '.');
        let path = &before[before.trim_end_matches(is_word).len()..];
        let segments: Vec<&str> = path.split('.').collect();
        let of = self.value_of_path(unit, &segments, at);
        match of {
            Value::Type(types) if types.iter().all(|of| is_interface(self.project, *of)) => {
                Some(Value::Type(types))
            }
            Value::Type(types) => Some(Value::Super(types)),
            _ => Some(Value::Unknown),
        }
    }

    /// Returns the definitions of a type around a place by its name.
    fn named_around(&self, unit: &Arc<Unit>, name: &str, at: usize) -> Option<Vec<Def>> {
        let mut around = self.types_around(unit, at).into_iter();
        around.find(|of| of.name == name).map(|of| of.types)
    }

    /// Returns the value of a member that its form alone tells: by its number, or as
    /// `Outer.this`.
    pub(super) fn member_of_form(&self, unit: &Unit, value: &Value, name: &str) -> Option<Value> {
        self.member_at_place(value, name).or_else(|| self.object_of_type(unit, value, name))
    }

    /// Returns the object that a word behind the name of a type stands for: `Outer.this`.
    fn object_of_type(&self, unit: &Unit, value: &Value, word: &str) -> Option<Value> {
        let Value::Type(types) = value else { return None };
        let is_self = || unit.language.config.self_names.iter().any(|each| each == word);
        let is_object = unit.rules().outer_objects && is_self();
        is_object.then(|| Value::Instance(types.clone(), None))
    }
}
