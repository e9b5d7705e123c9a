//! Evidence of an answer: its source, the state of the language server, and the certainty of each
//! row.

use schemars::JsonSchema;
use serde::Serialize;

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
    pub note: Option<String>,
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
            note: None,
        }
    }

    /// Appends a note to the present one.
    pub fn add_note(&mut self, note: String) {
        self.note = Some(match self.note.take() {
            Some(known) => format!("{known}; {note}"),
            None => note,
        });
    }

    /// Returns the note for readers of text. How to install a server is left to programs and to
    /// `spelunk doctor`: the footer says which is missing, and a model that reads a hundred answers
    /// cannot act on it.
    pub fn remark(&self) -> Option<String> {
        let note = self.note.as_deref()?;
        let absence = self.server.as_ref().filter(|_| self.state == State::Absent);
        let rest = absence.and_then(|server| {
            note.strip_prefix(server.as_str())?.strip_prefix(" is not installed; ")
        });
        match rest {
            Some(rest) => rest.split_once("; ").map(|(_, others)| others.to_owned()),
            None => Some(note.to_owned()),
        }
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
        let check = |state: State, note: &str, expected: Option<&str>| {
            let evidence = Evidence {
                server: Some("gopls".to_owned()),
                state,
                note: Some(note.to_owned()),
                ..Evidence::syntax()
            };
            assert_eq!(evidence.remark().as_deref(), expected, "{note}");
        };
        let absent = "gopls is not installed; to install it: go install gopls@latest";
        check(State::Absent, absent, None);
        check(State::Absent, &format!("{absent}; 1 row is a guess"), Some("1 row is a guess"));
        let broken = "/bin/gopls does not run: it ends; to install it: go install gopls@latest";
        check(State::Absent, broken, Some(broken));
        check(
            State::Busy,
            "gopls is still working on this",
            Some("gopls is still working on this"),
        );
    }
}
