//! Styles of the outline: plain, for models and terminals alike, or coloured, for people.

use crate::domain::HighlightRole;
use std::borrow::Cow;
use std::ops::Range;

/// Styles of the outline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OutlineStyle {
    /// Control characters and marks that turn the direction of text are escaped.
    Safe,
    /// As [`OutlineStyle::Safe`], with colours.
    Coloured,
}

/// Role of a range of the outline, which decides its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Plain,
    Heading,
    Directory,
    Path,
    LineNumber,
    Match,
    /// Documentation, notes, the footer.
    Dim,
    Code(HighlightRole),
}

impl Role {
    /// Parameters of the escape sequence that switches the role's colour on; the terminal's own
    /// sixteen colours, so that it follows the user's theme.
    const fn colour(self) -> Option<&'static str> {
        Some(match self {
            Role::Plain => return None,
            Role::Heading => "1",
            Role::Directory => "1;34",
            Role::Path => "35",
            Role::LineNumber => "32",
            Role::Match => "1;31",
            Role::Dim => "90",
            Role::Code(role) => match role {
                HighlightRole::Keyword => "34",
                HighlightRole::Type => "36",
                HighlightRole::Function => "33",
                HighlightRole::String => "32",
                HighlightRole::Number | HighlightRole::Constant => "35",
                HighlightRole::Comment => "90",
            },
        })
    }
}

/// Text being written, with its style.
pub(super) struct Painter {
    pub(super) text: String,
    style: OutlineStyle,
}

impl Painter {
    pub(super) fn new(style: OutlineStyle) -> Self {
        Self { text: String::new(), style }
    }

    /// Adds text of the renderer's own, which needs no escaping.
    pub(super) fn raw(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub(super) fn indent(&mut self, depth: usize) {
        self.text.extend(std::iter::repeat_n("  ", depth));
    }

    /// Adds text on one line; line ends in it are escaped.
    pub(super) fn put(&mut self, role: Role, text: &str) {
        let safe = escaped(text);
        let colour = if self.style == OutlineStyle::Coloured && !safe.is_empty() {
            role.colour()
        } else {
            None
        };
        match colour {
            Some(colour) => {
                self.text.extend(["\x1b[", colour, "m", &safe, "\x1b[0m"]);
            }
            None => self.text.push_str(&safe),
        }
    }

    /// Adds a line of which some ranges have roles of their own. Ranges are bytes of `text`,
    /// ascending; those that lie outside of it, overlap, or split a character are skipped.
    pub(super) fn put_with(
        &mut self,
        text: &str,
        stretches: impl Iterator<Item = (Range<usize>, Role)>,
    ) {
        if self.style != OutlineStyle::Coloured {
            return self.put(Role::Plain, text);
        }
        let mut done = 0;
        for (range, role) in stretches {
            if range.start < done {
                continue;
            }
            if let (Some(before), Some(inside)) =
                (text.get(done..range.start), text.get(range.clone()))
            {
                self.put(Role::Plain, before);
                self.put(role, inside);
                done = range.end;
            }
        }
        self.put(Role::Plain, &text[done..]);
    }
}

/// `text` with its line ends escaped as `\n` and `\r`.
pub(super) fn one_line(text: &str) -> Cow<'_, str> {
    if text.bytes().any(|byte| matches!(byte, b'\n' | b'\r')) {
        Cow::Owned(text.replace('\n', "\\n").replace('\r', "\\r"))
    } else {
        Cow::Borrowed(text)
    }
}

/// `text` with an escape for each character that a terminal interprets, and that a model reads
/// unseen: `\x1b`, `\u{202e}`.
pub(crate) fn escaped(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_acted_upon) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match character {
            '\n' => safe.push_str("\\n"),
            '\r' => safe.push_str("\\r"),
            _ if !is_acted_upon(character) => safe.push(character),
            '\0'..='\x7f' => safe.push_str(&format!("\\x{:02x}", character as u32)),
            _ => safe.push_str(&format!("\\u{{{:x}}}", character as u32)),
        }
    }
    Cow::Owned(safe)
}

/// As `escaped`, for a text of many lines, whose line ends stay.
pub fn escaped_lines(text: String) -> String {
    let is_line_end = |character: char| matches!(character, '\n' | '\r');
    // A bare carriage return would overwrite what stands before it.
    let has_bare_return = || text.matches('\r').count() > text.matches("\r\n").count();
    if !text.chars().any(|character| is_acted_upon(character) && !is_line_end(character))
        && !has_bare_return()
    {
        return text;
    }
    let line = |line: &str| match line.strip_suffix("\r\n") {
        Some(line) => format!("{}\r\n", escaped(line)),
        None => match line.strip_suffix('\n') {
            Some(line) => format!("{}\n", escaped(line)),
            None => escaped(line).into_owned(),
        },
    };
    text.split_inclusive('\n').map(line).collect()
}

/// Returns true for control characters but the tab, line and paragraph separators, for all that
/// changes the direction of text, and for what no reader sees although a model reads it: tags,
/// invisible operators, fillers, and spaces without width but for the joiners that scripts need.
pub(super) const fn is_acted_upon(character: char) -> bool {
    match character {
        '\t' => false,
        '\0'..='\x1f' | '\x7f'..='\u{9f}' => true,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            true
        }
        '\u{ad}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' => true,
        '\u{180e}'
        | '\u{200b}'
        | '\u{2060}'..='\u{2065}'
        | '\u{206a}'..='\u{206f}'
        | '\u{feff}' => true,
        '\u{fff9}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}' => true,
        _ => false,
    }
}
