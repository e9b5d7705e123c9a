//! Filter for rows that a call excludes: those in tests, and those outside a path. They are
//! counted.

use super::Item;
use crate::domain::{FileLine, LeftOut, LeftOutReason};
use crate::engine::graph::OpenUse;
use crate::engine::graph::paths::StepFilter;
use std::sync::Arc;

/// The rows that a filter removed.
#[derive(Debug, Default)]
pub(crate) struct Excluded {
    pub(crate) rows: Vec<LeftOut>,
    /// How many of them are below the first level, whose account does not count them.
    pub(crate) deeper: usize,
}

/// A row as a filter sees it.
pub(crate) struct Filtered<'r> {
    pub(crate) file: Option<&'r str>,
    pub(crate) is_test: bool,
    /// 1 for direct rows.
    pub(crate) depth: usize,
}

impl<'r> Filtered<'r> {
    pub(super) fn of<T: Item>(file: Option<&'r str>, row: &T) -> Self {
        Self { file, is_test: row.is_test(), depth: row.depth() }
    }
}

/// Condition on the rows of an answer.
#[derive(Debug, Clone, Default)]
pub(crate) struct RowFilter {
    allow_tests: bool,
    /// The displayed path of a file or directory; `None`: everywhere.
    path: Option<String>,
}

impl RowFilter {
    pub(crate) fn new(allow_tests: bool, path: Option<String>) -> Self {
        Self { allow_tests, path: path.filter(|path| path != ".") }
    }

    /// Returns whether a file is under the path.
    fn is_under(&self, file: &str) -> bool {
        self.path.as_ref().is_none_or(|path| {
            file.strip_prefix(path.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    }

    /// Puts the places under the path before all others, of which an answer lists the first.
    pub(super) fn put_first(&self, places: &mut [FileLine]) {
        places.sort_by_key(|place| !self.is_under(&place.file));
    }

    /// Returns the number of places under the path.
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
            let Filtered { file, is_test, depth } = of(row);
            let reason = self.reason(file, is_test);
            match reason {
                None => {
                    kept(old, new);
                    new += 1;
                }
                Some(reason) => {
                    excluded.deeper += usize::from(depth > 1);
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

    /// Describes what is left out: "left out: 12 callers in tests, 3 outside src/api", and how much
    /// of it is `deeper` than the first level.
    pub(crate) fn words(
        &self,
        left_out: &[LeftOut],
        deeper: usize,
        (one, many): (&str, &str),
    ) -> Option<String> {
        let path = self.path.as_deref().unwrap_or_default();
        let words = left_out.iter().enumerate().map(|(index, row)| {
            let noun = match index {
                0 => format!(" {}", if row.count == 1 { one } else { many }),
                _ => String::new(),
            };
            match row.reason {
                LeftOutReason::Test => format!("{}{noun} in tests", row.count),
                _ => format!("{}{noun} outside {path}", row.count),
            }
        });
        let words: Vec<String> = words.collect();
        let all: usize = left_out.iter().map(|row| row.count).sum();
        let depth = match deeper {
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
        let filter = RowFilter::new(false, Some("src/api".to_owned()));
        let mut rows = vec![
            ("src/api/a.rs", false, 1),
            ("src/apis.rs", false, 1),
            ("src/api/t.rs", true, 2),
            ("src/api", false, 1),
        ];
        let (mut excluded, mut moved) = (Excluded::default(), Vec::new());
        filter.apply(
            &mut rows,
            |row| Filtered { file: Some(row.0), is_test: row.1, depth: row.2 },
            |old, new| moved.push((old, new)),
            &mut excluded,
        );
        assert_eq!(rows, [("src/api/a.rs", false, 1), ("src/api", false, 1)]);
        assert_eq!(moved, [(0, 0), (3, 1)]);
        let words = |deeper| filter.words(&excluded.rows, deeper, ("caller", "callers"));
        let line = "left out: 1 caller outside src/api, 1 in tests";
        assert_eq!(words(0).as_deref(), Some(line));
        let some = format!("{line} (1 at depth 1, 1 deeper)");
        assert_eq!(words(excluded.deeper), Some(some));
        assert_eq!(words(2), Some(format!("{line} (depth 2 and more)")));
    }
}
