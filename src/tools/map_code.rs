//! `map_code`: an overview of a code base.

mod answer;
mod header;
mod report;

use super::places::{language, note_of_missing, note_of_project, starts};
use super::report::{self as module_report, ReportCall};
use super::{Tool, ToolCx, ToolError, ToolResult, one_or_many};
use crate::engine::map::{self, MapContext, MapQuery};
use crate::engine::report::Depth;
use answer::MapOrReport;
use report::MapReport;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The tool.
pub(super) struct MapCode;

/// How much is said of each file.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, clap::ValueEnum,
)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Detail {
    /// Names and line counts
    Files,
    /// And the signatures of what they define
    #[default]
    Signatures,
    /// And the first line of each definition's documentation
    Full,
    /// Of one file: what it imports and defines
    ReportOutline,
    /// And who uses that
    Report,
    /// And what a language server knows
    ReportDeep,
}

/// Kind of answer for a detail.
enum AnswerKind {
    Map(map::Detail),
    Report(Depth),
}

impl From<Detail> for AnswerKind {
    fn from(detail: Detail) -> Self {
        match detail {
            Detail::Files => AnswerKind::Map(map::Detail::Files),
            Detail::Signatures => AnswerKind::Map(map::Detail::Signatures),
            Detail::Full => AnswerKind::Map(map::Detail::Full),
            Detail::ReportOutline => AnswerKind::Report(Depth::Outline),
            Detail::Report => AnswerKind::Report(Depth::Standard),
            Detail::ReportDeep => AnswerKind::Report(Depth::Deep),
        }
    }
}

/// The parameters of `map_code`.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema, clap::Args)]
#[serde(rename_all = "camelCase")]
pub(super) struct Params {
    /// What to map.
    #[schemars(schema_with = "one_or_many")]
    #[arg(value_name = "PATH", default_value = ".", value_hint = clap::ValueHint::AnyPath)]
    pub path: Vec<String>,
    /// Levels of directories to show, 1 = direct children. Default: all.
    #[arg(short, long, value_name = "N")]
    pub depth: Option<usize>,
    /// files: names; signatures: and definitions; full: and doc lines. Of one file: report,
    /// report-outline (from the file alone), report-deep (asks a language server).
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
    /// Users per symbol in a report.
    #[serde(default = "module_report::max_refs")]
    #[arg(long, value_name = "N", default_value_t = module_report::max_refs())]
    pub max_refs: usize,
    /// Seconds for a language server in report-deep.
    #[arg(long, value_name = "SECONDS")]
    pub wait: Option<f64>,
}

impl Tool for MapCode {
    const NAME: &'static str = "map_code";
    const COMMAND: &'static str = "map";
    const TITLE: &'static str = "Map a code base";
    const ABOUT: &'static str = "Overview of a code base: directories, files and signatures, most useful first, within a token budget. \
        First in a project you do not know; then zoom in with `path`. \
        `detail: report` tells what one file is and who uses it, in place of reading it.";
    const SEARCH_HINT: Option<&'static str> =
        Some("structure overview of a repository, files and signatures");
    const MAX_TOKENS: usize = 4000;
    const WAIT: Option<f64> = Some(module_report::DEFAULT_WAIT);
    const HAS_PICTURE: bool = true;
    type Params = Params;
    type Answer = MapOrReport<'static>;

    async fn run(cx: ToolCx, params: Params) -> ToolResult {
        match params.detail.into() {
            AnswerKind::Map(detail) => cx.compute(move |cx| work(cx, params, detail)).await,
            AnswerKind::Report(depth) => {
                module_report::answer(cx, report_call(params, depth)?).await
            }
        }
    }
}

/// Returns the call for a report. Parameters that only a map has are refused, not ignored.
fn report_call(params: Params, depth: Depth) -> Result<ReportCall, ToolError> {
    let refused = [("depth", params.depth.is_some()), ("ignore", !params.ignore.is_empty())];
    if let Some((name, _)) = refused.iter().find(|(_, is_given)| *is_given) {
        return Err(ToolError::new(
            format!("`{name}` says nothing of a report, which is of one file"),
            format!("leave `{name}` out, or ask for a map with detail = signatures"),
        ));
    }
    let [path] = <[String; 1]>::try_from(params.path).map_err(|paths| {
        ToolError::new(
            format!("a report is of one file, and `path` names {}", paths.len()),
            "ask for each file by itself, or for a map of all with detail = signatures",
        )
    })?;
    Ok(ReportCall {
        path,
        depth,
        language: params.language,
        max_refs: params.max_refs,
        allow_tests: params.allow_tests,
        focus: params.focus,
        wait: params.wait,
    })
}

fn work(cx: &ToolCx, params: Params, detail: map::Detail) -> ToolResult {
    if params.path.is_empty() {
        return Err(ToolError::new(
            "`path` is an empty list",
            "name a directory or a file, or `.` for the root",
        ));
    }
    if params.depth == Some(0) {
        return Err(ToolError::new(
            "`depth` begins at 1",
            "1 shows the direct children, 2 their children too",
        ));
    }
    let (snapshot, brought) = cx.snapshot(params.path.iter().map(String::as_str))?;
    let settings = &cx.host.settings.map;
    let (paths, missing) = starts(&snapshot, &params.path)?;
    let query = MapQuery {
        paths,
        depth: params.depth,
        detail,
        language: language(params.language.as_deref())?.map(|language| language.id),
        ignore: settings.excludes.iter().cloned().chain(params.ignore).collect(),
        allow_tests: params.allow_tests || settings.include_tests,
        include_dependencies: settings.include_dependencies,
        focus: params.focus,
        max_tokens: cx.budget.limit(),
    };
    let context = MapContext { snapshot: &snapshot, cache: &cx.host.maps };
    let map = map::run(&context, &query)?;
    let notes =
        brought.iter().map(note_of_project).chain(missing.iter().map(note_of_missing)).collect();
    Ok(Box::new(MapReport { map, notes }))
}
