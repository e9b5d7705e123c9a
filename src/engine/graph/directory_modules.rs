//! Modules that are directories (Go), packages with a file per type (Java and its kin), and included files (C and its kin).

use super::modules::{Found, Module, Trail};
use super::project::{FileIndex, Project, Unit, split_path};
use super::python_modules::{common_prefix, ends_with};

/// A Go import path as the directory that ends like it, longest first.
pub(super) fn resolve_package(project: &Project<'_>, _: &Unit, text: &str) -> Found {
    for file in project.with_stem("go") {
        let entry = project.entry(*file);
        let (directory, name) = split_path(&entry.path.display);
        if name != "go.mod" {
            continue;
        }
        let Ok(manifest) = project.snapshot.text(&entry.path) else { continue };
        let module = manifest.content.lines().find_map(|line| line.trim().strip_prefix("module "));
        let Some(rest) = module.and_then(|module| text.strip_prefix(module.trim().trim_matches('"'))) else { continue };
        if !(rest.is_empty() || rest.starts_with('/')) {
            continue;
        }
        let path =
            [directory, rest.trim_matches('/')].iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>();
        let path = path.join("/");
        if !project.in_directory(&path).is_empty() {
            return Found::Module(Module::Directory(path.into()));
        }
    }
    Found::External
}

/// `a.b.C`, `a.b` or `a.b.C.m` of Java: the directory of a package, or a type's definition.
pub(super) fn resolve_type(project: &Project<'_>, text: &str, trail: &mut Trail) -> Found {
    let segments: Vec<&str> = text.split('.').filter(|segment| !segment.is_empty() && *segment != "*").collect();
    if segments.is_empty() {
        return Found::Unknown;
    }
    let package = project
        .directories()
        .filter(|directory| ends_with(directory, &segments))
        .min_by_key(|directory| directory.len());
    if let Some(package) = package {
        return Found::Module(Module::Directory(package.into()));
    }
    let Some((name, above)) = segments.split_last() else { return Found::Unknown };
    if above.is_empty() {
        return Found::External;
    }
    match resolve_type(project, &above.join("."), trail) {
        Found::Module(module) => match project.lookup_on(&module, name, trail) {
            Found::Unknown => Found::External,
            found => found,
        },
        Found::Definitions(types) => project.members_in_body(&types, name),
        other => other,
    }
}

/// An included file: relative to the including one, else by the end of its path.
pub(super) fn resolve_include(project: &Project<'_>, unit: &Unit, text: &str) -> Found {
    let (directory, name) = split_path(text.trim_start_matches("./"));
    let above: Vec<&str> = directory.split('/').filter(|part| !part.is_empty() && *part != "..").collect();
    let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
    let files = project.with_stem(stem).iter().filter(|file| {
        let (directory, found) = split_path(&project.entry(**file).path.display);
        found == name && ends_with(directory, &above)
    });
    let best: Option<&FileIndex> = files.min_by_key(|file| {
        let path = &project.entry(**file).path.display;
        (std::cmp::Reverse(common_prefix(unit.path(), path)), path.len(), **file)
    });
    best.map_or(Found::External, |file| Found::Module(Module::File(*file)))
}
