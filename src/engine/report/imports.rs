//! Imports of a file: internal ones with the files that they resolve to, and external ones.

use crate::engine::graph::model::{Lookup, Module};
use crate::engine::graph::project::{Def, Project, Unit};
use crate::engine::graph::semantics::{self, Directories, Importer};
use crate::lang::Language;
use crate::workspace::Text;
use crate::workspace::names::{self, FileSyntax, Imported};
use std::collections::HashMap;
use std::sync::Arc;

/// One module that a file imports, with all names imported from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    /// As written, without quotes.
    pub module: String,
    /// Line of its first import.
    pub line: usize,
    pub names: Vec<ImportedName>,
    /// True if all names are imported.
    pub is_wildcard: bool,
    /// True if some of it is re-exported.
    pub is_reexport: bool,
    /// File of the module, or its directory, if it is in the project and was resolved.
    pub file: Option<Arc<str>>,
}

/// A name imported from a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedName {
    pub name: String,
    pub alias: Option<String>,
    /// True if it is re-exported.
    pub is_reexport: bool,
    /// Location of its definition, if that was resolved: a displayed path and a line.
    pub defined: Option<(Arc<str>, usize)>,
}

/// A module in a file of its own: `mod name;`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submodule {
    pub name: String,
    pub line: usize,
    /// Its file, if it was resolved.
    pub file: Option<Arc<str>>,
}

/// The imports of a file, in source order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Imports {
    pub external: Vec<Import>,
    pub internal: Vec<Import>,
    /// Modules in files of their own that the file declares (Rust).
    pub modules: Vec<Submodule>,
    /// True if imports were resolved with the other files. If not, `internal` has the imports that
    /// the text alone shows to be internal, and no import has a file.
    pub is_resolved: bool,
}

impl Imports {
    pub fn len(&self) -> usize {
        self.external.len() + self.internal.len()
    }

    /// Returns the re-exported names, as importers of this file see them; `*` for all of a module.
    pub fn reexports(&self) -> Vec<&str> {
        let mut names = Vec::new();
        for import in self.internal.iter().chain(&self.external).filter(|import| import.is_reexport)
        {
            let passed = import.names.iter().filter(|name| name.is_reexport);
            names.extend(passed.map(|name| name.alias.as_deref().unwrap_or(&name.name)));
            if import.is_wildcard {
                names.push("*");
            }
        }
        names
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn split(all: Vec<(Import, bool)>, is_resolved: bool) -> Self {
        let mut imports = Self { is_resolved, ..Self::default() };
        for (import, is_internal) in all {
            if is_internal { imports.internal.push(import) } else { imports.external.push(import) }
        }
        imports
    }
}

/// Returns the imports as far as the file alone shows them.
pub(super) fn by_text(text: &Text, syntax: &FileSyntax, path: &str) -> Imports {
    let Some(language) = syntax.facts.language else { return Imports::default() };
    let importer = Importer::new(&text.content, path, language);
    let gathered = gather(text, &syntax.names.imports, &importer, |_| None);
    let split = gathered.into_iter().map(|import| {
        let is_internal = semantics::of(language).is_own_module(&import.module, path);
        (import, is_internal)
    });
    Imports { modules: declared_modules(text, language), ..Imports::split(split.collect(), false) }
}

/// Returns the imports with the files that they resolve to.
pub(super) fn resolved(project: &Project<'_>, unit: &Arc<Unit>) -> Imports {
    let defined = |import: &names::Import| match project.follow(unit, import) {
        Lookup::Definitions(defs) => defs.first().and_then(|def| place_of(project, *def)),
        Lookup::Module(module) => place_of_module(project, &module),
        Lookup::External | Lookup::Unknown => None,
    };
    let importer = Importer::new(unit.content(), unit.path(), unit.language);
    let gathered = gather(&unit.text, &unit.names().imports, &importer, defined);
    let mut modules: HashMap<&str, &names::Import> = HashMap::new();
    for import in &unit.names().imports {
        modules.entry(module_of(&unit.text, import).0).or_insert(import);
    }
    let split = gathered.into_iter().map(|mut import| {
        let written = modules.get(import.module.as_str());
        let found = written.map_or(Lookup::Unknown, |first| {
            if first.module.is_empty() {
                project.follow(unit, first)
            } else {
                project.module(unit, &first.module, first.span)
            }
        });
        import.file = match &found {
            Lookup::Module(module) => place_of_module(project, module).map(|(file, _)| file),
            Lookup::Definitions(defs) => {
                defs.first().and_then(|def| place_of(project, *def)).map(|(file, _)| file)
            }
            Lookup::External | Lookup::Unknown => None,
        };
        let is_internal = match found {
            Lookup::Module(_) | Lookup::Definitions(_) => true,
            Lookup::External => false,
            Lookup::Unknown => {
                import.names.iter().any(|name| name.defined.is_some())
                    || semantics::of(unit.language).is_own_module(&import.module, unit.path())
            }
        };
        (import, is_internal)
    });
    let mut modules = declared_modules(&unit.text, unit.language);
    for module in &mut modules {
        let found = project.lookup_prefix(&Module::File(unit.file), &module.name);
        if let Lookup::Module(found @ Module::File(_)) = found {
            module.file = place_of_module(project, &found).map(|(file, _)| file);
        }
    }
    Imports { modules, ..Imports::split(split.collect(), true) }
}

/// Returns the modules that a file declares without a body, also inside macros.
fn declared_modules(text: &Text, language: &Language) -> Vec<Submodule> {
    let declared = semantics::of(language).declared_modules(&text.content);
    declared.into_iter().map(|(name, line)| Submodule { name, line, file: None }).collect()
}

/// Groups all imports by module, in the order of the first of each.
fn gather(
    text: &Text,
    imports: &[names::Import],
    importer: &Importer<'_>,
    defined: impl Fn(&names::Import) -> Option<(Arc<str>, usize)>,
) -> Vec<Import> {
    let mut gathered: Vec<Import> = Vec::new();
    let mut indices: HashMap<&str, usize> = HashMap::new();
    for import in imports.iter().filter(|import| !import.is_own()) {
        let (module, name) = module_of(text, import);
        let index = *indices.entry(module).or_insert_with(|| {
            gathered.push(Import {
                module: module.to_owned(),
                line: text.line_of(import.span.start as usize),
                names: Vec::new(),
                is_wildcard: false,
                is_reexport: false,
                file: None,
            });
            gathered.len() - 1
        });
        let row = &mut gathered[index];
        row.is_wildcard |= import.imported == Imported::Wildcard;
        let is_reexport = importer.passes_on(import);
        row.is_reexport |= is_reexport;
        let alias = import.alias.map(|alias| alias.of(&text.content).to_owned());
        let name = match (name, &alias) {
            (Some(name), _) => name.to_owned(),
            // The module itself under an alias.
            (None, Some(_)) if import.imported == Imported::Module => "*".to_owned(),
            (None, _) => continue,
        };
        let alias = alias.filter(|alias| *alias != name);
        row.names.push(ImportedName { alias, is_reexport, defined: defined(import), name });
    }
    gathered
}

/// Returns the module of an import and the name imported from it. A single name is the module, as
/// in `use serde;`.
fn module_of<'a>(text: &'a Text, import: &'a names::Import) -> (&'a str, Option<&'a str>) {
    let name = match import.imported {
        Imported::Name(span) => Some(span.of(&text.content)),
        Imported::Default => Some("default"),
        Imported::Module | Imported::Wildcard => None,
    };
    match name {
        Some(name) if import.module.is_empty() => (name, None),
        name => (&import.module, name),
    }
}

fn place_of(project: &Project<'_>, def: Def) -> Option<(Arc<str>, usize)> {
    let (unit, symbol) = project.get(def)?;
    Some((Arc::clone(&unit.entry.path.display), unit.symbol(symbol).line))
}

fn place_of_module(project: &Project<'_>, module: &Module) -> Option<(Arc<str>, usize)> {
    match module {
        Module::File(file) => Some((Arc::clone(&project.entry(*file).path.display), 1)),
        Module::Inline(def) => place_of(project, *def),
        Module::Directory(directory) => Some((Arc::clone(directory), 1)),
        Module::Package(package) => {
            let segments: Vec<&str> = package.split('/').collect();
            let directories = project.fact(Directories::load);
            directories.ending_with(&segments).min().map(|directory| (directory.into(), 1))
        }
    }
}
