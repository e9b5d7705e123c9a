//! The progress bar on a terminal's standard error.

use crate::domain::{Progress, ProgressSink};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// Shorter work shows no bar: it would only flicker.
const BAR_DELAY: Duration = Duration::from_millis(400);

/// Progress bar that appears only for long work, and is cleared at its end.
pub(super) struct Bar(Arc<Sink>);

struct Sink {
    since: Instant,
    bar: OnceLock<ProgressBar>,
}

impl Bar {
    #[expect(clippy::disallowed_methods, reason = "a bar says how long it takes")]
    pub(super) fn new() -> Self {
        Self(Arc::new(Sink { since: Instant::now(), bar: OnceLock::new() }))
    }

    pub(super) fn progress(&self) -> Progress {
        Progress::new(Arc::clone(&self.0) as Arc<dyn ProgressSink>)
    }

    pub(super) fn clear(&self) {
        if let Some(bar) = self.0.bar.get() {
            bar.finish_and_clear();
        }
    }
}

impl ProgressSink for Sink {
    fn report(&self, done: u64, total: Option<u64>, message: &str) {
        if self.since.elapsed() < BAR_DELAY {
            return;
        }
        let bar = self
            .bar
            .get_or_init(|| ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()));
        let template =
            if total.is_some() { "{bar:30} {pos}/{len} {msg}" } else { "{spinner} {pos} {msg}" };
        if bar.length() != total
            && let Ok(style) = ProgressStyle::with_template(template)
        {
            bar.set_style(style);
        }
        match total {
            Some(total) => bar.set_length(total),
            None => bar.unset_length(),
        }
        bar.set_position(done);
        bar.set_message(message.to_owned());
    }
}
