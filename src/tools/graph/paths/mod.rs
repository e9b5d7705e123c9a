//! Answers about the paths of calls between two symbols: `from` and `to`.

mod answer;
mod longer;
mod report;
mod tree;

pub(crate) use answer::WithPaths;
use report::PathReport;

use super::target::DEFAULT_WAIT;
use super::{Asking, Detail, Direction, GraphParams, MostRows, ResultLabels};
use crate::engine::graph::paths::{self, PathQuery};
use crate::tools::{ToolCx, ToolResult};

/// A question about paths.
pub(crate) struct PathCall<'a> {
    pub(crate) target: &'a GraphParams,
    /// The other end.
    pub(crate) other: &'a str,
    pub(crate) labels: ResultLabels,
    /// Maximum number of calls of a path; `None` for the shortest ones.
    pub(crate) depth: Option<usize>,
    pub(crate) max_results: MostRows,
    pub(crate) detail: Detail,
}

impl PathCall<'_> {
    /// Answers with the paths between each target and the other end.
    pub(crate) async fn answer(self, cx: &ToolCx) -> ToolResult {
        let Self { target, other, labels, depth, max_results, detail } = self;
        let levels = depth.unwrap_or(1);
        let asking =
            Asking { target, other: Some(other), depth: levels, wait: DEFAULT_WAIT, detail };
        let is_from_target = labels.draws == Some(Direction::FromTarget);
        asking
            .answer(cx, move |snapshot, query, filter| {
                let of = PathQuery { is_from_target, depth, filter: filter.of_steps() };
                let found = paths::paths(snapshot, query, of);
                async move {
                    let answer = found.await?;
                    Ok(PathReport { labels, answer, is_from_target, max_results, depth, filter })
                }
            })
            .await
    }
}
