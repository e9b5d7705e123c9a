//! The decorators of definitions, which some languages call annotations or attributes.

use super::project::Unit;
use crate::domain::{Symbol, is_word};
use crate::workspace::names::{Role, Use};

/// Returns the names of the decorators of a definition.
pub(super) fn decorators<'u>(unit: &'u Unit, symbol: &Symbol) -> impl Iterator<Item = &'u Use> {
    let before = symbol.bytes.start..symbol.name_bytes.start.max(symbol.bytes.start);
    let uses = unit.names().uses_in(before).iter();
    uses.filter(|found| match found.role {
        Role::Decorator => true,
        // With arguments it is a call, and it may be the name of a type.
        Role::Call | Role::Type => path_before(unit, found).ends_with('@'),
        _ => false,
    })
}

/// Returns the text up to a decorator's name, without the path before that.
pub(super) fn path_before<'u>(unit: &'u Unit, decorator: &Use) -> &'u str {
    let before = &unit.content()[..decorator.span.start as usize];
    before.trim_end_matches(|letter: char| is_word(letter) || letter == '.')
}
