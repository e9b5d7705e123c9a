//! `spelunk install` and `uninstall`: registration of the server with the user's MCP clients, and
//! its removal.
//!
//! Only the clients' own user-wide configuration is changed, never a project; the rest of a file
//! keeps its bytes, comments included. Without `--apply` nothing is written.

mod clients;
mod edit;
mod json_text;
mod launch;
mod record;
mod toml_text;

pub(super) use clients::ClientDirectories;

use super::environment::Environment;
use super::failure::Failure;
use super::{Outcome, output};
use clients::{CLIENTS, Client, Notation};
use edit::{Edit, keeping_bytes};
use launch::{Held, Kept, Launch};
use record::Record;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::fs;
use std::io::{ErrorKind, Write as _};
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
    #[error("it has an object of {0} entries on one line, more than are edited")]
    TooLong(usize),
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
    /// True if the entry was not there before.
    is_new: bool,
    /// Why `uninstall` keeps an entry of the name.
    kept: Option<Kept>,
}

impl Plan {
    fn changes(&self) -> bool {
        self.before != self.after
    }

    /// Edit that `uninstall` can undo; `None` if the entry is not new.
    fn edit(&self) -> Option<Edit> {
        let after = self.after.as_deref().filter(|_| self.is_new)?;
        Some(Edit::between(self.before.as_deref(), after))
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
        let program = environment.program.as_deref();
        let launch = Launch::new(NAME, program, &environment.path, client.has_path());
        let path = client.path(places);
        let edit = record.of(client.name, &path);
        match plan(operation, client, path, &launch, edit) {
            Ok(plan) => {
                changed |= plan.changes();
                write_plan(&mut report, operation, &plan, apply);
                if apply && plan.changes() {
                    carry_out(&plan)?;
                    if plan.is_new || operation == Operation::Uninstall {
                        record.note(client.name, &plan.path, plan.edit())?;
                    }
                }
            }
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
    let was_registered = registered(client, text);
    let kept = held(client, text).and_then(|held| launch.keeps(NAME, &held));
    let after = match (operation, &before) {
        (Operation::Uninstall, Some(text)) if kept.is_some() => Ok(Some(text.clone())),
        (Operation::Install, _) => {
            keeping_bytes(text, |text| insert(client, text, launch)).map(Some)
        }
        (Operation::Uninstall, None) => Ok(None),
        (Operation::Uninstall, Some(text)) => uninstalled(client, text, edit),
    };
    let after = after.map_err(|error| {
        let by_hand =
            format!("mend it, or register `{} {}` by hand", launch.program, Launch::ARGUMENT);
        Failure::new(format!("{}: {error}", path.display()), by_hand)
    })?;
    Ok(Plan {
        client,
        path,
        before,
        after,
        is_new: operation == Operation::Install && !was_registered,
        kept,
    })
}

/// Size of the largest configuration that is edited: its tree takes many times as much memory.
const MAX_BYTES: u64 = 16 << 20;

/// Reads a configuration; `None` if there is none. A pipe is not waited for, and a link that leads
/// nowhere, which a new file would replace, is an error.
#[expect(clippy::disallowed_methods, reason = "the clients' configuration")]
fn read(path: &Path) -> std::io::Result<Option<String>> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.len() > MAX_BYTES => {
            Err(std::io::Error::other(format!("it is larger than {} MB", MAX_BYTES >> 20)))
        }
        Ok(metadata) if metadata.is_file() => fs::read_to_string(path).map(Some),
        Ok(_) => Err(std::io::Error::other("it is not a regular file")),
        Err(error) if error.kind() == ErrorKind::NotFound && path.is_symlink() => {
            Err(std::io::Error::other("it is a link to a file that does not exist"))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns the text without the entry: the text from before the entry if that is known, else the
/// text with the entry cut out.
fn uninstalled(
    client: &Client,
    text: &str,
    edit: Option<&Edit>,
) -> Result<Option<String>, EditError> {
    let cut = keeping_bytes(text, |text| remove(client, text))?;
    if cut == text {
        return Ok(Some(cut));
    }
    let undone = edit.and_then(|edit| edit.undone(text)).filter(|undone| {
        let undone = undone.as_deref().unwrap_or_default();
        // Nothing of the entry may be left: cutting it out once more must change nothing.
        remove(client, undone.trim_start_matches('\u{feff}'))
            .is_ok_and(|again| again == undone.trim_start_matches('\u{feff}'))
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
    let (title, path) = (plan.client.title, plan.path.display());
    let will = if apply { "" } else { "would be " };
    let _ = match (operation, plan.changes(), &plan.before, &plan.after) {
        (Operation::Install, false, ..) => {
            writeln!(report, "{title}: already registered in {path}")
        }
        (Operation::Uninstall, false, ..) => match &plan.kept {
            None => writeln!(report, "{title}: not registered in {path}"),
            Some(Kept::StartsNothing) => {
                writeln!(report, "{title}: `{NAME}` in {path} starts no program, and stays")
            }
            Some(Kept::Starts(program)) => {
                writeln!(report, "{title}: `{NAME}` in {path} starts `{program}`, and stays")
            }
            Some(Kept::ByHand) => writeln!(
                report,
                "{title}: `{NAME}` in {path} has arguments or variables of yours, and stays; \
                 take it out by hand"
            ),
        },
        (Operation::Install, true, None, _) => {
            writeln!(report, "{title}: {will}registered in {path}, which {will}created")
        }
        (Operation::Install, true, Some(_), _) => {
            writeln!(report, "{title}: {will}registered in {path}")
        }
        (Operation::Uninstall, true, _, None) => {
            writeln!(report, "{title}: {path} held nothing else and {will}removed")
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
            let _ = writeln!(report, "    {line}");
        }
    }
}

/// Lines that are removed (`-`) and added (`+`): an edit is one run of lines.
fn difference(before: &str, after: &str) -> Vec<String> {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let same_start = old.iter().zip(&new).take_while(|(one, other)| one == other).count();
    let (old, new) = (&old[same_start..], &new[same_start..]);
    let same_end =
        old.iter().rev().zip(new.iter().rev()).take_while(|(one, other)| one == other).count();
    let gone = old[..old.len() - same_end].iter().map(|line| format!("- {line}"));
    gone.chain(new[..new.len() - same_end].iter().map(|line| format!("+ {line}"))).collect()
}

/// Writes through a temporary file beside the target, so that a client never reads half of it.
fn carry_out(plan: &Plan) -> Result<(), Failure> {
    // A configuration that is a symbolic link, as in a repository of dotfiles, stays one.
    let path = fs::canonicalize(&plan.path).unwrap_or_else(|_| plan.path.clone());
    let outcome = match &plan.after {
        None => fs::remove_file(&plan.path),
        // A client may have written meanwhile.
        Some(_) if read(&plan.path).ok() != Some(plan.before.clone()) => {
            Err(std::io::Error::other("it has just been changed"))
        }
        Some(text) => replace(&path, text),
    };
    outcome.map_err(|error| {
        Failure::new(
            format!("{} cannot be written: {error}", plan.path.display()),
            "check its permissions and try again",
        )
    })
}

#[expect(clippy::disallowed_methods, reason = "the clients' configuration")]
fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let directory = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(directory)?;
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{NAME}-{}.tmp", std::process::id()));
    let temporary = directory.join(name);
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        // These files may contain keys; a new one is readable by its owner alone.
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    let mut file = options.open(&temporary)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).and_then(|()| {
        if let Ok(metadata) = fs::metadata(path) {
            keep_owner(&temporary, &metadata)?;
            fs::set_permissions(&temporary, metadata.permissions())?;
        }
        fs::rename(&temporary, path)
    });
    if written.is_err() {
        // The original is intact; a leftover temporary file would only confuse.
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// Gives a file the owner and the group of the one that it replaces, as far as the user may: with
/// `sudo` it would be root's, and the client could not read it.
fn keep_owner(temporary: &Path, replaced: &fs::Metadata) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, chown};
        let own = fs::metadata(temporary)?;
        if (own.uid(), own.gid()) != (replaced.uid(), replaced.gid()) {
            let kept = chown(temporary, Some(replaced.uid()), Some(replaced.gid()));
            // Only root gives files away.
            if own.uid() == 0 {
                kept?;
            }
        }
    }
    Ok(())
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
                is_new: true,
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
