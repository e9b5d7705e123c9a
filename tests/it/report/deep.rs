//! The deep report with a server that plays a part.

use super::{FILES, symbol, users};
use crate::support::mcp::McpClient;
use crate::support::stage::{LONG, Stage};
use serde_json::{Value, json};

fn deep(client: &mut McpClient, wait: f64) -> Value {
    let arguments =
        json!({ "path": "src/shapes.rs", "detail": "report-deep", "wait": wait, "format": "json" });
    client.call("map_code", arguments)["structuredContent"].clone()
}

/// A server that answers in time says who uses what and what is wrong.
#[test]
fn server_in_time_gives_users_and_diagnostics() {
    let stage = Stage::new("complains", &FILES);
    let report = deep(&mut stage.serve(), LONG);
    let semantic = &report["semantic"];
    assert_eq!(
        (&semantic["source"], &semantic["server"]),
        (&json!("live-lsp"), &json!("actor")),
        "{report:#}"
    );
    assert_eq!(
        (&semantic["state"], &semantic["complete"]),
        (&json!("ready"), &json!(true)),
        "{report:#}"
    );
    assert_eq!(users(&report, "area"), ["src/draw.rs:11 draw call", "src/paint.rs:4 paint call"]);
    for user in symbol(&report, "area")["usedBy"].as_array().expect("a list") {
        assert_eq!(user["certainty"], "exact");
    }
    let asked: Vec<&str> = semantic["references"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|row| row["symbol"].as_str())
        .collect();
    assert!(asked.contains(&"Circle") && asked.contains(&"Circle::area"), "{asked:?}");
    let fault = json!({
        "line": 1, "column": 5, "endLine": 1, "severity": "warning", "message": "too round", "source": "actor", "code": "7",
    });
    assert_eq!(report["diagnostics"], json!([fault]));
}

/// A server that has not answered by the deadline leaves the report to syntax.
#[test]
fn late_server_leaves_report_to_syntax() {
    let stage = Stage::gated("well", &FILES);
    let mut client = stage.serve();
    let report = deep(&mut client, 0.2);
    let semantic = &report["semantic"];
    assert_eq!(
        (&semantic["source"], &semantic["state"]),
        (&json!("none"), &json!("starting")),
        "{report:#}"
    );
    assert!(
        semantic["note"].as_str().is_some_and(|note| note.contains("actor is starting")),
        "{report:#}"
    );
    assert_eq!(symbol(&report, "area")["usedBy"][0]["certainty"], "likely");
    assert_eq!(report["diagnostics"], Value::Null);
    stage.open_gate();
    assert_eq!(deep(&mut client, LONG)["semantic"]["source"], "live-lsp");
}

#[test]
fn a_server_that_says_nothing_is_wrong_has_no_word_on_it() {
    let stage = Stage::new("well", &FILES);
    let report = deep(&mut stage.serve(), LONG);
    assert_eq!(
        (&report["semantic"]["source"], &report["diagnostics"]),
        (&json!("live-lsp"), &Value::Null)
    );
}
