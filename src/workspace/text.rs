//! Reading of files as text, decoded as ripgrep does, and the lines of that text.
//!
//! A byte order mark decides between UTF-8 and UTF-16 and is left out of the text; bytes that are
//! not valid UTF-8 become U+FFFD; a NUL byte in the decoded text means that the file is binary.
//! Notebooks are read in their readable form.

use super::notebook;
use super::open::{OpenError, open_file};
use super::roots::SourcePath;
use super::secrets::{self, MAX_KEY_BYTES, masked};
use super::stamp::Stamp;
use crate::domain::{Problem, keys};
use crate::lang::{Language, registry};
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;
use std::sync::OnceLock;

/// The largest file that is read whole. Larger ones are refused, or read up to a limit where the
/// caller says so.
pub const MAX_FILE_BYTES: u64 = 128 << 20;

/// Length of a line in bytes from which on its characters are not counted one by one, and it is
/// quoted in part.
const LONG_LINE: usize = 1000;

/// Number of bytes quoted of a very long line before a place; behind it twice as many are.
const AROUND: usize = 60;

/// Number of bytes that are examined before the rest is read, so that a huge binary file costs next
/// to nothing.
const SNIFFED: usize = 64 << 10;

/// Reasons why a file could not be read as text. Each states what the path is instead.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    #[error("{path} does not exist")]
    Missing { path: String },
    #[error("{path} is gone: it was there a moment ago; ask again")]
    Vanished { path: String },
    #[error("{path} was replaced by a symbolic link while it was looked at: ask again")]
    Replaced { path: String },
    #[error("{path} is a directory: name a file in it")]
    Directory { path: String },
    #[error("{path} is no regular file: pipes, sockets and devices are not read")]
    NotRegular { path: String },
    #[error("{path} is binary: it holds a NUL byte, so it is not shown as text")]
    Binary { path: String },
    #[error("{path} has {size} bytes: more than {limit} are not read; use a tool that streams")]
    TooLarge { path: String, size: u64, limit: u64 },
    #[error("{path} cannot be read: {error}; check its permissions")]
    Unreadable { path: String, error: String },
}

impl Problem for ReadError {}

impl ReadError {
    /// Returns whether the file is code, by its name.
    pub fn is_of_code(&self) -> bool {
        registry().for_path(Path::new(self.path())).is_some_and(Language::is_code)
    }

    pub fn path(&self) -> &str {
        match self {
            ReadError::Missing { path }
            | ReadError::Vanished { path }
            | ReadError::Replaced { path }
            | ReadError::Directory { path }
            | ReadError::NotRegular { path }
            | ReadError::Binary { path }
            | ReadError::TooLarge { path, .. }
            | ReadError::Unreadable { path, .. } => path,
        }
    }

    /// Returns whether it means of a file that was found before that it was changed since.
    pub fn is_change(&self) -> bool {
        match self {
            ReadError::Missing { .. }
            | ReadError::Vanished { .. }
            | ReadError::Replaced { .. }
            | ReadError::Directory { .. }
            | ReadError::NotRegular { .. } => true,
            ReadError::Binary { .. }
            | ReadError::TooLarge { .. }
            | ReadError::Unreadable { .. } => false,
        }
    }

    /// Returns the same error for a file that a walk has just found: it is not missing, it
    /// vanished.
    #[must_use]
    pub fn after_walk(self) -> Self {
        match self {
            ReadError::Missing { path } => ReadError::Vanished { path },
            other => other,
        }
    }

    fn from_open(path: &SourcePath, error: OpenError) -> Self {
        let shown = path.display.to_string();
        match error {
            OpenError::Directory => ReadError::Directory { path: shown },
            OpenError::NotRegular => ReadError::NotRegular { path: shown },
            OpenError::Linked => ReadError::Replaced { path: shown },
            OpenError::TooLarge { size, limit } => ReadError::TooLarge { path: shown, size, limit },
            OpenError::Io(error) => Self::from_io(path, &error),
        }
    }

    fn from_io(path: &SourcePath, error: &io::Error) -> Self {
        let path = path.display.to_string();
        match error.kind() {
            io::ErrorKind::NotFound => ReadError::Missing { path },
            io::ErrorKind::IsADirectory => ReadError::Directory { path },
            _ => ReadError::Unreadable { path, error: error.to_string() },
        }
    }
}

/// Encoding of a file's bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    Utf8,
    /// UTF-8 with a byte order mark.
    Utf8WithBom,
    Utf16LittleEndian,
    Utf16BigEndian,
}

/// Decoded text of a file, and the positions of its lines.
#[derive(Debug)]
pub struct Text {
    pub content: String,
    pub encoding: Encoding,
    /// True if some bytes were not valid in the encoding and were replaced by U+FFFD.
    pub is_lossy: bool,
    /// The file's size, if only its beginning was read.
    pub truncated_from: Option<u64>,
    /// The state of the file that was read.
    pub stamp: Stamp,
    /// Start of each line, in bytes.
    line_starts: OnceLock<Vec<u32>>,
    /// Number of characters before each [`LONG_LINE`] bytes.
    character_counts: OnceLock<Vec<u32>>,
}

impl Text {
    /// Reads a whole file.
    ///
    /// # Errors
    /// When it is missing, a directory, no regular file, binary, unreadable, or larger than
    /// [`MAX_FILE_BYTES`].
    pub fn read(path: &SourcePath) -> Result<Self, ReadError> {
        let mut bytes = Vec::new();
        let (stamp, truncated_from) = read_bytes(path, &mut bytes, Limit::Refuse(MAX_FILE_BYTES))?;
        Self::decode(path, bytes, stamp, truncated_from)
    }

    /// Reads a file up to `most` bytes, back to the end of the last whole line where it is cut.
    ///
    /// # Errors
    /// As [`Text::read`], but for the size.
    pub fn read_up_to(path: &SourcePath, most: u64) -> Result<Self, ReadError> {
        let mut bytes = Vec::new();
        let (stamp, truncated_from) = read_bytes(path, &mut bytes, Limit::Cut(most))?;
        Self::decode(path, bytes, stamp, truncated_from)
    }

    /// Returns the same lines with spaces instead of text. The result counts as text of no file.
    #[must_use]
    pub fn blanked(&self) -> Self {
        let blank = |byte: u8| if byte == b'\n' { '\n' } else { ' ' };
        Self::from_content(self.content.bytes().map(blank).collect::<String>())
    }

    /// Returns the same text with values that look like keys masked, which keeps their length; the
    /// result counts as text of no file. `None` if there are no such values.
    #[must_use]
    pub fn without_keys(&self) -> Option<Self> {
        let keys = secrets::find(&self.content, 0..self.content.len());
        let masked = || Self::from_content(keys::with_masks(&self.content, 0, &keys));
        (!keys.is_empty()).then(masked)
    }

    /// Creates a text that is in no file, such as a test's.
    pub fn from_content(content: impl Into<String>) -> Self {
        Self {
            content: content.into(),
            encoding: Encoding::Utf8,
            is_lossy: false,
            truncated_from: None,
            stamp: Stamp::default(),
            line_starts: OnceLock::new(),
            character_counts: OnceLock::new(),
        }
    }

    fn decode(
        path: &SourcePath,
        bytes: Vec<u8>,
        stamp: Stamp,
        truncated_from: Option<u64>,
    ) -> Result<Self, ReadError> {
        let (encoding, mut content, is_lossy) = decode(bytes);
        if memchr::memchr(0, content.as_bytes()).is_some() {
            return Err(ReadError::Binary { path: path.display.to_string() });
        }
        if truncated_from.is_some() {
            let end = memchr::memrchr(b'\n', content.as_bytes())
                .map_or(content.len(), |newline| newline + 1);
            content.truncate(end);
        }
        Ok(Self { encoding, is_lossy, truncated_from, stamp, ..Self::from_content(content) })
    }

    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let bytes = self.content.as_bytes();
            let mut starts = Vec::with_capacity(bytes.len() / 32 + 1);
            if !bytes.is_empty() {
                starts.push(0);
            }
            // Offsets fit, since no text is larger than MAX_FILE_BYTES (UTF-16 grows by half at
            // most).
            let after = memchr::memchr_iter(b'\n', bytes).map(|newline| newline as u32 + 1);
            starts.extend(after.filter(|start| (*start as usize) < bytes.len()));
            starts
        })
    }

    /// Returns the number of lines; a final newline starts no further one, an empty text has none.
    pub fn line_count(&self) -> usize {
        self.line_starts().len()
    }

    /// Returns the bytes of a line (1-based), without its line ending; `None` past the end.
    pub fn line_range(&self, line: usize) -> Option<Range<usize>> {
        let Range { start, end } = self.full_line_range(line)?;
        let text = &self.content[start..end];
        let text = text.strip_suffix('\n').unwrap_or(text);
        let text = text.strip_suffix('\r').unwrap_or(text);
        Some(start..start + text.len())
    }

    /// Returns the bytes of a line (1-based) with its line ending.
    pub fn full_line_range(&self, line: usize) -> Option<Range<usize>> {
        let starts = self.line_starts();
        let start = *starts.get(line.checked_sub(1)?)? as usize;
        let end = starts.get(line).map_or(self.content.len(), |next| *next as usize);
        Some(start..end)
    }

    /// Returns the text of a line (1-based), without its line ending.
    pub fn line(&self, line: usize) -> Option<&str> {
        self.line_range(line).map(|range| &self.content[range])
    }

    /// Returns a line (1-based) as answers quote it: without white space around it, cut if it is
    /// very long, with values that look like keys masked. Empty past the end.
    pub fn quoted_line(&self, line: usize) -> String {
        self.quoted_at(self.line_range(line).map_or(0, |range| range.start), line)
    }

    /// Returns the line (1-based) of a byte as answers quote it; of a very long one the part around
    /// the byte.
    pub fn quoted_at(&self, byte: usize, line: usize) -> String {
        let range = self.line_range(line).unwrap_or_default();
        if range.len() <= LONG_LINE {
            return masked(self.content[range].trim()).into_owned();
        }
        let start = self.content.floor_char_boundary(byte.saturating_sub(AROUND).max(range.start));
        let end = self.content.ceil_char_boundary((byte + 2 * AROUND).min(range.end));
        let before = if start > range.start { "…" } else { "" };
        let after = if end < range.end { "…" } else { "" };
        // A key that is cut is masked as well.
        let from =
            self.content.floor_char_boundary(start.saturating_sub(MAX_KEY_BYTES).max(range.start));
        let to = self.content.ceil_char_boundary((end + MAX_KEY_BYTES).min(range.end));
        let around = &self.content[from..to];
        let keys = secrets::find(around, 0..around.len());
        format!(
            "{before}{}{after}",
            keys::with_masks(&self.content[start..end], start - from, &keys).trim()
        )
    }

    /// Returns the text of some lines (1-based, inclusive), with the line endings between them but
    /// not the last. Lines past the end are left out.
    pub fn lines(&self, first: usize, last: usize) -> &str {
        let last = last.min(self.line_count());
        match (self.line_range(first), self.line_range(last)) {
            (Some(start), Some(end)) if first <= last => &self.content[start.start..end.end],
            _ => "",
        }
    }

    /// Returns the line (1-based) of a byte. The end of the text is on its last line.
    pub fn line_of(&self, byte: usize) -> usize {
        self.line_starts().partition_point(|start| *start as usize <= byte).max(1)
    }

    /// Returns the line and the column of a byte, both 1-based, the column in characters. A byte
    /// within a character counts as the character's first; one past the end as the end.
    pub fn position(&self, byte: usize) -> (usize, usize) {
        let mut byte = byte.min(self.content.len());
        while !self.content.is_char_boundary(byte) {
            byte -= 1;
        }
        let line = self.line_of(byte);
        let start = self.line_range(line).map_or(0, |range| range.start).min(byte);
        if byte - start <= LONG_LINE {
            return (line, self.content[start..byte].chars().count() + 1);
        }
        (line, self.characters_before(byte) - self.characters_before(start) + 1)
    }

    /// Returns the number of characters before a byte, without visiting all of them: many places
    /// may be on one very long line.
    fn characters_before(&self, byte: usize) -> usize {
        let bytes = self.content.as_bytes();
        let count = |bytes: &[u8]| bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count();
        let counts = self.character_counts.get_or_init(|| {
            let mut before = 0;
            let blocks = bytes.chunks(LONG_LINE).map(|block| {
                let own = count(block);
                before += own;
                (before - own) as u32
            });
            blocks.collect()
        });
        let block = (byte / LONG_LINE).min(counts.len().saturating_sub(1));
        counts.get(block).map_or(0, |before| *before as usize)
            + count(&bytes[block * LONG_LINE..byte])
    }

    /// Returns the byte at a line and a column (1-based, in characters); `None` past the line's
    /// end.
    pub fn byte_at(&self, line: usize, column: usize) -> Option<usize> {
        let range = self.line_range(line)?;
        let text = &self.content[range.clone()];
        let mut ends = text.char_indices().map(|(at, _)| at).chain([text.len()]);
        ends.nth(column.checked_sub(1)?).map(|at| range.start + at)
    }
}

/// Treatment of a file that is larger than a number of bytes.
enum Limit {
    Refuse(u64),
    Cut(u64),
}

/// Fills `bytes` with a file's decoded text as UTF-8 (or nearly: invalid bytes are left as they
/// are), for scans that need neither a `String` nor lines. Offsets agree with those of [`Text`] for
/// valid files.
///
/// # Errors
/// As [`Text::read`].
pub fn read_for_scan(path: &SourcePath, bytes: &mut Vec<u8>) -> Result<(), ReadError> {
    read_bytes(path, bytes, Limit::Refuse(MAX_FILE_BYTES))?;
    match byte_order_mark(bytes) {
        (Encoding::Utf8, _) => {}
        (Encoding::Utf8WithBom, length) => {
            bytes.drain(..length);
        }
        _ => {
            let (_, content, _) = decode(std::mem::take(bytes));
            *bytes = content.into_bytes();
        }
    }
    Ok(())
}

/// Reads a file's bytes, after examining its beginning: a plainly binary file is read no further.
fn read_bytes(
    path: &SourcePath,
    bytes: &mut Vec<u8>,
    limit: Limit,
) -> Result<(Stamp, Option<u64>), ReadError> {
    let failed = |error: io::Error| ReadError::from_io(path, &error);
    let (mut file, metadata) =
        open_file(&path.absolute).map_err(|error| ReadError::from_open(path, error))?;
    let (most, refuse) = match limit {
        Limit::Refuse(most) => (most, true),
        Limit::Cut(most) => (most, false),
    };
    bytes.clear();
    let size = metadata.len();
    // One byte more than expected, so that the end is seen without growing the buffer.
    bytes.reserve(usize::try_from(size.min(most)).unwrap_or(0).min(SNIFFED) + 1);
    file.by_ref().take(SNIFFED as u64).read_to_end(bytes).map_err(failed)?;
    if bytes.len() == SNIFFED {
        let (encoding, _) = byte_order_mark(bytes);
        let is_utf8 = matches!(encoding, Encoding::Utf8 | Encoding::Utf8WithBom);
        if is_utf8 && memchr::memchr(0, bytes).is_some() {
            return Err(ReadError::Binary { path: path.display.to_string() });
        }
        if refuse && size > most {
            return Err(ReadError::TooLarge { path: path.display.to_string(), size, limit: most });
        }
        bytes.reserve(usize::try_from(size.min(most)).unwrap_or(0).saturating_sub(SNIFFED) + 1);
        file.by_ref()
            .take(most.saturating_add(1).saturating_sub(SNIFFED as u64))
            .read_to_end(bytes)
            .map_err(failed)?;
    }
    let read = bytes.len() as u64;
    // Files under /proc have no size, and files may grow while they are read.
    if read > most && refuse {
        return Err(ReadError::TooLarge {
            path: path.display.to_string(),
            size: size.max(read),
            limit: most,
        });
    }
    let truncated_from = (read > most).then_some(size.max(read));
    bytes.truncate(usize::try_from(most).unwrap_or(usize::MAX));
    if truncated_from.is_none() {
        notebook::make_readable(&path.absolute, bytes);
    }
    Ok((Stamp::of(&metadata), truncated_from))
}

/// Returns the encoding that a byte order mark names, and the mark's length.
fn byte_order_mark(bytes: &[u8]) -> (Encoding, usize) {
    match encoding_rs::Encoding::for_bom(bytes) {
        Some((encoding, length)) if encoding == encoding_rs::UTF_16LE => {
            (Encoding::Utf16LittleEndian, length)
        }
        Some((encoding, length)) if encoding == encoding_rs::UTF_16BE => {
            (Encoding::Utf16BigEndian, length)
        }
        Some((_, length)) => (Encoding::Utf8WithBom, length),
        None => (Encoding::Utf8, 0),
    }
}

/// Decodes bytes; returns the encoding, the text, and whether some of it was replaced.
fn decode(mut bytes: Vec<u8>) -> (Encoding, String, bool) {
    let (encoding, length) = byte_order_mark(&bytes);
    let utf16 = match encoding {
        Encoding::Utf16LittleEndian => encoding_rs::UTF_16LE,
        Encoding::Utf16BigEndian => encoding_rs::UTF_16BE,
        Encoding::Utf8 | Encoding::Utf8WithBom => {
            bytes.drain(..length);
            return match String::from_utf8(bytes) {
                Ok(text) => (encoding, text, false),
                Err(error) => {
                    (encoding, String::from_utf8_lossy(error.as_bytes()).into_owned(), true)
                }
            };
        }
    };
    let (text, is_lossy) = utf16.decode_without_bom_handling(&bytes[length..]);
    (encoding, text.into_owned(), is_lossy)
}

/// Returns the indentation of a line in bytes; `None` for a blank line.
pub fn indentation(line: &str) -> Option<usize> {
    line.find(|character: char| !character.is_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_and_cut_at_their_endings() {
        let check = |content: &str, expected: &[&str]| {
            let text = Text::from_content(content);
            let lines: Vec<&str> =
                (1..=text.line_count()).filter_map(|line| text.line(line)).collect();
            assert_eq!(lines, expected, "{content:?}");
            assert_eq!(text.line(expected.len() + 1), None);
            assert_eq!(text.line(0), None);
        };
        check("", &[]);
        check("a", &["a"]);
        check("a\n", &["a"]);
        check("a\nb", &["a", "b"]);
        check("a\r\nb\r\n", &["a", "b"]);
        check("\n\n", &["", ""]);
        check("a\rb\n", &["a\rb"]);
    }

    #[test]
    fn positions_count_characters() {
        let text = Text::from_content("aé\r\nß𝒳z\n");
        let check = |byte: usize, expected: (usize, usize)| {
            assert_eq!(text.position(byte), expected, "{byte}");
        };
        check(0, (1, 1));
        check(1, (1, 2));
        check(2, (1, 2));
        check(3, (1, 3));
        check(5, (2, 1));
        check(7, (2, 2));
        check(11, (2, 3));
        check(100, (2, 5));
        assert_eq!(text.byte_at(2, 2), Some(7));
        assert_eq!(text.byte_at(2, 4), Some(12));
        assert_eq!(text.byte_at(2, 5), None);
        assert_eq!(text.byte_at(3, 1), None);
        assert_eq!(text.byte_at(1, 0), None);
    }

    #[test]
    fn ranges_of_lines_keep_inner_endings() {
        let text = Text::from_content("a\r\nb\nc\n");
        let check =
            |first, last, expected| assert_eq!(text.lines(first, last), expected, "{first}-{last}");
        check(1, 2, "a\r\nb");
        check(2, 9, "b\nc");
        check(3, 2, "");
        check(4, 5, "");
    }

    #[test]
    fn bytes_are_decoded_by_their_mark() {
        let check = |bytes: &[u8], encoding: Encoding, expected: &str, lossy: bool| {
            assert_eq!(decode(bytes.to_vec()), (encoding, expected.to_owned(), lossy));
        };
        check(b"plain", Encoding::Utf8, "plain", false);
        check(b"\xef\xbb\xbfmarked", Encoding::Utf8WithBom, "marked", false);
        check(b"\xff\xfeh\0i\0", Encoding::Utf16LittleEndian, "hi", false);
        check(b"\xfe\xff\0h\0i", Encoding::Utf16BigEndian, "hi", false);
        check(b"bad \xff byte", Encoding::Utf8, "bad \u{fffd} byte", true);
        check(b"\xff\xfeh\0i", Encoding::Utf16LittleEndian, "h\u{fffd}", true);
    }

    #[test]
    fn places_on_very_long_lines_are_counted_in_characters() {
        let line = "aé→𝒳".repeat(1500);
        let text = Text::from_content(format!("first\n{line}\nlast"));
        for (count, (at, _)) in line.char_indices().enumerate().step_by(7) {
            assert_eq!(text.position("first\n".len() + at), (2, count + 1));
        }
        assert_eq!(text.position(text.content.len()), (3, 5));
    }

    #[test]
    fn very_long_lines_are_quoted_around_a_place() {
        let key = format!("AK{}", "IAQ3EGRZ5TKPLWX2MN");
        let line = format!("{} needle(\"{key}\"); {}", "a b ".repeat(400), "c ".repeat(400));
        let text = Text::from_content(line.clone());
        let at = line.find("needle").unwrap();
        let quoted = text.quoted_at(at, 1);
        assert!(quoted.starts_with('…') && quoted.ends_with('…') && quoted.len() < 250, "{quoted}");
        assert!(quoted.contains("needle(\"AKIA****************\")"), "{quoted}");
        // Cut within the key.
        let cut = text.quoted_at(at + 84, 1);
        assert!(!cut.contains("RZ5TK"), "{cut}");
        assert_eq!(text.quoted_line(1), text.quoted_at(0, 1));
        assert_eq!(Text::from_content("  short \n").quoted_line(1), "short");
    }
}
