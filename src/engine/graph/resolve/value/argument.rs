//! Values of arguments, as far as what is written of them determines the type.

use super::Call;
use crate::domain::SymbolKind;
use crate::engine::graph::model::{ArgumentValue, Def, FileIndex, Local, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::overloads::{accepting, arguments};
use crate::engine::graph::resolve::resolver::Resolver;
use crate::engine::graph::resolve::types::{self, written_result};
use crate::workspace::names::{Expression, ExpressionId, Qualifier, Role, TypeId, Use};
use std::ops::Range;
use std::sync::Arc;

impl Resolver<'_> {
    /// Returns the value of an argument that is a name, makes a value, or is a chain of calls that
    /// ends in a function with a written result or in a member that libraries alone have.
    pub(in crate::engine::graph::resolve) fn argument_value(
        &self,
        unit: &Arc<Unit>,
        part: Range<usize>,
    ) -> ArgumentValue {
        let text = &unit.content()[part.clone()];
        if let Some(made) = text.strip_prefix("new ").filter(|_| unit.rules().new_makes_types) {
            let start = part.end - made.trim_start().len();
            let is_of_type =
                |letter: char| letter.is_alphanumeric() || "_.<>,?&[] ".contains(letter);
            let written = end_of_name(unit, &part).and_then(|end| unit.content().get(start..end));
            let is_made = written.is_some_and(|written| written.chars().all(is_of_type));
            let is_made = is_made && text.ends_with(')') || is_subtype_made(made);
            return if is_made { self.made_value(unit, start) } else { ArgumentValue::Unknown };
        }
        let is_of_name = |letter: char| letter.is_alphanumeric() || letter == '_';
        if text.chars().all(is_of_name) {
            return self.named_value(unit, text, part.start);
        }
        let found = end_of_name(unit, &part).and_then(|end| used_before(unit, &part, end));
        let value = |found: Use| self.unnested(|| self.value_used(unit, &found, part.start));
        found.map_or(ArgumentValue::Unknown, value)
    }

    fn as_argument(&self, value: Value) -> ArgumentValue {
        match value {
            value @ Value::Instance(..) => ArgumentValue::Known(value),
            Value::Written(file, written, _) if self.is_value_outside(file, written) => {
                let of =
                    self.project.unit(file).and_then(|unit| types::name_or_array(unit, written));
                ArgumentValue::Outside(of)
            }
            _ => ArgumentValue::Unknown,
        }
    }

    fn is_value_outside(&self, file: FileIndex, written: TypeId) -> bool {
        self.project.unit(file).is_some_and(|of| {
            let name = types::name(of, written);
            let is_root =
                name.is_some_and(|name| of.rules().root_types.iter().any(|of| of == name));
            self.is_known_outside(of, written) && !types::is_held(of, written) && !is_root
        })
    }

    fn named_value(&self, unit: &Arc<Unit>, name: &str, at: usize) -> ArgumentValue {
        let may_hold = match self.local(unit, name, at) {
            Some(Local::Binding(binding)) => match binding.origin.annotation {
                Some(written) => types::is_held(unit, written),
                None => binding.origin.value.is_some_and(|of| self.may_hold(unit, of)),
            },
            _ => {
                let mut fields = unit.fields_named(name);
                let is_held = |written: TypeId| types::is_held(unit, written);
                fields.any(|field| field.origin.annotation.is_some_and(is_held))
            }
        };
        match may_hold {
            true => ArgumentValue::Unknown,
            false => self.as_argument(self.value_of_name(unit, name, at)),
        }
    }

    /// Returns what is made of the type whose name begins at a byte, or converted to that.
    pub(in crate::engine::graph::resolve) fn made_value(
        &self,
        unit: &Arc<Unit>,
        at: usize,
    ) -> ArgumentValue {
        let Some(found) = unit.names().use_at(at) else { return ArgumentValue::Unknown };
        let name = found.span.of(unit.content());
        match self.unnested(|| self.type_value(unit, name, at)) {
            Value::Type(types) => ArgumentValue::Known(Value::Instance(types, None)),
            _ if self.is_outside_name(unit, found.span) => {
                ArgumentValue::Outside(Some(name.to_owned()))
            }
            _ => ArgumentValue::Unknown,
        }
    }

    /// Returns the value of a member or call at the end of an argument that begins at `start`.
    fn value_used(&self, unit: &Arc<Unit>, found: &Use, start: usize) -> ArgumentValue {
        let name = found.span.of(unit.content());
        let made = (found.role == Role::Call)
            .then(|| Call { arguments: arguments(unit, found), ..Call::default() });
        match (found.qualifier, made) {
            (Qualifier::None, Some(made)) if found.span.start as usize == start => {
                let functions = self.functions_named(unit, name, start);
                if functions.is_empty() {
                    return self.called_type(unit, name, start);
                }
                match self.are_written(&functions, made) {
                    true => self.as_argument(self.result(&functions, None, &None)),
                    false => ArgumentValue::Unknown,
                }
            }
            (Qualifier::Receiver(of), made)
                if unit.names().root_name(of).is_some_and(|root| root.start as usize == start) =>
            {
                let subject = self.value_of(unit, of);
                let subject = self.completed(unit, start, subject);
                self.member_used(unit, subject, (name, made))
            }
            _ => ArgumentValue::Unknown,
        }
    }

    /// Returns what a call of a type makes, in languages without a word for it, where no function
    /// has the name of the type.
    fn called_type(&self, unit: &Arc<Unit>, name: &str, at: usize) -> ArgumentValue {
        let rules = unit.rules();
        if !rules.types_are_called || rules.new_makes_types {
            return ArgumentValue::Unknown;
        }
        let is_maker = |def: &Def| {
            self.project.get(*def).is_some_and(|(unit, symbol)| {
                let kind = unit.symbol(symbol).kind;
                !kind.is_callable() || kind == SymbolKind::Constructor
            })
        };
        let known = self.project.definitions(name);
        match self.name_value(unit, name, at) {
            Value::Type(types) if known.is_ok_and(|all| all.iter().all(is_maker)) => {
                ArgumentValue::Known(Value::Instance(types, None))
            }
            _ => ArgumentValue::Unknown,
        }
    }

    /// Returns the value of a member at the end of an argument.
    fn member_used(
        &self,
        unit: &Arc<Unit>,
        subject: Value,
        (name, made): (&str, Option<Call>),
    ) -> ArgumentValue {
        let members = self.functions_of(unit, &subject, name);
        let is_of_library = made.is_some()
            && members.is_empty()
            && unit.rules().outside_results.iter().any(|result| result == name);
        if let Value::Written(file, written, _) = subject
            && is_of_library
            && self.is_known_outside(self.project.unit(file).unwrap_or(unit), written)
        {
            return ArgumentValue::Outside(None);
        }
        let are_known = !members.is_empty()
            && match made {
                Some(made) => self.are_written(&members, made),
                None => members.iter().all(|def| self.is_plain_field(*def)),
            };
        match are_known {
            true => self.as_argument(self.member(subject, name, made, unit)),
            false => ArgumentValue::Unknown,
        }
    }

    /// Returns whether a member is a field with a written type that holds nothing else.
    fn is_plain_field(&self, def: Def) -> bool {
        let Some((unit, symbol)) = self.project.get(def) else { return false };
        let own = unit.symbol(symbol);
        let mut fields = unit.fields_named(&own.name);
        let own = fields.find(|field| field.name.start as usize == own.name_bytes.start);
        let written = own.and_then(|field| field.origin.annotation);
        written.is_some_and(|written| !types::is_held(unit, written))
    }

    /// Returns whether all of the functions that take a call write their result, and it holds no
    /// value of the type that it counts as.
    fn are_written(&self, functions: &[Def], made: Call) -> bool {
        let functions = accepting(self.project, functions.to_vec(), made.arguments);
        let is_written = |def: &Def| {
            self.project.get(*def).is_some_and(|(unit, symbol)| {
                let own = unit.symbol(symbol);
                let result = written_result(unit, own);
                own.kind.is_callable()
                    && result.is_some_and(|result| !types::is_held(unit, result.written))
            })
        };
        !functions.is_empty() && functions.iter().all(is_written)
    }

    /// Returns whether the value of a variable may be one that holds what it counts as.
    fn may_hold(&self, unit: &Arc<Unit>, value: ExpressionId) -> bool {
        let names = unit.names();
        let Expression::Call(of) = names.expression(value) else { return false };
        let Some(name) = names.last_name(of) else { return true };
        let (_, functions) = self.functions_passed(unit, of, name);
        let found = names.use_at(name.start as usize);
        let made = Call { arguments: found.and_then(|of| arguments(unit, of)), ..Call::default() };
        !self.are_written(&functions, made)
    }
}

/// Returns whether what stands behind `new` makes a value of a type without a name: it has a body
/// behind the list of what its supertype is made with.
fn is_subtype_made(made: &str) -> bool {
    let of = made.split('(').next().unwrap_or_default();
    let list = made[of.len()..].split('{').next().unwrap_or_default().trim_end();
    of.chars().all(|letter| letter.is_alphanumeric() || "_.<>,?&[] ".contains(letter))
        && list.starts_with('(')
        && list.ends_with(')')
        && made.ends_with('}')
}

/// Returns where the last name of an argument ends that is a chain: behind it is nothing, or the
/// list of what it is called with.
pub(super) fn end_of_name(unit: &Unit, part: &Range<usize>) -> Option<usize> {
    let (text, names) = (unit.content().as_bytes(), unit.names());
    if text[part.end - 1] != b')' {
        return Some(part.end);
    }
    let (mut depth, mut list) = (0usize, None);
    for at in part.clone().filter(|at| !names.is_text(*at)) {
        match text[at] {
            b'(' | b'[' | b'{' => {
                if depth == 0 {
                    list = Some(at).filter(|at| text[*at] == b'(');
                }
                depth += 1;
            }
            b')' | b']' | b'}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    list
}

/// Returns the name in an argument that ends at a byte.
pub(super) fn used_before(unit: &Unit, part: &Range<usize>, end: usize) -> Option<Use> {
    let uses = unit.names().uses_in(part.start..end);
    uses.iter().rev().find(|found| found.span.end as usize == end).copied()
}
