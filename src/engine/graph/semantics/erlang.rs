//! Erlang: functions are looked up in modules by name, fields of records are named beside their
//! record only, and types where types are written.

mod atoms;
mod directives;
mod headers;

use super::rules::Semantics;
use crate::domain::{Certainty, Symbol, SymbolKind};
use crate::engine::graph::model::{FileIndex, Home, Otherwise, Place, Places};
use crate::engine::graph::project::{Project, Unit, split_path};
use crate::engine::graph::rule::Rule;
use crate::workspace::names::{Qualifier, Role, Use};
use atoms::{Named, Written, has_arity, named_at, written_before};
use directives::Files;
use headers::Headers;

pub(super) struct Erlang;

impl Semantics for Erlang {
    /// What a behaviour asks of other modules is no function of its own.
    fn homes(&self, project: &Project<'_>, unit: &Unit, at: usize) -> Vec<Home> {
        let symbol = unit.symbol_named_at(at).map(|symbol| unit.symbol(symbol).kind);
        match symbol {
            Some(SymbolKind::Method) => Vec::new(),
            _ => {
                let file = project.fact(|_| Files::default()).of(unit);
                vec![Home::Module(file.module.as_deref().unwrap_or_else(|| stem(unit)).to_owned())]
            }
        }
    }

    fn places(&self, project: &Project<'_>, unit: &Unit, found: &Use) -> Option<Places> {
        if !matches!(found.role, Role::Call | Role::Read | Role::Type) {
            return None;
        }
        let (text, at) = (unit.content(), found.span.start as usize);
        let (name, likely) = (found.span.of(text), Certainty::Likely);
        match written_before(text, at) {
            Some(Written::Module(module)) => Some(in_module(module, likely)),
            Some(Written::Own) => Some(in_module(module_of(unit), likely)),
            Some(Written::Value) => None,
            None if found.role == Role::Type || found.qualifier != Qualifier::None => None,
            None => match named_at(unit, found)? {
                Named::Called => bare(project, unit, name),
                Named::Imported(module) => Some(in_module(module, likely)),
                Named::OfModule(module, certainty) => {
                    defines(project, module, name).then(|| in_module(module, certainty))
                }
                Named::OfOwn(certainty) => {
                    let is_own = unit.symbols_named(name).any(|(_, own)| is_function(own.kind));
                    is_own.then(|| in_module(module_of(unit), certainty))
                }
                Named::OfAny => Some(Places { places: Vec::new(), otherwise: Otherwise::Any }),
                Named::Data => None,
            },
        }
    }

    /// What stands before a field is the name of its record, which is the file's own or a header's;
    /// what stands before a colon is the name of a module. An atom is a function's name only where
    /// it is called or stands beside its module or its arity.
    fn is_apart(&self, unit: &Unit, found: &Use, (defining, definition): (&Unit, &Symbol)) -> bool {
        let before = unit.content()[..found.span.start as usize].trim_end();
        let is_of_module = || before.ends_with(':');
        let record = match found.qualifier {
            Qualifier::Path(record) if !is_of_module() => Some(record),
            _ => None,
        };
        match (record, definition.kind == SymbolKind::Field) {
            (Some(record), true) => {
                // A macro may stand for any record.
                let written = record.and_then(|record| unit.names().single_name(record));
                let own = definition.parent.map(|parent| &defining.symbols()[parent].name);
                let is_seen = defining.file == unit.file || self.is_header(defining.path());
                !is_seen
                    || written
                        .is_some_and(|name| own.is_none_or(|own| name.of(unit.content()) != own))
            }
            (None, false) => match found.role {
                Role::Type => definition.kind.is_callable(),
                Role::Read if is_function(definition.kind) => {
                    // Asked first, since it is quickly known.
                    let after = &unit.content()[found.span.end as usize..];
                    found.qualifier == Qualifier::None
                        && !has_arity(after)
                        && match named_at(unit, found) {
                            Some(Named::Data) => true,
                            Some(Named::OfModule(module, _)) => module_of(defining) != module,
                            Some(Named::OfOwn(_)) => defining.file != unit.file,
                            _ => false,
                        }
                }
                _ => definition.kind == SymbolKind::Type,
            },
            _ => true,
        }
    }

    /// Headers hold what several files include.
    fn is_header(&self, path: &str) -> bool {
        path.ends_with(".hrl")
    }
}

const fn is_function(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Function | SymbolKind::Method)
}

/// Returns whether a module of the project defines a function.
fn defines(project: &Project<'_>, module: &str, name: &str) -> bool {
    let is_of_erlang = |file: &FileIndex| project.entry(*file).path.display.ends_with(".erl");
    let mut files = project.with_stem(module).iter().copied().filter(is_of_erlang);
    files.any(|file| !project.definitions_in(file, name).is_empty())
}

/// Returns the name of a file's module; that of a header, of which there is none, is its own.
fn module_of(unit: &Unit) -> &str {
    declared_module(unit).unwrap_or_else(|| stem(unit))
}

fn declared_module(unit: &Unit) -> Option<&str> {
    let module = unit.symbols().iter().find(|symbol| symbol.kind == SymbolKind::Module);
    module.map(|module| without_quotes(&module.name))
}

/// Returns the name of a header, by which others include it.
fn stem(unit: &Unit) -> &str {
    split_path(unit.path()).1
}

fn without_quotes(atom: &str) -> &str {
    atom.trim_matches('\'')
}

/// Returns the places for a name behind that of a module.
fn in_module(module: &str, certainty: Certainty) -> Places {
    let home = Home::Module(module.to_owned());
    let places = vec![Place { home, certainty, rule: Rule::Path }];
    Places { places, otherwise: Otherwise::External(Some(module.to_owned())) }
}

/// Returns where a function is looked up that is called without its module: in the module itself,
/// in those it imports the name from, and in the headers that it includes. `None` in a header,
/// whose text is part of other modules.
fn bare(project: &Project<'_>, unit: &Unit, name: &str) -> Option<Places> {
    let file = project.fact(|_| Files::default()).of(unit);
    let place = |module: &str, rule| Place {
        home: Home::Module(module.to_owned()),
        certainty: Certainty::Likely,
        rule,
    };
    let own = place(file.module.as_deref()?, Rule::SameFile);
    let headers = project.fact(|_| Headers::default()).of(project, unit);
    let given = file.imported(name).iter().chain(headers.iter());
    let given = given.map(|module| place(module, Rule::Import));
    let places = std::iter::once(own).chain(given).collect();
    Some(Places { places, otherwise: Otherwise::External(None) })
}
