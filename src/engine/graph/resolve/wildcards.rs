//! Names that imports of all names of a module bring into a file.

use super::resolver::Resolver;
use crate::engine::graph::model::{Def, Lookup};
use crate::engine::graph::project::Unit;
use crate::engine::graph::semantics::{self, Names};
use std::borrow::Cow;
use std::sync::Arc;

/// Number of types of which a file imports all members and whose inherited members are looked for:
/// the names of their supertypes may come from the same imports.
const MAX_INHERITING: usize = 16;

impl Resolver<'_> {
    pub(super) fn wildcards(&self, unit: &Arc<Unit>, inline: Option<u32>, name: &str) -> Lookup {
        if !semantics::of(unit.language).follows_wildcards(unit) {
            return Lookup::Unknown;
        }
        if let Some(found) = self.passed_in_circle(unit, inline, name) {
            return found;
        }
        let many = self.opened(unit, inline);
        let known = many.iter().flat_map(|all| all.of.iter().map(Cow::Borrowed));
        let each = unit.wildcard_imports_in(inline).take_while(|_| many.is_none());
        let each =
            each.map(|import| self.module(unit, &import.module, import.span)).map(Cow::Owned);
        let is_in_bodies = || many.as_ref().is_none_or(|all| all.has_in_bodies(name));
        let mut types_left = MAX_INHERITING;
        let mut types: Vec<Def> = Vec::new();
        let mut is_from_outside = false;
        for module in known.chain(each) {
            let found = match &*module {
                Lookup::Module(module) => self.lookup(module, name),
                // `use Enum::*`.
                Lookup::Definitions(_) if types_left == 0 && !is_in_bodies() => Lookup::Unknown,
                Lookup::Definitions(types) if types_left == 0 => {
                    self.project.members_in_body(types, name)
                }
                Lookup::Definitions(types) => {
                    types_left -= 1;
                    self.members_in_bodies(types, name)
                }
                // All names of a library, of which none is known.
                Lookup::External | Lookup::Unknown => Lookup::Unknown,
            };
            match found {
                Lookup::Unknown => {}
                // What the module itself imports; a definition that another one has comes first.
                Lookup::External => is_from_outside = true,
                // Which is meant depends on the namespaces around the use.
                Lookup::Definitions(found)
                    if unit.rules().qualifying_namespaces
                        && found.iter().all(|def| self.project.is_type(*def)) =>
                {
                    types.extend(found);
                }
                _ if !types.is_empty() => {}
                found => return found,
            }
        }
        let semantics = semantics::of(unit.language);
        let declared = semantics.modules_of_macros(self.project, unit, inline);
        if types.is_empty() {
            let found = declared.iter().map(|module| self.lookup(module, name));
            let mut known = found.filter(|found| *found != Lookup::Unknown);
            if let Some(found) = known.find(|found| *found != Lookup::External) {
                return found;
            }
        }
        types.sort_unstable();
        types.dedup();
        match types.is_empty() {
            false => Lookup::Definitions(types),
            true if is_from_outside => Lookup::External,
            true => Lookup::Unknown,
        }
    }

    /// Looks a name up in what the functions around a byte offset import as a whole.
    pub(super) fn local_wildcards(&self, unit: &Unit, at: usize, name: &str) -> Lookup {
        let Some(unit) = self.project.unit(unit.file) else { return Lookup::Unknown };
        for import in unit.local_wildcard_imports(at) {
            let found = match self.module_or_value(unit, import) {
                Lookup::Module(module) => self.lookup(&module, name),
                Lookup::Definitions(types) => self.members_in_bodies(&types, name),
                Lookup::External | Lookup::Unknown => Lookup::Unknown,
            };
            if matches!(found, Lookup::Definitions(_) | Lookup::Module(_)) {
                return found;
            }
        }
        Lookup::Unknown
    }
}
