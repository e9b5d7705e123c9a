//! `find_references`: the uses of a symbol, with their roles.

use super::graph::{
    DEFAULT_WAIT, Detail, Direction, Focus, GraphAnswer, GraphCall, GraphParams, IMPORT_WIDTH,
    Item, OfTargets, REFERENCE_WIDTH, ResultLabels, RowLimit, RowTarget, doubt, excerpt_of, label,
    meant, through, with_declared,
};
use super::{Tool, ToolCx, ToolResult};
use crate::domain::{ResultLine, ResultRow};
use crate::engine::graph::{self, Node, Reference, ReferenceRole};
use schemars::JsonSchema;
use serde::Deserialize;

pub(crate) struct FindReferences;

const LABELS: ResultLabels = ResultLabels {
    heading: "References to",
    one: "reference",
    many: "references",
    are_definitions: false,
    uses: None,
    xml_root: "find_references",
    draws: Some(Direction::ToTarget),
};

/// The tool's parameters.
#[derive(Debug, Clone, Deserialize, JsonSchema, clap::Args)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Params {
    #[serde(flatten)]
    #[command(flatten)]
    graph: GraphParams,
    /// List the declaration too.
    #[serde(default)]
    #[arg(long)]
    include_declaration: bool,
    #[serde(flatten)]
    #[command(flatten)]
    rows: RowLimit<30>,
}

impl Tool for FindReferences {
    const NAME: &'static str = "find_references";
    const COMMAND: &'static str = "references";
    const COMMAND_ALIASES: &'static [&'static str] = &["refs"];
    const TITLE: &'static str = "Find references";
    const ABOUT: &'static str = "Where a symbol (type, function, constant, field, variable) is used: every place with its text, also imports, type annotations, \
        reads and writes. Comments and strings do not count. For calls alone use find_callers.";
    const SEARCH_HINT: Option<&'static str> = Some("all usages of a symbol, type or variable");
    const MAX_TOKENS: usize = 4000;
    const HAS_PICTURE: bool = true;
    const WAIT: Option<f64> = Some(DEFAULT_WAIT);

    type Params = Params;
    type Answer = OfTargets<GraphAnswer<'static, Reference>>;

    async fn run(cx: ToolCx, params: Params) -> ToolResult {
        let with_declaration = params.include_declaration;
        let call = GraphCall {
            target: &params.graph,
            labels: LABELS,
            depth: 1,
            max_results: params.rows.most(),
            detail: Detail::Lines,
        };
        call.answer(&cx, |snapshot, query| graph::references(snapshot, query, with_declaration))
            .await
    }
}

impl Item for Reference {
    fn row(&self, of: RowTarget<'_>, _: ResultLabels, _: bool) -> ResultRow {
        let (file, line) = (&self.site.file, self.site.line);
        let width = if self.role == ReferenceRole::Import { IMPORT_WIDTH } else { REFERENCE_WIDTH };
        let focus = if self.is_write() { Focus::Value } else { Focus::Arguments };
        let excerpt = excerpt_of(&self.site.text, of.name, width, focus);
        let excerpt = match declared(self, of.name) {
            Some(name) => with_declared(excerpt, &self.site.text, name, width),
            None => excerpt,
        };
        let (symbol, text) = match is_amid_import(self, &excerpt) {
            // The line has names alone.
            true => (None, self.usage.clone()),
            false => (symbol(self), excerpt),
        };
        let text = match self.role {
            ReferenceRole::Write => format!("{text} · write"),
            _ => text + &meant([&self.site]),
        };
        let compact = ResultLine { file: file.to_string(), line, symbol, text, is_further: false };
        ResultRow {
            place: format!("{file}:{line}"),
            text: self.usage.clone(),
            lines: vec![compact],
            ..ResultRow::default()
        }
    }

    fn place(&self, _: ResultLabels) -> (&str, usize) {
        (&self.site.file, self.site.line)
    }

    fn code(&self) -> Vec<&str> {
        vec![&self.site.text]
    }

    fn doubt(&self, _: ResultLabels) -> Option<&'static str> {
        doubt(self.rule, false)
    }

    fn is_test(&self) -> bool {
        self.is_test
    }

    fn is_write(&self) -> bool {
        self.role == ReferenceRole::Write
    }

    fn members(&self) -> &[String] {
        self.through.as_slice()
    }

    fn aside(&self) -> Option<String> {
        through(self.through.as_slice())
    }
}

/// Returns whether the line of an import is not the beginning of its statement.
fn is_amid_import(reference: &Reference, line: &str) -> bool {
    const STARTS: [&str; 9] = [
        "use ", "pub use ", "import ", "from ", "export ", "#include", "require", "@import", "@use",
    ];
    reference.role == ReferenceRole::Import && !STARTS.iter().any(|word| line.starts_with(word))
}

/// Returns the name that the line of a reference declares, of a type or a value in whose head the
/// target is named.
fn declared<'r>(reference: &'r Reference, target: &str) -> Option<&'r str> {
    let text = &reference.site.text;
    let is_in_head = text.find(target) < text.find('{').or(Some(text.len()));
    let is_declared = |node: &&Node| {
        node.line == Some(reference.site.line) && !node.kind.is_callable() && is_in_head
    };
    let node = reference.enclosing.as_ref().filter(is_declared);
    node.filter(|_| reference.role != ReferenceRole::Call).map(|node| node.name.as_str())
}

/// Returns the text in front of a use's line: the enclosing symbol, unless the line is its own
/// header, to which the use belongs.
fn symbol(reference: &Reference) -> Option<String> {
    match &reference.enclosing {
        _ if reference.role == ReferenceRole::Import => None,
        Some(node)
            if node.line == Some(reference.site.line) && reference.role != ReferenceRole::Call =>
        {
            node.container.clone()
        }
        Some(node) => Some(label(node)),
        None => Some(reference.site.within.as_deref().unwrap_or("<module>").to_owned()),
    }
}
