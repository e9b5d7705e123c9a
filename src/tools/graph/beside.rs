//! Sections of an answer beside its rows: uses of what overrides or implements the target, and
//! occurrences that nothing explains.

use super::lines::{label, lines_of};
use super::{Item, ResultLabels, RowTarget};
use crate::domain::{Account, Block, Certainty, Doc, ResultRow, Shown, first_of, plural};
use crate::engine::graph::OpenUse;

/// The titles of the sections.
pub(super) const OVERRIDING: &str = "Through what overrides it";
pub(super) const UNRESOLVED: &str = "Unresolved, perhaps it";

/// Limit of the overriding members that are named.
const MAX_MEMBERS: usize = 3;

/// What stands beside the rows of an answer about one definition. Each line is a part of it.
pub(super) struct Beside<'a, T> {
    pub(super) labels: ResultLabels,
    pub(super) overriding: &'a [T],
    /// Limit of those of what overrides the target: what the rows leave.
    pub(super) room: usize,
    pub(super) open: &'a [OpenUse],
    pub(super) account: Option<&'a Account>,
    /// Number of the rows, which are the parts before.
    pub(super) rows: usize,
}

impl<'a, T: Item> Beside<'a, T> {
    fn listed(&self) -> usize {
        self.overriding.len().min(self.room)
    }

    pub(super) fn parts(&self) -> usize {
        self.listed() + self.open.len()
    }

    /// Returns the uses of what overrides the target that are shown.
    pub(super) fn overriding(&self, shown: &Shown) -> &'a [T] {
        let is_shown = |index: &usize| shown.contains(self.rows + index);
        &self.overriding[..(0..self.listed()).take_while(is_shown).count()]
    }

    /// Adds the sections. `name` is the target's, `numbered` the number of the rows above.
    pub(super) fn add_to(&self, doc: &mut Doc, shown: &Shown, name: &str, numbered: usize) {
        let uses = self.overriding(shown);
        let mut members: Vec<String> = Vec::new();
        for member in self.overriding.iter().flat_map(Item::members) {
            if !members.contains(member) {
                members.push(member.clone());
            }
        }
        if !uses.is_empty() {
            let members = first_of(&members, MAX_MEMBERS);
            doc.push(Block::Section(format!("{OVERRIDING}: {members}")));
        }
        for (index, found) in uses.iter().enumerate() {
            let mut row = found.row(RowTarget { name, file: None }, self.labels, false);
            row.number = Some(numbered + index + 1);
            doc.push(Block::Result(row));
        }
        let rest = self.overriding.len() - uses.len();
        if rest > 0 {
            let noun = plural(rest, self.labels.one, self.labels.many);
            let more = if uses.is_empty() { "further" } else { "more" };
            doc.push(Block::More {
                depth: 0,
                text: format!("… ({rest} {more} {noun} of what overrides it)"),
            });
        }
        let first = self.rows + self.listed();
        let is_shown = |index: usize| shown.contains(first + index);
        if (0..self.open.len()).all(is_shown) && !self.open.is_empty() {
            open_doc(doc, self.open, name, self.account);
        }
    }
}

/// Adds the occurrences of a name that nothing explains, and whether the project defines nothing
/// else that they may mean.
pub(crate) fn open_doc(doc: &mut Doc, open: &[OpenUse], name: &str, account: Option<&Account>) {
    let only = match account.is_some_and(Account::is_of_only_definition) {
        true => format!("; no other `{name}` is defined here"),
        false => String::new(),
    };
    doc.push(Block::Section(format!("{UNRESOLVED}{only}")));
    doc.blocks.extend(open.iter().map(|open| Block::Result(open_row(open, name))));
}

/// Returns the row of an occurrence that nothing explains.
fn open_row(open: &OpenUse, name: &str) -> ResultRow {
    let site = std::slice::from_ref(&open.site);
    let lines = lines_of(open.within.as_ref().map(label), site, name, false, Certainty::Possible);
    ResultRow {
        place: format!("{}:{}", open.site.file, open.site.line),
        text: open.site.text.clone(),
        lines,
        ..ResultRow::default()
    }
}
