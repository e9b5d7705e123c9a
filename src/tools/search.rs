//! `search`: ranked whole definitions for words or a boolean query.

mod answer;
mod lines;
mod report;

use super::places::{language, note_of_project, starts};
use super::{Tool, ToolCx, ToolError, ToolResult};
use crate::domain::{Format, LeftOutReason, LineRange};
use crate::engine::search::{Finding, Findings, SearchError, SearchQuery, prepare, search};
use crate::workspace::Snapshot;
use answer::SearchAnswer;
use lines::LinesReport;
use report::SearchReport;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::hash::{DefaultHasher, Hash, Hasher};

const MAX_RESULTS: usize = 20;

/// How much of the definitions is shown.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, clap::ValueEnum,
)]
#[serde(rename_all = "kebab-case")]
pub enum Detail {
    /// Of the best definitions the lines that match, then one line each.
    #[default]
    Lines,
    /// Whole definitions as far as the budget holds them.
    Full,
}

#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Params {
    /// Words or names in any style; also AND OR NOT + - "phrase" (…) name* and ext: lang: file:
    /// dir: kind: name:
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
    /// How much is shown: `lines` that match of the best definitions, or whole definitions
    #[serde(default)]
    #[schemars(description = "`lines` that match, or `full` code.")]
    #[arg(long, value_enum, default_value_t)]
    pub detail: Detail,
    /// Definitions shown at most
    #[serde(default = "max_results")]
    #[schemars(description = "Definitions shown at most.")]
    #[arg(short = 'n', long, default_value_t = MAX_RESULTS)]
    pub max_results: usize,
    /// Any name: what calls with the same one have shown is not shown again
    #[schemars(description = "Any name: its calls never show code twice.")]
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
    const COMMAND_ALIASES: &'static [&'static str] = &["find"];
    const TITLE: &'static str = "Search code";
    const ABOUT: &'static str = "Finds code by what it does or is called: definitions ranked best first, each with its place and the lines that match. \
        Use it when you do not know where something is or its exact name: describe it in a few words. \
        For exact text, or for every occurrence, use grep.";
    const SEARCH_HINT: Option<&'static str> = None;
    const MAX_TOKENS: usize = 8000;
    type Params = Params;
    type Answer = SearchAnswer<'static>;

    async fn run(cx: ToolCx, params: Params) -> ToolResult {
        cx.compute(move |cx| answer(cx, &params)).await
    }
}

fn answer(cx: &ToolCx, params: &Params) -> ToolResult {
    let (snapshot, brought) = cx.snapshot(params.path.as_deref())?;
    let (starts, _) = starts(&snapshot, params.path.as_slice())?;
    let language = language(params.language.as_deref())?;
    let mut request = SearchQuery {
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
        None => {
            let findings = find(&snapshot, &request)?;
            if params.path.is_some() && has_tests_only(&findings) {
                // Whoever names a place of tests asks for them.
                request.allow_tests = true;
                find(&snapshot, &request)?
            } else {
                findings
            }
        }
        Some(session) => {
            let (findings, seen) = unseen(cx, &snapshot, &mut request, session)?;
            known = seen;
            findings
        }
    };
    if cx.waits_by_default && findings.can_prepare {
        // Nobody waits for it: where it fails, the next search reads the files again.
        rayon::spawn(move || drop(prepare(&snapshot, &request)));
    }
    let notes = brought.iter().map(note_of_project).collect();
    let is_in_lines = match cx.format {
        // Programs and documents get whole definitions.
        Format::Json | Format::Xml | Format::Markdown => false,
        _ => params.detail == Detail::Lines,
    };
    Ok(if is_in_lines {
        Box::new(LinesReport::new(cx, params, findings, known, notes))
    } else {
        Box::new(SearchReport::new(cx, params, findings, known, notes))
    })
}

/// Returns whether nothing matches but what is left out as tests.
fn has_tests_only(findings: &Findings) -> bool {
    findings.results.is_empty()
        && findings.left_out.iter().any(|left_out| left_out.reason == LeftOutReason::Test)
}

/// Returns the findings that a session has not been shown yet, and the number of definitions
/// omitted because it has.
fn unseen(
    cx: &ToolCx,
    snapshot: &Snapshot,
    request: &mut SearchQuery,
    session: &str,
) -> Result<(Findings, usize), ToolError> {
    let wanted = request.max_results;
    request.max_results += cx.shown_definitions.count(session);
    loop {
        let mut findings = find(snapshot, request)?;
        let before = findings.results.len();
        findings
            .results
            .retain(|finding| cx.shown_definitions.seen(session, &keys(finding)).contains(&false));
        let known = before - findings.results.len();
        // Definitions that rank far behind are shown only once all better ones have been.
        if findings.results.is_empty() && !findings.more.is_empty() && !request.thorough {
            request.thorough = true;
            continue;
        }
        let rest = findings.results.split_off(findings.results.len().min(wanted));
        findings.more.splice(0..0, rest.into_iter().map(|finding| finding.brief));
        return Ok((findings, known));
    }
}

fn find(snapshot: &Snapshot, request: &SearchQuery) -> Result<Findings, ToolError> {
    search(snapshot, request).map_err(|error| match error {
        SearchError::Cancelled(_) => ToolError::cancelled(),
        SearchError::Query(_) | SearchError::Walk(_) => ToolError::from_problem(&error),
    })
}

/// Returns the keys by which a session remembers a result: one for each definition in it, with its
/// code.
fn keys(finding: &Finding) -> Vec<u64> {
    let key = |path: &str, lines: LineRange| {
        let mut hasher = DefaultHasher::new();
        finding.brief.file.display.hash(&mut hasher);
        path.hash(&mut hasher);
        finding.text(lines).hash(&mut hasher);
        hasher.finish()
    };
    if finding.pieces.len() == 1 || finding.members.is_empty() {
        return vec![key(&finding.brief.path, finding.lines)];
    }
    finding.members.iter().map(|member| key(&member.path, member.lines)).collect()
}
