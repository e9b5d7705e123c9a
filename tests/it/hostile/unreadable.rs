//! Directories and files that cannot be read: no answer says "none" past them.

use super::{limited_to, run};
use crate::support::{ask, cli, project};
use serde_json::{Value, json};
use std::path::Path;
use tempfile::TempDir;

/// Levels of directories of long names, beyond the longest path that the system opens.
const LEVELS: usize = 20;

const CODE: &str = "def foo(): pass\n\n\ndef idle(): pass\n";

/// A project in which a directory cannot be listed, whoever asks: it is deeper than any path may
/// be.
fn deep() -> TempDir {
    use rustix::fs::{CWD, Mode, OFlags, mkdirat, openat};
    let directory = project(&[("ok/a.py", CODE)]);
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let mut at = openat(CWD, directory.path(), flags, Mode::empty()).expect("a directory");
    let name = "d".repeat(250);
    for _ in 0..LEVELS {
        mkdirat(&at, &*name, Mode::RWXU).expect("a directory");
        at = openat(&at, &*name, flags, Mode::empty()).expect("a directory");
    }
    directory
}

fn answer(root: &Path, tool: &str, mut arguments: Value) -> (String, Value) {
    let text = ask::text(root, tool, arguments.clone());
    arguments["format"] = json!("json");
    (text, ask::value(root, tool, arguments))
}

#[test]
fn a_directory_that_cannot_be_listed_is_told_by_each_tool() {
    let directory = deep();
    let root = directory.path();
    for (tool, arguments, told) in [
        ("find_callers", json!({ "symbol": "foo", "wait": 0 }), "1 directory not read"),
        ("find_callers", json!({ "symbol": "gone", "wait": 0 }), "may define it: 1 directory"),
        ("find_callers", json!({ "symbol": "foo", "from": "idle" }), "1 directory not read"),
        ("find_callees", json!({ "symbol": "foo", "wait": 0 }), "1 directory not read"),
        ("find_references", json!({ "symbol": "foo", "wait": 0 }), "1 directory not read"),
        ("find_implementations", json!({ "symbol": "foo", "wait": 0 }), "1 directory not read"),
        ("impact_analysis", json!({ "symbol": "foo", "wait": 0 }), "1 directory not read"),
        ("impact_analysis", json!({ "symbol": "gone", "wait": 0 }), "may define it: 1 directory"),
        ("search", json!({ "query": "foo" }), "1 unreadable"),
        ("search", json!({ "query": "foo", "exact": true }), "1 unreadable"),
        ("search", json!({ "query": "gone" }), "1 unreadable"),
    ] {
        let (text, value) = answer(root, tool, arguments.clone());
        assert!(text.contains(told), "{tool} {arguments}: {text}");
        assert!(!text.contains("nowhere else"), "{tool} {arguments}: {text}");
        assert_eq!(value["summary"]["total_is_exact"], false, "{tool} {arguments}: {value}");
    }
    let report = json!({ "path": "ok/a.py", "detail": "report" });
    let report = ask::text(root, "map_code", report);
    assert!(!report.contains("unused"), "{report}");
}

/// Where all is read, nothing is said of that.
#[test]
fn what_is_all_read_has_no_remark() {
    let directory = project(&[("ok/a.py", CODE)]);
    let report = json!({ "path": "ok/a.py", "detail": "report" });
    let report = ask::text(directory.path(), "map_code", report);
    assert!(report.contains("unused"), "{report}");
    let (text, value) =
        answer(directory.path(), "find_callers", json!({ "symbol": "foo", "wait": 0 }));
    assert!(text.contains("nowhere else") && !text.contains("not read"), "{text}");
    assert_eq!(value["summary"]["total_is_exact"], true, "{value}");
    assert_eq!(value["account"]["not_read"].get("directories"), None, "{value}");
}

#[test]
fn a_file_that_cannot_be_read_may_define_what_is_asked_for() {
    use std::os::unix::fs::PermissionsExt;
    let directory = project(&[
        ("a.py", "def foo(): pass\n"),
        ("b.py", "from a import foo\n\ndef only(): foo()\n"),
    ]);
    let file = directory.path().join("b.py");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o0)).expect("permissions");
    if std::fs::File::open(&file).is_ok() {
        // The superuser reads everything; the directory above serves there.
        return;
    }
    for arguments in [["callers", "only"], ["references", "only"], ["impact", "only"]] {
        let text = run(directory.path(), &arguments).stdout;
        assert!(text.contains("Not read, and may define it: 1 file"), "{arguments:?}: {text}");
    }
    let text = run(directory.path(), &["impact", "foo"]).stdout;
    assert!(text.contains("in the files that were read"), "{text}");
}

/// Code that holds a NUL byte, which compilers take, is not read, and may define or use anything.
#[test]
fn code_with_a_nul_byte_is_told_by_each_tool() {
    let directory = project(&[
        ("a.js", "function only() {}\nonly();\nvar sep = \"\0\";\n"),
        ("b.js", "export function shown() {}\n"),
        ("c.js", "import {shown} from './b.js'; shown(); var sep = '\0';\n"),
    ]);
    let graph = ["callers", "references", "callees", "implementations", "impact"];
    for command in graph {
        let text = run(directory.path(), &[command, "only"]).stdout;
        assert!(text.contains("Not read, and may define it: 1 file"), "{command}: {text}");
    }
    let text = run(directory.path(), &["search", "only"]).stdout;
    assert!(text.contains("unreadable"), "{text}");
    let text = run(directory.path(), &["report", "b.js"]).stdout;
    assert!(text.contains("shown") && !text.contains("unused"), "{text}");
}

/// A process that may not even open what a command needs to start says so.
#[test]
fn too_few_open_files_are_told() {
    let directory = project(&[("a.py", CODE)]);
    for files in 5..=8 {
        let command = cli::command(directory.path(), &["callers", "foo"]);
        let found = limited_to(&format!("-n {files}"), directory.path(), &command);
        assert_eq!(found.status, 2, "{files}: {}{}", found.stdout, found.stderr);
        assert!(found.stderr.contains("too few files may be open"), "{files}: {}", found.stderr);
    }
}

/// A rule of the repository's own leaves out code that git tracks: no answer says "none" past it.
#[test]
fn code_that_is_ignored_though_tracked_is_told_by_each_tool() {
    const USE: &str = "from auth import grant\n\ndef sly(): grant()\n";
    let rules = [(".ignore", "sly.py"), (".rgignore", "lib"), (".gitignore", "sly.py")];
    for (rules, rule) in rules {
        let directory = project(&[
            ("auth.py", "def grant(): pass\n"),
            ("sly.py", USE),
            ("lib/sly.py", USE),
            (rules, rule),
        ]);
        git(directory.path(), &["init", "--quiet"]);
        git(directory.path(), &["add", "--force", "auth.py", "lib", "sly.py"]);
        let other = if rule == "lib" { "sly.py" } else { "lib/sly.py" };
        std::fs::remove_file(directory.path().join(other)).expect("a file");
        for command in ["callers", "references", "impact"] {
            let text = run(directory.path(), &[command, "grant"]).stdout;
            assert!(text.contains("1 ignored file that git tracks not read"), "{rule}: {text}");
            assert!(text.contains("in the files that were read"), "{rule}: {text}");
        }
        let text = run(directory.path(), &["search", "sly"]).stdout;
        assert!(text.contains("1 ignored though tracked"), "{rule}: {text}");
        let report = run(directory.path(), &["map", "auth.py", "--detail", "report"]).stdout;
        assert!(!report.contains("unused"), "{rule}: {report}");
        // An index that is not understood may say so.
        git(directory.path(), &["update-index", "--split-index"]);
        let text = run(directory.path(), &["callers", "grant"]).stdout;
        assert!(text.contains(" that git may track not read"), "{rule}: {text}");
        git(directory.path(), &["update-index", "--no-split-index"]);
        // What git does not track is none of the project's.
        git(directory.path(), &["rm", "--quiet", "-r", "--cached", "--ignore-unmatch", "lib"]);
        git(directory.path(), &["rm", "--quiet", "--cached", "--ignore-unmatch", "sly.py"]);
        let text = run(directory.path(), &["callers", "grant"]).stdout;
        assert!(text.contains("nowhere else"), "{rule}: {text}");
    }
}

/// A script without an ending is code by its first line; any other file without one is none.
#[test]
fn scripts_that_are_ignored_though_tracked_are_told() {
    const USE: &str = "#!/usr/bin/python3\nfrom auth import grant\ngrant()\n";
    for (rule, text, told) in [
        ("tools/", USE, "1 ignored file that git tracks not read"),
        ("run", USE, "1 ignored file that git tracks not read"),
        ("tools/", "grant nothing\n", "nowhere else"),
        ("run", "grant nothing\n", "nowhere else"),
    ] {
        let directory =
            project(&[("auth.py", "def grant(): pass\n"), ("tools/run", text), (".ignore", rule)]);
        git(directory.path(), &["init", "--quiet"]);
        git(directory.path(), &["add", "--force", "."]);
        let found = run(directory.path(), &["callers", "grant"]).stdout;
        assert!(found.contains(told), "{rule}: {found}");
    }
}

/// What is taken for build output may be tracked as well, as any repository can make it.
#[test]
fn code_in_build_output_that_git_tracks_is_told() {
    let tag = "Signature: 8a477f597d28d172789f06886806bc55\n";
    for (evidence, text, folder) in [
        ("src/CACHEDIR.TAG", tag, "src"),
        ("src/pyvenv.cfg", "home=/usr\n", "src"),
        ("package.json", "{}", "node_modules"),
    ] {
        let user = format!("{folder}/sly.py");
        let directory = project(&[
            ("auth.py", "def grant(): pass\n"),
            (&user, "from auth import grant\ngrant()\n"),
            (evidence, text),
        ]);
        git(directory.path(), &["init", "--quiet"]);
        git(directory.path(), &["add", "--force", "auth.py"]);
        let text = run(directory.path(), &["callers", "grant"]).stdout;
        assert!(text.contains("nowhere else"), "{evidence}: {text}");
        git(directory.path(), &["add", "--force", folder]);
        let text = run(directory.path(), &["callers", "grant"]).stdout;
        assert!(text.contains("1 ignored file that git tracks not read"), "{evidence}: {text}");
    }
}

/// The list of what a submodule tracks lies in the repository around it; one that lies anywhere
/// else is not read, and an answer says so.
#[test]
fn what_git_tracks_is_read_where_a_repository_above_keeps_it() {
    let directory = project(&[
        ("sub/auth.py", "def grant(): pass\n"),
        ("sub/sly.py", "from auth import grant\ngrant()\n"),
        ("sub/.gitignore", "sly.py\n"),
    ]);
    let sub = directory.path().join("sub");
    let apart = tempfile::tempdir().expect("a directory");
    for (kept, told) in [
        (directory.path().join(".git/modules/sub"), "1 ignored file that git tracks not read"),
        (apart.path().join("git"), " that git may track not read"),
    ] {
        std::fs::create_dir_all(kept.parent().expect("a parent")).expect("a directory");
        let kept = kept.to_str().expect("a path");
        git(&sub, &["init", "--quiet", "--separate-git-dir", kept]);
        git(&sub, &["add", "--force", "."]);
        let text = run(&sub, &["callers", "grant"]).stdout;
        assert!(text.contains(told), "{kept}: {text}");
        std::fs::remove_file(sub.join(".git")).expect("a file");
    }
}

/// Code in another encoding than UTF-8 may use a name that is not ASCII, in bytes of its own.
#[test]
fn code_in_other_encodings_is_told_where_the_name_is_not_ascii() {
    let latin = b"# -*- coding: latin-1 -*-\nfrom a import caf\xe9\nprint(caf\xe9())\n".to_vec();
    let wide: Vec<u8> = "print(café())".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let wider: Vec<u8> =
        "print(café())".chars().flat_map(|letter| u32::from(letter).to_be_bytes()).collect();
    for code in [latin, wide, wider] {
        let directory = project(&[("a.py", "def café():\n    pass\n\n\ndef tea():\n    pass\n")]);
        std::fs::write(directory.path().join("b.py"), code).expect("a file");
        let text = run(directory.path(), &["callers", "café"]).stdout;
        assert!(text.contains("1 file not read"), "{text}");
        let text = run(directory.path(), &["callers", "tea"]).stdout;
        assert!(text.contains("nowhere else"), "{text}");
    }
}

fn git(directory: &Path, arguments: &[&str]) {
    let status = std::process::Command::new("git").current_dir(directory).args(arguments).status();
    assert!(status.is_ok_and(|status| status.success()), "git {arguments:?}");
}
