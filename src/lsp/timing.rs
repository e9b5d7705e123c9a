//! How long things with language servers may take.

use std::time::Duration;

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
