//! Scala: the packages of Java, and methods without a list of parameters, which their name calls.

use super::java::Java;
use super::rules::{Names, Semantics, WrittenPath};
use crate::domain::Symbol;
use crate::engine::graph::model::{Def, Lookup, Module};
use crate::engine::graph::project::Unit;
use crate::workspace::names::{Import, Imported};

/// Words at the beginning of a list of parameters whose arguments the compiler finds.
const GIVEN: [&str; 2] = ["implicit", "using"];

/// What a path begins with that is no name in a package around.
const ROOT: &str = "_root_.";

/// Limit of the types around an import that are asked for what its path begins with.
const MAX_AROUND: usize = 8;

pub(super) struct Scala;

impl Semantics for Scala {
    /// A path begins in a package around the file, at the root, or with a name that the file gives.
    fn module(&self, names: &dyn Names, path: WrittenPath<'_>) -> Lookup {
        if let Some(text) = path.text.strip_prefix(ROOT) {
            return Java.module(names, WrittenPath { text, ..path });
        }
        let segments: Vec<&str> =
            path.text.split('.').filter(|segment| !segment.is_empty()).collect();
        let Some((first, rest)) = segments.split_first() else { return Lookup::Unknown };
        let begins = |start: &Lookup| matches!(start, Lookup::Module(_) | Lookup::Definitions(_));
        let relative = packages(path.unit).into_iter().find_map(|package| {
            let start = names.lookup_prefix(&Module::Package(package.into()), first);
            Some(start).filter(begins)
        });
        if let Some(start) = relative.or_else(|| member_around(names, path, first)) {
            return rest.iter().fold(start, |found, name| member(names, found, name));
        }
        match Java.module(names, path) {
            Lookup::External | Lookup::Unknown => {
                match names.lookup(&Module::File(path.unit.file), first) {
                    start if begins(&start) => {
                        rest.iter().fold(start, |found, name| member(names, found, name))
                    }
                    // The members of a value are not known.
                    _ if is_variable(path.unit, first) => Lookup::Unknown,
                    _ => Lookup::External,
                }
            }
            found => found,
        }
    }

    fn imported_from<'u>(&self, unit: &'u Unit, name: &str) -> Option<&'u str> {
        let is_it = |import: &&Import| matches!(import.imported, Imported::Name(of) if of.of(unit.content()) == name);
        unit.imports_holding(name).find(is_it).map(|import| import.module.as_str())
    }

    /// In a package that is declared within another one, the names of the outer one are seen.
    fn lookup_around(&self, names: &dyn Names, unit: &Unit, _at: usize, name: &str) -> Lookup {
        let mut outer = packages(unit).into_iter().skip(1);
        let found =
            outer.next().map(|package| names.lookup(&Module::Package(package.into()), name));
        found.unwrap_or(Lookup::Unknown)
    }

    fn is_own_module(&self, module: &str, path: &str) -> bool {
        Java.is_own_module(module, path)
    }

    fn module_depends_on_directory_only(&self) -> bool {
        Java.module_depends_on_directory_only()
    }

    fn is_static(&self, unit: &Unit, member: &Symbol) -> bool {
        Java.is_static(unit, member)
    }

    /// Without a list of parameters, with an empty one, or with one that is given implicitly.
    fn is_nullary(&self, unit: &Unit, function: &Symbol) -> bool {
        let (names, name) = (unit.names(), function.name_bytes.start);
        let Some(arity) = names.arity_at(name) else { return true };
        let first = names.parameters.partition_point(|list| (list.start as usize) < name);
        let list = names.parameters.get(first).map_or("", |list| list.of(unit.content()));
        let is_given = || {
            let inside = list.trim_start_matches('(').trim_start();
            GIVEN.iter().any(|word| {
                let after = inside.strip_prefix(word);
                after.is_some_and(|after| after.starts_with(char::is_whitespace))
            })
        };
        arity.most == Some(0) || is_given()
    }
}

/// Returns the package of a file, and that around it which a clause of its own declares.
fn packages(unit: &Unit) -> Vec<String> {
    let Some(own) = unit.package() else { return Vec::new() };
    let last = unit.names().package.map_or("", |clause| clause.of(unit.content()));
    let levels = last.split('.').count();
    let outer: Vec<&str> = own.rsplitn(levels + 1, '/').skip(levels).collect();
    let outer = outer.first().map(|outer| (*outer).to_owned());
    std::iter::once(own).chain(outer).collect()
}

/// Returns what a name behind a dot in a path means.
fn member(names: &dyn Names, of: Lookup, name: &str) -> Lookup {
    match of {
        Lookup::Module(module) => names.lookup_prefix(&module, name),
        Lookup::Definitions(defs) if defs.iter().any(|def| names.project().is_type(*def)) => {
            names.members_in_bodies(&defs, name)
        }
        // A value, of which the members are not known.
        Lookup::Definitions(_) | Lookup::Unknown => Lookup::Unknown,
        Lookup::External => Lookup::External,
    }
}

/// Returns the type that a path begins with and that a type around the path has as a member.
fn member_around(names: &dyn Names, path: WrittenPath<'_>, name: &str) -> Option<Lookup> {
    let unit = path.unit;
    let inner = unit.enclosing(path.at.start as usize, |symbol| unit.is_type(symbol))?;
    let around = std::iter::successors(Some(inner as usize), |index| unit.symbols()[*index].parent);
    let types = around.take(MAX_AROUND).filter(|index| unit.is_type(&unit.symbols()[*index]));
    let mut found = types.map(|index| {
        let of = Def { file: unit.file, symbol: index as u32 };
        names.members_in_bodies(&[of], name)
    });
    found.find(|found| {
        matches!(found, Lookup::Definitions(defs) if defs.iter().any(|def| names.project().is_type(*def)))
    })
}

fn is_variable(unit: &Unit, name: &str) -> bool {
    unit.bindings_named(name).next().is_some() || unit.fields_named(name).next().is_some()
}
