//! Writing to standard output and standard error.

use super::environment::Environment;
use super::failure::Failure;
use crate::engine::servers::ProgramEnvironment;
use crate::render::{escaped, escaped_lines};
use std::ffi::{OsStr, OsString};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Writes an answer and adds a newline if it ends without one. It is no error if the reader has
/// closed its end.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    let newline = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    let written = stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.write_all(newline.as_bytes()))
        .and_then(|()| stdout.flush());
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::new(
            format!("the answer cannot be written: {error}"),
            "check where standard output goes",
        )),
        _ => Ok(()),
    }
}

/// Lines that fit every terminal.
const SCREEN: usize = 24;

/// Shows an answer on a terminal: through the user's pager if it is longer than a screen, so that
/// its beginning, with the best results, is seen first. Without a working pager it is written
/// directly.
pub(super) fn show(text: &str, environment: &Environment) -> Result<(), Failure> {
    let command = environment.pager.as_deref().unwrap_or("less -R").trim();
    // As in git: what fits the screen stays on it, and colours are shown; unless the user's own
    // options differ.
    let options = environment.variables.iter().find(|(name, _)| name == "LESS");
    let options = options.map_or_else(|| OsString::from("FRX"), |(_, value)| value.clone());
    let mut words = command.split_whitespace();
    let name = words.next().filter(|name| *name != "cat" && text.lines().count() >= SCREEN);
    let program = name.and_then(|name| pager(name, environment));
    match program.map(|program| page(text, &program, words, &options)) {
        Some(Ok(())) => Ok(()),
        Some(Err(_)) | None => print(text),
    }
}

/// Returns the pager's program, which the project that is asked about does not bring.
fn pager(name: &str, environment: &Environment) -> Option<PathBuf> {
    let directory = environment.working_directory.clone();
    let programs = ProgramEnvironment::new(
        environment.variables.iter().cloned(),
        environment.account.as_deref(),
        directory.as_deref(),
    );
    let roots: Vec<PathBuf> = directory.into_iter().chain(environment.roots.clone()).collect();
    programs.find(name, &roots).into_iter().next()
}

fn page<'w>(
    text: &str,
    program: &Path,
    arguments: impl Iterator<Item = &'w str>,
    options: &OsStr,
) -> io::Result<()> {
    let mut pager =
        Command::new(program).args(arguments).env("LESS", options).stdin(Stdio::piped()).spawn()?;
    if let Some(mut input) = pager.stdin.take() {
        // It is no error if the reader leaves before the end.
        let _ = input.write_all(text.as_bytes()).and_then(|()| input.write_all(b"\n"));
    }
    pager.wait().map(drop)
}

/// Writes an error, which may quote names of files. A failure to write is ignored, since it could
/// not be reported either.
pub(super) fn print_error(failure: &Failure) {
    let _ = writeln!(io::stderr().lock(), "{}", escaped_lines(failure.to_string()));
}

/// A path on one line of what is printed. Its name may hold what begins another.
pub(super) fn shown(path: &Path) -> String {
    escaped(&path.display().to_string()).into_owned()
}

/// An error as a phrase of a longer text.
pub(super) fn on_one_line(failure: &Failure) -> String {
    let hint = failure.hint.as_ref().map(|hint| format!("; {hint}")).unwrap_or_default();
    format!("{}{hint}", failure.problem).replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pager_gets_the_whole_text_and_one_that_is_not_there_is_an_error() {
        let directory = tempfile::tempdir().expect("a directory");
        let file = directory.path().join("seen");
        let text = "a line\n".repeat(100);
        let arguments = file.display().to_string();
        let options = OsStr::new("FRX");
        page(&text, Path::new("tee"), std::iter::once(arguments.as_str()), options)
            .expect("tee is everywhere");
        assert_eq!(std::fs::read_to_string(&file).expect("what was written"), format!("{text}\n"));
        let nowhere = Path::new("/nowhere/pager");
        assert!(page(&text, nowhere, std::iter::empty(), OsStr::new("")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_pager_that_the_project_brings_is_not_started() {
        use std::os::unix::fs::PermissionsExt;
        let directory = tempfile::tempdir().expect("a directory");
        let make = |place: &str| {
            let program = directory.path().join(place).join("less");
            std::fs::create_dir_all(program.parent().expect("a folder")).expect("a folder");
            std::fs::write(&program, "").expect("a program");
            let mode = std::fs::Permissions::from_mode(0o755);
            std::fs::set_permissions(&program, mode).expect("a mode");
            program.canonicalize().expect("a path")
        };
        make("project/bin");
        let own = make("bin");
        std::fs::create_dir(directory.path().join("project/.git")).expect("a repository");
        let folders = ["project/bin", "bin"].map(|folder| directory.path().join(folder));
        let path = std::env::join_paths(folders).expect("a path");
        let environment = Environment {
            working_directory: Some(directory.path().join("project")),
            variables: vec![("PATH".into(), path)],
            ..Environment::default()
        };
        let found = pager("less", &environment).and_then(|found| found.canonicalize().ok());
        assert_eq!(found, Some(own));
    }
}
