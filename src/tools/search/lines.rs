//! The answer of `search` in lines: the best definitions with the lines that show why they match,
//! then one line each, then a count.

use super::answer::{NamedDefinition, SearchAnswer};
use super::report::{Facts, Further, place};
use super::{Params, keys};
use crate::domain::{
    Block, Doc, Evidence, Report, ResultLine, ResultRow, Shown, Summary, XmlShape,
};
use crate::engine::search::{Brief, Finding, Findings};
use crate::tools::{SEARCH_RESULTS, ShownDefinitions, ToolCx, to_value};
use serde_json::Value;
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

/// Limit of the definitions that are shown with some of their lines, and the share of the best
/// score that the later ones need.
const MAX_EXCERPTS: usize = 3;
const EXCERPT_SHARE: f64 = 0.7;
/// Number of lines up to which the best definition is shown whole, and the next ones.
const WHOLE_LINES: usize = 20;
const WHOLE_LINES_OF_NEXT: usize = 8;
/// Number of lines of the best definition and of the next ones, beside the header.
const LINES_OF_BEST: usize = 5;
const LINES_OF_NEXT: usize = 2;
/// Limit of the members that a type is shown with.
const MAX_MEMBERS: usize = 8;
/// Number of results that are shown whatever they score, and limit of those that are named.
const MIN_NAMED: usize = 10;
const MAX_NAMED: usize = 24;
/// What `maxResults` has to be over for all that it allows to be named, whatever they score.
const DEFAULT_RESULTS: usize = 20;
/// Share of the best score below which definitions are only counted.
const NAMED_SHARE: f64 = 0.8;
/// Widths of a line and of a signature, in characters.
const LINE_WIDTH: usize = 96;
const SIGNATURE_WIDTH: usize = 88;

pub(super) struct LinesReport {
    facts: Facts,
    /// Shown first, in the order of rank.
    excerpts: Vec<Finding>,
    /// Named after them, best first.
    named: Vec<Brief>,
    /// The way to further results, where all parts are shown.
    further: Further,
    session: Option<(String, Arc<ShownDefinitions>)>,
}

impl LinesReport {
    pub(super) fn new(
        cx: &ToolCx,
        params: &Params,
        mut findings: Findings,
        known: usize,
        notes: Vec<String>,
    ) -> Self {
        let facts = Facts::take(&mut findings, params, known, notes);
        let Findings { results, more, .. } = findings;
        let best = results.first().map_or(0.0, |finding| finding.brief.score);
        let mut excerpts = results;
        let is_near = |finding: &&Finding| finding.brief.score >= EXCERPT_SHARE * best;
        let rest =
            excerpts.split_off(excerpts.iter().take(MAX_EXCERPTS).take_while(is_near).count());
        let mut named: Vec<Brief> = rest.into_iter().flat_map(definitions).chain(more).collect();
        named.sort_by(|one, other| other.score.total_cmp(&one.score));
        // Of overloads and other forms of one definition only the best is named.
        let mut paths = HashSet::new();
        named.retain(|brief| {
            brief.path.is_empty()
                || paths.insert((Arc::clone(&brief.file.display), brief.path.clone()))
        });
        let shown: usize = excerpts.iter().map(definitions_in).sum();
        let wanted = params.max_results;
        let is_long = wanted > DEFAULT_RESULTS;
        let least = if is_long { wanted } else { MIN_NAMED.min(wanted) };
        let least = least.saturating_sub(excerpts.len());
        let most = if is_long { wanted } else { MAX_NAMED.min(wanted) };
        let near = named.iter().take_while(|brief| brief.score >= NAMED_SHARE * best).count();
        let known = named.len();
        named.truncate(near.max(least).min(most.saturating_sub(shown).max(least)));
        let further = Further::of(wanted, named.len() < known);
        let session =
            params.session.clone().map(|session| (session, Arc::clone(&cx.shown_definitions)));
        Self { facts, excerpts, named, further, session }
    }

    fn shown_excerpts(&self, shown: &Shown) -> impl Iterator<Item = &Finding> {
        self.excerpts
            .iter()
            .enumerate()
            .filter(|(part, _)| shown.contains(*part))
            .map(|(_, finding)| finding)
    }

    fn shown_names(&self, shown: &Shown) -> impl Iterator<Item = &Brief> {
        let first = self.excerpts.len();
        self.named
            .iter()
            .enumerate()
            .filter(move |(part, _)| shown.contains(first + part))
            .map(|(_, brief)| brief)
    }

    /// Returns the number of definitions in the answer: a type that is shown with members that
    /// match counts as these.
    fn count(&self, shown: &Shown) -> usize {
        self.shown_excerpts(shown).map(definitions_in).sum::<usize>()
            + self.shown_names(shown).count()
    }
}

/// Returns the members with which a type is shown: the best, and of overloads one.
fn members(finding: &Finding) -> impl Iterator<Item = &Brief> {
    let mut names = HashSet::new();
    finding
        .members
        .iter()
        .filter(move |member| names.insert(member.name.as_str()))
        .take(MAX_MEMBERS)
}

/// Returns the number of definitions that a result shows.
fn definitions_in(finding: &Finding) -> usize {
    members(finding).count().max(1)
}

/// Returns the definitions that a result represents: itself and those in it that match. A type that
/// is only the frame of its members has the score of the best of them, and is left out.
fn definitions(finding: Finding) -> impl Iterator<Item = Brief> {
    let Finding { brief, members, .. } = finding;
    let is_frame = members.first().is_some_and(|best| best.score >= brief.score);
    (!is_frame).then_some(brief).into_iter().chain(members)
}

/// Returns a result with its most informative lines.
fn excerpt(finding: &Finding, is_best: bool) -> Block {
    let brief = &finding.brief;
    let most = if is_best { WHOLE_LINES } else { WHOLE_LINES_OF_NEXT };
    let lines =
        if finding.lines.len() <= most { whole(finding) } else { telling(finding, is_best) };
    Block::Excerpt { place: place(brief, finding.lines), name: brief.path.clone(), lines }
}

/// Returns all lines, without the indentation that they have in common.
fn whole(finding: &Finding) -> Vec<(usize, String)> {
    let text = finding.text(finding.lines);
    let lines = || (finding.lines.start..).zip(text.lines().map(str::trim_end));
    let indent = |text: &str| text.len() - text.trim_start().len();
    let common = lines()
        .filter(|(_, text)| !text.is_empty())
        .map(|(_, text)| indent(text))
        .min()
        .unwrap_or(0);
    lines()
        .map(|(line, text)| (line, cut(text.get(common..).unwrap_or_default(), LINE_WIDTH)))
        .collect()
}

/// Returns the header, and the lines that hold most of the query; of a type shown for its members,
/// their headers.
fn telling(finding: &Finding, is_best: bool) -> Vec<(usize, String)> {
    let most = if is_best { LINES_OF_BEST } else { LINES_OF_NEXT };
    let header = *finding.header.start();
    let is_symbol = !finding.brief.name.is_empty();
    let mut chosen: BTreeSet<usize> = if finding.members.is_empty() {
        let further =
            finding.telling.iter().filter(|line| !is_symbol || !finding.header.contains(line));
        further.take(most).copied().collect()
    } else {
        members(finding).map(|member| member.line).collect()
    };
    chosen.remove(&header);
    let mut lines = Vec::new();
    for line in &chosen {
        lines.push((*line, cut(finding.line(*line).trim(), LINE_WIDTH)));
    }
    let own = finding.line(header);
    let first = if is_symbol { &finding.brief.signature } else { own.trim() };
    let at = lines.partition_point(|(line, _)| *line < header);
    lines.insert(at, (header, cut(first, SIGNATURE_WIDTH)));
    lines
}

fn cut(text: &str, width: usize) -> String {
    match text.char_indices().nth(width) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

/// Returns a definition in one line.
fn named(brief: &Brief) -> Block {
    let container = brief.path.strip_suffix(brief.name.as_str()).unwrap_or_default();
    let container = container.trim_end_matches([':', '.', '#', '/']);
    let mut text = cut(&brief.signature, SIGNATURE_WIDTH);
    if !container.is_empty() && !brief.name.is_empty() {
        text.push_str(&format!(" · in {container}"));
    }
    let line = ResultLine {
        file: brief.file.display.to_string(),
        line: brief.line,
        text,
        ..ResultLine::default()
    };
    Block::Result(ResultRow {
        place: format!("{}:{}", brief.file, brief.line),
        text: brief.signature.clone(),
        lines: vec![line],
        ..ResultRow::default()
    })
}

impl Report for LinesReport {
    fn parts(&self) -> usize {
        self.excerpts.len() + self.named.len()
    }

    fn doc(&self, shown: &Shown) -> Doc {
        let mut doc =
            Doc { title: Some(format!("Search: {}", self.facts.query)), ..Doc::default() };
        self.facts.notes.iter().for_each(|note| doc.push(Block::Text(note.clone())));
        if self.parts() == 0 {
            doc.push(Block::Text(self.facts.nothing()));
        }
        let best = self.excerpts.first().map(|finding| &finding.brief);
        for finding in self.shown_excerpts(shown) {
            doc.push(excerpt(finding, best == Some(&finding.brief)));
        }
        self.shown_names(shown).for_each(|brief| doc.push(named(brief)));
        let count = self.count(shown);
        let rest = self.facts.total.saturating_sub(count + self.facts.known);
        if rest > 0 && self.parts() > 0 {
            let has_all = (0..self.parts()).all(|part| shown.contains(part));
            let further = if has_all { self.further } else { Further::Tokens };
            doc.push(self.facts.rest(rest, further));
        }
        doc.footer = Some(self.facts.footer(count, 0, shown.tokens));
        doc
    }

    /// Returns the same for programs: the definitions, without code.
    fn value(&self, shown: &Shown) -> Value {
        let excerpts = self.shown_excerpts(shown).map(|finding| &finding.brief);
        let results = excerpts.chain(self.shown_names(shown)).map(NamedDefinition::new).collect();
        let count = self.count(shown);
        let summary = Summary {
            count,
            total: self.facts.total,
            total_is_exact: self.facts.total_is_exact,
            truncated: count < self.facts.total,
            ..Summary::default()
        };
        to_value(SearchAnswer {
            results,
            summary,
            evidence: Evidence::syntax(),
            left_out: &[],
            more: Vec::new(),
            notes: Vec::new(),
            shown_before: 0,
        })
    }

    fn xml(&self) -> XmlShape {
        SEARCH_RESULTS
    }

    fn found(&self) -> bool {
        self.parts() > 0 || self.facts.known > 0
    }

    fn sent(&self, shown: &Shown) {
        if let Some((session, shown_definitions)) = &self.session {
            shown_definitions.remember(session, self.shown_excerpts(shown).flat_map(keys));
        }
    }
}
