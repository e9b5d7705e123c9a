//! One server for one workspace root: started on need, followed while it loads, supervised while it
//! works, restarted when it dies, and no longer restarted after repeated failures.
//!
//! This file has its state; `supervisor` starts and ends it, `requests` sends it requests,
//! `notifications` handles its notifications and requests.

mod notifications;
mod requests;
mod supervisor;

use super::capabilities::Capabilities;
use super::client::Client;
use super::documents::{Documents, Files, Moment};
use super::launch::{Launcher, Unavailable};
use super::spec::{Capability, ServerSpec};
use super::timing::Timing;
use super::traffic::TrafficLog;
use super::trust::Mode;
use crate::domain::lock;
use notifications::NotificationHandler;
use std::collections::{BTreeSet, VecDeque};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::{Notify, watch};
use tokio::time::Instant;

/// Phase of a server.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Phase {
    /// Not running, and nothing prevents a start.
    Stopped,
    Starting,
    Indexing {
        percent: Option<u8>,
        what: Option<String>,
    },
    Ready,
    /// The server runs and cannot load the project.
    Broken(String),
    Absent(Unavailable),
    /// The run failed. `retry` is when it may start again; `None`: not in this process.
    Failed {
        why: String,
        retry: Option<Instant>,
    },
}

#[derive(Debug, Clone)]
pub(super) struct Status {
    pub(super) phase: Phase,
    /// Start of this run.
    pub(super) started: Instant,
    /// Identity of this run.
    pub(super) run: Moment,
    /// Last run that became ready, and the time it took.
    pub(super) loaded: Option<(Moment, Duration)>,
    /// Number of times that readiness was lost, to detect an answer that was given meanwhile.
    pub(super) lapses: u64,
}

/// State of a server's run, from `initialize` on.
pub(super) struct Running {
    client: Client,
    capabilities: Capabilities,
    documents: tokio::sync::Mutex<Documents>,
    notifications: Arc<NotificationHandler>,
}

/// Reasons why a question has no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum RequestError {
    Unsupported,
    Failed(String),
}

/// Workspace and mode of a server.
pub(super) struct ServerScope {
    pub(super) root: PathBuf,
    /// Our own root that contains it.
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
    /// Capabilities that turned out to be missing.
    lacking: Mutex<Vec<Capability>>,
    need: Notify,
    restart: Notify,
    /// Request to stop for now, to make room.
    pause: Notify,
    /// True once the servers are shut down.
    shutting_down: watch::Sender<bool>,
    used: Mutex<Instant>,
    /// Last lines of its standard error.
    errors: Arc<Mutex<VecDeque<String>>>,
    version: Mutex<Option<String>>,
    group: Mutex<Option<i32>>,
    /// True if the server has reported that it cannot load all of the project, and was restarted
    /// with other options.
    degraded: AtomicBool,
    /// Files that changed during this process and were opened for that.
    touched: Mutex<BTreeSet<PathBuf>>,
}

impl Server {
    /// Returns a server that starts with the first call of `needed`.
    pub(super) fn new(
        spec: Arc<ServerSpec>,
        scope: ServerScope,
        launcher: Arc<dyn Launcher>,
        files: Arc<dyn Files>,
        log: TrafficLog,
        timing: Timing,
    ) -> Arc<Self> {
        let ServerScope { root, boundary, mode } = scope;
        let (status, _) = watch::channel(Status {
            phase: Phase::Stopped,
            started: Instant::now(),
            run: Moment::now(),
            loaded: None,
            lapses: 0,
        });
        let (shutting_down, _) = watch::channel(false);
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
            shutting_down,
            used: Mutex::new(Instant::now()),
            errors: Arc::default(),
            version: Mutex::default(),
            group: Mutex::default(),
            degraded: AtomicBool::new(false),
            touched: Mutex::default(),
        })
    }

    /// Signals that an answer is wanted; starts the server if it may start.
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
        matches!(
            self.status.borrow().phase,
            Phase::Starting | Phase::Indexing { .. } | Phase::Ready | Phase::Broken(_)
        )
    }

    pub(super) fn is_degraded(&self) -> bool {
        self.degraded.load(Ordering::Relaxed)
    }

    /// Stops the server until it is needed again.
    pub(super) fn pause(&self) {
        self.pause.notify_one();
    }

    /// Stops the server for good.
    pub(super) fn end(&self) {
        self.shutting_down.send_replace(true);
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
}
