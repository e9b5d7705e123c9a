//! Written types: the names that determine the members of their values.

use super::type_kinds::ARRAY;
use crate::domain::Symbol;
use crate::engine::graph::project::Unit;
use crate::workspace::names::{
    Binding, ExpressionId, NameFacts, Returned, Span, Type, TypeId, TypeList,
};

/// Limit of nested wrappers, deeper than in written code.
const MAX_DEPTH: usize = 8;

/// A type's name or path with its type arguments: `Lookup<Pool>`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WrittenHead {
    pub(super) head: ExpressionId,
    pub(super) arguments: TypeList,
    /// True if a value of the type is this type itself: `type[Pool]`.
    pub(super) is_class: bool,
    /// True if a value may lack members of the type: `Partial<Pool>`.
    pub(super) is_part: bool,
}

/// Returns the types whose members a value of the written type may have. Wrappers such as `Box` and
/// `Optional` count as their contents.
pub(super) fn heads(unit: &Unit, written: TypeId) -> Vec<WrittenHead> {
    let mut found = Vec::new();
    collect(unit, written, Wrapped::default(), 0, &mut found);
    found
}

/// What the wrappers around a type say of its values.
#[derive(Clone, Copy, Default)]
struct Wrapped {
    is_class: bool,
    is_part: bool,
}

/// Returns a path as it is written.
pub(super) fn path(unit: &Unit, head: ExpressionId) -> &str {
    unit.names().path_span(head).map_or("", |span| span.of(unit.content()))
}

/// Returns whether a path begins with a namespace of a library.
pub(super) fn is_external(unit: &Unit, head: ExpressionId) -> bool {
    begins_external(unit, path(unit, head))
}

/// Returns whether a path is one through a type with arguments: `Table<Name>::handle`.
pub(super) fn has_arguments(unit: &Unit, head: ExpressionId) -> bool {
    path(unit, head).contains('<')
}

/// Like [`is_external`], for the text of a path.
pub(super) fn begins_external(unit: &Unit, path: &str) -> bool {
    let first = path.trim_start_matches(':').split(':').next().unwrap_or_default().trim();
    path.contains(':') && unit.rules().external_namespaces.iter().any(|external| external == first)
}

/// Returns the last name of a path.
pub(super) fn last_name(unit: &Unit, head: ExpressionId) -> Option<&str> {
    unit.names().last_name(head).map(|name| name.of(unit.content()))
}

/// Returns the last name of a type; `None` if it has no name.
pub(super) fn name(unit: &Unit, written: TypeId) -> Option<&str> {
    unit.names().name_of_type(unit.content(), written)
}

/// Returns the name of a type, or that of an array: `byte[]`.
pub(super) fn name_or_array(unit: &Unit, written: TypeId) -> Option<String> {
    let mut element = written;
    let mut marks = String::new();
    while let Type::Elements(of) = unit.names().written_type(element) {
        element = of;
        marks.push_str(ARRAY);
    }
    let name = name(unit, element);
    match marks.is_empty() {
        true => name.map(str::to_owned),
        false => Some(name.unwrap_or_default().to_owned() + &marks),
    }
}

fn collect(
    unit: &Unit,
    written: TypeId,
    wrapped: Wrapped,
    depth: usize,
    found: &mut Vec<WrittenHead>,
) {
    if depth > MAX_DEPTH {
        return;
    }
    let names = unit.names();
    match names.written_type(written) {
        Type::Named { head, arguments } => {
            if is_one_of(unit, head, &unit.rules().unions) {
                for part in names.types_in(arguments) {
                    collect(unit, *part, wrapped, depth + 1, found);
                }
                return;
            }
            let is_of_class = is_one_of(unit, head, &unit.rules().class_wrappers);
            if (is_of_class || is_wrapper(unit, head))
                && let Some(inner) = names.types_in(arguments).first()
            {
                let is_part = is_one_of(unit, head, &unit.rules().partial_wrappers);
                let wrapped = Wrapped {
                    is_class: wrapped.is_class || is_of_class,
                    is_part: wrapped.is_part || is_part,
                };
                return collect(unit, *inner, wrapped, depth + 1, found);
            }
            let Wrapped { is_class, is_part } = wrapped;
            let is_known = |known: &&mut WrittenHead| path(unit, known.head) == path(unit, head);
            match found.iter_mut().find(is_known) {
                Some(known) => known.is_part &= is_part,
                None => found.push(WrittenHead { head, arguments, is_class, is_part }),
            }
        }
        Type::Several(parts) => {
            for part in names.types_in(parts) {
                collect(unit, *part, wrapped, depth + 1, found);
            }
        }
        // Of several results, the first counts.
        Type::Tuple(parts) if unit.rules().has_several_results => {
            if let Some(first) = names.types_in(parts).first() {
                collect(unit, *first, wrapped, depth + 1, found);
            }
        }
        Type::Tuple(_)
        | Type::Elements(_)
        | Type::Keyed(..)
        | Type::Open
        | Type::Object { .. }
        | Type::Value(_)
        | Type::Function { .. }
        | Type::Other => {}
    }
}

/// Returns the type of a collection's elements; for a map, that of its values.
pub(super) fn element(unit: &Unit, written: TypeId) -> Option<TypeId> {
    element_within(unit, written, 0)
}

/// The same; of a wrapper around what has no elements, the type of its content.
pub(super) fn element_or_content(unit: &Unit, written: TypeId) -> Option<TypeId> {
    let content = || Some(unwrapped(unit, written)).filter(|inner| *inner != written);
    element(unit, written).or_else(content)
}

/// The same for a collection with one type argument.
pub(super) fn only_element(unit: &Unit, written: TypeId) -> Option<TypeId> {
    match unit.names().written_type(written) {
        Type::Named { arguments, .. } if unit.names().types_in(arguments).len() > 1 => None,
        _ => element(unit, written),
    }
}

/// Returns whether a written type is a library's collection with type arguments.
pub(super) fn is_collection(unit: &Unit, written: TypeId) -> bool {
    match unit.names().written_type(written) {
        Type::Named { head, arguments } => {
            !arguments.is_empty() && is_one_of(unit, head, &unit.rules().collections)
        }
        _ => false,
    }
}

fn element_within(unit: &Unit, written: TypeId, depth: usize) -> Option<TypeId> {
    if depth > MAX_DEPTH {
        return None;
    }
    match unit.names().written_type(written) {
        Type::Elements(of) | Type::Keyed(_, of) => Some(of),
        Type::Named { head, arguments } => {
            let arguments = unit.names().types_in(arguments);
            if is_wrapper(unit, head) {
                return element_within(unit, *arguments.first()?, depth + 1);
            }
            if is_one_of(unit, head, &unit.rules().tuples) {
                return element_of_tuple(unit, arguments);
            }
            let last = last_name(unit, head).filter(|last| !unit.is_own_type(last))?;
            unit.rules().element_of(last, arguments).copied()
        }
        // Of several results, the first counts.
        Type::Tuple(parts) if unit.rules().has_several_results => {
            element_within(unit, *unit.names().types_in(parts).first()?, depth + 1)
        }
        _ => None,
    }
}

/// Returns the type of all values of a tuple; `None` for one whose values have several types.
fn element_of_tuple(unit: &Unit, arguments: &[TypeId]) -> Option<TypeId> {
    match arguments {
        [of] => Some(*of),
        // `tuple[Pool, ...]`
        [of, rest] if unit.names().written_type(*rest) == Type::Other => Some(*of),
        _ => None,
    }
}

/// Returns the type of a map's keys; of a collection without keys, that of its elements. `None` for
/// a list whose keys are numbers.
pub(super) fn key(unit: &Unit, written: TypeId) -> Option<TypeId> {
    let mut written = written;
    for _ in 0..MAX_DEPTH {
        match unit.names().written_type(written) {
            Type::Keyed(key, _) => return Some(key),
            Type::Elements(of) => return listed(unit, of).map(|_| of),
            Type::Named { head, arguments } => {
                let first = unit.names().types_in(arguments).first().copied();
                if !is_wrapper(unit, head) {
                    return first;
                }
                written = first?;
            }
            _ => return None,
        }
    }
    None
}

/// Returns the values of which one is an element of a list that is written with them, given the
/// type of its elements.
pub(super) fn listed(unit: &Unit, element: TypeId) -> Option<Vec<ExpressionId>> {
    let Type::Several(parts) = unit.names().written_type(element) else { return None };
    let value = |part: &TypeId| match unit.names().written_type(*part) {
        Type::Value(of) => Some(of),
        _ => None,
    };
    unit.names().types_in(parts).iter().map(value).collect()
}

/// Returns the type of a value of a tuple; of another collection, that of its elements.
pub(super) fn nth(unit: &Unit, written: TypeId, place: usize) -> Option<TypeId> {
    match unit.names().written_type(written) {
        Type::Named { head, arguments } if !is_wrapper(unit, head) => {
            let arguments = unit.names().types_in(arguments);
            match arguments.len() {
                0 | 1 => element(unit, written),
                _ => arguments.get(place).copied(),
            }
        }
        Type::Elements(of) if listed(unit, of).is_some() => {
            in_tuple(unit, written, u8::try_from(place).ok()?)
        }
        _ => element(unit, written),
    }
}

/// Returns the type at a place of the tuples that a collection has, or of a map's entries.
pub(super) fn entry(unit: &Unit, written: TypeId, place: u8) -> Option<TypeId> {
    match (unit.names().written_type(written), place) {
        (Type::Keyed(key, _), 0) => return Some(key),
        (Type::Keyed(_, value), 1) => return Some(value),
        _ => {}
    }
    let of = element(unit, written)?;
    let arguments = match unit.names().written_type(written) {
        Type::Named { arguments, .. } => unit.names().types_in(arguments),
        _ => &[],
    };
    match (arguments, place) {
        // The values of a map are its elements.
        ([key, value, ..], 0) if *value == of => Some(*key),
        ([_, value, ..], 1) if *value == of => Some(of),
        ([_, value, ..], _) if *value == of => None,
        _ => in_tuple(unit, of, place),
    }
}

/// Returns the type at a place of a tuple, which may be in wrappers.
pub(super) fn in_tuple(unit: &Unit, written: TypeId, place: u8) -> Option<TypeId> {
    let (names, mut written) = (unit.names(), written);
    for _ in 0..MAX_DEPTH {
        written = match unit.names().written_type(written) {
            Type::Tuple(parts) => {
                return unit.names().types_in(parts).get(usize::from(place)).copied();
            }
            Type::Elements(of) if listed(unit, of).is_some() => match names.written_type(of) {
                Type::Several(parts) => {
                    return names.types_in(parts).get(usize::from(place)).copied();
                }
                _ => return None,
            },
            Type::Named { head, arguments } if is_wrapper(unit, head) => {
                *unit.names().types_in(arguments).first()?
            }
            Type::Named { head, arguments } if is_one_of(unit, head, &unit.rules().tuples) => {
                return unit.names().types_in(arguments).get(usize::from(place)).copied();
            }
            _ => return None,
        };
    }
    None
}

/// Returns whether a type consists of several results.
pub(super) fn is_several(unit: &Unit, written: TypeId) -> bool {
    matches!(unit.names().written_type(written), Type::Tuple(parts) if unit.names().types_in(parts).len() > 1)
}

/// Returns the type in the wrappers around it: `Deps["pool"]` of `NonNullable<Deps["pool"]>`.
pub(super) fn unwrapped(unit: &Unit, written: TypeId) -> TypeId {
    let mut written = written;
    for _ in 0..MAX_DEPTH {
        let Type::Named { head, arguments } = unit.names().written_type(written) else { break };
        let inner = unit.names().types_in(arguments).first();
        let Some(inner) = inner.filter(|_| is_wrapper(unit, head)) else { break };
        written = *inner;
    }
    written
}

/// Returns whether one of several written types may be any.
pub(super) fn has_open_part(unit: &Unit, written: TypeId) -> bool {
    let names = unit.names();
    let Type::Several(parts) = names.written_type(written) else { return false };
    names.types_in(parts).iter().any(|part| names.written_type(*part) == Type::Open)
}

/// Returns whether a type counts as its argument, as `Optional` does.
pub(super) fn is_held(unit: &Unit, written: TypeId) -> bool {
    match unit.names().written_type(written) {
        Type::Named { head, .. } => is_wrapper(unit, head),
        _ => false,
    }
}

fn is_wrapper(unit: &Unit, head: ExpressionId) -> bool {
    is_one_of(unit, head, &unit.rules().wrappers)
}

/// Returns the value of which a built-in type is what it makes or returns:
/// `InstanceType<typeof Pool>`.
pub(super) fn maker(unit: &Unit, head: ExpressionId, arguments: TypeList) -> Option<ExpressionId> {
    let [of] = unit.names().types_in(arguments) else { return None };
    match unit.names().written_type(*of) {
        Type::Value(of) if is_one_of(unit, head, &unit.rules().result_types) => Some(of),
        _ => None,
    }
}

fn is_one_of(unit: &Unit, head: ExpressionId, names: &[String]) -> bool {
    let is_it = |last| names.iter().any(|name| name == last) && !unit.is_own_type(last);
    last_name(unit, head).is_some_and(is_it)
}

/// Returns the type to whose members those of a block or type add, by the block's header.
pub(super) fn extended_by<'u>(unit: &'u Unit, block: &'u Symbol) -> Option<&'u str> {
    let found = unit.rules().extension.get()?.captures(&block.signature)?;
    Some(found.get(1)?.as_str())
}

/// Returns the tuple of the types of a method's parameters, or of the fields that a struct or a
/// variant has without names; `None` if they are not recorded.
pub(super) fn taken(unit: &Unit, symbol: &Symbol) -> Option<TypeId> {
    let taken = &unit.names().taken;
    let first = taken.partition_point(|taken| (taken.span.start as usize) < symbol.name_bytes.end);
    let own = taken.get(first).filter(|taken| (taken.span.end as usize) <= symbol.bytes.end)?;
    Some(own.written)
}

/// Returns the list of a function's parameters.
pub(in crate::engine::graph) fn parameter_list(unit: &Unit, symbol: &Symbol) -> Option<Span> {
    let lists = &unit.names().parameters;
    let after = symbol.name_bytes.end as u32;
    let list = lists.get(lists.partition_point(|list| list.start < after))?;
    ((list.end as usize) <= symbol.bytes.end).then_some(*list)
}

/// Returns the parameters of a function, by position.
pub(in crate::engine::graph) fn parameters<'u>(
    unit: &'u Unit,
    symbol: &Symbol,
) -> impl Iterator<Item = &'u Binding> {
    let names = unit.names();
    let list = parameter_list(unit, symbol);
    let scope = list.map(|list| names.scope_at(list.start));
    let list = list.unwrap_or_default();
    let first = names.bindings.partition_point(|binding| binding.name.start < list.start);
    let inside = names.bindings[first..].iter().take_while(move |of| of.name.end <= list.end);
    // Blocks in defaults have parameters of their own.
    inside.filter(move |binding| Some(binding.scope) == scope)
}

/// The first parameter of a method where that is its object.
const OWN_PARAMETERS: [&str; 2] = ["cls", "self"];

/// Returns the parameters of a function that it is passed, by position: not its own object.
pub(in crate::engine::graph) fn passed_parameters<'u>(
    unit: &'u Unit,
    symbol: &Symbol,
) -> impl Iterator<Item = &'u Binding> {
    let is_own = |of: &&Binding| OWN_PARAMETERS.contains(&of.name.of(unit.content()));
    parameters(unit, symbol).skip_while(is_own)
}

/// Returns the last name of the type that is written of a binding; the first of several types.
pub(in crate::engine::graph) fn written_name(unit: &Unit, binding: &Binding) -> Option<Span> {
    let first = heads(unit, binding.origin.annotation?).into_iter().next()?;
    unit.names().last_name(first.head)
}

/// Returns the written result type of a function, before the name or after the parameters.
pub(super) fn written_result(unit: &Unit, symbol: &Symbol) -> Option<Returned> {
    let names = unit.names();
    let bytes = Span::new(symbol.bytes.clone());
    let first = names.returns.partition_point(|returned| returned.span.start < bytes.start);
    let own = names.returns[first..].iter().take_while(|returned| returned.span.start < bytes.end);
    // The types of parameters may be functions with results of their own.
    let is_own = |returned: &&Returned| {
        !is_in_inner_definition(unit, symbol, returned.span)
            && !NameFacts::is_within(&names.parameters, returned.span)
    };
    own.into_iter().find(is_own).copied()
}

fn is_in_inner_definition(unit: &Unit, outer: &Symbol, span: Span) -> bool {
    let inner = unit.enclosing(span.start as usize, |symbol| symbol.kind.is_callable());
    inner.is_some_and(|inner| unit.symbol(inner).name_bytes != outer.name_bytes)
}
