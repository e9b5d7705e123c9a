//! Clojure: a name is looked up in namespaces by their full names, which aliases shorten. A bare
//! one is of its own namespace, or is referred to by the head of the file.

mod forms;
mod spaces;

use super::rules::Semantics;
use crate::domain::{Certainty, Symbol, SymbolKind};
use crate::engine::graph::model::{Home, Otherwise, Place, Places};
use crate::engine::graph::project::{Project, Unit};
use crate::engine::graph::rule::Rule;
use crate::workspace::names::{Role, Use};
use spaces::{FileSpaces, Files, MAX_SPACES};

pub(super) struct Clojure;

impl Semantics for Clojure {
    /// What a type has of a protocol is called by the protocol's function.
    fn homes(&self, project: &Project<'_>, unit: &Unit, at: usize) -> Vec<Home> {
        let Some(symbol) = unit.symbol_named_at(at).map(|symbol| unit.symbol(symbol)) else {
            return Vec::new();
        };
        let files = project.fact(|_| Files::default());
        let file = files.of(unit);
        let Some(own) = file.name_at(at) else { return Vec::new() };
        if symbol.kind == SymbolKind::Module {
            return Vec::new();
        }
        if symbol.kind == SymbolKind::Method && !is_of_protocol(unit, symbol) {
            let of = protocol_before(unit, at).map(|of| spaces_of(unit, &file, own, &of));
            return of.unwrap_or_default().into_iter().map(Home::Implementation).collect();
        }
        vec![Home::Module(own.to_owned())]
    }

    fn places(&self, project: &Project<'_>, unit: &Unit, found: &Use) -> Option<Places> {
        let is_of_value =
            matches!(found.role, Role::Call | Role::Read | Role::Type | Role::Inherit);
        let (text, at) = (unit.content(), found.span.start as usize);
        let name = found.span.of(text);
        // What stands before a slash is the name of a namespace, as is one with dots.
        if !is_of_value || name.contains('.') || text[found.span.range().end..].starts_with('/') {
            return None;
        }
        let files = project.fact(|_| Files::default());
        let file = files.of(unit);
        let own = file.name_at(at)?;
        if file.is_in_head(at) {
            return None;
        }
        let place = |space: &str, rule| Place {
            home: Home::Module(space.to_owned()),
            certainty: Certainty::Likely,
            rule,
        };
        if let Some(qualifier) = qualifier_before(text, at) {
            let spaces = file.expand(qualifier);
            let is_own = file.is_open
                || spaces.len() == MAX_SPACES
                || spaces.iter().any(|space| is_of_project(project, space));
            let otherwise = match is_own {
                true => Otherwise::Any,
                false => Otherwise::External(spaces.first().map(|space| (*space).to_owned())),
            };
            let places = spaces.into_iter().map(|space| place(space, Rule::Path)).collect();
            return Some(Places { places, otherwise });
        }
        if file.is_renamed(name) {
            return None;
        }
        let (given, are_all) = file.spaces_of(name);
        let given = given.map(|space| place(space, Rule::Import));
        let places = std::iter::once(place(own, Rule::SameFile)).chain(given).collect();
        let otherwise = if are_all { Otherwise::External(None) } else { Otherwise::Any };
        Some(Places { places, otherwise })
    }
}

/// Returns whether a method is one that a protocol declares.
fn is_of_protocol(unit: &Unit, method: &Symbol) -> bool {
    let parent = method.parent.map(|parent| unit.symbols()[parent].kind);
    parent == Some(SymbolKind::Interface)
}

/// Returns the last protocol that is named before a method of a type.
fn protocol_before(unit: &Unit, at: usize) -> Option<Use> {
    let uses = &unit.names().uses;
    let before = uses.partition_point(|found| (found.span.start as usize) < at);
    uses[..before].iter().rfind(|found| found.role == Role::Inherit).copied()
}

/// Returns the namespaces in which a name may be defined.
fn spaces_of(unit: &Unit, file: &FileSpaces, own: &str, found: &Use) -> Vec<String> {
    let (text, at) = (unit.content(), found.span.start as usize);
    let spaces: Vec<&str> = match qualifier_before(text, at) {
        Some(qualifier) => file.expand(qualifier),
        None => std::iter::once(own).chain(file.spaces_of(found.span.of(text)).0).collect(),
    };
    spaces.into_iter().map(str::to_owned).collect()
}

/// Returns what is written before a slash and a name, which may be that of a record behind the
/// arrow of the function that makes one.
fn qualifier_before(text: &str, at: usize) -> Option<&str> {
    let before = &text[..at];
    let arrow = before.strip_suffix("->");
    let made = arrow.map(|made| made.strip_suffix("map").unwrap_or(made));
    let before = made.unwrap_or(before).strip_suffix('/')?;
    let ends = |letter: char| letter.is_whitespace() || "()[]{}\"'`~@^#,;\\".contains(letter);
    let from = before.rfind(ends).map_or(0, |end| end + 1);
    before.get(from..).filter(|qualifier| !qualifier.is_empty())
}

/// Returns whether the path of a file is that of a namespace.
fn is_of_project(project: &Project<'_>, space: &str) -> bool {
    let path = space.replace('-', "_").replace('.', "/");
    let stem = path.rsplit('/').next().unwrap_or(&path);
    project.with_stem(stem).iter().any(|file| {
        let displayed = &*project.entry(*file).path.display;
        let above = displayed.rsplit_once('.').map_or(displayed, |(above, _)| above);
        let around = above.strip_suffix(path.as_str());
        around.is_some_and(|around| around.is_empty() || around.ends_with('/'))
    })
}
