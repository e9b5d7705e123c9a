//! Gleam: a module is a file, named by its path below a package's source folder, and types and
//! values are apart.

use super::names::Names;
use super::paths::common_prefix;
use super::rules::Semantics;
use super::written::WrittenPath;
use crate::domain::{Symbol, SymbolKind};
use crate::engine::graph::model::{Lookup, Module};
use crate::engine::graph::project::{Unit, split_path};
use crate::engine::graph::resolve::imports_binding;
use crate::workspace::ends_with;
use crate::workspace::names::{Imported, Qualifier, Role, Use};

/// Folders of a package below which its modules are named.
const SOURCE_FOLDERS: [&str; 3] = ["src", "test", "dev"];

pub(super) struct Gleam;

impl Semantics for Gleam {
    /// Resolves `gleam/list` to the nearest `src/gleam/list.gleam`.
    fn module(&self, names: &dyn Names, path: WrittenPath<'_>) -> Lookup {
        let project = names.project();
        let (above, name) = split_path(path.text);
        let is_module = |displayed: &str| {
            let (directory, file) = split_path(displayed);
            file.strip_suffix(".gleam") == Some(name)
                && SOURCE_FOLDERS.iter().any(|folder| {
                    let whole = [folder, above].join("/");
                    let segments: Vec<&str> =
                        whole.split('/').filter(|part| !part.is_empty()).collect();
                    ends_with(directory, &segments)
                })
        };
        let files = project.with_stem(name).iter().copied();
        let files = files.map(|file| (file, &*project.entry(file).path.display));
        let nearest =
            files.filter(|(_, displayed)| is_module(displayed)).min_by_key(|(file, displayed)| {
                let near = common_prefix(path.unit.path(), displayed);
                (std::cmp::Reverse(near), displayed.len(), *file)
            });
        nearest.map_or(Lookup::External, |(file, _)| Lookup::Module(Module::File(file)))
    }

    /// The path of a module is written in imports only.
    fn names_nothing(&self, _: &Unit, found: &Use) -> bool {
        found.role == Role::ImportPath
    }

    /// Constructors are names of the module.
    fn has_open_members(&self, symbol: &Symbol) -> bool {
        symbol.kind == SymbolKind::Enum
    }

    /// A type and a constructor may share a name, of which the place determines which is meant.
    fn may_mean(&self, _: &Unit, found: &Use, kind: SymbolKind) -> bool {
        match found.role {
            Role::Type => kind.is_type(),
            Role::Call | Role::Read => kind != SymbolKind::Enum,
            _ => true,
        }
    }

    /// `value.name` is a field; only `module.name` is one of a module's definitions. The name of a
    /// module before a dot is no function.
    fn is_apart(&self, unit: &Unit, found: &Use, (_, definition): (&Unit, &Symbol)) -> bool {
        let is_module = |name: &str| {
            imports_binding(unit, name).any(|import| import.imported == Imported::Module)
        };
        let text = unit.content();
        match found.qualifier {
            Qualifier::Receiver(of) => {
                let of = unit.names().single_name(of).map(|name| name.of(text));
                definition.kind != SymbolKind::Field && !of.is_some_and(is_module)
            }
            _ => {
                let leads_on = text[found.span.end as usize..].starts_with('.');
                leads_on && definition.kind.is_callable() && is_module(found.span.of(text))
            }
        }
    }
}
