//! Logging to standard error: standard output is for the answer, or for the protocol.

use super::environment::Environment;
use super::failure::Failure;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

/// Logs by the filter in `SPELUNK_LOG`, else by `default`; without either nothing is logged.
pub(super) fn start(environment: &Environment, default: Option<&str>) -> Result<(), Failure> {
    let Some(filter) = environment.log.as_deref().or(default) else { return Ok(()) };
    let filter: Targets = filter.parse().map_err(|error| {
        Failure::new(
            format!("SPELUNK_LOG is not a filter: {error}"),
            "set it to error, warn, info, debug or trace, or to `spelunk=debug,warn`",
        )
    })?;
    let is_coloured = environment.stderr_is_terminal && !environment.no_color;
    // Another subscriber exists only if the program is run inside another one, which then does the
    // logging.
    let lines =
        tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(is_coloured);
    let _ = tracing_subscriber::registry().with(filter).with(lines).try_init();
    Ok(())
}
