//! From a description of a server to a running process: finding the program, proving that it runs, asking what must be
//! known first, and starting it in its own process group with pipes.

use super::client::Pipes;
use super::collect::collect;
use super::documents::Files;
use super::environment::Environment;
use super::guard::{Guard, kill_group};
use super::spec::{CommandSpec, CopyRule, FactSpec, ServerSpec};
use super::trust::Mode;
use crate::workspace::{MAX_FILE_BYTES, read_file};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::ffi::OsString;
use std::future::Future;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};
use tokio::io::AsyncRead;
use tokio::process::{Child, Command};

/// A probe that takes longer has failed.
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
    /// What `workspace/configuration` is answered from.
    pub settings: Value,
    pub version: Option<String>,
}

/// What a server is started for.
#[derive(Debug, Clone, Copy)]
pub struct Situation<'a> {
    /// The server's workspace.
    pub root: &'a Path,
    /// The root of ours that holds it: no program is taken from inside.
    pub boundary: &'a Path,
    pub mode: Mode,
    /// It has said before that it cannot load all of the project.
    pub degraded: bool,
}

/// Why there is no plan.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unavailable {
    #[error("{server} is not installed; to install it: {install}")]
    NotInstalled { server: String, install: String },
    /// It is there and does not run.
    #[error("{} does not run: {why}; to install it: {install}", program.display())]
    Broken { program: PathBuf, why: String, install: String },
    #[error("{server} cannot be started safely: {why}")]
    Unsafe { server: String, why: String },
    #[error("{server} cannot be prepared: {why}")]
    Preparation { server: String, why: String },
}

impl Unavailable {
    pub(super) fn not_installed(spec: &ServerSpec) -> Self {
        Self::NotInstalled { server: spec.name.clone(), install: spec.install.clone() }
    }
}

/// A server that was started.
pub struct Launched {
    pub pipes: Pipes,
    pub errors: Option<Box<dyn AsyncRead + Send + Unpin>>,
    pub process: Box<dyn Process>,
}

/// A running process, or what stands for one in a test.
pub trait Process: Send + Sync {
    /// Waits until it has exited.
    fn exited(&mut self) -> BoxFuture<'_, ()>;

    /// Ends it and all its children at once.
    fn kill(&mut self);

    /// The process group, where there is one.
    fn group(&self) -> Option<i32>;
}

/// Where servers come from.
pub trait Launcher: Send + Sync {
    /// Whether a program by the server's name can be found at all. Starts nothing.
    fn is_there(&self, spec: &ServerSpec, boundary: &Path) -> bool;

    /// Looks for a server and finds out how to start it.
    fn prepare<'a>(
        &'a self,
        spec: &'a ServerSpec,
        situation: Situation<'a>,
    ) -> BoxFuture<'a, Result<LaunchPlan, Unavailable>>;

    /// Starts it.
    ///
    /// # Errors
    /// When the process cannot be started.
    fn launch(&self, plan: &LaunchPlan) -> std::io::Result<Launched>;
}

/// The machine that we run on.
pub struct Machine {
    environment: Environment,
    cache: PathBuf,
    files: Arc<dyn Files>,
    guard: Arc<Guard>,
    probes: Mutex<HashMap<PathBuf, (Option<SystemTime>, ProbeResult)>>,
}

/// The version, or why it does not run.
type ProbeResult = Result<Option<String>, String>;

/// A program that was found, for `doctor`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    pub program: PathBuf,
    pub args: Vec<String>,
    pub version: Result<Option<String>, String>,
}

impl Machine {
    /// `cache` is spelunk's folder in the user's cache; `guard` our own executable.
    pub fn new(environment: Environment, cache: &Path, files: Arc<dyn Files>, guard: Option<PathBuf>) -> Self {
        Self {
            environment,
            cache: cache.to_owned(),
            files,
            guard: Arc::new(Guard::new(guard)),
            probes: Mutex::default(),
        }
    }

    /// Every program that could be this server, in order of preference, with what its probe said.
    pub async fn find_all(&self, spec: &ServerSpec, boundaries: &[PathBuf]) -> Vec<Found> {
        let mut all = Vec::new();
        for command in &spec.command {
            for program in self.environment.find(&command.program, boundaries) {
                let version = self.probe(&program, command, boundaries).await;
                all.push(Found { program, args: command.args.clone(), version });
            }
        }
        all
    }

    /// The first that runs.
    async fn find(&self, spec: &ServerSpec, boundaries: &[PathBuf]) -> Result<Found, Unavailable> {
        let mut broken = None;
        for command in &spec.command {
            for program in self.environment.find(&command.program, boundaries) {
                match self.probe(&program, command, boundaries).await {
                    Ok(version) => return Ok(Found { program, args: command.args.clone(), version: Ok(version) }),
                    Err(why) => broken = broken.or(Some((program, why))),
                }
            }
        }
        Err(match broken {
            Some((program, why)) => Unavailable::Broken { program, why, install: spec.install.clone() },
            None => Unavailable::not_installed(spec),
        })
    }

    /// Runs a program's probe, once for each state of the file.
    async fn probe(&self, program: &Path, command: &CommandSpec, roots: &[PathBuf]) -> ProbeResult {
        let Some(probe) = &command.probe else { return Ok(None) };
        let changed = program.metadata().and_then(|metadata| metadata.modified()).ok();
        let known = self.probes.lock().unwrap_or_else(PoisonError::into_inner).get(program).cloned();
        if let Some((at, result)) = known
            && at == changed
        {
            return result;
        }
        let prober = match &probe.program {
            Some(name) => program.with_file_name(name),
            None => program.to_owned(),
        };
        let result = match self.run(&prober, &probe.args, roots).await {
            Ok(output) => match regex::Regex::new(&probe.expect).ok().and_then(|pattern| {
                let captures = output.lines().find_map(|line| pattern.captures(line))?;
                Some(captures.get(1).map(|version| version.as_str().to_owned()))
            }) {
                Some(version) => Ok(version),
                None => Err(format!("it is another program or version: `{}`", first_line(&output))),
            },
            Err(why) => Err(why),
        };
        self.probes
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(program.to_owned(), (changed, result.clone()));
        result
    }

    /// Runs a program to its end, in the neutral directory and the safe environment. Its output, or why it failed.
    async fn run(&self, program: &Path, args: &[String], roots: &[PathBuf]) -> Result<String, String> {
        let mut command = Command::new(program);
        command
            .args(args)
            .env_clear()
            .envs(self.environment.for_program(Mode::Safe, roots))
            .env("RUSTUP_AUTO_INSTALL", "0")
            .env("GOTOOLCHAIN", "local")
            .current_dir(self.neutral(roots).map_err(|error| error.to_string())?)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        own_group(&mut command);
        let child = command.spawn().map_err(|error| error.to_string())?;
        let _group = child.id().and_then(|id| i32::try_from(id).ok()).map(|id| Watched::new(id, &self.guard));
        let output = tokio::time::timeout(PROBE_DEADLINE, child.wait_with_output())
            .await
            .map_err(|_| format!("it did not end within {} s", PROBE_DEADLINE.as_secs()))?
            .map_err(|error| error.to_string())?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        if output.status.success() {
            return Ok(text);
        }
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        Err(format!("{}: {}", output.status, first_line(if errors.trim().is_empty() { &text } else { &errors })))
    }

    /// A directory of ours in which nothing lies that a tool would take for a project.
    fn neutral(&self, roots: &[PathBuf]) -> std::io::Result<PathBuf> {
        let directory = self.cache.join("neutral");
        if roots.iter().any(|root| directory.starts_with(root)) {
            return Ok(PathBuf::from(std::path::MAIN_SEPARATOR_STR));
        }
        std::fs::create_dir_all(&directory)?;
        Ok(directory)
    }

    async fn facts(
        &self,
        facts: &BTreeMap<String, FactSpec>,
        roots: &[PathBuf],
    ) -> Result<BTreeMap<String, String>, String> {
        let mut known = BTreeMap::new();
        for (name, fact) in facts {
            let program = self.environment.find(&fact.program, roots).into_iter().next();
            let program = program.ok_or_else(|| format!("`{}` was not found in PATH", fact.program))?;
            let output = self.run(&program, &fact.args, roots).await;
            let output = output.map_err(|why| format!("`{} {}`: {why}", fact.program, fact.args.join(" ")))?;
            known.insert(name.clone(), output.trim().to_owned());
        }
        Ok(known)
    }

    /// The server's own folder for a root.
    fn folder(&self, spec: &ServerSpec, root: &Path, mode: Mode) -> PathBuf {
        let mut hasher = DefaultHasher::new();
        (root, mode).hash(&mut hasher);
        self.cache.join("servers").join(format!("{}-{:016x}", spec.name, hasher.finish()))
    }

    async fn plan(&self, spec: &ServerSpec, situation: Situation<'_>) -> Result<LaunchPlan, Unavailable> {
        let Situation { root, boundary, mode, degraded } = situation;
        let roots = [boundary.to_owned(), root.to_owned()];
        let found = self.find(spec, &roots).await?;
        let preparation = |why: String| Unavailable::Preparation { server: spec.name.clone(), why };
        let folder = self.folder(spec, root, mode);
        std::fs::create_dir_all(&folder).map_err(|error| preparation(format!("{}: {error}", folder.display())))?;
        copy_files(&spec.copy, root, &folder).map_err(|error| preparation(error.to_string()))?;

        let mut words = match (self.facts(&spec.facts, &roots).await, mode) {
            (Ok(words), _) => words,
            (Err(_), Mode::Trusted) => BTreeMap::new(),
            (Err(why), Mode::Safe) => return Err(Unavailable::Unsafe { server: spec.name.clone(), why }),
        };
        words.insert("cache".into(), folder.display().to_string());
        words.insert("root".into(), root.display().to_string());

        let mut environment = self.environment.for_program(mode, &roots);
        let mut set = |variables: &BTreeMap<String, String>| {
            for (name, value) in variables {
                environment.insert(name.into(), fill(value, &words).into());
            }
        };
        set(&spec.environment);
        let (mut options, mut settings) = (spec.options.clone(), spec.settings.clone());
        let mut lists = BTreeMap::new();
        if let Some(less) = spec.degraded.as_ref().filter(|_| degraded) {
            overlay(&mut options, &less.options);
            lists = collect(&spec.collect, self.files.as_ref(), root);
        }
        match mode {
            Mode::Safe => set(&spec.environment_safe),
            Mode::Trusted => {
                overlay(&mut options, &spec.options_trusted);
                overlay(&mut settings, &spec.settings_trusted);
            }
        }
        Ok(LaunchPlan {
            program: found.program,
            args: found.args.iter().map(|arg| fill(arg, &words)).collect(),
            environment,
            directory: self.neutral(&roots).map_err(|error| preparation(error.to_string()))?,
            options: to_json(&toml::Value::Table(options), &words, &lists),
            settings: to_json(&toml::Value::Table(settings), &words, &lists),
            version: found.version.ok().flatten(),
        })
    }
}

impl Launcher for Machine {
    fn is_there(&self, spec: &ServerSpec, boundary: &Path) -> bool {
        let boundaries = [boundary.to_owned()];
        spec.command.iter().any(|command| !self.environment.find(&command.program, &boundaries).is_empty())
    }

    fn prepare<'a>(
        &'a self,
        spec: &'a ServerSpec,
        situation: Situation<'a>,
    ) -> BoxFuture<'a, Result<LaunchPlan, Unavailable>> {
        Box::pin(self.plan(spec, situation))
    }

    fn launch(&self, plan: &LaunchPlan) -> std::io::Result<Launched> {
        let mut command = Command::new(&plan.program);
        command
            .args(&plan.args)
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

/// Makes a process the leader of a new group, so that it can be ended together with its children.
fn own_group(command: &mut Command) {
    #[cfg(unix)]
    command.process_group(0);
    #[cfg(not(unix))]
    let _ = command;
}

/// The process group of a probe, which ends with us, and when nobody waits for it any more.
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
        // The leader may be gone while a child of its own lives on.
        self.kill();
        if let Some(group) = self.group {
            self.guard.forget(group);
        }
    }
}

fn first_line(text: &str) -> String {
    text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("it said nothing").chars().take(200).collect()
}

/// Copies what a server would otherwise write beside. Files that are already the same are left alone, so that what was
/// built from them stays valid.
fn copy_files(rules: &[CopyRule], root: &Path, folder: &Path) -> std::io::Result<()> {
    for rule in rules {
        let target = folder.join(&rule.to);
        std::fs::create_dir_all(&target)?;
        // A link out of the workspace counts as no file.
        let read = |file: &String| {
            let path = root.join(file);
            read_file(&path, root, MAX_FILE_BYTES).ok().map(|bytes| (path, bytes))
        };
        let is_copied = |copy: &Path, bytes: &Vec<u8>| {
            read_file(copy, Path::new("/"), MAX_FILE_BYTES).is_ok_and(|known| known == *bytes)
        };
        let source = rule.files.iter().find_map(read);
        for file in &rule.files {
            let Some(name) = Path::new(file).file_name() else { continue };
            let copy = target.join(name);
            match source.as_ref().filter(|(source, _)| source.file_name() == Some(name)) {
                Some((_, bytes)) if is_copied(&copy, bytes) => {}
                Some((_, bytes)) => std::fs::write(&copy, bytes)?,
                None if copy.exists() => std::fs::remove_file(&copy)?,
                None => {}
            }
        }
    }
    Ok(())
}

/// Puts words in the place of `{name}`.
fn fill(text: &str, words: &BTreeMap<String, String>) -> String {
    words.iter().fold(text.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
}

/// Lays one table over another, deeply.
fn overlay(base: &mut toml::Table, over: &toml::Table) {
    for (key, value) in over {
        match (base.get_mut(key), value) {
            (Some(toml::Value::Table(base)), toml::Value::Table(over)) => overlay(base, over),
            _ => {
                base.insert(key.clone(), value.clone());
            }
        }
    }
}

/// With words in the place of `{name}` in texts, and lists in the place of such an element of an array.
fn to_json(value: &toml::Value, words: &BTreeMap<String, String>, lists: &BTreeMap<String, Vec<String>>) -> Value {
    match value {
        toml::Value::String(text) => fill(text, words).into(),
        toml::Value::Integer(number) => (*number).into(),
        toml::Value::Float(number) => (*number).into(),
        toml::Value::Boolean(truth) => (*truth).into(),
        toml::Value::Datetime(moment) => moment.to_string().into(),
        toml::Value::Array(values) => {
            let mut array = Vec::new();
            for value in values {
                let name = value.as_str().and_then(|text| text.strip_prefix('{')?.strip_suffix('}'));
                match name.and_then(|name| lists.get(name)) {
                    Some(list) => array.extend(list.iter().map(|element| Value::from(element.as_str()))),
                    None => array.push(to_json(value, words, lists)),
                }
            }
            array.into()
        }
        toml::Value::Table(table) => {
            let members = table.iter().map(|(key, value)| (key.clone(), to_json(value, words, lists)));
            members.collect::<serde_json::Map<_, _>>().into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trusted_options_are_laid_over_the_safe_ones() {
        let mut base: toml::Table = toml::from_str("a.b = 1\na.c = '{cache}/x'").unwrap();
        overlay(&mut base, &toml::from_str("a.b = 2\nd = true").unwrap());
        let words = BTreeMap::from([("cache".to_owned(), "/tmp/c".to_owned())]);
        let json = to_json(&toml::Value::Table(base), &words, &BTreeMap::new());
        assert_eq!(json, serde_json::json!({ "a": { "b": 2, "c": "/tmp/c/x" }, "d": true }));
    }

    #[test]
    fn a_list_takes_the_place_of_its_name_in_an_array() {
        let table: toml::Table = toml::from_str("a = ['x', '{list}', '{other}']").unwrap();
        let lists = BTreeMap::from([("list".to_owned(), vec!["1".to_owned(), "2".to_owned()])]);
        let json = to_json(&toml::Value::Table(table), &BTreeMap::new(), &lists);
        assert_eq!(json, serde_json::json!({ "a": ["x", "1", "2", "{other}"] }));
    }

    #[test]
    fn a_copy_follows_its_source_and_goes_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let (root, own) = (folder.path().join("root"), folder.path().join("own"));
        std::fs::create_dir_all(root.join("build")).unwrap();
        let rules = [CopyRule { files: vec!["a.json".into(), "build/a.json".into()], to: "commands".into() }];
        let copied = || std::fs::read_to_string(own.join("commands/a.json")).ok();
        std::fs::write(root.join("build/a.json"), "built").unwrap();
        copy_files(&rules, &root, &own).unwrap();
        assert_eq!(copied().as_deref(), Some("built"));
        std::fs::write(root.join("a.json"), "own").unwrap();
        copy_files(&rules, &root, &own).unwrap();
        assert_eq!(copied().as_deref(), Some("own"));
        std::fs::remove_file(root.join("a.json")).unwrap();
        std::fs::remove_file(root.join("build/a.json")).unwrap();
        copy_files(&rules, &root, &own).unwrap();
        assert_eq!(copied(), None);
    }
}
