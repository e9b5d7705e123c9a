//! Questions to a server and its answers, as plain values.

use super::documents::Moment;
use crate::domain::{LineRange, Note, Progress, State, SymbolKind};
use crate::workspace::Walk;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// One question at one place.
#[derive(Clone)]
pub struct Query {
    /// The id of the file's language.
    pub language: String,
    /// Our own root that contains the file: canonical. The server's workspace is looked for between
    /// the two.
    pub boundary: PathBuf,
    /// Canonical.
    pub file: PathBuf,
    /// Present text of the file.
    pub text: Arc<str>,
    /// Byte offset in the text at which the identifier starts.
    pub offset: usize,
    /// Every change before this moment must be known to the answer. Questions that share a moment
    /// share one listing of the files.
    pub asked: Moment,
    /// All files of the boundary, as they were seen at that moment or later; saves another listing.
    pub seen: Option<Arc<Walk>>,
    /// Cancelled when nobody waits for the answer any more: the reply then states how far the
    /// server is. If it is cancelled from the beginning, the server and the question are started
    /// and neither is waited for.
    pub cancellation: CancellationToken,
    /// Receiver of the progress of loading.
    pub progress: Progress,
}

/// Kinds of questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RequestKind {
    /// Every occurrence, including the declaration: servers differ in what else they leave out with
    /// it (TypeScript all imports), so that the caller removes what it knows to be the declaration.
    References,
    Definition,
    Implementations,
    Calls(CallDirection),
    Types(TypeDirection),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CallDirection {
    Incoming,
    Outgoing,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TypeDirection {
    Super,
    Sub,
}

/// Answer of a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    Places(Vec<FileRange>),
    Calls(Calls),
    Items(Vec<Item>),
}

impl Answer {
    /// Files that the answer names.
    pub(super) fn files(&self) -> impl Iterator<Item = &Path> {
        let (places, items, calls): (&[FileRange], &[Item], &[Call]) = match self {
            Answer::Places(places) => (places, &[], &[]),
            Answer::Items(items) => (&[], items, &[]),
            Answer::Calls(calls) => (&[], &calls.items, &calls.calls),
        };
        let items = items.iter().chain(calls.iter().map(|call| &call.item));
        places
            .iter()
            .chain(items.filter_map(|item| item.place.as_ref()))
            .map(|place| place.file.as_path())
    }
}

/// Reply to a question, also without an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply<T> {
    pub outcome: Outcome<T>,
    /// Name of the server, also if it could not answer. `None` if no server is known for the
    /// language.
    pub server: Option<String>,
    pub state: State,
    /// Note for the user: "rust-analyzer is indexing, 43 %", or what to install.
    pub note: Option<Note>,
    /// Reasons why the answer may lack something although the server is ready.
    pub limits: Limits,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome<T> {
    Answered(T),
    /// No answer by the deadline; `state` is the reason.
    NotReady,
    /// The server does not support the question.
    Unsupported,
    /// The server failed on the question; `note` is the reason.
    Failed,
}

/// Reasons why even a ready server may not see everything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Limits {
    /// Limits of safe mode. `None` in trusted roots.
    pub safe_mode: Option<String>,
    /// Limits of the project: the reason why the server does not know all of it.
    pub project: Option<String>,
}

/// Unit in which a server counts columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Encoding {
    Utf8,
    Utf16,
    Utf32,
}

impl Encoding {
    pub(super) fn units_in(self, text: &str) -> usize {
        match self {
            Encoding::Utf8 => text.len(),
            Encoding::Utf16 => text.chars().map(char::len_utf16).sum(),
            Encoding::Utf32 => text.chars().count(),
        }
    }
}

/// Column in the units of the server; the line's text converts it into bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Column {
    pub(super) units: usize,
    pub(super) encoding: Encoding,
}

impl Column {
    /// Returns the byte offset in the line's text; the line's end if the column lies beyond it.
    /// Always at a character's start.
    pub fn byte_in(self, line: &str) -> usize {
        let mut units = 0;
        for (at, character) in line.char_indices() {
            let width = match self.encoding {
                Encoding::Utf8 => character.len_utf8(),
                Encoding::Utf16 => character.len_utf16(),
                Encoding::Utf32 => 1,
            };
            if units + width > self.units {
                return at;
            }
            units += width;
        }
        line.len()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// 1-based.
    pub line: usize,
    pub column: Column,
}

/// Range from a position to one after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    pub start: Position,
    pub end: Position,
}

/// Range of a file.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileRange {
    /// Absolute.
    pub file: PathBuf,
    pub span: Span,
}

/// Definition, as an item of a call or type hierarchy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    pub name: String,
    pub kind: SymbolKind,
    pub detail: Option<String>,
    /// Place of its identifier; `None` if it lies in no file.
    pub place: Option<FileRange>,
    /// All its lines.
    pub lines: LineRange,
}

/// One caller or callee.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    pub item: Item,
    /// Ranges of the calls: in the item's own file for callers, in the file of the question for
    /// callees.
    pub sites: Vec<Span>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Calls {
    /// Items that the server found at the place. Empty: there is nothing that can be called, which
    /// is not the same as "no calls".
    pub items: Vec<Item>,
    pub calls: Vec<Call>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_become_bytes_in_every_encoding() {
        fn check(line: &str, encoding: Encoding, units: usize, expected: usize) {
            assert_eq!(
                Column { units, encoding }.byte_in(line),
                expected,
                "{line:?} {encoding:?} {units}"
            );
        }
        check("ab", Encoding::Utf8, 1, 1);
        check("😀x", Encoding::Utf16, 2, 4);
        check("😀x", Encoding::Utf16, 1, 0);
        check("漢x", Encoding::Utf32, 1, 3);
        check("漢x", Encoding::Utf8, 4, 4);
        check("ab", Encoding::Utf16, 99, 2);
    }
}
