//! Paths as callers write them: whatever resolves is below the root.

#![no_main]

use libfuzzer_sys::fuzz_target;
use spelunk::domain::Cancel;
use spelunk::workspace::{Files, Roots, ProcessDirectories};
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

/// A root with links out of it, and within it.
static ROOT: LazyLock<(PathBuf, Roots, Arc<Files>)> = LazyLock::new(|| {
    let base = std::env::temp_dir().join(format!("spelunk-fuzz-{}", std::process::id()));
    let root = base.join("root");
    std::fs::create_dir_all(root.join("a/b")).expect("folders");
    std::fs::create_dir_all(root.join(".git")).expect("folders");
    std::fs::write(root.join(".gitignore"), "b\n*.x\n").expect("a file");
    std::fs::write(root.join("a/b/c.rs"), "fn c() {}").expect("a file");
    std::fs::write(root.join("a/d.x"), "").expect("a file");
    std::fs::write(base.join("secret"), "").expect("a file");
    let _ = std::os::unix::fs::symlink("..", root.join("up"));
    let _ = std::os::unix::fs::symlink("/", root.join("a/top"));
    let _ = std::os::unix::fs::symlink("a", root.join("in"));
    let directories = ProcessDirectories { directory: root.clone(), home: None };
    let roots = Roots::open(&[root.clone()], &directories).expect("a root");
    (root.canonicalize().expect("it is there"), roots, Files::new(None))
});

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let (root, roots, files) = &*ROOT;
    if let Ok(path) = roots.resolve(&text) {
        assert!(path.absolute.starts_with(root), "{text:?} leads to {path}");
        // What is printed leads back to the same place.
        assert_eq!(roots.resolve(&path.display).ok().as_ref(), Some(&path));
    }
    let paths: Vec<&str> = text.split('\n').collect();
    for start in files.scoped(roots, &paths, &Cancel::default()).starts() {
        assert!(start.absolute.starts_with(root), "{text:?} starts at {start}");
    }
});
