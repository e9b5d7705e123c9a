//! Arms of a match that take a variant of an enumeration: `Event::Saved(id) => store(id)`.

use crate::engine::graph::brackets::end_before;
use crate::engine::graph::project::Unit;
use crate::engine::graph::sent_values::word_before;
use std::ops::Range;

/// Limit of what stands between a variant and the arrow of its arm: values, conditions and other
/// variants.
const MAX_PATTERN: usize = 600;

/// Word that stands for the enumeration in its own methods.
const OWN: &str = "Self";

/// Returns the code of the arm whose pattern names a variant at a byte.
pub(super) fn arm_behind(unit: &Unit, of: &str, name: &str, at: usize) -> Option<Range<usize>> {
    let text = unit.content();
    if let Some(before) = text[..at].strip_suffix("::")
        && ![of, OWN].contains(&word_before(before))
    {
        return None;
    }
    let arrow = arrow_behind(unit, at + name.len())?;
    let start = text.len() - text[arrow..].trim_start().len();
    let is_text = |at: usize| unit.names().is_text(at);
    let is_block = text[start..].starts_with('{');
    let start = start + usize::from(is_block);
    let end = end_before(text, start..text.len(), is_text, |byte| !is_block && byte == b',');
    Some(start..end)
}

/// Returns where the body of an arm begins behind a variant of its pattern.
fn arrow_behind(unit: &Unit, variant: usize) -> Option<usize> {
    let text = unit.content();
    let limit = text.floor_char_boundary(variant.saturating_add(MAX_PATTERN));
    let is_text = |at: usize| unit.names().is_text(at);
    let mut at = variant;
    loop {
        let rest = &text[at..limit];
        at = limit - rest.trim_start().len();
        let rest = &text[at..limit];
        if let Some(body) = rest.strip_prefix("=>") {
            return Some(limit - body.len());
        }
        let is_compared = text[..at].ends_with(['=', '!', '<', '>']) || rest.starts_with("==");
        match rest.bytes().next()? {
            b'(' | b'{' => at = end_before(text, at + 1..limit, is_text, |_| false) + 1,
            // `let A = value`
            b'=' if !is_compared => return None,
            // `A | B`, `A if c`
            byte if byte.is_ascii_alphanumeric() || b"|_:&!=<>.-+*".contains(&byte) => at += 1,
            _ => return None,
        }
        if at >= limit {
            return None;
        }
    }
}
