//! Java and related languages: packages and types by dotted names, a file for each public type.

use super::gradle;
use super::names::Names;
use super::paths::{Directories, lies_in};
use super::rules::Semantics;
use super::written::WrittenPath;
use crate::domain::{Symbol, SymbolKind};
use crate::engine::graph::model::{Def, FileIndex, Lookup, Module};
use crate::engine::graph::project::{Project, Unit, split_path};
use crate::lang::Family;
use crate::workspace::names::{Role, Use};

/// Maximum number of files of a directory that are asked for their package.
const MAX_ASKED: usize = 8;

/// Maximum number of names in the path of a package or type, each of which is looked up.
const MAX_SEGMENTS: usize = 64;

/// What a companion object without a name is called by, which code calls `Companion`.
const UNNAMED_COMPANION: &str = "companion";

pub(super) struct Java;

impl Semantics for Java {
    fn module(&self, names: &dyn Names, path: WrittenPath<'_>) -> Lookup {
        package_or_type(names, path.unit, path.text)
    }

    fn imported_from<'u>(&self, unit: &'u Unit, name: &str) -> Option<&'u str> {
        const IMPORT: &str = "import";
        if !unit.rules().open_files {
            return None;
        }
        let mut uses = unit.names().uses_of(unit.content(), name);
        let imported = uses.find(|found| found.role == Role::ImportPath)?;
        let before = &unit.content()[..imported.span.start as usize];
        let path = &before[before.rfind(IMPORT)? + IMPORT.len()..];
        Some(path.split('{').next().unwrap_or(path).trim().trim_end_matches('.'))
    }

    fn may_depend_on(&self, project: &Project<'_>, unit: &Unit, other: &Unit) -> bool {
        gradle::may_see(project, unit, other)
    }

    /// Checks whether the module begins with a directory that the file is in.
    fn is_own_module(&self, module: &str, path: &str) -> bool {
        lies_in(path, module.split('.').next().unwrap_or_default())
    }

    fn module_depends_on_directory_only(&self) -> bool {
        false
    }

    /// `companion object { … }`
    fn has_open_members(&self, symbol: &Symbol) -> bool {
        symbol.kind == SymbolKind::Class
            && symbol.signature.split_whitespace().any(|word| word == "companion")
    }

    fn is_companion(&self, symbol: &Symbol) -> bool {
        self.has_open_members(symbol)
    }

    /// Of `expect class`, the members are expected as well.
    fn is_of_platform(&self, unit: &Unit, symbol: &Symbol) -> bool {
        let above = |symbol: &&Symbol| symbol.parent.map(|parent| &unit.symbols()[parent]);
        std::iter::successors(Some(symbol), above).any(|symbol| {
            let mut modifiers = symbol.signature.split_whitespace().take_while(|word| {
                !matches!(*word, "class" | "interface" | "object" | "fun" | "val" | "var")
                    && word.starts_with(|first: char| first.is_lowercase() || first == '@')
            });
            modifiers.any(|word| matches!(word, "expect" | "actual"))
        })
    }

    /// The members of an `object` are those of its only value.
    fn is_static(&self, unit: &Unit, member: &Symbol) -> bool {
        let has = |symbol: &Symbol, wanted: &str| {
            symbol.signature.split_whitespace().any(|word| word == wanted)
        };
        let parent = member.parent.map(|parent| &unit.symbols()[parent]);
        has(member, "static") || parent.is_some_and(|parent| has(parent, "object"))
    }

    /// Methods and fields may share a name; a reference to a method stands after `::`.
    fn may_mean(&self, unit: &Unit, found: &Use, kind: SymbolKind) -> bool {
        let before = unit.content()[..found.span.start as usize].trim_end();
        match kind {
            SymbolKind::Method => {
                !matches!(found.role, Role::Read | Role::Write) || before.ends_with("::")
            }
            SymbolKind::Field | SymbolKind::Variable | SymbolKind::Constant => {
                found.role != Role::Call
            }
            _ => true,
        }
    }
}

/// Resolves `a.b.C`, `a.b` or `a.b.C.m` to a package or a type's definition.
fn package_or_type(names: &dyn Names, unit: &Unit, text: &str) -> Lookup {
    let directories = names.project().fact(Directories::load);
    let segments: Vec<&str> =
        text.split('.').filter(|segment| !segment.is_empty() && *segment != "*").collect();
    if segments.is_empty() || segments.len() > MAX_SEGMENTS {
        return Lookup::Unknown;
    }
    if directories.ending_with(&segments).next().is_some() {
        return Lookup::Module(Module::Package(segments.join("/").into()));
    }
    if unit.rules().loose_packages
        && is_declared(names.project(), &directories.of_package(&segments), &segments)
    {
        return Lookup::Module(Module::Package(segments.join("/").into()));
    }
    let Some((name, above)) = segments.split_last() else { return Lookup::Unknown };
    if above.is_empty() {
        return Lookup::External;
    }
    let declared = || declared_in_package(names.project(), unit, above, name);
    match package_or_type(names, unit, &above.join(".")) {
        Lookup::Module(module) => match names.lookup(&module, name) {
            Lookup::Unknown => declared().unwrap_or_else(|| {
                class_of_file(names.project(), &directories.of_package(above), name)
            }),
            found => found,
        },
        Lookup::External => declared().unwrap_or(Lookup::External),
        Lookup::Definitions(types) => {
            let unnamed = || match *name {
                "Companion" => names.members_in_bodies(&types, UNNAMED_COMPANION),
                _ => Lookup::Unknown,
            };
            names.members_in_bodies(&types, name).or_else(unnamed)
        }
        Lookup::Unknown => Lookup::Unknown,
    }
}

/// Returns what a file of a package defines at its top where the names of its directories do not
/// repeat the package's: a file that is called after the definition, or one beside that which asks.
fn declared_in_package(
    project: &Project<'_>,
    unit: &Unit,
    package: &[&str],
    name: &str,
) -> Option<Lookup> {
    let package = package.join("/");
    let is_of_package = |unit: &Unit| {
        unit.rules().family == Family::Java && unit.package().as_deref() == Some(package.as_str())
    };
    let called_so =
        project.with_stem(name).iter().flat_map(|file| project.definitions_in(*file, name));
    let beside = || match is_of_package(unit) {
        true => project.definitions_in_directory(split_path(unit.path()).0, name),
        false => Vec::new(),
    };
    let of_package = |def: &Def| {
        project.get(*def).is_some_and(|(unit, symbol)| {
            unit.symbol(symbol).parent.is_none() && is_of_package(unit)
        })
    };
    let found: Vec<Def> = called_so.filter(of_package).collect();
    let found = match found.is_empty() {
        true => beside().into_iter().filter(of_package).collect(),
        false => found,
    };
    (!found.is_empty()).then_some(Lookup::Definitions(found))
}

/// Resolves the class that holds the functions of a Kotlin file, called `UtilKt` or as the file
/// says: `@file:JvmName("Util")`.
fn class_of_file(project: &Project<'_>, directories: &[&str], name: &str) -> Lookup {
    let stem = name.strip_suffix("Kt").unwrap_or(name);
    let said = format!("@file:JvmName(\"{name}\")");
    let is_it = |file: &&FileIndex| {
        let entry = project.entry(**file);
        directories.contains(&split_path(&entry.path.display).0)
            && entry.language.is_some_and(|language| language.config.graph.file_classes)
            && (stem != name
                || project.unit(**file).is_some_and(|unit| unit.content().contains(&said)))
    };
    let found = project.with_stem(stem).iter().find(is_it);
    found.map_or(Lookup::External, |file| Lookup::Module(Module::File(*file)))
}

/// Returns whether the files of one of some directories declare a package, by the first of each.
/// Where sources begin, they may declare different ones.
fn is_declared(project: &Project<'_>, directories: &[&str], segments: &[&str]) -> bool {
    let package = segments.join("/");
    directories.iter().any(|directory| {
        let has_rules = |file: &&FileIndex| {
            let language = project.entry(**file).language;
            language.is_some_and(|language| language.config.graph.family == Family::Java)
        };
        let is_of_package = |file: &FileIndex| {
            let unit = project.unit(*file);
            unit.and_then(|unit| unit.package()).as_deref() == Some(package.as_str())
        };
        project.in_directory(directory).iter().filter(has_rules).take(MAX_ASKED).any(is_of_package)
    })
}
