//! The answer of `impact_analysis`: the extent of the impact first, then the dependents by group
//! and component.

use super::answer::{
    Group, ImpactAnswer, ImpactOf, ImpactSubject, ImpactSummary, OfDefinition, Weight,
};
use crate::domain::{
    Account, Block, Certainty, Doc, Evidence, Format, LeftOut, LevelAccount, Picture, Report,
    ResultLine, ResultRow, Shown, Summary, SymbolKind, plural, thousands,
};
use crate::engine::graph::ReferenceRole;
use crate::engine::impact::{Affected, GroupKind, Impact, Impacts, Response, Risk, Use};
use crate::tools::graph::{
    Direction, Drawing, FEW_MENTIONS, RowFilter, Target, account_doc, excerpt, label, mentioned,
    nothing_defined, place, short_signature, signature, source, spoken, unresolved,
};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Limit of the further lines of a row that are named.
const MOST_LINES: usize = 4;

/// Limit of the files with tests that reach the target through others, in texts for readers.
const MOST_INDIRECT_FILES: usize = 10;

/// Limit of the further tests of such a file that are named by their lines.
const MOST_INDIRECT_LINES: usize = 6;

/// The answer. Its parts are the rows, in round-robin order of the definitions.
pub(super) struct ImpactReport {
    impacts: Impacts,
    account: Option<Account>,
    deeper: Vec<LevelAccount>,
    depth: usize,
    /// Definition and row of each part.
    parts: Vec<(usize, usize)>,
    /// Number of rows, of which some may be no parts.
    total: usize,
    filter: RowFilter,
    left_out: Vec<LeftOut>,
}

impl ImpactReport {
    pub(super) fn new(response: Response, depth: usize, filter: RowFilter, format: Format) -> Self {
        let Response { mut impacts, account, deeper } = response;
        let mut left_out = Vec::new();
        if let Impacts::Found(all, _) = &mut impacts {
            for impact in all {
                filter.apply(
                    &mut impact.affected,
                    |row| {
                        (row.node.file.as_deref(), row.is_test() || row.group == GroupKind::Tests)
                    },
                    |_, _| {},
                    &mut left_out,
                );
            }
        }
        let all = match &impacts {
            Impacts::Found(all, _) => all.as_slice(),
            Impacts::None { .. } => &[],
        };
        let most = all.iter().map(|impact| impact.affected.len()).max().unwrap_or(0);
        let rounds = (0..most).flat_map(|row| {
            all.iter().enumerate().map(move |(index, impact)| (index, row, impact))
        });
        let total = all.iter().map(|impact| impact.affected.len()).sum();
        let is_for_programs = matches!(format, Format::Json | Format::Xml);
        let hidden: Vec<HashSet<usize>> = all
            .iter()
            .map(|impact| if is_for_programs { HashSet::new() } else { far_tests(impact) })
            .collect();
        let is_there = |index: usize, row: usize| {
            row < all[index].affected.len() && !hidden[index].contains(&row)
        };
        let parts = rounds.filter(|(index, row, _)| is_there(*index, *row));
        let parts = parts.map(|(index, row, _)| (index, row)).collect();
        Self { impacts, account, deeper, depth, parts, total, filter, left_out }
    }

    fn all(&self) -> &[Impact] {
        match &self.impacts {
            Impacts::Found(all, _) => all,
            Impacts::None { .. } => &[],
        }
    }

    /// Returns, for each definition, the rows that are shown, in order.
    fn shown_rows(&self, shown: &Shown) -> Vec<Vec<&Affected>> {
        let mut rows: Vec<Vec<usize>> = self.all().iter().map(|_| Vec::new()).collect();
        for (part, (index, row)) in self.parts.iter().enumerate() {
            if shown.contains(part) {
                rows[*index].push(*row);
            }
        }
        rows.iter_mut().for_each(|rows| rows.sort_unstable());
        self.all()
            .iter()
            .zip(rows)
            .map(|(impact, rows)| rows.into_iter().map(|row| &impact.affected[row]).collect())
            .collect()
    }

    /// Returns whether every occurrence of the name was read and explained, on every level.
    fn is_exact(&self) -> bool {
        let levels = self.deeper.iter().map(|level| &level.account);
        let is_whole = self.account.iter().chain(levels).all(Account::is_whole);
        is_whole && self.all().iter().all(|impact| impact.is_exact)
    }

    fn footer(&self, count: usize, shown: &Shown) -> String {
        let total = self.total;
        let least = if self.is_exact() { "" } else { "≥ " };
        let noun = plural(total, "dependent", "dependents");
        let counts = if count == total {
            format!("{least}{total} {noun}")
        } else {
            format!("{count} of {least}{total} {noun} shown")
        };
        let mut parts = vec![counts];
        if self.depth > 1 {
            parts.push(format!("depth {}", self.depth));
        }
        parts.push(
            self.all()
                .first()
                .map_or_else(|| "syntax".to_owned(), |impact| source(&impact.evidence)),
        );
        parts.push(format!("{} tokens", thousands(shown.tokens)));
        parts.join(" · ")
    }

    /// Returns the impact with the strongest verdict, which holds for all.
    fn leading(&self) -> Option<&Impact> {
        let weight = |impact: &&Impact| match impact.verdict.risk {
            Risk::High => 0,
            Risk::Unknown => 1,
            Risk::Medium => 2,
            Risk::Low => 3,
        };
        self.all().iter().min_by_key(weight)
    }

    fn summary(&self, count: usize) -> ImpactSummary<'_> {
        let total = self.total;
        let summary = Summary {
            count,
            total,
            total_is_exact: self.is_exact(),
            total_bytes: 0,
            total_tokens: 0,
            truncated: count < total,
        };
        let sum = |of: fn(&Impact) -> usize| self.all().iter().map(of).sum::<usize>();
        let weight = self.leading().map(|leading| Weight {
            files_affected: sum(|impact| impact.counts.files),
            functions_affected: sum(|impact| impact.counts.functions),
            tests_covering: sum(|impact| impact.counts.tests),
            ..Weight::new(leading)
        });
        let definitions = match &self.impacts {
            Impacts::Found(all, more) if all.len() + more > 1 => Some(all.len() + more),
            _ => None,
        };
        ImpactSummary { summary, weight, definitions }
    }
}

impl Report for ImpactReport {
    fn parts(&self) -> usize {
        self.parts.len()
    }

    fn doc(&self, shown: &Shown) -> Doc {
        let mut doc = Doc::default();
        let rows = self.shown_rows(shown);
        let count = rows.iter().map(Vec::len).sum();
        match &self.impacts {
            Impacts::None { suggestions, mentions } => {
                nothing_defined(&mut doc, suggestions, mentions);
            }
            Impacts::Found(all, more) => {
                let is_explained = self.account.as_ref().is_some_and(Account::is_whole);
                let most = if all.len() > 1 { FEW_MENTIONS } else { usize::MAX };
                for (index, (impact, rows)) in all.iter().zip(&rows).enumerate() {
                    let nothing =
                        |impact: &Impact| unresolved(&impact.mentions, is_explained, most);
                    let next = all.get(index + 1).and_then(|next| next.evidence.remark());
                    let note = impact.evidence.remark().filter(|note| next.as_ref() != Some(note));
                    impact_doc(&mut doc, impact, rows, note, nothing);
                }
                if *more > 0 {
                    let text = format!(
                        "… ({more} more definitions of the name; narrow it with a path or `file`)"
                    );
                    doc.push(Block::More { depth: 0, text });
                }
            }
        }
        if let Some(words) = self.filter.words(&self.left_out) {
            doc.push(Block::Blank);
            doc.push(Block::Text(words));
        }
        let is_cut = count < self.total || !self.left_out.is_empty();
        account_doc(&mut doc, self.account.as_ref(), &self.deeper, is_cut);
        doc.footer = Some(self.footer(count, shown));
        doc
    }

    fn value(&self, shown: &Shown) -> Value {
        let rows = self.shown_rows(shown);
        let count = rows.iter().map(Vec::len).sum();
        let mut near = None;
        let subject = match (&self.impacts, self.all()) {
            (Impacts::None { suggestions, mentions }, _) => {
                near = Some(suggestions.as_slice());
                let (target, groups, evidence) = (None, Vec::new(), Evidence::syntax());
                ImpactSubject::One(ImpactOf { target, groups, evidence, mentions })
            }
            (_, [impact]) => ImpactSubject::One(impact_of(impact, &rows[0])),
            (_, all) => {
                let each = all.iter().zip(&rows);
                let each = each.map(|(impact, rows)| OfDefinition {
                    impact: impact_of(impact, rows),
                    summary: Weight::new(impact),
                });
                let evidence =
                    all.first().map_or_else(Evidence::syntax, |impact| impact.evidence.clone());
                ImpactSubject::Several { definitions: each.collect(), evidence }
            }
        };
        json!(ImpactAnswer {
            subject,
            summary: self.summary(count),
            left_out: &self.left_out,
            account: self.account.as_ref(),
            deeper: &self.deeper,
            suggestions: near,
        })
    }

    fn picture(&self, shown: &Shown) -> Option<Picture> {
        let mut drawing = Drawing::new(Direction::ToTarget);
        let rows = self.shown_rows(shown);
        let count = rows.iter().map(Vec::len).sum();
        for (impact, rows) in self.all().iter().zip(&rows) {
            let target = match &impact.target {
                Some(target) => drawing.target(target),
                None => drawing.name(&impact.name),
            };
            for row in rows {
                let is_sure = row.certainty != Certainty::Possible;
                drawing.way(target, &row.via, &row.node, Some(&row.component), is_sure);
            }
        }
        Some(drawing.finish(self.footer(count, shown)))
    }

    fn xml_root(&self) -> &'static str {
        "impact_analysis"
    }

    fn found(&self) -> bool {
        self.all().iter().any(|impact| !impact.affected.is_empty())
    }
}

/// Returns the rows of tests that run the target through others, in the files beyond the first few.
fn far_tests(impact: &Impact) -> HashSet<usize> {
    let mut files: Vec<&str> = Vec::new();
    let mut far = HashSet::new();
    for (index, row) in impact.affected.iter().enumerate().filter(|(_, row)| is_indirect_test(row))
    {
        let file = row.node.file.as_deref().unwrap_or_default();
        if files.contains(&file) {
            continue;
        }
        if files.len() < MOST_INDIRECT_FILES {
            files.push(file);
        } else {
            far.insert(index);
        }
    }
    far
}

fn is_indirect_test(row: &Affected) -> bool {
    row.group == GroupKind::Tests && row.depth > 1
}

/// Adds one definition's impact: its extent, then its groups, each with what is left out of it.
/// `note` states how it is known; `unresolved` tells of mentions where nothing depends on it.
fn impact_doc(
    doc: &mut Doc,
    impact: &Impact,
    rows: &[&Affected],
    note: Option<String>,
    unresolved: impl Fn(&Impact) -> String,
) {
    let public = match impact.is_public {
        Some(true) => ", public",
        Some(false) => ", internal",
        None => "",
    };
    doc.push(Block::Heading(match &impact.target {
        Some(target) => {
            let kind = target.main().symbol.kind.as_str();
            format!("Impact of changing {kind} `{}` ({}){public}:", spoken(target), place(target))
        }
        None => format!("Impact of changing `{}`:", impact.name),
    }));
    doc.push(Block::Text(weight(impact, unresolved)));
    for group in GroupKind::ALL {
        let all: Vec<&Affected> = impact.affected.iter().filter(|row| row.group == group).collect();
        let shown: Vec<&Affected> = rows.iter().copied().filter(|row| row.group == group).collect();
        if !all.is_empty() {
            group_doc(doc, &impact.name, group, &all, &shown);
        }
    }
    let mut notes = Vec::new();
    if impact.mentions.count > 0 && !impact.affected.is_empty() {
        notes.push(format!("Prose names it too: {}", mentioned(&impact.mentions)));
    }
    notes.extend(note);
    if !notes.is_empty() {
        doc.push(Block::Blank);
        doc.push(Block::Text(notes.join("\n")));
    }
}

/// Returns the lines that are always shown.
fn weight(impact: &Impact, unresolved: impl Fn(&Impact) -> String) -> String {
    let counts = impact.counts;
    let risk = format!("Risk: {} ({})", impact.verdict.risk.as_str(), impact.verdict.reason);
    if impact.affected.is_empty() {
        let nothing = match (&impact.mentions, impact.evidence.complete) {
            (mentions, _) if mentions.count > 0 => unresolved(impact),
            (_, Some(true)) => "Nothing depends on it.".to_owned(),
            _ => "Nothing depends on it; the text mentions the name nowhere else.".to_owned(),
        };
        return format!("{risk}\n{nothing}\nNo tests reached{}.", beside(impact));
    }
    let tests = match counts.tests {
        0 => {
            let possible = impact
                .affected
                .iter()
                .filter(|row| row.group == GroupKind::Mentions && row.node.is_test);
            match possible.count() {
                0 => format!("no tests reached{}", beside(impact)),
                possible => format!("no tests reached for certain ({possible} may, see below)"),
            }
        }
        tests => format!("{tests} {}", plural(tests, "test reaches it", "tests reach it")),
    };
    format!(
        "{risk}\nAffected: {} {}, {} {}; {tests}",
        counts.files,
        plural(counts.files, "file", "files"),
        counts.functions,
        plural(counts.functions, "function", "functions"),
    )
}

/// Returns the test files that are named after the target's file as text.
fn beside(impact: &Impact) -> String {
    if impact.tests_beside.is_empty() {
        return String::new();
    }
    format!("; named after its file: {}", impact.tests_beside.join(", "))
}

/// Adds a group by component. The title states what breaks most of it; a row that something else
/// breaks states that itself.
fn group_doc(doc: &mut Doc, name: &str, group: GroupKind, all: &[&Affected], shown: &[&Affected]) {
    let mut breaks: BTreeMap<&str, usize> = BTreeMap::new();
    all.iter().for_each(|row| *breaks.entry(row.breaks).or_default() += 1);
    let usual = breaks.iter().max_by_key(|(_, count)| **count).map_or("", |(words, _)| *words);
    let files: BTreeSet<Option<&str>> = all.iter().map(|row| row.node.file.as_deref()).collect();
    let noun = plural(files.len(), "file", "files");
    let but = if breaks.len() > 1 { ", but where a row says else" } else { "" };
    let title =
        format!("{} ({} in {} {noun}): {usual}{but}", group.title(), all.len(), files.len());
    doc.push(Block::Section(title));
    let mut components: Vec<&str> = Vec::new();
    for row in shown {
        if !components.contains(&row.component.as_str()) {
            components.push(&row.component);
        }
    }
    let is_divided = all.iter().any(|row| row.component != all[0].component);
    for component in components {
        if is_divided {
            let count = all.iter().filter(|row| row.component == component).count();
            doc.push(Block::Subsection(format!("{component} ({count})")));
        }
        // The rows of tests say themselves what they run the target through.
        let is_told = |row: &Affected| row.breaks != usual && group != GroupKind::Tests;
        let rows: Vec<&Affected> =
            shown.iter().copied().filter(|row| row.component == component).collect();
        let mut blocks: Vec<ResultRow> =
            rows.iter().map(|row| row_of(row, name, is_told(row).then_some(row.breaks))).collect();
        for file in files_of_indirect(&rows) {
            join_tests(&rows, &mut blocks, &file);
        }
        doc.blocks.extend(blocks.into_iter().map(Block::Result));
    }
    if shown.len() < all.len() {
        doc.push(Block::More { depth: 1, text: format!("{} more", all.len() - shown.len()) });
    }
}

/// Returns the rows of tests that run the target through others, by file.
fn files_of_indirect(rows: &[&Affected]) -> Vec<Vec<usize>> {
    let mut files: Vec<(Option<&str>, Vec<usize>)> = Vec::new();
    for (index, row) in rows.iter().enumerate().filter(|(_, row)| is_indirect_test(row)) {
        let file = row.node.file.as_deref();
        match files.iter_mut().find(|(known, _)| *known == file) {
            Some((_, rows)) => rows.push(index),
            None => files.push((file, vec![index])),
        }
    }
    files.into_iter().map(|(_, rows)| rows).collect()
}

/// Joins the compact forms of a file's tests that run the target through others in the first of
/// them: the test, and the lines of the others. What such a test calls says little of the target.
fn join_tests(rows: &[&Affected], blocks: &mut [ResultRow], file: &[usize]) {
    let Some((first, others)) = file.split_first() else { return };
    let mut lines: Vec<usize> =
        others.iter().filter_map(|index| rows[*index].place()).map(|(_, line)| line).collect();
    lines.sort_unstable();
    others.iter().for_each(|index| blocks[*index].lines.clear());
    let row = rows[*first];
    let mut text = label(&row.node);
    if !lines.is_empty() {
        let named: Vec<String> =
            lines.iter().take(MOST_INDIRECT_LINES).map(usize::to_string).collect();
        let more = if lines.len() > MOST_INDIRECT_LINES { ", …" } else { "" };
        text.push_str(&format!(" and {} more, {}{more}", lines.len(), named.join(", ")));
    }
    for aside in path_and_doubt(row) {
        text.push_str(&format!(" · {aside}"));
    }
    if let Some(line) = blocks[*first].lines.first_mut() {
        (line.symbol, line.text) = (None, text);
    }
}

/// Returns a row in both forms: the place, the dependent, and its path to the target.
fn row_of(row: &Affected, name: &str, breaks: Option<&str>) -> ResultRow {
    let place = match row.place() {
        Some((file, line)) => format!("{file}:{line}"),
        None => row.node.name.clone(),
    };
    let leading = row.leading().filter(|_| !row.is_stand_in());
    let mut text = row_text(row, leading);
    let mut line = row_line(row, leading, name);
    for aside in asides(row, leading).into_iter().chain(breaks.map(str::to_owned)) {
        text.push_str(&format!(" · {aside}"));
        line.text.push_str(&format!(" · {aside}"));
    }
    ResultRow { place, text, lines: vec![line], ..ResultRow::default() }
}

fn row_text(row: &Affected, leading: Option<&Use>) -> String {
    let mut text = match leading {
        Some(Use { role: ReferenceRole::Inherit, .. }) if row.node.signature.is_some() => {
            signature(&row.node)
        }
        Some(Use { usage, member: Some(member), .. }) => format!("`{member}` {usage}"),
        // A type in the header of an `impl` belongs to the `impl`.
        Some(Use { usage, role: ReferenceRole::Type, .. }) if row.node.kind == SymbolKind::Impl => {
            format!("type in `{}`", row.node.signature.as_deref().unwrap_or(usage))
        }
        Some(Use { usage, .. }) => usage.clone(),
        None => signature(&row.node),
    };
    if let (Some(container), Some(Use { role, .. })) = (&row.node.container, leading)
        && *role != ReferenceRole::Inherit
    {
        text.push_str(&format!(" · in {container}"));
    }
    text
}

/// Returns the compact form: the use, or the dependent's signature if the dependent itself is what
/// matters.
fn row_line(row: &Affected, leading: Option<&Use>, name: &str) -> ResultLine {
    let (file, line) = row.place().unwrap_or_default();
    let (symbol, text) = match leading {
        // Which test it is matters, and not how it calls.
        Some(_) if row.group == GroupKind::Tests && row.node.kind.is_callable() => {
            (None, label(&row.node))
        }
        Some(found) if found.role != ReferenceRole::Inherit => {
            let is_header = row.node.line == Some(found.site.line);
            let symbol =
                if is_header { row.node.container.clone() } else { Some(label(&row.node)) };
            (symbol, excerpt(&found.site.text, found.member.as_deref().unwrap_or(name)))
        }
        _ => (None, short_signature(&row.node)),
    };
    ResultLine { file: file.to_string(), line, symbol, text, is_further: false }
}

/// Returns further lines of the dependent, its path to the target, and a mark if it is only
/// possible.
fn asides(row: &Affected, leading: Option<&Use>) -> Vec<String> {
    let mut asides = Vec::new();
    let first = leading.map(|found| found.site.line);
    let mut lines: Vec<usize> = row.uses.iter().map(|found| found.site.line).collect();
    lines.dedup();
    lines.retain(|line| Some(*line) != first);
    if !lines.is_empty() {
        let named: Vec<String> = lines.iter().take(MOST_LINES).map(usize::to_string).collect();
        let more = if lines.len() > MOST_LINES { ", …" } else { "" };
        asides.push(format!("also {}{more}", named.join(", ")));
    }
    asides.extend(path_and_doubt(row));
    asides
}

/// Returns the path of a dependent to the target, and a mark if it is only possible.
fn path_and_doubt(row: &Affected) -> Vec<String> {
    let mut asides = Vec::new();
    if !row.via.is_empty() {
        let names: Vec<&str> = row.via.iter().rev().map(|hop| hop.name.as_str()).collect();
        asides.push(format!("through {}", names.join(", ")));
    }
    if row.certainty == Certainty::Possible && row.group != GroupKind::Mentions {
        let rule =
            row.rule.map(|rule| format!(" ({})", rule.replace('_', " "))).unwrap_or_default();
        asides.push(format!("possible{rule}"));
    }
    asides
}

/// Returns one definition's impact without its summary.
fn impact_of<'a>(impact: &'a Impact, rows: &[&'a Affected]) -> ImpactOf<'a> {
    let groups = GroupKind::ALL.into_iter().filter_map(|group| {
        let total = impact.affected.iter().filter(|row| row.group == group).count();
        let results = rows.iter().copied().filter(|row| row.group == group).collect();
        (total > 0).then(|| Group { title: group.title(), kind: group.as_str(), total, results })
    });
    ImpactOf {
        target: impact.target.as_ref().map(Target::new),
        groups: groups.collect(),
        evidence: impact.evidence.clone(),
        mentions: &impact.mentions,
    }
}
