//! A language server that a test plays itself, message by message, over pipes in memory. Nothing in
//! it takes time: every step waits for the message before it.

use serde_json::{Value, json};
use spelunk::lsp::{
    BoxFuture, FrameReader, LaunchContext, LaunchPlan, Launched, Launcher, Piece, Pipes, Process,
    ServerSpec, Unavailable,
};
use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, ReadHalf, WriteHalf};
use tokio::sync::{mpsc, watch};

/// Starts servers that the test plays, in the order in which they are asked for.
#[derive(Clone)]
pub(crate) struct FakeLauncher {
    started: mpsc::UnboundedSender<FakeServer>,
    servers: Arc<tokio::sync::Mutex<mpsc::UnboundedReceiver<FakeServer>>>,
    absent: Arc<Mutex<Vec<String>>>,
}

impl Default for FakeLauncher {
    fn default() -> Self {
        let (started, servers) = mpsc::unbounded_channel();
        Self {
            started,
            servers: Arc::new(tokio::sync::Mutex::new(servers)),
            absent: Arc::default(),
        }
    }
}

impl FakeLauncher {
    /// The next server that was started.
    pub(crate) async fn launched(&self) -> FakeServer {
        in_time("a server to be started", async { self.servers.lock().await.recv().await.unwrap() })
            .await
    }

    /// Whether a server was started that no test has taken yet.
    pub(crate) fn has_launched(&self) -> bool {
        self.servers.try_lock().is_ok_and(|servers| !servers.is_empty())
    }

    /// From now on there is no such server, or there is one again.
    pub(crate) fn set_absent(&self, name: &str, is_absent: bool) {
        let mut absent = self.absent.lock().unwrap();
        absent.retain(|other| other != name);
        if is_absent {
            absent.push(name.to_owned());
        }
    }
}

impl Launcher for FakeLauncher {
    fn is_there(&self, spec: &ServerSpec, _: &Path) -> bool {
        !self.absent.lock().unwrap().contains(&spec.name)
    }

    fn prepare<'a>(
        &'a self,
        spec: &'a ServerSpec,
        context: LaunchContext<'a>,
    ) -> BoxFuture<'a, Result<LaunchPlan, Unavailable>> {
        let plan = if self.is_there(spec, context.boundary) {
            Ok(LaunchPlan {
                program: PathBuf::from(&spec.name),
                args: Vec::new(),
                environment: BTreeMap::new(),
                directory: context.root.to_owned(),
                options: json!({ "degraded": context.degraded }),
                settings: json!({ "a": { "b": 1 } }),
                version: None,
                sandbox: None,
            })
        } else {
            Err(Unavailable::NotInstalled {
                server: spec.name.clone(),
                install: spec.install.clone(),
            })
        };
        Box::pin(std::future::ready(plan))
    }

    fn launch(&self, plan: &LaunchPlan) -> std::io::Result<Launched> {
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        let (errors, their_errors) = tokio::io::duplex(1 << 16);
        let (output, input) = tokio::io::split(ours);
        let (reader, writer) = tokio::io::split(theirs);
        let (gone, is_gone) = watch::channel(false);
        let gone = Arc::new(gone);
        let server = FakeServer {
            name: plan.program.display().to_string(),
            reader,
            writer: Some(writer),
            errors: their_errors,
            frames: FrameReader::default(),
            received: VecDeque::new(),
            gone: gone.clone(),
        };
        self.started.send(server).unwrap();
        Ok(Launched {
            pipes: Pipes { input: Box::new(input), output: Box::new(output) },
            errors: Some(Box::new(errors)),
            process: Box::new(FakeProcess { gone, is_gone }),
        })
    }
}

struct FakeProcess {
    gone: Arc<watch::Sender<bool>>,
    is_gone: watch::Receiver<bool>,
}

impl Process for FakeProcess {
    fn exited(&mut self) -> BoxFuture<'_, ()> {
        Box::pin(async {
            let _ = self.is_gone.wait_for(|gone| *gone).await;
        })
    }

    fn kill(&mut self) {
        self.gone.send_replace(true);
    }

    fn group(&self) -> Option<i32> {
        None
    }
}

/// The server's end of a conversation.
pub(crate) struct FakeServer {
    pub(crate) name: String,
    reader: ReadHalf<DuplexStream>,
    writer: Option<WriteHalf<DuplexStream>>,
    errors: DuplexStream,
    frames: FrameReader,
    received: VecDeque<Value>,
    gone: Arc<watch::Sender<bool>>,
}

impl FakeServer {
    /// The next message of the client, whatever it is. `None` when it closed its end.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        in_time("a message", self.receive()).await
    }

    async fn receive(&mut self) -> Option<Value> {
        let mut bytes = vec![0; 1 << 16];
        while self.received.is_empty() {
            let length = self.reader.read(&mut bytes).await.unwrap();
            if length == 0 {
                return None;
            }
            for piece in self.frames.push(&bytes[..length]) {
                match piece {
                    Piece::Message(body) => {
                        self.received.push_back(serde_json::from_slice(&body).unwrap());
                    }
                    other => panic!("the client sent what is no message: {other:?}"),
                }
            }
        }
        self.received.pop_front()
    }

    /// The next message with this method; others are skipped.
    pub(crate) async fn expect(&mut self, method: &str) -> Value {
        while let Some(message) = self.next().await {
            if message["method"] == method {
                return message;
            }
        }
        panic!("the client went before it sent {method}");
    }

    /// Answers `initialize` with every ability, and waits for `initialized`.
    pub(crate) async fn initialize(&mut self) {
        let capabilities = json!({
            "positionEncoding": "utf-8",
            "referencesProvider": true,
            "definitionProvider": true,
            "implementationProvider": true,
            "callHierarchyProvider": true,
            "typeHierarchyProvider": true,
        });
        self.initialize_with(capabilities).await;
    }

    pub(crate) async fn initialize_with(&mut self, capabilities: Value) {
        let request = self.expect("initialize").await;
        self.reply(&request, json!({ "capabilities": capabilities })).await;
        self.expect("initialized").await;
    }

    /// Waits for a request and answers it.
    pub(crate) async fn answer(&mut self, method: &str, result: Value) {
        let request = self.expect(method).await;
        self.reply(&request, result).await;
    }

    pub(crate) async fn reply(&mut self, request: &Value, result: Value) {
        self.send(json!({ "jsonrpc": "2.0", "id": request["id"], "result": result })).await;
    }

    pub(crate) async fn refuse(&mut self, request: &Value, code: i32) {
        self.send(json!({ "jsonrpc": "2.0", "id": request["id"], "error": { "code": code, "message": "no" } })).await;
    }

    pub(crate) async fn notify(&mut self, method: &str, params: Value) {
        self.send(json!({ "jsonrpc": "2.0", "method": method, "params": params })).await;
    }

    /// Begins, reports or ends the progress that the tests' descriptions wait for.
    pub(crate) async fn loading(&mut self, kind: &str, percentage: Option<u32>) {
        let value = json!({ "kind": kind, "title": "Loading", "percentage": percentage });
        self.notify("$/progress", json!({ "token": "loading", "value": value })).await;
    }

    pub(crate) async fn send(&mut self, message: Value) {
        let body = message.to_string();
        self.raw(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes()).await;
    }

    /// Writes bytes as they are.
    pub(crate) async fn raw(&mut self, bytes: &[u8]) {
        // The client may have gone, as in life.
        if let Some(writer) = &mut self.writer {
            let _ = writer.write_all(bytes).await;
        }
    }

    pub(crate) async fn write_stderr(&mut self, text: &str) {
        let _ = self.errors.write_all(text.as_bytes()).await;
    }

    /// Ends as a crash does: all pipes close at once.
    pub(crate) fn crash(self) {
        self.gone.send_replace(true);
    }

    /// Waits until the client has ended this server.
    pub(crate) async fn killed(&self) {
        let mut gone = self.gone.subscribe();
        in_time("the server's end", async {
            let _ = gone.wait_for(|gone| *gone).await;
        })
        .await;
    }
}

/// Fails a test that would otherwise wait for ever: an hour, which in paused time passes in an
/// instant.
async fn in_time<T>(what: &str, future: impl Future<Output = T>) -> T {
    match tokio::time::timeout(std::time::Duration::from_hours(1), future).await {
        Ok(value) => value,
        Err(elapsed) => panic!("waited for {what} in vain: {elapsed}"),
    }
}
