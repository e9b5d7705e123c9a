//! What can be asked of a server and what comes back, as plain values.

use super::documents::Moment;
use crate::domain::{LineRange, Progress, State, SymbolKind};
use crate::workspace::Walk;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// One question at one place.
#[derive(Clone)]
pub struct Query {
    /// The id of the file's language.
    pub language: String,
    /// The root of ours that holds the file: canonical. The server's workspace is looked for between the two.
    pub boundary: PathBuf,
    /// Canonical.
    pub file: PathBuf,
    /// The file's text as it is now.
    pub text: Arc<str>,
    /// A byte of the text: where the identifier starts.
    pub offset: usize,
    /// The answer must know of every change before this moment. Questions that share a moment share a look at the disk.
    pub asked: Moment,
    /// All files of the boundary, as they were seen at that moment or later; spares another look.
    pub seen: Option<Arc<Walk>>,
    /// Cancelled when nobody waits for the answer any more: the reply then says how far the server is. Already cancelled, it
    /// starts the server and the question and waits for neither.
    pub patience: CancellationToken,
    /// Whom to tell how loading goes.
    pub progress: Progress,
}

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ask {
    /// Every occurrence, the declaration's own included: servers differ in what else they leave out with it (TypeScript
    /// all imports), so that the caller takes away what it knows to be the declaration.
    References,
    Definition,
    Implementations,
    IncomingCalls,
    OutgoingCalls,
    Supertypes,
    Subtypes,
}

/// What a server answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    Places(Vec<Place>),
    Calls(Calls),
    Items(Vec<Item>),
}

impl Answer {
    /// The files that it names.
    pub(super) fn files(&self) -> impl Iterator<Item = &Path> {
        let (places, items, calls): (&[Place], &[Item], &[Call]) = match self {
            Answer::Places(places) => (places, &[], &[]),
            Answer::Items(items) => (&[], items, &[]),
            Answer::Calls(calls) => (&[], &calls.items, &calls.calls),
        };
        let items = items.iter().chain(calls.iter().map(|call| &call.item));
        places.iter().chain(items.filter_map(|item| item.place.as_ref())).map(|place| place.file.as_path())
    }
}

/// A reply, also when there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply<T> {
    pub outcome: Outcome<T>,
    /// The server's name, also when it could not answer. `None` when no server is known for the language.
    pub server: Option<String>,
    pub state: State,
    /// What to tell the user: "rust-analyzer is indexing, 43 %", or what to install.
    pub note: Option<String>,
    /// Why the answer may lack something although the server is ready.
    pub limits: Limits,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome<T> {
    Answered(T),
    /// Not by the deadline; `state` says why.
    NotReady,
    /// The server cannot be asked this.
    Unsupported,
    /// It was asked and failed; `note` says how.
    Failed,
}

/// Why even a ready server may not see everything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Limits {
    /// What safe mode leaves out. `None` in trusted roots.
    pub safe_mode: Option<String>,
    /// What the project lacks for the server to know all of it.
    pub project: Option<String>,
}

/// How a server counts columns.
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

/// A place in a line as the server counts; the line's text turns it into bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Column {
    pub(super) units: usize,
    pub(super) encoding: Encoding,
}

impl Column {
    /// The byte offset in the line's text; its end where the column lies beyond it. Always at a character's start.
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

/// From a position to one after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    pub start: Position,
    pub end: Position,
}

/// A stretch of a file.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// Absolute.
    pub file: PathBuf,
    pub span: Span,
}

/// A definition, as a call or type hierarchy names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    pub name: String,
    pub kind: SymbolKind,
    pub detail: Option<String>,
    /// Its identifier; `None` when it lies in no file.
    pub place: Option<Place>,
    /// All its lines.
    pub lines: LineRange,
}

/// One caller or callee.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    pub item: Item,
    /// Where the calls stand: in the item's own file for callers, in the asked item's file for callees.
    pub sites: Vec<Span>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Calls {
    /// What the place was taken for. Empty: it is nothing that can be called, which is not the same as "no calls".
    pub items: Vec<Item>,
    pub calls: Vec<Call>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_become_bytes_in_every_encoding() {
        fn check(line: &str, encoding: Encoding, units: usize, expected: usize) {
            assert_eq!(Column { units, encoding }.byte_in(line), expected, "{line:?} {encoding:?} {units}");
        }
        check("ab", Encoding::Utf8, 1, 1);
        check("😀x", Encoding::Utf16, 2, 4);
        check("😀x", Encoding::Utf16, 1, 0);
        check("漢x", Encoding::Utf32, 1, 3);
        check("漢x", Encoding::Utf8, 4, 4);
        check("ab", Encoding::Utf16, 99, 2);
    }
}
