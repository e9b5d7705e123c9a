//! Local names in the scopes around a place.

use super::members::scope_of;
use super::modules::local_name;
use super::resolver::Resolver;
use crate::domain::{Symbol, SymbolKind, remembered};
use crate::engine::graph::model::{Def, Local};
use crate::engine::graph::project::{Container, Unit};
use crate::workspace::names::{Binding, Import, NameFacts, Ranges, Span};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::Arc;

impl Resolver<'_> {
    /// Returns the nearest local name in scope at a byte offset; `None` if it is only at the top
    /// level of the file.
    pub(in crate::engine) fn local<'a>(
        &self,
        unit: &'a Unit,
        name: &str,
        at: usize,
    ) -> Option<Local<'a>> {
        let names = unit.names();
        let position = at as u32;
        let nested = nested_definition(unit, name, at);
        for (depth, scope) in names.scopes_around(position).enumerate() {
            let known = &names.scopes[scope as usize];
            if known.parent.is_none() {
                break;
            }
            // The names of a type's body are visible only in the body itself, but for those of its
            // type parameters.
            let is_hidden = known.is_type && depth > 0;
            if let Some((def, bytes)) = nested.as_ref().filter(|_| !is_hidden)
                && known.span.contains(Span::new(bytes.clone()))
                && unit.symbol(def.symbol).name_bytes.start >= known.span.start as usize
            {
                return Some(Local::Definition(*def));
            }
            let is_it =
                |import: &&Import| import.scope == scope && local_name(unit, import) == Some(name);
            if let Some(import) = unit.imports_holding(name).find(is_it).filter(|_| !is_hidden) {
                return Some(Local::Import(import));
            }
            let is_seen = |binding: &Binding| {
                !is_hidden || is_generic(unit, binding) || is_self(unit, binding)
            };
            if let Some(binding) = binding_in(unit, scope, name, position).filter(|of| is_seen(of))
            {
                return Some(match variable_definition(unit, binding.name) {
                    Some(def) => Local::Definition(def),
                    None => Local::Binding(binding),
                });
            }
        }
        nested.map(|(def, _)| Local::Definition(def))
    }
}

/// Returns the binding of a name in a scope that is in force at a place.
fn binding_in<'a>(unit: &'a Unit, scope: u32, name: &str, position: u32) -> Option<&'a Binding> {
    let ordered = unit.rules().ordered;
    let seen = |span: Span| !ordered || span.end <= position || span.start == position;
    let is_seen = |binding: &&Binding| {
        // The default of a parameter is evaluated outside of the function.
        let is_apart = || ordered || NameFacts::is_within(&unit.names().parameters, binding.name);
        (seen(binding.name) || is_generic(unit, binding))
            && !(holds(binding.origin.value_span, position) && is_apart())
    };
    let holds_here = |binding: &&Binding| {
        binding.name.start == position || !unit.is_apart(binding.name, position)
    };
    let in_force = |binding: &&Binding| is_seen(binding) && holds_here(binding);
    // The last binding before the place is in force; a later one counts if the language ignores
    // order. Only the nearest are looked at.
    let (mut before, behind) = unit.bindings_in(name, scope, position);
    // A result may be written before the type parameters: `T First<T>(List<T> all)`.
    let is_seen_early = |binding: &&Binding| !ordered || is_generic(unit, binding);
    let best = before.find(in_force).or_else(|| behind.filter(is_seen_early).find(in_force));
    best.map(|binding| binding_with_bound(unit, name, binding))
}

/// Returns whether a binding is that of a type parameter.
pub(super) fn is_generic(unit: &Unit, binding: &Binding) -> bool {
    unit.names().generics.binary_search(&binding.name).is_ok()
}

/// Returns whether a binding is a name for the value of the type around it.
pub(super) fn is_self(unit: &Unit, binding: &Binding) -> bool {
    unit.names().selves.binary_search(&binding.name).is_ok()
}

fn holds(span: Span, position: u32) -> bool {
    span.start <= position && position < span.end
}

/// Returns the binding of a type parameter that has its bound, which may be written after the
/// parameters of the function.
fn binding_with_bound<'a>(unit: &'a Unit, name: &str, binding: &'a Binding) -> &'a Binding {
    if binding.origin.annotation.is_some() || !is_generic(unit, binding) {
        return binding;
    }
    let (_, mut all) = unit.bindings_in(name, binding.scope, 0);
    all.find(|other| other.origin.annotation.is_some()).unwrap_or(binding)
}

/// Returns the definition that a local name also is: a variable that holds a function or a class,
/// or that belongs to a namespace.
fn variable_definition(unit: &Unit, name: Span) -> Option<Def> {
    unit.symbol_named_at(name.start as usize).map(|symbol| Def { file: unit.file, symbol })
}

/// Number of definitions of one name in a file above which those around a place are looked up.
const MANY: usize = 16;

/// Returns a definition of the name that only a block, a function or a value around the place sees,
/// and the bytes of that container.
fn nested_definition(unit: &Unit, name: &str, at: usize) -> Option<(Def, Range<usize>)> {
    innermost(unit, name, at, Container::Block)
}

/// Returns a definition of the name in a block of the function around the place, which some
/// languages let the whole function see.
pub(super) fn definition_in_block(unit: &Unit, name: &str, at: usize) -> Option<Def> {
    innermost(unit, name, at, Container::Definition).map(|(def, _)| def)
}

/// Returns the definition of the name with the smallest container that holds the place.
fn innermost(
    unit: &Unit,
    name: &str,
    at: usize,
    container: Container,
) -> Option<(Def, Range<usize>)> {
    let found = |(symbol, bytes)| (Def { file: unit.file, symbol }, bytes);
    if unit.locals_named(name).nth(MANY).is_none() {
        let around = seen_in(unit, name, container).filter(|(_, bytes)| bytes.contains(&at));
        return around.min_by_key(|(_, bytes)| bytes.len()).map(found);
    }
    let ranges = remembered(&unit.seen_in, (Box::from(name), container), || {
        // Of those that are seen in the same bytes the first counts.
        let mut first: FxHashMap<Span, u32> = FxHashMap::default();
        for (symbol, bytes) in seen_in(unit, name, container) {
            first.entry(Span::new(bytes)).or_insert(symbol);
        }
        Arc::new(Ranges::new(first.into_iter()))
    });
    let (bytes, symbol) = ranges.innermost(Span::new(at..at + 1))?;
    Some(found((symbol as u32, bytes.range())))
}

/// Returns the definitions of the name that not all of the file sees, each with the bytes in which
/// it is seen.
fn seen_in(
    unit: &Unit,
    name: &str,
    container: Container,
) -> impl Iterator<Item = (u32, Range<usize>)> {
    // Titles of tests and members of objects bind no names in the enclosing code.
    let is_named = |symbol: &Symbol| match symbol.kind {
        SymbolKind::Test => false,
        SymbolKind::Method | SymbolKind::Property => unit.rules().implicit_receiver,
        _ => true,
    };
    let locals = unit.locals_named(name).filter(move |(_, symbol)| is_named(symbol));
    locals.filter_map(move |(index, symbol)| {
        let bytes = match container {
            Container::Definition => definition_around(unit, symbol)?,
            Container::Block => container_of(unit, symbol)?,
        };
        Some((index, bytes))
    })
}

/// Returns the bytes in which a definition inside a function, a block or a value is seen.
fn container_of(unit: &Unit, symbol: &Symbol) -> Option<Range<usize>> {
    let block = unit.block_of(symbol).map(Span::range);
    if symbol.parent.is_none() {
        return block;
    }
    let whole = definition_around(unit, symbol)?;
    let is_inside =
        |block: &Range<usize>| block.len() < whole.len() && whole.contains(&block.start);
    Some(block.filter(is_inside).unwrap_or(whole))
}

/// Returns the bytes of the function or value around a definition.
fn definition_around(unit: &Unit, symbol: &Symbol) -> Option<Range<usize>> {
    let parent = &unit.symbols()[scope_of(unit, symbol)?];
    if !parent.kind.is_callable() && !parent.kind.has_value() {
        return None;
    }
    // From the name on: decorators precede the scope of a function.
    let whole = parent.name_bytes.start..parent.bytes.end;
    Some(nameless_body(unit, symbol, parent).unwrap_or(whole))
}

/// Returns the body of the type without a name, in a function, of which a definition is a member:
/// only what stands there sees it.
fn nameless_body(unit: &Unit, member: &Symbol, parent: &Symbol) -> Option<Range<usize>> {
    let names = unit.names();
    let mut around = names.scopes_around(member.name_bytes.start as u32);
    let body = around.find(|scope| names.scopes[*scope as usize].is_type)?;
    let body = names.scopes[body as usize].span.range();
    // The scope of a type may be all of it, with its own name.
    let is_around = parent.bytes.contains(&body.start) && body.start < member.bytes.start;
    is_around.then_some(body)
}
