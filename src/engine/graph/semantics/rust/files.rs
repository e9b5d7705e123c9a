//! Where the modules of a crate are: files by their location, modules that are written in others,
//! and the files below those.

use super::super::paths::{join, normalize};
use crate::domain::{SymbolKind, is_word, remembered};
use crate::engine::graph::model::{Def, FileIndex, Lookup, Module};
use crate::engine::graph::project::{Project, Unit, split_path};
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex};

/// Files of modules, in which further modules are looked for beside them and not below.
const OF_DIRECTORY: [&str; 3] = ["mod.rs", "lib.rs", "main.rs"];

/// Limit of the modules written in each other that have files below them.
const MAX_INLINE: usize = 4;

/// Directories above a file in which the file that declares it by its path is looked for.
const MAX_ABOVE: usize = 3;

/// Lines behind a path, and letters, in which the module is looked for.
const MAX_ATTRIBUTES: usize = 6;
const MAX_LETTERS: usize = 400;

/// Modules written in a file that have others in files of their own: `mod a { mod b; }`. Of each
/// such file its parent.
#[derive(Default)]
struct WrittenParents(Mutex<FxHashMap<FileIndex, Option<Module>>>);

/// What the files of a directory declare by paths, by the directory.
#[derive(Default)]
struct KnownPaths(Mutex<FxHashMap<String, Arc<DeclaredPaths>>>);

/// Modules that are declared with the paths of their files.
#[derive(Default)]
struct DeclaredPaths {
    /// The file of each, by the file that declares it and its name.
    files: FxHashMap<(FileIndex, String), FileIndex>,
    /// The file that declares it, by its own.
    parents: FxHashMap<FileIndex, FileIndex>,
}

/// Returns the names of the modules that a text declares without a body, each with its line.
pub(super) fn declared_modules(text: &str) -> impl Iterator<Item = (&str, usize)> {
    text.lines().enumerate().filter_map(|(index, line)| Some((declared_module(line)?, index + 1)))
}

/// Returns the name of the module that a line declares without a body.
fn declared_module(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let line = match line.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(')')?.1,
        Some(rest) => rest,
        None => line,
    };
    let name = line.trim_start().strip_prefix("mod ")?.trim().split_once(';')?.0.trim();
    let is_name = !name.is_empty() && name.chars().all(is_word);
    is_name.then_some(name)
}

/// Returns the names of the modules that a text declares with the path of their file, each with
/// that: `#[path = "test_index.rs"] mod tests;`.
fn modules_with_paths(text: &str) -> impl Iterator<Item = (&str, &str)> {
    const MARK: &str = "#[path";
    text.match_indices(MARK).filter_map(|(at, _)| {
        let value = text[at + MARK.len()..].trim_start().strip_prefix('=')?;
        let (path, rest) = value.trim_start().strip_prefix('"')?.split_once('"')?;
        // Other attributes may stand between both.
        let rest = rest.char_indices().nth(MAX_LETTERS).map_or(rest, |(end, _)| &rest[..end]);
        let behind = rest.trim_start().strip_prefix(']')?.lines().take(MAX_ATTRIBUTES);
        let mut lines = behind.map(str::trim).filter(|line| !line.is_empty());
        let declared = lines.find(|line| !line.starts_with("#[") && !line.starts_with("//"))?;
        Some((declared_module(declared)?, path))
    })
}

/// Returns what the files of a directory declare by paths. Each is read once for all look-ups.
fn declared_by_path(project: &Project<'_>, directory: &str) -> Arc<DeclaredPaths> {
    let known = project.fact(|_| KnownPaths::default());
    remembered(&known.0, directory.to_owned(), || {
        let mut declared = DeclaredPaths::default();
        for file in project.in_directory(directory) {
            let path = &project.entry(*file).path;
            if !path.display.ends_with(".rs") {
                continue;
            }
            let Ok(text) = project.snapshot.text(path) else { continue };
            for (module, path) in modules_with_paths(&text.content) {
                if let Some(found) = project.displayed(&normalize(directory, path)) {
                    declared.files.entry((*file, module.to_owned())).or_insert(found);
                    declared.parents.insert(found, *file);
                }
            }
        }
        Arc::new(declared)
    })
}

/// Returns the root of the crate that a file is compiled into: the nearest `lib.rs` or `main.rs` at
/// or above it, else the top file of its module chain.
pub(super) fn root_of(project: &Project<'_>, unit: &Unit) -> Module {
    let mut directory = split_path(unit.path()).0;
    loop {
        for name in ["lib.rs", "main.rs"] {
            if let Some(file) = project.displayed(&join(directory, name)) {
                return Module::File(file);
            }
        }
        // The root of a test or an example is beside `src`, not in it.
        if directory.is_empty() || project.displayed(&join(directory, "Cargo.toml")).is_some() {
            return Module::File(top_file(project, unit));
        }
        directory = split_path(directory).0;
    }
}

/// Returns the top file of a chain of module files outside a library: `tests/it/main.rs` for
/// `tests/it/cli.rs`.
fn top_file(project: &Project<'_>, unit: &Unit) -> FileIndex {
    let mut file = unit.file;
    for _ in 0..16 {
        match parent_of_file(project, file) {
            Some(Module::File(above) | Module::Inline(Def { file: above, .. })) => file = above,
            _ => return file,
        }
    }
    file
}

pub(super) fn parent(project: &Project<'_>, module: &Module) -> Option<Module> {
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
        Module::File(file) => parent_of_file(project, *file),
        Module::Directory(_) | Module::Package(_) => None,
    }
}

/// Returns the file of the parent of a file's module.
fn parent_file(project: &Project<'_>, file: FileIndex) -> Option<FileIndex> {
    let path = &project.entry(file).path.display;
    let (directory, name) = split_path(path);
    let directory = if OF_DIRECTORY.contains(&name) { split_path(directory).0 } else { directory };
    if matches!(name, "lib.rs" | "main.rs") {
        return None;
    }
    let (above, folder) = split_path(directory);
    OF_DIRECTORY
        .iter()
        .find_map(|name| project.displayed(&join(directory, name)).filter(|found| *found != file))
        .or_else(|| {
            if folder.is_empty() {
                None
            } else {
                project.displayed(&join(above, &format!("{folder}.rs")))
            }
        })
}

/// Returns the parent of a file's module: another file's, or one that is written in a file.
fn parent_of_file(project: &Project<'_>, file: FileIndex) -> Option<Module> {
    let written = || {
        let known = project.fact(|_| WrittenParents::default());
        remembered(&known.0, file, || written_parent(project, file))
    };
    let declared = declaring_file(project, file);
    declared.or_else(|| parent_file(project, file)).map(Module::File).or_else(written)
}

/// Returns the file that declares another one by its path, beside it or in a directory above:
/// `#[path = "unit/tab_tests.rs"] mod tab_tests;`.
fn declaring_file(project: &Project<'_>, file: FileIndex) -> Option<FileIndex> {
    let own = split_path(&project.entry(file).path.display).0;
    let mut directories = std::iter::successors(Some(own), |directory| {
        (!directory.is_empty()).then(|| split_path(directory).0)
    })
    .take(MAX_ABOVE);
    directories
        .find_map(|directory| declared_by_path(project, directory).parents.get(&file).copied())
}

/// Returns the module written in a file that declares another file: `mod test { mod helpers; }` in
/// `tests/it.rs` that of `tests/test/helpers.rs`.
fn written_parent(project: &Project<'_>, file: FileIndex) -> Option<Module> {
    let (directory, name) = split_path(&project.entry(file).path.display);
    let stem = name.strip_suffix(".rs")?;
    let (mut directory, declared) = match (OF_DIRECTORY.contains(&name), stem) {
        (false, stem) => (directory, stem),
        (true, "mod") => split_path(directory),
        (true, _) => return None,
    };
    let mut written: Vec<&str> = Vec::new();
    for _ in 0..MAX_INLINE {
        let (above, folder) = split_path(directory);
        if folder.is_empty() {
            return None;
        }
        written.insert(0, folder);
        let found = files_of_directory(project, above)
            .into_iter()
            .filter(|parent| *parent != file)
            .find_map(|parent| written_module(project, parent, &written, declared));
        if found.is_some() {
            return found;
        }
        directory = above;
    }
    None
}

/// Returns the files whose modules are looked for in a directory.
fn files_of_directory(project: &Project<'_>, directory: &str) -> Vec<FileIndex> {
    let (above, folder) = split_path(directory);
    let beside = if folder.is_empty() { None } else { Some(join(above, &format!("{folder}.rs"))) };
    // The roots of tests and examples have theirs beside them.
    let is_root = |file: &FileIndex| {
        let name = split_path(&project.entry(*file).path.display).1;
        OF_DIRECTORY.contains(&name)
            || name.ends_with(".rs") && parent_file(project, *file).is_none()
    };
    let own = project.in_directory(directory).iter().copied().filter(is_root);
    own.chain(beside.and_then(|path| project.displayed(&path))).collect()
}

/// Returns the module of a path that is written in a file, if it declares one without a body.
fn written_module(
    project: &Project<'_>,
    file: FileIndex,
    path: &[&str],
    declared: &str,
) -> Option<Module> {
    let text = project.snapshot.text(&project.entry(file).path).ok()?;
    let is_declared = |text: &str| declared_modules(text).any(|(name, _)| name == declared);
    if !is_declared(&text.content) {
        return None;
    }
    let unit = project.unit(file)?;
    let mut modules = unit.symbols_named(path.last()?);
    let (symbol, _) = modules.find(|(index, symbol)| {
        symbol.kind == SymbolKind::Module
            && unit.path_of(*index) == path
            && is_declared(&unit.content()[symbol.bytes.clone()])
    })?;
    Some(Module::Inline(Def { file, symbol }))
}

pub(super) fn submodule(
    project: &Project<'_>,
    unit: &Unit,
    inline: Option<u32>,
    name: &str,
) -> Lookup {
    let (directory, file) = split_path(unit.path());
    let by_path = declared_by_path(project, directory);
    if let Some(file) = by_path.files.get(&(unit.file, name.to_owned())) {
        return Lookup::Module(Module::File(*file));
    }
    let base = match OF_DIRECTORY.contains(&file) {
        true => directory.to_owned(),
        false => join(directory, file.trim_end_matches(".rs")),
    };
    // The root of a test or example has its modules beside it.
    let beside = parent_of_file(project, unit.file).is_none().then(|| directory.to_owned());
    let within = |base: String| match inline {
        Some(inline) => join(&base, &unit.path_of(inline).join("/")),
        None => base,
    };
    let found = [Some(base), beside].into_iter().flatten().map(within).find_map(|base| {
        project
            .displayed(&join(&base, &format!("{name}.rs")))
            .or_else(|| project.displayed(&join(&base, &format!("{name}/mod.rs"))))
    });
    found
        .filter(|found| *found != unit.file)
        .map_or(Lookup::Unknown, |file| Lookup::Module(Module::File(file)))
}
