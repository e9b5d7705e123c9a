//! Names that are not bound where they seem to be, those that patterns bind, and names that are
//! called without a mark of it: in Ruby, a method without receiver and arguments.

use super::{Binding, NameFacts, Qualifier, Role, Span, Use};
use rustc_hash::{FxHashMap, FxHashSet};

/// Parts of the text in which bare names are local ones.
#[derive(Debug, Default)]
pub(super) struct Patterns {
    pub(super) whole: Vec<Span>,
    /// Parts of them that bind no names.
    pub(super) without: Vec<Span>,
}

/// Returns the names that patterns bind, in no order: those that are read bare in them, but the
/// names of types and modules, which begin with a capital.
pub(super) fn bound_in(
    text: &str,
    Patterns { whole: mut patterns, mut without }: Patterns,
    uses: &FxHashMap<Span, (Role, Qualifier)>,
) -> Vec<Span> {
    patterns.sort_unstable();
    without.sort_unstable();
    // Of patterns in one another, the outermost holds all names.
    patterns.dedup_by(|inner, outer| outer.contains(*inner));
    let is_bound = |(span, (role, qualifier)): &(&Span, &(Role, Qualifier))| {
        *role == Role::Read
            && *qualifier == Qualifier::None
            && NameFacts::is_within(&patterns, **span)
            && !NameFacts::is_within(&without, **span)
            && !span.of(text).starts_with(char::is_uppercase)
    };
    if patterns.is_empty() {
        return Vec::new();
    }
    uses.iter().filter(is_bound).map(|(span, _)| *span).collect()
}

/// Makes calls of those of some names that are read without being local.
pub(super) fn call(facts: &mut NameFacts, text: &str, unbound: Vec<Span>, is_ordered: bool) {
    if unbound.is_empty() {
        return;
    }
    // Where each name is bound first in a scope.
    let mut bound: FxHashMap<(u32, &str), u32> = FxHashMap::default();
    for binding in &facts.bindings {
        let first = bound.entry((binding.scope, binding.name.of(text))).or_insert(u32::MAX);
        *first = binding.name.start.min(*first);
    }
    let unbound: FxHashSet<Span> = unbound.into_iter().collect();
    let is_bound = |span: Span| {
        let mut scopes = facts.scopes_around(span.start);
        scopes.any(|scope| {
            let first = bound.get(&(scope, span.of(text)));
            first.is_some_and(|first| !is_ordered || *first <= span.start)
        })
    };
    let is_call = |found: &Use| {
        found.role == Role::Read
            && found.qualifier == Qualifier::None
            && unbound.contains(&found.span)
            && !is_bound(found.span)
    };
    let calls: Vec<bool> = facts.uses.iter().map(is_call).collect();
    for (found, is_call) in facts.uses.iter_mut().zip(calls) {
        if is_call {
            found.role = Role::Call;
        }
    }
}

/// Makes assignments of the bindings of names in scopes that declare them to be those of a scope
/// around them.
pub(super) fn declare_outside(facts: &mut NameFacts, text: &str, outside: &[Span]) {
    if outside.is_empty() {
        return;
    }
    let declared: FxHashSet<(u32, &str)> =
        outside.iter().map(|span| (facts.scope_at(span.start), span.of(text))).collect();
    let is_outside =
        |binding: &mut Binding| declared.contains(&(binding.scope, binding.name.of(text)));
    facts.assigned.extend(facts.bindings.extract_if(.., is_outside));
    facts.assigned.sort_by_key(|assigned| assigned.name);
}
