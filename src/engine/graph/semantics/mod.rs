//! The semantics of each language, one file per family.

mod c_family;
mod clojure;
mod csharp;
mod dart;
mod ecmascript;
mod elixir;
mod erlang;
mod gleam;
mod go;
mod gradle;
mod haskell;
mod java;
mod lua;
mod names;
mod namespaces;
mod objective_c;
mod paths;
mod perl;
mod php;
mod python;
mod ruby;
mod rules;
mod rust;
mod scala;
mod solidity;
mod static_words;
mod type_arguments;
mod written;
mod zig;

pub(in crate::engine) use names::Names;
pub(in crate::engine::graph) use paths::leads_to;
pub(in crate::engine) use paths::{Directories, common_prefix};
pub(in crate::engine) use rules::{Importer, Semantics};
pub(in crate::engine::graph) use static_words::is_of_type_itself;
pub(in crate::engine) use type_arguments::{is_applied, number_of_arguments};
pub(in crate::engine) use written::WrittenPath;

use super::project::{Project, Unit};
use crate::domain::Cancelled;
use crate::lang::{Dialect, Family, Language};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A language without rules other than its `language.toml`.
struct Plain;

impl Semantics for Plain {}

/// Returns the semantics of a language.
pub(in crate::engine) fn of(language: &Language) -> &'static dyn Semantics {
    match language.config.graph.dialect {
        Dialect::Scala => return &scala::Scala,
        Dialect::None => {}
    }
    match language.config.graph.family {
        Family::None => &Plain,
        Family::Rust => &rust::Rust,
        Family::Python => &python::Python,
        Family::Ecmascript => &ecmascript::Ecmascript,
        Family::Dart => &dart::Dart,
        Family::Elixir => &elixir::Elixir,
        Family::Erlang => &erlang::Erlang,
        Family::Gleam => &gleam::Gleam,
        Family::Go => &go::Go,
        Family::Haskell => &haskell::Haskell,
        Family::Java => &java::Java,
        Family::Lua => &lua::Lua,
        Family::ObjectiveC => &objective_c::ObjectiveC,
        Family::Perl => &perl::Perl,
        Family::Php => &php::Php,
        Family::Ruby => &ruby::Ruby,
        Family::CSharp => &csharp::CSharp,
        Family::C => &c_family::CFamily,
        Family::Clojure => &clojure::Clojure,
        Family::Solidity => &solidity::Solidity,
        Family::Zig => &zig::Zig,
    }
}

/// Finds the definitions that look-ups in some files need, with one pass over the text.
pub(in crate::engine::graph) fn prepare(
    project: &Project<'_>,
    units: &[Arc<Unit>],
) -> Result<(), Cancelled> {
    let needed = |unit: &Arc<Unit>| of(unit.language).needed_modules(project, unit);
    let names: BTreeSet<String> = units.iter().flat_map(needed).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    project.find_definitions(&names)
}

impl<'a> Importer<'a> {
    pub(in crate::engine) fn new(text: &'a str, path: &'a str, language: &Language) -> Self {
        let semantics = of(language);
        Self { text, path, exported: semantics.exported_names(text), semantics }
    }
}
