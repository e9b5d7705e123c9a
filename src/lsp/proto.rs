//! Boundary between the protocol's types and ours: converts questions into requests, and replies
//! into plain values.

use super::answer::{
    Answer, Call, Calls, Column, Encoding, FileRange, Item, Position, RequestKind, Span,
};
use super::client::{CallError, Client};
use super::spec::Capability;
use crate::domain::{LineRange, SymbolKind};
use lsp_types::request as rpc;
use lsp_types::{
    CallHierarchyIncomingCallsParams, CallHierarchyItem, CallHierarchyOutgoingCallsParams,
    CallHierarchyPrepareParams, GotoDefinitionParams, GotoDefinitionResponse, ReferenceContext,
    ReferenceParams, TextDocumentIdentifier, TextDocumentPositionParams, TypeHierarchyItem,
    TypeHierarchyPrepareParams, TypeHierarchySubtypesParams, TypeHierarchySupertypesParams, Url,
};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

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

pub(super) fn uri(path: &Path) -> Option<Url> {
    Url::from_file_path(path).ok()
}

/// Sends a question about a position in a document that is open.
pub(super) async fn send(
    client: &Client,
    encoding: Encoding,
    kind: RequestKind,
    file: &Path,
    position: lsp_types::Position,
) -> Result<Answer, CallError> {
    let uri = uri(file)
        .ok_or_else(|| CallError::Unintelligible(format!("{} has no address", file.display())))?;
    let at = TextDocumentPositionParams { text_document: TextDocumentIdentifier { uri }, position };
    let goto = |at| GotoDefinitionParams {
        text_document_position_params: at,
        work_done_progress_params: Default::default(),
        partial_result_params: Default::default(),
    };
    match kind {
        RequestKind::References => {
            let params = ReferenceParams {
                text_document_position: at,
                work_done_progress_params: Default::default(),
                partial_result_params: Default::default(),
                context: ReferenceContext { include_declaration: true },
            };
            let found = client.request::<rpc::References>(params).await?.unwrap_or_default();
            let places =
                found.into_iter().filter_map(|place| to_place(&place.uri, place.range, encoding));
            Ok(Answer::Places(places.collect()))
        }
        RequestKind::Definition => {
            Ok(places(client.request::<rpc::GotoDefinition>(goto(at)).await?, encoding))
        }
        RequestKind::Implementations => {
            Ok(places(client.request::<rpc::GotoImplementation>(goto(at)).await?, encoding))
        }
        RequestKind::IncomingCalls => calls(client, encoding, at, true).await.map(Answer::Calls),
        RequestKind::OutgoingCalls => calls(client, encoding, at, false).await.map(Answer::Calls),
        RequestKind::Supertypes => types(client, encoding, at, true).await.map(Answer::Items),
        RequestKind::Subtypes => types(client, encoding, at, false).await.map(Answer::Items),
    }
}

fn places(reply: Option<GotoDefinitionResponse>, encoding: Encoding) -> Answer {
    let all = match reply {
        None => Vec::new(),
        Some(GotoDefinitionResponse::Scalar(place)) => vec![(place.uri, place.range)],
        Some(GotoDefinitionResponse::Array(places)) => {
            places.into_iter().map(|place| (place.uri, place.range)).collect()
        }
        Some(GotoDefinitionResponse::Link(links)) => {
            links.into_iter().map(|link| (link.target_uri, link.target_selection_range)).collect()
        }
    };
    Answer::Places(all.iter().filter_map(|(uri, range)| to_place(uri, *range, encoding)).collect())
}

async fn calls(
    client: &Client,
    encoding: Encoding,
    at: TextDocumentPositionParams,
    incoming: bool,
) -> Result<Calls, CallError> {
    let params = CallHierarchyPrepareParams {
        text_document_position_params: at,
        work_done_progress_params: Default::default(),
    };
    let prepared = client.request::<rpc::CallHierarchyPrepare>(params).await?.unwrap_or_default();
    let mut result = Calls { items: Vec::new(), calls: Vec::new() };
    for item in prepared {
        result.items.push(call_item(&item, encoding));
        if incoming {
            let params = CallHierarchyIncomingCallsParams {
                item,
                work_done_progress_params: Default::default(),
                partial_result_params: Default::default(),
            };
            let found = client
                .request::<rpc::CallHierarchyIncomingCalls>(params)
                .await?
                .unwrap_or_default();
            result.calls.extend(found.into_iter().map(|call| Call {
                item: call_item(&call.from, encoding),
                sites: call.from_ranges.iter().map(|range| to_span(*range, encoding)).collect(),
            }));
        } else {
            let params = CallHierarchyOutgoingCallsParams {
                item,
                work_done_progress_params: Default::default(),
                partial_result_params: Default::default(),
            };
            let found = client
                .request::<rpc::CallHierarchyOutgoingCalls>(params)
                .await?
                .unwrap_or_default();
            result.calls.extend(found.into_iter().map(|call| Call {
                item: call_item(&call.to, encoding),
                sites: call.from_ranges.iter().map(|range| to_span(*range, encoding)).collect(),
            }));
        }
    }
    Ok(result)
}

async fn types(
    client: &Client,
    encoding: Encoding,
    at: TextDocumentPositionParams,
    upwards: bool,
) -> Result<Vec<Item>, CallError> {
    let params = TypeHierarchyPrepareParams {
        text_document_position_params: at,
        work_done_progress_params: Default::default(),
    };
    let prepared = client.request::<rpc::TypeHierarchyPrepare>(params).await?.unwrap_or_default();
    let mut items = Vec::new();
    for item in prepared {
        let found = if upwards {
            let params = TypeHierarchySupertypesParams {
                item,
                work_done_progress_params: Default::default(),
                partial_result_params: Default::default(),
            };
            client.request::<rpc::TypeHierarchySupertypes>(params).await?
        } else {
            let params = TypeHierarchySubtypesParams {
                item,
                work_done_progress_params: Default::default(),
                partial_result_params: Default::default(),
            };
            client.request::<rpc::TypeHierarchySubtypes>(params).await?
        };
        items.extend(found.unwrap_or_default().iter().map(|item| type_item(item, encoding)));
    }
    Ok(items)
}

fn call_item(item: &CallHierarchyItem, encoding: Encoding) -> Item {
    Item {
        name: item.name.clone(),
        kind: kind(item.kind),
        detail: item.detail.clone().filter(|detail| !detail.is_empty()),
        place: to_place(&item.uri, item.selection_range, encoding),
        lines: to_lines(item.range),
    }
}

fn type_item(item: &TypeHierarchyItem, encoding: Encoding) -> Item {
    Item {
        name: item.name.clone(),
        kind: kind(item.kind),
        detail: item.detail.clone().filter(|detail| !detail.is_empty()),
        place: to_place(&item.uri, item.selection_range, encoding),
        lines: to_lines(item.range),
    }
}

/// `None` for places outside of files, such as a library bundled into the server.
fn to_place(uri: &Url, range: lsp_types::Range, encoding: Encoding) -> Option<FileRange> {
    if uri.scheme() != "file" {
        return None;
    }
    let file: PathBuf = uri.to_file_path().ok()?;
    Some(FileRange { file, span: to_span(range, encoding) })
}

pub(super) fn to_span(range: lsp_types::Range, encoding: Encoding) -> Span {
    let position = |position: lsp_types::Position| Position {
        line: position.line as usize + 1,
        column: Column { units: position.character as usize, encoding },
    };
    Span { start: position(range.start), end: position(range.end) }
}

fn to_lines(range: lsp_types::Range) -> LineRange {
    LineRange { start: range.start.line as usize + 1, end: range.end.line as usize + 1 }
}

/// Position of a byte in a text, in the units of the server. Lines end at `\n`; an offset past the
/// end is the end.
pub(super) fn position_of(text: &str, offset: usize, encoding: Encoding) -> lsp_types::Position {
    let offset =
        (0..=offset.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let before = &text[..offset];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = memchr::memchr_iter(b'\n', before.as_bytes()).count();
    let units = encoding.units_in(&before[line_start..]);
    let clamp = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    lsp_types::Position { line: clamp(line), character: clamp(units) }
}

fn kind(kind: lsp_types::SymbolKind) -> SymbolKind {
    use lsp_types::SymbolKind as Lsp;
    match kind {
        Lsp::FILE | Lsp::MODULE | Lsp::NAMESPACE | Lsp::PACKAGE => SymbolKind::Module,
        Lsp::CLASS => SymbolKind::Class,
        Lsp::METHOD | Lsp::OPERATOR => SymbolKind::Method,
        Lsp::PROPERTY | Lsp::EVENT => SymbolKind::Property,
        Lsp::FIELD => SymbolKind::Field,
        Lsp::CONSTRUCTOR => SymbolKind::Constructor,
        Lsp::ENUM => SymbolKind::Enum,
        Lsp::INTERFACE => SymbolKind::Interface,
        Lsp::VARIABLE => SymbolKind::Variable,
        Lsp::CONSTANT | Lsp::ENUM_MEMBER => SymbolKind::Constant,
        Lsp::STRUCT => SymbolKind::Struct,
        Lsp::TYPE_PARAMETER => SymbolKind::Type,
        _ => SymbolKind::Function,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_counted_as_the_server_counts() {
        fn check(before: &str, encoding: Encoding, expected: (u32, u32)) {
            let text = format!("{before}name");
            let position = position_of(&text, before.len(), encoding);
            assert_eq!((position.line, position.character), expected, "{before:?} {encoding:?}");
        }
        check("", Encoding::Utf8, (0, 0));
        check("a\n\tb ", Encoding::Utf16, (1, 3));
        check("/* 😀漢 */ ", Encoding::Utf8, (0, 14));
        check("/* 😀漢 */ ", Encoding::Utf16, (0, 10));
        check("/* 😀漢 */ ", Encoding::Utf32, (0, 9));
        check("\r\n", Encoding::Utf16, (1, 0));
    }

    #[test]
    fn an_offset_inside_a_character_or_past_the_end_is_moved_back() {
        assert_eq!(position_of("漢x", 1, Encoding::Utf8).character, 0);
        assert_eq!(position_of("ab", 9, Encoding::Utf8).character, 2);
    }

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
