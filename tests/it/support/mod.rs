//! What the integration tests share: projects to ask about, and ways to ask.

pub(crate) mod actor;
pub(crate) mod ask;
pub(crate) mod cli;
pub(crate) mod corpora;
pub(crate) mod fake_lsp;
pub(crate) mod fixture;
pub(crate) mod mcp;
pub(crate) mod pattern_oracle;
pub(crate) mod probe;
pub(crate) mod process;
pub(crate) mod stage;

use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A directory with these files, removed when dropped. Its path is canonical.
pub(crate) fn project(files: &[(&str, &str)]) -> TempDir {
    let directory = tempfile::tempdir().expect("a temporary directory");
    for (path, text) in files {
        write(directory.path(), path, text);
    }
    directory
}

/// Writes a file below `root`, with the directories it needs.
pub(crate) fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().expect("a path below the root has a parent"))
        .expect("directories are made");
    fs::write(path, text).expect("the file is written");
}
