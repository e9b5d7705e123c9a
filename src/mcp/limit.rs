//! When a call ends, done or not: at the client's word, and at limits of time and memory that no
//! bound elsewhere should let it reach.

use crate::domain::Cancel;
use crate::tools::ToolError;
use std::time::Duration;

/// Most that a call may take. The longest wait for a language server is 120 s, and clients give up
/// after a minute where they are not told otherwise, so that nobody reads what takes longer.
const LIMIT: Duration = Duration::from_mins(5);

/// Most bytes by which our resident memory may grow during a call. Questions about the largest
/// projects take a tenth of it.
const MAX_GROWTH: u64 = 4 << 30;

/// Time between two looks at the memory.
const LOOK: Duration = Duration::from_millis(250);

/// Returns what `work` gives. When `end` gives an error before it, after [`LIMIT`], or when it has
/// taken [`MAX_GROWTH`] of memory, the flag that it looks at is set and the error is returned at
/// once.
pub(super) async fn limited<T>(
    work: impl Future<Output = Result<T, ToolError>>,
    end: impl Future<Output = ToolError>,
    cancel: &Cancel,
) -> Result<T, ToolError> {
    let error = tokio::select! {
        result = work => return result,
        error = end => error,
        () = tokio::time::sleep(LIMIT) => ToolError::took_too_long(LIMIT),
        () = grown(resident) => ToolError::took_too_much(MAX_GROWTH),
    };
    cancel.cancel();
    Err(error)
}

/// Returns when the memory that `resident` tells has grown by more than [`MAX_GROWTH`]; never where
/// it is not known.
async fn grown(resident: impl Fn() -> Option<u64>) {
    let Some(before) = resident() else { return std::future::pending().await };
    while resident().is_none_or(|now| now.saturating_sub(before) <= MAX_GROWTH) {
        tokio::time::sleep(LOOK).await;
    }
}

/// Returns the resident memory of this process in bytes; `None` where the system does not tell.
#[expect(clippy::disallowed_methods, reason = "the kernel's account of this process")]
fn resident() -> Option<u64> {
    let told = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = told.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(pages * rustix::param::page_size() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::future::{pending, ready};
    use tokio::time::timeout;

    #[tokio::test(start_paused = true)]
    async fn a_call_without_end_ends_at_the_limit() {
        let cancel = Cancel::default();
        let error = limited(pending::<Result<(), _>>(), pending(), &cancel).await.unwrap_err();
        assert_eq!(error, ToolError::took_too_long(LIMIT));
        assert!(cancel.is_cancelled(), "its work goes on");
    }

    #[tokio::test(start_paused = true)]
    async fn memory_without_end_is_noticed_by_its_growth() {
        let looks = Cell::new(0u64);
        let growing = || {
            looks.set(looks.get() + 1);
            Some((64 << 30) + looks.get() * (1 << 30))
        };
        grown(growing).await;
        assert_eq!(looks.get(), 6);
        assert!(timeout(LIMIT, grown(|| Some(64 << 30))).await.is_err(), "none was taken");
        assert!(timeout(LIMIT, grown(|| None)).await.is_err());
        if cfg!(target_os = "linux") {
            assert!(resident().is_some_and(|bytes| bytes > 1 << 20));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_that_is_cancelled_ends_at_once() {
        let cancel = Cancel::default();
        let error = limited(pending::<Result<(), _>>(), ready(ToolError::cancelled()), &cancel)
            .await
            .unwrap_err();
        assert_eq!(error, ToolError::cancelled());
        assert!(cancel.is_cancelled());
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_that_is_done_in_time_is_answered() {
        let cancel = Cancel::default();
        let slow = async {
            tokio::time::sleep(LIMIT / 2).await;
            Ok("answer")
        };
        assert_eq!(limited(slow, pending(), &cancel).await, Ok("answer"));
        assert!(!cancel.is_cancelled());
    }
}
