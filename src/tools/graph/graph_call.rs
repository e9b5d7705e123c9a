//! The call of a graph tool: its query about each target, and how the rows are shown.

use super::target::DEFAULT_WAIT;
use super::{Asking, Detail, GraphParams, GraphReport, Item, MostRows, ResultLabels};
use crate::engine::graph::target::ResolveError;
use crate::engine::graph::{GraphQuery, Response};
use crate::tools::{ToolCx, ToolResult};
use crate::workspace::Snapshot;
use std::sync::Arc;

/// What the four graph tools have in common.
pub(crate) struct GraphCall<'a> {
    pub(crate) target: &'a GraphParams,
    pub(crate) labels: ResultLabels,
    /// Levels of callers or callees.
    pub(crate) depth: usize,
    pub(crate) max_results: MostRows,
    pub(crate) detail: Detail,
}

impl GraphCall<'_> {
    /// Answers with the rows that `find` returns for each target.
    pub(crate) async fn answer<T, F>(
        self,
        cx: &ToolCx,
        find: impl Fn(Arc<Snapshot>, GraphQuery) -> F + Send,
    ) -> ToolResult
    where
        T: Item,
        F: Future<Output = Result<Response<T>, ResolveError>> + Send,
    {
        let Self { target, labels, depth, max_results, detail } = self;
        let asking = Asking { target, other: None, depth, wait: DEFAULT_WAIT, detail };
        asking
            .answer(cx, move |snapshot, query, filter| {
                let response = find(snapshot, query);
                async move {
                    Ok(GraphReport::new(labels, response.await?, max_results, depth, filter))
                }
            })
            .await
    }
}
