//! Workspaces that were made to hang, crash or mislead whoever reads them.

mod beside;
#[cfg(unix)]
mod files;
mod keys;
mod lists;
mod repeated;
mod scanners;
mod semantics;
mod texts;
#[cfg(unix)]
mod unreadable;

use crate::support::cli::{self, Run};
use std::path::Path;
use std::process::Command;

#[cfg(unix)]
fn run(directory: &Path, arguments: &[&str]) -> Run {
    limited(directory, &cli::command(directory, arguments))
}

/// Runs a command in `directory` with 4 GB of address space, so that a mistake ends the program and
/// not the machine.
#[cfg(unix)]
fn limited(directory: &Path, inner: &Command) -> Run {
    limited_to("-v 4000000", directory, inner)
}

/// Runs a command in `directory` with the limits that `ulimit` sets.
#[cfg(unix)]
fn limited_to(limits: &str, directory: &Path, inner: &Command) -> Run {
    let mut limited = Command::new("sh");
    limited
        .args(["-c", &format!("ulimit {limits}; exec \"$0\" \"$@\"")])
        .arg(inner.get_program())
        .args(inner.get_args());
    for (name, value) in inner.get_envs() {
        match value {
            Some(value) => limited.env(name, value),
            None => limited.env_remove(name),
        };
    }
    limited.current_dir(directory).stdin(std::process::Stdio::null());
    cli::finish(&mut limited)
}
