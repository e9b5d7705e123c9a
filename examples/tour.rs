//! A small MCP client: starts `spelunk serve`, asks it about a repository, and prints what a newcomer wants to see first.
//!
//! ```text
//! cargo run --example tour -- /path/to/repository [/path/to/spelunk]
//! ```

#![expect(clippy::disallowed_methods, reason = "a program of its own")]

use serde_json::{Value, json};
use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A connection to a server: one JSON message a line in either direction.
struct Client {
    server: Child,
    writer: Option<ChildStdin>,
    reader: BufReader<ChildStdout>,
    next_id: u64,
}

impl Client {
    fn start(program: &str, root: &str) -> Result<Self, Box<dyn Error>> {
        let mut command = Command::new(program);
        command.args(["serve", "--root", root]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut server =
            command.spawn().map_err(|error| format!("{program} cannot be started: {error}"))?;
        let (Some(writer), Some(reader)) = (server.stdin.take(), server.stdout.take()) else {
            return Err("the server's pipes were asked for and not given".into());
        };
        Ok(Self { server, writer: Some(writer), reader: BufReader::new(reader), next_id: 1 })
    }

    fn send(&mut self, message: &Value) -> Result<(), Box<dyn Error>> {
        let writer = self.writer.as_mut().ok_or("the connection is closed")?;
        writeln!(writer, "{message}")?;
        Ok(writer.flush()?)
    }

    /// Sends a request and waits for its result; notifications on the way are passed over.
    fn request(&mut self, method: &str, params: &Value) -> Result<Value, Box<dyn Error>> {
        let id = self.next_id;
        self.next_id += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))?;
        loop {
            let mut line = String::new();
            if self.reader.read_line(&mut line)? == 0 {
                return Err("the server has left".into());
            }
            let message: Value = serde_json::from_str(&line)?;
            if message["id"] == json!(id) {
                return match message.get("error") {
                    Some(error) => Err(format!("{method}: {}", error["message"]).into()),
                    None => Ok(message["result"].clone()),
                };
            }
        }
    }

    /// Calls a tool and returns the text a model would read.
    fn call(&mut self, tool: &str, arguments: &Value) -> Result<String, Box<dyn Error>> {
        let result =
            self.request("tools/call", &json!({ "name": tool, "arguments": arguments }))?;
        let text = result["content"][0]["text"].as_str().unwrap_or_default().to_owned();
        if result["isError"] == true { Err(text.into()) } else { Ok(text) }
    }

    /// Closes our end, upon which the server ends.
    fn finish(mut self) -> Result<(), Box<dyn Error>> {
        self.writer = None;
        self.server.wait()?;
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let root = arguments.next().unwrap_or_else(|| ".".to_owned());
    let program = arguments.next().unwrap_or_else(|| "spelunk".to_owned());
    let mut client = Client::start(&program, &root)?;
    let hello = client.request(
        "initialize",
        &json!({
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": { "name": "tour", "version": env!("CARGO_PKG_VERSION") },
        }),
    )?;
    client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))?;
    let tools = client.request("tools/list", &json!({}))?;
    let names: Vec<&str> = tools["tools"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|tool| tool["name"].as_str())
        .collect();
    let server = &hello["serverInfo"];
    let mut tour =
        format!("{} {} offers {}\n", server["name"], server["version"], names.join(", "));
    let stops = [
        ("What is here", json!({ "path": ".", "depth": 1, "detail": "files", "maxTokens": 600 })),
        ("What to know first", json!({ "path": ".", "maxTokens": 1500 })),
        (
            "Where it is tested",
            json!({ "path": ".", "focus": ["test"], "allowTests": true, "detail": "files", "maxTokens": 600 }),
        ),
    ];
    for (title, arguments) in stops {
        tour += &format!("\n== {title}\n\n{}\n", client.call("map_code", &arguments)?);
    }
    client.finish()?;
    std::io::stdout().write_all(tour.as_bytes())?;
    Ok(())
}
