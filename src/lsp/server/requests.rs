//! Requests to a server: syncs it with the disk, waits until it can be asked, and asks it.

use super::{Phase, RequestError, Server, lock};
use crate::lsp::answer::{Answer, CallDirection, Query, RequestKind};
use crate::lsp::client::CallError;
use crate::lsp::conversion;
use crate::lsp::diagnostics::Diagnostic;
use crate::lsp::disk;
use crate::lsp::documents::{Listing, Moment, SentChanges, TimedListing};
use crate::lsp::protocol;
use crate::lsp::readiness::ReadinessTracker;
use crate::lsp::spec::Capability;
use crate::workspace::Walk;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// Maximum number of times that a question is repeated because the answer names a file that no
/// longer exists.
const MAX_OUTDATED_ANSWERS: usize = 6;

/// Result of listing the files.
struct FileListing {
    /// `None`: no changes.
    listing: Option<Listing>,
    digest: Option<u64>,
}

impl Server {
    /// Lists the files that the server watches.
    pub(super) async fn list(self: &Arc<Self>) -> Option<Listing> {
        self.list_changes(None, None).await.and_then(|found| found.listing)
    }

    /// Lists the files that the server watches, from a walk of all files under its root that has
    /// just been made, or from the disk. A walk whose digest equals `known` makes no listing.
    async fn list_changes(
        self: &Arc<Self>,
        seen: Option<Arc<Walk>>,
        known: Option<u64>,
    ) -> Option<FileListing> {
        let server = self.clone();
        let found = tokio::task::spawn_blocking(move || {
            let wanted = |path: &Path| path.starts_with(&server.root) && server.spec.watches(path);
            // These may be hidden or ignored, and count all the same.
            let names = server.spec.copy.iter().flat_map(|rule| &rule.files);
            let copied: Vec<(PathBuf, u64)> = names
                .map(|name| server.root.join(name))
                .filter_map(|path| {
                    server.files.fingerprint(&path).map(|fingerprint| (path, fingerprint))
                })
                .collect();
            let digest = seen.as_ref().map(|seen| disk::digest(seen, &wanted, &copied));
            if digest.is_some() && digest == known {
                return Some(FileListing { listing: None, digest });
            }
            let mut listing = match seen {
                Some(seen) => disk::listing(&seen, &wanted),
                None => server.files.list(&server.root, &wanted)?,
            };
            listing.extend(copied);
            Some(FileListing { listing: Some(listing), digest })
        });
        found.await.ok().flatten()
    }

    /// Returns whether the server supports the question; `None` if that is not known yet.
    pub(in crate::lsp) fn can(&self, kind: RequestKind) -> Option<bool> {
        let capability = capability(kind);
        if self.spec.lacks.contains(&capability) || lock(&self.lacking).contains(&capability) {
            return Some(false);
        }
        let running = lock(&self.running).clone()?;
        Some(running.capabilities.can(capability))
    }

    /// Opens the document of a question that waits for the server to load: several servers load
    /// nothing before that.
    pub(in crate::lsp) async fn open_early(&self, query: &Query) {
        let running = lock(&self.running).clone();
        if let Some(running) = running {
            let mut documents = running.documents.lock().await;
            documents.open(&running.client, &self.spec, &query.file, &query.language, &query.text);
            running.notifications.update(ReadinessTracker::document_opened);
        }
    }

    /// Syncs the server with the disk and opens the document. Returns the epoch, which identifies
    /// what the server then knows; `None` if it had to be restarted.
    pub(in crate::lsp) async fn in_step(
        self: &Arc<Self>,
        query: &Query,
        since: Moment,
    ) -> Option<u64> {
        let running = lock(&self.running).clone()?;
        let mut documents = running.documents.lock().await;
        if !documents.is_listed_since(since) {
            // The walk made for this question replaces another listing if it covers the same files.
            let seen =
                query.seen.clone().filter(|_| self.root == query.boundary && since == query.asked);
            let listed = if seen.is_some() { query.asked } else { Moment::now() };
            documents.open_again(&running.client, &self.spec, self.files.as_ref());
            let sent = match self.list_changes(seen, documents.digest()).await {
                Some(FileListing { listing: Some(listing), digest }) => {
                    let timed = TimedListing { listing, listed, digest };
                    documents.update(&running.client, &self.spec, self.files.as_ref(), timed)
                }
                Some(FileListing { listing: None, .. }) => {
                    documents.note_unchanged(listed);
                    SentChanges::default()
                }
                None => SentChanges::default(),
            };
            lock(&self.touched).extend(sent.opened);
            if sent.deleted && self.spec.restart_on_delete
                || sent.project && self.spec.restart_on_project_change
            {
                self.set(Phase::Starting);
                self.restart.notify_one();
                return None;
            }
            if sent.project {
                running.notifications.update(ReadinessTracker::project_changed);
            }
        }
        documents.open(&running.client, &self.spec, &query.file, &query.language, &query.text);
        running.notifications.update(ReadinessTracker::document_opened);
        if self.spec.confirms_by_diagnostics {
            let _ = tokio::time::timeout(
                self.timing.document_processing,
                running.notifications.wait_until_processed(documents.versions()),
            )
            .await;
        }
        Some(documents.epoch())
    }

    /// Returns the diagnostics published for the present version of an open document. Waits until
    /// some were.
    pub(in crate::lsp) async fn diagnostics(&self, file: &Path) -> Option<Vec<Diagnostic>> {
        let running = lock(&self.running).clone()?;
        let uri = conversion::uri(file)?.to_string();
        let version = running.documents.lock().await.versions().remove(&uri)?;
        running.notifications.wait_until_processed(BTreeMap::from([(uri.clone(), version)])).await;
        Some(running.notifications.diagnostics.of(&uri, running.capabilities.encoding).await)
    }

    /// Puts a question to a server that is ready and in step. Repeated when the server asks for
    /// that, or when it turns out not to have been ready all the time.
    pub(in crate::lsp) async fn send(
        self: &Arc<Self>,
        kind: RequestKind,
        query: &Query,
    ) -> Result<Answer, RequestError> {
        let mut pause = Duration::from_millis(20);
        let mut outdated = 0;
        let limit = Instant::now() + self.timing.question;
        loop {
            self.wait_until_ready(query, limit).await?;
            let lapses = self.status.borrow().lapses;
            let running = lock(&self.running).clone();
            let Some(running) = running else {
                return Err(RequestError::Failed("it stopped".to_owned()));
            };
            if self.can(kind) != Some(true) {
                return Err(RequestError::Unsupported);
            }
            let position =
                conversion::position_of(&query.text, query.offset, running.capabilities.encoding);
            let reply = protocol::send(
                &running.client,
                running.capabilities.encoding,
                kind,
                &query.file,
                position,
            );
            match tokio::time::timeout_at(limit, reply).await {
                Err(_) => {
                    let seconds = self.timing.question.as_secs();
                    return Err(RequestError::Failed(format!(
                        "it did not answer within {seconds} s"
                    )));
                }
                Ok(Ok(answer)) if self.status.borrow().lapses == lapses => {
                    if outdated == MAX_OUTDATED_ANSWERS || !self.names_file_that_is_gone(&answer) {
                        return Ok(answer);
                    }
                    outdated += 1;
                }
                Ok(Ok(_)) => {}
                Ok(Err(error)) if error.is_retry() => {}
                Ok(Err(error)) if error.is_unknown_method() => {
                    lock(&self.lacking).push(capability(kind));
                    return Err(RequestError::Unsupported);
                }
                Ok(Err(CallError::Closed(why))) => {
                    return Err(RequestError::Failed(self.with_last_error(&why)));
                }
                Ok(Err(error)) => return Err(RequestError::Failed(error.to_string())),
            }
            tokio::time::sleep_until(limit.min(Instant::now() + pause)).await;
            pause = (pause * 2).min(Duration::from_secs(1));
        }
    }

    /// Returns whether an answer names a file of the root that does not exist: then the server has
    /// not processed its deletion yet.
    fn names_file_that_is_gone(&self, answer: &Answer) -> bool {
        let inside = answer.files().filter(|file| file.starts_with(&self.root));
        let files: BTreeSet<&Path> = inside.collect();
        files.into_iter().any(|file| self.files.fingerprint(file).is_none())
    }

    /// Waits until a question can be sent, at most until `limit`.
    pub(in crate::lsp) async fn wait_until_ready(
        &self,
        query: &Query,
        limit: Instant,
    ) -> Result<(), RequestError> {
        let mut watch = self.watch();
        let mut opened = None;
        loop {
            let status = watch.borrow_and_update().clone();
            match status.phase {
                Phase::Ready => return Ok(()),
                Phase::Starting => {}
                Phase::Indexing { .. } if opened == Some(status.run) => {}
                Phase::Indexing { .. } => {
                    opened = Some(status.run);
                    self.open_early(query).await;
                }
                Phase::Broken(why) | Phase::Failed { why, .. } => {
                    return Err(RequestError::Failed(why));
                }
                Phase::Absent(why) => return Err(RequestError::Failed(why.to_string())),
                Phase::Stopped => return Err(RequestError::Failed("it stopped".to_owned())),
            }
            if !matches!(tokio::time::timeout_at(limit, watch.changed()).await, Ok(Ok(()))) {
                return Err(RequestError::Failed("it did not become ready".to_owned()));
            }
        }
    }
}

fn capability(kind: RequestKind) -> Capability {
    match kind {
        RequestKind::References => Capability::References,
        RequestKind::Definition => Capability::Definition,
        RequestKind::Implementations => Capability::Implementations,
        RequestKind::Calls(CallDirection::Incoming) => Capability::IncomingCalls,
        RequestKind::Calls(CallDirection::Outgoing) => Capability::OutgoingCalls,
        RequestKind::Types(_) => Capability::TypeHierarchy,
    }
}
