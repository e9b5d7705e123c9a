//! The notifications for what a server says of itself, and the answers to what it asks.

use super::{Phase, Server, lock};
use crate::lsp::client::Listener;
use crate::lsp::conversion;
use crate::lsp::diagnostics::PublishedDiagnostics;
use crate::lsp::launch::LaunchPlan;
use crate::lsp::readiness::{Loading, ReadinessTracker};
use regex::Regex;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use tokio::sync::{Notify, watch};
use tokio::time::Instant;

/// Maximum number of documents of which it is known that they were processed: of more, those that
/// were not published last may have to be published again to be known.
const MAX_PROCESSED: usize = 20_000;

/// Length in bytes beyond which an address is none of a document that was opened.
const MAX_URI_BYTES: usize = 16 << 10;

/// Hears what a server says of itself, and answers what it asks.
pub(super) struct NotificationHandler {
    tracker: Mutex<ReadinessTracker>,
    server: std::sync::Weak<Server>,
    settings: Value,
    folders: Value,
    degraded: Option<Regex>,
    /// Latest version of each document that diagnostics were published for.
    processed: watch::Sender<BTreeMap<String, i32>>,
    pub(super) diagnostics: PublishedDiagnostics,
    /// Signals a change of the state of loading, so that the time of the next check may have
    /// changed.
    pub(super) heard: Notify,
}

impl NotificationHandler {
    pub(super) fn new(server: &Arc<Server>, plan: &LaunchPlan) -> Self {
        let name = server
            .root
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        Self {
            tracker: Mutex::new(ReadinessTracker::new(&server.spec)),
            server: Arc::downgrade(server),
            settings: plan.settings.clone(),
            degraded: server
                .spec
                .degraded
                .as_ref()
                .and_then(|degraded| Regex::new(&degraded.matching).ok()),
            processed: watch::Sender::default(),
            diagnostics: PublishedDiagnostics::default(),
            heard: Notify::new(),
            folders: json!([{ "uri": conversion::uri(&server.root), "name": name }]),
        }
    }

    /// Changes the state of loading and sets the server's phase accordingly.
    pub(super) fn update(&self, change: impl FnOnce(&mut ReadinessTracker)) {
        let loading = {
            let mut tracker = lock(&self.tracker);
            change(&mut tracker);
            tracker.loading()
        };
        self.heard.notify_one();
        let Some(server) = self.server.upgrade() else { return };
        if lock(&server.running).is_none() {
            return;
        }
        server.set(match loading {
            Loading::Ready => Phase::Ready,
            Loading::Indexing { percent, what } => Phase::Indexing { percent, what },
            Loading::Broken(why) => Phase::Broken(why),
        });
    }

    /// Records that a version of a document was processed. One without a number counts as the
    /// latest.
    fn document_processed(&self, params: &Value) {
        let Some(uri) = params["uri"].as_str().and_then(|uri| lsp_types::Url::parse(uri).ok())
        else {
            return;
        };
        let version = params["version"]
            .as_i64()
            .and_then(|version| i32::try_from(version).ok())
            .unwrap_or(i32::MAX);
        if uri.as_str().len() > MAX_URI_BYTES {
            return;
        }
        self.processed.send_modify(|processed| {
            if processed.len() >= MAX_PROCESSED && !processed.contains_key(uri.as_str()) {
                processed.pop_first();
            }
            processed.insert(uri.to_string(), version);
        });
    }

    /// Waits until the server has processed these versions, or later ones.
    pub(super) async fn wait_until_processed(&self, versions: BTreeMap<String, i32>) {
        let mut processed = self.processed.subscribe();
        let all = |processed: &BTreeMap<String, i32>| {
            versions
                .iter()
                .all(|(uri, version)| processed.get(uri).is_some_and(|known| known >= version))
        };
        let _ = processed.wait_for(all).await;
    }

    /// Restarts the server, once, when it reports that it cannot load all of the project.
    fn degrade(&self, message: &str) {
        let Some(server) = self.server.upgrade() else { return };
        let matches = self.degraded.as_ref().is_some_and(|matching| matching.is_match(message));
        if matches && !server.degraded.swap(true, Ordering::Relaxed) {
            server.set(Phase::Starting);
            server.restart.notify_one();
        }
    }

    pub(super) fn next_check(&self) -> Option<Instant> {
        lock(&self.tracker).next_check()
    }

    /// Returns the settings of one section, `a.b.c`.
    fn section(&self, section: Option<&str>) -> Value {
        let mut value = &self.settings;
        for key in section.unwrap_or_default().split('.').filter(|key| !key.is_empty()) {
            value = &value[key];
        }
        value.clone()
    }
}

impl Listener for NotificationHandler {
    fn notified(&self, method: &str, params: Value) {
        self.update(|tracker| tracker.notified(method, &params));
        match method {
            "experimental/serverStatus" => {
                self.degrade(params["message"].as_str().unwrap_or_default());
            }
            "textDocument/publishDiagnostics" => {
                self.diagnostics.store(&params);
                self.document_processed(&params);
            }
            _ => {}
        }
    }

    fn asked(&self, method: &str, params: &Value) -> Option<Value> {
        Some(match method {
            "workspace/configuration" => {
                let items = params["items"].as_array().map(Vec::as_slice).unwrap_or_default();
                items.iter().map(|item| self.section(item["section"].as_str())).collect()
            }
            "workspace/workspaceFolders" => self.folders.clone(),
            // Edits that a server proposes are never applied to the user's files, and there is no
            // user interface for questions or documents.
            "workspace/applyEdit" => json!({ "applied": false }),
            "window/showDocument" => json!({ "success": false }),
            "client/registerCapability"
            | "client/unregisterCapability"
            | "window/workDoneProgress/create"
            | "window/showMessageRequest"
            | "workspace/semanticTokens/refresh"
            | "workspace/inlayHint/refresh"
            | "workspace/codeLens/refresh"
            | "workspace/diagnostic/refresh"
            | "workspace/inlineValue/refresh"
            | "workspace/foldingRange/refresh" => Value::Null,
            _ => return None,
        })
    }
}
