//! The built binary on a project, with one language server for Rust, which plays a part.

#![cfg(unix)]

use super::actor::{ARGUMENTS, PART};
use super::cli::{Run, command, finish};
use super::mcp::McpClient;
use super::{project, write};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Long enough for anything that comes at all, and shorter than the client's own patience.
pub(crate) const LONG: f64 = 40.0;

/// A project, a user's home with a configuration, and nothing else.
pub(crate) struct Stage {
    pub(crate) project: TempDir,
    pub(crate) home: TempDir,
    gate: PathBuf,
}

/// The `[[server]]` table of a server that plays a part; its name is what answers give.
pub(crate) fn table(name: &str, environment: &[(&str, &str)]) -> toml::Table {
    let text = |words: &str| toml::Value::from(words);
    let program = std::env::current_exe().unwrap().display().to_string();
    let environment = environment.iter().map(|(name, value)| ((*name).to_owned(), text(value)));
    let command = toml::Table::from_iter([
        ("program".to_owned(), program.into()),
        ("args".to_owned(), ARGUMENTS.map(text).to_vec().into()),
    ]);
    toml::Table::from_iter([
        ("name".to_owned(), text(name)),
        ("languages".to_owned(), vec![text("rust")].into()),
        ("install".to_owned(), text("hire an actor")),
        ("safe".to_owned(), text("proven")),
        ("writes".to_owned(), text("Nothing.")),
        ("watch".to_owned(), vec![text("*.rs")].into()),
        // The gate, also in a sandbox.
        ("reads".to_owned(), vec![text("~/gate")].into()),
        ("environment".to_owned(), environment.collect::<toml::Table>().into()),
        ("command".to_owned(), vec![toml::Value::from(command)].into()),
    ])
}

impl Stage {
    /// With a server named `actor`.
    pub(crate) fn new(part: &str, files: &[(&str, &str)]) -> Self {
        Self::with(files, |_| vec![table("actor", &[(PART, part)])])
    }

    /// With a server that waits at the gate before it answers `initialize`.
    #[cfg(target_os = "linux")]
    pub(crate) fn gated(part: &str, files: &[(&str, &str)]) -> Self {
        use rustix::fs::{CWD, FileType, Mode, mknodat};
        Self::with(files, |gate| {
            mknodat(CWD, gate, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
            vec![table("actor", &[(PART, part), (super::actor::GATE, gate.to_str().unwrap())])]
        })
    }

    pub(crate) fn with(
        files: &[(&str, &str)],
        tables: impl FnOnce(&Path) -> Vec<toml::Table>,
    ) -> Self {
        Self::with_home(files, |home| tables(&home.join("gate")))
    }

    /// With servers that know the user's home.
    pub(crate) fn with_home(
        files: &[(&str, &str)],
        tables: impl FnOnce(&Path) -> Vec<toml::Table>,
    ) -> Self {
        let home = tempfile::tempdir().unwrap();
        let gate = home.path().join("gate");
        let tables: Vec<toml::Value> =
            tables(home.path()).into_iter().map(toml::Value::from).collect();
        let config = toml::Table::from_iter([("server".to_owned(), tables.into())]);
        write(home.path(), "config.toml", &config.to_string());
        Self { project: project(files), home, gate }
    }

    /// Lets the server go on with `initialize`, as soon as it has come so far.
    #[cfg(target_os = "linux")]
    pub(crate) fn open_gate(&self) {
        drop(std::fs::File::create(&self.gate).unwrap());
    }

    fn environment(&self) -> Vec<(String, String)> {
        let home = self.home.path().display().to_string();
        let config = self.home.path().join("config.toml").display().to_string();
        let pairs = [
            ("SPELUNK_CONFIG", config),
            ("XDG_CACHE_HOME", home.clone()),
            ("XDG_CONFIG_HOME", home.clone()),
            ("HOME", home),
        ];
        let nowhere = ("PATH".to_owned(), "/nowhere".to_owned());
        pairs.map(|(name, value)| (name.to_owned(), value)).into_iter().chain([nowhere]).collect()
    }

    /// A connection to the binary.
    pub(crate) fn serve(&self) -> McpClient {
        self.serve_to(json!({}))
    }

    /// The same, for a client with these capabilities.
    pub(crate) fn serve_to(&self, capabilities: Value) -> McpClient {
        let root = self.project.path().to_str().unwrap();
        let environment = self.environment();
        let environment: Vec<(&str, &str)> =
            environment.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let mut client =
            McpClient::spawn(&["serve", "--root", root], self.project.path(), &environment);
        client.initialize("2025-06-18", capabilities);
        client
    }

    /// One run of the binary in the project.
    pub(crate) fn run(&self, arguments: &[&str]) -> Run {
        finish(command(self.project.path(), arguments).envs(self.environment()))
    }
}

/// Asks about a symbol; the whole answer.
pub(crate) fn ask(client: &mut McpClient, tool: &str, symbol: &str, wait: f64) -> Value {
    let result = client.call(tool, json!({ "symbol": symbol, "wait": wait, "format": "json" }));
    result["structuredContent"].clone()
}
