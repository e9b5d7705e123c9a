//! A language server as a process of its own, for the built binary to talk to: it knows the words
//! of the Rust files under its root, and its part says what it lacks and what it does amiss. It is
//! this very test binary, started again; what the test harness prints first is the stray output
//! that a client must bear.

use rustix::process::{Signal, getpid, kill_process};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

/// The variable that tells a process its part: words, separated by spaces.
///
/// | word | what it does |
/// |---|---|
/// | `utf-8`, `utf-32` | counts columns so, and not as UTF-16 |
/// | `no-calls`, `no-implementations` | lacks that ability |
/// | `complains` | finds fault with the first line of whatever is opened |
/// | `forgets` | finds references in the file alone that it is asked about |
/// | `also=PATH` | also finds a use there, and calls of [`ALSO`]: line 2, from column 12 on |
/// | `blind` | finds no references at all, not even the definition |
/// | `modified` | first says that the content was modified |
/// | `floods` | prints much before it begins |
/// | `quits` | ends at once, with a word on why |
/// | `mute` | never answers `initialize` |
/// | `stops`, `dies` | does so when it is asked for references a second time |
/// | `deaf` | reads nothing more after the first question about references |
/// | `stubborn` | has a child, and does not go when it is told to |
pub(crate) const PART: &str = "SPELUNK_TEST_PART";

/// Name of a function in another file, which its text need not hold.
pub(crate) const ALSO: &str = "hunter2_name";

/// The variable with the path of the pipe that a server waits at before it answers `initialize`.
pub(crate) const GATE: &str = "SPELUNK_TEST_GATE";

/// The arguments that make the test binary play.
pub(crate) const ARGUMENTS: [&str; 3] = ["--exact", "support::actor::play", "--nocapture"];

/// Not a test: the process that tests talk to.
#[test]
fn play() {
    let Ok(part) = std::env::var(PART) else { return };
    if part == "child" {
        wait_for_ever();
    }
    let part = part.split(' ').map(str::to_owned).collect();
    Actor { part, root: PathBuf::new(), asked: 0 }.perform();
    std::process::exit(0);
}

fn wait_for_ever() -> ! {
    loop {
        std::thread::park();
    }
}

struct Actor {
    part: Vec<String>,
    root: PathBuf,
    /// Questions about references so far.
    asked: usize,
}

/// A word in a file.
struct Spot {
    uri: String,
    text: Arc<str>,
    /// The byte where it starts.
    at: usize,
    word: String,
}

impl Actor {
    fn plays(&self, word: &str) -> bool {
        self.part.iter().any(|part| part == word)
    }

    #[expect(
        clippy::zombie_processes,
        reason = "a child that nobody waits for is what some tests are about"
    )]
    fn perform(&mut self) {
        if self.plays("quits") {
            std::io::stderr().write_all(b"no such file: libfoo.so\n").unwrap();
            std::process::exit(3);
        }
        if self.plays("floods") {
            std::io::stderr().write_all(&vec![b'!'; 1 << 20]).unwrap();
            std::io::stdout().write_all(&b"chatter\n".repeat(10_000)).unwrap();
        }
        if self.plays("stubborn") {
            let mut child = Command::new(std::env::current_exe().unwrap());
            child.args(ARGUMENTS).env(PART, "child");
            child.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        }
        let mut input = std::io::stdin().lock();
        while let Some(message) = next(&mut input) {
            self.hear(&message);
            if self.plays("deaf") && self.asked > 0 {
                wait_for_ever();
            }
        }
        if self.plays("stubborn") {
            wait_for_ever();
        }
    }

    fn hear(&mut self, message: &Value) {
        match message["method"].as_str().unwrap_or_default() {
            "initialize" => self.initialize(message),
            "textDocument/references" => self.references(message),
            "textDocument/didOpen" if self.plays("complains") => {
                publish_diagnostics(&message["params"]["textDocument"]);
            }
            "textDocument/definition" => {
                let word = self.asked_about(message).word;
                let definitions = self.spots(&word).into_iter().filter(Spot::is_definition);
                reply(message, definitions.map(|spot| self.place(&spot)).collect());
            }
            "textDocument/implementation" => {
                let word = self.asked_about(message).word;
                let headers =
                    self.spots(&word).into_iter().filter(|spot| spot.before().ends_with("impl "));
                reply(message, headers.map(|spot| self.place(&spot)).collect());
            }
            "textDocument/prepareCallHierarchy" => {
                let spot = self.asked_about(message);
                // A type is nothing that can be called.
                let definition =
                    self.spots(&spot.word).into_iter().find(|spot| spot.before().ends_with("fn "));
                reply(
                    message,
                    definition.map(|spot| json!([self.item(&spot)])).unwrap_or_default(),
                );
            }
            "callHierarchy/incomingCalls" => self.incoming_calls(message),
            "callHierarchy/outgoingCalls" => self.outgoing_calls(message),
            "shutdown" | "exit" if self.plays("stubborn") => {}
            "exit" => std::process::exit(0),
            _ if message.get("id").is_some() => reply(message, Value::Null),
            _ => {}
        }
    }

    fn initialize(&mut self, message: &Value) {
        if let Some(gate) = std::env::var_os(GATE) {
            // Opening a pipe waits for the other side.
            std::fs::File::open(gate).unwrap();
        }
        if self.plays("mute") {
            return;
        }
        self.root = PathBuf::from(message["params"]["rootPath"].as_str().unwrap());
        let mut capabilities = Map::new();
        for (ability, missing) in [
            ("referencesProvider", "no-references"),
            ("definitionProvider", "no-definitions"),
            ("implementationProvider", "no-implementations"),
            ("callHierarchyProvider", "no-calls"),
        ] {
            capabilities.insert(ability.to_owned(), json!(!self.plays(missing)));
        }
        capabilities.insert("positionEncoding".to_owned(), json!(self.encoding()));
        reply(message, json!({ "capabilities": capabilities }));
    }

    fn references(&mut self, message: &Value) {
        self.asked += 1;
        if self.plays("modified") && self.asked == 1 {
            let error = json!({ "code": -32801, "message": "content modified" });
            return send(&json!({ "jsonrpc": "2.0", "id": message["id"], "error": error }));
        }
        if self.plays("stops") && self.asked > 1 {
            kill_process(getpid(), Signal::STOP).unwrap();
            // The signal may reach another thread first.
            wait_for_ever();
        }
        if self.plays("dies") && self.asked > 1 {
            std::io::stderr().write_all(b"out of cheese\n").unwrap();
            std::io::stdout().write_all(b"Content-Length: 1000\r\n\r\n{\"jsonrpc\":").unwrap();
            std::io::stdout().flush().unwrap();
            std::process::exit(3);
        }
        let asked = self.asked_about(message);
        let mut spots = self.spots(&asked.word);
        spots.retain(|spot| {
            !self.plays("blind") && (!self.plays("forgets") || spot.uri == asked.uri)
        });
        let also = self.also().map(|uri| {
            let range = second_line(asked.word.len());
            json!({ "uri": uri, "range": range })
        });
        reply(message, spots.iter().map(|spot| self.place(spot)).chain(also).collect());
    }

    /// Addresses of other files that answers name.
    fn also(&self) -> impl Iterator<Item = String> {
        let paths = self.part.iter().filter_map(|part| part.strip_prefix("also="));
        paths.map(|path| format!("file://{path}"))
    }

    fn incoming_calls(&self, message: &Value) {
        let word = message["params"]["item"]["name"].as_str().unwrap();
        let calls = self.spots(word).into_iter().filter(Spot::is_call).filter_map(|spot| {
            let caller = spot.caller()?;
            Some(json!({ "from": self.item(&caller), "fromRanges": [self.range(&spot)] }))
        });
        let also = self
            .also()
            .map(|uri| json!({ "from": item_of(&uri), "fromRanges": [second_line(word.len())] }));
        reply(message, calls.chain(also).collect());
    }

    fn outgoing_calls(&self, message: &Value) {
        let name = message["params"]["item"]["name"].as_str().unwrap();
        let mut calls = Vec::new();
        for word in self.defined() {
            let spots = self.spots(&word);
            let Some(definition) = spots.iter().find(|spot| spot.is_definition()) else { continue };
            let is_inside = |site: &&Spot| {
                site.is_call() && site.caller().is_some_and(|caller| caller.word == name)
            };
            for site in spots.iter().filter(is_inside) {
                let sites = json!([self.range(site)]);
                let also =
                    self.also().map(|uri| json!({ "to": item_of(&uri), "fromRanges": sites }));
                calls.extend(also);
                calls.push(json!({ "to": self.item(definition), "fromRanges": sites }));
            }
        }
        reply(message, json!(calls));
    }

    /// The Rust files under the root, by address.
    fn files(&self) -> BTreeMap<String, Arc<str>> {
        fn read(folder: &Path, found: &mut BTreeMap<String, Arc<str>>) {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    read(&path, found);
                } else if path.extension().is_some_and(|ending| ending == "rs") {
                    found.insert(
                        format!("file://{}", path.display()),
                        std::fs::read_to_string(&path).unwrap().into(),
                    );
                }
            }
        }
        let mut found = BTreeMap::new();
        read(&self.root, &mut found);
        found
    }

    /// The names of all functions.
    fn defined(&self) -> BTreeSet<String> {
        let files = self.files();
        let heads = files.values().flat_map(|text| text.split("fn ").skip(1));
        heads.map(|head| head.chars().take_while(|letter| is_letter(*letter)).collect()).collect()
    }

    /// Every occurrence of a word.
    fn spots(&self, word: &str) -> Vec<Spot> {
        let mut spots = Vec::new();
        for (uri, text) in self.files() {
            for (at, _) in text.match_indices(word) {
                let (before, after) = (&text[..at], &text[at + word.len()..]);
                let is_comment =
                    before.lines().next_back().is_some_and(|line| line.starts_with("//"));
                if !before.ends_with(is_letter) && !after.starts_with(is_letter) && !is_comment {
                    spots.push(Spot {
                        uri: uri.clone(),
                        text: text.clone(),
                        at,
                        word: word.to_owned(),
                    });
                }
            }
        }
        spots
    }

    /// The word at the position of a question.
    fn asked_about(&self, message: &Value) -> Spot {
        let uri = message["params"]["textDocument"]["uri"].as_str().unwrap().to_owned();
        let position = &message["params"]["position"];
        let number = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
        let text = self.files().remove(&uri).unwrap();
        let before: usize =
            text.split_inclusive('\n').take(number(&position["line"])).map(str::len).sum();
        let line = text[before..].lines().next().unwrap();
        let is_here =
            |(at, _): &(usize, char)| self.units(&line[..*at]) == number(&position["character"]);
        let (at, _) =
            line.char_indices().find(is_here).expect("a position is at the start of a character");
        let word = line[at..].chars().take_while(|letter| is_letter(*letter)).collect();
        Spot { uri, at: before + at, word, text }
    }

    fn encoding(&self) -> &str {
        let told = self.part.iter().find(|part| part.starts_with("utf-"));
        told.map_or("utf-16", String::as_str)
    }

    fn units(&self, text: &str) -> usize {
        match self.encoding() {
            "utf-8" => text.len(),
            "utf-32" => text.chars().count(),
            _ => text.encode_utf16().count(),
        }
    }

    fn range(&self, spot: &Spot) -> Value {
        let before = &spot.text[..spot.at];
        let line = before.matches('\n').count();
        let first = self.units(&before[before.rfind('\n').map_or(0, |at| at + 1)..]);
        let place = |character: usize| json!({ "line": line, "character": character });
        json!({ "start": place(first), "end": place(first + self.units(&spot.word)) })
    }

    fn place(&self, spot: &Spot) -> Value {
        json!({ "uri": spot.uri, "range": self.range(spot) })
    }

    fn item(&self, spot: &Spot) -> Value {
        let range = self.range(spot);
        json!({ "name": spot.word, "kind": 12, "uri": spot.uri, "range": range, "selectionRange": range })
    }
}

/// A range of the second line, from the twelfth column on.
fn second_line(length: usize) -> Value {
    let place = |character: usize| json!({ "line": 1, "character": character });
    json!({ "start": place(12), "end": place(12 + length) })
}

fn item_of(uri: &str) -> Value {
    let range = second_line(ALSO.len());
    json!({ "name": ALSO, "kind": 12, "uri": uri, "range": range, "selectionRange": range })
}

impl Spot {
    fn before(&self) -> &str {
        &self.text[..self.at]
    }

    fn is_definition(&self) -> bool {
        ["fn ", "struct ", "trait "].iter().any(|keyword| self.before().ends_with(keyword))
    }

    fn is_call(&self) -> bool {
        !self.is_definition() && self.text[self.at + self.word.len()..].starts_with('(')
    }

    /// The function whose header comes last before.
    fn caller(&self) -> Option<Spot> {
        let at = self.before().rfind("fn ")? + 3;
        let word = self.text[at..].chars().take_while(|letter| is_letter(*letter)).collect();
        Some(Spot { uri: self.uri.clone(), text: self.text.clone(), at, word })
    }
}

fn is_letter(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Publishes what is wrong with a document.
fn publish_diagnostics(document: &Value) {
    let range =
        json!({ "start": { "line": 0, "character": 4 }, "end": { "line": 0, "character": 7 } });
    let fault = json!({ "range": range, "severity": 2, "message": "too round", "source": "actor", "code": 7 });
    let params =
        json!({ "uri": document["uri"], "version": document["version"], "diagnostics": [fault] });
    send(
        &json!({ "jsonrpc": "2.0", "method": "textDocument/publishDiagnostics", "params": params }),
    );
}

fn reply(request: &Value, result: Value) {
    send(&json!({ "jsonrpc": "2.0", "id": request["id"], "result": result }));
}

fn send(message: &Value) {
    let body = message.to_string();
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
