//! Time limits for language servers.

use std::time::Duration;

/// Time limits. A value, so that tests can shorten what takes a real process long.
#[derive(Debug, Clone)]
pub struct Timing {
    /// From the start to the reply to `initialize`.
    pub initialize: Duration,
    /// Silence after which a server that owes a reply counts as hung.
    pub hang_timeout_ready: Duration,
    /// Silence after which a server that loads counts as hung.
    pub hang_timeout_loading: Duration,
    /// Time after which a server without questions is stopped.
    pub idle_server: Duration,
    /// Time after which a document without questions is closed.
    pub idle_document: Duration,
    /// Interval between checks of the above.
    pub tick: Duration,
    /// Delays of a restart after the first and second failure. After the third there is none.
    pub back_off: [Duration; 2],
    /// Ready time of a run after which earlier failures no longer count.
    pub failures_reset_after: Duration,
    /// For the reply to `shutdown`, and again for the exit.
    pub shutdown: Duration,
    /// For one question.
    pub question: Duration,
    /// For processing opened documents, in servers that confirm it by diagnostics.
    pub document_processing: Duration,
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            initialize: Duration::from_mins(1),
            hang_timeout_ready: Duration::from_secs(90),
            hang_timeout_loading: Duration::from_mins(3),
            idle_server: Duration::from_mins(10),
            idle_document: Duration::from_mins(5),
            tick: Duration::from_secs(5),
            back_off: [Duration::from_secs(1), Duration::from_secs(5)],
            failures_reset_after: Duration::from_mins(5),
            shutdown: Duration::from_millis(900),
            question: Duration::from_mins(2),
            document_processing: Duration::from_secs(20),
        }
    }
}
