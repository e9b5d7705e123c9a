//! Scala: the packages of Java, and methods without a list of parameters, which their name calls.

use super::java::Java;
use super::names::Names;
use super::rules::Semantics;
use super::written::WrittenPath;
use crate::domain::{Symbol, SymbolKind, lock};
use crate::engine::graph::model::{Def, FileIndex, Lookup, Module};
use crate::engine::graph::project::{Project, Unit, split_path};
use crate::workspace::names::{Import, Imported};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Mutex;

/// Words at the beginning of a list of parameters whose arguments the compiler finds.
const GIVEN: [&str; 2] = ["implicit", "using"];

/// Limit of the bytes of a list of parameters that are read for such a word.
const MAX_LIST: usize = 1_024;

/// What a path begins with that is no name in a package around.
const ROOT: &str = "_root_.";

/// Limit of the types around an import that are asked for what its path begins with.
const MAX_AROUND: usize = 8;

/// Limit of the imports of a name, and of those that lead to each other, that are followed for it.
const MAX_IMPORTS: usize = 4;

/// A path: its file, the type around it and its text.
type PathKey = (FileIndex, Option<u32>, String);

/// What paths mean.
#[derive(Default)]
struct Paths(Mutex<FxHashMap<PathKey, Lookup>>);

/// The types to which the implicit functions of files convert.
#[derive(Default)]
struct Conversions(Mutex<FxHashMap<FileIndex, FxHashSet<String>>>);

pub(super) struct Scala;

impl Semantics for Scala {
    /// A path begins in a package around the file, in a type around it, at the root, or with a name
    /// that an import gives.
    fn module(&self, names: &dyn Names, path: WrittenPath<'_>) -> Lookup {
        let around = types_around(path.unit, path.at.start as usize).next();
        let key = (path.unit.file, around, path.text.to_owned());
        let known = names.project().fact(|_| Paths::default());
        if let Some(found) = lock(&known.0).get(&key) {
            return found.clone();
        }
        let found = meaning(&Apart(names.project()), path, MAX_IMPORTS);
        lock(&known.0).insert(key, found.clone());
        found
    }

    fn imported_from<'u>(&self, unit: &'u Unit, name: &str) -> Option<&'u str> {
        // What is imported of a value is so in a block or a type only.
        let is_it = |import: &&Import| {
            let first = import.module.split('.').next().unwrap_or_default();
            matches!(import.imported, Imported::Name(of) if of.of(unit.content()) == name)
                && !is_variable(unit, first)
        };
        unit.imports_holding(name).find(is_it).map(|import| import.module.as_str())
    }

    /// In a package that is declared within others, the names of the outer ones are seen.
    fn lookup_around(&self, names: &dyn Names, unit: &Unit, _at: usize, name: &str) -> Lookup {
        let mut outer = unit.packages().into_iter().skip(1);
        let found = outer.find_map(|package| {
            let found = names.lookup(&Module::Package(package.into()), name);
            (found != Lookup::Unknown).then_some(found)
        });
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

    /// `object Conf` beside `class Conf`
    fn is_companion(&self, symbol: &Symbol) -> bool {
        symbol.kind == SymbolKind::Class
            && symbol.signature.split_whitespace().any(|word| word == "object")
    }

    /// `extension (order: Order) def total: Int`
    fn extended<'u>(&self, _unit: &'u Unit, symbol: &'u Symbol) -> Option<&'u str> {
        symbol.container.as_deref()
    }

    /// `implicit def toMoney(value: Int): Money`
    fn is_converted_to(&self, project: &Project<'_>, unit: &Unit, symbol: &Symbol) -> bool {
        let known = project.fact(|_| Conversions::default());
        let mut known = lock(&known.0);
        let types = known.entry(unit.file).or_insert_with(|| conversions(unit.content()));
        types.contains(&symbol.name)
    }

    /// Without a list of parameters, with an empty one, or with one that is given implicitly.
    fn is_nullary(&self, unit: &Unit, function: &Symbol) -> bool {
        let (names, name) = (unit.names(), function.name_bytes.start);
        let Some(arity) = names.arity_at(name) else { return true };
        let first = names.parameters.partition_point(|list| (list.start as usize) < name);
        let list = names.parameters.get(first).map_or("", |list| list.of(unit.content()));
        arity.most == Some(0) || is_given(list)
    }
}

/// Returns whether the arguments for a list of parameters are given implicitly.
fn is_given(list: &str) -> bool {
    let list = &list[..list.floor_char_boundary(MAX_LIST)];
    let inside = list.trim_start_matches('(').trim_start();
    GIVEN.iter().any(|word| {
        let after = inside.strip_prefix(word);
        after.is_some_and(|after| after.starts_with(char::is_whitespace))
    })
}

/// Look-ups that do not depend on what is being looked up already, so that what they find holds for
/// all. What types inherit is not looked for: the paths of their supertypes may begin here.
struct Apart<'a, 'p>(&'a Project<'p>);

impl Names for Apart<'_, '_> {
    fn project(&self) -> &Project<'_> {
        self.0
    }

    fn lookup(&self, module: &Module, name: &str) -> Lookup {
        self.0.lookup(module, name)
    }

    fn lookup_prefix(&self, module: &Module, name: &str) -> Lookup {
        self.0.lookup_prefix(module, name)
    }

    fn guarded(&self, _module: &Module, _name: &str, look: &mut dyn FnMut() -> Lookup) -> Lookup {
        look()
    }

    fn members_in_bodies(&self, types: &[Def], name: &str) -> Lookup {
        self.0.members_in_body(types, name)
    }
}

/// Returns what a path means. What it begins with is looked for without wildcard imports, whose own
/// paths would have to be known for that.
fn meaning(names: &dyn Names, path: WrittenPath<'_>, imports: usize) -> Lookup {
    if let Some(text) = path.text.strip_prefix(ROOT) {
        return Java.module(names, WrittenPath { text, ..path });
    }
    let segments: Vec<&str> = path.text.split('.').filter(|segment| !segment.is_empty()).collect();
    let Some((first, rest)) = segments.split_first() else { return Lookup::Unknown };
    let begins = |start: &Lookup| matches!(start, Lookup::Module(_) | Lookup::Definitions(_));
    let begun = member_around(names, path, first)
        .or_else(|| in_packages(names, path.unit, first))
        .or_else(|| imported(names, path, first, imports));
    if begins(&begun) {
        return rest.iter().fold(begun, |found, name| member(names, found, name));
    }
    match Java.module(names, path) {
        Lookup::External | Lookup::Unknown if may_be_known(path.unit, first) => Lookup::Unknown,
        Lookup::Unknown => Lookup::External,
        found => found,
    }
}

/// Returns whether the file may give a name a meaning that is not known: it is a variable, or comes
/// from a wildcard import.
fn may_be_known(unit: &Unit, name: &str) -> bool {
    let may_be_type = name.starts_with(char::is_uppercase);
    is_variable(unit, name) || may_be_type && unit.wildcard_imports().next().is_some()
}

fn is_variable(unit: &Unit, name: &str) -> bool {
    unit.bindings_named(name).next().is_some() || unit.fields_named(name).next().is_some()
}

/// Returns the names of the types that implicit functions of a text make of another value.
fn conversions(text: &str) -> FxHashSet<String> {
    let functions = text.split("implicit def ").skip(1).filter_map(|after| {
        let line = after.lines().next()?;
        let header = line.split(['=', '{']).next()?;
        let (before, result) = header.rsplit_once(':')?;
        let (_, parameter) = before.trim_end().strip_suffix(')')?.split_once('(')?;
        let is_given = GIVEN.iter().any(|word| parameter.trim_start().starts_with(word));
        (!is_given && parameter.contains(':')).then_some(result)
    });
    // `given Conversion[Int, Money]`
    let given = text.split("Conversion[").skip(1).filter_map(|after| {
        let arguments = after.lines().next()?.split(']').next()?;
        arguments.rsplit_once(',').map(|(_, result)| result)
    });
    let names = functions.chain(given).map(|result| {
        let name = result.trim().split('[').next().unwrap_or_default();
        name.rsplit('.').next().unwrap_or(name).trim().to_owned()
    });
    names.collect()
}

/// Looks a name up in the packages of a file, or in its directory if it declares none.
fn in_packages(names: &dyn Names, unit: &Unit, name: &str) -> Lookup {
    let packages = unit.packages();
    if packages.is_empty() {
        return names.lookup(&Module::Directory(split_path(unit.path()).0.into()), name);
    }
    let found = packages
        .into_iter()
        .map(|package| names.lookup_prefix(&Module::Package(package.into()), name));
    found.into_iter().find(|found| *found != Lookup::Unknown).unwrap_or(Lookup::Unknown)
}

/// Returns what imports of single names give a name.
fn imported(names: &dyn Names, path: WrittenPath<'_>, name: &str, imports: usize) -> Lookup {
    let unit = path.unit;
    let Some(imports) = imports.checked_sub(1) else { return Lookup::Unknown };
    let given = |import: &Import| {
        let Imported::Name(of) = import.imported else { return Lookup::Unknown };
        if import.alias.unwrap_or(of).of(unit.content()) != name {
            return Lookup::Unknown;
        }
        let module = WrittenPath { unit, text: &import.module, at: import.span };
        member(names, meaning(names, module, imports), of.of(unit.content()))
    };
    let mut found = unit.imports_holding(name).take(MAX_IMPORTS).map(given);
    found.find(|found| *found != Lookup::Unknown).unwrap_or(Lookup::Unknown)
}

/// Returns what a name behind a dot in a path means.
fn member(names: &dyn Names, of: Lookup, name: &str) -> Lookup {
    match of {
        Lookup::Module(module @ Module::Package(_)) => names.lookup_prefix(&module, name),
        Lookup::Definitions(defs) => names.members_in_bodies(&defs, name),
        Lookup::External => Lookup::External,
        Lookup::Module(_) | Lookup::Unknown => Lookup::Unknown,
    }
}

/// Returns the types around a place, innermost first.
fn types_around(unit: &Unit, at: usize) -> impl Iterator<Item = u32> {
    let inner = unit.enclosing(at, |symbol| unit.is_type(symbol));
    let around = std::iter::successors(inner.map(|inner| inner as usize), |index| {
        unit.symbols()[*index].parent
    });
    around
        .take(MAX_AROUND)
        .filter(|index| unit.is_type(&unit.symbols()[*index]))
        .map(|index| index as u32)
}

/// Returns the type that a path begins with and that a type around the path has as a member.
fn member_around(names: &dyn Names, path: WrittenPath<'_>, name: &str) -> Lookup {
    let unit = path.unit;
    let mut found = types_around(unit, path.at.start as usize)
        .map(|symbol| names.members_in_bodies(&[Def { file: unit.file, symbol }], name));
    let is_type = |found: &Lookup| matches!(found, Lookup::Definitions(defs) if defs.iter().any(|def| names.project().is_type(*def)));
    found.find(is_type).unwrap_or(Lookup::Unknown)
}

#[cfg(test)]
mod tests {
    use super::{MAX_LIST, is_given};

    #[test]
    fn a_list_is_read_for_the_word_at_its_beginning_up_to_a_limit() {
        assert!(is_given("(implicit a: A)") && is_given("( using A)"));
        assert!(!is_given("(implicitly: A)") && !is_given("(a: A)"));
        assert!(!is_given(&format!("({}implicit a: A)", " ".repeat(MAX_LIST))));
    }
}
