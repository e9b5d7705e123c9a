//! Scan for identifiers: blocks of 64 bytes are classified into a bit mask, whose edges are the
//! ends of identifiers; each identifier is hashed and looked up in a bitmap, and only those that
//! pass are compared.

use rustc_hash::FxHashMap;
use unicode_general_category::{GeneralCategory, get_general_category};

/// Number of bytes that are classified at a time.
const BLOCK: usize = 64;

/// Returns whether a character can be part of an identifier.
pub(super) fn is_identifier(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_alphanumeric() || character == '_';
    }
    character.is_alphanumeric()
        || matches!(
            get_general_category(character),
            GeneralCategory::NonspacingMark
                | GeneralCategory::SpacingMark
                | GeneralCategory::ConnectorPunctuation
        )
}

/// Returns the first character of a text that may be cut or invalid; U+FFFD if it is.
pub(super) fn first_character(bytes: &[u8]) -> Option<char> {
    let first = *bytes.first()?;
    if first.is_ascii() {
        return Some(first.into());
    }
    let start = &bytes[..bytes.len().min(4)];
    let valid = start.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
    Some(valid.unwrap_or(char::REPLACEMENT_CHARACTER))
}

/// Returns the last character of a text that may be cut or invalid; U+FFFD if it is.
pub(super) fn last_character(bytes: &[u8]) -> Option<char> {
    let last = *bytes.last()?;
    if last.is_ascii() {
        return Some(last.into());
    }
    let tail = &bytes[bytes.len().saturating_sub(4)..];
    let start = tail.iter().rposition(|byte| byte & 0xc0 != 0x80).unwrap_or(0);
    let valid = std::str::from_utf8(&tail[start..]).ok().and_then(|text| text.chars().next_back());
    Some(valid.unwrap_or(char::REPLACEMENT_CHARACTER))
}

/// Set of names to search for. Runs are distinguished by their 64-bit hashes alone: counts rank
/// names, and among 50,000 names and 100 million identifiers the chance that any two differ and
/// hash alike is one in four million.
pub(super) struct NameSet<'a> {
    names: Vec<SearchedName<'a>>,
    /// True if no name has characters outside its run.
    all_bare: bool,
    /// One bit for the low bits of the hash of each run's ends.
    bitmap: Vec<u64>,
    /// Open addressing: the hashes, and in parallel the indices in `names`, [`NONE`] for a free
    /// slot.
    hashes: Vec<u64>,
    places: Vec<u32>,
    /// Repeated names: the index, and that of the first.
    duplicates: Vec<(usize, usize)>,
}

const NONE: u32 = u32::MAX;

struct SearchedName<'a> {
    /// The name's longest run of identifier characters, and the text before and after it in the
    /// name.
    run: &'a [u8],
    before: &'a [u8],
    after: &'a [u8],
}

impl<'a> NameSet<'a> {
    pub(super) fn new(names: &[&'a str]) -> Self {
        // Sparse enough that few others pass, small enough for the fastest cache as long as the
        // names allow.
        let bits = (names.len() * 64)
            .next_power_of_two()
            .clamp(1 << 12, 1 << 18)
            .max((names.len() * 8).next_power_of_two());
        let slots = (names.len() * 2).next_power_of_two().max(1 << 6);
        let wanted: Vec<SearchedName<'a>> =
            names.iter().map(|name| SearchedName::new(name)).collect();
        let mut set = Self {
            all_bare: wanted.iter().all(|name| name.before.is_empty() && name.after.is_empty()),
            names: wanted,
            bitmap: vec![0; bits / 64],
            hashes: vec![0; slots],
            places: vec![NONE; slots],
            duplicates: Vec::new(),
        };
        let mut first_of: FxHashMap<&str, usize> = FxHashMap::default();
        for (place, name) in names.iter().enumerate() {
            let first = *first_of.entry(name).or_insert(place);
            if first != place {
                set.duplicates.push((place, first));
            } else if !set.names[place].run.is_empty() {
                set.insert(place);
            }
        }
        set
    }

    fn insert(&mut self, place: usize) {
        let run = self.names[place].run;
        let mut padded = run.to_vec();
        padded.resize(run.len() + 8, b' ');
        let ends = hash_of_ends(&padded, 0, run.len());
        let hash = hash_of_whole(run, ends);
        let bit = ends as usize & (self.bitmap.len() * 64 - 1);
        self.bitmap[bit / 64] |= 1 << (bit % 64);
        let mask = self.places.len() - 1;
        let mut slot = (hash >> 32) as usize & mask;
        while self.places[slot] != NONE {
            slot = (slot + 1) & mask;
        }
        self.hashes[slot] = hash;
        self.places[slot] =
            u32::try_from(place).expect("fewer names than there are bytes of memory");
    }

    /// Gives each repeated name the value of its first appearance.
    pub(super) fn copy_duplicates<T: Copy>(&self, values: &mut [T]) {
        for (place, first) in &self.duplicates {
            values[*place] = values[*first];
        }
    }

    /// Calls `found` with the index of each name, once for each mention. `bytes` is padded with
    /// blanks.
    pub(super) fn find_in(&self, bytes: &mut Vec<u8>, mut found: impl FnMut(usize)) {
        for_each_run(bytes, |bytes, from, to| self.look_up(bytes, from, to, &mut found));
    }

    #[inline]
    fn look_up(&self, bytes: &[u8], from: usize, to: usize, found: &mut impl FnMut(usize)) {
        let ends = hash_of_ends(bytes, from, to);
        let bit = ends as usize & (self.bitmap.len() * 64 - 1);
        if self.bitmap[bit / 64] >> (bit % 64) & 1 != 0 {
            self.compare(bytes, from, to, ends, found);
        }
    }

    fn compare(
        &self,
        bytes: &[u8],
        from: usize,
        to: usize,
        ends: u64,
        found: &mut impl FnMut(usize),
    ) {
        let hash = hash_of_whole(&bytes[from..to], ends);
        let mask = self.places.len() - 1;
        let mut slot = (hash >> 32) as usize & mask;
        // Names with the same run stand in the same chain, so it is followed to its end.
        while self.places[slot] != NONE {
            if self.hashes[slot] == hash {
                let place = self.places[slot] as usize;
                if self.all_bare || self.names[place].is_around(&bytes[..from], &bytes[to..]) {
                    found(place);
                }
            }
            slot = (slot + 1) & mask;
        }
    }
}

/// Calls `visit` with the bytes and the range of each identifier, in order; eight bytes can be read
/// from any offset in them. `bytes` is padded with blanks.
#[inline]
pub(super) fn for_each_run(bytes: &mut Vec<u8>, mut visit: impl FnMut(&[u8], usize, usize)) {
    let length = bytes.len();
    // Blanks behind the text complete the last block, close the last identifier and let eight bytes
    // be read anywhere.
    bytes.resize(length.next_multiple_of(BLOCK) + BLOCK, b' ');
    let bytes = bytes.as_slice();
    let mut open: Option<usize> = None;
    let mut any_wide = false;
    for (index, block) in bytes.chunks_exact(BLOCK).enumerate() {
        let base = index * BLOCK;
        let (mask, wide) = classify(block);
        any_wide = wide || any_wide && open.is_some();
        let shifted = mask << 1 | u64::from(open.is_some());
        let mut starts = mask & !shifted;
        let mut ends = !mask & shifted;
        let mut start = open.take();
        while ends != 0 {
            let from = start.take().unwrap_or_else(|| {
                let from = base + starts.trailing_zeros() as usize;
                starts &= starts - 1;
                from
            });
            let to = base + ends.trailing_zeros() as usize;
            ends &= ends - 1;
            if any_wide {
                split_wide(bytes, from, to, &mut visit);
            } else {
                visit(bytes, from, to);
            }
        }
        open = start.or_else(|| (starts != 0).then(|| base + starts.trailing_zeros() as usize));
    }
}

/// Visits the identifiers of a run that may hold characters beyond ASCII, some of which end one.
#[cold]
fn split_wide(bytes: &[u8], from: usize, to: usize, visit: &mut impl FnMut(&[u8], usize, usize)) {
    if bytes[from..to].is_ascii() {
        visit(bytes, from, to);
        return;
    }
    let mut at = from;
    for chunk in bytes[from..to].utf8_chunks() {
        let mut start = at;
        for (offset, character) in chunk.valid().char_indices() {
            if !is_identifier(character) {
                visit(bytes, start, at + offset);
                start = at + offset + character.len_utf8();
            }
        }
        let end = at + chunk.valid().len();
        visit(bytes, start, end);
        at = end + chunk.invalid().len();
    }
}

/// Returns the hash of a name's longest run of identifier characters; `None` if it has none.
pub(super) fn hash_of_name(name: &str) -> Option<u64> {
    let run = SearchedName::new(name).run;
    if run.is_empty() {
        return None;
    }
    let mut padded = run.to_vec();
    padded.resize(run.len() + 8, b' ');
    Some(hash_of_run(&padded, 0, run.len()))
}

/// Returns the hash of an identifier; eight bytes must follow `from`.
#[inline]
pub(super) fn hash_of_run(bytes: &[u8], from: usize, to: usize) -> u64 {
    hash_of_whole(&bytes[from..to], hash_of_ends(bytes, from, to))
}

impl<'a> SearchedName<'a> {
    fn new(name: &'a str) -> Self {
        let mut best = 0..0;
        let mut start = 0;
        for (offset, character) in name.char_indices().chain([(name.len(), ' ')]) {
            if !is_identifier(character) {
                if offset - start > best.len() {
                    best = start..offset;
                }
                start = offset + character.len_utf8();
            }
        }
        let bytes = name.as_bytes();
        Self { run: &bytes[best.clone()], before: &bytes[..best.start], after: &bytes[best.end..] }
    }
}

impl SearchedName<'_> {
    /// Returns whether the rest of the name surrounds an occurrence of its run.
    fn is_around(&self, before: &[u8], after: &[u8]) -> bool {
        before.ends_with(self.before) && after.starts_with(self.after)
    }
}

/// Returns a bit for each byte that may be part of an identifier, and whether any is beyond ASCII.
#[inline]
#[expect(clippy::needless_bitwise_bool, reason = "so written, the compiler vectorises it")]
fn classify(block: &[u8]) -> (u64, bool) {
    let mut flags = [0u8; BLOCK];
    let mut all = 0u8;
    for (flag, byte) in flags.iter_mut().zip(block) {
        let letter = (byte | 0x20).wrapping_sub(b'a') < 26;
        let digit = byte.wrapping_sub(b'0') < 10;
        *flag = u8::from(letter | digit | (*byte == b'_') | (*byte >= 0x80));
        all |= byte;
    }
    let mut mask = 0;
    for (index, eight) in flags.chunks_exact(8).enumerate() {
        let eight = u64::from_le_bytes(eight.try_into().expect("a chunk of eight"));
        // Eight bytes of 0 or 1 become eight bits of the topmost byte.
        mask |= (eight.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (index * 8);
    }
    (mask, all >= 0x80)
}

/// Returns a hash of a run's length and its first and last eight bytes, without a branch. At least
/// eight bytes must follow `from`.
#[inline]
fn hash_of_ends(bytes: &[u8], from: usize, to: usize) -> u64 {
    let length = to - from;
    let word = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
    let kept = u64::MAX >> (64 - 8 * length.clamp(1, 8));
    let first = word(from) & kept;
    let last = word(from.max(to.saturating_sub(8))) & kept;
    let state = mix(mix(length as u64, first), last);
    state ^ state >> 29
}

/// Returns the hash of a whole run, given that of its ends.
fn hash_of_whole(run: &[u8], ends: u64) -> u64 {
    let inner = if run.len() > 16 { &run[8..run.len() - 8] } else { &[] };
    inner.chunks(8).fold(ends, |state, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mix(state, u64::from_le_bytes(word))
    })
}

#[inline]
fn mix(state: u64, word: u64) -> u64 {
    (state.rotate_left(29) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(text: &str, names: &[&str]) -> Vec<usize> {
        let set = NameSet::new(names);
        let mut counts = vec![0; names.len()];
        let mut bytes = text.as_bytes().to_vec();
        set.find_in(&mut bytes, |name| counts[name] += 1);
        set.copy_duplicates(&mut counts);
        counts
    }

    #[test]
    fn whole_identifiers_are_counted() {
        let check = |text: &str, names: &[&str], expected: &[usize]| {
            assert_eq!(count(text, names), expected, "{names:?} in {text:?}");
        };
        check("foo foo_bar _foo foo", &["foo", "bar", "_foo"], &[2, 0, 1]);
        check("foo", &["foo"], &[1]);
        check("", &["foo"], &[0]);
        check("a.b(a,b)", &["a", "b", "c"], &[2, 2, 0]);
        check("x1 1x", &["x1", "x"], &[1, 0]);
        check("foo foo", &["foo", "foo"], &[2, 2]);
        check("straße strasse «straße» →straße", &["straße"], &[3]);
        check("naïve—naïve na", &["naïve", "na"], &[2, 1]);
        check("名前=名前;", &["名前"], &[2]);
        check("e\u{301}t e\u{301}", &["e\u{301}", "e"], &[1, 0]);
        check("save! save saved!", &["save!", "save"], &[1, 2]);
        check("$el el$ el", &["$el", "el$", "el", "$"], &[1, 1, 3, 0]);
    }

    #[test]
    fn identifiers_across_blocks_are_whole() {
        let name = "a_name_of_some_length_that_crosses_blocks";
        for before in 0..140 {
            let text = format!("{}{name} é {name}", " ".repeat(before));
            assert_eq!(count(&text, &[name]), [2], "{before}");
        }
        let long = "x".repeat(300);
        assert_eq!(count(&format!("{long}y {long}"), &[&long]), [1]);
    }

    #[test]
    fn characters_at_the_edges_of_bytes_are_read_whole() {
        let check = |bytes: &[u8], first: char, last: char| {
            assert_eq!(
                (first_character(bytes), last_character(bytes)),
                (Some(first), Some(last)),
                "{bytes:?}"
            );
        };
        check("ab".as_bytes(), 'a', 'b');
        check("éß".as_bytes(), 'é', 'ß');
        check("𝒳x𝒴".as_bytes(), '𝒳', '𝒴');
        check(b"\xff a \xc3", '\u{fffd}', '\u{fffd}');
        assert_eq!((first_character(b""), last_character(b"")), (None, None));
    }
}
