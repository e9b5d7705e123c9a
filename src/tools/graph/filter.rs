//! Filter for rows that a call excludes: those in tests, and those outside or under a path. They
//! are counted.

use super::{Item, ResultLabels};
use crate::domain::{FileLine, LeftOut, LeftOutReason};
use crate::engine::graph::OpenUse;
use crate::engine::graph::paths::StepFilter;
use crate::engine::grep::Globs;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The rows that a filter removed.
#[derive(Debug, Default)]
pub(crate) struct Excluded {
    pub(crate) rows: Vec<LeftOut>,
    /// How many of them are below the first level, whose account does not count them.
    pub(crate) deeper: usize,
    /// How many uses those rows list that are left out for each reason.
    uses: BTreeMap<LeftOutReason, usize>,
}

impl Excluded {
    /// Makes those of which nothing but the number is known.
    pub(crate) fn of_rows(rows: &[LeftOut]) -> Self {
        Self { rows: rows.to_vec(), ..Self::default() }
    }
}

/// What rows are called, and their uses where a row may list several.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RowNouns {
    pub(crate) one: &'static str,
    pub(crate) many: &'static str,
    pub(crate) uses: Option<&'static str>,
}

/// A row as a filter sees it.
pub(crate) struct Filtered<'r> {
    pub(crate) file: Option<&'r str>,
    pub(crate) is_test: bool,
    /// 1 for direct rows.
    pub(crate) depth: usize,
    /// Number of uses that it lists.
    pub(crate) uses: usize,
}

impl<'r> Filtered<'r> {
    pub(super) fn of<T: Item>(row: &'r T, labels: ResultLabels) -> Self {
        let (file, _) = row.place(labels);
        let uses = row.places(labels).len();
        let file = (!file.is_empty()).then_some(file);
        Self { file, is_test: row.is_test(), depth: row.depth(), uses }
    }
}

/// Files by their paths.
#[derive(Debug, Clone)]
pub(crate) enum PathRule {
    /// A file, or what is in a directory, by the displayed path.
    Under(String),
    /// What matches a glob, as it is written.
    Matching(String, Globs),
}

impl PathRule {
    fn has(&self, file: &str) -> bool {
        match self {
            Self::Under(path) => file
                .strip_prefix(path.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/')),
            Self::Matching(_, globs) => globs.accept(file),
        }
    }

    fn text(&self) -> &str {
        match self {
            Self::Under(text) | Self::Matching(text, _) => text,
        }
    }
}

/// Condition on the rows of an answer.
#[derive(Debug, Clone, Default)]
pub(crate) struct RowFilter {
    allow_tests: bool,
    /// Where rows are; everywhere without any.
    wanted: Vec<PathRule>,
    /// Where none are.
    unwanted: Vec<PathRule>,
}

impl RowFilter {
    pub(crate) fn new(allow_tests: bool, wanted: Vec<PathRule>, unwanted: Vec<PathRule>) -> Self {
        Self { allow_tests, wanted, unwanted }
    }

    /// Returns whether rows of a file are wanted.
    fn is_under(&self, file: &str) -> bool {
        let is_wanted = self.wanted.is_empty() || self.wanted.iter().any(|rule| rule.has(file));
        is_wanted && !self.unwanted.iter().any(|rule| rule.has(file))
    }

    /// Returns where the rows are that are left out by their paths: "outside src/api or under gen".
    fn excluded_places(&self) -> String {
        let listed = |lead: &str, rules: &[PathRule]| {
            let named: Vec<&str> = rules.iter().map(PathRule::text).collect();
            (!named.is_empty()).then(|| format!("{lead} {}", named.join(", ")))
        };
        let parts = [listed("outside", &self.wanted), listed("under", &self.unwanted)];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" or ")
    }

    /// Puts the places whose rows are wanted before all others, of which an answer lists the first.
    pub(super) fn put_first(&self, places: &mut [FileLine]) {
        places.sort_by_key(|place| !self.is_under(&place.file));
    }

    /// Returns the number of places whose rows are wanted.
    pub(super) fn number_under(&self, places: &[FileLine]) -> usize {
        places.iter().filter(|place| self.is_under(&place.file)).count()
    }

    /// Returns why a row is excluded, if it is. Rows without a file are not excluded by path.
    pub(crate) fn reason(&self, file: Option<&str>, is_test: bool) -> Option<LeftOutReason> {
        if !file.is_none_or(|file| self.is_under(file)) {
            return Some(LeftOutReason::Excluded);
        }
        (is_test && !self.allow_tests).then_some(LeftOutReason::Test)
    }

    /// Removes the excluded ones of the occurrences that nothing explains.
    pub(crate) fn keep_open(&self, open: &mut Vec<OpenUse>) {
        open.retain(|open| {
            let is_test = open.within.as_ref().is_some_and(|node| node.is_test);
            self.reason(Some(&*open.site.file), is_test).is_none()
        });
    }

    /// Returns the condition on the calls of paths.
    pub(super) fn of_steps(&self) -> Arc<StepFilter> {
        let filter = self.clone();
        Arc::new(move |file, is_test| filter.reason(Some(file), is_test))
    }

    /// Removes the excluded rows, calls `kept` with the old and the new index of each other row,
    /// and counts the removed ones in `excluded`.
    pub(crate) fn apply<T>(
        &self,
        rows: &mut Vec<T>,
        of: impl Fn(&T) -> Filtered<'_>,
        mut kept: impl FnMut(usize, usize),
        excluded: &mut Excluded,
    ) {
        let (mut old, mut new) = (0, 0);
        rows.retain(|row| {
            let Filtered { file, is_test, depth, uses } = of(row);
            let reason = self.reason(file, is_test);
            match reason {
                None => {
                    kept(old, new);
                    new += 1;
                }
                Some(reason) => {
                    excluded.deeper += usize::from(depth > 1);
                    *excluded.uses.entry(reason).or_default() += uses;
                    Self::count(reason, &mut excluded.rows);
                }
            }
            old += 1;
            reason.is_none()
        });
    }

    fn count(reason: LeftOutReason, left_out: &mut Vec<LeftOut>) {
        let rule = if reason == LeftOutReason::Test { "allowTests" } else { "path" };
        match left_out.iter_mut().find(|row| row.reason == reason) {
            Some(known) => known.count += 1,
            None => {
                left_out.push(LeftOut {
                    reason,
                    rule: Some(rule.to_owned()),
                    file: None,
                    count: 1,
                });
            }
        }
    }

    /// Describes what is left out: "left out: 12 callers in tests, 3 outside src/api", with their
    /// uses where these are more, "7 calls of 2 callers in tests", and how much of it is deeper
    /// than the first level.
    pub(crate) fn words(&self, excluded: &Excluded, nouns: RowNouns) -> Option<String> {
        let places = self.excluded_places();
        let words = excluded.rows.iter().enumerate().map(|(index, row)| {
            let noun = if row.count == 1 { nouns.one } else { nouns.many };
            let uses = excluded.uses.get(&row.reason).copied().unwrap_or(row.count);
            let number = match (index, nouns.uses.filter(|_| uses > row.count)) {
                (_, Some(of)) => format!("{uses} {of} of {} {noun}", row.count),
                (0, None) => format!("{} {noun}", row.count),
                (_, None) => row.count.to_string(),
            };
            match row.reason {
                LeftOutReason::Test => format!("{number} in tests"),
                _ => format!("{number} {places}"),
            }
        });
        let words: Vec<String> = words.collect();
        let all: usize = excluded.rows.iter().map(|row| row.count).sum();
        let depth = match excluded.deeper {
            0 => String::new(),
            deeper if deeper == all => " (depth 2 and more)".to_owned(),
            deeper => format!(" ({} at depth 1, {deeper} deeper)", all - deeper),
        };
        (!words.is_empty()).then(|| format!("left out: {}{depth}", words.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_outside_the_path_and_in_tests_are_counted() {
        let filter = RowFilter::new(false, vec![PathRule::Under("src/api".to_owned())], Vec::new());
        let mut rows = vec![
            ("src/api/a.rs", false, 1, 1),
            ("src/apis.rs", false, 1, 1),
            ("src/api/t.rs", true, 2, 3),
            ("src/api", false, 1, 2),
        ];
        let (mut excluded, mut moved) = (Excluded::default(), Vec::new());
        filter.apply(
            &mut rows,
            |row| Filtered { file: Some(row.0), is_test: row.1, depth: row.2, uses: row.3 },
            |old, new| moved.push((old, new)),
            &mut excluded,
        );
        assert_eq!(rows, [("src/api/a.rs", false, 1, 1), ("src/api", false, 1, 2)]);
        assert_eq!(moved, [(0, 0), (3, 1)]);
        let mut words = |deeper, uses| {
            excluded.deeper = deeper;
            filter.words(&excluded, RowNouns { one: "caller", many: "callers", uses })
        };
        let line = "left out: 1 caller outside src/api, 1 in tests";
        assert_eq!(words(0, None).as_deref(), Some(line));
        let some = format!("{line} (1 at depth 1, 1 deeper)");
        assert_eq!(words(1, None), Some(some));
        assert_eq!(words(2, None), Some(format!("{line} (depth 2 and more)")));
        let line = "left out: 1 caller outside src/api, 3 calls of 1 caller in tests";
        assert_eq!(words(0, Some("calls")).as_deref(), Some(line));
    }
}
