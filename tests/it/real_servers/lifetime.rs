//! Whatever ends spelunk, no language server outlives it, nor does what a server has started.

#![cfg(target_os = "linux")]

use super::{enabled, safe, session};
use crate::support::project;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open};
use spelunk::lsp::Ask;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Command, Stdio};

/// Set for the child that starts a server and is then killed: the folder, the file, and where its definition stands.
const CHILD: &str = "SPELUNK_TEST_LIFETIME";

/// A server, the files of a project for it, the file that is asked about, and a name in it.
type Case = (&'static str, &'static [(&'static str, &'static str)], &'static str, &'static str);

/// The projects that the servers are started on.
const PROJECTS: &[Case] = &[
    (
        "rust-analyzer",
        &[("Cargo.toml", "[package]\nname = 'life'\nversion = '0.1.0'\n"), ("src/lib.rs", "pub fn helper() {}\n")],
        "src/lib.rs",
        "helper",
    ),
    ("typescript", &[("tsconfig.json", "{}"), ("a.ts", "export function helper() {}\n")], "a.ts", "helper"),
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
    let reply = session.ask(file, name, name, Ask::References).await;
    println!("answered: {:?}", reply.state);
    std::future::pending::<()>().await;
}

/// All processes below one, by their parents.
fn descendants(ancestor: i32) -> BTreeSet<i32> {
    let mut parents = Vec::new();
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let Ok(stat) = std::fs::read_to_string(entry.path().join("stat")) else { continue };
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse::<i32>().ok()) else { continue };
        let parent =
            stat.rsplit_once(')').and_then(|(_, rest)| rest.split_ascii_whitespace().nth(1)?.parse::<i32>().ok());
        parents.extend(parent.map(|parent| (pid, parent)));
    }
    let mut found = BTreeSet::new();
    let mut open = vec![ancestor];
    while let Some(parent) = open.pop() {
        for (pid, _) in parents.iter().filter(|(_, of)| *of == parent) {
            if found.insert(*pid) {
                open.push(*pid);
            }
        }
    }
    found
}

/// Waits until a process has ended, three seconds at most.
fn has_ended(process: &OwnedFd) -> bool {
    let three_seconds = Timespec { tv_sec: 3, tv_nsec: 0 };
    poll(&mut [PollFd::new(process, PollFlags::IN)], Some(&three_seconds)).unwrap() == 1
}

#[test]
fn a_sudden_death_leaves_no_server_behind() {
    if !enabled("a_sudden_death_leaves_no_server_behind") {
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
        let below = descendants(i32::try_from(child.id()).unwrap());
        // The server and the guard, at the least.
        assert!(below.len() >= 2, "{server}: {below:?}");
        let open = |pid: &i32| pidfd_open(Pid::from_raw(*pid).unwrap(), PidfdFlags::empty()).ok();
        let processes: Vec<OwnedFd> = below.iter().filter_map(open).collect();
        kill_process(Pid::from_child(&child), Signal::KILL).unwrap();
        child.wait().unwrap();
        let survivors = processes.iter().filter(|process| !has_ended(process)).count();
        assert_eq!(survivors, 0, "{server}: of {below:?}");
    }
}
