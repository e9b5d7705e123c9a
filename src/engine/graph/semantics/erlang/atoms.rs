//! What an atom names by what is written beside it.

use super::without_quotes;
use crate::domain::Certainty;
use crate::engine::graph::project::Unit;
use crate::workspace::names::{Role, Use};

/// Limit of the bytes before an atom that are read for the call that it is an argument of.
const MAX_BEFORE: usize = 512;

/// Limit of the bytes before a name that are read for the import in whose list it is. Behind them a
/// name is looked up as a called one is, which finds what is imported too.
const MAX_LIST: usize = 4_096;

/// What is written before a colon.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Written<'t> {
    Module(&'t str),
    /// `?MODULE`
    Own,
    /// A variable or another expression.
    Value,
}

/// What a name without a module before it can be as that of a function.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Named<'t> {
    Called,
    /// In a list of the functions that are imported from a module.
    Imported(&'t str),
    /// Behind a module and a comma: `{pool, start, []}`.
    OfModule(&'t str, Certainty),
    OfOwn(Certainty),
    /// Behind a variable in a call that takes a module and a function: `apply(Module, start, [])`.
    OfAny,
    Data,
}

/// Returns what is written before a name and a colon; `None` without a colon.
pub(super) fn written_before(text: &str, at: usize) -> Option<Written<'_>> {
    let before = text[..at].trim_end().strip_suffix(':')?;
    if before.ends_with(':') {
        return None;
    }
    Some(match module_at_end(before) {
        Some((module, _)) => module,
        None => Written::Value,
    })
}

/// Returns the module that a text ends with, and what stands before that.
fn module_at_end(text: &str) -> Option<(Written<'_>, &str)> {
    let text = text.trim_end();
    if let Some(inside) = text.strip_suffix('\'') {
        let open = inside.rfind('\'')?;
        return Some((Written::Module(&inside[open + 1..]), &text[..open]));
    }
    let word = text.trim_end_matches(is_of_atom);
    let (name, before) = (&text[word.len()..], word);
    match (before.strip_suffix('?'), name.chars().next()?) {
        (Some(before), _) if name == "MODULE" => Some((Written::Own, before)),
        (None, first) if first.is_lowercase() => Some((Written::Module(name), before)),
        (_, first) if first.is_uppercase() || first == '_' => Some((Written::Value, before)),
        _ => None,
    }
}

fn is_of_atom(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_' || letter == '@'
}

/// Returns whether the text behind a name is the number of a function's parameters: `fun save/2`.
pub(super) fn has_arity(after: &str) -> bool {
    let arity = after.trim_start().strip_prefix('/').map(str::trim_start);
    arity.is_some_and(|arity| arity.starts_with(|digit: char| digit.is_ascii_digit()))
}

/// Returns what a name is as that of a function; `None` for one that is none, such as a macro's.
pub(super) fn named_at<'u>(unit: &'u Unit, found: &Use) -> Option<Named<'u>> {
    let (text, span) = (unit.content(), found.span.range());
    let (before, after) = (text[..span.start].trim_end(), text[span.end..].trim_start());
    if before.ends_with(['?', '#']) {
        return None;
    }
    // The name of a function is repeated before its type.
    let is_declared = || {
        let words = before.trim_end_matches("-spec");
        words.len() < before.len() || before.ends_with("-callback")
    };
    if found.role == Role::Call || is_declared() {
        return Some(Named::Called);
    }
    if has_arity(after) {
        return Some(imported_at(before).map_or(Named::Called, Named::Imported));
    }
    if found.role != Role::Read {
        return None;
    }
    Some(in_tuple(before, after).unwrap_or_else(|| match is_listed_test(unit, before, after) {
        true => Named::OfOwn(Certainty::Possible),
        false => Named::Data,
    }))
}

/// Returns the module of the import in whose list a text ends.
fn imported_at(before: &str) -> Option<&str> {
    let from = before.floor_char_boundary(before.len().saturating_sub(MAX_LIST));
    let open = from + before[from..].rfind(['[', ']'])?;
    let is_list = before[open..].starts_with('[');
    let head = before[..open].trim_end().strip_suffix(',').filter(|_| is_list)?;
    let from = head.floor_char_boundary(head.len().saturating_sub(MAX_BEFORE));
    let module = head[from..].rsplit_once('(')?.1;
    let directive = &head[..head.len() - module.len() - 1];
    directive.trim_end().ends_with("import").then(|| without_quotes(module.trim()))
}

/// Returns what an atom names behind a module and a comma.
fn in_tuple<'t>(before: &'t str, after: &str) -> Option<Named<'t>> {
    let (module, around) = module_at_end(before.strip_suffix(',')?)?;
    let around = around.trim_end();
    if !around.ends_with(['(', '{', ',']) {
        return None;
    }
    // A list of arguments follows.
    let arguments = after.strip_prefix(',').map(str::trim_start);
    let certainty = match arguments.is_some_and(|arguments| arguments.starts_with('[')) {
        true => Certainty::Likely,
        false => Certainty::Possible,
    };
    match module {
        Written::Module(module) => Some(Named::OfModule(module, certainty)),
        Written::Own => Some(Named::OfOwn(certainty)),
        Written::Value => takes_function(around).then_some(Named::OfAny),
    }
}

/// Returns whether a text ends among the arguments of a call that takes a module and a function.
fn takes_function(before: &str) -> bool {
    let from = before.floor_char_boundary(before.len().saturating_sub(MAX_BEFORE));
    let Some((head, _)) = before[from..].rsplit_once('(') else { return false };
    let called = head.trim_end();
    let name = &called[called.trim_end_matches(is_of_atom).len()..];
    name.starts_with("apply")
        || name.starts_with("spawn")
        || name == "function_exported"
        || called.ends_with("rpc:call")
}

/// Returns whether an atom is an element of a list in a suite of tests, which names its tests so.
fn is_listed_test(unit: &Unit, before: &str, after: &str) -> bool {
    unit.path().ends_with("_SUITE.erl")
        && before.ends_with(['[', ','])
        && after.starts_with([']', ','])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_before_a_colon_is_a_module() {
        let check = |text: &str, expected: Option<Written<'_>>| {
            assert_eq!(written_before(text, text.len()), expected, "{text}");
        };
        check("f(X) -> pool:", Some(Written::Module("pool")));
        check("'my-pool':", Some(Written::Module("my-pool")));
        check("?MODULE:", Some(Written::Own));
        check("?POOL:", Some(Written::Value));
        check("Pool:", Some(Written::Value));
        check("(pool()):", Some(Written::Value));
        check("f(X ::", None);
        check("f(", None);
    }

    #[test]
    fn an_atom_behind_its_module_names_a_function() {
        let check = |before: &str, after: &str, expected: Option<Named<'_>>| {
            assert_eq!(in_tuple(before, after), expected, "{before}|{after}");
        };
        let of_pool = |certainty| Some(Named::OfModule("pool", certainty));
        check("{pool,", ", []}", of_pool(Certainty::Likely));
        check("f(pool,", ", X)", of_pool(Certainty::Possible));
        check("spawn(?MODULE,", ", [X])", Some(Named::OfOwn(Certainty::Likely)));
        check("apply(Pool,", ", [X])", Some(Named::OfAny));
        check("f(Pool,", ", [X])", None);
        check("{reply", ", X}", None);
    }
}
