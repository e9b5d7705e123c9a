//! Zig: a file is a module and a type, which others import by its path, or by a name that a build
//! script gives it.

mod builds;

use self::builds::{Builds, EXTENSION};
use super::names::Names;
use super::rules::{Importer, Semantics};
use super::written::WrittenPath;
use crate::domain::Symbol;
use crate::engine::graph::model::{Lookup, Module};
use crate::engine::graph::project::{Unit, split_path};
use crate::workspace::names::{Import, Qualifier, Use};

/// Modules that the compiler has, or makes.
const BUILT_IN: [&str; 2] = ["std", "builtin"];

pub(super) struct Zig;

impl Semantics for Zig {
    /// Resolves `part/pool.zig` from the directory of the file, and a name by the nearest build
    /// script that gives it to a file.
    fn module(&self, names: &dyn Names, path: WrittenPath<'_>) -> Lookup {
        let project = names.project();
        let directory = split_path(path.unit.path()).0;
        match path.text {
            text if text.ends_with(EXTENSION) => match resolved(directory, text) {
                Some(path) => project
                    .displayed(&path)
                    .map_or(Lookup::Unknown, |file| Lookup::Module(Module::File(file))),
                None => Lookup::External,
            },
            text if text.ends_with(".zon") || BUILT_IN.contains(&text) => Lookup::External,
            name if is_quoted(path) => project.fact(Builds::load).module(directory, name),
            _ => Lookup::Unknown,
        }
    }

    /// What is written without quotes is no module.
    fn module_depends_on_directory_only(&self) -> bool {
        false
    }

    /// `pub const Pool = @import("pool.zig").Pool;`
    fn passes_on(&self, importer: &Importer<'_>, import: &Import) -> bool {
        let before = &importer.text[..import.span.start as usize];
        let statement = &before[before.rfind([';', '{', '}']).map_or(0, |end| end + 1)..];
        statement.split_whitespace().any(|word| word == "pub")
    }

    /// A bare name is no field, which stands behind a dot.
    fn is_apart(&self, _: &Unit, found: &Use, (_, definition): (&Unit, &Symbol)) -> bool {
        found.qualifier == Qualifier::None && definition.node_type == "container_field"
    }
}

/// Returns whether the statement at a path has it in quotes, as an import does.
fn is_quoted(path: WrittenPath<'_>) -> bool {
    let (text, at) = (path.unit.content(), path.at.start as usize);
    let rest = text.get(at.saturating_sub(1)..).or(text.get(at..)).unwrap_or_default();
    let statement = rest.split(';').next().unwrap_or_default();
    statement.contains(&format!("\"{}\"", path.text))
}

/// Returns the path of a file that another imports, from the root; `None` outside of that.
fn resolved(directory: &str, written: &str) -> Option<String> {
    let mut parts: Vec<&str> = directory.split('/').filter(|part| !part.is_empty()).collect();
    for part in written.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}
