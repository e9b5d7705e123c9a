//! Progress and cancellation, as values that the surfaces pass down.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// Cancellation flag. Cheap to check and to clone.
#[derive(Debug, Clone, Default)]
pub struct Cancel(Arc<Flag>);

#[derive(Debug, Default)]
struct Flag {
    is_set: AtomicBool,
    /// Counter of checks, for flags made by [`Cancel::cancelled_at_check`].
    counted: Option<Counted>,
}

#[derive(Debug)]
struct Counted {
    checks: AtomicUsize,
    /// Number of checks after which the next one sets the flag.
    sets_at: usize,
}

thread_local! {
    static CURRENT: RefCell<Cancel> = RefCell::default();
}

/// The work was cancelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("cancelled")]
pub struct Cancelled;

impl Cancel {
    /// Returns a flag that counts its checks and sets itself at the check with index `sets_at`: for
    /// tests that cancel at every point of some work without a clock.
    pub fn cancelled_at_check(sets_at: usize) -> Self {
        let counted = Some(Counted { checks: AtomicUsize::new(0), sets_at });
        Self(Arc::new(Flag { is_set: AtomicBool::new(false), counted }))
    }

    /// Number of checks of a flag made by [`Self::cancelled_at_check`].
    pub fn checks(&self) -> usize {
        self.0.counted.as_ref().map_or(0, |counted| counted.checks.load(Ordering::Relaxed))
    }

    pub fn cancel(&self) {
        self.0.is_set.store(true, Ordering::Relaxed);
    }

    pub fn is_cancelled(&self) -> bool {
        if let Some(counted) = &self.0.counted
            && counted.checks.fetch_add(1, Ordering::Relaxed) >= counted.sets_at
        {
            self.cancel();
        }
        self.0.is_set.load(Ordering::Relaxed)
    }

    /// Runs `work` with this flag as [`Cancel::current`]: for long loops that are far from the
    /// holder of the flag, and whose result is discarded once the flag is set.
    pub fn scope<T>(&self, work: impl FnOnce() -> T) -> T {
        struct Restore(Option<Cancel>);
        impl Drop for Restore {
            fn drop(&mut self) {
                if let Some(before) = self.0.take() {
                    CURRENT.replace(before);
                }
            }
        }
        let _restore = Restore(Some(CURRENT.replace(self.clone())));
        work()
    }

    /// Flag of the innermost [`Cancel::scope`] on this thread; outside of any, one that is never
    /// set.
    pub fn current() -> Self {
        CURRENT.with_borrow(Self::clone)
    }

    /// Returns `Err` if the flag is set, for `?` in loops.
    pub fn check(&self) -> Result<(), Cancelled> {
        if self.is_cancelled() { Err(Cancelled) } else { Ok(()) }
    }
}

/// Receiver of progress at a surface. Called from several threads; must not block.
pub trait ProgressSink: Send + Sync {
    /// Reports `done` of `total` steps (`None`: unknown), with a phrase such as "reading 812
    /// files".
    fn report(&self, done: u64, total: Option<u64>, message: &str);
}

/// Handle to a [`ProgressSink`], or to none.
#[derive(Clone, Default)]
pub struct Progress(Option<Arc<dyn ProgressSink>>);

impl Progress {
    pub fn new(sink: Arc<dyn ProgressSink>) -> Self {
        Self(Some(sink))
    }

    pub fn report(&self, done: u64, total: Option<u64>, message: &str) {
        if let Some(sink) = &self.0 {
            sink.report(done, total, message);
        }
    }

    /// Starts work on `total` items, which several threads do.
    pub fn start(&self, total: usize, message: &'static str) -> Steps<'_> {
        self.report(0, Some(total as u64), message);
        Steps { progress: self, done: AtomicU64::new(0), total: total as u64, message }
    }
}

/// Work on a number of items, reported after every 64th.
pub struct Steps<'a> {
    progress: &'a Progress,
    done: AtomicU64,
    total: u64,
    message: &'static str,
}

impl Steps<'_> {
    /// Counts an item as done.
    pub fn step(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if done.is_multiple_of(64) {
            self.progress.report(done, Some(self.total), self.message);
        }
    }
}
