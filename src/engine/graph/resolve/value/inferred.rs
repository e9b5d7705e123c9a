//! Type arguments that a call does not write: those of the values that it passes.

use super::Call;
use super::argument::{end_of_name, used_before};
use crate::domain::is_word;
use crate::engine::graph::model::{ArgumentValue, Def, KnownTypeArguments, TypeArguments, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::instance::{apply, generics};
use crate::engine::graph::resolve::overloads::{accepting, arguments};
use crate::engine::graph::resolve::resolver::Resolver;
use crate::engine::graph::resolve::types::{self, parameters, written_result};
use crate::engine::graph::resolve::written_arguments::parts;
use crate::workspace::names::{Binding, Qualifier, Role, Span, Type, TypeId, Use};
use std::ops::Range;
use std::sync::Arc;

/// Maximum number of type parameters of a function that are looked at.
const MAX_PARAMETERS: usize = 4;

/// Limit of nested types in which a type parameter is looked for.
const MAX_DEPTH: usize = 4;

/// Limit of the bytes behind a parameter's name in which its type is read.
const MAX_WRITTEN: usize = 200;

impl Resolver<'_> {
    /// Returns the type arguments of a function or type in a call: those that the call writes, else
    /// those of what it passes.
    pub(super) fn given_by_call(
        &self,
        unit: &Arc<Unit>,
        of: Def,
        made: Call,
        within: &KnownTypeArguments,
    ) -> KnownTypeArguments {
        apply(of, unit, made.types, within).or_else(|| self.inferred(unit, of, made))
    }

    /// Returns the type arguments of a generic function in a call that writes none; `None` if its
    /// result is of none of its type parameters, or nothing is known of what it is passed.
    pub(super) fn inferred(&self, unit: &Arc<Unit>, of: Def, made: Call) -> KnownTypeArguments {
        let (of_unit, symbol) = self.project.get(of)?;
        let own: Vec<Span> = generics(of_unit, symbol).take(MAX_PARAMETERS).collect();
        if own.is_empty() {
            return None;
        }
        let text = of_unit.content();
        let own: Vec<&str> = own.into_iter().map(|generic| generic.of(text)).collect();
        let result = written_result(of_unit, of_unit.symbol(symbol))?.written;
        if !own.iter().any(|name| is_of_parameter(of_unit, result, name, 0)) {
            return None;
        }
        let passed = parts(unit, made.name?.end as usize)?;
        let taken: Vec<(&Binding, TypeId)> = parameters(of_unit, of_unit.symbol(symbol))
            .map_while(|parameter| Some((parameter, parameter.origin.annotation?)))
            .collect();
        let given = own.iter().map(|name| {
            let bound = taken.iter().zip(&passed).filter_map(|((parameter, written), part)| {
                if is_class_of(of_unit, (parameter, *written), name)
                    && let Some(class) = self.class_passed(unit, part.clone())
                {
                    return Some(class);
                }
                is_of_parameter(of_unit, *written, name, 0).then_some(())?;
                let value = self.nested(|| self.passed_value(unit, part.clone()));
                self.bound_in(of_unit, *written, value, name, 0)
            });
            self.either_of(bound.collect())
        });
        let given: Vec<Option<Value>> = given.collect();
        given.iter().any(Option::is_some).then(|| Arc::new(TypeArguments::Passed { of, given }))
    }

    /// Returns a value of the type that an argument is, or is the class of: `Cart.class`, `Cart`.
    fn class_passed(&self, unit: &Arc<Unit>, part: Range<usize>) -> Option<Value> {
        let text = unit.content()[part.clone()].trim();
        let text = text.rsplit_once(": ").map_or(text, |(_, value)| value);
        let marks = &unit.rules().class_marks;
        let path = marks.iter().find_map(|mark| text.strip_suffix(mark.as_str())).unwrap_or(text);
        let name = path.rsplit('.').next().filter(|name| name.chars().all(is_word))?;
        let start = unit.content()[part.clone()].find(path)? + part.start;
        let at = start + path.len() - name.len();
        let is_type = name.starts_with(char::is_uppercase);
        match self.nested(|| self.type_value(unit, name, at)) {
            Value::Type(types) if is_type => Some(Value::Instance(types, None)),
            _ => None,
        }
    }

    /// Returns what a type parameter is that several values are passed for.
    fn either_of(&self, bound: Vec<Value>) -> Option<Value> {
        let are_own = bound.iter().all(|value| matches!(value, Value::Instance(..)));
        match bound.len() {
            0 | 1 => bound.into_iter().next(),
            _ if are_own => Some(self.union_value(bound)),
            _ => None,
        }
    }

    /// Returns the value of an argument: of a name, of what is made, or of a chain that ends in
    /// something of a written type.
    fn passed_value(&self, unit: &Arc<Unit>, part: Range<usize>) -> Value {
        let text = &unit.content()[part.clone()];
        let borrowed = text.trim_start_matches("&mut ").trim_start_matches(['&', '*']);
        let start = part.end - borrowed.len();
        let is_of_name = |letter: char| letter.is_alphanumeric() || letter == '_';
        let behind = borrowed.trim_start_matches(is_of_name);
        if borrowed.is_empty() || borrowed.starts_with(|letter: char| letter.is_ascii_digit()) {
            return Value::Unknown;
        }
        if behind.is_empty() {
            return self.value_of_name(unit, borrowed, start);
        }
        // `Node()` and `Node{}` make values where a type has the name, as `new Node()` does.
        let made = borrowed.strip_prefix("new ").map_or(borrowed, str::trim_start);
        if made.ends_with([')', '}'])
            && made.trim_start_matches(is_of_name).starts_with(['(', '{', '<'])
            && let ArgumentValue::Known(value) = self.made_value(unit, part.end - made.len())
        {
            return value;
        }
        let part = start..part.end;
        let found = end_of_name(unit, &part).and_then(|end| used_before(unit, &part, end));
        found.map_or(Value::Unknown, |found| self.value_at_end(unit, &found, start))
    }

    /// Returns the value of a member or call at the end of an argument that begins at `start`.
    fn value_at_end(&self, unit: &Arc<Unit>, found: &Use, start: usize) -> Value {
        let name = found.span.of(unit.content());
        let made = (found.role == Role::Call).then(|| Call {
            arguments: arguments(unit, found),
            name: Some(found.span),
            ..Call::default()
        });
        match (found.qualifier, made) {
            (Qualifier::None, Some(made)) if found.span.start as usize == start => {
                let functions = self.functions_named(unit, name, start);
                let functions = accepting(self.project, functions, made.arguments);
                let given = functions.first().and_then(|of| self.inferred(unit, *of, made));
                self.result(&functions, None, &given)
            }
            (Qualifier::Receiver(of), made)
                if unit.names().root_name(of).is_some_and(|root| root.start as usize == start) =>
            {
                let subject = self.value_of(unit, of);
                let subject = self.completed(unit, start, subject);
                self.member(subject, name, made, unit)
            }
            _ => Value::Unknown,
        }
    }

    /// Returns what a type parameter is where a value is of a type that is written with it.
    fn bound_in(
        &self,
        unit: &Arc<Unit>,
        written: TypeId,
        value: Value,
        name: &str,
        depth: usize,
    ) -> Option<Value> {
        if depth > MAX_DEPTH {
            return None;
        }
        match unit.names().written_type(written) {
            Type::Named { head, arguments } if arguments.is_empty() => {
                let is_it = unit.names().single_name(head)?.of(unit.content()) == name;
                let is_known = matches!(value, Value::Instance(..) | Value::Written(..));
                (is_it && is_known).then_some(value)
            }
            Type::Named { head, arguments } => {
                let arguments = unit.names().types_in(arguments);
                if let Value::Instance(_, given) = &value {
                    let given = given.as_ref()?;
                    let Value::Type(types) = self.type_of_head(unit, head) else { return None };
                    return arguments.iter().enumerate().find_map(|(place, argument)| {
                        let held = || self.type_argument(given, place);
                        let is_same = types.contains(&given.of());
                        let held = is_same.then(held).flatten()?;
                        self.bound_in(unit, *argument, held, name, depth + 1)
                    });
                }
                self.bound_in_element(unit, written, value, name, depth)
            }
            Type::Elements(_) => self.bound_in_element(unit, written, value, name, depth),
            Type::Several(all) => {
                let all = unit.names().types_in(all);
                let [only] = all
                    .iter()
                    .filter(|of| is_of_parameter(unit, **of, name, 0))
                    .collect::<Vec<_>>()[..]
                else {
                    return None;
                };
                self.bound_in(unit, *only, value, name, depth + 1)
            }
            _ => None,
        }
    }

    fn bound_in_element(
        &self,
        unit: &Arc<Unit>,
        written: TypeId,
        value: Value,
        name: &str,
        depth: usize,
    ) -> Option<Value> {
        let of = types::element(unit, written)?;
        let element = self.element(value);
        self.bound_in(unit, of, element, name, depth + 1)
    }
}

/// Returns whether a type is written with a type parameter.
fn is_of_parameter(unit: &Unit, written: TypeId, name: &str, depth: usize) -> bool {
    if depth > MAX_DEPTH {
        return false;
    }
    let names = unit.names();
    let is_of = |of: &TypeId| is_of_parameter(unit, *of, name, depth + 1);
    match names.written_type(written) {
        Type::Named { head, arguments } => {
            let is_it = |of: Span| of.of(unit.content()) == name;
            names.single_name(head).is_some_and(is_it)
                || names.types_in(arguments).iter().any(is_of)
        }
        Type::Several(all) | Type::Tuple(all) => names.types_in(all).iter().any(is_of),
        Type::Elements(of) => is_of(&of),
        Type::Keyed(key, of) => is_of(&key) || is_of(&of),
        Type::Other | Type::Open | Type::Object { .. } | Type::Value(_) | Type::Function { .. } => {
            false
        }
    }
}

/// Returns whether a parameter takes the class that a type parameter is: `Class<T>`, `T.Type`,
/// `new () => T`, but not a `T`, nor a list of them.
fn is_class_of(unit: &Unit, (parameter, written): (&Binding, TypeId), name: &str) -> bool {
    let (names, rules) = (unit.names(), unit.rules());
    let Type::Named { head, arguments } = names.written_type(written) else {
        return made_by_new(unit, parameter) == Some(name);
    };
    let is_it = |of: &TypeId| is_of_parameter(unit, *of, name, MAX_DEPTH);
    let is_one = |word: &String| types::last_name(unit, head) == Some(word);
    let member = types::path(unit, head).strip_prefix(name).and_then(|rest| rest.strip_prefix('.'));
    rules.class_types.iter().any(is_one) && names.types_in(arguments).iter().any(is_it)
        || member.is_some() && member == rules.class_member.as_deref()
}

/// Returns the type that a parameter's type makes, which is written as `new (…) => T`.
fn made_by_new<'u>(unit: &'u Unit, parameter: &Binding) -> Option<&'u str> {
    let behind = &unit.content()[parameter.name.end as usize..];
    let behind = &behind[..behind.floor_char_boundary(MAX_WRITTEN)];
    let made = behind.trim_start_matches([':', ' ']).strip_prefix("new (")?;
    let made = made.split_once("=>")?.1.trim_start();
    Some(&made[..made.find(|letter| !is_word(letter))?])
}
