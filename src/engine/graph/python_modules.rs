//! Python's modules: dotted names below a source root, packages as directories.

use super::modules::{Found, Module};
use super::project::{FileIndex, Project, Unit, split_path};

const ENDINGS: [&str; 2] = ["py", "pyi"];

/// The module that `text` (`a.b`, `..c`) names in an import of `unit`.
pub(super) fn resolve(project: &Project<'_>, unit: &Unit, text: &str) -> Found {
    let name = text.trim_start_matches('.');
    let dots = text.len() - name.len();
    let segments: Vec<&str> = name.split('.').filter(|segment| !segment.is_empty()).collect();
    if dots == 0 {
        return absolute(project, unit, &segments);
    }
    let mut directory = split_path(unit.path()).0;
    for _ in 1..dots {
        directory = split_path(directory).0;
    }
    below(project, directory, &segments).map_or(Found::Unknown, Found::Module)
}

/// `name` as a module in the package whose `__init__` the file is.
pub(super) fn submodule(project: &Project<'_>, unit: &Unit, name: &str) -> Found {
    let (directory, file) = split_path(unit.path());
    if !file.starts_with("__init__.") {
        return Found::Unknown;
    }
    below(project, directory, &[name]).map_or(Found::Unknown, Found::Module)
}

/// `name` as a module in a directory without `__init__`.
pub(super) fn in_directory(project: &Project<'_>, directory: &str, name: &str) -> Found {
    below(project, directory, &[name]).map_or(Found::Unknown, Found::Module)
}

fn below(project: &Project<'_>, directory: &str, segments: &[&str]) -> Option<Module> {
    let mut path = directory.to_owned();
    for segment in segments {
        if !path.is_empty() {
            path.push('/');
        }
        path.push_str(segment);
    }
    let is = |file: &FileIndex, wanted: &str| {
        let displayed = &project.entry(*file).path.display;
        ENDINGS
            .iter()
            .any(|ending| displayed.strip_suffix(ending).and_then(|rest| rest.strip_suffix('.')) == Some(wanted))
    };
    let (_, stem) = split_path(&path);
    let package = if path.is_empty() { "__init__".to_owned() } else { format!("{path}/__init__") };
    let package = project.with_stem("__init__").iter().find(|file| is(file, &package));
    let file = package.or_else(|| project.with_stem(stem).iter().find(|file| is(file, &path)));
    match file {
        Some(file) => Some(Module::File(*file)),
        None if !project.in_directory(&path).is_empty() => Some(Module::Directory(path.into())),
        None => None,
    }
}

/// The file whose path ends as the dotted name does: one that lies below a directory from which the importing file can
/// import, then the one nearest to it, then the shortest.
fn absolute(project: &Project<'_>, unit: &Unit, segments: &[&str]) -> Found {
    let Some((last, above)) = segments.split_last() else { return Found::Unknown };
    let as_file = project.with_stem(last).iter().filter(|file| {
        let (directory, name) = split_path(&project.entry(**file).path.display);
        is_python(name) && ends_with(directory, above)
    });
    let as_package = project.with_stem("__init__").iter().filter(|file| {
        let (directory, name) = split_path(&project.entry(**file).path.display);
        is_python(name) && ends_with(directory, segments)
    });
    let own = unit.path();
    let best = as_file.chain(as_package).min_by_key(|file| {
        let path = &project.entry(**file).path.display;
        let is_importable = is_source_root(project, path, segments.len())
            && is_on_path(project, split_path(own).0, root_of(path, segments.len()));
        (!is_importable, std::cmp::Reverse(common_prefix(own, path)), path.len(), **file)
    });
    if let Some(file) = best {
        // One short name may be anybody's: a file far away that happens to be called `json` is not the module.
        let path = &project.entry(*file).path.display;
        let depth = split_path(path).0.split('/').filter(|name| !name.is_empty()).count();
        let is_rooted = depth < segments.len() + 1 || is_source_root(project, path, segments.len());
        return if is_rooted { Found::Module(Module::File(*file)) } else { Found::External };
    }
    let namespace = project
        .directories()
        .filter(|directory| ends_with(directory, segments))
        .min_by_key(|directory| directory.len());
    namespace.map_or(Found::External, |directory| Found::Module(Module::Directory(directory.into())))
}

/// The directory above the first segment of a module's name.
fn root_of(path: &str, segments: usize) -> &str {
    let (mut directory, file) = split_path(path);
    for _ in 0..segments - usize::from(!file.starts_with("__init__.")) {
        directory = split_path(directory).0;
    }
    directory
}

/// Whether files of one directory find modules in another: it is above them, or holds a project's sources.
fn is_on_path(project: &Project<'_>, from: &str, root: &str) -> bool {
    let is_above = root.is_empty() || from == root || from.strip_prefix(root).is_some_and(|rest| rest.starts_with('/'));
    let is_manifest = |file: &FileIndex| {
        matches!(split_path(&project.entry(*file).path.display).1, "pyproject.toml" | "setup.py" | "setup.cfg")
    };
    is_above || split_path(root).1 == "src" || project.in_directory(root).iter().any(is_manifest)
}

/// Whether the directory above a module's first segment is one that modules are imported from: no package itself.
fn is_source_root(project: &Project<'_>, path: &str, segments: usize) -> bool {
    let directory = root_of(path, segments);
    let init = if directory.is_empty() { "__init__".to_owned() } else { format!("{directory}/__init__") };
    !project.in_directory(directory).iter().any(|file| {
        let displayed = &project.entry(*file).path.display;
        ENDINGS.iter().any(|ending| **displayed == *format!("{init}.{ending}"))
    })
}

fn is_python(name: &str) -> bool {
    ENDINGS.iter().any(|ending| name.strip_suffix(ending).is_some_and(|rest| rest.ends_with('.')))
}

pub(super) fn ends_with(directory: &str, segments: &[&str]) -> bool {
    let mut names = directory.rsplit('/');
    segments.iter().rev().all(|segment| names.next() == Some(*segment))
}

/// How many leading directories two paths share.
pub(super) fn common_prefix(one: &str, other: &str) -> usize {
    let (one, other) = (split_path(one).0, split_path(other).0);
    one.split('/').zip(other.split('/')).take_while(|(one, other)| one == other).count()
}
