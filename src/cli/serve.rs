//! `spelunk serve`: the MCP server on standard input and output.

use super::failure::Failure;
use super::{Outcome, Surroundings};
use crate::mcp::{Server, serve_stdio};

/// Serves until the client leaves or the process is told to stop.
pub(super) fn serve(surroundings: Surroundings) -> Result<Outcome, Failure> {
    let (host, roots) = (surroundings.host()?, surroundings.roots()?);
    surroundings.config?;
    let servers = host.servers.clone();
    let server = Server::new(surroundings.toolbox, host, roots);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|error| Failure::new(format!("no threads can be started: {error}"), "check the process limits"))?;
    let served = runtime.block_on(async {
        tokio::select! {
            // Before the first message is read, so that no signal falls between.
            biased;
            () = told_to_stop() => Ok(()),
            served = serve_stdio(server) => served.map_err(|error| Failure::below(&error)),
        }
    });
    if let Some(servers) = servers {
        runtime.block_on(servers.shut_down());
    }
    // A read of standard input may be waiting in a thread that nothing can wake.
    runtime.shutdown_background();
    served.map(|()| Outcome::Found)
}

#[cfg(unix)]
async fn told_to_stop() {
    use tokio::signal::unix::{SignalKind, signal};
    let (Ok(mut interrupt), Ok(mut terminate)) = (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
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
