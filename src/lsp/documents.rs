//! Documents as a server knows them, kept in sync with the disk.
//!
//! The files are listed before every question. All changes since the last listing, by any
//! program, are sent to the server; a changed source file is also opened, since several servers
//! process an open document at once and a notification about the disk only later.

use super::client::Client;
use super::conversion;
use super::spec::ServerSpec;
use crate::lang;
use lsp_types::notification as note;
use lsp_types::{
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, FileChangeType, FileEvent, TextDocumentContentChangeEvent,
    TextDocumentIdentifier, TextDocumentItem, VersionedTextDocumentIdentifier,
};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::time::Instant;

/// Files of a workspace, as the layer below sees them. Called outside the runtime's own threads:
/// may block.
pub trait Files: Send + Sync + 'static {
    /// Returns the files under `root` that are wanted, each with a fingerprint that changes when
    /// the file does. `None` if they could not be listed, which is not the same as none.
    fn list(&self, root: &Path, wanted: &(dyn Fn(&Path) -> bool + Sync)) -> Option<Listing>;

    /// Returns the fingerprint of one file, also of one that no listing contains. `None` if it does
    /// not exist.
    fn fingerprint(&self, path: &Path) -> Option<u64>;

    /// Returns the text of a file; `None` if it does not exist or is no text.
    fn read(&self, path: &Path) -> Option<Arc<str>>;
}

pub type Listing = BTreeMap<PathBuf, u64>;

/// Maximum number of changed files that are opened: after a switch of branches the notification has
/// to suffice.
const MAX_OPENED_FOR_CHANGES: usize = 64;

/// Maximum number of open documents, since each costs a server memory and sometimes work.
const MAX_OPEN: usize = 128;

/// Changes sent to the server after the last listing.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct SentChanges {
    /// Files that were opened because they changed.
    pub(super) opened: BTreeSet<PathBuf>,
    pub(super) project: bool,
    pub(super) deleted: bool,
}

/// Listing of the files, and when it was begun.
pub(super) struct TimedListing {
    pub(super) listing: Listing,
    /// Moment at which it was begun.
    pub(super) listed: Moment,
    /// Digest of the listing, if it comes from a walk.
    pub(super) digest: Option<u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Change {
    Created,
    Changed,
    Deleted,
}

struct OpenDocument {
    version: i32,
    hash: u64,
    used: Instant,
}

/// Moment in the order of events; unlike those of the clock, no two are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Moment(u64);

impl Moment {
    pub fn now() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::SeqCst))
    }
}

/// State of the documents in one run of a server.
pub(super) struct Documents {
    open: HashMap<PathBuf, OpenDocument>,
    seen: Listing,
    /// Moment at which the listing in `seen` was begun.
    listed: Moment,
    /// See [`TimedListing::digest`].
    digest: Option<u64>,
    /// Number of updates that the server was sent, so that an answer can be matched with what the
    /// server knew.
    epoch: u64,
    /// Version of the text that was sent last. One count for all documents, so that none ever
    /// repeats.
    version: i32,
    /// Files that an earlier run of the server learnt of by opening them, and this run not yet.
    reopen: BTreeSet<PathBuf>,
}

impl Documents {
    /// `seen` must have been listed before the server was started, so that changes while it loads
    /// are sent to it. `reopen` are files that changed during earlier runs: some servers learn of
    /// them only when they are opened.
    pub(super) fn new(seen: Listing, listed: Moment, reopen: BTreeSet<PathBuf>) -> Self {
        Self { open: HashMap::new(), seen, listed, digest: None, epoch: 0, version: 0, reopen }
    }

    /// Returns the open documents, each with the version that the server must have processed before
    /// it is asked.
    pub(super) fn versions(&self) -> BTreeMap<String, i32> {
        let versions = self.open.iter().filter_map(|(path, document)| {
            Some((conversion::uri(path)?.to_string(), document.version))
        });
        versions.collect()
    }

    /// Opens the files that an earlier run had open because they changed.
    pub(super) fn open_again(&mut self, client: &Client, spec: &ServerSpec, files: &dyn Files) {
        for path in std::mem::take(&mut self.reopen) {
            if let Some(language) = language_of(spec, &path)
                && let Some(text) = files.read(&path)
            {
                self.open(client, spec, &path, language, &text);
            }
        }
    }

    pub(super) fn epoch(&self) -> u64 {
        self.epoch
    }

    /// Returns whether the files were listed at a moment or since.
    pub(super) fn is_listed_since(&self, moment: Moment) -> bool {
        self.listed >= moment
    }

    /// Digest of the last listing.
    pub(super) fn digest(&self) -> Option<u64> {
        self.digest
    }

    /// Records that a listing has found no changes.
    pub(super) fn note_unchanged(&mut self, listed: Moment) {
        self.listed = listed;
    }

    /// Sends the server the differences between the last listing and this one.
    pub(super) fn update(
        &mut self,
        client: &Client,
        spec: &ServerSpec,
        files: &dyn Files,
        timed: TimedListing,
    ) -> SentChanges {
        let changes = compare(&self.seen, &timed.listing);
        self.seen = timed.listing;
        self.listed = timed.listed;
        self.digest = timed.digest;
        if changes.is_empty() {
            return SentChanges::default();
        }
        self.epoch += 1;
        let events = changes.iter().filter_map(|(path, change)| {
            let kind = match change {
                Change::Created => FileChangeType::CREATED,
                Change::Changed => FileChangeType::CHANGED,
                Change::Deleted => FileChangeType::DELETED,
            };
            Some(FileEvent::new(conversion::uri(path)?, kind))
        });
        client.notify::<note::DidChangeWatchedFiles>(DidChangeWatchedFilesParams {
            changes: events.collect(),
        });
        let mut opened = BTreeSet::new();
        let sources = changes.iter().filter(|(path, _)| language_of(spec, path).is_some()).count();
        for (path, change) in &changes {
            if *change == Change::Deleted {
                self.close(client, path);
            } else if let Some(language) = language_of(spec, path)
                && (self.open.contains_key(path) || sources <= MAX_OPENED_FOR_CHANGES)
                && let Some(text) = files.read(path)
            {
                self.open(client, spec, path, language, &text);
                opened.insert(path.clone());
            }
        }
        SentChanges {
            opened,
            project: changes.keys().any(|path| spec.is_project_file(path)),
            deleted: changes.values().any(|change| *change == Change::Deleted),
        }
    }

    /// Ensures that the server has this text of a file.
    pub(super) fn open(
        &mut self,
        client: &Client,
        spec: &ServerSpec,
        path: &Path,
        language: &str,
        text: &str,
    ) {
        let Some(uri) = conversion::uri(path) else { return };
        let hash = hash(text);
        if let Some(document) = self.open.get_mut(path) {
            document.used = Instant::now();
            if document.hash != hash {
                self.version += 1;
                document.hash = hash;
                document.version = self.version;
                self.epoch += 1;
                client.notify::<note::DidChangeTextDocument>(DidChangeTextDocumentParams {
                    text_document: VersionedTextDocumentIdentifier {
                        uri,
                        version: document.version,
                    },
                    content_changes: vec![TextDocumentContentChangeEvent {
                        range: None,
                        range_length: None,
                        text: text.to_owned(),
                    }],
                });
            }
            return;
        }
        if self.open.len() >= MAX_OPEN
            && let Some(oldest) = self
                .open
                .iter()
                .min_by_key(|(_, document)| document.used)
                .map(|(path, _)| path.clone())
        {
            self.close(client, &oldest);
        }
        self.version += 1;
        client.notify::<note::DidOpenTextDocument>(DidOpenTextDocumentParams {
            text_document: TextDocumentItem {
                uri,
                language_id: spec.language_id(path, language),
                version: self.version,
                text: text.to_owned(),
            },
        });
        self.open.insert(
            path.to_owned(),
            OpenDocument { version: self.version, hash, used: Instant::now() },
        );
    }

    fn close(&mut self, client: &Client, path: &Path) {
        if self.open.remove(path).is_some()
            && let Some(uri) = conversion::uri(path)
        {
            client.notify::<note::DidCloseTextDocument>(DidCloseTextDocumentParams {
                text_document: TextDocumentIdentifier { uri },
            });
        }
    }

    /// Closes the documents that were not asked about for a time.
    pub(super) fn close_idle(&mut self, client: &Client, idle: Duration) {
        let mut old: Vec<PathBuf> = self
            .open
            .iter()
            .filter(|(_, document)| document.used.elapsed() >= idle)
            .map(|(path, _)| path.clone())
            .collect();
        old.sort();
        for path in old {
            self.close(client, &path);
        }
    }
}

/// Returns the language of a file if it is one of the server's.
fn language_of(spec: &ServerSpec, path: &Path) -> Option<&'static str> {
    lang::registry().for_path(path).map(|language| language.id).filter(|id| spec.answers_for(id))
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

fn compare(before: &Listing, after: &Listing) -> BTreeMap<PathBuf, Change> {
    let gone = before
        .keys()
        .filter(|path| !after.contains_key(*path))
        .map(|path| (path.clone(), Change::Deleted));
    let rest = after.iter().filter_map(|(path, fingerprint)| match before.get(path) {
        None => Some((path.clone(), Change::Created)),
        Some(old) if old != fingerprint => Some((path.clone(), Change::Changed)),
        Some(_) => None,
    });
    gone.chain(rest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listings_are_compared_by_path_and_fingerprint() {
        let listing = |pairs: &[(&str, u64)]| -> Listing {
            pairs.iter().map(|(path, fingerprint)| (PathBuf::from(path), *fingerprint)).collect()
        };
        let changes = compare(
            &listing(&[("/a", 1), ("/b", 1), ("/c", 1)]),
            &listing(&[("/a", 1), ("/b", 2), ("/d", 1)]),
        );
        let expected = [("/b", Change::Changed), ("/c", Change::Deleted), ("/d", Change::Created)];
        assert_eq!(changes, expected.map(|(path, change)| (PathBuf::from(path), change)).into());
    }
}
