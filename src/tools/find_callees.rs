//! `find_callees`: the callees of a function, method or type.

use super::graph::{
    DEFAULT_WAIT, Detail, Direction, GraphAnswer, GraphCall, GraphParams, PathCall, ResultLabels,
    RowLimit, WithCode, WithPaths,
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
    /// Levels of callees [default: 1]
    #[schemars(extend("default" = 1), description = "Levels of callees.")]
    #[arg(long, value_name = "N")]
    depth: Option<usize>,
    /// Paths of calls to this symbol.
    #[arg(long, value_name = "TARGET")]
    to: Option<String>,
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
    const ABOUT: &'static str = "What a function or method calls: each callee with its signature and place; what is not in the project by name. With `to`, how A reaches B.";
    const SEARCH_HINT: Option<&'static str> = Some("functions that a function calls, dependencies");
    const MAX_TOKENS: usize = 4000;
    const WAIT: Option<f64> = Some(DEFAULT_WAIT);
    const HAS_PICTURE: bool = true;

    type Params = Params;
    type Answer = WithCode<WithPaths<'static, GraphAnswer<'static, graph::Call>>>;

    async fn run(cx: ToolCx, params: Params) -> ToolResult {
        let (max_results, detail) = (params.rows.most(), params.detail);
        let (target, labels) = (&params.graph, LABELS);
        if let Some(other) = &params.to {
            let depth = params.depth;
            let call = PathCall { target, other, labels, depth, max_results, detail };
            return call.answer(&cx).await;
        }
        let depth = params.depth.unwrap_or(1);
        let call = GraphCall { target, labels, depth, max_results, detail };
        call.answer(&cx, graph::callees).await
    }
}
