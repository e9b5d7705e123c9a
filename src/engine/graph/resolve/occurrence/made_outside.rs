//! Values that types of a library make, of which no type is known:
//! `Builder<Tag>.CreateListOfSize(2).All()`. A library does not know the project's types: what it
//! makes is of one only where a call says so, by a type argument or by what it passes.

use super::Occurrence;
use crate::engine::graph::model::{Local, Value};
use crate::engine::graph::resolve::members::simple_name;
use crate::workspace::names::{Expression, ExpressionId, Span};

/// Maximum number of variables that are followed, each to what it is set to.
const MAX_VARIABLES: usize = 3;

/// Maximum number of links of one chain that are looked at.
const MAX_LINKS: usize = 16;

/// Maximum length of a chain, in bytes.
const MAX_BYTES: usize = 2000;

/// Words for values of no type of the project.
const WORDS: [&str; 3] = ["false", "null", "true"];

impl Occurrence<'_, '_, '_> {
    /// Returns whether an expression before the name is a value that a type from outside makes, and
    /// that is of no type of the project which has the member.
    pub(super) fn is_made_outside(&self, of: ExpressionId) -> bool {
        !self.unit.rules().type_words.is_empty() && self.is_made(of, self.found.span.start, 0)
    }

    /// The same for an expression that ends before a byte.
    fn is_made(&self, of: ExpressionId, end: u32, depth: usize) -> bool {
        let unit = self.unit;
        let links = unit.names().links(of, MAX_LINKS);
        let Some((Expression::Name(root), rest)) = links.split_first() else { return false };
        let (text, at) = (root.of(unit.content()), root.start as usize);
        let makes_nothing_of_project = || {
            let behind = Span { start: root.end, end };
            end.checked_sub(root.end).is_some_and(|length| length as usize <= MAX_BYTES)
                && rest.iter().all(|link| {
                    let is_applied = matches!(link, Expression::Applied { .. });
                    is_applied || matches!(link, Expression::Call(_) | Expression::Member { .. })
                })
                && self.gives_nothing_of_project(behind)
        };
        match self.resolver.local(unit, text, at) {
            Some(Local::Binding(binding)) if depth < MAX_VARIABLES => {
                let origin = binding.origin;
                let value = origin.expression().filter(|_| origin.annotation.is_none());
                value.is_some_and(|value| self.is_made(value, origin.value_span.end, depth + 1))
                    && makes_nothing_of_project()
            }
            Some(_) => false,
            None => {
                // A type, and no member that a type from outside may have.
                unit.content()[root.end as usize..].starts_with('<')
                    && rest.iter().any(|link| matches!(link, Expression::Call(_)))
                    && self.is_of_no_project(text)
                    && makes_nothing_of_project()
            }
        }
    }

    /// Returns whether no type argument in a span is a type of the project with a member of the
    /// name, and calls pass nothing but literals, and functions without a name that set something.
    fn gives_nothing_of_project(&self, span: Span) -> bool {
        let text = self.unit.content();
        let (mut calls, mut angles, mut start) = (0_usize, 0_usize, span.start as usize);
        for (at, byte) in span.range().zip(text.as_bytes()[span.range()].iter()) {
            if self.unit.names().is_text(at) {
                continue;
            }
            let is_end = match byte {
                b'(' if calls > 0 => {
                    calls += 1;
                    false
                }
                b')' if calls > 1 => {
                    calls -= 1;
                    false
                }
                b'(' | b')' | b',' if calls <= 1 => true,
                b'<' | b'>' => calls == 0,
                _ => false,
            };
            if !is_end {
                continue;
            }
            let part = text[start..at].trim();
            let is_known = match (calls, angles) {
                (0, 0) => true,
                (0, _) => self.lacks_member(part, start),
                _ => is_plain(part),
            };
            if !is_known {
                return false;
            }
            start = at + 1;
            match byte {
                b'(' => calls = 1,
                b')' if calls == 0 => return false,
                b')' => calls = 0,
                b'<' => angles += 1,
                b'>' => angles = angles.saturating_sub(1),
                _ => {}
            }
        }
        calls == 0 && angles == 0
    }

    /// Returns whether a type that is written at a byte is known to have no member of the name.
    fn lacks_member(&self, written: &str, at: usize) -> bool {
        let name = simple_name(written.trim_end_matches(['?', '[', ']']));
        match self.resolver.type_value(self.unit, name, at) {
            Value::Type(types) => {
                let member = self.found.span.of(self.unit.content());
                self.resolver.members(&types, member).found.is_empty()
            }
            _ => name.is_empty() || self.unit.is_builtin_type(name) || self.is_of_no_project(name),
        }
    }
}

/// Returns whether an argument is a literal or a function that sets something.
fn is_plain(argument: &str) -> bool {
    let is_literal = argument.is_empty()
        || WORDS.contains(&argument)
        || argument.starts_with(|first: char| first.is_ascii_digit() || "\"'-@$".contains(first))
            && !argument.contains('{');
    let sets = |body: &str| {
        let mut halves = body.split(" = ");
        halves.next().is_some_and(|set| !set.contains('(')) && halves.next().is_some()
    };
    is_literal || argument.split_once("=>").is_some_and(|(_, body)| sets(body))
}
