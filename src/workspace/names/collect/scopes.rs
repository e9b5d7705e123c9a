//! Scopes of a file, by what is around them.

use super::super::{Apart, NameFacts, Scope, Span};
use super::Collector;
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use tree_sitter::Node;

/// Limit of the shared scopes that are looked through for the one that binds a name.
const MAX_SHARED: usize = 64;

impl Collector<'_> {
    /// Adds the scope of a definition that begins behind its name.
    pub(super) fn add_scope_behind(&mut self, definition: Node<'_>) {
        let name = definition.child(0);
        let start = name.map_or(definition.start_byte(), |name| name.end_byte());
        self.scopes.entry(Span::new(start..definition.end_byte())).or_insert(false);
    }

    /// Adds a list in whose fields patterns stand in turn with their values, which do not see the
    /// names that they are set to.
    pub(super) fn add_pairs(&mut self, list: Node<'_>) {
        let mut cursor = list.walk();
        let mut pattern = None;
        let mut is_inside = cursor.goto_first_child();
        while is_inside {
            if cursor.field_name().is_some() && cursor.node().is_named() {
                let span = Span::new(cursor.node().byte_range());
                match pattern.take() {
                    None => {
                        self.patterns.whole.push(span);
                        pattern = Some(span);
                    }
                    Some(pattern) => self.apart.push(Apart { pattern, part: span }),
                }
            }
            is_inside = cursor.goto_next_sibling();
        }
    }
}

/// Returns the scopes of a text, each behind the one around it; the first is the file. Each span
/// comes with whether it is the body of a type. One of `next` ends the scope that it stands in.
pub(super) fn nested(
    mut spans: Vec<(Span, bool)>,
    mut next: Vec<Span>,
    length: usize,
) -> Vec<Scope> {
    end_before(&mut spans, &mut next);
    spans.extend(next.into_iter().map(|span| (span, false)));
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

/// Ends scopes where the first of `next` begins that stands in them and in no scope within.
fn end_before(spans: &mut [(Span, bool)], next: &mut Vec<Span>) {
    next.sort_unstable();
    next.dedup();
    spans.sort_by_key(|(span, _)| (span.start, Reverse(span.end)));
    // Those around a place, with the ends of their nodes.
    let mut stack: Vec<(usize, u32)> = Vec::new();
    let mut scopes = (0..spans.len()).peekable();
    for each in next {
        while let Some(index) = scopes.next_if(|index| spans[*index].0.start < each.start) {
            stack.push((index, spans[index].0.end));
        }
        while stack.last().is_some_and(|(_, end)| *end <= each.start) {
            stack.pop();
        }
        if let Some((top, _)) = stack.last() {
            let end = &mut spans[*top].0.end;
            *end = each.start.min(*end);
        }
    }
}
