//! MCP surface: the tools over JSON-RPC on standard input and output. The only module that depends
//! on rmcp.

mod instructions;
mod limit;
mod lines;
mod progress;
mod prompts;
mod roots;
mod server;
mod shape;
mod transport;
mod trust;

pub use server::Server;

use crate::domain::Problem;
use rmcp::service::{QuitReason, ServerInitializeError};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use transport::Connection;

/// Time for answers in flight once the client has closed its end; those that are not done by then
/// are errors, which have as long to be sent.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// Time for a client that has closed its end to take the answers that are done.
const TAKE_TIMEOUT: Duration = Duration::from_secs(10);

/// Reasons for the end of serving other than the client's disconnection.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    #[error("the client's first messages are not MCP: {0}")]
    Handshake(String),
    #[error("the connection broke: {0}")]
    Connection(String),
}

impl Problem for ServeError {
    fn hint(&self) -> Option<String> {
        Some(match self {
            Self::Handshake(_) => {
                "start `spelunk serve` from an MCP client, which speaks first".to_owned()
            }
            Self::Connection(_) => "start the server again".to_owned(),
        })
    }
}

/// Serves one client on the process's standard input and output until it disconnects.
pub async fn serve_stdio(server: Server) -> Result<(), ServeError> {
    let (reader, writer) = rmcp::transport::stdio_pipes();
    serve(server, reader, writer).await
}

/// Serves one client until its end of the connection closes; answers in flight then have a second
/// to be finished, and are errors if they are not. Serves no longer a client that takes no answers.
pub async fn serve<R, W>(server: Server, reader: R, writer: W) -> Result<(), ServeError>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let closing = server.closing();
    let (connection, ends) = Connection::new(reader, writer, server.root_changes());
    let running = match rmcp::serve_server(server, connection).await {
        Ok(running) => running,
        Err(ServerInitializeError::ConnectionClosed(_) | ServerInitializeError::Cancelled) => {
            return Ok(());
        }
        Err(error) => return Err(ServeError::Handshake(error.to_string())),
    };
    let stop = running.cancellation_token();
    let overdue = async {
        ends.written.cancelled().await;
        tokio::time::sleep(CLOSE_TIMEOUT).await;
        closing.cancel();
        tokio::time::sleep(TAKE_TIMEOUT).await;
    };
    tokio::select! {
        quit = running.waiting() => match quit {
            Ok(QuitReason::JoinError(error)) | Err(error) => Err(ServeError::Connection(error.to_string())),
            Ok(_) => Ok(()),
        },
        () = overdue => {
            stop.cancel();
            Ok(())
        }
        () = ends.read.cancelled() => {
            closing.cancel();
            stop.cancel();
            Ok(())
        }
    }
}
