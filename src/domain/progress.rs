//! Progress and cancellation, as values that the surfaces hand down.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A flag that says: stop, nobody waits for this any more. Cheap to ask, cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Cancel(Arc<Flag>);

#[derive(Debug, Default)]
struct Flag {
    is_set: AtomicBool,
    /// Where looks at the flag are counted.
    counted: Option<Counted>,
}

#[derive(Debug)]
struct Counted {
    looks: AtomicUsize,
    /// The look at which the flag sets itself.
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
    /// A flag that counts how often it is looked at, and sets itself at one look: for tests that cancel at every point of some work
    /// without a clock.
    pub fn at_look(sets_at: usize) -> Self {
        let counted = Some(Counted { looks: AtomicUsize::new(0), sets_at });
        Self(Arc::new(Flag { is_set: AtomicBool::new(false), counted }))
    }

    /// How often a flag of [`Self::at_look`] was looked at.
    pub fn looks(&self) -> usize {
        self.0.counted.as_ref().map_or(0, |counted| counted.looks.load(Ordering::Relaxed))
    }

    pub fn cancel(&self) {
        self.0.is_set.store(true, Ordering::Relaxed);
    }

    pub fn is_cancelled(&self) -> bool {
        if let Some(counted) = &self.0.counted
            && counted.looks.fetch_add(1, Ordering::Relaxed) >= counted.sets_at
        {
            self.cancel();
        }
        self.0.is_set.load(Ordering::Relaxed)
    }

    /// Does `work`, in which [`Cancel::current`] is this flag: for long loops that are far from whoever holds it, and whose outcome
    /// is thrown away once the flag is set.
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

    /// The flag of the innermost [`Cancel::scope`] on this thread; one that nobody sets outside of any.
    pub fn current() -> Self {
        CURRENT.with_borrow(Self::clone)
    }

    /// For `?` in loops.
    pub fn check(&self) -> Result<(), Cancelled> {
        if self.is_cancelled() { Err(Cancelled) } else { Ok(()) }
    }
}

/// Where a surface shows progress. Calls come from several threads and must not block.
pub trait ProgressSink: Send + Sync {
    /// `done` of `total` steps (`None`: unknown), with a phrase such as "reading 812 files".
    fn report(&self, done: u64, total: Option<u64>, message: &str);
}

/// A handle to whoever watches the work, or to nobody.
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
}
