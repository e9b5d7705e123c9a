//! `find_callers`: the callers of a function, method, constructor or macro.

use super::graph::{
    DEFAULT_WAIT, DetailParams, Direction, GraphAnswer, GraphCall, GraphParams, Item, Outside,
    PathCall, ResultLabels, RowLimit, RowTarget, WithCode, WithPaths, doubt, label, lines_of,
    meant, receiver_before, short_signature, signature, through,
};
use super::{Tool, ToolCx, ToolResult};
use crate::domain::{ResultLine, ResultRow, SymbolKind};
use crate::engine::graph::{self, Call, Hop, Rule, Site};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeSet;

/// Limit of the call sites in a numbered row.
const MAX_SITES: usize = 3;

/// The remark on a row that does not call.
const PASSED: &str = "passed as a value";

/// The remark on a test that is given what the target makes, or that it runs before.
const GIVEN: &str = "given to it";

/// The remark on a row whose calls run nothing.
const ON_MOCK: &str = "on a mock";

pub(crate) struct FindCallers;

const LABELS: ResultLabels = ResultLabels {
    heading: "Callers of",
    one: "caller",
    many: "callers",
    are_definitions: false,
    uses: Some("calls"),
    xml_root: "find_callers",
    draws: Some(Direction::ToTarget),
};

/// The tool's parameters.
#[derive(Debug, Clone, Deserialize, JsonSchema, clap::Args)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Params {
    #[serde(flatten)]
    #[command(flatten)]
    graph: GraphParams,
    /// Levels of callers [default: 1]
    #[schemars(extend("default" = 1), description = "Levels of callers.")]
    #[arg(long, value_name = "N")]
    depth: Option<usize>,
    /// Paths of calls from this symbol.
    #[arg(long, value_name = "TARGET")]
    from: Option<String>,
    #[serde(flatten)]
    #[command(flatten)]
    rows: RowLimit<20>,
    #[serde(flatten)]
    #[command(flatten)]
    code: DetailParams,
}

impl Tool for FindCallers {
    const NAME: &'static str = "find_callers";
    const COMMAND: &'static str = "callers";
    const TITLE: &'static str = "Find callers";
    const ABOUT: &'static str = "Who calls a function, method or constructor: each call with file, line, enclosing symbol and text; with `from`, how A reaches B. \
        Tells apart other definitions of the name and accounts for every occurrence: nothing is left to grep.";
    const SEARCH_HINT: Option<&'static str> = None;
    const MAX_TOKENS: usize = 4000;
    const WAIT: Option<f64> = Some(DEFAULT_WAIT);
    const HAS_PICTURE: bool = true;

    type Params = Params;
    type Answer = WithCode<WithPaths<'static, GraphAnswer<'static, Call>>>;

    async fn run(cx: ToolCx, params: Params) -> ToolResult {
        let (max_results, detail) = (params.rows.most(), params.code.detail);
        let (target, labels) = (&params.graph, LABELS);
        if let Some(other) = &params.from {
            let depth = params.depth;
            let call = PathCall { target, other, labels, depth, max_results, detail };
            return call.answer(&cx).await;
        }
        let depth = params.depth.unwrap_or(1);
        let call = GraphCall { target, labels, depth, max_results, detail };
        call.answer(&cx, graph::callers).await
    }
}

impl Item for Call {
    fn row(&self, of: RowTarget<'_>, labels: ResultLabels, is_tree: bool) -> ResultRow {
        let place = match (&self.node.file, self.node.line) {
            (Some(file), Some(line)) => format!("{file}:{line}"),
            _ => self.node.name.clone(),
        };
        let text = if self.depth > 1 { format!("depth {}", self.depth) } else { String::new() };
        let lines = match labels.draws {
            Some(Direction::FromTarget) => vec![callee_line(self, of)],
            _ => {
                let name = self.via.last().map_or(of.name, |hop| &hop.name);
                let sites = if self.is_passing() { &self.values } else { &self.sites };
                lines_of(Some(symbol(self, sites, is_tree)), sites, name, is_tree, self.certainty)
            }
        };
        ResultRow { place, text, details: details(self), lines, ..ResultRow::default() }
    }

    fn place(&self, labels: ResultLabels) -> (&str, usize) {
        match self.places().next() {
            Some(site) if labels.draws != Some(Direction::FromTarget) => (&site.file, site.line),
            _ => (self.node.file.as_deref().unwrap_or_default(), self.node.line.unwrap_or(0)),
        }
    }

    fn places(&self, labels: ResultLabels) -> Vec<(&str, usize)> {
        match labels.draws {
            Some(Direction::FromTarget) => vec![self.place(labels)],
            _ => Call::places(self).map(|site| (&*site.file, site.line)).collect(),
        }
    }

    /// Calls outside of functions are in constants or statements, each of which is shown.
    fn definitions(&self) -> usize {
        let within: BTreeSet<Option<&str>> =
            self.sites.iter().map(|site| site.within.as_deref()).collect();
        within.len().max(1)
    }

    fn code(&self) -> Vec<&str> {
        let sites = Call::places(self).map(|site| site.text.as_str());
        self.node.signature.as_deref().into_iter().chain(sites).collect()
    }

    fn doubt(&self, labels: ResultLabels) -> Option<&'static str> {
        let is_callee = labels.draws == Some(Direction::FromTarget);
        doubt(self.rule, is_callee && self.node.kind == SymbolKind::Method)
    }

    fn is_passing(&self) -> bool {
        !self.values.is_empty()
    }

    fn is_test(&self) -> bool {
        self.node.is_test
    }

    fn members(&self) -> &[String] {
        &self.through
    }

    fn aside(&self) -> Option<String> {
        if self.is_passing() {
            return Some(PASSED.to_owned());
        }
        let given = (self.rule == Some(Rule::Given)).then(|| GIVEN.to_owned());
        let asides = through(&self.through).into_iter().chain(given);
        let asides = asides.chain(self.is_on_mock().then(|| ON_MOCK.to_owned()));
        let asides: Vec<String> = asides.collect();
        (!asides.is_empty()).then(|| asides.join(" · "))
    }

    fn further(&self) -> Vec<(&Hop, ResultRow)> {
        let mut by_called: Vec<(&Hop, Vec<Site>)> = Vec::new();
        for call in &self.further {
            match by_called.iter_mut().find(|(of, _)| **of == call.of) {
                Some((_, sites)) => sites.push(call.site.clone()),
                None => by_called.push((&call.of, vec![call.site.clone()])),
            }
        }
        let row = |(of, sites): (&Hop, Vec<Site>)| {
            let place = format!("{}:{}", sites[0].file, sites[0].line);
            let symbol = Some(label(&self.node));
            let lines = lines_of(symbol, &sites, &of.name, true, self.certainty);
            let text = format!("calls {} too", of.name);
            ResultRow { place, text, lines, ..ResultRow::default() }
        };
        by_called.into_iter().map(|(of, sites)| (of, row((of, sites)))).collect()
    }

    fn outside(&self) -> Option<(String, Outside)> {
        let name = &self.node.name;
        let told = || match self.sites.first() {
            Some(site) if self.rule == Some(Rule::SameName) => {
                (format!("{name} (called at {})", site.line), Outside::Ambiguous)
            }
            Some(site) => (outside_call(name, site, self.depth), Outside::Unresolved),
            None => (name.clone(), Outside::Unresolved),
        };
        self.node.file.is_none().then(told)
    }
}

/// Returns the name of a caller, in a tree and where it calls on several lines with the line of its
/// declaration, by which a reader finds the whole of it.
fn symbol(call: &Call, sites: &[Site], is_tree: bool) -> String {
    let label = label(&call.node);
    let first = sites.first().map(|site| site.line);
    let is_asked = is_tree || sites.iter().any(|site| Some(site.line) != first);
    let is_apart = call.node.kind != SymbolKind::Module && call.node.line != first;
    match call.node.line.filter(|_| is_asked && is_apart) {
        Some(line) => format!("{label}:{line}"),
        None => label,
    }
}

/// Returns what is called outside of the project, with the name before it, and where that is in
/// another function than the one asked about.
fn outside_call(name: &str, site: &Site, depth: usize) -> String {
    let before = receiver_before(&site.text, name).unwrap_or_default();
    let file = site.file.rsplit('/').next().unwrap_or_default();
    let place = if depth > 1 { format!(" {file}:{}", site.line) } else { String::new() };
    format!("{before}{name}{place}")
}

/// Returns the lines below a row: the signature and the first calls, or uses as a value.
fn details(call: &Call) -> Vec<String> {
    let mut details = vec![signature(&call.node)];
    let is_elsewhere = |site: &Site| call.node.file.as_ref() != Some(&site.file);
    for site in call.places().take(MAX_SITES) {
        let place = if is_elsewhere(site) {
            format!("{}:{}", site.file, site.line)
        } else {
            site.line.to_string()
        };
        details.push(format!("at {place}: {}{}", site.text, meant([site])));
    }
    let uses = if call.values.is_empty() { "calls" } else { "uses" };
    if call.places().count() > MAX_SITES {
        details.push(format!("… ({} more {uses})", call.places().count() - MAX_SITES));
    }
    details
}

/// Returns a callee's signature at its definition, with the lines on which it is called; with their
/// file, where that is another than the caller's.
fn callee_line(call: &Call, of: RowTarget<'_>) -> ResultLine {
    let mut text = short_signature(&call.node);
    let verb = if call.values.is_empty() { "called at" } else { "at" };
    let mut places = call.places();
    if let Some(first) = places.next() {
        let caller = call.via.last().map(|hop| &*hop.file).or(of.file);
        text.push_str(&match caller.is_none_or(|caller| caller == &*first.file) {
            true => format!(" · {verb} {}", first.line),
            false => format!(" · {verb} {}:{}", first.file, first.line),
        });
    }
    let further = places.count();
    if further > 0 {
        text.push_str(&format!(" (+{further})"));
    }
    ResultLine {
        file: call.node.file.as_deref().unwrap_or_default().to_owned(),
        line: call.node.line.unwrap_or(0),
        text,
        ..ResultLine::default()
    }
}
