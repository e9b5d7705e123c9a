//! Faults of a real process, and what the user of the built binary then gets; and that nothing outlives the binary, however
//! it ends.

#![cfg(target_os = "linux")]

use super::actor::{ARGUMENTS, GATE, PART};
use crate::support::mcp::McpClient;
use crate::support::process::Descendants;
use crate::support::{project, write};
use rustix::fs::{CWD, FileType, Mode, mknodat};
use serde_json::{Value, json};
use std::path::PathBuf;
use tempfile::TempDir;

const GRAPH_TOOLS: [&str; 4] = ["find_callers", "find_callees", "find_references", "find_implementations"];

/// Long enough for anything that comes at all.
const LONG: f64 = 60.0;

/// Short enough to be waited out.
const SHORT: f64 = 0.2;

/// The built binary on a small project, with one server for Rust, which plays a part.
struct Stage {
    client: McpClient,
    gate: PathBuf,
    _project: TempDir,
    _home: TempDir,
}

fn stage(part: &str, gated: bool) -> Stage {
    let big = format!("pub fn vast() {{}}\n{}", "// filler\n".repeat(50_000));
    let project =
        project(&[("src/lib.rs", "mod big;\nfn caller() { callee() }\nfn callee() {}\n"), ("src/big.rs", &big)]);
    let home = tempfile::tempdir().unwrap();
    let gate = home.path().join("gate");
    mknodat(CWD, &gate, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    let mut environment = toml::Table::from_iter([(PART.to_owned(), part.into())]);
    if gated {
        environment.insert(GATE.to_owned(), gate.display().to_string().into());
    }
    let program = std::env::current_exe().unwrap().display().to_string();
    let command = toml::Table::from_iter([
        ("program".to_owned(), program.into()),
        ("args".to_owned(), ARGUMENTS.map(toml::Value::from).to_vec().into()),
    ]);
    let server = toml::Table::from_iter([
        ("name".to_owned(), "actor".into()),
        ("languages".to_owned(), vec![toml::Value::from("rust")].into()),
        ("install".to_owned(), "hire an actor".into()),
        ("safe".to_owned(), "proven".into()),
        ("writes".to_owned(), "Nothing.".into()),
        ("environment".to_owned(), environment.into()),
        ("command".to_owned(), vec![toml::Value::from(command)].into()),
    ]);
    let config = toml::Table::from_iter([("server".to_owned(), vec![toml::Value::from(server)].into())]);
    write(home.path(), "config.toml", &config.to_string());
    let home_path = home.path().to_str().unwrap();
    let config_path = home.path().join("config.toml");
    let mut client = McpClient::spawn(
        &["serve", "--root", project.path().to_str().unwrap()],
        project.path(),
        &[
            ("SPELUNK_CONFIG", config_path.to_str().unwrap()),
            ("XDG_CACHE_HOME", home_path),
            ("XDG_CONFIG_HOME", home_path),
            ("PATH", "/nowhere"),
        ],
    );
    client.initialize("2025-06-18", json!({}));
    Stage { client, gate, _project: project, _home: home }
}

impl Stage {
    fn ask(&mut self, tool: &str, symbol: &str, wait: f64) -> Value {
        let result = self.client.call(tool, json!({ "symbol": symbol, "wait": wait, "format": "json" }));
        result["structuredContent"].clone()
    }

    /// Asks for references; the source and the state of the answer, and its note.
    fn references(&mut self, symbol: &str, wait: f64) -> (String, String) {
        let answer = self.ask("find_references", symbol, wait);
        let evidence = &answer["evidence"];
        assert_eq!(evidence["server"], "actor", "{answer}");
        // Whoever spoke, the call is there; and only a ready server may call its answer complete.
        if symbol == "callee" {
            assert_eq!(answer["results"][0]["line"], 2, "{answer}");
        }
        let complete = if evidence["source"] == "lsp" { json!(true) } else { Value::Null };
        assert_eq!(evidence["complete"], complete, "{answer}");
        let words = |key: &str| evidence[key].as_str().unwrap_or_default().to_owned();
        (format!("{} {}", words("source"), words("state")), words("note"))
    }

    /// Lets the server go on with `initialize`, as soon as it has come so far.
    fn open_gate(&self) {
        drop(std::fs::File::create(&self.gate).unwrap());
    }

    /// Asks until the server has answered once, from which on it may do what its part says.
    fn warm_up(&mut self) {
        assert_eq!(self.references("caller", LONG).0, "lsp ready");
    }
}

#[test]
fn a_process_that_behaves_answers_whatever_it_prints_beside() {
    for part in ["well", "floods"] {
        let mut stage = stage(part, false);
        assert_eq!(stage.references("callee", LONG).0, "lsp ready", "{part}");
    }
}

#[test]
fn wait_decides_who_answers_in_every_graph_tool() {
    let mut stage = stage("well", true);
    for tool in GRAPH_TOOLS {
        let evidence = stage.ask(tool, "callee", 0.0)["evidence"].clone();
        assert_eq!((&evidence["source"], &evidence["state"]), (&json!("syntax"), &json!("starting")), "{tool}");
        let note = evidence["note"].as_str().unwrap();
        assert!(note.starts_with("actor is starting; ask again later"), "{tool}: {note}");
    }
    let text = stage.client.text("find_callers", json!({ "symbol": "callee", "wait": 0 }));
    assert!(text.contains("[1 caller · syntax (actor is starting), may be incomplete · "), "{text}");
    stage.open_gate();
    for tool in GRAPH_TOOLS {
        let evidence = stage.ask(tool, "callee", LONG)["evidence"].clone();
        assert_eq!((&evidence["source"], &evidence["state"]), (&json!("lsp"), &json!("ready")), "{tool}");
    }
}

#[test]
fn a_process_that_never_initialises_is_not_waited_for_longer_than_asked() {
    let mut stage = stage("mute", false);
    for wait in [0.0, SHORT] {
        assert_eq!(stage.references("callee", wait).0, "syntax starting");
    }
}

#[test]
fn a_stopped_process_leaves_the_answer_to_syntax() {
    let mut stage = stage("stops", false);
    stage.warm_up();
    let (who, note) = stage.references("callee", SHORT);
    assert_eq!(who, "syntax busy");
    assert!(note.contains("still working on this"), "{note}");
    // It stands in nobody's way.
    assert_eq!(stage.references("callee", 0.0).0, "syntax busy");
    assert!(stage.client.text("map_code", json!({ "path": "." })).contains("lib.rs"));
}

#[test]
fn a_process_that_reads_no_more_leaves_the_answer_to_syntax() {
    let mut stage = stage("deaf", false);
    stage.warm_up();
    // More than its pipe holds.
    assert_eq!(stage.references("vast", SHORT).0, "syntax busy");
    assert_eq!(stage.references("callee", SHORT).0, "syntax busy");
}

#[test]
fn a_process_that_dies_in_the_middle_of_an_answer_is_told_with_its_last_words_and_started_again() {
    let mut stage = stage("dies", false);
    stage.warm_up();
    let (who, note) = stage.references("callee", LONG);
    assert_eq!(who, "syntax failed");
    assert!(note.starts_with("actor failed: ") && note.contains("out of cheese"), "{note}");
    assert_eq!(stage.references("callee", LONG).0, "lsp ready");
}

#[test]
fn no_server_and_no_child_of_one_outlives_the_program_however_it_ends() {
    let ends: [(&str, fn(&mut McpClient)); 3] = [
        ("end of input", |client| drop(client.close())),
        ("SIGTERM", |client| {
            client.terminate();
            client.close();
        }),
        ("SIGKILL", McpClient::kill),
    ];
    // The guard and the server, and the child of one of them.
    for (part, processes) in [("stubborn", 3), ("stops", 2), ("mute", 2)] {
        for (how, end) in ends {
            let mut stage = stage(part, part == "mute");
            if part == "mute" {
                stage.references("callee", 0.0);
                stage.open_gate();
            } else {
                stage.warm_up();
                stage.references("callee", SHORT);
            }
            let below = Descendants::of(stage.client.pid());
            assert!(below.count() >= processes, "{part}, {how}: {}", below.count());
            end(&mut stage.client);
            assert_eq!(below.survivors(), Vec::<&str>::new(), "{part}, {how}");
        }
    }
}
