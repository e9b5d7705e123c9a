//! `find_callees`: the callees of a function, method or type.

use super::graph::{
    DEFAULT_WAIT, Detail, Direction, GraphAnswer, GraphCall, GraphParams, ResultLabels, RowLimit,
    WithCode, one,
};
use super::{Tool, ToolCx, ToolResult};
use crate::engine::graph;
use schemars::JsonSchema;
use serde::Deserialize;

pub(crate) struct FindCallees;

const LABELS: ResultLabels = ResultLabels {
    heading: "Callees of",
    one: "callee",
    many: "callees",
    are_definitions: false,
    uses: None,
    xml_root: "find_callees",
    draws: Some(Direction::FromTarget),
};

/// The tool's parameters.
#[derive(Debug, Clone, Deserialize, JsonSchema, clap::Args)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Params {
    #[serde(flatten)]
    #[command(flatten)]
    graph: GraphParams,
    /// Levels of callees.
    #[serde(default = "one")]
    #[arg(long, value_name = "N", default_value_t = 1)]
    depth: usize,
    #[serde(flatten)]
    #[command(flatten)]
    rows: RowLimit<30>,
    /// How much code is shown
    #[serde(default)]
    #[schemars(extend("x-hidden" = true))]
    #[arg(long, value_enum, default_value_t)]
    detail: Detail,
}

impl Tool for FindCallees {
    const NAME: &'static str = "find_callees";
    const COMMAND: &'static str = "callees";
    const TITLE: &'static str = "Find callees";
    const ABOUT: &'static str = "What a function or method calls: each callee with its signature and place; what is not in the project by name.";
    const SEARCH_HINT: Option<&'static str> = Some("functions that a function calls, dependencies");
    const MAX_TOKENS: usize = 4000;
    const WAIT: Option<f64> = Some(DEFAULT_WAIT);
    const HAS_PICTURE: bool = true;

    type Params = Params;
    type Answer = WithCode<GraphAnswer<'static, graph::Call>>;

    async fn run(cx: ToolCx, params: Params) -> ToolResult {
        let call = GraphCall {
            target: &params.graph,
            labels: LABELS,
            depth: params.depth,
            max_results: params.rows.max_results,
            detail: params.detail,
        };
        call.answer(&cx, graph::callees).await
    }
}
