//! What paths mean, and which are refused.

use super::Tree;
use proptest::prelude::*;
use spelunk::workspace::{PathError, ProcessDirectories, Roots};
use std::path::{Path, PathBuf};

fn project() -> Tree {
    Tree::new(&[
        ("src/lib.rs", "//! Lib\n"),
        ("src/net/mod.rs", ""),
        ("Cargo.toml", ""),
        ("names.rs/inner.rs", ""),
    ])
}

#[test]
fn paths_are_taken_from_the_root_and_printed_relative_to_it() {
    let tree = project();
    let roots = tree.roots();
    let check = |text: &str, expected: &str| {
        let path = roots.resolve(text).expect("a path");
        assert_eq!(&*path.display, expected, "{text}");
        assert!(path.absolute.is_absolute());
    };
    check("src/lib.rs", "src/lib.rs");
    check("./src/../src/lib.rs", "src/lib.rs");
    check("src/", "src");
    check(".", ".");
    check("names.rs", "names.rs");
    check("names.rs/inner.rs", "names.rs/inner.rs");
    check(&tree.at("src/net").to_string_lossy(), "src/net");
}

#[test]
fn a_wrong_path_is_an_error_that_helps() {
    let tree = project();
    let roots = tree.roots();
    let check = |text: &str, expected: &str| {
        let error = roots.resolve(text).expect_err("no such path").to_string();
        assert!(error.contains(expected), "{text}: {error}");
    };
    check("", "empty");
    check("src/lob.rs", "did you mean src/lib.rs?");
    check("SRC/lib.rs", "did you mean src?");
    check("src/lib", "did you mean src/lib.rs?");
    check("src/nothing/like/this", "does not exist");
    check("src/lib.rs/x", "src/lib.rs is a file");
    check("src/lib.rs/", "src/lib.rs is a file");
    check("..", "outside");
    check("../elsewhere", "outside");
    check("src/../../elsewhere.rs", "outside");
    check("~/src", "not expanded");
    check("/etc", "--root");
    check("/no/such/place", "outside");
    check("a\0b", "a\0b");
}

/// For each folder of a path that does not exist, those above it are looked for.
#[test]
fn a_path_without_end_is_refused() {
    let roots = project().roots();
    let path = "a/".repeat(50_000);
    let error = roots.resolve(&path).expect_err("too long");
    assert_eq!(error, PathError::TooLong { length: path.len() });
    assert!(error.to_string().ends_with("; shorten it"), "{error}");
}

#[test]
fn the_error_for_an_outside_path_tells_nothing_of_what_is_there() {
    let tree = Tree::new(&[("app/a.rs", ""), ("secret/plans.txt", "")]);
    let roots = tree.roots_at(&["app"]);
    let error = roots.resolve("../secret/plan.txt").expect_err("outside").to_string();
    assert!(!error.contains("plans"), "{error}");
}

/// If what lies outside were passed on the way back, the answer would tell whether it is there.
#[cfg(unix)]
#[test]
fn no_path_or_link_turns_back_from_outside() {
    let tree = Tree::new(&[("app/src/a.rs", ""), ("secret/plans.txt", "")]);
    let roots = tree.roots_at(&["app"]);
    let app = tree.at("app").to_string_lossy().into_owned();
    let through = ["secret/..", "missing/..", "secret/plans.txt/../.."];
    for (number, through) in through.iter().enumerate() {
        tree.link(&format!("../{through}/app/src/a.rs"), &format!("app/link{number}"));
        tree.link(&format!("link{number}"), &format!("app/far{number}"));
        let paths = [
            format!("../{through}/app/src/a.rs"),
            format!("{app}/../{through}/app/src/a.rs"),
            format!("link{number}"),
            format!("far{number}"),
        ];
        for path in paths {
            let found = roots.resolve(&path);
            assert!(matches!(found, Err(PathError::Outside { .. })), "{path}: {found:?}");
        }
    }
    tree.link("../app/src/a.rs", "app/named");
    for path in ["named", "../app/src/a.rs", "src/../src/a.rs"] {
        assert_eq!(&*roots.resolve(path).expect("inside").display, "src/a.rs", "{path}");
    }
}

#[cfg(unix)]
#[test]
fn links_are_followed_to_where_they_lead_and_refused_outside() {
    let tree = Tree::new(&[("app/src/a.rs", ""), ("other/b.rs", "")]);
    tree.link("src", "app/inside");
    tree.link("../other", "app/outside");
    tree.link("nowhere", "app/dangling");
    tree.link("loop", "app/loop");
    tree.link("app", "linked-root");
    let roots = tree.roots_at(&["linked-root"]);
    assert_eq!(&*roots.resolve("inside/a.rs").expect("inside").display, "src/a.rs");
    assert_eq!(
        &*roots
            .resolve(&tree.at("linked-root/src/a.rs").to_string_lossy())
            .expect("inside")
            .display,
        "src/a.rs"
    );
    assert_eq!(
        &*roots.resolve(&tree.at("app/src/a.rs").to_string_lossy()).expect("inside").display,
        "src/a.rs"
    );
    assert!(matches!(roots.resolve("outside/b.rs"), Err(PathError::Outside { .. })));
    assert!(matches!(roots.resolve("outside/missing.rs"), Err(PathError::Outside { .. })));
    let error = roots.resolve("dangling").expect_err("it leads nowhere");
    assert!(matches!(error, PathError::Dangling { .. }));
    assert!(error.to_string().ends_with(": name the file itself"), "{error}");
    tree.link("../other/missing.rs", "app/missing");
    tree.link("missing", "app/far");
    for link in ["missing", "far", "far/a.rs"] {
        assert!(matches!(roots.resolve(link), Err(PathError::Outside { .. })), "{link}");
    }
    let error = roots.resolve("loop").expect_err("it leads to itself");
    assert!(matches!(error, PathError::Unreadable { .. }));
    assert!(error.to_string().ends_with("; check the path and its permissions"), "{error}");
}

#[test]
fn several_roots_lead_their_names() {
    let tree = Tree::new(&[
        ("api/src/a.rs", ""),
        ("api/only.rs", ""),
        ("web/src/a.rs", ""),
        ("web/api/x.rs", ""),
    ]);
    let roots = tree.roots_at(&["api", "web"]);
    let check = |text: &str, expected: &str| {
        assert_eq!(&*roots.resolve(text).expect("a path").display, expected, "{text}");
    };
    check("api/src/a.rs", "api/src/a.rs");
    check("only.rs", "api/only.rs");
    check("api/x.rs", "web/api/x.rs");
    check("web", "web");
    assert!(
        matches!(roots.resolve("src/a.rs"), Err(PathError::Ambiguous { candidates, .. }) if candidates.len() == 2)
    );
    let starts: Vec<String> =
        roots.starts().iter().map(|start| start.display.to_string()).collect();
    assert_eq!(starts, ["api", "web"]);
}

#[test]
fn a_file_in_nested_roots_belongs_to_the_inner_one() {
    let tree = Tree::new(&[("app/plugin/a.rs", "")]);
    let roots = tree.roots_at(&["app", "app/plugin"]);
    let path = roots.resolve(&tree.at("app/plugin/a.rs").to_string_lossy()).expect("a path");
    assert_eq!(&*path.display, "plugin/a.rs");
}

#[test]
fn names_outside_every_root_are_absolute() {
    let tree = Tree::new(&[("app/a.rs", ""), ("library/b.rs", "")]);
    let roots = tree.roots_at(&["app"]);
    let outside = tree.at("library/b.rs");
    assert_eq!(*roots.source_path(&outside).display, *outside.to_string_lossy());
    assert_eq!(&*roots.source_path(&tree.at("app/../app/a.rs")).display, "a.rs");
    assert_eq!(&*roots.source_path(&tree.at("app/new.rs")).display, "new.rs");
}

#[test]
fn a_root_must_be_a_directory_that_exists() {
    let tree = project();
    let check = |root: &str, expected: &str| {
        let error = Roots::open(&[PathBuf::from(root)], &tree.directories())
            .expect_err("no root")
            .to_string();
        assert!(error.contains(expected), "{error}");
    };
    check("Cargo.toml", "not a directory");
    check("scr", "does not exist; did you mean");
    check("~/x", "not expanded");
    assert_eq!(
        Roots::open(&["src".into(), "./src".into()], &tree.directories())
            .expect("roots")
            .iter()
            .count(),
        1
    );
}

#[test]
fn without_roots_an_absolute_path_brings_its_project() {
    let tree = Tree::new(&[
        ("work/app/.git/HEAD", ""),
        ("work/app/src/deep/a.rs", ""),
        ("work/app/crates/one/Cargo.toml", ""),
        ("work/app/crates/one/src/b.rs", ""),
        ("work/loose/c.rs", ""),
        ("note.txt", ""),
    ]);
    // The tree stands for the home directory, and is the working directory too.
    let none = Roots::open(&[], &tree.directories()).expect("no root");
    assert!(none.is_empty());
    assert!(matches!(none.resolve("work"), Err(PathError::NoRoot)));
    let check = |path: &str, project: &str, display: &str| {
        let path = tree.at(path).to_string_lossy().into_owned();
        let (roots, brought) = none.for_request([path.as_str()]).expect("a project");
        assert_eq!(&*brought[0].path, tree.at(project), "{path}");
        assert_eq!(&*roots.resolve(&path).expect("in its project").display, display, "{path}");
    };
    check("work/app/src/deep/a.rs", "work/app", "src/deep/a.rs");
    check("work/app", "work/app", ".");
    check("work/app/crates/one/src/b.rs", "work/app/crates/one", "src/b.rs");
    let fails =
        |path: PathBuf| none.for_request([&*path.to_string_lossy()]).expect_err("no project");
    assert!(matches!(fails(tree.at("work/loose/c.rs")), PathError::NoProject { .. }));
    assert!(matches!(fails(tree.at("note.txt")), PathError::NoProject { .. }));
    assert!(matches!(fails(tree.path()), PathError::NoProject { .. }));
    assert!(matches!(fails(PathBuf::from("/")), PathError::NoProject { .. }));
    assert!(matches!(fails(tree.at("work/ap")), PathError::Missing { nearest: Some(_), .. }));
    assert!(matches!(none.for_request(["work/app"]), Err(PathError::NoRoot)));
    assert!(matches!(none.for_request([]), Err(PathError::NoRoot)));
}

#[test]
fn the_working_directory_is_the_root_when_none_is_given() {
    let tree = project();
    let directories = ProcessDirectories { directory: tree.at("src"), home: Some(tree.path()) };
    let roots = Roots::open(&[], &directories).expect("a root");
    assert_eq!(&*roots.resolve("lib.rs").expect("a path").display, "lib.rs");
    let (same, brought) = roots.for_request(["lib.rs"]).expect("the same roots");
    assert!(brought.is_empty() && same.iter().count() == 1);
    let top = ProcessDirectories { directory: Path::new("/").into(), home: None };
    assert!(Roots::open(&[], &top).expect("no root").is_empty());
}

#[cfg(unix)]
proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// However a path is spelt, what it resolves to is below the root, and its name leads back to
    /// it.
    #[test]
    fn resolved_paths_are_contained(
        steps in prop::collection::vec(
            prop_oneof![Just(".."), Just("."), Just("a"), Just("b"), Just("in"), Just("out"), Just("file"), Just("no"), Just("")],
            1..8,
        ),
        is_absolute in any::<bool>(),
    ) {
        let tree = Tree::new(&[("root/a/b/file", ""), ("root/file", ""), ("a/file", ""), ("file", "")]);
        tree.link("a/b", "root/in");
        tree.link("../a", "root/out");
        tree.link("../..", "root/a/out");
        let roots = tree.roots_at(&["root"]);
        let text = steps.join("/");
        let text = if is_absolute { format!("{}/{text}", tree.at("root").display()) } else { text };
        if let Ok(path) = roots.resolve(&text) {
            prop_assert!(path.absolute.starts_with(tree.at("root")), "{text} is {}", path.absolute.display());
            prop_assert_eq!(&path.absolute.canonicalize().expect("it exists"), &*path.absolute);
            prop_assert_eq!(roots.resolve(&path.display).expect("its own name"), path);
        }
    }
}
