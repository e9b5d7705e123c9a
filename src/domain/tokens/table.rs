//! Lookup of tokens in the table that the build script wrote. Nothing is constructed: the table is
//! read-only data of the program, and a lookup touches only the few cache lines it needs.

use super::layout;
use std::ops::Range;

const SLOTS: &[[u8; layout::SLOT_BYTES]] =
    include_bytes!(concat!(env!("OUT_DIR"), "/o200k.slots")).as_chunks().0;
const BYTES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/o200k.bytes"));
const LENGTHS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/o200k.lengths"));
const BASES: &[[u8; 4]] = include_bytes!(concat!(env!("OUT_DIR"), "/o200k.bases")).as_chunks().0;

const LONGEST: &[u8; 256] = include_bytes!(concat!(env!("OUT_DIR"), "/o200k.longest"));

/// Returns a number of tokens that a text has at least: each byte is no less of its token than of
/// the longest one that holds such a byte.
pub(super) fn least(text: &[u8]) -> usize {
    const WHOLE: u64 = 1 << 32;
    let parts: u64 = text.iter().map(|byte| WHOLE / u64::from(LONGEST[usize::from(*byte)])).sum();
    usize::try_from(parts.div_ceil(WHOLE)).unwrap_or(usize::MAX)
}

/// Rank of a text that is not a token. Greater than every rank.
pub(super) const NONE: u32 = u32::MAX;

/// Rank of `text[start..end]`, or [`NONE`] if it is not a token. `text` is passed whole so that
/// sixteen bytes can be read at once.
pub(super) fn rank(text: &[u8], start: usize, end: usize) -> u32 {
    let len = end - start;
    if len <= layout::SHORT {
        let key = layout::short_key(word_at(text, start, len), len);
        let hash = layout::hash_short(key);
        find(hash, |known| {
            known.len() == len && layout::short_key(word_at(BYTES, known.start, len), len) == key
        })
    } else if len <= layout::MAX_TOKEN_BYTES {
        let token = &text[start..end];
        find(layout::hash_long(token), |known| &BYTES[known] == token)
    } else {
        NONE
    }
}

/// Rank of the token with a hash whose place in [`BYTES`] `is_it` accepts.
fn find(hash: u64, is_it: impl Fn(Range<usize>) -> bool) -> u32 {
    let mut at = layout::first_slot(hash);
    loop {
        let [low, middle, high] = SLOTS[at % layout::SLOTS];
        let slot = u32::from_le_bytes([low, middle, high, 0]);
        if slot == layout::EMPTY {
            return NONE;
        }
        if slot & !layout::RANK_MASK == layout::fingerprint(hash) {
            let rank = slot & layout::RANK_MASK;
            if is_it(place(rank as usize)) {
                return rank;
            }
        }
        at += 1;
    }
}

/// Bytes of `text` from `start` on as a little-endian integer; at least `len` of them are valid.
fn word_at(text: &[u8], start: usize, len: usize) -> u128 {
    if let Some(bytes) = text[start..].first_chunk::<16>() {
        return u128::from_le_bytes(*bytes);
    }
    let mut bytes = [0; 16];
    bytes[..len].copy_from_slice(&text[start..start + len]);
    u128::from_le_bytes(bytes)
}

/// Where the token of a rank stands in [`BYTES`].
fn place(rank: usize) -> Range<usize> {
    let group = rank / layout::GROUP;
    let before = &LENGTHS[group * layout::GROUP..rank];
    let start = u32::from_le_bytes(BASES[group]) as usize
        + before.iter().map(|length| usize::from(*length)).sum::<usize>();
    start..start + usize::from(LENGTHS[rank])
}
