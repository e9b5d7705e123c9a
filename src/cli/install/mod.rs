//! `spelunk install` and `uninstall`: registration of the server with the user's MCP clients, and
//! its removal.
//!
//! Only the clients' own user-wide configuration is changed, never a project; the rest of a file
//! keeps its bytes, comments included. Without `--apply` nothing is written.

mod clients;
mod edit;
mod files;
mod json_text;
mod launch;
mod record;
mod toml_text;

pub(super) use clients::ClientDirectories;

use super::environment::Environment;
use super::failure::Failure;
use super::{Outcome, output};
use crate::render::escaped;
use clients::{CLIENTS, Client, Notation};
use edit::{Edit, keeping_bytes, same_lines};
use files::{is_read_only, missing_folders, read, remove_empty, replace};
use launch::{Held, Kept, Launch};
use record::Record;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Name of the server in the clients' configurations.
const NAME: &str = "spelunk";

/// Change of the registration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operation {
    Install,
    Uninstall,
}

/// Reasons why a client's configuration cannot be edited.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
enum EditError {
    #[error("it is not what the client would read: {0}")]
    Malformed(String),
    #[error("`{0}` is there and is not an object")]
    NotAnObject(String),
    #[error("`{key}` is there twice, the second time in line {line}")]
    Doubled { key: String, line: usize },
    #[error("`{0}` is there without a command")]
    NoCommand(String),
    #[error("it has an object of {count} {of} on one line, more than are edited")]
    TooLong { count: usize, of: &'static str },
    #[error("it is written in a way that would not be kept")]
    Unkept,
}

/// A client's configuration before and after the change. `None`: no file.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Plan {
    client: &'static Client,
    path: PathBuf,
    before: Option<String>,
    after: Option<String>,
    /// What `uninstall` is to undo; `None` if that is recorded already.
    edit: Option<Edit>,
    /// Why `uninstall` keeps an entry of the name.
    kept: Option<Kept>,
}

impl Plan {
    fn changes(&self) -> bool {
        self.before != self.after
    }
}

/// The names of the clients, for the command line.
pub(super) fn client_names() -> [&'static str; CLIENTS.len()] {
    CLIENTS.map(|client| client.name)
}

/// Plans, reports, and with `apply` carries out what `operation` needs. Without `names`: every
/// client that is here.
pub(super) fn run(
    operation: Operation,
    names: &[&str],
    apply: bool,
    environment: &Environment,
) -> Result<Outcome, Failure> {
    let Some(places) = &environment.client_places else {
        return Err(Failure::new(
            "there is no home directory",
            "set HOME to the absolute path of the directory that holds the clients' files",
        ));
    };
    let chosen = CLIENTS.iter().filter(|client| match names {
        [] => client.is_here(places),
        _ => names.contains(&client.name),
    });
    // Two at once would each write what the other had not written yet.
    let _lock = apply.then(|| locked(&places.home)).transpose()?;
    let mut record = Record::open(environment.config_home.as_deref());
    let mut report = String::new();
    let (mut changed, mut failed) = (false, false);
    for client in chosen {
        let planned = planned(operation, client, environment, places, &record);
        let done = planned.and_then(|plan| {
            if apply && plan.changes() {
                apply_plan(operation, client, &plan, &mut record)?;
            }
            Ok(plan)
        });
        match done {
            Ok(plan) => {
                changed |= plan.changes();
                write_plan(&mut report, operation, &plan, apply);
            }
            // What concerns one client keeps no other from its change.
            Err(failure) => {
                failed = true;
                output::print_error(&failure);
            }
        }
    }
    if report.is_empty() && !failed {
        let known = client_names().join(", ");
        report = format!(
            "No MCP client was found in {}. Name one to be set up all the same: {known}.\n",
            places.home.display()
        );
    } else if changed && !apply {
        report += "\nNothing was written. Add --apply to do it.\n";
    }
    output::print(&report)?;
    Ok(match (failed, changed, operation) {
        (true, ..) => Outcome::Failed,
        // A client that is registered already counts as success.
        (false, true, _) | (false, false, Operation::Install) => Outcome::Found,
        (false, false, Operation::Uninstall) => Outcome::Nothing,
    })
}

/// Waits until no other process changes the clients' configurations, and keeps others waiting as
/// long as the result lives.
#[expect(clippy::disallowed_methods, reason = "the user's home, of which nothing is read")]
fn locked(home: &Path) -> Result<Option<fs::File>, Failure> {
    // A home that is not there yet is nobody else's either.
    let Ok(home_directory) = fs::File::open(home) else { return Ok(None) };
    match home_directory.lock() {
        Err(error) if error.kind() != ErrorKind::Unsupported => Err(Failure::new(
            format!("{} cannot be locked: {error}", home.display()),
            "check its permissions and try again",
        )),
        _ => Ok(Some(home_directory)),
    }
}

/// Plans the change of one client's file, of which the entry and the record must be text.
fn planned(
    operation: Operation,
    client: &'static Client,
    environment: &Environment,
    places: &ClientDirectories,
    record: &Record,
) -> Result<Plan, Failure> {
    let path = client.path(places);
    let program = environment.program.as_deref();
    let launch = match Launch::new(NAME, program, &environment.path, client.has_path()) {
        Ok(launch) => launch,
        Err(program) if operation == Operation::Install => {
            return Err(no_text(&program, "registered: it is"));
        }
        // No entry can name such a program.
        Err(_) => Launch::named(NAME),
    };
    if operation == Operation::Install {
        record.check_names(&path)?;
    }
    let edit = record.of(client.name, &path);
    plan(operation, client, path, &launch, edit)
}

/// Error of a path that no text can hold.
#[expect(clippy::unnecessary_debug_formatting, reason = "bytes that are no UTF-8 are to be seen")]
fn no_text(path: &Path, what: &str) -> Failure {
    Failure::new(
        format!("{path:?} cannot be {what} no UTF-8"),
        "give the folder another name, or another one by the variable that leads there",
    )
}

fn plan(
    operation: Operation,
    client: &'static Client,
    path: PathBuf,
    launch: &Launch,
    edit: Option<&Edit>,
) -> Result<Plan, Failure> {
    let before = read(&path).map_err(|error| {
        Failure::new(
            format!("{} cannot be read: {error}", path.display()),
            "make it a readable file, or edit it by hand",
        )
    })?;
    let text = before.as_deref().unwrap_or_default();
    let refused = |error: EditError| {
        let by_hand =
            format!("mend it, or register `{} {}` by hand", launch.program, Launch::ARGUMENT);
        Failure::new(format!("{}: {error}", path.display()), by_hand)
    };
    check_keys(client, text).map_err(refused)?;
    let was_registered = registered(client, text);
    let kept = held(client, text).and_then(|held| launch.keeps(NAME, &held));
    let after = match (operation, &before) {
        (Operation::Uninstall, Some(text)) if kept.is_some() => Ok(Some(text.clone())),
        (Operation::Install, _) => {
            keeping_bytes(text, |text| insert(client, text, launch)).map(Some)
        }
        (Operation::Uninstall, None) => Ok(None),
        (Operation::Uninstall, Some(text)) => {
            // A file that the user has linked since is none that was made for the entry.
            uninstalled(client, text, edit, !path.is_symlink())
        }
    };
    let after = after.map_err(refused)?;
    let edit = match (operation, &after) {
        (Operation::Install, Some(after)) if !was_registered => {
            Some(Edit::between(before.as_deref(), after))
        }
        (Operation::Install, Some(after)) if edit.is_none() && after != text => {
            Some(Edit::mending(text, after))
        }
        _ => None,
    };
    Ok(Plan { client, path, before, after, edit, kept })
}

/// Returns the text without the entry: the text from before the entry if that is known, else the
/// text with the entry cut out. `None` if there was no file, where it may be removed.
fn uninstalled(
    client: &Client,
    text: &str,
    edit: Option<&Edit>,
    may_remove: bool,
) -> Result<Option<String>, EditError> {
    let cut = keeping_bytes(text, |text| remove(client, text))?;
    if cut == text {
        return Ok(Some(cut));
    }
    let undone = edit.and_then(|edit| edit.undone(text)).filter(|undone| {
        if undone.is_none() && !may_remove {
            return false;
        }
        // Nothing may be left of an entry that was made: cutting it out once more must change
        // nothing.
        if edit.is_some_and(Edit::is_mending) {
            return true;
        }
        let undone = undone.as_deref().unwrap_or_default();
        keeping_bytes(undone, |text| remove(client, text)).is_ok_and(|again| again == undone)
    });
    Ok(undone.unwrap_or(Some(cut)))
}

fn insert(client: &Client, text: &str, launch: &Launch) -> Result<String, EditError> {
    match client.notation {
        Notation::Json { section, entry } => {
            json_text::insert(text, section, NAME, &entry(&launch.program), launch)
        }
        Notation::Toml { section } => toml_text::insert(text, section, NAME, launch),
    }
}

fn check_keys(client: &Client, text: &str) -> Result<(), EditError> {
    match client.notation {
        Notation::Json { section, .. } => {
            json_text::check_keys(text.trim_start_matches('\u{feff}'), section, NAME)
        }
        // TOML has no equal keys.
        Notation::Toml { .. } => Ok(()),
    }
}

fn remove(client: &Client, text: &str) -> Result<String, EditError> {
    match client.notation {
        Notation::Json { section, .. } => json_text::remove(text, section, NAME),
        Notation::Toml { section } => toml_text::remove(text, section, NAME),
    }
}

/// Returns whether a text contains an entry of this server.
fn registered(client: &Client, text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    remove(client, &text).is_ok_and(|without| without != text)
}

/// Returns the entry of the server's name, if there is one.
fn held(client: &Client, text: &str) -> Option<Held> {
    let text = text.trim_start_matches('\u{feff}');
    match client.notation {
        Notation::Json { section, .. } => json_text::held(text, section, NAME),
        Notation::Toml { section } => toml_text::held(text, section, NAME),
    }
}

fn write_plan(report: &mut String, operation: Operation, plan: &Plan, apply: bool) {
    let (title, path) = (plan.client.title, output::shown(&plan.path));
    let will = if apply { "" } else { "would be " };
    let was = |done: &str| format!("{} {done}", if apply { "was" } else { "would be" });
    let _ = match (operation, plan.changes(), &plan.before, &plan.after) {
        (_, false, ..) => match (&plan.kept, operation) {
            (Some(Kept::Starts(program)), _) => {
                let program = escaped(program);
                writeln!(report, "{title}: `{NAME}` in {path} starts `{program}`, and stays")
            }
            (_, Operation::Install) => writeln!(report, "{title}: already registered in {path}"),
            (None, Operation::Uninstall) => writeln!(report, "{title}: not registered in {path}"),
            (Some(Kept::StartsNothing), Operation::Uninstall) => {
                writeln!(report, "{title}: `{NAME}` in {path} starts no program, and stays")
            }
            (Some(Kept::ByHand), Operation::Uninstall) => writeln!(
                report,
                "{title}: `{NAME}` in {path} has arguments or variables of yours, and stays; \
                 take it out by hand"
            ),
        },
        (Operation::Install, true, None, _) => {
            writeln!(report, "{title}: {will}registered in {path}, which {}", was("created"))
        }
        (Operation::Install, true, Some(_), _) => {
            writeln!(report, "{title}: {will}registered in {path}")
        }
        (Operation::Uninstall, true, _, None) => {
            writeln!(report, "{title}: {path} held nothing else and {}", was("removed"))
        }
        (Operation::Uninstall, true, _, Some(_)) => {
            writeln!(report, "{title}: {will}taken out of {path}")
        }
    };
    if plan.changes() && !apply {
        for line in difference(
            plan.before.as_deref().unwrap_or_default(),
            plan.after.as_deref().unwrap_or_default(),
        ) {
            let _ = writeln!(report, "    {}", escaped(&line));
        }
    }
}

/// Lines that are removed (`-`) and added (`+`): an edit is one run of lines.
fn difference(before: &str, after: &str) -> Vec<String> {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let (start, end) = same_lines(&old, &new);
    let gone = old[start..old.len() - end].iter().map(|line| format!("- {line}"));
    gone.chain(new[start..new.len() - end].iter().map(|line| format!("+ {line}"))).collect()
}

/// Changes a client's file. What `uninstall` is to undo is recorded before it is done: where it
/// cannot be recorded the file stays as it is.
fn apply_plan(
    operation: Operation,
    client: &Client,
    plan: &Plan,
    record: &mut Record,
) -> Result<(), Failure> {
    if operation == Operation::Uninstall {
        carry_out(plan)?;
        return record.note(client.name, &plan.path, None, Vec::new());
    }
    let Some(edit) = plan.edit.clone() else { return carry_out(plan) };
    let former = record.of(client.name, &plan.path).cloned();
    record.note(client.name, &plan.path, Some(edit), missing_folders(&plan.path))?;
    carry_out(plan).or_else(|failure| {
        record.note(client.name, &plan.path, former, Vec::new())?;
        Err(failure)
    })
}

/// Writes or removes a client's file.
fn carry_out(plan: &Plan) -> Result<(), Failure> {
    let mut made = missing_folders(&plan.path);
    let outcome = match &plan.after {
        // A client may have written meanwhile.
        _ if read(&plan.path).ok() != Some(plan.before.clone()) => {
            Err(std::io::Error::other("it has just been changed"))
        }
        _ if is_read_only(&plan.path) => Err(std::io::Error::other("it is read-only")),
        None => fs::remove_file(&plan.path),
        Some(text) => replace(&plan.path, text),
    };
    if outcome.is_err() {
        remove_empty(&mut made);
    }
    outcome.map_err(|error| {
        Failure::new(
            format!("{} cannot be written: {error}", plan.path.display()),
            "check its permissions and try again",
        )
    })
}

/// The entry of most clients.
fn plain_entry(program: &str) -> Value {
    json!({ "command": program, "args": ["serve"] })
}

/// The entry of clients that require the name of the transport.
fn stdio_entry(program: &str) -> Value {
    json!({ "type": "stdio", "command": program, "args": ["serve"] })
}

/// The entry of clients that take the whole command as one list.
fn list_entry(program: &str) -> Value {
    json!({ "type": "local", "command": [program, "serve"], "enabled": true })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_was_just_changed_is_not_written_over() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("mcp.json");
        let check = |on_disk: &str, is_written: bool| {
            replace(&path, on_disk).expect("a file");
            let plan = Plan {
                client: &CLIENTS[0],
                path: path.clone(),
                before: Some("{}".to_owned()),
                after: Some("{ }".to_owned()),
                edit: None,
                kept: None,
            };
            assert_eq!(carry_out(&plan).is_ok(), is_written);
            let expected = if is_written { "{ }" } else { on_disk };
            assert_eq!(read(&path).ok().flatten().as_deref(), Some(expected));
        };
        check("{}", true);
        check("{\"a\": 1}", false);
    }
}
