//! `impact_analysis`: the dependents that a change of a symbol would break, and the tests that
//! reach it.

mod answer;
mod extent;
mod report;

use super::graph::{GraphParams, one, question};
use super::{Tool, ToolCx, ToolResult};
use crate::engine::impact;
use answer::ImpactAnswer;
use report::ImpactReport;
use schemars::JsonSchema;
use serde::Deserialize;

pub(crate) struct ImpactAnalysis;

/// The tool's parameters.
#[derive(Debug, Clone, Deserialize, JsonSchema, clap::Args)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Params {
    #[serde(flatten)]
    #[command(flatten)]
    graph: GraphParams,
    /// Levels of callers.
    #[serde(default = "one")]
    #[arg(long, value_name = "N", default_value_t = 1)]
    depth: usize,
}

const DEFAULT_WAIT: f64 = 4.0;

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
    type Answer = ImpactAnswer<'static>;

    async fn run(cx: ToolCx, params: Params) -> ToolResult {
        let format = cx.format;
        let (snapshot, question, filter) =
            question(&cx, &params.graph, params.depth, DEFAULT_WAIT)?;
        let response = impact::impact(snapshot, question, cx.progress.clone()).await?;
        Ok(Box::new(ImpactReport::new(response, params.depth, filter, format)))
    }
}
