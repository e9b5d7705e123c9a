//! Values that an object of a library was made to hold: `useRef<Pool>()`, `createContext(pool)`.

use super::Call;
use super::guesses::{is_bare, word_at};
use super::instance;
use crate::domain::is_word;
use crate::engine::graph::model::{ArgumentValue, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::resolver::Resolver;
use crate::engine::graph::resolve::written_arguments::parts;
use std::ops::Range;
use std::sync::Arc;

impl Resolver<'_> {
    /// Returns the result of a call of the name at a byte that holds, or is, what the call is
    /// given; `None` if the name is not known to do that, or nothing is known of what it is given.
    pub(super) fn held_by_library(
        &self,
        unit: &Arc<Unit>,
        result: &Value,
        at: usize,
        made: Call,
    ) -> Option<Value> {
        let rules = unit.rules();
        if rules.held_members.is_empty() {
            return None;
        }
        let name = word_at(unit, at);
        let is_among = |words: &[String]| words.iter().any(|word| word == name);
        let (holds, is_held) = (is_among(&rules.holding_results), is_among(&rules.held_results));
        let is_outside = *result == Value::External || is_bare(unit, at);
        if !is_outside || !(holds || is_held) {
            return None;
        }
        let content = match unit.names().types_in(made.types) {
            [written] => self.nested(|| self.instance_of_annotation(unit, *written, &None)),
            [] => self.nested(|| self.given_content(unit, at + name.len())),
            _ => Value::Unknown,
        };
        let content = match content {
            Value::Unknown | Value::External => return None,
            Value::Holder(content) => content,
            content => Box::new(content),
        };
        Some(if holds { Value::Holder(content) } else { *content })
    }

    /// Returns a member of what holds a value: that itself, or a member of it where the language
    /// passes over the holder, as templates do.
    pub(super) fn member_of_holder(
        &self,
        unit: &Arc<Unit>,
        content: Value,
        name: &str,
        called: Option<Call>,
    ) -> Value {
        let is_content = unit.rules().held_members.iter().any(|member| member == name);
        match called {
            _ if !is_content => self.member(content, name, called, unit),
            Some(made) => self.call(unit, content, name, made),
            None => content,
        }
    }

    /// Returns the value of the first argument behind a name that ends at a byte, or of what that
    /// returns: `() => new Pool()`.
    fn given_content(&self, unit: &Arc<Unit>, end: usize) -> Value {
        let Some(first) = parts(unit, end).and_then(|parts| parts.into_iter().next()) else {
            return Value::Unknown;
        };
        let Range { mut start, end } = first;
        let text = &unit.content()[start..end];
        if let Some(body) = text.strip_prefix("()").map(str::trim_start)
            && let Some(body) = body.strip_prefix("=>").map(str::trim_start)
        {
            start = end - body.len();
        }
        let text = &unit.content()[start..end];
        if !text.is_empty() && text.chars().all(is_word) {
            return instance(self.value_of_name(unit, text, start));
        }
        let made = text.strip_prefix("new ").map(|of| end - of.trim_start().len());
        let given = match made {
            Some(of) => self.made_value(unit, of),
            None => self.argument_value(unit, start..end),
        };
        match given {
            ArgumentValue::Known(value) => value,
            ArgumentValue::Outside(_) | ArgumentValue::Unknown => Value::Unknown,
        }
    }
}
