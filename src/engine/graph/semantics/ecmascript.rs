//! JavaScript and TypeScript: modules by path, exports of a whole file, namespaces, and separate
//! names of types and values.

mod configs;
mod files;
mod packages;
mod patterns;

use super::names::Names;
use super::rules::Semantics;
use super::static_words::is_of_type_itself;
use super::written::WrittenPath;
use crate::domain::{Symbol, SymbolKind, Visibility};
use crate::engine::graph::model::{Def, FileIndex, Lookup, Module};
use crate::engine::graph::project::{Project, Unit};
use crate::workspace::names::{Export, Expression, Qualifier, Role, Span, Use};
use packages::module;
use rustc_hash::FxHashSet;

pub(super) struct Ecmascript;

impl Semantics for Ecmascript {
    fn module(&self, names: &dyn Names, path: WrittenPath<'_>) -> Lookup {
        module(names.project(), path.unit, path.text)
    }

    fn loaded(&self, names: &dyn Names, module: Lookup) -> Lookup {
        match module {
            Lookup::Module(Module::File(file)) => {
                whole_export(names, file).map_or(module, Lookup::Definitions)
            }
            other => other,
        }
    }

    fn is_own_module(&self, module: &str, _: &str) -> bool {
        module.starts_with('.')
    }

    fn has_loading_calls(&self) -> bool {
        true
    }

    fn may_export_default(&self, unit: &Unit) -> bool {
        !unit.names().exports.is_empty()
    }

    fn default_export(&self, names: &dyn Names, file: FileIndex) -> Lookup {
        default_export(names, file)
    }

    /// What no file of the project exports is from a package of which one passes on all names.
    fn passed_on(&self, names: &dyn Names, module: &Module, name: &str) -> Lookup {
        match module {
            Module::File(file) if name != "default" && passes_on_package(names, *file) => {
                Lookup::External
            }
            _ => Lookup::Unknown,
        }
    }

    /// `f.helper`, if `module.exports.helper` is set beside `module.exports = f`.
    fn beside_export(&self, names: &dyn Names, defs: &[Def], name: &str) -> Lookup {
        let Some(def) = defs.first() else { return Lookup::Unknown };
        if whole_export(names, def.file).is_none_or(|whole| whole != defs) {
            return Lookup::Unknown;
        }
        names.lookup(&Module::File(def.file), name)
    }

    /// Blocks: `namespace N { … }`, `declare module "…" { … }`. The names in `declare global` are
    /// visible everywhere.
    fn is_block(&self, symbol: &Symbol) -> bool {
        is_block(symbol)
    }

    fn parts(&self, unit: &Unit, inline: u32) -> Vec<u32> {
        let one = unit.symbol(inline);
        if !is_block(one) {
            return vec![inline];
        }
        let is_part = |symbol: &Symbol| {
            symbol.kind == one.kind && symbol.name == one.name && symbol.parent == one.parent
        };
        let symbols = unit.symbols().iter().enumerate();
        symbols.filter(|(_, symbol)| is_part(symbol)).map(|(index, _)| index as u32).collect()
    }

    /// The innermost block comes first, and after each block the module that it augments.
    fn lookup_around(&self, names: &dyn Names, unit: &Unit, at: usize, name: &str) -> Lookup {
        let mut around = unit.enclosing(at, |symbol| symbol.kind == SymbolKind::Module);
        while let Some(index) = around {
            let symbol = unit.symbol(index);
            let own =
                || names.lookup(&Module::Inline(Def { file: unit.file, symbol: index }), name);
            let added_to = || match augmented(names.project(), unit, symbol) {
                Some(file) => names.lookup(&Module::File(file), name),
                None => Lookup::Unknown,
            };
            let found = if is_block(symbol) { own().or_else(added_to) } else { Lookup::Unknown };
            if found != Lookup::Unknown {
                return found;
            }
            around = above(unit, symbol);
        }
        Lookup::Unknown
    }

    fn augmented_file(
        &self,
        project: &Project<'_>,
        unit: &Unit,
        symbol: &Symbol,
    ) -> Option<FileIndex> {
        let parent = &unit.symbols()[symbol.parent?];
        if parent.kind == SymbolKind::Module { augmented(project, unit, parent) } else { None }
    }

    /// `fast` of `run.fast`, where `run` is also a function.
    fn namespace_members(&self, names: &dyn Names, defs: &[Def], name: &str) -> Lookup {
        let project = names.project();
        let is_module = |def: &&Def| {
            project.get(**def).is_some_and(|(unit, symbol)| is_namespace(unit, unit.symbol(symbol)))
        };
        // What is looked up in one block of a namespace is looked up in all of them.
        let mut looked_up: FxHashSet<(FileIndex, Option<usize>)> = FxHashSet::default();
        let mut is_first = |def: &&Def| {
            let (unit, symbol) = match project.get(**def) {
                Some((unit, symbol)) => (unit, unit.symbol(symbol)),
                None => return false,
            };
            !is_block(symbol) || looked_up.insert((unit.file, symbol.parent))
        };
        for def in defs.iter().filter(is_module).filter(|def| is_first(def)) {
            let found = names.lookup(&Module::Inline(*def), name);
            if found != Lookup::Unknown {
                return found;
            }
        }
        Lookup::Unknown
    }

    fn without_namespaces(&self, project: &Project<'_>, defs: &[Def]) -> Option<Vec<Def>> {
        if defs.len() < 2 {
            return None;
        }
        let is_other = |def: &&Def| {
            project.get(**def).is_none_or(|(unit, symbol)| !is_namespace(unit, unit.symbol(symbol)))
        };
        let rest: Vec<Def> = defs.iter().filter(is_other).copied().collect();
        (!rest.is_empty() && rest.len() < defs.len()).then_some(rest)
    }

    /// The name `constructor` after a dot refers to the constructor of the value's class.
    fn names_nothing(&self, unit: &Unit, found: &Use) -> bool {
        let name = found.span.of(unit.content());
        found.qualifier != Qualifier::None
            && unit.language.config.constructors.iter().any(|constructor| constructor == name)
    }

    fn may_mean(&self, unit: &Unit, found: &Use, kind: SymbolKind) -> bool {
        let before = unit.content()[..found.span.start as usize].trim_end();
        let is_type = found.role == Role::Type && !before.ends_with("typeof");
        match kind {
            SymbolKind::Interface | SymbolKind::Type => is_type || found.role == Role::Inherit,
            SymbolKind::Class | SymbolKind::Enum | SymbolKind::Module => true,
            _ => !is_type || found.role == Role::Inherit,
        }
    }

    /// A script without imports may use names of other scripts.
    fn has_environment(&self, unit: &Unit) -> bool {
        !unit.names().imports.is_empty()
    }

    fn has_closed_files(&self, unit: &Unit) -> bool {
        self.has_environment(unit)
    }

    /// A file that neither imports nor exports is no module.
    fn is_script(&self, unit: &Unit) -> bool {
        const MARKS: [&str; 5] = ["export ", "export{", "module.exports", "exports.", "require("];
        let has = |mark: &str| {
            let mut found = memchr::memmem::find_iter(unit.content().as_bytes(), mark);
            found.any(|at| !unit.names().is_text(at))
        };
        unit.names().imports.is_empty() && !MARKS.iter().any(|mark| has(mark))
    }

    /// What a module defines at its top and does not export, unless it is put into an object.
    fn is_kept(&self, unit: &Unit, symbol: &Symbol) -> bool {
        let (names, name) = (unit.names(), symbol.name.as_str());
        let is_put = || {
            let is_it = |span: Span| span.of(unit.content()) == name;
            let exported = |export: &Export| names.root_name(export.expression).is_some_and(is_it);
            names.properties.iter().any(|property| is_it(property.name))
                || names.exports.iter().any(exported)
                || unit.fields_named(name).next().is_some()
                || unit.set_named(name).next().is_some()
        };
        symbol.parent.is_none()
            && symbol.visibility == Some(Visibility::Internal)
            && !unit.language.is_template()
            && !unit.path().contains(".d.")
            && !self.is_script(unit)
            && !is_put()
    }

    fn is_global_object(&self, name: &str) -> bool {
        matches!(name, "window" | "globalThis" | "self" | "global")
    }

    fn global_types(&self) -> &'static [&'static str] {
        &["Window", "Global"]
    }

    fn has_loaded_variables(&self) -> bool {
        true
    }

    fn types_are_apart(&self) -> bool {
        true
    }

    /// An interface, or the alias of an object's type.
    fn is_shape(&self, _: &Unit, symbol: &Symbol) -> bool {
        matches!(symbol.kind, SymbolKind::Interface | SymbolKind::Type)
    }

    /// `static make()` beside `make()`. Interfaces, and members written apart, have no word for it.
    fn side(&self, unit: &Unit, member: &Symbol) -> Option<bool> {
        let parent = member.parent.map(|parent| &unit.symbols()[parent]);
        let is_in_class = parent.is_some_and(|parent| parent.kind == SymbolKind::Class);
        if is_in_class { is_of_type_itself(unit, member) } else { None }
    }

    /// In a member of a class itself, `this` is the class.
    fn side_at(&self, unit: &Unit, at: usize) -> Option<bool> {
        let is_in_class = |symbol: &Symbol| {
            let parent = symbol.parent.map(|parent| &unit.symbols()[parent]);
            parent.is_some_and(|parent| parent.kind == SymbolKind::Class)
        };
        let member = unit.enclosing(at, is_in_class)?;
        self.side(unit, unit.symbol(member))
    }

    /// Other modules may add to a type.
    fn has_parts(&self, _: &Symbol) -> bool {
        true
    }
}

/// Resolves the default export of a file.
fn default_export(names: &dyn Names, file: FileIndex) -> Lookup {
    let Some(unit) = names.project().unit(file) else { return Lookup::Unknown };
    let exports = &unit.names().exports;
    if let Some(found) = wrapped(names, unit) {
        return found;
    }
    let first = |is_whole: bool| exports.iter().find(|export| export.is_whole == is_whole);
    let found = [first(false), first(true)]
        .into_iter()
        .flatten()
        .find_map(|export| exported(names, unit, export));
    // `export { default } from './x'`.
    match found.unwrap_or_else(|| names.lookup(&Module::File(file), "default")) {
        Lookup::Unknown if exports_itself(unit) => Lookup::Module(Module::File(file)),
        found => found,
    }
}

/// Returns whether a file is a component, which no statement needs to export.
fn exports_itself(unit: &Unit) -> bool {
    let ending = unit.path().rsplit_once('.').map_or("", |(_, ending)| ending);
    unit.rules().exporting_files.iter().any(|extension| extension == ending)
}

/// Returns the function or type that a file exports in a wrapper, which stands for it: a component
/// in `observer(List)`, and whatever is passed to the result of a call, as in
/// `traced({ … })(present)`.
fn wrapped(names: &dyn Names, unit: &Unit) -> Option<Lookup> {
    let exports = &unit.names().exports;
    let outer = exports.first().filter(|export| !export.is_whole)?;
    let inner = exports.iter().rfind(|inner| {
        inner.statement == outer.statement
            && outer.value.start < inner.value.start
            && inner.value.end < outer.value.end
    })?;
    let name = inner.value.of(unit.content());
    let is_curried = unit.content()[..inner.value.start as usize].trim_end().ends_with(")(");
    if !is_curried && !name.starts_with(char::is_uppercase) {
        return None;
    }
    let found = names.lookup(&Module::File(unit.file), name);
    let Lookup::Definitions(defs) = &found else { return None };
    let project = names.project();
    let is_wrapped = |def: &Def| project.is_callable(*def) || project.is_type(*def);
    (!defs.is_empty() && defs.iter().all(is_wrapped)).then_some(found)
}

/// Returns the functions or types that a file exports as a whole, as with `module.exports = f`:
/// importing the module gives them. `None` if it exports names.
fn whole_export(names: &dyn Names, file: FileIndex) -> Option<Vec<Def>> {
    let project = names.project();
    let unit = project.unit(file)?;
    let export = unit.names().exports.iter().find(|export| export.is_whole)?;
    let Some(Lookup::Definitions(defs)) = exported(names, unit, export) else { return None };
    let is_whole = |def: &Def| {
        project.get(*def).is_some_and(|(unit, symbol)| {
            let kind = unit.symbol(symbol).kind;
            kind.is_callable() || kind.is_type()
        })
    };
    defs.iter().all(is_whole).then_some(defs)
}

/// Resolves an exported value: the definition that starts there, or the one that is named there.
fn exported(names: &dyn Names, unit: &Unit, export: &Export) -> Option<Lookup> {
    let (start, value) = (export.statement.start as usize, export.value.start as usize);
    let inside = unit.symbols().iter().position(|symbol| {
        let header = symbol.bytes.start..=symbol.name_bytes.start.max(symbol.bytes.start);
        let holds_value = header.contains(&value) || symbol.name_bytes.start == value;
        let is_statement = symbol.bytes.start >= start && symbol.bytes.start <= value;
        symbol.parent.is_none() && (holds_value || is_statement)
    });
    let file = unit.file;
    if let Some(symbol) = inside {
        return Some(Lookup::Definitions(vec![Def { file, symbol: symbol as u32 }]));
    }
    if let Expression::Load { module: path, .. } = unit.names().expression(export.expression) {
        let text = path.of(unit.content());
        let Lookup::Module(Module::File(other)) = module(names.project(), unit, text) else {
            return Some(Lookup::Unknown);
        };
        let module = Module::File(file);
        return Some(
            names.guarded(&module, "module.exports", &mut || default_export(names, other)),
        );
    }
    let name = unit.names().root_name(export.expression)?;
    Some(names.lookup(&Module::File(file), name.of(unit.content())))
}

/// Returns whether a file passes on all names of a package from outside, and of nothing that is not
/// found: `export * from "package"`.
fn passes_on_package(names: &dyn Names, file: FileIndex) -> bool {
    let project = names.project();
    let Some(unit) = project.unit(file) else { return false };
    let mut is_outside = false;
    for import in unit.wildcard_imports() {
        match module(project, unit, &import.module) {
            Lookup::External => is_outside = true,
            Lookup::Module(Module::File(other)) => {
                let look = &mut || match passes_on_package(names, other) {
                    true => Lookup::External,
                    false => Lookup::Unknown,
                };
                let passed = names.guarded(&Module::File(other), "export *", look);
                is_outside |= passed == Lookup::External;
            }
            Lookup::Unknown => return false,
            Lookup::Module(_) | Lookup::Definitions(_) => {}
        }
    }
    is_outside
}

fn is_block(symbol: &Symbol) -> bool {
    symbol.kind == SymbolKind::Module && symbol.name != "global"
}

/// Returns whether a symbol is a block whose names are qualified by its own.
fn is_namespace(unit: &Unit, symbol: &Symbol) -> bool {
    is_block(symbol) && augmented_path(unit, symbol).is_none()
}

/// Returns the innermost module that encloses a symbol.
fn above(unit: &Unit, symbol: &Symbol) -> Option<u32> {
    let mut parent = symbol.parent;
    while let Some(index) = parent {
        if unit.symbols()[index].kind == SymbolKind::Module {
            return Some(index as u32);
        }
        parent = unit.symbols()[index].parent;
    }
    None
}

/// Returns the file that a block adds names to.
fn augmented(project: &Project<'_>, unit: &Unit, block: &Symbol) -> Option<FileIndex> {
    match module(project, unit, augmented_path(unit, block)?) {
        Lookup::Module(Module::File(file)) => Some(file),
        _ => None,
    }
}

/// Returns the quoted path of `declare module "…"`.
fn augmented_path<'a>(unit: &'a Unit, block: &Symbol) -> Option<&'a str> {
    let written = unit.content().get(block.name_bytes.clone())?;
    written.starts_with(['"', '\'']).then(|| written.trim_matches(['"', '\'']))
}
