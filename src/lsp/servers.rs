//! All servers of a process: selection of the server for a file, limit on running servers, and
//! questions that outlive their callers.

mod state;

use super::answer::{Answer, Limits, Outcome, Query, Reply, RequestKind};
use super::diagnostics::Diagnostic;
use super::documents::{Files, Moment};
use super::launch::{Launcher, Unavailable};
use super::root::workspace_root;
use super::server::{Phase, RequestError, Server, ServerScope};
use super::spec::{SafeMode, ServerSpec};
use super::timing::Timing;
use super::traffic::TrafficLog;
use super::trust::{Mode, Trust, TrustStore};
use crate::domain::{Note, State, lock};
use state::{describe, reply, untrusted_note};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::{AbortHandle, JoinHandle};
use tokio::time::Instant;

/// Maximum number of running servers.
pub const MAX_SERVERS: usize = 4;

/// Time for which an answer is kept, for callers that did not wait for it and for the same question
/// asked again. It counts only as long as nothing was sent to the server since, which every
/// question checks.
const KEPT_ANSWER: Duration = Duration::from_mins(2);

/// Maximum time for which a question waits for a restart of its server.
const MAX_RESTART_WAIT: Duration = Duration::from_mins(2);

/// Maximum number of kept answers.
const MAX_KEPT_ANSWERS: usize = 1000;

/// Parts of a process's servers.
pub struct Config {
    /// In order of preference.
    pub specs: Vec<Arc<ServerSpec>>,
    pub launcher: Arc<dyn Launcher>,
    pub files: Arc<dyn Files>,
    pub trust: TrustSource,
    pub log: TrafficLog,
    pub timing: Timing,
}

/// Source of the trusted roots.
#[derive(Debug, Clone)]
pub enum TrustSource {
    Fixed(Trust),
    /// Read again for every question, so that `spelunk trust` takes effect in a running process.
    Store(TrustStore),
}

impl TrustSource {
    fn mode(&self, root: &Path) -> Mode {
        match self {
            TrustSource::Fixed(trust) => trust.mode(root),
            TrustSource::Store(store) => match store.load() {
                Ok(roots) => Trust::Roots(roots).mode(root),
                Err(error) => {
                    tracing::warn!("{error}; nothing is trusted");
                    Mode::Safe
                }
            },
        }
    }
}

/// The servers of the process. Cheap to clone; dropping the last clone ends the servers.
#[derive(Clone)]
pub struct Servers(Arc<Inner>);

struct Inner {
    config: Config,
    entries: Mutex<BTreeMap<Key, Entry>>,
    /// Roots for which servers required trust, and the names of those servers.
    awaiting_trust: Mutex<BTreeMap<PathBuf, BTreeSet<String>>>,
    requests: Mutex<HashMap<RequestKey, Arc<SharedRequest>>>,
}

type Key = (String, PathBuf, Mode);

struct Entry {
    server: Arc<Server>,
    life: JoinHandle<()>,
}

/// Key of a shared request. `epoch` and `run` ensure that the server that was asked knew what it
/// knows now.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct RequestKey {
    server: Key,
    run: Moment,
    epoch: u64,
    kind: RequestKind,
    file: PathBuf,
    offset: usize,
}

/// A pending or answered request, which callers with the same question share.
struct SharedRequest {
    result: watch::Receiver<Option<Result<Answer, RequestError>>>,
    task: AbortHandle,
    begun: Instant,
    waiting: AtomicUsize,
}

/// State of a server of this process, for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerState {
    pub server: String,
    pub root: PathBuf,
    pub version: Option<String>,
    pub state: State,
    pub note: Option<Note>,
    /// Time from its start until it was ready.
    pub loaded_in: Option<Duration>,
    /// Resident memory of its process group, in bytes, if the system reports it.
    pub memory: Option<u64>,
    /// Last lines of its standard error.
    pub last_errors: Vec<String>,
}

impl Servers {
    /// Makes the servers of the process without starting any.
    pub fn new(config: Config) -> Self {
        Self(Arc::new(Inner {
            config,
            entries: Mutex::default(),
            awaiting_trust: Mutex::default(),
            requests: Mutex::default(),
        }))
    }

    /// Sends a question to the server for the query's file. Starts the server if it does not run.
    ///
    /// Dropping the future cancels the question, also at the server; if the query is cancelled
    /// instead, the question goes on and its answer is kept for the next caller with the same
    /// question.
    pub async fn ask(&self, query: &Query, kind: RequestKind) -> Reply<Answer> {
        let mut absent = Vec::new();
        for spec in self.0.config.specs.iter().filter(|spec| spec.answers_for(&query.language)) {
            let root = workspace_root(spec, &query.boundary, &query.file);
            let mode = self.0.config.trust.mode(&root);
            if mode == Mode::Safe && spec.safe == SafeMode::NeedsTrust {
                if self.0.config.launcher.is_there(spec, &query.boundary) {
                    absent.push((spec, State::Untrusted, untrusted_note(spec)));
                }
                continue;
            }
            let scope = ServerScope { root, boundary: query.boundary.clone(), mode };
            if !self.0.is_up(spec, &scope)
                && !self.0.config.launcher.is_there(spec, &query.boundary)
            {
                absent.push((spec, State::Absent, Unavailable::not_installed(spec).note()));
                continue;
            }
            let server = self.0.server(spec, scope);
            server.needed();
            self.0.make_room(&server);
            match wait_until_settled(&server, query).await {
                Settled::Ready => return self.await_reply(&server, query, kind).await,
                Settled::Absent(why) => absent.push((spec, why.state(), why.note())),
                Settled::Not(outcome) => return reply(&server, &server.status(), outcome),
            }
        }
        // A server that only needs the user's consent is reported before one that must be
        // installed.
        let reported =
            absent.iter().find(|(_, state, _)| *state == State::Untrusted).or(absent.first());
        if let Some((spec, State::Untrusted, _)) = reported {
            let mut awaiting = lock(&self.0.awaiting_trust);
            awaiting.entry(query.boundary.clone()).or_default().insert(spec.name.clone());
        }
        Reply {
            outcome: Outcome::NotReady,
            server: reported.map(|(spec, _, _)| spec.name.clone()),
            state: reported.map_or(State::Absent, |(_, state, _)| *state),
            note: reported.map(|(_, _, note)| note.clone()),
            limits: Limits::default(),
        }
    }

    /// Runs a question in a task of its own and waits for it until the query is cancelled.
    async fn await_reply(
        &self,
        server: &Arc<Server>,
        query: &Query,
        kind: RequestKind,
    ) -> Reply<Answer> {
        let task = {
            let (inner, server, query) = (self.0.clone(), server.clone(), query.clone());
            tokio::spawn(async move { inner.run(&server, &query, kind).await })
        };
        let mut abort = AbortOnDrop(Some(task.abort_handle()));
        let result = tokio::select! {
            biased;
            result = task => result,
            () = query.cancellation.cancelled() => {
                abort.0.take();
                return reply(server, &server.status(), Outcome::NotReady);
            }
        };
        let outcome = match result {
            Ok(Ok(answer)) => Outcome::Answered(answer),
            Ok(Err(RequestError::Unsupported)) => Outcome::Unsupported,
            Ok(Err(RequestError::Failed(why))) => {
                let name = &server.spec.name;
                let mut reply = reply(server, &server.status(), Outcome::Failed);
                reply.state = State::Failed;
                reply.note = Some(Note::Remark(format!("{name} failed: {why}")));
                return reply;
            }
            Err(_) => Outcome::Failed,
        };
        reply(server, &server.status(), outcome)
    }

    /// Returns the diagnostics that the server for the query's file has published about it, and the
    /// server's name; waits for them until the query is cancelled. `None` if there are
    /// none, or if no server is ready: it starts none, so that it is for use after a question.
    pub async fn diagnostics(&self, query: &Query) -> Option<(String, Vec<Diagnostic>)> {
        let server = self.0.ready(query)?;
        tokio::select! {
            biased;
            found = server.diagnostics(&query.file) => Some((server.spec.name.clone(), found?)),
            () = query.cancellation.cancelled() => None,
        }
    }

    /// Returns the states of the servers that were needed so far.
    pub fn states(&self) -> Vec<ServerState> {
        let entries = lock(&self.0.entries);
        let states = entries.values().map(|Entry { server, .. }| {
            let status = server.status();
            let (state, note) = describe(server, &status);
            ServerState {
                server: server.spec.name.clone(),
                root: server.root.clone(),
                version: server.version(),
                state,
                note,
                loaded_in: status.loaded.map(|(_, took)| took),
                memory: server.group().and_then(super::memory::of_group),
                last_errors: server.last_errors(),
            }
        });
        states.collect()
    }

    /// Returns the roots for which servers required trust so far, with their names.
    pub fn awaiting_trust(&self) -> Vec<(PathBuf, Vec<String>)> {
        let awaiting = lock(&self.0.awaiting_trust);
        awaiting
            .iter()
            .map(|(root, servers)| (root.clone(), servers.iter().cloned().collect()))
            .collect()
    }

    /// Returns the descriptions of the process's servers, in order of preference.
    pub fn specs(&self) -> &[Arc<ServerSpec>] {
        &self.0.config.specs
    }

    /// Ends all servers and waits until their processes have exited, which takes less than three
    /// seconds.
    pub async fn shut_down(&self) {
        let entries = std::mem::take(&mut *lock(&self.0.entries));
        for entry in entries.values() {
            entry.server.end();
        }
        for entry in entries.into_values() {
            let _ = entry.life.await;
        }
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        // The processes are killed when their tasks are dropped.
        for entry in lock(&self.entries).values() {
            entry.life.abort();
        }
    }
}

impl Inner {
    fn is_up(&self, spec: &ServerSpec, scope: &ServerScope) -> bool {
        let key = (spec.name.clone(), scope.root.clone(), scope.mode);
        lock(&self.entries).get(&key).is_some_and(|entry| entry.server.is_up())
    }

    fn server(&self, spec: &Arc<ServerSpec>, scope: ServerScope) -> Arc<Server> {
        let mut entries = lock(&self.entries);
        let key = (spec.name.clone(), scope.root.clone(), scope.mode);
        if let Some(entry) = entries.get(&key) {
            return entry.server.clone();
        }
        // Trust was given or taken away: the server of the other mode is ended.
        let (name, root, _) = key.clone();
        for other in [Mode::Safe, Mode::Trusted] {
            if let Some(entry) = entries.remove(&(name.clone(), root.clone(), other)) {
                entry.server.end();
            }
        }
        let Config { launcher, files, log, timing, .. } = &self.config;
        let server = Server::new(
            spec.clone(),
            scope,
            launcher.clone(),
            files.clone(),
            log.clone(),
            timing.clone(),
        );
        let life = tokio::spawn(server.clone().supervise());
        entries.insert(key, Entry { server: server.clone(), life });
        server
    }

    /// Returns the server for the query's file if it is ready.
    fn ready(&self, query: &Query) -> Option<Arc<Server>> {
        let entries = lock(&self.entries);
        let mut specs = self.config.specs.iter().filter(|spec| spec.answers_for(&query.language));
        specs.find_map(|spec| {
            let root = workspace_root(spec, &query.boundary, &query.file);
            let mode = self.config.trust.mode(&root);
            let server = &entries.get(&(spec.name.clone(), root, mode))?.server;
            (server.status().phase == Phase::Ready).then(|| Arc::clone(server))
        })
    }

    /// Stops the servers that were unused for the longest time, but never the one that is needed
    /// now.
    fn make_room(&self, needed: &Arc<Server>) {
        let entries = lock(&self.entries);
        let mut up: Vec<&Arc<Server>> =
            entries.values().map(|entry| &entry.server).filter(|server| server.is_up()).collect();
        up.sort_by_key(|server| server.last_used());
        let too_many = up.len().saturating_sub(MAX_SERVERS);
        for server in up.into_iter().filter(|server| !Arc::ptr_eq(server, needed)).take(too_many) {
            server.pause();
        }
    }

    /// Brings the server into step with the disk, then joins the same question where it is under
    /// way, or puts it.
    async fn run(
        self: &Arc<Self>,
        server: &Arc<Server>,
        query: &Query,
        kind: RequestKind,
    ) -> Result<Answer, RequestError> {
        let mut key = RequestKey {
            server: (server.spec.name.clone(), server.root.clone(), server.mode),
            run: server.status().run,
            epoch: 0,
            kind,
            file: query.file.clone(),
            offset: query.offset,
        };
        // A server that had to be restarted is waited for.
        let mut since = query.asked;
        for _ in 0..3 {
            match server.in_step(query, since).await {
                Some(epoch) => {
                    key.epoch = epoch;
                    break;
                }
                None => {
                    server.wait_until_ready(query, Instant::now() + MAX_RESTART_WAIT).await?;
                    since = Moment::now();
                }
            }
        }
        key.run = server.status().run;
        let request = {
            let mut requests = lock(&self.requests);
            if requests.len() >= MAX_KEPT_ANSWERS {
                requests.retain(|_, request| request.result.borrow().is_none());
            }
            requests.retain(|_, request| !request.is_over());
            requests
                .entry(key.clone())
                .or_insert_with(|| start_request(server, query, kind))
                .clone()
        };
        let waiter = Waiter::new(self.clone(), key, request);
        let mut result = waiter.request.result.clone();
        match result.wait_for(Option::is_some).await {
            Ok(answer) => answer.clone().unwrap_or(Err(RequestError::Unsupported)),
            Err(_) => Err(RequestError::Failed("the question was given up".to_owned())),
        }
    }
}

impl SharedRequest {
    /// Returns whether there is nothing more to get from it: it failed, or its answer is old.
    fn is_over(&self) -> bool {
        match &*self.result.borrow() {
            None => false,
            Some(Ok(_)) => self.begun.elapsed() >= KEPT_ANSWER,
            Some(Err(_)) => true,
        }
    }
}

fn start_request(server: &Arc<Server>, query: &Query, kind: RequestKind) -> Arc<SharedRequest> {
    let (sender, result) = watch::channel(None);
    let (server, query) = (server.clone(), query.clone());
    let task = tokio::spawn(async move {
        let answer = server.send(kind, &query).await;
        sender.send_replace(Some(answer));
    });
    Arc::new(SharedRequest {
        result,
        task: task.abort_handle(),
        begun: Instant::now(),
        waiting: AtomicUsize::new(0),
    })
}

/// A caller that waits for a shared request. When the last one is dropped before the answer has
/// come, the request is cancelled.
struct Waiter {
    inner: Arc<Inner>,
    key: RequestKey,
    request: Arc<SharedRequest>,
}

impl Waiter {
    fn new(inner: Arc<Inner>, key: RequestKey, request: Arc<SharedRequest>) -> Self {
        request.waiting.fetch_add(1, Ordering::Relaxed);
        Self { inner, key, request }
    }
}

impl Drop for Waiter {
    fn drop(&mut self) {
        let last = self.request.waiting.fetch_sub(1, Ordering::Relaxed) == 1;
        if last && self.request.result.borrow().is_none() {
            self.request.task.abort();
            let mut requests = lock(&self.inner.requests);
            if requests.get(&self.key).is_some_and(|request| Arc::ptr_eq(request, &self.request)) {
                requests.remove(&self.key);
            }
        }
    }
}

/// Aborts a task on drop, unless its handle was taken out.
struct AbortOnDrop(Option<AbortHandle>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        if let Some(handle) = &self.0 {
            handle.abort();
        }
    }
}

enum Settled {
    Ready,
    Absent(Unavailable),
    Not(Outcome<Answer>),
}

/// Waits until the server is ready, or will certainly not be, or the query is cancelled.
async fn wait_until_settled(server: &Arc<Server>, query: &Query) -> Settled {
    let mut watch = server.watch();
    let mut opened = None;
    loop {
        let status = watch.borrow_and_update().clone();
        if matches!(status.phase, Phase::Indexing { .. }) && opened != Some(status.run) {
            opened = Some(status.run);
            tokio::select! {
                biased;
                () = server.open_early(query) => {}
                // Another question may hold the documents.
                () = query.cancellation.cancelled() => return Settled::Not(Outcome::NotReady),
            }
        }
        match &status.phase {
            Phase::Ready => return Settled::Ready,
            Phase::Absent(why) => return Settled::Absent(why.clone()),
            Phase::Broken(_) | Phase::Failed { retry: None, .. } => {
                return Settled::Not(Outcome::Failed);
            }
            Phase::Failed { .. } | Phase::Stopped => server.needed(),
            Phase::Starting | Phase::Indexing { .. } => {}
        }
        if let (_, Some(note)) = describe(server, &status) {
            let percent =
                if let Phase::Indexing { percent, .. } = status.phase { percent } else { None };
            query.progress.report(
                percent.unwrap_or(0).into(),
                percent.map(|_| 100),
                &note.to_string(),
            );
        }
        tokio::select! {
            biased;
            changed = watch.changed() => if changed.is_err() { return Settled::Not(Outcome::NotReady) },
            () = query.cancellation.cancelled() => return Settled::Not(Outcome::NotReady),
        }
    }
}
