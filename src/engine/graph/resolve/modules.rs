//! Names in modules: definitions, imports and re-exports, followed across files.

use super::members::scope_of;
use super::resolver::{Context, MAX_IMPORT_DEPTH, Resolver};
use crate::domain::{Symbol, SymbolKind, Visibility, lock};
use crate::engine::graph::model::{Def, FileIndex, Lookup, Module, Value};
use crate::engine::graph::project::{Project, Unit, holds_package, last_segment, split_path};
use crate::engine::graph::semantics::{self, Directories, Names, WrittenPath};
use crate::workspace::names::{Import, Imported, Span};
use std::sync::Arc;

impl Names for Resolver<'_> {
    fn project(&self) -> &Project<'_> {
        self.project
    }

    fn lookup(&self, module: &Module, name: &str) -> Lookup {
        self.guarded(module, name, &mut || match module {
            Module::File(file) => self.lookup_in_file(*file, None, name),
            Module::Inline(def) => self.lookup_in_file(def.file, Some(def.symbol), name),
            Module::Directory(directory) => self.lookup_in_directory(directory, name),
            Module::Package(package) => self.lookup_in_package(package, name),
        })
    }

    fn lookup_prefix(&self, module: &Module, name: &str) -> Lookup {
        let (file, inline) = match module {
            Module::File(file) => (*file, None),
            Module::Inline(def) => (def.file, Some(def.symbol)),
            Module::Directory(_) => return self.lookup(module, name),
            Module::Package(package) => {
                return self.lookup(module, name).or_else(|| self.subpackage(package, name));
            }
        };
        let Some(unit) = self.project.unit(file) else { return Lookup::Unknown };
        let written =
            top_level(unit, inline, name).find(|(_, symbol)| symbol.kind == SymbolKind::Module);
        if let Some((symbol, _)) = written {
            return Lookup::Module(Module::Inline(Def { file, symbol }));
        }
        let submodule = semantics::of(unit.language).submodule(self.project, unit, inline, name);
        submodule.or_else(|| match self.lookup(module, name) {
            // An import beside a function of its name.
            Lookup::Definitions(defs) if defs.iter().all(|def| self.project.is_callable(*def)) => {
                self.named_import(unit, inline, name, |_| true)
                    .or_else(|| Lookup::Definitions(defs))
            }
            found => found,
        })
    }

    fn members_in_bodies(&self, types: &[Def], name: &str) -> Lookup {
        let inherited = || {
            let ancestors = types.iter().flat_map(|of| self.ancestors(*of).types.clone());
            let found = ancestors.map(|ancestor| self.project.members_in_body(&[ancestor], name));
            found.into_iter().find(|found| *found != Lookup::Unknown).unwrap_or(Lookup::Unknown)
        };
        self.project.members_in_body(types, name).or_else(inherited)
    }

    fn guarded(&self, module: &Module, name: &str, look: &mut dyn FnMut() -> Lookup) -> Lookup {
        self.lookups.begin(|| {
            let file = match module {
                Module::File(file) => Some(*file),
                Module::Inline(def) => Some(def.file),
                Module::Directory(_) | Module::Package(_) => None,
            };
            let unit = file.and_then(|file| self.project.unit(file));
            unit.and_then(|unit| semantics::of(unit.language).deepest_import())
                .unwrap_or(MAX_IMPORT_DEPTH)
        });
        self.lookups.get(
            self.own_lookups.as_ref().unwrap_or(&self.project.lookups),
            (module.clone(), name.to_owned()),
            Lookup::Unknown,
            look,
        )
    }
}

impl Resolver<'_> {
    fn lookup_in_file(&self, file: FileIndex, inline: Option<u32>, name: &str) -> Lookup {
        let Some(unit) = self.project.unit(file) else { return Lookup::Unknown };
        let parts = match inline {
            Some(inline) => {
                semantics::of(unit.language).parts(unit, inline).into_iter().map(Some).collect()
            }
            None => vec![None],
        };
        let (in_block, own): (Vec<Def>, Vec<Def>) = parts
            .into_iter()
            .flat_map(|part| top_level(unit, part, name))
            .map(|(symbol, _)| Def { file, symbol })
            .partition(|def| unit.block_of(unit.symbol(def.symbol)).is_some());
        if !own.is_empty() {
            let is_replaced = |import: &Import| is_alternative(unit, import, &own);
            return match self.named_import(unit, inline, name, is_replaced) {
                Lookup::Definitions(imported) => {
                    Lookup::Definitions(imported.into_iter().chain(own).collect())
                }
                _ => self.own_definitions(unit, own),
            };
        }
        // What a block defines may get out of it by an assignment.
        let passed_on = || match in_block.is_empty() {
            true => Lookup::Unknown,
            false => self.own_definitions(unit, in_block),
        };
        self.named_import(unit, inline, name, |_| true)
            .or_else(|| semantics::of(unit.language).submodule(self.project, unit, inline, name))
            .or_else(|| self.wildcards(unit, inline, name))
            .or_else(passed_on)
    }

    /// Returns the meaning of definitions of one name: a module if all are written as such.
    pub(super) fn own_definitions(&self, unit: &Unit, own: Vec<Def>) -> Lookup {
        let is_module = |def: &Def| {
            let symbol = self.project.get(*def).map(|(unit, symbol)| unit.symbol(symbol));
            symbol.is_some_and(|symbol| symbol.kind == SymbolKind::Module)
        };
        if own.iter().all(is_module) && semantics::of(unit.language).has_inline_modules() {
            return Lookup::Module(Module::Inline(own[0]));
        }
        Lookup::Definitions(own)
    }

    /// Looks a name up in those of the imports at the module's top level that `accept` takes. Where
    /// functions have overloads, several imports may bring some in under one name.
    fn named_import(
        &self,
        unit: &Arc<Unit>,
        inline: Option<u32>,
        name: &str,
        accept: impl Fn(&Import) -> bool,
    ) -> Lookup {
        let mut overloads = Vec::new();
        let mut outside = Lookup::Unknown;
        for import in unit.imports_holding_in(name, inline) {
            if local_name(unit, import) != Some(name) || !accept(import) {
                continue;
            }
            match self.follow(unit, import) {
                Lookup::Unknown => {}
                found if !unit.rules().overloads_by_type => return found,
                Lookup::External => outside = Lookup::External,
                Lookup::Definitions(defs) if self.are_plain(&defs) => overloads.extend(defs),
                found if overloads.is_empty() => return outside.or_else(|| found),
                Lookup::Module(_) | Lookup::Definitions(_) => {}
            }
        }
        if overloads.is_empty() { outside } else { Lookup::Definitions(overloads) }
    }

    /// Returns whether definitions are functions, none of which is applied to values of a type.
    fn are_plain(&self, defs: &[Def]) -> bool {
        defs.iter().filter_map(|def| self.project.get(*def)).all(|(unit, symbol)| {
            let symbol = unit.symbol(symbol);
            symbol.kind.is_callable() && (symbol.container.is_none() || symbol.parent.is_some())
        })
    }

    fn lookup_in_directory(&self, directory: &str, name: &str) -> Lookup {
        let mut definitions = self.project.definitions_in_directory(directory, name);
        definitions.retain(|def| {
            self.project.get(*def).is_some_and(|(unit, symbol)| {
                unit.rules().is_directory_wide() && is_top_level(unit, unit.symbol(symbol), None)
            })
        });
        if !definitions.is_empty() {
            return Lookup::Definitions(definitions);
        }
        let mut families = Vec::new();
        for language in self
            .project
            .in_directory(directory)
            .iter()
            .filter_map(|file| self.project.entry(*file).language)
        {
            if !families.contains(&language.config.graph.family) {
                families.push(language.config.graph.family);
                let found = semantics::of(language).in_directory(self.project, directory, name);
                if found != Lookup::Unknown {
                    return found;
                }
            }
        }
        Lookup::Unknown
    }

    /// Looks a name up in the files of a package, in all source roots. A file with that name takes
    /// precedence, since it defines the type that others import.
    fn lookup_in_package(&self, package: &str, name: &str) -> Lookup {
        let project = self.project;
        let is_member = |def: &Def| {
            project.get(*def).is_some_and(|(unit, symbol)| {
                is_top_level(unit, unit.symbol(symbol), None)
                    && is_of_package(unit, unit.symbol(symbol), package)
            })
        };
        let segments: Vec<&str> = package.split('/').collect();
        let directories = project.fact(Directories::load);
        let directories = directories.of_package(&segments);
        let is_in_package = |file: &&FileIndex| {
            directories.contains(&split_path(&project.entry(**file).path.display).0)
        };
        let called_so = project.with_stem(name).iter().filter(is_in_package);
        let mut found: Vec<Def> = called_so
            .flat_map(|file| project.definitions_in(*file, name))
            .filter(is_member)
            .collect();
        if found.is_empty() {
            found = directories
                .iter()
                .flat_map(|directory| project.definitions_in_directory(directory, name))
                .filter(is_member)
                .collect();
        }
        if found.is_empty() { Lookup::Unknown } else { Lookup::Definitions(found) }
    }

    fn subpackage(&self, package: &str, name: &str) -> Lookup {
        let segments: Vec<&str> = package.split('/').chain([name]).collect();
        match self.project.fact(Directories::load).ending_with(&segments).next() {
            Some(_) => Lookup::Module(Module::Package(segments.join("/").into())),
            None => Lookup::Unknown,
        }
    }

    /// Looks a name up behind that of a module in a file, which may pass it on from others.
    pub(super) fn lookup_behind(&self, unit: &Unit, module: &Module, name: &str) -> Lookup {
        let passed_on = || semantics::of(unit.language).passed_on(self, module, name);
        self.lookup(module, name).or_else(passed_on)
    }

    /// Resolves an import.
    pub(in crate::engine) fn follow(&self, unit: &Arc<Unit>, import: &Import) -> Lookup {
        let semantics = semantics::of(unit.language);
        let module = match import.is_own() {
            true => Lookup::Module(Module::File(unit.file)),
            false if import.imported == Imported::Module && import.alias.is_none() => {
                self.module(unit, semantics.bound_module(import), import.span)
            }
            false => self.module_or_value(unit, import),
        };
        let is_member = matches!(import.imported, Imported::Name(_)) && semantics.imports_members();
        let module = if is_member { semantics.loaded(self, module) } else { module };
        let found = match import.imported {
            Imported::Module => semantics.loaded(self, module),
            Imported::Wildcard => module,
            Imported::Default => match module {
                Lookup::Module(Module::File(file)) => semantics.default_export(self, file),
                other => other,
            },
            Imported::Name(name) => {
                let name = name.of(unit.content());
                match module {
                    // `use foo::{self}`, of a module or an enum.
                    found @ (Lookup::Module(_) | Lookup::Definitions(_)) if name == "self" => found,
                    Lookup::Module(Module::File(file)) if name == "default" => {
                        semantics.default_export(self, file)
                    }
                    // A name without a path may be a module's own: `pub use other_crate as part;`.
                    Lookup::Module(module) => match self.lookup_behind(unit, &module, name) {
                        Lookup::Unknown if import.module.is_empty() => {
                            self.module(unit, name, import.span)
                        }
                        found => found,
                    },
                    Lookup::Definitions(types) if is_member => {
                        match self.members(&types, name).found {
                            members if members.is_empty() => Lookup::Unknown,
                            members => Lookup::Definitions(members),
                        }
                    }
                    Lookup::Definitions(types) => self.members_in_bodies(&types, name),
                    // The folders of a package may have other names than it.
                    Lookup::External if unit.rules().packages_in_lower_case => {
                        self.module(unit, &format!("{}.{name}", import.module), import.span)
                    }
                    other => other,
                }
            }
        };
        found.or_else(|| self.renamed_types(unit, import))
    }

    /// Resolves the text of an import's module, or of a path, as seen from `at`.
    pub(in crate::engine) fn module(&self, unit: &Arc<Unit>, text: &str, at: Span) -> Lookup {
        let semantics = semantics::of(unit.language);
        let path = WrittenPath { unit, text, at };
        if !semantics.module_depends_on_directory_only() {
            return semantics.module(self, path);
        }
        // Files of a directory have similar imports.
        let key = (unit.rules().family, split_path(unit.path()).0.to_owned(), text.to_owned());
        if let Some(known) = lock(&self.project.modules).get(&key) {
            return known.clone();
        }
        let found = semantics.module(self, path);
        lock(&self.project.modules).insert(key, found.clone());
        found
    }

    /// Resolves an import's module, or the type of the value of which it imports members.
    pub(super) fn module_or_value(&self, unit: &Arc<Unit>, import: &Import) -> Lookup {
        let found = self.module(unit, &import.module, import.span);
        if !unit.rules().imports_of_values || found != Lookup::Unknown {
            return found;
        }
        let names: Vec<&str> = import.module.split('.').collect();
        let is_variable = unit.bindings_named(names[0]).next().is_some()
            || unit.fields_named(names[0]).next().is_some();
        if !is_variable {
            return found;
        }
        match self.value_of_path(unit, &names, import.span.start as usize).plain() {
            Value::Instance(types, _) => Lookup::Definitions(types),
            _ => found,
        }
    }

    /// Returns whether a path begins with the name of a library that the project's manifests name.
    pub(in crate::engine) fn is_external_path(&self, unit: &Unit, path: &str) -> bool {
        semantics::of(unit.language).is_external_path(self.project, path)
    }

    /// Looks a name up at a byte offset, except in local scopes.
    pub(in crate::engine) fn lookup_at(&self, unit: &Unit, at: usize, name: &str) -> Lookup {
        match self.lookup_around(unit, at, name) {
            Lookup::Definitions(types) => match self.of_arguments((unit, at), name, types) {
                none if none.is_empty() => Lookup::Unknown,
                only if only.len() == 1 => Lookup::Definitions(only),
                types => Lookup::Definitions(self.of_innermost((unit, at), types)),
            },
            found => found,
        }
    }

    /// Like [`Self::lookup_at`], for types of all namespaces.
    pub(super) fn lookup_around(&self, unit: &Unit, at: usize, name: &str) -> Lookup {
        let module = self.module_at(unit, at);
        match module {
            // A file's own imports take precedence over its package.
            Module::Directory(_) | Module::Package(_) => {
                match self.lookup(&Module::File(unit.file), name) {
                    Lookup::Definitions(own) if self.may_be_overloaded(unit, &own) => {
                        self.with_overloads_beside(unit, own, self.lookup(&module, name))
                    }
                    found => {
                        let around =
                            || semantics::of(unit.language).lookup_around(self, unit, at, name);
                        found
                            .or_else(|| self.local_wildcards(unit, at, name))
                            .or_else(|| self.lookup(&module, name))
                            .or_else(|| self.lookup_without_package(unit, name))
                            .or_else(around)
                    }
                }
            }
            _ => semantics::of(unit.language)
                .lookup_around(self, unit, at, name)
                .or_else(|| self.lookup(&module, name))
                .or_else(|| self.local_wildcards(unit, at, name)),
        }
    }

    /// Returns whether definitions are functions of a file itself, beside which other files of its
    /// package may have a type or function of the name: `fun Sink(): Sink`.
    fn may_be_overloaded(&self, unit: &Unit, own: &[Def]) -> bool {
        let is_own_function = |def: &Def| {
            def.file == unit.file && unit.symbol(def.symbol).kind == SymbolKind::Function
        };
        unit.rules().has_overloads && own.iter().all(is_own_function)
    }

    /// Adds what other files of a package define under the name of a file's own functions.
    fn with_overloads_beside(&self, unit: &Unit, mut own: Vec<Def>, beside: Lookup) -> Lookup {
        let is_seen = |def: &Def| {
            def.file != unit.file
                && self.project.get(*def).is_some_and(|(of, symbol)| {
                    of.symbol(symbol).visibility != Some(Visibility::Private)
                })
        };
        if let Lookup::Definitions(beside) = beside {
            own.extend(beside.into_iter().filter(is_seen));
        }
        Lookup::Definitions(own)
    }

    /// Returns whether a file has a wildcard import of a module that is not found, so that any name
    /// may come from there.
    pub(in crate::engine) fn has_open_wildcard(&self, unit: &Arc<Unit>) -> bool {
        unit.wildcard_imports()
            .any(|import| matches!(self.module(unit, &import.module, import.span), Lookup::Unknown))
    }

    /// Looks up a name that is accessed through definitions because their file exports them as a
    /// whole.
    pub(super) fn beside_export(&self, defs: &[Def], name: &str) -> Lookup {
        let first = defs.first().and_then(|def| self.project.get(*def));
        first.map_or(Lookup::Unknown, |(unit, _)| {
            semantics::of(unit.language).beside_export(self, defs, name)
        })
    }

    /// Looks a name up in the namespaces among some definitions of one name.
    pub(super) fn namespace_members(&self, defs: &[Def], name: &str) -> Lookup {
        let first = defs.first().and_then(|def| self.project.get(*def));
        first.map_or(Lookup::Unknown, |(unit, _)| {
            semantics::of(unit.language).namespace_members(self, defs, name)
        })
    }

    /// Returns the module that encloses a byte offset.
    pub(in crate::engine) fn module_at(&self, unit: &Unit, at: usize) -> Module {
        if unit.rules().is_directory_wide() {
            let directory = split_path(unit.path()).0;
            return match unit.package() {
                Some(package)
                    if unit.rules().loose_packages || holds_package(directory, &package) =>
                {
                    Module::Package(package.into())
                }
                _ => Module::Directory(directory.into()),
            };
        }
        if semantics::of(unit.language).has_inline_modules()
            && let Some(symbol) = unit.enclosing(at, |symbol| symbol.kind == SymbolKind::Module)
        {
            return Module::Inline(Def { file: unit.file, symbol });
        }
        Module::File(unit.file)
    }
}

/// Look-ups for single imports and modules, each with a resolution of its own.
impl Project<'_> {
    /// See [`Names::lookup`].
    pub(in crate::engine) fn lookup(&self, module: &Module, name: &str) -> Lookup {
        Resolver::new(&Context::new(self)).lookup(module, name)
    }

    /// See [`Names::lookup_prefix`].
    pub(in crate::engine) fn lookup_prefix(&self, module: &Module, name: &str) -> Lookup {
        Resolver::new(&Context::new(self)).lookup_prefix(module, name)
    }

    /// See [`Resolver::follow`].
    pub(in crate::engine) fn follow(&self, unit: &Arc<Unit>, import: &Import) -> Lookup {
        Resolver::new(&Context::new(self)).follow(unit, import)
    }

    /// See [`Resolver::module`].
    pub(in crate::engine) fn module(&self, unit: &Arc<Unit>, text: &str, at: Span) -> Lookup {
        Resolver::new(&Context::new(self)).module(unit, text, at)
    }

    /// Resolves the default export of a file.
    pub(in crate::engine) fn default_export(&self, unit: &Unit) -> Lookup {
        semantics::of(unit.language).default_export(&Resolver::new(&Context::new(self)), unit.file)
    }
}

/// Returns whether a definition is in a package: that of its file, or one that what is around it
/// adds to that, such as a package object.
fn is_of_package(unit: &Unit, symbol: &Symbol, package: &str) -> bool {
    let own = unit.package().unwrap_or_default();
    if own == package {
        return true;
    }
    let above = |of: &&Symbol| of.parent.map(|parent| &unit.symbols()[parent]);
    let around = std::iter::successors(above(&symbol), above);
    let mut names: Vec<&str> = around.map(|of| of.name.as_str()).collect();
    names.extend(Some(own.as_str()).filter(|own| !own.is_empty()));
    names.reverse();
    names.join("/") == package
}

/// Returns the definitions of a name at the top level of a file or of a module written in it,
/// without `impl` blocks and members.
pub(super) fn top_level<'u>(
    unit: &'u Unit,
    inline: Option<u32>,
    name: &'u str,
) -> impl Iterator<Item = (u32, &'u Symbol)> {
    let (inside, all) = match inline {
        Some(inline) => (Some(unit.symbols_named_in(name, inline)), None),
        None => (None, Some(unit.symbols_named(name))),
    };
    let named = inside.into_iter().flatten().chain(all.into_iter().flatten());
    named.filter(move |(_, symbol)| is_top_level(unit, symbol, inline))
}

pub(in crate::engine) fn is_top_level(unit: &Unit, symbol: &Symbol, inline: Option<u32>) -> bool {
    let mut symbol = symbol;
    loop {
        if !symbol.kind.binds_its_name() || symbol.is_local {
            return false;
        }
        match (scope_of(unit, symbol), inline) {
            (parent, Some(inline)) => return parent == Some(inline as usize),
            (None, None) => return symbol.container.is_none(),
            // C++ namespaces are not modules, since includes refer to files.
            (Some(parent), None) => {
                let parent = &unit.symbols()[parent];
                let is_open = symbol.container.is_none()
                    && parent.kind == SymbolKind::Module
                    && !semantics::of(unit.language).has_inline_modules()
                    && !semantics::of(unit.language).is_block(parent);
                if !is_open {
                    return false;
                }
                symbol = parent;
            }
        }
    }
}

/// Returns whether an import gives a name that definitions of the file have too: where these stand
/// in branches, or where it comes after them.
pub(super) fn is_alternative(unit: &Unit, import: &Import, own: &[Def]) -> bool {
    let mut names =
        own.iter().map(|def| Span::new(unit.symbol(def.symbol).name_bytes.clone()).start);
    let is_replaced = |at: u32| at < import.span.start || unit.names().branch_at(at).is_some();
    !import.is_reexport && names.all(is_replaced)
}

/// Returns the imports of the file that bind a name.
pub(in crate::engine) fn imports_binding<'u>(
    unit: &'u Unit,
    name: &str,
) -> impl Iterator<Item = &'u Import> {
    unit.imports_holding(name).filter(move |import| local_name(unit, import) == Some(name))
}

/// Returns whether an import of the file binds a name.
pub(in crate::engine) fn is_imported(unit: &Unit, name: &str) -> bool {
    imports_binding(unit, name).next().is_some()
}

/// Returns the local name of an import; `None` for a wildcard, and for an import without a name:
/// `use a::Trait as _`.
pub(in crate::engine) fn local_name<'a>(unit: &'a Unit, import: &'a Import) -> Option<&'a str> {
    if let Some(alias) = import.alias {
        let name = alias.of(unit.content());
        return Some(name).filter(|name| unit.rules().blank.as_deref() != Some(name));
    }
    match import.imported {
        Imported::Wildcard => None,
        Imported::Default => Some("default"),
        Imported::Name(name) => {
            let name = name.of(unit.content());
            if name == "self" { last_segment(&import.module) } else { Some(name) }
        }
        Imported::Module => semantics::of(unit.language).module_name(import),
    }
}
