//! Types that a definition outside of their bodies names before its own name: their members are in
//! scope in it, as in `void Widget::Impl::paint(Mode mode)`.

use super::members::scope_offset;
use super::resolver::Resolver;
use crate::domain::Symbol;
use crate::engine::graph::model::EnclosingType;
use crate::engine::graph::project::Unit;
use crate::engine::graph::semantics;
use std::sync::Arc;

/// Maximum number of names before a definition's own that are looked up.
const MAX_NAMES: usize = 8;

impl Resolver<'_> {
    /// Returns the types around the one that a definition is a member of by the path before its
    /// name, innermost first, each with the length of the definition.
    pub(super) fn types_named_before(
        &self,
        unit: &Arc<Unit>,
        symbol: &Symbol,
    ) -> Vec<(usize, EnclosingType)> {
        let before = semantics::of(unit.language).before_container(unit, symbol);
        // `class Widget::Impl { … }`
        let own = symbol.container.as_deref().filter(|_| unit.is_type(symbol));
        let names = before.split("::").chain(own).filter(|name| !name.is_empty());
        let names: Vec<&str> = names.collect();
        if names.len() > MAX_NAMES || !unit.rules().is_program_wide() {
            return Vec::new();
        }
        let around = (1..=names.len()).rev().filter_map(|number| {
            let types = self.types_named(unit, &names[..number].join("::"), scope_offset(symbol));
            let name = names[number - 1].to_owned();
            (!types.is_empty()).then(|| (symbol.bytes.len(), EnclosingType { name, types }))
        });
        around.collect()
    }
}
