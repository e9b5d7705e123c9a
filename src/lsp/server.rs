//! One server for one workspace root: started on need, followed while it loads, watched while it works, restarted when it
//! dies, given up on when it dies again and again.

use super::answer::{Answer, Ask, Query};
use super::client::{CallError, Client, Listener};
use super::diagnostics::{Board, Diagnostic};
use super::disk;
use super::documents::{Documents, Files, Listing, Moment, Told};
use super::launch::{LaunchPlan, Launched, Launcher, Process, Situation, Unavailable};
use super::proto::{self, Capabilities};
use super::readiness::{Loading, ReadinessTracker};
use super::spec::{Ability, ServerSpec};
use super::traffic::{TrafficLog, Voice};
use super::trust::Mode;
use crate::workspace::Walk;
use lsp_types::notification as note;
use lsp_types::request as rpc;
use regex::Regex;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};
use tokio::sync::{Notify, watch};
use tokio::time::Instant;

/// How long things may take. A value, so that tests can shorten what a real process cannot be hurried through.
#[derive(Debug, Clone)]
pub struct Timing {
    /// From the start to the reply to `initialize`.
    pub initialize: Duration,
    /// A server that owes an answer and says nothing for this long hangs.
    pub silence_ready: Duration,
    /// The same while it loads.
    pub silence_loading: Duration,
    /// A server that nobody asks is stopped.
    pub idle_server: Duration,
    /// A document that nobody asks about is closed.
    pub idle_document: Duration,
    /// How often the above is looked at.
    pub tick: Duration,
    /// How long after its first and second failure a server may start again. After the third it may not.
    pub back_off: [Duration; 2],
    /// A run that was ready for this long forgives earlier failures.
    pub forgiven_after: Duration,
    /// For the reply to `shutdown`, and again for the exit.
    pub farewell: Duration,
    /// The longest that one question may take.
    pub question: Duration,
    /// For a server that says so to take in what was opened.
    pub take_in: Duration,
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            initialize: Duration::from_secs(60),
            silence_ready: Duration::from_secs(90),
            silence_loading: Duration::from_secs(180),
            idle_server: Duration::from_secs(600),
            idle_document: Duration::from_secs(300),
            tick: Duration::from_secs(5),
            back_off: [Duration::from_secs(1), Duration::from_secs(5)],
            forgiven_after: Duration::from_secs(300),
            farewell: Duration::from_millis(900),
            question: Duration::from_secs(120),
            take_in: Duration::from_secs(20),
        }
    }
}

/// Where a server stands.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Phase {
    /// Not running, and no reason against it.
    Stopped,
    Starting,
    Indexing {
        percent: Option<u8>,
        what: Option<String>,
    },
    Ready,
    /// It runs and cannot load the project.
    Broken(String),
    Absent(Unavailable),
    /// It died. `retry` is when it may start again; `None`: not in this session.
    Failed {
        why: String,
        retry: Option<Instant>,
    },
}

#[derive(Debug, Clone)]
pub(super) struct Status {
    pub(super) phase: Phase,
    /// When this run began.
    pub(super) started: Instant,
    /// Which run this is.
    pub(super) run: Moment,
    /// How long the last run that got ready took for that, and which run that was.
    pub(super) loaded: Option<(Moment, Duration)>,
    /// Counts the times that readiness was lost, so that an answer given meanwhile is found out.
    pub(super) lapses: u64,
}

/// What a server's run is made of, from `initialize` on.
pub(super) struct Running {
    client: Client,
    capabilities: Capabilities,
    documents: tokio::sync::Mutex<Documents>,
    ear: Arc<Ear>,
}

/// Why a question has no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NoAnswer {
    Unsupported,
    Failed(String),
}

/// Where a server works.
pub(super) struct Ground {
    pub(super) root: PathBuf,
    /// The root of ours that holds it.
    pub(super) boundary: PathBuf,
    pub(super) mode: Mode,
}

pub(super) struct Server {
    pub(super) spec: Arc<ServerSpec>,
    pub(super) root: PathBuf,
    boundary: PathBuf,
    pub(super) mode: Mode,
    launcher: Arc<dyn Launcher>,
    files: Arc<dyn Files>,
    log: TrafficLog,
    timing: Timing,
    status: watch::Sender<Status>,
    running: Mutex<Option<Arc<Running>>>,
    /// Abilities that turned out to be missing.
    lacking: Mutex<Vec<Ability>>,
    need: Notify,
    restart: Notify,
    /// Asked to stop for now, to make room.
    pause: Notify,
    /// The session is over.
    over: watch::Sender<bool>,
    used: Mutex<Instant>,
    /// The last lines of its standard error.
    errors: Arc<Mutex<VecDeque<String>>>,
    version: Mutex<Option<String>>,
    group: Mutex<Option<i32>>,
    /// It has said that it cannot load all of the project, and was started anew with that in mind.
    degraded: AtomicBool,
    /// Files that changed during this session and were opened for that.
    touched: Mutex<BTreeSet<PathBuf>>,
}

/// How a run ended.
enum End {
    Absent(Unavailable),
    /// Nobody needed it, or others needed its place.
    Rest,
    Restart,
    Over,
    Died {
        why: String,
        ready_for: Duration,
    },
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Server {
    /// A server that starts with the first `needed`.
    pub(super) fn new(
        spec: Arc<ServerSpec>,
        ground: Ground,
        launcher: Arc<dyn Launcher>,
        files: Arc<dyn Files>,
        log: TrafficLog,
        timing: Timing,
    ) -> Arc<Self> {
        let Ground { root, boundary, mode } = ground;
        let (status, _) = watch::channel(Status {
            phase: Phase::Stopped,
            started: Instant::now(),
            run: Moment::now(),
            loaded: None,
            lapses: 0,
        });
        let (over, _) = watch::channel(false);
        Arc::new(Self {
            spec,
            root,
            boundary,
            mode,
            launcher,
            files,
            log,
            timing,
            status,
            running: Mutex::default(),
            lacking: Mutex::default(),
            need: Notify::new(),
            restart: Notify::new(),
            pause: Notify::new(),
            over,
            used: Mutex::new(Instant::now()),
            errors: Arc::default(),
            version: Mutex::default(),
            group: Mutex::default(),
            degraded: AtomicBool::new(false),
            touched: Mutex::default(),
        })
    }

    /// Says that somebody wants an answer.
    pub(super) fn needed(&self) {
        *lock(&self.used) = Instant::now();
        if self.is_up() {
            return;
        }
        let may_start = matches!(self.status.borrow().phase, Phase::Stopped | Phase::Absent(_));
        if may_start {
            self.set(Phase::Starting);
        }
        self.need.notify_one();
    }

    pub(super) fn status(&self) -> Status {
        self.status.borrow().clone()
    }

    pub(super) fn watch(&self) -> watch::Receiver<Status> {
        self.status.subscribe()
    }

    pub(super) fn last_used(&self) -> Instant {
        *lock(&self.used)
    }

    pub(super) fn is_up(&self) -> bool {
        matches!(self.status.borrow().phase, Phase::Starting | Phase::Indexing { .. } | Phase::Ready | Phase::Broken(_))
    }

    pub(super) fn is_degraded(&self) -> bool {
        self.degraded.load(Ordering::Relaxed)
    }

    /// Stops it until it is needed again.
    pub(super) fn pause(&self) {
        self.pause.notify_one();
    }

    /// Stops it for good.
    pub(super) fn end(&self) {
        self.over.send_replace(true);
    }

    pub(super) fn last_errors(&self) -> Vec<String> {
        lock(&self.errors).iter().cloned().collect()
    }

    pub(super) fn version(&self) -> Option<String> {
        lock(&self.version).clone()
    }

    pub(super) fn group(&self) -> Option<i32> {
        *lock(&self.group)
    }

    fn set(&self, phase: Phase) {
        self.status.send_if_modified(|status| {
            if status.phase == phase {
                return false;
            }
            if status.phase == Phase::Ready {
                status.lapses += 1;
            }
            if phase == Phase::Ready && status.loaded.is_none_or(|(run, _)| run != status.run) {
                status.loaded = Some((status.run, status.started.elapsed()));
            }
            if phase == Phase::Starting {
                status.started = Instant::now();
                status.run = Moment::now();
            }
            status.phase = phase;
            true
        });
    }

    /// The server's life, from the first need to the end of the session.
    pub(super) async fn live(self: Arc<Self>) {
        let mut over = self.over.subscribe();
        let mut strikes = 0;
        loop {
            tokio::select! {
                () = self.need.notified() => {}
                () = comes_true(&mut over) => return,
            }
            let end = self.one_run().await;
            lock(&self.running).take();
            *lock(&self.group) = None;
            match end {
                End::Over => return self.set(Phase::Stopped),
                End::Rest => {
                    // A need from before is no need now. Who waits sees the phase and says so again.
                    forget(&self.need).await;
                    // What it lacked may be there next time.
                    self.degraded.store(false, Ordering::Relaxed);
                    self.set(Phase::Stopped);
                }
                End::Absent(why) => self.set(Phase::Absent(why)),
                End::Restart => {
                    self.set(Phase::Starting);
                    self.need.notify_one();
                }
                End::Died { why, ready_for } => {
                    if ready_for >= self.timing.forgiven_after {
                        strikes = 0;
                    }
                    let why = self.with_last_error(&why);
                    tracing::warn!(server = %self.spec.name, root = %self.root.display(), "language server died: {why}");
                    let Some(back_off) = self.timing.back_off.get(strikes) else {
                        self.set(Phase::Failed { why, retry: None });
                        comes_true(&mut over).await;
                        return;
                    };
                    strikes += 1;
                    let retry = Instant::now() + *back_off;
                    self.set(Phase::Failed { why, retry: Some(retry) });
                    tokio::select! {
                        () = tokio::time::sleep_until(retry) => {}
                        () = comes_true(&mut over) => return,
                    }
                }
            }
        }
    }

    fn with_last_error(&self, why: &str) -> String {
        match lock(&self.errors).back() {
            Some(line) => format!("{why} (its last words: {line})"),
            None => why.to_owned(),
        }
    }

    /// From finding the program to its end.
    async fn one_run(self: &Arc<Self>) -> End {
        self.set(Phase::Starting);
        forget(&self.pause).await;
        forget(&self.restart).await;
        let mut over = self.over.subscribe();
        let situation =
            Situation { root: &self.root, boundary: &self.boundary, mode: self.mode, degraded: self.is_degraded() };
        let plan = tokio::select! {
            plan = self.launcher.prepare(&self.spec, situation) => plan,
            () = comes_true(&mut over) => return End::Over,
        };
        let plan = match plan {
            Ok(plan) => plan,
            Err(why) => return End::Absent(why),
        };
        lock(&self.version).clone_from(&plan.version);
        // What the files were before the server first looked at them.
        let listed = Moment::now();
        let seen = self.list(None).await.unwrap_or_default();
        let died = |why: String| End::Died { why, ready_for: Duration::ZERO };
        let launched = match self.launcher.launch(&plan) {
            Ok(launched) => launched,
            Err(error) => return died(format!("{} cannot be started: {error}", plan.program.display())),
        };
        let Launched { pipes, errors, mut process } = launched;
        *lock(&self.group) = process.group();
        lock(&self.errors).clear();
        let listener = errors.map(|errors| {
            tokio::spawn(keep_last_lines(errors, self.errors.clone(), self.log.clone(), self.spec.name.clone()))
        });
        let ear = Arc::new(Ear::new(self, &plan));
        let client = Client::connect(pipes, &self.spec.name, ear.clone(), self.log.clone());
        let capabilities = tokio::select! {
            reply = self.initialize(&client, &plan) => reply,
            () = process.exited() => Err("it exited at once".to_owned()),
            () = comes_true(&mut over) => {
                process.kill();
                return End::Over;
            }
        };
        let end = match capabilities {
            Err(why) => died(why),
            Ok(capabilities) => {
                if let Some(version) = &capabilities.version {
                    lock(&self.version).get_or_insert_with(|| version.clone());
                }
                let reopen = lock(&self.touched).clone();
                let documents = tokio::sync::Mutex::new(Documents::new(seen, listed, reopen));
                let running = Arc::new(Running { client, capabilities, documents, ear: ear.clone() });
                *lock(&self.running) = Some(running.clone());
                ear.update(ReadinessTracker::initialized);
                self.work(&running, process.as_mut()).await
            }
        };
        if let End::Died { .. } = end {
            // Who asks from now on waits for the next run, and is not told of the end of this one.
            lock(&self.running).take();
            self.set(Phase::Stopped);
            // What it said last is worth a moment.
            if let Some(listener) = listener {
                let _ = tokio::time::timeout(Duration::from_millis(200), listener).await;
            }
        }
        process.kill();
        let _ = tokio::time::timeout(self.timing.farewell, process.exited()).await;
        end
    }

    async fn initialize(&self, client: &Client, plan: &LaunchPlan) -> Result<Capabilities, String> {
        let params = proto::initialize_params(&self.root, &plan.options)
            .ok_or_else(|| format!("{} cannot be written as an address", self.root.display()))?;
        let reply = tokio::time::timeout(self.timing.initialize, client.request::<Initialize>(params))
            .await
            .map_err(|_| format!("it did not answer `initialize` within {} s", self.timing.initialize.as_secs()))?
            .map_err(|error| error.to_string())?;
        client.notify::<note::Initialized>(lsp_types::InitializedParams {});
        client.notify::<note::DidChangeConfiguration>(lsp_types::DidChangeConfigurationParams {
            settings: plan.settings.clone(),
        });
        Ok(Capabilities::read(&reply))
    }

    /// Watches a run until it ends.
    async fn work(&self, running: &Running, process: &mut dyn Process) -> End {
        let mut over = self.over.subscribe();
        let mut ready_since = None;
        let mut status = self.status.subscribe();
        loop {
            if status.borrow_and_update().phase == Phase::Ready {
                ready_since.get_or_insert_with(Instant::now);
            }
            let ready_for = ready_since.map_or(Duration::ZERO, |since: Instant| since.elapsed());
            let check = running.ear.next_check();
            let end = tokio::select! {
                why = running.client.ended() => End::Died { why, ready_for },
                () = process.exited() => End::Died { why: "it exited".to_owned(), ready_for },
                () = comes_true(&mut over) => End::Over,
                () = self.pause.notified() => End::Rest,
                () = self.restart.notified() => End::Restart,
                _ = status.changed() => continue,
                () = running.ear.heard.notified() => continue,
                () = sleep_until(check) => {
                    running.ear.update(|_| {});
                    continue;
                }
                () = tokio::time::sleep(self.timing.tick) => match self.tick(running, ready_for).await {
                    Some(end) => end,
                    None => continue,
                },
            };
            match end {
                // Who leaves for good is waited for by the whole program.
                End::Over => self.say_farewell(&running.client, process, self.timing.farewell / 3).await,
                End::Rest => self.say_farewell(&running.client, process, self.timing.farewell).await,
                _ => {}
            }
            return end;
        }
    }

    /// Looks after a run from time to time.
    async fn tick(&self, running: &Running, ready_for: Duration) -> Option<End> {
        let phase = self.status.borrow().phase.clone();
        let hangs = match phase {
            Phase::Ready => {
                running.client.silent_since().is_some_and(|since| since.elapsed() >= self.timing.silence_ready)
            }
            Phase::Broken(_) => false,
            _ => running.client.last_heard().elapsed() >= self.timing.silence_loading,
        };
        if hangs {
            return Some(End::Died { why: "it neither answered nor said that it works".to_owned(), ready_for });
        }
        if self.last_used().elapsed() >= self.timing.idle_server && running.client.silent_since().is_none() {
            return Some(End::Rest);
        }
        if let Ok(mut documents) = running.documents.try_lock() {
            documents.close_idle(&running.client, self.timing.idle_document);
        }
        None
    }

    /// `shutdown`, `exit`, no more input; whoever is left after that is killed by the caller, with all children.
    async fn say_farewell(&self, client: &Client, process: &mut dyn Process, patience: Duration) {
        let _ = tokio::time::timeout(patience, client.request::<rpc::Shutdown>(())).await;
        client.leave();
        let _ = tokio::time::timeout(patience, process.exited()).await;
    }

    /// The files that the server watches. `seen` are all files under its root, where somebody has just looked.
    async fn list(self: &Arc<Self>, seen: Option<Arc<Walk>>) -> Option<Listing> {
        let server = self.clone();
        let listing = tokio::task::spawn_blocking(move || {
            let wanted = |path: &Path| path.starts_with(&server.root) && server.spec.watches(path);
            let mut listing = match seen {
                Some(seen) => disk::listing(&seen, &wanted),
                None => server.files.list(&server.root, &wanted)?,
            };
            // These may be hidden or ignored, and matter all the same.
            for name in server.spec.copy.iter().flat_map(|rule| &rule.files) {
                let path = server.root.join(name);
                listing.extend(server.files.fingerprint(&path).map(|fingerprint| (path, fingerprint)));
            }
            Some(listing)
        });
        listing.await.ok().flatten()
    }

    /// Whether the server can be asked this at all, as far as is known.
    pub(super) fn can(&self, ask: Ask) -> Option<bool> {
        let ability = ability(ask);
        if self.spec.lacks.contains(&ability) || lock(&self.lacking).contains(&ability) {
            return Some(false);
        }
        let running = lock(&self.running).clone()?;
        Some(running.capabilities.can(ability))
    }

    /// Opens the document of a question that waits for the server to load: several servers load nothing before that.
    pub(super) async fn open_early(&self, query: &Query) {
        let running = lock(&self.running).clone();
        if let Some(running) = running {
            let mut documents = running.documents.lock().await;
            documents.open(&running.client, &self.spec, &query.file, &query.language, &query.text);
            running.ear.update(ReadinessTracker::document_opened);
        }
    }

    /// Brings the server into step with the disk and opens the document. The number identifies what the server then knows.
    /// `None` when it had to be started anew.
    pub(super) async fn in_step(self: &Arc<Self>, query: &Query, since: Moment) -> Option<u64> {
        let running = lock(&self.running).clone()?;
        let mut documents = running.documents.lock().await;
        if !documents.is_listed_since(since) {
            // What was seen for this question is as good as another look, as long as it covers the same files.
            let seen = query.seen.clone().filter(|_| self.root == query.boundary && since == query.asked);
            let listed = if seen.is_some() { query.asked } else { Moment::now() };
            documents.open_again(&running.client, &self.spec, self.files.as_ref());
            let told = match self.list(seen).await {
                Some(listing) => documents.update(&running.client, &self.spec, self.files.as_ref(), listing, listed),
                None => Told::default(),
            };
            lock(&self.touched).extend(told.opened);
            if told.deleted && self.spec.restart_on_delete || told.project && self.spec.restart_on_project_change {
                self.set(Phase::Starting);
                self.restart.notify_one();
                return None;
            }
            if told.project {
                running.ear.update(ReadinessTracker::project_changed);
            }
        }
        documents.open(&running.client, &self.spec, &query.file, &query.language, &query.text);
        running.ear.update(ReadinessTracker::document_opened);
        if self.spec.confirms_by_diagnostics {
            let _ = tokio::time::timeout(self.timing.take_in, running.ear.has_taken_in(documents.versions())).await;
        }
        Some(documents.epoch())
    }

    /// What was published about a document that is open, of its present version. Waits until something was.
    pub(super) async fn diagnostics(&self, file: &Path) -> Option<Vec<Diagnostic>> {
        let running = lock(&self.running).clone()?;
        let uri = proto::uri(file)?.to_string();
        let version = running.documents.lock().await.versions().remove(&uri)?;
        running.ear.has_taken_in(BTreeMap::from([(uri.clone(), version)])).await;
        Some(running.ear.board.of(&uri, running.capabilities.encoding).await)
    }

    /// Puts a question to a server that is ready and in step. Repeated when the server asks for that, or when it turns out
    /// not to have been ready all the time.
    pub(super) async fn put(self: &Arc<Self>, ask: Ask, query: &Query) -> Result<Answer, NoAnswer> {
        let mut pause = Duration::from_millis(20);
        let limit = Instant::now() + self.timing.question;
        loop {
            self.wait_until_ready(query, limit).await?;
            let lapses = self.status.borrow().lapses;
            let running = lock(&self.running).clone();
            let Some(running) = running else { return Err(NoAnswer::Failed("it stopped".to_owned())) };
            if self.can(ask) != Some(true) {
                return Err(NoAnswer::Unsupported);
            }
            let position = proto::position_of(&query.text, query.offset, running.capabilities.encoding);
            let reply = proto::put(&running.client, running.capabilities.encoding, ask, &query.file, position);
            match tokio::time::timeout_at(limit, reply).await {
                Err(_) => {
                    let seconds = self.timing.question.as_secs();
                    return Err(NoAnswer::Failed(format!("it did not answer within {seconds} s")));
                }
                Ok(Ok(answer)) if self.status.borrow().lapses == lapses => return Ok(answer),
                Ok(Ok(_)) => {}
                Ok(Err(error)) if error.is_retry() => {}
                Ok(Err(error)) if error.is_unknown_method() => {
                    lock(&self.lacking).push(ability(ask));
                    return Err(NoAnswer::Unsupported);
                }
                Ok(Err(CallError::Closed(why))) => return Err(NoAnswer::Failed(self.with_last_error(&why))),
                Ok(Err(error)) => return Err(NoAnswer::Failed(error.to_string())),
            }
            tokio::time::sleep_until(limit.min(Instant::now() + pause)).await;
            pause = (pause * 2).min(Duration::from_secs(1));
        }
    }

    /// Waits until a question can be put, as long as `limit` allows.
    pub(super) async fn wait_until_ready(&self, query: &Query, limit: Instant) -> Result<(), NoAnswer> {
        let mut watch = self.watch();
        let mut opened = None;
        loop {
            let status = watch.borrow_and_update().clone();
            match status.phase {
                Phase::Ready => return Ok(()),
                Phase::Starting => {}
                Phase::Indexing { .. } if opened == Some(status.run) => {}
                Phase::Indexing { .. } => {
                    opened = Some(status.run);
                    self.open_early(query).await;
                }
                Phase::Broken(why) | Phase::Failed { why, .. } => return Err(NoAnswer::Failed(why)),
                Phase::Absent(why) => return Err(NoAnswer::Failed(why.to_string())),
                Phase::Stopped => return Err(NoAnswer::Failed("it stopped".to_owned())),
            }
            if !matches!(tokio::time::timeout_at(limit, watch.changed()).await, Ok(Ok(()))) {
                return Err(NoAnswer::Failed("it did not become ready".to_owned()));
            }
        }
    }
}

/// Takes back a notice that nobody has waited for.
async fn forget(notice: &Notify) {
    let _ = tokio::time::timeout(Duration::ZERO, notice.notified()).await;
}

/// Waits for a flag, also when nobody is left to set it.
async fn comes_true(flag: &mut watch::Receiver<bool>) {
    let _ = flag.wait_for(|is_set| *is_set).await;
}

async fn sleep_until(moment: Option<Instant>) {
    match moment {
        Some(moment) => tokio::time::sleep_until(moment).await,
        None => std::future::pending().await,
    }
}

fn ability(ask: Ask) -> Ability {
    match ask {
        Ask::References => Ability::References,
        Ask::Definition => Ability::Definition,
        Ask::Implementations => Ability::Implementations,
        Ask::IncomingCalls => Ability::IncomingCalls,
        Ask::OutgoingCalls => Ability::OutgoingCalls,
        Ask::Supertypes | Ask::Subtypes => Ability::TypeHierarchy,
    }
}

/// `initialize`, with parameters and result as they are written.
enum Initialize {}

impl lsp_types::request::Request for Initialize {
    type Params = Value;
    type Result = Value;
    const METHOD: &'static str = "initialize";
}

/// How many lines of a server's standard error are kept, and how much of each.
const KEPT_LINES: usize = 20;
const KEPT_CHARACTERS: usize = 300;

/// Reads a server's standard error, so that it never fills, and keeps its last lines.
async fn keep_last_lines(
    errors: Box<dyn AsyncRead + Send + Unpin>,
    kept: Arc<Mutex<VecDeque<String>>>,
    log: TrafficLog,
    server: String,
) {
    let mut reader = BufReader::new(errors);
    let mut line = Vec::new();
    loop {
        line.clear();
        // A line without end must not grow without end.
        let mut limited = tokio::io::AsyncReadExt::take(&mut reader, 1 << 16);
        match limited.read_until(b'\n', &mut line).await {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        log.record(&server, Voice::Stray, &line);
        let text = String::from_utf8_lossy(&line);
        let text = text.trim();
        if text.is_empty() {
            continue;
        }
        let mut kept = lock(&kept);
        if kept.len() == KEPT_LINES {
            kept.pop_front();
        }
        kept.push_back(text.chars().take(KEPT_CHARACTERS).collect());
    }
}

/// Hears what a server says of itself, and answers what it asks.
struct Ear {
    tracker: Mutex<ReadinessTracker>,
    server: std::sync::Weak<Server>,
    settings: Value,
    folders: Value,
    degraded: Option<Regex>,
    /// The latest version of each document that diagnostics were published for.
    taken_in: watch::Sender<BTreeMap<String, i32>>,
    board: Board,
    /// Something was heard, so that the time of the next check may have changed.
    heard: Notify,
}

impl Ear {
    fn new(server: &Arc<Server>, plan: &LaunchPlan) -> Self {
        let name = server.root.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        Self {
            tracker: Mutex::new(ReadinessTracker::new(&server.spec)),
            server: Arc::downgrade(server),
            settings: plan.settings.clone(),
            degraded: server.spec.degraded.as_ref().and_then(|degraded| Regex::new(&degraded.matching).ok()),
            taken_in: watch::Sender::default(),
            board: Board::default(),
            heard: Notify::new(),
            folders: json!([{ "uri": proto::uri(&server.root), "name": name }]),
        }
    }

    /// Changes what is known about loading and draws the consequence.
    fn update(&self, change: impl FnOnce(&mut ReadinessTracker)) {
        let loading = {
            let mut tracker = lock(&self.tracker);
            change(&mut tracker);
            tracker.loading()
        };
        self.heard.notify_one();
        let Some(server) = self.server.upgrade() else { return };
        if lock(&server.running).is_none() {
            return;
        }
        server.set(match loading {
            Loading::Ready => Phase::Ready,
            Loading::Indexing { percent, what } => Phase::Indexing { percent, what },
            Loading::Broken(why) => Phase::Broken(why),
        });
    }

    /// Notes that a version of a document was taken in. One that is not numbered may be any.
    fn take_in(&self, params: &Value) {
        let Some(uri) = params["uri"].as_str().and_then(|uri| lsp_types::Url::parse(uri).ok()) else { return };
        let version = params["version"].as_i64().and_then(|version| i32::try_from(version).ok()).unwrap_or(i32::MAX);
        self.taken_in.send_modify(|taken_in| {
            taken_in.insert(uri.to_string(), version);
        });
    }

    /// Waits until the server has taken in these versions, or later ones.
    async fn has_taken_in(&self, versions: BTreeMap<String, i32>) {
        let mut taken_in = self.taken_in.subscribe();
        let all = |taken_in: &BTreeMap<String, i32>| {
            versions.iter().all(|(uri, version)| taken_in.get(uri).is_some_and(|taken| taken >= version))
        };
        let _ = taken_in.wait_for(all).await;
    }

    /// Starts the server anew, once, when it says that it cannot load all of the project.
    fn degrade(&self, message: &str) {
        let Some(server) = self.server.upgrade() else { return };
        let matches = self.degraded.as_ref().is_some_and(|matching| matching.is_match(message));
        if matches && !server.degraded.swap(true, Ordering::Relaxed) {
            server.set(Phase::Starting);
            server.restart.notify_one();
        }
    }

    fn next_check(&self) -> Option<Instant> {
        lock(&self.tracker).next_check()
    }

    /// The settings of one section, `a.b.c`.
    fn section(&self, section: Option<&str>) -> Value {
        let mut value = &self.settings;
        for key in section.unwrap_or_default().split('.').filter(|key| !key.is_empty()) {
            value = &value[key];
        }
        value.clone()
    }
}

impl Listener for Ear {
    fn notified(&self, method: &str, params: Value) {
        self.update(|tracker| tracker.notified(method, &params));
        match method {
            "experimental/serverStatus" => self.degrade(params["message"].as_str().unwrap_or_default()),
            "textDocument/publishDiagnostics" => {
                self.board.post(&params);
                self.take_in(&params);
            }
            _ => {}
        }
    }

    fn asked(&self, method: &str, params: &Value) -> Option<Value> {
        Some(match method {
            "workspace/configuration" => {
                let items = params["items"].as_array().map(Vec::as_slice).unwrap_or_default();
                items.iter().map(|item| self.section(item["section"].as_str())).collect()
            }
            "workspace/workspaceFolders" => self.folders.clone(),
            // Nothing that a server proposes is done to the user's files, and nobody is here to be asked or shown anything.
            "workspace/applyEdit" => json!({ "applied": false }),
            "window/showDocument" => json!({ "success": false }),
            "client/registerCapability"
            | "client/unregisterCapability"
            | "window/workDoneProgress/create"
            | "window/showMessageRequest"
            | "workspace/semanticTokens/refresh"
            | "workspace/inlayHint/refresh"
            | "workspace/codeLens/refresh"
            | "workspace/diagnostic/refresh"
            | "workspace/inlineValue/refresh"
            | "workspace/foldingRange/refresh" => Value::Null,
            _ => return None,
        })
    }
}
