//! Lists that functions return, which their callers take apart: `const [load, save] = useStore()`.

use crate::engine::graph::model::{Def, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::resolver::Resolver;
use crate::workspace::names::{Expression, ExpressionId};
use std::sync::Arc;

/// Maximum number of functions whose lists are looked at.
const MAX_FUNCTIONS: usize = 8;

impl Resolver<'_> {
    /// Returns what stands at a place in the lists that an expression's call returns, each with
    /// its file; none if it is no call of a function that returns lists.
    pub(in crate::engine::graph::resolve) fn listed(
        &self,
        unit: &Arc<Unit>,
        of: ExpressionId,
        place: u8,
    ) -> Vec<(Arc<Unit>, ExpressionId)> {
        let Expression::Call(called) = unit.names().expression(of) else { return Vec::new() };
        let Value::Function(functions) = self.nested(|| self.value_of(unit, called)) else {
            return Vec::new();
        };
        let known = functions.iter().take(MAX_FUNCTIONS).filter_map(|def| self.project.get(*def));
        let listed = known.flat_map(|(unit, symbol)| {
            let at = unit.symbol(symbol).name_bytes.start;
            unit.names().listed_of(at, place).map(|value| (Arc::clone(unit), value))
        });
        listed.collect()
    }

    /// Returns the definitions that stand at a place in such lists.
    pub(in crate::engine::graph::resolve) fn definitions_listed(
        &self,
        unit: &Arc<Unit>,
        of: ExpressionId,
        place: u8,
    ) -> Vec<Def> {
        let listed = self.listed(unit, of, place).into_iter();
        listed.flat_map(|(unit, value)| self.named_by(&unit, value)).collect()
    }
}
