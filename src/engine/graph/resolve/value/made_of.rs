//! What the members of a value lead to that a library made of a value of the project's:
//! `wrap(holder).value.inner`.

use crate::engine::graph::model::{Def, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::resolver::Resolver;
use crate::workspace::names::{Expression, ExpressionId};
use std::sync::Arc;

/// Maximum number of links of a chain that are looked at.
const MAX_LINKS: usize = 12;

impl Resolver<'_> {
    /// Returns the types to which the members in an expression lead from one of some types, those
    /// of a library passed over; none if no member is one of a type.
    pub(in crate::engine::graph::resolve) fn types_led_to(
        &self,
        unit: &Arc<Unit>,
        types: &[Def],
        of: ExpressionId,
    ) -> Vec<Def> {
        let (mut types, mut is_led) = (types.to_vec(), false);
        if types.is_empty() {
            return types;
        }
        for link in unit.names().links(of, MAX_LINKS) {
            let Expression::Member { name, .. } = link else { continue };
            let value = Value::Instance(types.clone(), None);
            if let Value::Instance(found, _) =
                self.member(value, name.of(unit.content()), None, unit)
            {
                (types, is_led) = (found, true);
            }
        }
        if is_led { types } else { Vec::new() }
    }
}
