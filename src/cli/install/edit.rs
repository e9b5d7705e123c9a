//! Edits of a configuration that keep the encoding and the line ends of the file and can be undone.

use super::EditError;
use serde::{Deserialize, Serialize};

const BOM: char = '\u{feff}';

/// Applies an edit of a text with `\n` line ends to a text with any: the lines that the edit keeps
/// keep their bytes.
pub(super) fn keeping_bytes(
    text: &str,
    edit: impl FnOnce(&str) -> Result<String, EditError>,
) -> Result<String, EditError> {
    let (bom, text) = text.strip_prefix(BOM).map_or(("", text), |rest| ("\u{feff}", rest));
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let plain = text.replace("\r\n", "\n");
    let edited = edit(&plain)?;
    if edited == plain {
        return Ok(format!("{bom}{text}"));
    }
    let (old, new): (Vec<&str>, Vec<&str>) =
        (plain.split_inclusive('\n').collect(), edited.split_inclusive('\n').collect());
    let (same_start, same_end) = same_lines(&old, &new);
    let kept: Vec<&str> = text.split_inclusive('\n').collect();
    let between = new[same_start..new.len() - same_end].concat().replace('\n', newline);
    Ok([bom, &kept[..same_start].concat(), &between, &kept[kept.len() - same_end..].concat()]
        .concat())
}

/// Returns how many lines are the same at the start and at the end.
pub(super) fn same_lines(old: &[&str], new: &[&str]) -> (usize, usize) {
    let same = |(one, other): &(&&str, &&str)| one == other;
    let start = old.iter().zip(new).take_while(same).count();
    let end = old[start..].iter().rev().zip(new[start..].iter().rev()).take_while(same).count();
    (start, end)
}

/// Replacement of one run of text, as made by an edit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Edit {
    /// True if the file was created by the edit.
    created: bool,
    /// True if the entry was there and was mended: the text without the edit holds it still.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    mended: bool,
    inserted: String,
    removed: String,
}

impl Edit {
    pub(super) fn between(before: Option<&str>, after: &str) -> Self {
        let created = before.is_none();
        let before = before.unwrap_or_default();
        let same = |(one, other): &(char, char)| one == other;
        let start: usize = before
            .chars()
            .zip(after.chars())
            .take_while(same)
            .map(|(char, _)| char.len_utf8())
            .sum();
        let (old, new) = (&before[start..], &after[start..]);
        let end: usize = old
            .chars()
            .rev()
            .zip(new.chars().rev())
            .take_while(same)
            .map(|(char, _)| char.len_utf8())
            .sum();
        let (inserted, removed) =
            (new[..new.len() - end].to_owned(), old[..old.len() - end].to_owned());
        Self { created, mended: false, inserted, removed }
    }

    /// Edit that mends an entry: whole lines, because a part of one may occur elsewhere.
    pub(super) fn mending(before: &str, after: &str) -> Self {
        let (old, new): (Vec<&str>, Vec<&str>) =
            (before.split_inclusive('\n').collect(), after.split_inclusive('\n').collect());
        let (start, end) = same_lines(&old, &new);
        let inserted = new[start..new.len() - end].concat();
        let removed = old[start..old.len() - end].concat();
        Self { created: false, mended: true, inserted, removed }
    }

    pub(super) fn is_mending(&self) -> bool {
        self.mended
    }

    /// Returns the text without the edit; `None` unless the inserted text occurs exactly once. The
    /// inner `None`: no file.
    pub(super) fn undone(&self, text: &str) -> Option<Option<String>> {
        if self.inserted.is_empty() || text.matches(&self.inserted).count() != 1 {
            return None;
        }
        let undone = text.replacen(&self.inserted, &self.removed, 1);
        Some((!(self.created && undone.is_empty())).then_some(undone))
    }
}
