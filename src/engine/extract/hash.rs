//! Hashes with which a host can check that it has read the current text of a definition.
//!
//! Both are FNV-1a, of UTF-8 bytes, in lower-case hexadecimal digits: easy to compute anywhere, and
//! not secure against an adversary. They are part of the public contract.

/// Returns the hash of a line without its line ending: FNV-1a of 32 bits, eight digits.
pub(crate) fn line_hash(line: &str) -> String {
    let hash = line
        .bytes()
        .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    format!("{hash:08x}")
}

/// Returns the hash of a whole text: FNV-1a of 64 bits, sixteen digits.
pub(crate) fn content_hash(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_values_of_fnv_1a() {
        assert_eq!(line_hash(""), "811c9dc5");
        assert_eq!(line_hash("a"), "e40c292c");
        assert_eq!(line_hash("foobar"), "bf9cf968");
        assert_eq!(content_hash(""), "cbf29ce484222325");
        assert_eq!(content_hash("foobar"), "85944171f73967e8");
    }
}
