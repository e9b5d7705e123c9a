//! The answer of `search`: whole definitions first, then one line for each that did not fit, then a
//! count.

use super::answer::{FoundDefinition, NamedDefinition, SearchAnswer};
use super::{Params, keys};
use crate::domain::{
    Block, Doc, Evidence, Footer, Format, Highlight, LeftOut, LeftOutReason, LineRange, Report,
    Shown, Summary, XmlShape, tokens,
};
use crate::engine::search::{Brief, Finding, Findings};
use crate::tools::words::{left_out_words, plural, thousands};
use crate::tools::{SEARCH_RESULTS, ShownDefinitions, ToolCx, to_value};
use serde_json::Value;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::Arc;

/// Number of lines that name definitions before the rest of the budget goes to a definition that
/// was cut.
const FIRST_NAMED: usize = 8;
/// Approximate tokens of a result beside its code, and of the rest of the answer.
const RESULT_TOKENS: usize = 40;
/// `maxResults` that is proposed to those who want more.
const MORE_RESULTS: usize = 60;
const FRAME_TOKENS: usize = 120;

/// Answer with parts in this order: definitions, whole or up to a share of the budget; the first
/// lines that name others; the lines of the first definition that is not whole; the other lines
/// that name.
pub(super) struct SearchReport {
    items: Vec<Item>,
    /// Definitions that are named behind the items, best first.
    more: Vec<Brief>,
    facts: Facts,
    asked: usize,
    session: Option<(String, Arc<ShownDefinitions>)>,
}

/// Facts about the search, beside the results.
pub(super) struct Facts {
    pub(super) query: String,
    pub(super) total: usize,
    pub(super) total_is_exact: bool,
    pub(super) left_out: Vec<LeftOut>,
    pub(super) files: usize,
    /// Number of definitions omitted because the session has been shown them.
    pub(super) known: usize,
    pub(super) notes: Vec<String>,
}

/// The way to results that an answer does not show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Further {
    /// The budget cut the answer.
    Tokens,
    /// `maxResults` did; this one shows more.
    Results(usize),
    /// Only the first of so many are ranked at all.
    Query,
}

impl Further {
    /// Returns the way that is left where the budget cut nothing. `is_cut`: more results are known
    /// than `asked` were.
    pub(super) fn of(asked: usize, is_cut: bool) -> Self {
        if is_cut { Self::Results(MORE_RESULTS.max(3 * asked)) } else { Self::Query }
    }
}

/// Limit of the definitions that are named for readers, unless they ask for more results.
const MAX_NAMED: usize = 20;

/// A definition that is shown if there is room.
struct Item {
    rank: usize,
    finding: Finding,
    /// Number of lines shown at first: all, unless that is more than its share of the budget.
    share: usize,
    /// Number of all its lines.
    lines: usize,
    /// Highlights of each piece; empty if the format has no colours.
    highlights: Vec<Vec<Highlight>>,
}

/// Extent to which each thing is shown.
struct View {
    /// Number of lines of each item; 0 if it is not shown.
    lines: Vec<usize>,
    /// Number of definitions that are named, from the first on.
    named: usize,
}

impl Facts {
    /// Takes the facts out of the findings, whose notes come last.
    pub(super) fn take(
        findings: &mut Findings,
        params: &Params,
        known: usize,
        mut notes: Vec<String>,
    ) -> Self {
        notes.append(&mut findings.notes);
        Self {
            query: params.query.clone(),
            total: findings.total,
            total_is_exact: findings.total_is_exact,
            left_out: std::mem::take(&mut findings.left_out),
            files: findings.files,
            known,
            notes,
        }
    }
}

impl SearchReport {
    pub(super) fn new(
        cx: &ToolCx,
        params: &Params,
        mut findings: Findings,
        known: usize,
        notes: Vec<String>,
    ) -> Self {
        let facts = Facts::take(&mut findings, params, known, notes);
        let limit = cx.budget.limit();
        let (mut items, rest) = choose(findings.results, limit);
        if cx.format == Format::Color {
            for item in &mut items {
                item.highlights = item
                    .finding
                    .pieces
                    .iter()
                    .map(|piece| item.finding.highlights(*piece))
                    .collect();
            }
        }
        let mut more: Vec<Brief> = rest.into_iter().chain(findings.more).collect();
        // A reader decides by what matches best; a program may take more.
        if cx.format != Format::Json {
            more.truncate(params.max_results.max(MAX_NAMED));
        }
        Self {
            items,
            more,
            facts,
            asked: params.max_results,
            session: params
                .session
                .clone()
                .map(|session| (session, Arc::clone(&cx.shown_definitions))),
        }
    }

    /// Returns the number of parts that name definitions: enough for all that may be named.
    fn names(&self) -> usize {
        self.items.len() + self.more.len()
    }

    fn first_names(&self) -> usize {
        self.names().min(FIRST_NAMED)
    }

    /// Returns the number of parts that are lines of a definition that is not whole.
    fn lines(&self) -> usize {
        self.items.iter().map(|item| item.lines).max().unwrap_or(0)
    }

    fn view(&self, shown: &Shown) -> View {
        let mut lines: Vec<usize> = self
            .items
            .iter()
            .enumerate()
            .map(|(part, item)| if shown.contains(part) { item.share } else { 0 })
            .collect();
        let first_names = self.items.len();
        let first_lines = first_names + self.first_names();
        let other_names = first_lines + self.lines();
        let count =
            |from: usize, to: usize| (from..to).take_while(|part| shown.contains(*part)).count();
        let further = count(first_lines, other_names);
        let cut = self.items.iter().zip(&lines).position(|(item, lines)| *lines < item.lines);
        if let Some(cut) = cut
            && further > 0
        {
            lines[cut] = (lines[cut] + further).min(self.items[cut].lines);
        }
        let mut named = count(first_names, first_lines);
        if named == self.first_names() {
            named += count(other_names, self.parts());
        }
        View { lines, named }
    }

    /// Returns the definitions to be named, in the order of rank: those that are not shown, and
    /// those behind the results.
    fn rest<'a>(&'a self, view: &'a View) -> impl Iterator<Item = &'a Brief> {
        let hidden = self.items.iter().zip(&view.lines).filter(|(_, lines)| **lines == 0);
        hidden.map(|(item, _)| &item.finding.brief).chain(&self.more)
    }

    fn shown<'a>(&'a self, view: &'a View) -> impl Iterator<Item = (&'a Item, usize)> {
        self.items.iter().zip(view.lines.iter().copied()).filter(|(_, lines)| *lines > 0)
    }

    fn footer(&self, view: &View, tokens: usize) -> Footer {
        let named = self.rest(view).take(view.named).count();
        self.facts.footer(self.shown(view).count(), named, tokens)
    }
}

impl Facts {
    fn total(&self) -> String {
        let mark = if self.total_is_exact { "" } else { "≥ " };
        format!("{mark}{}", thousands(self.total))
    }

    /// Returns the footer of an answer with `shown` definitions, and `named` more by name.
    pub(super) fn footer(&self, shown: usize, named: usize, tokens: usize) -> Footer {
        let total = self.total;
        let mut facts = if shown == total && self.total_is_exact {
            format!("{shown} {}", plural(shown, "definition", "definitions"))
        } else {
            format!("{shown} of {} definitions shown", self.total())
        };
        if named > 0 {
            let _ = write!(facts, ", {named} named");
        }
        if self.known > 0 {
            let _ = write!(facts, ", {} shown before", self.known);
        }
        if !self.left_out.is_empty() {
            let _ = write!(facts, " · left out: {}", left_out_words(&self.left_out));
        }
        facts.push_str(" · syntax");
        Footer::new(facts, tokens)
    }

    /// Returns the line that counts the definitions that an answer does not name, with the way to
    /// them.
    pub(super) fn rest(&self, count: usize, further: Further) -> Block {
        let least = if self.total_is_exact { "" } else { "≥ " };
        let way = match further {
            Further::Tokens => "a larger maxTokens shows more".to_owned(),
            Further::Results(most) => format!("maxResults: {most} shows more"),
            Further::Query => "narrow the query or the path".to_owned(),
        };
        let text = format!("… ({least}{} more that match less; {way})", thousands(count));
        Block::More { depth: 0, text }
    }

    /// Returns the text for an answer without results.
    pub(super) fn nothing(&self) -> String {
        if self.known > 0 {
            return format!("All {} that match have been shown in this session.", self.known);
        }
        let files = format!("{} {}", thousands(self.files), plural(self.files, "file", "files"));
        let mut text = format!("Nothing matches `{}` in {files}.", self.query);
        let tests = self.left_out.iter().filter(|row| row.reason == LeftOutReason::Test);
        let tests: usize = tests.map(|row| row.count).sum();
        if tests > 0 {
            let _ = write!(
                text,
                " {tests} {} of tests may: set allowTests.",
                plural(tests, "file", "files")
            );
        } else if !self.left_out.is_empty() {
            let _ = write!(text, " Left out: {}.", left_out_words(&self.left_out));
        }
        text
    }
}

/// Splits results into those that may be shown with their code, and those that are named from the
/// start, because the budget cannot hold them.
fn choose(results: Vec<Finding>, limit: Option<usize>) -> (Vec<Item>, Vec<Brief>) {
    let mut left = limit.map(|limit| limit.saturating_sub(FRAME_TOKENS));
    let share = limit.map(|limit| limit / 2);
    let (mut items, mut rest) = (Vec::new(), Vec::new());
    for (index, finding) in results.into_iter().enumerate() {
        let lines: usize = finding.pieces.iter().map(|piece| piece.len()).sum();
        let size = limit.map_or(0, |limit| size(&finding, limit));
        let shown = match share {
            // The lines of a share, as if all were equally long; fitting measures what is really
            // sent.
            Some(share) if size > share => (lines * share / size).clamp(1, lines),
            _ => lines,
        };
        let needed = (size * shown).div_ceil(lines.max(1)) + RESULT_TOKENS;
        match &mut left {
            Some(left) if needed > *left + *left / 8 && !items.is_empty() => {
                rest.push(finding.brief);
            }
            left => {
                *left = left.map(|left| left.saturating_sub(needed));
                items.push(Item {
                    rank: index + 1,
                    finding,
                    share: shown,
                    lines,
                    highlights: Vec::new(),
                });
            }
        }
    }
    (items, rest)
}

/// Returns the tokens of a definition, which is not counted far beyond the limit of the reply. Of
/// one line that the reply cannot hold nothing is shown, however much it is.
fn size(finding: &Finding, limit: usize) -> usize {
    let is_line = finding.pieces.iter().all(|piece| piece.len() == 1);
    let most = limit.saturating_mul(if is_line { 2 } else { 16 });
    // Numbers in front of lines take two tokens each.
    let numbers: usize = finding.pieces.iter().map(|piece| 2 * piece.len()).sum();
    let tokens = |text: &str| tokens::count_up_to(text, most).unwrap_or(most);
    finding.pieces.iter().map(|piece| tokens(&finding.text(*piece))).sum::<usize>() + numbers
}

impl Item {
    /// Returns the pieces of its first lines, and the lines that are left.
    fn cut(&self, lines: usize) -> (Vec<LineRange>, Option<LineRange>) {
        let mut left = lines;
        let mut pieces = Vec::new();
        for piece in &self.finding.pieces {
            if left == 0 {
                break;
            }
            let taken = piece.len().min(left);
            pieces.push(LineRange { start: piece.start, end: piece.start + taken - 1 });
            left -= taken;
        }
        let end = pieces.last().map_or(self.finding.lines.start, |piece| piece.end);
        let rest = (lines < self.lines)
            .then_some(LineRange { start: end + 1, end: self.finding.lines.end });
        (pieces, rest)
    }

    fn blocks(&self, lines: usize, doc: &mut Doc) {
        let brief = &self.finding.brief;
        let (pieces, rest) = self.cut(lines);
        let name = if brief.path.is_empty() { String::new() } else { format!(" {}", brief.path) };
        let matched = if brief.matched.is_empty() {
            String::new()
        } else {
            format!(", matched: {}", brief.matched.join(", "))
        };
        let caption = format!("{}{name} ({:.2}{matched})", brief.kind.as_str(), brief.score);
        let mut caption = Some(match &self.finding.doc {
            Some(doc) => format!("{caption}: {doc}"),
            None => caption,
        });
        for (index, piece) in pieces.into_iter().enumerate() {
            let text = self.finding.text(piece).into_owned();
            let highlights = self.highlights.get(index).into_iter().flatten();
            let highlights =
                highlights.filter(|highlight| highlight.bytes.end <= text.len()).cloned().collect();
            let range = match caption {
                Some(_) if rest.is_none() => self.finding.lines,
                _ => piece,
            };
            doc.push(Block::Code {
                place: place(brief, range),
                caption: caption.take(),
                language: self.finding.language.map(|language| language.id),
                first_line: Some(piece.start),
                text,
                folds: Vec::new(),
                highlights,
            });
        }
        if let Some(rest) = rest {
            doc.push(Block::More {
                depth: 1,
                text: format!("… (the rest: {})", place(brief, rest)),
            });
        }
    }

    /// Returns the code of its first lines.
    fn code(&self, lines: usize) -> String {
        let (pieces, _) = self.cut(lines);
        let texts: Vec<Cow<'_, str>> =
            pieces.iter().map(|piece| self.finding.text(*piece)).collect();
        texts.join("\n…\n")
    }

    /// Returns its first lines for programs; `code` is their text.
    fn value<'a>(&'a self, lines: usize, code: &'a str) -> FoundDefinition<'a> {
        let (pieces, rest) = self.cut(lines);
        FoundDefinition::new(&self.finding, self.rank, code, pieces, rest)
    }
}

pub(super) fn place(brief: &Brief, lines: LineRange) -> String {
    if lines.start == lines.end {
        format!("{}:{}", brief.file, lines.start)
    } else {
        format!("{}:{}-{}", brief.file, lines.start, lines.end)
    }
}

fn brief_line(brief: &Brief) -> String {
    const WIDTH: usize = 140;
    let text = match brief.signature.char_indices().nth(WIDTH) {
        Some((end, _)) => format!("{}…", &brief.signature[..end]),
        None => brief.signature.clone(),
    };
    format!("more: {}:{} {text}", brief.file, brief.line)
}

impl Report for SearchReport {
    fn parts(&self) -> usize {
        self.items.len() + self.names() + self.lines()
    }

    fn doc(&self, shown: &Shown) -> Doc {
        let view = self.view(shown);
        let mut doc =
            Doc { title: Some(format!("Search: {}", self.facts.query)), ..Doc::default() };
        self.facts.notes.iter().for_each(|note| doc.push(Block::Text(note.clone())));
        if self.items.is_empty() && self.more.is_empty() {
            doc.push(Block::Text(self.facts.nothing()));
        }
        for (item, lines) in self.shown(&view) {
            item.blocks(lines, &mut doc);
        }
        let named: Vec<String> = self.rest(&view).take(view.named).map(brief_line).collect();
        if !named.is_empty() {
            doc.push(Block::Text(named.join("\n")));
        }
        let told = self.shown(&view).count() + named.len();
        let rest = self.facts.total.saturating_sub(told + self.facts.known);
        if rest > 0 && told > 0 {
            let is_cut = named.len() < self.rest(&view).count();
            let further = match is_cut {
                true => Further::Tokens,
                false => Further::of(self.asked, self.items.len() == self.asked),
            };
            doc.push(self.facts.rest(rest, further));
        }
        doc.footer = Some(self.footer(&view, shown.tokens));
        doc
    }

    fn value(&self, shown: &Shown) -> Value {
        let view = self.view(shown);
        let items: Vec<(&Item, usize, String)> =
            self.shown(&view).map(|(item, lines)| (item, lines, item.code(lines))).collect();
        let results: Vec<_> =
            items.iter().map(|(item, lines, code)| item.value(*lines, code)).collect();
        let is_cut = items.iter().any(|(item, lines, _)| *lines < item.lines);
        let summary = Summary {
            count: results.len(),
            total: self.facts.total,
            total_is_exact: self.facts.total_is_exact,
            total_bytes: items.iter().map(|(_, _, code)| code.len()).sum(),
            total_tokens: items.iter().map(|(_, _, code)| shown.tokens_of(code)).sum(),
            truncated: is_cut || results.len() < self.facts.total,
        };
        let mut notes = self.facts.notes.clone();
        if self.items.is_empty() && self.more.is_empty() {
            notes.push(self.facts.nothing());
        }
        to_value(SearchAnswer {
            results,
            summary,
            evidence: Evidence::syntax(),
            left_out: &self.facts.left_out,
            more: self.rest(&view).take(view.named).map(NamedDefinition::new).collect(),
            notes,
            shown_before: self.facts.known,
        })
    }

    fn xml(&self) -> XmlShape {
        SEARCH_RESULTS
    }

    fn found(&self) -> bool {
        !self.items.is_empty() || !self.more.is_empty() || self.facts.known > 0
    }

    fn sent(&self, shown: &Shown) {
        if let Some((session, shown_definitions)) = &self.session {
            let view = self.view(shown);
            shown_definitions
                .remember(session, self.shown(&view).flat_map(|(item, _)| keys(&item.finding)));
        }
    }
}
