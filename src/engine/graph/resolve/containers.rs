//! Containers of libraries, which are made empty: what they hold is put in later.

use super::resolver::Resolver;
use crate::domain::is_word;
use crate::engine::graph::model::{Local, Value};
use crate::engine::graph::project::Unit;
use crate::workspace::names::{Expression, ExpressionId, Span};
use std::sync::Arc;

/// Maximum number of links of a chain of which the first is looked at.
const MAX_LINKS: usize = 32;

/// Maximum length of the arguments of a container that are looked at, in letters.
const MAX_ARGUMENTS: usize = 1_000;

impl Resolver<'_> {
    /// Returns the number of links at the beginning of a chain that make a container of a library:
    /// those of `HashMap::new()`, `collections.deque()`.
    pub(super) fn behind_container(&self, unit: &Arc<Unit>, links: &[Expression]) -> Option<usize> {
        if unit.rules().containers.is_empty() {
            return None;
        }
        let name = |link: &Expression| match link {
            Expression::Name(name) | Expression::Member { name, .. } => Some(*name),
            _ => None,
        };
        let names: Vec<Span> = links.iter().map_while(name).collect();
        let is_of_library = |name: &Span| is_container(unit, name.of(unit.content()));
        let of = names.iter().position(is_of_library)?;
        // A function of the type may make it.
        let is_made = matches!(links.get(names.len()), Some(Expression::Call(_)));
        if !is_made || names.len() > of + 2 {
            return None;
        }
        if is_given_literal(unit, names[names.len() - 1].end as usize) {
            return None;
        }
        let path: Vec<&str> = names[..=of].iter().map(|name| name.of(unit.content())).collect();
        let at = names[0].start as usize;
        let is_outside =
            matches!(self.value_of_path(unit, &path, at), Value::Unknown | Value::External);
        is_outside.then_some(names.len() + 1)
    }

    /// Returns whether an expression begins with the literal of a list, or with a variable that is
    /// set to one, whose elements may be the project's.
    pub(super) fn begins_with_literal(&self, unit: &Arc<Unit>, of: ExpressionId) -> bool {
        let names = unit.names();
        let is_literal = |value| matches!(names.expression(value), Expression::Literal);
        match names.links(of, MAX_LINKS).first() {
            Some(Expression::Literal) => true,
            Some(Expression::Name(name)) => {
                match self.local(unit, name.of(unit.content()), name.start as usize) {
                    Some(Local::Binding(binding)) => binding.origin.value.is_some_and(is_literal),
                    _ => false,
                }
            }
            _ => false,
        }
    }
}

/// Returns whether a name is that of a library's container.
pub(super) fn is_container(unit: &Unit, name: &str) -> bool {
    unit.rules().containers.iter().any(|container| container == name)
}

/// Returns whether the arguments behind a name hold the literal of another collection, where what
/// is in it tells what the container holds: `new Map([["a", new Pool()]])`.
pub(super) fn is_given_literal(unit: &Unit, end: usize) -> bool {
    let behind = unit.content().get(end..).unwrap_or_default();
    let mut depth = 0;
    for letter in behind.chars().take(MAX_ARGUMENTS) {
        match letter {
            '(' => depth += 1,
            ')' if depth == 1 => return false,
            ')' => depth -= 1,
            '[' | '{' if depth > 0 => return true,
            ';' | '{' | '}' => return false,
            _ => {}
        }
    }
    false
}

/// Returns whether a value begins with what makes a container of a library.
pub(super) fn makes_container(unit: &Unit, value: Span) -> bool {
    let text = value.of(unit.content());
    let text = text.strip_prefix("new ").unwrap_or(text);
    let is_of_path = |letter: char| is_word(letter) || matches!(letter, ':' | '.');
    let path = &text[..text.find(|letter| !is_of_path(letter)).unwrap_or(text.len())];
    path.split([':', '.']).any(|name| is_container(unit, name))
}

/// Returns whether a literal is that of a list or map that holds nothing yet.
pub(super) fn is_empty_literal(unit: &Unit, literal: Span) -> bool {
    if unit.rules().containers.is_empty() {
        return false;
    }
    let mut letters = literal.of(unit.content()).chars().filter(|letter| !letter.is_whitespace());
    let begun = (letters.next(), letters.next());
    matches!(begun, (Some('['), Some(']')) | (Some('{'), Some('}'))) && letters.next().is_none()
}
