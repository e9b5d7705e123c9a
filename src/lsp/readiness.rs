//! Detection of the moment when a server has finished loading: by its own signal, never by a count
//! that has stopped changing.

use super::MAX_WORDS;
use super::spec::{Readiness, ServerSpec};
use crate::domain::on_one_line;
use regex::Regex;
use serde_json::Value;
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::time::Instant;

/// Progress of loading, as reported by the server.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Loading {
    Indexing {
        percent: Option<u8>,
        what: Option<String>,
    },
    Ready,
    /// The server runs and reports that it cannot load the project.
    Broken(String),
}

/// Follows a server's notifications. One for each start, so that nothing of an earlier run counts.
#[derive(Debug)]
pub(super) struct ReadinessTracker {
    rule: Rule,
    /// Pending progress by token: its title, and whether the rule waits for it.
    under_way: BTreeMap<String, LoadingTask>,
    /// True if a progress of the kind that the rule waits for has begun at least once.
    seen: bool,
    ready: bool,
    broken: Option<String>,
    opened: Option<Instant>,
    /// Set when a project file changed: until the server has reported that it works on it, or
    /// [`RELOAD_GRACE`] has passed.
    reloading: Option<Instant>,
}

#[derive(Debug)]
enum Rule {
    Initialized,
    ServerStatus,
    Progress { matching: Regex, settle: Option<Duration> },
    Log { matching: Regex },
}

#[derive(Debug)]
struct LoadingTask {
    title: String,
    percent: Option<u8>,
    awaited: bool,
}

/// Number of tasks that are known at once, and bytes of the token of one. A server that begins more
/// without ending any says nothing by them.
const MAX_TASKS: usize = 256;
const MAX_TOKEN_BYTES: usize = 1024;

/// Time after which a server that reports nothing about a changed project file had nothing to do.
const RELOAD_GRACE: Duration = Duration::from_secs(2);

impl ReadinessTracker {
    pub(super) fn new(spec: &ServerSpec) -> Self {
        // The patterns were checked when the description was read.
        let regex = |pattern: &str| {
            Regex::new(pattern).unwrap_or_else(|_| Regex::new("$^").expect("matches nothing"))
        };
        let rule = match &spec.readiness {
            Readiness::Initialized => Rule::Initialized,
            Readiness::ServerStatus => Rule::ServerStatus,
            Readiness::Progress { matching, settle_seconds } => Rule::Progress {
                matching: regex(matching),
                settle: settle_seconds.map(Duration::from_secs_f64),
            },
            Readiness::Log { matching } => Rule::Log { matching: regex(matching) },
        };
        Self {
            rule,
            under_way: BTreeMap::new(),
            seen: false,
            ready: false,
            broken: None,
            opened: None,
            reloading: None,
        }
    }

    /// Records the reply to `initialize`.
    pub(super) fn initialized(&mut self) {
        if matches!(self.rule, Rule::Initialized) {
            self.ready = true;
        }
    }

    /// Records that a document was opened, which some servers wait for before they load anything.
    pub(super) fn document_opened(&mut self) {
        self.opened.get_or_insert_with(Instant::now);
    }

    /// Records a change of a file that makes the server load the project again.
    pub(super) fn project_changed(&mut self) {
        if matches!(self.rule, Rule::ServerStatus) {
            self.reloading = Some(Instant::now());
        }
    }

    /// Processes a notification.
    pub(super) fn notified(&mut self, method: &str, params: &Value) {
        match method {
            "$/progress" => self.progress(params),
            "experimental/serverStatus" => self.server_status(params),
            "window/logMessage" => {
                if let Rule::Log { matching } = &self.rule
                    && params["message"].as_str().is_some_and(|message| matching.is_match(message))
                {
                    self.ready = true;
                }
            }
            _ => {}
        }
    }

    fn server_status(&mut self, params: &Value) {
        if !matches!(self.rule, Rule::ServerStatus) {
            return;
        }
        let quiescent = params["quiescent"].as_bool().unwrap_or(false);
        let message = params["message"].as_str().unwrap_or("it cannot load the project").trim();
        self.broken = (params["health"] == "error").then(|| on_one_line(message, MAX_WORDS));
        self.ready = quiescent && self.broken.is_none();
        if !quiescent {
            self.reloading = None;
        }
    }

    fn progress(&mut self, params: &Value) {
        let token = match &params["token"] {
            Value::String(token) => token.clone(),
            token => token.to_string(),
        };
        if token.len() > MAX_TOKEN_BYTES {
            return;
        }
        let value = &params["value"];
        let percent = value["percentage"].as_f64().map(|percent| percent.clamp(0.0, 100.0).round());
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it is between 0 and 100"
        )]
        let percent = percent.map(|percent| percent as u8);
        match value["kind"].as_str() {
            Some("begin") => {
                let title = value["title"].as_str().unwrap_or_default();
                let title = on_one_line(title, MAX_WORDS);
                let awaited = match &self.rule {
                    Rule::Progress { matching, .. } => {
                        matching.is_match(&token) || matching.is_match(&title)
                    }
                    _ => false,
                };
                if awaited {
                    self.seen = true;
                    self.ready = false;
                }
                if self.under_way.len() < MAX_TASKS || self.under_way.contains_key(&token) {
                    self.under_way.insert(token, LoadingTask { title, percent, awaited });
                }
            }
            Some("report") => {
                if let Some(under_way) = self.under_way.get_mut(&token) {
                    under_way.percent = percent.or(under_way.percent);
                }
            }
            Some("end") => {
                let awaited =
                    self.under_way.remove(&token).is_some_and(|under_way| under_way.awaited);
                if awaited && !self.under_way.values().any(|other| other.awaited) {
                    self.ready = true;
                }
            }
            _ => {}
        }
    }

    /// Present state of loading.
    pub(super) fn loading(&self) -> Loading {
        if let Some(why) = &self.broken {
            return Loading::Broken(why.clone());
        }
        let reloading = self.reloading.is_some_and(|since| since.elapsed() < RELOAD_GRACE);
        if (self.ready || self.has_settled()) && !reloading {
            return Loading::Ready;
        }
        let shown =
            self.under_way.values().max_by_key(|under_way| (under_way.awaited, under_way.percent));
        Loading::Indexing {
            percent: shown.and_then(|under_way| under_way.percent),
            what: shown.map(|under_way| under_way.title.clone()).filter(|title| !title.is_empty()),
        }
    }

    /// Returns whether nothing that the rule waits for has begun in the time that it allows for
    /// that.
    fn has_settled(&self) -> bool {
        let Rule::Progress { settle: Some(settle), .. } = self.rule else { return false };
        !self.seen && self.opened.is_some_and(|opened| opened.elapsed() >= settle)
    }

    /// Time at which `loading` may change without a notification.
    pub(super) fn next_check(&self) -> Option<Instant> {
        let settles = match self.rule {
            Rule::Progress { settle: Some(settle), .. } if !self.seen => {
                self.opened.map(|opened| opened + settle)
            }
            _ => None,
        };
        let reloads = self.reloading.map(|since| since + RELOAD_GRACE);
        let now = Instant::now();
        settles.into_iter().chain(reloads).filter(|moment| *moment > now).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn tracker(server: &str) -> ReadinessTracker {
        let specs = ServerSpec::built_in().unwrap();
        let mut tracker =
            ReadinessTracker::new(specs.iter().find(|spec| spec.name == server).unwrap());
        tracker.initialized();
        tracker
    }

    /// Feeds notifications; each step states whether the server must be ready after it.
    fn check(server: &str, steps: &[(&str, Value, bool)]) {
        let mut tracker = tracker(server);
        for (step, (method, params, ready)) in steps.iter().enumerate() {
            tracker.notified(method, params);
            assert_eq!(
                tracker.loading() == Loading::Ready,
                *ready,
                "{server}, step {step}: {:?}",
                tracker.loading()
            );
        }
    }

    fn status(quiescent: bool, health: &str) -> (&'static str, Value) {
        (
            "experimental/serverStatus",
            json!({ "quiescent": quiescent, "health": health, "message": "m" }),
        )
    }

    fn progress(token: &str, value: Value) -> (&'static str, Value) {
        ("$/progress", json!({ "token": token, "value": value }))
    }

    fn steps(all: Vec<((&'static str, Value), bool)>) -> Vec<(&'static str, Value, bool)> {
        all.into_iter().map(|((method, params), ready)| (method, params, ready)).collect()
    }

    #[test]
    fn rust_analyzer_is_ready_when_it_is_quiet_and_well() {
        check(
            "rust-analyzer",
            &steps(vec![
                (progress("p", json!({ "kind": "begin", "title": "Fetching" })), false),
                (progress("p", json!({ "kind": "end" })), false),
                (status(false, "ok"), false),
                (status(true, "ok"), true),
                (status(false, "ok"), false),
                (status(true, "warning"), true),
                (status(true, "error"), false),
                (status(true, "ok"), true),
            ]),
        );
    }

    #[test]
    fn clangd_is_ready_when_its_index_has_been_built() {
        check(
            "clangd",
            &steps(vec![
                (progress("other", json!({ "kind": "begin", "title": "x" })), false),
                (progress("other", json!({ "kind": "end" })), false),
                (
                    progress(
                        "backgroundIndexProgress",
                        json!({ "kind": "begin", "title": "indexing" }),
                    ),
                    false,
                ),
                (
                    progress(
                        "backgroundIndexProgress",
                        json!({ "kind": "report", "percentage": 43.4 }),
                    ),
                    false,
                ),
                (progress("backgroundIndexProgress", json!({ "kind": "end" })), true),
            ]),
        );
    }

    #[test]
    fn pyright_is_ready_when_it_has_found_the_sources() {
        check(
            "pyright",
            &steps(vec![
                (("window/logMessage", json!({ "message": "Searching for source files" })), false),
                (("window/logMessage", json!({ "message": "Found 883 source files" })), true),
            ]),
        );
    }

    #[test]
    fn a_server_that_waits_with_its_answers_is_ready_at_once() {
        check("typescript", &[("window/logMessage", json!({}), true)]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_progress_that_never_begins_is_not_waited_for_longer_than_it_settles() {
        let mut tracker = tracker("clangd");
        tracker.document_opened();
        assert_ne!(tracker.loading(), Loading::Ready);
        let check = tracker.next_check().unwrap();
        tokio::time::sleep_until(check).await;
        assert_eq!(tracker.loading(), Loading::Ready);
    }

    #[tokio::test(start_paused = true)]
    async fn a_changed_project_file_takes_readiness_away_until_the_server_has_dealt_with_it() {
        let mut tracker = tracker("rust-analyzer");
        let (method, ready) = status(true, "ok");
        tracker.notified(method, &ready);
        tracker.project_changed();
        assert_ne!(tracker.loading(), Loading::Ready);
        let (method, busy) = status(false, "ok");
        tracker.notified(method, &busy);
        tracker.notified(method, &ready);
        assert_eq!(tracker.loading(), Loading::Ready);
    }

    #[test]
    fn tasks_that_never_end_are_not_all_kept() {
        let mut tracker = tracker("rust-analyzer");
        for number in 0..4 * MAX_TASKS {
            let long = "t".repeat(100_000);
            let begin = json!({ "kind": "begin", "title": long });
            for token in [number.to_string(), format!("{number}{long}")] {
                let (method, params) = progress(&token, begin.clone());
                tracker.notified(method, &params);
            }
        }
        assert_eq!(tracker.under_way.len(), MAX_TASKS);
        let is_short = |task: &LoadingTask| task.title.chars().count() <= MAX_WORDS + 1;
        assert!(tracker.under_way.values().all(is_short));
    }

    #[test]
    fn progress_is_told_in_percent() {
        let mut tracker = tracker("rust-analyzer");
        let (method, params) =
            progress("p", json!({ "kind": "begin", "title": "Indexing", "percentage": 43 }));
        tracker.notified(method, &params);
        assert_eq!(
            tracker.loading(),
            Loading::Indexing { percent: Some(43), what: Some("Indexing".into()) }
        );
    }
}
