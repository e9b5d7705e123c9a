//! What a pattern takes out of a case of an enumeration: `case .loaded(let user)`, in languages in
//! which a dot without a value stands for the type of its place.

use super::members::names_of_path;
use super::places::{
    before_word, close_bracket, commas_between, end_of_chain, is_in_condition, open_bracket,
};
use super::resolver::Resolver;
use super::written_arguments::parts;
use crate::domain::SymbolKind;
use crate::engine::graph::model::{ArgumentValue, Def, Value};
use crate::engine::graph::project::Unit;
use crate::workspace::names::Span;
use std::ops::Range;
use std::sync::Arc;

/// The word before a pattern.
const CASE: &str = "case";

/// Words that bind the names of a pattern.
const BINDING: [&str; 2] = ["let", "var"];

impl Resolver<'_> {
    /// Returns the value of a name that a pattern binds to what a case of an enumeration holds;
    /// `None` of any other name, and where the case or its type is not known.
    pub(super) fn payload(&self, unit: &Arc<Unit>, name: Span) -> Option<Value> {
        let rules = unit.rules();
        let text = unit.content();
        let at = name.start as usize;
        let open = open_bracket(unit, at).filter(|_| rules.dots_name_place)?;
        let before = text[..open].trim_end_matches(is_of_name);
        let case = Some(&text[before.len()..open]).filter(|case| !case.is_empty())?;
        let dot = before.strip_suffix('.')?.len();
        let path = &text[text[..dot].trim_end_matches(is_of_path).len()..dot];
        let pattern = dot - path.len();
        let behind_case = text[..pattern].trim_end();
        let bound = BINDING.iter().find_map(|word| before_word(behind_case, word));
        let start = before_word(bound.map_or(behind_case, str::trim_end), CASE)?.len();
        let types = match path.is_empty() {
            true => self.types_matched(unit, start, (pattern, open))?,
            false => self.types_named(unit, path, pattern),
        };
        let place = commas_between(unit, open + 1, at);
        match self.case_of(&types, case) {
            Some(case) => self.held_by_case(case, place),
            // The value that an optional or a result holds counts as the whole.
            None if rules.content_cases.iter().any(|each| each == case) => {
                (place == 0 && !types.is_empty()).then_some(Value::Instance(types, None))
            }
            None => None,
        }
    }

    /// Returns the types of the value that is compared with a pattern, whose `case` begins at a
    /// byte, its dot at another, and what it holds at a third.
    fn types_matched(
        &self,
        unit: &Arc<Unit>,
        case: usize,
        (dot, open): (usize, usize),
    ) -> Option<Vec<Def>> {
        let text = unit.content();
        if !is_in_condition(unit, case) {
            let subject = self.switched(unit, dot)?;
            return self.types_of_subject(unit, subject);
        }
        let close = close_bracket(unit, open)?;
        let behind = text[close + 1..].trim_start();
        let value = behind.strip_prefix('=').filter(|value| !value.starts_with('='))?;
        let start = text.len() - value.trim_start().len();
        self.types_of_subject(unit, start..end_of_chain(unit, start)?)
    }

    fn types_of_subject(&self, unit: &Arc<Unit>, subject: Range<usize>) -> Option<Vec<Def>> {
        let text = &unit.content()[subject.clone()];
        let value = match text.chars().all(is_of_name) {
            // What an optional holds is compared too.
            true => self.value_of_name(unit, text, subject.start),
            false => match self.argument_value(unit, subject) {
                ArgumentValue::Known(value) => value,
                ArgumentValue::Outside(_) | ArgumentValue::Unknown => Value::Unknown,
            },
        };
        match value {
            Value::Instance(types, _) => Some(types),
            _ => None,
        }
    }

    /// Returns the case of a name that one of some enumerations has.
    fn case_of(&self, types: &[Def], name: &str) -> Option<Def> {
        let is_case = |def: &Def| {
            self.project.get(*def).is_some_and(|(unit, symbol)| {
                let parent = unit.symbol(symbol).parent.map(|parent| &unit.symbols()[parent]);
                parent.is_some_and(|parent| parent.kind == SymbolKind::Enum)
                    && unit.symbol(symbol).kind == SymbolKind::Constant
            })
        };
        let mut cases = self.members(types, name).found;
        cases.retain(is_case);
        match cases[..] {
            [case] => Some(case),
            _ => None,
        }
    }

    /// Returns the value of what a case holds at a place, if its type is written as a name.
    fn held_by_case(&self, case: Def, place: usize) -> Option<Value> {
        let (unit, symbol) = self.project.get(case)?;
        let name = unit.symbol(symbol).name_bytes.end;
        let held = parts(unit, name)?;
        let held = held.get(place)?.clone();
        let written = unit.content()[held.clone()].split('=').next()?.trim_end();
        // `with code: Int`
        let labelled = written.split_once(':').map_or(written, |(_, written)| written.trim_start());
        let start = held.start + written.len() - labelled.len();
        let path = labelled.trim_end_matches(['?', '!']);
        let is_name = !path.is_empty() && path.chars().all(is_of_path);
        let first = names_of_path(path);
        let is_parameter = || self.local(unit, first.first()?, start);
        if !is_name || is_parameter().is_some() {
            return None;
        }
        let types = self.types_named(unit, path, start);
        (!types.is_empty()).then_some(Value::Instance(types, None))
    }
}

fn is_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

fn is_of_path(letter: char) -> bool {
    is_of_name(letter) || letter == '.'
}
