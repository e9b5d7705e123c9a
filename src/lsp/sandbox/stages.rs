//! The two processes between us and a sandboxed server. The outer one enters new namespaces, makes
//! the mounts and waits; the inner one, first of the new process namespace, drops every capability,
//! limits itself and becomes the server.
//!
//! Both are our own program, started again with a hidden command, so that each is a single thread
//! and nothing needs to be done between a fork and an exec.

use super::policy::Policy;
use super::{SANDBOX_COMMAND, WITHOUT_NAMESPACES, filter, landlock, mounts};
use rustix::mount::{MountFlags, mount};
use rustix::process::{Resource, Rlimit, Signal};
use rustix::thread::{CapabilitySet, CapabilitySets, UnshareFlags};
use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

/// First argument of the inner process.
pub(super) const INSIDE: &str = "--inside";

/// Capabilities that the inner process needs after its start: for mounting `/proc`, and for
/// dropping capabilities for good.
const KEPT: [CapabilitySet; 2] = [CapabilitySet::SYS_ADMIN, CapabilitySet::SETPCAP];

/// Maximum number of processes and threads of a server.
const MAX_PROCESSES: u64 = 4096;
/// Maximum size of a file that it writes, in bytes.
const MAX_FILE_BYTES: u64 = 8 << 30;
/// Lower bound of the memory limit in bytes, however small the machine is.
const MIN_MEMORY: u64 = 2 << 30;

/// Runs a server in a sandbox: the hidden command of our own program. Ends with the server's exit
/// code.
pub(super) fn run(mut arguments: impl Iterator<Item = OsString>) -> Result<ExitCode, String> {
    let first = arguments.next();
    let is = |word: &str| first.as_ref().is_some_and(|argument| argument == word);
    let stage = match () {
        () if is(INSIDE) => run_inner,
        () if is(WITHOUT_NAMESPACES) => run_landlock,
        () => run_outer,
    };
    let first = first.filter(|first| first != INSIDE && first != WITHOUT_NAMESPACES);
    let (policy, program) = Policy::from_arguments(first.into_iter().chain(arguments))?;
    stage(&policy, &program)
}

/// Runs the outer process.
fn run_outer(policy: &Policy, program: &[OsString]) -> Result<ExitCode, String> {
    let (user, group) = (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw());
    let flags = UnshareFlags::NEWUSER
        | UnshareFlags::NEWNS
        | UnshareFlags::NEWNET
        | UnshareFlags::NEWIPC
        | UnshareFlags::NEWUTS
        | UnshareFlags::NEWPID;
    #[expect(
        deprecated,
        reason = "unsound only for file descriptors (FILES) shared by threads; neither is here"
    )]
    rustix::thread::unshare(flags)
        .map_err(|error| format!("the system allows no new user namespaces ({error})"))?;
    let write = |file: &str, text: String| {
        std::fs::write(file, text)
            .map_err(|error| format!("no mapping of the user, {file}: {error}"))
    };
    write("/proc/self/setgroups", "deny".to_owned())?;
    write("/proc/self/uid_map", format!("{user} {user} 1"))?;
    write("/proc/self/gid_map", format!("{group} {group} 1"))?;
    mounts::build(policy)?;
    keep_rights().map_err(|error| format!("no rights in the new namespaces: {error}"))?;
    let arguments = policy.to_arguments(program);
    let status = Command::new("/proc/self/exe")
        .arg(SANDBOX_COMMAND)
        .arg(INSIDE)
        .args(arguments)
        .status()
        .map_err(|error| format!("the inner process cannot be started: {error}"))?;
    Ok(ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)))
}

/// Keeps the capabilities of the inner process across its start.
fn keep_rights() -> rustix::io::Result<()> {
    let sets = rustix::thread::capabilities(None)?;
    let kept = KEPT.into_iter().fold(CapabilitySet::empty(), |all, one| all | one);
    rustix::thread::set_capabilities(
        None,
        CapabilitySets { inheritable: sets.inheritable | kept, ..sets },
    )?;
    KEPT.into_iter()
        .try_for_each(|right| rustix::thread::configure_capability_in_ambient_set(right, true))
}

/// Runs the inner process. Returns only if there is no program, as in a probe of the sandbox.
fn run_inner(policy: &Policy, program: &[OsString]) -> Result<ExitCode, String> {
    // The inner process is killed when the outer one ends, whatever the reason.
    rustix::process::set_parent_process_death_signal(Some(Signal::KILL))
        .map_err(|error| error.to_string())?;
    // Read-only: processes of the real root could set the kernel's parameters through it.
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC | MountFlags::RDONLY;
    mount("proc", "/proc", "proc", flags, None)
        .map_err(|error| format!("/proc cannot be mounted: {error}"))?;
    rustix::process::chdir(&policy.directory)
        .map_err(|error| format!("{}: {error}", policy.directory.display()))?;
    limit().map_err(|error| format!("resources cannot be limited: {error}"))?;
    give_up_rights().map_err(|error| format!("rights cannot be given up: {error}"))?;
    filter::apply()?;
    become_server(program)
}

/// Runs the only process if there are no namespaces.
fn run_landlock(policy: &Policy, program: &[OsString]) -> Result<ExitCode, String> {
    rustix::process::chdir(&policy.directory)
        .map_err(|error| format!("{}: {error}", policy.directory.display()))?;
    limit().map_err(|error| format!("resources cannot be limited: {error}"))?;
    rustix::thread::set_no_new_privs(true)
        .map_err(|error| format!("rights cannot be given up: {error}"))?;
    landlock::apply(policy)?;
    filter::apply()?;
    become_server(program)
}

/// Returns only if there is no program, or it cannot be started.
fn become_server(program: &[OsString]) -> Result<ExitCode, String> {
    match program {
        [] => Ok(ExitCode::SUCCESS),
        [program, arguments @ ..] => {
            let error = Command::new(program).args(arguments).exec();
            Err(format!("{}: {error}", program.display()))
        }
    }
}

fn limit() -> rustix::io::Result<()> {
    let at_most = |resource, most: u64| {
        let now = rustix::process::getrlimit(resource);
        let lower = |limit: Option<u64>| Some(limit.map_or(most, |limit| limit.min(most)));
        rustix::process::setrlimit(
            resource,
            Rlimit { current: lower(now.current), maximum: lower(now.maximum) },
        )
    };
    at_most(Resource::Core, 0)?;
    at_most(Resource::Fsize, MAX_FILE_BYTES)?;
    at_most(Resource::Nproc, MAX_PROCESSES)?;
    // A limit on address space would be wrong: JavaScript engines and Go reserve much more of it
    // than they use.
    at_most(Resource::Data, (physical_memory() / 4 * 3).max(MIN_MEMORY))
}

/// Memory of the machine in bytes; 0 if it is unknown.
#[expect(clippy::disallowed_methods, reason = "the kernel's table")]
fn physical_memory() -> u64 {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let kilobytes = text
        .lines()
        .find_map(|line| line.strip_prefix("MemTotal:")?.split_whitespace().next()?.parse().ok());
    kilobytes.map_or(0, |kilobytes: u64| kilobytes << 10)
}

/// Drops all capabilities for good, so that nothing that is started from here has any in the
/// namespaces, not even as their root user.
fn give_up_rights() -> rustix::io::Result<()> {
    rustix::thread::set_no_new_privs(true)?;
    rustix::thread::clear_ambient_capability_set()?;
    for right in 0..u64::BITS {
        let right = CapabilitySet::from_bits_retain(1 << right);
        match rustix::thread::remove_capability_from_bounding_set(right) {
            // The kernel has no more capabilities.
            Err(rustix::io::Errno::INVAL) => break,
            dropped => dropped?,
        }
    }
    let none = CapabilitySet::empty();
    rustix::thread::set_capabilities(
        None,
        CapabilitySets { effective: none, permitted: none, inheritable: none },
    )
}
