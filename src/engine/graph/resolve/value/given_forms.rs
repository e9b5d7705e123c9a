//! Types of arguments with the pointers that they are written with.

use super::argument::{end_of_name, used_before};
use crate::engine::graph::model::{Def, Local, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::conversions::{Form, Given, Named, code_of};
use crate::engine::graph::resolve::declarations::without_qualifiers;
use crate::engine::graph::resolve::overloads::{accepting, arguments};
use crate::engine::graph::resolve::resolver::Resolver;
use crate::workspace::names::{Binding, Expression, ExpressionId, Qualifier, Role, Use};
use std::ops::Range;
use std::sync::Arc;

/// Limit of the text before a name that its declaration is looked for in, in bytes.
const MAX_BEFORE: usize = 200;

/// Number of variables whose values give others theirs.
const MAX_NESTING: usize = 3;

impl Resolver<'_> {
    /// Returns what is known of an argument.
    pub(in crate::engine::graph::resolve) fn given_form(
        &self,
        unit: &Arc<Unit>,
        part: Range<usize>,
    ) -> Given {
        let text = &unit.content()[part.clone()];
        match text {
            "nullptr" | "NULL" => Given::NullPointer,
            "true" | "false" => Given::Form(builtin("bool")),
            _ if is_literal(text) => Given::Text,
            _ if is_character(text) => Given::Form(builtin("char")),
            _ if text.starts_with('\'') => Given::Unknown,
            _ if text.starts_with(|first: char| first.is_ascii_digit()) => match int(text) {
                Some(value) => Given::Number { is_zero: value == 0 },
                None => Given::Unknown,
            },
            _ => self.value_form(unit, part, MAX_NESTING).map_or(Given::Unknown, Given::Form),
        }
    }

    fn value_form(&self, unit: &Arc<Unit>, part: Range<usize>, left: usize) -> Option<Form> {
        let text = &unit.content()[part.clone()];
        let inner = |length: usize| {
            let rest = &text[length..];
            part.end - rest.trim_start().len()..part.end
        };
        if text.starts_with('&') && !text.starts_with("&&") {
            let of = self.value_form(unit, inner(1), left.checked_sub(1)?)?;
            return Some(Form { pointers: of.pointers.checked_add(1)?, ..of });
        }
        if text.starts_with('*') {
            // The operator of a type that stands for a pointer may give anything.
            let of = self.value_form(unit, inner(1), left.checked_sub(1)?)?;
            return Some(Form { pointers: of.pointers.checked_sub(1)?, ..of });
        }
        if text.starts_with("new ") {
            let made = inner("new ".len());
            let end = unit.content()[made.clone()].find(['(', '{']).map(|end| made.start + end);
            let end = end.unwrap_or(made.end);
            let is_whole = end == made.end || end_of_name(unit, &made) == Some(end);
            let written = unit.content().get(made.start..end).filter(|_| is_whole)?;
            let of = self.form_of(unit, written, made.start)?;
            return Some(Form { pointers: of.pointers.checked_add(1)?, ..of });
        }
        if text == "this" {
            let around = self.enclosing_type(unit, part.start)?;
            let of = Named::Project(around.name, around.types);
            return Some(Form { of, arguments: String::new(), pointers: 1 });
        }
        let is_of_name = |letter: char| letter.is_alphanumeric() || letter == '_';
        if text.chars().all(is_of_name) {
            return self.name_form(unit, text, part.start, left);
        }
        let end = end_of_name(unit, &part)?;
        match end == part.end {
            true => {
                let found = used_before(unit, &part, end)?;
                self.field_form(unit, &found, part.start)
            }
            false => {
                let made = self.made_form(unit, part.start..end);
                made.or_else(|| self.result_form(unit, &part, end))
            }
        }
    }

    /// Returns the type of a local variable, a parameter or a field of the types around.
    fn name_form(&self, unit: &Arc<Unit>, name: &str, at: usize, left: usize) -> Option<Form> {
        match self.local(unit, name, at) {
            Some(Local::Binding(binding)) => {
                let value = binding.origin.value_span.range();
                match self.binding_form(unit, binding) {
                    None if !value.is_empty() && left > 0 && is_inferred(unit, binding) => {
                        let before = code_before(unit, binding.name.start as usize);
                        let is_plain = !before.contains(['*', '&']);
                        let form = is_plain.then(|| self.value_form(unit, value, left - 1));
                        form.flatten()
                    }
                    form => form,
                }
            }
            Some(_) => None,
            None => {
                let around = self.types_around(unit, at);
                let field = around.iter().find_map(|of| self.field(&of.types, name))?;
                let (unit, binding) = field.declared.first()?;
                self.binding_form(unit, binding)
            }
        }
    }

    fn binding_form(&self, unit: &Arc<Unit>, binding: &Binding) -> Option<Form> {
        let at = binding.name.start as usize;
        let behind = unit.content()[binding.name.end as usize..].trim_start();
        let is_list = behind.starts_with('[');
        let of = self.form_of(unit, &code_before(unit, at), at)?;
        Some(Form { pointers: of.pointers.checked_add(u8::from(is_list))?, ..of })
    }

    /// Returns the type of the field at the end of a chain that begins at `start`.
    fn field_form(&self, unit: &Arc<Unit>, found: &Use, start: usize) -> Option<Form> {
        let Qualifier::Receiver(of) = found.qualifier else { return None };
        let root = unit.names().root_name(of)?;
        let types =
            self.receiver_types(unit, of, start).filter(|_| root.start as usize == start)?;
        let field = self.field(&types, found.span.of(unit.content()))?;
        let (unit, binding) = field.declared.first()?;
        self.binding_form(unit, binding)
    }

    /// Returns the type of `Name(…)` and `Name{…}`, of which a value is made.
    fn made_form(&self, unit: &Arc<Unit>, name: Range<usize>) -> Option<Form> {
        let written = &unit.content()[name.clone()];
        let is_path = |letter: char| letter.is_alphanumeric() || "_:<>, ".contains(letter);
        let of = self
            .form_of(unit, written, name.start)
            .filter(|_| written.chars().all(is_path) && !written.ends_with(char::is_whitespace))?;
        let last = written.rsplit(':').next().unwrap_or_default();
        let is_function = || {
            let functions = self.functions_named(unit, last, name.start);
            functions.iter().any(|def| self.owner_types(*def).is_empty())
        };
        let is_type = !matches!(of.of, Named::Outside(_)) || !is_function();
        is_type.then_some(of)
    }

    /// Returns the result of the functions of the project that are called at the end of an
    /// argument, if all of them write the same.
    fn result_form(&self, unit: &Arc<Unit>, part: &Range<usize>, end: usize) -> Option<Form> {
        let found = used_before(unit, part, end).filter(|found| found.role == Role::Call)?;
        let name = found.span.of(unit.content());
        let functions = match found.qualifier {
            Qualifier::None if found.span.start as usize == part.start => {
                self.functions_named(unit, name, part.start)
            }
            Qualifier::Receiver(of) => {
                let types = self.receiver_types(unit, of, part.start)?;
                self.members_accepting(&types, name, arguments(unit, &found)).found
            }
            _ => return None,
        };
        let functions = accepting(self.project, functions, arguments(unit, &found));
        let mut forms = functions.iter().map(|def| self.written_result_form(*def));
        let first = forms.next()??;
        forms.all(|form| form.as_ref() == Some(&first)).then_some(first)
    }

    fn written_result_form(&self, def: Def) -> Option<Form> {
        let (unit, symbol) = self.project.get(def)?;
        let symbol = unit.symbol(symbol);
        let before = code_of(unit, symbol.bytes.start..symbol.name_bytes.start);
        self.form_of(unit, without_qualifiers(&before), symbol.name_bytes.start)
    }

    fn receiver_types(&self, unit: &Arc<Unit>, of: ExpressionId, start: usize) -> Option<Vec<Def>> {
        if unit.names().expression(of) == Expression::Other {
            return None;
        }
        let subject = self.unnested(|| self.value_of(unit, of));
        match self.completed(unit, start, subject) {
            Value::Instance(types, _) => Some(types),
            _ => None,
        }
    }
}

fn builtin(name: &str) -> Form {
    Form { of: Named::Builtin(name.to_owned()), arguments: String::new(), pointers: 0 }
}

/// Returns whether a text is the literal of one string.
fn is_literal(text: &str) -> bool {
    is_quoted(text, '"')
}

/// Returns whether a text is the literal of one character.
fn is_character(text: &str) -> bool {
    is_quoted(text, '\'')
}

/// Returns whether a text stands in a pair of marks, none of which is within.
fn is_quoted(text: &str, mark: char) -> bool {
    let inner = text.strip_prefix(mark).and_then(|text| text.strip_suffix(mark));
    let mut is_escaped = false;
    inner.is_some_and(|inner| {
        let is_closed = inner.chars().any(|letter| {
            let closes = letter == mark && !is_escaped;
            is_escaped = letter == '\\' && !is_escaped;
            closes
        });
        !is_closed && !is_escaped
    })
}

/// Returns the value of a literal that is an `int`; larger numbers have other types.
fn int(text: &str) -> Option<i32> {
    let digits = text.replace('\'', "");
    match digits.as_bytes() {
        [b'0', b'x' | b'X', ..] => i32::from_str_radix(&digits[2..], 16).ok(),
        [b'0', b'b' | b'B', ..] => i32::from_str_radix(&digits[2..], 2).ok(),
        [b'0', _, ..] => i32::from_str_radix(&digits, 8).ok(),
        _ => digits.parse().ok(),
    }
}

fn is_inferred(unit: &Unit, binding: &Binding) -> bool {
    let before = code_before(unit, binding.name.start as usize);
    before.split_whitespace().any(|word| word == "auto")
}

/// Returns the code of a declaration before its name: behind what ends the statement, the parameter
/// or the label before it.
fn code_before(unit: &Unit, name: usize) -> String {
    let text = unit.content();
    let start = text.floor_char_boundary(name.saturating_sub(MAX_BEFORE));
    let code = code_of(unit, start..name);
    let mut depth = 0usize;
    let bytes = code.as_bytes();
    for at in (0..bytes.len()).rev() {
        match bytes[at] {
            b'>' => depth += 1,
            b'<' => depth = depth.saturating_sub(1),
            b',' | b'(' | b';' | b'{' | b'}' if depth == 0 => return code[at + 1..].to_owned(),
            b':' if depth == 0
                && bytes.get(at + 1) != Some(&b':')
                && bytes.get(at.wrapping_sub(1)) != Some(&b':') =>
            {
                return code[at + 1..].to_owned();
            }
            _ => {}
        }
    }
    String::new()
}
