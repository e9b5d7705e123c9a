//! The built binary over standard input and output: handshakes, listings, and nothing but JSON-RPC.

use crate::support::mcp::McpClient;
use crate::support::project;
use serde_json::{Value, json};

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
    assert!(discovered["supportedVersions"].as_array().is_some_and(|versions| versions.contains(&json!("2026-07-28"))));
    let listed = client.request("tools/list", json!({ "_meta": meta }));
    assert!(listed["result"]["tools"].is_array(), "{listed}");
    let called =
        client.request("tools/call", json!({ "name": "map_code", "arguments": { "path": "." }, "_meta": meta }));
    assert_eq!(called["result"]["resultType"], "complete", "{called}");
    assert!(called["result"]["content"][0]["text"].as_str().is_some_and(|text| text.contains("a.rs")), "{called}");
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
    assert_eq!(client.request("tools/call", json!({ "arguments": {} }))["error"]["code"], -32602);
    assert_eq!(client.request("ping", json!({}))["result"], json!({}));
}

#[test]
fn a_client_that_leaves_at_once_is_no_error() {
    let project = project(&[]);
    let mut client = McpClient::spawn(&["serve"], project.path(), &[]);
    assert_eq!(client.close(), Vec::<Value>::new());
}

#[test]
fn the_listing_of_all_tools_costs_a_model_little() {
    let project = project(&[]);
    let mut client = McpClient::serve(project.path());
    let listing = client.request("tools/list", json!({}))["result"]["tools"].to_string();
    let tokens = spelunk::domain::tokens::count(&listing);
    assert!(tokens <= 3_000, "{tokens} tokens: {listing}");
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
        assert!(properties.contains_key("format") && properties.contains_key("maxTokens"), "{tool}");
        for (name, property) in properties {
            assert!(property["description"].as_str().is_some_and(|about| !about.is_empty()), "{name}: {property}");
        }
    }
}
