//! A question that is put to the server as soon as it is known where the name stands, while the rest of what the answer needs is
//! still being looked for. Who then asks the same joins it.

use super::{Asker, LspContext};
use crate::domain::{Cancel, Progress};
use crate::engine::graph::project::Project;
use crate::engine::target::{Target, definition_on_line};
use crate::lsp::{Ask, Query};
use tokio::runtime::Handle;
use tokio::task::AbortHandle;
use tokio_util::sync::CancellationToken;

/// A question that runs ahead. When this goes, the question goes on for whoever asks it next, unless the request was cancelled.
pub(in crate::engine::graph) struct Ahead {
    task: AbortHandle,
    patience: CancellationToken,
    cancel: Cancel,
}

impl Drop for Ahead {
    fn drop(&mut self) {
        if self.cancel.is_cancelled() { self.task.abort() } else { self.patience.cancel() }
    }
}

/// Puts a question about a target whose file and line are given. `None` where it takes a search to know what is meant, or no
/// server may be asked.
pub(in crate::engine::graph) fn prefetch(
    project: &Project<'_>,
    target: &Target,
    live: Option<(&LspContext, &Handle)>,
    ask: Ask,
) -> Option<Ahead> {
    let (live, runtime) = live?;
    let def = definition_on_line(project, target)?;
    let (unit, symbol) = project.get(def)?;
    let asker = Asker::new(project, live, runtime.clone());
    let patience = CancellationToken::new();
    let at = unit.symbol(symbol).name_bytes.start;
    let query = Query {
        patience: patience.clone(),
        progress: Progress::default(),
        ..asker.query(unit, at, unit.content().into())
    };
    let servers = asker.servers.clone();
    let task = runtime.spawn(async move {
        servers.ask(&query, ask).await;
    });
    Some(Ahead { task: task.abort_handle(), patience, cancel: project.snapshot.cancel().clone() })
}
