//! Types of parameters: what tells overloads with equally many parameters apart, and which of them
//! a call means whose arguments have known types.

use super::candidates::Candidates;
use super::conformance::Fit;
use super::meaning::{Meaning, Resolution};
use super::resolver::{Context, Resolver};
use super::types::{self, parameter_list, parameters};
use crate::engine::graph::model::{Def, Value};
use crate::engine::graph::project::{Project, Unit};
use crate::workspace::names::{Type, TypeId, Use};
use std::sync::Arc;

/// Maximum length of a list of arguments that is read, in bytes.
const MAX_ARGUMENTS: usize = 1_000;

/// Types of which every value is.
const ANY: [&str; 5] = ["Object", "object", "Any", "dynamic", "T"];

/// What is known of an argument.
enum Argument {
    Value(Value),
    /// A string, a number or the like.
    Literal,
    Unknown,
}

/// Returns whether two definitions have parameters of different types, as far as these are known.
pub(super) fn are_different(project: &Project<'_>, one: Def, other: Def) -> bool {
    let (Some((unit, symbol)), Some((other_unit, other_symbol))) =
        (project.get(one), project.get(other))
    else {
        return false;
    };
    let list = |unit: &'_ Arc<Unit>, symbol: u32| {
        parameter_list(unit, unit.symbol(symbol)).map(|list| list.of(unit.content()).to_owned())
    };
    if one == other || list(unit, symbol) == list(other_unit, other_symbol) {
        return false;
    }
    let (Some(types), Some(others)) =
        (written_types(unit, symbol), written_types(other_unit, other_symbol))
    else {
        return false;
    };
    let context = Context::new(project);
    let resolver = Resolver::new(&context);
    types.len() == others.len()
        && types.into_iter().zip(others).any(|(one, other)| {
            resolver.compare_written((unit, one), (other_unit, other)) == Fit::Different
        })
}

/// Returns the written types of a function's parameters; `None` if not all are known.
fn written_types(unit: &Unit, symbol: u32) -> Option<Vec<TypeId>> {
    let all = parameters(unit, unit.symbol(symbol));
    let types: Option<Vec<TypeId>> = all.map(|parameter| parameter.origin.annotation).collect();
    types.filter(|types| !types.is_empty())
}

impl Candidates<'_, '_> {
    /// Leaves out the overloads of which a parameter does not take what a call passes, if another
    /// takes it.
    pub(super) fn keep_by_types(
        &self,
        unit: &Arc<Unit>,
        found: &Use,
        resolution: Resolution,
    ) -> Resolution {
        let Resolution::Definitions(meanings) = &resolution else { return resolution };
        let passes_some = found.arguments.is_some_and(|arguments| arguments > 0);
        if meanings.len() < 2 || !passes_some || !unit.rules().overloads_by_type {
            return resolution;
        }
        let resolver = Resolver::new(&self.context);
        let Some(arguments) = arguments(&resolver, unit, found) else { return resolution };
        let takes = |meaning: &&Meaning| resolver.takes_types(meaning.def, &arguments);
        let kept: Vec<Meaning> = meanings.iter().filter(takes).copied().collect();
        match kept.is_empty() {
            true => resolution,
            false => Resolution::Definitions(kept),
        }
    }
}

impl Resolver<'_> {
    fn takes_types(&self, def: Def, arguments: &[Argument]) -> bool {
        let Some((unit, symbol)) = self.project.get(def) else { return true };
        let Some(types) = written_types(unit, symbol) else { return true };
        let list = parameter_list(unit, unit.symbol(symbol)).map(|list| list.of(unit.content()));
        // The first parameter of an extension of C# is its receiver.
        let is_apart = list.is_some_and(|list| list[1..].trim_start().starts_with("this "));
        is_apart
            || types.len() != arguments.len()
            || types.iter().zip(arguments).all(|(of, passed)| self.takes_type(unit, *of, passed))
    }

    fn takes_type(&self, unit: &Arc<Unit>, of: TypeId, passed: &Argument) -> bool {
        let takes_any = || match unit.names().written_type(of) {
            Type::Named { head, .. } => {
                types::last_name(unit, head).is_none_or(|name| ANY.contains(&name))
            }
            _ => false,
        };
        match (self.instance_of_annotation(unit, of, &None), passed) {
            (Value::Instance(types, _), Argument::Value(Value::Instance(passed, _))) => {
                let above = self.with_ancestors(passed);
                types.iter().any(|of| above.contains(of)) || self.converts(passed)
            }
            (Value::Instance(..), Argument::Literal) => false,
            (Value::Written(..), Argument::Value(Value::Instance(passed, _))) => {
                takes_any()
                    || passed.iter().any(|of| self.ancestors(*of).is_open)
                    || self.converts(passed)
            }
            _ => true,
        }
    }

    /// Returns whether a type has operators by which its values become others.
    fn converts(&self, types: &[Def]) -> bool {
        let bodies = types.iter().filter_map(|of| self.project.get(*of));
        let mut texts =
            bodies.filter_map(|(unit, of)| unit.content().get(unit.symbol(of).bytes.clone()));
        texts.any(|text| text.contains("implicit operator"))
    }
}

/// Returns what a call passes; `None` if its list is not read or holds another number.
fn arguments(resolver: &Resolver<'_>, unit: &Arc<Unit>, found: &Use) -> Option<Vec<Argument>> {
    let start = found.span.end as usize;
    let text = unit.content();
    let end = text.floor_char_boundary((start + MAX_ARGUMENTS).min(text.len()));
    let parts = parts(text.get(start..end)?)?;
    let known = parts.into_iter().map(|(at, part)| argument(resolver, unit, start + at, part));
    let known: Vec<Argument> = known.collect();
    (Some(known.len()) == found.arguments.map(usize::from)).then_some(known)
}

fn argument(resolver: &Resolver<'_>, unit: &Arc<Unit>, at: usize, part: &str) -> Argument {
    let is_of_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    if part.starts_with(['"', '\'']) || part.starts_with(|letter: char| letter.is_ascii_digit()) {
        // A string may be the beginning of an expression.
        let is_whole = part.chars().all(|letter| is_of_name(letter) || letter == '.')
            || part.len() > 1 && part[1..].find(&part[..1]) == Some(part.len() - 2);
        return if is_whole { Argument::Literal } else { Argument::Unknown };
    }
    match part.chars().all(is_of_name) && !part.is_empty() {
        true => Argument::Value(resolver.value_of_name(unit, part, at)),
        false => Argument::Unknown,
    }
}

/// Returns the arguments of the list at the beginning of a text, with their byte offsets; `None` if
/// it does not end in the text or has what may be type arguments.
fn parts(text: &str) -> Option<Vec<(usize, &str)>> {
    let open = text.len() - text.trim_start().len();
    let inside = text[open..].strip_prefix('(')?;
    let (mut depth, mut start, mut quote) = (0_usize, 0, None);
    let mut parts = Vec::new();
    let mut add = |start: usize, end: usize| {
        let part = &inside[start..end];
        let before = part.len() - part.trim_start().len();
        parts.push((open + 1 + start + before, part.trim()));
    };
    let mut letters = inside.char_indices();
    while let Some((at, letter)) = letters.next() {
        match (quote, letter) {
            (Some(_), '\\') => {
                letters.next();
            }
            (Some(mark), letter) => quote = Some(mark).filter(|mark| *mark != letter),
            (None, '"' | '\'') => quote = Some(letter),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')') if depth == 0 => {
                add(start, at);
                return Some(parts);
            }
            (None, ')' | ']' | '}') => depth = depth.checked_sub(1)?,
            (None, '<') if depth == 0 => return None,
            (None, ',') if depth == 0 => {
                add(start, at);
                start = at + 1;
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_read_from_a_list() {
        let of = |text| parts(text).map(|parts| parts.iter().map(|(_, part)| *part).collect());
        let expected: Option<Vec<&str>> = Some(vec!["a", "f(b, c)", "\"d, e)\""]);
        assert_eq!(of("(a, f(b, c), \"d, e)\") + 1"), expected);
        assert_eq!(of("(new Map<A, B>())"), None::<Vec<&str>>);
        assert_eq!(of("(a, b"), None);
        assert_eq!(of(".b(c)"), None);
        assert_eq!(parts(" ( a,\n  b)"), Some(vec![(3, "a"), (8, "b")]));
    }
}
