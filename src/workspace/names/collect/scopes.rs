//! Scopes of a file, by what is around them.

use super::super::{NameFacts, Scope, Span};
use rustc_hash::FxHashSet;
use std::cmp::Reverse;

/// Limit of the shared scopes that are looked through for the one that binds a name.
const MAX_SHARED: usize = 64;

/// Returns the scopes of a text, each behind the one around it; the first is the file. Each span
/// comes with whether it is the body of a type.
pub(super) fn nested(mut spans: Vec<(Span, bool)>, length: usize) -> Vec<Scope> {
    spans.push((Span::new(0..length + 1), false));
    spans.sort_by_key(|(span, _)| (span.start, Reverse(span.end)));
    let mut scopes: Vec<Scope> = Vec::new();
    let mut stack: Vec<u32> = Vec::new();
    for (index, (span, is_type)) in spans.into_iter().enumerate() {
        while stack.last().is_some_and(|top| scopes[*top as usize].span.end <= span.start) {
            stack.pop();
        }
        scopes.push(Scope { span, parent: stack.last().copied(), is_type });
        stack.push(index as u32);
    }
    scopes
}

/// Gives what is assigned in shared scopes to the scopes around them that bind the name before.
/// Parameters are names of their own.
pub(super) fn share(facts: &mut NameFacts, text: &str, shared: &[Span]) {
    if shared.is_empty() {
        return;
    }
    let is_shared = |scope: &Scope| shared.binary_search(&scope.span).is_ok();
    let mut bound: FxHashSet<(u32, &str)> = FxHashSet::default();
    for binding in &mut facts.bindings {
        let name = binding.name.of(text);
        if !NameFacts::is_within(&facts.parameters, binding.name) {
            let outer = |scope: &u32| {
                let scope = &facts.scopes[*scope as usize];
                scope.parent.filter(|_| is_shared(scope))
            };
            let mut around = std::iter::successors(Some(binding.scope), outer).take(MAX_SHARED);
            let binds = around.find(|scope| bound.contains(&(*scope, name)));
            binding.scope = binds.unwrap_or(binding.scope);
        }
        bound.insert((binding.scope, name));
    }
}
