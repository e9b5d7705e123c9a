//! Keys of object literals.

use super::Occurrence;
use crate::domain::{Certainty, is_word};
use crate::engine::graph::model::{Def, Value};
use crate::engine::graph::resolve::meaning::{Other, Resolution};
use crate::engine::graph::rule::Rule;
use crate::workspace::names::{Role, Span};
use std::ops::Range;

/// Limit of the bytes of a literal in which the values are looked for that it takes over: each of
/// its keys may ask.
const MAX_BEFORE_SPREAD: usize = 4096;

impl Occurrence<'_, '_, '_> {
    /// Resolves the key of an object literal to a member of the type that the literal is written
    /// for.
    pub(super) fn resolve_key(&self) -> Resolution {
        let (unit, name) = (self.unit, self.name());
        let label = Resolution::Other(Other::Label);
        let property = unit.names().property_at(self.offset());
        let Some(property) = property.filter(|_| unit.rules().keys_are_members) else {
            return label;
        };
        match self.resolver.written_for(unit, property.object) {
            None => self.of_spread(property.object).unwrap_or(label),
            Some(Value::Instance(types, _) | Value::Type(types)) => {
                let members = self.resolver.members(&types, name);
                let found =
                    self.candidates.keep(&members.found, Certainty::Likely, Rule::WrittenFor);
                found.or_else(|| if members.is_open { Resolution::Unresolved } else { label })
            }
            Some(Value::External | Value::Written(..)) => Resolution::External(None),
            Some(_) => Resolution::Unresolved,
        }
    }

    /// Resolves the key of a literal that no type is written for to a member of a value that the
    /// literal takes over: `{ ...state, size: 1 }` is mostly another state.
    fn of_spread(&self, object: Span) -> Option<Resolution> {
        let text = self.unit.content().get(object.range())?;
        let text = &text[..text.floor_char_boundary(MAX_BEFORE_SPREAD)];
        let values = spread_paths(text).into_iter().map(|path| {
            let at = object.range().start + path.start;
            let names: Vec<&str> = text[path].split('.').collect();
            self.resolver.unnested(|| self.resolver.value_of_path(self.unit, &names, at))
        });
        let values: Vec<Value> = values.collect();
        let is_unknown = values.contains(&Value::Unknown) && !self.candidates.is_common;
        let types = values.into_iter().filter_map(|value| match value {
            Value::Instance(types, _) => Some(types),
            _ => None,
        });
        let types: Vec<Def> = types.flatten().collect();
        let members = self.resolver.members(&types, self.name());
        match self.candidates.keep(&members.found, Certainty::Possible, Rule::WrittenFor) {
            found @ Resolution::Definitions(_) => Some(found),
            _ => is_unknown.then_some(Resolution::Unresolved),
        }
    }

    /// Resolves a local variable in an object literal that is also the key of its value,
    /// `return { width }`, to the member that the key sets.
    pub(super) fn with_field_of_name(&self, own: Resolution) -> Resolution {
        let is_key = self.found.role != Role::Key
            && self.candidates.member_groups > 0
            && own == Resolution::Other(Other::Local)
            && self.unit.names().property_at(self.offset()).is_some();
        match if is_key { self.resolve_key() } else { Resolution::Other(Other::Label) } {
            found @ (Resolution::Definitions(_) | Resolution::Unresolved) => found,
            _ => own,
        }
    }
}

/// Returns where the paths of the values stand that an object literal takes over: `a.b` of
/// `{ ...a.b, c: 1 }`.
fn spread_paths(literal: &str) -> Vec<Range<usize>> {
    let (mut depth, mut paths) = (0_usize, Vec::new());
    for (at, byte) in literal.bytes().enumerate() {
        match byte {
            b'{' | b'[' | b'(' => depth += 1,
            b'}' | b']' | b')' => depth = depth.saturating_sub(1),
            b'.' if depth == 1 && literal[at..].starts_with("...") => {
                let start = at + 3;
                let rest = &literal[start..];
                let end = rest.find(|letter| !is_word(letter) && letter != '.');
                let end = start + end.unwrap_or(rest.len());
                if literal[end..].trim_start().starts_with([',', '}']) {
                    paths.push(start..end);
                }
            }
            _ => {}
        }
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::spread_paths;

    #[test]
    fn the_values_that_a_literal_takes_over_are_found() {
        let literal = "{ ...a.b, c: { ...d }, ...f(1), ...e }";
        let paths: Vec<&str> = spread_paths(literal).into_iter().map(|at| &literal[at]).collect();
        assert_eq!(paths, ["a.b", "e"]);
    }
}
