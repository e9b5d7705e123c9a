//! What a long-lived process remembers of its last walk is told apart from what has changed since.

use super::Tree;
use spelunk::domain::Cancel;
use spelunk::workspace::{Files, Walk};
use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

/// Gives a file or directory a time that it never had, as a change does unless it comes within one
/// tick of the clock.
fn touch(path: &Path) {
    use std::sync::atomic::{AtomicU64, Ordering};
    static SECONDS: AtomicU64 = AtomicU64::new(1_000_000);
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(SECONDS.fetch_add(1, Ordering::SeqCst));
    File::open(path).and_then(|file| file.set_modified(time)).expect("a time");
}

/// A request that comes when everything has settled.
fn walk(files: &Arc<Files>, tree: &Tree) -> Arc<Walk> {
    let later = SystemTime::now() + Duration::from_hours(1);
    let snapshot = files.snapshot(tree.roots(), later, Cancel::default());
    snapshot.walk(&snapshot.roots().starts(), &[]).expect("a walk")
}

/// Walks until the walk is remembered, makes a change, and compares the next walk with one that
/// remembers nothing.
fn check(before: &[(&str, &str)], change: impl FnOnce(&Tree)) {
    let tree = Tree::new(before);
    let files = Files::new(None);
    walk(&files, &tree);
    let remembered = walk(&files, &tree);
    assert!(Arc::ptr_eq(&remembered, &walk(&files, &tree)), "{before:?} is remembered");
    change(&tree);
    let (again, fresh) = (walk(&files, &tree), walk(&Files::new(None), &tree));
    let told = |walk: &Walk| -> Vec<_> {
        walk.files.iter().map(|file| (file.path.clone(), file.stamp, file.class)).collect()
    };
    assert_eq!((told(&again), &again.left_out), (told(&fresh), &fresh.left_out), "{before:?}");
    assert!(
        told(&again) != told(&remembered) || again.left_out != remembered.left_out,
        "{before:?} has changed"
    );
}

const FILES: [(&str, &str); 4] =
    [("a.rs", "a"), ("src/b.rs", "b"), ("src/deep/c.rs", "c"), (".git/HEAD", "")];

#[test]
fn a_walk_that_is_taken_again_sees_an_edit() {
    check(&FILES, |tree| {
        tree.write("src/deep/c.rs", "cc");
        touch(&tree.at("src/deep/c.rs"));
    });
}

/// A walk that is taken again sees what comes, goes and is renamed.
#[test]
fn repeated_walk_sees_changed_files() {
    check(&FILES, |tree| {
        tree.write("src/deep/d.rs", "d");
        touch(&tree.at("src/deep"));
    });
    check(&FILES, |tree| {
        tree.write("src/other/d.rs", "d");
        touch(&tree.at("src"));
    });
    check(&FILES, |tree| {
        std::fs::remove_file(tree.at("src/b.rs")).expect("removed");
        touch(&tree.at("src"));
    });
    check(&FILES, |tree| {
        std::fs::rename(tree.at("src/deep"), tree.at("src/shallow")).expect("renamed");
        touch(&tree.at("src"));
    });
}

/// A walk that is taken again goes by the rules as they are now.
#[test]
fn repeated_walk_uses_current_rules() {
    let change = |rules: &'static str, content: &'static str| {
        move |tree: &Tree| {
            tree.write(rules, content);
            touch(&tree.at(rules));
            touch(tree.at(rules).parent().expect("a directory"));
        }
    };
    check(&[FILES.as_slice(), &[(".gitignore", "x")]].concat(), change(".gitignore", "b.rs"));
    check(&[FILES.as_slice(), &[("src/.ignore", "x")]].concat(), change("src/.ignore", "b.rs"));
    check(
        &[FILES.as_slice(), &[(".git/info/exclude", "x")]].concat(),
        change(".git/info/exclude", "b.rs"),
    );
    check(&FILES, change(".git/info/exclude", "b.rs"));
    check(&FILES, change(".rgignore", "deep"));
    check(&FILES, change(".gitattributes", "b.rs linguist-generated"));
    let tag = "Signature: 8a477f597d28d172789f06886806bc55";
    check(
        &[FILES.as_slice(), &[("src/CACHEDIR.TAG", "x")]].concat(),
        change("src/CACHEDIR.TAG", tag),
    );
    check(&[FILES.as_slice(), &[("env/pyvenv.cfg", "x"), ("env/a.py", "")]].concat(), |tree| {
        std::fs::remove_file(tree.at("env/pyvenv.cfg")).expect("removed");
        touch(&tree.at("env"));
    });
}

#[test]
fn rules_above_the_root_count_as_they_are_now() {
    let tree = Tree::new(&[("root/a.rs", ""), ("root/b.rs", "")]);
    let files = Files::new(None);
    let names = || {
        let snapshot = files.snapshot(
            tree.roots_at(&["root"]),
            SystemTime::now() + Duration::from_hours(1),
            Cancel::default(),
        );
        let walk = snapshot.walk(&snapshot.roots().starts(), &[]).expect("a walk");
        walk.files.iter().map(|file| file.path.display.to_string()).collect::<Vec<_>>()
    };
    for _ in 0..3 {
        assert_eq!(names(), ["a.rs", "b.rs"]);
    }
    tree.write(".ignore", "b.rs");
    assert_eq!(names(), ["a.rs"]);
}

#[test]
fn a_tree_that_changed_a_moment_ago_is_not_remembered() {
    let tree = Tree::new(&FILES);
    let files = Files::new(None);
    let now = || {
        let snapshot = files.snapshot(tree.roots(), SystemTime::now(), Cancel::default());
        snapshot.walk(&snapshot.roots().starts(), &[]).expect("a walk")
    };
    now();
    now();
    // No time tells this file from nothing, should it come within the clock's tick.
    tree.write("src/e.rs", "e");
    assert!(now().files.iter().any(|file| &*file.path.display == "src/e.rs"));
}
