//! Fields that macros are given by name, beside a value that has them: `CALL(pool, open)`, where
//! `CALL` is written with `(pool)->open`.

use super::Occurrence;
use crate::domain::{Certainty, is_word};
use crate::engine::graph::macros::FieldMacros;
use crate::engine::graph::model::{Def, Value};
use crate::engine::graph::resolve::meaning::Resolution;
use crate::engine::graph::rule::Rule;
use std::ops::Range;

/// Limit of the text around a name in which the call is looked for that it is given to, in bytes.
const MAX_BYTES: usize = 400;

/// A name as an argument of a call.
pub(super) struct Argument<'t> {
    /// The name of what is called.
    called: &'t str,
    place: usize,
    /// The bytes of all arguments.
    list: Vec<Range<usize>>,
    /// True if a block or a statement stands behind the call, as behind that of a loop.
    is_head: bool,
}

impl Occurrence<'_, '_, '_> {
    /// Returns the call that a bare name is an argument of, or begins one, in languages whose
    /// macros may name fields so; `None` if the project has no field of the name.
    pub(super) fn argument(&self) -> Option<Argument<'_>> {
        let (unit, at) = (self.unit, self.offset());
        if !unit.rules().pasting || self.candidates.member_groups == 0 {
            return None;
        }
        argument_at(unit.content(), at..at + self.found.span.range().len())
    }

    /// Resolves an argument of the project's macro that names a field.
    pub(super) fn resolve_macro_argument(&self, argument: &Argument<'_>) -> Option<Resolution> {
        let project = self.candidates.project;
        let fields = project.fact(FieldMacros::load);
        let of = fields.fields_of(argument.called, argument.place)?;
        Some(self.field_beside(of.into_iter().filter_map(|place| argument.list.get(place)), true))
    }

    /// Resolves an argument of a library's macro, which nothing else explains: it may name a field,
    /// of one of the other arguments if these have such a one.
    pub(super) fn argument_of_library_macro(&self, argument: &Argument<'_>) -> Option<Resolution> {
        let is_macro = argument.is_head || !argument.called.contains(char::is_lowercase);
        let known = self.candidates.project.definitions(argument.called).ok()?;
        if !is_macro || !known.is_empty() {
            return None;
        }
        Some(self.field_beside(argument.list.iter(), false))
    }

    /// Resolves the name as a field of one of some expressions or, if none is known to have it, of
    /// any value.
    fn field_beside<'r>(
        &self,
        of: impl Iterator<Item = &'r Range<usize>>,
        is_sure: bool,
    ) -> Resolution {
        let (unit, candidates) = (self.unit, self.candidates);
        let fields = of.flat_map(|range| {
            let types = self.types_of_path(range);
            self.resolver.members(&types, self.name()).found
        });
        let fields: Vec<Def> = fields.collect();
        let certainty = if is_sure { Certainty::Likely } else { Certainty::Possible };
        let resolution = candidates.keep(&fields, certainty, Rule::Receiver);
        resolution.or_else(|| match fields.is_empty() {
            true => candidates.member_of_unknown(unit).into_possible(),
            false => Resolution::Unresolved,
        })
    }

    /// Returns the types of the value of an expression that is a path: `pool`, `&pools->first`.
    fn types_of_path(&self, range: &Range<usize>) -> Vec<Def> {
        let text = &self.unit.content()[range.clone()];
        let path = text.trim_start_matches(['&', '*', '(', ' ']).trim_end_matches([')', ' ']);
        let is_path = |letter: char| is_word(letter) || matches!(letter, '.' | '-' | '>');
        if path.is_empty() || !path.chars().all(is_path) {
            return Vec::new();
        }
        let names: Vec<&str> =
            path.split(['.', '-', '>']).filter(|name| !name.is_empty()).collect();
        let value = self.resolver.value_of_path(self.unit, &names, range.start);
        match self.resolver.completed(self.unit, range.start, value) {
            Value::Instance(types, _) => types,
            _ => Vec::new(),
        }
    }
}

/// Returns the call of which a name is an argument, or the beginning of one.
fn argument_at(text: &str, name: Range<usize>) -> Option<Argument<'_>> {
    let behind = text[name.end..].trim_start();
    let is_begun = behind.starts_with([',', ')', '.', '[']) || behind.starts_with("->");
    let before = text[..name.start].trim_end();
    if !is_begun || !before.ends_with(['(', ',']) {
        return None;
    }
    let least = name.start.saturating_sub(MAX_BYTES);
    let (mut depth, mut open) = (0usize, None);
    for (at, byte) in text.bytes().enumerate().take(name.start).skip(least).rev() {
        match byte {
            b'(' if depth == 0 => {
                open = Some(at);
                break;
            }
            b')' => depth += 1,
            b'(' => depth -= 1,
            b';' | b'{' | b'}' => return None,
            _ => {}
        }
    }
    let open = open?;
    let head = text[..open].trim_end();
    let called = &head[head.trim_end_matches(is_word).len()..];
    let (list, end) = list_behind(text, open)?;
    let place = list.iter().position(|range| range.contains(&name.start))?;
    let next = text[end..].trim_start().chars().next()?;
    let is_head = next == '{' || is_word(next);
    (!called.is_empty()).then_some(Argument { called, place, list, is_head })
}

/// Returns the arguments in the list that a bracket opens, and the end of the list.
fn list_behind(text: &str, open: usize) -> Option<(Vec<Range<usize>>, usize)> {
    let (mut depth, mut from) = (0usize, open + 1);
    let mut list = Vec::new();
    for (at, byte) in text.bytes().enumerate().skip(from).take(2 * MAX_BYTES) {
        match byte {
            b')' | b',' if depth == 0 => {
                let part = &text[from..at];
                let start = at - part.trim_start().len();
                list.push(start..start + part.trim().len());
                if byte == b')' {
                    return Some((list, at + 1));
                }
                from = at + 1;
            }
            b'(' => depth += 1,
            b')' => depth -= 1,
            b';' | b'{' | b'}' => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::argument_at;

    fn check(text: &str, expected: Option<(&str, usize, bool)>) {
        let at = text.find("name").unwrap();
        let found = argument_at(text, at..at + 4);
        let found = found.map(|argument| (argument.called, argument.place, argument.is_head));
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn the_call_of_an_argument_is_found() {
        check("f(); CALL(g(a, b), name, c);", Some(("CALL", 1, false)));
        check("EACH(a, name) { b; }", Some(("EACH", 1, true)));
        check("EACH(name->b) b;", Some(("EACH", 0, true)));
        check("x = (name);", None);
        check("CALL(a, name + 1);", None);
        check("CALL(a); name, b)", None);
    }
}
