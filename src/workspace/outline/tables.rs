//! Tables that stand for types, in languages without types of their own: those that members are
//! written for, and those that a pattern says to be derived from others.

use super::collect::Raw;
use crate::domain::SymbolKind;
use rustc_hash::FxHashSet;

/// Makes types of the variables that members name as what they belong to, and leaves out the
/// fields of all other tables, which are data. The definitions are in the order of the text.
pub(super) fn name_types(definitions: &mut Vec<Raw>, text: &str) {
    let owner = |raw: &Raw| raw.container.clone().and_then(|range| text.get(range));
    let owners: FxHashSet<&str> = definitions.iter().filter_map(owner).collect();
    let mut end = 0;
    definitions.retain_mut(|raw| {
        let name = raw.name.clone().and_then(|name| text.get(name));
        let is_variable = raw.kind == SymbolKind::Variable && raw.container.is_none();
        if is_variable && name.is_some_and(|name| owners.contains(name)) {
            raw.kind = SymbolKind::Class;
        }
        if raw.kind == SymbolKind::Class {
            end = end.max(raw.node.end);
        }
        let is_field = raw.kind == SymbolKind::Field && raw.container.is_none();
        !is_field || raw.node.end <= end
    });
}
