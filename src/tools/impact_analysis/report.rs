//! The answer of `impact_analysis`: the extent of the impact first, then the dependents by group
//! and component.

use super::answer::{
    Group, ImpactAnswer, ImpactOf, ImpactSubject, ImpactSummary, OfDefinition, Weight,
};
use super::extent::{further_doc, remove_repeated, summary_text, without_dependents_doc};
use super::groups::group_doc;
use super::indirect::{self, are_unnamed_counted, is_indirect_test};
use super::mocks::is_indirect_mock;
use super::notes::notes_on_tests;
use super::paths::ToldPaths;
use crate::domain::{
    Account, Block, Certainty, Doc, Evidence, FileLine, Footer, Format, LevelAccount, Picture,
    Report, Shown, Summary, XmlShape, plural,
};
use crate::engine::graph::{OpenUse, ReferenceRole, TestReach};
use crate::engine::impact::{Affected, GroupKind, Impact, Impacts, Response, Risk};
use crate::tools::graph::{
    AccountOptions, Direction, Drawing, Excluded, Filtered, ListedUses, MAX_MENTIONS_BESIDE,
    MIN_VALUES, Marks, Places, RowFilter, RowNouns, RowsShown, Section, Target, account_doc,
    definitions_within, head_name, mentioned, nothing_defined, open_doc, places, places_of,
    unresolved,
};
use crate::tools::to_value;
use crate::tools::words::listed_above;
use serde_json::Value;
use std::collections::HashSet;

/// Limit of the files with tests that reach the target through others, in texts for readers.
const MAX_INDIRECT_FILES: usize = 40;

/// Limit of the places that a heading names of one definition, each of which has to be changed.
const MAX_OWN_PLACES: usize = 6;

/// Tokens of a reply for each of several definitions.
const TOKENS_OF_DEFINITION: usize = 800;

/// The answer. Its parts are the rows, in round-robin order of the definitions.
pub(super) struct ImpactReport {
    impacts: Impacts,
    account: Option<Account>,
    open: Vec<OpenUse>,
    deeper: Vec<LevelAccount>,
    depth: usize,
    /// Definition and row of each part but the last.
    parts: Vec<(usize, usize)>,
    /// Those that the limit of rows leaves out.
    beyond: Vec<(usize, usize)>,
    /// Number of rows, of which some may be no parts.
    total: usize,
    /// For each definition, its possible dependents that are listed with another.
    elsewhere: Vec<usize>,
    filter: RowFilter,
    excluded: Excluded,
    listed: ListedUses,
}

impl ImpactReport {
    pub(super) fn new(response: Response, depth: usize, filter: RowFilter, format: Format) -> Self {
        let Response { mut impacts, account, mut open, deeper } = response;
        filter.keep_open(&mut open);
        let (excluded, listed) = match &mut impacts {
            Impacts::Found(all, _) => keep_wanted(all, &filter),
            Impacts::None { .. } => (Excluded::default(), ListedUses::default()),
        };
        let elsewhere = match &mut impacts {
            Impacts::Found(all, _) => remove_repeated(all),
            Impacts::None { .. } => Vec::new(),
        };
        let all = match &impacts {
            Impacts::Found(all, _) => all.as_slice(),
            Impacts::None { .. } => &[],
        };
        let most = all.iter().map(|impact| impact.affected.len()).max().unwrap_or(0);
        let rounds = (0..most).flat_map(|row| {
            all.iter().enumerate().map(move |(index, impact)| (index, row, impact))
        });
        let is_for_programs = matches!(format, Format::Json | Format::Xml);
        let listed_of = |impact: &Impact| match is_for_programs {
            true => impact.affected.len(),
            false => indirect::listed(impact).len(),
        };
        let total = all.iter().map(listed_of).sum();
        let hidden: Vec<HashSet<usize>> = all
            .iter()
            .map(|impact| if is_for_programs { HashSet::new() } else { counted_rows(impact) })
            .collect();
        let is_there = |index: usize, row: usize| {
            row < all[index].affected.len() && !hidden[index].contains(&row)
        };
        let parts = rounds.filter(|(index, row, _)| is_there(*index, *row));
        let parts = parts.map(|(index, row, _)| (index, row)).collect();
        Self {
            impacts,
            account,
            open,
            deeper,
            depth,
            parts,
            beyond: Vec::new(),
            total,
            elsewhere,
            filter,
            excluded,
            listed,
        }
    }

    /// Shows no more rows than a limit.
    pub(super) fn limited(mut self, most: Option<usize>) -> Self {
        if let Some(most) = most.filter(|most| *most < self.parts.len()) {
            self.beyond = self.parts.split_off(most);
        }
        self
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
        let is_read = match &self.impacts {
            Impacts::None { mentions, .. } => mentions.unreadable.is_none(),
            Impacts::Found(impacts, _) => impacts.iter().all(|impact| impact.is_exact),
        };
        is_whole && is_read
    }

    /// Returns the numbers of dependents, shown and all.
    fn counted(&self, count: usize) -> String {
        let total = self.total;
        let least = if self.is_exact() { "" } else { "≥ " };
        let noun = plural(total, "dependent", "dependents");
        if count == total {
            format!("{least}{total} {noun}")
        } else {
            format!("{count} of {least}{total} {noun} shown")
        }
    }

    /// Returns which limit leaves out rows, and how many of these are tests.
    fn cut(&self, shown: &Shown) -> Option<String> {
        let is_left = |part: &usize| !shown.contains(*part);
        let left = (0..self.parts.len()).filter(is_left).map(|part| self.parts[part]);
        let left: Vec<(usize, usize)> = left.collect();
        let limit = match (left.is_empty(), self.beyond.is_empty()) {
            (true, true) => return None,
            (false, _) => "token limit",
            (true, false) => "row limit",
        };
        let is_test =
            |(index, row): &&(usize, usize)| self.all()[*index].affected[*row].group.is_of_tests();
        let others = match left.iter().chain(&self.beyond).filter(is_test).count() {
            0 => "no test is left out".to_owned(),
            tests => format!("{tests} {} left out", plural(tests, "test is", "tests are")),
        };
        Some(format!(" ({limit}; {others})"))
    }

    fn footer(&self, count: usize, shown: &Shown) -> Footer {
        let cut = self.cut(shown).unwrap_or_default();
        let facts = format!("{}{cut} · {}", self.counted(count), self.known_from());
        Footer::new(facts, shown.tokens)
    }

    /// Adds the impact of each definition; where rows had to give way, definitions without one are
    /// only counted.
    fn impacts_doc(
        &self,
        doc: &mut Doc,
        all: &[Impact],
        more: usize,
        rows: &[Vec<&Affected>],
        shown: &Shown,
    ) {
        let has_all_parts = (0..self.parts()).all(|part| shown.contains(part));
        let account = self.account.as_ref();
        let most = if all.len() > 1 { MAX_MENTIONS_BESIDE } else { usize::MAX };
        let is_silent = |index: usize| all[index].affected.is_empty() && self.elsewhere[index] == 0;
        let joins = (0..all.len()).filter(|index| is_silent(*index)).count() > 1;
        let (mut silent, mut counted) = (Vec::new(), Vec::new());
        for (index, impact) in all.iter().enumerate() {
            if !has_all_parts && rows[index].is_empty() && all.len() > 1 {
                counted.push(impact);
                continue;
            }
            if joins && is_silent(index) {
                silent.push(impact);
                continue;
            }
            let nothing = |impact: &Impact| nothing_known(impact, account, most);
            let next =
                all.get(index + 1).and_then(|next| next.evidence.note_without_installation());
            let note = impact
                .evidence
                .note_without_installation()
                .filter(|note| next.as_ref() != Some(note));
            impact_doc(doc, (impact, self.elsewhere[index]), &rows[index], note, nothing);
        }
        without_dependents_doc(doc, &silent);
        further_doc(doc, &counted, more, all.len());
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

    /// Returns the files and lines of the rows' uses that are no calls.
    fn passing(&self) -> HashSet<(&str, usize)> {
        let uses = self.all().iter().flat_map(|impact| &impact.affected).flat_map(|row| &row.uses);
        let passing = uses.filter(|found| found.role == ReferenceRole::Read);
        passing.map(|found| (&*found.site.file, found.site.line)).collect()
    }

    fn summary(&self, rows: &[Vec<&Affected>]) -> ImpactSummary<'_> {
        let (count, total) = (rows.iter().map(Vec::len).sum(), self.total);
        let (total_is_exact, truncated) = (self.is_exact(), count < total);
        let mut summary = Summary { count, total, total_is_exact, truncated, ..Summary::default() };
        for row in rows.iter().flatten() {
            let uses = row.uses.iter().map(|found| found.site.text.as_str());
            let code = row.node.signature.as_deref().into_iter().chain(uses);
            code.for_each(|code| summary.add_code(code));
        }
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

impl Section for ImpactReport {
    fn extent(&self, shown: &Shown) -> String {
        self.counted(self.shown_rows(shown).iter().map(Vec::len).sum())
    }

    fn is_defined(&self) -> bool {
        !matches!(self.impacts, Impacts::None { .. })
    }

    fn evidence(&self) -> Evidence {
        self.all().first().map_or_else(Evidence::syntax, |impact| impact.evidence.clone())
    }

    fn places(&self) -> Vec<String> {
        Vec::new()
    }

    fn depth(&self) -> usize {
        self.depth
    }

    fn summary_of(&self, shown: &Shown) -> Summary {
        self.summary(&self.shown_rows(shown)).summary
    }
}

impl Report for ImpactReport {
    /// The rows, then the line about definitions without any, and last what is unresolved.
    fn parts(&self) -> usize {
        self.parts.len() + usize::from(self.all().len() > 1) + usize::from(!self.open.is_empty())
    }

    fn doc(&self, shown: &Shown) -> Doc {
        let mut doc = Doc::default();
        let rows = self.shown_rows(shown);
        let count = rows.iter().map(Vec::len).sum();
        match &self.impacts {
            Impacts::None { suggestions, mentions } => {
                nothing_defined(&mut doc, suggestions, mentions);
            }
            Impacts::Found(all, more) => self.impacts_doc(&mut doc, all, *more, &rows, shown),
        }
        let nouns = RowNouns { one: "dependent", many: "dependents", uses: None };
        if let Some(words) = self.filter.words(&self.excluded, nouns) {
            doc.push(Block::Blank);
            doc.push(Block::Text(words));
        }
        if let (Some(first), false) = (self.all().first(), self.open.is_empty())
            && (0..self.parts()).all(|part| shown.contains(part))
        {
            doc.push(Block::Blank);
            open_doc(&mut doc, &self.open, &first.name, self.account.as_ref());
            doc.push(Block::Blank);
        }
        let account = self.account.as_ref();
        let is_cut = count < self.total || !self.excluded.rows.is_empty();
        let own = || own_uses(rows.iter().flatten().copied());
        let rows_shown = || match is_cut {
            true => self.listed.rows_shown(own, account),
            false => RowsShown::All,
        };
        let has_all_rows = (0..self.parts.len()).all(|part| shown.contains(part));
        let (rows, passing) = (has_all_rows.then(rows_shown), self.passing());
        let options = AccountOptions { rows, values: MIN_VALUES, passing };
        account_doc(&mut doc, account, &self.deeper, &options);
        doc.footer = Some(self.footer(count, shown));
        doc
    }

    fn value(&self, shown: &Shown) -> Value {
        let limit = shown.limit_of_account(self.parts());
        let mut rows = self.shown_rows(shown);
        rows.truncate(definitions_within(shown.limit, TOKENS_OF_DEFINITION));
        let mut near = None;
        let subject = match (&self.impacts, self.all()) {
            (Impacts::None { suggestions, mentions }, _) => {
                near = Some(suggestions.as_slice());
                ImpactSubject::One(ImpactOf {
                    target: None,
                    groups: Vec::new(),
                    evidence: Evidence::syntax(),
                    tests_looked_for: TestReach::default(),
                    framework_entries: &[],
                    mentions,
                })
            }
            (_, [impact]) => ImpactSubject::One(impact_of(impact, &rows[0])),
            (_, all) => {
                let each = all.iter().zip(&rows);
                let each =
                    each.zip(&self.elsewhere).map(|((impact, rows), elsewhere)| OfDefinition {
                        impact: impact_of(impact, rows),
                        summary: if rows.is_empty() {
                            Weight::brief(impact)
                        } else {
                            Weight::new(impact)
                        },
                        possible_elsewhere: (*elsewhere > 0).then_some(*elsewhere),
                    });
                ImpactSubject::Several { definitions: each.collect(), evidence: self.evidence() }
            }
        };
        to_value(ImpactAnswer {
            subject,
            summary: self.summary(&rows),
            left_out: &self.excluded.rows,
            account: self.account.as_ref().map(|account| account.within(limit)),
            deeper: self
                .deeper
                .iter()
                .map(|level| level.within(limit / 2 / self.deeper.len()))
                .collect(),
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
        Some(drawing.finish(self.footer(count, shown).to_string()))
    }

    fn xml(&self) -> XmlShape {
        XmlShape::new("impact_analysis")
    }

    fn found(&self) -> bool {
        self.all().iter().any(|impact| !impact.affected.is_empty())
    }
}

/// Removes the dependents that a filter excludes. Returns how many, by reason, and the uses that
/// the rows list before and after.
fn keep_wanted(all: &mut [Impact], filter: &RowFilter) -> (Excluded, ListedUses) {
    let mut excluded = Excluded::default();
    let (mut before, mut after) = (Places::default(), Places::default());
    for impact in all {
        before.extend(own_uses(&impact.affected));
        filter.apply(
            &mut impact.affected,
            |row| {
                let is_test = row.node.is_test || row.group.is_of_tests();
                let (file, uses) = (row.node.file.as_deref(), row.uses.len());
                Filtered { file, is_test, depth: row.depth, uses }
            },
            |_, _| {},
            &mut excluded,
        );
        after.extend(own_uses(&impact.affected));
        for entry in &mut impact.tests_by_entry {
            let is_kept = |place: &FileLine| filter.reason(Some(&place.file), true).is_none();
            entry.places.retain(is_kept);
            entry.tests.retain(is_kept);
        }
        impact.tests_by_entry.retain(|entry| !entry.places.is_empty());
        for found in &mut impact.tests_by_string {
            found.tests.retain(|place| filter.reason(Some(&place.file), true).is_none());
        }
        impact.tests_by_string.retain(|found| !found.tests.is_empty());
    }
    (excluded, ListedUses::new(&before, &after))
}

/// Returns the places of the target's own name that some rows list.
fn own_uses<'a>(rows: impl IntoIterator<Item = &'a Affected>) -> Places {
    let direct = rows.into_iter().filter(|row| row.via.is_empty());
    let own = direct.flat_map(|row| &row.uses).filter(|found| found.member.is_none());
    places_of(own.map(|found| &found.site))
}

/// Returns the rows that are only counted: those on mocks of what leads to the target, and of tests
/// that run it through others those in the files beyond many, and those that may as well run
/// something else, where others are known.
fn counted_rows(impact: &Impact) -> HashSet<usize> {
    let mut files: Vec<&str> = Vec::new();
    let rows = impact.affected.iter().enumerate();
    let is_counted =
        |row: &Affected| is_indirect_mock(row) || are_unnamed_counted(impact) && row.is_unnamed();
    let mut far: HashSet<usize> =
        rows.filter(|(_, row)| is_counted(row)).map(|(index, _)| index).collect();
    for (index, row) in impact.affected.iter().enumerate().filter(|(_, row)| is_indirect_test(row))
    {
        let file = row.node.file.as_deref().unwrap_or_default();
        if files.contains(&file) {
            continue;
        }
        if files.len() < MAX_INDIRECT_FILES {
            files.push(file);
        } else {
            far.insert(index);
        }
    }
    far
}

/// Returns the text for an impact of which nothing is known: the mentions of the name, or that
/// there are none in what was read.
fn nothing_known(impact: &Impact, account: Option<&Account>, most: usize) -> String {
    let is_read = impact.is_exact && account.is_none_or(|account| account.not_read.is_none());
    match (impact.mentions.count, impact.evidence.complete) {
        (1.., _) => unresolved(&impact.mentions, account, most),
        (0, Some(true)) => "Nothing depends on it.".to_owned(),
        _ if !is_read => "Nothing depends on it in the files that were read.".to_owned(),
        _ => "Nothing depends on it; the text mentions the name nowhere else.".to_owned(),
    }
}

/// Adds one definition's impact: its extent, then its groups, each with what is left out of it.
/// `elsewhere` is the number of possible dependents that are listed above; `note` states how it is
/// known; `nothing` is the text where nothing depends on it.
fn impact_doc(
    doc: &mut Doc,
    (impact, elsewhere): (&Impact, usize),
    rows: &[&Affected],
    note: Option<String>,
    nothing: impl Fn(&Impact) -> String,
) {
    let visibility = impact.visibility.map(|visibility| format!(", {}", visibility.as_str()));
    let visibility = visibility.unwrap_or_default();
    let uses = rows.iter().flat_map(|row| &row.uses).map(|found| &found.site);
    doc.push(Block::Heading(match &impact.target {
        Some(target) => {
            let kind = target.main().symbol.kind.as_str();
            format!(
                "Impact of changing {kind} `{}` ({}){visibility}:",
                head_name(target),
                places(target, MAX_OWN_PLACES, &Marks::of(uses))
            )
        }
        None => format!("Impact of changing `{}`:", impact.name),
    }));
    doc.push(Block::Text(summary_text(impact, elsewhere, nothing)));
    let mut told = ToldPaths::default();
    for group in GroupKind::ALL {
        group_doc(doc, impact, group, rows, &mut told);
    }
    let mut notes = notes_on_tests(impact, rows);
    if elsewhere > 0 && !impact.affected.is_empty() {
        notes.push(format!("{}.", listed_above(elsewhere, "more ")));
    }
    if impact.mentions.count > 0 && !impact.affected.is_empty() {
        notes.push(format!("Prose names it too: {}", mentioned(&impact.mentions)));
    }
    notes.extend(note);
    if !notes.is_empty() {
        doc.push(Block::Blank);
        doc.push(Block::Text(notes.join("\n")));
    }
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
        tests_looked_for: impact.test_reach.clone(),
        framework_entries: &impact.entries,
        mentions: &impact.mentions,
    }
}
