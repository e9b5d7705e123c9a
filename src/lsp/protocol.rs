//! Requests of the protocol, and their replies as plain values.

use super::answer::{
    Answer, Call, CallDirection, Calls, Encoding, Item, RequestKind, TypeDirection,
};
use super::client::{CallError, Client};
use super::conversion::{places_of_goto, to_file_range, to_lines, to_span, to_symbol_kind, uri};
use lsp_types::request as rpc;
use lsp_types::{
    CallHierarchyIncomingCallsParams, CallHierarchyItem, CallHierarchyOutgoingCallsParams,
    CallHierarchyPrepareParams, GotoDefinitionParams, Range, ReferenceContext, ReferenceParams,
    TextDocumentIdentifier, TextDocumentPositionParams, TypeHierarchyItem,
    TypeHierarchyPrepareParams, TypeHierarchySubtypesParams, TypeHierarchySupertypesParams,
};
use std::path::Path;

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
            let places = found
                .into_iter()
                .filter_map(|place| to_file_range(&place.uri, place.range, encoding));
            Ok(Answer::Places(places.collect()))
        }
        RequestKind::Definition => {
            let reply = client.request::<rpc::GotoDefinition>(goto(at)).await?;
            Ok(Answer::Places(places_of_goto(reply, encoding)))
        }
        RequestKind::Implementations => {
            let reply = client.request::<rpc::GotoImplementation>(goto(at)).await?;
            Ok(Answer::Places(places_of_goto(reply, encoding)))
        }
        RequestKind::Calls(direction) => {
            calls(client, encoding, at, direction).await.map(Answer::Calls)
        }
        RequestKind::Types(direction) => {
            types(client, encoding, at, direction).await.map(Answer::Items)
        }
    }
}

async fn calls(
    client: &Client,
    encoding: Encoding,
    at: TextDocumentPositionParams,
    direction: CallDirection,
) -> Result<Calls, CallError> {
    let params = CallHierarchyPrepareParams {
        text_document_position_params: at,
        work_done_progress_params: Default::default(),
    };
    let prepared = client.request::<rpc::CallHierarchyPrepare>(params).await?.unwrap_or_default();
    let mut result = Calls { items: Vec::new(), calls: Vec::new() };
    for item in prepared {
        result.items.push(call_item(&item, encoding));
        let found: Vec<(CallHierarchyItem, Vec<Range>)> = match direction {
            CallDirection::Incoming => {
                let params = CallHierarchyIncomingCallsParams {
                    item,
                    work_done_progress_params: Default::default(),
                    partial_result_params: Default::default(),
                };
                let calls = client.request::<rpc::CallHierarchyIncomingCalls>(params).await?;
                let calls = calls.unwrap_or_default().into_iter();
                calls.map(|call| (call.from, call.from_ranges)).collect()
            }
            CallDirection::Outgoing => {
                let params = CallHierarchyOutgoingCallsParams {
                    item,
                    work_done_progress_params: Default::default(),
                    partial_result_params: Default::default(),
                };
                let calls = client.request::<rpc::CallHierarchyOutgoingCalls>(params).await?;
                let calls = calls.unwrap_or_default().into_iter();
                calls.map(|call| (call.to, call.from_ranges)).collect()
            }
        };
        result.calls.extend(found.iter().map(|(item, ranges)| Call {
            item: call_item(item, encoding),
            sites: ranges.iter().map(|range| to_span(*range, encoding)).collect(),
        }));
    }
    Ok(result)
}

async fn types(
    client: &Client,
    encoding: Encoding,
    at: TextDocumentPositionParams,
    direction: TypeDirection,
) -> Result<Vec<Item>, CallError> {
    let params = TypeHierarchyPrepareParams {
        text_document_position_params: at,
        work_done_progress_params: Default::default(),
    };
    let prepared = client.request::<rpc::TypeHierarchyPrepare>(params).await?.unwrap_or_default();
    let mut items = Vec::new();
    for item in prepared {
        let found = match direction {
            TypeDirection::Super => {
                let params = TypeHierarchySupertypesParams {
                    item,
                    work_done_progress_params: Default::default(),
                    partial_result_params: Default::default(),
                };
                client.request::<rpc::TypeHierarchySupertypes>(params).await?
            }
            TypeDirection::Sub => {
                let params = TypeHierarchySubtypesParams {
                    item,
                    work_done_progress_params: Default::default(),
                    partial_result_params: Default::default(),
                };
                client.request::<rpc::TypeHierarchySubtypes>(params).await?
            }
        };
        items.extend(found.unwrap_or_default().iter().map(|item| type_item(item, encoding)));
    }
    Ok(items)
}

fn call_item(item: &CallHierarchyItem, encoding: Encoding) -> Item {
    Item {
        name: item.name.clone(),
        kind: to_symbol_kind(item.kind),
        detail: item.detail.clone().filter(|detail| !detail.is_empty()),
        place: to_file_range(&item.uri, item.selection_range, encoding),
        lines: to_lines(item.range),
    }
}

fn type_item(item: &TypeHierarchyItem, encoding: Encoding) -> Item {
    Item {
        name: item.name.clone(),
        kind: to_symbol_kind(item.kind),
        detail: item.detail.clone().filter(|detail| !detail.is_empty()),
        place: to_file_range(&item.uri, item.selection_range, encoding),
        lines: to_lines(item.range),
    }
}
