//! Scopes of a file, by what is around them.

use super::super::{Scope, Span};
use std::cmp::Reverse;

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
