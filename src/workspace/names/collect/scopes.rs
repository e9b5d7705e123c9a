//! Scopes of a file, by what is around them.

use super::super::{Scope, Span};
use std::cmp::Reverse;

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
