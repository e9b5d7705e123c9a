//! Rust's modules: crates by their manifest, files by their place below the crate's source, paths through both.

use super::modules::{Found, Module, Trail};
use super::project::{Def, FileIndex, Project, Unit, split_path};
use crate::domain::SymbolKind;
use crate::workspace::names::Span;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The project's crates: library roots by crate name.
pub(in crate::engine) struct Crates {
    roots: HashMap<String, FileIndex>,
    /// What the manifests name beside them.
    dependencies: HashSet<String>,
}

impl Crates {
    fn load(project: &Project<'_>) -> Self {
        let mut roots = HashMap::new();
        let mut dependencies: HashSet<String> = ["std", "core", "alloc", "proc_macro"].map(str::to_owned).into();
        for file in project.with_stem("Cargo") {
            let entry = project.entry(*file);
            let (directory, name) = split_path(&entry.path.display);
            let Ok(text) = project.snapshot.text(&entry.path) else { continue };
            if name != "Cargo.toml" {
                continue;
            }
            let manifest: toml::Table = text.content.parse().unwrap_or_default();
            let field = |table: &str, key: &str| {
                manifest.get(table).and_then(|table| table.get(key)).and_then(|value| value.as_str()).map(str::to_owned)
            };
            for table in ["dependencies", "dev-dependencies", "build-dependencies"] {
                let named = manifest.get(table).and_then(|table| table.as_table());
                dependencies
                    .extend(named.into_iter().flat_map(|table| table.keys()).map(|name| name.replace('-', "_")));
            }
            let source = field("lib", "path").unwrap_or_else(|| "src/lib.rs".to_owned());
            let Some(root) = find(project, &join(directory, &source)) else { continue };
            let name = field("lib", "name").or_else(|| field("package", "name"));
            if let Some(name) = name {
                roots.entry(name.replace('-', "_")).or_insert(root);
            }
        }
        dependencies.retain(|name| !roots.contains_key(name));
        Self { roots, dependencies }
    }
}

fn crates<'p>(project: &'p Project<'_>) -> &'p Crates {
    project.crates.get_or_init(|| Crates::load(project))
}

/// Whether a path begins with a library's name.
pub(super) fn is_of_library(project: &Project<'_>, path: &str) -> bool {
    let first = path.trim_start_matches("::").split("::").next().unwrap_or(path).trim();
    crates(project).dependencies.contains(first)
}

/// What a path stands for, seen from `at`: `crate::a::b`, `super::c`, `tokio::net`, or a name that is known there.
pub(super) fn resolve(project: &Project<'_>, unit: &Arc<Unit>, text: &str, at: Span, trail: &mut Trail) -> Found {
    let segments: Vec<&str> = text.split("::").map(str::trim).filter(|segment| !segment.is_empty()).collect();
    let mut here = project.module_at(unit, at.start as usize);
    let mut rest = segments.as_slice();
    let mut found = None;
    while let Some((first, others)) = rest.split_first() {
        match *first {
            "crate" | "$crate" => here = root_of(project, unit),
            "self" => {}
            "super" => match parent(project, &here) {
                Some(module) => here = module,
                None => return Found::Unknown,
            },
            name => {
                found =
                    Some(first_segment(project, &here, name, found.is_none() && rest.len() == segments.len(), trail));
                rest = others;
                break;
            }
        }
        rest = others;
    }
    let mut found = found.unwrap_or(Found::Module(here));
    for segment in rest {
        found = match found {
            Found::Module(module) => project.lookup_prefix(&module, segment, trail),
            Found::Definitions(types) => project.members_in_body(&types, segment),
            other => return other,
        };
    }
    found
}

/// The first name of a path: what is known in the module, else a crate.
fn first_segment(project: &Project<'_>, here: &Module, name: &str, may_be_crate: bool, trail: &mut Trail) -> Found {
    let known = project.lookup_prefix(here, name, trail);
    if known != Found::Unknown || !may_be_crate {
        return known;
    }
    match crates(project).roots.get(name) {
        Some(root) => Found::Module(Module::File(*root)),
        None => Found::External,
    }
}

/// The root of the crate that a file is compiled into: the nearest `lib.rs` or `main.rs` at or above it, else itself.
fn root_of(project: &Project<'_>, unit: &Unit) -> Module {
    let mut directory = split_path(unit.path()).0;
    loop {
        for name in ["lib.rs", "main.rs"] {
            if let Some(file) = find(project, &join(directory, name)) {
                return Module::File(file);
            }
        }
        // A test or an example of its own lies beside `src`, not in it.
        if directory.is_empty() || find(project, &join(directory, "Cargo.toml")).is_some() {
            return Module::File(top_file(project, unit));
        }
        directory = split_path(directory).0;
    }
}

/// The uppermost file of a chain of module files that is no library: `tests/it/main.rs` for `tests/it/cli.rs`.
fn top_file(project: &Project<'_>, unit: &Unit) -> FileIndex {
    let mut file = unit.file;
    for _ in 0..16 {
        match parent_file(project, file) {
            Some(above) => file = above,
            None => return file,
        }
    }
    file
}

fn parent(project: &Project<'_>, module: &Module) -> Option<Module> {
    match module {
        Module::Inline(def) => {
            let unit = project.unit(def.file)?;
            let mut above = unit.symbol(def.symbol).parent;
            while let Some(index) = above {
                if unit.symbols()[index].kind == SymbolKind::Module {
                    return Some(Module::Inline(Def { file: def.file, symbol: index as u32 }));
                }
                above = unit.symbols()[index].parent;
            }
            Some(Module::File(def.file))
        }
        Module::File(file) => parent_file(project, *file).map(Module::File),
        Module::Directory(_) => None,
    }
}

/// The file of the module around a file's module.
fn parent_file(project: &Project<'_>, file: FileIndex) -> Option<FileIndex> {
    let path = &project.entry(file).path.display;
    let (directory, name) = split_path(path);
    let directory = if matches!(name, "mod.rs" | "lib.rs" | "main.rs") { split_path(directory).0 } else { directory };
    if matches!(name, "lib.rs" | "main.rs") {
        return None;
    }
    let (above, folder) = split_path(directory);
    ["mod.rs", "lib.rs", "main.rs"]
        .iter()
        .find_map(|name| find(project, &join(directory, name)).filter(|found| *found != file))
        .or_else(|| if folder.is_empty() { None } else { find(project, &join(above, &format!("{folder}.rs"))) })
}

/// `name` as a module in a file of its own below the file's module.
pub(super) fn submodule(project: &Project<'_>, unit: &Unit, inline: Option<u32>, name: &str) -> Found {
    let (directory, file) = split_path(unit.path());
    let mut base = match file {
        "mod.rs" | "lib.rs" | "main.rs" => directory.to_owned(),
        _ => join(directory, file.trim_end_matches(".rs")),
    };
    if let Some(inline) = inline {
        base = join(&base, &unit.facts().outline.path_of(inline as usize).join("/"));
    }
    // The root of a test or example has its modules beside it.
    let beside = if parent_file(project, unit.file).is_none() { Some(directory) } else { None };
    let found = [Some(base.as_str()), beside].into_iter().flatten().find_map(|base| {
        find(project, &join(base, &format!("{name}.rs")))
            .or_else(|| find(project, &join(base, &format!("{name}/mod.rs"))))
    });
    found.filter(|found| *found != unit.file).map_or(Found::Unknown, |file| Found::Module(Module::File(file)))
}

fn find(project: &Project<'_>, path: &str) -> Option<FileIndex> {
    let stem = split_path(path).1;
    let stem = stem.split_once('.').map_or(stem, |(stem, _)| stem);
    project.with_stem(stem).iter().copied().find(|file| *project.entry(*file).path.display == *path)
}

fn join(directory: &str, name: &str) -> String {
    if directory.is_empty() { name.to_owned() } else { format!("{directory}/{name}") }
}
