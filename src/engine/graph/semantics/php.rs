//! PHP: names of types and functions have full names, which namespaces and imports determine. A
//! bare function's may also be that of one outside of namespaces.

use super::rules::Semantics;
use crate::domain::{Certainty, Symbol, SymbolKind, Visibility};
use crate::engine::graph::model::{FullNames, Home, Otherwise, Place, Places};
use crate::engine::graph::project::{Project, Unit, names_of};
use crate::engine::graph::rule::Rule;
use crate::workspace::names::{Import, Qualifier, Role, Use};

/// Limit of the bytes before a name that are read for its namespace.
const MAX_PATH: usize = 512;

pub(super) struct Php;

impl Semantics for Php {
    fn full_names(&self, unit: &Unit, path: &[&str], at: usize) -> Option<FullNames> {
        let [name] = path else { return None };
        let is_word = unit.language.config.self_names.iter().any(|word| word == name);
        let is_builtin = unit.rules().builtin_types.iter().any(|word| word == name);
        let rest = unit.content().get(at..)?.strip_prefix(name)?;
        let before = unit.content().get(..at)?;
        let is_made = || before_path(before).trim_end().ends_with("new");
        let is_function = rest.trim_start().starts_with('(') && !is_made();
        let is_member = before.ends_with(['$', '>']) || before.ends_with("::");
        if is_word || is_builtin && !before.ends_with('\\') || is_function || is_member {
            return None;
        }
        let is_import = unit.names().use_at(at).is_some_and(|found| found.role == Role::ImportPath);
        let full = match is_import {
            true => imported_name(before, name),
            false => full_name(unit, name, at, false),
        };
        Some(FullNames { names: vec![full], within: None, are_all: true })
    }

    fn is_settable(&self, _unit: &Unit, member: &Symbol) -> bool {
        let is_field = matches!(member.kind, SymbolKind::Property | SymbolKind::Field);
        is_field && member.visibility != Some(Visibility::Private)
    }

    /// `Loud::note insteadof Logs, Quiet;`
    fn leaves_out(&self, unit: &Unit, of: &Symbol, (mixed_in, member): (&str, &str)) -> bool {
        const WORD: &str = "insteadof";
        let body = &unit.content()[of.bytes.clone()];
        let is_last = |path: &str, name: &str| {
            let last = path.trim().rsplit(['\\', ':']).next();
            last.is_some_and(|last| last.eq_ignore_ascii_case(name))
        };
        memchr::memmem::find_iter(body.as_bytes(), WORD).any(|at| {
            let taken = body[..at].split_whitespace().next_back().unwrap_or_default();
            let rest = &body[at + WORD.len()..];
            let given_up = rest.split([';', '}']).next().unwrap_or_default();
            !unit.names().is_text(of.bytes.start + at)
                && is_last(taken, member)
                && given_up.split(',').any(|path| is_last(path, mixed_in))
        })
    }

    /// What a function outside of types is called in full.
    fn homes(&self, _project: &Project<'_>, unit: &Unit, at: usize) -> Vec<Home> {
        let function = unit
            .symbol_named_at(at)
            .filter(|symbol| unit.symbol(*symbol).kind == SymbolKind::Function);
        let Some(function) = function else { return Vec::new() };
        vec![Home::Module(lower(&unit.full_name(function).join("\\")))]
    }

    fn places(&self, _project: &Project<'_>, unit: &Unit, found: &Use) -> Option<Places> {
        let text = unit.content();
        let (at, name) = (found.span.start as usize, found.span.of(text));
        let is_called = text.get(found.span.end as usize..)?.trim_start().starts_with('(');
        let before = before_path(&text[..at]).trim_end();
        let is_made =
            before.ends_with("new") || before.ends_with(['>', '$']) || before.ends_with("::");
        let is_quoted = before.ends_with(['\'', '"']);
        let is_function = found.role == Role::Call && is_called && !is_made;
        if found.qualifier != Qualifier::None || !is_function && !is_quoted {
            return None;
        }
        let mut names = match is_quoted {
            true => vec![
                names_of(&text[before_path(&text[..at]).len()..at + name.len()])
                    .map(str::to_owned)
                    .collect(),
            ],
            false => vec![full_name(unit, name, at, true)],
        };
        if !is_quoted && !text[..at].ends_with('\\') && imported(unit, name, true).is_none() {
            names.push(vec![name.to_owned()]);
        }
        let place = |full: Vec<String>| Place {
            home: Home::Module(lower(&full.join("\\"))),
            certainty: Certainty::Likely,
            rule: Rule::Import,
        };
        let places = names.into_iter().map(place).collect();
        Some(Places { places, otherwise: Otherwise::External(None) })
    }
}

/// Returns the full name that an import has at its last name, by the text before that: the path,
/// and the one before a group: `use Shop\Jobs\{Import, Export};`.
fn imported_name(before: &str, name: &str) -> Vec<String> {
    let statement = &before[before.rfind([';', '}']).map_or(0, |end| end + 1)..];
    let group = statement.rfind('{').map(|at| statement[..at].trim_end());
    let prefix = group.map_or("", |group| &group[before_path(group).len()..]);
    let path = &before[before_path(before).len()..];
    let names = names_of(prefix).chain(names_of(path)).map(str::to_owned);
    names.chain(std::iter::once(name.to_owned())).collect()
}

fn lower(name: &str) -> String {
    name.to_lowercase()
}

/// Returns a text without the path at its end: `new ` of `new \A\B\`.
fn before_path(text: &str) -> &str {
    let is_path = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '\\');
    if text.ends_with('\\') { text.trim_end_matches(is_path) } else { text }
}

/// Returns the full name of what a name at a place means, with the path that is written before it.
fn full_name(unit: &Unit, name: &str, at: usize, is_function: bool) -> Vec<String> {
    let text = &unit.content()[..at];
    let path = &text[before_path(text).len()..];
    let path = if path.len() > MAX_PATH { "" } else { path };
    let owned = |names: &str| names_of(names).map(str::to_owned).collect::<Vec<String>>();
    let mut full = match names_of(path).next() {
        _ if path.starts_with('\\') => owned(path),
        Some(first) if first.eq_ignore_ascii_case("namespace") => {
            namespace_at(unit, at).into_iter().chain(owned(path).into_iter().skip(1)).collect()
        }
        Some(first) => match imported(unit, first, false) {
            Some(import) => {
                owned(&import.module).into_iter().chain(owned(path).into_iter().skip(1)).collect()
            }
            None => namespace_at(unit, at).into_iter().chain(owned(path)).collect(),
        },
        None => match imported(unit, name, is_function) {
            Some(import) => return owned(&import.module),
            None => namespace_at(unit, at),
        },
    };
    full.push(name.to_owned());
    full
}

/// Returns the import that gives a name its meaning.
fn imported<'u>(unit: &'u Unit, name: &str, is_function: bool) -> Option<&'u Import> {
    let local = |import: &'u Import| match import.alias {
        Some(alias) => alias.of(unit.content()),
        None => names_of(&import.module).next_back().unwrap_or_default(),
    };
    unit.imports_holding(name).find(|import| {
        local(import).eq_ignore_ascii_case(name) && imports_function(unit, import) == is_function
    })
}

/// Returns whether an import is one of functions: `use function a\f`.
fn imports_function(unit: &Unit, import: &Import) -> bool {
    let at = import.span.start as usize;
    let start = at.saturating_sub(MAX_PATH);
    let before = unit.content().get(start..at).unwrap_or_default();
    let statement = before.rsplit(';').next().unwrap_or(before);
    let after = statement.rfind("use ").map(|at| statement[at + "use ".len()..].trim_start());
    after.is_some_and(|after| after.starts_with("function "))
}

/// Returns the names of the namespace at a place.
fn namespace_at(unit: &Unit, at: usize) -> Vec<String> {
    let block = unit.enclosing(at, |symbol| symbol.kind == SymbolKind::Module);
    let name = match block {
        Some(block) => unit.symbol(block).full_name(),
        None => unit.names().package.map_or("", |name| name.of(unit.content())),
    };
    names_of(name).map(str::to_owned).collect()
}
