//! Files of a workspace as this process's walk and reader see them.

use super::documents::{Files, Listing};
use crate::domain::Cancel;
use crate::workspace::{
    ProcessDirectories, Roots, SourcePath, Stamp, Text, Walk, WalkOptions, walk,
};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The disk, with the ignore rules that apply to every answer.
#[derive(Debug, Clone, Default)]
pub struct Disk {
    /// The user's own git excludes.
    pub user_excludes: Option<PathBuf>,
}

impl Disk {
    /// `None` if the directory is not there, or a link took its place.
    fn roots(root: &Path) -> Option<Roots> {
        let directories = ProcessDirectories { directory: root.to_owned(), home: None };
        let roots = Roots::open(&[root.to_owned()], &directories).ok()?;
        let is_same = roots.iter().all(|opened| *opened.path == *root);
        is_same.then_some(roots)
    }
}

impl Files for Disk {
    fn list(&self, root: &Path, wanted: &(dyn Fn(&Path) -> bool + Sync)) -> Option<Listing> {
        let roots = Self::roots(root)?;
        let options =
            WalkOptions { user_excludes: self.user_excludes.clone(), ..WalkOptions::default() };
        let found = walk(&roots, &roots.starts(), &options, &Cancel::default()).ok()?;
        Some(listing(&found, wanted))
    }

    fn fingerprint(&self, path: &Path) -> Option<u64> {
        path.metadata().ok().map(|metadata| fingerprint(&Stamp::of(&metadata)))
    }

    fn read(&self, path: &Path) -> Option<Arc<str>> {
        // As it was listed: what was exchanged for a link since is not followed.
        let display = path.to_string_lossy().into();
        let path = SourcePath { absolute: path.into(), display };
        Text::read(&path).ok().map(|text| text.content.into())
    }
}

/// Returns the files of a walk that are wanted, as [`Disk`] would list them.
pub(super) fn listing(walk: &Walk, wanted: &dyn Fn(&Path) -> bool) -> Listing {
    let wanted = walk.files.iter().filter(|file| wanted(&file.path.absolute));
    wanted.map(|file| (file.path.absolute.to_path_buf(), fingerprint(&file.stamp))).collect()
}

/// Digest of the wanted files of a walk and of some others, with the state of each: as long as it
/// is the same, so is their listing, which takes longer to make and to compare.
pub(super) fn digest(
    walk: &Walk,
    wanted: &dyn Fn(&Path) -> bool,
    others: &[(PathBuf, u64)],
) -> u64 {
    let mut hasher = DefaultHasher::new();
    for file in walk.files.iter().filter(|file| wanted(&file.path.absolute)) {
        file.path.absolute.as_os_str().hash(&mut hasher);
        file.stamp.hash(&mut hasher);
    }
    others.hash(&mut hasher);
    hasher.finish()
}

fn fingerprint(stamp: &Stamp) -> u64 {
    let mut hasher = DefaultHasher::new();
    stamp.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listing_changes_with_the_files_that_are_wanted() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let list = || {
            Disk::default()
                .list(&root, &|path| path.extension().is_some_and(|ending| ending == "rs"))
                .unwrap()
        };
        std::fs::write(root.join("a.rs"), "fn a() {}").unwrap();
        std::fs::write(root.join("b.txt"), "text").unwrap();
        let first = list();
        assert_eq!(first.keys().collect::<Vec<_>>(), [&root.join("a.rs")]);
        assert_eq!(list(), first);
        std::fs::write(root.join("a.rs"), "fn a() { b() }").unwrap();
        assert_ne!(list(), first);
        assert_eq!(Disk::default().read(&root.join("a.rs")).as_deref(), Some("fn a() { b() }"));
        assert_eq!(Disk::default().read(&root.join("none.rs")), None);
    }

    #[cfg(unix)]
    #[test]
    fn what_was_exchanged_for_a_link_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        let (root, other) = (base.join("root"), base.join("other"));
        for directory in [&root, &other] {
            std::fs::create_dir(directory).unwrap();
            std::fs::write(directory.join("a.rs"), "fn a() {}").unwrap();
        }
        let all = |root: &Path| Disk::default().list(root, &|_| true);
        assert_eq!(all(&root).map(|files| files.len()), Some(1));
        std::fs::remove_file(root.join("a.rs")).unwrap();
        std::os::unix::fs::symlink(other.join("a.rs"), root.join("a.rs")).unwrap();
        assert_eq!(Disk::default().read(&root.join("a.rs")), None);
        std::fs::remove_dir_all(&root).unwrap();
        std::os::unix::fs::symlink(&other, &root).unwrap();
        assert_eq!(Disk::default().read(&root.join("a.rs")), None);
        assert_eq!(all(&root), None);
    }
}
