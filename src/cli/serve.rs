//! `spelunk serve`: the MCP server on standard input and output.

use super::failure::Failure;
use super::{CommandContext, Outcome, output, runtime};
use crate::mcp::{Server, serve_stdio};
use tokio::runtime::Builder;

/// Serves until the client disconnects or the process gets a signal to stop.
pub(super) fn serve(mut context: CommandContext) -> Result<Outcome, Failure> {
    let (host, problem) = context.host_or_default()?;
    let roots = context.roots()?;
    let notice = problem.map(|problem| {
        let problem = output::on_one_line(&problem);
        format!("note: spelunk runs with its defaults, since its configuration cannot be used: {problem}")
    });
    if let Some(notice) = &notice {
        tracing::warn!("{notice}");
    }
    let servers = host.servers.clone();
    let server = Server::new(context.toolbox, host, roots).with_notice(notice);
    let runtime = runtime::start(Builder::new_multi_thread().worker_threads(2))?;
    let served = runtime.block_on(async {
        tokio::select! {
            // The signals are polled first, so that their handlers exist before the first message
            // is read.
            biased;
            () = told_to_stop() => Ok(()),
            served = serve_stdio(server) => served.map_err(|error| Failure::from_problem(&error)),
        }
    });
    if let Some(servers) = servers {
        runtime.block_on(servers.shut_down());
    }
    // A thread that waits for standard input cannot be woken.
    runtime.shutdown_background();
    served.map(|()| Outcome::Found)
}

#[cfg(unix)]
async fn told_to_stop() {
    use tokio::signal::unix::{SignalKind, signal};
    let (Ok(mut interrupt), Ok(mut terminate)) =
        (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
    else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
    }
}

#[cfg(not(unix))]
async fn told_to_stop() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
