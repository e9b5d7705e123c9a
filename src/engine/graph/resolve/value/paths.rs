//! Values of paths of names that nesting and namespaces lead to types.

use super::Links;
use crate::engine::graph::model::Value;
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::resolver::Resolver;
use crate::engine::graph::resolve::types;
use crate::engine::graph::semantics;
use crate::workspace::names::{Expression, ExpressionId, Span};
use std::sync::Arc;

/// Maximum number of names in a path to a type.
const MAX_NAMES: usize = 8;

impl Resolver<'_> {
    /// Returns the value of a path of names that [`Resolver::types_in_full`] decides; `None` for
    /// others.
    pub(in crate::engine::graph::resolve) fn value_in_full(
        &self,
        unit: &Arc<Unit>,
        path: &[&str],
        at: usize,
    ) -> Option<Value> {
        let types = self.types_in_full(unit, path, at)?;
        let is_builtin = |name: &&str| unit.is_builtin_type(name);
        Some(match path {
            [name] if types.is_empty() && is_builtin(name) => Value::External,
            _ if types.is_empty() => Value::Unknown,
            _ => self.definition_value(types),
        })
    }

    /// Returns whether the types known by the last name of a path are others than it means.
    pub(in crate::engine::graph::resolve) fn means_another(
        &self,
        unit: &Arc<Unit>,
        head: ExpressionId,
    ) -> bool {
        let Some(root) = unit.names().root_name(head) else { return false };
        let path: Vec<&str> = super::super::members::names_of_path(types::path(unit, head));
        self.types_in_full(unit, &path, root.start as usize).is_some_and(|types| types.is_empty())
    }

    /// Returns the value of the longest path at the beginning of a chain that is the name of types,
    /// and consumes its names behind the first; `None` if no path of several names is one.
    pub(super) fn value_of_full_path(
        &self,
        unit: &Arc<Unit>,
        first: Span,
        links: &mut Links,
    ) -> Option<Value> {
        let rules = unit.rules();
        if !rules.has_full_names && rules.type_words.is_empty() {
            return None;
        }
        let text = unit.content();
        let is_path = |link: &Expression| matches!(link, Expression::Member { .. });
        let after = links.clone().take_while(is_path).take(MAX_NAMES);
        let names = after.map(|link| match link {
            Expression::Member { name, .. } => name.of(text),
            _ => "",
        });
        let path: Vec<&str> = std::iter::once(first.of(text)).chain(names).collect();
        let at = first.start as usize;
        if !rules.has_full_names && (path.len() < 2 || self.local(unit, path[0], at).is_some()) {
            return None;
        }
        let known = |length: &usize| {
            let path = &path[..*length];
            let value = match rules.has_full_names {
                true => self.value_in_full(unit, path, at),
                false => self.type_in_namespace(unit, path),
            };
            value.map(|value| (*length, value))
        };
        let (length, value) = (2..=path.len()).rev().find_map(|length| known(&length))?;
        links.nth(length - 2);
        Some(value)
    }

    /// Returns the type that a word stands for, as `described_class` of RSpec does.
    pub(super) fn type_of_word(&self, unit: &Arc<Unit>, word: &str, at: usize) -> Option<Value> {
        let (written, is_value) = semantics::of(unit.language).type_of_word(unit, word, at)?;
        let separator = unit.language.config.separator.as_str();
        let path: Vec<&str> = written.of(unit.content()).split(separator).collect();
        let at = written.start as usize;
        let value = match path.as_slice() {
            [name] => self.name_value(unit, name, at),
            path => self.value_in_full(unit, path, at).unwrap_or(Value::Unknown),
        };
        Some(match value {
            Value::Type(types) if is_value => Value::Instance(types, None),
            value => value,
        })
    }

    /// Returns the only type whose full name ends with the names of a path.
    fn type_in_namespace(&self, unit: &Unit, path: &[&str]) -> Option<Value> {
        let types = self.types_of_any_namespace(unit, path.last()?);
        let named = self.named_in_full(&types, path);
        let is_one = !named.is_empty() && self.are_one_type(&named);
        is_one.then(|| self.definition_value(named))
    }
}
