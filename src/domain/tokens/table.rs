//! Lookup of tokens in the table that the build script wrote. Nothing is constructed: the table is
//! read-only data of the program, and a lookup touches only the few cache lines it needs.

use super::layout;

const SLOTS: &[[u8; 4]] = include_bytes!(concat!(env!("OUT_DIR"), "/o200k.slots")).as_chunks().0;
const ENTRIES: &[[u8; 16]] =
    include_bytes!(concat!(env!("OUT_DIR"), "/o200k.entries")).as_chunks().0;
const LONG: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/o200k.long"));

/// Rank of a text that is not a token. Greater than every rank.
pub(super) const NONE: u32 = u32::MAX;

/// Rank of `text[start..end]`, or [`NONE`] if it is not a token. `text` is passed whole so that
/// sixteen bytes can be read at once.
pub(super) fn rank(text: &[u8], start: usize, end: usize) -> u32 {
    let len = end - start;
    if len <= layout::SHORT {
        let key = layout::short_key(word_at(text, start, len), len);
        let hash = layout::hash_short(key);
        find(hash, |entry| u128::from_le_bytes(*entry) == key)
    } else if len <= layout::LONGEST {
        let token = &text[start..end];
        find(layout::hash_long(token), |entry| is_long(entry, token))
    } else {
        NONE
    }
}

fn find(hash: u64, is_it: impl Fn(&[u8; 16]) -> bool) -> u32 {
    let mut at = layout::first_slot(hash);
    loop {
        let slot = u32::from_le_bytes(SLOTS[at % layout::SLOTS]);
        if slot == layout::EMPTY {
            return NONE;
        }
        if slot & !layout::RANK_MASK == layout::fingerprint(hash) {
            let rank = slot & layout::RANK_MASK;
            if is_it(&ENTRIES[rank as usize]) {
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

fn is_long(entry: &[u8; 16], token: &[u8]) -> bool {
    if entry[15] != layout::LONG_MARK {
        return false;
    }
    let field = |at: usize| {
        u32::from_le_bytes([entry[at], entry[at + 1], entry[at + 2], entry[at + 3]]) as usize
    };
    let (offset, len) = (field(0), field(4));
    &LONG[offset..offset + len] == token
}
