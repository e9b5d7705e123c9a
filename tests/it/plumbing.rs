//! What both surfaces do for every tool, shown with a tool that exists only here.

use crate::support::mcp::{McpClient, REPLY_TIMEOUT, text_of};
use crate::support::{probe, project};
use clap::Command;
use serde_json::{Value, json};
use std::path::Path;

#[test]
fn arguments_are_read_leniently_and_mistakes_say_what_is_accepted() {
    let mut client = McpClient::connect(probe::server());
    let reply = client.call(
        "probe",
        json!({ "words": "one", "howOften": "3", "shoutLoud": "true", "format": "json" }),
    );
    assert_eq!(reply["structuredContent"], json!({ "words": ["one"] }));
    let check = |client: &mut McpClient, arguments: Value, expected: &str| {
        let error = client.error("probe", arguments);
        assert!(error.contains(expected), "{error:?} lacks {expected:?}");
        assert!(error.lines().count() <= 2, "{error:?}");
    };
    check(
        &mut client,
        json!({ "words": "x", "howOfen": 3 }),
        "did you mean `howOften`?\n  its parameters are words, act",
    );
    check(&mut client, json!({ "words": "x", "act": "dance" }), "it takes one of echo, panic");
    check(&mut client, json!({ "words": "x", "howOften": "often" }), "it takes a whole number");
    check(
        &mut client,
        json!({ "words": "x", "format": "color" }),
        "it takes one of outline, json, xml, markdown",
    );
    check(&mut client, json!({}), "probe needs `words`");
    check(&mut client, json!(["words"]), "must be an object\n  give its parameters by name");
}

#[test]
fn an_unknown_tool_is_a_protocol_error() {
    let mut client = McpClient::connect(probe::server());
    let response = client.request("tools/call", json!({ "name": "prob", "arguments": {} }));
    assert_eq!(response["error"]["code"], -32602);
    assert_eq!(response["error"]["message"], "unknown tool \"prob\"; the tools are probe");
}

#[test]
fn structured_content_travels_with_json_alone() {
    let mut client = McpClient::connect(probe::server());
    for format in ["outline", "xml", "markdown", "json"] {
        let reply = client.call("probe", json!({ "words": ["a", "b"], "format": format }));
        assert_eq!(reply.get("structuredContent").is_some(), format == "json", "{reply}");
        assert_eq!(reply["isError"], false);
    }
    let reply = client.call("probe", json!({ "words": ["a", "b"], "format": "json" }));
    let text: Value = serde_json::from_str(&text_of(&reply)).expect("the text is the same JSON");
    assert_eq!(text, reply["structuredContent"]);
}

#[test]
fn a_panic_is_an_error_of_that_call_alone() {
    let mut client = McpClient::connect(probe::server());
    let error = client.error("probe", json!({ "words": "x", "act": "panic" }));
    assert!(
        error.starts_with("probe failed on a defect of its own: a defect, on purpose\n"),
        "{error}"
    );
    assert_eq!(
        client.error("probe", json!({ "words": "x", "act": "fail" })),
        "nothing to probe\n  probe something else"
    );
    client.text("probe", json!({ "words": "still here" }));
}

#[test]
fn a_cancelled_call_stops_working_and_is_not_answered() {
    let controls = probe::controls();
    let mut client = McpClient::connect(probe::server());
    let id = client.send(
        "tools/call",
        json!({ "name": "probe", "arguments": { "words": "x", "act": "until-cancelled" } }),
    );
    assert_eq!(controls.events.recv_timeout(REPLY_TIMEOUT), Ok("started"));
    client.notify("notifications/cancelled", json!({ "requestId": id, "reason": "enough" }));
    assert_eq!(controls.events.recv_timeout(REPLY_TIMEOUT), Ok("stopped"));
    client.forget(id);
    client.text("probe", json!({ "words": "on we go" }));
}

#[test]
fn progress_reaches_the_client_that_sent_a_token_and_rises() {
    let controls = probe::controls();
    let mut client = McpClient::connect(probe::server());
    let id = client.send(
        "tools/call",
        json!({
            "name": "probe",
            "arguments": { "words": "x", "act": "progress" },
            "_meta": { "progressToken": "mine" },
        }),
    );
    let seen: Vec<Value> = (0..3).map(|_| client.next_received()).collect();
    controls.release.send(()).expect("the tool is waiting");
    client.response(id);
    for notification in &seen {
        assert_eq!(notification["method"], "notifications/progress");
        assert_eq!(notification["params"]["progressToken"], "mine");
        assert_eq!(notification["params"]["message"], "probing");
    }
    let values: Vec<f64> =
        client.received.iter().filter_map(|seen| seen["params"]["progress"].as_f64()).collect();
    assert!(values.is_sorted_by(|one, next| one < next), "{values:?}");
}

#[test]
fn answers_in_flight_are_finished_when_the_client_leaves() {
    let controls = probe::controls();
    let mut client = McpClient::connect(probe::server());
    let id = client.send(
        "tools/call",
        json!({ "name": "probe", "arguments": { "words": "late", "act": "until-released" } }),
    );
    assert_eq!(controls.events.recv_timeout(REPLY_TIMEOUT), Ok("started"));
    client
        .send_line(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string());
    controls.release.send(()).expect("the tool is waiting");
    let rest = client.close();
    assert_eq!(rest.len(), 1, "{rest:?}");
    assert_eq!(rest[0]["id"], json!(id));
    client.forget(id);
}

#[test]
fn a_last_line_without_newline_is_read() {
    let mut client = McpClient::connect(probe::server());
    client.send_text(r#"{"jsonrpc":"2.0","id":77,"method":"ping"}"#);
    let rest = client.close();
    assert_eq!(rest, [json!({ "jsonrpc": "2.0", "id": 77, "result": {} })]);
}

/// The roots of an older client are asked for once and again when they change.
#[test]
fn older_client_roots_requested_once() {
    let (first, second) = (project(&[("a b/x", "")]), project(&[]));
    let uri = |path: &Path| {
        format!("file://{}", path.to_str().expect("temporary paths are UTF-8").replace(' ', "%20"))
    };
    let (spaced, other) = (first.path().join("a b"), second.path().to_owned());
    let mut client =
        McpClient::connect_with(probe::server(), json!({ "roots": { "listChanged": true } }));
    client.roots = vec![uri(&spaced), "https://example.org".to_owned(), "file:///gone".to_owned()];
    let roots = |client: &mut McpClient| {
        client.call("probe", json!({ "format": "json", "words": "x", "act": "roots" }))
    };
    assert_eq!(roots(&mut client)["structuredContent"]["words"], json!([spaced]));
    assert_eq!(roots(&mut client)["structuredContent"]["words"], json!([spaced]));
    assert_eq!(client.received.len(), 1, "asked once: {:?}", client.received);
    client.roots = vec![uri(&other)];
    client.notify("notifications/roots/list_changed", json!({}));
    assert_eq!(roots(&mut client)["structuredContent"]["words"], json!([other]));
    // Without any that exists, a call fails and names it, instead of leaving for another directory.
    client.roots = vec!["file:///gone".to_owned()];
    client.notify("notifications/roots/list_changed", json!({}));
    assert_eq!(roots(&mut client)["structuredContent"]["words"], json!(["/gone"]));
}

#[test]
fn the_least_json_and_the_least_argv_are_the_same_call() {
    let check = |argv: &[&str], arguments: Value| {
        let toolbox = probe::toolbox();
        let tool = toolbox.named("probe").expect("the probe is there");
        let command = tool.augment(Command::new("probe"));
        let matches = command
            .try_get_matches_from([&["probe"], argv].concat())
            .expect("the arguments are right");
        let Value::Object(arguments) = arguments else { panic!("arguments are an object") };
        let by_command = tool.read_matches(&matches).expect("the arguments are right");
        let by_json = tool.read_json(arguments).expect("the arguments are right").call;
        assert_eq!(format!("{by_command:?}"), format!("{by_json:?}"));
    };
    check(&["a"], json!({ "words": "a" }));
    check(
        &["a", "b", "-n", "2", "--shout-loud"],
        json!({ "words": ["a", "b"], "howOften": 2, "shoutLoud": true }),
    );
    check(&["a", "--act", "until-released"], json!({ "words": "a", "act": "until-released" }));
}
