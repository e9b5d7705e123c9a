//! Evidence of an answer: its source, the state of the language server, and the certainty of each
//! row.

use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use std::fmt;

/// The strongest source of an answer. Rows of a weaker one may stand beside its own, each with its
/// certainty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    Lsp,
    Syntax,
    Text,
}

/// The state of the language server that could have answered, at the time of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum State {
    Ready,
    Indexing,
    Starting,
    /// Ready, but its reply to this very question had not come by the deadline.
    Busy,
    Failed,
    /// No server for this language is installed.
    Absent,
    /// A server is there, but starting it (or all of it) needs trust.
    Untrusted,
    /// The question needs no server.
    NotNeeded,
}

/// What an answer rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Evidence {
    pub source: Source,
    /// The server's name, also when it could not answer.
    pub server: Option<String>,
    pub state: State,
    /// `Some(true)`: nothing is missing. `Some(false)`: something may be. `None`: this source
    /// cannot know.
    pub complete: Option<bool>,
    /// The server lacks the capability, and the answer was put together from others.
    pub composed: bool,
    // One text in answers; its name says enough to programs.
    #[serde(rename = "note", serialize_with = "as_text")]
    #[schemars(with = "Option<String>")]
    pub notes: Vec<Note>,
}

/// A remark on an answer.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Note {
    Remark(String),
    /// What a server is doing, and when to ask again.
    Loading {
        what: String,
        advice: String,
    },
    /// How to install a server that is not there.
    NotInstalled {
        server: String,
        install: String,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::Remark(text) => formatter.write_str(text),
            Note::Loading { what, advice } => write!(formatter, "{what}; {advice}"),
            Note::NotInstalled { server, install } => {
                write!(formatter, "{server} is not installed; to install it: {install}")
            }
        }
    }
}

/// Returns notes as one text; `None` without any.
fn joined<'a>(notes: impl Iterator<Item = &'a Note>) -> Option<String> {
    let texts: Vec<String> = notes.map(Note::to_string).collect();
    (!texts.is_empty()).then(|| texts.join("; "))
}

fn as_text<S: Serializer>(notes: &[Note], serializer: S) -> Result<S::Ok, S::Error> {
    joined(notes.iter()).serialize(serializer)
}

impl Evidence {
    /// Evidence of an answer from syntax alone that needs no server.
    pub fn syntax() -> Self {
        Self {
            source: Source::Syntax,
            server: None,
            state: State::NotNeeded,
            complete: None,
            composed: false,
            notes: Vec::new(),
        }
    }

    pub fn add_note(&mut self, text: String) {
        self.notes.push(Note::Remark(text));
    }

    /// Returns all notes as one text.
    pub fn note(&self) -> Option<String> {
        joined(self.notes.iter())
    }

    /// Returns the notes for readers of text. How to install a server is left to programs and to
    /// `spelunk doctor`: the footer says which is missing, and a model that reads a hundred answers
    /// cannot act on it.
    pub fn note_without_installation(&self) -> Option<String> {
        joined(self.notes.iter().filter(|note| !matches!(note, Note::NotInstalled { .. })))
    }

    /// Evidence of an answer from the text alone.
    pub fn text() -> Self {
        Self { source: Source::Text, ..Self::syntax() }
    }
}

/// How sure a row of a graph answer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    /// A language server said so.
    Exact,
    Likely,
    Possible,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readers_of_text_are_not_told_how_to_install_a_server() {
        let check = |notes: &[Note], all: Option<&str>, remark: Option<&str>| {
            let evidence = Evidence { notes: notes.to_vec(), ..Evidence::syntax() };
            assert_eq!(evidence.note().as_deref(), all);
            assert_eq!(evidence.note_without_installation().as_deref(), remark);
        };
        let remark = |text: &str| Note::Remark(text.to_owned());
        let install = "go install gopls@latest".to_owned();
        let absent = Note::NotInstalled { server: "gopls".to_owned(), install };
        let text = "gopls is not installed; to install it: go install gopls@latest";
        check(&[], None, None);
        check(std::slice::from_ref(&absent), Some(text), None);
        check(
            &[absent, remark("1 row is a guess")],
            Some(&format!("{text}; 1 row is a guess")),
            Some("1 row is a guess"),
        );
        let broken = "/bin/gopls does not run: it ends; to install it: go install gopls@latest";
        check(&[remark(broken)], Some(broken), Some(broken));
        let (what, advice) = ("gopls is indexing".to_owned(), "ask again in ~20 s".to_owned());
        let loading = Some("gopls is indexing; ask again in ~20 s");
        check(&[Note::Loading { what, advice }], loading, loading);
    }
}
