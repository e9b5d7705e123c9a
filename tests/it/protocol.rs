//! The built binary over standard input and output: handshakes, listings, and nothing but JSON-RPC.

use crate::support::mcp::McpClient;
use crate::support::project;
use serde_json::{Value, json};
use spelunk::domain::MIN_TOKENS;
use spelunk::mcp::Server;
use spelunk::tools::{Host, RootSpec, Settings, Toolbox};
use std::sync::Arc;

#[test]
fn every_older_protocol_version_is_spoken_as_asked() {
    let project = project(&[("a.rs", "pub fn a() {}\n")]);
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let mut client = McpClient::spawn(&["serve"], project.path(), &[]);
        let answer = client.initialize(version, json!({}));
        assert_eq!(answer["protocolVersion"], version);
        assert_eq!(answer["serverInfo"]["name"], "spelunk");
        assert_eq!(answer["serverInfo"]["version"], env!("CARGO_PKG_VERSION"));
        assert!(answer["serverInfo"]["title"].is_string());
        assert!(answer["instructions"].as_str().is_some_and(|text| text.contains("Order of work")));
        assert!(client.request("tools/list", json!({}))["result"]["tools"].is_array());
    }
}

#[test]
fn the_newest_protocol_needs_no_initialize() {
    let project = project(&[("a.rs", "pub fn a() {}\n")]);
    let mut client = McpClient::spawn(&["serve"], project.path(), &[]);
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let discovered = client.request("server/discover", json!({ "_meta": meta }))["result"].clone();
    assert!(
        discovered["supportedVersions"]
            .as_array()
            .is_some_and(|versions| versions.contains(&json!("2026-07-28")))
    );
    let listed = client.request("tools/list", json!({ "_meta": meta }));
    assert!(listed["result"]["tools"].is_array(), "{listed}");
    let called = client.request(
        "tools/call",
        json!({ "name": "map_code", "arguments": { "path": "." }, "_meta": meta }),
    );
    assert_eq!(called["result"]["resultType"], "complete", "{called}");
    assert!(
        called["result"]["content"][0]["text"].as_str().is_some_and(|text| text.contains("a.rs")),
        "{called}"
    );
}

#[test]
fn an_unknown_version_gets_the_newest_that_has_a_handshake() {
    let project = project(&[]);
    let mut client = McpClient::spawn(&["serve"], project.path(), &[]);
    assert_eq!(client.initialize("1999-01-01", json!({}))["protocolVersion"], "2025-11-25");
}

#[test]
fn strange_input_is_survived() {
    let project = project(&[]);
    let mut client = McpClient::spawn(&["serve"], project.path(), &[]);
    client.notify("notifications/cancelled", json!({ "requestId": 9 }));
    client.send_line("this is no JSON");
    client.send_line("");
    client.initialize("2025-06-18", json!({}));
    client.notify("notifications/nobody/knows", json!({}));
    client.notify("notifications/cancelled", json!({ "requestId": 12345 }));
    assert_eq!(client.request("nobody/knows", json!({}))["error"]["code"], -32601);
    let forged = client.request("nobody\nAll is well", json!({}));
    assert_eq!(forged["error"]["message"], "nobody All is well");
    assert_eq!(client.request("tools/call", json!({ "arguments": {} }))["error"]["code"], -32602);
    for (method, params) in [
        ("prompts/get", json!({ "name": 3 })),
        ("prompts/get", json!({ "name": "plan_change", "arguments": { "change": [1] } })),
        ("resources/read", json!({})),
    ] {
        let error = client.request(method, params.clone())["error"].clone();
        assert_eq!(error["code"], -32602, "{method} {params}: {error}");
    }
    assert_eq!(client.request("ping", json!({}))["result"], json!({}));
}

#[test]
fn a_client_that_leaves_at_once_is_no_error() {
    let project = project(&[]);
    let mut client = McpClient::spawn(&["serve"], project.path(), &[]);
    assert_eq!(client.close(), Vec::<Value>::new());
}

/// What a model reads before it calls anything.
#[test]
fn the_listing_of_all_tools_and_the_instructions_cost_a_model_little() {
    let project = project(&[]);
    let mut client = McpClient::spawn(&["serve"], project.path(), &[]);
    let instructions = client.initialize("2025-06-18", json!({}))["instructions"].clone();
    let mut tools = client.request("tools/list", json!({}))["result"]["tools"].clone();
    let listing = tools.to_string();
    let tokens = spelunk::domain::tokens::count(&listing);
    assert!(tokens <= 3_000, "{tokens} tokens: {listing}");
    // Clients read `_meta` and annotations themselves.
    for tool in tools.as_array_mut().expect("a list") {
        let tool = tool.as_object_mut().expect("an object");
        tool.remove("_meta");
        tool.remove("annotations");
    }
    let listing = spelunk::domain::tokens::count(&tools.to_string());
    let instructions = spelunk::domain::tokens::count(instructions.as_str().expect("a text"));
    assert!(listing <= 2_700, "{listing} tokens");
    assert!(listing + instructions <= 2_900, "{listing} and {instructions} tokens");
}

/// The least budget is that of the schema, in every tool and format.
#[test]
fn a_budget_below_the_least_is_the_least() {
    let uses: String =
        (0..60).map(|at| format!("def gate_{at}():\n    return door({at})\n")).collect();
    let project = project(&[("gates.py", &format!("def door(at):\n    return at\n\n{uses}"))]);
    let mut client = McpClient::serve(project.path());
    let tools = client.request("tools/list", json!({}))["result"]["tools"].clone();
    for tool in tools.as_array().expect("a list") {
        let name = tool["name"].as_str().expect("a name");
        let ceiling = &tool["inputSchema"]["properties"]["maxTokens"]["description"];
        assert_eq!(ceiling, &format!("{MIN_TOKENS} or more."), "{name}");
        let asked = match name {
            "map_code" => json!({ "path": "." }),
            "search" => json!({ "query": "gate" }),
            "grep" => json!({ "pattern": "door" }),
            "extract" => json!({ "targets": ["gates.py"] }),
            _ => json!({ "symbol": "door" }),
        };
        for format in ["outline", "json", "xml", "markdown"] {
            let mut answer = |budget: usize| {
                let mut arguments = asked.clone();
                arguments["format"] = json!(format);
                arguments["maxTokens"] = json!(budget);
                let reply = client.call(name, arguments);
                reply["content"][0]["text"].as_str().expect("a text").to_owned()
            };
            let least = answer(MIN_TOKENS);
            assert_eq!(answer(1), least, "{name} {format}");
            let tokens = spelunk::domain::tokens::count(&least);
            assert!(tokens <= MIN_TOKENS, "{name} {format}: {tokens} tokens: {least}");
        }
    }
}

/// Clients that load tools on demand are told which to load and how to find the others.
#[test]
fn instructions_for_tools_loaded_on_demand() {
    let project = project(&[]);
    let mut client = McpClient::serve(project.path());
    let tools = client.request("tools/list", json!({}))["result"]["tools"].clone();
    for tool in tools.as_array().expect("a list") {
        let (name, meta) = (tool["name"].as_str().expect("a name"), &tool["_meta"]);
        let is_always_there = matches!(name, "search" | "find_callers" | "impact_analysis");
        assert_eq!(meta["anthropic/alwaysLoad"] == true, is_always_there, "{tool}");
        let hint = meta["anthropic/searchHint"].as_str();
        assert_eq!(hint.is_some_and(|hint| !hint.is_empty()), !is_always_there, "{tool}");
        assert!(
            meta["anthropic/maxResultSizeChars"].as_u64().is_some_and(|most| most >= 50_000),
            "{tool}"
        );
    }
}

/// Every question names a tool that exists, and every tool has questions.
#[test]
fn the_questions_about_the_choice_of_a_tool_are_about_all_tools() {
    let project = project(&[]);
    let mut client = McpClient::serve(project.path());
    let tools = client.request("tools/list", json!({}))["result"]["tools"].clone();
    let mut names: Vec<&str> =
        tools.as_array().expect("a list").iter().filter_map(|tool| tool["name"].as_str()).collect();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/tools/questions.jsonl");
    let text = std::fs::read_to_string(path).expect("the questions");
    let questions: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(questions.len(), 40);
    let mut asked: Vec<&str> =
        questions.iter().filter_map(|question| question["tool"].as_str()).collect();
    asked.sort_unstable();
    asked.dedup();
    names.sort_unstable();
    assert_eq!(asked, names);
}

#[test]
#[cfg(unix)]
fn a_server_that_is_told_to_stop_does_so_in_order() {
    let project = project(&[]);
    let mut client = McpClient::serve(project.path());
    client.terminate();
    assert_eq!(client.close(), Vec::<Value>::new());
}

#[test]
fn every_tool_has_a_title_annotations_and_an_object_schema() {
    let project = project(&[]);
    let mut client = McpClient::serve(project.path());
    let tools = client.request("tools/list", json!({}))["result"]["tools"].clone();
    for tool in tools.as_array().expect("a list") {
        assert!(tool["title"].as_str().is_some_and(|title| !title.is_empty()), "{tool}");
        assert!(tool["description"].as_str().is_some_and(|about| !about.is_empty()), "{tool}");
        assert_eq!(
            tool["annotations"],
            json!({ "readOnlyHint": true, "idempotentHint": true, "openWorldHint": false })
        );
        assert_eq!(tool["inputSchema"]["type"], "object");
        let properties = tool["inputSchema"]["properties"].as_object().expect("properties");
        assert!(
            properties.contains_key("format") && properties.contains_key("maxTokens"),
            "{tool}"
        );
        // The path decides which root is asked.
        assert!(!properties.contains_key("root"), "{tool}");
        for (name, property) in properties {
            assert!(
                property["description"].as_str().is_some_and(|about| !about.is_empty()),
                "{name}: {property}"
            );
            assert!(name != "wait" || property["default"].is_number(), "{property}");
        }
    }
}

#[test]
fn a_message_that_cannot_be_read_is_answered_with_an_error() {
    let project = project(&[("a.rs", "pub fn a() {}\n")]);
    let mut client = McpClient::serve(project.path());
    let mut check = |id: u64, rest: &str, expected: &str| {
        client.send_line(&format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\",\"params\":{rest}}}"
        ));
        let reply = client.response(id);
        assert_eq!(reply["error"]["code"], -32700, "{reply}");
        assert!(
            reply["error"]["message"].as_str().is_some_and(|message| message.contains(expected)),
            "{reply}"
        );
    };
    check(1001, &format!("{}{}", "[".repeat(1000), "]".repeat(1000)), "nests deeper than");
    check(1002, &format!("{{\"x\":\"{}\"}}", "y".repeat(17 << 20)), "longer than 16 MB");
    check(1003, "{\"x\":}", "not JSON");
    client.send_line("{\"jsonrpc\":\"2.0\",\"id\":1005}");
    assert_eq!(client.response(1005)["error"]["code"], -32700);
    client.send_line("{\"jsonrpc\":\"2.0\",\"id\":1006,\"method\":\"ping\",\"id\":1007}");
    assert_eq!(client.response(1007)["error"]["code"], -32700);
    // Ids that no answer can have: it says so.
    for id in ["1.5", "12345678901234567890123", "[1]"] {
        client.send_line(&format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"ping\"}}"));
        let answer = client.next_message();
        assert_eq!(
            (answer.get("id"), &answer["error"]["code"]),
            (None, &json!(-32600)),
            "{answer}"
        );
        let message = answer["error"]["message"].as_str().expect("a message");
        assert!(message.starts_with("its id is neither a text nor an integer"), "{message}");
    }
    // Half a surrogate pair is no character, and the call is answered all the same.
    client.send_line(
        "{\"jsonrpc\":\"2.0\",\"id\":1004,\"method\":\"tools/call\",\"params\":{\"name\":\"grep\",\"arguments\":{\"pattern\":\"\\ud800\"}}}",
    );
    assert_eq!(client.response(1004)["result"]["isError"], false);
    assert_eq!(client.request("ping", json!({}))["result"], json!({}));
}

#[test]
fn messages_without_id_are_answered_only_if_they_are_json() {
    let project = project(&[]);
    let mut client = McpClient::serve(project.path());
    // What is no JSON may be the echo of an answer, and to answer it would go on for ever.
    for line in ["no JSON", "{\"method\":", "{\"id\":{},}", "\u{0}"] {
        client.send_line(line);
    }
    assert_eq!(client.request("ping", json!({}))["result"], json!({}));
    for line in ["{}", "[]", "7", "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}"] {
        client.send_line(line);
        // MCP has no id that is null: the answer to such a message has none.
        let answer = client.next_message();
        assert_eq!(
            (answer.get("id"), &answer["error"]["code"]),
            (None, &json!(-32600)),
            "{line}: {answer}"
        );
    }
}

#[test]
fn a_client_that_does_not_name_its_roots_is_asked_once() {
    let project = project(&[("a.rs", "pub fn a() {}\n")]);
    let mut client = McpClient::spawn(&["serve"], project.path(), &[]);
    client.answers_roots = false;
    client.initialize("2025-06-18", json!({ "roots": { "listChanged": true } }));
    for _ in 0..5 {
        let reply = client.call("grep", json!({ "pattern": "pub fn" }));
        assert_eq!(reply["isError"], false, "{reply}");
    }
    let asked = client.received.iter().filter(|message| message["method"] == "roots/list").count();
    assert_eq!(asked, 1, "{:?}", client.received);
    client.received.clear();
}

/// The roots are waited for longer than calls have once the connection is closed.
#[test]
fn a_call_that_is_not_done_when_the_client_leaves_is_answered() {
    let project = project(&[("a.rs", "pub fn a() {}\n")]);
    let mut client = McpClient::spawn(&["serve"], project.path(), &[]);
    client.answers_roots = false;
    client.initialize("2025-06-18", json!({ "roots": {} }));
    let call = json!({ "name": "grep", "arguments": { "pattern": "pub fn" } });
    let id = client.send("tools/call", call);
    assert_eq!(client.next_received()["method"], "roots/list");
    client.received.clear();
    let rest = client.close();
    client.forget(id);
    let answer = rest.iter().find(|message| message["id"] == json!(id));
    let answer = &answer.unwrap_or_else(|| panic!("no answer: {rest:?}"))["result"];
    assert_eq!(answer["isError"], true, "{answer}");
    assert!(answer["content"][0]["text"].as_str().is_some_and(|text| text.contains("closed")));
}

/// Calls that do not run yet hold nothing up, and run in turn.
#[test]
fn so_many_calls_run_at_once_and_the_others_wait() {
    let project = project(&[("a.rs", "pub fn a() {}\n")]);
    let host = Arc::new(Host::new(Settings::default(), None));
    let roots = RootSpec { directories: vec![project.path().to_owned()], ..RootSpec::default() };
    let server = Server::new(Toolbox::standard(&host.settings), Arc::clone(&host), roots);
    let mut client = McpClient::connect(server);
    let all = host.running.available_permits();
    let running = host.running.try_acquire_many(u32::try_from(all).expect("a small number"));
    let call = json!({ "name": "grep", "arguments": { "pattern": "pub fn" } });
    let id = client.send("tools/call", call);
    let ping = client.send("ping", json!({}));
    assert_eq!(client.next_message()["id"], json!(ping));
    drop(running);
    assert_eq!(client.next_message()["id"], json!(id));
    client.forget(ping);
    client.forget(id);
    assert_eq!(host.running.available_permits(), all);
}

#[test]
fn a_method_that_nobody_knows_is_named_escaped() {
    let project = project(&[]);
    let mut client = McpClient::spawn(&["serve"], project.path(), &[]);
    client.initialize("2025-06-18", json!({}));
    let error = client.request("x\u{1b}[31m\u{202e}", json!({}))["error"].clone();
    assert_eq!(error["message"], "x\\x1b[31m\\u{202e}");
}

/// What lies beside a root is named where the root was never there, and may have been meant.
#[test]
fn a_root_that_is_gone_tells_nothing_of_what_lies_beside() {
    let tree = project(&[("app-a/a.rs", "pub fn a() {}\n"), ("app-b/b.rs", "")]);
    let root = tree.path().join("app-a");
    let mut client = McpClient::serve(&root);
    let call = json!({ "pattern": "pub fn" });
    assert!(client.text("grep", call.clone()).contains("a.rs"));
    std::fs::remove_dir_all(&root).expect("it is removed");
    let error = client.error("grep", call);
    assert!(error.contains("does not exist") && !error.contains("app-b"), "{error}");
}

#[test]
fn a_mistake_in_the_configuration_is_said_and_survived() {
    let project = project(&[
        ("a.rs", "pub fn a() {}\n"),
        ("home/config.toml", "[map]\nmaxTokens = 900\nbudget = 3\n"),
    ]);
    let config = project.path().join("home/config.toml");
    let config = config.to_str().expect("a path");
    let mut client = McpClient::spawn(&["serve"], project.path(), &[("SPELUNK_CONFIG", config)]);
    client.initialize("2025-06-18", json!({}));
    for call in 0..5 {
        let reply = client.call("map_code", json!({ "path": ".", "format": "json" }));
        let text = reply["content"][0]["text"].as_str().expect("an answer");
        assert!(serde_json::from_str::<Value>(text).is_ok(), "{text}");
        let note = reply["content"][1]["text"].as_str();
        let says = note.is_some_and(|note| {
            note.contains("defaults") && note.contains("config.toml:3: unknown field `budget`")
        });
        assert_eq!(says, call < 3, "{reply}");
    }
    let run = |arguments: &[&str]| {
        let mut command = crate::support::cli::command(project.path(), arguments);
        crate::support::cli::finish(command.env("SPELUNK_CONFIG", config))
    };
    let doctor = run(&["doctor"]);
    assert_eq!(doctor.status, 2, "{doctor:?}");
    assert!(doctor.stderr.contains("config.toml:3: unknown field `budget`"), "{doctor:?}");
    let shown = run(&["config"]);
    assert_eq!(shown.status, 2, "{shown:?}");
    assert!(
        shown.stdout.starts_with("# defaults; ") && shown.stdout.contains("config.toml:3"),
        "{shown:?}"
    );
    assert!(shown.stdout.contains("maxTokens") || shown.stdout.contains("[map]"), "{shown:?}");
}

#[test]
fn a_wrong_table_of_a_language_server_keeps_nothing_from_being_served() {
    let project =
        project(&[("a.rs", "pub fn a() {}\n"), ("home/config.toml", "[[server]]\nname = 'x'\n")]);
    let config = project.path().join("home/config.toml");
    let environment = [("SPELUNK_CONFIG", config.to_str().expect("a path"))];
    let mut client = McpClient::spawn(&["serve"], project.path(), &environment);
    client.initialize("2025-06-18", json!({}));
    let reply = client.call("grep", json!({ "pattern": "pub fn" }));
    assert_eq!(reply["isError"], false, "{reply}");
    let mistake = "config.toml:1: [[server]]: missing field `languages`";
    let note = reply["content"][1]["text"].as_str();
    assert!(note.is_some_and(|note| note.contains(mistake)), "{reply}");
    // Commands name the line too, those that need no configuration do not.
    let check = |arguments: &[&str], status: i32| {
        let mut command = crate::support::cli::command(project.path(), arguments);
        let run = crate::support::cli::finish(command.envs(environment));
        assert_eq!(run.status, status, "{run:?}");
        assert_eq!(run.stderr.contains(mistake), status == 2, "{run:?}");
        assert_eq!(run.stderr.contains("`spelunk config` shows"), status == 2, "{run:?}");
    };
    for command in [&["doctor"][..], &["config"], &["callers", "a"], &["map"], &["--show-repo-map"]]
    {
        check(command, 2);
    }
    check(&["languages"], 0);
}
