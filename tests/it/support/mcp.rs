//! An MCP client over lines of JSON, against the built binary or a server in this process.
//!
//! Dropping it closes the connection, waits for the server's end, and fails when the server wrote
//! anything that is not JSON-RPC, or a reply that nobody waited for.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Far longer than anything takes; only a defect is waited for this long.
pub(crate) const REPLY_TIMEOUT: Duration = Duration::from_mins(1);

pub(crate) struct McpClient {
    writer: Option<Box<dyn Write + Send>>,
    lines: Receiver<String>,
    server: Server,
    next_id: u64,
    /// Ids of requests that were sent and not yet answered.
    waiting: Vec<u64>,
    /// Notifications and requests of the server, in order.
    pub(crate) received: Vec<Value>,
    /// What to answer to `roots/list`.
    pub(crate) roots: Vec<String>,
    /// Whether `roots/list` is answered at all.
    pub(crate) answers_roots: bool,
    /// What to answer to a question about trust; nothing is expected to ask without.
    pub(crate) trusts: Option<bool>,
    stderr: Option<JoinHandle<String>>,
}

enum Server {
    Process(Child),
    Thread(Option<JoinHandle<()>>),
}

impl McpClient {
    /// A client of the built binary, which serves `root`; `initialize` has been done.
    pub(crate) fn serve(root: &Path) -> Self {
        let mut client = Self::spawn(
            &["serve", "--root", root.to_str().expect("temporary paths are UTF-8")],
            root,
            &[],
        );
        client.initialize("2025-06-18", json!({}));
        client
    }

    /// Starts the built binary in `directory` and says nothing yet.
    pub(crate) fn spawn(
        arguments: &[&str],
        directory: &Path,
        environment: &[(&str, &str)],
    ) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_spelunk"));
        command
            .args(arguments)
            .current_dir(directory)
            .env_remove("SPELUNK_ROOT")
            .env("SPELUNK_CONFIG", "/dev/null");
        command.envs(environment.iter().copied());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the binary starts");
        let writer = child.stdin.take().expect("stdin is piped");
        let reader = child.stdout.take().expect("stdout is piped");
        let mut stderr = child.stderr.take().expect("stderr is piped");
        let stderr = thread::spawn(move || {
            let mut text = String::new();
            let _ = stderr.read_to_string(&mut text);
            text
        });
        Self::new(Box::new(writer), reader, Server::Process(child), Some(stderr))
    }

    /// A client of `server`, which runs in this process; `initialize` has been done.
    pub(crate) fn connect(server: spelunk::mcp::Server) -> Self {
        Self::connect_with(server, json!({}))
    }

    /// The same, for a client with these capabilities.
    pub(crate) fn connect_with(server: spelunk::mcp::Server, capabilities: Value) -> Self {
        let (ours, theirs) = UnixStream::pair().expect("a pair of sockets");
        let reader = ours.try_clone().expect("a socket can be shared");
        let thread = thread::spawn(move || {
            let runtime =
                tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
            runtime.expect("a runtime").block_on(async {
                theirs.set_nonblocking(true).expect("a socket can be made non-blocking");
                let stream = tokio::net::UnixStream::from_std(theirs).expect("a socket");
                let (reader, writer) = stream.into_split();
                spelunk::mcp::serve(server, reader, writer).await.expect("the server ends well");
            });
        });
        let mut client =
            Self::new(Box::new(Hangup(ours)), reader, Server::Thread(Some(thread)), None);
        client.initialize("2025-06-18", capabilities);
        client
    }

    fn new(
        writer: Box<dyn Write + Send>,
        reader: impl Read + Send + 'static,
        server: Server,
        stderr: Option<JoinHandle<String>>,
    ) -> Self {
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(reader).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Self {
            writer: Some(writer),
            lines,
            server,
            next_id: 1,
            waiting: Vec::new(),
            received: Vec::new(),
            roots: Vec::new(),
            answers_roots: true,
            trusts: None,
            stderr,
        }
    }

    /// The handshake of the older protocols; returns the server's answer.
    pub(crate) fn initialize(&mut self, version: &str, capabilities: Value) -> Value {
        let answer = self.request(
            "initialize",
            json!({
                "protocolVersion": version,
                "capabilities": capabilities,
                "clientInfo": { "name": "test", "version": "1" },
            }),
        );
        self.notify("notifications/initialized", json!({}));
        answer["result"].clone()
    }

    /// Sends a line as it is.
    pub(crate) fn send_line(&mut self, line: &str) {
        self.send_text(&format!("{line}\n"));
    }

    /// Sends bytes as they are.
    pub(crate) fn send_text(&mut self, text: &str) {
        let writer = self.writer.as_mut().expect("the connection is open");
        writer.write_all(text.as_bytes()).and_then(|()| writer.flush()).expect("the server reads");
    }

    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        self.send_line(
            &json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string(),
        );
    }

    /// Sends a request and returns its id.
    pub(crate) fn send(&mut self, method: &str, params: Value) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        self.waiting.push(id);
        self.send_line(
            &json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string(),
        );
        id
    }

    /// Sends a request and waits for its whole response.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params);
        self.response(id)
    }

    /// Waits for the response to a request that was sent.
    pub(crate) fn response(&mut self, id: u64) -> Value {
        loop {
            let message = self.message();
            if message.get("method").is_some() {
                self.answer(&message);
                self.received.push(message);
            } else if message["id"] == json!(id) {
                self.waiting.retain(|waiting| *waiting != id);
                return message;
            } else {
                panic!("a response that was not waited for: {message}");
            }
        }
    }

    /// Waits for a notification or request of the server.
    pub(crate) fn next_received(&mut self) -> Value {
        let message = self.message();
        assert!(message.get("method").is_some(), "not a notification: {message}");
        self.answer(&message);
        self.received.push(message.clone());
        message
    }

    /// Waits for whatever the server sends next.
    pub(crate) fn next_message(&mut self) -> Value {
        self.message()
    }

    /// Gives up waiting for a request, as a client does that cancels it.
    pub(crate) fn forget(&mut self, id: u64) {
        self.waiting.retain(|waiting| *waiting != id);
    }

    /// Calls a tool and returns its result.
    pub(crate) fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let response = self.request("tools/call", json!({ "name": tool, "arguments": arguments }));
        assert!(response.get("error").is_none(), "{response}");
        response["result"].clone()
    }

    /// Calls a tool and returns the text of its reply, which is not an error.
    pub(crate) fn text(&mut self, tool: &str, arguments: Value) -> String {
        let result = self.call(tool, arguments);
        assert_ne!(result["isError"], true, "{result}");
        text_of(&result)
    }

    /// Calls a tool and returns the text of the error it replies with.
    pub(crate) fn error(&mut self, tool: &str, arguments: Value) -> String {
        let result = self.call(tool, arguments);
        assert_eq!(result["isError"], true, "{result}");
        text_of(&result)
    }

    /// Asks the server's process to stop, as a system does that shuts down.
    #[cfg(unix)]
    pub(crate) fn terminate(&mut self) {
        let Server::Process(child) = &self.server else {
            panic!("only a process can be told to stop")
        };
        let process = rustix::process::Pid::from_child(child);
        rustix::process::kill_process(process, rustix::process::Signal::TERM)
            .expect("the process is there");
    }

    /// The server's process.
    pub(crate) fn pid(&self) -> u32 {
        let Server::Process(child) = &self.server else {
            panic!("a thread has no number of its own")
        };
        child.id()
    }

    /// Kills the server's process, which leaves it no time for anything.
    pub(crate) fn kill(&mut self) {
        let Server::Process(child) = &mut self.server else {
            panic!("only a process can be killed")
        };
        child.kill().expect("the process is there");
        child.wait().expect("the process can be waited for");
        self.writer = None;
        self.waiting.clear();
        self.server = Server::Thread(None);
    }

    /// Closes our end and waits for the server's; returns what it still sent.
    pub(crate) fn close(&mut self) -> Vec<Value> {
        self.writer = None;
        let mut rest = Vec::new();
        while let Ok(line) = self.lines.recv_timeout(REPLY_TIMEOUT) {
            rest.push(parse(&line));
        }
        match &mut self.server {
            Server::Process(child) => {
                let status = child.wait().expect("the server can be waited for");
                assert!(status.success(), "the server ended with {status}: {}", self.stderr());
            }
            Server::Thread(thread) => {
                if let Some(thread) = thread.take() {
                    thread.join().expect("the server ends well");
                }
            }
        }
        rest
    }

    fn stderr(&mut self) -> String {
        self.stderr.take().map(|reader| reader.join().unwrap_or_default()).unwrap_or_default()
    }

    fn message(&mut self) -> Value {
        match self.lines.recv_timeout(REPLY_TIMEOUT) {
            Ok(line) => parse(&line),
            Err(error) => {
                if let Server::Process(child) = &mut self.server {
                    // Its standard error ends with it.
                    let _ = child.kill();
                }
                panic!("no message ({error}); stderr: {}", self.stderr())
            }
        }
    }

    fn answer(&mut self, request: &Value) {
        let Some(id) = request.get("id") else { return };
        if let (Some("elicitation/create"), Some(trusts)) =
            (request["method"].as_str(), self.trusts)
        {
            let result = json!({ "action": "accept", "content": { "trust": trusts } });
            return self
                .send_line(&json!({ "jsonrpc": "2.0", "id": id, "result": result }).to_string());
        }
        assert_eq!(
            request["method"], "roots/list",
            "a request of the server that no test expects: {request}"
        );
        if !self.answers_roots {
            return;
        }
        let roots: Vec<Value> = self.roots.iter().map(|uri| json!({ "uri": uri })).collect();
        self.send_line(
            &json!({ "jsonrpc": "2.0", "id": id, "result": { "roots": roots } }).to_string(),
        );
    }
}

impl Drop for McpClient {
    fn drop(&mut self) {
        if thread::panicking() {
            if let Server::Process(child) = &mut self.server {
                let _ = child.kill();
                let _ = child.wait();
            }
            return;
        }
        let rest = if self.writer.is_some() { self.close() } else { Vec::new() };
        let unexpected: Vec<_> =
            rest.iter().filter(|message| message.get("method").is_none()).collect();
        assert!(unexpected.is_empty(), "responses that nobody waited for: {unexpected:?}");
        assert!(self.waiting.is_empty(), "requests without a response: {:?}", self.waiting);
    }
}

/// The text of a tool's reply.
pub(crate) fn text_of(result: &Value) -> String {
    result["content"][0]["text"]
        .as_str()
        .unwrap_or_else(|| panic!("no text in {result}"))
        .to_owned()
}

fn parse(line: &str) -> Value {
    let message: Value = serde_json::from_str(line)
        .unwrap_or_else(|error| panic!("standard output holds no JSON ({error}): {line:?}"));
    assert_eq!(message["jsonrpc"], "2.0", "{message}");
    message
}

/// Our end of a socket: dropping it says that we are done, while the other direction stays open.
struct Hangup(UnixStream);

impl Write for Hangup {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.0.flush()
    }
}

impl Drop for Hangup {
    fn drop(&mut self) {
        let _ = self.0.shutdown(std::net::Shutdown::Write);
    }
}
