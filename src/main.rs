//! The program: arguments in, exit status out.

use spelunk::lsp::{GUARD_COMMAND, run_guard};
use std::process::ExitCode;

fn main() -> ExitCode {
    // The guard of the language servers must start whatever the configuration says, and knows nothing of the rest.
    if std::env::args_os().nth(1).is_some_and(|argument| argument == GUARD_COMMAND) {
        run_guard(std::io::stdin().lock());
        return ExitCode::SUCCESS;
    }
    spelunk::cli::run(std::env::args_os())
}
