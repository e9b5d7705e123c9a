//! The layout of the token table, shared by the build script that writes it and the lookup that
//! reads it.
//!
//! The vocabulary becomes five read-only byte strings, so that nothing has to be built when the
//! program starts:
//!
//! - *slots*: an open-addressing hash table of little-endian integers of [`SLOT_BYTES`]. A slot
//!   holds the token's rank in its low bits and a fingerprint of its hash above them, so that most
//!   failing lookups touch slots alone.
//! - *bytes*: the tokens by rank, one after the other.
//! - *lengths*: the length of each token, a byte.
//! - *bases*: where each group of [`GROUP`] ranks begins in *bytes*, little-endian `u32`.
//! - *longest*: for each value of a byte, the length of the longest token that holds it.

/// log2 of the number of slots; the table is three quarters full.
pub(super) const SLOT_BITS: u32 = 18;
pub(super) const SLOTS: usize = 1 << SLOT_BITS;

/// Length of a slot in bytes.
pub(super) const SLOT_BYTES: usize = 3;

/// Bits of a slot that hold the rank.
pub(super) const RANK_BITS: u32 = 18;
pub(super) const RANK_MASK: u32 = (1 << RANK_BITS) - 1;

/// A slot that holds no token. No rank has all its bits set.
pub(super) const EMPTY: u32 = (1 << (8 * SLOT_BYTES)) - 1;

/// Number of consecutive ranks whose positions are found by adding lengths to one base.
pub(super) const GROUP: usize = 16;

/// Tokens of up to this many bytes are compared as one integer.
pub(super) const SHORT: usize = 15;

/// Length of the longest token, in bytes.
pub(super) const MAX_TOKEN_BYTES: usize = 128;

/// A token of at most [`SHORT`] bytes as an integer: its bytes, little-endian, and its length in
/// the highest byte. `word` may hold anything beyond `len` bytes.
pub(super) const fn short_key(word: u128, len: usize) -> u128 {
    (word & ((1 << (8 * len)) - 1)) | ((len as u128) << 120)
}

/// The hash of a token that [`short_key`] describes.
pub(super) const fn hash_short(key: u128) -> u64 {
    mix(key as u64 ^ 0x9e37_79b9_7f4a_7c15, (key >> 64) as u64 ^ 0xd1b5_4a32_d192_ed03)
}

/// The hash of a token of more than [`SHORT`] bytes.
pub(super) fn hash_long(token: &[u8]) -> u64 {
    let mut state = token.len() as u64;
    let (chunks, rest) = token.as_chunks::<8>();
    for chunk in chunks {
        state =
            mix(state ^ 0x9e37_79b9_7f4a_7c15, u64::from_le_bytes(*chunk) ^ 0xd1b5_4a32_d192_ed03);
    }
    let tail = rest.iter().fold(0u64, |word, byte| (word << 8) | u64::from(*byte));
    mix(state ^ 0x9e37_79b9_7f4a_7c15, tail ^ 0xd1b5_4a32_d192_ed03)
}

/// The slot at which the search for a hash begins.
pub(super) const fn first_slot(hash: u64) -> usize {
    (hash >> (64 - SLOT_BITS)) as usize
}

/// The part of a slot above the rank.
pub(super) const fn fingerprint(hash: u64) -> u32 {
    ((hash as u32) << RANK_BITS) & EMPTY
}

const fn mix(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    (product as u64) ^ (product >> 64) as u64
}
