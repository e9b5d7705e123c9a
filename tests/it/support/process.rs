//! Processes from outside: who descends from whom, and whether they end in time.

#![cfg(target_os = "linux")]

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, pidfd_open};
use std::collections::BTreeMap;
use std::os::fd::OwnedFd;

/// Handles on all processes below one, with their command lines.
pub(crate) struct Descendants(Vec<(String, OwnedFd)>);

impl Descendants {
    /// Those that are alive now. A handle stays with its process, whoever gets the number later.
    pub(crate) fn of(ancestor: u32) -> Self {
        let mut children: BTreeMap<i32, Vec<i32>> = BTreeMap::new();
        for entry in std::fs::read_dir("/proc").unwrap().flatten() {
            let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse::<i32>().ok())
            else {
                continue;
            };
            let Ok(stat) = std::fs::read_to_string(entry.path().join("stat")) else { continue };
            let after_name = stat.rsplit_once(')').map(|(_, rest)| rest.split_ascii_whitespace());
            if let Some(parent) =
                after_name.and_then(|mut fields| fields.nth(1)?.parse::<i32>().ok())
            {
                children.entry(parent).or_default().push(pid);
            }
        }
        let mut found = Vec::new();
        let mut open = vec![i32::try_from(ancestor).unwrap()];
        while let Some(parent) = open.pop() {
            for pid in children.get(&parent).into_iter().flatten() {
                let handle = pidfd_open(Pid::from_raw(*pid).unwrap(), PidfdFlags::empty());
                let command =
                    std::fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
                found.extend(handle.ok().map(|handle| (command.replace('\0', " "), handle)));
                open.push(*pid);
            }
        }
        Self(found)
    }

    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// The command lines of those that are still there after three seconds.
    pub(crate) fn survivors(&self) -> Vec<&str> {
        let three_seconds = Timespec { tv_sec: 3, tv_nsec: 0 };
        let has_ended = |process: &OwnedFd| {
            poll(&mut [PollFd::new(process, PollFlags::IN)], Some(&three_seconds)).unwrap() == 1
        };
        self.0
            .iter()
            .filter(|(_, process)| !has_ended(process))
            .map(|(command, _)| command.as_str())
            .collect()
    }
}
