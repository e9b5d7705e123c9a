//! Asking the tools in this process, as a client would.

use super::mcp::McpClient;
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
