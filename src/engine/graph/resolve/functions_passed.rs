//! Functions without a name that calls pass, and what parameters take of them: how many parameters
//! such a function has and what its body is tell overloads apart.

use super::resolver::Resolver;
use super::type_kinds::is_of_known_kind;
use super::types;
use crate::domain::{SymbolKind, is_word};
use crate::engine::graph::model::{Def, Value};
use crate::engine::graph::project::Unit;
use crate::workspace::names::{BlockForm, ExpressionId, Type, TypeId, TypeList};
use std::ops::Range;
use std::sync::Arc;

/// What stands between the parameters of a function without a name and its body.
const ARROWS: [&str; 2] = ["=>", "->"];

/// Words before the parameters of such a function.
const BEFORE: [&str; 2] = ["async ", "static "];

/// Limit of the arguments by which the type of a library's functions is known.
const MAX_TAKEN: usize = 5;

/// A function without a name that is passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FunctionPassed {
    takes: usize,
    body: Body,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Body {
    /// One expression, with whether it may stand as a statement too.
    Expression { is_statement: bool },
    /// Statements, with whether they may end in a value.
    Statements { may_give: bool },
}

/// What a parameter takes of functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FunctionsTaken {
    /// None: it is of another type.
    Never,
    /// Those with as many parameters that give a value or none, where that is known.
    Of {
        takes: usize,
        gives: Option<bool>,
        /// True if it takes the code of the function, which must be one expression.
        is_code: bool,
    },
    Unknown,
}

impl FunctionPassed {
    /// Returns the function that an argument is.
    pub(super) fn read(unit: &Unit, range: &Range<usize>) -> Option<Self> {
        // What a grammar takes for an operand behind the body is of the body: `a => a ?? b`.
        let block = unit.names().block_at(range.start)?;
        let is_function = block.form == BlockForm::Function;
        Self::of_text(&unit.content()[range.clone()]).filter(|_| is_function)
    }

    fn of_text(text: &str) -> Option<Self> {
        let mut text = text;
        while let Some(behind) = BEFORE.iter().find_map(|word| text.strip_prefix(word)) {
            text = behind.trim_start();
        }
        let (takes, behind) = match text.strip_prefix('(') {
            Some(list) => number_in_list(list)?,
            None => (1, text.trim_start_matches(is_word)),
        };
        let behind = behind.trim_start();
        let body = ARROWS.iter().find_map(|arrow| behind.strip_prefix(arrow))?.trim();
        Some(Self { takes, body: Body::of_text(body) })
    }
}

impl Body {
    fn of_text(body: &str) -> Self {
        if body.starts_with('{') {
            // A function within may return as well.
            return Self::Statements {
                may_give: body.contains("return") || body.contains("throw"),
            };
        }
        let is_statement = body.contains(['(', '=', '+', '-'])
            || ["await ", "throw "].iter().any(|word| body.starts_with(word));
        Self::Expression { is_statement }
    }
}

impl FunctionsTaken {
    /// Returns whether a function may be passed.
    pub(super) fn take(self, passed: FunctionPassed) -> bool {
        match self {
            Self::Never => false,
            Self::Unknown => true,
            Self::Of { takes, gives, is_code } => {
                takes == passed.takes
                    && match passed.body {
                        Body::Expression { is_statement } => is_statement || gives != Some(false),
                        Body::Statements { may_give } => {
                            !is_code && (may_give || gives != Some(true))
                        }
                    }
            }
        }
    }
}

impl Resolver<'_> {
    /// Returns what a parameter of a written type takes of functions.
    pub(super) fn functions_taken(&self, unit: &Arc<Unit>, written: TypeId) -> FunctionsTaken {
        if self.type_parameter(unit, written).is_some() {
            return FunctionsTaken::Unknown;
        }
        match unit.names().written_type(written) {
            Type::Named { head, arguments } => match self.type_of_head(unit, head) {
                Value::Type(of) => match of[..] {
                    [of] => self.functions_taken_by(unit, written, of),
                    _ => FunctionsTaken::Unknown,
                },
                _ => self.functions_taken_outside(unit, head, arguments),
            },
            Type::Elements(_) | Type::Keyed(..) => FunctionsTaken::Never,
            _ => FunctionsTaken::Unknown,
        }
    }

    /// Returns what a parameter takes whose type is one of the project's.
    fn functions_taken_by(&self, unit: &Arc<Unit>, written: TypeId, of: Def) -> FunctionsTaken {
        let Some((defining, symbol)) = self.project.get(of) else {
            return FunctionsTaken::Unknown;
        };
        let may_take = match defining.symbol(symbol).kind {
            SymbolKind::Class | SymbolKind::Struct | SymbolKind::Enum => false,
            SymbolKind::Interface => defining.rules().functional_interfaces,
            _ => true,
        };
        if !may_take {
            return match self.converts(&[of]) {
                true => FunctionsTaken::Unknown,
                false => FunctionsTaken::Never,
            };
        }
        match self.function_type(unit, written, &None) {
            Some(of) if of.receiver.is_none() && of.further.is_empty() => {
                FunctionsTaken::Of { takes: of.takes.len(), gives: None, is_code: false }
            }
            _ => FunctionsTaken::Unknown,
        }
    }

    /// Returns what a parameter takes whose type is a library's.
    fn functions_taken_outside(
        &self,
        unit: &Arc<Unit>,
        head: ExpressionId,
        arguments: TypeList,
    ) -> FunctionsTaken {
        let (rules, arguments) = (unit.rules(), unit.names().types_in(arguments));
        let Some(name) = types::last_name(unit, head) else { return FunctionsTaken::Unknown };
        let is_among = |words: &[String]| words.iter().any(|word| word == name);
        let Some(places) = rules.function_types.get(name) else {
            // What has no type of its own is no value of any type.
            let is_told = !rules.function_results.is_empty() || rules.has_functional_interfaces();
            let is_root = is_told && is_among(&rules.root_types);
            let is_other = is_root || is_of_known_kind(name) || is_among(&rules.collections);
            return if is_other { FunctionsTaken::Never } else { FunctionsTaken::Unknown };
        };
        let gives = !is_among(&rules.function_types_without_result);
        if rules.function_results.is_empty() {
            return match rules.has_functional_interfaces() {
                true => {
                    FunctionsTaken::Of { takes: places.len(), gives: Some(gives), is_code: false }
                }
                false => FunctionsTaken::Unknown,
            };
        }
        if let ([], [only]) = (&places[..], arguments) {
            return match self.functions_taken(unit, *only) {
                FunctionsTaken::Of { takes, gives, .. } => {
                    FunctionsTaken::Of { takes, gives, is_code: true }
                }
                _ => FunctionsTaken::Unknown,
            };
        }
        let known = places.iter().filter(|place| arguments.get(**place).is_some()).count();
        let takes = match is_among(&rules.function_results) {
            true => arguments.len().checked_sub(1),
            false => Some(known).filter(|known| *known < MAX_TAKEN && (*known > 0 || !gives)),
        };
        // The sender of an event stands before what the type arguments tell.
        let is_whole = places.first().is_none_or(|first| *first == 0);
        match takes.filter(|_| is_whole) {
            Some(takes) => FunctionsTaken::Of { takes, gives: Some(gives), is_code: false },
            None => FunctionsTaken::Unknown,
        }
    }
}

/// Returns the number of parameters in a list, of which the text is what stands behind its opening
/// parenthesis, and what follows the list.
fn number_in_list(text: &str) -> Option<(usize, &str)> {
    let (mut depth, mut commas) = (0usize, 0);
    for (at, letter) in text.char_indices() {
        match letter {
            ')' if depth == 0 => {
                let is_empty = text[..at].trim().is_empty();
                return Some((if is_empty { 0 } else { commas + 1 }, &text[at + 1..]));
            }
            '(' | '[' | '<' => depth += 1,
            ')' | ']' | '>' => depth = depth.checked_sub(1)?,
            ',' if depth == 0 => commas += 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_read_by_their_parameters_and_body() {
        let expression = |is_statement| Body::Expression { is_statement };
        let statements = |may_give| Body::Statements { may_give };
        let check = |text: &str, expected: Option<(usize, Body)>| {
            let found = FunctionPassed::of_text(text).map(|of| (of.takes, of.body));
            assert_eq!(found, expected, "{text}");
        };
        check("a => a.Name", Some((1, expression(false))));
        check("async a => await a.Load()", Some((1, expression(true))));
        check("() => Run()", Some((0, expression(true))));
        check("(Map<A, B> a, (int, int) b) => a", Some((2, expression(false))));
        check("(a, b) -> { a.run(b); }", Some((2, statements(false))));
        check("a => { return a; }", Some((1, statements(true))));
        check("(a) + b", None);
        check("a switch { 1 => 2 }", None);
    }

    #[test]
    fn overloads_take_functions_by_their_number_and_body() {
        let of = |takes, gives, is_code| FunctionsTaken::Of { takes, gives, is_code };
        let check = |taken: FunctionsTaken, text: &str, expected: bool| {
            let passed = FunctionPassed::of_text(text).expect(text);
            assert_eq!(taken.take(passed), expected, "{text}");
        };
        check(of(1, Some(true), true), "a => a.Name", true);
        check(of(1, Some(true), true), "a => { return a; }", false);
        check(of(1, Some(true), false), "a => { return a; }", true);
        check(of(1, Some(true), false), "a => { a.Run(); }", false);
        check(of(1, Some(false), false), "a => a.Name", false);
        check(of(1, Some(false), false), "a => a.Run()", true);
        check(of(2, None, false), "a => a.Run()", false);
        check(FunctionsTaken::Never, "a => a", false);
        check(FunctionsTaken::Unknown, "a => a", true);
    }
}
