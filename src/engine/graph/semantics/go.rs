//! Go: a package is a directory, an import path leads to it through the module of a `go.mod`, interfaces are structural.

use super::rules::{Names, Semantics, WrittenPath};
use crate::engine::graph::model::{Lookup, Module};
use crate::engine::graph::project::split_path;

pub(super) struct Go;

impl Semantics for Go {
    /// The directory that an import path means below the module that it begins with.
    fn module(&self, names: &dyn Names, path: WrittenPath<'_>) -> Lookup {
        let project = names.project();
        for file in project.with_stem("go") {
            let entry = project.entry(*file);
            let (directory, name) = split_path(&entry.path.display);
            if name != "go.mod" {
                continue;
            }
            let Ok(manifest) = project.snapshot.text(&entry.path) else { continue };
            let module = manifest.content.lines().find_map(|line| line.trim().strip_prefix("module "));
            let rest = module.and_then(|module| path.text.strip_prefix(module.trim().trim_matches('"')));
            let Some(rest) = rest.filter(|rest| rest.is_empty() || rest.starts_with('/')) else { continue };
            let parts = [directory, rest.trim_matches('/')];
            let path: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
            let path = path.join("/");
            if !project.in_directory(&path).is_empty() {
                return Lookup::Module(Module::Directory(path.into()));
            }
        }
        Lookup::External
    }

    fn has_structural_interfaces(&self) -> bool {
        true
    }
}
