//! Go: a package is a directory, import paths are resolved by the module of a `go.mod`, and
//! interfaces are structural.

use super::names::Names;
use super::rules::Semantics;
use super::written::{Package, WrittenPath};
use crate::domain::{Symbol, SymbolKind, Visibility, is_word};
use crate::engine::graph::model::{Lookup, Module};
use crate::engine::graph::project::{Project, Unit, last_segment, split_path};
use crate::workspace::names::Use;

pub(super) struct Go;

impl Semantics for Go {
    fn module(&self, names: &dyn Names, path: WrittenPath<'_>) -> Lookup {
        match self.directory(names.project(), path.text) {
            Some(directory) => Lookup::Module(Module::Directory(directory.into())),
            // A package of an own module that is not there may be one that a generator writes.
            None if below_modules(names.project(), path.text).next().is_some() => Lookup::Unknown,
            None => Lookup::External,
        }
    }

    fn directory_of(&self, project: &Project<'_>, path: &str) -> Option<String> {
        self.directory(project, path)
    }

    fn package_of(&self, project: &Project<'_>, unit: &Unit) -> Option<Package> {
        let directory = split_path(unit.path()).0.to_owned();
        Some(Package { name: package_name(project, &directory)?, directory })
    }

    /// Resolves a package by the name of its `package` clause, which may differ from the last part
    /// of its import path.
    fn submodule(&self, project: &Project<'_>, unit: &Unit, _: Option<u32>, name: &str) -> Lookup {
        for import in unit.names().imports.iter().filter(|import| import.alias.is_none()) {
            if !may_be_named(&import.module, name) {
                continue;
            }
            let directory = match self.directory(project, &import.module) {
                Some(directory) => directory,
                None if is_version(last_segment(&import.module).unwrap_or_default()) => {
                    return Lookup::External;
                }
                None => continue,
            };
            if package_name(project, &directory).is_some_and(|package| package == name) {
                return Lookup::Module(Module::Directory(directory.into()));
            }
        }
        Lookup::Unknown
    }

    /// An interface that embeds another requires its methods.
    fn implements(&self, kind: SymbolKind) -> bool {
        kind != SymbolKind::Interface
    }

    /// Methods are declared in any file of the package.
    fn has_members_apart(&self) -> bool {
        true
    }

    fn directories_of_members(&self, path: &str) -> Vec<String> {
        vec![split_path(path).0.to_owned()]
    }

    fn embeds_by_name(&self) -> bool {
        true
    }

    /// Behind a value stand its members alone, never a function of a package.
    fn is_apart(&self, unit: &Unit, found: &Use, (_, definition): (&Unit, &Symbol)) -> bool {
        definition.kind == SymbolKind::Function && is_behind_value(unit, found)
    }

    /// A method of an interface, and none that stands apart from its type.
    fn is_virtual(&self, member: &Symbol) -> bool {
        member.kind.is_callable() && member.container.is_none()
    }

    fn is_structural(&self, _: &Unit, symbol: &Symbol) -> bool {
        symbol.kind == SymbolKind::Interface
    }

    /// A name in lower case is another one in each package.
    fn may_implement(
        &self,
        (unit, required): (&Unit, &Symbol),
        (by_unit, _): (&Unit, &Symbol),
    ) -> bool {
        required.visibility == Some(Visibility::Public)
            || split_path(unit.path()).0 == split_path(by_unit.path()).0
    }
}

impl Go {
    /// Returns the directory of an import path below the module that it begins with.
    fn directory(&self, project: &Project<'_>, text: &str) -> Option<String> {
        below_modules(project, text).find(|path| !project.in_directory(path).is_empty())
    }
}

/// Returns the directories that an import path means below the modules that it begins with, whether
/// they are there or not.
fn below_modules(project: &Project<'_>, text: &str) -> impl Iterator<Item = String> {
    project.with_stem("go").iter().filter_map(move |file| {
        let entry = project.entry(*file);
        let (directory, name) = split_path(&entry.path.display);
        let manifest = project.snapshot.text(&entry.path).ok().filter(|_| name == "go.mod")?;
        let module = manifest.content.lines().find_map(|line| line.trim().strip_prefix("module "));
        let rest = text.strip_prefix(module?.trim().trim_matches('"'))?;
        let is_below = rest.is_empty() || rest.starts_with('/');
        let parts = [directory, rest.trim_matches('/')];
        let path: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        is_below.then(|| path.join("/"))
    })
}

/// Returns whether the package of an import path may have a name, judged by the path's last two
/// parts.
fn may_be_named(path: &str, name: &str) -> bool {
    path.rsplit('/').take(2).any(|part| part.contains(name))
}

/// Returns whether a part is a version such as `v2`, the last part of the path of a module's later
/// versions.
fn is_version(part: &str) -> bool {
    part.strip_prefix('v').is_some_and(|digits| {
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Returns the package name that the files of a directory declare.
fn package_name(project: &Project<'_>, directory: &str) -> Option<String> {
    let files = project.in_directory(directory).iter().map(|file| project.entry(*file));
    let is_source = |name: &str| name.ends_with(".go") && !name.ends_with("_test.go");
    files.filter(|entry| is_source(&entry.path.display)).find_map(|entry| {
        let text = project.snapshot.text(&entry.path).ok()?;
        let clause = text.content.lines().find_map(|line| line.strip_prefix("package "))?;
        clause.split_whitespace().next().map(str::to_owned)
    })
}

/// Returns whether a name stands behind a variable, or behind what no package is: a member or a
/// result. In the value that it is declared with, and before that, a variable's name is none:
/// `server := server.New()`.
fn is_behind_value(unit: &Unit, found: &Use) -> bool {
    let at = found.span.start as usize;
    let Some(before) = unit.content()[..at].strip_suffix('.') else { return false };
    let name = &before[before.trim_end_matches(is_word).len()..];
    if name.is_empty() || before[..before.len() - name.len()].ends_with('.') {
        return true;
    }
    let mut scopes = unit.names().scopes_around(found.span.start);
    scopes.any(|scope| {
        let (mut before, _) = unit.bindings_in(name, scope, found.span.start);
        before.any(|binding| {
            let value = binding.origin.value_span;
            !(value.contains(found.span) || unit.is_apart(binding.name, found.span.start))
        })
    })
}
