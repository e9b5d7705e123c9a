//! Forms of names and of methods by which the value of an expression is known.

use crate::domain::Symbol;
use crate::engine::graph::model::Def;
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::form::is_path_head;
use crate::engine::graph::resolve::overloads::arguments;
use crate::engine::graph::resolve::types;
use crate::engine::graph::semantics;
use crate::workspace::names::{Binding, Expression, ExpressionId, Span, TypeList};

/// Maximum number of links followed in a chain.
pub(super) const MAX_LINKS: usize = 200;

/// What a call in a chain has.
#[derive(Clone, Copy, Default)]
pub(super) struct Call {
    pub(super) types: TypeList,
    /// The number of arguments, in languages that choose overloads by it.
    pub(super) arguments: Option<u8>,
    /// The name that is called.
    pub(super) name: Option<Span>,
}

pub(super) type Links = std::iter::Peekable<std::vec::IntoIter<Expression>>;

/// Returns whether a bare name is that of a method which returns its receiver.
pub(super) fn returns_self(unit: &Unit, name: Span) -> bool {
    let rules = unit.rules();
    let name = name.of(unit.content());
    rules.implicit_receiver && rules.transparent.iter().any(|word| word == name)
}

/// Returns whether a name stands for the type that a method is called on or whose value it is.
pub(super) fn is_receiver_type(unit: &Unit, name: &str) -> bool {
    unit.rules().receiver_types.iter().any(|word| word == name)
}

/// Returns whether an expression makes a value of the type that a method is called on: `new`,
/// `new static()`.
pub(super) fn makes_own(unit: &Unit, expression: ExpressionId) -> bool {
    let names = unit.names();
    match names.links(expression, MAX_LINKS).first() {
        Some(Expression::New(written)) => {
            let name = types::name(unit, *written);
            name.is_some_and(|name| is_receiver_type(unit, name))
        }
        Some(Expression::Name(name)) => {
            let name = name.of(unit.content());
            unit.rules().making.iter().any(|word| word == name)
        }
        _ => false,
    }
}

/// Returns whether a method's own object is annotated with a type, which is a variable for the
/// object's own: `def copy(self: T) -> T`, `def make(cls: type[T]) -> T`.
pub(super) fn is_type_of_self(unit: &Unit, method: &Symbol, written: &str) -> bool {
    let is_it = |binding: &Binding| {
        binding.origin.annotation.is_some_and(|annotation| {
            let heads = types::heads(unit, annotation);
            heads.first().is_some_and(|head| types::path(unit, head.head) == written)
        })
    };
    let mut words = unit.language.config.self_names.iter();
    words.any(|word| unit.bindings_within(word, method.bytes.clone()).any(is_it))
        || is_type_of_subject(unit, method, written)
}

/// Returns whether a type parameter is the type of what a function is applied to:
/// `fun <T : Pool> T.shrink(): T`, `static T Shrink<T>(this T pool)`.
fn is_type_of_subject(unit: &Unit, function: &Symbol, written: &str) -> bool {
    let is_parameter =
        |binding: &Binding| unit.names().generics.binary_search(&binding.name).is_ok();
    let is_first = || {
        let mut all = types::parameters(unit, function);
        let first = all.next().and_then(|first| first.origin.annotation);
        first.is_some_and(|of| types::name(unit, of) == Some(written))
            && semantics::of(unit.language).extended(unit, function).is_some()
    };
    let rules = unit.rules();
    let is_subject = match rules.receiver_is_parameter {
        true => is_first(),
        false => rules.extension_functions && function.container.as_deref() == Some(written),
    };
    is_subject && unit.bindings_within(written, function.bytes.clone()).any(is_parameter)
}

/// Returns the constant or variable whose value is written with the method around a byte offset.
pub(super) fn object_around(unit: &Unit, at: usize) -> Option<Def> {
    let method = unit.enclosing(at, |symbol| symbol.kind.is_callable())?;
    let parent = unit.symbol(method).parent?;
    let is_value = unit.symbols()[parent].kind.has_value();
    is_value.then_some(Def { file: unit.file, symbol: parent as u32 })
}

/// Returns whether the value of a name is written with its methods.
pub(super) fn is_object(unit: &Unit, symbol: u32, binding: &Binding) -> bool {
    let is_literal = |value: ExpressionId| {
        let value = unit.names().expression(value);
        value.is_literal() || matches!(value, Expression::Object(_))
    };
    if binding.origin.annotation.is_some() || !binding.origin.value.is_some_and(is_literal) {
        return false;
    }
    let end = unit.symbol(symbol).bytes.end;
    let mut after = unit
        .symbols()
        .iter()
        .skip(symbol as usize + 1)
        .take_while(|member| member.bytes.start < end);
    after.any(|member| member.parent == Some(symbol as usize) && member.kind.is_callable())
}

/// Returns whether the name at a byte offset is the head of a path, in a language whose variables
/// and functions may share their names with modules and types.
pub(super) fn is_head_of_path(unit: &Unit, name: &str, at: usize) -> bool {
    semantics::of(unit.language).has_inline_modules()
        && unit.content().get(at..).is_some_and(|rest| rest.starts_with(name))
        && is_path_head(unit, Span::new(at..at + name.len()))
}

/// Consumes a call of `name` that follows in a chain.
pub(super) fn take_call(unit: &Unit, name: Span, links: &mut Links) -> Option<Call> {
    let applied = match links.peek() {
        Some(Expression::Applied { arguments, .. }) => Some(*arguments),
        _ => None,
    };
    if applied.is_some() {
        links.next();
    }
    let is_called = links.next_if(|link| matches!(link, Expression::Call(_))).is_some();
    let found = unit.names().use_at(name.start as usize);
    let arguments = || found.and_then(|found| arguments(unit, found));
    let types = applied.unwrap_or_default();
    is_called.then(|| Call { types, arguments: arguments(), name: Some(name) })
}
