//! Files that are none: pipes, devices and links under the names that are read without being asked for.

use super::run;
use crate::support::project;
use spelunk::domain::{Cancel, LeftOutReason};
use spelunk::workspace::{ReadError, Roots, Surroundings, Text, WalkOptions, walk};
use std::os::unix::fs::symlink;
use std::path::Path;

/// Names of files that are read although nobody names them.
const READ_UNASKED: [&str; 19] = [
    ".gitignore",
    ".ignore",
    ".rgignore",
    ".gitattributes",
    ".git/info/exclude",
    ".git/HEAD",
    "sub/.git",
    "CACHEDIR.TAG",
    "sub/CACHEDIR.TAG",
    "Cargo.toml",
    "package.json",
    "pyproject.toml",
    "setup.py",
    "go.mod",
    "pom.xml",
    "CMakeLists.txt",
    "Makefile",
    "tsconfig.json",
    "sub/go.work",
];

/// Questions that between them read all of these.
const QUESTIONS: [&[&str]; 6] = [
    &["map", "."],
    &["grep", "needle"],
    &["search", "needle"],
    &["references", "needle"],
    &["callers", "needle"],
    &["report", "src/main.rs"],
];

fn pipe(path: &Path) {
    use rustix::fs::{CWD, FileType, Mode, mknodat};
    mknodat(CWD, path, FileType::Fifo, Mode::from_raw_mode(0o600), 0).expect("a pipe");
}

/// Puts what `make` makes in the place of every file that is read unasked, and asks.
fn check(make: impl Fn(&Path)) {
    let directory = project(&[
        ("src/main.rs", "fn needle() {}\nfn main() { needle() }\n"),
        ("sub/a.ts", "import { b } from './b';\nb(needle);\n"),
        ("sub/b.ts", "export function b(needle: string) {}\n"),
        (".git/refs", ""),
    ]);
    std::fs::create_dir_all(directory.path().join(".git/info")).expect("a directory");
    for name in READ_UNASKED {
        make(&directory.path().join(name));
    }
    for question in QUESTIONS {
        let run = run(directory.path(), question);
        assert_eq!(run.status, 0, "{question:?}: {}{}", run.stdout, run.stderr);
        assert!(run.stdout.contains("needle"), "{question:?}: {}", run.stdout);
    }
}

#[test]
fn pipes_in_the_place_of_files_that_are_read_unasked_stop_nothing() {
    check(pipe);
}

#[test]
fn links_to_a_device_without_end_fill_no_memory() {
    check(|path| symlink("/dev/zero", path).expect("a link"));
}

#[test]
fn rules_that_could_not_be_read_are_told() {
    let check = |make: &dyn Fn(&Path), rule: &str| {
        let directory = project(&[("a.log", ""), (".git/refs", "")]);
        make(&directory.path().join(".gitignore"));
        let roots = roots(directory.path());
        let walk = walk(&roots, &roots.starts(), &WalkOptions::default(), &Cancel::default()).expect("a walk");
        assert_eq!(walk.files.len(), 1);
        let told = walk.left_out.iter().any(|row| {
            row.reason == LeftOutReason::Unreadable
                && row.rule.as_deref() == Some(rule)
                && row.file.as_deref() == Some(".gitignore")
        });
        assert!(told, "{:?}", walk.left_out);
    };
    check(&pipe, "rules not read: no regular file");
    check(&|path| symlink("/etc/passwd", path).expect("a link"), "rules not read: a link out of the root");
    let large = "a\n".repeat(600_000);
    check(&|path| std::fs::write(path, &large).expect("a file"), "rules not read: over 1 MB");
}

#[test]
fn a_link_to_rules_within_the_root_is_followed() {
    let directory = project(&[("a.log", ""), ("b.rs", ""), (".git/refs", ""), ("rules", "*.log\n")]);
    symlink("rules", directory.path().join(".gitignore")).expect("a link");
    let roots = roots(directory.path());
    let walk = walk(&roots, &roots.starts(), &WalkOptions::default(), &Cancel::default()).expect("a walk");
    let names: Vec<&str> = walk.files.iter().map(|file| &*file.path.display).collect();
    assert_eq!(names, ["b.rs", "rules"]);
}

fn roots(directory: &Path) -> Roots {
    let surroundings = Surroundings { directory: directory.to_owned(), home: None };
    Roots::open(&[directory.to_owned()], &surroundings).expect("a root")
}

/// A path that is below the root when it is looked up, and leads elsewhere when it is read.
#[test]
fn what_is_exchanged_for_a_link_after_it_was_looked_up_is_not_read() {
    let outside = project(&[("a.txt", "secret"), ("b.txt", "secret")]);
    let directory = project(&[("sub/a.txt", "own"), ("c.txt", "own")]);
    let roots = roots(directory.path());
    let below = roots.resolve("sub/a.txt").expect("a file");
    let sub = roots.resolve("sub").expect("a directory");
    let own = roots.resolve("c.txt").expect("a file");
    std::fs::rename(directory.path().join("sub"), directory.path().join("was")).expect("renamed");
    symlink(outside.path(), directory.path().join("sub")).expect("a link");
    std::fs::remove_file(directory.path().join("c.txt")).expect("removed");
    symlink(outside.path().join("a.txt"), directory.path().join("c.txt")).expect("a link");
    for path in [below, own] {
        assert!(matches!(Text::read(&path), Err(ReadError::Replaced { .. })), "{path}");
    }
    let walk = walk(&roots, &[sub], &WalkOptions::default(), &Cancel::default()).expect("a walk");
    assert!(walk.files.is_empty(), "{:?}", walk.files);
}
