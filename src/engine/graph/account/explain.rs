//! What a use means that is bound to no definition of its name.

use crate::engine::graph::model::{Lookup, Value};
use crate::engine::graph::project::{Def, Project, Unit};
use crate::engine::graph::resolve::{Candidates, Context, Local, Resolver, path as path_of};
use crate::workspace::names::{Import, Imported, Qualifier, Role, Use};
use std::sync::Arc;

/// What a use certainly means that is no definition of the project's.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::engine::graph) enum Explanation {
    /// Another definition.
    Definition(Def),
    /// A parameter or variable of a function.
    Local,
    /// A name of a module outside the project.
    External(String),
    /// A member of a value or type from outside the project.
    Foreign,
    /// A module of the project.
    Module,
    Label,
    /// A name that the file neither defines nor imports.
    Predefined,
}

impl Explanation {
    pub(super) fn spoken(&self) -> String {
        match self {
            Explanation::Definition(_) => "other definitions".to_owned(),
            Explanation::Local => "local variables".to_owned(),
            Explanation::External(module) => format!("from {module}"),
            Explanation::Foreign => "of values from outside".to_owned(),
            Explanation::Module => "modules".to_owned(),
            Explanation::Label => "labels".to_owned(),
            Explanation::Predefined => "built in or global".to_owned(),
        }
    }
}

/// Returns what a use without a definition means; `None` where no rule explains it.
pub(in crate::engine::graph) fn explain(
    project: &Project<'_>,
    candidates: &Candidates<'_, '_>,
    unit: &Arc<Unit>,
    found: &Use,
) -> Option<Explanation> {
    let context = Context::new(project);
    let resolver = Resolver::new(&context);
    let at = found.span.start as usize;
    let name = found.span.of(unit.content());
    let another =
        |defs: &[Def]| defs.iter().find(|def| !candidates.contains(**def)).map(|def| Explanation::Definition(*def));
    let of_import = |import: &Import| match project.follow(unit, import) {
        Lookup::External => Some(Explanation::External(import.module.clone())),
        Lookup::Module(_) => Some(Explanation::Module),
        Lookup::Definitions(defs) => another(&defs),
        Lookup::Unknown => None,
    };
    if found.role == Role::Label {
        return Some(Explanation::Label);
    }
    if found.role == Role::Import {
        let is_it = |import: &&Import| {
            import.alias == Some(found.span)
                || import.span == found.span
                || import.imported == Imported::Name(found.span)
        };
        // A name on the way to what is imported is that of a module.
        return unit.names().imports.iter().find(is_it).map_or(Some(Explanation::Module), of_import);
    }
    match found.qualifier {
        Qualifier::None => {}
        Qualifier::Path(None) => return None,
        Qualifier::Path(Some(path)) if resolver.is_of_library(unit, path_of(unit, path)) => {
            return Some(Explanation::External(path_of(unit, path).to_owned()));
        }
        Qualifier::Path(Some(of)) | Qualifier::Receiver(of) => {
            let value = resolver.value_of(unit, of, 0);
            return matches!(value, Value::External | Value::Written(..)).then_some(Explanation::Foreign);
        }
    }
    match resolver.local(unit, name, at) {
        Some(Local::Binding(_)) => Some(Explanation::Local),
        Some(Local::Import(import)) => of_import(import),
        Some(Local::Definition(def)) => another(&[def]),
        None => match resolver.lookup_at(unit, at, name) {
            Lookup::Module(_) => Some(Explanation::Module),
            Lookup::External => Some(Explanation::Predefined),
            Lookup::Definitions(defs) => another(&defs),
            Lookup::Unknown if !resolver.has_open_wildcard(unit) => Some(Explanation::Predefined),
            Lookup::Unknown => None,
        },
    }
}
