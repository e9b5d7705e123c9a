//! The module report: `spelunk report FILE`, and `map_code` with the details that are reports.

mod answer;
mod text;

use super::places::{language, note_of_project};
use super::{Tool, ToolCx, ToolError, ToolResult, to_value};
use crate::domain::{Doc, Format, Report, Shown, XmlShape};
use crate::engine::graph::LspContext;
use crate::engine::report::{self, Depth, Flag, ModuleReport, ReportQuery};
use crate::lang::separator;
pub(super) use answer::ReportAnswer;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use text::TextLimits;
use tokio::runtime::Handle;

/// Default of the seconds to wait for a language server.
pub(super) const DEFAULT_WAIT: f64 = 1.5;

/// Default limit of the users that are listed for a symbol.
pub(super) const fn max_refs() -> usize {
    5
}

/// ReportCall for a report, from either tool.
#[derive(Debug)]
pub(super) struct ReportCall {
    pub(super) path: String,
    pub(super) depth: Depth,
    pub(super) language: Option<String>,
    pub(super) max_refs: usize,
    pub(super) allow_tests: bool,
    pub(super) focus: Vec<String>,
    pub(super) wait: Option<f64>,
}

/// Creates the report.
pub(super) async fn answer(cx: ToolCx, call: ReportCall) -> ToolResult {
    let runtime = Handle::current();
    cx.compute(move |cx| work(cx, call, &runtime)).await
}

fn work(cx: &ToolCx, call: ReportCall, runtime: &Handle) -> ToolResult {
    let (snapshot, brought) = cx.snapshot([call.path.as_str()])?;
    let wanted = language(call.language.as_deref())?;
    let path =
        snapshot.resolve_target(&call.path).map_err(|error| ToolError::from_problem(&error))?;
    if path.absolute.is_dir() {
        return Err(ToolError::new(
            format!("{path} is a directory, and a report is of one file"),
            "name a file in it, or ask for a map with detail = signatures",
        ));
    }
    let query = ReportQuery {
        path,
        depth: call.depth,
        max_refs: call.max_refs,
        allow_tests: call.allow_tests,
        focus: call.focus,
    };
    let deadline = cx.deadline(call.wait, DEFAULT_WAIT)?.filter(|_| query.depth == Depth::Deep);
    let servers = cx.host.servers.clone().zip(deadline);
    let lsp_context =
        servers.map(|(servers, deadline)| LspContext::new(servers, deadline, cx.progress.clone()));
    let lsp_context = lsp_context.as_ref().map(|lsp_context| (lsp_context, runtime));
    let report = report::run(&snapshot, &cx.host.reports, &query, lsp_context)?;
    if let (Some(wanted), Some(found)) = (wanted, report.language)
        && wanted.id != found.id
    {
        return Err(ToolError::new(
            format!("{} is {}, not {}", report.path, found.config.name, wanted.config.name),
            "leave `language` out",
        ));
    }
    let notes = brought.iter().map(note_of_project).collect();
    Ok(Box::new(FileReport::new(report, query, notes, cx.format)))
}

/// The command.
pub(super) struct ReportFile;

/// The depths as a command names them.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, clap::ValueEnum,
)]
#[serde(rename_all = "lowercase")]
pub(super) enum DepthWord {
    /// From the file alone
    Outline,
    /// And who uses what it defines, by syntax
    #[default]
    Standard,
    /// And what a language server knows, where --wait allows to start one
    Deep,
}

/// The command's parameters.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema, clap::Args)]
#[serde(rename_all = "camelCase")]
pub(super) struct Params {
    /// The file.
    #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    file: String,
    /// How much it may cost: the file alone, its project, or a language server.
    #[serde(default)]
    #[arg(long, value_enum, value_name = "DEPTH", default_value_t)]
    depth: DepthWord,
    /// Users listed for each symbol; the rest are counted.
    #[serde(default = "max_refs")]
    #[arg(long, value_name = "N", default_value_t = max_refs())]
    max_refs: usize,
    /// List users in tests too.
    #[serde(default)]
    #[arg(long)]
    allow_tests: bool,
    /// Words to rank around.
    #[serde(default)]
    #[arg(long, value_name = "WORD")]
    focus: Vec<String>,
    /// Seconds to wait for a language server; without it none is started.
    #[arg(long, value_name = "SECONDS")]
    wait: Option<f64>,
}

impl Tool for ReportFile {
    const NAME: &'static str = "report";
    const COMMAND: &'static str = "report";
    const TITLE: &'static str = "Tell what one file is";
    const ABOUT: &'static str = "What one file imports, offers and keeps to itself, who uses that, and what to read first: \
        in place of reading it.";
    const SEARCH_HINT: Option<&'static str> = None;
    const MAX_TOKENS: usize = 4000;
    type Params = Params;
    type Answer = ReportAnswer<'static>;

    async fn run(cx: ToolCx, params: Params) -> ToolResult {
        let depth = match params.depth {
            DepthWord::Outline => Depth::Outline,
            DepthWord::Standard => Depth::Standard,
            DepthWord::Deep => Depth::Deep,
        };
        let Params { file: path, max_refs, allow_tests, focus, wait, .. } = params;
        answer(cx, ReportCall { path, depth, language: None, max_refs, allow_tests, focus, wait })
            .await
    }
}

/// The answer: a report in parts, the least useful of which can be left out.
struct FileReport {
    report: Arc<ModuleReport>,
    query: ReportQuery,
    /// Notes that arise from the call itself, such as on the project that stands in for a missing
    /// root.
    notes: Vec<String>,
    parts: Vec<ReportPart>,
    limits: TextLimits,
}

/// A part that can be left out by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ReportPart {
    /// An entry without its users.
    Entry(usize),
    /// The users of an entry.
    Users(usize),
    Reads,
    Diagnostics,
    InternalImports,
    ExternalImports,
}

/// Exported entries that come before all else of a report.
const FIRST_ENTRIES: usize = 10;

impl FileReport {
    fn new(
        report: Arc<ModuleReport>,
        query: ReportQuery,
        notes: Vec<String>,
        format: Format,
    ) -> Self {
        let (offered, kept): (Vec<usize>, Vec<usize>) =
            report.order.iter().partition(|place| report.entries[**place].exported);
        let is_listed = |place: &&usize| {
            report.entries[**place].users.as_ref().is_some_and(|users| users.total > 0)
        };
        let users = |places: &[usize]| -> Vec<ReportPart> {
            places.iter().filter(is_listed).map(|place| ReportPart::Users(*place)).collect()
        };
        // Where not all fits: some of what it offers, and who uses that, before the rest of it.
        let entries = |places: &[usize]| -> Vec<ReportPart> {
            places.iter().map(|place| ReportPart::Entry(*place)).collect()
        };
        let (first, further) = offered.split_at(offered.len().min(FIRST_ENTRIES));
        let mut parts = entries(first);
        parts.push(ReportPart::Reads);
        if report.diagnostics.is_some() {
            parts.push(ReportPart::Diagnostics);
        }
        parts.push(ReportPart::InternalImports);
        parts.extend(users(first));
        parts.extend(entries(further));
        parts.extend(users(further));
        parts.extend(entries(&kept));
        parts.push(ReportPart::ExternalImports);
        parts.extend(users(&kept));
        let mut report = Self { report, query, notes, parts, limits: TextLimits::full() };
        // Documentation is for people; a model finds it in JSON.
        if format != Format::Markdown {
            report.limits = TextLimits::terse(&report);
        }
        report
    }
}

/// Parts of a report that are shown.
struct View<'a> {
    file: &'a FileReport,
    report: &'a ModuleReport,
    tokens: usize,
    limits: TextLimits,
    /// In source order.
    entries: Vec<usize>,
    users: Vec<usize>,
    reads: bool,
    diagnostics: bool,
    internal: bool,
    external: bool,
}

impl<'a> View<'a> {
    fn new(file: &'a FileReport, shown: &Shown) -> Self {
        let mut view = Self {
            file,
            report: &file.report,
            tokens: shown.tokens,
            limits: file.limits,
            entries: Vec::new(),
            users: Vec::new(),
            reads: false,
            diagnostics: false,
            internal: false,
            external: false,
        };
        let chosen = file.parts[..shown.first]
            .iter()
            .chain(shown.extra.iter().map(|part| &file.parts[*part]));
        for part in chosen {
            match *part {
                ReportPart::Entry(place) => view.entries.push(place),
                ReportPart::Users(place) => view.users.push(place),
                ReportPart::Reads => view.reads = true,
                ReportPart::Diagnostics => view.diagnostics = true,
                ReportPart::InternalImports => view.internal = true,
                ReportPart::ExternalImports => view.external = true,
            }
        }
        view.entries.sort_unstable();
        // Users are meaningless without what they use.
        let entries = &view.entries;
        view.users.retain(|place| entries.binary_search(place).is_ok());
        view.users.sort_unstable();
        view
    }

    fn shows_users(&self, place: usize) -> bool {
        self.users.binary_search(&place).is_ok()
    }

    /// Returns the shown entries that other files may name, or those that they may not.
    fn side(&self, exported: bool) -> impl Iterator<Item = usize> {
        let report = self.report;
        self.entries
            .iter()
            .copied()
            .filter(move |place| report.entries[*place].exported == exported)
    }

    fn exports(&self) -> usize {
        self.report.entries.iter().filter(|entry| entry.exported).count()
    }

    fn separator(&self) -> &'static str {
        separator(self.report.language)
    }
}

impl Report for FileReport {
    fn parts(&self) -> usize {
        self.parts.len()
    }

    fn doc(&self, shown: &Shown) -> Doc {
        text::doc(&View::new(self, shown))
    }

    fn value(&self, shown: &Shown) -> Value {
        to_value(ReportAnswer::new(&View::new(self, shown), shown.count() < self.parts.len()))
    }

    fn xml(&self) -> XmlShape {
        XmlShape::new("module_report")
    }

    fn found(&self) -> bool {
        self.report.is_available()
    }
}

/// Returns the text for a flag, unless the rest of the line shows it already.
const fn flag_text(flag: Flag) -> Option<&'static str> {
    match flag {
        Flag::Test | Flag::Deprecated | Flag::Unused => Some(flag.as_str()),
        Flag::Complex
        | Flag::Long
        | Flag::HighFanout
        | Flag::Wrapper
        | Flag::Hub
        | Flag::Overload => None,
    }
}
