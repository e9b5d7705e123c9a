//! Exact `o200k_base` token counts without preparation: the vocabulary is a read-only table that
//! the build script wrote.
//!
//! Special tokens have no meaning here: `<|endoftext|>` in a source file is text like any other.

mod layout;
mod merge;
mod split;
mod table;

use super::Cancel;
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Texts longer than this are counted in chunks on all cores. Bytes.
const CHUNK: usize = 128 * 1024;

/// Pieces longer than this are merged only if their bytes may be few enough tokens.
const LONG: usize = 4096;

/// Pieces between two checks for cancellation.
const UNCHECKED: usize = 4096;

/// Number of `o200k_base` tokens of `text`. Stops where [`Cancel::current`] is set; the number is
/// then too small.
pub fn count(text: &str) -> usize {
    let counter = Counter::new(usize::MAX);
    if text.len() <= 2 * CHUNK {
        return counter.count(text, usize::MAX);
    }
    chunks(text).par_iter().map(|chunk| counter.count(chunk, usize::MAX)).sum()
}

/// Number of tokens, or `None` if there are more than `limit`. Stops counting as soon as that is
/// known, and as [`count`] does.
pub fn count_up_to(text: &str, limit: usize) -> Option<usize> {
    if least(text.len()) > limit {
        return None;
    }
    let counter = Counter::new(limit);
    let tokens = if text.len() <= 2 * CHUNK {
        counter.count(text, limit)
    } else {
        let counted = AtomicUsize::new(0);
        chunks(text).par_iter().for_each(|chunk| {
            let before = counted.load(Ordering::Relaxed);
            if before <= limit {
                let counter = Counter { exact: limit - before, ..counter.clone() };
                counted.fetch_add(counter.count(chunk, limit - before), Ordering::Relaxed);
            }
        });
        counted.into_inner()
    };
    (tokens <= limit).then_some(tokens)
}

/// Number of tokens if there are at most `limit`; else a number above that, which says how far
/// above up to about `far`. Stops as [`count`] does.
pub fn count_beyond(text: &str, limit: usize, far: usize) -> usize {
    count_up_to(text, limit)
        .unwrap_or_else(|| Counter::new(limit).count(text, far).max(limit.saturating_add(1)))
}

/// Number of tokens of `new`, given a text that differs from it in one short range, and that text's
/// number of tokens. Only the lines around the range are counted.
pub fn recount(old: &str, old_tokens: usize, new: &str) -> usize {
    let same = |old: &mut dyn Iterator<Item = u8>, new: &mut dyn Iterator<Item = u8>| {
        old.zip(new).take_while(|(old, new)| old == new).count()
    };
    let prefix = same(&mut old.bytes(), &mut new.bytes());
    let most = old.len().min(new.len()) - prefix;
    let suffix = same(&mut old.bytes().rev(), &mut new.bytes().rev()).min(most);
    let is_cut =
        |old_at: usize, new_at: usize| is_boundary(old, old_at) && is_boundary(new, new_at);
    let start = memchr::memrchr_iter(b'\n', &old.as_bytes()[..prefix])
        .map(|newline| newline + 1)
        .find(|at| is_cut(*at, *at))
        .unwrap_or(0);
    let end = memchr::memchr_iter(b'\n', &old.as_bytes()[old.len() - suffix..])
        .map(|newline| suffix - newline - 1)
        .find(|rest| is_cut(old.len() - rest, new.len() - rest))
        .unwrap_or(0);
    // Of cancelled work too little may have been counted before.
    old_tokens.saturating_sub(count(&old[start..old.len() - end]))
        + count(&new[start..new.len() - end])
}

/// Returns whether the tokens of a text are those of `text[..at]` and those of `text[at..]`,
/// whatever the text up to `at` is. `at` must be a character boundary. True at the start of nearly
/// every line.
pub fn is_boundary(text: &str, at: usize) -> bool {
    split::is_certain_start(text, at)
}

/// Returns the smallest number of tokens that a text of a length in bytes may have.
fn least(bytes: usize) -> usize {
    bytes.div_ceil(layout::MAX_TOKEN_BYTES)
}

#[derive(Clone)]
struct Counter {
    /// Up to this many tokens are counted exactly; beyond, a long piece counts as the fewest that
    /// it may be.
    exact: usize,
    cancel: Cancel,
}

impl Counter {
    fn new(exact: usize) -> Self {
        Self { exact, cancel: Cancel::current() }
    }

    /// Number of tokens of `text`, or some number above `far` if there are more.
    fn count(&self, text: &str, far: usize) -> usize {
        let bytes = text.as_bytes();
        let mut scratch = merge::Scratch::new(&self.cancel);
        let (mut tokens, mut start) = (0_usize, 0);
        for piece in 0.. {
            if start >= bytes.len() || tokens > far {
                break;
            }
            if piece % UNCHECKED == UNCHECKED - 1 && self.cancel.is_cancelled() {
                break;
            }
            let end = split::piece_end(text, start);
            // A run of megabytes is one piece, whose merges take seconds.
            let is_long = end - start > LONG;
            let fewest = if is_long { table::least(&bytes[start..end]) } else { 1 };
            tokens = tokens.saturating_add(match table::rank(bytes, start, end) {
                table::NONE if is_long && tokens.saturating_add(fewest) > self.exact => fewest,
                table::NONE => merge::token_count(bytes, start, end, &mut scratch),
                _ => 1,
            });
            start = end;
        }
        tokens
    }
}

/// Splits a text where a piece is certain to start, into chunks of at least [`CHUNK`] bytes.
fn chunks(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let (mut chunks, mut start) = (Vec::new(), 0);
    let mut from = CHUNK;
    while from < bytes.len() {
        let Some(newline) = memchr::memchr(b'\n', &bytes[from..]) else { break };
        let at = from + newline + 1;
        if is_boundary(text, at) {
            chunks.push(&text[start..at]);
            start = at;
            from = at + CHUNK;
        } else {
            from = at;
        }
    }
    chunks.push(&text[start..]);
    chunks
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn expected(text: &str) -> usize {
        tiktoken_rs::o200k_base_singleton().encode_ordinary(text).len()
    }

    fn check(text: &str) {
        let tokens = expected(text);
        assert_eq!(count(text), tokens, "{text:?}");
        assert_eq!(count_up_to(text, tokens), Some(tokens), "{text:?}");
        if tokens > 0 {
            assert_eq!(count_up_to(text, tokens - 1), None, "{text:?}");
        }
    }

    #[test]
    fn plain_texts_count_as_the_reference_does() {
        for text in [
            "",
            "a",
            " ",
            "hello world",
            "fn main() {\n    println!(\"{}\", 1234567);\n}\n",
            "I'm sure they'LL've it's",
        ] {
            check(text);
        }
    }

    #[test]
    fn line_ends_and_white_space_count_as_the_reference_does() {
        for text in [
            "a\r\nb\r\n\r\n  c\r\n",
            "\u{feff}//! doc",
            "\n/// a\n///\n//\n/\n",
            "}\n///b",
            ".\n \n /x",
            "\t\tx\t y  \t z   ",
            "a \u{a0}\u{2003}b\u{2028}c\u{85}d\u{3000}\u{3000}e",
            "x   \n   \n   y",
            "\u{b}\u{c} a",
            " \n",
            "  \u{1c}\u{1f}x",
        ] {
            check(text);
        }
    }

    #[test]
    fn letters_of_every_kind_count_as_the_reference_does() {
        for text in [
            "HTTPServer XMLHttpRequest camelCaseIDs SCREAMING_SNAKE",
            "日本語ABCabc日ABC 日本ABCあいう",
            "e\u{301}\u{301}E\u{301}A \u{301}ABC\u{301}abc .\u{301}X\u{301}\u{301}Y",
            "\u{301}",
            "\u{301}ABC",
            "\u{301}ABCd",
            "..\u{301}..",
            " \u{301} ",
            "ǅungla ǅUNGLA ǈǋǲ aǅb",
            "ʰʱʲAʰBʰc ªº",
            "Straße ΑΒΓαβγ Ёжик İıſẞ",
            "हिन्दी தமிழ் ไทย עִבְרִית العَرَبِيَّة",
            "١٢٣٤ ½ⅣⅷΔ 12345678901 1a2b3c",
            "don't DON'T it'ſ it'ſs we'rE they'Ve x'd'd 'l 'll' 're're",
            "日's Ⅷ's ABC's.'s",
        ] {
            check(text);
        }
    }

    #[test]
    fn every_character_is_told_apart_as_the_reference_does() {
        for first in (0..0x2_0000u32).step_by(128) {
            let characters = (first..first + 128).filter_map(char::from_u32);
            let text: String =
                characters.map(|character| format!("a{character}B.{character}\n")).collect();
            assert_eq!(count(&text), expected(&text), "from U+{first:04X}");
        }
    }

    #[test]
    fn hostile_texts_count_as_the_reference_does() {
        for text in [
            "<|endoftext|><|endofprompt|> <|fim_prefix|>",
            "👩‍👩‍👧‍👦🏳️‍🌈🇩🇪👍🏽\u{fe0f}",
            "\0\0\0a\0",
            "\u{202e}\u{2066}x\u{2069}\u{fffd}\u{10ffff}\u{e000}",
        ] {
            check(text);
        }
        for (unit, times) in [
            ("=", 5000),
            (" ", 5000),
            ("a", 5000),
            ("\n", 3000),
            ("\0", 300),
            ("ab", 2000),
            ("é", 900),
            ("日", 900),
            ("-/", 900),
        ] {
            for times in [times, 15, 16, 17, 95, 96, 97, 128, 129] {
                check(&unit.repeat(times));
                check(&format!("x{} y", unit.repeat(times)));
            }
        }
    }

    #[test]
    fn chunks_of_a_long_text_add_up() {
        let lines = ["    let x = 1;\n", "\n", "/// a\n", "   \n", "日本\n", "}\n", "\t'll\n"];
        let text: String =
            (0..60_000).map(|line| lines[(line * line + line / 3) % lines.len()]).collect();
        assert!(chunks(&text).len() > 2);
        assert_eq!(chunks(&text).concat(), text);
        assert_eq!(count(&text), expected(&text));
    }

    #[test]
    fn a_long_piece_takes_no_quadratic_time() {
        // At a quadratic cost this would not end.
        assert_eq!(count(&"a".repeat(1 << 18)), (1 << 18) / 8);
    }

    #[test]
    fn a_piece_that_cannot_fit_is_not_merged() {
        let bytes = 1 << 20;
        let run = "a".repeat(bytes);
        // Merged, it would be an eighth of its length.
        let fewest = count_beyond(&run, 1000, 1 << 20);
        assert!((2 * least(bytes)..bytes / 8).contains(&fewest), "{fewest}");
        assert_eq!(count_up_to(&run, 1000), None);
        // That is so of the third of three as well.
        let cancel = Cancel::cancelled_at_check(usize::MAX);
        let text = format!("{run}\n{run}\n{run}\n");
        assert_eq!(cancel.scope(|| count_up_to(&text, 2 * least(bytes))), None);
        assert_eq!(cancel.checks(), 0);
    }

    #[test]
    fn a_count_that_nobody_waits_for_stops() {
        let piece = "a".repeat(1 << 16);
        let words = "ab cd\n".repeat(1 << 12);
        for text in [piece, words.clone(), words.repeat(40)] {
            let whole = Cancel::cancelled_at_check(usize::MAX);
            let tokens = whole.scope(|| count(&text));
            let checks = whole.checks();
            assert!(checks > 1, "{checks}");
            let cancel = Cancel::cancelled_at_check(1);
            assert!(cancel.scope(|| count(&text)) != tokens);
            assert!(cancel.checks() <= 2 + text.len() / CHUNK, "{}", cancel.checks());
        }
    }

    #[test]
    fn beyond_the_limit_a_count_tells_how_far() {
        let text = "word\n".repeat(10_000);
        let tokens = count(&text);
        assert_eq!(count_beyond(&text, tokens, usize::MAX), tokens);
        assert_eq!(count_beyond(&text, 100, usize::MAX), tokens);
        let some = count_beyond(&text, 100, 1000);
        assert!((1000..1010).contains(&some), "{some}");
    }

    /// Texts made of the characters that the splitting distinguishes.
    fn text() -> impl Strategy<Value = String> {
        let character = prop_oneof![
            4 => prop::char::range('a', 'z'),
            2 => prop::char::range('A', 'Z'),
            2 => prop::sample::select(" \n\r\t/'_.(=0'sdmtlvrſ".chars().collect::<Vec<_>>()),
            1 => prop::sample::select("\u{301}\u{903}\u{20dd}ǅʰª日אé½Ⅷ\u{a0}\u{2028}\u{85}\u{200b}👍\u{fe0f}\u{0}\u{feff}".chars().collect::<Vec<_>>()),
            1 => any::<char>(),
        ];
        prop::collection::vec(character, 0..60).prop_map(String::from_iter)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 600 } else { 20_000 }))]

        #[test]
        fn any_text_counts_as_the_reference_does(text in text()) {
            prop_assert_eq!(count(&text), expected(&text));
        }

        #[test]
        fn no_text_has_fewer_tokens_than_its_bytes_tell(text in text()) {
            prop_assert!(table::least(text.as_bytes()) <= expected(&text));
        }

        #[test]
        fn a_changed_stretch_is_counted_by_itself(before in text(), old in text(), new in text(), after in text()) {
            let (old, new) = (format!("{before}{old}{after}"), format!("{before}{new}{after}"));
            prop_assert_eq!(recount(&old, expected(&old), &new), expected(&new), "{:?} {:?}", old, new);
        }

        #[test]
        fn a_boundary_divides_the_tokens(text in text()) {
            for (at, _) in text.char_indices() {
                if is_boundary(&text, at) {
                    prop_assert_eq!(expected(&text[..at]) + expected(&text[at..]), expected(&text), "at {}", at);
                }
            }
        }
    }
}
