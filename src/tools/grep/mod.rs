//! `grep`: lines that match a regular expression, a literal text or an AST pattern, each with its enclosing symbol.

mod report;

use super::places::{language, note_of_project, starts};
use super::{Blame, Tool, ToolCx, ToolError, ToolResult, one_or_many};
use crate::domain::{Budget, Evidence, Format};
use crate::engine::grep::{self, GrepError, GrepQuery, PatternMode};
use crate::engine::pattern::{self, PatternError, PatternQuery};
use crate::workspace::Snapshot;
use report::{GrepReport, Making, Mode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Results where nothing else is asked for; the command line has no such bound.
const MAX_RESULTS: usize = 200;

/// Characters of a line that a model is shown.
const LINE_WIDTH: usize = 240;

/// How the pattern is read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Syntax {
    /// A regular expression, as ripgrep has them.
    #[default]
    Regex,
    /// A text that means itself.
    Literal,
    /// Code with holes: $NAME for one node, $$$ARGS for several.
    Ast,
}

#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Params {
    /// What to look for.
    pattern: String,
    /// Files or directories to search; the root by default.
    #[serde(default)]
    #[schemars(schema_with = "one_or_many")]
    #[arg(value_name = "PATH")]
    paths: Vec<String>,
    /// How the pattern is read; ast patterns are code with holes: `$NAME` one node, `$$$ARGS` several.
    #[serde(default)]
    #[arg(long, value_enum, default_value_t)]
    syntax: Syntax,
    /// Only files of this language.
    #[arg(short = 't', long)]
    language: Option<String>,
    /// Take upper and lower case for the same.
    #[serde(default)]
    #[arg(short, long)]
    ignore_case: bool,
    /// Lines shown before and after each match.
    #[serde(default)]
    #[arg(short = 'C', long, default_value_t = 0)]
    context: usize,
    /// Only the number of matches in each file.
    #[serde(default)]
    #[arg(short, long)]
    count: bool,
    /// Only the names of files with a match.
    #[serde(default)]
    #[arg(short = 'l', long)]
    files_only: bool,
    /// Also search tests.
    #[serde(default = "yes")]
    #[arg(long, value_name = "BOOL", default_value_t = true, action = clap::ArgAction::Set)]
    allow_tests: bool,
    /// Results at most [default on the command line: no limit]
    #[schemars(extend("default" = MAX_RESULTS))]
    #[arg(short = 'm', long, value_name = "N")]
    max_results: Option<usize>,
}

const fn yes() -> bool {
    true
}

/// The tool.
pub(crate) struct Grep;

impl Tool for Grep {
    const NAME: &'static str = "grep";
    const COMMAND: &'static str = "grep";
    const TITLE: &'static str = "Find lines";
    const ABOUT: &'static str = "Finds lines by regular expression, literal text or AST pattern, in the files that ripgrep would search, \
        each with the symbol around it. For whole definitions ranked by meaning use search; for uses of a symbol use find_references.";
    const MAX_TOKENS: usize = 8000;
    const COMMAND_IS_BOUNDED: bool = false;
    type Params = Params;

    fn answer_schema() -> Value {
        serde_json::from_str(include_str!("../schemas/grep.json")).expect("a test reads the embedded schema")
    }

    async fn run(cx: ToolCx, params: Params) -> ToolResult {
        cx.compute(move |cx| run(cx, &params)).await
    }
}

fn run(cx: &ToolCx, params: &Params) -> ToolResult {
    if params.count && params.files_only {
        return Err(ToolError::caller("`count` and `filesOnly` exclude each other", "give one of them"));
    }
    let (snapshot, brought) = cx.snapshot(params.paths.iter().map(String::as_str))?;
    let max_results = params.max_results.or(default_results(cx));
    let mut found = match params.syntax {
        Syntax::Ast => pattern::run(&snapshot, &pattern_query(cx, params, &snapshot, max_results)?, &cx.progress)?,
        syntax => grep::run(&snapshot, &line_query(cx, params, &snapshot, syntax, max_results)?, &cx.progress)?,
    };
    found.notes.extend(brought.iter().map(note_of_project));
    let mode = match (params.count, params.files_only) {
        (true, _) => Mode::Counts,
        (_, true) => Mode::FilesOnly,
        _ => Mode::Lines,
    };
    let making = Making {
        mode,
        evidence: if params.syntax == Syntax::Ast { Evidence::syntax() } else { Evidence::text() },
        question: format!("`{}`", params.pattern),
        max_results,
        names_wanted: names_wanted(cx, max_results),
        snapshot,
    };
    Ok(Box::new(GrepReport::new(found, making)))
}

fn line_query(
    cx: &ToolCx,
    params: &Params,
    snapshot: &Snapshot,
    syntax: Syntax,
    max_results: Option<usize>,
) -> Result<GrepQuery, ToolError> {
    Ok(GrepQuery {
        pattern: params.pattern.clone(),
        mode: if syntax == Syntax::Literal { PatternMode::Literal } else { PatternMode::Regex },
        starts: starts(snapshot, &params.paths)?,
        language: language(params.language.as_deref())?,
        ignore_case: params.ignore_case,
        context: params.context,
        counts_only: params.count || params.files_only,
        allow_tests: params.allow_tests,
        max_results,
        width: width(cx),
    })
}

fn pattern_query(
    cx: &ToolCx,
    params: &Params,
    snapshot: &Snapshot,
    max_results: Option<usize>,
) -> Result<PatternQuery, ToolError> {
    if params.ignore_case {
        return Err(ToolError::caller(
            "AST patterns know no `ignoreCase`",
            "use a hole such as $NAME, or syntax \"regex\"",
        ));
    }
    Ok(PatternQuery {
        pattern: params.pattern.clone(),
        starts: starts(snapshot, &params.paths)?,
        language: language(params.language.as_deref())?,
        context: params.context,
        counts_only: params.count || params.files_only,
        allow_tests: params.allow_tests,
        max_results,
        width: width(cx),
    })
}

/// The characters of a line that are shown; pipes get lines as they are.
fn width(cx: &ToolCx) -> Option<usize> {
    (cx.format != Format::Plain).then_some(LINE_WIDTH)
}

/// The number of results where the call does not say: a bound for models, none for a command line without a budget.
pub(super) fn default_results(cx: &ToolCx) -> Option<usize> {
    (cx.budget != Budget::Unlimited).then_some(MAX_RESULTS)
}

fn names_wanted(cx: &ToolCx, max_results: Option<usize>) -> report::Names {
    match cx.format {
        Format::Plain => report::Names::None,
        _ if cx.budget == Budget::Unlimited && max_results.is_none() => report::Names::WithinReason,
        _ => report::Names::All,
    }
}

impl From<GrepError> for ToolError {
    fn from(error: GrepError) -> Self {
        match &error {
            GrepError::Cancelled(_) => Self::cancelled(),
            GrepError::EmptyPattern | GrepError::BadRegex { .. } | GrepError::TooLarge => {
                let text = error.to_string();
                let (problem, hint) = text.split_once('\n').unwrap_or((&text, ""));
                Self::caller(problem, hint.trim())
            }
            GrepError::Walk(_) | GrepError::Read(_) => Self::world(&error),
        }
    }
}

impl From<PatternError> for ToolError {
    fn from(error: PatternError) -> Self {
        match &error {
            PatternError::Cancelled(_) => Self::cancelled(),
            _ => Self { blame: Blame::Caller, ..Self::world(&error) },
        }
    }
}
