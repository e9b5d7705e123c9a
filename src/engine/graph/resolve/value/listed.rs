//! Lists that functions return, which their callers take apart: `const [load, save] = useStore()`;
//! and those that are written with their values: `for pool in [Pool(), other]`.

use crate::engine::graph::model::{Def, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::resolver::Resolver;
use crate::engine::graph::resolve::types;
use crate::workspace::names::{Expression, ExpressionId};
use std::sync::Arc;

/// Maximum number of functions whose lists are looked at.
const MAX_FUNCTIONS: usize = 8;

impl Resolver<'_> {
    /// Returns an element of a list or map that a loop names by writing it. Nothing else is in it.
    pub(in crate::engine::graph::resolve) fn listed_there(
        &self,
        unit: &Arc<Unit>,
        list: ExpressionId,
    ) -> Option<Value> {
        let Expression::Listed(written) = unit.names().expression(list) else { return None };
        let values = types::key(unit, written).and_then(|of| types::listed(unit, of))?;
        Some(self.union_of(unit, values))
    }

    /// Returns an element of a list that was written with some values. Where variables have no
    /// types, others may have been added since.
    pub(in crate::engine::graph::resolve) fn value_in_list(
        &self,
        unit: &Arc<Unit>,
        values: Vec<ExpressionId>,
    ) -> Value {
        if !unit.rules().values_give_types {
            self.note_open();
        }
        self.union_of(unit, values)
    }

    fn union_of(&self, unit: &Arc<Unit>, values: Vec<ExpressionId>) -> Value {
        self.union_value(values.into_iter().map(|value| self.nested(|| self.value_of(unit, value))))
    }

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
