//! Entry point of the program.

#![expect(clippy::disallowed_methods, reason = "the arguments are read here")]

use spelunk::lsp::{GUARD_COMMAND, SANDBOX_COMMAND, run_guard, run_sandbox};
use std::process::ExitCode;

fn main() -> ExitCode {
    // The guard and the sandbox of the language servers must start whatever the configuration
    // contains, and before there is a second thread.
    let command = std::env::args_os().nth(1);
    if command.as_ref().is_some_and(|argument| argument == GUARD_COMMAND) {
        run_guard(std::io::stdin().lock());
        return ExitCode::SUCCESS;
    }
    if command.is_some_and(|argument| argument == SANDBOX_COMMAND) {
        return run_sandbox(std::env::args_os().skip(2));
    }
    spelunk::cli::run(std::env::args_os())
}
