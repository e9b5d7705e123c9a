//! Roots of a session: those that the user fixed, else those of an older client, else the working
//! directory.

use crate::tools::RootSpec;
use rmcp::RoleServer;
use rmcp::service::Peer;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::sync::Mutex;

/// Time for a client to list its roots.
const ROOTS_TIMEOUT: Duration = Duration::from_secs(2);

pub(super) struct SessionRoots {
    /// Roots that the process was started with.
    fixed: Arc<RootSpec>,
    /// Roots that the client listed, and the number of changes of its roots by then.
    offered: Mutex<Option<(u64, Arc<RootSpec>)>>,
    changes: Arc<AtomicU64>,
}

impl SessionRoots {
    pub(super) fn new(fixed: RootSpec) -> Self {
        // What the roots lead to now counts for the session. A root that is missing is an error
        // of the calls.
        let _ = fixed.open();
        Self { fixed: Arc::new(fixed), offered: Mutex::new(None), changes: Arc::default() }
    }

    /// Counter of the changes of the client's roots.
    pub(super) fn changes(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.changes)
    }

    /// Returns the roots for a call. The first call requests them from the client, if that is
    /// possible, and so does the first one after a change.
    pub(super) async fn get(&self, peer: &Peer<RoleServer>) -> Arc<RootSpec> {
        if !self.fixed.directories.is_empty() || !offers_roots(peer) {
            return Arc::clone(&self.fixed);
        }
        let mut offered = self.offered.lock().await;
        let changes = self.changes.load(Ordering::Relaxed);
        if let Some((known_at, roots)) = &*offered
            && *known_at == changes
        {
            return Arc::clone(roots);
        }
        // A client that does not answer is asked again only after it has notified a change of its
        // roots.
        let roots = match ask(peer).await {
            // Other directories lead elsewhere.
            Some(directories) => {
                let first = OnceLock::new();
                Arc::new(RootSpec { directories, first, ..(*self.fixed).clone() })
            }
            None => Arc::clone(&self.fixed),
        };
        *offered = Some((changes, Arc::clone(&roots)));
        roots
    }
}

/// Returns whether the client can be asked for its roots: only clients that began with `initialize`
/// can, since the newest protocol has no requests to the client.
fn offers_roots(peer: &Peer<RoleServer>) -> bool {
    peer.peer_info().is_some_and(|client| {
        client.protocol_version.has_initialize() && client.capabilities.roots.is_some()
    })
}

#[expect(deprecated, reason = "the clients that offer roots are those of the older protocols")]
async fn ask(peer: &Peer<RoleServer>) -> Option<Vec<PathBuf>> {
    match tokio::time::timeout(ROOTS_TIMEOUT, peer.list_roots()).await {
        Ok(Ok(answer)) => {
            Some(usable(answer.roots.iter().filter_map(|root| path_of(&root.uri)).collect()))
        }
        Ok(Err(error)) => {
            tracing::warn!(%error, "the client offers roots and does not name them");
            None
        }
        Err(_) => {
            tracing::warn!("the client offers roots and did not name them in time");
            None
        }
    }
}

/// Returns the roots that are directories: a client may still list a removed root, which must not
/// affect the others. Where none is, all are returned, so that a call fails and names them instead
/// of answering about the working directory.
fn usable(paths: Vec<PathBuf>) -> Vec<PathBuf> {
    let directories: Vec<PathBuf> = paths.iter().filter(|path| path.is_dir()).cloned().collect();
    if directories.len() < paths.len() {
        tracing::warn!(?paths, "the client offers a root that is no directory here");
    }
    if directories.is_empty() { paths } else { directories }
}

/// Path of a `file:` URI, with its escapes resolved. `None` for other schemes and other hosts.
fn path_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    if !path.starts_with('/') {
        return None;
    }
    let mut bytes = Vec::with_capacity(path.len());
    let mut left = path.as_bytes();
    while let [first, tail @ ..] = left {
        let escaped = match (first, tail) {
            (b'%', [high, low, ..]) => hex(*high).zip(hex(*low)).map(|(high, low)| high * 16 + low),
            _ => None,
        };
        bytes.push(escaped.unwrap_or(*first));
        left = if escaped.is_some() { &tail[2..] } else { tail };
    }
    let text = String::from_utf8(bytes).ok()?;
    let has_drive = cfg!(windows) && text.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(if has_drive { text[1..].to_owned() } else { text }))
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(uri: &str, expected: Option<&str>) {
        assert_eq!(path_of(uri), expected.map(PathBuf::from), "{uri}");
    }

    #[test]
    #[cfg(unix)]
    fn a_file_address_is_a_path_and_no_other_is() {
        check("file:///home/me/project", Some("/home/me/project"));
        check("file://localhost/srv", Some("/srv"));
        check("file:///a%20b/%C3%A9t%C3%A9", Some("/a b/été"));
        check("file:///100%", Some("/100%"));
        check("file:///a%2", Some("/a%2"));
        check("file://server/share", None);
        check("https://example.org/", None);
        check("file:///%ff", None);
    }
}
