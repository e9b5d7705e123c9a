//! Queries sent as soon as the position of the name is known, while the rest of what the answer
//! needs is still being searched. A later identical query joins the running one.

use super::{Asker, LspContext};
use crate::domain::{Cancel, Progress};
use crate::engine::graph::project::Project;
use crate::engine::graph::target::{Target, definition_on_line};
use crate::lsp::{Query, RequestKind};
use tokio::runtime::Handle;
use tokio::task::AbortHandle;
use tokio_util::sync::CancellationToken;

/// A query in progress. On drop it continues for a later identical query, unless the request was
/// cancelled.
pub(in crate::engine::graph) struct Ahead {
    task: AbortHandle,
    cancellation: CancellationToken,
    cancel: Cancel,
}

impl Drop for Ahead {
    fn drop(&mut self) {
        if self.cancel.is_cancelled() { self.task.abort() } else { self.cancellation.cancel() }
    }
}

/// Sends a query about a target whose file and line are given. `None` if the target can only be
/// resolved by a search, or if no server may be queried.
pub(in crate::engine::graph) fn prefetch(
    project: &Project<'_>,
    target: &Target,
    lsp_context: Option<(&LspContext, &Handle)>,
    ask: RequestKind,
) -> Option<Ahead> {
    let (lsp_context, runtime) = lsp_context?;
    let def = definition_on_line(project, target)?;
    let (unit, symbol) = project.get(def)?;
    let asker = Asker::new(project, lsp_context, runtime.clone());
    let cancellation = CancellationToken::new();
    let at = unit.symbol(symbol).name_bytes.start;
    let query = Query {
        cancellation: cancellation.clone(),
        progress: Progress::default(),
        ..asker.query(unit, at, unit.content().into())
    };
    let servers = asker.servers.clone();
    let task = runtime.spawn(async move {
        servers.ask(&query, ask).await;
    });
    Some(Ahead {
        task: task.abort_handle(),
        cancellation,
        cancel: project.snapshot.cancel().clone(),
    })
}
