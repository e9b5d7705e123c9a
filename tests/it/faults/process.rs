//! Faults of a real process, and what the user of the built binary then gets; and that nothing
//! outlives the binary, however it ends.

#![cfg(target_os = "linux")]

use crate::support::mcp::McpClient;
use crate::support::process::Descendants;
use crate::support::stage::{LONG, Stage, ask};
use serde_json::{Value, json};

const GRAPH_TOOLS: [&str; 4] =
    ["find_callers", "find_callees", "find_references", "find_implementations"];

/// Short enough to be waited out.
const SHORT: f64 = 0.2;

/// How a program comes to its end.
type End = fn(&mut McpClient);

/// A stage and a connection to it.
struct Play {
    client: McpClient,
    stage: Stage,
}

fn play(part: &str) -> Play {
    let stage = Stage::new(part, &files().each_ref().map(|(path, text)| (*path, text.as_str())));
    Play { client: stage.serve(), stage }
}

fn gated(part: &str) -> Play {
    let stage = Stage::gated(part, &files().each_ref().map(|(path, text)| (*path, text.as_str())));
    Play { client: stage.serve(), stage }
}

fn files() -> [(&'static str, String); 2] {
    let big = format!("pub fn vast() {{}}\n{}", "// filler\n".repeat(50_000));
    [
        ("src/lib.rs", "mod big;\nfn caller() { callee() }\nfn callee() {}\n".to_owned()),
        ("src/big.rs", big),
    ]
}

impl Play {
    /// Asks for references; the source and the state of the answer, and its note.
    fn references(&mut self, symbol: &str, wait: f64) -> (String, String) {
        let answer = ask(&mut self.client, "find_references", symbol, wait);
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

    /// Asks until the server has answered once, from which on it may do what its part says.
    fn warm_up(&mut self) {
        assert_eq!(self.references("caller", LONG).0, "lsp ready");
    }
}

#[test]
fn a_process_that_behaves_answers_whatever_it_prints_beside() {
    for part in ["well", "floods"] {
        let mut play = play(part);
        assert_eq!(play.references("callee", LONG).0, "lsp ready", "{part}");
    }
}

#[test]
fn wait_decides_who_answers_in_every_graph_tool() {
    let mut play = gated("well");
    for tool in GRAPH_TOOLS {
        let evidence = ask(&mut play.client, tool, "callee", 0.0)["evidence"].clone();
        assert_eq!(
            (&evidence["source"], &evidence["state"]),
            (&json!("syntax"), &json!("starting")),
            "{tool}"
        );
        let note = evidence["note"].as_str().unwrap();
        assert!(note.starts_with("actor is starting; ask again later"), "{tool}: {note}");
    }
    let text = play.client.text("find_callers", json!({ "symbol": "callee", "wait": 0 }));
    assert!(
        text.contains("[1 caller · syntax (actor is starting), may be incomplete · "),
        "{text}"
    );
    play.stage.open_gate();
    for tool in GRAPH_TOOLS {
        let evidence = ask(&mut play.client, tool, "callee", LONG)["evidence"].clone();
        assert_eq!(
            (&evidence["source"], &evidence["state"]),
            (&json!("lsp"), &json!("ready")),
            "{tool}"
        );
    }
}

#[test]
fn a_process_that_never_initialises_is_not_waited_for_longer_than_asked() {
    let mut play = play("mute");
    for wait in [0.0, SHORT] {
        assert_eq!(play.references("callee", wait).0, "syntax starting");
    }
}

#[test]
fn a_stopped_process_leaves_the_answer_to_syntax() {
    let mut play = play("stops");
    play.warm_up();
    let (who, note) = play.references("callee", SHORT);
    assert_eq!(who, "syntax busy");
    assert!(note.contains("still working on this"), "{note}");
    // It stands in nobody's way.
    assert_eq!(play.references("callee", 0.0).0, "syntax busy");
    assert!(play.client.text("map_code", json!({ "path": "." })).contains("lib.rs"));
}

#[test]
fn a_process_that_reads_no_more_leaves_the_answer_to_syntax() {
    let mut play = play("deaf");
    play.warm_up();
    // More than its pipe holds.
    assert_eq!(play.references("vast", SHORT).0, "syntax busy");
    assert_eq!(play.references("callee", SHORT).0, "syntax busy");
}

/// A process that dies in the middle of an answer is told with its last words and started again.
#[test]
fn process_dying_within_answer_is_restarted() {
    let mut play = play("dies");
    play.warm_up();
    let (who, note) = play.references("callee", LONG);
    assert_eq!(who, "syntax failed");
    assert!(note.starts_with("actor failed: ") && note.contains("out of cheese"), "{note}");
    assert_eq!(play.references("callee", LONG).0, "lsp ready");
}

/// No server and no child of one outlives the program however it ends.
#[test]
fn no_server_process_outlives_program() {
    let ends: [(&str, End); 3] = [
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
            let mut play = if part == "mute" { gated(part) } else { play(part) };
            if part == "mute" {
                play.references("callee", 0.0);
                play.stage.open_gate();
            } else {
                play.warm_up();
                play.references("callee", SHORT);
            }
            let below = Descendants::of(play.client.pid());
            assert!(below.count() >= processes, "{part}, {how}: {}", below.count());
            end(&mut play.client);
            assert_eq!(below.survivors(), Vec::<&str>::new(), "{part}, {how}");
        }
    }
}
