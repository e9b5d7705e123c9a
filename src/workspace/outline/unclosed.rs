//! Definitions that hold what follows them, as `package Name;` of Perl does.

use super::collect::Raw;

/// Ends each definition of some kinds of nodes that has no braces where the next one begins. The
/// definitions are in the order of the text.
pub(super) fn end(definitions: &mut [Raw], text: &str, kinds: &[String]) {
    if kinds.is_empty() {
        return;
    }
    let mut next = None;
    for raw in definitions.iter_mut().rev() {
        if !kinds.iter().any(|kind| kind == raw.node_type) {
            continue;
        }
        let has_braces = raw.body.as_ref().is_some_and(|body| text[body.clone()].starts_with('{'));
        if let Some(place) = next.filter(|_| !has_braces) {
            raw.end_before(place);
        }
        next = Some(raw.node.start);
    }
}
