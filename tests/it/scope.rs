//! Files that the walk of the root leaves out, and that are asked about by name: the path decides
//! what is read.

use crate::support::{ask, project, write};
use serde_json::{Value, json};
use std::path::Path;
use tempfile::TempDir;

const CALLEE: &str = "def gfun():\n    pass\n";
const CALLER: &str = "from a import gfun\n\ndef user():\n    gfun()\n";

/// The rows of an answer as `file:line`, and whether the total is exact.
fn rows(root: &Path, tool: &str, arguments: Value) -> (Vec<String>, bool) {
    let answer = ask::value(root, tool, arguments);
    let results = answer["results"].as_array().expect("results").iter();
    let rows =
        results.map(|row| format!("{}:{}", row["file"].as_str().unwrap_or_default(), row["line"]));
    (rows.collect(), answer["summary"]["total_is_exact"] == true)
}

fn check(files: &[(&str, &str)], file: &str, expected: &[&str], is_exact: bool) {
    let tree = project(files);
    let found =
        rows(tree.path(), "find_callers", json!({ "symbol": "gfun", "file": file, "wait": 0 }));
    assert_eq!(
        found,
        (expected.iter().map(|row| (*row).to_owned()).collect(), is_exact),
        "{file} in {files:?}"
    );
}

#[test]
fn a_file_in_an_ignored_directory_brings_that_directory() {
    for rules in ["gen/\n", "/gen\n", "gen/*\n", "gen/**\n"] {
        let files = [
            (".git/HEAD", ""),
            (".gitignore", rules),
            ("gen/a.py", CALLEE),
            ("gen/b.py", CALLER),
            ("gen/sub/b.py", CALLER),
            ("src/c.py", "x = 1\n"),
        ];
        check(&files, "gen/a.py", &["gen/b.py:3", "gen/sub/b.py:3"], true);
    }
}

#[test]
fn a_hidden_directory_and_one_that_ignores_itself_are_brought_too() {
    check(
        &[(".tools/a.py", CALLEE), (".tools/sub/b.py", CALLER)],
        ".tools/a.py",
        &[".tools/sub/b.py:3"],
        true,
    );
    let own =
        [(".git/HEAD", ""), ("out/.gitignore", "*\n"), ("out/a.py", CALLEE), ("out/b.py", CALLER)];
    check(&own, "out/a.py", &["out/b.py:3"], true);
}

#[test]
fn a_dependency_is_answered_from_its_own_package_and_says_so() {
    let callee = "export function gfun() {}\n";
    let caller = "import { gfun } from './a';\nexport function user() { gfun(); }\n";
    let files = [
        ("package.json", "{}"),
        ("node_modules/p/package.json", "{}"),
        ("node_modules/p/a.ts", callee),
        ("node_modules/p/b.ts", caller),
        ("node_modules/q/package.json", "{}"),
        ("node_modules/q/c.ts", "import { gfun } from 'p/a';\ngfun();\n"),
    ];
    check(&files, "node_modules/p/a.ts", &["node_modules/p/b.ts:2"], false);
    let tree = project(&files);
    let text = ask::text(
        tree.path(),
        "find_callers",
        json!({ "symbol": "gfun", "file": "node_modules/p/a.ts", "wait": 0 }),
    );
    assert!(
        text.contains("of what is left out in node_modules, only node_modules/p was read"),
        "{text}"
    );
}

/// A file that is left out by its name brings its peers and no total is exact.
#[test]
fn named_left_out_file_brings_peers() {
    let files = [
        (".git/HEAD", ""),
        (".gitignore", "*_gen.py\n"),
        ("a_gen.py", CALLEE),
        ("b_gen.py", "from a_gen import gfun\n\ndef user():\n    gfun()\n"),
        ("deep/c_gen.py", "from a_gen import gfun\n\ndef user():\n    gfun()\n"),
    ];
    check(&files, "a_gen.py", &["b_gen.py:3"], false);
    let tree = project(&[
        (".git/HEAD", ""),
        (".gitignore", "*_gen.py\n"),
        ("a_gen.py", CALLEE),
        ("b_gen.py", ""),
    ]);
    let text = ask::text(
        tree.path(),
        "find_callers",
        json!({ "symbol": "gfun", "file": "a_gen.py", "wait": 0 }),
    );
    assert!(!text.contains("nowhere else"), "{text}");
    assert!(text.contains("only a_gen.py and 1 beside it was read"), "{text}");
}

/// A repository with a linked worktree in a hidden directory, where agents work.
fn worktrees() -> TempDir {
    let tree = project(&[
        (".git/HEAD", ""),
        (".gitignore", "build/\n"),
        ("a.py", CALLEE),
        ("main.py", CALLER),
    ]);
    for name in ["one", "two"] {
        let at = format!(".claude/worktrees/{name}");
        let git = tree.path().join(format!(".git/worktrees/{name}"));
        write(tree.path(), &format!("{at}/.git"), &format!("gitdir: {}\n", git.display()));
        write(&git, "commondir", "../..\n");
        write(tree.path(), &format!("{at}/.gitignore"), "build/\n");
        write(tree.path(), &format!("{at}/a.py"), CALLEE);
        write(tree.path(), &format!("{at}/{name}.py"), CALLER);
        write(tree.path(), &format!("{at}/build/c.py"), CALLER);
        write(
            tree.path(),
            &format!("{at}/build/d.py"),
            "def made():\n    pass\n\ndef other():\n    made()\n",
        );
    }
    tree
}

/// A file in a worktree is answered from that worktree by every tool.
#[test]
fn worktree_file_answered_from_worktree() {
    let tree = worktrees();
    let one = |path: &str| format!(".claude/worktrees/one/{path}");
    let check = |tool: &str, mut arguments: Value, expected: &[String]| {
        if tool.starts_with("find") {
            arguments["wait"] = json!(0);
        }
        assert_eq!(
            rows(tree.path(), tool, arguments.clone()),
            (expected.to_vec(), true),
            "{tool} {arguments}"
        );
    };
    let caller = one("one.py");
    check(
        "find_callers",
        json!({ "symbol": "gfun", "file": one("a.py") }),
        &[format!("{caller}:3")],
    );
    check("find_callers", json!({ "symbol": one("a.py#gfun") }), &[format!("{caller}:3")]);
    check(
        "find_references",
        json!({ "symbol": "gfun", "file": one("a.py") }),
        &[format!("{caller}:1"), format!("{caller}:4")],
    );
    check("find_callers", json!({ "symbol": "gfun", "file": "a.py" }), &["main.py:3".to_owned()]);
    check(
        "grep",
        json!({ "pattern": "gfun\\(\\):", "paths": one("") }),
        &[format!("{}:1", one("a.py"))],
    );
    // Ignore rules of the worktree count in it.
    check("grep", json!({ "pattern": "made", "paths": one("") }), &[]);
    check(
        "find_callers",
        json!({ "symbol": "made", "file": one("build/d.py") }),
        &[format!("{}:4", one("build/d.py"))],
    );
    let found = ask::value(tree.path(), "search", json!({ "query": "gfun", "path": one("") }));
    let files: Vec<&str> = found["results"]
        .as_array()
        .expect("results")
        .iter()
        .filter_map(|row| row["file"].as_str())
        .collect();
    assert!(!files.is_empty() && files.iter().all(|file| file.starts_with(&one(""))), "{files:?}");
    let impact = ask::value(
        tree.path(),
        "impact_analysis",
        json!({ "symbol": "gfun", "file": one("a.py"), "wait": 0 }),
    );
    assert_eq!(impact["summary"]["files_affected"], 1, "{impact}");
    let extracted = ask::value(tree.path(), "extract", json!({ "targets": [one("a.py#gfun")] }));
    assert_eq!(extracted["results"][0]["file"], one("a.py"), "{extracted}");
}

#[test]
fn a_repository_that_is_ignored_is_answered_from_its_own_root() {
    let files = [
        (".git/HEAD", ""),
        (".gitignore", "vendored/\n"),
        ("use.py", CALLER),
        ("vendored/x/.git/HEAD", ""),
        ("vendored/x/a.py", CALLEE),
        ("vendored/x/b.py", CALLER),
        ("vendored/y/.git/HEAD", ""),
        ("vendored/y/b.py", CALLER),
    ];
    check(&files, "vendored/x/a.py", &["vendored/x/b.py:3"], true);
}

#[test]
fn a_link_out_of_the_root_brings_nothing() {
    let outside = project(&[("a.py", CALLEE), ("b.py", CALLER)]);
    let tree = project(&[("c.py", "x = 1\n")]);
    #[cfg(unix)]
    std::os::unix::fs::symlink(outside.path(), tree.path().join("link")).expect("a link");
    let error =
        ask::error(tree.path(), "find_callers", json!({ "symbol": "gfun", "file": "link/a.py" }));
    assert!(error.contains("outside the root"), "{error}");
}
