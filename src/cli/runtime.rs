//! The runtime that a command works on, and why it cannot be started: a process may have only so
//! many files open.

use super::failure::Failure;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use tokio::runtime::{Builder, Runtime};

/// Starts a runtime.
pub(super) fn start(builder: &mut Builder) -> Result<Runtime, Failure> {
    // The handlers of signals are made with a panic where too few files may be open.
    let started = catch_unwind(AssertUnwindSafe(|| builder.enable_all().build()));
    let error = match started.map_err(|panic| (panic, too_few_files())) {
        Ok(Ok(runtime)) => return Ok(runtime),
        Ok(Err(error)) | Err((_, Some(error))) => error,
        Err((panic, None)) => resume_unwind(panic),
    };
    Err(if is_of_files(&error) {
        Failure::new(
            format!("too few files may be open at once: {error}"),
            "raise the limit of the process, for example with `ulimit -n 1024`",
        )
    } else {
        Failure::new(format!("no threads can be started: {error}"), "check the process limits")
    })
}

/// Returns the error by which not even the files can be open that a runtime needs.
#[cfg(unix)]
fn too_few_files() -> Option<io::Error> {
    const PAIRS: usize = 8;
    let open: io::Result<Vec<_>> =
        (0..PAIRS).map(|_| std::os::unix::net::UnixStream::pair()).collect();
    open.err()
}

#[cfg(not(unix))]
fn too_few_files() -> Option<io::Error> {
    None
}

#[cfg(unix)]
fn is_of_files(error: &io::Error) -> bool {
    error.raw_os_error() == Some(rustix::io::Errno::MFILE.raw_os_error())
}

#[cfg(not(unix))]
fn is_of_files(_error: &io::Error) -> bool {
    false
}
