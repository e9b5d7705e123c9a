//! Roots, walks and texts on real directories.

mod again;
mod identifiers;
mod ripgrep;
mod roots;
mod snapshot;
mod text;
mod walk;

use spelunk::workspace::{ProcessDirectories, Roots, SourcePath};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A directory of files that is gone when the test is over.
struct Tree {
    directory: TempDir,
}

impl Tree {
    /// Files by path and content; a path that ends in `/` is an empty directory.
    fn new(files: &[(&str, &str)]) -> Self {
        let tree = Self { directory: tempfile::tempdir().expect("a temporary directory") };
        for (path, content) in files {
            tree.write(path, content);
        }
        tree
    }

    /// The canonical path, since temporary directories may be reached through a link.
    fn path(&self) -> PathBuf {
        self.directory.path().canonicalize().expect("the directory exists")
    }

    fn at(&self, path: &str) -> PathBuf {
        self.path().join(path)
    }

    fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let target = self.at(path);
        if path.ends_with('/') {
            std::fs::create_dir_all(target).expect("a directory");
            return;
        }
        std::fs::create_dir_all(target.parent().expect("a parent")).expect("a directory");
        std::fs::write(target, content).expect("a file");
    }

    #[cfg(unix)]
    fn link(&self, target: &str, link: &str) {
        std::os::unix::fs::symlink(target, self.at(link)).expect("a symbolic link");
    }

    fn roots(&self) -> Roots {
        self.roots_at(&[""])
    }

    fn roots_at(&self, roots: &[&str]) -> Roots {
        let given: Vec<PathBuf> = roots.iter().map(|root| self.at(root)).collect();
        Roots::open(&given, &self.directories()).expect("roots")
    }

    fn directories(&self) -> ProcessDirectories {
        ProcessDirectories { directory: self.path(), home: Some(self.path()) }
    }

    fn resolve(&self, path: &str) -> SourcePath {
        self.roots().resolve(path).expect("a path in the tree")
    }
}

/// Whether file permissions mean anything: they do not to the superuser.
#[cfg(unix)]
fn permissions_count(unreadable: &Path) -> bool {
    std::fs::File::open(unreadable).is_err() && std::fs::read_dir(unreadable).is_err()
}
