//! The groups of an impact as text: their titles and rows.

use super::indirect::{
    by_way, files_of, is_indirect_test, join_tests, listed, only_by, unnamed_lines,
};
use super::mocks::mocks_doc;
use super::paths::{ToldPaths, path};
use super::test_calls::TestCalls;
use crate::domain::{Block, Certainty, Doc, ResultLine, ResultRow, SymbolKind, plural};
use crate::engine::graph::{FrameworkEntry, Node, ReferenceRole, Rule, Site};
use crate::engine::impact::{Affected, GroupKind, Impact, Use};
use crate::tools::graph::{
    beside_shown, condition_words, excerpt, label, meant, short_signature, signature,
};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Limit of the further lines of a row that are named.
const MAX_LINES: usize = 8;

/// Rows a component, on average, from which on a group is divided by component.
const ROWS_OF_COMPONENT: usize = 3;

/// Number of imports in files of users from which on they share a line.
const FEWEST_IMPORTS: usize = 2;

/// Number of possible rows from which on the title states their doubt.
const FEWEST_DOUBTFUL: usize = 3;

/// What tests do with the target where some use it and others run it through others.
const TESTS_OF_BOTH_KINDS: &str =
    "break as other users do, those through others only if its behaviour changes";
const MAYBE_OF_BOTH_KINDS: &str = "may run it; break as other users do, if not through others";

/// Returns a group's title with the numbers of its rows and files.
fn numbers(impact: &Impact, group: GroupKind, all: &[&Affected]) -> String {
    let files: BTreeSet<Option<&str>> = all.iter().map(|row| row.node.file.as_deref()).collect();
    let noun = plural(files.len(), "file", "files");
    let number = match group.is_of_tests() {
        true => all.iter().filter(|row| row.is_test()).count(),
        false => all.len(),
    };
    // What else stands in tests: imports.
    let others = match all.len() - number {
        0 => String::new(),
        others => format!(" and {others} other {}", plural(others, "place", "places")),
    };
    let elsewhere = calls_of_overrides(impact, group);
    format!("{} ({number}{others} in {} {noun}{elsewhere})", group.title(), files.len())
}

/// Returns the number of what overrides or extends the target and calls it too, which is listed for
/// the former: "; 2 above call it too". Empty without any, and for other groups than the callers.
fn calls_of_overrides(impact: &Impact, group: GroupKind) -> String {
    if group != GroupKind::Callers {
        return String::new();
    }
    let calls = |row: &&Affected| {
        let is_call = |found: &Use| found.role == ReferenceRole::Call && found.member.is_none();
        row.group == GroupKind::Implementations && row.uses.iter().any(is_call)
    };
    match impact.affected.iter().filter(calls).count() {
        0 => String::new(),
        count => format!("; {count} above {} it too", plural(count, "calls", "call")),
    }
}

/// Adds a group by component, if it has rows; `rows` are all that are shown. The title states what
/// breaks most of it; a row that something else breaks states that itself.
pub(super) fn group_doc(
    doc: &mut Doc,
    impact: &Impact,
    group: GroupKind,
    rows: &[&Affected],
    told: &mut ToldPaths,
) {
    let all: Vec<&Affected> = listed(impact).into_iter().filter(|row| row.group == group).collect();
    let shown: Vec<&Affected> = rows.iter().copied().filter(|row| row.group == group).collect();
    if all.is_empty() {
        if group == GroupKind::PossibleTests {
            counted_doc(doc, impact);
        }
        return;
    }
    if group == GroupKind::Mocks {
        mocks_doc(doc, numbers(impact, group, &all), &all, &shown);
        return;
    }
    let mut breaks: BTreeMap<&str, usize> = BTreeMap::new();
    all.iter().for_each(|row| *breaks.entry(row.breaks).or_default() += 1);
    let usual = breaks.iter().max_by_key(|(_, count)| **count).map_or("", |(words, _)| *words);
    let what = match breaks.len() {
        ..=1 => usual.to_owned(),
        // Such rows have the lines of their calls, or name what they run it through.
        _ if group == GroupKind::Tests => TESTS_OF_BOTH_KINDS.to_owned(),
        _ if group == GroupKind::PossibleTests => MAYBE_OF_BOTH_KINDS.to_owned(),
        _ => format!("{usual}, but where a row says else"),
    };
    let doubt = Doubt::of(&all);
    let reason = doubt.as_ref().map(Doubt::reason).unwrap_or_default();
    doc.push(Block::Section(format!("{}: {what}{reason}", numbers(impact, group, &all))));
    let (imports, apart) = imports_of_users(group, &shown, rows);
    let mut components: Vec<&str> = Vec::new();
    for row in &apart {
        if !components.contains(&row.component.as_str()) {
            components.push(&row.component);
        }
    }
    let parts: BTreeSet<&str> = all.iter().map(|row| row.component.as_str()).collect();
    // The paths say as much where each component has but a few rows.
    let is_divided =
        imports.is_none() && parts.len() > 1 && all.len() >= ROWS_OF_COMPONENT * parts.len();
    for component in components {
        if is_divided {
            let count = all.iter().filter(|row| row.component == component).count();
            doc.push(Block::Subsection(format!("{component} ({count})")));
        }
        let rows: Vec<&Affected> =
            apart.iter().copied().filter(|row| row.component == component).collect();
        component_doc(doc, impact, &rows, (usual, doubt.as_ref()), told);
    }
    doc.blocks.extend(imports.map(Block::Text));
    more_doc(doc, impact, &all, &shown);
}

/// Adds the tests that are only counted where no others are listed.
fn counted_doc(doc: &mut Doc, impact: &Impact) {
    let group = GroupKind::PossibleTests;
    let counted: Vec<&Affected> =
        impact.affected.iter().filter(|row| row.group == group && row.is_unnamed()).collect();
    let has_others = || listed(impact).iter().any(|row| row.group.is_of_tests());
    let Some(first) = counted.first().filter(|_| !has_others()) else { return };
    doc.push(Block::Section(format!("{}: {}", numbers(impact, group, &counted), first.breaks)));
    let lines = unnamed_lines(impact).into_iter();
    doc.blocks.extend(lines.map(|text| Block::More { depth: 1, text }));
}

/// Adds what is left out of a group: what is not shown, of tests with its files, then the tests
/// that are only counted.
fn more_doc(doc: &mut Doc, impact: &Impact, all: &[&Affected], shown: &[&Affected]) {
    let is_shown = |row: &Affected| shown.iter().any(|other| std::ptr::eq(*other, row));
    let left: Vec<&Affected> = all.iter().copied().filter(|row| !is_shown(row)).collect();
    if let Some(first) = left.first() {
        let is_test = first.group.is_of_tests();
        let files = if is_test { format!(" in {}", files_of(&left)) } else { String::new() };
        doc.push(Block::More { depth: 1, text: format!("{} more{files}", left.len()) });
    }
    let is_last = all.first().is_some_and(|row| row.group == last_of_tests(impact));
    let counted = if is_last { unnamed_lines(impact) } else { Vec::new() };
    doc.blocks.extend(counted.into_iter().map(|text| Block::More { depth: 1, text }));
}

/// Returns the last group of tests that has rows which are listed.
fn last_of_tests(impact: &Impact) -> GroupKind {
    let is_possible = |row: &&Affected| row.group == GroupKind::PossibleTests;
    match listed(impact).iter().any(is_possible) {
        true => GroupKind::PossibleTests,
        false => GroupKind::Tests,
    }
}

/// Adds the rows of a component, of which `usual` breaks most.
fn component_doc(
    doc: &mut Doc,
    impact: &Impact,
    rows: &[&Affected],
    (usual, doubt): (&str, Option<&Doubt>),
    told: &mut ToldPaths,
) {
    // The rows of tests say themselves what they run the target through.
    let is_named = |row: &Affected| row.breaks != usual && !row.group.is_of_tests();
    let mut calls = TestCalls::new(rows);
    let mut blocks: Vec<ResultRow> = rows
        .iter()
        .map(|row| {
            let calls = calls.words(row, &impact.name);
            let also = (is_named(row).then_some(row.breaks), calls);
            row_of(row, impact, also, (doubt, &mut *told))
        })
        .collect();
    for way in by_way(rows, &impact.name) {
        join_tests(rows, &mut blocks, &way, (impact, doubt, &mut *told));
    }
    doc.blocks.extend(blocks.into_iter().map(Block::Result));
}

/// Splits the shown imports into those of files of which other rows are shown, as one line of
/// places, and the others.
fn imports_of_users<'a>(
    group: GroupKind,
    shown: &[&'a Affected],
    rows: &[&Affected],
) -> (Option<String>, Vec<&'a Affected>) {
    if group != GroupKind::Imports {
        return (None, shown.to_vec());
    }
    let users: HashSet<&str> = rows
        .iter()
        .filter(|row| row.group != GroupKind::Imports)
        .filter_map(|row| row.node.file.as_deref())
        .collect();
    let is_user = |row: &&&Affected| {
        row.place().is_some_and(|(file, _)| users.contains(&*file)) && row.via.is_empty()
    };
    let of_users: Vec<String> = shown
        .iter()
        .filter(is_user)
        .filter_map(|row| row.place())
        .map(|(file, line)| format!("{}:{line}", file.rsplit('/').next().unwrap_or(&file)))
        .collect();
    if of_users.len() < FEWEST_IMPORTS {
        return (None, shown.to_vec());
    }
    let apart = shown.iter().filter(|row| !is_user(row)).copied().collect();
    (Some(format!("in files named here: {}", of_users.join(", "))), apart)
}

/// The doubt that several rows of a group share.
pub(super) struct Doubt {
    rule: Rule,
    /// True if all rows of the group share it.
    is_common: bool,
}

impl Doubt {
    /// Returns the doubt of the possible rows; `None` if they are few or their rules differ.
    fn of(all: &[&Affected]) -> Option<Self> {
        // A row that knows more says it itself.
        let is_asked = |row: &&Affected| is_doubtful(row) && row.only_by.is_none();
        let possible: Vec<&Affected> = all.iter().copied().filter(is_asked).collect();
        let rule = possible.first().and_then(|row| row.rule)?;
        let is_shared =
            possible.len() >= FEWEST_DOUBTFUL && possible.iter().all(|row| row.rule == Some(rule));
        is_shared.then_some(Self { rule, is_common: possible.len() == all.len() })
    }

    fn reason(&self) -> String {
        let which = if self.is_common { "all possible" } else { "possible" };
        format!("; {which}: {}", self.rule.as_str().replace('_', " "))
    }
}

fn is_doubtful(row: &Affected) -> bool {
    row.certainty == Certainty::Possible && row.group != GroupKind::Mentions
}

/// Returns a row in both forms: the place, the dependent, and its path to the target; with what
/// breaks, and with the calls of a test, if the row says so.
fn row_of(
    row: &Affected,
    impact: &Impact,
    (breaks, calls): (Option<&str>, Option<String>),
    (doubt, told): (Option<&Doubt>, &mut ToldPaths),
) -> ResultRow {
    let (name, entries) = (&impact.name, &impact.entries);
    let place = match row.place() {
        Some((file, line)) => format!("{file}:{line}"),
        None => row.node.name.clone(),
    };
    let leading = row.leading().filter(|_| !row.is_stand_in());
    let mut text = row_text(row, leading);
    let mut line = row_line(row, leading, name);
    let entry = entries.iter().find(|entry| is_of(entry, &row.node));
    let of_entry = entry.map(FrameworkEntry::words).into_iter().chain(breaks.map(str::to_owned));
    let before = calls.into_iter().chain(asides(row, leading, name));
    let path = path(row, name);
    // The row of a test that is joined with others tells the path then.
    let (before, path_told) = match is_indirect_test(row) {
        true => (before.collect(), path.clone()),
        false => {
            let before: Vec<String> = before.collect();
            let all_before = format!("{} {}", line.text, before.join(" "));
            (before, told.words(row, name, &all_before))
        }
    };
    let after: Vec<String> = doubts(row, doubt).into_iter().chain(of_entry).collect();
    for (text, path) in [(&mut text, path), (&mut line.text, path_told)] {
        for aside in before.iter().chain(&path).chain(&after) {
            text.push_str(&format!(" · {aside}"));
        }
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
        Some(_) if row.is_function_of_tests() => (None, label(&row.node)),
        Some(found) if found.role != ReferenceRole::Inherit => {
            let is_header = row.node.line == Some(found.site.line);
            let symbol =
                if is_header { row.node.container.clone() } else { Some(label(&row.node)) };
            let text = excerpt(found.site.shown(), found.member.as_deref().unwrap_or(name));
            let beside = row.uses.iter().map(|other| &other.site);
            let beside = beside.filter(|other| other.line == found.site.line);
            (symbol, text + &meant(beside))
        }
        _ => (None, short_signature(&row.node)),
    };
    ResultLine { file: file.to_string(), line, symbol, text, is_further: false }
}

/// Returns further uses of the dependent and what decides on them. `name` is the target's.
fn asides(row: &Affected, leading: Option<&Use>, name: &str) -> Vec<String> {
    let mut asides = Vec::new();
    let own = leading.map(|found| found.site.line);
    let mut lines: Vec<usize> = row.uses.iter().map(|found| found.site.line).collect();
    lines.dedup();
    lines.retain(|line| Some(*line) != own);
    // A test's calls are told otherwise.
    if !lines.is_empty() && !row.is_function_of_tests() {
        match leading {
            Some(leading) => asides.extend(further_uses(row, leading, name)),
            None => asides.push(format!("calls it at {}", named_lines(&lines))),
        }
    }
    asides.extend(row.conditions.iter().map(|condition| condition_words(condition)));
    asides
}

/// Returns lines as text, cut after a few.
pub(super) fn named_lines(lines: &[usize]) -> String {
    let named: Vec<String> = lines.iter().take(MAX_LINES).map(usize::to_string).collect();
    let more = if lines.len() > MAX_LINES { ", …" } else { "" };
    format!("{}{more}", named.join(", "))
}

/// Returns the uses on other lines than that of the leading one.
fn further_uses(row: &Affected, leading: &Use, name: &str) -> Option<String> {
    fn named<'a>(found: &'a Use, name: &'a str) -> (&'a Site, &'a str) {
        (&found.site, found.member.as_deref().unwrap_or(name))
    }
    let others = row.uses.iter().filter(|found| found.site.line != leading.site.line);
    let others: Vec<(&Site, &str)> = others.map(|found| named(found, name)).collect();
    let text = beside_shown(named(leading, name), &others);
    text.strip_prefix(" · ").map(str::to_owned)
}

/// Returns the declaration that a dependent is, and a mark if it is only possible.
pub(super) fn doubts(row: &Affected, doubt: Option<&Doubt>) -> Vec<String> {
    let mut asides = Vec::new();
    if row.rule == Some(Rule::Declares) {
        asides.push("declares it".to_owned());
    }
    match doubt {
        _ if !is_doubtful(row) => {}
        _ if row.only_by.is_some() => asides.extend(only_by(row)),
        Some(doubt) if doubt.is_common => {}
        Some(_) => asides.push("possible".to_owned()),
        None => {
            // Where the row's own step is plain, one further on the way to the target is possible.
            let rule = row.rule.filter(|rule| row.via.is_empty() || !rule.is_plain());
            let rule = rule.map(|rule| format!(" ({})", rule.as_str().replace('_', " ")));
            asides.push(format!("possible{}", rule.unwrap_or_default()));
        }
    }
    asides
}

/// Returns whether a definition is the one that a framework may call.
pub(super) fn is_of(entry: &FrameworkEntry, node: &Node) -> bool {
    let FrameworkEntry { of, .. } = entry;
    (Some(&*of.file), Some(of.line), &of.name) == (node.file.as_deref(), node.line, &node.name)
}
