//! What the depths cost: which of them may start a server, and how short the words are.

use crate::support::cli::{command, finish};
use crate::support::{ask, project, write};
use serde_json::json;
use std::fmt::Write as _;
use std::os::unix::fs::PermissionsExt;

#[test]
fn only_the_deep_report_starts_a_server() {
    let project = project(&super::FILES);
    let home = tempfile::tempdir().expect("a folder");
    let (server, mark) = (home.path().join("server"), home.path().join("was-started"));
    write(home.path(), "server", &format!("#!/bin/sh\n: > '{}'\nexit 3\n", mark.display()));
    std::fs::set_permissions(&server, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
    let config = format!(
        "[[server]]\nname = \"marker\"\nlanguages = [\"rust\"]\ninstall = \"-\"\nsafe = \"proven\"\nwrites = \"Nothing.\"\n\
         command = [{{ program = \"{}\" }}]\n",
        server.display()
    );
    write(home.path(), "config.toml", &config);
    let report = |depth: &str| {
        let mut command = command(
            project.path(),
            &["--trust", "report", "src/shapes.rs", "--depth", depth, "--wait", "30"],
        );
        command.env("SPELUNK_CONFIG", home.path().join("config.toml")).env("PATH", "/nowhere");
        command.env("XDG_CACHE_HOME", home.path()).env("XDG_CONFIG_HOME", home.path());
        let run = finish(&mut command);
        assert_eq!(run.status, 0, "{run:?}");
        assert!(run.stdout.contains("pub struct Circle"), "{run:?}");
        run.stdout
    };
    for depth in ["outline", "standard"] {
        report(depth);
        assert!(!mark.exists(), "{depth} starts a server");
    }
    let deep = report("deep");
    assert!(mark.exists(), "the deep report tries to start one: {deep}");
    assert!(deep.contains("←2"), "syntax answers where it fails: {deep}");
}

#[test]
fn a_file_of_266_lines_is_told_in_450_tokens() {
    let mut source = String::from(
        "//! Queues of jobs.\n\nuse std::collections::VecDeque;\nuse crate::job::{Job, State};\n",
    );
    for number in 0..2 {
        let _ = write!(
            source,
            "\n/// A queue.\npub struct Queue{number} {{\n    jobs: VecDeque<Job>,\n    limit: usize,\n}}\n"
        );
        let _ = write!(source, "\nimpl Queue{number} {{\n");
        for method in ["push", "pop", "peek", "drain", "retry", "cancel", "finish"] {
            let _ = write!(
                source,
                "    /// Does so.\n    pub fn {method}_{number}(&mut self, job: Job, state: State) -> Option<Job> {{\n"
            );
            for line in 0..12 {
                let _ = writeln!(source, "        self.jobs[{line}].set(state);");
            }
            source.push_str("        None\n    }\n");
        }
        source.push_str("}\n");
    }
    let lines = source.lines().count();
    for number in lines..266 {
        let _ = writeln!(source, "// {number}");
    }
    assert_eq!(source.lines().count(), 266);
    let mut user = String::from("use crate::queue::{Queue0, Queue1};\n\n");
    for method in ["push", "pop", "peek", "drain"] {
        let _ = writeln!(user, "pub fn {method}(queue: &mut Queue0, other: &mut Queue1) {{");
        let _ = writeln!(
            user,
            "    queue.{method}_0(job(), State::New);\n    other.{method}_1(job(), State::New);\n}}"
        );
    }
    let project = project(&[
        ("Cargo.toml", "[package]\nname = \"jobs\"\nversion = \"0.1.0\"\n"),
        ("src/lib.rs", "pub mod job;\npub mod queue;\npub mod run;\n"),
        ("src/job.rs", "pub struct Job;\npub enum State { New }\n"),
        ("src/queue.rs", &source),
        ("src/run.rs", &user),
    ]);
    let told = ask::text(
        project.path(),
        "map_code",
        json!({ "path": "src/queue.rs", "detail": "report" }),
    );
    let tokens = spelunk::domain::tokens::count(&told);
    assert!(tokens <= 450, "{tokens} tokens:\n{told}");
    assert!(
        told.contains("push_0") && told.contains("finish_1") && told.contains("src/run.rs"),
        "{told}"
    );
}
