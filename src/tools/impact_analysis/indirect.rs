//! The tests that run a target through others, as text: those that come to it on one way share a
//! row, and those that may as well run something else are counted.

use super::groups::{Doubt, doubts};
use super::mocks::by_file;
use super::paths::{ToldPaths, path};
use crate::domain::{ResultRow, and_more, plural};
use crate::engine::graph::{Dispatch, Node, OnlyBy, Rule};
use crate::engine::impact::{Affected, Impact};
use crate::tools::graph::label;
use std::collections::BTreeMap;

/// Limit of the further tests of a row that are named, and of those beyond that have lines.
const MAX_NAMES: usize = 24;
const MAX_LINES: usize = 12;

/// Limit of the tests that have rows although they may as well run something else.
const MAX_UNNAMED: usize = 12;

pub(super) fn is_indirect_test(row: &Affected) -> bool {
    row.group.is_of_tests() && row.depth > 1
}

/// Returns what a test calls that may as well run something else than the target, if it does not
/// name the target's type.
fn unnamed(row: &Affected) -> Option<&Dispatch> {
    row.only_by.as_ref().and_then(OnlyBy::unnamed)
}

/// Returns whether the tests that do not name the target's type are only counted: other tests are
/// known that say more, or they are so many that none of them says anything.
pub(super) fn are_unnamed_counted(impact: &Impact) -> bool {
    let unnamed = impact.affected.iter().filter(|row| row.is_unnamed() && row.is_test());
    impact.counts.tests > 0 || unnamed.count() > MAX_UNNAMED
}

/// Returns the rows of an answer for readers, without the tests that are only counted.
pub(super) fn listed(impact: &Impact) -> Vec<&Affected> {
    let is_counted = are_unnamed_counted(impact);
    impact.affected.iter().filter(|row| !is_counted || !row.is_unnamed()).collect()
}

/// Returns the rows of tests that run the target through others, by file and way.
pub(super) fn by_way(rows: &[&Affected], name: &str) -> Vec<Vec<usize>> {
    let mut ways: Vec<(Key, Vec<usize>)> = Vec::new();
    for (index, row) in rows.iter().enumerate().filter(|(_, row)| is_indirect_test(row)) {
        let way = path(row, name).into_iter().chain(doubts(row, None)).collect();
        let key = (row.node.file.as_deref().unwrap_or_default(), way);
        match ways.iter_mut().find(|(known, _)| *known == key) {
            Some((_, rows)) => rows.push(index),
            None => ways.push((key, vec![index])),
        }
    }
    ways.into_iter().map(|(_, rows)| rows).collect()
}

/// The file of a test, and what its row says of its way.
type Key<'a> = (&'a str, Vec<String>);

/// Joins the compact forms of tests that run the target on one way in the first of them: the tests,
/// beyond many by their lines. What such a test calls says little of the target.
pub(super) fn join_tests(
    rows: &[&Affected],
    blocks: &mut [ResultRow],
    way: &[usize],
    (impact, doubt, told): (&Impact, Option<&Doubt>, &mut ToldPaths),
) {
    let Some((first, others)) = way.split_first() else { return };
    let (row, name) = (rows[*first], &impact.name);
    let place = |index: &usize| rows[*index].place().map_or(0, |(_, line)| line);
    others.iter().for_each(|index| blocks[*index].lines.clear());
    let mut text = label(&row.node);
    let mut around = &row.node.container;
    let names = if is_guessed_beside_certain(impact, row) { 0 } else { MAX_NAMES };
    let (named, counted) = others.split_at(others.len().min(names));
    for other in named {
        let node = &rows[*other].node;
        let shown = if node.container == *around { own_name(node) } else { label(node) };
        text.push_str(&format!(", {} {shown}", place(other)));
        around = &node.container;
    }
    let mut lines: Vec<usize> = counted.iter().map(place).collect();
    lines.sort_unstable();
    if !lines.is_empty() {
        let listed: Vec<String> = lines.iter().take(MAX_LINES).map(usize::to_string).collect();
        let more = if lines.len() > MAX_LINES { ", …" } else { "" };
        let number = and_more(counted.len());
        text.push_str(&format!("{number} at {}{more}", listed.join(", ")));
    }
    let path = told.words(row, name, &text);
    for aside in path.into_iter().chain(doubts(row, doubt)) {
        text.push_str(&format!(" · {aside}"));
    }
    if let Some(line) = blocks[*first].lines.first_mut() {
        (line.symbol, line.text) = (None, text);
    }
}

/// Returns whether a name alone leads from a test to the target while others run it for certain.
fn is_guessed_beside_certain(impact: &Impact, row: &Affected) -> bool {
    impact.counts.tests > impact.counts.possible_tests && row.rule.is_some_and(Rule::is_guess)
}

/// Returns a line for each call that leads from tests to the target or to something else, where
/// these are counted.
pub(super) fn unnamed_lines(impact: &Impact) -> Vec<String> {
    if !are_unnamed_counted(impact) {
        return Vec::new();
    }
    let mut calls: BTreeMap<(&str, &str), Vec<&Affected>> = BTreeMap::new();
    for row in &impact.affected {
        if let Some(Dispatch { through, of, .. }) = unnamed(row) {
            calls.entry((through, of)).or_default().push(row);
        }
    }
    let line = |((through, of), rows): ((&str, &str), Vec<&Affected>)| {
        let (verb, names) = match rows.len() {
            1 => ("reaches", "does not name"),
            _ => ("reach", "do not name"),
        };
        let tests = plural(rows.len(), "test", "tests");
        format!(
            "{} {tests} in {} {verb} it only through {through} and {names} {of}",
            rows.len(),
            files_of(&rows)
        )
    };
    calls.into_iter().map(line).collect()
}

/// Returns the names of the files of some rows, with the numbers of rows where there are several.
pub(super) fn files_of(rows: &[&Affected]) -> String {
    let mut files = rows.iter().filter_map(|row| row.node.file.as_deref());
    match files.next() {
        Some(first) if files.all(|file| file == first) => {
            first.rsplit('/').next().unwrap_or(first).to_owned()
        }
        _ => by_file(rows),
    }
}

/// Returns what the row of a test says where none of its ways is certain.
pub(super) fn only_by(row: &Affected) -> Option<String> {
    Some(match row.only_by.as_ref()? {
        OnlyBy::Supertype(Dispatch { named: Some(named), .. }) => {
            format!("may run it: names {} at {}", named.name, named.line)
        }
        OnlyBy::Supertype(Dispatch { through, of, .. }) => {
            format!("may run it: only through {through}, does not name {of}")
        }
        OnlyBy::Value(passed) => format!("may run it: passes {passed} on"),
    })
}

/// Returns a test's name without its container, which the one before it names.
fn own_name(node: &Node) -> String {
    label(&Node { container: None, ..node.clone() })
}
