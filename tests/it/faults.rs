//! Language servers that misbehave: what the asker gets, for every fault, from a scripted server.

mod in_process;
#[cfg(unix)]
mod outside;
mod process;
mod several;

use crate::support::fake_lsp::{FakeLauncher, FakeServer};
use serde_json::json;
use spelunk::domain::Progress;
use spelunk::lsp::{
    Answer, Config, Files, Launcher, Listing, Moment, Outcome, Query, Reply, RequestKind,
    ServerSpec, Servers, Timing, TrafficLog, Trust, TrustSource,
};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use tokio_util::sync::CancellationToken;

/// Files that exist in a test's memory only.
#[derive(Clone, Default)]
pub(crate) struct MemoryFiles(Arc<Mutex<BTreeMap<PathBuf, Arc<str>>>>);

impl MemoryFiles {
    pub(crate) fn write(&self, path: &str, text: &str) {
        self.0.lock().unwrap().insert(PathBuf::from(path), text.into());
    }

    pub(crate) fn remove(&self, path: &str) {
        self.0.lock().unwrap().remove(Path::new(path));
    }
}

fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(17, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()))
}

impl Files for MemoryFiles {
    fn list(&self, root: &Path, wanted: &(dyn Fn(&Path) -> bool + Sync)) -> Option<Listing> {
        let files = self.0.lock().unwrap();
        let under = files.iter().filter(|(path, _)| path.starts_with(root) && wanted(path));
        Some(under.map(|(path, text)| (path.clone(), fingerprint(text))).collect())
    }

    fn fingerprint(&self, path: &Path) -> Option<u64> {
        self.0.lock().unwrap().get(path).map(|text| fingerprint(text))
    }

    fn read(&self, path: &Path) -> Option<Arc<str>> {
        self.0.lock().unwrap().get(path).cloned()
    }
}

/// A server for Rust files whose answers wait until they are complete; `extra` is laid over this in
/// the description.
pub(crate) fn spec(name: &str, extra: &str) -> Arc<ServerSpec> {
    let text = format!(
        r#"
        name = "{name}"
        languages = ["rust"]
        install = "install {name}"
        safe = "proven"
        writes = "Nothing."
        watch = ["*.rs", "Cargo.toml"]
        project_files = ["Cargo.toml"]
        command = [{{ program = "{name}" }}]
        {extra}
        "#
    );
    Arc::new(ServerSpec::parse(&text, "a test").unwrap())
}

pub(crate) const READY_BY_PROGRESS: &str =
    "readiness = { signal = 'progress', matching = '^Loading' }";

pub(crate) fn config(
    specs: Vec<Arc<ServerSpec>>,
    launcher: Arc<dyn Launcher>,
    files: &MemoryFiles,
) -> Config {
    Config {
        specs,
        launcher,
        files: Arc::new(files.clone()),
        trust: TrustSource::Fixed(Trust::Roots(Vec::new())),
        log: TrafficLog::default(),
        timing: Timing::default(),
    }
}

/// A session with one scripted server and one file.
pub(crate) struct Stage {
    pub(crate) servers: Servers,
    pub(crate) launcher: FakeLauncher,
    pub(crate) files: MemoryFiles,
}

pub(crate) const FILE: &str = "/project/src/lib.rs";
pub(crate) const TEXT: &str = "fn caller() { callee() }\nfn callee() {}\n";

pub(crate) fn stage(extra: &str) -> Stage {
    let files = MemoryFiles::default();
    files.write(FILE, TEXT);
    let launcher = FakeLauncher::default();
    let servers =
        Servers::new(config(vec![spec("fake", extra)], Arc::new(launcher.clone()), &files));
    Stage { servers, launcher, files }
}

/// A question about `callee`, by somebody with endless patience.
pub(crate) fn query() -> Query {
    Query {
        language: "rust".into(),
        boundary: "/project".into(),
        file: FILE.into(),
        text: TEXT.into(),
        offset: TEXT.find("callee() {}").unwrap(),
        asked: Moment::now(),
        seen: None,
        cancellation: CancellationToken::new(),
        progress: Progress::default(),
    }
}

/// A question by somebody who does not wait at all.
pub(crate) fn hasty() -> Query {
    let query = query();
    query.cancellation.cancel();
    query
}

pub(crate) const REFERENCES: RequestKind = RequestKind::References;

impl Stage {
    /// Asks in the background, so that the test can play the server meanwhile.
    pub(crate) fn ask(
        &self,
        query: Query,
        ask: RequestKind,
    ) -> tokio::task::JoinHandle<Reply<Answer>> {
        let servers = self.servers.clone();
        tokio::spawn(async move { servers.ask(&query, ask).await })
    }

    /// The server that was started for a question, after it has answered `initialize` with every
    /// ability.
    pub(crate) async fn started(&mut self) -> FakeServer {
        let mut server = self.launcher.launched().await;
        server.initialize().await;
        server
    }
}

/// The lines of a reply that must be an answer made of places.
pub(crate) fn lines(reply: &Reply<Answer>) -> Vec<usize> {
    match &reply.outcome {
        Outcome::Answered(Answer::Places(places)) => {
            places.iter().map(|place| place.span.start.line).collect()
        }
        other => panic!("no places: {other:?} ({:?})", reply.note),
    }
}

/// A reply to `textDocument/references`: one place on each of these lines (1-based) of the file.
pub(crate) fn places(lines: &[u32]) -> serde_json::Value {
    lines
        .iter()
        .map(|line| {
            json!({
                "uri": format!("file://{FILE}"),
                "range": { "start": { "line": line - 1, "character": 14 }, "end": { "line": line - 1, "character": 20 } },
            })
        })
        .collect()
}

impl Stage {
    /// Waits until the state of the first server is told with these words.
    pub(crate) async fn servers_say(&self, words: &str) {
        while !self
            .servers
            .states()
            .iter()
            .any(|state| state.note.as_ref().is_some_and(|note| note.to_string().contains(words)))
        {
            tokio::task::yield_now().await;
        }
    }
}
