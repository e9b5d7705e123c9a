//! What the rows of tests say of their calls of the target: with which arguments, and what they
//! expect of it, decides whether a change of its behaviour breaks them.

use super::groups::named_lines;
use crate::domain::without_middle;
use crate::engine::impact::{Affected, Use};
use crate::tools::graph::excerpt;

/// Number of tests beyond which their rows have the lines of the calls alone, and of calls beyond
/// which a row has the text of the first alone.
const MAX_TESTS: usize = 40;
const MAX_CALLS: usize = 40;

/// Width of what a test expects, in characters.
const EXPECTATION_WIDTH: usize = 50;

/// The calls of the tests of a list, row by row.
pub(super) struct TestCalls {
    /// Limit of the texts of a row.
    most: usize,
    /// File and text of the call that was told last.
    last: Option<(String, String)>,
}

impl TestCalls {
    pub(super) fn new(rows: &[&Affected]) -> Self {
        let direct = || rows.iter().filter(|row| is_direct(row));
        let most = match direct().count() {
            ..=MAX_TESTS if direct().map(|row| row.uses.len()).sum::<usize>() <= MAX_CALLS => {
                MAX_CALLS
            }
            ..=MAX_TESTS => 1,
            _ => 0,
        };
        Self { most, last: None }
    }

    /// Returns where a test calls the target called `name`, how, and what it expects of that:
    /// "646 expect(f([])).toBe(1), 651" of two that read the same, "8 page = f(1) ⇒ assert page is
    /// None". `None` for what is no test and where its own line says it; what calls others says
    /// little.
    pub(super) fn words(&mut self, row: &Affected, name: &str) -> Option<String> {
        if !is_direct(row) {
            return None;
        }
        let mut calls: Vec<&Use> =
            row.uses.iter().filter(|found| Some(found.site.line) != row.node.line).collect();
        calls.dedup_by_key(|found| found.site.line);
        let (texts, others) = calls.split_at(calls.len().min(self.most));
        let mut words: Vec<String> = Vec::new();
        for call in texts {
            let text = match self.text(row, call, name) {
                Some(text) => format!(" {text}"),
                None if words.is_empty() => " (same)".to_owned(),
                None => String::new(),
            };
            words.push(format!("{}{text}", call.site.line));
        }
        if !others.is_empty() {
            let lines: Vec<usize> = others.iter().map(|found| found.site.line).collect();
            let at = if words.is_empty() { "at " } else { "" };
            words.push(format!("{at}{}", named_lines(&lines)));
        }
        (!words.is_empty()).then(|| words.join(", "))
    }

    /// Returns the text of a call; `None` where the call before reads the same.
    fn text(&mut self, row: &Affected, call: &Use, name: &str) -> Option<String> {
        let mut text = excerpt(call.site.shown(), call.member.as_deref().unwrap_or(name));
        if let Some(expected) = &call.site.expects {
            let expected = expected.trim_end_matches(';');
            text.push_str(&format!(" ⇒ {}", without_middle(expected, EXPECTATION_WIDTH)));
        }
        let told = (row.node.file.as_deref().unwrap_or_default().to_owned(), text);
        if self.last.as_ref() == Some(&told) {
            return None;
        }
        self.last = Some(told.clone());
        Some(told.1)
    }
}

/// Returns whether a row is a test or a helper of tests that uses the target itself.
fn is_direct(row: &Affected) -> bool {
    row.is_function_of_tests() && row.depth <= 1
}
