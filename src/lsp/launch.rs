//! Launch of a server from its description: finds the program, probes it, collects the facts it
//! needs, and starts it in its own process group with pipes.

use super::client::Pipes;
use super::documents::Files;
use super::environment::Environment;
use super::guard::{Guard, kill_group};
use super::sandbox::{Confinement, Policy, mount_points, visible_paths};
use super::spec::{CommandSpec, ServerSpec};
use super::trust::Mode;
use crate::domain::{Note, State, lock};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::ffi::OsString;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};
use tokio::io::AsyncRead;
use tokio::process::{Child, Command};
use tokio::sync::OnceCell;

/// Time after which a probe has failed.
const PROBE_DEADLINE: Duration = Duration::from_secs(30);

pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Everything that is needed to start a server.
#[derive(Debug, Clone)]
pub struct LaunchPlan {
    pub program: PathBuf,
    pub args: Vec<String>,
    pub environment: BTreeMap<OsString, OsString>,
    /// A directory outside the workspace.
    pub directory: PathBuf,
    /// `initializationOptions`.
    pub options: Value,
    /// Settings for the answers to `workspace/configuration`.
    pub settings: Value,
    pub version: Option<String>,
    /// Sandbox of the server. `None` in trusted roots, and if the machine has none.
    pub sandbox: Option<Sandbox>,
}

/// Sandbox: its kind and its policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sandbox {
    pub confinement: Confinement,
    pub policy: Policy,
}

/// Context of a start: workspace and mode.
#[derive(Debug, Clone, Copy)]
pub struct LaunchContext<'a> {
    /// Workspace of the server.
    pub root: &'a Path,
    /// Our own root that contains it: no program is taken from inside.
    pub boundary: &'a Path,
    pub mode: Mode,
    /// True if the server has reported that it cannot load all of the project.
    pub degraded: bool,
}

/// Reasons why there is no plan.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unavailable {
    #[error("{}", not_installed(server, install))]
    NotInstalled { server: String, install: String },
    /// The program exists and does not run.
    #[error("{} does not run: {why}; to install it: {install}", program.display())]
    Broken { program: PathBuf, why: String, install: String },
    #[error("{server} cannot be started safely: {why}")]
    Unsafe { server: String, why: String },
    #[error("{server} cannot be prepared: {why}")]
    Preparation { server: String, why: String },
    /// The server would run in a sandbox, and the machine has none.
    #[error(
        "{server} starts other programs, for which there is no sandbox here ({why}); `spelunk trust` runs it without, which \
         makes this exact"
    )]
    NoSandbox { server: String, why: String },
}

impl Unavailable {
    pub(super) fn not_installed(spec: &ServerSpec) -> Self {
        Self::NotInstalled { server: spec.name.clone(), install: spec.install.clone() }
    }

    /// Returns the note for the evidence of an answer.
    pub(super) fn note(&self) -> Note {
        match self {
            Self::NotInstalled { server, install } => not_installed(server, install),
            other => Note::Remark(other.to_string()),
        }
    }

    /// Returns the state for the evidence of an answer.
    pub(super) fn state(&self) -> State {
        match self {
            Self::NoSandbox { .. } => State::Untrusted,
            _ => State::Absent,
        }
    }
}

fn not_installed(server: &str, install: &str) -> Note {
    Note::NotInstalled { server: server.to_owned(), install: install.to_owned() }
}

/// A server that was started.
pub struct Launched {
    pub pipes: Pipes,
    pub errors: Option<Box<dyn AsyncRead + Send + Unpin>>,
    pub process: Box<dyn Process>,
}

/// Running process, or its substitute in a test.
pub trait Process: Send + Sync {
    /// Waits until the process has exited.
    fn exited(&mut self) -> BoxFuture<'_, ()>;

    /// Kills the process and all its children at once.
    fn kill(&mut self);

    /// Process group, if there is one.
    fn group(&self) -> Option<i32>;
}

/// Source of servers.
pub trait Launcher: Send + Sync {
    /// Returns whether a program with the server's name is found at all. Starts nothing.
    fn is_there(&self, spec: &ServerSpec, boundary: &Path) -> bool;

    /// Finds a server's program and returns how to start it.
    fn prepare<'a>(
        &'a self,
        spec: &'a ServerSpec,
        context: LaunchContext<'a>,
    ) -> BoxFuture<'a, Result<LaunchPlan, Unavailable>>;

    /// Starts a server.
    ///
    /// # Errors
    /// When the process cannot be started.
    fn launch(&self, plan: &LaunchPlan) -> std::io::Result<Launched>;
}

/// The machine that we run on.
pub struct Machine {
    pub(super) environment: Environment,
    pub(super) cache: PathBuf,
    pub(super) files: Arc<dyn Files>,
    /// Our own executable.
    program: Option<PathBuf>,
    guard: Arc<Guard>,
    confinement: OnceCell<Confinement>,
    probes: Mutex<HashMap<PathBuf, (Option<SystemTime>, ProbeResult)>>,
    /// Programs behind shims.
    programs: Mutex<HashMap<PathBuf, PathBuf>>,
}

/// A program to run to its end.
pub(super) struct Run<'a> {
    pub(super) program: &'a Path,
    pub(super) arguments: &'a [String],
    pub(super) roots: &'a [PathBuf],
}

/// Version of a program, or the reason why it does not run.
type ProbeResult = Result<Option<String>, String>;

/// A program that was found, for `doctor`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundProgram {
    pub program: PathBuf,
    pub args: Vec<String>,
    pub version: Result<Option<String>, String>,
}

impl Machine {
    /// Takes no program from a root from now on, whichever root a server is for.
    pub fn keep_out(&self, root: &Path) {
        self.environment.keep_out(root);
    }

    /// Returns the canonical homes of the user: what HOME names, and the account's.
    pub fn homes(&self) -> Vec<PathBuf> {
        self.environment.homes()
    }

    /// `cache` is spelunk's folder in the user's cache; `program` our own executable, which guards
    /// and confines servers.
    pub fn new(
        environment: Environment,
        cache: &Path,
        files: Arc<dyn Files>,
        program: Option<PathBuf>,
    ) -> Self {
        Self {
            environment,
            cache: cache.to_owned(),
            files,
            guard: Arc::new(Guard::new(program.clone())),
            program,
            confinement: OnceCell::new(),
            probes: Mutex::default(),
            programs: Mutex::default(),
        }
    }

    /// Confinement of servers on this machine. Probed once.
    pub async fn confinement(&self) -> &Confinement {
        let probe = || async {
            let folder = self.cache.join("servers");
            let made = std::fs::create_dir_all(&folder).and_then(|()| self.neutral(&[]));
            let directory = made.unwrap_or_else(|_| PathBuf::from(std::path::MAIN_SEPARATOR_STR));
            let policy = visible_paths::policy(&visible_paths::Needs {
                homes: &self.environment.homes(),
                mounts: &mount_points(),
                roots: &[],
                programs: &[],
                toolchains: &[],
                files: &[],
                writable: &[folder],
                directory: &directory,
            });
            Confinement::probe(self.program.as_deref(), &policy).await
        };
        self.confinement.get_or_init(probe).await
    }

    pub(super) fn known_program(&self, shim: &Path) -> Option<PathBuf> {
        lock(&self.programs).get(shim).cloned()
    }

    pub(super) fn remember_program(&self, shim: &Path, program: &Path) {
        lock(&self.programs).insert(shim.to_owned(), program.to_owned());
    }

    /// Returns every program that could be this server, in order of preference, with the result of
    /// its probe.
    pub async fn find_all(&self, spec: &ServerSpec, boundaries: &[PathBuf]) -> Vec<FoundProgram> {
        let mut all = Vec::new();
        for command in &spec.command {
            for program in self.environment.find(&command.program, boundaries) {
                let version = self.probe(&program, command, boundaries).await;
                all.push(FoundProgram { program, args: command.args.clone(), version });
            }
        }
        all
    }

    /// Returns the first program that runs.
    pub(super) async fn find(
        &self,
        spec: &ServerSpec,
        boundaries: &[PathBuf],
    ) -> Result<FoundProgram, Unavailable> {
        let mut broken = None;
        for command in &spec.command {
            for program in self.environment.find(&command.program, boundaries) {
                match self.probe(&program, command, boundaries).await {
                    Ok(version) => {
                        return Ok(FoundProgram {
                            program,
                            args: command.args.clone(),
                            version: Ok(version),
                        });
                    }
                    Err(why) => broken = broken.or(Some((program, why))),
                }
            }
        }
        Err(match broken {
            Some((program, why)) => {
                Unavailable::Broken { program, why, install: spec.install.clone() }
            }
            None => Unavailable::not_installed(spec),
        })
    }

    /// Runs a program's probe, once for each modification time of the file.
    async fn probe(&self, program: &Path, command: &CommandSpec, roots: &[PathBuf]) -> ProbeResult {
        let Some(probe) = &command.probe else { return Ok(None) };
        let changed = program.metadata().and_then(|metadata| metadata.modified()).ok();
        let known = lock(&self.probes).get(program).cloned();
        if let Some((at, result)) = known
            && at == changed
        {
            return result;
        }
        let prober = match &probe.program {
            Some(name) => program.with_file_name(name),
            None => program.to_owned(),
        };
        let result = match self.run(Run { program: &prober, arguments: &probe.args, roots }).await {
            Ok(output) => match regex::Regex::new(&probe.expect).ok().and_then(|pattern| {
                let captures = output.lines().find_map(|line| pattern.captures(line))?;
                Some(captures.get(1).map(|version| version.as_str().to_owned()))
            }) {
                Some(version) => Ok(version),
                None => Err(format!("it is another program or version: `{}`", first_line(&output))),
            },
            Err(why) => Err(why),
        };
        lock(&self.probes).insert(program.to_owned(), (changed, result.clone()));
        result
    }

    /// Runs a program to its end, in the neutral directory and the safe environment. Returns its
    /// output, or the reason why it failed.
    pub(super) async fn run(&self, run: Run<'_>) -> Result<String, String> {
        let Run { program, arguments, roots } = run;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .env_clear()
            .envs(self.environment.for_program(Mode::Safe, roots))
            .env("RUSTUP_AUTO_INSTALL", "0")
            .env("GOTOOLCHAIN", "local")
            // Keeps Go's programs from leaving a process behind that uploads counts of their use.
            .env("GO_TELEMETRY_CHILD", "2")
            .current_dir(self.neutral(roots).map_err(|error| error.to_string())?)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        own_group(&mut command);
        let child = command.spawn().map_err(|error| error.to_string())?;
        let _group = child
            .id()
            .and_then(|id| i32::try_from(id).ok())
            .map(|id| Watched::new(id, &self.guard));
        let output = tokio::time::timeout(PROBE_DEADLINE, child.wait_with_output())
            .await
            .map_err(|_| format!("it did not end within {} s", PROBE_DEADLINE.as_secs()))?
            .map_err(|error| error.to_string())?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        if output.status.success() {
            return Ok(text);
        }
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        Err(format!(
            "{}: {}",
            output.status,
            first_line(if errors.trim().is_empty() { &text } else { &errors })
        ))
    }

    /// Directory of our own that contains nothing a tool would take for a project, and is in none:
    /// tools read their settings in all folders above theirs. Where the cache is in a project, or
    /// in the repository around one, it is the top of the file system.
    pub(super) fn neutral(&self, roots: &[PathBuf]) -> std::io::Result<PathBuf> {
        let top = || PathBuf::from(std::path::MAIN_SEPARATOR_STR);
        let directory = self.cache.join("neutral");
        let there = directory.ancestors().find(|folder| folder.exists());
        let Some(there) = there.and_then(|folder| folder.canonicalize().ok()) else {
            return Ok(top());
        };
        let is_in = |root: &PathBuf| {
            directory.starts_with(root)
                || there.starts_with(root)
                || root.canonicalize().is_ok_and(|root| there.starts_with(root))
        };
        if roots.iter().any(is_in) || self.environment.is_in_project(&there) {
            return Ok(top());
        }
        std::fs::create_dir_all(&directory)?;
        Ok(directory)
    }
}

impl Launcher for Machine {
    fn is_there(&self, spec: &ServerSpec, boundary: &Path) -> bool {
        let boundaries = [boundary.to_owned()];
        spec.command
            .iter()
            .any(|command| !self.environment.find(&command.program, &boundaries).is_empty())
    }

    fn prepare<'a>(
        &'a self,
        spec: &'a ServerSpec,
        context: LaunchContext<'a>,
    ) -> BoxFuture<'a, Result<LaunchPlan, Unavailable>> {
        Box::pin(self.plan(spec, context))
    }

    fn launch(&self, plan: &LaunchPlan) -> std::io::Result<Launched> {
        let words = std::iter::once(plan.program.clone().into())
            .chain(plan.args.iter().map(OsString::from));
        let words: Vec<OsString> = words.collect();
        let (program, arguments) = match &plan.sandbox {
            Some(Sandbox { confinement, policy }) => confinement.command(policy, &words),
            None => (plan.program.clone(), words[1..].to_vec()),
        };
        let mut command = Command::new(program);
        command
            .args(arguments)
            .env_clear()
            .envs(&plan.environment)
            .current_dir(&plan.directory)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        own_group(&mut command);
        let mut child = command.spawn()?;
        let group = child.id().and_then(|id| i32::try_from(id).ok());
        let missing = || std::io::Error::other("a pipe to the server is missing");
        let input = child.stdin.take().ok_or_else(missing)?;
        let output = child.stdout.take().ok_or_else(missing)?;
        let errors = child.stderr.take().ok_or_else(missing)?;
        if let Some(group) = group {
            self.guard.watch(group);
        }
        Ok(Launched {
            pipes: Pipes { input: Box::new(input), output: Box::new(output) },
            errors: Some(Box::new(errors)),
            process: Box::new(ServerProcess { child, group, guard: self.guard.clone() }),
        })
    }
}

/// Makes a process the leader of a new group, so that it can be killed together with its children.
fn own_group(command: &mut Command) {
    #[cfg(unix)]
    command.process_group(0);
    #[cfg(not(unix))]
    let _ = command;
}

/// Process group of a probe, killed when the probe is dropped or our process ends.
struct Watched {
    group: i32,
    guard: Arc<Guard>,
}

impl Watched {
    fn new(group: i32, guard: &Arc<Guard>) -> Self {
        guard.watch(group);
        Self { group, guard: Arc::clone(guard) }
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        kill_group(self.group);
        self.guard.forget(self.group);
    }
}

struct ServerProcess {
    child: Child,
    group: Option<i32>,
    guard: Arc<Guard>,
}

impl Process for ServerProcess {
    fn exited(&mut self) -> BoxFuture<'_, ()> {
        Box::pin(async {
            let _ = self.child.wait().await;
        })
    }

    fn kill(&mut self) {
        if let Some(group) = self.group {
            kill_group(group);
        }
        let _ = self.child.start_kill();
    }

    fn group(&self) -> Option<i32> {
        self.group
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // A child may outlive the leader of the group.
        self.kill();
        if let Some(group) = self.group {
            self.guard.forget(group);
        }
    }
}

fn first_line(text: &str) -> String {
    text.lines()
        .map(str::trim)
        .find(|line| !line.is_empty())
        .unwrap_or("it said nothing")
        .chars()
        .take(200)
        .collect()
}
