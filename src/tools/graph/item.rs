//! How a row of a graph answer is shown, and the words for rows.

use super::{Direction, RowNouns};
use crate::domain::ResultRow;
use crate::engine::graph::{Answer, GraphRow, Hop};
use serde::Serialize;

/// A row that a tool shows.
pub(crate) trait Item: GraphRow + Serialize + Sync {
    /// Returns the result in both forms.
    fn row(&self, of: RowTarget<'_>, labels: ResultLabels, is_tree: bool) -> ResultRow;

    /// Returns the file and line of its first line.
    fn place(&self, labels: ResultLabels) -> (&str, usize);

    /// Returns the files and lines of all that it lists.
    fn places(&self, labels: ResultLabels) -> Vec<(&str, usize)> {
        vec![self.place(labels)]
    }

    /// Returns the number of definitions that it stands for.
    fn definitions(&self) -> usize {
        1
    }

    /// Returns the pieces of source text in it.
    fn code(&self) -> Vec<&str>;

    /// Returns whether it does not call what it names but hands it on as a value.
    fn is_passing(&self) -> bool {
        false
    }

    /// Returns whether it sets the target.
    fn is_write(&self) -> bool {
        false
    }

    /// Returns whether it is in a test.
    fn is_test(&self) -> bool;

    /// Returns why the result is only possible, in a few words.
    fn doubt(&self, labels: ResultLabels) -> Option<&'static str>;

    /// Returns the name and place of the only member by which it meets what the target requires.
    fn required_member(&self) -> Option<(&str, String)> {
        None
    }

    /// Returns whether the row leaves out that the result names the target.
    fn leaves_out_target(&self) -> bool {
        false
    }

    /// Returns a remark on how the result was reached.
    fn aside(&self) -> Option<String> {
        None
    }

    /// Returns its calls of others on the way to the target, each with the definition of what is
    /// called.
    fn further(&self) -> Vec<(&Hop, ResultRow)> {
        Vec::new()
    }

    /// Returns the members that it names, where those are not the target.
    fn members(&self) -> &[String] {
        &[]
    }

    /// Returns what a result is called that is in none of the project's files, and why. Such rows
    /// share one line.
    fn outside(&self) -> Option<(String, Outside)> {
        None
    }
}

/// The target of an answer, as its rows show it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RowTarget<'a> {
    /// The text of a use is cut around the name.
    pub(crate) name: &'a str,
    /// The file that lines are of where they name none.
    pub(crate) file: Option<&'a str>,
}

impl<'a> RowTarget<'a> {
    pub(super) fn of<T>(answer: &'a Answer<T>) -> Self {
        let file = answer.target.as_ref().map(|target| &*target.main().file.path.display);
        Self { name: &answer.name, file }
    }
}

/// Why a result is in none of the project's files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outside {
    /// More definitions fit than a row lists.
    Ambiguous,
    Unresolved,
}

/// Names of the results.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ResultLabels {
    /// "Callers of", "References to".
    pub(crate) heading: &'static str,
    pub(crate) one: &'static str,
    pub(crate) many: &'static str,
    /// True if a result is a definition and not a use.
    pub(crate) are_definitions: bool,
    /// What several of a row's uses are called, where a row may list more than one.
    pub(crate) uses: Option<&'static str>,
    pub(crate) xml_root: &'static str,
    /// Direction of arrows, if the answer can be drawn.
    pub(crate) draws: Option<Direction>,
}

impl ResultLabels {
    pub(super) const fn nouns(self) -> RowNouns {
        RowNouns { one: self.one, many: self.many, uses: self.uses }
    }
}
