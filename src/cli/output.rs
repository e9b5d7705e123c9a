//! Writing to standard output and standard error.

use super::failure::Failure;
use std::io::{self, ErrorKind, Write};

/// Writes an answer, which ends with a newline whatever it ended with. A reader that has left is no error.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    let newline = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    let written = stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.write_all(newline.as_bytes()))
        .and_then(|()| stdout.flush());
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::new(format!("the answer cannot be written: {error}"), "check where standard output goes"))
        }
        _ => Ok(()),
    }
}

/// Writes an error. Where standard error is gone too, there is nobody to tell.
pub(super) fn complain(failure: &Failure) {
    let _ = writeln!(io::stderr().lock(), "{failure}");
}

/// An error as a phrase of a longer text.
pub(super) fn on_one_line(failure: &Failure) -> String {
    let hint = failure.hint.as_ref().map(|hint| format!("; {hint}")).unwrap_or_default();
    format!("{}{hint}", failure.problem).replace('\n', " ")
}
