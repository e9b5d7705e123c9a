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

/// Diagnostics last published for each document, by URI.
#[derive(Default)]
pub(super) struct PublishedDiagnostics(watch::Sender<BTreeMap<String, Vec<Value>>>);

impl PublishedDiagnostics {
    /// Stores the diagnostics of a notification.
    pub(super) fn store(&self, params: &Value) {
        let Some(uri) = params["uri"].as_str().and_then(|uri| lsp_types::Url::parse(uri).ok())
        else {
            return;
        };
        let found = params["diagnostics"].as_array().map(Vec::as_slice).unwrap_or_default();
        self.0.send_modify(|by_uri| {
            if by_uri.len() < MAX_DOCUMENTS || by_uri.contains_key(uri.as_str()) {
                by_uri.insert(
                    uri.to_string(),
                    found.iter().take(MAX_PER_DOCUMENT).cloned().collect(),
                );
            }
        });
    }

    /// Returns the diagnostics of a document, in the order of lines; waits until some were
    /// published.
    pub(super) async fn of(&self, uri: &str, encoding: Encoding) -> Vec<Diagnostic> {
        let mut by_uri = self.0.subscribe();
        let found = by_uri.wait_for(|by_uri| by_uri.contains_key(uri)).await;
        let found = found.ok().and_then(|by_uri| by_uri.get(uri).cloned()).unwrap_or_default();
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
