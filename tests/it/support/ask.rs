//! Asking the tools in this process, as a client would.

use super::mcp::McpClient;
use super::project;
use serde_json::{Value, json};
use spelunk::tools::{Host, RootSpec, Settings, Toolbox};
use std::path::Path;
use std::sync::Arc;

/// A client of a server in this process whose root is `root`.
pub(crate) fn client(root: &Path) -> McpClient {
    let settings = Settings::default();
    let toolbox = Toolbox::standard(&settings);
    let roots = RootSpec {
        directories: vec![root.to_owned()],
        working_directory: root.to_owned(),
        ..RootSpec::default()
    };
    McpClient::connect(spelunk::mcp::Server::new(
        toolbox,
        Arc::new(Host::new(settings, None)),
        roots,
    ))
}

/// A tool's answer as JSON.
pub(crate) fn value(root: &Path, tool: &str, mut arguments: Value) -> Value {
    arguments["format"] = json!("json");
    let reply = client(root).call(tool, arguments);
    assert_eq!(reply["isError"], false, "{reply}");
    reply["structuredContent"].clone()
}

/// A tool's answer in the default format.
pub(crate) fn text(root: &Path, tool: &str, arguments: Value) -> String {
    client(root).text(tool, arguments)
}

/// A tool's complaint.
pub(crate) fn error(root: &Path, tool: &str, arguments: Value) -> String {
    client(root).error(tool, arguments)
}

/// The answer with the paths of calls from one symbol to another of a project with these files.
pub(crate) fn paths_between(files: &[(&str, &str)], from: &str, to: &str) -> Value {
    let app = project(files);
    value(app.path(), "find_callees", json!({ "symbol": from, "to": to }))
}

/// The paths of an answer, each with its calls as `step` writes them.
pub(crate) fn paths(answer: &Value, step: impl Fn(&Value) -> String) -> Vec<String> {
    let path = |path: &Value| {
        let steps: Vec<String> = path.as_array().expect("a path").iter().map(&step).collect();
        steps.join(" > ")
    };
    answer["paths"].as_array().expect("paths").iter().map(path).collect()
}

/// The answer with the implementations of a symbol of a project with these files.
pub(crate) fn implementations(files: &[(&str, &str)], symbol: &str) -> Value {
    let app = project(files);
    value(app.path(), "find_implementations", json!({ "symbol": symbol }))
}

/// All that stands in CDATA sections of an answer in XML and in references between them, as an
/// independent parser reads it.
pub(crate) fn character_data(xml: &str) -> String {
    let mut reader = quick_xml::Reader::from_str(xml);
    let mut data = String::new();
    loop {
        match reader.read_event().expect("well-formed XML") {
            quick_xml::events::Event::CData(text) => data.push_str(&text),
            quick_xml::events::Event::GeneralRef(reference) => {
                data.extend(reference.resolve_char_ref().expect("a reference"));
            }
            quick_xml::events::Event::Eof => return data,
            _ => {}
        }
    }
}
