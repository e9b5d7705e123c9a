//! A language server as a process of its own, which behaves well until it does what its part says. It is this very test
//! binary, started again; what the test harness prints first is the stray output that a client must bear.

use rustix::process::{Signal, getpid, kill_process};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::process::{Command, Stdio};

/// The variable that tells a process its part.
pub(super) const PART: &str = "SPELUNK_TEST_PART";

/// The variable with the path of the pipe that a gated server waits at.
pub(super) const GATE: &str = "SPELUNK_TEST_GATE";

/// The arguments that make the test binary play.
pub(super) const ARGUMENTS: [&str; 3] = ["--exact", "faults::actor::play", "--nocapture"];

/// Not a test: the process that the tests of `process` talk to.
#[test]
fn play() {
    let Ok(part) = std::env::var(PART) else { return };
    if part == "child" {
        wait_for_ever();
    }
    Actor { part, documents: BTreeMap::new(), asked: 0 }.perform();
    std::process::exit(0);
}

fn wait_for_ever() -> ! {
    loop {
        std::thread::park();
    }
}

struct Actor {
    part: String,
    /// Texts by address.
    documents: BTreeMap<String, String>,
    /// Questions about references so far.
    asked: usize,
}

impl Actor {
    fn perform(&mut self) {
        if self.part == "floods" {
            std::io::stderr().write_all(&[b'!'; 1 << 20]).unwrap();
            std::io::stdout().write_all(&b"chatter\n".repeat(10_000)).unwrap();
        }
        if self.part == "stubborn" {
            let mut child = Command::new(std::env::current_exe().unwrap());
            child.args(ARGUMENTS).env(PART, "child");
            child.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        }
        let mut input = std::io::stdin().lock();
        while let Some(message) = next(&mut input) {
            self.hear(&message);
            if self.part == "deaf" && self.asked > 0 {
                wait_for_ever();
            }
        }
        if self.part == "stubborn" {
            wait_for_ever();
        }
    }

    fn hear(&mut self, message: &Value) {
        match message["method"].as_str().unwrap_or_default() {
            "initialize" => {
                if let Some(gate) = std::env::var_os(GATE) {
                    // Opening a pipe waits for the other side.
                    std::fs::File::open(gate).unwrap();
                }
                if self.part == "mute" {
                    return;
                }
                let capabilities = json!({
                    "referencesProvider": true,
                    "implementationProvider": true,
                    "callHierarchyProvider": true,
                    "definitionProvider": true,
                });
                reply(message, json!({ "capabilities": capabilities }));
            }
            "textDocument/didOpen" => {
                let document = &message["params"]["textDocument"];
                self.documents.insert(text(&document["uri"]), text(&document["text"]));
            }
            "textDocument/references" => self.references(message),
            "shutdown" if self.part == "stubborn" => {}
            "exit" if self.part == "stubborn" => {}
            "exit" => std::process::exit(0),
            _ if message.get("id").is_some() => reply(message, Value::Null),
            _ => {}
        }
    }

    /// Every occurrence, in the file that is asked about, of the word that is asked about.
    fn references(&mut self, message: &Value) {
        self.asked += 1;
        if self.asked > 1 {
            match self.part.as_str() {
                "stops" => {
                    kill_process(getpid(), Signal::STOP).unwrap();
                    // The signal may reach another thread first.
                    wait_for_ever();
                }
                "dies" => {
                    std::io::stderr().write_all(b"out of cheese\n").unwrap();
                    std::io::stdout().write_all(b"Content-Length: 1000\r\n\r\n{\"jsonrpc\":").unwrap();
                    std::io::stdout().flush().unwrap();
                    std::process::exit(3);
                }
                _ => {}
            }
        }
        let uri = text(&message["params"]["textDocument"]["uri"]);
        let position = &message["params"]["position"];
        let number = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
        let document = self.documents[&uri].clone();
        let line = document.lines().nth(number(&position["line"])).unwrap();
        let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
        let word: String = line.chars().skip(number(&position["character"])).take_while(|at| is_letter(*at)).collect();
        let mut places = Vec::new();
        for (number, line) in document.lines().enumerate() {
            for (at, _) in line.match_indices(&word) {
                let place = |character: usize| json!({ "line": number, "character": character });
                places.push(json!({ "uri": uri, "range": { "start": place(at), "end": place(at + word.len()) } }));
            }
        }
        reply(message, json!(places));
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

fn reply(request: &Value, result: Value) {
    let body = json!({ "jsonrpc": "2.0", "id": request["id"], "result": result }).to_string();
    let mut output = std::io::stdout().lock();
    write!(output, "Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
    output.flush().unwrap();
}

/// The next message; `None` at the end of the input.
fn next(input: &mut impl BufRead) -> Option<Value> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if input.read_line(&mut line).unwrap() == 0 {
            return None;
        }
        match (line.trim_end().strip_prefix("Content-Length: "), length) {
            (Some(given), _) => length = given.parse::<usize>().ok(),
            (None, Some(length)) if line.trim_end().is_empty() => {
                let mut body = vec![0; length];
                input.read_exact(&mut body).unwrap();
                return Some(serde_json::from_slice(&body).unwrap());
            }
            _ => {}
        }
    }
}
