//! Editing one table of a TOML text that people also edit: the table is a run of lines at the end, and the rest stays.

use super::EditError;
use toml::{Table, Value};

/// The text with the table `section.name`, which says how to start the server.
pub(super) fn insert(
    text: &str,
    section: &str,
    name: &str,
    program: &str,
    arguments: &[&str],
) -> Result<String, EditError> {
    let arguments = arguments.iter().map(|argument| Value::String((*argument).to_owned())).collect();
    let wanted = [("command", Value::String(program.to_owned())), ("args", Value::Array(arguments))];
    match table(text, section, name)? {
        Some(Value::Table(held)) if wanted.iter().all(|(key, value)| held.get(*key) == Some(value)) => {
            Ok(text.to_owned())
        }
        Some(_) => {
            let without = remove(text, section, name)?.unwrap_or_default();
            insert_new(&without, section, name, &wanted)
        }
        None => insert_new(text, section, name, &wanted),
    }
}

fn insert_new(text: &str, section: &str, name: &str, wanted: &[(&str, Value)]) -> Result<String, EditError> {
    let body: String = wanted.iter().map(|(key, value)| format!("{key} = {value}\n")).collect();
    let gap = match text {
        "" => "",
        _ if text.ends_with('\n') => "\n",
        _ => "\n\n",
    };
    let edited = format!("{text}{gap}[{section}.{name}]\n{body}");
    // A section that is written in another way, such as an inline table, cannot be continued by a header.
    table(&edited, section, name)?;
    Ok(edited)
}

/// The text without the table `section.name` and the tables below it. `None` if nothing else was there.
pub(super) fn remove(text: &str, section: &str, name: &str) -> Result<Option<String>, EditError> {
    if table(text, section, name)?.is_none() {
        return Ok(Some(text.to_owned()));
    }
    let own = [format!("[{section}.{name}]"), format!("[{section}.\"{name}\"]")];
    let below = [format!("[{section}.{name}."), format!("[{section}.\"{name}\".")];
    let mut kept: Vec<&str> = Vec::new();
    let mut is_ours = false;
    for line in text.split_inclusive('\n') {
        let header = line.split('#').next().unwrap_or_default().trim();
        if header.starts_with('[') {
            let was_ours = is_ours;
            is_ours = own.iter().any(|own| header == own) || below.iter().any(|below| header.starts_with(below));
            if is_ours && !was_ours && kept.last().is_some_and(|line| line.trim().is_empty()) {
                // The blank line that was put before it.
                kept.pop();
            }
        }
        if !is_ours {
            kept.push(line);
        }
    }
    let edited: String = kept.concat();
    if table(&edited, section, name)?.is_some() {
        return Err(EditError::Malformed(format!("`{section}.{name}` is written in a way that is not understood")));
    }
    Ok((!edited.trim().is_empty()).then_some(edited))
}

fn table(text: &str, section: &str, name: &str) -> Result<Option<Value>, EditError> {
    let all: Table = toml::from_str(text).map_err(|error| EditError::Malformed(error.message().to_owned()))?;
    match all.get(section) {
        None => Ok(None),
        Some(Value::Table(section)) => Ok(section.get(name).cloned()),
        Some(_) => Err(EditError::NotAnObject(section.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let inserted = insert(text, "mcp_servers", "new", "x", &["serve"]).expect("it can be inserted");
        assert_eq!(inserted, expected);
        assert_eq!(insert(&inserted, "mcp_servers", "new", "x", &["serve"]).as_ref(), Ok(&inserted), "a second time");
        assert_eq!(remove(&inserted, "mcp_servers", "new").expect("it can be removed").unwrap_or_default(), text);
    }

    #[test]
    fn a_table_comes_and_goes_without_a_trace() {
        check("", "[mcp_servers.new]\ncommand = \"x\"\nargs = [\"serve\"]\n");
        check(
            "model = 'm' # mine\n\n[mcp_servers.old]\ncommand = 'y'\n",
            "model = 'm' # mine\n\n[mcp_servers.old]\ncommand = 'y'\n\n[mcp_servers.new]\ncommand = \"x\"\nargs = [\"serve\"]\n",
        );
    }

    #[test]
    fn a_table_in_the_middle_is_taken_out_with_what_belongs_to_it() {
        let text = "[a]\nb = 1\n\n[mcp_servers.new]\ncommand = 'z'\n\n[mcp_servers.new.env]\nK = 'v'\n\n[c]\nd = 2\n";
        assert_eq!(remove(text, "mcp_servers", "new"), Ok(Some("[a]\nb = 1\n[c]\nd = 2\n".to_owned())));
    }

    #[test]
    fn what_cannot_be_understood_is_left_alone() {
        assert!(insert("a = ", "mcp_servers", "new", "x", &[]).is_err());
        assert!(insert("mcp_servers = 1", "mcp_servers", "new", "x", &[]).is_err());
        assert!(insert("mcp_servers = { old = {} }", "mcp_servers", "new", "x", &[]).is_err());
        assert!(remove("mcp_servers = { new = {} }", "mcp_servers", "new").is_err());
    }
}
