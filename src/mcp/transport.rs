//! Connection of a client: rmcp's line transport, tolerant of how clients begin and end.

use super::lines::ReadableLines;
use rmcp::RoleServer;
use rmcp::model::{ClientNotification, JsonRpcMessage};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::transport::async_rw::AsyncRwTransport;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_util::sync::CancellationToken;

/// A client's connection. Notifications before the first request are dropped, where rmcp would end
/// the session. Changes of the client's roots are counted here, since rmcp may handle a
/// notification after the request that follows it.
pub(super) struct Connection<R: AsyncRead + Unpin, W: AsyncWrite> {
    lines: AsyncRwTransport<RoleServer, ReadableLines<UntilClosed<R>>, W>,
    has_begun: bool,
    root_changes: Arc<AtomicU64>,
}

impl<R, W> Connection<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    /// Returns the connection, and a token that is cancelled when the client has closed its end.
    /// `root_changes` is incremented at each change of the client's roots.
    pub(super) fn new(
        reader: R,
        writer: W,
        root_changes: Arc<AtomicU64>,
    ) -> (Self, CancellationToken) {
        let closed = CancellationToken::new();
        let reader = UntilClosed { reader, closed: closed.clone(), ends_line: true };
        let lines = AsyncRwTransport::new_server(ReadableLines::new(reader), writer);
        (Self { lines, has_begun: false, root_changes }, closed)
    }
}

impl<R, W> Transport<RoleServer> for Connection<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        self.lines.send(item)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            let message = self.lines.receive().await?;
            self.has_begun |= matches!(message, RxJsonRpcMessage::<RoleServer>::Request(_));
            if let JsonRpcMessage::Notification(message) = &message
                && matches!(
                    message.notification,
                    ClientNotification::RootsListChangedNotification(_)
                )
            {
                self.root_changes.fetch_add(1, Ordering::Relaxed);
            }
            if self.has_begun {
                return Some(message);
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.lines.close().await
    }
}

/// Reader that cancels `closed` at its end, and that ends a last line which has no newline.
struct UntilClosed<R> {
    reader: R,
    closed: CancellationToken,
    ends_line: bool,
}

impl<R: AsyncRead + Unpin> AsyncRead for UntilClosed<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let polled = Pin::new(&mut self.reader).poll_read(cx, buffer);
        match &polled {
            Poll::Ready(Ok(())) => match buffer.filled()[before..].last() {
                Some(last) => self.ends_line = *last == b'\n',
                None if !self.ends_line && buffer.remaining() > 0 => {
                    self.ends_line = true;
                    buffer.put_slice(b"\n");
                }
                None => self.closed.cancel(),
            },
            Poll::Ready(Err(_)) => self.closed.cancel(),
            Poll::Pending => {}
        }
        polled
    }
}
