//! Recommended reads of a file: its most used and its most complex definitions.

use super::entries::{Entry, Flag};
use super::{Depth, ModuleReport};
use crate::domain::{LineRange, SymbolKind, plural};

/// Maximum number of recommended reads.
const MAX_READS: usize = 5;

/// Maximum number of lines of a file that is best read whole.
const SHORT: usize = 60;

/// Number of lines above which a type is read member by member.
const LARGE_TYPE: usize = 80;

/// One recommended read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recommended {
    /// Index into the report's entries; `None` for the whole file.
    pub entry: Option<usize>,
    pub lines: LineRange,
    /// Target of the same lines for `extract`.
    pub target: String,
    /// One phrase: "used in 12 files, complexity 18".
    pub reason: String,
}

/// Orders the entries of a report by relevance, and recommends what to read.
pub(super) fn rank(report: &mut ModuleReport, focus: &[String]) {
    let words: Vec<String> = focus.iter().map(|word| word.to_lowercase()).collect();
    let entries = &report.entries;
    let mut order: Vec<usize> = (0..entries.len()).collect();
    order.sort_by(|one, other| {
        let (first, second) = (&entries[*one], &entries[*other]);
        let worth = worth(second, &words).total_cmp(&worth(first, &words));
        second.exported.cmp(&first.exported).then(worth).then(one.cmp(other))
    });
    report.order = order;
    report.recommended = recommend(report, &words);
}

/// Returns the recommended reads, best first.
fn recommend(report: &ModuleReport, focus: &[String]) -> Vec<Recommended> {
    if report.lines > 0 && report.lines <= SHORT {
        return vec![Recommended {
            entry: None,
            lines: LineRange { start: 1, end: report.lines },
            target: report.path.to_string(),
            reason: format!(
                "the whole file is {} {}",
                report.lines,
                plural(report.lines, "line", "lines")
            ),
        }];
    }
    let mut ranked: Vec<(f64, usize)> = report
        .entries
        .iter()
        .enumerate()
        .filter(|(_, entry)| is_worth_reading(entry))
        .map(|(entry_index, entry)| (worth(entry, focus), entry_index))
        .collect();
    ranked.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    let mut chosen: Vec<Recommended> = Vec::new();
    for (_, entry_index) in ranked {
        if chosen.len() == MAX_READS {
            break;
        }
        let entry = &report.entries[entry_index];
        let overlaps = |other: &Recommended| {
            other.lines.start <= entry.read.end && entry.read.start <= other.lines.end
        };
        if !chosen.iter().any(overlaps) {
            chosen.push(Recommended {
                entry: Some(entry_index),
                lines: entry.read,
                target: entry.target.clone(),
                reason: reason(entry, report.depth, focus),
            });
        }
    }
    chosen
}

fn is_worth_reading(entry: &Entry) -> bool {
    let is_large_type = entry.complexity.is_none() && entry.lines.len() > LARGE_TYPE;
    let is_place =
        matches!(entry.kind, SymbolKind::Module | SymbolKind::Impl | SymbolKind::Section);
    !(entry.has(Flag::Test) || entry.has(Flag::Overload) || is_large_type || is_place)
}

/// Returns the relevance of an entry: from the number of files that use it, its complexity and
/// fanout, and whether it is in focus.
fn worth(entry: &Entry, focus: &[String]) -> f64 {
    let log = |count: usize| (1.0 + count as f64).log2();
    let users = entry.users.as_ref().map_or(0, |users| users.files);
    let mut worth =
        2.0 * log(users) + log(entry.complexity.unwrap_or(0)) + log(entry.fanout.unwrap_or(0));
    if entry.exported {
        worth += 1.0;
    }
    if entry.kind.is_type() {
        worth += 1.0;
    }
    if is_in_focus(entry, focus) {
        worth += 20.0;
    }
    if entry.has(Flag::Deprecated) || entry.has(Flag::Wrapper) {
        worth -= 2.0;
    }
    worth
}

fn is_in_focus(entry: &Entry, focus: &[String]) -> bool {
    let name = entry.qualified(".").to_lowercase();
    focus.iter().any(|word| !word.is_empty() && name.contains(word.as_str()))
}

fn reason(entry: &Entry, depth: Depth, focus: &[String]) -> String {
    let mut reasons = Vec::new();
    if is_in_focus(entry, focus) {
        reasons.push("in focus".to_owned());
    }
    if let Some(users) =
        entry.users.as_ref().filter(|users| users.files > 0 && depth != Depth::Outline)
    {
        reasons.push(format!("used in {} {}", users.files, plural(users.files, "file", "files")));
    }
    if let Some(complexity) = entry.complexity.filter(|complexity| *complexity > 1) {
        reasons.push(format!("complexity {complexity}"));
    }
    if let Some(fanout) = entry.fanout.filter(|fanout| *fanout > 1 && reasons.len() < 2) {
        reasons.push(format!("calls {fanout} names"));
    }
    if reasons.is_empty() {
        let lines = entry.read.len();
        reasons.push(format!("{lines} {}", plural(lines, "line", "lines")));
    }
    reasons.join(", ")
}
