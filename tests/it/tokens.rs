//! The token counter against the reference tokeniser, over the files of this very repository.

use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn every_file_of_the_repository_counts_as_the_reference_does() {
    let reference = tiktoken_rs::o200k_base_singleton();
    let files = files();
    assert!(files.len() > 20, "only {} files read", files.len());
    for path in files {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        assert_eq!(
            spelunk::domain::tokens::count(&text),
            reference.encode_ordinary(&text).len(),
            "{}",
            path.display()
        );
    }
}

fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<PathBuf> =
        ["Cargo.toml", "Cargo.lock", "build.rs"].map(|name| root.join(name)).into();
    for folder in ["src", "tests", "languages"] {
        collect(&root.join(folder), &mut files);
    }
    files
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.path().is_dir() {
            collect(&entry.path(), files);
        } else {
            files.push(entry.path());
        }
    }
}
