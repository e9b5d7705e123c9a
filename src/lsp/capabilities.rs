//! What we offer a server when it is initialized, and what it offers in reply.

use super::answer::Encoding;
use super::conversion::uri;
use super::spec::Capability;
use serde_json::{Value, json};
use std::path::Path;

/// Capabilities from the reply to `initialize`.
#[derive(Debug, Clone)]
pub(super) struct Capabilities {
    pub(super) encoding: Encoding,
    /// `serverInfo.version`, if the server sends it.
    pub(super) version: Option<String>,
    supported: Vec<Capability>,
}

impl Capabilities {
    pub(super) fn read(reply: &Value) -> Self {
        let capabilities = &reply["capabilities"];
        let has = |key: &str| !matches!(capabilities[key], Value::Null | Value::Bool(false));
        let table = [
            ("referencesProvider", Capability::References),
            ("definitionProvider", Capability::Definition),
            ("implementationProvider", Capability::Implementations),
            ("callHierarchyProvider", Capability::IncomingCalls),
            ("callHierarchyProvider", Capability::OutgoingCalls),
            ("typeHierarchyProvider", Capability::TypeHierarchy),
        ];
        Self {
            encoding: match capabilities["positionEncoding"].as_str() {
                Some("utf-8") => Encoding::Utf8,
                Some("utf-32") => Encoding::Utf32,
                // The protocol's default.
                _ => Encoding::Utf16,
            },
            version: reply["serverInfo"]["version"].as_str().map(str::to_owned),
            supported: table
                .into_iter()
                .filter(|(key, _)| has(key))
                .map(|(_, capability)| capability)
                .collect(),
        }
    }

    pub(super) fn can(&self, capability: Capability) -> bool {
        self.supported.contains(&capability)
    }
}

/// Parameters of `initialize`, as JSON, since some of what servers want is no part of the
/// protocol's types. `process` is our own id if the server can see our process: some servers end
/// when they do not find it.
pub(super) fn initialize_params(
    root: &Path,
    options: &Value,
    process: Option<u32>,
) -> Option<Value> {
    let uri = uri(root)?;
    let name = root.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let dynamic = json!({ "dynamicRegistration": false });
    Some(json!({
        "processId": process,
        "clientInfo": { "name": "spelunk", "version": env!("CARGO_PKG_VERSION") },
        "rootUri": uri,
        "rootPath": root.to_string_lossy(),
        "workspaceFolders": [{ "uri": uri, "name": name }],
        "initializationOptions": options,
        "capabilities": {
            "general": {
                "positionEncodings": ["utf-8", "utf-16"],
                "staleRequestSupport": { "cancel": true, "retryOnContentModified": [] },
            },
            "window": { "workDoneProgress": true },
            "workspace": {
                "configuration": true,
                "workspaceFolders": true,
                "didChangeConfiguration": { "dynamicRegistration": true },
                "didChangeWatchedFiles": { "dynamicRegistration": true, "relativePatternSupport": true },
            },
            "textDocument": {
                "synchronization": { "dynamicRegistration": false, "didSave": false },
                "references": dynamic,
                "definition": { "dynamicRegistration": false, "linkSupport": true },
                "implementation": { "dynamicRegistration": false, "linkSupport": true },
                "callHierarchy": dynamic,
                "typeHierarchy": dynamic,
                "publishDiagnostics": { "relatedInformation": false },
            },
            "experimental": { "serverStatusNotification": true },
        },
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capabilities_are_read_with_tolerance() {
        let reply = json!({ "capabilities": {
            "referencesProvider": true,
            "implementationProvider": { "workDoneProgress": true },
            "definitionProvider": false,
            "callHierarchyProvider": null,
            "positionEncoding": "utf-8",
        }, "serverInfo": { "name": "x" } });
        let capabilities = Capabilities::read(&reply);
        assert_eq!(capabilities.encoding, Encoding::Utf8);
        assert!(
            capabilities.can(Capability::References)
                && capabilities.can(Capability::Implementations)
        );
        assert!(
            !capabilities.can(Capability::Definition)
                && !capabilities.can(Capability::IncomingCalls)
        );
        assert_eq!(Capabilities::read(&Value::Null).encoding, Encoding::Utf16);
    }
}
