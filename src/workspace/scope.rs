//! Scope of a request: the directories that it is about, if one of its paths is not in the walk of
//! the roots.
//!
//! A path in a linked worktree, or in a repository that the walk does not enter, is answered from
//! that repository. A path in another directory that the walk leaves out adds that directory, or
//! the part of it that belongs to the path.

use super::roots::{Roots, SourcePath, is_project};
use super::walk::{Omission, WalkOptions, WalkPosition, WalkPositions};
use crate::domain::{Cancel, LeftOutReason};
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

/// Paths that the walk leaves out but that a request's path requires.
struct Added {
    /// Never empty; the one that contains the path comes first.
    starts: Vec<Arc<Path>>,
    /// Directory in which more is left out.
    part_of: Option<Arc<Path>>,
}

/// Returns the roots with the scope that the paths of a request, as the caller wrote them, require.
pub(super) fn scoped(
    roots: &Roots,
    paths: &[&str],
    options: &WalkOptions,
    cancel: &Cancel,
) -> Roots {
    // A cancelled request stops here, and finds out later that it is.
    let found: Vec<SourcePath> = paths
        .iter()
        .take_while(|_| !cancel.is_cancelled())
        .filter_map(|path| roots.resolve(path).ok())
        .collect();
    // Without a path, and for one given by its ending, the roots are meant.
    let mut is_in_roots = found.is_empty() || found.len() < paths.len();
    let (mut repositories, mut added): (Vec<Arc<Path>>, Vec<Added>) = (Vec::new(), Vec::new());
    let mut positions = WalkPositions::new(roots, options);
    // A file that was added beside another one brings nothing further.
    let mut covered: HashSet<Arc<Path>> = HashSet::new();
    for path in found.iter().take_while(|_| !cancel.is_cancelled()) {
        if covered.contains(&path.absolute) && path.absolute.is_file() {
            continue;
        }
        let Some(WalkPosition { repository, omission }) = positions.of(&path.absolute) else {
            continue;
        };
        let top = repository.as_deref().unwrap_or(Path::new(""));
        if let Some(omission) = omission {
            let addition = add(top, &path.absolute, &omission);
            covered.extend(addition.starts.iter().cloned());
            added.push(addition);
        }
        match repository {
            Some(repository) => repositories.push(Arc::from(repository)),
            None => is_in_roots = true,
        }
    }
    if repositories.is_empty() && added.is_empty() {
        return roots.clone();
    }
    let roots_themselves = roots.iter().filter(|_| is_in_roots).map(|root| Arc::clone(&root.path));
    let all = roots_themselves
        .chain(repositories)
        .chain(added.iter().flat_map(|added| added.starts.clone()));
    let mut known = HashSet::new();
    let starts: Vec<Arc<Path>> = all.filter(|start| known.insert(Arc::clone(start))).collect();
    let unread = added.iter().find_map(|added| {
        let of = roots.source_path_of_canonical(added.part_of.as_ref()?).display;
        let (first, more) = added.starts.split_first()?;
        let more =
            if more.is_empty() { String::new() } else { format!(" and {} beside it", more.len()) };
        Some(format!(
            "of what is left out in {of}, only {}{more} was read",
            roots.source_path_of_canonical(first).display
        ))
    });
    roots.with_scope(starts, unread)
}

/// Returns the starts to add for a path that the walk of `top` leaves out.
fn add(top: &Path, path: &Path, omission: &Omission) -> Added {
    let at = &omission.path;
    let own = if path.is_dir() { path } else { path.parent().unwrap_or(path) };
    if !at.is_dir() {
        let peers = &omission.peers;
        let others =
            peers.paths.iter().filter(|peer| *peer != path).map(|peer| Arc::from(peer.as_path()));
        let starts = std::iter::once(Arc::from(path)).chain(others).collect();
        return Added { starts, part_of: (!peers.are_all).then(|| Arc::from(own)) };
    }
    if omission.reason != LeftOutReason::BuildOutput {
        return Added { starts: vec![Arc::from(at.as_path())], part_of: None };
    }
    // The dependencies and products of a project are too many to be read for one of them.
    let inside = own.ancestors().take_while(|above| *above != at && *above != top);
    let part = inside.into_iter().find(|directory| is_project(directory)).unwrap_or(own);
    Added { starts: vec![Arc::from(part)], part_of: (part != at).then(|| Arc::from(at.as_path())) }
}
