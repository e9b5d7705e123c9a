//! The extent of a definition's impact as text, and definitions without dependents.

use super::indirect::listed;
use crate::domain::{Block, Doc, FileLine, plural, thousands};
use crate::engine::graph::TestReach;
use crate::engine::impact::{Affected, GroupKind, Impact};
use crate::tools::graph::{place, qualified_name};
use crate::tools::words::listed_above;
use std::collections::HashSet;

/// Removes the dependents that are only possible and listed with an earlier definition, and returns
/// their number for each definition.
pub(super) fn remove_repeated(all: &mut [Impact]) -> Vec<usize> {
    let mut listed: HashSet<FileLine> = HashSet::new();
    let mut numbers = Vec::new();
    for impact in all {
        let mut own = Vec::new();
        let before = impact.affected.len();
        impact.affected.retain(|row| {
            let place = row.place().filter(|_| row.group == GroupKind::Mentions);
            let Some((file, line)) = place else { return true };
            let place = FileLine { file, line };
            let is_new = !listed.contains(&place);
            own.push(place);
            is_new
        });
        listed.extend(own);
        numbers.push(before - impact.affected.len());
    }
    numbers
}

/// Adds the definitions on which nothing depends, in one line.
pub(super) fn without_dependents_doc(doc: &mut Doc, without_dependents: &[&Impact]) {
    let targets = without_dependents.iter().filter_map(|impact| impact.target.as_ref());
    let named: Vec<String> =
        targets.map(|target| format!("`{}` ({})", qualified_name(target), place(target))).collect();
    if !named.is_empty() {
        doc.push(Block::Blank);
        doc.push(Block::Text(format!("Nothing is known to depend on {}.", named.join(", "))));
    }
}

/// Adds the number of definitions that are not listed: those of `counted`, for want of room, and
/// `more`.
pub(super) fn further_doc(doc: &mut Doc, counted: &[&Impact], more: usize, all: usize) {
    let number = counted.len() + more;
    if number == 0 {
        return;
    }
    let rows: usize = counted.iter().map(|impact| impact.affected.len()).sum();
    let with = match rows {
        0 => String::new(),
        _ => format!(" with {rows} {}", plural(rows, "dependent", "dependents")),
    };
    let further = if counted.len() < all { " more" } else { "" };
    let definitions = plural(number, "definition", "definitions");
    let text = format!(
        "… ({number}{further} {definitions} of the name{with}; narrow it with a path or `file`)"
    );
    doc.push(Block::More { depth: 0, text });
}

/// Returns the number of tests that name a string of the target.
fn tests_by_string(impact: &Impact) -> usize {
    let tests = impact.tests_by_string.iter().flat_map(|found| &found.tests);
    tests.collect::<HashSet<&FileLine>>().len()
}

/// Returns the lines that are always shown.
pub(super) fn summary_text(
    impact: &Impact,
    elsewhere: usize,
    nothing: impl Fn(&Impact) -> String,
) -> String {
    let counts = impact.counts;
    let risk = format!("Risk: {} ({})", impact.verdict.risk.as_str(), impact.verdict.reason);
    if impact.affected.is_empty() {
        let nothing = match elsewhere {
            0 => nothing(impact),
            _ => format!("None that is certain; {}.", listed_above(elsewhere, "")),
        };
        let reached = match tests_by_string(impact) {
            0 => format!("No tests reached{}.", beside(impact)),
            possible => format!("No tests reached for certain ({possible} may, see below)."),
        };
        return format!("{risk}\n{nothing}\n{reached}");
    }
    let tests = match counts.tests {
        0 => {
            let may_reach = |row: &&Affected| {
                row.group == GroupKind::Mentions && row.node.is_test && !row.is_on_mock()
            };
            let over_routes = impact.tests_by_entry.iter().filter(|entry| entry.is_route);
            let over_routes: usize = over_routes.map(|entry| entry.tests.len()).sum();
            let by_name = impact.affected.iter().filter(may_reach).count();
            let by_string = tests_by_string(impact);
            match by_name + over_routes + counts.unnamed_tests + by_string {
                0 => format!("no tests reached{}{}", reach(impact), beside(impact)),
                possible => {
                    let reach = reach(impact);
                    format!("no tests reached for certain ({possible} may, see below){reach}")
                }
            }
        }
        tests => {
            let unnamed = match counts.unnamed_tests {
                0 => String::new(),
                more => {
                    format!(", {more} more {} not told apart (below)", plural(more, "is", "are"))
                }
            };
            let possible = counts.possible_tests;
            let may = |count: usize| {
                let verb = plural(count, "test may reach it", "tests may reach it");
                format!("{count} {verb}")
            };
            let reaching = match tests - possible {
                0 => may(possible),
                sure if possible == 0 => {
                    format!("{sure} {}", plural(sure, "test reaches it", "tests reach it"))
                }
                sure => {
                    let reach = plural(sure, "test reaches it", "tests reach it");
                    format!("{sure} {reach}, {possible} more may")
                }
            };
            format!("{reaching}{unnamed}{}", reach(impact))
        }
    };
    format!("{risk}\n{}; {tests}", affected(impact))
}

/// Returns the numbers of what is affected: "Affected: 5 dependents in 4 files, of which 1 function
/// is outside tests".
fn affected(impact: &Impact) -> String {
    let rows = listed(impact);
    let files: HashSet<&str> = rows.iter().filter_map(|row| row.node.file.as_deref()).collect();
    let functions = match impact.counts.functions {
        0 => "no function is outside tests".to_owned(),
        1 => "1 function is outside tests".to_owned(),
        more => format!("{more} functions are outside tests"),
    };
    format!(
        "Affected: {} {} in {} {}, of which {functions}",
        rows.len(),
        plural(rows.len(), "dependent", "dependents"),
        files.len(),
        plural(files.len(), "file", "files"),
    )
}

/// Returns how far tests that reach the target through others were looked for, where that left
/// something: "(looked for through 2 levels of callers; not beyond `Cart.add` and 6 more callers)".
fn reach(impact: &Impact) -> String {
    let TestReach { levels, beyond, unread, stopped_at } = &impact.test_reach;
    let (levels, beyond, unread) = (*levels, *beyond, *unread);
    if impact.test_reach.is_whole() {
        return String::new();
    }
    let left = |count: usize, one: &str, many: &str| {
        (count > 0).then(|| format!("; {} {}", thousands(count), plural(count, one, many)))
    };
    let names = stopped_at.iter().map(|of| {
        let container = of.container.iter().map(|container| format!("{container}."));
        format!("`{}{}`", container.collect::<String>(), of.name)
    });
    let names = names.collect::<Vec<_>>().join(", ");
    let callers = |count: usize| plural(count, "caller", "callers");
    let beyond = match (beyond, beyond - stopped_at.len().min(beyond)) {
        (0, _) => String::new(),
        (_, 0) => format!("; not beyond {names}"),
        (_, more) if names.is_empty() => {
            format!("; not beyond {} {}", thousands(more), callers(more))
        }
        (_, more) => {
            format!("; not beyond {names} and {} more {}", thousands(more), callers(more))
        }
    };
    let unread = left(unread, "file not read", "files not read").unwrap_or_default();
    let levels = format!("{levels} {} of callers", plural(levels, "level", "levels"));
    format!(" (looked for through {levels}{beyond}{unread})")
}

/// Returns the test files that are named after the target's file as text.
fn beside(impact: &Impact) -> String {
    if impact.tests_beside.is_empty() {
        return String::new();
    }
    format!("; named after its file: {}", impact.tests_beside.join(", "))
}
