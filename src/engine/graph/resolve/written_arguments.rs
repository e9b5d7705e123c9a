//! Lists of arguments as they are written behind the name of what is called.

use crate::engine::graph::brackets::end_before;
use crate::engine::graph::project::Unit;
use crate::workspace::names::{BlockForm, Span};
use std::ops::Range;

/// Maximum length of a list of arguments that is read, in bytes, without the functions in it.
const MAX_ARGUMENTS: usize = 1_000;

/// Returns the byte ranges of what a call of a name passes; `None` if its list is not read or holds
/// another number.
pub(super) fn arguments_of(
    unit: &Unit,
    name: Span,
    arguments: Option<u8>,
) -> Option<Vec<Range<usize>>> {
    let parts = parts(unit, name.end as usize)?;
    (Some(parts.len()) == arguments.map(usize::from)).then_some(parts)
}

/// Returns the byte ranges of the arguments in the list that begins behind a name, which ends at a
/// byte, and its type arguments; `None` if the list is long, or has what may be type arguments.
pub(super) fn parts(unit: &Unit, name: usize) -> Option<Vec<Range<usize>>> {
    let behind_function = |at: usize| {
        let of = unit.names().block_at(at)?;
        (of.form == BlockForm::Function).then_some(of.span.end as usize)
    };
    split(unit.content(), name, |at| unit.names().is_text(at), behind_function)
}

/// See [`parts`]. A function without a name that begins at a byte is passed by.
fn split(
    text: &str,
    name: usize,
    is_text: impl Fn(usize) -> bool,
    behind_function: impl Fn(usize) -> Option<usize>,
) -> Option<Vec<Range<usize>>> {
    let mut limit = text.floor_char_boundary(name + MAX_ARGUMENTS);
    let behind = name + type_arguments(&text[name..limit]).unwrap_or_default();
    let space = text[behind..].len() - text[behind..].trim_start().len();
    let mut start = behind + space;
    text[start..].starts_with('(').then_some(())?;
    let mut parts = Vec::new();
    loop {
        start += 1;
        if start >= limit {
            return None;
        }
        let first = start + text[start..].len() - text[start..].trim_start().len();
        let from = match behind_function(first) {
            Some(behind) => {
                limit = text.floor_char_boundary(limit + behind - first);
                behind
            }
            None => behind_type_arguments(text, start..limit),
        };
        let end = end_before(text, from..limit, &is_text, |byte| matches!(byte, b',' | b'<'));
        let part = &text[start..end];
        let begin = end - part.trim_start().len();
        parts.push(begin..begin + part.trim().len());
        match text.as_bytes()[..limit].get(end) {
            Some(b',') => start = end,
            Some(b')') => return Some(parts),
            _ => return None,
        }
    }
}

/// Returns where what begins an argument goes on behind the arguments of the type that it makes a
/// value of: behind `new Map<A, B>`; the beginning of any other.
fn behind_type_arguments(text: &str, range: Range<usize>) -> usize {
    let find = || {
        let made = text.get(range.clone())?.trim_start().strip_prefix("new ")?;
        let list = made.trim_start_matches(is_of_path);
        type_arguments(list).map(|length| range.end - list.len() + length)
    };
    find().unwrap_or(range.start)
}

/// Returns the length of the type arguments that a text begins with.
fn type_arguments(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, letter) in text.char_indices() {
        match letter {
            '<' => depth += 1,
            '>' => depth = depth.checked_sub(1)?,
            letter if is_of_path(letter) || " ,?&[]".contains(letter) => {}
            _ => return None,
        }
        if depth == 0 {
            return (letter == '>').then_some(at + 1);
        }
    }
    None
}

fn is_of_path(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_read_from_a_list() {
        let of = |text: &'static str| -> Option<Vec<&str>> {
            let is_text = |at: usize| text[..at].matches('"').count() % 2 == 1;
            let parts = split(text, 0, is_text, |_| None)?;
            Some(parts.into_iter().map(|part| &text[part]).collect())
        };
        let expected: Option<Vec<&str>> = Some(vec!["a", "f(b, c)", "\"d, e)\""]);
        assert_eq!(of("(a, f(b, c), \"d, e)\") + 1"), expected);
        assert_eq!(of("(new Map<A, B<C>>(), a)"), Some(vec!["new Map<A, B<C>>()", "a"]));
        assert_eq!(of("<A, B<C>>(a)"), Some(vec!["a"]));
        assert_eq!(of("(a < b, c > d)"), None::<Vec<&str>>);
        assert_eq!(of("(a, b"), None);
        assert_eq!(of(".b(c)"), None);
        assert_eq!(of(" ( a,\n  b)"), Some(vec!["a", "b"]));
        let behind = |at: usize| (at == 1).then_some("(a => f<b, c>".len());
        let all = split("(a => f<b, c>, d)", 0, |_| false, behind);
        assert_eq!(all, Some(vec![1..13, 15..16]));
        assert_eq!(split(" ( a,\n  b)", 0, |_| false, |_| None), Some(vec![3..4, 8..9]));
    }
}
