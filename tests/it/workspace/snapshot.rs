//! Facts are kept while files are the same, and every request sees every edit.

use super::Tree;
use spelunk::domain::Cancel;
use spelunk::workspace::{Fact, FileEntry, FileFacts, Files, ReadError, Snapshot, Text};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

/// A request that comes an hour later, when every file has settled.
fn later(hours: u64) -> SystemTime {
    SystemTime::now() + Duration::from_secs(3600 * hours)
}

fn snapshot(files: &Arc<Files>, tree: &Tree, now: SystemTime) -> Snapshot {
    files.snapshot(tree.roots(), now, Cancel::default())
}

fn entry(snapshot: &Snapshot, path: &str) -> FileEntry {
    snapshot.entry(&snapshot.roots().resolve(path).expect("a path")).expect("a file")
}

/// How often a fact of the type below was computed; the tests that count use types of their own.
macro_rules! counted_fact {
    ($name:ident, $count:ident) => {
        static $count: AtomicUsize = AtomicUsize::new(0);

        #[derive(Debug, PartialEq)]
        struct $name(String);

        impl Fact for $name {
            fn compute(_: &FileEntry, text: &Arc<Text>, _: &Snapshot) -> Self {
                $count.fetch_add(1, Ordering::SeqCst);
                $name(text.content.clone())
            }

            fn weight(&self) -> usize {
                self.0.len()
            }
        }
    };
}

#[test]
fn a_fact_is_computed_once_for_a_settled_file() {
    counted_fact!(Settled, SETTLED);
    let tree = Tree::new(&[("a.rs", "one")]);
    let files = Files::new(None);
    for hour in 1..4 {
        let snapshot = snapshot(&files, &tree, later(hour));
        let fact = snapshot.fact::<Settled>(&entry(&snapshot, "a.rs")).expect("a fact");
        assert_eq!(fact.0, "one");
    }
    assert_eq!(SETTLED.load(Ordering::SeqCst), 1);
    assert!(files.weight() > 3);
}

/// A fresh file is read again but computed again only when it differs.
#[test]
fn fresh_file_computed_again_if_changed() {
    counted_fact!(Fresh, FRESH);
    let tree = Tree::new(&[("a.rs", "one")]);
    let files = Files::new(None);
    let now = SystemTime::now();
    let read = || {
        let snapshot = snapshot(&files, &tree, now);
        snapshot.fact::<Fresh>(&entry(&snapshot, "a.rs")).expect("a fact").0.clone()
    };
    assert_eq!((read(), read()), ("one".to_owned(), "one".to_owned()));
    assert_eq!(FRESH.load(Ordering::SeqCst), 1);
    tree.write("a.rs", "two");
    assert_eq!(read(), "two");
    assert_eq!(FRESH.load(Ordering::SeqCst), 2);
}

#[test]
fn an_edit_that_keeps_size_and_time_is_seen() {
    counted_fact!(Sly, SLY);
    let tree = Tree::new(&[("a.rs", "one")]);
    let files = Files::new(None);
    let read = |hour| {
        let snapshot = snapshot(&files, &tree, later(hour));
        snapshot.fact::<Sly>(&entry(&snapshot, "a.rs")).expect("a fact").0.clone()
    };
    assert_eq!(read(1), "one");
    let path = tree.at("a.rs");
    let modified =
        std::fs::metadata(&path).and_then(|metadata| metadata.modified()).expect("a time");
    // Another file under the same name, with the old size and time.
    tree.write("b.rs", "two");
    let file = std::fs::File::options().write(true).open(tree.at("b.rs")).expect("the new file");
    file.set_modified(modified).expect("the old time");
    std::fs::rename(tree.at("b.rs"), &path).expect("renamed");
    assert_eq!(read(2), "two");
    assert_eq!(SLY.load(Ordering::SeqCst), 2);
}

#[test]
fn a_request_sees_one_text_of_a_file() {
    let tree = Tree::new(&[("a.rs", "fn one() {}\n")]);
    let files = Files::new(None);
    let snapshot = snapshot(&files, &tree, SystemTime::now());
    let file = entry(&snapshot, "a.rs");
    let before = snapshot.text(&file.path).expect("text");
    tree.write("a.rs", "\n\nfn two() {}\n");
    assert_eq!(snapshot.text(&file.path).expect("text").content, before.content);
    let (text, facts) = snapshot.text_and_outline(&file).expect("text and outline");
    assert_eq!(&text.content[facts.outline.symbols[0].name_bytes.clone()], "one");
}

#[test]
fn outlines_come_with_lines_language_and_class() {
    let tree = Tree::new(&[
        ("a.rs", "// @generated\npub fn one() {}\n"),
        ("script", "#!/bin/nothing-known\n"),
        ("unknown.zzz", "x\ny\nz"),
    ]);
    let files = Files::new(None);
    let snapshot = snapshot(&files, &tree, later(1));
    let facts = |path: &str| snapshot.outline(&entry(&snapshot, path)).expect("facts");
    let rust: Arc<FileFacts> = facts("a.rs");
    assert_eq!((rust.lines, rust.outline.symbols.len()), (2, 1));
    assert_eq!(rust.class.leading(), Some(spelunk::workspace::FileKind::Generated));
    let unknown = facts("unknown.zzz");
    assert_eq!(
        (unknown.lines, unknown.language.is_none(), unknown.outline.symbols.len()),
        (3, true, 0)
    );
}

#[test]
fn one_bad_file_spoils_no_other() {
    let tree = Tree::new(&[
        ("a.rs", "fn a() {}"),
        ("b.rs", "fn b\0() {}"),
        ("c.rs", "fn c() {}"),
        ("d.rs", "fn d() {}"),
    ]);
    let files = Files::new(None);
    let snapshot = snapshot(&files, &tree, later(1));
    let walk = snapshot.walk(&snapshot.roots().starts(), &[]).expect("a walk");
    std::fs::remove_file(tree.at("c.rs")).expect("removed");
    for _ in 0..2 {
        let facts = snapshot.facts::<FileFacts>(&walk.files).expect("not cancelled");
        let names: Vec<_> = facts
            .iter()
            .map(|facts| facts.as_ref().map(|facts| &*facts.outline.symbols[0].name))
            .collect();
        assert_eq!((names[0], names[3]), (Ok("a"), Ok("d")));
        assert!(matches!(names[1], Err(ReadError::Binary { .. })));
        assert!(matches!(names[2], Err(ReadError::Vanished { .. })));
    }
}

#[test]
fn a_file_too_large_to_read_is_outlined_in_part() {
    let tree = Tree::new(&[]);
    tree.write("huge.rs", "fn one() {}\n".repeat(500_000));
    let file = std::fs::File::options().write(true).open(tree.at("huge.rs")).expect("a file");
    file.set_len(300 << 20).expect("a sparse file");
    let files = Files::new(None);
    let snapshot = snapshot(&files, &tree, later(1));
    let facts = snapshot.outline(&entry(&snapshot, "huge.rs")).expect("facts");
    assert!(!facts.outline.symbols.is_empty());
    let gaps: Vec<String> = facts.outline.gaps.iter().map(ToString::to_string).collect();
    assert_eq!(gaps, ["only the first 3 MB of 300 MB were read"]);
}

/// Requests at a time share a text as long as the file is the same.
#[test]
fn concurrent_requests_share_unchanged_text() {
    let tree = Tree::new(&[("a.rs", "one")]);
    let files = Files::new(None);
    let text = |snapshot: &Snapshot| {
        snapshot.text(&snapshot.roots().resolve("a.rs").expect("a path")).expect("a text")
    };
    let (first, second) = (snapshot(&files, &tree, later(1)), snapshot(&files, &tree, later(1)));
    let held = text(&first);
    assert!(Arc::ptr_eq(&held, &text(&second)));
    tree.write("a.rs", "other");
    let third = snapshot(&files, &tree, later(1));
    assert_eq!((text(&third).content.as_str(), text(&second).content.as_str()), ("other", "one"));
}

/// Requests do not share a text that may have changed without a new time.
#[test]
fn text_of_recent_time_is_not_shared() {
    let tree = Tree::new(&[("a.rs", "one")]);
    let files = Files::new(None);
    let text = |snapshot: &Snapshot| {
        snapshot.text(&snapshot.roots().resolve("a.rs").expect("a path")).expect("a text")
    };
    let now = || snapshot(&files, &tree, SystemTime::now());
    let (first, second) = (now(), now());
    let held = text(&first);
    assert!(!Arc::ptr_eq(&held, &text(&second)));
}

#[test]
fn the_store_stays_within_its_bound() {
    counted_fact!(Heavy, HEAVY);
    let paths: Vec<String> = (0..64).map(|number| format!("{number}.txt")).collect();
    let contents: Vec<String> = paths.iter().map(|path| path.repeat(10_000 / path.len())).collect();
    let named: Vec<(&str, &str)> = paths
        .iter()
        .zip(&contents)
        .map(|(path, content)| (path.as_str(), content.as_str()))
        .collect();
    let tree = Tree::new(&named);
    let files = Files::with_capacity(None, 200_000);
    let snapshot = snapshot(&files, &tree, later(1));
    let walk = snapshot.walk(&snapshot.roots().starts(), &[]).expect("a walk");
    let facts = snapshot.facts::<Heavy>(&walk.files).expect("not cancelled");
    assert_eq!((facts.len(), HEAVY.load(Ordering::SeqCst)), (64, 64));
    assert!(files.weight() <= 200_000, "{}", files.weight());
}

#[test]
fn a_cancelled_request_computes_nothing() {
    let tree = Tree::new(&[("a.rs", "")]);
    let files = Files::new(None);
    let snapshot = snapshot(&files, &tree, later(1));
    let file = entry(&snapshot, "a.rs");
    snapshot.cancel().cancel();
    assert!(snapshot.facts::<FileFacts>(&[file]).is_err());
}

#[test]
fn an_entry_of_no_file_is_an_error() {
    let tree = Tree::new(&[("dir/a.rs", "")]);
    let files = Files::new(None);
    let snapshot = snapshot(&files, &tree, later(1));
    let path = snapshot.roots().resolve("dir").expect("a path");
    assert!(matches!(snapshot.entry(&path), Err(ReadError::Directory { .. })));
    let path = snapshot.roots().resolve("dir/a.rs").expect("a path");
    std::fs::remove_file(tree.at("dir/a.rs")).expect("removed");
    assert!(matches!(snapshot.entry(&path), Err(ReadError::Missing { .. })));
}

#[test]
fn twenty_copies_of_a_project_cost_the_facts_of_one() {
    counted_fact!(Shared, SHARED);
    let code =
        "/// Does it.\npub fn one(argument: usize) -> usize {\n    argument\n}\n".repeat(200);
    let copies: Vec<String> = (0..20).map(|copy| format!("copy{copy}/src/a.rs")).collect();
    let tree =
        Tree::new(&copies.iter().map(|path| (path.as_str(), code.as_str())).collect::<Vec<_>>());
    let weigh = |copies: &[String]| {
        let files = Files::new(None);
        let snapshot = snapshot(&files, &tree, later(1));
        for path in copies {
            snapshot.fact::<Shared>(&entry(&snapshot, path)).expect("a fact");
            snapshot.outline(&entry(&snapshot, path)).expect("an outline");
        }
        files.weight()
    };
    let one = weigh(&copies[..1]);
    assert_eq!(SHARED.load(Ordering::SeqCst), 1);
    let all = weigh(&copies);
    assert_eq!(SHARED.load(Ordering::SeqCst), 2);
    assert!(all < one * 3 / 2, "{all} for twenty, {one} for one");
}

#[test]
fn equal_texts_of_different_languages_share_nothing() {
    let tree = Tree::new(&[
        ("a.rs", "fn one() {}\n"),
        ("a.txt", "fn one() {}\n"),
        ("a.py", "fn one() {}\n"),
    ]);
    let files = Files::new(None);
    let snapshot = snapshot(&files, &tree, later(1));
    let symbols = |path: &str| {
        snapshot.outline(&entry(&snapshot, path)).expect("facts").outline.symbols.len()
    };
    assert_eq!((symbols("a.rs"), symbols("a.txt"), symbols("a.py")), (1, 0, 0));
}
