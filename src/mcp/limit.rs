//! When a call ends, done or not: at the client's word, and at a limit that no bound elsewhere
//! should let it reach.

use crate::domain::Cancel;
use crate::tools::ToolError;
use std::time::Duration;

/// Most that a call may take. The longest wait for a language server is 120 s, and clients give up
/// after a minute where they are not told otherwise, so that nobody reads what takes longer.
const LIMIT: Duration = Duration::from_mins(5);

/// Returns what `work` gives. When `end` gives an error before it, or after [`LIMIT`], the flag
/// that it looks at is set and the error is returned at once.
pub(super) async fn limited<T>(
    work: impl Future<Output = Result<T, ToolError>>,
    end: impl Future<Output = ToolError>,
    cancel: &Cancel,
) -> Result<T, ToolError> {
    let error = tokio::select! {
        result = work => return result,
        error = end => error,
        () = tokio::time::sleep(LIMIT) => ToolError::took_too_long(LIMIT),
    };
    cancel.cancel();
    Err(error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::{pending, ready};

    #[tokio::test(start_paused = true)]
    async fn a_call_without_end_ends_at_the_limit() {
        let cancel = Cancel::default();
        let error = limited(pending::<Result<(), _>>(), pending(), &cancel).await.unwrap_err();
        assert_eq!(error, ToolError::took_too_long(LIMIT));
        assert!(cancel.is_cancelled(), "its work goes on");
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
