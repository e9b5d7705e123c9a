//! Java and related languages: packages and types by dotted names, a file for each public type.

use super::paths::{Directories, lies_in};
use super::rules::{Names, Semantics, WrittenPath};
use crate::domain::SymbolKind;
use crate::engine::graph::model::{Lookup, Module};
use crate::engine::graph::project::Unit;
use crate::workspace::names::{Role, Use};

pub(super) struct Java;

impl Semantics for Java {
    fn module(&self, names: &dyn Names, path: WrittenPath<'_>) -> Lookup {
        package_or_type(names, path.text)
    }

    /// Checks whether the module begins with a directory that the file is in.
    fn is_own_module(&self, module: &str, path: &str) -> bool {
        lies_in(path, module.split('.').next().unwrap_or_default())
    }

    fn module_depends_on_directory_only(&self) -> bool {
        false
    }

    /// Methods and fields may share a name; a reference to a method stands after `::`.
    fn may_mean(&self, unit: &Unit, found: &Use, kind: SymbolKind) -> bool {
        let before = unit.content()[..found.span.start as usize].trim_end();
        match kind {
            SymbolKind::Method => {
                !matches!(found.role, Role::Read | Role::Write) || before.ends_with("::")
            }
            SymbolKind::Field | SymbolKind::Variable | SymbolKind::Constant => {
                found.role != Role::Call
            }
            _ => true,
        }
    }
}

/// Resolves `a.b.C`, `a.b` or `a.b.C.m` to a package or a type's definition.
fn package_or_type(names: &dyn Names, text: &str) -> Lookup {
    let directories = names.project().fact(Directories::load);
    let segments: Vec<&str> =
        text.split('.').filter(|segment| !segment.is_empty() && *segment != "*").collect();
    if segments.is_empty() {
        return Lookup::Unknown;
    }
    if directories.ending_with(&segments).next().is_some() {
        return Lookup::Module(Module::Package(segments.join("/").into()));
    }
    let Some((name, above)) = segments.split_last() else { return Lookup::Unknown };
    if above.is_empty() {
        return Lookup::External;
    }
    match package_or_type(names, &above.join(".")) {
        Lookup::Module(module) => match names.lookup(&module, name) {
            Lookup::Unknown => Lookup::External,
            found => found,
        },
        Lookup::Definitions(types) => names.members_in_bodies(&types, name),
        other => other,
    }
}
