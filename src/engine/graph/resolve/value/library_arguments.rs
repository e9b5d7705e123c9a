//! Members that types have from generic types of libraries, which are of the types of their
//! arguments: `props` of what extends `Component<Props>`.

use crate::engine::graph::model::{Def, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::resolver::Resolver;
use crate::engine::graph::resolve::types::last_name;
use crate::workspace::names::Type;

impl Resolver<'_> {
    /// Returns the value of a member that some types have from a generic type of a library, which
    /// they extend with arguments.
    pub(super) fn argument_of_library(
        &self,
        at: &Unit,
        types: &[Def],
        name: &str,
    ) -> Option<Value> {
        if at.rules().argument_members.is_empty() {
            return None;
        }
        self.with_ancestors(types).into_iter().find_map(|of| {
            let (unit, symbol) = self.project.get(of)?;
            let members = &unit.rules().argument_members;
            let above = unit.names().supertypes_at(unit.symbol(symbol).name_bytes.start);
            above.iter().find_map(|pair| {
                let written = unit.names().written_type(pair.supertype_written);
                let Type::Named { head, arguments } = written else { return None };
                let known = members.get(last_name(unit, head)?)?;
                let place = known.iter().position(|member| member == name)?;
                let argument = *unit.names().types_in(arguments).get(place)?;
                let is_own = matches!(
                    self.written_type(unit, pair.supertype_written),
                    Value::Type(_) | Value::Instance(..)
                );
                let value = || self.nested(|| self.instance_of_annotation(unit, argument, &None));
                (!is_own).then(value)
            })
        })
    }
}
