//! Cuts a text into the pieces that are tokenised each by itself, exactly as o200k's regular
//! expression does:
//!
//! ```text
//! [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//! [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//! \p{N}{1,3}
//!  ?[^\s\p{L}\p{N}]+[\r\n/]*
//! \s*[\r\n]+
//! \s+(?!\S)
//! \s+
//! ```
//!
//! The first of these that matches wins, and each is greedy. No alternative looks back, so a piece
//! depends only on the text from its start on; and every character is matched by one of them, so
//! the pieces cover the text.

use unicode_general_category::{GeneralCategory, get_general_category};

/// Classes of characters that the expression distinguishes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    /// `Lu`, `Lt`
    Upper,
    /// `Ll`
    Lower,
    /// `Lm`, `Lo`: letters that both halves of a word take.
    Caseless,
    /// `M`: taken by both halves of a word, but no letter, so that it can also lead one.
    Mark,
    /// `N`
    Number,
    /// A carriage return or a line feed.
    Newline,
    /// U+0020, which alone may lead punctuation.
    Space,
    /// Other white space.
    White,
    Other,
}

impl Class {
    const fn is_white(self) -> bool {
        matches!(self, Class::Newline | Class::Space | Class::White)
    }
}

const ASCII: [Class; 128] = {
    let mut classes = [Class::Other; 128];
    let mut byte = 0;
    while byte < 128u8 {
        classes[byte as usize] = match byte {
            b'A'..=b'Z' => Class::Upper,
            b'a'..=b'z' => Class::Lower,
            b'0'..=b'9' => Class::Number,
            b'\r' | b'\n' => Class::Newline,
            b' ' => Class::Space,
            b'\t' | 0x0b | 0x0c => Class::White,
            _ => Class::Other,
        };
        byte += 1;
    }
    classes
};

/// Returns the end of the piece that starts at `start`, which must be a character boundary before
/// the end of `text`.
pub(super) fn piece_end(text: &str, start: usize) -> usize {
    let Some((class, first_end)) = class_at(text, start) else { return text.len() };
    match class {
        Class::Upper | Class::Lower | Class::Caseless => {
            let end =
                cased_word(text, start).or_else(|| upper_word(text, start)).unwrap_or(first_end);
            contraction(text, end)
        }
        // A mark belongs to the word behind it if that has a lower-case half; else it is a word by
        // itself, because the first alternative is tried without its leading character before the
        // second is tried at all.
        Class::Mark => contraction(text, cased_word(text, first_end).unwrap_or(first_end)),
        Class::Number => numbers(text, first_end),
        Class::Newline => white(text, start),
        Class::Space | Class::White | Class::Other => {
            match cased_word(text, first_end).or_else(|| upper_word(text, first_end)) {
                Some(end) => contraction(text, end),
                None if class == Class::White => white(text, start),
                None if class == Class::Other => punctuation(text, start),
                None => match class_at(text, first_end) {
                    Some((Class::Other, _)) => punctuation(text, first_end),
                    _ => white(text, start),
                },
            }
        }
    }
}

/// Returns whether a piece is certain to start at `at`, whatever precedes it: at the start of a
/// line that is neither blank nor begins with a slash. (A newline is followed in its piece only by
/// white space up to a later newline, or by slashes.)
pub(super) fn is_certain_start(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    if at == 0 {
        return true;
    }
    if bytes[at - 1] != b'\n' || bytes.get(at) == Some(&b'/') {
        return false;
    }
    let mut next = at;
    while let Some((class, end)) = class_at(text, next) {
        match class {
            Class::Newline => return false,
            Class::Space | Class::White => next = end,
            _ => return true,
        }
    }
    true
}

fn class_at(text: &str, at: usize) -> Option<(Class, usize)> {
    let byte = *text.as_bytes().get(at)?;
    if byte < 128 {
        return Some((ASCII[byte as usize], at + 1));
    }
    let character = text[at..].chars().next()?;
    Some((class_of(character), at + character.len_utf8()))
}

fn class_of(character: char) -> Class {
    use GeneralCategory as G;
    match get_general_category(character) {
        G::UppercaseLetter | G::TitlecaseLetter => Class::Upper,
        G::LowercaseLetter => Class::Lower,
        G::ModifierLetter | G::OtherLetter => Class::Caseless,
        G::NonspacingMark | G::SpacingMark | G::EnclosingMark => Class::Mark,
        G::DecimalNumber | G::LetterNumber | G::OtherNumber => Class::Number,
        _ if character.is_whitespace() => Class::White,
        _ => Class::Other,
    }
}

/// Matches the first alternative behind its leading character: an upper half, possibly empty, and a
/// lower half. Letters without case count for both; if no lower-case letter follows the upper half,
/// the last of them belongs to the lower half.
fn cased_word(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = start;
    let mut last_of_both = None;
    loop {
        // The common case, a run of lower-case ASCII letters, is spared the decoding.
        if bytes.get(at).is_some_and(u8::is_ascii_lowercase) {
            return Some(lower_half(text, at + 1));
        }
        match class_at(text, at) {
            Some((Class::Upper, end)) => at = end,
            Some((Class::Caseless | Class::Mark, end)) => {
                at = end;
                last_of_both = Some(end);
            }
            Some((Class::Lower, end)) => return Some(lower_half(text, end)),
            _ => return last_of_both,
        }
    }
}

fn lower_half(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let mut at = start;
    loop {
        while bytes.get(at).is_some_and(u8::is_ascii_lowercase) {
            at += 1;
        }
        match class_at(text, at) {
            Some((Class::Lower | Class::Caseless | Class::Mark, end)) => at = end,
            _ => return at,
        }
    }
}

/// Matches the second alternative behind its leading character, after the first has failed:
/// upper-case letters alone, since any other character of a word would have let the first succeed.
fn upper_word(text: &str, start: usize) -> Option<usize> {
    let mut at = start;
    while let Some((Class::Upper, end)) = class_at(text, at) {
        at = end;
    }
    (at > start).then_some(at)
}

/// Returns the end of the contraction at `at`, or `at`. Case is folded as in Unicode, which makes
/// `ſ` (U+017F) an s.
fn contraction(text: &str, at: usize) -> usize {
    let rest = &text.as_bytes()[at..];
    if rest.first() != Some(&b'\'') {
        return at;
    }
    match [rest.get(1), rest.get(2)].map(|byte| byte.map_or(0, u8::to_ascii_lowercase)) {
        [b's' | b't' | b'm' | b'd', _] => at + 2,
        [b'r' | b'v', b'e'] | [b'l', b'l'] | [0xc5, 0xbf] => at + 3,
        _ => at,
    }
}

/// Up to three numbers, of which the first ends at `at`.
fn numbers(text: &str, mut at: usize) -> usize {
    for _ in 0..2 {
        match class_at(text, at) {
            Some((Class::Number, end)) => at = end,
            _ => break,
        }
    }
    at
}

/// Characters other than white space, letters and numbers, marks included, and then line ends and
/// slashes.
fn punctuation(text: &str, mut at: usize) -> usize {
    while let Some((Class::Other | Class::Mark, end)) = class_at(text, at) {
        at = end;
    }
    let tail = text.as_bytes()[at..]
        .iter()
        .take_while(|byte| matches!(byte, b'\r' | b'\n' | b'/'))
        .count();
    at + tail
}

/// White space: up to its last line end; without one, all but its last character; that one too when
/// nothing follows or nothing would be left.
fn white(text: &str, start: usize) -> usize {
    let (mut at, mut last_start, mut newline_end) = (start, start, None);
    while let Some((class, end)) = class_at(text, at).filter(|(class, _)| class.is_white()) {
        if class == Class::Newline {
            newline_end = Some(end);
        }
        last_start = at;
        at = end;
    }
    match newline_end {
        Some(end) => end,
        None if at == text.len() || last_start == start => at,
        None => last_start,
    }
}
