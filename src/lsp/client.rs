//! Connection to one language server: requests with their ids, so that they can be cancelled;
//! notifications; and the end of the connection as an event of its own.
//!
//! async-lsp matches replies with requests. Around it run three tasks: a reader that passes on only
//! well-formed messages, a writer that never blocks the others and gives up on a server that does
//! not read, and the main loop.

use super::MAX_WORDS;
use super::frames::{FrameReader, MAX_BYTES_WITHOUT_MESSAGE, Piece};
use super::traffic::{MessageSource, TrafficLog};
use crate::domain::{lock, on_one_line};
use async_lsp::router::Router;
use async_lsp::{AnyNotification, AnyRequest, MainLoop, ResponseError, ServerSocket};
use lsp_types::notification::Notification;
use lsp_types::request::Request;
use serde_json::Value;
use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::Instant;
use tokio_util::compat::{TokioAsyncReadCompatExt, TokioAsyncWriteCompatExt};

/// Time after which a server that does not take what we write counts as stuck.
pub(super) const WRITE_DEADLINE: Duration = Duration::from_secs(10);

/// Maximum bytes of the messages that wait to be written.
const MAX_QUEUED_BYTES: usize = 256 << 20;

/// Pipes to a server.
pub struct Pipes {
    /// Input of the server.
    pub input: Box<dyn AsyncWrite + Send + Unpin>,
    /// Output of the server.
    pub output: Box<dyn AsyncRead + Send + Unpin>,
}

/// Handler of a server's notifications and requests. Called in order, from the loop: must not
/// block.
pub(super) trait Listener: Send + Sync + 'static {
    fn notified(&self, method: &str, params: Value);

    /// Returns the answer to a server's request; `None` if there is no such method.
    fn asked(&self, method: &str, params: &Value) -> Option<Value>;
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum CallError {
    /// The connection has ended; the text is the reason.
    #[error("{0}")]
    Closed(String),
    #[error("{message} ({code})")]
    Server { code: i32, message: String },
    #[error("its reply could not be understood: {0}")]
    Unintelligible(String),
}

impl CallError {
    /// Returns whether the server requests that the question be sent again.
    pub(super) fn is_retry(&self) -> bool {
        const CONTENT_MODIFIED: i32 = -32801;
        const SERVER_CANCELLED: i32 = -32802;
        matches!(self, CallError::Server { code, .. } if *code == CONTENT_MODIFIED || *code == SERVER_CANCELLED)
    }

    pub(super) fn is_unknown_method(&self) -> bool {
        matches!(self, CallError::Server { code: -32601, .. })
    }
}

/// Our end of a connection. Dropping it ends the connection, not the server.
pub(super) struct Client {
    socket: ServerSocket,
    shared: Arc<Shared>,
    ended: watch::Receiver<Option<String>>,
    tasks: Vec<JoinHandle<()>>,
}

/// State that the three tasks and the requests share.
struct Shared {
    server: String,
    log: TrafficLog,
    /// Requests whose id is not known yet, in the order in which they were sent.
    nameless: Mutex<VecDeque<Arc<Slot>>>,
    /// Time at which each pending request was sent.
    pending: Mutex<BTreeMap<u64, Instant>>,
    sequence: Mutex<u64>,
    heard: Mutex<Instant>,
    queued_bytes: AtomicUsize,
    outgoing: mpsc::UnboundedSender<Outgoing>,
    end: watch::Sender<Option<String>>,
}

enum Outgoing {
    Frame(Vec<u8>),
    Close,
}

/// Id of one request, once it is known.
#[derive(Default)]
struct Slot(Mutex<SlotState>);

#[derive(Default)]
struct SlotState {
    id: Option<Value>,
    abandoned: bool,
}

impl Shared {
    fn end(&self, why: impl Into<String>) {
        self.end.send_if_modified(|reason| {
            let first = reason.is_none();
            if first {
                *reason = Some(why.into());
            }
            first
        });
    }

    fn send(&self, frame: Vec<u8>) -> std::io::Result<()> {
        let queued = self.queued_bytes.fetch_add(frame.len(), Ordering::Relaxed) + frame.len();
        if queued > MAX_QUEUED_BYTES {
            self.end("it does not read what is sent to it");
            return Err(std::io::ErrorKind::BrokenPipe.into());
        }
        self.outgoing
            .send(Outgoing::Frame(frame))
            .map_err(|_| std::io::ErrorKind::BrokenPipe.into())
    }

    /// Inspects an outgoing message: if it is a request, its id belongs to the slot that has waited
    /// longest.
    fn assign_id(&self, frame: &[u8]) {
        #[derive(serde::Deserialize)]
        struct Head {
            id: Option<Value>,
            method: Option<serde::de::IgnoredAny>,
        }
        let body = frame
            .windows(4)
            .position(|four| four == b"\r\n\r\n")
            .map_or(frame, |at| &frame[at + 4..]);
        self.log.record(&self.server, MessageSource::Client, body);
        let Ok(Head { id: Some(id), method: Some(_) }) = serde_json::from_slice(body) else {
            return;
        };
        let Some(slot) = lock(&self.nameless).pop_front() else { return };
        let mut state = lock(&slot.0);
        if state.abandoned {
            drop(state);
            self.cancel(&id);
        } else {
            state.id = Some(id);
        }
    }

    fn cancel(&self, id: &Value) {
        self.send_message(&serde_json::json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": { "id": id } }));
    }

    /// Sends a message without async-lsp.
    fn send_message(&self, message: &Value) {
        let body = message.to_string();
        self.log.record(&self.server, MessageSource::Client, body.as_bytes());
        let _ = self.send(format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes());
    }
}

impl Client {
    /// Starts a connection. `server` is the name in the log.
    pub(super) fn connect(
        pipes: Pipes,
        server: &str,
        listener: Arc<dyn Listener>,
        log: TrafficLog,
    ) -> Self {
        let (end, ended) = watch::channel(None);
        let (outgoing, queue) = mpsc::unbounded_channel();
        let shared = Arc::new(Shared {
            server: server.to_owned(),
            log,
            nameless: Mutex::default(),
            pending: Mutex::default(),
            sequence: Mutex::new(0),
            heard: Mutex::new(Instant::now()),
            queued_bytes: AtomicUsize::new(0),
            outgoing,
            end,
        });
        let (main_loop, socket) = MainLoop::new_client(|socket| router(listener, socket));
        let (clean_in, clean_out) = tokio::io::duplex(1 << 18);
        let frames = OutgoingFrames { shared: shared.clone(), frame: Vec::new() };
        let loop_shared = shared.clone();
        let tasks = vec![
            tokio::spawn(read(pipes.output, clean_in, shared.clone())),
            tokio::spawn(write(pipes.input, queue, shared.clone())),
            tokio::spawn(async move {
                // Whatever ends the loop, the reader and the writer have the better reason.
                match main_loop.run_buffered(clean_out.compat(), frames.compat_write()).await {
                    Ok(()) | Err(async_lsp::Error::Eof) => loop_shared.end("it closed its output"),
                    Err(error) => loop_shared.end(error.to_string()),
                }
            }),
        ];
        Self { socket, shared, ended, tasks }
    }

    /// Sends a request and waits for the reply. Dropping the future cancels it at the server.
    pub(super) async fn request<R: Request>(
        &self,
        params: R::Params,
    ) -> Result<R::Result, CallError> {
        let slot = Arc::new(Slot::default());
        let mut reply = Box::pin(self.socket.request::<R>(params));
        let mut under_way = PendingRequest::new(&self.shared, slot.clone());
        // The request is sent at its first poll. Polling under the lock keeps the slots in the
        // order of the requests.
        let first = std::future::poll_fn(|context| {
            let mut nameless = lock(&self.shared.nameless);
            nameless.push_back(slot.clone());
            Poll::Ready(reply.as_mut().poll(context))
        })
        .await;
        let result = match first {
            Poll::Ready(result) => result,
            Poll::Pending => {
                let mut ended = self.ended.clone();
                tokio::select! {
                    biased;
                    result = &mut reply => result,
                    _ = ended.wait_for(Option::is_some) => Err(async_lsp::Error::ServiceStopped),
                }
            }
        };
        under_way.done = true;
        result.map_err(|error| match error {
            async_lsp::Error::Response(ResponseError { code, message, .. }) => {
                CallError::Server { code: code.0, message: on_one_line(&message, MAX_WORDS) }
            }
            async_lsp::Error::Deserialize(error) => {
                CallError::Unintelligible(on_one_line(&error.to_string(), MAX_WORDS))
            }
            async_lsp::Error::ServiceStopped => CallError::Closed(self.why_ended()),
            other => CallError::Closed(other.to_string()),
        })
    }

    /// Sends a notification. Silently lost after the end of the connection, which is an event of
    /// its own.
    pub(super) fn notify<N: Notification>(&self, params: N::Params) {
        let _ = self.socket.notify::<N>(params);
    }

    /// Sends `exit` and closes the server's input, in this order, which async-lsp's own queue would
    /// not keep.
    pub(super) fn leave(&self) {
        self.shared.send_message(&serde_json::json!({ "jsonrpc": "2.0", "method": "exit" }));
        let _ = self.shared.outgoing.send(Outgoing::Close);
    }

    /// Waits for the end of the connection, and returns the reason.
    pub(super) async fn ended(&self) -> String {
        let mut ended = self.ended.clone();
        match ended.wait_for(Option::is_some).await {
            Ok(reason) => reason.clone().unwrap_or_default(),
            Err(_) => "the conversation was dropped".to_owned(),
        }
    }

    fn why_ended(&self) -> String {
        self.ended.borrow().clone().unwrap_or_else(|| "the conversation is over".to_owned())
    }

    /// Time since which the server has sent nothing although a reply is due. `None` without pending
    /// requests.
    pub(super) fn silent_since(&self) -> Option<Instant> {
        let oldest = lock(&self.shared.pending).values().next().copied()?;
        Some(oldest.max(*lock(&self.shared.heard)))
    }

    /// Time of the server's last output.
    pub(super) fn last_heard(&self) -> Instant {
        *lock(&self.shared.heard)
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}

/// A pending request: counted, and cancelled at the server if it is dropped before its reply.
struct PendingRequest<'a> {
    shared: &'a Shared,
    slot: Arc<Slot>,
    number: u64,
    done: bool,
}

impl<'a> PendingRequest<'a> {
    fn new(shared: &'a Shared, slot: Arc<Slot>) -> Self {
        let mut sequence = lock(&shared.sequence);
        *sequence += 1;
        lock(&shared.pending).insert(*sequence, Instant::now());
        Self { shared, slot, number: *sequence, done: false }
    }
}

impl Drop for PendingRequest<'_> {
    fn drop(&mut self) {
        lock(&self.shared.pending).remove(&self.number);
        if self.done {
            return;
        }
        let mut state = lock(&self.slot.0);
        state.abandoned = true;
        if let Some(id) = state.id.take() {
            drop(state);
            self.shared.cancel(&id);
        }
    }
}

/// The router's state. It keeps a socket, since the loop panics when the last one goes.
struct RouterState {
    listener: Arc<dyn Listener>,
    _socket: ServerSocket,
}

fn router(listener: Arc<dyn Listener>, socket: ServerSocket) -> Router<RouterState> {
    let mut router = Router::new(RouterState { listener, _socket: socket });
    router.unhandled_notification(
        |state: &mut RouterState, AnyNotification { method, params, .. }| {
            state.listener.notified(&method, params);
            ControlFlow::Continue(())
        },
    );
    router.unhandled_request(|state: &mut RouterState, AnyRequest { method, params, .. }| {
        let reply = state.listener.asked(&method, &params).ok_or_else(|| {
            ResponseError::new(
                async_lsp::ErrorCode::METHOD_NOT_FOUND,
                format!("no such method: {method}"),
            )
        });
        std::future::ready(reply)
    });
    router.unhandled_event(|_, _| ControlFlow::Continue(()));
    router
}

/// Reads the server's output, passes well-formed messages on, and notes the time.
async fn read(
    mut output: impl AsyncRead + Unpin,
    mut clean: tokio::io::DuplexStream,
    shared: Arc<Shared>,
) {
    let mut frames = FrameReader::default();
    let mut bytes = vec![0; 1 << 16];
    let mut without_message = 0;
    loop {
        let length = match output.read(&mut bytes).await {
            Ok(0) => {
                return shared.end(if frames.is_amid() {
                    "it stopped in the middle of a message"
                } else {
                    "it exited"
                });
            }
            Ok(length) => length,
            Err(error) => return shared.end(format!("its output cannot be read: {error}")),
        };
        *lock(&shared.heard) = Instant::now();
        without_message += length;
        for piece in frames.push(&bytes[..length]) {
            match piece {
                Piece::Message(body) => {
                    without_message = 0;
                    shared.log.record(&shared.server, MessageSource::Server, &body);
                    let header = format!("Content-Length: {}\r\n\r\n", body.len());
                    if clean.write_all(header.as_bytes()).await.is_err()
                        || clean.write_all(&body).await.is_err()
                    {
                        return;
                    }
                }
                Piece::TooLong(length) => {
                    let length = length >> 20;
                    return shared
                        .end(format!("it sent a message of {length} MB, which is too long"));
                }
                Piece::Stray(text) => {
                    shared.log.record(&shared.server, MessageSource::Stray, text.as_bytes());
                }
            }
        }
        if without_message > MAX_BYTES_WITHOUT_MESSAGE {
            let length = without_message >> 20;
            return shared.end(format!("it sent {length} MB without a message in them"));
        }
    }
}

/// Writes the queued messages. A server that stops reading fills its pipe, which is detected here
/// and blocks nothing else.
async fn write(
    mut input: impl AsyncWrite + Unpin,
    mut queue: mpsc::UnboundedReceiver<Outgoing>,
    shared: Arc<Shared>,
) {
    while let Some(Outgoing::Frame(frame)) = queue.recv().await {
        let mut rest = frame.as_slice();
        while !rest.is_empty() {
            match tokio::time::timeout(WRITE_DEADLINE, input.write(rest)).await {
                Ok(Ok(0)) => return shared.end("it closed its input"),
                Ok(Ok(written)) => rest = &rest[written..],
                // The reader sees its exit, with a better reason.
                Ok(Err(_)) => return,
                Err(_) => return shared.end("it does not read what is sent to it"),
            }
        }
        if !matches!(tokio::time::timeout(WRITE_DEADLINE, input.flush()).await, Ok(Ok(()))) {
            return;
        }
        shared.queued_bytes.fetch_sub(frame.len(), Ordering::Relaxed);
    }
    let _ = input.shutdown().await;
}

/// Accepts whatever async-lsp writes at once, and passes it to the writer frame by frame.
struct OutgoingFrames {
    shared: Arc<Shared>,
    frame: Vec<u8>,
}

impl AsyncWrite for OutgoingFrames {
    fn poll_write(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<std::io::Result<usize>> {
        self.frame.extend_from_slice(bytes);
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        let frame = std::mem::take(&mut self.frame);
        if frame.is_empty() {
            return Poll::Ready(Ok(()));
        }
        // The message goes before what follows from it, a cancellation.
        let sent = self.shared.send(frame.clone());
        self.shared.assign_id(&frame);
        Poll::Ready(sent)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        self.poll_flush(context)
    }
}
