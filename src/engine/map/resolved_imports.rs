//! The directories from which files import, found by the paths in their imports: what a dependency
//! between parts of a project stands on.

use super::MapContext;
use super::import_paths::{ImportPath, import_paths};
use super::includes::{Includes, is_included};
use super::manifests::Package;
use super::named_files::NamedFiles;
use super::namespaces::{Declarations, Namespaces};
use super::places::{Places, ancestors, last, parent};
use super::tree::{FileNode, Tree};
use crate::domain::{Cancel, Cancelled};
use crate::lang::Imports;
use crate::workspace::{FileEntry, scan_files};
use rustc_hash::{FxHashMap, FxHashSet};

/// Maximum bytes of text whose imports are read; of more an even sample is.
const READ_BYTES: u64 = 12_000_000;

/// A file, and the directories from which it imports.
pub(super) type FileImports = (usize, Vec<usize>);

/// Returns whether imports of a file are resolved; those of languages without rules for it are
/// judged by the words in its text.
pub(super) fn has_import_paths(file: &FileNode) -> bool {
    imports(file) != Imports::Words
}

/// Returns what shows that a file depends on another.
pub(super) fn imports(file: &FileNode) -> Imports {
    file.language.map_or_else(Imports::default, |language| language.config.graph.imports)
}

/// Returns the imports of those of `files` whose imports are resolved.
///
/// # Errors
/// If the work is cancelled.
pub(super) fn resolved_imports(
    cx: &MapContext<'_>,
    tree: &Tree,
    entries: &[&FileEntry],
    files: &[usize],
    packages: &[Package],
) -> Result<Vec<FileImports>, Cancelled> {
    let mut read: Vec<usize> =
        files.iter().copied().filter(|file| has_import_paths(&tree.files[*file])).collect();
    let total: u64 = read.iter().map(|file| entries[*file].stamp.size).sum();
    let step = total.div_ceil(READ_BYTES).max(1) as usize;
    read = read.into_iter().step_by(step).collect();
    let of_files = |files: &[usize]| -> Vec<FileEntry> {
        files.iter().map(|file| entries[*file].clone()).collect()
    };
    let mut declaring = read.clone();
    declaring.retain(|file| {
        matches!(imports(&tree.files[*file]), Imports::Namespaces | Imports::Modules)
    });
    let declared = scan_files(&of_files(&declaring), cx.snapshot.cancel(), |file_index, bytes| {
        let file = declaring[file_index];
        let stem = tree.files[file].stem();
        let declared = || Declarations::of(&String::from_utf8_lossy(bytes), stem);
        Some((file, cx.snapshot.cancel().scope(declared)))
    })?;
    let resolver = Resolver::new(tree, packages, &declared.found);
    let cancel = cx.snapshot.cancel();
    let found = scan_files(&of_files(&read), cancel, |file_index, bytes| {
        let user = read[file_index];
        let node = &tree.files[user];
        let mut targets = cancel.scope(|| resolver.imported(node, bytes));
        targets.sort_unstable();
        targets.dedup();
        Some((user, with_parents(tree, node.directory, targets)))
    })?;
    Ok(found.found)
}

/// Returns the directories and those around them that do not contain the user.
fn with_parents(tree: &Tree, user: usize, directories: Vec<usize>) -> Vec<usize> {
    let mut all: Vec<usize> =
        directories.into_iter().flat_map(|directory| tree.apart(directory, user)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Where the paths of imports lead.
struct Resolver<'t> {
    tree: &'t Tree,
    /// Directory of each file, by its path without extension, and of each directory with code.
    places: FxHashMap<&'t str, usize>,
    /// The paths of files, and of directories with files of code in them.
    by_name: Places<'t>,
    /// Folders of packages, by their names as other packages import them.
    packages: FxHashMap<String, &'t str>,
    /// The same, by their names with `_` for `-`, as paths of names begin with them.
    named_packages: FxHashMap<String, &'t str>,
    includes: Includes<'t>,
    named_files: NamedFiles<'t>,
    namespaces: Namespaces<'t>,
}

/// Folders inside a package that its paths may leave out, the likeliest first.
const SOURCES: [&str; 3] = ["src", "", "lib"];

/// Maximum number of directories around a file that are looked at for what it names.
const MAX_AROUND: usize = 64;

/// File that makes its directory a package, so that paths do not start inside of it.
const PACKAGE_MARKER: &str = "__init__";

impl<'t> Resolver<'t> {
    fn new(tree: &'t Tree, packages: &[Package], declared: &'t [(usize, Declarations)]) -> Self {
        let mut places = FxHashMap::default();
        let mut by_name = Places::default();
        let mut has_files = vec![false; tree.directories.len()];
        let code = tree.files.iter().filter(|file| has_import_paths(file) && !is_included(file));
        for file in code {
            let path = without_extension(&file.path);
            places.entry(path).or_insert(file.directory);
            by_name.add(path);
            has_files[file.directory] = true;
        }
        let mut has_code = has_files.clone();
        for (index, directory) in tree.directories.iter().enumerate().skip(1).rev() {
            let path = directory.path.as_str();
            if has_files[index] {
                by_name.add(path);
            }
            if has_code[index] {
                places.entry(path).or_insert(index);
                has_code[directory.parent.unwrap_or_default()] = true;
            }
        }
        places.entry("").or_insert(0);
        let mut of_packages = FxHashMap::default();
        let mut named_packages = FxHashMap::default();
        for package in packages {
            let folder = tree.directories[package.directory].path.as_str();
            of_packages.insert(package.name.clone(), folder);
            named_packages.entry(package.name.replace('-', "_")).or_insert(folder);
        }
        let with_type: FxHashSet<usize> = declared
            .iter()
            .filter(|(_, declarations)| declarations.has_own_type)
            .map(|(file, _)| *file)
            .collect();
        Self {
            tree,
            places,
            by_name,
            includes: Includes::new(tree),
            named_files: NamedFiles::new(tree, packages, |file| with_type.contains(&file)),
            namespaces: Namespaces::new(tree, declared),
            packages: of_packages,
            named_packages,
        }
    }

    /// Returns the directories from which a file imports. Stops where [`Cancel::current`] is set.
    fn imported(&self, user: &FileNode, bytes: &[u8]) -> Vec<usize> {
        if is_included(user) {
            return self.includes.directories(user, bytes);
        }
        let text = String::from_utf8_lossy(bytes);
        let paths = import_paths(&text);
        if imports(user) == Imports::Namespaces {
            return self.in_namespaces(user, &text, paths);
        }
        let cancel = Cancel::current();
        let paths = paths.iter().take_while(|_| !cancel.is_cancelled());
        let imported = paths.filter_map(|path| self.resolve(user, path));
        imported.chain(self.named_files.named_in(user, &text)).collect()
    }

    fn in_namespaces(&self, user: &FileNode, text: &str, paths: Vec<ImportPath>) -> Vec<usize> {
        let named = |path: ImportPath| match path {
            ImportPath::Named { names, .. } => Some(names),
            ImportPath::Quoted(_) => None,
        };
        let paths: Vec<Vec<String>> = paths.into_iter().filter_map(named).collect();
        // Where a directory is a package, paths are those of directories.
        let has_paths =
            user.language.is_some_and(|language| language.config.graph.is_directory_wide());
        let home = self.tree.directories[user.directory].path.as_str();
        let by_path = |path: &[String]| self.named(user, home, path).filter(|_| has_paths);
        self.namespaces.imported(user, text, &paths, by_path)
    }

    fn resolve(&self, user: &FileNode, path: &ImportPath) -> Option<usize> {
        let home = self.tree.directories[user.directory].path.as_str();
        match (imports(user), path) {
            (Imports::Constants, ImportPath::Quoted(path)) if path.starts_with('.') => {
                self.place(&joined(home, path)?)
            }
            (Imports::Constants, ImportPath::Quoted(path)) => self.named_files.required(user, path),
            (Imports::Modules, ImportPath::Named { names, .. }) => {
                self.in_package(names.first()?, &names[1..])
            }
            (Imports::Constants | Imports::Modules, _) => None,
            (_, ImportPath::Quoted(path)) => self.quoted(home, path),
            (_, ImportPath::Named { dots: 0, names }) => self.named(user, home, names),
            (_, ImportPath::Named { dots, names }) => {
                let base = (1..*dots).try_fold(home, |at, _| parent(at))?;
                self.longest(base, names)
            }
        }
    }

    fn quoted(&self, home: &str, path: &str) -> Option<usize> {
        if path.starts_with('.') {
            return self.place(&joined(home, path)?);
        }
        let ends = path.rmatch_indices('/').map(|(at, _)| at);
        let package = std::iter::once(path.len())
            .chain(ends)
            .find_map(|end| Some((*self.packages.get(&path[..end])?, &path[end..])));
        if let Some((folder, rest)) = package {
            return SOURCES
                .iter()
                .find_map(|source| self.place(&joined(folder, &format!("{source}{rest}"))?));
        }
        if self.packages.is_empty() && path.split('/').next().is_some_and(|host| host.contains('.'))
        {
            // The manifest that says what the path starts with is outside of what is mapped.
            let ends = path.match_indices('/').map(|(at, _)| &path[at + 1..]);
            return ends.filter(|end| end.contains('/')).find_map(|end| self.place(end));
        }
        let rest = path.strip_prefix("@/").or_else(|| path.strip_prefix("~/")).unwrap_or(path);
        let is_path = rest.contains('/') || rest.len() < path.len();
        ancestors(home).take(MAX_AROUND).filter(|_| is_path).find_map(|at| {
            SOURCES.iter().find_map(|source| self.place(&joined(&slashed(at, source), rest)?))
        })
    }

    fn named(&self, user: &FileNode, home: &str, names: &[String]) -> Option<usize> {
        let (first, rest) = names.split_first()?;
        match first.as_str() {
            "self" => None,
            "crate" => {
                let root = ancestors(home).find(|at| last(at) == "src")?;
                self.longest(root, rest)
            }
            "super" => {
                let more = rest.iter().take_while(|name| *name == "super").count();
                let is_directory = user.is_entry_point() || user.name().starts_with("mod.");
                let levels = more + usize::from(is_directory);
                let base = (0..levels).try_fold(home, |at, _| parent(at))?;
                self.longest(base, &rest[more..])
            }
            _ => self.absolute(home, names).or_else(|| self.in_package(first, rest)),
        }
    }

    /// Returns the place with the longest start of a path, at any root, the nearest to the user.
    fn absolute(&self, home: &str, names: &[String]) -> Option<usize> {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        (1..=names.len()).rev().find_map(|length| {
            let bytes = names[..length].iter().map(|name| name.len()).sum::<usize>() + length - 1;
            let is_rooted = |place: &str| {
                let base = place[..place.len() - bytes].trim_end_matches('/');
                let is_package = || self.places.contains_key(&*slashed(base, PACKAGE_MARKER));
                SOURCES.contains(&base) || length > 1 && !is_package()
            };
            let best = self.by_name.nearest(home, &names[..length], is_rooted)?;
            self.places.get(best).copied()
        })
    }

    /// Returns the place of a path that starts with the name of a package of the project.
    fn in_package(&self, first: &str, rest: &[String]) -> Option<usize> {
        let folder = self.named_packages.get(first)?;
        SOURCES.iter().find_map(|source| self.longest(&slashed(folder, source), rest))
    }

    /// Returns the place with the longest start of a path below a directory: what follows are names
    /// inside of a file.
    fn longest(&self, base: &str, names: &[String]) -> Option<usize> {
        let mut path = slashed(base, &names.join("/"));
        let mut names = names.iter().rev();
        loop {
            if let Some(place) = self.places.get(path.as_str()) {
                return Some(*place);
            }
            path.truncate(path.len() - names.next()?.len());
            path.truncate(path.trim_end_matches('/').len());
        }
    }

    fn place(&self, path: &str) -> Option<usize> {
        self.places.get(path).or_else(|| self.places.get(without_extension(path))).copied()
    }
}

fn without_extension(path: &str) -> &str {
    let name = path.len() - last(path).len();
    path[name..].rfind('.').filter(|dot| *dot > 0).map_or(path, |dot| &path[..name + dot])
}

/// Returns the path of what is in a directory.
fn slashed(directory: &str, name: &str) -> String {
    let joint = if directory.is_empty() || name.is_empty() { "" } else { "/" };
    format!("{directory}{joint}{name}")
}

/// Returns a relative path as one from the root. `None` if it leads out of it.
fn joined(directory: &str, path: &str) -> Option<String> {
    let mut folders: Vec<&str> = directory.split('/').filter(|name| !name.is_empty()).collect();
    for name in path.split('/') {
        match name {
            "" | "." => {}
            ".." => {
                folders.pop()?;
            }
            name => folders.push(name),
        }
    }
    Some(folders.join("/"))
}
