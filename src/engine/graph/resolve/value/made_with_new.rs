//! Values that are known by the name of what makes them: of a function behind `new`, whose members
//! are set apart from it (`function Pool() {}`, `Pool.prototype.close = function () {}`), or of a
//! type from outside that is called (`Queue()`).

use crate::engine::graph::model::{Def, Value};
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::resolver::Resolver;

impl Resolver<'_> {
    /// Returns whether a name that is called is that of a type from outside, whose values it makes.
    pub(in crate::engine::graph::resolve) fn makes_outside(
        &self,
        unit: &Unit,
        name: &str,
        at: usize,
    ) -> bool {
        let rules = unit.rules();
        rules.types_are_called
            && !rules.new_makes_types
            && self.is_outside_by_capital(unit, name, at)
    }

    /// Returns what functions make: a value that is known by the function's name, if no other
    /// function or type of the project has it.
    pub(in crate::engine::graph::resolve) fn made_with_new(&self, functions: &[Def]) -> Value {
        let made = || {
            let [function] = functions else { return None };
            let (unit, symbol) = self.project.get(*function)?;
            let name = unit.symbol(symbol).name.as_str();
            let mut symbols = unit.symbols().iter();
            let has_members = symbols.any(|member| member.container.as_deref() == Some(name))
                || unit.supertypes_of(name).next().is_some();
            let is_maker = |def: &Def| self.project.is_callable(*def) || self.project.is_type(*def);
            let named = has_members.then(|| self.project.definitions(name).ok()).flatten()?;
            let makers = named.iter().copied().filter(is_maker).count();
            (makers == 1).then(|| Value::Named(name.to_owned()))
        };
        made().unwrap_or_else(|| Value::Function(functions.to_vec()))
    }
}
