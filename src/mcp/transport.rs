//! Connection of a client: rmcp's line transport, tolerant of how clients begin and end.

use super::lines::{ReadableLines, UNREADABLE};
use crate::domain::lock;
use crate::render::escaped_lines;
use rmcp::model::{ClientNotification, ErrorCode, JsonRpcMessage, RequestId};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::{ErrorData, RoleServer};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

/// Number of requests at which no more is read until one of them is answered and its answer is
/// taken: a client that sends and does not read would else fill the memory.
const MAX_IN_FLIGHT: usize = 1024;

/// A client's connection. Notifications before the first request are dropped, where rmcp would end
/// the session. Changes of the client's roots are counted here, since rmcp may handle a
/// notification after the request that follows it.
pub(super) struct Connection<R: AsyncRead + Unpin, W: AsyncWrite> {
    lines: AsyncRwTransport<RoleServer, ReadableLines<UntilClosed<R>>, W>,
    has_begun: bool,
    root_changes: Arc<AtomicU64>,
    slots: Arc<Semaphore>,
    in_flight: InFlight,
    ends: Ends,
}

/// Waits until all requests are answered and the answers are taken: once rmcp has no message to
/// read, it leaves the answers five seconds.
async fn all_taken(slots: &Semaphore) {
    let all = u32::try_from(MAX_IN_FLIGHT).unwrap_or(u32::MAX);
    // An error would mean that the slots are closed, which they never are.
    let _ = slots.acquire_many(all).await;
}

/// The ends of a connection, each cancelled when the client has closed its part of it.
#[derive(Clone, Default)]
pub(super) struct Ends {
    /// The client writes nothing more.
    pub(super) written: CancellationToken,
    /// The client reads nothing more.
    pub(super) read: CancellationToken,
}

/// Slots of the requests that are not answered yet.
#[derive(Default)]
struct InFlight(Mutex<HashMap<RequestId, OwnedSemaphorePermit>>);

impl InFlight {
    /// Adds a request; returns its slot if another one of its id is not answered yet.
    fn insert(&self, id: &RequestId, slot: OwnedSemaphorePermit) -> Option<OwnedSemaphorePermit> {
        match self.slots().entry(id.clone()) {
            Entry::Occupied(_) => Some(slot),
            Entry::Vacant(vacant) => {
                vacant.insert(slot);
                None
            }
        }
    }

    fn slots(&self) -> MutexGuard<'_, HashMap<RequestId, OwnedSemaphorePermit>> {
        lock(&self.0)
    }
}

impl<R, W> Connection<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    /// Returns the connection and its ends. `root_changes` is incremented at each change of the
    /// client's roots.
    pub(super) fn new(reader: R, writer: W, root_changes: Arc<AtomicU64>) -> (Self, Ends) {
        let ends = Ends::default();
        let reader = UntilClosed { reader, closed: ends.written.clone(), ends_line: true };
        let lines = AsyncRwTransport::new_server(ReadableLines::new(reader), writer);
        let slots = Arc::new(Semaphore::new(MAX_IN_FLIGHT));
        let in_flight = InFlight::default();
        let connection =
            Self { lines, has_begun: false, root_changes, slots, in_flight, ends: ends.clone() };
        (connection, ends)
    }

    /// Answers what rmcp would not: a request whose id is that of one in flight, and a message
    /// whose id cannot be written.
    fn refuse(&mut self, id: Option<RequestId>, problem: String, slot: OwnedSemaphorePermit) {
        let error = ErrorData::new(ErrorCode::INVALID_REQUEST, problem, None);
        let sent = self.lines.send(JsonRpcMessage::error(error, id));
        tokio::spawn(async move {
            if let Err(error) = sent.await {
                tracing::warn!(%error, "a request was not refused");
            }
            drop(slot);
        });
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
        let id = match &item {
            JsonRpcMessage::Response(response) => Some(response.id.clone()),
            JsonRpcMessage::Error(error) => error.id.clone(),
            _ => None,
        };
        // From now on the id may be used again; its slot is free once the answer is taken.
        let slot = id.and_then(|id| self.in_flight.slots().remove(&id));
        let sent = self.lines.send(item);
        let read = self.ends.read.clone();
        async move {
            let result = sent.await;
            drop(slot);
            if matches!(&result, Err(error) if error.kind() == io::ErrorKind::BrokenPipe) {
                read.cancel();
            }
            result
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            let slot = Arc::clone(&self.slots).acquire_owned().await.ok()?;
            let Some(message) = self.lines.receive().await else {
                drop(slot);
                all_taken(&self.slots).await;
                return None;
            };
            match &message {
                JsonRpcMessage::Request(request) => {
                    self.has_begun = true;
                    let Some(slot) = self.in_flight.insert(&request.id, slot) else {
                        return Some(message);
                    };
                    let id = request.id.clone();
                    let problem =
                        format!("the id {id} is in use: a request with it is not answered yet");
                    self.refuse(Some(id), escaped_lines(problem), slot);
                    continue;
                }
                JsonRpcMessage::Notification(message) => match &message.notification {
                    ClientNotification::RootsListChangedNotification(_) => {
                        self.root_changes.fetch_add(1, Ordering::Relaxed);
                    }
                    // A cancelled request has no answer.
                    ClientNotification::CancelledNotification(cancelled) => {
                        let id = cancelled.params.request_id.as_ref();
                        id.and_then(|id| self.in_flight.slots().remove(id));
                    }
                    ClientNotification::CustomNotification(unreadable)
                        if unreadable.method == UNREADABLE =>
                    {
                        let problem =
                            unreadable.params.as_ref().and_then(|of| of["problem"].as_str());
                        let problem = problem.unwrap_or("the message cannot be read").to_owned();
                        self.refuse(None, problem, slot);
                        continue;
                    }
                    _ => {}
                },
                _ => {}
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};
    use std::time::Duration;
    use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

    #[tokio::test(start_paused = true)]
    async fn a_client_that_does_not_read_is_not_read_either() {
        let (mut client, server) = tokio::io::duplex(4 << 10);
        let (reader, writer) = tokio::io::split(server);
        let (mut connection, _) = Connection::new(reader, writer, Arc::default());
        let sent = tokio::spawn(async move {
            for id in 0..2 * MAX_IN_FLIGHT {
                let ping = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"ping\"}}\n");
                client.write_all(ping.as_bytes()).await.expect("a connection");
            }
            client
        });
        let mut received = 0;
        while read(&mut connection).await {
            received += 1;
        }
        assert_eq!(received, MAX_IN_FLIGHT);
        let error = ErrorData::internal_error("", None);
        let first = Some(RequestId::Number(0));
        connection.send(JsonRpcMessage::error(error, first)).await.expect("a client");
        assert!(read(&mut connection).await, "there is room for one more");
        assert!(!read(&mut connection).await);
        sent.abort();
    }

    #[tokio::test(start_paused = true)]
    async fn an_id_in_use_is_refused_and_its_first_request_answered() {
        let (client, server) = tokio::io::duplex(4 << 10);
        let (reader, writer) = tokio::io::split(server);
        let (mut connection, _) = Connection::new(reader, writer, Arc::default());
        let (answers, mut requests) = tokio::io::split(client);
        let mut answers = BufReader::new(answers).lines();
        for id in ["7", "7", "\"7\"", "\"\\u202e\"", "\"\\u202e\""] {
            let ping = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"ping\"}}\n");
            requests.write_all(ping.as_bytes()).await.expect("a connection");
        }
        assert!(read(&mut connection).await, "the first");
        assert!(read(&mut connection).await, "that of another id");
        assert!(read(&mut connection).await, "that of a third");
        assert!(!read(&mut connection).await);
        let mut next = async || -> Value {
            let line = answers.next_line().await.expect("a connection").expect("an answer");
            serde_json::from_str(&line).expect("JSON")
        };
        let refused = next().await;
        assert_eq!((&refused["id"], &refused["error"]["code"]), (&json!(7), &json!(-32600)));
        assert!(refused["error"]["message"].as_str().is_some_and(|text| text.contains("id 7")));
        let message = next().await["error"]["message"].to_string();
        assert!(message.contains("u{202e} is in use"), "{message}");
        // Once it is answered, the id is free.
        let error = ErrorData::internal_error("", None);
        let sent = connection.send(JsonRpcMessage::error(error, Some(RequestId::Number(7))));
        let ping = b"{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}\n";
        requests.write_all(ping).await.expect("a connection");
        assert!(read(&mut connection).await);
        sent.await.expect("a client");
        assert_eq!(next().await["error"]["code"], -32603);
    }

    #[tokio::test(start_paused = true)]
    async fn the_end_is_told_once_all_answers_are_taken() {
        let (client, server) = tokio::io::duplex(64);
        let (reader, writer) = tokio::io::split(server);
        let (mut connection, ends) = Connection::new(reader, writer, Arc::default());
        let (answers, mut requests) = tokio::io::split(client);
        let ping = b"{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}\n";
        requests.write_all(ping).await.expect("a connection");
        requests.shutdown().await.expect("a connection");
        assert!(read(&mut connection).await);
        let error = ErrorData::internal_error("long ".repeat(100), None);
        let sent = connection.send(JsonRpcMessage::error(error, Some(RequestId::Number(7))));
        let sent = tokio::spawn(sent);
        assert!(!read(&mut connection).await, "the answer is not taken");
        assert!(ends.written.is_cancelled() && !sent.is_finished());
        let line = BufReader::new(answers).lines().next_line().await;
        assert!(line.is_ok_and(|line| line.is_some_and(|line| line.ends_with('}'))));
        assert!(connection.receive().await.is_none());
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_reads_no_more_has_ended() {
        let (client, server) = tokio::io::duplex(64);
        let (reader, writer) = tokio::io::split(server);
        let (mut connection, ends) = Connection::new(reader, writer, Arc::default());
        drop(client);
        let error = ErrorData::internal_error("", None);
        let sent = connection.send(JsonRpcMessage::error(error, Some(RequestId::Number(7)))).await;
        assert!(sent.is_err() && ends.read.is_cancelled());
    }

    /// Returns whether a message arrives; time passes only once nothing else can happen.
    async fn read<R, W>(connection: &mut Connection<R, W>) -> bool
    where
        R: AsyncRead + Send + Unpin,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        let second = Duration::from_secs(1);
        tokio::time::timeout(second, connection.receive()).await.is_ok_and(|read| read.is_some())
    }
}
