//! `find_implementations`: the definitions that implement or extend a trait, interface or class, or
//! override a method.

use super::graph::{
    DEFAULT_WAIT, DetailParams, Direction, GraphAnswer, GraphCall, GraphParams, Item, ResultLabels,
    RowLimit, RowTarget, WithCode, doubt, short_signature, signature, without_heading,
};
use super::{Tool, ToolCx, ToolResult};
use crate::domain::{ResultLine, ResultRow, SymbolKind, first_of};
use crate::engine::graph::{self, Implementation, Rule};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeSet;

pub(crate) struct FindImplementations;

/// Limit of the methods that a type defines itself which its row names.
const MAX_OVERRIDES: usize = 3;

const LABELS: ResultLabels = ResultLabels {
    heading: "Implementations of",
    one: "implementation",
    many: "implementations",
    are_definitions: true,
    uses: None,
    xml_root: "find_implementations",
    draws: Some(Direction::ToTarget),
};

/// The tool's parameters.
#[derive(Debug, Clone, Deserialize, JsonSchema, clap::Args)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Params {
    #[serde(flatten)]
    #[command(flatten)]
    graph: GraphParams,
    #[serde(flatten)]
    #[command(flatten)]
    rows: RowLimit<20>,
    #[serde(flatten)]
    #[command(flatten)]
    code: DetailParams,
}

impl Tool for FindImplementations {
    const NAME: &'static str = "find_implementations";
    const COMMAND: &'static str = "implementations";
    const COMMAND_ALIASES: &'static [&'static str] = &["impls"];
    const TITLE: &'static str = "Find implementations";
    const ABOUT: &'static str = "What implements or extends a trait, interface or class, directly or not, and what overrides a method.";
    const SEARCH_HINT: Option<&'static str> =
        Some("classes that implement an interface, overrides, subclasses");
    const MAX_TOKENS: usize = 4000;
    const HAS_PICTURE: bool = true;
    const WAIT: Option<f64> = Some(DEFAULT_WAIT);

    type Params = Params;
    type Answer = WithCode<GraphAnswer<'static, Implementation>>;

    async fn run(cx: ToolCx, params: Params) -> ToolResult {
        let call = GraphCall {
            target: &params.graph,
            labels: LABELS,
            depth: 1,
            max_results: params.rows.most(),
            detail: params.code.detail,
        };
        call.answer(&cx, graph::implementations).await
    }
}

impl Item for Implementation {
    fn row(&self, _: RowTarget<'_>, labels: ResultLabels, _: bool) -> ResultRow {
        let node = &self.node;
        let (file, line) = self.place(labels);
        let place = if node.file.is_some() { format!("{file}:{line}") } else { node.name.clone() };
        let compact = ResultLine {
            file: file.to_owned(),
            line,
            text: match &self.of_name {
                Some(name) => without_heading(node, name),
                None => short_signature(node),
            },
            ..ResultLine::default()
        };
        ResultRow { place, text: signature(node), lines: vec![compact], ..ResultRow::default() }
    }

    fn place(&self, _: ResultLabels) -> (&str, usize) {
        (self.node.file.as_deref().unwrap_or_default(), self.node.line.unwrap_or(0))
    }

    fn code(&self) -> Vec<&str> {
        self.node.signature.as_deref().into_iter().collect()
    }

    fn doubt(&self, _: ResultLabels) -> Option<&'static str> {
        doubt(self.rule, false)
    }

    fn required_member(&self) -> Option<(&str, String)> {
        let [member] = &self.members[..] else { return None };
        let file = self.node.file.as_ref().filter(|file| **file != member.file);
        let file = file.map_or("", |_| &*member.file);
        member.of.is_none().then(|| (&*member.name, format!("{file}:{}", member.line)))
    }

    fn leaves_out_target(&self) -> bool {
        let is_shorter = |name| without_heading(&self.node, name) != short_signature(&self.node);
        self.of_name.as_deref().is_some_and(is_shorter)
    }

    fn aside(&self) -> Option<String> {
        let named = self.named_at.map(|line| format!("named at {line}"));
        let named_override = |(index, name): (usize, &String)| {
            let line = self.override_lines.get(index).map(|line| format!(" {line}"));
            format!("{name}{}", line.unwrap_or_default())
        };
        let all: Vec<String> = self.overrides.iter().enumerate().map(named_override).collect();
        let verb = if self.is_given() { "as" } else { "overrides" };
        let overrides =
            (!all.is_empty()).then(|| format!("{verb} {}", first_of(&all, MAX_OVERRIDES)));
        let pointer = self.by_pointer.then(|| format!("only *{}", self.node.name));
        let embeds = (self.rule == Some(Rule::Embeds)).then(|| "embeds it".to_owned());
        let nameless = is_nameless(self).then(|| "anonymous".to_owned());
        let asides = [nameless, named, pointer, embeds, from_others(self), overrides];
        let asides = asides.into_iter().flatten();
        let asides: Vec<String> = asides.collect();
        (!asides.is_empty()).then(|| asides.join(" · "))
    }

    fn is_test(&self) -> bool {
        self.node.is_test
    }
}

/// Returns whether a row is a field or a variable that holds the value of a type without a name. A
/// constant may be the name of the type: `Name = Class.new(Above)`.
fn is_nameless(row: &Implementation) -> bool {
    let name = &row.node.name;
    let names_type = name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase);
    let holds = matches!(
        row.node.kind,
        SymbolKind::Constant | SymbolKind::Field | SymbolKind::Property | SymbolKind::Variable
    );
    holds && !names_type && row.rule == Some(Rule::Inherits)
}

/// Returns the types from which a type has all that the target requires.
fn from_others(row: &Implementation) -> Option<String> {
    let from: Option<BTreeSet<&str>> =
        row.members.iter().map(|member| member.of.as_deref()).collect();
    let from: Vec<&str> = from?.into_iter().collect();
    (!from.is_empty()).then(|| format!("by {}", from.join(", ")))
}
