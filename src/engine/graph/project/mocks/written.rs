//! What is written around a name: the receivers before it, and the function that is given its call.

use super::super::Unit;
use crate::domain::is_word;

/// Limit of the links that are read before a name, and of the bytes between two brackets.
const MAX_LINKS: usize = 8;
const MAX_BYTES: usize = 4_000;

/// What stands between a receiver and its member, longer marks first.
const MARKS: [&str; 7] = ["!!.", "?->", "?.", "&.", "->", "::", "."];

/// A name before a member, and the arguments that it is called with.
pub(super) struct Link<'u> {
    pub(super) name: &'u str,
    pub(super) at: usize,
    /// `None` if it is not called.
    pub(super) arguments: Option<&'u str>,
}

/// The receivers before a name.
pub(super) struct Chain<'u> {
    /// Where it begins; the name's own place if there is no receiver.
    pub(super) start: usize,
    /// The nearest to the name first.
    pub(super) links: Vec<Link<'u>>,
    /// False if something else stands before the links.
    pub(super) is_whole: bool,
}

/// Returns the receivers before a name.
pub(super) fn chain_before(unit: &Unit, name: usize) -> Chain<'_> {
    let mut chain = Chain { start: name, links: Vec::new(), is_whole: true };
    while let Some(end) = receiver_end(unit.content(), chain.start) {
        match link_before(unit, end).filter(|_| chain.links.len() < MAX_LINKS) {
            Some(link) => {
                chain.start = link.at;
                chain.links.push(link);
            }
            None => {
                chain.is_whole = false;
                break;
            }
        }
    }
    chain
}

/// Returns where the receiver before a member ends; `None` if there is none.
fn receiver_end(text: &str, member: usize) -> Option<usize> {
    let before = text[..member].trim_end();
    let receiver = MARKS.iter().find_map(|mark| before.strip_suffix(mark))?;
    Some(receiver.trim_end().trim_end_matches('!').len())
}

/// Returns the name, with its arguments if it is called, that ends at a byte.
fn link_before(unit: &Unit, end: usize) -> Option<Link<'_>> {
    let text = unit.content();
    let (mut end, mut arguments) = (end, None);
    if text[..end].ends_with(')') {
        let open = unclosed_before(unit, end - 1)?;
        arguments = Some(&text[open + 1..end - 1]);
        end = text[..open].trim_end().len();
    }
    let (name, at) = name_before(text, end)?;
    Some(Link { name, at, arguments })
}

/// Returns the name that ends at a byte, type arguments left out, and where it begins with its
/// marks.
fn name_before(text: &str, end: usize) -> Option<(&str, usize)> {
    let before = text[..end].trim_end();
    let before = match before.strip_suffix('>') {
        Some(types) if types.ends_with(['=', '-']) => return None,
        Some(types) => &before[..types.rfind('<')?],
        None => before,
    };
    let inside = before.strip_suffix('`');
    let start = match inside {
        Some(inside) => inside.rfind('`')?,
        None => before.trim_end_matches(is_word).len(),
    };
    let name = before[start..].trim_matches('`');
    let at = before[..start].trim_end_matches(['$', '@']).len();
    (!name.is_empty()).then_some((name, at))
}

/// Returns the nearest bracket before a byte that is open there; of one that closes at the byte,
/// where it opens.
fn unclosed_before(unit: &Unit, at: usize) -> Option<usize> {
    let bytes = unit.content().as_bytes();
    let mut depth = 0_usize;
    for place in (at.saturating_sub(MAX_BYTES)..at).rev() {
        let is_closing = match bytes[place] {
            b')' | b']' | b'}' => true,
            b'(' | b'[' | b'{' => false,
            _ => continue,
        };
        if unit.names().is_text(place) {
            continue;
        }
        match (is_closing, depth) {
            (true, _) => depth += 1,
            (false, 0) => return Some(place),
            (false, _) => depth -= 1,
        }
    }
    None
}

/// Returns the function that is given what begins at a byte as its first argument, or as the result
/// of the function without a name that is its first argument; else the one whose block it is a
/// statement of. The flag tells blocks.
pub(super) fn given_to(unit: &Unit, start: usize) -> Option<(&str, bool)> {
    let text = unit.content();
    let open = unclosed_before(unit, start)?;
    let before = text[..open].trim_end();
    if text[open..].starts_with('(') {
        let between = text[open + 1..start].trim();
        let is_first = between.is_empty() || is_header(between);
        return name_before(text, open).filter(|_| is_first).map(|(name, _)| (name, false));
    }
    if !text[open..].starts_with('{') {
        return None;
    }
    let before = match before.ends_with(')') {
        true => text[..unclosed_before(unit, before.len() - 1)?].trim_end(),
        false => before,
    };
    name_before(text, before.len()).map(|(name, _)| (name, true))
}

/// Returns whether a text is the header of a function without a name: `pool =>`.
fn is_header(text: &str) -> bool {
    let parameters = text.strip_suffix("=>").or_else(|| text.strip_suffix("->"));
    parameters.is_some_and(|parameters| {
        parameters.chars().all(|letter| is_word(letter) || matches!(letter, ' ' | '(' | ')' | ','))
    })
}
