//! `map_code`: what is in this code base.

mod report;

use super::places::{language, note_of_project, starts};
use super::{Tool, ToolCx, ToolError, ToolResult, one_or_many};
use crate::engine::map::{self, MapContext, MapError, MapQuery};
use report::MapReport;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The tool.
pub(super) struct MapCode;

/// How much is said of each file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Detail {
    /// Names and line counts
    Files,
    /// And the signatures of what they define
    #[default]
    Signatures,
    /// And the first line of each definition's documentation
    Full,
}

/// The parameters of `map_code`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema, clap::Args)]
#[serde(rename_all = "camelCase")]
pub(super) struct Params {
    /// Directory or file to map, or a list of them.
    #[schemars(schema_with = "one_or_many")]
    #[arg(value_name = "PATH", default_value = ".", value_hint = clap::ValueHint::AnyPath)]
    pub path: Vec<String>,
    /// Levels of directories to show, 1 = direct children. Default: all.
    #[arg(short, long, value_name = "N")]
    pub depth: Option<usize>,
    /// files: names and line counts; signatures: and definitions; full: and their first doc line.
    #[serde(default)]
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t)]
    pub detail: Detail,
    /// Only files of this language.
    #[arg(short, long)]
    pub language: Option<String>,
    /// Globs to leave out.
    #[serde(default)]
    #[arg(short, long, value_name = "GLOB")]
    pub ignore: Vec<String>,
    /// Include tests.
    #[serde(default)]
    #[arg(long)]
    pub allow_tests: bool,
    /// Words or files to rank around.
    #[serde(default)]
    #[arg(long, value_name = "WORD")]
    pub focus: Vec<String>,
}

impl Tool for MapCode {
    const NAME: &'static str = "map_code";
    const COMMAND: &'static str = "map";
    const TITLE: &'static str = "Map a code base";
    const ABOUT: &'static str = "Structural overview of a code base: directories, files and the signatures of what they define, \
        most useful first, within a token budget. Call it first in a project you do not know, then zoom in with path. \
        Not for a file you have already read.";
    const MAX_TOKENS: usize = 4000;
    type Params = Params;

    fn answer_schema() -> Value {
        serde_json::from_str(include_str!("schemas/map_code.json")).expect("a test reads the embedded schema")
    }

    async fn run(cx: ToolCx, params: Params) -> ToolResult {
        cx.compute(move |cx| work(cx, params)).await
    }
}

fn work(cx: &ToolCx, params: Params) -> ToolResult {
    if params.path.is_empty() {
        return Err(ToolError::caller("`path` is an empty list", "name a directory or a file, or `.` for the root"));
    }
    if params.depth == Some(0) {
        return Err(ToolError::caller("`depth` begins at 1", "1 shows the direct children, 2 their children too"));
    }
    let (snapshot, brought) = cx.snapshot(params.path.iter().map(String::as_str))?;
    let settings = &cx.host.settings.map;
    let query = MapQuery {
        paths: starts(&snapshot, &params.path)?,
        depth: params.depth,
        detail: params.detail.into(),
        language: language(params.language.as_deref())?.map(|language| language.id),
        ignore: settings.excludes.iter().cloned().chain(params.ignore).collect(),
        allow_tests: params.allow_tests || settings.include_tests,
        include_dependencies: settings.include_dependencies,
        focus: params.focus,
        max_tokens: cx.budget.limit(),
    };
    let context = MapContext { snapshot: &snapshot, cache: &cx.host.maps, progress: &cx.progress };
    let map = map::run(&context, &query)?;
    let notes = brought.iter().map(note_of_project).collect();
    Ok(Box::new(MapReport { map, notes }))
}

impl From<Detail> for map::Detail {
    fn from(detail: Detail) -> Self {
        match detail {
            Detail::Files => map::Detail::Files,
            Detail::Signatures => map::Detail::Signatures,
            Detail::Full => map::Detail::Full,
        }
    }
}

impl From<MapError> for ToolError {
    fn from(error: MapError) -> Self {
        match error {
            MapError::Cancelled(cancelled) => cancelled.into(),
            other => ToolError::world(&other),
        }
    }
}
