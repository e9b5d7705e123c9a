//! Diagnostics of documents, as servers publish them.

use super::answer::{Encoding, Span};
use super::conversion;
use serde_json::Value;
use std::collections::BTreeMap;
use tokio::sync::watch;

/// Severity of a diagnostic, in the protocol's order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    Error,
    Warning,
    Information,
    Hint,
}

/// A diagnostic of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    pub span: Span,
    pub severity: Severity,
    pub message: String,
    /// Origin of the diagnostic, such as a compiler or a linter, if the server names it.
    pub source: Option<String>,
    pub code: Option<String>,
}

/// Maximum number of documents whose diagnostics are kept. A server that checks a whole project
/// publishes for every file with a fault.
const MAX_DOCUMENTS: usize = 1000;

/// Maximum number of diagnostics kept of one document.
const MAX_PER_DOCUMENT: usize = 200;

/// Bytes of JSON of all diagnostics that are kept, and of one of them.
const MAX_BYTES: usize = 16 << 20;
const MAX_BYTES_OF_ONE: usize = 16 << 10;

/// Diagnostics last published for each document, by URI.
#[derive(Default)]
pub(super) struct PublishedDiagnostics(watch::Sender<Published>);

#[derive(Default)]
struct Published {
    by_uri: BTreeMap<String, Of>,
    /// Sum of those of the documents.
    bytes: usize,
}

/// The diagnostics of one document.
#[derive(Default)]
struct Of {
    found: Vec<Value>,
    /// Bytes of the address and of the diagnostics as JSON.
    bytes: usize,
}

impl PublishedDiagnostics {
    /// Stores the diagnostics of a notification.
    pub(super) fn store(&self, params: &Value) {
        let Some(uri) = params["uri"].as_str().and_then(|uri| lsp_types::Url::parse(uri).ok())
        else {
            return;
        };
        let all = params["diagnostics"].as_array().map(Vec::as_slice).unwrap_or_default();
        let mut of = Of { found: Vec::new(), bytes: uri.as_str().len() };
        let sized = all.iter().map(|found| (found, found.to_string().len()));
        let short = sized.filter(|(_, bytes)| *bytes <= MAX_BYTES_OF_ONE);
        for (found, bytes) in short.take(MAX_PER_DOCUMENT) {
            of.bytes += bytes;
            of.found.push(found.clone());
        }
        self.0.send_modify(|published| {
            let before = published.by_uri.remove(uri.as_str());
            published.bytes -= before.as_ref().map_or(0, |of| of.bytes);
            let has_room = before.is_some() || published.by_uri.len() < MAX_DOCUMENTS;
            if has_room && published.bytes + of.bytes <= MAX_BYTES {
                published.bytes += of.bytes;
                published.by_uri.insert(uri.to_string(), of);
            }
        });
    }

    /// Returns the diagnostics of a document, in the order of lines; waits until some were
    /// published.
    pub(super) async fn of(&self, uri: &str, encoding: Encoding) -> Vec<Diagnostic> {
        let mut published = self.0.subscribe();
        let found = published.wait_for(|published| published.by_uri.contains_key(uri)).await;
        let found = found.ok().and_then(|published| Some(published.by_uri.get(uri)?.found.clone()));
        let found = found.unwrap_or_default();
        let mut read: Vec<Diagnostic> =
            found.iter().filter_map(|value| read(value, encoding)).collect();
        read.sort_by(|one, other| {
            (one.span, one.severity, &one.message).cmp(&(
                other.span,
                other.severity,
                &other.message,
            ))
        });
        read
    }
}

fn read(value: &Value, encoding: Encoding) -> Option<Diagnostic> {
    let range = serde_json::from_value(value["range"].clone()).ok()?;
    let code = &value["code"];
    Some(Diagnostic {
        span: conversion::to_span(range, encoding),
        severity: match value["severity"].as_u64() {
            Some(2) => Severity::Warning,
            Some(3) => Severity::Information,
            Some(4) => Severity::Hint,
            // Without a severity the client decides.
            _ => Severity::Error,
        },
        message: value["message"].as_str()?.to_owned(),
        source: value["source"].as_str().map(str::to_owned),
        code: code
            .as_str()
            .map(str::to_owned)
            .or_else(|| code.as_i64().map(|code| code.to_string())),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_a_server_publishes_without_end_is_not_all_kept() {
        let published = PublishedDiagnostics::default();
        let of = |number: usize, message: usize| {
            json!({
                "uri": format!("file:///a{number}.py"),
                "diagnostics": vec![json!({ "message": "m".repeat(message) }); 1000],
            })
        };
        for number in 0..20 {
            published.store(&of(number, 10_000));
        }
        published.store(&of(20, 2 * MAX_BYTES_OF_ONE));
        let kept = published.0.borrow();
        let sum = kept.by_uri.values().map(|of| of.bytes).sum::<usize>();
        assert_eq!((kept.bytes, kept.bytes <= MAX_BYTES), (sum, true));
        assert_eq!(kept.by_uri["file:///a0.py"].found.len(), MAX_PER_DOCUMENT);
        assert!(kept.by_uri["file:///a20.py"].found.is_empty());
        assert!(kept.by_uri.len() < 20, "{}", kept.by_uri.len());
    }
}
