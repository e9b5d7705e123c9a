//! Several roots in one session: which questions share a server, and that none stands in another's
//! way.

use super::{MemoryFiles, REFERENCES, config, lines, places, query, spec};
use crate::support::fake_lsp::{FakeLauncher, FakeServer};
use serde_json::json;
use spelunk::lsp::{Answer, Query, Reply, Servers};
use std::path::PathBuf;
use tempfile::TempDir;
use tokio::task::JoinHandle;

/// As for Rust: the workspace takes in its crates, and what is in none has a root of its own.
const ROOTS: &str = "root = [{ files = ['Cargo.toml'], containing = '[workspace', excludes = ['workspace', 'exclude'] }, \
                     { files = ['Cargo.toml'] }]";

/// Manifests on disk and a session without servers.
struct Land {
    folder: TempDir,
    launcher: FakeLauncher,
    servers: Servers,
}

fn land(manifests: &[(&str, &str)]) -> Land {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in manifests {
        crate::support::write(folder.path(), path, text);
    }
    let launcher = FakeLauncher::default();
    let servers = Servers::new(config(
        vec![spec("fake", ROOTS)],
        std::sync::Arc::new(launcher.clone()),
        &MemoryFiles::default(),
    ));
    Land { folder, launcher, servers }
}

impl Land {
    fn path(&self, path: &str) -> PathBuf {
        let base = self.folder.path().canonicalize().unwrap();
        if path.is_empty() { base } else { base.join(path) }
    }

    /// Asks about a file below one of the session's roots.
    fn ask(&self, boundary: &str, file: &str) -> JoinHandle<Reply<Answer>> {
        let query = Query { boundary: self.path(boundary), file: self.path(file), ..query() };
        let servers = self.servers.clone();
        tokio::spawn(async move { servers.ask(&query, REFERENCES).await })
    }

    /// The server that was started next, which must be for this root.
    async fn started(&self, root: &str) -> FakeServer {
        let mut server = self.launcher.launched().await;
        let request = server.expect("initialize").await;
        assert_eq!(request["params"]["rootPath"], json!(self.path(root).to_str().unwrap()));
        server.reply(&request, json!({ "capabilities": { "referencesProvider": true } })).await;
        server
    }
}

async fn answer(server: &mut FakeServer, reply: JoinHandle<Reply<Answer>>) {
    server.answer("textDocument/references", places(&[1])).await;
    assert_eq!(lines(&reply.await.unwrap()), [1]);
}

/// The crates of one workspace share a server and a project apart has its own.
#[tokio::test(start_paused = true)]
async fn crates_of_workspace_share_server() {
    let land = land(&[
        ("Cargo.toml", "[workspace]\nmembers = ['a', 'b']\nexclude = ['apart']"),
        ("a/Cargo.toml", "[package]"),
        ("b/Cargo.toml", "[package]"),
        ("apart/Cargo.toml", "[package]"),
    ]);
    let reply = land.ask("", "a/src/lib.rs");
    let mut whole = land.started("").await;
    answer(&mut whole, reply).await;
    let reply = land.ask("", "b/src/lib.rs");
    answer(&mut whole, reply).await;
    let reply = land.ask("", "apart/src/lib.rs");
    let mut apart = land.started("apart").await;
    answer(&mut apart, reply).await;
    assert!(!land.launcher.has_launched());
}

#[tokio::test(start_paused = true)]
async fn two_worktrees_of_one_repository_have_a_server_each() {
    let land = land(&[
        ("main/Cargo.toml", "[package]"),
        ("main/.git/HEAD", ""),
        ("side/Cargo.toml", "[package]"),
        ("side/.git", "gitdir: ../main/.git/worktrees/side\n"),
    ]);
    let reply = land.ask("main", "main/src/lib.rs");
    let mut main = land.started("main").await;
    answer(&mut main, reply).await;
    let reply = land.ask("side", "side/src/lib.rs");
    let mut side = land.started("side").await;
    answer(&mut side, reply).await;
    let reply = land.ask("main", "main/src/other.rs");
    answer(&mut main, reply).await;
}

#[tokio::test(start_paused = true)]
async fn no_question_waits_behind_the_start_of_another_server() {
    let land = land(&[("slow/Cargo.toml", "[package]"), ("quick/Cargo.toml", "[package]")]);
    let waiting = land.ask("", "slow/src/lib.rs");
    let mut slow = land.launcher.launched().await;
    let request = slow.expect("initialize").await;
    let reply = land.ask("", "quick/src/lib.rs");
    let mut quick = land.started("quick").await;
    answer(&mut quick, reply).await;
    assert!(!waiting.is_finished());
    slow.reply(&request, json!({ "capabilities": { "referencesProvider": true } })).await;
    answer(&mut slow, waiting).await;
}
