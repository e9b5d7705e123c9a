//! `extract`: the exact source of targets.

mod answer;
mod report;

use super::limits::{Listed, distinct};
use super::places::note_of_project;
use super::schema;
use super::{Tool, ToolCx, ToolError, ToolResult, one_or_many};
use crate::engine::extract::{self, ExtractError, ExtractQuery, Fold};
pub(crate) use answer::ExtractAnswer;
pub(crate) use report::ExtractReport;
use schemars::JsonSchema;
use serde::Deserialize;
use std::path::Path;

#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Params {
    /// `file`, `file:line` (the definition there, folded if long), `file:start-end`, `file#Symbol`,
    /// `file#Type.method`, or a symbol alone; or a stack trace, compiler messages, a diff.
    #[schemars(schema_with = "one_or_many")]
    #[arg(value_name = "TARGET")]
    targets: Vec<String>,
    /// Lines around each piece.
    #[serde(default)]
    #[arg(short = 'C', long, default_value_t = 0)]
    context: usize,
    /// Also return test code.
    #[serde(default = "schema::yes")]
    #[arg(long, value_name = "BOOL", default_value_t = true, action = clap::ArgAction::Set)]
    allow_tests: bool,
}

/// The tool.
pub(crate) struct Extract;

impl Tool for Extract {
    const NAME: &'static str = "extract";
    const COMMAND: &'static str = "extract";
    const TITLE: &'static str = "Read exact source";
    const ABOUT: &'static str = "Reads source by place or name: symbols, `file:line`, ranges or files, several in one call, with line numbers and documentation. \
        Takes a stack trace, compiler messages or a diff too, and returns the definitions they speak of.";
    const SEARCH_HINT: Option<&'static str> =
        Some("read source code of a symbol, line range or stack trace");
    const MAX_TOKENS: usize = 8000;
    type Params = Params;
    type Answer = ExtractAnswer<'static>;

    fn input(params: &mut Params) -> Option<&mut Vec<String>> {
        Some(&mut params.targets)
    }

    async fn run(cx: ToolCx, params: Params) -> ToolResult {
        cx.compute(move |cx| run(cx, &params)).await
    }
}

fn run(cx: &ToolCx, params: &Params) -> ToolResult {
    if params.targets.is_empty() {
        return Err((&ExtractError::Empty).into());
    }
    let targets = distinct(params.targets.iter().map(String::as_str));
    Listed::Targets.check(targets.len())?;
    // Without a root, an absolute path brings its project.
    let (snapshot, brought) = cx.snapshot(targets.iter().filter_map(|it| absolute_path(it)))?;
    let query = ExtractQuery {
        targets: targets.into_iter().map(str::to_owned).collect(),
        context: params.context,
        allow_tests: params.allow_tests,
    };
    let mut found = extract::run(&snapshot, &query)?;
    found.notes.extend(brought.iter().map(note_of_project));
    if found.pieces.is_empty()
        && found.outside.is_empty()
        && let [failure] = found.failures.as_slice()
    {
        return Err((&failure.error).into());
    }
    Ok(Box::new(ExtractReport::new(found, query.targets.len(), cx.format, Fold::WIDE)))
}

/// Returns the path at the start of a target, if it is absolute and exists.
fn absolute_path(target: &str) -> Option<&str> {
    let target = target.trim();
    let ends = [target.len()].into_iter().chain(
        target.char_indices().rev().filter(|(_, c)| matches!(c, ':' | '#')).map(|(at, _)| at),
    );
    ends.take(4)
        .map(|end| &target[..end])
        .find(|path| Path::new(path).is_absolute() && Path::new(path).exists())
}

impl From<&ExtractError> for ToolError {
    fn from(error: &ExtractError) -> Self {
        match error {
            ExtractError::Cancelled(_) => Self::cancelled(),
            error => Self::from_problem(error),
        }
    }
}
