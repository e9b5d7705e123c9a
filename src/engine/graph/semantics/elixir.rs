//! Elixir: a name is looked up in modules by their full names, which aliases shorten. A bare one is
//! the module's own, or is imported, or comes from the code that a used module puts in its place.

mod files;
mod used;

use super::rules::Semantics;
use crate::domain::{Certainty, Symbol, SymbolKind};
use crate::engine::graph::model::{FileIndex, Home, Otherwise, Place, Places};
use crate::engine::graph::project::{Project, Unit};
use crate::engine::graph::rule::Rule;
use crate::workspace::names::{Qualifier, Role, Use};
use files::{FileModules, Files};
use used::AllUsed;

/// Limit of the bytes that a module's name is written with.
const MAX_PATH: usize = 512;

/// Limit of the bytes of a definition's header that are read for its parameters.
const MAX_HEADER: usize = 400;

/// Ending of the files that are modules of Erlang.
const ERLANG_ENDING: &str = ".erl";

pub(super) struct Elixir;

impl Semantics for Elixir {
    fn homes(&self, project: &Project<'_>, unit: &Unit, at: usize) -> Vec<Home> {
        let files = project.fact(|_| Files::default());
        let file = files.of(unit);
        let Some(module) = file.module_at(at) else { return Vec::new() };
        let name = module.name.clone();
        if is_quoted(unit, at) {
            return vec![Home::Template(name)];
        }
        let implemented = module.implements.as_ref();
        let implemented = implemented.map(|(of, at)| Home::Implementation(file.expand(of, *at)));
        let names = file.names_of_implementation(module).into_iter().map(Home::Module);
        std::iter::once(Home::Module(name)).chain(implemented).chain(names).collect()
    }

    fn places(&self, project: &Project<'_>, unit: &Unit, found: &Use) -> Option<Places> {
        let (text, at) = (unit.content(), found.span.start as usize);
        if found.role == Role::ImportPath {
            let files = project.fact(|_| Files::default());
            return files.of(unit).importing_at(at).map(|module| in_modules(vec![module]));
        }
        let is_of_value = matches!(found.role, Role::Call | Role::Read | Role::Type);
        if !is_of_value || found.span.of(text).starts_with(char::is_uppercase) {
            return None;
        }
        let files = project.fact(|_| Files::default());
        let file = files.of(unit);
        match found.qualifier {
            Qualifier::None => match module_before(text, at).filter(|_| is_element(text, at)) {
                Some(path) => Some(qualified(project, &files, &file, unit, (path, at))),
                None => Some(bare(project, &files, &file, unit, found)),
            },
            Qualifier::Receiver(of) if text[..at].ends_with(':') => {
                let path = unit.names().path_span(of)?.of(text);
                is_module(path).then(|| qualified(project, &files, &file, unit, (path, at)))
            }
            Qualifier::Receiver(_) | Qualifier::Path(_) => match attribute_before(text, at) {
                Some(attribute) => {
                    let module = file.attribute_at(attribute, at)?;
                    Some(in_modules(vec![module]))
                }
                None => match module_before(text, at) {
                    Some(path) => Some(qualified(project, &files, &file, unit, (path, at))),
                    None => erlang_module_before(project, text, at).map(|of| in_modules(vec![of])),
                },
            },
        }
    }

    fn places_used(&self, project: &Project<'_>, module: &str) -> Vec<Place> {
        let files = project.fact(|_| Files::default());
        let all = project.fact(|_| AllUsed::default());
        let mut places = Vec::new();
        for (unit, file, span) in used::modules_named(project, &files, module) {
            for directive in file.uses_at(span.end.saturating_sub(1)) {
                let used = all.of((project, &files), (&unit, &file), directive);
                places.extend(used.templates().cloned());
            }
        }
        places
    }

    /// `defdelegate name(value), to: Module`
    fn delegated(&self, project: &Project<'_>, unit: &Unit, symbol: &Symbol) -> Option<Home> {
        let text = unit.content().get(symbol.bytes.start..symbol.bytes.end)?;
        let rest = unit.content().get(symbol.name_bytes.end..symbol.bytes.end)?;
        let before = &text[..symbol.name_bytes.start.checked_sub(symbol.bytes.start)?];
        let is_delegation = before.trim_end().trim_end_matches('(').ends_with("defdelegate");
        // With `as`, what is called has another name.
        if !is_delegation || rest.contains("as: ") {
            return None;
        }
        let (_, to) = rest.split_once("to: ")?;
        let path = leading_path(to.trim_start());
        let files = project.fact(|_| Files::default());
        let at = symbol.name_bytes.start;
        is_module(path).then(|| Home::Module(files.of(unit).expand(path, at)))
    }

    fn needed_modules(&self, project: &Project<'_>, unit: &Unit) -> Vec<String> {
        project.fact(|_| Files::default()).of(unit).used_names()
    }

    /// Types are apart. A name alone calls no function that needs an argument, and a member of a
    /// value without parentheses is a field of it or a function without parameters.
    fn is_apart(&self, unit: &Unit, found: &Use, (defining, definition): (&Unit, &Symbol)) -> bool {
        match found.role {
            Role::Type => definition.kind.is_callable(),
            _ if definition.kind == SymbolKind::Type => true,
            Role::Call | Role::Read => {
                definition.kind.is_callable()
                    && is_alone(unit, found)
                    && needs_arguments(defining, definition)
            }
            _ => false,
        }
    }
}

/// Returns where a bare name is looked up.
fn bare(
    project: &Project<'_>,
    files: &Files,
    file: &FileModules,
    unit: &Unit,
    found: &Use,
) -> Places {
    let at = found.span.start as usize;
    let all = project.fact(|_| AllUsed::default());
    let mut places = Vec::new();
    let module = file.module_at(at);
    let place = |home, certainty, rule| Place { home, certainty, rule };
    if let Some(module) = module {
        let name = || module.name.clone();
        places.push(place(Home::Module(name()), Certainty::Likely, Rule::SameFile));
        places.push(place(Home::Template(name()), Certainty::Likely, Rule::SameFile));
    }
    let name = name_at(unit.content(), at);
    let mut is_open = module.is_none() || is_quoted(unit, at) || file.has_more_before(at);
    for import in file.imports_at(at) {
        is_open |= import.is_computed();
        if import.names.has(name, found.arguments) {
            let home = Home::Module(file.expand(&import.module, import.at));
            places.push(place(home, Certainty::Likely, Rule::Import));
        }
    }
    for directive in file.uses_at(at) {
        let used = all.of((project, files), (unit, file), directive);
        is_open |= used.is_open;
        places.extend(used.places_of(name, found.arguments).cloned());
    }
    places.sort_by_key(|place| place.certainty);
    let otherwise = if is_open { Otherwise::Any } else { Otherwise::External(None) };
    Places { places, otherwise }
}

/// Returns where a name behind that of a module is looked up.
fn qualified(
    project: &Project<'_>,
    files: &Files,
    file: &FileModules,
    unit: &Unit,
    (path, at): (&str, usize),
) -> Places {
    let all = project.fact(|_| AllUsed::default());
    let mut names = vec![file.expand(path, at)];
    if !file.is_aliased(path, at) {
        let aliases =
            file.uses_at(at).map(|directive| all.of((project, files), (unit, file), directive));
        names.extend(aliases.filter_map(|used| used.expand(path)));
    }
    in_modules(names)
}

/// Returns the places for a name behind that of a module, which has these full names.
fn in_modules(names: Vec<String>) -> Places {
    let otherwise = Otherwise::External(names.first().cloned());
    let certainty = Certainty::Likely;
    let place = |name| Place { home: Home::Module(name), certainty, rule: Rule::Path };
    Places { places: names.into_iter().map(place).collect(), otherwise }
}

/// Returns whether a byte offset is in code that is put in the place of a macro's call.
fn is_quoted(unit: &Unit, at: usize) -> bool {
    let (names, text) = (unit.names(), unit.content());
    let scopes = names.scopes_around(at as u32).take(MAX_DEPTH);
    let mut spans = scopes.map(|scope| names.scopes[scope as usize].span.range());
    spans.any(|span| text.get(span).is_some_and(|text| text.starts_with("quote")))
}

/// Limit of nested scopes, modules and names that stand for others.
const MAX_DEPTH: usize = 64;

/// Returns the name of the attribute that is written before a dot.
fn attribute_before(text: &str, at: usize) -> Option<&str> {
    let before = text[..at].strip_suffix('.')?;
    let is_of_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
    let length = before.bytes().rev().take(MAX_PATH).take_while(|byte| is_of_name(&byte)).count();
    let (around, name) = before.split_at(before.len() - length);
    (around.ends_with('@') && !name.is_empty()).then_some(name)
}

/// Returns the module that is written before a dot, as it is written; `None` for a value.
fn module_before(text: &str, at: usize) -> Option<&str> {
    let before = text[..at].strip_suffix('.')?;
    // The module of the macro that is written.
    if before.ends_with("unquote(__MODULE__)") {
        return Some("__MODULE__");
    }
    let (around, path) = split_last_path(before);
    (is_module(path) && !around.ends_with([':', '@', '?', '!'])).then_some(path)
}

/// Returns the module of Erlang that is written before a dot, with its colon, if none of the
/// project's files is it: `:ets`.
fn erlang_module_before(project: &Project<'_>, text: &str, at: usize) -> Option<String> {
    let (around, name) = split_last_path(text[..at].strip_suffix('.')?);
    let is_name = name.starts_with(|first: char| first.is_ascii_lowercase()) && !name.contains('.');
    let is_own = |file: &FileIndex| project.entry(*file).path.display.ends_with(ERLANG_ENDING);
    let is_outside = is_name && around.ends_with(':') && !around.ends_with("::");
    (is_outside && !project.with_stem(name).iter().any(is_own)).then(|| format!(":{name}"))
}

/// Splits a text before the path of names that it ends with.
fn split_last_path(text: &str) -> (&str, &str) {
    let is_of_path = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.');
    let length = text.as_bytes().iter().rev().take(MAX_PATH).take_while(is_of_path).count();
    text.split_at(text.len() - length)
}

/// Returns the path of names that a text begins with.
fn leading_path(text: &str) -> &str {
    let is_of_path = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.');
    let length = text.bytes().take(MAX_PATH).take_while(is_of_path).count();
    text[..length].trim_end_matches('.')
}

fn is_module(path: &str) -> bool {
    path.starts_with(|letter: char| letter.is_ascii_uppercase()) || path.starts_with("__MODULE__")
}

/// Returns the name of a function that starts at a byte offset.
fn name_at(text: &str, at: usize) -> &str {
    let rest = &text[at..];
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    let end = rest.find(|letter| !is_letter(letter)).unwrap_or(rest.len());
    let mark = rest[end..].chars().next().filter(|mark| matches!(mark, '?' | '!'));
    &rest[..end + mark.map_or(0, char::len_utf8)]
}

/// Returns whether a name stands without arguments: it is no call, unless of a function without
/// parameters.
fn is_alone(unit: &Unit, found: &Use) -> bool {
    if found.arguments.is_some() {
        return false;
    }
    let text = unit.content();
    let at = found.span.start as usize;
    let (before, after) = text.split_at(at);
    let after = &after[found.span.range().len()..];
    // What stands before the whole path gives an argument, or hands the function on.
    let is_of_path =
        |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'@');
    let path = match found.qualifier {
        Qualifier::None => 0,
        _ => before.as_bytes().iter().rev().take(MAX_PATH).take_while(is_of_path).count(),
    };
    let around = before[..before.len() - path].trim_end();
    let is_given = around.ends_with("|>") || around.ends_with('&') || is_element(text, at);
    // What the grammar could not read may be arguments.
    let next = after.trim_start_matches([' ', '\t']);
    let is_value = |letter: char| letter.is_alphanumeric() || "\"'[%:~@_".contains(letter);
    let has_more = after.starts_with('(') || next.starts_with(is_value) && !is_between_values(next);
    !has_more && !is_given
}

/// Returns whether a name is that of an element of a template, or of its closing tag, which calls a
/// function with one argument: `<.name>`, `</Module.name>`.
fn is_element(text: &str, at: usize) -> bool {
    let (around, path) = split_last_path(&text[..at]);
    !path.is_empty() && (around.ends_with('<') || around.ends_with("</"))
}

/// Returns whether a text begins with a word that stands between values or ends a block.
fn is_between_values(text: &str) -> bool {
    const WORDS: [&str; 10] =
        ["when", "and", "or", "in", "not", "end", "else", "rescue", "catch", "after"];
    let has = |word: &&str| {
        text.strip_prefix(*word).is_some_and(|rest| {
            !rest.starts_with(|letter: char| letter.is_alphanumeric() || letter == '_')
        })
    };
    WORDS.iter().any(has)
}

/// Returns whether a definition has a parameter that every call gives an argument for.
fn needs_arguments(unit: &Unit, definition: &Symbol) -> bool {
    let text = unit.content();
    let header =
        &text[definition.name_bytes.end..definition.bytes.end.max(definition.name_bytes.end)];
    let header: &str = match header.char_indices().nth(MAX_HEADER) {
        Some((end, _)) => &header[..end],
        None => header,
    };
    match header.strip_prefix('(') {
        Some(parameters) => !parameters.trim_start().starts_with(')') && !header.contains("\\\\"),
        None => false,
    }
}
