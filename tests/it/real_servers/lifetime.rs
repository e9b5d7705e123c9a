//! Whatever ends spelunk, no language server outlives it, nor does what a server has started.

#![cfg(target_os = "linux")]

use super::{enabled, safe, session};
use crate::support::process::Descendants;
use crate::support::project;
use rustix::process::{Pid, Signal, kill_process};
use spelunk::lsp::RequestKind;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

/// Set for the child that starts a server and is then killed: the folder, the file, and where its
/// definition stands.
const CHILD: &str = "SPELUNK_TEST_LIFETIME";

/// A server, the files of a project for it, the file that is asked about, and a name in it.
type Case = (&'static str, &'static [(&'static str, &'static str)], &'static str, &'static str);

/// The projects that the servers are started on.
const PROJECTS: &[Case] = &[
    (
        "rust-analyzer",
        &[
            ("Cargo.toml", "[package]\nname = 'life'\nversion = '0.1.0'\n"),
            ("src/lib.rs", "pub fn helper() {}\n"),
        ],
        "src/lib.rs",
        "helper",
    ),
    (
        "typescript",
        &[("tsconfig.json", "{}"), ("a.ts", "export function helper() {}\n")],
        "a.ts",
        "helper",
    ),
    ("pyright", &[("a.py", "def helper():\n    pass\n")], "a.py", "helper"),
    (
        "gopls",
        &[("go.mod", "module example.com/life\n"), ("a.go", "package life\n\nfunc helper() {}\n")],
        "a.go",
        "helper",
    ),
    ("clangd", &[("a.c", "int helper(void) { return 1; }\n")], "a.c", "helper"),
];

/// Not a test of its own: what `a_sudden_death_leaves_no_server_behind` starts and kills.
#[tokio::test(flavor = "multi_thread")]
async fn child() {
    let Ok(job) = std::env::var(CHILD) else { return };
    let [root, file, name] = job.split('|').collect::<Vec<_>>().try_into().expect("three parts");
    let session = session(Path::new(root), safe());
    let reply = session.ask(file, name, name, RequestKind::References).await;
    println!("answered: {:?}", reply.state);
    std::future::pending::<()>().await;
}

#[test]
fn a_sudden_death_leaves_no_server_behind() {
    if !enabled() {
        return;
    }
    for (server, files, file, name) in PROJECTS {
        let folder = project(files);
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "real_servers::lifetime::child", "--nocapture"])
            .env(CHILD, format!("{}|{file}|{name}", folder.path().display()))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let answered = lines.find(|line| line.contains("answered")).unwrap();
        assert!(answered.contains("Ready"), "{server}: {answered}");
        let below = Descendants::of(child.id());
        // The server and the guard, at the least.
        assert!(below.count() >= 2, "{server}: {}", below.count());
        kill_process(Pid::from_child(&child), Signal::KILL).unwrap();
        child.wait().unwrap();
        assert_eq!(below.survivors(), Vec::<&str>::new(), "{server}");
    }
}
