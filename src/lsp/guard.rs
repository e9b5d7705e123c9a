//! Guard process, which ends the servers if our process dies suddenly: it holds a pipe to us and
//! kills their process groups when it closes. A parent-death signal would reach no grandchildren,
//! and fires when the thread that spawned ends.
//!
//! The guard is our own program, started again with a hidden command. It reads one line per change:
//! `+1234` for a group to watch, `-1234` for one that has ended.

use crate::domain::lock;
use std::collections::BTreeSet;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Mutex, PoisonError};

/// Hidden command of our own program that runs the guard.
pub const GUARD_COMMAND: &str = "__guard";

/// Runs the guard: keeps the list of groups until `input` ends, then kills those that are left.
pub fn run_guard(input: impl BufRead) {
    let mut groups = BTreeSet::new();
    for line in input.lines() {
        let Ok(line) = line else { break };
        match line.split_at_checked(1) {
            Some(("+", group)) => groups.extend(group.parse::<i32>()),
            Some(("-", group)) => {
                if let Ok(group) = group.parse::<i32>() {
                    groups.remove(&group);
                }
            }
            _ => {}
        }
    }
    for group in groups {
        kill_group(group);
    }
}

/// Kills every process of a group, also stopped ones.
#[cfg(unix)]
pub(super) fn kill_group(group: i32) {
    if group > 1
        && let Some(group) = rustix::process::Pid::from_raw(group)
    {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
pub(super) fn kill_group(_group: i32) {}

/// Our end of the pipe to the guard, which is started with the first server.
#[derive(Default)]
pub(super) struct Guard {
    program: Option<PathBuf>,
    state: Mutex<GuardState>,
}

#[derive(Default)]
struct GuardState {
    groups: BTreeSet<i32>,
    running: Option<(Child, ChildStdin)>,
}

impl Guard {
    /// `program` is our own executable; without it there is no guard (as in tests in one process).
    pub(super) fn new(program: Option<PathBuf>) -> Self {
        Self { program, state: Mutex::default() }
    }

    pub(super) fn watch(&self, group: i32) {
        let mut state = lock(&self.state);
        state.groups.insert(group);
        self.send(&mut state, &format!("+{group}\n"));
    }

    pub(super) fn forget(&self, group: i32) {
        let mut state = lock(&self.state);
        state.groups.remove(&group);
        self.send(&mut state, &format!("-{group}\n"));
    }

    /// Sends a line; if the guard was killed, starts a new one and sends it the whole list.
    fn send(&self, state: &mut GuardState, line: &str) {
        let Some(program) = &self.program else { return };
        if let Some((_, pipe)) = &mut state.running
            && pipe.write_all(line.as_bytes()).is_ok()
        {
            return;
        }
        state.running = start(program)
            .and_then(|(child, mut pipe)| {
                for group in &state.groups {
                    writeln!(pipe, "+{group}")?;
                }
                Ok((child, pipe))
            })
            .map_err(|error| {
                tracing::warn!("nothing guards the language servers against our own end: {error}");
            })
            .ok();
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some((mut child, pipe)) = state.running.take() {
            drop(pipe);
            let _ = child.wait();
        }
    }
}

fn start(program: &Path) -> std::io::Result<(Child, ChildStdin)> {
    let mut command = Command::new(program);
    command
        .arg(GUARD_COMMAND)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .env_clear();
    // A group of its own, so that a signal to ours (Ctrl-C in a terminal) does not end the guard
    // before it has killed the servers.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn()?;
    let pipe = child.stdin.take().ok_or_else(|| std::io::Error::other("the guard has no input"))?;
    Ok((child, pipe))
}
