//! Names of files: as answers show them, and as callers write them.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// What stands before the two hexadecimal digits of a byte.
pub(super) const ESCAPE: &str = r"\x";

/// Returns a name or path as text, by which it can be distinguished from all others, on one line: a
/// byte that is no UTF-8 or belongs to a control character is shown as `\xff`, and a backslash that
/// would be read as the beginning of one as `\x5c`.
pub(super) fn shown(name: &OsStr) -> Cow<'_, str> {
    // On Windows a backslash separates names, and all of them are Unicode but for lone surrogates.
    if cfg!(windows) {
        return name.to_string_lossy();
    }
    let is_plain = |text: &&str| !text.contains(ESCAPE) && !text.contains(is_hidden);
    if let Some(text) = name.to_str().filter(is_plain) {
        return Cow::Borrowed(text);
    }
    let mut text = String::new();
    for chunk in name.as_encoded_bytes().utf8_chunks() {
        for (at, letter) in chunk.valid().char_indices() {
            let after = &chunk.valid()[at..];
            match is_hidden(letter) || after.starts_with(ESCAPE) && is_escape(after) {
                true => push_escaped(&mut text, &after.as_bytes()[..letter.len_utf8()]),
                false => text.push(letter),
            }
        }
        push_escaped(&mut text, chunk.invalid());
    }
    Cow::Owned(text)
}

/// Returns whether a character ends a line, or controls how a text is shown.
fn is_hidden(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}')
}

fn push_escaped(text: &mut String, bytes: &[u8]) {
    for byte in bytes {
        let _ = write!(text, "{ESCAPE}{byte:02x}");
    }
}

/// Returns a relative path with `/` between its names, each as it is shown.
pub(super) fn slashed(path: &Path) -> String {
    let text = shown(path.as_os_str());
    if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() }
}

/// Returns whether a text begins with an escaped byte.
fn is_escape(text: &str) -> bool {
    let digits = text.as_bytes().get(2..4);
    digits
        .is_some_and(|digits| digits.iter().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f')))
}

/// Returns the path whose names are shown as those of `path` are written; `None` if there is none.
pub(super) fn as_shown(path: &Path) -> Option<PathBuf> {
    let mut meant = PathBuf::new();
    for component in path.components() {
        let name = component.as_os_str();
        if !name.to_str().is_some_and(|name| name.contains(ESCAPE)) {
            meant.push(component);
            continue;
        }
        let mut entries = std::fs::read_dir(&meant).ok()?.flatten().map(|entry| entry.file_name());
        meant.push(entries.find(|entry| *name == *shown(entry))?);
    }
    Some(meant)
}

pub(super) fn in_directory(directory: &Path) -> impl Iterator<Item = String> {
    // Longer listings are not searched for a typing mistake or a manifest.
    const MAX_ENTRIES: usize = 20_000;
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten().take(MAX_ENTRIES);
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned())
}

/// Returns the name in a directory that was most likely meant: equal but for case, equal but for
/// its extension, or a few letters off.
pub(super) fn nearest(directory: &Path, wanted: &str) -> Option<String> {
    let wanted = wanted.to_lowercase();
    let allowed = (wanted.chars().count() / 3).max(1);
    in_directory(directory)
        .filter_map(|name| {
            let lower = name.to_lowercase();
            let stem = lower.split('.').next().unwrap_or_default();
            let distance = if lower == wanted {
                0
            } else if stem == wanted {
                1
            } else {
                edit_distance(&lower, &wanted, allowed)?
            };
            Some((distance, name))
        })
        .min()
        .map(|(_, name)| name)
}

/// Returns the number of insertions, deletions, replacements and swaps of neighbours between two
/// texts, or `None` if it exceeds `most`.
fn edit_distance(left: &str, right: &str, most: usize) -> Option<usize> {
    let left: Vec<char> = left.chars().collect();
    let right: Vec<char> = right.chars().collect();
    if left.len().abs_diff(right.len()) > most {
        return None;
    }
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=right.len()).collect();
    for i in 1..=left.len() {
        let mut row = vec![i];
        for j in 1..=right.len() {
            let replaced = last[j - 1] + usize::from(left[i - 1] != right[j - 1]);
            let mut least = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1] {
                least = least.min(before_last[j - 2] + 1);
            }
            row.push(least);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last.last().copied().filter(|distance| *distance <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edit_distance_counts_changes_up_to_a_limit() {
        let check = |left, right, expected| {
            assert_eq!(edit_distance(left, right, 2), expected, "{left} {right}");
        };
        check("lib.rs", "lib.rs", Some(0));
        check("lob.rs", "lib.rs", Some(1));
        check("lib.r", "lib.rs", Some(1));
        check("abcd", "lib.rs", None);
        check("scr", "src", Some(1));
        check("", "ab", Some(2));
    }

    #[cfg(unix)]
    #[test]
    fn names_that_differ_are_shown_differently() {
        use std::os::unix::ffi::OsStrExt;
        let check = |name: &[u8], expected: &str| {
            assert_eq!(shown(OsStr::from_bytes(name)), expected);
        };
        check(b"a.py", "a.py");
        check(b"a\xff.py", r"a\xff.py");
        check(b"a\xfe\xff", r"a\xfe\xff");
        check(br"a\xff.py", r"a\x5cxff.py");
        check(br"a\x.py", r"a\x.py");
        check(br"\x\xffg\xF", r"\x\x5cxffg\xF");
        check("\u{fffd}\u{e9}".as_bytes(), "\u{fffd}\u{e9}");
        check(b"a\n\t\x1b", r"a\x0a\x09\x1b");
        check("a\u{85}\u{2028}".as_bytes(), r"a\xc2\x85\xe2\x80\xa8");
        check(br"a\x0a", r"a\x5cx0a");
    }
}
