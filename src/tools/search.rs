//! `search`: ranked whole definitions for words or a boolean query.

mod report;

use super::{Tool, ToolCx, ToolError, ToolResult};
use crate::domain::nearest;
use crate::engine::search::{Finding, Findings, Request, SearchError, search};
use crate::lang::{Language, registry};
use crate::workspace::{PathError, Root, Snapshot};
use report::SearchReport;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use std::hash::{DefaultHasher, Hash, Hasher};

const MAX_RESULTS: usize = 20;

#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Params {
    /// Words or names in any style; also AND OR NOT + - "phrase" (…) name* and ext: lang: file: dir: kind: name:
    #[arg(allow_hyphen_values = true)]
    pub query: String,
    /// File or directory [default: the root]
    #[schemars(description = "File or directory; default: the root.")]
    pub path: Option<String>,
    /// Only this language
    #[schemars(description = "Only this language.")]
    #[arg(short, long)]
    pub language: Option<String>,
    /// Search for the query verbatim, as a symbol's name or as text
    #[serde(default)]
    #[schemars(description = "Verbatim: a symbol's name, or text.")]
    #[arg(short, long)]
    pub exact: bool,
    /// Search tests too
    #[serde(default)]
    #[schemars(description = "Search tests too.")]
    #[arg(long)]
    pub allow_tests: bool,
    /// Definitions shown at most
    #[serde(default = "max_results")]
    #[schemars(description = "Definitions shown at most.")]
    #[arg(short = 'n', long, default_value_t = MAX_RESULTS)]
    pub max_results: usize,
    /// Any name: what calls with the same one have shown is not shown again
    #[schemars(description = "Any name: calls that share it never show the same code twice.")]
    #[arg(long)]
    pub session: Option<String>,
}

const fn max_results() -> usize {
    MAX_RESULTS
}

pub struct Search;

impl Tool for Search {
    const NAME: &'static str = "search";
    const COMMAND: &'static str = "search";
    const TITLE: &'static str = "Search code";
    const ABOUT: &'static str = "Finds code by what it does or is called: whole definitions, best first. \
        Describe it in a few words, or give names in any style. For a regular expression or every occurrence use grep.";
    const MAX_TOKENS: usize = 8000;
    type Params = Params;

    fn answer_schema() -> Value {
        serde_json::from_str(include_str!("schemas/search.json")).expect("the embedded schema is JSON")
    }

    async fn run(cx: ToolCx, params: Params) -> ToolResult {
        cx.compute(move |cx| answer(cx, &params)).await
    }
}

fn answer(cx: &ToolCx, params: &Params) -> ToolResult {
    let (snapshot, brought) = cx.snapshot(params.path.as_deref())?;
    let starts = match &params.path {
        Some(path) => vec![snapshot.roots().resolve(path).map_err(path_error)?],
        None => snapshot.roots().starts(),
    };
    let language = params.language.as_deref().map(language).transpose()?;
    let mut request = Request {
        query: params.query.clone(),
        starts,
        language,
        exact: params.exact,
        allow_tests: params.allow_tests,
        max_results: params.max_results,
        thorough: false,
    };
    let mut known = 0;
    let findings = match &params.session {
        None => find(&snapshot, &request)?,
        Some(session) => {
            let (findings, seen) = unseen(cx, &snapshot, &mut request, session)?;
            known = seen;
            findings
        }
    };
    Ok(Box::new(SearchReport::new(cx, params, findings, known, notes(&brought))))
}

/// What a session has not been shown yet, and how many definitions were passed over because it has.
fn unseen(
    cx: &ToolCx,
    snapshot: &Snapshot,
    request: &mut Request,
    session: &str,
) -> Result<(Findings, usize), ToolError> {
    let wanted = request.max_results;
    request.max_results += cx.sessions.count(session);
    loop {
        let mut findings = find(snapshot, request)?;
        let hashes: Vec<u64> = findings.results.iter().map(hash).collect();
        let mut seen = cx.sessions.seen(session, &hashes).into_iter();
        let before = findings.results.len();
        findings.results.retain(|_| !seen.next().unwrap_or(false));
        let known = before - findings.results.len();
        // What ranks far behind is shown only once all that is better has been.
        if findings.results.is_empty() && !findings.more.is_empty() && !request.thorough {
            request.thorough = true;
            continue;
        }
        let rest = findings.results.split_off(findings.results.len().min(wanted));
        findings.more.splice(0..0, rest.into_iter().map(|finding| finding.brief));
        return Ok((findings, known));
    }
}

fn find(snapshot: &Snapshot, request: &Request) -> Result<Findings, ToolError> {
    search(snapshot, request).map_err(|error| match error {
        SearchError::Cancelled(_) => ToolError::cancelled(),
        SearchError::Query(_) => {
            let text = error.to_string();
            let (problem, hint) = text.split_once('\n').unwrap_or((&text, "see the parameter's description"));
            ToolError::caller(problem, hint)
        }
        SearchError::Walk(_) => ToolError::world(&error),
    })
}

/// A definition with its code: what a session remembers.
fn hash(finding: &Finding) -> u64 {
    let mut hasher = DefaultHasher::new();
    finding.brief.file.display.hash(&mut hasher);
    finding.brief.path.hash(&mut hasher);
    finding.pieces.iter().for_each(|lines| finding.text(*lines).hash(&mut hasher));
    hasher.finish()
}

fn path_error(error: PathError) -> ToolError {
    ToolError::world(&error)
}

fn language(name: &str) -> Result<&'static Language, ToolError> {
    registry().by_name(name).ok_or_else(|| {
        let near = nearest(name, registry().all().iter().map(|language| language.id));
        let meant = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        ToolError::caller(
            format!("there is no language `{name}`{meant}"),
            "give a name, an alias or a file name ending, such as rust, py or ts",
        )
    })
}

/// The projects that paths brought along, where there is no root.
fn notes(brought: &[Root]) -> Vec<String> {
    brought.iter().map(|root| format!("no root is set: searched the project {}", root.path.display())).collect()
}
