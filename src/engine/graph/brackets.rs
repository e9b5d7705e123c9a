//! Where pieces of code begin and end, by the brackets in them.

use super::project::Unit;
use crate::workspace::names::Span;
use std::ops::Range;

/// Limit of the bytes of a list before a place in it.
const MAX_LIST: usize = 400;

/// Returns where code ends that begins at the start of a range: before the first byte outside of
/// its brackets that `is_behind` accepts, or that closes a bracket around it; else at the range's
/// end. Bytes of comments and strings do not count, which `is_text` tells.
pub(super) fn end_before(
    text: &str,
    range: Range<usize>,
    is_text: impl Fn(usize) -> bool,
    is_behind: impl Fn(u8) -> bool,
) -> usize {
    let mut depth = 0usize;
    for at in range.clone().filter(|at| !is_text(*at)) {
        match text.as_bytes()[at] {
            byte if depth == 0 && is_behind(byte) => return at,
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' if depth == 0 => return at,
            b')' | b']' | b'}' => depth -= 1,
            _ => {}
        }
    }
    text.floor_char_boundary(range.end)
}

/// Returns what begins the list in which a place of a file is, if it is one of some bytes: brackets
/// that open, or bars.
pub(super) fn list_before(unit: &Unit, place: usize, begins: &[u8]) -> Option<usize> {
    let text = unit.content();
    let start = text.floor_char_boundary(place.saturating_sub(MAX_LIST));
    let mut depth = 0usize;
    for at in (start..place).rev().filter(|at| !unit.names().is_text(*at)) {
        match text.as_bytes()[at] {
            b')' | b']' | b'}' => depth += 1,
            byte if depth == 0 && begins.contains(&byte) => return Some(at),
            b'(' | b'[' | b'{' | b';' if depth == 0 => return None,
            b'(' | b'[' | b'{' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Returns whether a name stands in the braces of a type and in none within them.
pub(super) fn is_directly_in(text: &str, braces: Span, name: Span) -> bool {
    let before = text.get(braces.start as usize..name.start as usize).unwrap_or_default();
    let count = |letter: char| before.matches(letter).count();
    count('{') == count('}') + 1
}
