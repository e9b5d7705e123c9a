//! What a report says of definitions without results.

use super::GraphReport;
use crate::domain::{Account, Block, Doc};
use crate::engine::graph::Answer;
use crate::tools::graph::Item;
use crate::tools::graph::mentions::{MAX_MENTIONS_BESIDE, unresolved};
use crate::tools::graph::qualified_name::named;
use crate::tools::words::listed_above;
use std::collections::HashSet;

impl<T: Item> GraphReport<T> {
    /// Returns whether an answer is one of several and has no information of its own.
    pub(super) fn is_silent(&self, answer: &Answer<T>) -> bool {
        let answers = self.all();
        answers.len() > 1
            && answer.results.is_empty()
            && answer.elsewhere == 0
            && answers.first().is_some_and(|first| first.evidence.notes == answer.evidence.notes)
    }

    /// Returns whether the definition of an answer is a row of others, as what overrides a member
    /// of its name is.
    pub(super) fn is_row(&self, answer: &Answer<T>) -> bool {
        let Some(target) = answer.target.as_ref().filter(|_| self.labels.are_definitions) else {
            return false;
        };
        let rows = self.all_results().map(|result| result.place(self.labels));
        let rows: HashSet<(&str, usize)> = rows.collect();
        let mut places = target.places.iter();
        places.all(|of| rows.contains(&(&*of.file.path.display, of.symbol.line)))
    }

    /// Adds the definitions without results in one line. `note` states how that is known.
    pub(super) fn silent_doc(&self, doc: &mut Doc, silent: &[&Answer<T>], note: Option<&String>) {
        let Some(first) = silent.first() else { return };
        let nothing = match self.excluded.rows.is_empty() {
            true => self.nothing(first, MAX_MENTIONS_BESIDE),
            false => self.only_left_out(),
        };
        doc.push(Block::Text(format!("{} {}: {nothing}", self.labels.heading, named(silent))));
        doc.blocks.extend(note.cloned().map(Block::Text));
    }

    /// Returns whether an answer is one of several and has only what may as well be that of others.
    pub(super) fn is_shared(&self, answer: &Answer<T>) -> bool {
        answer.results.is_empty() && answer.elsewhere > 0 && self.excluded.rows.is_empty()
    }

    /// Adds several definitions whose possible results are listed as those of others, in one line.
    pub(super) fn shared_doc(&self, doc: &mut Doc, shared: &[&Answer<T>]) {
        if !shared.is_empty() {
            let counts: Vec<String> =
                shared.iter().map(|answer| answer.elsewhere.to_string()).collect();
            doc.push(Block::Text(format!(
                "{} {}: none that is certain; possible matches listed above: {}.",
                self.labels.heading,
                named(shared),
                counts.join(", ")
            )));
        }
    }

    /// Returns the text for an answer without results of which the filter leaves some out.
    pub(super) fn only_left_out(&self) -> String {
        let account = self.response.account.as_ref();
        let open = account.map_or(0, |account| self.filter.number_under(&account.unresolved));
        let open = match open {
            0 => String::new(),
            1 => ", and 1 occurrence that is unresolved".to_owned(),
            open => format!(", and {open} occurrences that are unresolved"),
        };
        format!("No {} but those left out{open}.", self.labels.many)
    }

    /// Returns the text for an answer without results. An unqualified "No …" requires a complete
    /// source and no other mentions in the text.
    pub(super) fn nothing(&self, answer: &Answer<T>, most_mentions: usize) -> String {
        let mentions = answer.mentions.as_ref().filter(|mentions| mentions.count > 0);
        let account = self.response.account.as_ref();
        let is_read = answer.is_exact && account.is_none_or(Account::is_whole);
        match mentions {
            _ if answer.elsewhere > 0 => {
                format!("None that is certain; {}.", listed_above(answer.elsewhere, ""))
            }
            Some(mentions) => unresolved(mentions, account, most_mentions),
            None if answer.evidence.complete == Some(true) => format!("No {}.", self.labels.many),
            None if !is_read => "0 resolved in the files that were read.".to_owned(),
            // What is in a body is no matter of mentions of its name.
            None if account.is_none() => {
                format!("No {}; its code names none.", self.labels.many)
            }
            None => "0 resolved; the text mentions the name nowhere else.".to_owned(),
        }
    }
}
