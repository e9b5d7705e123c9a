//! Language servers: created once from plain data, shared by all sessions.

use crate::domain::{Problem, Progress};
use crate::lang::registry;
pub use crate::lsp::Environment as ProgramEnvironment;
pub use crate::lsp::ServerState as RunningServer;

use crate::lsp::{
    Config, Disk, Environment, Files, FoundProgram, Machine, Moment, Query, RequestKind, SafeMode,
    ServerSpec, Servers, SpecError, Timing, TrafficLog, Trust, TrustError, TrustSource, TrustStore,
};
use serde::Serialize;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// Environment and configuration that the surfaces read for the servers.
#[derive(Debug, Clone, Default)]
pub struct ServerSettings {
    /// The process's own environment.
    pub variables: Vec<(OsString, OsString)>,
    /// Home of the account.
    pub account: Option<PathBuf>,
    /// `None` if it no longer exists or cannot be read.
    pub working_directory: Option<PathBuf>,
    /// spelunk's folder in the user's cache.
    pub cache: PathBuf,
    /// spelunk's folder in the user's configuration, which holds the list of trusted roots.
    pub config: PathBuf,
    /// `[[server]]` tables of the user's configuration.
    pub servers: Vec<toml::Table>,
    /// True if every root is trusted in this run.
    pub trust_all: bool,
    /// File to which the traffic with the servers is recorded.
    pub log: Option<PathBuf>,
    /// Our own program, run as the guard that ends the servers if this process dies suddenly.
    pub program: Option<PathBuf>,
    /// The user's own git excludes.
    pub user_excludes: Option<PathBuf>,
}

#[derive(Debug, thiserror::Error)]
pub enum ServersError {
    #[error(transparent)]
    Spec(#[from] SpecError),
    #[error("the traffic with language servers cannot be recorded in {file}: {source}")]
    Log { file: PathBuf, source: std::io::Error },
}

impl Problem for ServersError {
    fn hint(&self) -> Option<String> {
        match self {
            Self::Log { .. } => {
                Some("set SPELUNK_LSP_LOG to a file that can be written".to_owned())
            }
            Self::Spec(_) => None,
        }
    }
}

/// All language servers of this process. Cheap to clone; a server is started by the first query
/// that needs it.
#[derive(Clone)]
pub struct LanguageServers {
    pub(in crate::engine) servers: Servers,
    machine: Arc<Machine>,
    files: Arc<Disk>,
    trust: TrustStore,
}

impl std::fmt::Debug for LanguageServers {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("LanguageServers")
    }
}

/// Installation state of one server, for `doctor`.
#[derive(Debug, Clone)]
pub struct ServerReport {
    pub name: String,
    /// Language ids.
    pub languages: Vec<String>,
    /// Candidate programs in order of preference: path, and version or the reason why it does not
    /// run.
    pub programs: Vec<(PathBuf, Result<Option<String>, String>)>,
    pub install: String,
    /// True if the server also starts in untrusted roots, where it runs nothing of the workspace's
    /// own.
    pub is_safe: bool,
    pub writes: String,
}

/// A supported language server.
#[derive(Debug, Clone, Serialize)]
pub struct LanguageServer {
    pub name: String,
    #[serde(skip)]
    pub languages: Vec<String>,
    /// True if its description was tested against the server itself.
    pub tested: bool,
}

/// Returns the language servers that this build supports, best first.
///
/// # Errors
/// If a description is invalid.
pub fn described_servers() -> Result<Vec<LanguageServer>, ServersError> {
    let server = |spec: &Arc<ServerSpec>| LanguageServer {
        name: spec.name.clone(),
        languages: spec.languages.clone(),
        tested: !spec.untested,
    };
    Ok(ServerSpec::built_in()?.iter().map(server).collect())
}

/// Returns what is wrong with the `[[server]]` tables of a configuration, and the byte at which it
/// stands.
pub fn mistake_in_tables(configuration: &str) -> Option<(Option<usize>, String)> {
    ServerSpec::mistake_in_tables(configuration)
}

impl LanguageServers {
    /// # Errors
    /// If a `[[server]]` table is invalid, or the recording cannot be written.
    pub fn new(settings: ServerSettings) -> Result<Self, ServersError> {
        let specs =
            ServerSpec::with_user_tables(settings.servers, "the configuration's [[server]]")?;
        let log = match settings.log {
            Some(file) => {
                TrafficLog::to_file(&file).map_err(|source| ServersError::Log { file, source })?
            }
            None => TrafficLog::default(),
        };
        let files = Arc::new(Disk { user_excludes: settings.user_excludes });
        let environment = Environment::new(
            settings.variables,
            settings.account.as_deref(),
            settings.working_directory.as_deref(),
        );
        let machine =
            Arc::new(Machine::new(environment, &settings.cache, files.clone(), settings.program));
        let trust = TrustStore::new(&settings.config);
        let source = if settings.trust_all {
            TrustSource::Fixed(Trust::All)
        } else {
            TrustSource::Store(trust.clone())
        };
        let (launcher, disk) = (machine.clone(), files.clone());
        let config =
            Config { specs, launcher, files, trust: source, log, timing: Timing::default() };
        Ok(Self { servers: Servers::new(config), machine, files: disk, trust })
    }

    /// Takes no program from these roots from now on, whichever root a server is for.
    pub(super) fn keep_out<'a>(&self, roots: impl IntoIterator<Item = &'a Path>) {
        roots.into_iter().for_each(|root| self.machine.keep_out(root));
    }

    /// Returns the canonical folders that servers read beside these roots.
    pub(super) fn libraries(&self, roots: &[PathBuf]) -> Vec<PathBuf> {
        self.machine.libraries(self.servers.specs(), roots)
    }

    /// Ends all servers; takes less than three seconds.
    pub async fn shut_down(&self) {
        self.servers.shut_down().await;
    }

    /// Reports the installed servers as a session with these roots would find them. Runs the
    /// programs' probes; starts no server.
    pub async fn survey(&self, roots: &[PathBuf]) -> Vec<ServerReport> {
        let mut reports = Vec::new();
        let confined = self.sandbox().await.is_ok();
        for spec in self.servers.specs() {
            let found = self.machine.find_all(spec, roots).await;
            reports.push(ServerReport {
                name: spec.name.clone(),
                languages: spec.languages.clone(),
                programs: found
                    .into_iter()
                    .map(|FoundProgram { program, version, .. }| (program, version))
                    .collect(),
                install: spec.install.clone(),
                is_safe: match spec.safe {
                    SafeMode::Proven => true,
                    SafeMode::Sandboxed => confined,
                    SafeMode::NeedsTrust => false,
                },
                writes: spec.writes.clone(),
            });
        }
        reports
    }

    /// Returns a description of the sandbox in which servers run for untrusted roots.
    ///
    /// # Errors
    /// The reason why there is no sandbox for every server on this machine.
    pub async fn sandbox(&self) -> Result<&'static str, String> {
        self.machine.confinement().await.describe()
    }

    /// Returns the servers that were needed so far.
    pub fn running(&self) -> Vec<RunningServer> {
        self.servers.states()
    }

    /// Starts the servers that the files of these roots need, with a query about one file of each
    /// language, and waits for them until `deadline`.
    pub async fn try_out(&self, roots: &[PathBuf], deadline: Instant) {
        let cancellation = CancellationToken::new();
        let asked = Moment::now();
        let mut questions = JoinSet::new();
        self.keep_out(roots.iter().map(PathBuf::as_path));
        for root in roots {
            for (language, file) in self.examples(root) {
                let Some(text) = self.files.read(&file) else { continue };
                let (boundary, cancellation, progress) =
                    (root.clone(), cancellation.clone(), Progress::default());
                let query = Query {
                    language,
                    boundary,
                    file,
                    text,
                    offset: 0,
                    asked,
                    seen: None,
                    cancellation,
                    progress,
                };
                let servers = self.servers.clone();
                questions.spawn(async move { servers.ask(&query, RequestKind::Definition).await });
            }
        }
        let answered = async { while questions.join_next().await.is_some() {} };
        if tokio::time::timeout_at(deadline.into(), answered).await.is_err() {
            cancellation.cancel();
        }
    }

    /// Returns one file of each language that a server supports: the first of those with the
    /// shortest path.
    fn examples(&self, root: &Path) -> BTreeMap<String, PathBuf> {
        let language = |path: &Path| {
            let language = registry().for_path(path)?.id;
            self.servers
                .specs()
                .iter()
                .any(|spec| spec.answers_for(language))
                .then(|| language.to_owned())
        };
        let mut examples: BTreeMap<String, PathBuf> = BTreeMap::new();
        for path in
            self.files.list(root, &|path| language(path).is_some()).unwrap_or_default().into_keys()
        {
            let Some(language) = language(&path) else { continue };
            let length = |path: &Path| path.components().count();
            match examples.get(&language) {
                Some(other) if length(other) <= length(&path) => {}
                _ => drop(examples.insert(language, path)),
            }
        }
        examples
    }

    /// Returns the roots that the user trusts.
    ///
    /// # Errors
    /// If the list cannot be read.
    pub fn trusted(&self) -> Result<Vec<PathBuf>, TrustError> {
        self.trust.load()
    }

    /// Returns the roots for which servers needed trust so far, with the names of those servers.
    pub fn awaiting_trust(&self) -> Vec<(PathBuf, Vec<String>)> {
        self.servers.awaiting_trust()
    }

    /// Trusts a root from now on, also in running sessions. Returns its canonical path and whether
    /// it is newly trusted.
    ///
    /// # Errors
    /// If it is not a directory, is too broad to trust, or the list cannot be written.
    pub fn trust(&self, root: &Path) -> Result<(PathBuf, bool), TrustError> {
        self.trust.add(root, &self.machine.homes())
    }

    /// Revokes the trust in a root. Returns its canonical path and whether it was trusted.
    ///
    /// # Errors
    /// If the list cannot be read or written.
    pub fn distrust(&self, root: &Path) -> Result<(PathBuf, bool), TrustError> {
        self.trust.remove(root)
    }
}
