//! Values that functions make where they stand behind `new`, and whose members are set apart from
//! them: `function Pool() {}`, `Pool.prototype.close = function () {}`.

use crate::engine::graph::model::{Def, Value};
use crate::engine::graph::resolve::resolver::Resolver;

impl Resolver<'_> {
    /// Returns what functions make: a value that is known by the function's name, if no other
    /// function or type of the project has it.
    pub(in crate::engine::graph::resolve) fn made_with_new(&self, functions: &[Def]) -> Value {
        let made = || {
            let [function] = functions else { return None };
            let (unit, symbol) = self.project.get(*function)?;
            let name = unit.symbol(symbol).name.as_str();
            let mut symbols = unit.symbols().iter();
            let has_members = symbols.any(|member| member.container.as_deref() == Some(name));
            let is_maker = |def: &Def| self.project.is_callable(*def) || self.project.is_type(*def);
            let named = has_members.then(|| self.project.definitions(name).ok()).flatten()?;
            let makers = named.iter().copied().filter(is_maker).count();
            (makers == 1).then(|| Value::Named(name.to_owned()))
        };
        made().unwrap_or_else(|| Value::Function(functions.to_vec()))
    }
}
