//! Names counted and found in files, without parsing.

use super::Tree;
use proptest::prelude::*;
use spelunk::domain::Cancel;
use spelunk::workspace::{
    Files, FilesOf, KeptIdentifiers, ReadError, Search, Text, Walk, WalkOptions, files_mentioning,
    files_mentioning_each, mentions_in_text, names_mentioned_in_each, search_walk, walk,
};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

fn walked(tree: &Tree) -> Walk {
    let roots = tree.roots();
    walk(&roots, &roots.starts(), &WalkOptions::default(), &Cancel::default()).expect("a walk")
}

fn utf16(text: &str) -> Vec<u8> {
    [0xff, 0xfe].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect()
}

#[test]
fn each_file_has_the_names_that_it_mentions() {
    let tree = Tree::new(&[
        ("a/one.rs", "send(send, sender)"),
        ("a/two.rs", "sender send"),
        ("b/three.rs", "resend sender"),
        ("b/c/four.rs", "sends"),
        ("binary", "send\0"),
    ]);
    tree.write("b/five.rs", utf16("größe = send;"));
    let walk = walked(&tree);
    let names = ["send", "sender", "größe", "nowhere"];
    let mentioned =
        names_mentioned_in_each(&walk.files, &names, &Cancel::default()).expect("names");
    let found: Vec<(&str, &[u32])> = walk
        .files
        .iter()
        .zip(&mentioned)
        .map(|(file, names)| (&*file.path.display, &**names))
        .collect();
    let expected: [(&str, &[u32]); 6] = [
        ("a/one.rs", &[0, 1]),
        ("a/two.rs", &[0, 1]),
        ("b/c/four.rs", &[]),
        ("b/five.rs", &[0, 2]),
        ("b/three.rs", &[1]),
        ("binary", &[]),
    ];
    assert_eq!(found, expected);
}

#[test]
fn files_that_mention_a_name_come_in_order_with_places() {
    let tree = Tree::new(&[
        ("a.rs", "send resend send_all x.send()"),
        ("b.rs", "sender"),
        ("c.rs", "\u{feff}send"),
        ("d", "send\0"),
        ("gone.rs", "send"),
    ]);
    tree.write("e.rs", utf16("größe = send;"));
    let walk = walked(&tree);
    std::fs::remove_file(tree.at("gone.rs")).expect("removed");
    let search = files_mentioning(&walk.files, &["send"], |_| true, &Cancel::default())
        .expect("a search")
        .remove(0);
    let found: Vec<_> = search
        .files
        .iter()
        .map(|found| (&*walk.files[found.file as usize].path.display, found.offsets.as_slice()))
        .collect();
    assert_eq!(found, [("a.rs", &[0, 23][..]), ("c.rs", &[0]), ("e.rs", &[10])]);
    assert_eq!(search.failed, [ReadError::Vanished { path: "gone.rs".into() }]);
    for found in &search.files {
        let text = Text::read(&walk.files[found.file as usize].path).expect("text");
        for offset in &found.offsets {
            assert_eq!(&text.content[*offset..*offset + 4], "send");
        }
    }
}

/// Compared at each of its characters, it would take hours.
#[test]
fn a_long_name_is_not_looked_for_within_a_longer_one() {
    let name = "a".repeat(100_000);
    let text = format!("{} {name} {}.{name}", "a".repeat(4_000_000), "a".repeat(200_000));
    assert_eq!(mentions_in_text(&text, &name), [4_000_001, 4_300_003]);
}

#[test]
fn a_name_is_whole_in_every_script() {
    let check = |text: &str, name: &str, expected: &[usize]| {
        assert_eq!(mentions_in_text(text, name), expected, "{name} in {text}");
    };
    check("foo foo_ 1foo foo", "foo", &[0, 14]);
    check("éfoo fooé «foo»", "foo", &[14]);
    check("名前 名前x", "名前", &[0]);
    check("save! save !save", "save!", &[0]);
    check("a::b a::bc", "a::b", &[0]);
    check("aaa", "aa", &[]);
    check("xa.a.a", "a.a", &[3]);
    check("", "x", &[]);
    check("x", "", &[]);
}

#[test]
fn searches_stop_when_cancelled() {
    let tree = Tree::new(&[("a.rs", "send")]);
    let walk = walked(&tree);
    let cancel = Cancel::default();
    cancel.cancel();
    assert!(names_mentioned_in_each(&walk.files, &["send"], &cancel).is_err());
    assert!(files_mentioning(&walk.files, &["send"], |_| true, &cancel).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The scan by blocks and the search by name agree with each other on any text.
    #[test]
    fn counting_and_finding_agree(text in "[ab_é→ \\n$1]{0,300}", name in "[abé_][ab1é_]{0,3}") {
        let tree = Tree::new(&[("file", &text)]);
        let walk = walked(&tree);
        let counts = files_mentioning_each(&walk.files, &[&name], &Cancel::default()).expect("counts").each;
        let occurrences: u32 = counts[0].iter().map(|(_, count)| count).sum();
        prop_assert_eq!(occurrences as usize, mentions_in_text(&text, &name).len());
    }
}

#[test]
fn cached_words_of_files_find_the_same_as_their_text() {
    let tree = Tree::new(&[
        ("a.rs", "fn send() { resend(); x.send() }"),
        ("b.rs", "fn sender() {} // send_all"),
        ("c.rs", "\u{feff}fn größe() { naïve—send() }"),
        ("d", "send\0"),
        ("e.rb", "def save!; end; def save; end"),
        ("f.js", "const $el = el$; class A { $el() {} }"),
        ("empty.rs", ""),
    ]);
    tree.write("g.rs", utf16("fn größe() { send; }"));
    let files = Files::new(None);
    let snapshot = files.snapshot(tree.roots(), SystemTime::now(), Cancel::default());
    let walk = walked(&tree);
    let keep = || KeptIdentifiers::of(&snapshot, &walk.files).expect("not cancelled");
    assert!(keep().is_none(), "nothing is kept for the first names");
    let kept = (0..9).find_map(|_| keep()).expect("a process that goes on asking keeps something");
    let cancel = Cancel::default();
    for name in [
        "send", "sender", "größe", "naïve", "save!", "save", "$el", "el$", "el", "$", "!", "",
        "nowhere",
    ] {
        for names in [&[name][..], &[name, "send"]] {
            let with = kept
                .files_mentioning(&walk.files, names, |_| true, &cancel)
                .expect("not cancelled");
            let without =
                files_mentioning(&walk.files, names, |_| true, &cancel).expect("not cancelled");
            assert_eq!(with, without, "{names:?}");
        }
    }
}

/// Searches for a name, in code or in text, in a request that comes when everything has settled.
fn search(files: &Arc<Files>, tree: &Tree, name: &str, of: FilesOf) -> Arc<Search> {
    let later = SystemTime::now() + Duration::from_hours(1);
    let snapshot = files.snapshot(tree.roots(), later, Cancel::default());
    let walk = snapshot.walk(&snapshot.roots().starts(), &[]).expect("a walk");
    search_walk(&snapshot, &walk, &[name], of, || Ok(None)).expect("not cancelled").remove(0)
}

#[test]
fn a_name_is_looked_for_again_only_in_files_that_have_changed() {
    let tree = Tree::new(&[
        ("a.rs", "send"),
        ("b.rs", "send"),
        ("c.rs", "send"),
        ("d.rs", "send\0"),
        ("e.md", "send"),
    ]);
    let files = Files::new(None);
    let first = search(&files, &tree, "send", FilesOf::Code);
    assert!(Arc::ptr_eq(&first, &search(&files, &tree, "send", FilesOf::Code)));
    assert!(!Arc::ptr_eq(&first, &search(&files, &tree, "send", FilesOf::Text)));
    let changes: [(&str, &[u8]); 4] =
        [("b.rs", b"resend"), ("c.rs", b"x send"), ("d.rs", b"send 0"), ("a.rs", b"send\0 ")];
    for (path, content) in changes {
        tree.write(path, content);
        let fresh = search(&Files::new(None), &tree, "send", FilesOf::Code);
        assert_eq!(search(&files, &tree, "send", FilesOf::Code), fresh, "{path}");
    }
    tree.write("f.rs", "send");
    let fresh = search(&Files::new(None), &tree, "send", FilesOf::Code);
    assert_eq!(search(&files, &tree, "send", FilesOf::Code), fresh);
    assert_eq!((fresh.files.len(), fresh.failed.len()), (3, 1));
}
