//! Types that places expect, in languages in which a dot without a value stands for the type of its
//! place: `let style: Style = .plain`, `draw(style: .plain)`, `case .plain:`.

use super::labels::{Passed, is_attribute};
use super::resolver::Resolver;
use super::types::written_result;
use crate::engine::graph::model::{ArgumentValue, Def, Value};
use crate::engine::graph::project::Unit;
use crate::workspace::names::{Qualifier, TypeId, Use};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

/// Limit of the text before a place that is read for what it belongs to, in bytes.
const MAX_BEFORE: usize = 2_000;

/// Limit of the text of a function before what it returns, in bytes.
const MAX_BODY: usize = 10_000;

/// Words before a `case` that is a condition.
const CONDITIONS: [&str; 4] = ["if", "guard", "for", "while"];

/// Words at the beginning of a line that opens a brace in which a function itself may return.
const STATEMENTS: [&str; 12] = [
    "if", "guard", "else", "for", "while", "repeat", "do", "catch", "switch", "case", "default",
    "defer",
];

/// Words before a place that say what it is.
const RETURN: &str = "return";
const CASE: &str = "case";

/// The parameter for which a wrapper is passed the value of the property that it wraps.
const WRAPPED: &str = "wrappedValue";

impl Resolver<'_> {
    /// Returns the types that are expected at a dot before which no value stands; `None` if they
    /// are not known.
    pub(super) fn types_of_place(&self, unit: &Arc<Unit>, dot: usize) -> Option<Vec<Def>> {
        let text = unit.content();
        let before = text.get(..dot)?.trim_end();
        let types = if before.ends_with("==") || before.ends_with("!=") {
            self.types_before(unit, before.len() - 2)
        } else if let Some(left) = before.strip_suffix('=') {
            let is_of_operator = left.ends_with(|last| "=<>+-*/%&|^~!".contains(last));
            let left = left.trim_end();
            let written = || self.types_written_before(unit, left);
            (!is_of_operator)
                .then(|| written().or_else(|| self.types_before(unit, left.len())))
                .flatten()
        } else if before_word(before, RETURN).is_some() {
            self.types_returned(unit, dot)
        } else if let Some(case) = before_word(before, CASE) {
            (!is_in_condition(unit, case.len())).then(|| self.types_switched(unit, dot)).flatten()
        } else if before.ends_with(['(', ',', ':']) {
            self.types_passed(unit, before.len())
        } else {
            None
        };
        types.filter(|types| !types.is_empty())
    }

    /// Returns the types of the expression that ends before a byte.
    fn types_before(&self, unit: &Arc<Unit>, end: usize) -> Option<Vec<Def>> {
        let text = unit.content();
        let end = text[..end].trim_end().trim_end_matches(['?', '!']).len();
        let start = start_of_chain(unit, end)?;
        match self.argument_value(unit, start..end) {
            ArgumentValue::Known(Value::Instance(types, _)) => Some(types),
            _ => None,
        }
    }

    /// Returns the types of a name that is declared with a type, at the end of a text.
    fn types_written_before(&self, unit: &Arc<Unit>, left: &str) -> Option<Vec<Def>> {
        let path = left.trim_end_matches(['?', '!']);
        let rest = path.trim_end_matches(|letter| is_of_name(letter) || letter == '.');
        let written = &path[rest.len()..];
        let is_declared =
            rest.trim_end().strip_suffix(':').is_some_and(|name| name.ends_with(is_of_name));
        is_declared.then(|| self.types_named(unit, written, rest.len()))
    }

    /// Returns the types of the result of the function around a place.
    fn types_returned(&self, unit: &Arc<Unit>, at: usize) -> Option<Vec<Def>> {
        let function = unit.enclosing(at, |symbol| symbol.kind.is_callable())?;
        let function = unit.symbol(function);
        // A block may return it.
        let mut blocks = unit.names().blocks_around(at);
        let is_in_block = blocks.any(|block| {
            let block = unit.names().blocks[block as usize].span.range();
            function.bytes.start < block.start && block.end <= function.bytes.end
        });
        let is_elsewhere = is_in_block || !is_in_own_body(unit, function.bytes.start, at);
        let result = written_result(unit, function).filter(|_| !is_elsewhere)?;
        self.types_of_written(unit, result.written)
    }

    fn types_of_written(&self, unit: &Arc<Unit>, written: TypeId) -> Option<Vec<Def>> {
        match self.instance_of_annotation(unit, written, &None) {
            Value::Instance(types, _) => Some(types),
            _ => None,
        }
    }

    /// Returns the types of the value whose cases stand around a place: `switch style {`.
    fn types_switched(&self, unit: &Arc<Unit>, at: usize) -> Option<Vec<Def>> {
        let switched = self.switched(unit, at)?;
        self.types_before(unit, switched.end)
    }

    /// Returns the bytes of the value whose cases stand around a place, if it is a chain.
    pub(super) fn switched(&self, unit: &Arc<Unit>, at: usize) -> Option<Range<usize>> {
        let text = unit.content();
        let brace = open_bracket(unit, at).filter(|open| text[*open..].starts_with('{'))?;
        let end = text[..brace].trim_end().len();
        let start = text[..end].rfind("switch ")? + "switch ".len();
        (start_of_chain(unit, end) == Some(start)).then_some(start..end)
    }

    /// Returns the types of the parameter for which a call passes what begins behind a byte.
    fn types_passed(&self, unit: &Arc<Unit>, at: usize) -> Option<Vec<Def>> {
        let text = unit.content();
        let list = open_bracket(unit, at).filter(|open| text[*open..].starts_with('('))?;
        let argument = commas_between(unit, list + 1, at);
        // Type arguments may stand between: `Flag<Bool>(…)`.
        let arguments = text[..list].strip_suffix('>').and_then(|before| before.rfind('<'));
        let end = arguments.unwrap_or(list);
        let name = text[..end].trim_end_matches(is_of_name).len();
        let found = *unit.names().use_at(name)?;
        if found.span.end as usize != end {
            return None;
        }
        let passed = Passed::of(unit, &found)?;
        let mut ways = vec![(passed.behind(WRAPPED), argument + 1), (passed, argument)];
        if !is_attribute(unit, &found) {
            ways.swap_remove(0);
        }
        let (functions, types) = self.functions_called(unit, &found);
        let written = |def: &Def| {
            let (passed, argument) = ways.iter().find(|(way, _)| way.fits(self.project, *def))?;
            let (of, parameter) = passed.parameter(self.project, *def, *argument)?;
            let types = self.types_of_written(of, parameter.origin.annotation?)?;
            Some(BTreeSet::from_iter(types))
        };
        let is_fit = |def: &&Def| ways.iter().any(|(way, _)| way.fits(self.project, **def));
        let mut all = functions.iter().filter(is_fit).map(written);
        match all.next() {
            Some(first) => {
                let first = first?;
                all.all(|of| of.as_ref() == Some(&first)).then(|| first.into_iter().collect())
            }
            // The fields of a type are the parameters of a constructor that nobody writes.
            None => {
                let (passed, argument) = ways.first()?;
                let field = self.field(&types, passed.label(*argument)?)?;
                let (of, binding) = *field.declared.first()?;
                self.types_of_written(of, binding.origin.annotation?)
            }
        }
    }

    /// Returns the functions that a call of a name may call, or the type of which it makes a value.
    fn functions_called(&self, unit: &Arc<Unit>, found: &Use) -> (Vec<Def>, Vec<Def>) {
        let (name, at) = (found.span.of(unit.content()), found.span.start as usize);
        let value = match found.qualifier {
            Qualifier::None => self.value_of_name(unit, name, at),
            Qualifier::Receiver(of) => {
                let subject = self.unnested(|| self.value_of(unit, of));
                match self.completed(unit, at, subject) {
                    Value::Instance(types, _) | Value::Type(types) => {
                        let found = self.members(&types, name).found;
                        match found.iter().all(|def| self.project.is_type(*def)) {
                            true if !found.is_empty() => Value::Type(found),
                            _ => Value::Function(found),
                        }
                    }
                    _ => Value::Unknown,
                }
            }
            Qualifier::Path(_) => Value::Unknown,
        };
        match value {
            Value::Function(functions) => (functions, Vec::new()),
            Value::Type(types) => {
                let words = unit.language.config.constructors.iter();
                let made = words.flat_map(|name| self.members(&types, name).found).collect();
                (made, types)
            }
            _ => (Vec::new(), Vec::new()),
        }
    }
}

fn is_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Returns what stands before a word at the end of a text.
pub(super) fn before_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    text.strip_suffix(word).filter(|before| !before.ends_with(is_of_name))
}

/// Returns whether the `case` at a byte is that of a condition, and none of a `switch`:
/// `if case .plain = kind`.
pub(super) fn is_in_condition(unit: &Unit, case: usize) -> bool {
    let (text, names) = (unit.content(), unit.names());
    let code = text[..case].char_indices().rev();
    let last = code.into_iter().find(|(at, last)| !last.is_whitespace() && !names.is_text(*at));
    last.is_some_and(|(at, last)| {
        let before = &text[..at + last.len_utf8()];
        last == ',' || CONDITIONS.iter().any(|word| before_word(before, word).is_some())
    })
}

/// Returns whether a byte is in the body of the function that begins at another one, and not in
/// that of something else which is declared there: `var kind: Kind { return .plain }`.
fn is_in_own_body(unit: &Unit, function: usize, at: usize) -> bool {
    if at - function > MAX_BODY {
        return false;
    }
    let text = unit.content();
    let open_before = |at: usize| open_between(unit, function, at);
    let opened = std::iter::successors(open_before(at), |open| open_before(*open));
    let braces: Vec<usize> = opened.filter(|open| text[*open..].starts_with('{')).collect();
    // The last is that of the function.
    let Some((_, inner)) = braces.split_last() else { return false };
    inner.iter().all(|brace| {
        let header = text[function..*brace].rsplit(['{', '}', ';', '\n']).next();
        let header = header.unwrap_or_default().trim_start();
        let behind = header.trim_start_matches(is_of_name);
        STATEMENTS.contains(&&header[..header.len() - behind.len()])
    })
}

/// Returns where the chain of names, calls and indices begins that ends at a byte.
fn start_of_chain(unit: &Unit, end: usize) -> Option<usize> {
    let text = unit.content();
    let mut start = end;
    loop {
        let before = &text[..start];
        let last = before.chars().next_back()?;
        start = match last {
            ')' | ']' => open_bracket(unit, start - 1)?,
            letter if is_of_name(letter) || matches!(letter, '.' | '?' | '!') => {
                start - letter.len_utf8()
            }
            _ => break,
        };
    }
    (start < end).then_some(start)
}

/// Returns where the chain of names, calls and indices ends that begins at a byte.
pub(super) fn end_of_chain(unit: &Unit, start: usize) -> Option<usize> {
    let text = unit.content();
    let mut end = start;
    while let Some(next) = text[end..].chars().next() {
        end = match next {
            '(' | '[' => close_bracket(unit, end)? + 1,
            letter if is_of_name(letter) || matches!(letter, '.' | '?' | '!') => {
                end + letter.len_utf8()
            }
            _ => break,
        };
    }
    (start < end).then_some(end)
}

/// Returns where the bracket closes that opens at a byte.
pub(super) fn close_bracket(unit: &Unit, open: usize) -> Option<usize> {
    let (bytes, names) = (unit.content().as_bytes(), unit.names());
    let limit = bytes.len().min(open + MAX_BEFORE);
    let mut depth = 0usize;
    for at in (open..limit).filter(|at| !names.is_text(*at)) {
        match bytes[at] {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// Returns the innermost bracket that is open before a byte, if it is near.
pub(super) fn open_bracket(unit: &Unit, before: usize) -> Option<usize> {
    open_between(unit, before.saturating_sub(MAX_BEFORE), before)
}

/// Returns the innermost bracket that is open before a byte and begins behind another one.
fn open_between(unit: &Unit, from: usize, before: usize) -> Option<usize> {
    let (bytes, names) = (unit.content().as_bytes(), unit.names());
    let mut depth = 0usize;
    for at in (from..before).rev().filter(|at| !names.is_text(*at)) {
        match bytes[at] {
            b')' | b']' | b'}' => depth += 1,
            b'(' | b'[' | b'{' if depth == 0 => return Some(at),
            b'(' | b'[' | b'{' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Returns the number of commas between two bytes, but for those within brackets.
pub(super) fn commas_between(unit: &Unit, start: usize, end: usize) -> usize {
    let (bytes, names) = (unit.content().as_bytes(), unit.names());
    let (mut depth, mut commas) = (0usize, 0);
    for at in (start..end).filter(|at| !names.is_text(*at)) {
        match bytes[at] {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => commas += 1,
            _ => {}
        }
    }
    commas
}
