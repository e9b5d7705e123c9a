//! Tokenizer: splits names and prose into subwords, and reduces those to their stems.
//!
//! `parseHTTPHeader`, `parse_http_header` and `parse-http-header` are one word each, of the same
//! three subwords. A character that is not ASCII counts as a lower-case letter, except those of
//! scripts without spaces between words, which are subwords of their own. Works on bytes, since
//! most of them are scanned only once and need not be valid.

use rust_stemmers::{Algorithm, Stemmer};
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

/// Maximum length of a subword in bytes. Longer runs are data, not names.
const MAX_PART_BYTES: usize = 64;

/// A name or a word of prose, with its subwords.
pub(super) struct Word<'a> {
    pub(super) bytes: &'a [u8],
    /// Offset in the text, in bytes.
    pub(super) start: usize,
    /// Ranges of the subwords, relative to `bytes`.
    pub(super) parts: &'a [Range<usize>],
}

impl<'a> Word<'a> {
    pub(super) fn part(&self, part: usize) -> &'a [u8] {
        &self.bytes[self.parts[part].clone()]
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Other,
    Small,
    Capital,
    Digit,
    Underscore,
    Dash,
    High,
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'a'..=b'z' => Class::Small,
            b'A'..=b'Z' => Class::Capital,
            b'0'..=b'9' => Class::Digit,
            b'_' => Class::Underscore,
            b'-' => Class::Dash,
            0x80.. => Class::High,
            _ => Class::Other,
        };
        byte += 1;
    }
    classes
};

fn class(bytes: &[u8], at: usize) -> Class {
    bytes.get(at).map_or(Class::Other, |byte| CLASSES[*byte as usize])
}

fn is_alphanumeric(class: Class) -> bool {
    matches!(class, Class::Small | Class::Capital | Class::Digit | Class::High)
}

/// Visits the words of a text in order.
pub(super) fn for_each_word(text: &[u8], mut visit: impl FnMut(&Word<'_>)) {
    let mut parts = Vec::with_capacity(16);
    let mut at = 0;
    while at < text.len() {
        if !is_alphanumeric(CLASSES[text[at] as usize]) {
            at += 1;
            continue;
        }
        let start = at;
        parts.clear();
        let end = split_word(text, start, &mut parts);
        if !parts.is_empty() {
            visit(&Word { bytes: &text[start..end], start, parts: &parts });
        }
        at = end;
    }
}

/// The set of letter pairs that begin a relevant subword.
pub(super) struct Beginnings(Box<[u64; 1024]>);

impl Beginnings {
    pub(super) fn none() -> Self {
        Self(Box::new([0; 1024]))
    }

    /// Adds the first two letters of a subword in lower case, in either case. Any second letter is
    /// added if there is none or it is not ASCII. If the first is not ASCII, any byte beyond ASCII
    /// is added, since the cases differ there.
    pub(super) fn add(&mut self, lower: &[u8]) {
        let seconds = |second: Option<&u8>| match second {
            Some(second) if second.is_ascii() => vec![*second, second.to_ascii_uppercase()],
            _ => (0..=255).collect(),
        };
        let (firsts, seconds) = match lower {
            [] => return,
            [first, ..] if !first.is_ascii() => ((0x80..=0xff).collect(), seconds(None)),
            [first, rest @ ..] => (vec![*first, first.to_ascii_uppercase()], seconds(rest.first())),
        };
        for first in firsts {
            for second in &seconds {
                let index = Self::index(first, *second);
                self.0[index / 64] |= 1 << (index % 64);
            }
        }
    }

    pub(super) fn add_all(&mut self, other: &Beginnings) {
        self.0.iter_mut().zip(other.0.iter()).for_each(|(own, other)| *own |= other);
    }

    /// Returns whether a subword begins with a pair of the set.
    pub(super) fn has(&self, part: &[u8]) -> bool {
        match part {
            [] => false,
            [first] => self.has_pair(*first, 0),
            [first, second, ..] => self.has_pair(*first, *second),
        }
    }

    fn has_pair(&self, first: u8, second: u8) -> bool {
        let index = Self::index(first, second);
        self.0[index / 64] >> (index % 64) & 1 == 1
    }

    const fn index(first: u8, second: u8) -> usize {
        (first as usize) << 8 | second as usize
    }
}

/// Visits, in order, at least the words of a text of which some subword begins with a pair of
/// `wanted`.
pub(super) fn for_each_likely_word(
    text: &[u8],
    wanted: &Beginnings,
    mut visit: impl FnMut(&Word<'_>),
) {
    let mut parts = Vec::with_capacity(16);
    // Words before this offset have been visited.
    let mut done = 0;
    let mut at = 0;
    while at < text.len() {
        let second = text.get(at + 1).copied().unwrap_or(0);
        if !wanted.has_pair(text[at], second) || !may_start_part(text, at) {
            at += 1;
            continue;
        }
        let mut start = at;
        while start > done && is_within_word(text, start - 1) {
            start -= 1;
        }
        while start < at && !is_alphanumeric(CLASSES[text[start] as usize]) {
            start += 1;
        }
        parts.clear();
        let end = split_word(text, start, &mut parts);
        if !parts.is_empty() {
            visit(&Word { bytes: &text[start..end], start, parts: &parts });
        }
        done = end;
        at = end.max(at + 1);
    }
}

/// Returns whether a subword may start here, judged by the preceding byte.
fn may_start_part(text: &[u8], at: usize) -> bool {
    let current = CLASSES[text[at] as usize];
    let previous = at.checked_sub(1).map_or(Class::Other, |before| CLASSES[text[before] as usize]);
    match current {
        Class::Small | Class::Digit => {
            !matches!(previous, Class::Small | Class::Digit | Class::Capital)
        }
        Class::Capital | Class::High => true,
        Class::Other | Class::Underscore | Class::Dash => false,
    }
}

/// Returns whether a byte can be inside a word.
fn is_within_word(text: &[u8], at: usize) -> bool {
    match CLASSES[text[at] as usize] {
        Class::Other => false,
        // A dash joins only the letters and digits on both its sides.
        Class::Dash => {
            at > 0
                && is_alphanumeric(CLASSES[text[at - 1] as usize])
                && is_alphanumeric(class(text, at + 1))
        }
        _ => true,
    }
}

/// Finds the subwords of the word at `start`, relative to it, and returns the end of the word.
fn split_word(text: &[u8], start: usize, parts: &mut Vec<Range<usize>>) -> usize {
    let mut push = |range: Range<usize>| {
        if !range.is_empty() && range.len() <= MAX_PART_BYTES {
            parts.push(range.start - start..range.end - start);
        }
    };
    let mut part = start;
    let mut at = start;
    let mut previous = Class::Other;
    loop {
        let current = class(text, at);
        match current {
            Class::Other => break,
            Class::Underscore => {
                push(part..at);
                part = at + 1;
            }
            Class::Dash => {
                // A dash joins only the letters and digits on both its sides.
                if !is_alphanumeric(previous) || !is_alphanumeric(class(text, at + 1)) {
                    break;
                }
                push(part..at);
                part = at + 1;
            }
            Class::Capital => {
                let after_small = matches!(previous, Class::Small | Class::Digit | Class::High);
                // The last capital of a run starts the next subword, unless only a plural `s`
                // follows.
                let starts_next = previous == Class::Capital
                    && class(text, at + 1) == Class::Small
                    && !(text[at + 1] == b's' && class(text, at + 2) != Class::Small);
                if after_small || starts_next {
                    push(part..at);
                    part = at;
                }
            }
            Class::High => {
                if let Some(length) = own_part(&text[at..]) {
                    push(part..at);
                    push(at..at + length);
                    part = at + length;
                    at += length;
                    previous = Class::High;
                    continue;
                }
            }
            Class::Small | Class::Digit => {}
        }
        previous = current;
        at += 1;
    }
    push(part..at.max(part));
    at.max(start + 1)
}

/// Returns the length of a character that is a subword of its own: of a script without spaces
/// between words.
fn own_part(bytes: &[u8]) -> Option<usize> {
    // These scripts are three bytes in UTF-8, from U+3040 on.
    let [first @ 0xe3..=0xef, second @ 0x80..=0xbf, third @ 0x80..=0xbf, ..] = bytes else {
        return None;
    };
    let code =
        (u32::from(first & 0x0f) << 12) | (u32::from(second & 0x3f) << 6) | u32::from(third & 0x3f);
    matches!(code, 0x3040..=0x30ff | 0x3400..=0x9fff | 0xf900..=0xfaff).then_some(3)
}

/// Converts a subword to lower case, also letters beyond ASCII, so that the result may be longer.
pub(super) fn lower(part: &[u8], buffer: &mut Vec<u8>) {
    buffer.clear();
    if part.is_ascii() {
        buffer.extend(part.iter().map(u8::to_ascii_lowercase));
    } else {
        buffer.extend(String::from_utf8_lossy(part).to_lowercase().bytes());
    }
}

/// Joins all subwords of a word in lower case, without separators.
pub(super) fn join(word: &Word<'_>, buffer: &mut Vec<u8>) {
    let mut part_buffer = Vec::new();
    buffer.clear();
    for part in 0..word.parts.len() {
        let part = word.part(part);
        if part.is_ascii() {
            buffer.extend(part.iter().map(u8::to_ascii_lowercase));
        } else {
            lower(part, &mut part_buffer);
            buffer.extend_from_slice(&part_buffer);
        }
    }
}

/// Kind of a hashed value. Hashes of different kinds are unrelated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HashKind {
    Stem = 1,
    /// All subwords of a word, joined.
    Joined = 2,
}

/// Returns a hash that is the same in every process.
pub(super) fn hash(kind: HashKind, bytes: &[u8]) -> u32 {
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let mut state: u64 = 0xcbf2_9ce4_8422_2325 ^ kind as u64;
    for byte in bytes {
        state = (state ^ u64::from(*byte)).wrapping_mul(PRIME);
    }
    (state ^ (state >> 32)) as u32
}

/// Returns the stem of a subword in lower case.
pub(super) fn stem(lower: &str) -> String {
    static STEMMER: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::create(Algorithm::English));
    let lower = super::synonyms::regular(lower).unwrap_or(lower);
    // Short words and words with digits are identifiers, not English.
    if lower.len() < 4 || !lower.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return lower.to_owned();
    }
    STEMMER.stem(&american(lower)).into_owned()
}

/// Returns a word that ends in `-ise`, or a form of it, with a `z` instead. Words that are not
/// verbs change too, in queries and texts alike.
fn american(lower: &str) -> Cow<'_, str> {
    const ENDINGS: [(&str, &str); 5] = [
        ("ise", "ize"),
        ("ised", "ized"),
        ("ising", "izing"),
        ("isation", "ization"),
        ("iser", "izer"),
    ];
    let ending = ENDINGS
        .iter()
        .find(|(british, _)| lower.len() > british.len() + 3 && lower.ends_with(british));
    match ending {
        Some((british, american)) => {
            Cow::Owned(format!("{}{american}", &lower[..lower.len() - british.len()]))
        }
        None => Cow::Borrowed(lower),
    }
}

/// Returns the hash of the stem of a subword in lower case. Caches results, since stemming takes a
/// microsecond.
pub(super) fn stem_hash(lower: &[u8]) -> u32 {
    const MAX_KNOWN: usize = 1 << 17;
    thread_local! {
        static KNOWN: RefCell<HashMap<Box<[u8]>, u32>> = RefCell::default();
    }
    if lower.len() < 3 || !lower.iter().all(u8::is_ascii_lowercase) {
        return hash(HashKind::Stem, lower);
    }
    KNOWN.with_borrow_mut(|known| {
        if let Some(hash) = known.get(lower) {
            return *hash;
        }
        if known.len() >= MAX_KNOWN {
            known.clear();
        }
        let text = std::str::from_utf8(lower).unwrap_or_default();
        let hash = hash(HashKind::Stem, stem(text).as_bytes());
        known.insert(lower.into(), hash);
        hash
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn words(text: &str) -> String {
        let mut words = Vec::new();
        for_each_word(text.as_bytes(), |word| {
            let parts: Vec<_> = (0..word.parts.len())
                .map(|part| String::from_utf8_lossy(word.part(part)).into_owned())
                .collect();
            words.push(parts.join("|"));
        });
        words.join(" ")
    }

    #[test]
    fn names_of_every_style_fall_into_their_parts() {
        let check = |text: &str, expected: &str| assert_eq!(words(text), expected, "{text}");
        check(
            "switchMap switch_map SwitchMap switch-map",
            "switch|Map switch|map Switch|Map switch|map",
        );
        check("parseHTTPHeader HTTPServer IOError", "parse|HTTP|Header HTTP|Server IO|Error");
        check("URLs getIDs listURLs", "URLs get|IDs list|URLs");
        check("utf8 sha256Hash base64_encode x1", "utf8 sha256|Hash base64|encode x1");
        check("__init__ _private CONST_NAME", "init private CONST|NAME");
        check("a-b --flag-name - x- -y 3-", "a|b flag|name x y 3");
        check("tokio::sync::Mutex foo.bar(baz)", "tokio sync Mutex foo bar baz");
        check("", "");
        check("___ --- ...", "");
        check("straße Größe naïve", "straße Größe naïve");
        check("日本語 getカウント", "日|本|語 get|カ|ウ|ン|ト");
    }

    proptest! {
        #[test]
        fn likely_words_are_those_that_hold_the_beginning(text in "([a-cA-C0_ -]|é|日){0,40}", wanted in "[a-c0é日][a-c0]?") {
            let mut beginnings = Beginnings::none();
            beginnings.add(wanted.to_lowercase().as_bytes());
            let mut all = Vec::new();
            for_each_word(text.as_bytes(), |word| {
                if (0..word.parts.len()).any(|part| beginnings.has(word.part(part))) {
                    all.push((word.start, word.bytes.to_vec(), word.parts.to_vec()));
                }
            });
            let mut likely = Vec::new();
            for_each_likely_word(text.as_bytes(), &beginnings, |word| {
                if (0..word.parts.len()).any(|part| beginnings.has(word.part(part))) {
                    likely.push((word.start, word.bytes.to_vec(), word.parts.to_vec()));
                }
            });
            prop_assert_eq!(likely, all);
        }
    }

    #[test]
    fn a_word_knows_its_place_and_its_joined_form() {
        let mut seen = Vec::new();
        for_each_word(b"  fooBar, BAZ_qux", |word| {
            let mut joined = Vec::new();
            join(word, &mut joined);
            seen.push((word.start, String::from_utf8_lossy(&joined).into_owned()));
        });
        assert_eq!(seen, [(2, "foobar".to_owned()), (10, "bazqux".to_owned())]);
    }

    #[test]
    fn forms_of_a_word_share_a_stem() {
        let check = |left: &str, right: &str, expected: bool| {
            assert_eq!(
                stem_hash(left.as_bytes()) == stem_hash(right.as_bytes()),
                expected,
                "{left} {right}"
            );
        };
        check("connections", "connect", true);
        check("retries", "retry", true);
        check("retried", "retry", true);
        check("serializer", "serialize", true);
        check("serialise", "serializing", true);
        check("stolen", "steal", true);
        check("woken", "wakes", true);
        check("colour", "color", true);
        check("map", "maps", true);
        check("utf8", "utf", false);
    }
}
