//! Perl: a package is known by its full name, wherever it is named. A function that is called by
//! its bare name is of the package around the call, or imported; a method is looked up in the
//! package of what it is called on and in those above. Variables have names of their own.

use super::rules::Semantics;
use crate::domain::{Certainty, Symbol, SymbolKind, is_word, remembered};
use crate::engine::graph::model::{FileIndex, FullNames, Home, Otherwise, Place, Places};
use crate::engine::graph::project::{Project, Unit};
use crate::engine::graph::rule::Rule;
use crate::workspace::names::{Binding, Qualifier, Role, Span, Use};
use regex::Regex;
use rustc_hash::FxHashMap;
use std::sync::{Arc, LazyLock, Mutex};

/// Names of parameters that a method may have for what it is called on.
const SELVES: [&str; 4] = ["class", "proto", "self", "this"];

/// The package of what stands in none.
const MAIN: &str = "main";

static IMPORT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m)^[ \t]*use[ \t]+([A-Z]\w*(?:::\w+)*)\b([^;#]*);").expect("a valid expression")
});

pub(super) struct Perl;

impl Semantics for Perl {
    /// Each program has a package `main` of its own.
    fn is_part(&self, symbol: &Symbol) -> bool {
        matches!(symbol.kind, SymbolKind::Class | SymbolKind::Module) && symbol.full_name() != MAIN
    }

    fn has_marked_parts(&self) -> bool {
        false
    }

    fn full_names(&self, _: &Unit, path: &[&str], _: usize) -> Option<FullNames> {
        let is_package = path.len() > 1 || path.first()?.starts_with(char::is_uppercase);
        is_package.then(|| FullNames {
            names: vec![path.iter().map(|name| (*name).to_owned()).collect()],
            within: None,
            are_all: true,
        })
    }

    /// `__PACKAGE__`, what the first `shift` of a sub gives, and the first parameter of a sub that
    /// writes its parameters.
    fn type_of_word(&self, unit: &Unit, word: &str, at: usize) -> Option<(Span, bool)> {
        let is_it = match word {
            "__PACKAGE__" => true,
            "shift" => is_first_shift(unit, at),
            word if SELVES.contains(&word) => is_first_parameter(unit, word, at),
            _ => false,
        };
        let package = unit.enclosing(at, |symbol| unit.is_type(symbol)).filter(|_| is_it)?;
        let symbol = unit.symbol(package);
        let length = symbol.full_name().len();
        let end = symbol.name_bytes.end;
        Some((Span::new(end.checked_sub(length)?..end), false))
    }

    fn homes(&self, _: &Project<'_>, unit: &Unit, at: usize) -> Vec<Home> {
        vec![home(unit, at)]
    }

    fn places(&self, project: &Project<'_>, unit: &Unit, found: &Use) -> Option<Places> {
        let (text, at) = (unit.content(), found.span.start as usize);
        let own =
            Place { home: home(unit, at), certainty: Certainty::Likely, rule: Rule::SameFile };
        let is_bare = found.qualifier == Qualifier::None;
        if is_variable(text, found) {
            let otherwise = Otherwise::External(None);
            return is_bare.then(|| Places { places: vec![own], otherwise });
        }
        let name = found.span.of(text);
        if found.role == Role::ImportPath {
            return imported_from(text, at).map(|module| Places {
                places: vec![of_module(module, Certainty::Likely)],
                otherwise: otherwise(project, module),
            });
        }
        let is_function =
            matches!(found.role, Role::Call | Role::Read) && !name.starts_with(char::is_uppercase);
        if !is_bare || !is_function {
            return None;
        }
        let imports = project.fact(|_| Imports::default()).of(unit);
        let mut places = vec![own];
        let mut outside = None;
        for (module, names) in imports.iter() {
            let is_named = names.iter().any(|imported| imported == name);
            if is_named || names.is_empty() {
                let certainty = if is_named { Certainty::Likely } else { Certainty::Possible };
                places.push(of_module(module, certainty));
            }
            if is_named {
                outside = Some(module.clone());
            }
        }
        let otherwise = outside.map_or(Otherwise::Any, |module| otherwise(project, &module));
        Some(Places { places, otherwise })
    }

    /// What a script sets at its top is seen in all of it.
    fn has_loaded_variables(&self) -> bool {
        true
    }

    fn may_be_local(&self, unit: &Unit, found: &Use) -> bool {
        is_variable(unit.content(), found)
    }

    /// Variables, and what is no variable, have names of their own. The key of a hash may be that
    /// of an attribute, but of no function.
    fn is_apart(&self, unit: &Unit, found: &Use, (_, definition): (&Unit, &Symbol)) -> bool {
        let text = unit.content();
        if is_variable(text, found) != (definition.kind == SymbolKind::Variable) {
            return true;
        }
        let is_key = text[..found.span.range().start].trim_end().ends_with('{')
            && text[found.span.range().end..].trim_start().starts_with('}')
            && found.role == Role::Read;
        is_key && definition.kind.is_callable()
    }
}

/// Returns the package around a place. What stands in none is of the file alone.
fn home(unit: &Unit, at: usize) -> Home {
    let package = unit.enclosing(at, |symbol| unit.is_type(symbol));
    let name = package.map_or(MAIN, |package| unit.symbol(package).full_name());
    Home::Module(match name {
        MAIN => format!("{MAIN} {}", unit.path()),
        name => name.to_owned(),
    })
}

/// Returns what a name means that a module gives without defining it: one of the project's may pass
/// it on.
fn otherwise(project: &Project<'_>, module: &str) -> Otherwise {
    let stem = module.rsplit("::").next().unwrap_or(module);
    match project.with_stem(stem) {
        [] => Otherwise::External(Some(module.to_owned())),
        _ => Otherwise::Any,
    }
}

fn of_module(module: &str, certainty: Certainty) -> Place {
    Place { home: Home::Module(module.to_owned()), certainty, rule: Rule::Import }
}

/// Returns the module from which the statement around a place imports.
fn imported_from(text: &str, at: usize) -> Option<&str> {
    let start = text[..at].rfind(';').map_or(0, |end| end + 1);
    let statement = text.get(start..)?;
    let found = IMPORT.captures(statement)?;
    found.get(0).filter(|found| start + found.end() > at)?;
    Some(found.get(1)?.as_str())
}

/// Returns whether a use is one of a variable: a sign stands before its name.
fn is_variable(text: &str, found: &Use) -> bool {
    let before = text[..found.span.range().start].trim_end_matches(is_path);
    let bare = before.strip_suffix('{').unwrap_or(before);
    let bare = bare.strip_suffix('#').filter(|bare| bare.ends_with('$')).unwrap_or(bare);
    let is_in_braces = bare.len() < before.len();
    bare.ends_with(['$', '@', '%']) && !(is_in_braces && found.role == Role::Call)
}

fn is_path(letter: char) -> bool {
    is_word(letter) || letter == ':'
}

/// Returns the sub with a name that a place is in, unless one without a name is between them.
fn named_sub(unit: &Unit, at: usize) -> Option<&Symbol> {
    let sub = unit.enclosing(at, |symbol| symbol.kind.is_callable())?;
    let sub = unit.symbol(sub);
    let inside = unit.content().get(sub.name_bytes.end..at)?;
    let names = unit.names();
    let around = names.scopes_around(u32::try_from(at).ok()?);
    let mut between = around
        .map(|scope| names.scopes[scope as usize].span)
        .take_while(|scope| scope.range().start > sub.name_bytes.end);
    let is_nameless = |scope: &Span| {
        let start = scope.range().start - sub.name_bytes.end;
        let before = inside[..start.min(inside.len())].trim_end();
        inside.get(start..).is_some_and(|rest| rest.starts_with("sub")) || before.ends_with("sub")
    };
    (!between.any(|scope| is_nameless(&scope))).then_some(sub)
}

/// Returns whether a `shift` at a place gives the first argument of a sub with a name.
fn is_first_shift(unit: &Unit, at: usize) -> bool {
    named_sub(unit, at).is_some_and(|sub| {
        let before = unit.content().get(sub.name_bytes.end..at).unwrap_or_default();
        let mut words = before.split(|letter: char| !is_word(letter));
        !words.any(|word| word == "shift") && !before.contains("@_")
    })
}

/// Returns whether a variable at a place is the first parameter that a sub with a name writes.
fn is_first_parameter(unit: &Unit, word: &str, at: usize) -> bool {
    let Ok(place) = u32::try_from(at) else { return false };
    let names = unit.names();
    let bound = |scope: u32| {
        let is_it = |binding: &&Binding| binding.scope == scope;
        unit.bindings_named(word).find(is_it).map(|binding| binding.name.range().start)
    };
    let Some(binding) = names.scopes_around(place).find_map(bound) else { return false };
    named_sub(unit, binding).is_some_and(|sub| {
        let before = unit.content().get(sub.name_bytes.end..binding).unwrap_or_default();
        let before: String = before.split_whitespace().collect();
        before == "($"
    })
}

/// What files import by name, by file.
#[derive(Default)]
struct Imports {
    known: Mutex<FxHashMap<FileIndex, Imported>>,
}

/// Modules, each with the names that are imported from it; none for those that it exports by
/// itself.
type Imported = Arc<[(String, Vec<String>)]>;

impl Imports {
    fn of(&self, unit: &Unit) -> Imported {
        remembered(&self.known, unit.file, || imported(unit))
    }
}

/// Returns what a file imports by name.
fn imported(unit: &Unit) -> Imported {
    let text = unit.content();
    let all = IMPORT.captures_iter(text).filter_map(|found| {
        let (module, names) = (found.get(1)?, found.get(2)?);
        let names = names.as_str().trim().trim_start_matches("qw");
        let names = names.split(|letter: char| !is_word(letter));
        let names = names.filter(|name| name.starts_with(|first: char| !first.is_numeric()));
        let is_text = unit.names().is_text(module.start());
        let names = names.map(str::to_owned).collect();
        (!is_text).then(|| (module.as_str().to_owned(), names))
    });
    all.collect()
}
