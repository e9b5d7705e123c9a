//! `find_callers`: who calls a function, method, constructor or macro.

use super::graph::{Direction, Drawn, GraphReport, Item, Noun, TargetParams, question};
use super::{Tool, ToolCx, ToolResult};
use crate::domain::Certainty;
use crate::engine::graph::{self, Call, Node, Site};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

/// Call sites that a row shows.
const MOST_SITES: usize = 3;

pub(crate) struct FindCallers;

/// The tool's parameters.
#[derive(Debug, Clone, Deserialize, JsonSchema, clap::Args)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Params {
    #[serde(flatten)]
    #[command(flatten)]
    target: TargetParams,
    /// Levels of callers.
    #[serde(default = "one")]
    #[arg(long, value_name = "N", default_value_t = 1)]
    depth: usize,
    /// Rows at most.
    #[serde(default = "max_results")]
    #[arg(long, value_name = "N", default_value_t = 20)]
    max_results: usize,
    /// Seconds to wait for a language server.
    #[arg(long, value_name = "SECONDS")]
    wait: Option<f64>,
}

pub(super) const DEFAULT_WAIT: f64 = 1.5;

pub(super) fn one() -> usize {
    1
}

fn max_results() -> usize {
    20
}

impl Tool for FindCallers {
    const NAME: &'static str = "find_callers";
    const COMMAND: &'static str = "callers";
    const TITLE: &'static str = "Find callers";
    const ABOUT: &'static str = "Who calls a function or method: each caller with its signature and the calling lines. \
        Address it by name, or by file and any line of it.";
    const MAX_TOKENS: usize = 4000;
    const HAS_PICTURE: bool = true;

    type Params = Params;

    fn answer_schema() -> Value {
        super::graph::answer_schema(include_str!("schemas/calls.json"))
    }

    async fn run(cx: ToolCx, params: Params) -> ToolResult {
        let (snapshot, question) = question(&cx, &params.target, params.depth, params.wait, DEFAULT_WAIT)?;
        let response = graph::callers(snapshot, question).await?;
        let noun = Noun {
            heading: "Callers of",
            one: "caller",
            many: "callers",
            xml_root: "find_callers",
            draws: Some(Direction::ToTarget),
        };
        Ok(Box::new(GraphReport { noun, response, max_results: params.max_results, depth: params.depth }))
    }
}

impl Item for Call {
    fn row(&self) -> (String, String) {
        let text = if self.depth > 1 { format!("depth {}", self.depth) } else { String::new() };
        match (&self.node.file, self.node.line) {
            (Some(file), Some(line)) => (format!("{file}:{line}"), text),
            _ => (self.node.name.clone(), text),
        }
    }

    fn details(&self) -> Vec<String> {
        let mut details = vec![said(&self.node)];
        let is_elsewhere = |site: &Site| self.node.file.as_ref() != Some(&site.file);
        for site in self.sites.iter().take(MOST_SITES) {
            let place = if is_elsewhere(site) { format!("{}:{}", site.file, site.line) } else { site.line.to_string() };
            details.push(format!("at {place}: {}", site.text));
        }
        if self.sites.len() > MOST_SITES {
            details.push(format!("… ({} more calls)", self.sites.len() - MOST_SITES));
        }
        details
    }

    fn value(&self) -> Value {
        let sites: Vec<Value> = self.sites.iter().map(site_value).collect();
        json!({
            "name": self.node.name,
            "kind": self.node.kind,
            "file": self.node.file.as_deref(),
            "line": self.node.line,
            "signature": self.node.signature,
            "container": self.node.container,
            "depth": self.depth,
            "call_sites": sites,
            "certainty": self.certainty,
            "rule": self.rule,
        })
    }

    fn certainty(&self) -> Certainty {
        self.certainty
    }

    fn outside(&self) -> Option<(&str, &'static str)> {
        let rule = || if self.rule == Some("same_name") { "same_name" } else { "unresolved" };
        self.node.file.is_none().then(|| (self.node.name.as_str(), rule()))
    }

    fn drawn(&self) -> Option<Drawn<'_>> {
        Some(Drawn { node: &self.node, via: &self.via })
    }
}

/// A definition in words: its signature, with the type that it belongs to where the signature does not tell.
pub(super) fn said(node: &Node) -> String {
    let signature = node.signature.clone().unwrap_or_else(|| node.name.clone());
    match &node.container {
        Some(container) => format!("{signature} · in {container}"),
        None => signature,
    }
}

fn site_value(site: &Site) -> Value {
    json!({ "file": &*site.file, "line": site.line, "column": site.column, "text": site.text })
}
