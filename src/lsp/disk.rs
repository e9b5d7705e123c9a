//! Files of a workspace as this process's walk and reader see them.

use super::documents::{Files, Listing};
use crate::domain::Cancel;
use crate::workspace::{ProcessDirectories, Roots, Stamp, Text, Walk, WalkOptions, walk};
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
    fn roots(root: &Path) -> Option<Roots> {
        Roots::open(
            &[root.to_owned()],
            &ProcessDirectories { directory: root.to_owned(), home: None },
        )
        .ok()
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
        let path = Self::roots(path.parent()?)?.source_path(path);
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
}
