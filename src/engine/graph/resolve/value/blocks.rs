//! What functions call the blocks with that they are given: a receiver, whose members are named in
//! the block without one, and arguments.

use super::forms::Links;
use super::function_types::FunctionType;
use crate::domain::Symbol;
use crate::engine::graph::constructions;
use crate::engine::graph::model::{Called, Def, EnclosingType, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::instance::is_any;
use crate::engine::graph::resolve::overloads::{accepting, arguments};
use crate::engine::graph::resolve::parameter_types::is_variadic;
use crate::engine::graph::resolve::resolver::Resolver;
use crate::engine::graph::resolve::types::{self, parameters};
use crate::engine::graph::semantics;
use crate::workspace::names::{
    Binding, Block, Expression, ExpressionId, Passed, Span, Type, TypeId,
};
use std::sync::Arc;

/// Maximum number of blocks around a place of which the receivers are looked for.
const MAX_AROUND: usize = 6;

/// Maximum number of functions of one name that a block may be passed to.
const MAX_FUNCTIONS: usize = 8;

/// Bytes of a pattern before a name up to which its place is looked for.
const MAX_PATTERN: usize = 200;

/// Number of links in front of a function that are looked at.
const MAX_LINKS: usize = 32;

/// Limit of nested types in which type parameters are looked for.
const MAX_TYPE_DEPTH: usize = 6;

/// Number of arguments of a block that are looked for.
const MAX_TAKEN: usize = 4;

/// A block, with what stands before the function that it is passed to.
pub(super) struct Passing<'u> {
    pub(super) unit: &'u Arc<Unit>,
    pub(super) block: &'u Block,
    pub(super) subject: Value,
    /// True if what stands before the function are the values of a map.
    pub(super) is_view: bool,
}

impl Resolver<'_> {
    /// Returns the types of the receivers that the blocks around a place are called with, each with
    /// the length of the block.
    pub(in crate::engine::graph::resolve) fn receivers_around(
        &self,
        unit: &Arc<Unit>,
        at: usize,
    ) -> Vec<(usize, EnclosingType)> {
        let around = unit.names().blocks_around(at).take(MAX_AROUND);
        let receivers = around.filter_map(|index| {
            let called = self.called(unit, index);
            let Some(Value::Instance(types, _)) = &called.receiver else { return None };
            let of = self.project.get(*types.first()?)?;
            let name = of.0.symbol(of.1).name.clone();
            let length = unit.names().blocks[index as usize].span.range().len();
            Some((length, EnclosingType { name, types: types.clone() }))
        });
        receivers.collect()
    }

    /// Returns the value of the receiver that a block around a place is called with, if no type or
    /// function with a receiver of its own is between both.
    pub(super) fn receiver_of_block(&self, unit: &Arc<Unit>, at: usize) -> Option<Value> {
        let is_around = |symbol: &Symbol| unit.is_type(symbol) || symbol.container.is_some();
        let inner = unit.enclosing(at, is_around).map(|inner| unit.symbol(inner).bytes.clone());
        let nameless = unit.nameless_around(at).into_iter().filter_map(|pair| pair.body);
        let from = nameless.map(|body| body.start as usize).max();
        let from = from.max(inner.map(|bytes| bytes.start)).unwrap_or_default();
        let around = unit.names().blocks_around(at).take(MAX_AROUND);
        let mut inside = around
            .take_while(|index| unit.names().blocks[*index as usize].span.start as usize >= from);
        inside.find_map(|index| self.called(unit, index).receiver.clone())
    }

    /// Returns the value of the parameter of a block; `None` for another name.
    pub(super) fn taken_by_block(&self, unit: &Arc<Unit>, name: Span) -> Option<Value> {
        let index = unit.names().blocks_around(name.start as usize).next()?;
        let takes = &unit.names().blocks[index as usize].takes;
        let place = takes.partition_point(|taken| taken.start <= name.start).checked_sub(1)?;
        let taken = takes[place];
        if !taken.contains(name) {
            return None;
        }
        let value = self.called(unit, index).takes.as_ref()?.get(place).cloned()?;
        if taken == name {
            return Some(value);
        }
        let before = unit.content().get(taken.start as usize..name.start as usize)?;
        let before = Some(before).filter(|before| before.len() <= MAX_PATTERN)?;
        match before.trim_start().chars().next() {
            // `(key, value)`
            Some('(') => {
                let place = before.matches(',').count();
                Some(match value {
                    Value::Instance(types, given) => {
                        self.component(&types, &given, u8::try_from(place).ok()?)
                    }
                    value => self.part(value, |unit, written| types::nth(unit, written, place)),
                })
            }
            // `{ name, key: name }`
            Some('{') if before.matches('{').count() == 1 => {
                let key =
                    before.trim_end().strip_suffix(':').map_or(name.of(unit.content()), last_word);
                // The type of a member may be a type parameter.
                match self.nested(|| self.member(value, key, None, unit)) {
                    value @ Value::Instance(..) => Some(value),
                    _ => Some(Value::Unknown),
                }
            }
            Some('&') => Some(value),
            _ => None,
        }
    }

    /// Returns the value of a chain that begins with what a function is called with for a
    /// parameter, which a pattern takes apart. A member's type may be a type parameter.
    pub(super) fn part_of_taken(&self, unit: &Arc<Unit>, pattern: Span, mut links: Links) -> Value {
        let taken = self.taken_by_block(unit, pattern).unwrap_or(Value::Unknown);
        let is_whole = links.peek().is_none();
        match self.value_behind(unit, (taken, pattern.start as usize), links) {
            value if is_whole || matches!(value, Value::Instance(..) | Value::Function(_)) => value,
            _ => Value::Unknown,
        }
    }

    /// Returns the value of the parameter that a block around a place has without naming it.
    pub(super) fn unnamed_parameter(
        &self,
        unit: &Arc<Unit>,
        name: &str,
        at: usize,
    ) -> Option<Value> {
        let place = unit.rules().unnamed_parameters.iter().position(|each| each == name)?;
        let is_blank = unit.rules().blank.as_deref() == Some(name);
        let has_none = |index: &u32| {
            let block = &unit.names().blocks[*index as usize];
            block.takes.is_empty() && (!is_blank || is_first_of(unit, block.span, at))
        };
        let mut inside = unit.names().blocks_around(at).take(MAX_AROUND).filter(has_none);
        // A block that is called without arguments has no such name.
        let first = inside.find_map(|index| match &self.called(unit, index).takes {
            Some(takes) => takes.get(place).map(|taken| Some(taken.clone())),
            None => Some(None),
        });
        first.flatten()
    }

    fn called(&self, unit: &Arc<Unit>, index: u32) -> Arc<Called> {
        let find = || Arc::new(self.apart(|| self.unnested(|| self.find_called(unit, index))));
        self.blocks.get(&self.context.blocks, (unit.file, index), Arc::default(), find)
    }

    fn find_called(&self, unit: &Arc<Unit>, index: u32) -> Called {
        let names = unit.names();
        let block = &names.blocks[index as usize];
        if let Some(written) = block.written {
            let of = self.function_type_or_element(unit, written, &None);
            return self.called_by_type(of, block);
        }
        if let Some(set) = block.set {
            let of = self.function_type_of_value(self.value_of(unit, set));
            return self.called_by_type(of, block);
        }
        if let Some(key) = block.key {
            return self.called_by_type(self.type_of_property(unit, key), block);
        }
        let Some(of) = block.of else { return Called::default() };
        if let Expression::New(made) = names.expression(of) {
            let passing = Passing { unit, block, subject: Value::Unknown, is_view: false };
            let constructors = self.constructors_of(unit, made);
            let constructors = match names.written_type(made) {
                Type::Named { head, .. } if let Some(name) = names.last_name(head) => {
                    self.taking_call(unit, name, constructors)
                }
                _ => constructors,
            };
            return self.called_by_one_of(&constructors, &passing);
        }
        let of = match names.expression(of) {
            Expression::Applied { of, .. } => of,
            _ => of,
        };
        let Some(name) = names.last_name(of) else { return Called::default() };
        let text = name.of(unit.content());
        let (subject, functions) = self.functions_passed(unit, of, name);
        let mut functions = self.taking_call(unit, name, functions);
        // A field may hold a function, whose type tells.
        functions.retain(|def| self.project.is_callable(*def));
        let is_view = match names.expression(of) {
            Expression::Member { of, .. } => is_view_of_map(unit, of),
            _ => false,
        };
        let passing = Passing { unit, block, subject, is_view };
        if !functions.is_empty() {
            return self.called_by_one_of(&functions, &passing);
        }
        match self.called_by_value(self.value_of(unit, of), block) {
            called if called.is_empty() => self.called_by_library(text, &passing),
            called => agreed(called, block),
        }
    }

    /// Keeps the functions that take what the call of a name passes as far as its syntax tells.
    fn taking_call(&self, unit: &Arc<Unit>, name: Span, functions: Vec<Def>) -> Vec<Def> {
        if !unit.rules().overloads_by_type {
            return functions;
        }
        let found = unit.names().use_at(name.start as usize);
        let number = found.and_then(|of| arguments(unit, of));
        self.taking_written(unit, name, accepting(self.project, functions, number))
    }

    /// Returns what stands before the function that a block is passed to, and the functions that
    /// it may be. `name` is the last one of `of`.
    pub(super) fn functions_passed(
        &self,
        unit: &Arc<Unit>,
        of: ExpressionId,
        name: Span,
    ) -> (Value, Vec<Def>) {
        let (text, at) = (name.of(unit.content()), name.start as usize);
        match unit.names().expression(of) {
            Expression::Member { of, .. } => {
                let subject = self.value_of(unit, of);
                let subject = self.completed(unit, at, subject);
                let functions = self.functions_of(unit, &subject, text);
                (subject, functions)
            }
            _ => match self.functions_named(unit, text, at) {
                functions if !functions.is_empty() => (Value::Unknown, functions),
                _ => self.applied_here(unit, text, at),
            },
        }
    }

    /// Returns the functions that a bare name may call: those of no type, and members of the types
    /// around.
    pub(super) fn functions_named(&self, unit: &Arc<Unit>, name: &str, at: usize) -> Vec<Def> {
        let mut functions = match self.name_value(unit, name, at) {
            Value::Function(functions) => functions,
            Value::Unknown if unit.rules().is_program_wide() => {
                self.project.definitions(name).map(|found| found.to_vec()).unwrap_or_default()
            }
            _ => return Vec::new(),
        };
        let around: Vec<Def> =
            self.types_around(unit, at).into_iter().flat_map(|of| of.types).collect();
        let around = self.with_ancestors(&around);
        functions.retain(|function| {
            let owners = self.owner_types(*function);
            let is_used = self
                .project
                .get(*function)
                .is_some_and(|(of, _)| of.language.is_used_with(unit.language));
            is_used
                && self.project.is_callable(*function)
                && (owners.is_empty() || owners.iter().any(|owner| around.contains(owner)))
        });
        functions
    }

    /// Returns the constructors of a type that is written after `new`.
    pub(super) fn constructors_of(&self, unit: &Arc<Unit>, made: TypeId) -> Vec<Def> {
        let Type::Named { head, .. } = unit.names().written_type(made) else { return Vec::new() };
        let Value::Type(types) = self.type_of_head(unit, head) else { return Vec::new() };
        types.iter().flat_map(|of| constructions::constructors_of(self.project, *of)).collect()
    }

    /// Returns what a block is called with by the function that it is passed to, which may be one
    /// of several: what all that take such a block call it with.
    fn called_by_one_of(&self, functions: &[Def], passing: &Passing<'_>) -> Called {
        let functions = functions.iter().take(MAX_FUNCTIONS);
        let called = functions.filter_map(|function| self.called_by(*function, passing)).collect();
        agreed(called, passing.block)
    }

    /// Returns the object around a place and the functions of a name that may be applied to it.
    fn applied_here(&self, unit: &Arc<Unit>, name: &str, at: usize) -> (Value, Vec<Def>) {
        let own = unit.language.config.self_names.first();
        let subject = own.and_then(|own| self.self_value(unit, own, at));
        let subject = subject.unwrap_or(Value::Unknown);
        let functions = self.applied_to(unit, &subject, name);
        (subject, functions)
    }

    /// Returns whether the first parameter of a function is of a type of the language's own, other
    /// than one of any value.
    pub(in crate::engine::graph::resolve) fn takes_builtin(&self, function: Def) -> bool {
        let Some((unit, symbol)) = self.project.get(function) else { return false };
        let first = parameters(unit, unit.symbol(symbol)).next();
        let written = first.and_then(|first| first.origin.annotation);
        written.is_some_and(|of| self.is_builtin(unit.file, of) && !is_any(unit, of))
    }

    /// Returns the type of a function that is the property of an object literal, by the type that
    /// this is written for.
    fn type_of_property(&self, unit: &Arc<Unit>, key: Span) -> Option<FunctionType> {
        let properties = &unit.names().properties;
        let place = properties.binary_search_by_key(&key.start, |property| property.name.start);
        let of = self.written_for(unit, properties[place.ok()?].object)?;
        // Each property of a map is one of its values: `Record<string, Handler>`.
        let member = match self.member(of.clone(), key.of(unit.content()), None, unit) {
            Value::Unknown if matches!(of, Value::Written(..)) => self.element(of),
            member => member,
        };
        self.function_type_of_value(member)
    }

    /// Returns what a block is called with that is of a function's type.
    pub(super) fn called_by_type(&self, of: Option<FunctionType>, block: &Block) -> Called {
        let Some(of) = of else { return Called::default() };
        let value = |written: TypeId| self.value_taken(&of, written);
        Called { receiver: of.receiver.map(value), takes: Some(taken_by(&of, block, value)) }
    }

    /// Returns the functions of a name that are members of a value, or may be applied to it.
    pub(super) fn functions_of(&self, unit: &Arc<Unit>, subject: &Value, name: &str) -> Vec<Def> {
        match subject {
            Value::Instance(types, _) | Value::Type(types) => {
                let members = self.members_accepting(types, name, None).found;
                match members.is_empty() {
                    true => self.applied_to(unit, subject, name),
                    false => members,
                }
            }
            Value::Written(..) => self.applied_to(unit, subject, name),
            Value::Super(types) => self.inherited(types, name).found,
            Value::Module(module) => {
                match self.member(Value::Module(module.clone()), name, None, unit) {
                    Value::Function(functions) => functions,
                    _ => Vec::new(),
                }
            }
            _ => Vec::new(),
        }
    }

    /// Returns what a function of the project calls a block with, by the type of its parameter.
    fn called_by(&self, function: Def, passing: &Passing<'_>) -> Option<Called> {
        let (unit, symbol) = self.project.get(function)?;
        let parameter = parameter(unit, unit.symbol(symbol), passing)?;
        let of_subject = match &passing.subject {
            Value::Instance(types, given) => self.given_to_owner(function, types, given),
            _ => None,
        };
        let written =
            self.function_type_or_element(unit, parameter.origin.annotation?, &of_subject)?;
        let value = |of: TypeId| self.value_passed(function, passing, (&written, of));
        Some(Called {
            receiver: written.receiver.map(value),
            takes: Some(taken_by(&written, passing.block, value)),
        })
    }

    /// Returns a value of a type in that of a function's parameter. The function's own type
    /// parameter is what it is applied to.
    fn value_passed(
        &self,
        function: Def,
        passing: &Passing<'_>,
        (written, of): (&FunctionType, TypeId),
    ) -> Value {
        let Some((unit, symbol)) = self.project.get(function) else { return Value::Unknown };
        let symbol = unit.symbol(symbol);
        if let Some(generic) = self.type_parameter(&written.unit, of)
            && symbol.bytes.contains(&(generic.name.start as usize))
            && written.unit.file == unit.file
        {
            let name = generic.name.of(unit.content());
            if symbol.container.as_deref() == Some(name) {
                return passing.subject.clone();
            }
            let first = parameters(unit, symbol).next();
            let first = first.and_then(|first| self.type_parameter(unit, first.origin.annotation?));
            if let Some(given) = passing.block.given
                && first.is_some_and(|first| first.name == generic.name)
            {
                return self.value_of(passing.unit, given);
            }
        }
        self.value_taken(written, of)
    }

    /// Returns a value of a type in that of a function; what type parameters stand for is known
    /// only where it is a type of the project.
    fn value_taken(&self, function: &FunctionType, written: TypeId) -> Value {
        let unit = &function.unit;
        match self.instance_of_annotation(unit, written, &function.given) {
            value @ Value::Instance(..) => value,
            _ if self.has_parameter(unit, written, 0) => Value::Unknown,
            value => value,
        }
    }

    /// Returns whether a type parameter is a part of a written type.
    fn has_parameter(&self, unit: &Unit, written: TypeId, depth: usize) -> bool {
        let names = unit.names();
        let is_in = |written: TypeId| self.has_parameter(unit, written, depth + 1);
        if depth > MAX_TYPE_DEPTH || self.type_parameter(unit, written).is_some() {
            return true;
        }
        match names.written_type(written) {
            Type::Named { arguments: parts, .. }
            | Type::Several(parts)
            | Type::Tuple(parts)
            | Type::Function { parts, .. } => names.types_in(parts).iter().any(|part| is_in(*part)),
            Type::Elements(of) => is_in(of),
            Type::Keyed(key, of) => is_in(key) || is_in(of),
            Type::Other | Type::Open | Type::Object { .. } | Type::Value(_) => false,
        }
    }

    /// Returns what a library's function calls a block with, by its name.
    fn called_by_library(&self, name: &str, passing: &Passing<'_>) -> Called {
        let rules = passing.unit.rules();
        let is_among = |words: &[String]| words.iter().any(|word| word == name);
        let subject = || passing.subject.clone();
        if is_among(&rules.receiving) {
            return Called { receiver: Some(subject()), takes: Some(Vec::new()) };
        }
        if is_among(&rules.receiving_first) {
            let given = passing.block.given.map(|given| self.value_of(passing.unit, given));
            let receiver = Some(given.unwrap_or(Value::Unknown));
            return Called { receiver, takes: Some(Vec::new()) };
        }
        if is_among(&rules.passing) {
            return Called { receiver: None, takes: Some(vec![subject()]) };
        }
        if passing.block.takes.len() == 2 && is_among(&rules.passing_pairs) && self.is_map(passing)
        {
            let part =
                |place| self.part(subject(), |unit, written| types::entry(unit, written, place));
            return Called { receiver: None, takes: Some(vec![part(0), part(1)]) };
        }
        if is_among(&rules.comparing) && !self.is_map(passing) {
            let takes = Some(vec![self.element_passed(passing); 2]);
            return Called { receiver: None, takes };
        }
        // A map may pass a key and its value, or an entry and its place.
        let is_pair = passing.block.takes.len() > 1 && self.is_map(passing);
        match rules.passing_elements.get(name).filter(|_| !is_pair) {
            Some(place) => {
                let mut takes = vec![Value::Unknown; *place];
                takes.push(self.element_passed(passing));
                Called { receiver: None, takes: Some(takes) }
            }
            None if self.takes_from_outside(passing.unit, passing.block, &passing.subject) => {
                let takes = vec![Value::External; passing.block.takes.len()];
                Called { receiver: None, takes: Some(takes) }
            }
            None => Called::default(),
        }
    }

    /// Returns whether a value is the content of a wrapper, which calls a block with that: a type
    /// of the project's has no member of a library's name, unless it inherits from outside.
    fn is_of_wrapper(&self, value: &Value) -> bool {
        let Value::Instance(types, _) = value else { return false };
        types.iter().all(|of| {
            let of_wrapping = self.project.get(*of);
            of_wrapping.is_some_and(|(unit, _)| !unit.rules().wrappers.is_empty())
                && !self.ancestors(*of).is_open
        })
    }

    /// Returns an element of a collection. For an entry of a map, the map stands.
    fn element_passed(&self, passing: &Passing<'_>) -> Value {
        if self.is_map(passing) || self.is_of_wrapper(&passing.subject) {
            return passing.subject.clone();
        }
        self.element(passing.subject.clone())
    }

    /// Returns whether a block is passed to a function of a map, and not to one of its values.
    fn is_map(&self, passing: &Passing<'_>) -> bool {
        let Value::Written(file, written, _) = passing.subject else { return false };
        let Some(unit) = self.project.unit(file) else { return false };
        matches!(
            unit.names().written_type(written),
            Type::Named { head, arguments } if unit.names().types_in(arguments).len() > 1
                && !has_known_element(unit, head)
        ) && !passing.is_view
    }
}

/// Returns whether the language says which argument of a type its elements have: of no map.
fn has_known_element(unit: &Unit, head: ExpressionId) -> bool {
    let name = types::last_name(unit, head);
    name.is_some_and(|name| unit.rules().element_arguments.contains_key(name))
}

/// Returns whether a name stands directly in a block that has no braces, as its first one: in
/// `_.total`, and not within the argument of a further call.
fn is_first_of(unit: &Unit, block: Span, at: usize) -> bool {
    let before = unit.content().get(block.start as usize..at);
    before.is_some_and(|before| !before.contains(['(', '[', '{', '_']))
}

fn last_word(text: &str) -> &str {
    let is_of_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$');
    text.rsplit(|letter| !is_of_word(letter)).find(|word| !word.is_empty()).unwrap_or_default()
}

/// Returns whether an expression makes a collection of the values of a map.
fn is_view_of_map(unit: &Unit, of: ExpressionId) -> bool {
    let is_view = |link: &Expression| {
        let Expression::Member { name, .. } = link else { return false };
        let name = name.of(unit.content());
        unit.rules().viewing.iter().any(|word| word == name)
    };
    unit.names().links(of, MAX_LINKS).iter().any(is_view)
}

/// Returns what a block is called with by one of several functions: what all agree on that pass as
/// much as the block takes.
fn agreed(mut called: Vec<Called>, block: &Block) -> Called {
    let number = Some(block.takes.len());
    let takes = |called: &Called| called.takes.as_ref().map(Vec::len);
    if called.iter().any(|called| takes(called) == number) {
        called.retain(|called| takes(called) == number);
    }
    let mut first = called.first().cloned().unwrap_or_default();
    if called.iter().any(|called| called.takes != first.takes) {
        // Overloads may differ in the type arguments of what they pass alone.
        let bare = |called: &Called| called.takes.as_ref().map(|takes| without_arguments(takes));
        first.takes =
            bare(&first).filter(|own| called.iter().all(|of| bare(of).as_ref() == Some(own)));
    }
    first
}

fn without_arguments(values: &[Value]) -> Vec<Value> {
    let bare = |value: &Value| match value {
        Value::Instance(types, _) => Value::Instance(types.clone(), None),
        other => other.clone(),
    };
    values.iter().map(bare).collect()
}

/// Returns what a function's type calls a block with. Where it writes several calls, that is what
/// all of them agree on that pass as much as the block takes.
fn taken_by(of: &FunctionType, block: &Block, value: impl Fn(TypeId) -> Value) -> Vec<Value> {
    let number = block.takes.len();
    let all = std::iter::once(&of.takes).chain(&of.further);
    let fitting = all.filter(|takes| of.further.is_empty() || takes.len() >= number);
    let values = |takes: &Vec<TypeId>| -> Vec<Value> {
        takes.iter().take(MAX_TAKEN).map(|of| value(*of)).collect()
    };
    let mut lists = fitting.map(values);
    let mut agreed = lists.next().unwrap_or_default();
    for list in lists {
        for (own, other) in agreed.iter_mut().zip(&list) {
            if own != other {
                *own = Value::Unknown;
            }
        }
    }
    agreed
}

/// Returns the parameters of a function that a call on a value passes something for: without the
/// one that the value itself is passed for, as in an extension of C#.
pub(super) fn parameters_passed<'u>(
    unit: &'u Unit,
    symbol: &Symbol,
    subject: &Value,
) -> impl Iterator<Item = &'u Binding> {
    let is_receiver = unit.rules().receiver_is_parameter
        && matches!(subject, Value::Instance(..) | Value::Written(..))
        && semantics::of(unit.language).extended(unit, symbol).is_some();
    parameters(unit, symbol).skip(usize::from(is_receiver))
}

/// Returns the parameter of a function that a block is passed for.
pub(super) fn parameter<'u>(
    unit: &'u Unit,
    symbol: &Symbol,
    passing: &Passing<'_>,
) -> Option<&'u Binding> {
    let mut all = parameters_passed(unit, symbol, &passing.subject);
    match passing.block.passed {
        Passed::Last => all.last(),
        Passed::Nth(place) => all
            .nth(usize::from(place))
            .or_else(|| parameters(unit, symbol).last().filter(|_| is_variadic(unit, symbol))),
        Passed::Named(name) => {
            let name = name.of(passing.unit.content());
            all.find(|binding| binding.name.of(unit.content()) == name)
        }
    }
}
