//! Editing one entry of a JSON text that people also edit: comments, order, indentation and
//! everything else stay.
//!
//! Comments and trailing commas are accepted, as editors accept them in their own settings.

use super::EditError;
use super::launch::{Held, Launch};
use jsonc_parser::ast::Object;
use jsonc_parser::common::Ranged;
use jsonc_parser::cst::{CstInputValue, CstObject, CstRootNode};
use jsonc_parser::tokens::Token;
use jsonc_parser::{CollectOptions, ParseOptions, Scanner, ScannerOptions, parse_to_ast};
use serde_json::Value;

/// Extensions of JSON that clients accept in their own settings.
const OPTIONS: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_trailing_commas: true,
    allow_loose_object_property_names: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

/// Largest number of entries or comments on one line of an object that gets a further entry: such
/// an object is spread over lines, in time quadratic in them.
pub(super) const MAX_ON_ONE_LINE: usize = 1000;

/// Returns the text with an entry `section.name` that starts the program. An existing entry is
/// changed only where it prevents the start.
pub(super) fn insert(
    text: &str,
    section: &str,
    name: &str,
    entry: &Value,
    launch: &Launch,
) -> Result<String, EditError> {
    let root = parse(text)?;
    let outermost = outermost(&root, text)?;
    let Some(held) = outermost.get(section) else {
        check_room(&outermost)?;
        outermost.append(section, CstInputValue::Object(vec![(name.to_owned(), input(entry))]));
        // A text without content gets the usual line end.
        let edited = root.to_string();
        let is_ended = edited.ends_with('\n') || !text.trim().is_empty();
        return Ok(if is_ended { edited } else { edited + "\n" });
    };
    let servers = held.object_value().ok_or_else(|| EditError::NotAnObject(section.to_owned()))?;
    match servers.get(name) {
        None => {
            check_room(&servers)?;
            servers.append(name, input(entry));
        }
        Some(held) => {
            let held = held
                .object_value()
                .ok_or_else(|| EditError::NotAnObject(format!("{section}.{name}")))?;
            complete(&held, name, entry, launch)?;
        }
    }
    Ok(root.to_string())
}

/// Returns the text without `section.name`, and without the section if nothing else is in it.
pub(super) fn remove(text: &str, section: &str, name: &str) -> Result<String, EditError> {
    let root = parse(text)?;
    if root.value().is_none() {
        return Ok(text.to_owned());
    }
    let outermost = outermost(&root, text)?;
    let Some(held) = outermost.get(section) else { return Ok(text.to_owned()) };
    let servers = held.object_value().ok_or_else(|| EditError::NotAnObject(section.to_owned()))?;
    let Some(entry) = servers.get(name) else { return Ok(text.to_owned()) };
    entry.remove();
    let is_empty = servers.properties().is_empty()
        && !servers.children().iter().any(|child| child.is_comment());
    if is_empty {
        held.remove();
    }
    Ok(root.to_string())
}

/// Returns what the entry `section.name` holds; `None` without an entry.
pub(super) fn held(text: &str, section: &str, name: &str) -> Option<Held> {
    let servers = parse(text).ok()?.object_value()?.get(section)?.object_value()?;
    let entry = servers.get(name)?.object_value();
    let value = |key: &str| {
        entry.as_ref().and_then(|entry| entry.get(key)).and_then(|held| held.to_serde_value())
    };
    let words = |value: Option<Value>| match value {
        Some(Value::Array(words)) => words,
        other => other.into_iter().collect(),
    };
    let program = words(value("command"));
    let arguments = if program.is_empty() { Vec::new() } else { words(value("args")) };
    let command = program.iter().chain(&arguments);
    let command = command.map(|word| word.as_str().unwrap_or_default().to_owned()).collect();
    let has_environment = value("env").or_else(|| value("environment")).is_some();
    Some(Held { command, has_environment })
}

/// Checks that an edit changes what a client reads: parsers take the last of two equal keys, and an
/// edit the first.
pub(super) fn check_keys(text: &str, section: &str, name: &str) -> Result<(), EditError> {
    let parsed = parse_to_ast(text, &CollectOptions::default(), &OPTIONS)
        .map_err(|error| EditError::Malformed(error.to_string()))?;
    let Some(outermost) = parsed.value.as_ref().and_then(|value| value.as_object()) else {
        return Ok(());
    };
    let Some(servers) = only_member(text, outermost, section)? else { return Ok(()) };
    let Some(entry) = only_member(text, servers, name)? else { return Ok(()) };
    entry
        .properties
        .iter()
        .try_for_each(|own| only_member(text, entry, own.name.as_str()).map(drop))
}

/// Returns the object under a key. `Err` if the key is there twice.
fn only_member<'o, 't>(
    text: &str,
    object: &'o Object<'t>,
    key: &str,
) -> Result<Option<&'o Object<'t>>, EditError> {
    let mut equal = object.properties.iter().filter(|member| member.name.as_str() == key);
    let first = equal.next();
    match equal.next() {
        None => Ok(first.and_then(|member| member.value.as_object())),
        Some(second) => {
            let line = text[..second.range().start].matches('\n').count() + 1;
            Err(EditError::Doubled { key: key.to_owned(), line })
        }
    }
}

fn check_room(object: &CstObject) -> Result<(), EditError> {
    let children = object.children();
    let lines = children.split(|child| child.is_newline());
    let comments = lines.map(|line| line.iter().filter(|child| child.is_comment()).count());
    let comments = comments.max().unwrap_or(0);
    if comments > MAX_ON_ONE_LINE {
        return Err(EditError::TooLong { count: comments, of: "comments" });
    }
    let entries = object.properties().len();
    let is_spread = || children.iter().any(|child| child.is_newline());
    if entries > MAX_ON_ONE_LINE && !is_spread() {
        return Err(EditError::TooLong { count: entries, of: "entries" });
    }
    Ok(())
}

/// Repairs the command of an entry; every other key of it is the user's. `Err` for an entry that
/// starts nothing: which keys make it complete is the user's to say.
fn complete(held: &CstObject, name: &str, entry: &Value, launch: &Launch) -> Result<(), EditError> {
    let Some(command) = held.get("command").and_then(|command| command.to_serde_value()) else {
        let is_remote = ["url", "serverUrl", "httpUrl"].iter().any(|key| held.get(key).is_some());
        return if is_remote { Ok(()) } else { Err(EditError::NoCommand(name.to_owned())) };
    };
    let program = match &command {
        Value::Array(words) => words.first().and_then(Value::as_str),
        other => other.as_str(),
    };
    if !program.is_some_and(|program| launch.is_stale(name, program)) {
        return Ok(());
    }
    let has_arguments = held.get("args").is_some();
    let wanted = match (&command, &entry["command"]) {
        // The arguments are there, and would be given twice.
        (Value::String(_), Value::Array(wanted)) if has_arguments => wanted[0].clone(),
        // The whole command as one list: words that the user added after the program stay.
        (Value::Array(words), Value::Array(wanted)) if words.len() > 1 || has_arguments => {
            Value::Array(wanted.iter().take(1).chain(&words[1..]).cloned().collect())
        }
        (_, wanted) => wanted.clone(),
    };
    set(held, "command", &wanted);
    if !has_arguments && entry["args"].is_array() {
        set(held, "args", &entry["args"]);
    }
    Ok(())
}

fn set(object: &CstObject, name: &str, value: &Value) {
    match object.get(name) {
        Some(member) => member.set_value(input(value)),
        None => {
            object.append(name, input(value));
        }
    }
}

fn input(value: &Value) -> CstInputValue {
    match value {
        Value::Null => CstInputValue::Null,
        Value::Bool(value) => CstInputValue::Bool(*value),
        Value::Number(number) => CstInputValue::Number(number.to_string()),
        Value::String(text) => CstInputValue::String(text.clone()),
        Value::Array(values) => CstInputValue::Array(values.iter().map(input).collect()),
        Value::Object(members) => CstInputValue::Object(
            members.iter().map(|(name, value)| (name.clone(), input(value))).collect(),
        ),
    }
}

fn parse(text: &str) -> Result<CstRootNode, EditError> {
    let root = CstRootNode::parse(text, &OPTIONS);
    let root = root.map_err(|error| EditError::Malformed(error.to_string()))?;
    check_letters(text)?;
    Ok(root)
}

/// Checks what the parser takes and the clients do not: control characters within texts, and white
/// space other than that of JSON.
fn check_letters(text: &str) -> Result<(), EditError> {
    let fault = |at: usize, problem: &str| {
        let line = text[..at].matches('\n').count() + 1;
        Err(EditError::Malformed(format!("{problem} on line {line}")))
    };
    let mut scanner = Scanner::new(text, &ScannerOptions::default());
    let mut end = 0;
    // The text has been parsed, so that each token can be read.
    while let Ok(token) = scanner.scan() {
        let start = scanner.token_start();
        let is_odd = |letter: char| !matches!(letter, ' ' | '\t' | '\n' | '\r');
        if let Some(at) = text[end..start].find(is_odd) {
            return fault(end + at, "White space that JSON does not know");
        }
        end = scanner.token_end();
        match token {
            Some(Token::String(_)) => {
                if let Some(at) = text[start..end].find(|letter: char| letter < ' ') {
                    return fault(start + at, "A control character within a text");
                }
            }
            Some(_) => {}
            None => break,
        }
    }
    Ok(())
}

fn outermost(root: &CstRootNode, text: &str) -> Result<CstObject, EditError> {
    match root.object_value() {
        Some(object) => Ok(object),
        None if root.value().is_none() && text.trim().is_empty() => Ok(root.object_value_or_set()),
        None => Err(EditError::Malformed("it does not begin with an object".to_owned())),
    }
}
