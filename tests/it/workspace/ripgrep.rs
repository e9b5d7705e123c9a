//! The walk takes what the `ignore` crate's own walk, which is ripgrep's, takes.

use super::Tree;
use proptest::prelude::*;
use spelunk::domain::Cancel;
use spelunk::workspace::{WalkOptions, walk};
use std::path::Path;

/// The entries of ripgrep's walk, with its options for `rg --files`.
fn ripgrep(start: &Path) -> impl Iterator<Item = ignore::DirEntry> {
    let mut builder = ignore::WalkBuilder::new(start);
    builder.add_custom_ignore_filename(".rgignore").git_global(false).sort_by_file_name(Ord::cmp);
    builder.build().filter_map(Result::ok)
}

/// The files that ripgrep's walk takes.
fn by_ripgrep(start: &Path) -> Vec<String> {
    let files = ripgrep(start).filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()));
    files.map(|entry| entry.path().to_string_lossy().into_owned()).collect()
}

fn by_walk(tree: &Tree, start: &str) -> Vec<String> {
    let roots = tree.roots();
    let start = roots.resolve(start).expect("a start");
    let walk = walk(&roots, &[start], &WalkOptions::default(), &Cancel::default()).expect("a walk");
    walk.files.iter().map(|file| file.path.absolute.to_string_lossy().into_owned()).collect()
}

#[test]
fn the_order_is_ripgreps_sorted_by_path() {
    let tree =
        Tree::new(&[("b.rs", ""), ("a/z.rs", ""), ("a.rs", ""), ("a-b/c.rs", ""), ("Z/y.rs", "")]);
    assert_eq!(by_walk(&tree, "."), by_ripgrep(&tree.path()));
}

fn rule() -> impl Strategy<Value = String> {
    prop_oneof![
        "[!]?[/]?[abc*]{1,2}[/]?",
        "[!]?[ab]/[bc*]",
        "[!]?\\*\\*/[abc]",
        "[ab]/\\*\\*",
        "#[a-c]",
        "\\.[ab]",
        "[!]?\\.x",
    ]
}

fn directory() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), "[abc]/", "[abc]/[abc]/", "[abc]/[abc]/\\.x/"]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// On any tree of files, rules and repositories, from any start that the walk of the root
    /// reaches. From one that it leaves out more is taken than by ripgrep, since the rule that
    /// leaves it out does not count below it.
    #[test]
    fn the_walk_takes_what_ripgrep_takes(
        files in prop::collection::vec((directory(), "[abc]1?|\\.x"), 1..12),
        rules in prop::collection::vec(
            (directory(), "\\.gitignore|\\.ignore|\\.rgignore", prop::collection::vec(rule(), 1..4)),
            0..5,
        ),
        repositories in prop::collection::vec((directory(), any::<bool>()), 0..3),
        start in prop_oneof![Just(".".to_owned()), "[abc]"],
    ) {
        let tree = Tree::new(&[]);
        for (directory, is_file) in &repositories {
            let git = if *is_file { format!("{directory}.git") } else { format!("{directory}.git/info/exclude") };
            if !tree.at(&format!("{directory}.git")).exists() {
                tree.write(&git, "c\n");
            }
        }
        for (directory, name, rules) in &rules {
            tree.write(&format!("{directory}{name}"), rules.join("\n"));
        }
        for (directory, name) in &files {
            // A name may already be that of a directory, and the reverse.
            let path = tree.at(&format!("{directory}{name}"));
            if std::fs::create_dir_all(tree.at(directory)).is_ok() && !path.exists() {
                std::fs::write(path, "").expect("a file");
            }
        }
        let is_reached = ripgrep(&tree.path()).any(|entry| entry.path() == tree.path().join(&start) && entry.path().is_dir());
        let start = if is_reached { start } else { ".".to_owned() };
        prop_assert_eq!(by_walk(&tree, &start), by_ripgrep(&tree.resolve(&start).absolute));
    }
}
