//! Life cycle of a server: from finding its program to its end, run after run.

use super::notifications::NotificationHandler;
use super::{Phase, Running, Server, lock};
use crate::domain::on_one_line;
use crate::lsp::MAX_WORDS;
use crate::lsp::capabilities::{Capabilities, initialize_params};
use crate::lsp::client::Client;
use crate::lsp::documents::{Documents, Moment};
use crate::lsp::launch::{LaunchContext, LaunchPlan, Launched, Process, Unavailable};
use crate::lsp::readiness::ReadinessTracker;
use crate::lsp::traffic::{MessageSource, TrafficLog};
use lsp_types::notification as note;
use lsp_types::request as rpc;
use serde_json::Value;
use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};
use tokio::sync::{Notify, watch};
use tokio::time::Instant;

/// End of a run.
enum RunEnd {
    Absent(Unavailable),
    /// The server was idle, or was stopped to make room for another.
    Idle,
    Restart,
    ShutDown,
    Failed {
        why: String,
        ready_for: Duration,
    },
}

impl Server {
    /// Runs the server from the first need to the end of the process.
    pub(in crate::lsp) async fn supervise(self: Arc<Self>) {
        let mut shutting_down = self.shutting_down.subscribe();
        let mut failures = 0;
        loop {
            tokio::select! {
                () = self.need.notified() => {}
                () = wait_until_set(&mut shutting_down) => return,
            }
            let end = self.run_once().await;
            lock(&self.running).take();
            *lock(&self.group) = None;
            match end {
                RunEnd::ShutDown => return self.set(Phase::Stopped),
                RunEnd::Idle => {
                    // A need from before the stop does not count. Waiting callers see the phase and
                    // signal it again.
                    clear_notification(&self.need).await;
                    // The project may be loadable next time.
                    self.degraded.store(false, Ordering::Relaxed);
                    self.set(Phase::Stopped);
                }
                RunEnd::Absent(why) => self.set(Phase::Absent(why)),
                RunEnd::Restart => {
                    self.set(Phase::Starting);
                    self.need.notify_one();
                }
                RunEnd::Failed { why, ready_for } => {
                    if ready_for >= self.timing.failures_reset_after {
                        failures = 0;
                    }
                    let why = self.with_last_error(&why);
                    tracing::warn!(server = %self.spec.name, root = %self.root.display(), "language server failed: {why}");
                    let Some(back_off) = self.timing.back_off.get(failures) else {
                        self.set(Phase::Failed { why, retry: None });
                        wait_until_set(&mut shutting_down).await;
                        return;
                    };
                    failures += 1;
                    let retry = Instant::now() + *back_off;
                    self.set(Phase::Failed { why, retry: Some(retry) });
                    tokio::select! {
                        () = tokio::time::sleep_until(retry) => {}
                        () = wait_until_set(&mut shutting_down) => return,
                    }
                }
            }
        }
    }

    pub(super) fn with_last_error(&self, why: &str) -> String {
        match lock(&self.errors).back() {
            Some(line) => {
                let line = on_one_line(line, MAX_WORDS);
                format!("{why} (last line of its error output: {line})")
            }
            None => why.to_owned(),
        }
    }

    /// Does one run, from finding the program to its end.
    async fn run_once(self: &Arc<Self>) -> RunEnd {
        self.set(Phase::Starting);
        clear_notification(&self.pause).await;
        clear_notification(&self.restart).await;
        let mut shutting_down = self.shutting_down.subscribe();
        let plan = tokio::select! {
            plan = self.launcher.prepare(&self.spec, self.launch_context()) => match plan {
                Ok(plan) => plan,
                Err(why) => return RunEnd::Absent(why),
            },
            () = wait_until_set(&mut shutting_down) => return RunEnd::ShutDown,
        };
        lock(&self.version).clone_from(&plan.version);
        // State of the files before the server first looked at them.
        let listed = Moment::now();
        let seen = self.list().await.unwrap_or_default();
        let failed = |why: String| RunEnd::Failed { why, ready_for: Duration::ZERO };
        let Launched { pipes, errors, mut process } = match self.launcher.launch(&plan) {
            Ok(launched) => launched,
            Err(error) => {
                return failed(format!("{} cannot be started: {error}", plan.program.display()));
            }
        };
        *lock(&self.group) = process.group();
        lock(&self.errors).clear();
        let listener = errors.map(|errors| {
            let (kept, log) = (self.errors.clone(), self.log.clone());
            tokio::spawn(keep_last_lines(errors, kept, log, self.spec.name.clone()))
        });
        let notifications = Arc::new(NotificationHandler::new(self, &plan));
        let client =
            Client::connect(pipes, &self.spec.name, notifications.clone(), self.log.clone());
        let capabilities = tokio::select! {
            reply = self.initialize(&client, &plan) => reply,
            () = process.exited() => Err("it exited at once".to_owned()),
            () = wait_until_set(&mut shutting_down) => {
                process.kill();
                return RunEnd::ShutDown;
            }
        };
        let end = match capabilities {
            Err(why) => failed(why),
            Ok(capabilities) => {
                if let Some(version) = &capabilities.version {
                    lock(&self.version).get_or_insert_with(|| version.clone());
                }
                let reopen = lock(&self.touched).clone();
                let documents = tokio::sync::Mutex::new(Documents::new(seen, listed, reopen));
                let running = Arc::new(Running { client, capabilities, documents, notifications });
                *lock(&self.running) = Some(running.clone());
                running.notifications.update(ReadinessTracker::initialized);
                self.work(&running, process.as_mut()).await
            }
        };
        if let RunEnd::Failed { .. } = end {
            self.mark_stopped(listener).await;
        }
        process.kill();
        let _ = tokio::time::timeout(self.timing.shutdown, process.exited()).await;
        end
    }

    /// Lets callers wait for the next run from now on, so that they do not get the error of this
    /// one. Its last output is worth a short wait.
    async fn mark_stopped(&self, listener: Option<tokio::task::JoinHandle<()>>) {
        lock(&self.running).take();
        self.set(Phase::Stopped);
        if let Some(listener) = listener {
            let _ = tokio::time::timeout(Duration::from_millis(200), listener).await;
        }
    }

    fn launch_context(&self) -> LaunchContext<'_> {
        LaunchContext {
            root: &self.root,
            boundary: &self.boundary,
            mode: self.mode,
            degraded: self.is_degraded(),
        }
    }

    async fn initialize(&self, client: &Client, plan: &LaunchPlan) -> Result<Capabilities, String> {
        let hidden =
            plan.sandbox.as_ref().is_some_and(|sandbox| sandbox.confinement.hides_processes());
        let process = (!hidden).then(std::process::id);
        let params = initialize_params(&self.root, &plan.options, process)
            .ok_or_else(|| format!("{} cannot be written as an address", self.root.display()))?;
        let reply =
            tokio::time::timeout(self.timing.initialize, client.request::<Initialize>(params))
                .await
                .map_err(|_| {
                    format!(
                        "it did not answer `initialize` within {} s",
                        self.timing.initialize.as_secs()
                    )
                })?
                .map_err(|error| error.to_string())?;
        client.notify::<note::Initialized>(lsp_types::InitializedParams {});
        client.notify::<note::DidChangeConfiguration>(lsp_types::DidChangeConfigurationParams {
            settings: plan.settings.clone(),
        });
        Ok(Capabilities::read(&reply))
    }

    /// Supervises a run until it ends.
    async fn work(&self, running: &Running, process: &mut dyn Process) -> RunEnd {
        let mut shutting_down = self.shutting_down.subscribe();
        let mut ready_since = None;
        let mut status = self.status.subscribe();
        loop {
            if status.borrow_and_update().phase == Phase::Ready {
                ready_since.get_or_insert_with(Instant::now);
            }
            let ready_for = ready_since.map_or(Duration::ZERO, |since: Instant| since.elapsed());
            let check = running.notifications.next_check();
            let end = tokio::select! {
                why = running.client.ended() => RunEnd::Failed { why, ready_for },
                () = process.exited() => RunEnd::Failed { why: "it exited".to_owned(), ready_for },
                () = wait_until_set(&mut shutting_down) => RunEnd::ShutDown,
                () = self.pause.notified() => RunEnd::Idle,
                () = self.restart.notified() => RunEnd::Restart,
                _ = status.changed() => continue,
                () = running.notifications.heard.notified() => continue,
                () = sleep_until(check) => {
                    running.notifications.update(|_| {});
                    continue;
                }
                () = tokio::time::sleep(self.timing.tick) => match self.tick(running, ready_for).await {
                    Some(end) => end,
                    None => continue,
                },
            };
            match end {
                // The end of the whole program waits for this.
                RunEnd::ShutDown => {
                    self.shut_down(&running.client, process, self.timing.shutdown / 3).await;
                }
                RunEnd::Idle => {
                    self.shut_down(&running.client, process, self.timing.shutdown).await;
                }
                _ => {}
            }
            return end;
        }
    }

    /// Checks for a hang, an idle server and idle documents; returns the end of the run if there is
    /// one.
    async fn tick(&self, running: &Running, ready_for: Duration) -> Option<RunEnd> {
        let phase = self.status.borrow().phase.clone();
        let hangs = match phase {
            Phase::Ready => running
                .client
                .silent_since()
                .is_some_and(|since| since.elapsed() >= self.timing.hang_timeout_ready),
            Phase::Broken(_) => false,
            _ => running.client.last_heard().elapsed() >= self.timing.hang_timeout_loading,
        };
        if hangs {
            return Some(RunEnd::Failed {
                why: "it neither answered nor said that it works".to_owned(),
                ready_for,
            });
        }
        if self.last_used().elapsed() >= self.timing.idle_server
            && running.client.silent_since().is_none()
        {
            return Some(RunEnd::Idle);
        }
        if let Ok(mut documents) = running.documents.try_lock() {
            documents.close_idle(&running.client, self.timing.idle_document);
        }
        None
    }

    /// Sends `shutdown` and `exit` and closes the input; a process that is left after that is
    /// killed by the caller, with all children.
    async fn shut_down(&self, client: &Client, process: &mut dyn Process, limit: Duration) {
        let _ = tokio::time::timeout(limit, client.request::<rpc::Shutdown>(())).await;
        client.leave();
        let _ = tokio::time::timeout(limit, process.exited()).await;
    }
}

/// Consumes a notice that was sent before.
async fn clear_notification(notice: &Notify) {
    let _ = tokio::time::timeout(Duration::ZERO, notice.notified()).await;
}

/// Waits until a flag is true or its sender is dropped.
async fn wait_until_set(flag: &mut watch::Receiver<bool>) {
    let _ = flag.wait_for(|is_set| *is_set).await;
}

async fn sleep_until(moment: Option<Instant>) {
    match moment {
        Some(moment) => tokio::time::sleep_until(moment).await,
        None => std::future::pending().await,
    }
}

/// `initialize`, with parameters and result as raw JSON.
enum Initialize {}

impl lsp_types::request::Request for Initialize {
    type Params = Value;
    type Result = Value;
    const METHOD: &'static str = "initialize";
}

/// Number of lines kept of a server's standard error. [`KEPT_CHARACTERS`] bounds each.
const KEPT_LINES: usize = 20;
const KEPT_CHARACTERS: usize = 300;

/// Reads a server's standard error, so that the pipe never fills, and keeps its last lines.
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
        // A line without an end must not grow without limit.
        let mut limited = tokio::io::AsyncReadExt::take(&mut reader, 1 << 16);
        match limited.read_until(b'\n', &mut line).await {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        log.record(&server, MessageSource::Stray, &line);
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
