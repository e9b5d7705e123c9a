//! Editing one table of a TOML text that people also edit: everything else in it stays.

use super::EditError;
use super::launch::{Held, Launch};
use toml_edit::{Array, DocumentMut, Item, Table, TableLike, value};

/// Returns the text with a table `section.name` that starts the program. An existing table is
/// changed only where it prevents the start.
pub(super) fn insert(
    text: &str,
    section: &str,
    name: &str,
    launch: &Launch,
) -> Result<String, EditError> {
    let mut document = parse(text)?;
    let is_first = document.is_empty();
    let servers = document.entry(section).or_insert_with(|| {
        let mut servers = Table::new();
        servers.set_implicit(true);
        Item::Table(servers)
    });
    let servers = table_like(servers, section)?;
    if let Some(held) = servers.get_mut(name) {
        complete(table_like(held, name)?, name, launch)?;
    } else {
        let mut table = Table::new();
        if !is_first {
            table.decor_mut().set_prefix("\n");
        }
        table.insert("command", value(launch.program.as_str()));
        table.insert("args", value(Array::from_iter([Launch::ARGUMENT])));
        let is_inline =
            servers.get_values().iter().any(|(path, _)| !path.is_empty()) && !servers.is_empty();
        let entry = if is_inline { value(table.into_inline_table()) } else { Item::Table(table) };
        servers.insert(name, entry);
    }
    Ok(document.to_string())
}

/// Returns the text without the table `section.name` and the tables below it. A section that is
/// written out without members stays: `insert` writes none.
pub(super) fn remove(text: &str, section: &str, name: &str) -> Result<String, EditError> {
    let mut document = parse(text)?;
    let Some(servers) = document.get_mut(section) else { return Ok(text.to_owned()) };
    let servers = table_like(servers, section)?;
    if servers.remove(name).is_none() {
        return Ok(text.to_owned());
    }
    let is_unwritten =
        |servers: &Table| servers.is_empty() && (servers.is_implicit() || servers.is_dotted());
    if document.get(section).and_then(Item::as_table).is_some_and(is_unwritten) {
        document.remove(section);
    }
    Ok(document.to_string())
}

/// Returns what the table `section.name` holds; `None` without a table.
pub(super) fn held(text: &str, section: &str, name: &str) -> Option<Held> {
    let document = parse(text).ok()?;
    let entry = document.get(section)?.as_table_like()?.get(name)?.as_table_like();
    let item = |key: &str| entry.and_then(|entry| entry.get(key));
    let word = |item: Option<&str>| item.unwrap_or_default().to_owned();
    let mut command: Vec<String> =
        item("command").map(|program| word(program.as_str())).into_iter().collect();
    if !command.is_empty() {
        let arguments = item("args").and_then(Item::as_array).into_iter().flatten();
        command.extend(arguments.map(|argument| word(argument.as_str())));
    }
    Some(Held { command, has_environment: item("env").is_some() })
}

/// Repairs the command of a table; every other key of it is the user's. `Err` for a table that
/// starts nothing.
fn complete(held: &mut dyn TableLike, name: &str, launch: &Launch) -> Result<(), EditError> {
    let Some(command) = held.get_mut("command") else {
        let is_remote = held.contains_key("url");
        return if is_remote { Ok(()) } else { Err(EditError::NoCommand(name.to_owned())) };
    };
    let is_stale = command.as_str().is_some_and(|program| launch.is_stale(name, program));
    let Some(command) = command.as_value_mut().filter(|_| is_stale) else { return Ok(()) };
    let decor = command.decor().clone();
    *command = launch.program.as_str().into();
    *command.decor_mut() = decor;
    if !held.contains_key("args") {
        held.insert("args", value(Array::from_iter([Launch::ARGUMENT])));
    }
    Ok(())
}

/// Parses a text; adds the end of its last line if it is missing. `Err` also if the editor would
/// change the text.
fn parse(text: &str) -> Result<DocumentMut, EditError> {
    let ended =
        if text.is_empty() || text.ends_with('\n') { text.to_owned() } else { format!("{text}\n") };
    let document: DocumentMut = ended
        .parse()
        .map_err(|error: toml_edit::TomlError| EditError::Malformed(error.message().to_owned()))?;
    // A text that the editor would write differently is not edited.
    if document.to_string() == ended { Ok(document) } else { Err(EditError::Unkept) }
}

fn table_like<'a>(item: &'a mut Item, name: &str) -> Result<&'a mut dyn TableLike, EditError> {
    item.as_table_like_mut().ok_or_else(|| EditError::NotAnObject(name.to_owned()))
}
