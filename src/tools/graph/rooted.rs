//! An answer about a project that stands in for a missing root: it says which.

use crate::domain::{Block, Doc, Picture, Report, Shown, XmlShape};
use crate::tools::places::note_of_project;
use crate::workspace::Root;
use serde_json::{Value, json};

/// A report with notes on the roots that the call brought, which are in `evidence.note` for
/// programs.
pub(super) struct Rooted {
    report: Box<dyn Report>,
    notes: Vec<String>,
}

impl Rooted {
    /// Adds the notes, if there are any.
    pub(super) fn of(report: Box<dyn Report>, brought: &[Root]) -> Box<dyn Report> {
        if brought.is_empty() {
            return report;
        }
        Box::new(Self { report, notes: brought.iter().map(note_of_project).collect() })
    }
}

impl Report for Rooted {
    fn parts(&self) -> usize {
        self.report.parts()
    }

    fn doc(&self, shown: &Shown) -> Doc {
        let mut doc = self.report.doc(shown);
        // The line before the footer is that of the account.
        let notes = self.notes.iter().cloned().map(Block::Text);
        doc.blocks.splice(0..0, notes.chain([Block::Blank]));
        doc
    }

    fn value(&self, shown: &Shown) -> Value {
        let mut value = self.report.value(shown);
        if let Some(note) = value.pointer_mut("/evidence/note") {
            let notes = note.as_str().into_iter().chain(self.notes.iter().map(String::as_str));
            *note = json!(notes.collect::<Vec<_>>().join("; "));
        }
        value
    }

    fn picture(&self, shown: &Shown) -> Option<Picture> {
        self.report.picture(shown)
    }

    fn xml(&self) -> XmlShape {
        self.report.xml()
    }

    fn shows_keys(&self) -> bool {
        self.report.shows_keys()
    }

    fn found(&self) -> bool {
        self.report.found()
    }

    fn sent(&self, shown: &Shown) {
        self.report.sent(shown);
    }

    fn errors(&self) -> &[String] {
        self.report.errors()
    }

    fn fails_by_errors(&self) -> bool {
        self.report.fails_by_errors()
    }
}
