//! Python: dotted names below a source root, packages as directories.

use super::names::Names;
use super::namespaces::Namespaces;
use super::paths::{ancestors, common_prefix, lies_in};
use super::rules::{Importer, Semantics};
use super::written::WrittenPath;
use crate::domain::{Symbol, SymbolKind};
use crate::engine::graph::model::{FileIndex, Lookup, Module};
use crate::engine::graph::project::{Project, Unit, last_segment, split_path};
use crate::workspace::names::{Import, Imported};
use std::collections::HashSet;

const ENDINGS: [&str; 2] = ["py", "pyi"];

pub(super) struct Python;

impl Semantics for Python {
    /// A generator with `@contextmanager` is entered by `with`, which gives what the generator
    /// yields.
    fn is_entered(&self, unit: &Unit, function: &Symbol) -> bool {
        let head =
            unit.content().get(function.bytes.start..function.name_bytes.start).unwrap_or_default();
        head.lines().any(|line| {
            line.trim_start().starts_with('@') && line.trim_end().ends_with("contextmanager")
        })
    }

    /// A decorator may return anything, but for those that leave a function a function.
    fn is_replaced(&self, unit: &Unit, function: &Symbol) -> bool {
        const KEPT: [&str; 6] = [
            "abstractmethod",
            "asynccontextmanager",
            "classmethod",
            "contextmanager",
            "overload",
            "staticmethod",
        ];
        let head =
            unit.content().get(function.bytes.start..function.name_bytes.start).unwrap_or_default();
        let decorators = head.lines().filter_map(|line| line.trim_start().strip_prefix('@'));
        let mut names = decorators.map(|line| line.split(['(', '#']).next().unwrap_or(line).trim());
        names.any(|name| !last_segment(name).is_some_and(|last| KEPT.contains(&last)))
    }

    /// A member is declared by `@abstractmethod`, or in a protocol.
    fn is_declaration(&self, unit: &Unit, member: &Symbol) -> bool {
        let head =
            unit.content().get(member.bytes.start..member.name_bytes.start).unwrap_or_default();
        let is_abstract = |line: &str| {
            line.trim_start().starts_with('@') && line.trim_end().ends_with("abstractmethod")
        };
        let class = member.parent.map(|parent| &unit.symbols()[parent]);
        head.lines().any(is_abstract) || class.is_some_and(|class| is_protocol(unit, class))
    }

    fn is_structural(&self, unit: &Unit, symbol: &Symbol) -> bool {
        symbol.kind == SymbolKind::Class && is_protocol(unit, symbol)
    }

    /// What a function defines in itself, unless it is made a member of something.
    fn is_kept(&self, unit: &Unit, symbol: &Symbol) -> bool {
        let around = symbol.parent.map(|parent| &unit.symbols()[parent]);
        around.is_some_and(|around| around.kind.is_callable())
            && unit.set_named(&symbol.name).next().is_none()
    }

    fn has_descriptors(&self) -> bool {
        true
    }

    /// `importlib.import_module("name")`.
    fn has_loading_calls(&self) -> bool {
        true
    }

    /// `exec(open("name.py").read())`
    fn runs_text(&self, unit: &Unit) -> bool {
        let mut calls = memchr::memmem::find_iter(unit.content().as_bytes(), "exec(");
        calls.any(|at| !unit.names().is_text(at))
    }

    /// Resolves the module of an import: `a.b`, or `..c` relative to the importing file.
    fn module(&self, names: &dyn Names, path: WrittenPath<'_>) -> Lookup {
        let (project, text) = (names.project(), path.text);
        let name = text.trim_start_matches('.');
        let dots = text.len() - name.len();
        let segments: Vec<&str> = name.split('.').filter(|segment| !segment.is_empty()).collect();
        if dots == 0 {
            return absolute(project, path.unit, &segments);
        }
        let mut directory = split_path(path.unit.path()).0;
        for _ in 1..dots {
            directory = split_path(directory).0;
        }
        below(project, directory, &segments).map_or(Lookup::Unknown, Lookup::Module)
    }

    /// Resolves a module of the package, if the file is its `__init__`.
    fn submodule(&self, project: &Project<'_>, unit: &Unit, _: Option<u32>, name: &str) -> Lookup {
        let (directory, file) = split_path(unit.path());
        if !file.starts_with("__init__.") {
            return Lookup::Unknown;
        }
        self.in_directory(project, directory, name)
    }

    fn in_directory(&self, project: &Project<'_>, directory: &str, name: &str) -> Lookup {
        below(project, directory, &[name]).map_or(Lookup::Unknown, Lookup::Module)
    }

    /// `import a.b` binds the name `a`.
    fn module_name<'a>(&self, import: &'a Import) -> Option<&'a str> {
        import.module.split('.').next()
    }

    /// `import a.b` binds the package, of which `a.b` is a member.
    fn bound_module<'a>(&self, import: &'a Import) -> &'a str {
        self.module_name(import).unwrap_or(&import.module)
    }

    /// What `with` and `for` bind at the top of a file is no definition.
    fn has_loaded_variables(&self) -> bool {
        true
    }

    /// `__all__` decides; without it, a package re-exports the imports from its own modules.
    fn passes_on(&self, importer: &Importer<'_>, import: &Import) -> bool {
        let name = match (import.alias, import.imported) {
            (Some(span), _) | (None, Imported::Name(span)) => span.of(importer.text),
            _ => "",
        };
        match &importer.exported {
            Some(exported) => exported.contains(name),
            None => {
                split_path(importer.path).1.starts_with("__init__.")
                    && import.module.starts_with('.')
            }
        }
    }

    /// Checks whether the module is relative or begins with a directory that the file is in.
    fn is_own_module(&self, module: &str, path: &str) -> bool {
        module.starts_with('.') || lies_in(path, module.split('.').next().unwrap_or_default())
    }

    fn exported_names<'a>(&self, text: &'a str) -> Option<HashSet<&'a str>> {
        exported_names(text)
    }

    fn self_is_type(&self, name: &str) -> bool {
        name == "cls"
    }
}

/// Returns whether a class is a protocol, which has what has its members.
fn is_protocol(unit: &Unit, class: &Symbol) -> bool {
    unit.names().supertypes_at(class.name_bytes.start).iter().any(|pair| {
        let base = pair.supertype.of(unit.content()).split('[').next();
        base.and_then(last_segment) == Some("Protocol")
    })
}

fn below(project: &Project<'_>, directory: &str, segments: &[&str]) -> Option<Module> {
    let mut path = directory.to_owned();
    for segment in segments {
        if !path.is_empty() {
            path.push('/');
        }
        path.push_str(segment);
    }
    let file_at = |path: &str| {
        ENDINGS.iter().find_map(|ending| project.displayed(&format!("{path}.{ending}")))
    };
    let package = if path.is_empty() { "__init__".to_owned() } else { format!("{path}/__init__") };
    match file_at(&package).or_else(|| file_at(&path)) {
        Some(file) => Some(Module::File(file)),
        None if !project.in_directory(&path).is_empty() => Some(Module::Directory(path.into())),
        None => None,
    }
}

/// Resolves an absolute dotted name to a file whose path ends with it: one below a directory from
/// which the importing file can import, then the nearest, then the one with the shortest path.
fn absolute(project: &Project<'_>, unit: &Unit, segments: &[&str]) -> Lookup {
    let Some((last, above)) = segments.split_last() else { return Lookup::Unknown };
    let own = unit.path();
    let as_file = project.ending_with(last, above);
    let as_package = project.ending_with("__init__", segments);
    let (Some(as_file), Some(as_package)) = (as_file, as_package) else {
        // Of very many the one in a directory around the file.
        let near = ancestors(split_path(own).0).find_map(|at| below(project, at, segments));
        return near.map_or(Lookup::Unknown, Lookup::Module);
    };
    let is_python = |file: &FileIndex| is_python(split_path(&project.entry(*file).path.display).1);
    let files = as_file.into_iter().chain(as_package).filter(is_python);
    let best = files.min_by_key(|file| {
        let path = &project.entry(*file).path.display;
        let is_importable = is_source_root(project, path, segments.len())
            && is_on_path(project, split_path(own).0, root_of(path, segments.len()));
        (!is_importable, std::cmp::Reverse(common_prefix(own, path)), path.len(), *file)
    });
    if let Some(file) = best {
        // A short name is ambiguous: a distant file that happens to be called `json` is not the
        // module.
        let path = &project.entry(file).path.display;
        let depth = split_path(path).0.split('/').filter(|name| !name.is_empty()).count();
        let is_rooted = depth < segments.len() + 1 || is_source_root(project, path, segments.len());
        return if is_rooted { Lookup::Module(Module::File(file)) } else { Lookup::External };
    }
    let namespace = project.fact(Namespaces::load).shortest(segments);
    namespace.map_or(Lookup::External, |directory| Lookup::Module(Module::Directory(directory)))
}

/// Returns the directory above the first segment of a module's name.
fn root_of(path: &str, segments: usize) -> &str {
    let (mut directory, file) = split_path(path);
    for _ in 0..segments - usize::from(!file.starts_with("__init__.")) {
        directory = split_path(directory).0;
    }
    directory
}

/// Returns whether files of one directory can import modules from another: it is above them, is
/// called `src`, or contains a manifest.
fn is_on_path(project: &Project<'_>, from: &str, root: &str) -> bool {
    let is_above = root.is_empty()
        || from == root
        || from.strip_prefix(root).is_some_and(|rest| rest.starts_with('/'));
    let is_manifest = |file: &FileIndex| {
        matches!(
            split_path(&project.entry(*file).path.display).1,
            "pyproject.toml" | "setup.py" | "setup.cfg"
        )
    };
    is_above || split_path(root).1 == "src" || project.in_directory(root).iter().any(is_manifest)
}

/// Returns whether the directory above a module's first segment is a source root: not a package
/// itself.
fn is_source_root(project: &Project<'_>, path: &str, segments: usize) -> bool {
    let directory = root_of(path, segments);
    let init =
        if directory.is_empty() { "__init__".to_owned() } else { format!("{directory}/__init__") };
    !project.in_directory(directory).iter().any(|file| {
        let displayed = &project.entry(*file).path.display;
        ENDINGS.iter().any(|ending| **displayed == *format!("{init}.{ending}"))
    })
}

fn is_python(name: &str) -> bool {
    ENDINGS.iter().any(|ending| name.strip_suffix(ending).is_some_and(|rest| rest.ends_with('.')))
}

/// Returns the names in a Python file's `__all__`; `None` if it has none.
fn exported_names(text: &str) -> Option<HashSet<&str>> {
    const WORD: &str = "__all__";
    let mut names = HashSet::new();
    let mut is_declared = false;
    for (at, _) in text.match_indices(WORD) {
        let starts_line = text[..at].is_empty() || text[..at].ends_with('\n');
        let rest = text[at + WORD.len()..].trim_start();
        let Some(list) =
            rest.strip_prefix("+=").or_else(|| rest.strip_prefix('=')).filter(|_| starts_line)
        else {
            continue;
        };
        let list = list.trim_start();
        let Some(close) = list.chars().next().and_then(|open| match open {
            '[' => Some(']'),
            '(' => Some(')'),
            _ => None,
        }) else {
            continue;
        };
        is_declared = true;
        let list = &list[1..list.find(close).unwrap_or(list.len())];
        names.extend(list.split(['"', '\'']).skip(1).step_by(2));
    }
    is_declared.then_some(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_that_a_python_file_declares_are_read() {
        let check = |text: &str, expected: Option<&[&str]>| {
            let names = exported_names(text).map(|names| {
                let mut names: Vec<&str> = names.into_iter().collect();
                names.sort_unstable();
                names
            });
            assert_eq!(names.as_deref(), expected, "{text}");
        };
        check("__all__ = ['a', \"b\"]\n", Some(&["a", "b"]));
        check(
            "x = 1\n__all__ = (\n    'a',  # first\n    'b',\n)\n__all__ += ['c']\n",
            Some(&["a", "b", "c"]),
        );
        check("from x import __all__\n", None);
        check("__all__ = x.__all__\n", None);
        check("__all__ = []\n", Some(&[]));
    }
}
