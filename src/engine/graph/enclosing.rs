//! What encloses a place in a file: the function, or what else its code belongs to.

use super::answer::Node;
use super::project::Unit;
use super::semantics;
use crate::domain::{Symbol, SymbolKind};
use std::sync::Arc;

/// Returns the function that encloses a byte offset, else the property that runs it, the type,
/// static or constant; `None` for the top level of the file. What sets the field of an instance is
/// called by its type.
pub(in crate::engine) fn caller_at(unit: &Unit, at: usize) -> Option<u32> {
    let is_function =
        |symbol: &Symbol| symbol.kind.is_callable() && !is_signature_only(unit, symbol, at);
    let function = unit.enclosing(at, is_function);
    function.or_else(|| {
        let is_data = unit.rules().ordered;
        unit.enclosing(at, |symbol| {
            let is_container = symbol.kind.is_container()
                && !matches!(symbol.kind, SymbolKind::Module | SymbolKind::Impl);
            let is_value =
                matches!(symbol.kind, SymbolKind::Constant | SymbolKind::Variable) && is_data;
            let is_static = matches!(symbol.kind, SymbolKind::Field | SymbolKind::Property)
                && semantics::of(unit.language).is_static(unit, symbol);
            is_container || is_value || is_static || runs(unit, symbol, at)
        })
    })
}

/// Returns whether to read a property runs a body of its own, where that is a call: none that only
/// observes what the property is set to, none that others write.
pub(super) fn is_computed(unit: &Unit, symbol: &Symbol) -> bool {
    const OTHERS: [&str; 3] = ["didSet", "set", "willSet"];
    if !unit.rules().properties_run || symbol.kind != SymbolKind::Property {
        return false;
    }
    let Some(last) = symbol.bytes.end.checked_sub(1) else { return false };
    let written = unit.content().get(symbol.name_bytes.end..last + 1).unwrap_or_default();
    let body = written.split_once('{').map_or("", |(_, body)| body.trim_start());
    let rest = body.trim_start_matches(char::is_alphanumeric);
    let word = &body[..body.len() - rest.len()];
    // A requirement of a protocol says that there is a getter, without its body: `{ get set }`.
    let is_required = word == "get" && !rest.contains('{');
    runs(unit, symbol, last) && !is_required && !OTHERS.contains(&word)
}

/// Returns whether a position is in the body of a property, which runs when that is read or set,
/// and not in its first value: `bool IsOpen => …`, `bool IsOpen { get { … } }`,
/// `val isOpen get() = …`, and a function that a decorator makes a property.
fn runs(unit: &Unit, symbol: &Symbol, at: usize) -> bool {
    let start = symbol.name_bytes.end;
    let before = unit.content().get(start..at).filter(|_| symbol.kind == SymbolKind::Property);
    let Some(before) = before else { return false };
    let is_code = |at: &usize| !unit.names().is_text(start + at);
    let marks = |mark: char| before.match_indices(mark).map(|(at, _)| at).filter(is_code);
    let Some(first) = before.find(['=', '{', ';']) else { return before.starts_with('(') };
    let (head, body) = before.split_at(first);
    let is_accessor =
        head.trim_end().ends_with(')') && ["get(", "set("].iter().any(|word| head.contains(word));
    let is_delegated = head.split_whitespace().any(|word| word == "by");
    let is_open = || marks('{').count() > marks('}').count();
    is_accessor
        || head.starts_with('(')
        || body.starts_with("=>")
        || body.starts_with('{') && !is_delegated && is_open()
}

/// Returns whether a position precedes a definition's name, as a decorator does: it is in the
/// definition's bytes but is not executed by it.
fn is_signature_only(unit: &Unit, symbol: &Symbol, at: usize) -> bool {
    at < symbol.name_bytes.start && unit.rules().types_are_called && !unit.rules().ordered
}

/// Returns the node for a symbol.
pub(in crate::engine) fn node(unit: &Unit, symbol: u32) -> Node {
    let definition = unit.symbol(symbol);
    let path = unit.path_of(symbol);
    let is_inner = |parent: usize| !unit.symbols()[parent].kind.is_container();
    let above = path.len().checked_sub(2).map(|above| path[above]);
    let outer = match definition.parent {
        _ if definition.kind == SymbolKind::Test => test_around(unit, definition),
        Some(parent) if is_inner(parent) => path.len().checked_sub(3).map(|above| path[above]),
        _ => None,
    };
    Node {
        name: definition.name.clone(),
        kind: definition.kind,
        file: Some(Arc::clone(&unit.entry.path.display)),
        line: Some(definition.line),
        signature: Some(definition.signature.clone()),
        container: definition.qualifier().or(above).map(str::to_owned),
        outer: outer.map(str::to_owned),
        is_test: definition.is_test || unit.facts().class.is_test(),
    }
}

/// Returns the name of the function that a part of a test is in.
fn test_around<'u>(unit: &'u Unit, part: &Symbol) -> Option<&'u str> {
    let symbols = unit.symbols();
    let mut above = part.parent;
    while let Some(index) = above {
        let symbol = &symbols[index];
        if symbol.kind.is_callable() && symbol.kind != SymbolKind::Test {
            return Some(&symbol.name);
        }
        above = symbol.parent;
    }
    None
}

/// Returns the node for code outside any definition: the file as a module.
pub(in crate::engine) fn module_node(unit: &Unit) -> Node {
    Node {
        name: "<module>".to_owned(),
        kind: SymbolKind::Module,
        file: Some(Arc::clone(&unit.entry.path.display)),
        line: Some(1),
        signature: None,
        container: None,
        outer: None,
        is_test: unit.facts().class.is_test(),
    }
}
