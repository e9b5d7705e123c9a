//! Rust: crates by their manifests, files by their location below the crate's source, paths through
//! both.

mod files;
mod macros;
mod package_uses;
mod packages;

use self::files::{declared_modules, parent, root_of, submodule};
use self::packages::Packages;
use super::names::Names;
use super::paths::join;
use super::rules::{Importer, Semantics};
use super::written::{Package, WrittenPath};
use crate::domain::{Symbol, SymbolKind};
use crate::engine::graph::model::{Def, FileIndex, Generated, Lookup, Module};
use crate::engine::graph::project::{Project, Unit, split_path};
use crate::workspace::names::{Import, Qualifier, Role, Use};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

pub(super) struct Rust;

impl Semantics for Rust {
    /// A trait is implemented in blocks of its own.
    fn overrides_by_name(&self) -> bool {
        false
    }

    /// Resolves `crate::a::b`, `super::c`, `tokio::net`, or a name in scope.
    fn module(&self, names: &dyn Names, path: WrittenPath<'_>) -> Lookup {
        let segments: Vec<&str> =
            path.text.split("::").map(str::trim).filter(|segment| !segment.is_empty()).collect();
        let mut here = module_at(path.unit, path.at.start as usize);
        let mut rest = segments.as_slice();
        let mut found = None;
        while let Some((first, others)) = rest.split_first() {
            match *first {
                "crate" | "$crate" => here = root_of(names.project(), path.unit),
                "self" => {}
                "super" => match parent(names.project(), &here) {
                    Some(module) => here = module,
                    None => return Lookup::Unknown,
                },
                name => {
                    let may_be_crate = found.is_none() && rest.len() == segments.len();
                    found = Some(first_segment(names, (path.unit, &here), name, may_be_crate));
                    rest = others;
                    break;
                }
            }
            rest = others;
        }
        let mut found = found.unwrap_or(Lookup::Module(here));
        for segment in rest {
            found = match found {
                Lookup::Module(module) => names.lookup_prefix(&module, segment),
                Lookup::Definitions(types) => names.project().members_in_body(&types, segment),
                other => return other,
            };
        }
        found
    }

    fn package_of(&self, project: &Project<'_>, unit: &Unit) -> Option<Package> {
        let crates = crates(project);
        let mut directory = split_path(unit.path()).0;
        loop {
            match crates.packages.get(directory) {
                Some(name) => {
                    return Some(Package { name: name.clone(), directory: directory.to_owned() });
                }
                None if directory.is_empty() => return None,
                None => directory = split_path(directory).0,
            }
        }
    }

    /// A crate uses those that its manifest names, and what these use.
    fn may_depend_on(&self, project: &Project<'_>, unit: &Unit, other: &Unit) -> bool {
        let packages = project.fact(Packages::load);
        match (packages.of(unit.path()), packages.of(other.path())) {
            (Some(own), Some(other)) => own == other || packages.reaches(own, other),
            _ => true,
        }
    }

    fn module_depends_on_directory_only(&self) -> bool {
        false
    }

    /// Resolves a submodule in a file of its own.
    fn submodule(
        &self,
        project: &Project<'_>,
        unit: &Unit,
        inline: Option<u32>,
        name: &str,
    ) -> Lookup {
        submodule(project, unit, inline, name)
    }

    /// `mod_flat! { a b }`.
    fn modules_of_macros(
        &self,
        project: &Project<'_>,
        unit: &Unit,
        inline: Option<u32>,
    ) -> Arc<[Module]> {
        macros::declared_by_macros(project, unit, inline)
    }

    /// `include!("part.rs");`
    fn included<'u>(&self, unit: &'u Unit) -> Vec<&'u str> {
        let calls = unit.content().split("include!(").skip(1);
        let quoted =
            calls.filter_map(|rest| rest.trim_start().strip_prefix('"')?.split('"').next());
        quoted.collect()
    }

    fn is_external_path(&self, project: &Project<'_>, path: &str) -> bool {
        let first = path.trim_start_matches("::").split("::").next().unwrap_or(path).trim();
        crates(project).dependencies.contains(first)
    }

    fn rooted_path<'a>(&self, text: &'a str, is_path: bool) -> Option<&'a str> {
        let first = text.split("::").next()?.trim();
        let is_rooted =
            matches!(first, "crate" | "super" | "$crate") || first == "self" && text.contains("::");
        let is_bare_self = text.trim() == "self";
        (is_path && (is_rooted || is_bare_self))
            .then(|| text.split('<').next().unwrap_or(text).trim_end_matches("::"))
    }

    /// A `use` re-exports its names if it begins with `pub`.
    fn passes_on(&self, importer: &Importer<'_>, import: &Import) -> bool {
        let before = &importer.text[..import.span.start as usize];
        let statement = &before[before.rfind(';').map_or(0, |end| end + 1)..];
        let Some(keyword) = statement.rfind("use ") else { return false };
        let before = statement[..keyword].trim_end();
        let before = before
            .strip_suffix(')')
            .and_then(|scope| scope.rsplit_once('('))
            .map_or(before, |(before, _)| before);
        before.ends_with("pub")
    }

    /// `mod name;`, also in macros.
    fn declared_modules(&self, text: &str) -> Vec<(String, usize)> {
        let declared = declared_modules(text);
        declared.map(|(name, line)| (name.to_owned(), line)).collect()
    }

    fn is_own_module(&self, module: &str, _: &str) -> bool {
        matches!(module.split("::").next(), Some("crate" | "self" | "super" | "$crate"))
    }

    fn has_inline_modules(&self) -> bool {
        true
    }

    /// Names in a macro's body that refer to nothing: `$name`, and names that the macro would
    /// define.
    fn names_nothing(&self, unit: &Unit, found: &Use) -> bool {
        let before = &unit.content()[..found.span.start as usize];
        let word = before.trim_end().rsplit(|character: char| !character.is_alphanumeric()).next();
        before.ends_with('$')
            || word.is_some_and(|word| matches!(word, "fn" | "struct" | "enum" | "trait" | "mod"))
    }

    /// `name!`.
    fn is_macro_call(&self, unit: &Unit, found: &Use) -> bool {
        found.role == Role::Call && unit.content()[found.span.end as usize..].starts_with('!')
    }

    /// A module stands before `::` alone.
    fn has_module_values(&self) -> bool {
        false
    }

    /// Macros have a namespace of their own, to which functions belong that are procedural macros;
    /// `value.name()` calls methods alone, `value.name` reads fields, and a bare name is no method.
    fn is_apart(&self, unit: &Unit, found: &Use, (defining, symbol): (&Unit, &Symbol)) -> bool {
        let is_macro_call = self.is_macro_call(unit, found);
        let is_member = matches!(found.qualifier, Qualifier::Receiver(_));
        let is_call = found.role == Role::Call;
        let is_free = || {
            let parent = symbol.parent.map(|parent| defining.symbols()[parent].kind);
            !matches!(parent, Some(SymbolKind::Impl | SymbolKind::Trait))
        };
        match symbol.kind {
            SymbolKind::Macro => is_call && !is_macro_call,
            SymbolKind::Function if is_macro_call => {
                let start = symbol.bytes.start..symbol.name_bytes.start;
                !defining.content()[start].contains("proc_macro")
            }
            _ if is_macro_call => true,
            SymbolKind::Function => is_member && is_free(),
            SymbolKind::Method => found.qualifier == Qualifier::None,
            SymbolKind::Field => is_member && is_call,
            _ => false,
        }
    }

    /// `impl super::Session { … }`
    fn before_container<'u>(&self, unit: &'u Unit, symbol: &Symbol) -> &'u str {
        if symbol.kind != SymbolKind::Impl {
            return "";
        }
        let before = &unit.content()[symbol.bytes.start..symbol.name_bytes.start];
        let is_of_path = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | ':');
        let path = &before[before.trim_end_matches(is_of_path).len()..];
        if path.ends_with("::") { path } else { "" }
    }

    /// An `impl` implements a trait; a trait that names another one requires it.
    fn implements(&self, kind: SymbolKind) -> bool {
        kind == SymbolKind::Impl
    }

    /// Any file of a crate may have an `impl`: most are beside the type's, or in modules below it.
    fn directories_of_members(&self, path: &str) -> Vec<String> {
        let (directory, file) = split_path(path);
        let mut directories = vec![directory.to_owned()];
        if !matches!(file, "mod.rs" | "lib.rs" | "main.rs") {
            directories.push(join(directory, file.trim_end_matches(".rs")));
        }
        directories
    }

    /// `impl Trait for $name` in the body of a macro.
    fn implements_where_expanded(&self, unit: &Unit, found: &Use) -> bool {
        let (at, end) = (found.span.start as usize, found.span.end as usize);
        unit.enclosing(at, |symbol| symbol.kind == SymbolKind::Macro).is_some()
            && is_trait_of_impl(&unit.content()[..at], &unit.content()[end..])
    }

    fn generated(
        &self,
        call: (&Unit, &Use),
        macros: &[(&Unit, u32)],
        supertypes: &HashSet<(FileIndex, u32)>,
    ) -> Generated {
        macros::implemented_for(call, macros, supertypes).map_or(Generated::Unknown, Generated::For)
    }
}

/// Returns whether a name stands between `impl` and `for`, given the text before and after it.
fn is_trait_of_impl(before: &str, after: &str) -> bool {
    let header = before.rsplit(['{', '}', ';']).next().unwrap_or_default();
    let mut words = header.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let next = without_type_arguments(after.trim_start()).trim_start();
    words.any(|word| word == "impl")
        && next.strip_prefix("for").is_some_and(|rest| {
            rest.starts_with(|letter: char| !letter.is_alphanumeric() && letter != '_')
        })
}

/// Returns what follows the type arguments with which a text may begin.
fn without_type_arguments(text: &str) -> &str {
    let mut depth = 0;
    for (at, letter) in text.char_indices() {
        match letter {
            '<' => depth += 1,
            '>' if !text[..at].ends_with('-') => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return if letter == '>' { &text[at + 1..] } else { text };
        }
    }
    text
}

/// Returns the module that encloses a byte offset.
fn module_at(unit: &Unit, at: usize) -> Module {
    match unit.enclosing(at, |symbol| symbol.kind == SymbolKind::Module) {
        Some(symbol) => Module::Inline(Def { file: unit.file, symbol }),
        None => Module::File(unit.file),
    }
}

/// The project's crates: library roots by crate name.
struct Crates {
    roots: HashMap<String, FileIndex>,
    /// The same by the names of their packages, which may be other ones.
    by_package: HashMap<String, FileIndex>,
    /// Names of all packages, by the directory of the manifest.
    packages: HashMap<String, String>,
    /// Dependencies in the manifests, other than the project's own crates.
    dependencies: HashSet<String>,
}

impl Crates {
    fn load(project: &Project<'_>) -> Self {
        let mut roots = HashMap::new();
        let mut by_package = HashMap::new();
        let mut packages = HashMap::new();
        let mut dependencies: HashSet<String> =
            ["std", "core", "alloc", "proc_macro"].map(str::to_owned).into();
        for file in project.with_stem("Cargo") {
            let entry = project.entry(*file);
            let (directory, name) = split_path(&entry.path.display);
            let Ok(text) = project.snapshot.text(&entry.path) else { continue };
            if name != "Cargo.toml" {
                continue;
            }
            let manifest: toml::Table = text.content.parse().unwrap_or_default();
            let field = |table: &str, key: &str| {
                manifest
                    .get(table)
                    .and_then(|table| table.get(key))
                    .and_then(|value| value.as_str())
                    .map(str::to_owned)
            };
            for table in ["dependencies", "dev-dependencies", "build-dependencies"] {
                let named = manifest.get(table).and_then(|table| table.as_table());
                dependencies.extend(
                    named
                        .into_iter()
                        .flat_map(|table| table.keys())
                        .map(|name| name.replace('-', "_")),
                );
            }
            let package = field("package", "name");
            let name = field("lib", "name").or_else(|| package.clone());
            let Some(name) = name.map(|name| name.replace('-', "_")) else { continue };
            packages.insert(directory.to_owned(), name.clone());
            let source = field("lib", "path").unwrap_or_else(|| "src/lib.rs".to_owned());
            let Some(root) = project.displayed(&join(directory, &source)) else { continue };
            roots.entry(name).or_insert(root);
            let package = package.map(|name| name.replace('-', "_"));
            package.into_iter().for_each(|name| _ = by_package.entry(name).or_insert(root));
        }
        dependencies.retain(|name| !roots.contains_key(name));
        let renamed = project.fact(Packages::load);
        for (name, real) in renamed.all_renamed() {
            if by_package.contains_key(real) {
                dependencies.remove(name);
            }
        }
        Self { roots, by_package, packages, dependencies }
    }
}

fn crates(project: &Project<'_>) -> Arc<Crates> {
    project.fact(Crates::load)
}

/// Resolves the first name of a path: in the module, else as a crate.
fn first_segment(
    names: &dyn Names,
    (unit, here): (&Unit, &Module),
    name: &str,
    may_be_crate: bool,
) -> Lookup {
    let known = names.lookup_prefix(here, name);
    if known != Lookup::Unknown || !may_be_crate {
        return known;
    }
    let project = names.project();
    let crates = crates(project);
    let root = match project.fact(Packages::load).renamed(unit.path(), name) {
        Some(real) => crates.by_package.get(real),
        None => crates.roots.get(name),
    };
    root.map_or(Lookup::External, |root| Lookup::Module(Module::File(*root)))
}
