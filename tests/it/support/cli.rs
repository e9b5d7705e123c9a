//! Running the built binary.

use std::path::Path;
use std::process::{Command, Output, Stdio};

/// What a run came to.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// The binary, to be run in `directory` with nothing of the tester's own configuration.
pub(crate) fn command(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spelunk"));
    command.args(arguments).current_dir(directory).stdin(Stdio::null());
    command.env_remove("SPELUNK_ROOT").env_remove("NO_COLOR").env("SPELUNK_CONFIG", "/dev/null");
    command
}

/// Runs the binary in `directory`.
pub(crate) fn run(directory: &Path, arguments: &[&str]) -> Run {
    finish(&mut command(directory, arguments))
}

/// Runs a command that `command` made and a test changed.
pub(crate) fn finish(command: &mut Command) -> Run {
    let Output { status, stdout, stderr } = command.output().expect("the binary runs");
    Run {
        status: status.code().expect("the binary was not killed"),
        stdout: String::from_utf8(stdout).expect("standard output is UTF-8"),
        stderr: String::from_utf8(stderr).expect("standard error is UTF-8"),
    }
}
