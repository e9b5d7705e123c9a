//! Sandbox of a language server in a root that is not trusted: its workspace read-only and without
//! execution, no network, an empty home except for the tools and dependencies that the server
//! needs, and writing only in its own folder of our cache.
//!
//! On Linux our own program, started again, makes it of unprivileged namespaces and a filter of
//! system calls; on macOS it is `sandbox-exec`. If Linux has no namespaces, servers that need no
//! sandbox get Landlock rules instead. Whether a sandbox works is probed by making one, never
//! assumed.

#[cfg(target_os = "linux")]
mod filter;
#[cfg(target_os = "linux")]
mod landlock;
#[cfg(target_os = "linux")]
mod mounts;
mod policy;
mod seatbelt;
#[cfg(target_os = "linux")]
mod stages;
pub(super) mod visible_paths;

pub use policy::Policy;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::process::Stdio;
use std::time::Duration;
use tokio::process::Command;

/// Hidden command of our own program that makes a sandbox.
pub const SANDBOX_COMMAND: &str = "__sandbox";

/// Time after which a sandbox that is not made yet does not work.
const PROBE_TIMEOUT: Duration = Duration::from_secs(30);

/// Exit code of our own process in a sandbox that could not be made.
const NOT_MADE: u8 = 125;

/// First argument of our own process if it uses Landlock alone.
const WITHOUT_NAMESPACES: &str = "--without-namespaces";

/// Kind of sandbox on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Confinement {
    /// Linux namespaces and a filter of system calls; `program` is our own executable.
    Namespaces { program: PathBuf },
    /// macOS's `sandbox-exec`.
    Seatbelt,
    /// Landlock and a filter of system calls, and the reason why there are no namespaces: for
    /// servers that would otherwise run without a sandbox. It does not prevent a server from
    /// mapping files of the workspace as code.
    Landlock { program: PathBuf, why: String },
    /// No sandbox, and the reason.
    Missing(String),
}

impl Confinement {
    /// Probes the machine by making a sandbox with this policy. `program` is our own executable.
    pub(super) async fn probe(program: Option<&Path>, policy: &Policy) -> Self {
        let confinement = match program {
            Some(program) if cfg!(target_os = "linux") => {
                Self::Namespaces { program: program.to_owned() }
            }
            None if cfg!(target_os = "linux") => {
                return Self::Missing("our own program was not found".to_owned());
            }
            _ if cfg!(target_os = "macos") => Self::Seatbelt,
            _ => return Self::Missing("there is none for this system".to_owned()),
        };
        let why = match confinement.try_out(policy).await {
            Ok(()) => return confinement,
            Err(why) => explained(why),
        };
        match Self::without_namespaces(program, why.clone()) {
            Some(less) if less.try_out(policy).await.is_ok() => less,
            _ => Self::Missing(why),
        }
    }

    /// Alternative on Linux without namespaces.
    fn without_namespaces(program: Option<&Path>, why: String) -> Option<Self> {
        let program = program.filter(|_| cfg!(target_os = "linux"))?.to_owned();
        Some(Self::Landlock { program, why })
    }

    /// Makes a sandbox in which nothing is run.
    async fn try_out(&self, policy: &Policy) -> Result<(), String> {
        let nothing: &[OsString] =
            if *self == Self::Seatbelt { &["/usr/bin/true".into()] } else { &[] };
        let (program, arguments) = self.command(policy, nothing);
        let mut command = Command::new(program);
        command
            .args(arguments)
            .env_clear()
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .kill_on_drop(true);
        let output = tokio::time::timeout(PROBE_TIMEOUT, command.output())
            .await
            .map_err(|_| format!("it was not made within {} s", PROBE_TIMEOUT.as_secs()))?
            .map_err(|error| error.to_string())?;
        if output.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        let why = said.lines().map(str::trim).find(|line| !line.is_empty());
        Err(why.map_or_else(
            || output.status.to_string(),
            |why| why.trim_start_matches(ERROR_PREFIX).to_owned(),
        ))
    }

    /// Returns the command that runs a program, given with its arguments, in the sandbox.
    pub(super) fn command(
        &self,
        policy: &Policy,
        program: &[OsString],
    ) -> (PathBuf, Vec<OsString>) {
        match self {
            Self::Namespaces { program: own } => (
                own.clone(),
                std::iter::once(SANDBOX_COMMAND.into())
                    .chain(policy.to_arguments(program))
                    .collect(),
            ),
            Self::Landlock { program: own, .. } => {
                let words = [SANDBOX_COMMAND, WITHOUT_NAMESPACES].map(OsString::from);
                (own.clone(), words.into_iter().chain(policy.to_arguments(program)).collect())
            }
            Self::Seatbelt => {
                let profile = ["-p".into(), seatbelt::profile(policy).into()];
                (
                    PathBuf::from("/usr/bin/sandbox-exec"),
                    profile.into_iter().chain(program.iter().cloned()).collect(),
                )
            }
            Self::Missing(_) => {
                let path = program.first().map(PathBuf::from).unwrap_or_default();
                (path, program.iter().skip(1).cloned().collect())
            }
        }
    }

    /// Directory for temporary files of a server in this sandbox; `own` is the server's own folder.
    pub(super) fn temporary(&self, own: &Path) -> PathBuf {
        match self {
            // New and empty in each sandbox.
            Self::Namespaces { .. } => PathBuf::from("/tmp"),
            Self::Landlock { .. } | Self::Seatbelt | Self::Missing(_) => own.join("tmp"),
        }
    }

    /// Returns whether the server cannot check that our process exists, because of its own process
    /// namespace or since its signals do not reach it.
    pub(super) fn hides_processes(&self) -> bool {
        matches!(self, Self::Namespaces { .. } | Self::Landlock { .. })
    }

    /// Returns the kind of sandbox as a phrase.
    ///
    /// # Errors
    /// The reason why there is no sandbox for every server.
    pub fn describe(&self) -> Result<&'static str, String> {
        match self {
            Self::Namespaces { .. } => Ok("namespaces and a filter of system calls"),
            Self::Seatbelt => Ok("sandbox-exec"),
            Self::Landlock { why, .. } => Err(format!(
                "{why}; servers that start no toolchain run under Landlock and a filter of system \
                 calls"
            )),
            Self::Missing(why) => Err(format!(
                "{why}; servers that are proven to start no program run without one, with your \
                 rights"
            )),
        }
    }
}

/// Directories and files at which something is mounted; none where the system does not list them.
pub(super) fn mount_points() -> Vec<PathBuf> {
    #[cfg(target_os = "linux")]
    let points = mounts::points();
    #[cfg(not(target_os = "linux"))]
    let points = Vec::new();
    points
}

/// Adds to the reason for a missing sandbox what an administrator can do, if that is known.
fn explained(why: String) -> String {
    if Path::new("/etc/apparmor.d/abi/4.0").exists() {
        return format!("{why}; where AppArmor forbids it, docs/security.md has a profile");
    }
    why
}

/// Prefix of the errors of our own process in a sandbox.
const ERROR_PREFIX: &str = "spelunk's sandbox: ";

/// Runs the hidden command, with the arguments that follow it.
pub fn run_sandbox(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    use std::io::Write as _;
    #[cfg(target_os = "linux")]
    let ended = stages::run(arguments);
    #[cfg(not(target_os = "linux"))]
    let ended: Result<ExitCode, String> = {
        drop(arguments);
        Err("there is none for this system".to_owned())
    };
    ended.unwrap_or_else(|why| {
        let _ = writeln!(std::io::stderr(), "{ERROR_PREFIX}{why}");
        ExitCode::from(NOT_MADE)
    })
}
