//! `impact_analysis`: the dependents that a change of a symbol would break, and the tests that
//! reach it.

mod answer;
mod extent;
mod groups;
mod indirect;
mod mocks;
mod notes;
mod paths;
mod report;
mod test_calls;

use super::graph::{Asking, CallerParams, Detail, OfTargets};
use super::{Tool, ToolCx, ToolResult};
use crate::engine::impact;
use answer::ImpactAnswer;
use report::ImpactReport;
use schemars::JsonSchema;
use serde::Deserialize;

pub(crate) struct ImpactAnalysis;

const DEFAULT_WAIT: f64 = 4.0;

/// The tool's parameters.
#[derive(Debug, Clone, Deserialize, JsonSchema, clap::Args)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Params {
    #[serde(flatten)]
    #[command(flatten)]
    callers: CallerParams,
    /// Rows at most [default: as many as the budget holds]
    #[serde(default)]
    #[schemars(extend("x-hidden" = true))]
    #[arg(long, value_name = "N")]
    max_results: Option<usize>,
}

impl Tool for ImpactAnalysis {
    const NAME: &'static str = "impact_analysis";
    const COMMAND: &'static str = "impact";
    const TITLE: &'static str = "Analyze impact";
    const ABOUT: &'static str = "What would break if a symbol changed: everything that depends on it, each once (callers, implementations, type \
        mentions, users of its members), which tests reach it, and the risk. Use it before a change of signature, a rename or a removal.";
    const SEARCH_HINT: Option<&'static str> = None;
    const MAX_TOKENS: usize = 4000;
    const WAIT: Option<f64> = Some(DEFAULT_WAIT);
    const HAS_PICTURE: bool = true;

    type Params = Params;
    type Answer = OfTargets<ImpactAnswer<'static>>;

    async fn run(cx: ToolCx, Params { callers: params, max_results }: Params) -> ToolResult {
        let (format, progress, depth) = (cx.format, cx.progress.clone(), params.depth);
        let asking = Asking {
            target: &params.graph,
            other: None,
            depth,
            wait: DEFAULT_WAIT,
            detail: Detail::Lines,
        };
        asking
            .answer(&cx, |snapshot, query, filter| {
                let progress = progress.clone();
                async move {
                    let response = impact::impact(snapshot, query, progress).await?;
                    let report = ImpactReport::new(response, depth, filter, format);
                    Ok(report.limited(max_results))
                }
            })
            .await
    }
}
