//! `query`: AST patterns on the command line, with whole nodes as results. The engine is that of
//! `grep` with `syntax: "ast"`.

use super::grep::default_results;
use super::places::{language, note_of_missing, note_of_project, starts};
use super::round_robin::RoundRobin;
use super::schema;
use super::words::{left_out_words, plural, thousands};
use super::{SEARCH_RESULTS, Tool, ToolCx, ToolResult, to_value};
use crate::domain::{
    Block, Doc, Evidence, Footer, Format, LeftOut, Note, Report, Shown, Summary, SymbolKind,
    XmlShape,
};
use crate::engine::grep::{Globs, GrepMatches, Hit, NodeMatch};
use crate::engine::highlight::highlights;
use crate::engine::pattern::{self, PatternQuery};
use crate::workspace::FileEntry;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Params {
    /// Code with holes: `$NAME` for one node, `$$$ARGS` for several.
    pattern: String,
    /// Files or directories to search; the root by default.
    #[serde(default)]
    #[arg(value_name = "PATH")]
    paths: Vec<String>,
    /// Only files of this language; without it, of every language in which the pattern is code.
    #[arg(short = 't', long)]
    language: Option<String>,
    /// Also search tests.
    #[serde(default = "schema::yes")]
    #[arg(long, value_name = "BOOL", default_value_t = true, action = clap::ArgAction::Set)]
    allow_tests: bool,
    /// Results at most [default: no limit]
    #[arg(short = 'm', long, value_name = "N")]
    max_results: Option<usize>,
}

/// Most bytes of code that are shown: nodes may be within each other, so that those of one file are
/// the square of it.
const MAX_CODE: usize = 64 << 20;

/// The command.
pub(crate) struct Query;

impl Tool for Query {
    const NAME: &'static str = "query";
    const COMMAND: &'static str = "query";
    const TITLE: &'static str = "Find code by its structure";
    const ABOUT: &'static str = "Finds the nodes that match an AST pattern: code with holes, such as `fn $NAME($$$PARAMS) $$$BODY`.";
    const SEARCH_HINT: Option<&'static str> = None;
    const MAX_TOKENS: usize = 8000;
    const COMMAND_IS_BOUNDED: bool = false;
    type Params = Params;
    type Answer = QueryAnswer<'static>;

    async fn run(cx: ToolCx, params: Params) -> ToolResult {
        cx.compute(move |cx| run(cx, params)).await
    }
}

fn run(cx: &ToolCx, params: Params) -> ToolResult {
    let (snapshot, brought) = cx.snapshot(params.paths.iter().map(String::as_str))?;
    let (starts, missing) = starts(&snapshot, &params.paths)?;
    let query = PatternQuery {
        starts,
        globs: Globs::default(),
        language: language(params.language.as_deref())?,
        pattern: params.pattern,
        context: 0,
        counts_only: false,
        allow_tests: params.allow_tests,
        max_results: params.max_results.or(default_results(cx)),
        // The nodes are shown, and not their lines.
        width: Some(0),
    };
    let mut matches = pattern::run(&snapshot, &query)?;
    matches.notes.extend(brought.iter().map(note_of_project));
    matches.notes.extend(missing.iter().map(note_of_missing));
    Ok(Box::new(QueryReport::new(
        matches,
        query.pattern,
        query.max_results,
        cx.format == Format::Color,
    )))
}

/// Nodes that match an AST pattern, in file and line order.
#[derive(Serialize, JsonSchema)]
pub(crate) struct QueryAnswer<'a> {
    results: Vec<MatchedNode<'a>>,
    summary: Summary,
    evidence: Evidence,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    left_out: &'a [LeftOut],
}

#[derive(Serialize, JsonSchema)]
struct MatchedNode<'a> {
    file: &'a str,
    /// The first and the last line, 1-based.
    lines: [usize; 2],
    node_type: SymbolKind,
    code: &'a str,
    /// 0-based, in characters, on the first line.
    column_start: usize,
    /// 0-based and exclusive, on the node's last line.
    column_end: usize,
    /// `file:start-end` of what was cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    rest: Option<String>,
}

/// The answer.
struct QueryReport {
    matches: GrepMatches,
    pattern: String,
    is_coloured: bool,
    /// Indices in `matches`, in file and line order.
    nodes: Vec<(usize, usize)>,
    round_robin: RoundRobin,
}

impl QueryReport {
    fn new(
        matches: GrepMatches,
        pattern: String,
        max_results: Option<usize>,
        is_coloured: bool,
    ) -> Self {
        let files = matches.files.iter().enumerate();
        let nodes =
            files.flat_map(|(file, found)| (0..found.hits.len()).map(move |hit| (file, hit)));
        let mut room = MAX_CODE;
        let fits = |(file, hit): &(usize, usize)| {
            let node = matches.files[*file].hits[*hit].node.as_ref();
            let left = room.checked_sub(node.map_or(0, |node| node.bytes.len()));
            room = left.unwrap_or(room);
            left.is_some()
        };
        let nodes = nodes.take(max_results.unwrap_or(usize::MAX));
        let nodes: Vec<_> = nodes.take_while(fits).collect();
        let length = |(file, hit): &(usize, usize)| match &matches.files[*file].hits[*hit].node {
            Some(node) => node.code().lines().count().max(1),
            None => 1,
        };
        let lines: Vec<usize> = nodes.iter().map(length).collect();
        // A match is shown whole before the next one.
        Self {
            round_robin: RoundRobin::new(&lines, usize::MAX),
            matches,
            pattern,
            is_coloured,
            nodes,
        }
    }

    /// Returns the matches that are shown, each with the number of its lines.
    fn shown(&self, shown: &Shown) -> impl Iterator<Item = (&FileEntry, &Hit, &NodeMatch, usize)> {
        let lines = self.round_robin.shown(shown);
        self.nodes.iter().zip(lines).filter(|(_, lines)| *lines > 0).filter_map(
            |((file, hit), lines)| {
                let found = &self.matches.files[*file];
                let hit = &found.hits[*hit];
                Some((&found.file, hit, hit.node.as_deref()?, lines))
            },
        )
    }
}

fn first_lines(code: &str, lines: usize) -> &str {
    match code.match_indices('\n').nth(lines.saturating_sub(1)) {
        Some((end, _)) => &code[..end],
        None => code,
    }
}

impl QueryReport {
    fn footer(&self, shown: usize, tokens: usize) -> Footer {
        let at_least = if self.matches.is_exact { "" } else { "≥ " };
        let total = format!("{at_least}{}", thousands(self.matches.lines));
        let counted = if shown == self.matches.lines && self.matches.is_exact {
            total
        } else {
            format!("{} of {total}", thousands(shown))
        };
        let word = plural(self.matches.lines, "match", "matches");
        Footer::new(format!("{counted} {word} · syntax"), tokens)
    }
}

impl Report for QueryReport {
    fn parts(&self) -> usize {
        self.round_robin.parts()
    }

    fn doc(&self, shown: &Shown) -> Doc {
        let mut doc = Doc::default();
        for note in &self.matches.notes {
            doc.push(Block::Text(note.clone()));
        }
        let mut count = 0;
        for (file, hit, node, lines) in self.shown(shown) {
            count += 1;
            let last = hit.line + lines - 1;
            let code = first_lines(node.code(), lines);
            let language = file.language.filter(|_| self.is_coloured);
            doc.push(Block::Code {
                place: if last > hit.line {
                    format!("{}:{}-{last}", file.path, hit.line)
                } else {
                    format!("{}:{}", file.path, hit.line)
                },
                caption: Some(node.kind.as_str().to_owned()),
                language: file.language.map(|language| language.id),
                first_line: Some(hit.line),
                text: code.to_owned(),
                folds: Vec::new(),
                highlights: language
                    .map(|language| highlights(code, language, 0..code.len()))
                    .unwrap_or_default(),
            });
            if last < hit.end_line {
                let words = format!(
                    "{} more lines: {}:{}-{}",
                    hit.end_line - last,
                    file.path,
                    last + 1,
                    hit.end_line
                );
                doc.push(Block::More { depth: 1, text: words });
            }
        }
        if self.matches.lines == 0 {
            let files = format!(
                "{} {}",
                thousands(self.matches.searched),
                plural(self.matches.searched, "file", "files")
            );
            doc.push(Block::Text(format!("Nothing matches `{}` in {files}.", self.pattern)));
            if !self.matches.left_out.is_empty() {
                doc.push(Block::Text(format!(
                    "left out: {}",
                    left_out_words(&self.matches.left_out)
                )));
            }
        }
        doc.footer = Some(self.footer(count, shown.tokens));
        doc
    }

    fn value(&self, shown: &Shown) -> Value {
        let (mut results, mut bytes, mut counted) = (Vec::new(), 0, 0);
        for (file, hit, node, lines) in self.shown(shown) {
            let code = first_lines(node.code(), lines);
            bytes += code.len();
            counted += shown.tokens_of(code);
            let last = hit.line + lines - 1;
            let rest = (last < hit.end_line)
                .then(|| format!("{}:{}-{}", file.path, last + 1, hit.end_line));
            results.push(MatchedNode {
                file: &file.path.display,
                lines: [hit.line, last],
                node_type: node.kind,
                code,
                column_start: node.column_start,
                column_end: node.column_end,
                rest,
            });
        }
        let is_whole = results.iter().all(|result| result.rest.is_none());
        let summary = Summary {
            count: results.len(),
            total: self.matches.lines,
            total_is_exact: self.matches.is_exact,
            total_bytes: bytes,
            total_tokens: counted,
            truncated: results.len() < self.matches.lines || !is_whole || !self.matches.is_exact,
        };
        to_value(QueryAnswer {
            results,
            summary,
            evidence: Evidence {
                notes: self.matches.notes.iter().cloned().map(Note::Remark).collect(),
                ..Evidence::syntax()
            },
            left_out: &self.matches.left_out,
        })
    }

    fn xml(&self) -> XmlShape {
        XmlShape { columns_first: true, ..SEARCH_RESULTS }
    }

    fn shows_keys(&self) -> bool {
        true
    }

    fn found(&self) -> bool {
        !self.nodes.is_empty()
    }
}
