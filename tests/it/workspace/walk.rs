//! What a walk takes, what it leaves out, and whether it says so.

use super::Tree;
use spelunk::domain::{Cancel, LeftOut, LeftOutReason};
use spelunk::workspace::{FileKind, Walk, WalkError, WalkOptions, walk};

fn walk_with(tree: &Tree, starts: &[&str], ignore: &[&str]) -> Walk {
    let roots = tree.roots();
    let starts: Vec<_> =
        starts.iter().map(|start| roots.resolve(start).expect("a start")).collect();
    let options = WalkOptions {
        ignore: ignore.iter().map(|glob| (*glob).to_owned()).collect(),
        user_excludes: None,
    };
    walk(&roots, &starts, &options, &Cancel::default()).expect("a walk")
}

fn names(walk: &Walk) -> Vec<&str> {
    walk.files.iter().map(|file| &*file.path.display).collect()
}

fn left_out(
    reason: LeftOutReason,
    rule: Option<&str>,
    file: Option<&str>,
    count: usize,
) -> LeftOut {
    LeftOut { reason, rule: rule.map(str::to_owned), file: file.map(str::to_owned), count }
}

#[test]
fn files_come_in_the_order_of_their_names_along_the_path() {
    let tree = Tree::new(&[
        ("b.rs", ""),
        ("a/z.rs", ""),
        ("a/b/c.rs", ""),
        ("a.rs", ""),
        ("B.rs", ""),
        ("empty/", ""),
    ]);
    let walk = walk_with(&tree, &["."], &[]);
    assert_eq!(names(&walk), ["B.rs", "a/b/c.rs", "a/z.rs", "a.rs", "b.rs"]);
    assert_eq!(walk.left_out, []);
    assert_eq!(walk.directories, 4);
    let file = &walk.files[0];
    assert_eq!(file.language.map(|language| language.id), Some("rust"));
}

#[test]
fn ignore_files_count_as_for_ripgrep_and_are_named() {
    let files = [
        (".gitignore", "*.log\n/out\n!keep.log\n"),
        (".ignore", "!special.tmp\n"),
        ("a.rs", ""),
        ("a.log", ""),
        ("b.log", ""),
        ("keep.log", ""),
        ("out/x.rs", ""),
        ("sub/out/y.rs", ""),
        ("sub/.rgignore", "y.rs\n"),
        ("special.tmp", ""),
        (".hidden/z.rs", ""),
        ("sub/.gitignore", "*.tmp\n"),
        ("sub/special.tmp", ""),
    ];
    let tree = Tree::new(&files);
    // Outside a repository git's rules do not count.
    assert_eq!(
        names(&walk_with(&tree, &["."], &[])),
        ["a.log", "a.rs", "b.log", "keep.log", "out/x.rs", "special.tmp", "sub/special.tmp"]
    );
    tree.write(".git/", "");
    let walk = walk_with(&tree, &["."], &[]);
    assert_eq!(names(&walk), ["a.rs", "keep.log", "special.tmp", "sub/special.tmp"]);
    let expected = [
        left_out(LeftOutReason::Ignored, Some("*.log"), Some(".gitignore"), 2),
        left_out(LeftOutReason::Ignored, Some("/out"), Some(".gitignore"), 1),
        left_out(LeftOutReason::Ignored, Some("y.rs"), Some("sub/.rgignore"), 1),
        // .git, .gitignore, .hidden, .ignore, sub/.gitignore, sub/.rgignore
        left_out(LeftOutReason::Hidden, None, None, 6),
    ];
    assert_eq!(walk.left_out, expected);
}

#[test]
fn the_rule_that_leaves_nothing_is_named() {
    let tree = Tree::new(&[
        (".git/HEAD", ""),
        (".gitignore", "/*\n"),
        ("a.c", ""),
        ("b.c", ""),
        ("d/e.c", ""),
    ]);
    let walk = walk_with(&tree, &["."], &[]);
    assert_eq!(names(&walk), [""; 0]);
    assert_eq!(
        walk.emptied_by(),
        Some(&left_out(LeftOutReason::Ignored, Some("/*"), Some(".gitignore"), 5))
    );
    assert_eq!(walk_with(&tree, &["d"], &[]).emptied_by(), None);
    assert_eq!(names(&walk_with(&tree, &["d"], &[])), ["d/e.c"]);
}

#[test]
fn a_start_is_taken_whatever_the_rules_say() {
    let tree = Tree::new(&[
        (".git/HEAD", ""),
        (".gitignore", "*.log\nout/\n"),
        ("a.log", ""),
        ("out/b.rs", ""),
        (".hidden/c.rs", ""),
        ("out/d.log", ""),
    ]);
    assert_eq!(names(&walk_with(&tree, &["a.log"], &[])), ["a.log"]);
    assert_eq!(names(&walk_with(&tree, &["out"], &[])), ["out/b.rs"]);
    assert_eq!(names(&walk_with(&tree, &[".hidden"], &[])), [".hidden/c.rs"]);
    assert_eq!(
        names(&walk_with(&tree, &["out", "out/b.rs", "out/d.log"], &[])),
        ["out/b.rs", "out/d.log"]
    );
}

#[test]
fn rules_of_one_repository_do_not_reach_into_another() {
    let tree = Tree::new(&[
        (".git/HEAD", ""),
        (".git/info/exclude", "excluded.rs\n"),
        (".gitignore", "*.gen.rs\n"),
        (".ignore", "*.both.rs\n"),
        ("a.gen.rs", ""),
        ("excluded.rs", ""),
        ("nested/.git/HEAD", ""),
        ("nested/a.gen.rs", ""),
        ("nested/a.both.rs", ""),
        ("nested/excluded.rs", ""),
        // A submodule and a worktree have a file for `.git`.
        ("submodule/.git", "gitdir: ../.git/modules/submodule\n"),
        ("submodule/a.gen.rs", ""),
        ("worktree/.git", "gitdir: ../.git/worktrees/w\n"),
        (".git/worktrees/w/commondir", "../..\n"),
        (".git/worktrees/w/gitdir", "../../../worktree/.git\n"),
        ("worktree/excluded.rs", ""),
        ("worktree/kept.rs", ""),
        // What says that it is that worktree, and is not.
        ("stray/.git", "gitdir: ../.git/worktrees/w\n"),
        ("stray/excluded.rs", ""),
        // Both ends of the pointer are its own; what it says it shares is another's.
        ("forged/.git", "gitdir: .own\n"),
        ("forged/.own/commondir", "../../.git\n"),
        ("forged/.own/gitdir", "../.git\n"),
        ("forged/excluded.rs", ""),
    ]);
    let expected = [
        "forged/excluded.rs",
        "nested/a.gen.rs",
        "nested/excluded.rs",
        "stray/excluded.rs",
        "submodule/a.gen.rs",
        "worktree/kept.rs",
    ];
    assert_eq!(names(&walk_with(&tree, &["."], &[])), expected);
}

#[test]
fn rules_above_the_start_and_the_root_count() {
    let tree = Tree::new(&[
        (".git/HEAD", ""),
        (".gitignore", "*.log\n/sub/deep/x.rs\n"),
        ("sub/deep/x.rs", ""),
        ("sub/a.log", ""),
        ("sub/b.rs", ""),
    ]);
    assert_eq!(names(&walk_with(&tree, &["sub"], &[])), ["sub/b.rs"]);
    let roots = tree.roots_at(&["sub"]);
    let starts = roots.starts();
    let walk = walk(&roots, &starts, &WalkOptions::default(), &Cancel::default()).expect("a walk");
    assert_eq!(names(&walk), ["b.rs"]);
    let outside = tree.at(".gitignore").to_string_lossy().into_owned();
    assert!(walk.left_out.contains(&left_out(
        LeftOutReason::Ignored,
        Some("*.log"),
        Some(&outside),
        1
    )));
}

#[test]
fn the_users_own_excludes_count_in_repositories() {
    let tree = Tree::new(&[
        ("repo/.git/HEAD", ""),
        ("repo/a.swp", ""),
        ("repo/a.rs", ""),
        ("loose/a.swp", ""),
        ("excludes", "*.swp\n"),
    ]);
    let options =
        WalkOptions { user_excludes: Some(tree.at("excludes")), ..WalkOptions::default() };
    let roots = tree.roots();
    let walk = walk(&roots, &roots.starts(), &options, &Cancel::default()).expect("a walk");
    assert_eq!(names(&walk), ["excludes", "loose/a.swp", "repo/a.rs"]);
}

#[test]
fn the_callers_globs_leave_out_and_take_back() {
    let tree = Tree::new(&[
        (".git/HEAD", ""),
        (".gitignore", "gen/\n"),
        ("gen/a.rs", ""),
        ("dist/b.js", ""),
        ("src/c.rs", ""),
        (".env", ""),
    ]);
    let check = |globs: &[&str], expected: &[&str]| {
        assert_eq!(names(&walk_with(&tree, &["."], globs)), expected, "{globs:?}");
    };
    check(&[], &["dist/b.js", "src/c.rs"]);
    check(&["dist"], &["src/c.rs"]);
    check(&["dist/"], &["src/c.rs"]);
    check(&["*.rs"], &["dist/b.js"]);
    check(&["!gen"], &["dist/b.js", "gen/a.rs", "src/c.rs"]);
    check(&["!.env"], &[".env", "dist/b.js", "src/c.rs"]);
    check(&["*.rs", "!c.rs"], &["dist/b.js", "src/c.rs"]);
    let walk = walk_with(&tree, &["."], &["dist"]);
    assert!(walk.left_out.contains(&left_out(
        LeftOutReason::Excluded,
        Some("dist"),
        Some("dist"),
        1
    )));
}

#[test]
fn a_regular_expression_for_a_glob_is_an_error() {
    let tree = Tree::new(&[("a.rs", "")]);
    let roots = tree.roots();
    let options = WalkOptions { ignore: vec![r".*\.rs$".into()], user_excludes: None };
    let error = walk(&roots, &roots.starts(), &options, &Cancel::default()).expect_err("no glob");
    assert!(error.to_string().contains("regular expression"), "{error}");
}

#[test]
fn a_cancelled_walk_stops() {
    let tree = Tree::new(&[("a.rs", "")]);
    let cancel = Cancel::default();
    cancel.cancel();
    let roots = tree.roots();
    let walk = walk(&roots, &roots.starts(), &WalkOptions::default(), &cancel);
    assert!(matches!(walk, Err(WalkError::Cancelled(_))));
}

#[test]
fn build_output_is_known_by_what_is_with_it() {
    const TAG: &str = "Signature: 8a477f597d28d172789f06886806bc55\n";
    let tree = Tree::new(&[
        ("app/Cargo.toml", ""),
        ("app/target/debug/x.rs", ""),
        ("app/src/target/mod.rs", ""),
        ("app/src/build/mod.rs", ""),
        ("web/package.json", ""),
        ("web/node_modules/left-pad/index.js", ""),
        ("docs/node_modules/kept.md", ""),
        ("cache/CACHEDIR.TAG", TAG),
        ("cache/x.rs", ""),
        ("tagless/CACHEDIR.TAG", "no signature"),
        ("tagless/x.rs", ""),
        ("env/pyvenv.cfg", ""),
        ("env/lib/x.py", ""),
    ]);
    let walk = walk_with(&tree, &["."], &[]);
    let expected = [
        "app/Cargo.toml",
        "app/src/build/mod.rs",
        "app/src/target/mod.rs",
        "docs/node_modules/kept.md",
        "tagless/CACHEDIR.TAG",
        "tagless/x.rs",
        "web/package.json",
    ];
    assert_eq!(names(&walk), expected);
    let evidence = |rule, file| left_out(LeftOutReason::BuildOutput, Some(rule), Some(file), 1);
    let expected = [
        evidence("CACHEDIR.TAG in it", "cache"),
        evidence("node_modules beside package.json", "web/node_modules"),
        evidence("pyvenv.cfg in it", "env"),
        evidence("target beside Cargo.toml", "app/target"),
    ];
    assert_eq!(walk.left_out, expected);
    assert_eq!(names(&walk_with(&tree, &["cache"], &[])), ["cache/CACHEDIR.TAG", "cache/x.rs"]);
}

#[cfg(unix)]
#[test]
fn links_pipes_and_locked_directories_are_counted() {
    use std::os::unix::fs::PermissionsExt;
    let tree = Tree::new(&[("a.rs", ""), ("locked/b.rs", ""), ("sub/c.rs", "")]);
    tree.link("..", "sub/loop");
    tree.link("a.rs", "link.rs");
    tree.link("nowhere", "dangling.rs");
    let _socket = std::os::unix::net::UnixListener::bind(tree.at("socket")).expect("a socket");
    let locked = tree.at("locked");
    std::fs::set_permissions(&locked, std::fs::Permissions::from_mode(0o000)).expect("permissions");
    let count = super::permissions_count(&locked);
    let walk = walk_with(&tree, &["."], &[]);
    std::fs::set_permissions(&locked, std::fs::Permissions::from_mode(0o755)).expect("permissions");
    let mut files = vec!["a.rs", "sub/c.rs"];
    let mut expected = vec![left_out(LeftOutReason::Symlink, None, None, 3)];
    if count {
        expected.insert(0, left_out(LeftOutReason::Unreadable, None, Some("locked"), 1));
    } else {
        files.insert(1, "locked/b.rs");
    }
    expected.insert(
        expected.len() - 1,
        left_out(LeftOutReason::Unreadable, Some("no regular file"), Some("socket"), 1),
    );
    assert_eq!(names(&walk), files);
    assert_eq!(walk.left_out, expected);
}

#[test]
fn deep_directories_do_not_exhaust_the_stack() {
    let tree = Tree::new(&[]);
    let deep = "d/".repeat(900);
    tree.write(&format!("{deep}a.rs"), "");
    let walk = walk_with(&tree, &["."], &[]);
    assert_eq!(names(&walk), [format!("{deep}a.rs")]);
}

#[test]
fn natures_come_from_paths_manifests_and_attributes() {
    let tree = Tree::new(&[
        (
            ".gitattributes",
            "*.gen.c linguist-generated\nthird_party/ours/** -linguist-vendored\nold/** linguist-vendored=true\n",
        ),
        ("src/a.gen.c", ""),
        ("src/b.c", ""),
        ("third_party/x.c", ""),
        ("third_party/ours/y.c", ""),
        ("old/z.c", ""),
        ("deps/pcre/LICENCE", ""),
        ("deps/pcre/p.c", ""),
        ("deps/own/o.c", ""),
        ("deps/more/m.c", ""),
        ("extern/zlib/LICENSE", ""),
        ("extern/diff/d.c", ""),
        ("dist/e.js", ""),
        ("dist/e.js.map", ""),
        ("pkg/package.json", ""),
        ("pkg/test/t.js", ""),
        ("lib/test/client.py", ""),
    ]);
    let walk = walk_with(&tree, &["."], &[]);
    let check = |path: &str, expected: Option<FileKind>| {
        let file = walk.files.iter().find(|file| &*file.path.display == path).expect("in the walk");
        assert_eq!(file.class.leading(), expected, "{path}");
        // The same file as a start of its own has the same class.
        assert_eq!(walk_with(&tree, &[path], &[]).files[0].class, file.class, "{path}");
    };
    check("src/a.gen.c", Some(FileKind::Generated));
    check("src/b.c", None);
    check("third_party/x.c", Some(FileKind::Vendored));
    check("third_party/ours/y.c", None);
    check("old/z.c", Some(FileKind::Vendored));
    check("deps/pcre/p.c", Some(FileKind::Vendored));
    check("deps/own/o.c", None);
    check("extern/diff/d.c", Some(FileKind::Vendored));
    check("dist/e.js", Some(FileKind::Generated));
    check("lib/test/client.py", None);
}

/// Git itself says which files of a repository it ignores by a rule.
#[test]
fn rules_of_git_are_read_as_git_reads_them() {
    const NAMES: [&str; 14] = [
        "a.py", "b.py", "-.py", "].py", "!.py", "7.py", "{a,b}.py", "[ab.py", "b/foo.py",
        "bfoo.py", "b-foo.py", "\\.py", "A.py", "a.py\t",
    ];
    const RULES: [&str; 26] = [
        "{a,b}.py",
        "[ab].py",
        "[!ab].py",
        "[^ab].py",
        "[a-b].py",
        "[b-a].py",
        "[a-a-c].py",
        "[a-].py",
        "[-a].py",
        "[]a].py",
        "[!]a].py",
        "[\\]a].py",
        "[\\!a].py",
        "[^!].py",
        "[+-9].py",
        "[!+-9].py",
        "b[/]foo.py",
        "b[+-9]foo.py",
        "b[!x]foo.py",
        "[[:alpha:]].py",
        "[[:digit:]a].py",
        "[[:alpha:].py",
        "[ab.py",
        "[[-^].py",
        "a.py\t",
        "[X-a].py",
    ];
    let files: Vec<(&str, &str)> = NAMES.iter().map(|name| (*name, "")).collect();
    for rule in RULES {
        let text = format!("{rule}\n");
        let tree = Tree::new(&[&files[..], &[(".gitignore", &text)]].concat());
        let git = |arguments: &[&str]| {
            let mut command = std::process::Command::new("git");
            command.current_dir(tree.path()).args(["-c", "core.quotePath=off"]).args(arguments);
            let output = command.output().expect("git");
            assert!(output.status.success(), "{output:?}");
            String::from_utf8(output.stdout).expect("names")
        };
        git(&["init", "-q"]);
        let listed = git(&["ls-files", "-z", "--others", "--exclude-standard", "--", "*.py*"]);
        let mut expected: Vec<&str> = listed.split_terminator('\0').collect();
        expected.sort_unstable();
        let walk = walk_with(&tree, &["."], &[]);
        let mut read: Vec<String> =
            names(&walk).into_iter().map(|name| name.replace("\\x09", "\t")).collect();
        read.sort_unstable();
        assert_eq!(read, expected, "{rule}");
    }
}
