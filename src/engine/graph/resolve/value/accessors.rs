//! Values of members that another language has under the name of an accessor, or of its property.

use super::Call;
use crate::engine::graph::accessor_names::{accessors_of, property_of};
use crate::engine::graph::model::{Def, KnownTypeArguments, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::resolver::Resolver;
use std::sync::Arc;

impl Resolver<'_> {
    /// Returns the value of a member of some types that is called `name` in a file, and otherwise
    /// where it is defined.
    pub(super) fn accessor_value(
        &self,
        unit: &Arc<Unit>,
        (types, given): (&[Def], &KnownTypeArguments),
        name: &str,
        called: Option<Call>,
    ) -> Value {
        let is_called = called.is_some();
        let Some((other, members)) = self.accessor_members(unit, types, name, is_called) else {
            return Value::Unknown;
        };
        match (members.first(), called) {
            (None, _) => Value::Unknown,
            (Some(_), None) => self.result(&members, Some(types), given),
            (Some(of), Some(_)) => {
                let found = self
                    .project
                    .unit(of.file)
                    .map(|of| self.field_value(of, (types, given), &other, None));
                found.flatten().unwrap_or_else(|| self.definition_value(members))
            }
        }
    }
    /// Returns what a file calls or reads as `name` of values of some types, where another language
    /// defines it under another name, which comes first.
    pub(in crate::engine::graph::resolve) fn accessor_members(
        &self,
        unit: &Unit,
        types: &[Def],
        name: &str,
        is_called: bool,
    ) -> Option<(String, Vec<Def>)> {
        let rules = unit.rules();
        let own = rules.calls_by_property();
        let other = match (own?, is_called) {
            (true, false) => accessors_of(name).swap_remove(0).0,
            (false, true) => property_of(name, &rules.accessors)?.0,
            _ => return None,
        };
        let is_of_other = |def: &Def| {
            let of = self.project.unit(def.file).and_then(|of| of.rules().calls_by_property());
            of.is_some() && of != own
        };
        let mut members = self.members(types, &other).found;
        members.retain(is_of_other);
        Some((other, members))
    }
}
