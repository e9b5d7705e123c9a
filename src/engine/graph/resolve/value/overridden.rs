//! Parameters without a type, of methods that override one whose parameters have types.

use crate::engine::graph::model::{Def, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::instance::is_any;
use crate::engine::graph::resolve::resolver::Resolver;
use crate::engine::graph::resolve::types::parameters;
use crate::workspace::names::{Binding, NameFacts, Origin};
use std::sync::Arc;

impl Resolver<'_> {
    /// Returns the value of a parameter of which nothing is written, by the parameter in its place
    /// of the method that its method overrides.
    pub(super) fn taken_above(&self, unit: &Arc<Unit>, parameter: &Binding) -> Option<Value> {
        let is_bare = parameter.origin == Origin::default();
        let at = parameter.name.start as usize;
        if !is_bare
            || !unit.rules().open_values
            || !NameFacts::is_within(&unit.names().parameters, parameter.name)
        {
            return None;
        }
        let method = unit.symbol(unit.enclosing(at, |symbol| symbol.kind.is_callable())?);
        let of = method.parent.filter(|parent| unit.is_type(&unit.symbols()[*parent]))?;
        let is_it = |binding: &Binding| binding.name == parameter.name;
        let place = parameters(unit, method).position(is_it)?;
        let of = Def { file: unit.file, symbol: of as u32 };
        let overridden = self.inherited(&[of], &method.name).found;
        let (above, symbol) = self.project.get(*overridden.first()?)?;
        let declared = parameters(above, above.symbol(symbol)).nth(place)?;
        let written = declared.origin.annotation.filter(|written| !is_any(above, *written))?;
        Some(self.nested(|| self.instance_of_annotation(above, written, &None)))
    }
}
