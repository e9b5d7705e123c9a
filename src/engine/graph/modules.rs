//! Names in modules: what a module defines, brings in and passes on, followed through imports across files.

use super::project::{Def, FileIndex, Project, Unit, lock, split_path};
use super::{directory_modules, namespaces, path_modules, python_modules, rust_modules};
use crate::domain::{Symbol, SymbolKind};
use crate::lang::{ModuleSystem, SharedScope};
use crate::workspace::names::{Import, Imported, Span};
use std::sync::Arc;

/// Imports that are followed from one to the next.
const LONGEST_TRAIL: usize = 12;

/// Headers that are followed from one to the next.
const MOST_INCLUDES: usize = 3;

/// What an import or a path can lead to beside a definition.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::engine) enum Module {
    File(FileIndex),
    /// A module written inside a file.
    Inline(Def),
    /// All files of a directory, by its displayed path.
    Directory(Arc<str>),
}

/// What a name in a module is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::engine) enum Found {
    Definitions(Vec<Def>),
    Module(Module),
    /// It comes from outside the project.
    External,
    /// Nothing in the files says what it is.
    Unknown,
}

impl Found {
    pub(super) fn or_else(self, other: impl FnOnce() -> Found) -> Found {
        match self {
            Found::Unknown => other(),
            known => known,
        }
    }
}

/// One search for a name, which remembers where it has been so that circular imports end.
pub(in crate::engine) struct Trail(Vec<(Module, String)>);

impl Trail {
    pub(in crate::engine) fn new() -> Self {
        Self(Vec::new())
    }

    /// Takes one step of the search, unless the search has been there or is long enough.
    pub(in crate::engine) fn step(
        &mut self,
        module: Module,
        name: &str,
        step: impl FnOnce(&mut Self) -> Found,
    ) -> Found {
        let key = (module, name.to_owned());
        if self.0.len() >= LONGEST_TRAIL || self.0.contains(&key) {
            return Found::Unknown;
        }
        self.0.push(key);
        let found = step(self);
        self.0.pop();
        found
    }
}

impl Project<'_> {
    /// What `name` is, seen from the top of a module.
    pub(in crate::engine) fn lookup(&self, module: &Module, name: &str) -> Found {
        self.lookup_on(module, name, &mut Trail::new())
    }

    pub(in crate::engine) fn lookup_on(&self, module: &Module, name: &str, trail: &mut Trail) -> Found {
        let key = (module.clone(), name.to_owned());
        if let Some(known) = lock(&self.lookups).get(&key) {
            return known.clone();
        }
        let is_whole = trail.0.is_empty();
        let found = trail.step(module.clone(), name, |trail| match module {
            Module::File(file) => self.lookup_in_file(*file, None, name, trail),
            Module::Inline(def) => self.lookup_in_file(def.file, Some(def.symbol), name, trail),
            Module::Directory(directory) => self.lookup_in_directory(directory, name),
        });
        // What a longer trail could not find may be found from elsewhere.
        if is_whole || matches!(found, Found::Definitions(_)) {
            lock(&self.lookups).insert(key, found.clone());
        }
        found
    }

    fn lookup_in_file(&self, file: FileIndex, inline: Option<u32>, name: &str, trail: &mut Trail) -> Found {
        let Some(unit) = self.unit(file) else { return Found::Unknown };
        let parts = inline.map_or_else(|| vec![None], |inline| namespaces::parts(unit, inline));
        let own: Vec<Def> = parts
            .into_iter()
            .flat_map(|part| top_level(unit, part, name))
            .map(|(symbol, _)| Def { file, symbol })
            .collect();
        let modules: Vec<&Def> = own.iter().filter(|def| unit.symbol(def.symbol).kind == SymbolKind::Module).collect();
        if let Some(module) = modules.first()
            && modules.len() == own.len()
            && unit.rules().modules == ModuleSystem::Rust
        {
            return Found::Module(Module::Inline(**module));
        }
        if !own.is_empty() {
            return Found::Definitions(own);
        }
        self.named_import(unit, inline, name, trail)
            .or_else(|| self.submodule(unit, inline, name))
            .or_else(|| self.wildcards(unit, inline, name, trail))
    }

    /// What a name is that something else of it is asked for: a module before anything else of the same name.
    pub(in crate::engine) fn lookup_prefix(&self, module: &Module, name: &str, trail: &mut Trail) -> Found {
        let (file, inline) = match module {
            Module::File(file) => (*file, None),
            Module::Inline(def) => (def.file, Some(def.symbol)),
            Module::Directory(_) => return self.lookup_on(module, name, trail),
        };
        let Some(unit) = self.unit(file) else { return Found::Unknown };
        let written = top_level(unit, inline, name).find(|(_, symbol)| symbol.kind == SymbolKind::Module);
        if let Some((symbol, _)) = written {
            return Found::Module(Module::Inline(Def { file, symbol }));
        }
        self.submodule(unit, inline, name).or_else(|| self.lookup_on(module, name, trail))
    }

    /// Imports of the name at the module's top.
    fn named_import(&self, unit: &Arc<Unit>, inline: Option<u32>, name: &str, trail: &mut Trail) -> Found {
        for import in unit.names().imports.iter().filter(|import| passed_name(unit, import) == Some(name)) {
            if is_at_top(unit, inline, import) {
                let found = self.follow(unit, import, trail);
                if found != Found::Unknown {
                    return found;
                }
            }
        }
        Found::Unknown
    }

    fn wildcards(&self, unit: &Arc<Unit>, inline: Option<u32>, name: &str, trail: &mut Trail) -> Found {
        // Headers include each other without end. Only a type near at hand is worth the way, and C has no members to ask for.
        let rules = unit.rules();
        if rules.modules == ModuleSystem::Include && (!rules.implicit_receiver || trail.0.len() > MOST_INCLUDES) {
            return Found::Unknown;
        }
        let wildcards = unit.names().imports.iter().filter(|import| import.imported == Imported::Wildcard);
        for import in wildcards.filter(|import| is_at_top(unit, inline, import)) {
            let found = match self.module(unit, &import.module, import.span, trail) {
                Found::Module(module) => self.lookup_on(&module, name, trail),
                // `use Enum::*`.
                Found::Definitions(types) => self.members_in_body(&types, name),
                Found::External | Found::Unknown => Found::Unknown,
            };
            if !matches!(found, Found::Unknown | Found::External) {
                return found;
            }
        }
        Found::Unknown
    }

    /// The definitions of a name directly in the bodies of types.
    pub(in crate::engine) fn members_in_body(&self, types: &[Def], name: &str) -> Found {
        let mut members = Vec::new();
        for def in types {
            let Some(unit) = self.unit(def.file) else { continue };
            let inside = unit.symbols_named(name).filter(|(_, symbol)| symbol.parent == Some(def.symbol as usize));
            members.extend(inside.map(|(symbol, _)| Def { file: def.file, symbol }));
        }
        if members.is_empty() { Found::Unknown } else { Found::Definitions(members) }
    }

    fn submodule(&self, unit: &Arc<Unit>, inline: Option<u32>, name: &str) -> Found {
        match unit.rules().modules {
            ModuleSystem::Python => python_modules::submodule(self, unit, name),
            ModuleSystem::Rust => rust_modules::submodule(self, unit, inline, name),
            _ => Found::Unknown,
        }
    }

    fn lookup_in_directory(&self, directory: &str, name: &str) -> Found {
        let mut definitions = self.definitions_in_directory(directory, name);
        definitions.retain(|def| {
            self.get(*def).is_some_and(|(unit, symbol)| {
                unit.rules().shared == SharedScope::Directory && is_top_level(unit, unit.symbol(symbol), None)
            })
        });
        if !definitions.is_empty() {
            return Found::Definitions(definitions);
        }
        python_modules::in_directory(self, directory, name)
    }

    /// What an import brings in.
    pub(in crate::engine) fn follow(&self, unit: &Arc<Unit>, import: &Import, trail: &mut Trail) -> Found {
        let module = self.module(unit, &import.module, import.span, trail);
        match import.imported {
            Imported::Module if unit.rules().modules == ModuleSystem::Path => path_modules::loaded(self, module, trail),
            Imported::Module | Imported::Wildcard => module,
            Imported::Default => match module {
                Found::Module(Module::File(file)) => path_modules::default_export(self, file, trail),
                other => other,
            },
            Imported::Name(name) => {
                let name = name.of(unit.content());
                match module {
                    // `use foo::{self}`.
                    Found::Module(module) if name == "self" => Found::Module(module),
                    Found::Module(Module::File(file)) if name == "default" => {
                        path_modules::default_export(self, file, trail)
                    }
                    Found::Module(module) => self.lookup_on(&module, name, trail),
                    Found::Definitions(types) => self.members_in_body(&types, name),
                    other => other,
                }
            }
        }
    }

    /// What the text of an import's module, or of a path, stands for, seen from `at`.
    pub(in crate::engine) fn module(&self, unit: &Arc<Unit>, text: &str, at: Span, trail: &mut Trail) -> Found {
        let resolve = match unit.rules().modules {
            ModuleSystem::None => return Found::Unknown,
            ModuleSystem::Rust => return rust_modules::resolve(self, unit, text, at, trail),
            ModuleSystem::Package => return directory_modules::resolve_type(self, text, trail),
            ModuleSystem::Python => python_modules::resolve,
            ModuleSystem::Path => path_modules::resolve,
            ModuleSystem::Directory => directory_modules::resolve_package,
            ModuleSystem::Include => directory_modules::resolve_include,
        };
        // These look at the directory of the file alone, and every file of it imports much the same.
        let key = (unit.rules().modules, split_path(unit.path()).0.to_owned(), text.to_owned());
        if let Some(known) = lock(&self.modules).get(&key) {
            return known.clone();
        }
        let found = resolve(self, unit, text);
        lock(&self.modules).insert(key, found.clone());
        found
    }

    /// Whether a path begins with the name of a library that the project's manifests name.
    pub(in crate::engine) fn is_of_library(&self, unit: &Unit, path: &str) -> bool {
        unit.rules().modules == ModuleSystem::Rust && rust_modules::is_of_library(self, path)
    }

    /// What a name is at a place, local names aside.
    pub(in crate::engine) fn lookup_at(&self, unit: &Unit, at: usize, name: &str) -> Found {
        let module = self.module_at(unit, at);
        match module {
            // A file's own imports come before what its package has.
            Module::Directory(_) => self.lookup(&Module::File(unit.file), name).or_else(|| self.lookup(&module, name)),
            _ => namespaces::lookup_around(self, unit, at, name).or_else(|| self.lookup(&module, name)),
        }
    }

    /// Whether a file takes all names from a module that is not the project's, so that any name may come from there.
    pub(in crate::engine) fn has_open_wildcard(&self, unit: &Arc<Unit>) -> bool {
        unit.names().imports.iter().any(|import| {
            import.imported == Imported::Wildcard
                && matches!(self.module(unit, &import.module, import.span, &mut Trail::new()), Found::Unknown)
        })
    }

    /// The module that a place is in.
    pub(in crate::engine) fn module_at(&self, unit: &Unit, at: usize) -> Module {
        if unit.rules().shared == SharedScope::Directory {
            return Module::Directory(super::project::split_path(unit.path()).0.into());
        }
        if unit.rules().modules == ModuleSystem::Rust
            && let Some(symbol) = unit.enclosing(at, |symbol| symbol.kind == SymbolKind::Module)
        {
            return Module::Inline(Def { file: unit.file, symbol });
        }
        Module::File(unit.file)
    }
}

/// The definitions of a name at the top of a file or of a module written in it. `impl` blocks and members do not count.
fn top_level<'u>(unit: &'u Unit, inline: Option<u32>, name: &'u str) -> impl Iterator<Item = (u32, &'u Symbol)> {
    unit.symbols_named(name).filter(move |(_, symbol)| is_top_level(unit, symbol, inline))
}

pub(in crate::engine) fn is_top_level(unit: &Unit, symbol: &Symbol, inline: Option<u32>) -> bool {
    if symbol.kind == SymbolKind::Impl || symbol.is_local {
        return false;
    }
    match (symbol.parent, inline) {
        (parent, Some(inline)) => parent == Some(inline as usize),
        (None, None) => symbol.container.is_none(),
        // C++ namespaces are no modules, since what is included is a file.
        (Some(parent), None) => {
            let parent = &unit.symbols()[parent];
            symbol.container.is_none()
                && parent.kind == SymbolKind::Module
                && unit.rules().modules != ModuleSystem::Rust
                && !namespaces::is_block(unit, parent)
                && is_top_level(unit, parent, None)
        }
    }
}

/// Whether an import stands at the top of a file or of a module written in it.
fn is_at_top(unit: &Unit, inline: Option<u32>, import: &Import) -> bool {
    let at = import.span.start as usize;
    if inline.is_some_and(|inline| !unit.symbol(inline).bytes.contains(&at)) {
        return false;
    }
    // Not in a function, nor in a module further in; Python's imports in `try` and `if` are at the top.
    unit.enclosing(at, |symbol| symbol.kind.is_callable() || symbol.kind == SymbolKind::Module) == inline
}

/// The name under which importers of a file know what it imports.
fn passed_name<'a>(unit: &'a Unit, import: &'a Import) -> Option<&'a str> {
    local_name(unit, import)
}

/// The name that an import gives to what it brings in; `None` for all names at once.
pub(in crate::engine) fn local_name<'a>(unit: &'a Unit, import: &'a Import) -> Option<&'a str> {
    if let Some(alias) = import.alias {
        return Some(alias.of(unit.content()));
    }
    match import.imported {
        Imported::Wildcard => None,
        Imported::Default => Some("default"),
        Imported::Name(name) => {
            let name = name.of(unit.content());
            if name == "self" { last_segment(&import.module) } else { Some(name) }
        }
        // `import a.b` makes `a` known.
        Imported::Module if unit.rules().modules == ModuleSystem::Python => import.module.split('.').next(),
        Imported::Module => last_segment(&import.module),
    }
}

fn last_segment(path: &str) -> Option<&str> {
    path.rsplit(['/', '.', ':']).find(|segment| !segment.is_empty())
}
